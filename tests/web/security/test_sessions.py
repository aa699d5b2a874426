"""Sessions: who is signed in, for how long, and by what it ends."""

from __future__ import annotations

from datetime import timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from amends import clock
from amends.accounts import passwords
from amends.accounts.accounts import accounts, change_role, change_secret, remove_account, sign_out_all
from amends.desk.settings import signing_key
from amends.store.schema import ENDED_SESSIONS
from amends.web.preferences import COOKIE as LOOK
from amends.web.security.sessions import CLOCK_SET_BACK, COOKIE, EXPIRES, LONGEST_LIFE, RENEWED, Session, Sessions
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support.desks import CHEAP
from support.web.house import NAMES, PIN, House, sent, token


def signed_in(client: TestClient) -> bool:
    """Whether somebody is signed in."""
    return bool(client.get("/me").status_code == 200)


def cookie_of(answer: Any, name: str = COOKIE) -> Any:
    """What an answer says of a cookie; None where it says nothing."""
    for said in answer.headers.get_list("set-cookie"):
        if name in (jar := SimpleCookie(said)):
            return jar[name]
    return None


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets are hashed in no time."""
    monkeypatch.setattr(passwords, "HASHER", CHEAP)


def at(monkeypatch: pytest.MonkeyPatch, later: timedelta) -> None:
    """Let so much time go by, for cookies and for the desk."""
    now = clock.now() + later
    monkeypatch.setattr("itsdangerous.timed.time.time", now.timestamp)
    monkeypatch.setattr("amends.clock.now", lambda: now)


# Cookies that are not ours


@pytest.mark.parametrize(
    "change",
    [
        lambda said: said[:-2],
        lambda said: "A" + said[1:],
        lambda said: said.partition(".")[0],
        lambda said: said + ".",
        lambda said: "",
        lambda said: ".".join(reversed(said.split("."))),
        lambda said: "." * 4000,
        lambda said: "é€" * 10,
        lambda said: Sessions("0" * 64).cookie(Session("x", NAMES["chief"], 1)),
    ],
)
def test_a_cookie_that_was_changed_signs_nobody_in(walked: House, change: Any) -> None:
    said = change(walked.client("chief").cookies[COOKIE])
    raw = f"{COOKIE}={said}".encode()
    answer = walked.client().get("/me", headers=[(b"cookie", raw)])
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=%2Fme")


@pytest.mark.parametrize("data", [[], ["x"], ["x", "R. Fox", "many"], "text", None, {"a": 1}, ["x", "y", 1, 2]])
def test_a_cookie_that_says_something_else_signs_nobody_in(walked: House, data: Any) -> None:
    client = walked.client()
    client.cookies.set(COOKIE, str(walked.server.sessions._cookies.dumps(data)))
    assert not signed_in(client)


def test_a_token_is_no_cookie(walked: House) -> None:
    chief, client = walked.client("chief"), walked.client()
    client.cookies.set(COOKIE, token(chief))
    assert not signed_in(client)


# How it ends


def test_it_ends_after_an_evening_without_a_page(walked: House, monkeypatch: pytest.MonkeyPatch) -> None:
    chief = walked.client("chief")
    at(monkeypatch, EXPIRES - timedelta(minutes=1))
    assert signed_in(chief)
    stale = walked.client("scorer").cookies
    at(monkeypatch, EXPIRES + timedelta(minutes=1))
    late = walked.client()
    late.cookies = stale
    assert not signed_in(late)


@pytest.mark.parametrize("back", [timedelta(seconds=60), timedelta(hours=23)])
def test_a_clock_that_is_set_back_signs_nobody_out(
    walked: House, monkeypatch: pytest.MonkeyPatch, back: timedelta
) -> None:
    chief = walked.client("chief")
    at(monkeypatch, -back)
    assert signed_in(chief)


def test_a_cookie_from_a_far_future_is_not_taken(walked: House, monkeypatch: pytest.MonkeyPatch) -> None:
    chief = walked.client("chief")
    at(monkeypatch, -CLOCK_SET_BACK - timedelta(minutes=1))
    assert not signed_in(chief)


def test_who_goes_on_working_stays_signed_in(walked: House, monkeypatch: pytest.MonkeyPatch) -> None:
    chief = walked.client("chief")
    first = chief.cookies[COOKIE]
    answer = chief.get("/me")
    assert cookie_of(answer) is None, "one that is new is not sent again"
    at(monkeypatch, RENEWED + timedelta(minutes=1))
    assert cookie_of(chief.get("/me")) is not None
    assert chief.cookies[COOKIE] != first
    at(monkeypatch, EXPIRES - RENEWED)
    assert signed_in(chief)


def test_another_secret_ends_all_other_sessions(fresh: House) -> None:
    here, there = fresh.client("director"), fresh.client("director")
    assert sent(here, "/me/secret", {"old": PIN, "secret": "735162", "again": "735162"}).status_code == 303
    assert (signed_in(here), signed_in(there)) == (True, False)


def test_who_changes_the_secret_needs_the_old_one(fresh: House) -> None:
    director, before = fresh.client("director"), fresh.holds()
    answer = sent(director, "/me/secret", {"old": "000001", "secret": "735162", "again": "735162"})
    assert (answer.status_code, fresh.holds() == before) == (422, True)


def test_a_new_secret_that_the_chief_director_sets_ends_sessions_at_once(fresh: House) -> None:
    director = fresh.client("director")
    change_secret(fresh.desk, NAMES["director"], "735162")
    assert not signed_in(director)
    refused = director.post(f"{fresh.event}/rule", data={"csrf": "x"})
    assert (refused.status_code, "Your session has ended" in refused.text) == (401, True)


def test_an_account_that_is_removed_or_gets_another_role_has_it_at_once(fresh: House) -> None:
    director, scorer = fresh.client("director"), fresh.client("scorer")
    remove_account(fresh.desk, NAMES["director"])
    change_role(fresh.desk, NAMES["scorer"], "reviewer")
    assert not signed_in(director)
    assert "reviewer" in scorer.get("/me").text
    assert (scorer.get("/new").status_code, scorer.get(f"{fresh.event}/journal").status_code) == (403, 200)


def test_a_new_account_of_the_same_name_has_nothing_of_the_old_sessions(fresh: House) -> None:
    director = fresh.client("director")
    remove_account(fresh.desk, NAMES["director"])
    sent(
        fresh.client("chief"),
        "/people",
        {"name": NAMES["director"], "role": "chief", "secret": "735162", "again": "735162"},
    )
    assert not signed_in(director)


def test_who_signs_out_is_out_also_with_a_copy_of_the_cookie(walked: House) -> None:
    chief, other, copy = walked.client("chief"), walked.client("chief"), walked.client()
    copy.cookies.set(COOKIE, chief.cookies[COOKIE])
    assert signed_in(copy)
    assert sent(chief, "/sign-out").status_code == 303
    assert (signed_in(chief), signed_in(copy), signed_in(other)) == (False, False, True)


def ended(house: House) -> list[str]:
    """The sessions that the store knows to have ended."""
    with house.desk.store._reading() as connection:
        return list(connection.execute(select(ENDED_SESSIONS.c.id)).scalars())


def another_process(house: House, key_file: Path | None = None) -> TestClient:
    """A browser at an app that was started anew on the same store."""
    app = create_app(house.desk, ServerOptions(hosts=("testserver",), key_file=key_file))
    return TestClient(app, follow_redirects=False)


def test_signing_out_without_having_signed_in_leaves_nothing_behind(walked: House) -> None:
    before = ended(walked)
    sent(walked.client(), "/sign-out")
    assert ended(walked) == before


def test_who_has_signed_out_is_out_after_a_restart_and_at_other_processes(fresh: House) -> None:
    chief, director = fresh.client("chief"), fresh.client("director")
    running, cookie = another_process(fresh), chief.cookies[COOKIE]
    running.cookies.set(COOKIE, cookie)
    assert signed_in(running)
    sent(chief, "/sign-out")
    restarted, going_on = another_process(fresh), another_process(fresh)
    restarted.cookies.set(COOKIE, cookie)
    going_on.cookies.set(COOKIE, director.cookies[COOKIE])
    assert (signed_in(running), signed_in(restarted), signed_in(going_on)) == (False, False, True)


def test_ended_sessions_are_forgotten_when_their_cookies_are_too_old(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent(fresh.client("chief"), "/sign-out")
    first = ended(fresh)
    for later in range(1, 4):
        at(monkeypatch, later * (LONGEST_LIFE + timedelta(minutes=1)))
        sent(fresh.client("director"), "/sign-out")
    assert (len(first), len(ended(fresh)), set(first) & set(ended(fresh))) == (1, 3, set())


def test_a_clock_that_is_ahead_for_an_evening_opens_no_session_that_has_ended(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    chief, copy = fresh.client("chief"), fresh.client()
    copy.cookies.set(COOKIE, chief.cookies[COOKIE])
    sent(chief, "/sign-out")
    for minutes in (0, 1, 300):
        with monkeypatch.context() as ahead:
            at(ahead, timedelta(days=50, minutes=minutes))
            sent(fresh.client("director"), "/sign-out")
    assert not signed_in(copy)


def test_everybody_is_signed_out_at_once_where_the_app_runs(fresh: House) -> None:
    chief, director = fresh.client("chief"), fresh.client("director")
    cookies = Sessions(signing_key(fresh.desk).read())
    sign_out_all(fresh.desk)
    assert (signed_in(chief), signed_in(director)) == (False, False)
    epochs = {account.name: account.epoch for account in accounts(fresh.desk)}
    forged = fresh.client()
    forged.cookies.set(COOKIE, cookies.cookie(Session("x", NAMES["chief"], epochs[NAMES["chief"]])))
    assert not signed_in(forged), "the key of before signs nothing any more"
    assert signed_in(fresh.client("chief"))


def test_machines_that_name_one_key_file_know_each_others_sessions(fresh: House, tmp_path: Path) -> None:
    shared = tmp_path / "shared.key"
    one, other, alone = another_process(fresh, shared), another_process(fresh, shared), another_process(fresh)
    assert sent(one, "/sign-in", {"name": NAMES["chief"], "secret": PIN}).status_code == 303
    for browser in (other, alone):
        browser.cookies.set(COOKIE, one.cookies[COOKIE])
    assert (signed_in(other), signed_in(alone)) == (True, False)


def test_a_server_that_finds_accounts_and_no_key_says_that_everybody_signs_in_again(fresh: House) -> None:
    words = "There was no key of sessions for this store: everybody signs in again."
    assert words not in create_app(fresh.desk).state.server.notices
    fresh.desk.store.key_path.unlink()
    assert words in create_app(fresh.desk).state.server.notices


# How it begins


def test_nobody_can_give_another_the_session_that_they_will_be_signed_in_with(walked: House) -> None:
    client = walked.client()
    token(client)
    before = walked.server.sessions.read(client.cookies[COOKIE])
    assert sent(client, "/sign-in", {"name": NAMES["chief"], "secret": PIN}).status_code == 303
    after = walked.server.sessions.read(client.cookies[COOKIE])
    assert before is not None
    assert after is not None
    assert (after[0].name, before[0].name) == (NAMES["chief"], "")
    assert after[0].id != before[0].id


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookies_are_for_this_site_and_for_no_script(walked: House, scheme: str) -> None:
    client = TestClient(walked.app, base_url=f"{scheme}://testserver", follow_redirects=False)
    with patch.object(passwords, "HASHER", CHEAP):
        begun = sent(client, "/sign-in", {"name": NAMES["chief"], "secret": PIN})
    looked = sent(client, "/look", {"suits": "two"})
    for cookie in (cookie_of(begun), cookie_of(looked, LOOK)):
        assert cookie is not None
        assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "lax", "/", "")
        assert bool(cookie["secure"]) == (scheme == "https")
    assert NAMES["chief"] not in client.cookies[COOKIE]


@pytest.mark.parametrize(
    "path",
    ["/", "EV", "EV/ranking", "EV/ranking.json", "EV/boards", "EV/boards/1", "EV/cards/1", "EV/why/1", "EV/rulings",
     "EV/rulings/1", "/laws", "/laws/12", "/alive", "/nowhere"],
)  # fmt: skip
def test_who_only_reads_gets_no_cookie(walked: House, path: str) -> None:
    answer = walked.client().get(path.replace("EV", walked.event))
    assert answer.status_code in (200, 404)
    assert "set-cookie" not in answer.headers
