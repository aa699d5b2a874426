"""What a side is awarded on a board: a distribution over results, or a rule that scoring resolves."""

from amends.awards.award import (
    Artificial,
    Award,
    BetterOf,
    Complement,
    Grade,
    Mixture,
    NotScored,
    Published,
    Redress,
    Unit,
)
from amends.awards.notation import parse_award, parse_awards, parse_field

__all__ = [
    "Artificial",
    "Award",
    "BetterOf",
    "Complement",
    "Grade",
    "Mixture",
    "NotScored",
    "Published",
    "Redress",
    "Unit",
    "parse_award",
    "parse_awards",
    "parse_field",
]
