"""Printed figures that follow from nothing: kept as what was awarded, where everything around them follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from amends import exact
from amends.audit.lines import Lines, fitted_lines
from amends.awards import Artificial, Award, Mixture, Published
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
    return with_awards(document, fitted_lines(document))


def with_awards(document: Document, lines: Lines) -> tuple[Event, list[str]]:
    """The same, where the lines have been looked at already.

    A file that as a whole is scored otherwise than we think says nothing about single lines: it is left alone.
    """
    event = document.event
    wrong = lines.tally.printed - lines.tally.follow
    if not lines.tally.printed or lines.tally.follow < FITS * wrong:
        return event, []
    if lines.convention["matchpoints_per_win"] not in ("", str(event.regulation.matchpoints_per_win)):
        return event, []
    ruled = ruled_tables(event.results, event.rulings)
    results = {result.id: result for result in event.results}
    figures = {**_exactly(document, ruled), **lines.overridden}
    # A ruling of the director's own file stands.
    kept = {id: points for id, points in figures.items() if id not in ruled or ruled[id].from_travellers}
    if not kept:
        return event, []
    taken = {ruled[id].id for id in kept if id in ruled}
    rulings = [ruling for ruling in event.rulings if ruling.id not in taken]
    rulings += (_ruling(results[id], points) for id, points in kept.items())
    words = [_words(results[id], kept[id]) for id in lines.overridden if id in kept]
    return replace(event, rulings=tuple(rulings)), words


def _exactly(document: Document, ruled: Mapping[str, Ruling]) -> dict[str, BySide[Fraction]]:
    """Awards that a file has as whole percentages, such as A5743, with the points that stand beside them."""
    found = {}
    for id, ruling in ruled.items():
        line = document.published.lines.get(id)
        fixed = any(isinstance(award, Artificial) and award.unit is not None for award in ruling.awards)
        if ruling.from_travellers and fixed and line and line.points.ns and line.points.ew:
            found[id] = BySide(line.points.ns.value, line.points.ew.value)
    return found


def _words(result: TableResult, points: BySide[Fraction]) -> str:
    said = " and ".join(f"{exact.brief(points[side])} for {side.words}" for side in Side)
    return f"board {result.board}, {result.words}: the file awards {said}, which {result.result} does not give"


def _ruling(result: TableResult, points: BySide[Fraction]) -> Ruling:
    shows = result.result if isinstance(result.result, Mixture) else None
    ns, ew = (seats[0] if seats else "" for seats in result.seats)
    where = TableReference(
        ns, ew, result.session, result.section, result.round, result.table, result.match, result.room
    )  # fmt: skip
    awards: BySide[Award | None] = points.map(lambda figure: Published(figure, shows))
    id, reason = f"file {result.id}", "as the file awards it"
    return Ruling(id, result.board, where, awards, reason=reason, from_travellers=True)
