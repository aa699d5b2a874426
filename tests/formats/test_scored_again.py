"""Files that amends has written, scored again: the same ranking, or words for what the file does not hold."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from amends import Event, Faults, Form, exact, formats
from amends.audit import audit
from amends.desk.file_event import EventChoices, FileEvent, event_from_file
from amends.event.published import PublishedFigures, PublishedStanding
from amends.event.rows import rows_in_force
from amends.event.ruling import Penalty
from amends.formats.common.scored_rows import where
from amends.formats.rulings_file.tables import RulingsFile
from amends.journal.chain import Document
from amends.scoring.event import score
from support.adjusted_events import EVENTS, adjusted

SUFFIXES = {"usebio": ".xml", "pbn": ".pbn", "bridgewebs": ".bridgewebs.csv", "travellers": ".csv", "lin": ".lin"}


def losses(event: Event, format: str) -> list[str]:
    return list(formats.known()[format].losses(Document(event=event)))


def again(event: Event, format: str, **chosen: Any) -> FileEvent:
    """The event of a file that was written of an event, as `amends score` reads it."""
    text = formats.dumps(Document(event=event), format)
    document = formats.loads(text, f"again{SUFFIXES[format]}", winners=chosen.get("winners"))
    choices = EventChoices(regulation=event.regulation, **chosen)
    return event_from_file(document, RulingsFile(), choices, "again")


def ranking(event: Event) -> list[tuple[str, str, str]]:
    """Everybody with place and total."""
    standings = (standing for entries in score(event).lists.values() for standing in entries)
    return sorted(
        (each.contestant, each.place, exact.brief(each.total, 4)) for each in standings if each.total is not None
    )


def awards(event: Event) -> dict[tuple[object, ...], tuple[str, ...]]:
    """What happened at each table and what each side was awarded there."""
    found: dict[tuple[object, ...], tuple[str, ...]] = {}
    for row in rows_in_force(event.results, event.rulings):
        table = row.table
        place = (table.session, table.section, table.board, table.seats, table.room.removesuffix(" 1"))
        found[place] = (str(table.result), *map(str, row.awards))
    return found


def assert_the_same(made: FileEvent, event: Event) -> None:
    assert ranking(made.document.event) == ranking(event)
    assert awards(made.document.event) == awards(event)
    assert (made.awarded, made.other_ranking) == ((), None)
    assert [str(finding) for finding in audit(made.document).findings] == []


FIELDS = [name for name in EVENTS if EVENTS[name]().form is not Form.TEAMS]


@pytest.mark.parametrize("format", ["usebio", "pbn"])
@pytest.mark.parametrize("name", EVENTS)
def test_all_rulings_penalties_and_carry_overs_come_back(name: str, format: str) -> None:
    event = adjusted(EVENTS[name]())
    assert_the_same(again(event, format), event)


@pytest.mark.parametrize("name", FIELDS)
def test_bridgewebs_says_what_was_not_played_and_the_rest_comes_back(name: str) -> None:
    event = adjusted(EVENTS[name](), without=("not played",))
    assert_the_same(again(event, "bridgewebs"), event)
    event = adjusted(EVENTS[name]())
    assert sum("not played, left out" in line for line in losses(event, "bridgewebs")) == 1


@pytest.mark.parametrize("name", [name for name in EVENTS if name not in FIELDS])
def test_bridgewebs_says_that_teams_cannot_be_read_again(name: str) -> None:
    event = adjusted(EVENTS[name]())
    assert "amends cannot read this file again: the travellers of teams do not say the rooms" in losses(
        event, "bridgewebs"
    )
    with pytest.raises(Faults, match="travellers do not say the rooms"):
        again(event, "bridgewebs")


@pytest.mark.parametrize("name", EVENTS)
def test_travellers_bring_rulings_back_and_say_what_else_is_to_be_said_again(name: str) -> None:
    event = adjusted(EVENTS[name]())
    lost = losses(event, "travellers")
    for penalty in event.penalties:
        assert f"the penalty of {penalty.amount} for {penalty.contestant} is left out: a rulings file holds it" in lost
    for carried in event.carry_overs:
        assert f"the carry-over of {carried.contestant} is left out: a rulings file holds it" in lost
    usual = "imps" if event.form is Form.TEAMS else "matchpoints"
    for words, differs in {
        f"the scoring, {event.scoring}, is not in the file": event.scoring != usual,
        "that there are two winners is not in the file": event.winners == 2,
        "that it is a knockout is not in the file": event.knockout,
        "that these are Swiss pairs is not in the file": event.form is Form.SWISS_PAIRS,
    }.items():
        assert any(line.startswith(words) for line in lost) == differs
    bare = replace(event, penalties=(), carry_overs=())
    chosen = {"scoring": event.scoring, "form": event.form, "winners": event.winners, "knockout": event.knockout}
    assert_the_same(again(bare, "travellers", **chosen), bare)


@pytest.mark.parametrize("name", FIELDS)
def test_lin_names_every_ruling_and_penalty_that_it_leaves_out(name: str) -> None:
    event = adjusted(EVENTS[name]())
    lost = losses(event, "lin")
    for ruling in event.rulings:
        assert f"ruling {ruling.id} is left out: the table result is written" in lost
    assert f"the penalty of {event.penalties[0].amount} for {event.penalties[0].contestant} is left out" in lost
    assert any("places and totals are left out" in line for line in lost)


@pytest.mark.parametrize("name", EVENTS)
def test_the_event_document_holds_everything(name: str) -> None:
    event = adjusted(EVENTS[name]())
    document = formats.loads(formats.dumps(Document(event=event), "amends"), "again.amends.json")
    assert (ranking(document.event), awards(document.event)) == (ranking(event), awards(event))


def test_12c2c_is_at_work_in_these_events() -> None:
    event = adjusted(EVENTS["pairs, one winner"]())
    [line] = [line for line in score(event).lines("1") if line.board == event.rulings[0].board]
    assert line.figure is not None
    assert line.top is not None
    assert line.figure / line.top > Fraction(6, 10)


@pytest.mark.parametrize("format", ["usebio", "pbn", "bridgewebs"])
def test_a_regulation_that_the_file_does_not_hold_is_said(format: str) -> None:
    event = adjusted(EVENTS["individual"](), without=("not played",))
    event = replace(event, regulation=event.regulation.having(session_score="off"))
    lost = losses(event, format)
    assert any(line.startswith("the regulation exact is left out") for line in lost)
    document = formats.loads(formats.dumps(Document(event=event), format), f"again{SUFFIXES[format]}")
    made = event_from_file(document, RulingsFile(), EventChoices(), "again")
    assert ranking(made.document.event) != ranking(event)
    assert "the ranking is not the one that amends printed here" in str(made.other_ranking)
    assert made.other_ranking in made.document.notes


def printing_places(**places: str) -> Document:
    """Three pairs with 100%, 50% and 50%, A and B in section 1, and the places that another program has printed."""
    text = "board,ns,ew,result\n1,A,X,+100\n1,B,Y,+50\n1,C,Z,+50\n"
    document = formats.loads(text, "other.csv", winners=2)
    standings = tuple(PublishedStanding(f"{name}NS" if f"{name}NS" in document.event.contestants else name, place=place)
                      for name, place in places.items())  # fmt: skip
    return replace(document, published=PublishedFigures(standings=standings))


@pytest.mark.parametrize(
    "places",
    [
        {"A": "1", "B": "2=", "C": "2="},
        {"A": "1.", "B": "2/3", "C": "2/3"},
        {"A": "1", "B": "3", "C": "2"},  # a tie was broken by other means
        {"B": "1", "C": "2"},  # A is a guest
        {"A": "1"},
        {},
    ],
)
def test_nothing_is_said_of_another_programs_places_that_the_totals_leave_open(places: dict[str, str]) -> None:
    made = event_from_file(printing_places(**places), RulingsFile(), EventChoices(), "other")
    assert made.other_ranking is None


def test_another_ranking_than_another_program_has_printed_is_said() -> None:
    made = event_from_file(printing_places(A="2", B="1", C="3"), RulingsFile(), EventChoices(), "other")
    assert str(made.other_ranking) == (
        "the ranking is not the one that the file prints (A is 1 and was 2; B is 2= and was 1): "
        "amends audit says whether it follows from the scores, and with which settings"
    )
    assert made.other_ranking in made.document.notes
    again = formats.loads(formats.dumps(made.document, "amends"), "other.amends.json")
    assert event_from_file(again, RulingsFile(), EventChoices(), "other").document.notes == made.document.notes
    other_way = EventChoices(scoring="cross-imps")
    assert event_from_file(printing_places(A="2", B="1"), RulingsFile(), other_way, "other").other_ranking is None


def test_a_total_that_the_file_does_not_print_is_said_where_the_places_are_the_same() -> None:
    event = adjusted(EVENTS["pairs, one winner"]())
    document = formats.loads(formats.dumps(Document(event=event), "usebio"), "again.xml")
    last = document.published.standings[-1].contestant
    more = replace(document, event=replace(document.event, penalties=(*document.event.penalties, Penalty(last, "1/4"))))
    made = event_from_file(more, RulingsFile(), EventChoices(regulation=event.regulation), "again")
    assert re.search(rf"printed here \({last} has [0-9.]+ and had [0-9.]+\)", str(made.other_ranking))


def test_a_reason_that_reads_like_an_award_is_none() -> None:
    event = adjusted(EVENTS["pairs, one winner"]())
    table = event.results[-1]
    words = f"{where(table, event.form)}: weighted score. Both sides: 60% +50; 40% -50."
    event = replace(event, rulings=(replace(event.rulings[0], reason=f"As on b{words[1:]}"), *event.rulings[1:]))
    assert_the_same(again(event, "pbn"), event)
