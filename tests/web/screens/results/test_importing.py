"""Importing: a file is looked at first, all that is wrong is said at once, nothing is stored before it is accepted."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path

import pytest

from amends import child, clock, formats
from amends.child import ChildLimits
from amends.demo import demonstration
from amends.desk import Desk
from amends.desk.importing import sent_file
from amends.desk.importing.documents import exported
from amends.desk.importing.uploads import KEPT, Uploads
from amends.desk.settings import change_settings, desk_settings
from amends.desk.store_care import verify_event
from amends.event import limits
from amends.event.ruling import Penalty
from amends.formats.travellers_csv import dumps
from amends.journal.chain import append, entry_data
from amends.journal.entries import EventSetUp, PenaltyGiven, ResultCorrected, ResultErased
from amends.journal.fold import fold
from amends.web.screens.results import reading
from amends.web.security.middleware import LARGEST_FILE
from support.desks import NAME
from support.large_files import csv_file
from support.web.rulings import words
from web.conftest import Visit, Visiting

DATA = Path(__file__).parents[3] / "data"
CSV = b"board,ns,ew,result\n1,1,3,3NT N =\n1,2,4,3NT N -1\n2,1,4,2S E =\n2,2,3,2S E +1\n"
WRONG = b"board,ns,ew,result\n1,1,3,3NT N =\n1,2,4,3XY N -1\n2,1,4,2S E =\nzero,2,3,2S E +1\n"


def sent(visitor: Visiting, data: bytes, name: str = "club.csv", **fields: str) -> str:
    """Send a file; the address at which it waits."""
    answer = visitor.post("/import", fields, files={"file": (name, data)})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def travellers() -> bytes:
    """The file that the evening began with."""
    with demonstration() as (path, _):
        return path.read_bytes()


@pytest.fixture(autouse=True)
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are read by this process, which saves a second each; with `in_child` they are read as a server does."""
    monkeypatch.setattr(child, "_inside", True)


@pytest.fixture
def in_child(monkeypatch: pytest.MonkeyPatch, read_here: None) -> None:
    """Files are read in a process of their own."""
    monkeypatch.setattr(child, "_inside", False)


# Reading in a child process


@pytest.mark.usefixtures("in_child")
def test_a_file_that_takes_too_long_is_refused_and_the_server_goes_on(
    visit: Visit, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer = visit("scorer")
    waits = sent(scorer, csv_file(8_000))
    with monkeypatch.context() as short:
        short.setattr(sent_file, "LIMITS", ChildLimits(1))
        page = scorer.get(waits)
    assert page.status_code == 422
    assert "The file takes too long to read and to score" in page.text
    assert scorer.get(waits).status_code == 404  # it waits no more
    assert len(desk.events()) == 1
    assert scorer.get(sent(scorer, CSV)).status_code == 200


@pytest.mark.parametrize(("limit", "words"), [("MOST_ROWS", "4 results"), ("MOST_BOARDS", "2 boards")])
@pytest.mark.parametrize("own_journal", [False, True])
@pytest.mark.usefixtures("in_child")
def test_an_event_that_is_too_large_for_a_server_is_refused(
    visit: Visit, desk: Desk, monkeypatch: pytest.MonkeyPatch, limit: str, words: str, own_journal: bool
) -> None:
    scorer = visit("scorer")
    document = formats.dumps(formats.loads(CSV, "club.csv"), "amends")
    assert isinstance(document, str)
    waits = sent(scorer, document.encode(), "club.amends.json") if own_journal else sent(scorer, CSV)
    monkeypatch.setattr(limits, limit, 1)
    assert words in scorer.get(waits).text
    answer = scorer.post(waits, {"name": "Monday", "date": "2026-11-16"})
    assert (answer.status_code, len(desk.events())) == (422, 1)
    into = sent(scorer, CSV, into=desk.open(NAME).kept.key)
    assert words in scorer.get(into).text


# Looking


@pytest.mark.usefixtures("in_child")
def test_a_file_is_looked_at_and_nothing_is_stored_until_it_is_accepted(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    waits = sent(scorer, CSV)
    page = scorer.get(waits)
    assert page.status_code == 200
    assert "Nothing is stored yet" in page.text
    assert len(desk.events()) == 1
    answer = scorer.post(waits, {"name": "Monday", "date": "2026-11-16", "regulation": "ebu", "scoring": "matchpoints"})
    assert answer.status_code == 303
    opened = desk.open("Monday")
    assert (opened.kept.date, len(opened.event.results), opened.event.regulation.name) == ("2026-11-16", 4, "ebu")
    assert scorer.get(answer.headers["location"]).status_code == 200
    assert scorer.get(waits).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "usebio/nested_1_2.xml",
        "usebio/swiss_teams.xml",
        "pbn/teams.pbn",
        "pbn/deals.pbn",
        "acbl/page.html",
        "lin/session.lin",
    ],
)
def test_any_format_is_recognised_and_accepted(visit: Visit, desk: Desk, path: str) -> None:
    scorer = visit("scorer")
    file = DATA / path
    waits = sent(scorer, file.read_bytes(), file.name)
    page = scorer.get(waits)
    assert page.status_code == 200, page.text
    answer = scorer.post(waits, {"name": "Another", "date": "2026-01-02"})
    assert answer.status_code == 303, answer.text
    read = formats.load(file)
    assert len(desk.open("Another").event.results) == len(read.event.results)


