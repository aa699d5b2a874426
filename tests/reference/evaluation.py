"""The one entrance: a case's kind, what is given, its settings."""

from collections.abc import Callable
from typing import Any

from . import small_kinds
from .board import evaluate_board
from .match import evaluate_match
from .options import Options, read_options

KINDS: dict[str, Callable[[dict[str, Any], Options], dict[str, Any]]] = {
    "contract": small_kinds.evaluate_contract,
    "boards": small_kinds.evaluate_boards,
    "imps": small_kinds.evaluate_imps,
    "vp": small_kinds.evaluate_vp,
    "neuberg": small_kinds.evaluate_neuberg,
    "board": evaluate_board,
    "match": evaluate_match,
    "knockout": small_kinds.evaluate_knockout,
    "redress": small_kinds.evaluate_redress,
    "maastricht": small_kinds.evaluate_maastricht,
    "rounding": small_kinds.evaluate_rounding,
}


def evaluate(kind: str, given: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """Return the complete expectation of a conformance case; ValueError where it is refused."""
    if kind not in KINDS:
        raise ValueError(f"no such kind: {kind}")
    return KINDS[kind](given, read_options(settings))
