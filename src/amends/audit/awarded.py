"""Figures as awards: what a director has put into a file in place of what the scores give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from amends.awards import Award, Mixture, Published
from amends.bridge import BySide
from amends.event import Event, Ruling, TableResult
from amends.event.rows import reference_to, ruled_tables


def awarded(event: Event, figures: Mapping[str, BySide[Fraction]]) -> Event:
    """The event with figures awarded to tables, in place of what the file awards there."""
    ruled = ruled_tables(event.results, event.rulings)
    results = {result.id: result for result in event.results}
    taken = {ruled[id].id for id in figures if id in ruled}
    rulings = [ruling for ruling in event.rulings if ruling.id not in taken]
    rulings += (_ruling(results[id], points) for id, points in figures.items())
    return replace(event, rulings=tuple(rulings))


def _ruling(result: TableResult, points: BySide[Fraction]) -> Ruling:
    shows = result.result if isinstance(result.result, Mixture) else None
    awards: BySide[Award | None] = points.map(lambda figure: Published(figure, shows))
    id, reason = f"file {result.id}", "as the file awards it"
    return Ruling(id, result.board, reference_to(result), awards, reason=reason, from_travellers=True)
