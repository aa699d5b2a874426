"""Artificial scores that a file hides as a score of 0 without a contract: found by what the rest of the board shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from amends import exact
from amends.audit.awarded import awarded
from amends.audit.lines import Lines, fitted_lines
from amends.awards import Mixture, NotScored
from amends.bridge import Points
from amends.event import TableResult
from amends.journal.document import Document


def fitted(document: Document) -> tuple[Document, Lines, list[str]]:
    """The document with such scores as awards, its lines under the convention that fits, and each score in words."""
    lines = fitted_lines(document)
    doubtful = [result for result in document.event.results if result.id in lines.overridden and _is_nothing(result)]
    if not doubtful:
        return document, lines, []
    tried = fitted_lines(_taken_out(document, lines, doubtful))
    # Only where without it more of the board's other lines follow.
    better = {_place(each) for each in doubtful}
    for result in document.event.results:
        if result.id not in lines.overridden and result.id in tried.overridden:
            better.discard(_place(result))
    others = {
        _place(each)
        for each in document.event.results
        if each.id in lines.overridden and each.id not in tried.overridden and not _is_nothing(each)
    }
    found = [result for result in doubtful if _place(result) in better & others]
    if not found:
        return document, lines, []
    changed = _taken_out(document, lines, found)
    return changed, fitted_lines(changed), [_words(each, lines) for each in found]


def _is_nothing(result: TableResult) -> bool:
    """Whether a line has a score of 0 and no contract."""
    return result.result == Mixture.of(Points(0))


def _place(result: TableResult) -> tuple[str, str, int]:
    return result.session, result.section, result.board


def _taken_out(document: Document, lines: Lines, tables: Iterable[TableResult]) -> Document:
    """The document in which these tables have no result, and their printed figures are awards."""
    ids = {result.id for result in tables}
    event = document.event
    results = tuple(replace(each, result=NotScored()) if each.id in ids else each for each in event.results)
    figures = {id: points for id, points in lines.overridden.items() if id in ids}
    return replace(document, event=awarded(replace(event, results=results), figures))


def _words(result: TableResult, lines: Lines) -> str:
    ns, ew = lines.overridden[result.id]
    where = result.where
    return f"{where}: the score 0 is taken for an award of {exact.brief(ns)} for N-S and {exact.brief(ew)} for E-W"
