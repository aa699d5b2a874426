"""What is typed and ruled at the desk is held against the limits; an event that is beyond them goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from amends.awards import parse_award
from amends.bridge import BySide
from amends.desk import Desk
from amends.desk.commands.penalties import penalising
from amends.desk.store_care import verify_event
from amends.desk.typing.results import Typed, entering
from amends.desk.views.overview import overview
from amends.event import Event, TableResult
from amends.event.ruling import Penalty, Ruling, TableReference
from amends.faults import Faults
from amends.journal.chain import Document
from amends.journal.from_event import journal_of
from support import desks

FINE = "1/1000003 4H N =; 1000002/1000003 4H N -1"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desks.desk_at(tmp_path / "store.db") as desk:
        desks.begin(desk)
        yield desk


def test_a_section_that_is_typed_has_a_length(desk: Desk) -> None:
    opened = desk.open(desks.NAME)
    line = Typed("4hn=", ("7",), ("8",), section="9" * 5000)
    with pytest.raises(Faults, match="a section of 5000 characters"):
        desk.confirm(opened, entering(99, [line], newcomers=True))
    assert desk.open(desks.NAME).seen == opened.seen


def test_weights_of_a_ruling_have_denominators(desk: Desk) -> None:
    opened = desk.open(desks.NAME)
    row = opened.event.results[0]
    award = parse_award(FINE)
    ruling = Ruling("", row.board, TableReference(ns=row.seats.ns[0]), BySide(award, award))
    with pytest.raises(Faults, match="finer parts than millionths"):
        desk.confirm(opened, desks.accepting(ruling))
    assert desk.open(desks.NAME).seen == opened.seen


def test_an_event_from_elsewhere_that_is_beyond_a_limit_opens_and_goes_on(desk: Desk) -> None:
    rows = tuple(
        TableResult(str(n), parse_award(FINE if n == 1 else "4H N ="), BySide((f"{n}" * 50,), (f"{n + 5}",)), board=1)
        for n in (1, 2)
    )
    event = replace(Event(), results=rows, title="Elsewhere")
    desk.store.begin("Elsewhere", "2026-11-14", journal_of(Document(event=event), desk.clock(), "amends"))
    opened = desk.open("Elsewhere")
    assert opened.standings.lists
    beyond = [fault.found for fault in overview(opened).beyond_limits]
    assert beyond == [fault.found for fault in verify_event(desk, "Elsewhere").beyond_limits]
    assert [words.split(" of ")[0] for words in beyond] == [
        "a contestant",
        "a contestant",
        "a weight or figure in finer parts than millionths",
    ]
    assert verify_event(desk, "Elsewhere").whole
    after = desk.confirm(opened, penalising(Penalty("6", "10%", "90B1", "late"))).after
    assert len(after.event.penalties) == 1
