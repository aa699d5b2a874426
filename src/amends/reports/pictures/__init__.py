"""Pictures: inline SVG from data, readable on a telephone, on black and white paper and read aloud."""

from amends.reports.pictures.frequencies import frequencies_picture
from amends.reports.pictures.moves import moves_picture
from amends.reports.pictures.session import session_picture
from amends.reports.pictures.weights import weight_bar, weights_picture

__all__ = ["frequencies_picture", "moves_picture", "session_picture", "weight_bar", "weights_picture"]
