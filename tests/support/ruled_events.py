"""Small events whose figures can be worked out by hand, and random ones with rulings that may be taken away."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from amends import (
    BySide,
    Event,
    Faults,
    Form,
    Ruling,
    TableReference,
    TableResult,
    Vulnerable,
    exact,
    load_regulation,
    parse_award,
)
from amends.awards import Award
from amends.event.rows import ruled_tables
from amends.formats import rulings_file, travellers_csv
from amends.formats.common.building import assembled


def played(board: int, ns: str, ew: str, result: str, **more: Any) -> TableResult:
    """A table result of two contestants."""
    id = f"{board}/{ns}-{ew}"
    return TableResult(id, parse_award(result), BySide((ns,), (ew,)), board=board, **more)


def said(*values: Fraction | None) -> list[str]:
    """Exact values as text."""
    return ["–" if value is None else exact.show(value) for value in values]


PAIRS = Event(
    vulnerable=dict.fromkeys((1, 2, 3), Vulnerable.NONE),
    results=tuple(
        played(board, str(table), str(table + 10), result)
        for board in (1, 2, 3)
        for table, result in enumerate(("+420", "-50", "+170", "+140"), 1)
    ),
)
"""Three boards with the same four results: on each N-S have 6, 0, 4, 2 of 6 matchpoints and E-W 0, 6, 2, 4."""


def ruling(id: str, board: int, ns: str, award: str, ew_award: str | None = None, **more: Any) -> Ruling:
    """A ruling for both sides on the table where a pair sat."""
    awards: BySide[Award | None] = BySide(parse_award(award), parse_award(ew_award or award))
    return Ruling(id, board, TableReference(ns=ns), awards, **more)


def given(event: Event, *rulings: Ruling) -> Event:
    """The event with more rulings."""
    return replace(event, rulings=(*event.rulings, *rulings))


def individual() -> Event:
    """Eight players at two tables, two boards."""
    seats = (("A", "B", "C", "D"), ("E", "F", "G", "H"))
    results = [
        TableResult(f"{board}/{n}", parse_award(result), BySide((n, s), (e, w)), board=board)
        for board, scores in ((1, ("+420", "-50")), (2, ("+110", "+140")))
        for (n, e, s, w), result in zip(seats, scores, strict=True)
    ]
    return Event(form=Form.INDIVIDUAL, results=tuple(results))


def teams(**more: Any) -> Event:
    """Two matches of two boards: X beats Y by 10 IMPs, and V and W score the same."""
    results = [
        played(board, *seats, result, room=room, round="1")
        for home, away, board, opened, closed in (
            ("X", "Y", 1, "+420", "-50"),
            ("X", "Y", 2, "+110", "+110"),
            ("V", "W", 1, "+420", "+420"),
            ("V", "W", 2, "+110", "+110"),
        )
        for room, seats, result in (("open", (home, away), opened), ("closed", (away, home), closed))
    ]
    return Event(form=Form.TEAMS, scoring="imps", results=tuple(results), **more)


def swiss() -> Event:
    """Swiss pairs at matchpoints: a round of two boards at three tables."""
    regulation = load_regulation("exact").having(vp_scale="ebu-swiss-pairs")
    results = [
        played(board, str(table), str(table + 10), result, round="1")
        for board in (1, 2)
        for table, result in enumerate(("+420", "-50", "+170"), 1)
    ]
    return Event(form=Form.SWISS_PAIRS, regulation=regulation, results=tuple(results))


FORMS: dict[str, tuple[Event, Ruling]] = {
    "pairs": (PAIRS, ruling("1", 1, "2", "60% +420; 40% -50")),
    "two winners": (replace(PAIRS, winners=2), ruling("1", 1, "2", "60% +420; 40% -50")),
    "butler": (replace(PAIRS, scoring="butler"), ruling("1", 1, "2", "60% +420; 40% -50")),
    "cross-imps": (replace(PAIRS, scoring="cross-imps"), ruling("1", 1, "2", "60% +420; 40% -50")),
    "total points": (replace(PAIRS, scoring="total-points"), ruling("1", 1, "2", "60% +420; 40% -50")),
    "individual": (individual(), ruling("1", 1, "E", "60% +420; 40% -50")),
    "teams, VP": (teams(), replace(ruling("1", 1, "Y", "+420"), table=TableReference(ns="Y", room="closed"))),
    "teams, knockout": (
        teams(knockout=True),
        replace(ruling("1", 1, "Y", "+420"), table=TableReference(ns="Y", room="closed")),
    ),
    "Swiss pairs": (swiss(), ruling("1", 1, "2", "60% +420; 40% -50")),
}
"""An event of every form, and a ruling for it."""


def read(case: tuple[str, str, dict[str, Any]]) -> Event | None:
    """A random event of `events`; None where it is one that is refused."""
    travellers, rulings, options = case
    winners = int(options.get("winners", 1))
    try:
        results, ruled = (
            travellers_csv.loads(travellers, winners=winners, accept_scores=True),
            rulings_file.loads(rulings),
        )
        form = Form(options.get("form", results.event.form.value))
        return assembled(
            replace(
                results,
                event=replace(
                    results.event,
                    form=form,
                    scoring=options.get("scoring", "imps" if form is Form.TEAMS else "matchpoints"),
                    regulation=load_regulation("exact").having(
                        **{**(ruled.settings or {}), **options.get("settings", {})}
                    ),
                    winners=winners,
                    knockout=bool(options.get("knockout", False)),
                ),
            ),
            ruled,
        )
    except Faults:
        return None


def taken_away(event: Event, most: int) -> tuple[Event, list[Ruling]]:
    """The event without the first of its rulings in force, and these."""
    ruled = ruled_tables(event.results, event.rulings)
    pending = [each for each in ruled.values() if not each.from_travellers][:most]
    taken = {each.id for each in pending}
    kept = tuple(replace(each, replaces=None) for each in ruled.values() if each.id not in taken)
    return replace(event, rulings=kept), [replace(each, replaces=None) for each in pending]
