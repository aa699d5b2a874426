"""Events go into the store and come out again as they were, with their history and what stood beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from amends import formats
from amends.desk import Desk
from amends.desk.commands.people import forget
from amends.desk.commands.rulings import giving
from amends.desk.importing.documents import begin, exported, rename, to_begin
from amends.event import Contestant, Event, Player, Ruling, TableReference
from amends.faults import Faults
from amends.formats import event_document
from amends.journal.chain import Document, people_of, verify
from amends.journal.fold import fold
from amends.journal.people import name_of
from support import desks, journals
from support.desks import desk_at

CSV = "board,ns,ew,result\n1,1,11,4H N =\n1,2,12,4H N -1\n2,1,11,3NT E =\n2,2,12,np\n"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk at an empty store."""
    with desk_at(tmp_path / "one.db") as made:
        yield made


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Desk]:
    """A desk at another empty store."""
    with desk_at(tmp_path / "two.db", "C. Cole") as made:
        yield made


def text_of(desk: Desk, name: str) -> str:
    return event_document.dumps(exported(desk, desk.open(name)))


def test_an_event_without_a_history_gets_one_by_whoever_is_at_the_desk(desk: Desk) -> None:
    opened = begin(desk, formats.loads(CSV), "Friday")
    assert {name_of(entry.author, people_of(opened.entries)) for entry in opened.entries} == {desks.DIRECTOR}
    assert {entry.at for entry in opened.entries} == {desks.START + timedelta(minutes=1)}
    assert verify(opened.entries) == []
    assert desk.open("friday").entries == opened.entries


def test_what_was_read_is_what_is_in_the_store(desk: Desk) -> None:
    document = journals.small()
    opened = begin(desk, document)
    assert replace(opened.event, rulings=()) == replace(document.event, rulings=())
    assert [ruling.awards for ruling in opened.event.rulings] == [ruling.awards for ruling in document.event.rulings]
    again = exported(desk, desk.open("Friday"))
    assert (again.about, again.published, again.notes) == (document.about, document.published, document.notes)


@pytest.mark.parametrize(
    ("title", "name", "file", "expected"),
    [
        ("Friday pairs", "", "x.csv", "Friday pairs"),
        ("Friday pairs", "  Other \n name", "x.csv", "Other name"),
        ("", "", "folder/friday.csv", "friday"),
        ("", "", "friday.amends.json", "friday"),
    ],
)
def test_the_name_is_the_one_given_else_the_title_else_that_of_the_file(
    desk: Desk, title: str, name: str, file: str, expected: str
) -> None:
    assert begin(desk, Document(event=Event(title=title)), name, file=file).kept.name == expected


@pytest.mark.parametrize(
    ("about", "given", "expected"),
    [("2026-11-13", "", "2026-11-13"), ("2026-11-13", "2026-11-20", "2026-11-20"), ("soon", "", ""), ("", "", "")],
)
def test_the_date_is_the_one_given_else_that_of_the_file(desk: Desk, about: str, given: str, expected: str) -> None:
    assert begin(desk, Document(event=Event(), about={"date": about}), "Friday", given).kept.date == expected


@pytest.mark.parametrize(
    ("name", "date", "told"),
    [
        ("", "", "The event has no name"),
        ("Friday", "13.11.2026", "is no day. Write it as 2026-11-13"),
        ("Friday", "2026-02-30", "is no day"),
    ],
)
def test_an_event_without_a_name_or_with_no_day_of_the_calendar_is_refused(
    desk: Desk, name: str, date: str, told: str
) -> None:
    with pytest.raises(Faults, match=told):
        begin(desk, Document(event=Event()), name, date)
    assert desk.events() == []


def evening_elsewhere(tmp_path: Path) -> Path:
    desks.copy_evening(tmp_path / "evening.db")
    return tmp_path / "evening.db"


def named(desk: Desk) -> None:
    begin(desk, journals.small(), desks.NAME)
    ruling = Ruling("", 7, TableReference("1", "2"), reason="Player 1 hesitated.", director="R. Fox")
    desk.confirm(desk.open(desks.NAME), giving(ruling))


def removed(desk: Desk) -> None:
    named(desk)
    forget(desk, desk.open(desks.NAME), "Player 1")


