"""Regulations: where authorities differ, as data. Formulas stand elsewhere; only their numbers and choices are here."""

from amends.regulations.load import default, known, load, load_file
from amends.regulations.scales import scale_names
from amends.regulations.settings import Regulation, Setting, settings

__all__ = ["Regulation", "Setting", "default", "known", "load", "load_file", "scale_names", "settings"]
