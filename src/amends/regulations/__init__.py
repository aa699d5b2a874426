"""Regulations: where authorities differ, as data. Formulas stand elsewhere; only their numbers and choices are here."""

from amends.regulations.load import default, known, load, load_file, usable
from amends.regulations.settings import Regulation, Setting, scale_names, settings

__all__ = ["Regulation", "Setting", "default", "known", "load", "load_file", "scale_names", "settings", "usable"]
