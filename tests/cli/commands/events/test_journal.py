"""`amends journal show` and `amends journal verify`."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from amends.cli.commands.events.journal import NOT_COMPARED
from amends.formats import event_document
from amends.journal.chain import Document, append
from amends.journal.entries import PenaltyWithdrawn
from amends.store import open_store
from support import desks
from support.running import Amends
from support.store.making import run


def behind_its_back(store: Path, *statements: str) -> None:
    """Change the store as somebody would who does not want to be noticed: its guards are taken down meanwhile."""
    connection = sqlite3.connect(store)
    try:
        with connection:
            guards = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for name, _ in guards:
                connection.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                assert connection.execute(statement).rowcount
            for _, made in guards:
                connection.execute(made)
    finally:
        connection.close()


def document_of(store: Path) -> str:
    with open_store(store) as kept, desks.desk_at(store) as desk:
        opened = desk.open("friday")
        return event_document.dumps(Document(event=opened.event, journal=kept.entries(opened.kept.key)))


# show


def test_a_line_for_each_entry(amends: Amends, evening: Path) -> None:
    lines = amends.shown("journal", "show", "friday").splitlines()
    assert lines[0] == "Friday pairs"
    assert lines[1] == "entry time by what digest"
    assert len(lines) == 2 + 17
    assert lines[9].startswith(
        "8 2026-11-13 19:02 R. Fox ruling 1 on board 15, round 2, table 7, 7 against 16: 60% 4♥ N =; 40% 4♥ N −1 "
    )


@pytest.mark.parametrize(
    ("arguments", "numbers"),
    [
        (["--from", "15"], [15, 16, 17]),
        (["--to", "2"], [1, 2]),
        (["--from", "published"], [16, 17]),
        (["--from", "8", "--to", "8"], [8]),
        (["--to", "start"], []),
    ],
)
def test_a_part_of_the_journal(amends: Amends, evening: Path, arguments: list[str], numbers: list[int]) -> None:
    shown = amends.data("journal", "show", "friday", *arguments)["entries"]
    assert [each["entry"] for each in shown] == numbers


def test_one_entry_says_all_it_has_with_names(amends: Amends, evening: Path) -> None:
    shown = amends.shown("journal", "show", "friday", "--entry", "6")
    assert shown.splitlines()[0] == "Entry 6, 2026-11-13 19:02, by R. Fox: case 1: statement by C. Cole"
    assert "words: I had a full opening." in shown
    assert "who: C. Cole" in shown
    data = amends.data("journal", "show", "friday", "--entry", "8")["entry"]
    assert data["payload"]["ruling"]["director"] == data["author"] == "R. Fox"
    assert data["payload"]["ruling"]["awards"]["ns"] == "60% 4H N =; 40% 4H N -1"


def test_who_was_removed_is_said_to_be(amends: Amends, evening: Path) -> None:
    with open_store(evening) as store:
        [event] = store.events()
        people = {person.name: key for entry in store.entries(event.key) for key, person in entry.people.items()}
        store.forget(event.key, [people["C. Cole"]])
    shown = amends.shown("journal", "show", "friday", "--entry", "6")
    assert "Cole" not in shown
    assert "who: (name removed)" in shown
    assert "all in their place" in amends.shown("journal", "verify", "friday")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["friday", "--entry", "18"], "has 17 entries"),
        (["friday", "--entry", "0"], "has 17 entries"),
        (["friday", "--from", "9", "--to", "3"], "the earlier moment first"),
        (["friday", "--from", "teatime"], "teatime"),
        (["saturday"], "Events: Friday pairs"),
    ],
)
def test_what_cannot_be_shown_is_refused(amends: Amends, evening: Path, arguments: list[str], words: str) -> None:
    assert words in amends.refused("journal", "show", *arguments)


# verify


def test_a_journal_as_it_was_written(amends: Amends, evening: Path) -> None:
    digest = amends.data("journal", "show", "friday")["entries"][-1]["digest"]
    shown = amends.shown("journal", "verify", "friday")
    assert shown == f"Friday pairs: 17 entries, all in their place; last digest {digest}\n{NOT_COMPARED}"


@pytest.mark.parametrize(
    ("statements", "faults"),
    [
        (
            ["UPDATE entries SET body = replace(body, '60% 4H N =; 40%', '70% 4H N =; 30%') WHERE seq = 8"],
            ["entry 8: found an entry that was changed"],
        ),
        (["DELETE FROM entries WHERE seq = 15"], ["entry 15: found an entry that is missing"]),
        (["DELETE FROM entries WHERE seq IN (12, 13, 14)"], ["entries 12–14: found 3 entries that are missing"]),
        (
            [
                "DELETE FROM entries WHERE seq = 15",
                "UPDATE entries SET seq = 15 WHERE seq = 16",
                "UPDATE entries SET seq = 16 WHERE seq = 17",
            ],
            [
                "entry 15: found a row that says another seq than its entry",
                "entry 15: found a link that does not fit",
                "entry 16: found a row that says another seq than its entry",
            ],
        ),
        (
            ["UPDATE entries SET digest = 'x' WHERE seq = 8", "UPDATE entries SET body = '{' WHERE seq = 10"],
            ["entry 8: found a row that says another digest", "entry 10: found an entry that was changed"],
        ),
        (
            ["UPDATE people SET record = replace(record, 'Cole', 'Dole') WHERE record LIKE '%Cole%'"],
            ["found a person's record that was changed"],
        ),
    ],
)
def test_every_change_behind_the_back_of_the_store_is_found(
    amends: Amends, evening: Path, statements: list[str], faults: list[str]
) -> None:
    behind_its_back(evening, *statements)
    ran = amends("journal", "verify", "friday")
    assert (ran.status, ran.err) == (1, "")
    *found, last = ran.text.splitlines()
    assert len(found) == len(faults)
    assert all(fault in line for fault, line in zip(faults, found, strict=True))
    assert "not the journal as it was written" in last
    assert amends.data("journal", "verify", "friday", status=1)["verified"] is False


def test_an_end_that_was_cut_off_is_found_by_a_digest_that_was_noted(amends: Amends, evening: Path) -> None:
    noted = amends.data("journal", "show", "friday")["entries"][-1]["digest"][:12]
    assert "that of entry 17" in amends.shown("journal", "verify", "friday", "--digest", noted)
    behind_its_back(evening, "DELETE FROM entries WHERE seq = 17")
    shown = amends.shown("journal", "verify", "friday")
    assert "16 entries, all in their place" in shown
    assert NOT_COMPARED in shown
    ran = amends("journal", "verify", "friday", "--digest", noted)
    assert ran.status == 1
    assert f"no entry with the digest {noted}" in ran.text


def test_an_end_that_was_cut_off_is_found_by_a_publication(amends: Amends, evening: Path, tmp_path: Path) -> None:
    assert amends("publish", "friday", "--provisional", "--to", str(tmp_path / "results")).status == 0
    marker, page = tmp_path / "results" / "publication.json", tmp_path / "results" / "index.json"
    head = amends.data("journal", "show", "friday")["entries"][16]["digest"]
    data = json.loads(marker.read_text(encoding="utf-8"))
    assert (data["entries"], data["digest"]) == (17, head)
    assert f"Journal: entry 17, digest {head[:12]}." in (tmp_path / "results" / "boards.html").read_text(
        encoding="utf-8"
    )
    for file in (marker, page):
        shown = amends.shown("journal", "verify", "friday", "--publication", str(file))
        assert "the digest that was noted is that of entry 17" in shown
    moved = tmp_path / "moved.json"
    moved.write_text(json.dumps({"entries": 16, "digest": head}), encoding="utf-8")
    assert "here it has another digest" in amends("journal", "verify", "friday", "--publication", str(moved)).text
    behind_its_back(evening, "DELETE FROM entries WHERE seq > 16")
    assert amends("journal", "verify", "friday").status == 0
    ran = amends("journal", "verify", "friday", "--publication", str(marker))
    assert (ran.status, "no entry 17 with the digest" in ran.text) == (1, True)


def test_a_file_that_is_no_publication_is_refused(amends: Amends, evening: Path, tmp_path: Path) -> None:
    for content in ("{}", "[]", "7", "{", '{"digest": 7, "entries": 1}', '{"digest": "xyz", "entries": 1}', "null"):
        (tmp_path / "other.json").write_text(content, encoding="utf-8")
        refused = amends.refused("journal", "verify", "friday", "--publication", str(tmp_path / "other.json"))
        assert "digest" in refused, content
    assert "no such file" in amends.refused("journal", "verify", "friday", "--publication", "nowhere.json")


def test_guards_that_were_taken_down_are_found(amends: Amends, evening: Path) -> None:
    run(str(evening), "DROP TRIGGER entries_not_removed")
    ran = amends("journal", "verify", "friday")
    assert (ran.status, "The guard entries_not_removed of the store is missing" in ran.text) == (1, True)
    assert amends.data("journal", "verify", "friday", status=1)["guards"] == ["entries_not_removed"]


def test_a_slip_has_the_digest_of_the_last_entry(amends: Amends, evening: Path) -> None:
    digest = amends.data("journal", "show", "friday")["entries"][-1]["digest"]
    assert f"Journal entry 17, digest {digest[:12]}" in amends("rulings", "friday", "1", "--slip").text
    assert amends.data("rulings", "friday", "1", "--slip")["journal"] == {"entry": 17, "digest": digest}


def test_entries_that_come_to_no_event_are_found(amends: Amends, evening: Path) -> None:
    """Each entry fits its digest and the one before, and yet they say what cannot be."""
    with open_store(evening) as store:
        [event] = store.events()
        entries = store.entries(event.key)
        store.add(event.key, append(entries, PenaltyWithdrawn("9", "?"), desks.START, "amends")[-1:])
    ran = amends("journal", "verify", "friday")
    assert ran.status == 1
    assert "entry 18: found the penalty '9'" in ran.text


def test_an_entry_that_is_dated_before_its_predecessor_is_said(amends: Amends, evening: Path, tmp_path: Path) -> None:
    with desks.desk_at(evening, clock=desks.Clock(desks.START.replace(year=2019))) as desk:
        desk.confirm(desk.open("friday"), desks.publishing())
    said = amends.shown("journal", "verify", "friday")
    assert "Entry 18 is dated 2019-11-13 19:" in said
    assert "entries count by their place in the journal" in said
    [words] = amends.data("journal", "verify", "friday")["out_of_time"]
    path = tmp_path / "friday.amends.json"
    path.write_text(document_of(evening), encoding="utf-8")
    assert words in amends.shown("journal", "verify", str(path))


def test_an_event_document_is_verified_too(amends: Amends, evening: Path, tmp_path: Path) -> None:
    path = tmp_path / "friday.amends.json"
    path.write_text(document_of(evening), encoding="utf-8")
    assert "friday.amends.json: 17 entries, all in their place" in amends.shown("journal", "verify", str(path))
    data = json.loads(path.read_text(encoding="utf-8"))
    data["journal"][14]["payload"]["penalty"]["amount"] = "5%"
    del data["journal"][9]
    path.write_text(json.dumps(data), encoding="utf-8")
    ran = amends("journal", "verify", str(path))
    assert ran.status == 1
    assert "entry 15: found an entry that was changed" in ran.text
    assert "number 11 after number 9" in ran.text


@pytest.mark.parametrize(
    ("argument", "words"),
    [("saturday", "Events: Friday pairs"), ("nowhere.amends.json", "no such file"), ("notes.txt", "of another kind")],
)
def test_what_is_no_journal_is_refused(
    amends: Amends, evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argument: str, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("Dear diary", encoding="utf-8")
    assert words in amends.refused("journal", "verify", argument)


@pytest.mark.parametrize("digest", ["12", "xyzxyzxyz", "1" * 7])
def test_a_digest_that_is_none_is_refused(amends: Amends, evening: Path, digest: str) -> None:
    assert "digits" in amends.refused("journal", "verify", "friday", "--digest", digest)
