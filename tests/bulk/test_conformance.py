"""Every board of the suite of worked examples that bulk can express: the figures of all its tables."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from amends.awards import Artificial, Award, Mixture, NotScored
from amends.bridge import Side
from amends.bulk import score
from amends.conformance.kinds.boards import scored
from amends.conformance.runner import ConformanceCase, read_cases
from amends.event import Row
from amends.formats.common.toml_table import Given
from amends.laws import law77
from amends.regulations import Regulation, default
from amends.scoring import ScoredBoard

SUITE = Path(__file__).parents[2] / "conformance"
CASES = [case for case in read_cases([SUITE]) if case.table.get("kind") == "board" and "tables" in case.table["given"]]
FULL = 2
"""The number of another board, on which as many results were obtained as the case expects."""


def is_known(award: Award) -> bool:
    return isinstance(award, Mixture | Artificial | NotScored)


def why_not(board: ScoredBoard, scoring: str) -> str:
    """Why bulk cannot express a board; nothing where it can."""
    rows = board.board.rows
    if scoring not in ("matchpoints", "cross-imps", "butler"):
        return scoring
    if any(row.table.group for row in rows):
        return "a fouled board"
    if not all(is_known(award) for row in rows for award in (*row.awards, row.table.result)):
        return "an award that the engine resolves"
    if board.board.expected < sum(1 for row in rows):
        return "fewer expected results than rows"
    return ""


def tables(board: ScoredBoard) -> tuple[pa.Table, pa.Table]:
    """The rows and awards of a board, and another one on which as many results were obtained as were expected."""
    vulnerable, rows, awards = board.board.vulnerable, [], []
    for place, row in enumerate(board.board.rows, 1):
        played = row.table.result
        points = law77.points(played.plain, vulnerable) if isinstance(played, Mixture) and played.plain else None
        rows.append(line(1, place, points, vulnerable.value))
        own = {"board": 1, "ns": str(place), "award_ns": str(row.awards.ns), "award_ew": str(row.awards.ew)}
        awards.append({**own, "non_offending": favoured(row)})
    rows += [line(FULL, 1000 + place, 0, vulnerable.value) for place in range(board.board.expected)]
    return pa.Table.from_pylist(rows), pa.Table.from_pylist(awards)


def line(board: int, place: int, points: int | None, vulnerable: str) -> dict[str, Any]:
    return {"board": board, "ns": str(place), "ew": f"E{place}", "score": points, "vulnerable": vulnerable}


def favoured(row: Row) -> str | None:
    sides = row.non_offending
    if sides is None:
        return None
    names = [side.value.lower() for side in Side if sides[side]]
    return "both" if len(names) == 2 else names[0] if names else "none"


def read(case: ConformanceCase) -> tuple[ScoredBoard, str, Regulation]:
    regulation = default().having(**case.table.get("settings", {}))
    given = Given(case.table["given"], "given")
    return scored(given, regulation)[0], given.text("scoring", "matchpoints"), regulation


def expressible() -> Iterator[tuple[ConformanceCase, ScoredBoard, str, Regulation]]:
    for case in CASES:
        board, scoring, regulation = read(case)
        if not why_not(board, scoring):
            yield case, board, scoring, regulation


def test_most_boards_of_the_suite_can_be_expressed() -> None:
    assert len(list(expressible())) > len(CASES) // 2


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_board_has_the_engines_figures(case: ConformanceCase) -> None:
    board, scoring, regulation = read(case)
    if why_not(board, scoring):
        return
    rows, awards = tables(board)
    found = score(rows, awards=awards, regulation=regulation, scoring=scoring)
    assert found.rejects.to_pylist() == []
    for row in found.rows.to_pylist():
        if row["board"] == FULL:
            continue
        expected = board.value(int(row["ns"]) - 1)
        for side in ("ns", "ew"):
            assert figure(row, side) == getattr(expected, side), f"table {row['ns']} {side}"


def figure(row: dict[str, Any], side: str) -> Fraction | None:
    if row[f"{side}_exact"]:
        return Fraction(row[f"{side}_exact"])
    return None if row[f"{side}_unit"] is None else Fraction(row[f"{side}_points"], row[f"{side}_unit"])
