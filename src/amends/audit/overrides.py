"""Printed figures that follow from nothing: kept as what was awarded, where everything around them follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from amends import exact
from amends.audit.awarded import awarded
from amends.audit.conventions import FITS
from amends.audit.hidden import fitted
from amends.audit.lines import Lines
from amends.awards import Artificial
from amends.bridge import BySide, Side
from amends.event import Event, Form, Ruling, TableResult
from amends.event.rows import ruled_tables
from amends.journal.document import Document


def with_overrides(document: Document) -> tuple[Event, list[str]]:
    """The event with such figures as awards, and each of them in words; the same event where there are none."""
    event = document.event
    if event.form is Form.TEAMS or not document.published.lines or not event.results:
        return event, []
    found, lines, hidden = fitted(document)
    event, words = with_awards(found, lines)
    return event, [*hidden, *words]


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
    scale = Fraction(1, 10) if lines.convention["tenths"] else Fraction(1)
    given = {id: points.map(lambda figure: figure * scale) for id, points in _given(document, lines, ruled).items()}
    figures = {**_exactly(document, ruled), **given}
    # A ruling of the director's own file stands.
    kept = {id: points for id, points in figures.items() if id not in ruled or ruled[id].from_travellers}
    if not kept:
        return event, []
    words = [_words(results[id], kept[id]) for id in given if id in kept]
    return awarded(event, kept), words


def _given(document: Document, lines: Lines, ruled: Mapping[str, Ruling]) -> dict[str, BySide[Fraction]]:
    """The lines that do not follow and were given by somebody: not those of a board where most do not follow.

    Such a board is scored by a rule that we do not know, unless somebody was awarded something there, which the
    others' figures show.
    """
    place = {result.id: (result.session, result.section, result.board) for result in document.event.results}
    printed = Counter(place[id] for id, line in document.published.lines.items() if id in place and any(line.points))
    wrong = Counter(place[id] for id in lines.overridden)
    known = {place[id] for id in _exactly(document, ruled)}
    return {
        id: points
        for id, points in lines.overridden.items()
        if 2 * wrong[place[id]] <= printed[place[id]] or place[id] in known or id in ruled
    }


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
    return f"{result.where}: the file awards {said}, which {result.result} does not give"
