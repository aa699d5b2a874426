"""Settings of an event and of the club, and who may do what."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from amends.accounts.accounts import Role, accounts
from amends.desk import Desk, open_desk
from amends.desk.settings import desk_settings
from amends.journal.chain import verify
from amends.journal.entries import RegulationChosen
from amends.regulations import settings
from support.desks import NAME
from web.conftest import PIN, Visit

OTHER = "271828"

# The event


def test_every_setting_is_shown_with_its_source(visit: Visit) -> None:
    page = visit("reviewer").get("EV/settings")
    assert page.status_code == 200
    for key, about in settings().items():
        assert f'id="setting-{key}"' in page.text
        assert about.words.replace("'", "&#39;") in page.text
    assert "Forget this person" not in page.text
    assert "Rename" not in page.text


def test_an_event_is_renamed(visit: Visit, desk: Desk) -> None:
    chief = visit("chief")
    assert chief.post("EV/settings/name", {"name": "Friday  at the club", "date": "2026-11-14"}).status_code == 303
    assert str(desk.events()[0]) == "Friday at the club 2026-11-14"
    assert "Friday at the club" in chief.get("EV").text
    wrong = chief.post("EV/settings/name", {"name": "Other", "date": "some day"})
    assert (wrong.status_code, 'value="Other"' in wrong.text) == (422, True)


def test_another_regulation_is_looked_at_before_it_is_chosen(visit: Visit, desk: Desk) -> None:
    chief, before = visit("chief"), desk.open(NAME)
    form = {"regulation": "acbl", "key": "poll_minimum", "value": "7", "reason": "as the programme says"}
    looked = chief.post("EV/settings/regulation", form)
    assert looked.status_code == 303
    page = chief.get(looked.headers["location"])
    assert "Settings that change" in page.text
    assert "poll minimum" in page.text
    assert desk.open(NAME).seen == before.seen
    assert chief.post("EV/settings/regulation", {**form, "do": "confirm", "seen": before.seen}).status_code == 303
    last = desk.open(NAME).entries[-1].payload
    assert last == RegulationChosen("acbl", {"poll_minimum": 7}, "as the programme says")
    shown = chief.get("EV/settings").text
    assert "changed for this event; the regulation says" in shown
    late = chief.post("EV/settings/regulation", {**form, "regulation": "ebu", "do": "confirm", "seen": before.seen})
    assert (late.status_code, "look again" in late.text) == (422, True)


@pytest.mark.parametrize(
    "said",
    [
        {"regulation": "acbl"},
        {"regulation": "nowhere", "reason": "x"},
        {"regulation": "../x.toml", "reason": "x"},
        {"key": "poll_minimum", "value": "many", "reason": "x"},
        {"key": "no_such", "value": "1", "reason": "x"},
        {"value": "1", "reason": "x"},
        {"reason": "nothing changes"},
    ],
)
def test_a_regulation_that_cannot_be_chosen_is_refused_in_place(visit: Visit, desk: Desk, said: dict[str, str]) -> None:
    chief, before = visit("chief"), desk.open(NAME).seen
    answer = chief.post("EV/settings/regulation", said)
    assert (answer.status_code, 'role="alert"' in answer.text) == (422, True)
    assert chief.get("EV/settings/regulation", **said).status_code == 422
    assert desk.open(NAME).seen == before


def test_a_person_is_forgotten_for_good(visit: Visit, desk: Desk) -> None:
    chief = visit("chief")
    name = "C. Cole"
    assert name in chief.get("EV/export/amends").text
    assert chief.post("EV/settings/forget", {"person": name}).status_code == 422
    assert chief.post("EV/settings/forget", {"person": "N. Obody", "sure": "on"}).status_code == 422
    done = chief.post("EV/settings/forget", {"person": name, "sure": "on"})
    assert done.status_code == 303
    assert name not in done.headers["location"]
    page = chief.get(done.headers["location"])
    assert "verifies as before" in page.text
    assert name not in page.text
    assert not verify(desk.open(NAME).entries)
    assert name not in chief.get("EV/export/amends").text


@pytest.mark.parametrize("role", ["scorer", "director", "reviewer"])
@pytest.mark.parametrize("path", ["name", "regulation", "forget"])
def test_only_the_chief_changes_the_settings_of_an_event(visit: Visit, desk: Desk, role: str, path: str) -> None:
    before = desk.open(NAME)
    assert visit(role).post(f"EV/settings/{path}", {"name": "X", "person": "X", "sure": "on"}).status_code == 403
    assert desk.open(NAME).entries == before.entries


# The club


def test_the_settings_of_the_club_are_kept(visit: Visit, desk: Desk) -> None:
    chief = visit("chief", address="http://192.0.2.7:8765/")
    page = chief.get("/settings").text
    assert "http://192.0.2.7:8765/" in page
    assert "<svg" in page
    assert "style=" not in page
    done = chief.post("/settings", {"club": "Oak & Elm", "regulation": "ebu", "readers": "live"})
    assert done.status_code == 303
    kept = desk_settings(desk)
    assert (kept.club, kept.regulation, kept.readers.value) == ("Oak & Elm", "ebu", "live")
    wrong = chief.post("/settings", {"club": "x" * 200, "regulation": "nowhere", "readers": "all"})
    assert wrong.status_code == 422
    assert wrong.text.count("<b>setting ") >= 3
    assert desk_settings(desk) == kept


@pytest.mark.parametrize(("readers", "ranking"), [("published", 200), ("live", 200), ("nobody", 403)])
def test_what_readers_see_is_as_it_is_set(visit: Visit, readers: str, ranking: int) -> None:
    visit("chief").post("/settings", {"club": "", "regulation": "", "readers": readers})
    assert visit().get("EV").status_code == ranking


def test_a_copy_of_everything_is_a_store_itself(visit: Visit, desk: Desk, tmp_path: Path) -> None:
    answer = visit("chief").get("/backup")
    assert answer.headers["content-disposition"].startswith('attachment; filename="amends ')
    path = tmp_path / "copy.db"
    path.write_bytes(answer.content)
    with open_desk(path) as copy:
        assert [str(each) for each in copy.events()] == [str(each) for each in desk.events()]
        assert copy.open(NAME).entries == desk.open(NAME).entries
    with sqlite3.connect(path) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
    connection.close()


@pytest.mark.parametrize("role", ["scorer", "director", "reviewer"])
@pytest.mark.parametrize("path", ["/settings", "/backup", "/people"])
def test_only_the_chief_looks_after_the_club(visit: Visit, role: str, path: str) -> None:
    assert visit(role).get(path).status_code == 403


# People


def names(desk: Desk) -> dict[str, str]:
    """Who has which role."""
    return {account.name: account.role.value for account in accounts(desk)}


def test_somebody_is_added_and_can_sign_in(visit: Visit, desk: Desk) -> None:
    chief = visit("chief")
    new = {"name": "A. Ash", "role": "scorer", "secret": OTHER, "again": OTHER}
    assert chief.post("/people", new).status_code == 303
    assert names(desk)["A. Ash"] == "scorer"
    assert visit().post("/sign-in", {"name": "A. Ash", "secret": OTHER}).status_code == 303
    twice = chief.post("/people", new)
    assert (twice.status_code, 'value="A. Ash"' in twice.text) == (422, True)


@pytest.mark.parametrize(
    "wrong",
    [{"again": PIN}, {"secret": "1234", "again": "1234"}, {"name": ""}, {"role": "king"}, {"secret": "", "again": ""}],
)
def test_what_is_wrong_with_a_new_account_is_said_in_place(visit: Visit, desk: Desk, wrong: dict[str, str]) -> None:
    new = {"name": "A. Ash", "role": "scorer", "secret": OTHER, "again": OTHER, **wrong}
    answer = visit("chief").post("/people", new)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert OTHER not in answer.text
    assert "A. Ash" not in names(desk)


def test_a_role_is_another_at_once(visit: Visit, desk: Desk) -> None:
    chief, scorer = visit("chief"), visit("scorer")
    assert scorer.get("EV/publish").status_code == 200
    assert chief.post("/people/role", {"name": "S. Scorer", "role": "reviewer"}).status_code == 303
    assert scorer.get("EV/publish").status_code == 403


def test_another_secret_ends_the_sessions_of_the_old_one(visit: Visit) -> None:
    chief, scorer = visit("chief"), visit("scorer")
    chief.post("/people/secret", {"name": "S. Scorer", "secret": OTHER, "again": OTHER})
    assert "Sign in" in scorer.get("/").text
    own = chief.post("/people/secret", {"name": "R. Fox", "secret": OTHER, "again": OTHER})
    assert own.status_code == 303
    assert chief.get("/people").status_code == 200  # who sets their own stays signed in


def test_somebody_is_removed_but_never_the_last_chief(visit: Visit, desk: Desk) -> None:
    chief = visit("chief")
    assert chief.post("/people/remove", {"name": "S. Scorer"}).status_code == 422
    assert chief.post("/people/remove", {"name": "S. Scorer", "sure": "on"}).status_code == 303
    assert "S. Scorer" not in names(desk)
    for path, more in (("remove", {"sure": "on"}), ("role", {"role": "scorer"})):
        refused = chief.post(f"/people/{path}", {"name": "R. Fox", **more})
        assert refused.status_code == 422
        assert "is the only chief director" in refused.text
        assert re.search(r"<details[^>]* open>", refused.text)
    assert names(desk)["R. Fox"] == Role.CHIEF
