"""What a USEBIO file cannot hold, in words, a line each."""

from __future__ import annotations

from collections.abc import Iterator

from amends.event import Event, Form, TableResult
from amends.event.rows import in_force
from amends.exact import many
from amends.formats.common import loss_lines
from amends.formats.common.scored_rows import Scored, scored, where
from amends.formats.usebio.writer import lost_rows
from amends.journal.chain import Document


def losses(document: Document) -> Iterator[str]:
    """What writing the document would lose."""
    event = document.event
    found = scored(event)
    yield from _rows(found, event)
    yield from _places(event)
    yield from loss_lines.amounts(event, "shows in the total alone")
    yield from loss_lines.regulation(event)
    if event.knockout:
        yield "that it is a knockout is left out"
    for key, words in (("remark", "remarks"), ("players", "names of those who sat")):
        tables = sum(1 for result in event.results if result.record is not None and getattr(result.record, key))
        if tables:
            yield f"the {words} at {many(tables, 'table')} are left out"
    dealers = [dealt.board for dealt in event.deals if dealt.dealer is not None]
    if dealers:
        yield f"the dealer of {many(len(dealers), 'board')} is left out: it is by the board's number"
    if document.about.get("director"):
        yield "who directed is left out"
    if document.published:
        yield "the figures that were published give way to those that the event gives"
    if document.journal:
        yield "the journal is left out: who ruled, appealed and corrected when"


def _rows(found: Scored, event: Event) -> Iterator[str]:
    lost = {row.table.id: (row, words) for row, words in lost_rows(found, event)}
    rulings = {ruling.id: ruling for ruling in in_force(event.rulings)}
    for row in found.rows:
        if row.table.id in lost:
            yield f"{where(row.table, event.form)}: {lost[row.table.id][1]}"
        ruling = rulings.get(row.row.ruling or "")
        grounds = loss_lines.grounds(ruling) if ruling else ""
        if grounds:
            yield f"{where(row.table, event.form)}: of the ruling, {grounds} left out"
    replaced = len(event.rulings) - len(rulings)
    if replaced:
        yield f"{many(replaced, 'ruling')} that another has replaced left out"


def _places(event: Event) -> Iterator[str]:
    """What is known of where and when a table played."""
    unscored = sum(str(result.result) == "sit-out" for result in event.results)
    if unscored:
        yield f"the rows without a contest ({unscored}: sit-outs, byes, cancelled tables) are left out"
    if event.form in (Form.PAIRS, Form.INDIVIDUAL) and any(result.round for result in event.results):
        yield "the rounds are left out"
    if any(result.table for result in event.results):
        yield "the numbers of the tables are left out"
    if any(result.group for result in event.results):
        yield "the groups of fouled boards are left out"
    yield from loss_lines.copies(event)
    if any(result.match and result.round for result in event.results):
        yield "the names of the matches are left out"
    matches: dict[str, list[TableResult]] = {}
    for result in event.results:
        matches.setdefault(result.match, []).append(result)
    for match, results in matches.items():
        sessions, rounds = ({getattr(each, what) for each in results} for what in ("session", "round"))
        if match and len(sessions) > 1:
            yield f"match {match} goes over {len(sessions)} sessions: written as one in each"
        elif match and len(rounds) > 1:
            yield f"match {match} goes over {len(rounds)} rounds: written as one"
