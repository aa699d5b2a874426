"""Settings of an event and of the club, and who may do what."""

from __future__ import annotations

import html
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from amends.accounts.accounts import Role, accounts
from amends.desk import Desk, open_desk
from amends.desk.settings import desk_settings
from amends.journal.chain import verify
from amends.journal.entries import RegulationChosen
from amends.regulations import known, load, settings
from amends.web.rendering import environment
from amends.wording.figures import value_of, value_text
from support.desks import NAME
from support.web.reading import links, words
from web.conftest import PIN, Visit

OTHER = "271828"

# The event


def words_module() -> Any:
    """The plain words of all settings."""
    return environment("en").get_template("setting_words.html").make_module({})


def plain_words() -> dict[str, tuple[str, str, dict[str, str]]]:
    """The label, the explanation and the words of the values of each setting."""
    module = words_module()
    groups = [*module.RULES, *(each for _, _, group in module.GROUPS for each in group)]
    assert len(groups) == len({key for key, *_ in groups})
    return {key: (label, hint, options) for key, label, hint, options in groups}


def test_every_setting_has_plain_words_and_every_value_too() -> None:
    known_words = plain_words()
    assert set(known_words) == set(settings())
    for key, (label, hint, options) in known_words.items():
        assert label, key
        assert hint, key
        assert "_" not in label + hint
        for value in options:
            settings()[key].read(value_of(key, value))
    for key, about in settings().items():
        for name in known():
            value = value_text(getattr(load(name), key))
            options = known_words[key][2]
            assert not options or value in options, (key, value)
        if re.fullmatch(r"[\w.%-]+(, [\w.%-]+)+", about.values):
            assert set(known_words[key][2]) == set(about.values.split(", ")), key


def test_every_setting_is_shown_with_its_source(visit: Visit) -> None:
    page = visit("reviewer").get("EV/settings")
    assert page.status_code == 200
    for key, (label, hint, _) in plain_words().items():
        assert f'id="setting-{key}"' in page.text
        assert label in page.text
        assert hint in page.text
    assert "Law 12C2(c)" in page.text
    assert "No source yet" in page.text
    for said in ("Forget this person", "Rename", "<select", 'name="poll_minimum"'):
        assert said not in page.text


def test_a_setting_is_found_by_its_words(visit: Visit) -> None:
    chief = visit("chief")
    page = chief.get("EV/settings", find="Least Players").text
    assert re.findall('id="setting-([a-z_]+)"', page) == ["poll_minimum"]
    # What is not shown is not changed by what is.
    kept = chief.get("EV/settings", poll_minimum="7", shown="").text
    assert "1 change." in kept


def test_an_event_is_renamed(visit: Visit, desk: Desk) -> None:
    chief = visit("chief")
    assert chief.post("EV/settings/name", {"name": "Friday  at the club", "date": "2026-11-14"}).status_code == 303
    assert str(desk.events()[0]) == "Friday at the club 2026-11-14"
    assert "Friday at the club" in chief.get("EV").text
    wrong = chief.post("EV/settings/name", {"name": "Other", "date": "some day"})
    assert (wrong.status_code, 'value="Other"' in wrong.text) == (422, True)


def test_a_change_shows_its_effect_in_place_before_it_is_kept(visit: Visit, desk: Desk) -> None:
    chief, before = visit("chief"), desk.open(NAME)
    page = chief.get("EV/settings", poll_minimum="7")
    assert "1 change. No score moves." in words(page.text)
    assert "Your change" in page.text
    assert desk.open(NAME).seen == before.seen
    fields = dict(
        re.findall(r'<input type="hidden" name="([a-z_.]+)" value="([^"]*)"', page.text.split("toast steady")[1])
    )
    assert {**fields, "do": "confirm"}.items() >= {"poll_minimum": "7", "reason": "poll minimum: 7"}.items()
    assert chief.post("EV/settings/regulation", {**fields, "csrf": chief.token(), "do": "confirm"}).status_code == 303
    last = desk.open(NAME).entries[-1].payload
    assert last == RegulationChosen("exact", {"poll_minimum": 7}, "poll minimum: 7")
    assert "Exact says 5." in words(chief.get("EV/settings").text)


def test_a_change_that_moves_scores_leads_to_who_moves(visit: Visit) -> None:
    chief = visit("chief")
    page = chief.get("EV/settings", line_rounding="0.1")
    assert re.search("1 change. [0-9]+ scores? moves?", words(page.text))
    [more] = [each for each in links(page.text) if "/settings/regulation?" in each]
    full = chief.get(html.unescape(more))
    assert full.status_code == 200
    assert "Each board Not rounded → One decimal" in words(full.text)


