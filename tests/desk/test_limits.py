"""What is typed and ruled at the desk is held against the limits; an event that is beyond them goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, count
from math import isqrt
from pathlib import Path

import pytest

from amends.awards import Artificial, Published, Unit, parse_award
from amends.bridge import BySide
from amends.desk import Desk
from amends.desk.commands.penalties import penalising
from amends.desk.importing.sent_file import Reading, read_sent_file
from amends.desk.store_care import verify_event
from amends.desk.typing.results import Typed, entering
from amends.desk.views.overview import overview
from amends.event import Event, Form, TableResult
from amends.event.limits import limit_faults
from amends.event.ruling import CarryOver, Penalty, Ruling, TableReference, VictoryPointAward
from amends.faults import Faults
from amends.formats import event_document
from amends.journal.chain import Document
from amends.journal.from_event import journal_of
from amends.regulations import load as load_regulation
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


def prime(number: int) -> int:
    """The next prime."""
    return next(each for each in count(number) if all(each % divisor for divisor in range(2, isqrt(each) + 1)))


PRIMES = list(accumulate(range(9), lambda last, _: prime(last + 1), initial=prime(10_000)))


def test_the_figure_of_a_penalty_has_a_denominator(desk: Desk) -> None:
    opened = desk.open(desks.NAME)
    with pytest.raises(Faults, match="a figure in finer parts than millionths"):
        desk.confirm(opened, penalising(Penalty("7", "1/1000003", "90B1", "late")))
    assert desk.open(desks.NAME).seen == opened.seen


def test_the_figures_of_all_penalties_have_a_common_denominator(desk: Desk) -> None:
    for place, each in enumerate(PRIMES):
        opened, draft = desk.open(desks.NAME), penalising(Penalty("7", f"1/{each}", "90B1", "late"))
        if place < 7:
            desk.confirm(opened, draft)
            continue
        with pytest.raises(Faults, match="common denominator is above 10\\^30"):
            desk.confirm(opened, draft)
    assert len(desk.open(desks.NAME).event.penalties) == 7


FINER = [10**59 + each for each in range(1, 81)]
ROW = TableResult("1", parse_award("4H N ="), BySide(("1",), ("2",)), board=1)
TOO_FINE = {
    "penalties": Event(
        results=(ROW,), penalties=tuple(Penalty("1", f"1/{each} MP", "90", str(each)) for each in FINER)
    ),
    "carried over": Event(results=(ROW,), carry_overs=tuple(CarryOver("1", Fraction(1, each)) for each in FINER)),
    "victory points": Event(
        form=Form.SWISS_PAIRS,
        regulation=load_regulation("exact").having(vp_scale="ebu-swiss-pairs"),
        results=(replace(ROW, round="1"),),
        awards=tuple(VictoryPointAward("1", str(each), f"1/{each} VP") for each in FINER),
    ),
    "published figures": Event(
        results=tuple(
            replace(ROW, id=str(each), result=Published(Fraction(1, each)), board=n) for n, each in enumerate(FINER, 1)
        )
    ),
    "artificial scores": Event(
        results=tuple(
            replace(ROW, id=str(each), result=Artificial(Fraction(1, each), Unit.PERCENT), board=n)
            for n, each in enumerate(FINER, 1)
        )
    ),
}


@pytest.mark.parametrize("event", TOO_FINE.values(), ids=TOO_FINE)
def test_an_event_whose_totals_no_page_could_show_is_refused_on_a_server(event: Event) -> None:
    assert [fault.found for fault in limit_faults(event, on_a_server=True)][-1].endswith("more than a thousand digits")
    document = Document(event=event, journal=journal_of(Document(event=event), desks.START, "amends"))
    data = event_document.dumps(document).encode()
    content = read_sent_file(data, Reading(name="elsewhere.amends.json"))
    assert [fault.found for fault in content.faults] == [
        "weights and figures whose common denominator has more than a thousand digits"
    ]


def test_an_event_beyond_a_limit_does_not_become_one_that_no_page_can_show(desk: Desk) -> None:
    event = replace(Event(), results=(ROW,), title="Elsewhere", penalties=TOO_FINE["penalties"].penalties[:3])
    desk.store.begin("Elsewhere", "2026-11-14", journal_of(Document(event=event), desk.clock(), "amends"))
    finer = (penalising(Penalty("1", f"1/{each}", "90B1", "late")) for each in FINER)
    with pytest.raises(Faults, match="more than a thousand digits"):
        _ = [desk.confirm(desk.open("Elsewhere"), draft) for draft in finer]
    assert desk.confirm(desk.open("Elsewhere"), penalising(Penalty("1", "1", "90B1", "late"))).new