@pytest.mark.usefixtures("in_child")
def test_a_bridgemate_file_is_read(visit: Visit) -> None:
    scorer = visit("scorer")
    data = gzip.decompress((DATA / "bws" / "club.bws.gz").read_bytes())
    assert scorer.get(sent(scorer, data, "whatever.bin")).status_code == 200


def test_figures_that_do_not_follow_are_kept_as_awarded_unless_one_says_otherwise(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    text = (DATA / "usebio" / "adjusted.xml").read_bytes()
    waits = sent(scorer, text, "adjusted.xml")
    scorer.post(waits, {"name": "Kept", "recompute": ""})
    waits = sent(scorer, text, "adjusted.xml")
    scorer.post(waits, {"name": "Again", "recompute": "1"})
    assert len(desk.open("Kept").event.rulings) >= len(desk.open("Again").event.rulings)


def test_choices_are_looked_at_before_they_are_accepted(visit: Visit) -> None:
    scorer = visit("scorer")
    waits = sent(scorer, CSV)
    again = scorer.post(waits, {"do": "look", "winners": "2", "name": "Two lists", "regulation": "acbl"})
    assert "csrf" not in again.headers["location"]
    page = scorer.get(again.headers["location"]).text
    assert "a winner in each direction" in page
    assert 'value="Two lists"' in page
    assert re.search('value="acbl" selected', page)


@pytest.mark.parametrize(
    "choice",
    [
        {"regulation": "nowhere"},
        {"regulation": "/etc/passwd.toml"},
        {"winners": "3"},
        {"scoring": "bam"},
        {"date": "soon"},
        {"form": "teams"},
    ],
)
def test_a_choice_that_cannot_be_is_refused_in_place(visit: Visit, desk: Desk, choice: dict[str, str]) -> None:
    scorer = visit("scorer")
    waits = sent(scorer, CSV)
    answer = scorer.post(waits, {"name": "Monday", **choice})
    assert (answer.status_code, "Accept" in answer.text) == (422, True)
    assert scorer.get(waits, **choice).status_code == 422
    assert len(desk.events()) == 1


def test_the_usual_regulation_of_the_club_is_offered_and_remembered(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    scorer.post(sent(scorer, CSV), {"name": "One", "regulation": "ebu"})
    assert desk_settings(desk).regulation == "ebu"
    assert 'value="ebu" selected' in scorer.get(sent(scorer, CSV)).text
    scorer.post(sent(scorer, CSV), {"name": "Two", "regulation": "abf"})
    assert desk_settings(desk).regulation == "ebu"  # only the chief changes what is usual
    chief = visit("chief")
    chief.post(sent(chief, CSV), {"name": "Three", "regulation": "abf"})
    assert desk_settings(desk).regulation == "abf"


# Faults


def test_all_faults_are_shown_at_once_with_their_lines_and_can_be_mended(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    waits = sent(scorer, WRONG)
    page = scorer.get(waits)
    assert page.status_code == 422
    assert 'name="line-3" value="1,2,4,3XY N -1"' in page.text
    assert 'name="line-5" value="zero,2,3,2S E +1"' in page.text
    answer = scorer.post(f"{waits}/mend", {"line-3": "1,2,4,3NT N -1", "line-5": "zero,2,3,2S E +1", "leave-5": "on"})
    again = answer.headers["location"]
    assert again != waits
    assert scorer.get(again).status_code == 200
    scorer.post(again, {"name": "Mended"})
    assert len(desk.open("Mended").event.results) == 3


IMPOSSIBLE = b"board,ns,ew,score\n1,1,3,425\n1,2,4,420\n"
KEEP = "Keep scores that cannot occur"


def test_scores_that_cannot_occur_are_kept_where_somebody_says_so(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    waits = sent(scorer, IMPOSSIBLE)
    page = scorer.get(waits)
    assert (page.status_code, KEEP in page.text, "--accept" in page.text) == (422, True, False)
    again = scorer.post(f"{waits}/mend", {"line-2": "1,1,3,425"}).headers["location"]
    assert scorer.get(again).status_code == 422
    assert scorer.post(again, {"name": "Kept"}).status_code == 422
    again = scorer.post(f"{again}/mend", {"line-2": "1,1,3,425", "accept_scores": "1"}).headers["location"]
    page = scorer.get(again)
    assert (page.status_code, "are kept as they are" in page.text) == (200, True)
    scorer.post(again, {"name": "Kept"})
    assert [str(row.result) for row in desk.open("Kept").event.results] == ["+425", "+420"]


def test_scores_that_cannot_occur_are_kept_in_an_event_that_is_there(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    scorer.post(sent(scorer, IMPOSSIBLE.replace(b"425", b"450")), {"name": "Kept"})
    waits = sent(scorer, IMPOSSIBLE, into=desk.open("Kept").kept.key)
    assert KEEP in scorer.get(waits).text
    again = scorer.post(f"{waits}/mend", {"accept_scores": "1"}).headers["location"]
    page = scorer.get(again).text
    seen = re.search(r'name="seen" value="([^"]+)"', page)
    assert seen
    assert scorer.post(again, {"seen": seen[1]}).status_code == 303
    assert [str(row.result) for row in desk.open("Kept").event.results] == ["+425", "+420"]


def test_the_choice_about_impossible_scores_stays_while_other_faults_are_mended(visit: Visit) -> None:
    scorer = visit("scorer")
    assert KEEP not in scorer.get(sent(scorer, WRONG)).text
    waits = sent(scorer, IMPOSSIBLE + b"zero,5,6,420\n")
    again = scorer.post(f"{waits}/mend", {"accept_scores": "1"}).headers["location"]
    page = scorer.get(again)
    assert (page.status_code, "line-2" in page.text) == (422, False)
    assert 'name="accept_scores" value="1" checked' in page.text


def test_mending_one_line_leaves_the_fault_of_another(visit: Visit) -> None:
    scorer = visit("scorer")
    answer = scorer.post(f"{sent(scorer, WRONG)}/mend", {"line-3": "1,2,4,3NT N -1"})
    page = scorer.get(answer.headers["location"])
    assert (page.status_code, "line-3" in page.text, "line-5" in page.text) == (422, False, True)


def test_a_file_of_windows_is_mended_by_looking_at_it_again(visit: Visit) -> None:
    scorer = visit("scorer")
    data = "board,ns,ew,result,ns names\n1,1,3,3NT N =,Böhm & Çelik\n".encode("cp1252")
    waits = sent(scorer, data)
    shown = scorer.get(waits)
    assert "Böhm &amp; Çelik" in shown.text or shown.status_code == 422
    answer = scorer.post(f"{waits}/mend", {"line-2": "1,1,3,3NT N =,Böhm & Çelik"})
    assert "0xF6" not in scorer.get(answer.headers["location"]).text


def bomb() -> bytes:
    """A zip with a gigabyte of nothing would look like this."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.csv", b"0" * 5_000_000)
    return held.getvalue()


ENTITIES = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<USEBIO Version="1.2"><CLUB><CLUB_NAME>&b;</CLUB_NAME></CLUB></USEBIO>"""
OUTSIDE = b"""<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><USEBIO>&a;</USEBIO>"""


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.csv", b""),
        ("blank.csv", b"\n\n  \n"),
        ("junk.bin", bytes(range(256)) * 50),
        ("junk.csv", bytes(range(256)) * 50),
        ("junk.xml", bytes(range(256)) * 50),
        ("junk.pbn", b"\0\0\0\0"),
        ("junk.bws", b"\0\1\0\0Standard Jet DB\0" + bytes(4000)),
        ("junk.lin", b"there is nothing in it"),
        ("junk.amends.json", b'{"format": "amends", "version": 1'),
        ("deep.amends.json", b'{"amends": ' + b"[" * 100_000),
        ("bomb.zip", bomb()),
        ("bomb.csv", bomb()),
        ("entities.xml", ENTITIES),
        ("outside.xml", OUTSIDE),
        ("huge.csv", b"board,ns,ew,result\n" + b"x,y,z,w\n" * 200_000),
        ("one-line.csv", b"board,ns,ew,result\n" + b"1," * 500_000),
        ("rulings.toml", b"[[ruling]]\nboard = 1\n"),
        ("noname", b"hello"),
    ],
)
def test_a_wrong_file_is_refused_in_words(visit: Visit, desk: Desk, name: str, data: bytes) -> None:
    scorer = visit("scorer")
    waits = sent(scorer, data, name)
    page = scorer.get(waits)
    assert page.status_code == 422
    assert "expected" in page.text
    assert "Traceback" not in page.text
    assert "root:" not in page.text
    assert len(page.content) < 1_000_000
    assert scorer.post(waits, {"name": "Wrong"}).status_code == 422
    assert len(desk.events()) == 1


def test_of_many_faults_a_page_has_the_first_and_their_number(visit: Visit) -> None:
    scorer = visit("scorer")
    page = scorer.get(sent(scorer, b"board,ns,ew,result\n" + b"1,1,3,3XY N =\n" * 80))
    assert page.text.count('name="leave-') == 50
    assert "… and 30 more lines" in page.text
    page = scorer.get(sent(scorer, b"board,ns,ew,result,award_ns,award_ew\n1,1,3,np,A+," + b";" * 9_999 + b"\n"))
    assert page.status_code == 422
    lines = b'{"amends": 1, "journal": [' + b",".join([b"{}"] * 2_000) + b"]}"
    page = scorer.get(sent(scorer, lines, "club.amends.json"))
    assert page.text.count("<li>") <= 60
    assert "more</p>" in page.text


@pytest.mark.usefixtures("in_child")
def test_an_event_from_elsewhere_beyond_the_limits_says_so(visit: Visit, desk: Desk) -> None:
    long = formats.loads(CSV.replace(b",1,", b"," + b"9" * 50 + b","), "club.csv")
    document = formats.dumps(long, "amends")
    assert isinstance(document, str)
    scorer, nobody = visit("chief"), visit()
    waits = sent(scorer, document.encode(), "elsewhere.amends.json")
    answer = scorer.post(waits, {"name": "Elsewhere", "date": "2026-11-16"})
    assert answer.status_code == 303, answer.text
    home = scorer.get(answer.headers["location"])
    assert "beyond the limits of amends" in home.text
    assert "a contestant of 50 characters" in home.text
    assert "beyond the limits" in scorer.get(f"{answer.headers['location']}/journal", verify="1").text
    assert "beyond the limits" not in scorer.get("EV").text
    change_settings(desk, readers="live")
    assert "beyond the limits" not in nobody.get(answer.headers["location"]).text


@pytest.mark.usefixtures("in_child")
def test_no_file_that_is_sent_leads_to_a_file_of_the_server(visit: Visit, desk: Desk, tmp_path: Path) -> None:
    scorer, own = visit("scorer"), tmp_path / "club.toml"
    own.write_text('base = "ebu"\n', encoding="utf-8")
    begun = append((), EventSetUp("Monday", regulation=str(own)), clock.now(), "amends")
    named = json.dumps({"amends": 1, "journal": [entry_data(entry) for entry in begun]})
    page = scorer.get(sent(scorer, named.encode(), "club.amends.json"))
    assert page.status_code == 422
    assert "a regulation of one&#39;s own is kept as settings" in page.text
    waits = sent(scorer, CSV)
    answer = scorer.post(waits, {"name": "Monday", "date": "2026-11-16", "regulation": str(own)})
    assert answer.status_code == 422
    assert "No regulation that comes with amends" in answer.text
    assert scorer.get(sent(scorer, f'regulation = "{own}"\n'.encode(), "rulings.toml")).status_code == 422
    assert len(desk.events()) == 1


def test_a_file_that_is_too_large_is_refused_before_it_is_read(visit: Visit) -> None:
    scorer = visit("scorer")
    answer = scorer.post("/import", files={"file": ("x.csv", b"0" * (LARGEST_FILE + 1))})
    assert answer.status_code == 413
    assert "at most 20 MB can be sent" in answer.text


@pytest.mark.parametrize(
    "name",
    [
        "../../../etc/passwd",
        "..\\..\\x.csv",
        "a\0b.csv",
        "x" * 2000 + ".csv",
        '"><script>alert(1)</script>.csv',
        "..",
        "\u202excod.csv",
        "CON",
    ],
)
def test_the_name_of_a_file_is_only_ever_shown(visit: Visit, desk: Desk, name: str) -> None:
    scorer = visit("scorer")
    answer = scorer.post("/import", files={"file": (name, CSV)})
    assert answer.status_code == 303
    page = scorer.get(answer.headers["location"])
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    assert "/etc" not in page.text
    done = scorer.post(answer.headers["location"], {"date": "2026-11-16"})
    assert done.status_code == 303
    assert all(each.name.isprintable() and len(each.name) < 100 for each in desk.events())


def test_no_file_is_asked_for(visit: Visit) -> None:
    answer = visit("scorer").post("/import", {})
    assert (answer.status_code, "Choose one first" in answer.text) == (422, True)


def test_a_file_waits_for_who_sent_it_alone_and_not_for_ever(
    visit: Visit, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer = visit("scorer")
    waits = sent(scorer, CSV)
    other = Visiting(visit("director").client, scorer.event, scorer.server)
    assert other.get(waits).status_code == 404
    assert scorer.get(waits).status_code == 200
    later = clock.now() + KEPT + KEPT
    monkeypatch.setattr("amends.clock.now_exactly", lambda: later)
    with pytest.raises(ValueError, match="does not wait any more"):
        Uploads(desk.for_form("S. Scorer", None), 1000).find(waits.rpartition("/")[2])


# Into an event that is there


@pytest.mark.parametrize("winners", ["1", "2"])
def test_the_same_file_again_changes_nothing(visit: Visit, desk: Desk, winners: str) -> None:
    scorer = visit("scorer")
    home = scorer.post(sent(scorer, CSV), {"name": "Monday", "winners": winners}).headers["location"]
    before = desk.open("Monday")
    assert "The file once more" in scorer.get(f"{home}/import").text
    waits = sent(scorer, CSV, into=home.removeprefix("/e/"))
    page = scorer.get(waits).text
    assert "4 unchanged" in page
    assert "Nothing changes" in page
    assert desk.open("Monday").seen == before.seen


def test_changed_lines_are_shown_old_and_new_and_rulings_stay(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    opened = desk.open(NAME)
    lines = travellers().decode().splitlines()
    ruled = {ruling.board for ruling in opened.event.rulings}
    row = next(line for line in lines[1:] if int(line.split(",")[0]) not in ruled and "3NT" in line)
    changed = row.replace("3NT", "2NT")
    data = travellers().decode().replace(row, changed).encode()
    waits = sent(scorer, data, "travellers.csv", into=opened.kept.key)
    page = scorer.get(waits).text
    assert "1 corrected" in page
    assert "→" in page
    assert desk.open(NAME).seen == opened.seen
    answer = scorer.post(waits, {"seen": str(opened.seen)})
    assert answer.status_code == 303, answer.text
    after = desk.open(NAME)
    assert isinstance(after.entries[-1].payload, ResultCorrected)
    assert [ruling.id for ruling in after.event.rulings] == [ruling.id for ruling in opened.event.rulings]


@pytest.mark.parametrize(("role", "is_told"), [("director", True), ("scorer", False)])
def test_a_ruling_that_the_file_makes_unlawful_is_named_before_it_is_accepted(
    visit: Visit, desk: Desk, role: str, is_told: bool
) -> None:
    """Pair 7 is non-offending in ruling 1, and would get less than the result that the file has for it now."""
    visitor, opened = visit(role), desk.open(NAME)
    row = next(row for row in opened.event.results if row.board == 15 and "7" in row.seats.ns)
    lines = travellers().decode().splitlines()
    [place] = [place for place, line in enumerate(lines) if line.split(",")[2:5] == ["15", "7", row.seats.ew[0]]]
    lines[place] = ",".join([*lines[place].split(",")[:5], "4H N +2"])
    waits = sent(visitor, "\n".join(lines).encode(), "travellers.csv", into=opened.kept.key)
    page = words(visitor.get(waits).text)
    told = "Ruling 1 is not allowed any more · Board 15 · N-S would get less than the table result"
    assert "1 corrected" in page
    assert (told in page) is is_told
    assert visitor.post(waits, {"seen": opened.mark}).status_code == 303, "it stands, and is looked at again"


def test_lines_that_are_gone_stay_unless_somebody_says_so(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    opened = desk.open(NAME)
    ruled = {ruling.board for ruling in opened.event.rulings}
    lines = travellers().decode().splitlines()
    gone = next(line for line in lines[1:] if int(line.split(",")[0]) not in ruled)
    data = "\n".join(line for line in lines if line != gone).encode()
    waits = sent(scorer, data, "travellers.csv", into=opened.kept.key)
    assert "No longer in the file, but kept" in scorer.get(waits).text
    assert "Erased" in scorer.get(waits, erase="1").text
    assert desk.open(NAME).seen == opened.seen
    scorer.post(waits, {"seen": str(opened.seen), "erase": "1"})
    assert isinstance(desk.open(NAME).entries[-1].payload, ResultErased)


def test_an_event_that_is_in_the_store_is_imported_into_and_not_begun_twice(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    opened = desk.open(NAME)
    document = formats.dumps(exported(desk, opened), "amends")
    waits = sent(scorer, document if isinstance(document, bytes) else document.encode(), "friday.amends.json")
    page = scorer.get(waits)
    assert "It is in the store already" in page.text
    assert scorer.post(waits, {"name": "A second Friday"}).status_code == 200
    into = scorer.post(f"{waits}/into", {"event": opened.kept.key[:8]}).headers["location"]
    assert "0 further entries" in scorer.get(into).text or "Nothing changes" in scorer.get(into).text
    assert len(desk.events()) == 1


@pytest.mark.parametrize("role", ["scorer", "director"])
def test_only_a_chief_director_takes_over_what_a_file_says_that_others_have_done(
    visit: Visit, desk: Desk, role: str
) -> None:
    """Whoever has a copy of the event can go on with it elsewhere, under any name."""
    opened = desk.open(NAME)
    document = exported(desk, opened)
    given = PenaltyGiven("99", Penalty("7", "25%", "90B2", "by order of the committee"))
    forged = append(document.journal, given, opened.entries[-1].at, "R. Fox")
    data = formats.dumps(replace(document, event=fold(forged), journal=forged), "amends")
    for who, may in ((role, False), ("chief", True)):
        visitor = visit(who)
        bytes_of = data if isinstance(data, bytes) else data.encode()
        waits = sent(visitor, bytes_of, "friday.amends.json", into=opened.kept.key)
        page = visitor.get(waits)
        assert "Take only the results of the file" in page.text
        assert ("Only a chief director takes them over" in page.text) != may
        answer = visitor.post(waits, {"seen": opened.mark})
        assert (answer.status_code == 303) == may, answer.text
        assert desk.open(NAME).seen == opened.seen + may
    seq = desk.open(NAME).seen
    said = (
        f"Entry {seq} came with the file friday.amends.json, with the names and times of the file; R. Fox took it over"
    )
    assert said in visitor.get(f"{visitor.event}/journal").text
    verified = verify_event(desk, opened.kept.key)
    assert [words.startswith(said) for words in verified.taken_over] == [True]
    assert verified.whole


def test_a_name_and_date_that_are_taken_lead_to_the_event_that_has_them(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    answer = scorer.post(sent(scorer, CSV), {"name": NAME.upper(), "date": "2026-11-13"})
    assert "It is in the store already" in answer.text
    assert len(desk.events()) == 1


def test_results_of_teams_do_not_go_into_an_event_of_pairs(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    data = (DATA / "usebio" / "swiss_teams.xml").read_bytes()
    page = scorer.get(sent(scorer, data, "teams.xml", into=desk.open(NAME).kept.key))
    assert page.status_code == 422
    assert "a file of pairs" in page.text
    assert "--into" not in page.text


def test_what_others_changed_meanwhile_on_the_same_board_is_refused(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    opened = desk.open(NAME)
    ruled = {ruling.board for ruling in opened.event.rulings}
    lines = travellers().decode().splitlines()
    row = next(line for line in lines[1:] if int(line.split(",")[0]) not in ruled and "3NT" in line)
    one, two = (travellers().decode().replace(row, row.replace("3NT", each)).encode() for each in ("2NT", "1NT"))
    first = sent(scorer, one, "a.csv", into=opened.kept.key)
    second = sent(scorer, two, "b.csv", into=opened.kept.key)
    assert scorer.post(first, {"seen": str(opened.seen)}).status_code == 303
    late = scorer.post(second, {"seen": str(opened.seen)})
    assert late.status_code == 422
    assert "look again" in late.text


@pytest.mark.parametrize("role", ["reviewer", ""])
def test_only_those_who_may_enter_results_import(visit: Visit, role: str) -> None:
    visitor = visit(role)
    assert visitor.post("/import", files={"file": ("x.csv", CSV)}).status_code in (401, 403)
    assert visitor.client.get("/import/x", follow_redirects=False).status_code in (303, 403)


def test_csv_of_an_export_can_be_imported_as_another_event(visit: Visit, desk: Desk) -> None:
    change_settings(desk, regulation="ebu")
    scorer = visit("scorer")
    data = scorer.get("EV/export/travellers")
    assert data.text == dumps(exported(desk, desk.open(NAME)))
    scorer.post(sent(scorer, data.content), {"name": "Copy", "winners": "2"})
    assert len(desk.open("Copy").event.results) == len(desk.open(NAME).event.results)


@pytest.mark.usefixtures("in_child")
def test_of_large_files_only_the_last_that_was_read_is_kept(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: OrderedDict[tuple[bytes, object], object] = OrderedDict()
    monkeypatch.setattr(reading, "_contents", kept)
    monkeypatch.setattr(reading, "_KEPT_BYTES", 100)
    scorer = visit("scorer")
    for board in (1, 2, 3):
        data = b"board,ns,ew,result\n%d,1,2,4H N =\n" % board + b"\n" * 80
        assert scorer.get(sent(scorer, data)).status_code == 200
        assert [each for each, _ in kept] == [data]