def test_another_regulation_brings_its_own_values_and_keeps_what_was_typed(visit: Visit) -> None:
    chief = visit("chief")
    form = re.search(r'<form class="stack" method="get".*?</form>', chief.get("EV/settings").text, re.DOTALL)
    assert form is not None
    sent = filled(form[0])
    assert len(sent) > len(settings())
    page = chief.get("EV/settings", **{**sent, "regulation": "ebu", "poll_minimum": "9"}).text
    then = filled(page)
    assert (then["regulation"], then["appeal_minutes"], then["poll_minimum"]) == ("ebu", "20", "9")
    # From there to another one: nothing of the regulation in between is taken for typed.
    again = filled(chief.get("EV/settings", **{**then, "regulation": "acbl"}).text)
    assert (again["regulation"], again["appeal_minutes"], again["poll_minimum"]) == ("acbl", "30", "9")
    assert again["matchpoints_per_win"] == "1"


def filled(page: str) -> dict[str, str]:
    """The fields of the form of settings, as a browser sends them."""
    form = re.search(r'<form class="stack" method="get".*?</form>', page, re.DOTALL)
    assert form is not None
    fields = {
        name: value
        for tag in re.findall("<input[^>]*>", form[0])
        for name, value in re.findall(r' name="([^"]+)".*? value="([^"]*)"', tag)
    }
    for name, options in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', form[0], re.DOTALL):
        chosen = re.findall(r'<option value="([^"]*)" selected', options) or re.findall(
            '<option value="([^"]*)"', options
        )
        fields[name] = chosen[0]
    return fields


@pytest.mark.parametrize(
    ("key", "text"),
    [("poll_minimum", "many"), ("appeal_minutes", ""), ("edition", "2010"), ("standard_penalty.imps", "x")],
)
def test_a_value_that_will_not_do_is_said_at_its_field_and_stays(visit: Visit, desk: Desk, key: str, text: str) -> None:
    before = desk.open(NAME).seen
    answer = visit("chief").get("EV/settings", **{key: text})
    assert answer.status_code == 422
    assert f'id="{key.partition(".")[0]}-error"' in answer.text
    assert f'name="{key}" value="{text}"' in answer.text or f'<option value="{text}" selected' in answer.text
    assert "toast steady" not in answer.text
    assert desk.open(NAME).seen == before


def test_another_regulation_is_looked_at_before_it_is_chosen(visit: Visit, desk: Desk) -> None:
    chief, before = visit("chief"), desk.open(NAME)
    form = {"regulation": "acbl", "poll_minimum": "7", "reason": "as the programme says"}
    looked = chief.post("EV/settings/regulation", form)
    assert looked.status_code == 303
    page = chief.get(looked.headers["location"])
    assert "Settings that change" in page.text
    assert "Least players in a poll" in page.text
    assert desk.open(NAME).seen == before.seen
    assert chief.post("EV/settings/regulation", {**form, "do": "confirm", "seen": before.seen}).status_code == 303
    last = desk.open(NAME).entries[-1].payload
    assert last == RegulationChosen("acbl", {"poll_minimum": 7}, "as the programme says")
    shown = chief.get("EV/settings").text
    assert "Changed here" in shown
    late = chief.post("EV/settings/regulation", {**form, "regulation": "ebu", "do": "confirm", "seen": before.seen})
    assert (late.status_code, "look again" in late.text) == (422, True)


@pytest.mark.parametrize(
    "said",
    [
        {"regulation": "acbl"},
        {"regulation": "nowhere", "reason": "x"},
        {"regulation": "../x.toml", "reason": "x"},
        {"poll_minimum": "many", "reason": "x"},
        {"weighting_allowed": "false", "reason": "x"},
        {"no_such": "1", "reason": "x"},
        {"reason": "nothing changes"},
    ],
)
def test_a_regulation_that_cannot_be_chosen_is_refused_in_place(visit: Visit, desk: Desk, said: dict[str, str]) -> None:
    chief, before = visit("chief"), desk.open(NAME).seen
    answer = chief.post("EV/settings/regulation", said)
    assert (answer.status_code, 'role="alert"' in answer.text) == (422, True)
    assert chief.get("EV/settings/regulation", **said).status_code == 422
    assert desk.open(NAME).seen == before


@pytest.mark.parametrize("role", ["scorer", "director", "reviewer"])
def test_who_may_not_change_settings_looks_at_no_change(visit: Visit, role: str) -> None:
    page = visit(role).get("EV/settings", poll_minimum="7")
    assert page.status_code == 200
    assert "change." not in page.text


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
    for field in ("club", "regulation", "readers"):
        assert f'id="{field}-error"' in wrong.text
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
