"""Printed figures that follow from nothing: kept as what was awarded, where everything around them follows."""

from __future__ import annotations

from dataclasses import replace

from amends import exact
from amends.audit.lines import Lines, fitted_lines
from amends.awards import Mixture, Published
from amends.bridge import BySide, Side
from amends.event import Event, Form, Ruling, TableReference, TableResult
from amends.event.document import Document
from amends.event.rows import ruled_tables

FITS = 4
"""Where at least so many lines follow for each that does not, the file is scored as we think, and a line that does
not follow was given by somebody: an award, or a slip."""


def with_overrides(document: Document) -> tuple[Event, list[str]]:
    """The event with such figures as awards, and each of them in words; the same event where there are none."""
    event = document.event
    if event.form is Form.TEAMS or not document.published.lines or not event.results:
        return event, []
    return with_awards(event, fitted_lines(document))


def with_awards(event: Event, lines: Lines) -> tuple[Event, list[str]]:
    """The same, where the lines have been looked at already.

    A file that as a whole is scored otherwise than we think says nothing about single lines: it is left alone.
    """
    wrong = lines.tally.printed - lines.tally.follow
    if not lines.overridden or lines.tally.follow < FITS * wrong:
        return event, []
    if lines.convention["matchpoints_per_win"] not in ("", str(event.regulation.matchpoints_per_win)):
        return event, []
    ruled = ruled_tables(event.results, event.rulings)
    taken = {ruled[id].id for id in lines.overridden if id in ruled}
    results = {result.id: result for result in event.results}
    words, rulings = [], [ruling for ruling in event.rulings if ruling.id not in taken]
    for id, points in lines.overridden.items():
        if id in ruled and not ruled[id].from_travellers:
            continue  # a ruling of the director's own file stands
        result = results[id]
        shows = result.result if isinstance(result.result, Mixture) else None
        awards = BySide.of(lambda side, points=points, shows=shows: Published(points[side], shows))  # type: ignore[misc]
        rulings.append(_ruling(result, awards))
        said = " and ".join(f"{exact.brief(points[side])} for {side.words}" for side in Side)
        words.append(
            f"board {result.board}, {result.words}: the file awards {said}, which {result.result} does not give"
        )
    return replace(event, rulings=tuple(rulings)), words


def _ruling(result: TableResult, awards: BySide[Published]) -> Ruling:
    ns, ew = (seats[0] if seats else "" for seats in result.seats)
    where = TableReference(
        ns, ew, result.session, result.section, result.round, result.table, result.match, result.room
    )  # fmt: skip
    reason = "as the file awards it"
    return Ruling(f"file {result.id}", result.board, where, awards.map(lambda award: award), reason=reason,
                  from_travellers=True)  # fmt: skip
