"""Publishing: what is shown first is what is published, and the files are those of the command."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from amends import BySide, Ruling, formats, parse_award
from amends.clock import shown_time
from amends.desk import Desk
from amends.desk.commands.rulings import giving
from amends.desk.importing.documents import begin, rename
from amends.desk.publishing.publication_files import Issue, Wanted
from amends.desk.publishing.publish import publish
from amends.event import TableReference
from amends.journal.entries import PublishedStandings
from amends.web.screens.publish import publish as publish_screen
from amends.web.screens.publish.publish import preview_name
from support.desks import DATE, NAME, desk_at, publishing
from support.web.reading import words
from web.conftest import Visit, Visiting

PROVISIONAL = {"state": "provisional", "format": ["usebio", "json"]}
NEW = Ruling("", 15, TableReference(ns="5"), BySide.both(parse_award("4H N =")), accept={"12B1": "x"})
NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)


@pytest.fixture
def at_noon(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything happens at one moment, so that pages which show it can be compared."""
    monkeypatch.setattr("amends.clock.now", lambda: NOON)
    object.__setattr__(desk, "clock", lambda: NOON)
    # Cookies are signed by the machine's own clock, which is far from noon.
    monkeypatch.setattr("amends.web.security.sessions.CLOCK_SET_BACK", timedelta(days=36500))


def published(visitor: Visiting, **more: object) -> int:
    """Publish what stands now; the number of the publication."""
    seen = visitor.get("EV/publish").text.split('name="seen" value="')[1].split('"')[0]
    answer = visitor.post("EV/publish", {**PROVISIONAL, "seen": seen, **more})
    assert answer.status_code == 303, answer.text
    return int(answer.headers["location"].split("?")[0].rpartition("/")[2])


@pytest.mark.parametrize(("year", "expected"), [(1970, 1980), (2107, 2107), (2108, 2107), (9999, 2107)])
def test_a_publication_of_any_time_can_be_packed(visit: Visit, desk: Desk, year: int, expected: int) -> None:
    """By a clock that is wrong, or in a file from elsewhere."""
    dated = replace(desk, clock=lambda: datetime(year, 12, 30, 12, tzinfo=UTC))
    dated.confirm(dated.open(NAME), publishing())
    number = len(desk.open(NAME).history.publications)
    archive = visit("scorer").get(f"EV/published/{number}.zip")
    with zipfile.ZipFile(io.BytesIO(archive.content)) as files:
        assert {info.date_time[0] for info in files.infolist()} == {expected}