@pytest.mark.parametrize("made", [named, removed])
def test_an_export_that_is_imported_elsewhere_and_exported_again_is_the_same_text(
    desk: Desk, elsewhere: Desk, made: Callable[[Desk], None]
) -> None:
    made(desk)
    text = text_of(desk, desks.NAME)
    begin(elsewhere, event_document.loads(text))
    assert text_of(elsewhere, "Friday") == text
    assert elsewhere.open("Friday").entries == desk.open(desks.NAME).entries


def test_a_whole_evening_goes_through_an_export_unchanged(tmp_path: Path, desk: Desk) -> None:
    path = evening_elsewhere(tmp_path)
    with desk_at(path) as there:
        text, entries = text_of(there, desks.NAME), there.open(desks.NAME).entries
    begin(desk, event_document.loads(text))
    assert desk.open(desks.NAME).entries == entries
    assert text_of(desk, desks.NAME) == text


def test_a_history_with_something_new_on_top_stays_as_it_is_under_it(desk: Desk) -> None:
    document = event_document.loads(journals.text_of(journals.small()))
    opened = begin(desk, replace(document, event=replace(document.event, winners=2)))
    assert opened.entries[: len(document.journal)] == document.journal
    assert fold(opened.entries).winners == 2


def test_an_event_that_is_there_already_is_named_and_not_begun_twice(desk: Desk) -> None:
    document = event_document.loads(journals.text_of(journals.small()))
    begin(desk, document, "My Friday", "2026-11-13")
    with pytest.raises(Faults, match=r"My Friday 2026-11-13\. Import the file into it"):
        begin(desk, document, "Another name")
    assert len(desk.events()) == 1


def test_a_second_event_of_the_same_name_and_date_is_refused(desk: Desk) -> None:
    begin(desk, formats.loads(CSV), "Friday", "2026-11-13")
    begin(desk, formats.loads(CSV), "Friday", "2026-11-20")
    with pytest.raises(Faults, match="There is already an event Friday 2026-11-13"):
        begin(desk, formats.loads(CSV), "friday", "2026-11-13")
    with pytest.raises(Faults, match="There is already an event"):
        rename(desk, desk.open("2026-11-20"), date="2026-11-13")
    assert rename(desk, desk.open("2026-11-20"), date="2026-11-20").kept.name == "Friday"


@pytest.mark.parametrize(
    ("document", "name", "told"),
    [
        (formats.loads(CSV), "Friday", "There is already an event Friday"),
        (event_document.loads(journals.text_of(journals.small())), "Saturday", "in the store already, as Friday"),
    ],
    ids=["the same name", "the same journal"],
)
def test_who_imports_the_same_in_the_same_moment_is_told(desk: Desk, document: Document, name: str, told: str) -> None:
    def meanwhile() -> datetime:
        """Somebody else is quicker, after it was looked whether the event is there."""
        begin(desk, document, "Friday")
        return desks.START

    with pytest.raises(Faults, match=told):
        begin(replace(desk, clock=meanwhile), document, name)
    assert len(desk.events()) == 1


def test_looking_at_what_would_be_begun_stores_nothing(desk: Desk) -> None:
    assert len(to_begin(desk, formats.loads(CSV), "Friday").event.results) == 4
    assert desk.events() == []


def test_an_event_that_cannot_be_scored_is_not_begun(desk: Desk) -> None:
    document = formats.loads(CSV)
    ruling = Ruling("1", 9, TableReference("1", "11"))
    with pytest.raises(Faults, match="board 9"):
        begin(desk, replace(document, event=replace(document.event, rulings=(ruling,))), "Friday")
    assert desk.events() == []


def test_rulings_of_a_file_stay_with_their_rows(desk: Desk) -> None:
    opened = begin(desk, journals.small())
    assert [ruling.table.result for ruling in opened.event.rulings] == ["7/3-4"]


def test_names_are_kept_beside_the_journal_alone(desk: Desk) -> None:
    pair = Contestant("1", players=(Player("Ann Ash"), Player("Bea Birch")))
    document = formats.loads(CSV)
    event = replace(document.event, contestants={**document.event.contestants, "1": pair})
    opened = begin(desk, replace(document, event=event), "Friday")
    assert opened.event.contestants["1"] == pair
    assert "Ash" not in "".join(str(entry.payload) for entry in opened.entries)
