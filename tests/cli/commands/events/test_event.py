"""Events of the store on the command line: new, list, show, export, rename, regulation, forget."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from amends import formats
from amends.formats import event_document
from support import desks
from support.running import Amends

pytestmark = pytest.mark.usefixtures("evening")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AMENDS_BY", desks.DIRECTOR)


# new


def test_a_new_event_is_what_the_options_say(amends: Amends) -> None:
    options = ["--form", "teams", "--scoring", "imps", "--knockout", "--regulation", "ebu", "--set", "poll_minimum=7"]
    made = amends.data("event", "new", "Saturday teams", "--date", "2026-11-14", *options)
    assert (made["event"], made["date"], made["entries"]) == ("Saturday teams", "2026-11-14", 1)
    shown = amends.data("event", "show", "saturday")
    assert {key: shown[key] for key in ("form", "scoring", "knockout", "regulation", "changed_settings")} == {
        "form": "teams", "scoring": "imps", "knockout": True, "regulation": "ebu", "changed_settings": ["poll_minimum"],
    }  # fmt: skip
    assert "No results yet." in amends.shown("event", "show", "saturday")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["X", "--winners", "3"], "1 or 2"),
        (["X", "--form", "quintets"], "one of pairs"),
        (["X", "--form", "teams", "--scoring", "butler"], "one of imps, bam"),
        (["X", "--knockout"], "Only teams play a knockout"),
        (["X", "--regulation", "nobody"], "one of exact"),
        (["X", "--set", "nothing"], "--set KEY=VALUE"),
        (["X", "--date", "tomorrow"], "is no day"),
        ([" "], "The event has no name"),
        (["friday  PAIRS", "--date", "2026-11-13"], "another name or date"),
    ],
)
def test_an_event_that_cannot_be_is_refused_and_not_kept(amends: Amends, arguments: list[str], told: str) -> None:
    assert told in amends.refused("event", "new", *arguments)
    assert len(amends.data("event", "list")["events"]) == 1


# list


def test_the_list_has_the_last_used_first(amends: Amends) -> None:
    assert amends.shown("event", "list").splitlines()[2].startswith("Friday pairs 2026-11-13 16 112 4 2026-11-13")
    amends("event", "new", "Saturday")
    assert [each["event"] for each in amends.data("event", "list")["events"]] == ["Saturday", "Friday pairs"]


def test_an_empty_store_says_how_to_begin(amends: Amends, tmp_path: Path) -> None:
    assert "amends import FILE" in amends.shown("event", "list", "--store", str(tmp_path / "new.db"))


# show


def test_the_big_numbers_stand_above_the_ranking(amends: Amends) -> None:
    shown = amends.shown("event", "show", "friday")
    for line in (
        "Friday pairs 2026-11-13",
        "pairs, matchpoints, 2 winners, regulation exact",
        "pairs 16 at 8 tables",
        "boards 16",
        "results 112",
        "rulings 4, 1 under appeal",
        "penalties 1",
    ):
        assert line in shown.splitlines()
    assert "published provisional, 2026-11-13 " in shown
    assert "1 5 64.92 14" in shown


def test_lines_that_are_not_there_are_missing(amends: Amends) -> None:
    amends("correct", "friday", "np", "--board", "15", "--ns", "5", "--reason", "not played")
    amends("correct", "friday", "--erase", "--board", "15", "--ns", "4", "--reason", "not played")
    shown = amends.data("event", "show", "friday")
    assert (shown["results"], shown["expected"]) == (110, 112)
    assert shown["missing"] == [{"session": "", "section": "", "board": 15, "lines": 2}]
    assert "110 of 112; missing: board 15 (2)" in amends.shown("event", "show", "friday")


def test_a_board_and_a_score_card_are_those_of_score(amends: Amends) -> None:
    assert "Board 15" in amends.shown("event", "show", "friday", "--board", "15")
    card = amends.shown("event", "show", "friday", "--pair", "5")
    assert "regulation exact" not in card
    assert "64.92" in card


@pytest.mark.parametrize(("at", "rulings"), [("6", 0), ("published", 4), ("now", 4), ("2026-11-13 19:02+00:00", 1)])
def test_an_event_is_shown_as_it_was(amends: Amends, at: str, rulings: int) -> None:
    shown = amends.data("event", "show", "friday", "--at", at)
    assert shown["rulings"] == rulings
    assert shown["under_appeal"] == (at == "now")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nobody"], "Events: Friday pairs"),
        (["friday", "--board", "77"], "77"),
        (["friday", "--pair", "77"], "77"),
        (["friday", "--session", "1"], "--board"),
        (["friday", "--at", "start"], "after its first entry"),
        (["friday", "--at", "once"], "now, start"),
        (["friday", "--at", "final"], "no such publication"),
    ],
)
def test_what_is_not_there_is_not_shown(amends: Amends, arguments: list[str], told: str) -> None:
    assert told in amends.refused("event", "show", *arguments)


def test_two_events_of_one_name_are_told_apart_by_their_dates(amends: Amends) -> None:
    amends("event", "new", "Friday pairs", "--date", "2026-11-20")
    assert "Friday pairs 2026-11-20, Friday pairs 2026-11-13" in amends.refused("event", "show", "Friday pairs")
    assert amends.data("event", "show", "2026-11-20")["entries"] == 1


# export


def test_the_event_document_keeps_everything(amends: Amends, tmp_path: Path) -> None:
    assert amends.shown("event", "export", "friday", "friday.amends.json") == "written: friday.amends.json"
    document = event_document.load(tmp_path / "friday.amends.json")
    assert len(document.journal) == amends.data("event", "show", "friday")["entries"]
    assert "already there" in amends.refused("event", "export", "friday", "friday.amends.json")
    other = ["--store", str(tmp_path / "other.db")]
    assert amends.data("import", "friday.amends.json", *other)["begun"]
    amends("event", "export", "friday", "again.amends.json", *other)
    assert (tmp_path / "again.amends.json").read_text() == (tmp_path / "friday.amends.json").read_text()
    dates = [amends.data("event", "show", "friday", *where)["date"] for where in ([], other)]
    assert dates == [desks.DATE, desks.DATE]


@pytest.mark.parametrize("name", ["friday.xml", "friday.pbn", "friday.csv", "friday.toml"])
def test_another_format_says_what_it_loses(amends: Amends, tmp_path: Path, name: str) -> None:
    ran = amends("event", "export", "friday", name)
    assert ran.status == 0
    assert "the journal is left out" in ran.err
    assert ".amends.json" in ran.out
    assert (tmp_path / name).exists()
    assert amends.data("event", "export", "friday", name, "--force")["losses"]


@pytest.mark.parametrize(
    ("arguments", "told"), [(["friday.foo"], "a name that ends"), (["x.xml", "--to", "bws"], "one of"), (["."], "name")]
)
def test_a_file_that_cannot_be_written_is_refused(amends: Amends, arguments: list[str], told: str) -> None:
    assert told in amends.refused("event", "export", "friday", *arguments)


# rename


def test_an_event_is_renamed_and_its_journal_stays(amends: Amends) -> None:
    entries = amends.data("event", "show", "friday")["entries"]
    assert "Friday pairs 2026-11-13 → Finals 2026-11-14" in amends.shown(
        "event", "rename", "friday", "--name", " Finals ", "--date", "2026-11-14"
    )
    assert amends.data("event", "show", "finals")["entries"] == entries
    assert amends.data("event", "rename", "finals", "--date", "")["date"] == ""
    assert "one of them" in amends.refused("event", "rename", "finals")
    assert "Give the event a name" in amends.refused("event", "rename", "finals", "--name", " ")


# regulation


def test_another_regulation_is_entered_and_shows_whom_it_moves(amends: Amends) -> None:
    looked = amends.data("event", "regulation", "friday", "ebu", "--dry-run")
    assert amends.data("event", "show", "friday")["regulation"] == "exact"
    done = amends.data("event", "regulation", "friday", "ebu", "--reason", "as the programme says")
    assert done["effect"] == looked["effect"]
    assert done["entries"][0]["words"] == "regulation ebu: as the programme says"
    assert amends.data("event", "show", "friday")["regulation"] == "ebu"
    assert "already" in amends.refused("event", "regulation", "friday", "ebu")


def test_a_regulation_of_ones_own_is_kept_as_its_settings(amends: Amends, tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('base = "ebu"\ntitle = "Club"\npoll_minimum = 7\n', encoding="utf-8")
    amends.shown("event", "regulation", "friday", "club.toml", "--set", "appeal_minutes=10")
    (tmp_path / "club.toml").unlink()
    shown = amends.data("event", "show", "friday")
    assert shown["regulation"] == "ebu"
    assert set(shown["changed_settings"]) == {"poll_minimum", "appeal_minutes"}


def test_a_setting_of_the_events_own_regulation_can_be_changed(amends: Amends) -> None:
    amends.shown("event", "regulation", "friday", "--set", "appeal_minutes=10")
    assert amends.data("event", "show", "friday")["changed_settings"] == ["appeal_minutes"]
    assert "one of them" in amends.refused("event", "regulation", "friday")
    assert "nothing" in amends.refused("event", "regulation", "friday", "--set", "nothing=1")


# forget


def test_a_person_is_forgotten(amends: Amends) -> None:
    shown = amends.shown("event", "forget", "friday", "c. cole")
    assert "record" in shown
    assert "Cole" not in shown
    amends("event", "export", "friday", "friday.amends.json")
    assert "Cole" not in Path("friday.amends.json").read_text(encoding="utf-8")
    assert "Nobody is called" in amends.refused("event", "forget", "friday", "C. Cole")


def test_part_of_a_name_is_refused_with_the_names_it_may_mean(amends: Amends) -> None:
    assert "C. Cole" in amends.refused("event", "forget", "friday", "col")


def test_what_is_exported_can_be_read_again(amends: Amends, tmp_path: Path) -> None:
    amends("event", "export", "friday", "friday.xml")
    assert len(formats.load(tmp_path / "friday.xml").event.results) == 112
    assert json.loads(amends("event", "show", "friday", "--json").out)["results"] == 112