def test_a_publication_is_an_entry_and_what_readers_see_from_then_on(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    number = published(scorer, remark="Board 3 again")
    last = desk.open(NAME).entries[-1].payload
    assert (number, last) == (2, PublishedStandings(False, "Board 3 again"))
    page = scorer.get(f"EV/published/{number}").text
    assert "Board 3 again" in page
    assert "Correction notice" in page
    assert scorer.get(f"EV/published/{number}/notice").status_code == 200


def test_final_results_need_a_reason_while_something_is_open(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    assert "appeal 1 against ruling 1 is not decided" in scorer.get("EV/publish").text
    refused = scorer.post("EV/publish", {"state": "final", "remark": "The last word", "seen": desk.open(NAME).seen})
    assert refused.status_code == 422
    assert "The last word" in refused.text
    assert "is not decided" in refused.text
    assert published(scorer, state="final", anyway="the prizes are given now") == 2
    assert "the prizes are given now" in str(desk.open(NAME).entries[-1].payload)


def test_what_others_have_entered_meanwhile_is_shown_before_it_is_published(visit: Visit, desk: Desk) -> None:
    scorer, before = visit("scorer"), desk.open(NAME).seen
    published(scorer)
    again = scorer.post("EV/publish", {**PROVISIONAL, "seen": before})
    assert again.status_code == 422
    assert "published: provisional" in again.text
    assert "Look again" in again.text
    assert desk.open(NAME).seen == before + 1


@pytest.mark.usefixtures("at_noon")
@pytest.mark.parametrize("names", ["", "1"])
def test_the_preview_the_files_and_the_folder_of_the_command_are_the_same(
    visit: Visit, desk: Desk, tmp_path: Path, names: str
) -> None:
    director = visit("director")
    looked = director.get("EV/publish", state="provisional", format="json", names=names, remark="A word")
    first = looked.text.split('class="phone" src="')[1].split('"')[0]
    shown = {
        name: director.client.get(first.replace("index.html", name)).text for name in ("index.html", "rulings.html")
    }
    with desk_at(tmp_path / "other.db") as other:
        content = director.get("EV/export/amends").content
        document = formats.loads(content, "event.amends.json")
        begin(other, document, NAME, DATE)
        object.__setattr__(other, "clock", lambda: NOON)
        folder = tmp_path / "results"
        publish(other, other.open(NAME), folder, Wanted(names_in_rulings=bool(names), remark="A word"))
        key = other.open(NAME).kept.key
    number = published(director, remark="A word")
    archive = director.get(f"EV/published/{number}.zip", format=["usebio", "json"], names=names)
    with zipfile.ZipFile(io.BytesIO(archive.content)) as files:
        assert {*files.namelist()} == {each.name for each in folder.iterdir()}
        for each in folder.iterdir():
            written, ours = each.read_bytes(), files.read(each.name)
            if each.name == "publication.json":
                assert json.loads(written) | {"event": ""} == json.loads(ours) | {"event": ""}
                assert json.loads(ours)["event"] == desk.open(NAME).kept.key != key
            else:
                assert written == ours, each.name
        for name, text in shown.items():
            assert files.read(name).decode() == text


def test_an_earlier_publication_is_downloaded_as_it_was(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    before = scorer.get("EV/published/1.zip").content
    published(scorer)
    assert scorer.get("EV/published/1.zip").content == before
    assert scorer.get("EV/published/7.zip").status_code == 404


def test_published_pages_are_shown_under_a_policy_of_their_own(visit: Visit) -> None:
    scorer = visit("scorer")
    page = scorer.get("EV/publish")
    assert "frame-src 'self'" in page.headers["content-security-policy"]
    first = page.text.split('class="phone" src="')[1].split('"')[0]
    shown = scorer.client.get(first)
    policy = shown.headers["content-security-policy"]
    assert "default-src 'none'; style-src 'sha256-" in policy
    assert "unsafe" not in policy
    assert "script" not in policy
    assert shown.headers["x-frame-options"] == "SAMEORIGIN"
    assert scorer.get("EV").headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "path",
    [
        "EV/publish/preview/nonsense/index.html",
        "EV/publish/preview/W10/index.html",
        f"EV/publish/preview/{'W1tb' * 3000}/index.html",  # a list in a list, 9000 times
        "EV/published/0",
        "EV/published/9",
    ],
)
def test_what_was_never_published_is_not_there(visit: Visit, path: str) -> None:
    assert visit("scorer").get(path).status_code == 404


@pytest.mark.parametrize(
    ("role", "path", "status"),
    [
        ("reviewer", "EV/publish", 403),
        ("reviewer", "EV/published/1", 200),
        ("reviewer", "EV/published/1.zip", 403),
        ("reviewer", "EV/export", 200),
        ("reviewer", "EV/export/usebio", 200),
        ("reviewer", "EV/export/amends", 403),
        ("reviewer", "EV/export/rulings", 200),
        ("scorer", "EV/export/rulings", 403),
        ("scorer", "EV/export/amends", 403),
        ("director", "EV/export/amends", 200),
        ("scorer", "EV/export/doc", 404),
    ],
)
def test_who_may_publish_and_who_may_have_which_file(visit: Visit, role: str, path: str, status: int) -> None:
    assert visit(role).get(path).status_code == status


@pytest.mark.parametrize(
    "path", ["EV/publish", "EV/export", "EV/export/usebio", "EV/published/1", "EV/published/1.zip"]
)
def test_without_a_sign_in_nothing_of_it_is_to_be_had(visit: Visit, path: str) -> None:
    visitor = visit()
    assert visitor.client.get(path.replace("EV", visitor.event), follow_redirects=False).status_code == 303


def test_losses_are_said_before_a_file_is_downloaded(visit: Visit, desk: Desk) -> None:
    page = visit("chief").get("EV/export").text
    assert "It cannot hold" in page
    assert "event document" in page
    assert "cannot hold" in visit("chief").get("EV/publish").text


def test_an_event_with_too_many_results_is_published_and_its_files_are_refused_in_words(
    visit: Visit, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    chief = visit("chief")
    name = preview_name(Wanted())
    rows = len(desk.open(NAME).event.results)
    monkeypatch.setattr(publish_screen, "MOST_ROWS_IN_FILES", rows - 1)
    monkeypatch.setattr(Issue, "lost_in", lambda *_: pytest.fail("what takes minutes is worked out"))
    monkeypatch.setattr(Issue, "files", lambda *_: pytest.fail("what takes minutes is made"))
    said = words(chief.get("EV/publish").text)
    assert f"The event has {rows} results. The app makes pages and files of at most {rows - 1}" in said
    assert published(chief, format=[]) == 2
    for path in ("export/usebio", "export/pbn", "published/2.zip", f"publish/preview/{name}/index.html"):
        answer = chief.get(f"EV/{path}")
        assert (answer.status_code, "amends event export" in answer.text) == (422, True), path
    listed = words(chief.get("EV/export").text)
    assert ("amends event export" in listed, "It cannot hold" in listed, "USEBIO" in listed) == (True, True, False)
    for path in ("export/amends", "export/travellers", "export/rulings"):
        assert chief.get(f"EV/{path}").status_code == 200


def test_a_file_has_a_name_that_every_system_takes(visit: Visit, desk: Desk) -> None:
    chief = visit("chief")
    rename(desk, desk.open(NAME), 'Köln "/..\\ Cup\r\nX: y')
    head = chief.get("EV/export/usebio").headers["content-disposition"]
    assert head.startswith('attachment; filename="Koln .. Cup X y.xml"; filename*=UTF-8')


def test_slip_publish_page_and_published_pages_agree_on_the_time_for_review(visit: Visit, desk: Desk) -> None:
    scorer, director = visit("scorer"), visit("director")
    sentence = "A review may be asked for until 19:37."
    assert f"Ruling 2: {sentence}" in words(scorer.get("EV/publish").text)
    assert sentence in words(director.get("EV/rulings/2").text)
    given = desk.confirm(desk.open(NAME), giving(NEW)).rulings[0]
    waits = "A review may be asked for until 30 minutes after the official score with this ruling is first available."
    assert f"Ruling {given.id}: {waits}" in words(scorer.get("EV/publish").text)
    number = published(scorer)
    opened = desk.open(NAME)
    ends = shown_time(opened.entries[-1].at + timedelta(minutes=30), opened.entries[-1].at)
    times = words(scorer.get(f"EV/published/{number}").text)
    assert f"A review of ruling {given.id} may be asked for until {ends} [92B]." in times
    for page in ("EV/publish", f"EV/rulings/{given.id}", f"EV/published/{number}/notice"):
        assert f"A review may be asked for until {ends}." in words(director.get(page).text), page
    assert f"Ruling 2: {sentence}" in words(scorer.get("EV/publish").text), "its time is not started again"
