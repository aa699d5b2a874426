"""What writers print is the figure of that very table."""

from __future__ import annotations

from amends import BySide, Event, TableResult, parse_award
from amends.formats.common.scored_rows import scored


def test_a_pair_that_sits_at_a_board_more_than_once_has_each_of_its_figures() -> None:
    """As robots do: pair 1 against 2, 3 and 4 on one board."""
    results = tuple(
        TableResult(f"1/1-{ew}", parse_award(score), BySide(("1",), (ew,)), board=1)
        for ew, score in (("2", "+100"), ("3", "-50"), ("4", "+420"))
    )
    rows = scored(Event(results=results)).rows
    assert [" ".join(map(str, row.figures)) for row in rows] == ["2 2", "0 4", "4 0"]
