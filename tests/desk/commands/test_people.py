"""A person is removed for good; what is sealed and cannot be changed is said."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from amends import formats
from amends.desk import Desk, Report
from amends.desk.commands.cases import opening
from amends.desk.commands.people import forget
from amends.desk.desk import FormOnce
from amends.desk.importing.documents import begin, exported, kept_beside
from amends.event import Contestant, Player, TableReference
from amends.event.case import Facts, PollAnswer, PollTaken, Statement
from amends.faults import Faults
from amends.formats import event_document
from amends.journal.chain import Document, Note, entry_data, people_of, verify
from amends.journal.codec import canonical
from amends.store import Store, open_store
from support.desks import desk_at
from support.killed import Killed, killed

PLAYERS = (Player("Ann Ash", "901"), Player("Bea Birch"), Player("Ann Ashdown"), Player("Dean"))


def document() -> Document:
    read = formats.loads("board,ns,ew,result\n1,1,2,4H N =\n")
    contestants = {
        "1": Contestant("1", "Ann Ash & Bea Birch", players=PLAYERS[:2]),
        "2": Contestant("2", players=PLAYERS[2:]),
    }
    return replace(
        read,
        event=replace(read.event, contestants=contestants),
        about={"scorer": "ann ash", "notes": "Ask Ann Ash or Dean.", "club": "A club"},
        notes=(Note("left-out", "Ann Ash twice"),),
    )


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with an event in which Ann Ash plays and makes a statement."""
    with desk_at(tmp_path / "amends.db") as made:
        begin(made, document(), "Friday")
        report = Report(
            facts=Facts(happened="Ann Ash paused; Ms Ash agrees."),
            statements=(Statement("I never pause.", who="Ann Ash"),),
        )
        made.confirm(made.open("Friday"), opening(1, TableReference("1"), report))
        made.store.keep_draft(made.open("Friday").kept.key, {"reason": "Ann  Ash paused", "n": [1]}, "Ann Ash", 1)
        yield made


def test_all_records_of_a_name_are_gone_and_the_chain_verifies(desk: Desk, tmp_path: Path) -> None:
    forgotten = forget(desk, desk.open("Friday"), " ann  ASH ")
    opened = desk.open("Friday")
    assert (forgotten.name, forgotten.records) == ("Ann Ash", 3)  # the player, the one who speaks, the pair's name
    assert verify(opened.entries) == []
    assert forgotten.event.entries == opened.entries
    assert {person.name for person in people_of(opened.entries).values()} == {
        "Bea Birch", "Ann Ashdown", "Dean", "R. Fox",
    }  # fmt: skip
    assert opened.event.contestants["1"].called == "Bea Birch"
    assert "Ann Ash" not in event_document.dumps(exported(desk, opened)).replace("Ann Ashdown", "")
    desk.store.close()
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Ann Ash" not in content.replace(b"Ann Ashdown", b"")


def test_what_stands_beside_the_journal_is_cleaned_too(desk: Desk) -> None:
    forgotten = forget(desk, desk.open("Friday"), "Ann Ash")
    beside = kept_beside(desk, desk.open("Friday"))
    assert forgotten.beside == ("scorer", "notes")
    assert beside.about == {"notes": "Ask (name removed) or Dean.", "club": "A club"}
    assert [note.words for note in beside.notes] == ["(name removed) twice"]
    [draft] = desk.store.drafts(desk.open("Friday").kept.key)
    assert (draft.body, draft.author) == ({"reason": "(name removed) paused", "n": [1]}, "")


def test_traces_that_a_reader_has_held_back_are_gone_after_the_same_again(tmp_path: Path) -> None:
    path = tmp_path / "held.db"

    def traces() -> list[str]:
        files = {each.name: each.read_bytes().replace(b"Ann Ashdown", b"") for each in tmp_path.glob("held.db*")}
        return [name for name, content in files.items() if b"Ann Ash" in content]

    with open_store(path, wait_seconds=0) as store, closing(sqlite3.connect(path, isolation_level=None)) as reader:
        desk = Desk(store, "R. Fox")
        begin(desk, document(), "Friday")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM people").fetchall()
        with pytest.raises(Faults, match="has traces"):
            forget(desk, desk.open("Friday"), "Ann Ash")
        with pytest.raises(Faults, match="has traces"):
            forget(desk, desk.open("Friday"), "Ann Ash")
        reader.execute("COMMIT")
        assert traces()
        with pytest.raises(Faults, match="Nobody is called"):
            forget(desk, desk.open("Friday"), "Ann Ash")
        assert traces() == []


def test_a_form_that_was_cut_off_before_the_person_was_removed_is_not_done(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands beside the journal is cleaned first; sent again, the form goes on."""

    form = FormOnce("one-form", "its fields")
    with monkeypatch.context() as patched:
        patched.setattr(Store, "forget", killed)
        with pytest.raises(Killed):
            forget(desk.for_form("R. Fox", form), desk.open("Friday"), "Ann Ash")
    assert desk.store.first_answer(form) is None
    assert forget(desk.for_form("R. Fox", form), desk.open("Friday"), "Ann Ash").records
    assert desk.store.first_answer(form) is not None


def test_entries_with_words_of_the_name_are_told(desk: Desk) -> None:
    forgotten = forget(desk, desk.open("Friday"), "Ann Ash")
    facts = [entry.seq for entry in desk.open("Friday").entries if type(entry.payload).__name__ == "FactsRecorded"]
    assert [mention.seq for mention in forgotten.mentions] == facts
    assert "Ash" not in forgotten.mentions[0].words


def test_a_report_that_names_who_is_polled_in_it_seals_no_name(desk: Desk) -> None:
    report = Report(
        facts=Facts(happened="Eve Elm was asked."),
        polls=(PollTaken("", (PollAnswer("pass", who="Eve Elm"),)),),
    )
    effect = desk.confirm(desk.open("Friday"), opening(1, TableReference("1"), report))
    assert b"Elm" not in b"".join(canonical(entry_data(entry)) for entry in effect.new)
    assert effect.after.history.cases["2"].facts.happened == "Eve Elm was asked."


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ann", "Full names: Ann Ash, Ann Ash & Bea Birch, Ann Ashdown"),
        ("Nobody", "Give a name of the event"),
        (" ", "the full name"),
    ],
)
def test_a_part_of_a_name_is_refused_with_those_it_may_mean(desk: Desk, name: str, told: str) -> None:
    seen = people_of(desk.open("Friday").entries)
    with pytest.raises(Faults, match=told):
        forget(desk, desk.open("Friday"), name)
    assert people_of(desk.open("Friday").entries) == seen
