"""USEBIO written and read again: the same event, as far as the format can hold it, with the figures that it gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import assume, given

from amends import Event, Faults, Form, NotScored, load_regulation
from amends.formats import rulings_file, travellers_csv, usebio
from amends.formats.common.building import assembled
from amends.formats.common.scored_rows import ScoredRow, scored
from amends.journal.chain import Document
from amends.scoring.event import score
from support import events
from support.examples import examples

SIT_OUT = NotScored(expected=False)
MOVING = ("groups of fouled boards", "rows without a contest", "goes over")
"""What is said to be left out and has a part in the ranking."""


def ranking(event: Event) -> list[tuple[str, str, Fraction | None]]:
    """Everybody with place and total."""
    return sorted(
        (each.contestant, each.place, each.total) for entries in score(event).lists.values() for each in entries
    )


def made(travellers: str, rulings: str, options: dict[str, Any]) -> Event:
    """The event of random texts."""
    winners = int(options.get("winners", 1))
    read, ruled = travellers_csv.loads(travellers, winners=winners, accept_scores=True), rulings_file.loads(rulings)
    form = Form(options.get("form", read.event.form.value))
    return assembled(
        replace(
            read,
            event=replace(
                read.event,
                form=form,
                scoring=options.get("scoring", "imps" if form is Form.TEAMS else "matchpoints"),
                regulation=load_regulation("exact").having(**{**(ruled.settings or {}), **options.get("settings", {})}),
                winners=winners,
                knockout=bool(options.get("knockout", False)),
            ),
        ),
        ruled,
    )


def places(event: Event, rows: Iterable[ScoredRow]) -> dict[tuple[Any, ...], ScoredRow]:
    """The rows by where their tables stand, as far as the format tells them apart.

    A match has one round, though it may have gone over several.
    """
    rounds: dict[tuple[str, str], str] = {}
    for table in event.results:
        rounds.setdefault((table.session, table.match), table.round)
    found = {}
    for row in rows:
        table = row.table
        when = rounds[table.session, table.match] or table.match if table.match else table.round
        when = when if event.form in (Form.TEAMS, Form.SWISS_PAIRS) else ""
        found[table.session, table.section, when, table.board, table.seats.ns, table.seats.ew] = row
    return found


@examples(30, long=120)
@given(events.events(held=True))
def test_any_event_comes_back_with_its_tables_awards_and_figures(case: tuple[str, str, dict[str, Any]]) -> None:
    try:
        event = made(*case)
        before = scored(event)
    except Faults:
        assume(False)
    text = usebio.dumps(Document(event=event))
    again = usebio.loads(text)
    assert (again.event.form, again.event.winners) == (event.form, event.winners)
    assert again.event.scoring == event.scoring
    assert {note.kind for note in again.notes} <= {"waiting"}
    if not any(words in line for line in usebio.losses(Document(event=event)) for words in MOVING):
        assert ranking(replace(again.event, regulation=event.regulation)) == ranking(event)
    written = places(event, (row for row in before.rows if any(award != SIT_OUT for award in row.row.awards)))
    read = places(again.event, scored(replace(again.event, regulation=event.regulation)).rows)
    assert read.keys() == {key for key in written if event.form is not Form.TEAMS or all(key[-2:])}
    for key, row in read.items():
        assert row.row.awards == written[key].row.awards, key
        assert row.table.group == ""
        line = again.published.lines.get(row.table.id)
        for figure, printed in zip(written[key].figures, line.points if line else (None, None), strict=True):
            if event.form is not Form.TEAMS and event.scoring != "total-points":
                assert (printed is None) == (figure is None)
            if printed is not None and figure is not None:
                assert printed.agrees(figure)
    assert all(again.event.conditions(key[3]) is event.conditions(key[3]) for key in read)
    everybody = {seat for result in event.results for seats in result.seats for seat in seats}
    assert again.event.contestants.keys() == everybody
    for standing in again.published.standings:
        own = before.standings.standing(standing.contestant)
        assert standing.place == own.place
        for printed, value in ((standing.total, own.total), (standing.percent, own.percent)):
            assert (printed is None) == (value is None)
            assert printed is None or value is None or printed.agrees(value)
