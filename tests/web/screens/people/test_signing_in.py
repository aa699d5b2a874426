"""Signing in: nobody guesses for long, nobody learns who is there, and it leads to a page of ours."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from fastapi.testclient import TestClient

from amends import clock
from amends.accounts import passwords
from amends.accounts.accounts import accounts, add_account
from amends.accounts.sign_in_limit import FIRST_WAIT, FREE
from amends.desk import Desk
from amends.faults import UNAVAILABLE, Fault, Faults
from amends.web.request import own_address
from amends.web.screens.people import signing_in
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support.desks import CHEAP, desk_at
from support.web.house import NAMES, PIN, House, house, sent, token
from support.web.reading import words

CODE = "a code nobody knows"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets are hashed in no time."""
    monkeypatch.setattr(passwords, "HASHER", CHEAP)


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still: how long somebody waits depends on no machine."""
    now = clock.now()
    monkeypatch.setattr("amends.clock.now", lambda: now)


def tried(client: TestClient, name: str, pin: str = "999999", **more: str) -> Any:
    """An attempt to sign in."""
    return sent(client, "/sign-in", {"name": name, "secret": pin, **more})


# Guessing


def test_who_guesses_waits_and_is_told_how_long(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock.now()
    monkeypatch.setattr("amends.clock.now", lambda: now)
    client = fresh.client()
    assert [tried(client, "R. Fox").status_code for _ in range(FREE["pair"])] == [403] * FREE["pair"]
    for name in ("R. Fox", " r.  fox ", "R. FOX"):
        answer = tried(client, name, PIN)  # the right one, but too early
        assert answer.status_code == 429, name
        assert "Too many wrong tries." in words(answer.text)
        assert "Try again in 30 seconds." in words(answer.text)
        assert answer.headers["retry-after"] == "31"
    assert tried(client, "C. Cole", PIN).status_code == 303, "others go on"
    monkeypatch.setattr("amends.clock.now", lambda: now + FIRST_WAIT)
    assert tried(fresh.client(), "R. Fox", PIN).status_code == 303


def test_wrong_guesses_do_not_keep_out_who_has_signed_in_here_before(fresh: House) -> None:
    phone = fresh.client("director")
    sent(phone, "/sign-out")
    guessing = fresh.client()
    assert [tried(guessing, "C. Cole").status_code for _ in range(FREE["pair"] + 1)][-1] == 429
    assert tried(guessing, "C. Cole", PIN).status_code == 429
    assert tried(phone, "C. Cole", PIN).status_code == 303
    cookie = phone.cookies["amends-device"]
    assert "c. cole" in fresh.server.sessions.devices(cookie)
    assert fresh.server.sessions.devices(f"{cookie[:-3]}xyz") == {}


def test_a_try_that_the_server_had_no_time_for_does_not_count(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    client = fresh.client()

    def busy(*_: object) -> None:
        raise Faults([Fault("Too many sign in.", "", kind=UNAVAILABLE)])

    with monkeypatch.context() as patch:
        patch.setattr(signing_in, "check_secret", busy)
        assert {tried(client, "C. Cole", PIN).status_code for _ in range(2 * FREE["pair"])} == {503}
    assert tried(client, "C. Cole", PIN).status_code == 303


def test_the_chief_lets_somebody_try_again(fresh: House) -> None:
    guessing, chief = fresh.client(), fresh.client("chief")
    for _ in range(FREE["pair"]):
        tried(guessing, "C. Cole")
    assert tried(guessing, "C. Cole", PIN).status_code == 429
    assert sent(chief, "/people/lift", {"name": "C. Cole"}).status_code == 303
    assert tried(guessing, "C. Cole", PIN).status_code == 303


def test_who_guesses_at_many_names_waits_too(fresh: House) -> None:
    client = fresh.client()
    answers = [tried(client, f"Nobody {each}").status_code for each in range(FREE["address"] + 1)]
    assert answers == [403] * FREE["address"] + [429]


def test_a_name_that_nobody_has_is_answered_like_any_other(fresh: House) -> None:
    known, unknown = ([tried(fresh.client(), name) for _ in range(FREE["pair"] + 1)] for name in ("R. Fox", "X. Xx"))
    for one, other in zip(known, unknown, strict=True):
        assert one.status_code == other.status_code
        assert words(one.text) == words(other.text)
        assert {*one.headers} == {*other.headers}


@pytest.mark.parametrize(
    ("name", "pin"),
    [("", ""), ("R. Fox", ""), ("R. Fox", "x" * 20_000), ("x" * 20_000, "x"), ("R. Fox\0", PIN), ("R. Fox", PIN + "\0"),
     ("R. Fox' OR '1'='1", PIN), ("R. Fox", "' OR '1'='1"), ("\u202eR. Fox", PIN), ("R. Fo\u200bx", PIN), ("%", "%")],
    ids=range(11),
)  # fmt: skip
def test_what_is_no_name_and_secret_signs_nobody_in(fresh: House, name: str, pin: str) -> None:
    client = fresh.client()
    assert tried(client, name, pin).status_code in (403, 422)
    assert client.get("/me").status_code == 303


# Where it leads

ELSEWHERE = [
    "https://evil.example", "http:evil.example", "//evil.example", "///evil.example", "////evil.example/..",
    "/\\evil.example", "\\\\evil.example", "\\/evil.example", "/\t/evil.example", "/\n/evil.example",
    "\t//evil.example", " //evil.example", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x",
    "evil.example", "?next=//evil", "#//evil.example", "//[", "http://[::1", "//evil.example\\@testserver",
    "/\u2028/evil.example", "//\u2100.example", "\ufeff//evil.example", "/\x85/evil.example",
    "mailto:x@evil.example", "", "..//evil.example", "/\r\nSet-Cookie: a=b",
]  # fmt: skip


@pytest.mark.parametrize("wanted", ELSEWHERE, ids=range(len(ELSEWHERE)))
def test_it_leads_to_no_other_site(walked: House, wanted: str) -> None:
    assert own_address(wanted) == "/"
    client = walked.client()
    page = client.get("/sign-in", params={"next": wanted})
    assert (page.status_code, 'name="next" value="/"' in page.text) == (200, True)
    answer = tried(client, NAMES["chief"], PIN, next=wanted)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert sent(client, "/look", {"next": wanted}).headers["location"] == "/"


@pytest.mark.parametrize(
    "wanted", ["/%2f%2fevil.example", "/%5cevil.example", "/e/x/../..//evil.example", "/.//evil.example"]
)
def test_signs_that_are_written_in_another_way_stay_a_path(walked: House, wanted: str) -> None:
    answer = tried(walked.client(), NAMES["chief"], PIN, next=wanted)
    assert (answer.status_code, answer.headers["location"]) == (303, wanted)


def test_it_leads_back_to_where_somebody_wanted_to_go(walked: House) -> None:
    client = walked.client()
    asked = client.get(f"{walked.event}/journal")
    page = client.get(asked.headers["location"])
    assert f'name="next" value="{walked.event}/journal"' in page.text


# The first start


@pytest.fixture
def empty(tmp_path: Path) -> Any:
    """A store with nobody in it."""
    with desk_at(tmp_path / "empty.db") as desk:
        yield desk


def start(desk: Desk, **options: Any) -> TestClient:
    """A browser at an app of its own."""
    return TestClient(create_app(desk, ServerOptions(hosts=("testserver",), **options)), follow_redirects=False)


FIRST = {"name": "R. Fox", "secret": "735162", "again": "735162"}


@pytest.mark.parametrize("code", ["", "A code nobody knows", CODE + "x", CODE[:-1], "\0", "é", "\U0001f600"])
def test_only_who_has_the_code_makes_the_first_account(empty: Desk, code: str) -> None:
    client = start(empty, first_code=CODE)
    assert 'name="secret"' not in client.get("/first", params={"code": code}).text
    assert sent(client, "/first", {**FIRST, "code": code}).status_code in (403, 422)
    assert accounts(empty) == ()


def test_without_a_code_nobody_makes_the_first_account(empty: Desk) -> None:
    client = start(empty)
    assert sent(client, "/first", {**FIRST, "code": ""}).status_code == 403
    assert accounts(empty) == ()


def test_the_first_account_is_made_once(empty: Desk) -> None:
    client = start(empty, first_code=CODE)
    assert client.get("/", params={"code": "a&b c"}).headers["location"] == "/first?code=a%26b+c"
    assert client.get("/sign-in").headers["location"] == "/first"
    assert sent(client, "/first", {**FIRST, "code": CODE}).status_code == 303
    assert "chief director" in client.get("/me").text
    other = start(empty, first_code=CODE)
    assert sent(other, "/first", {**FIRST, "name": "E. Evil", "code": CODE}).status_code == 422
    assert other.get("/first", params={"code": CODE}).headers["location"] == "/"
    assert [each.name for each in accounts(empty)] == ["R. Fox"]


def test_of_six_who_send_the_code_at_once_one_becomes_chief_director(
    empty: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(empty, ServerOptions(hosts=("testserver",), first_code=CODE))
    clients = [TestClient(app, follow_redirects=False) for _ in range(6)]
    tokens = [token(client) for client in clients]
    together, look = Barrier(len(clients)), add_account

    def added(*given: Any, **more: Any) -> Any:
        together.wait(60)  # each has seen that there is no account
        return look(*given, **more)

    monkeypatch.setattr(signing_in, "add_account", added)

    def begin(number: int) -> int:
        fields = {**FIRST, "name": f"Fox {number}", "code": CODE, "csrf": tokens[number]}
        return int(clients[number].post("/first", data=fields).status_code)

    with ThreadPoolExecutor(len(clients)) as pool:
        answers = sorted(pool.map(begin, range(len(clients))))
    assert answers == [303, 422, 422, 422, 422, 422]
    assert len(accounts(empty)) == 1


@pytest.mark.parametrize(
    ("demonstration", "code", "said", "in_there"),
    [
        (True, CODE, CODE, True),
        (True, CODE, "code", False),
        (True, "", "", False),
        (False, CODE, CODE, False),
        (True, "", "%00", False),
    ],
)
def test_a_link_signs_in_at_a_demonstration_alone(
    evening_store: Path, tmp_path: Path, demonstration: bool, code: str, said: str, in_there: bool
) -> None:
    with house(evening_store, tmp_path, demonstration=demonstration, first_code=code) as made:
        client = made.client()
        answer = client.get(f"/in/{said}")
        assert answer.status_code in (303, 404)
        assert (client.get("/me").status_code == 200) is in_there


def test_signing_in_again_makes_another_session_each_time(walked: House) -> None:
    assert len({token(walked.client("chief")) for _ in range(3)}) == 3
