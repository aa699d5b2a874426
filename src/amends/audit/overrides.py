"""Printed figures that follow from nothing: kept as what was awarded, where everything around them follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from amends import exact
from amends.audit.conventions import FITS
from amends.audit.hidden_score import Hidden
from amends.audit.hidden_scores import find_hidden
from amends.audit.lines import AuditedLines, fitted_lines
from amends.awards import Artificial, Award, Mixture, NotScored, Published
from amends.bridge import BySide, Points, Side
from amends.event import Event, Form, Ruling, TableResult
from amends.event.rows import reference_to, ruled_tables
from amends.journal.chain import Document


def awarded(event: Event, figures: Mapping[str, BySide[Fraction]]) -> Event:
    """The event with figures awarded to tables, in place of what the file awards there."""
    ruled = ruled_tables(event.results, event.rulings)
    results = {result.id: result for result in event.results}
    taken = {ruled[id].id for id in figures if id in ruled}
    rulings = [ruling for ruling in event.rulings if ruling.id not in taken]
    rulings += (_ruling(results[id], points, ruled.get(id)) for id, points in figures.items())
    return replace(event, rulings=tuple(rulings))


def _ruling(result: TableResult, points: BySide[Fraction], before: Ruling | None) -> Ruling:
    # An artificial score shows the field nothing, whatever happened at the table.
    artificial = before is not None and all(isinstance(award, Artificial) for award in before.awards)
    shows = result.result if isinstance(result.result, Mixture) and not artificial else None
    awards: BySide[Award | None] = points.map(lambda figure: Published(figure, shows))
    id, reason = f"file {result.id}", "as the file awards it"
    return Ruling(id, result.board, reference_to(result), awards, reason=reason, from_travellers=True)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A document with the scores that it hides as awards, and its lines under the convention that fits."""

    document: Document
    lines: AuditedLines
    zeros: tuple[str, ...] = ()
    """Artificial scores that stand as a score of 0, in words."""
    hidden: tuple[Hidden, ...] = ()
    """What was found from the figures of the other tables."""
    is_complete: bool = True
    """Whether every try to find hidden scores was made."""

    @property
    def words(self) -> list[str]:
        """Each hidden score in words."""
        return [*self.zeros, *(f"{each.where}: {each.words}" for each in self.hidden)]


def fitted(document: Document, *, slips: bool = True) -> Fitted:
    """The document with its hidden scores as awards; without `slips` a score that was printed stands."""
    found = _without_zeros(document)
    answers, is_complete = find_hidden(found.document, found.lines)
    hidden = [each for each in answers if slips or not each.is_slip]
    found = replace(found, is_complete=is_complete)
    if not hidden:
        return found
    changed = found.document
    for each in hidden:
        changed = replace(changed, event=_with_hidden(changed.event, each))
    return replace(found, document=changed, lines=fitted_lines(changed, found.lines.convention), hidden=tuple(hidden))


def _with_hidden(event: Event, hidden: Hidden) -> Event:
    """The event in which the rows have what was found for them."""
    results = {result.id: result for result in event.results}
    ruled = ruled_tables(event.results, event.rulings)
    ids = [row.row.table.id for row in hidden.rows]
    taken = {ruled[id].id for id in ids if id in ruled}
    rulings = [ruling for ruling in event.rulings if ruling.id not in taken]
    if hidden.field_only:
        [row] = hidden.rows
        table = replace(results[row.row.table.id], result=row.awards.ns, seats=BySide((), ()))
        others = tuple(table if each.id == table.id else each for each in event.results)
        return replace(event, results=others, rulings=tuple(rulings))
    for row in hidden.rows:
        result = results[row.row.table.id]
        awards: BySide[Award | None] = BySide(*(hidden.award or row.awards))
        reason = "as the figures of the other tables show"
        where = reference_to(result)
        rulings.append(Ruling(f"file {result.id}", result.board, where, awards, reason=reason, from_travellers=True))
    return replace(event, rulings=tuple(rulings))


def _without_zeros(document: Document) -> Fitted:
    """The document with artificial scores that stand as a score of 0 as awards."""
    lines = fitted_lines(document)
    doubtful = [result for result in document.event.results if result.id in lines.overridden and _is_nothing(result)]
    if not doubtful:
        return Fitted(document, lines)
    tried = fitted_lines(_taken_out(document, lines, doubtful))
    # Only where without it all of the board's other lines follow.
    better = {_place(each) for each in doubtful}
    for result in document.event.results:
        if result.id in tried.overridden and not _is_nothing(result):
            better.discard(_place(result))
    others = {
        _place(each)
        for each in document.event.results
        if each.id in lines.overridden and each.id not in tried.overridden and not _is_nothing(each)
    }
    found = [result for result in doubtful if _place(result) in better & others]
    if not found:
        return Fitted(document, lines)
    changed = _taken_out(document, lines, found)
    words = []
    for each in found:
        ns, ew = map(exact.brief, lines.overridden[each.id])
        words.append(f"{each.where}: the score 0 is taken for an award of {ns} for N-S and {ew} for E-W")
    return Fitted(changed, fitted_lines(changed), tuple(words))


def _is_nothing(result: TableResult) -> bool:
    """Whether a line has a score of 0 and no contract."""
    return result.result == Mixture.of(Points(0))


def _place(result: TableResult) -> tuple[str, str, int]:
    return result.session, result.section, result.board


def _taken_out(document: Document, lines: AuditedLines, tables: Iterable[TableResult]) -> Document:
    """The document in which these tables have no result, and their printed figures are awards."""
    ids = {result.id for result in tables}
    event = document.event
    results = tuple(replace(each, result=NotScored()) if each.id in ids else each for each in event.results)
    figures = {id: points for id, points in lines.overridden.items() if id in ids}
    return replace(document, event=awarded(replace(event, results=results), figures))


def with_overrides(document: Document) -> tuple[Event, list[str]]:
    """The event with such figures as awards, and each of them in words; the same event where there are none."""
    event = document.event
    if event.form is Form.TEAMS or not document.published.lines or not event.results:
        return event, []
    found = fitted(document, slips=False)
    event, words = with_awards(found.document, found.lines)
    return event, [*found.words, *words]


def with_awards(document: Document, lines: AuditedLines) -> tuple[Event, list[str]]:
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
    words = []
    for id in given:
        if id in kept:
            said = " and ".join(f"{exact.brief(kept[id][side])} for {side.words}" for side in Side)
            result = results[id]
            words.append(f"{result.where}: the file awards {said}, which {result.result} does not give")
    return awarded(event, kept), words


def _given(document: Document, lines: AuditedLines, ruled: Mapping[str, Ruling]) -> dict[str, BySide[Fraction]]:
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
    """Awards that a file has as whole percentages, such as A5743, with the points that stand beside them.

    Our own files say in words which percentage was awarded.
    """
    found: dict[str, BySide[Fraction]] = {}
    if document.is_own:
        return found
    for id, ruling in ruled.items():
        line = document.published.lines.get(id)
        fixed = any(isinstance(award, Artificial) and award.unit is not None for award in ruling.awards)
        if ruling.from_travellers and fixed and line and line.points.ns and line.points.ew:
            found[id] = BySide(line.points.ns.value, line.points.ew.value)
    return found
