"""Files into the store on the command line: a new event, and again into one that is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from amends.demo import demonstration
from support import desks
from support.running import Amends

CSV = "board,ns,ew,result\n1,1,11,4H N =\n1,2,12,4H N -1\n2,1,11,3NT E =\n2,2,12,np\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AMENDS_STORE", str(tmp_path / "amends.db"))
    monkeypatch.setenv("AMENDS_BY", desks.DIRECTOR)
    monkeypatch.setattr("amends.clock.now", desks.Clock())
    (tmp_path / "friday.csv").write_text(CSV, encoding="utf-8")


def altered(old: str, new: str) -> None:
    assert old in CSV
    Path("friday.csv").write_text(CSV.replace(old, new), encoding="utf-8")


def test_a_file_begins_an_event(amends: Amends) -> None:
    shown = amends.shown("import", "friday.csv", "--date", "2026-11-13", "--winners", "2", "--regulation", "ebu")
    assert shown.splitlines()[:2] == [
        "friday 2026-11-13: begun from friday.csv",
        "pairs, matchpoints, 2 winners, regulation ebu",
    ]
    assert "results 3 of 4; missing: board 2" in shown
    assert amends.data("event", "show", "friday")["winners"] == 2


def test_a_file_with_rulings_begins_a_ruled_event(amends: Amends, tmp_path: Path) -> None:
    with demonstration() as (travellers, rulings):
        begun = amends.data("import", str(travellers), "--rulings", str(rulings), "--name", "Friday pairs")
    assert (begun["rulings"], begun["penalties"], begun["results"]) == (4, 1, 112)
    assert "Friday pairs" in amends.shown("event", "show", "friday").splitlines()[9]


def test_a_dry_run_begins_nothing(amends: Amends) -> None:
    assert "Nothing was entered" in amends.shown("import", "friday.csv", "--dry-run")
    assert amends.data("import", "friday.csv", "--dry-run")["begun"] is False
    assert amends.data("event", "list")["events"] == []


@pytest.mark.parametrize(
    ("content", "arguments", "told"),
    [
        (None, [], "no such file"),
        ("board,ns,ew,result\n1,1,11,9H N =\nx,2,12,4H N -1\n", [], "friday.csv:3"),
        ("board,ns,ew,result\n", [], "no results"),
        ("hello", [], "friday.csv"),
        (CSV, ["--form", "teams"], "has results of pairs, not of teams"),
        (CSV, ["--rulings", "nothere.toml"], "nothere.toml"),
        (CSV, ["--date", "x"], "is no day"),
        (CSV, ["--erase-missing"], "--into"),
        (CSV, ["--results-only"], "--into"),
        (CSV, ["--into", "nobody"], "There is no event in the store yet"),
        (CSV, ["--from", "pbn"], "friday.csv"),
    ],
)
def test_a_file_with_faults_leaves_the_store_as_it_was(
    amends: Amends, content: str | None, arguments: list[str], told: str
) -> None:
    Path("friday.csv").unlink()
    if content is not None:
        Path("friday.csv").write_text(content, encoding="utf-8")
    assert told in amends.refused("import", "friday.csv", *arguments)
    assert amends.data("event", "list")["events"] == []


def test_all_faults_of_a_file_are_said_at_once(amends: Amends) -> None:
    altered("4H N =", "9H N =")
    Path("friday.csv").write_text(Path("friday.csv").read_text().replace("3NT E =", "?"), encoding="utf-8")
    message = amends.refused("import", "friday.csv")
    assert "friday.csv:2" in message
    assert "friday.csv:4" in message


def test_the_same_file_again_changes_nothing(amends: Amends) -> None:
    amends.shown("import", "friday.csv")
    entries = amends.data("event", "show", "friday")["entries"]
    assert amends.shown("import", "friday.csv", "--into", "friday").splitlines() == [
        "friday: 4 lines: 4 unchanged",
        "Nothing changes.",
    ]
    assert amends.data("event", "show", "friday")["entries"] == entries
    assert "--into EVENT" in amends.refused("import", "friday.csv")


def test_an_altered_file_is_shown_then_entered(amends: Amends) -> None:
    amends.shown("import", "friday.csv")
    altered("1,2,12,4H N -1", "1,2,12,4H N +1\n3,1,11,pass")
    looked = amends.data("import", "friday.csv", "--into", "friday", "--dry-run")
    assert amends.data("event", "show", "friday")["results"] == 3
    done = amends.data("import", "friday.csv", "--into", "friday")
    assert (looked["entered"], done["entered"]) == (False, True)
    assert {**looked, "entered": True} == done
    assert [(each["was"], each["now"]) for each in done["corrected"]] == [("4H N -1", "4H N +1")]
    assert [each["table"] for each in done["new"]] == ["3/1-11"]
    assert amends.data("event", "show", "friday")["results"] == 4


def test_changes_are_printed_old_to_new_with_whom_they_move(amends: Amends) -> None:
    amends.shown("import", "friday.csv")
    altered("1,2,12,4H N -1", "1,2,12,4H N +1")
    shown = amends.shown("import", "friday.csv", "--into", "friday")
    assert "corrected: board 1, 2 against 12: 4♥ N −1 → 4♥ N +1" in shown
    assert "What it changes" in shown


def test_scores_that_cannot_occur_are_refused_with_the_option_that_keeps_them(amends: Amends) -> None:
    Path("friday.csv").write_text("board,ns,ew,score\n1,1,11,425\n1,2,12,415\n", encoding="utf-8")
    for command, *others in (["import"], ["score"], ["convert", "friday.xml"]):
        ran = amends(command, "friday.csv", *others)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.splitlines() == [
            "amends: friday.csv:2, column score: found +425, which cannot occur with nobody vulnerable; "
            "expected a score that a contract can give",
            "amends: friday.csv:3, column score: found +415, which cannot occur with nobody vulnerable; "
            "expected a score that a contract can give",
            "amends: --accept-scores keeps scores that cannot occur",
        ]
    assert "begun" in amends.shown("import", "friday.csv", "--accept-scores")
    Path("friday.csv").write_text("board,ns,ew,score\n1,1,11,425\n1,2,12,435\n", encoding="utf-8")
    again = ("import", "friday.csv", "--into", "friday")
    assert "--accept-scores" in amends.refused(*again)
    assert "+415 → +435" in amends.shown(*again, "--accept-scores")


def test_other_faults_do_not_name_the_option_that_keeps_scores(amends: Amends) -> None:
    altered("1,1,11,4H N =", "1,1,11,9H N =")
    assert "--accept-scores" not in amends.refused("import", "friday.csv")


def test_missing_lines_are_kept_unless_erasing_is_asked_for(amends: Amends) -> None:
    amends.shown("import", "friday.csv")
    altered("1,2,12,4H N -1\n", "")
    shown = amends.shown("import", "friday.csv", "--into", "friday")
    assert "no longer in the file, but kept: board 1, 2 against 12: 4♥ N −1" in shown
    assert "erased: board 1" in amends.shown("import", "friday.csv", "--into", "friday", "--erase-missing")
    assert amends.data("event", "show", "friday")["results"] == 2


def test_an_event_without_results_takes_its_first_file(amends: Amends) -> None:
    amends.shown("event", "new", "Saturday", "--scoring", "butler")
    shown = amends.shown("import", "friday.csv", "--into", "saturday")
    assert "Saturday: 4 lines: 0 unchanged, 4 new" in shown
    assert amends.data("event", "show", "saturday")["scoring"] == "butler"


def test_many_lines_of_a_sort_are_counted(amends: Amends) -> None:
    amends.shown("event", "new", "Saturday")
    with demonstration() as (travellers, _):
        shown = amends.shown("import", str(travellers), "--into", "saturday")
    assert "… and 92 more of this sort" in shown


@pytest.mark.parametrize(
    "options", [["--winners", "2"], ["--name", "X"], ["--date", "2026-11-13"], ["--regulation", "ebu"], ["--knockout"]]
)
def test_what_an_event_is_cannot_be_said_once_it_is_there(amends: Amends, options: list[str]) -> None:
    amends.shown("import", "friday.csv")
    assert "keeps its own" in amends.refused("import", "friday.csv", "--into", "friday", *options)


def test_a_file_of_another_form_is_refused(amends: Amends) -> None:
    amends.shown("import", "friday.csv")
    teams = "board,room,ns,ew,result\n1,open,1,2,4H N =\n1,closed,2,1,4H N -1\n"
    Path("teams.csv").write_text(teams, encoding="utf-8")
    assert "results of teams" in amends.refused("import", "teams.csv", "--into", "friday")


def test_figures_that_were_not_taken_for_awards_are_not_taken_later(amends: Amends) -> None:
    with demonstration() as (travellers, _):
        amends("convert", str(travellers), "whole.xml")
    text = Path("whole.xml").read_text(encoding="utf-8")
    line = re.compile(r"<NS_MATCH_POINTS>10</NS_MATCH_POINTS>(\s*)<EW_MATCH_POINTS>2</EW_MATCH_POINTS>")
    assert line.search(text)
    other = line.sub(r"<NS_MATCH_POINTS>7</NS_MATCH_POINTS>\1<EW_MATCH_POINTS>5</EW_MATCH_POINTS>", text, count=1)
    Path("friday.xml").write_text(other, encoding="utf-8")
    begun = amends("import", "friday.xml", "--name", "kept")
    assert "kept as awarded" in begun.err
    amends("import", "friday.xml", "--name", "recomputed", "--recompute")
    for name, rulings in (("kept", 1), ("recomputed", 0)):
        shown = amends.data("event", "show", name)
        assert shown["rulings"] == rulings
        assert amends("import", "friday.xml", "--into", name).text.endswith("Nothing changes.")
        assert amends.data("event", "show", name) == shown


# Files with a history


def test_a_history_is_kept_and_goes_on(amends: Amends, tmp_path: Path) -> None:
    other = ["--store", str(tmp_path / "other.db")]
    amends.shown("import", "friday.csv", "--name", "Friday")
    amends.shown("event", "export", "friday", "friday.amends.json")
    assert "already, as Friday" in amends.refused("import", "friday.amends.json", "--name", "Other")
    amends.shown("import", "friday.amends.json", *other)
    amends.shown("correct", "friday", "4H N +1", "--board", "1", "--ns", "1", "--reason", "misread", *other)
    amends.shown("event", "export", "friday", "longer.amends.json", *other)
    assert "1 further entry" in amends.shown("import", "longer.amends.json", "--into", "friday")
    assert "Nothing changes." in amends.shown("import", "friday.amends.json", "--into", "friday")


def test_a_history_that_parted_is_refused_or_gives_its_results(amends: Amends, tmp_path: Path) -> None:
    other = ["--store", str(tmp_path / "other.db")]
    amends.shown("import", "friday.csv", "--name", "Friday")
    entries = amends.data("event", "show", "friday")["entries"]
    amends.shown("event", "export", "friday", "friday.amends.json")
    amends.shown("import", "friday.amends.json", *other)
    amends.shown("correct", "friday", "4H N +1", "--board", "1", "--ns", "1", "--reason", "misread", *other)
    amends.shown("correct", "friday", "4H N +2", "--board", "1", "--ns", "2", "--reason", "misread")
    amends.shown("event", "export", "friday", "longer.amends.json", *other)
    message = amends.refused("import", "longer.amends.json", "--into", "friday")
    assert f"at entry {entries + 1} (the first {entries} are the same)" in message
    shown = amends.shown("import", "longer.amends.json", "--into", "friday", "--results-only")
    assert "corrected: board 1, 1 against 11: 4♥ N = → 4♥ N +1" in shown
    assert "the file still has 4♥ N −1; corrected here to 4♥ N +2, which stays" in shown


def test_a_history_can_go_on_with_another_regulation(amends: Amends, tmp_path: Path) -> None:
    amends.shown("import", "friday.csv", "--name", "Friday")
    amends.shown("event", "export", "friday", "friday.amends.json")
    other = ["--store", str(tmp_path / "other.db")]
    begun = amends.data("import", "friday.amends.json", "--regulation", "ebu", *other)
    assert begun["regulation"] == "ebu"
    assert begun["entries"] == amends.data("event", "show", "friday")["entries"] + 1


def test_deals_alone_begin_no_event_and_come_into_one(amends: Amends) -> None:
    hands = "N:AKQJ.T98.765.432 T987.AKQJ.432.65 65432.765.AKQ.J8 .432.JT98.AKQT97"
    content = f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{hands}"]\n'
    Path("deals.pbn").write_text(content, encoding="utf-8")
    message = amends.refused("import", "deals.pbn", "--name", "Friday")
    assert "deals.pbn: found the deals of 1 board and no scores" in message
    amends.shown("event", "new", "Friday", "--scoring", "butler")
    assert amends.data("import", "deals.pbn", "--into", "friday")["deals"] == [1]
    amends.shown("import", "friday.csv", "--into", "friday")
    assert amends.data("event", "show", "friday")["scoring"] == "butler"
    again = amends.data("import", "deals.pbn", "--into", "friday")
    assert (again["missing"], again["entries"]) == ([], [])
    message = amends.refused("import", "deals.pbn", "--into", "friday", "--erase-missing")
    assert "a file with results" in message


def test_a_file_with_nothing_in_it_is_not_imported_into_an_event(amends: Amends) -> None:
    amends.shown("import", "friday.csv")
    Path("friday.csv").write_text("board,ns,ew,result\n", encoding="utf-8")
    assert "no results" in amends.refused("import", "friday.csv", "--into", "friday", "--erase-missing")
