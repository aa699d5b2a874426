"""Signing in: nobody guesses for long, nobody learns who is there, and it leads to a page of ours."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from starlette.testclient import TestClient

from amends import clock
from amends.accounts import passwords
from amends.accounts.accounts import accounts, add_account
from amends.accounts.sign_in_limit import FIRST_WAIT, FREE
from amends.desk import Desk
from amends.desk.settings import desk_settings
from amends.faults import UNAVAILABLE, Fault, Faults
from amends.web.screens.people import signing_in
from amends.web.security.addresses import own_address
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
        again = clock.local(now + FIRST_WAIT + timedelta(seconds=59))
        assert f"Too many wrong PINs. Try again at {again:%H:%M}." in words(answer.text)
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


# Who is listed


def listed(client: TestClient) -> list[str]:
    """The names that the page offers."""
    return re.findall(r'name="who" value="([^"]+)"', client.get("/sign-in").text)


def at(made: House, address: str, host: str = "192.168.1.4:8765", **headers: str) -> TestClient:
    """A browser somewhere."""
    return TestClient(made.app, f"http://{host}", client=(address, 50000), headers=headers, follow_redirects=False)


@pytest.mark.parametrize(
    ("address", "host", "headers", "all_of_them"),
    [
        ("127.0.0.1", "localhost:8765", {}, True),
        ("192.168.1.20", "192.168.1.4:8765", {}, True),
        ("fe80::1", "laptop.local:8765", {}, True),
        ("203.0.113.9", "192.168.1.4:8765", {}, False),
        ("127.0.0.1", "bridge.example", {}, False),
        ("127.0.0.1", "localhost:8765", {"X-Forwarded-For": "203.0.113.9"}, False),
        ("127.0.0.1", "localhost:8765", {"Via": "1.1 proxy"}, False),
    ],
)
def test_names_are_listed_on_this_machine_and_its_network_alone(
    evening_store: Path, tmp_path: Path, address: str, host: str, headers: dict[str, str], all_of_them: bool
) -> None:
    hosts = ("localhost", "192.168.1.4", "laptop.local", "bridge.example", "testserver")
    with house(evening_store, tmp_path, hosts=hosts) as made:
        found = listed(at(made, address, host, **headers))
        assert sorted(found) == (sorted(NAMES.values()) if all_of_them else [])


def test_a_club_can_list_nobody_and_a_device_still_knows_its_own(evening_store: Path, tmp_path: Path) -> None:
    with house(evening_store, tmp_path, hosts=("localhost", "testserver")) as made:
        chief = made.client("chief")
        sent(chief, "/settings", {"readers": "live", "regulation": "", "club": "", "sign_in_names": "never"})
        assert listed(at(made, "127.0.0.1", "localhost")) == []
        sent(chief, "/sign-out")
        assert listed(chief) == [NAMES["chief"]]
        page = chief.get("/sign-in").text
        assert f'value="{NAMES["chief"]}" checked' in page
        forged = chief.cookies["amends-device"][:-3] + "xyz"
        chief.cookies.delete("amends-device")
        chief.cookies.set("amends-device", forged)
        assert listed(chief) == []


def test_a_name_from_the_list_counts_and_one_that_is_typed_does_so_without(fresh: House) -> None:
    client = fresh.client()
    wrong = sent(client, "/sign-in", {"who": "R. Fox", "name": "C. Cole", "secret": "999999"})
    assert wrong.status_code == 403
    assert "Name and PIN do not match." in words(wrong.text)
    assert 'aria-describedby="secret-error"' in wrong.text
    assert sent(client, "/sign-in", {"who": "", "name": "C. Cole", "secret": PIN}).status_code == 303
    assert "C. Cole" in client.get("/me").text
    other = fresh.client()
    assert sent(other, "/sign-in", {"who": "R. Fox", "name": "C. Cole", "secret": PIN}).status_code == 303
    assert "R. Fox" in other.get("/me").text


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
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"secret": "123456", "again": "123456"}, "secret"),
        ({"again": "735163"}, "again"),
        ({"regulation": "nowhere"}, "regulation"),
    ],
)
def test_what_is_wrong_with_the_first_account_is_said_at_its_field(
    empty: Desk, wrong: dict[str, str], field: str
) -> None:
    client = start(empty, first_code=CODE)
    answer = sent(client, "/first", {**FIRST, "name": "R. Fox", "regulation": "ebu", "code": CODE, **wrong})
    assert answer.status_code == 422
    assert f'id="{field}-error"' in answer.text
    assert answer.text.count('role="alert"') == 2, "the field, and the note about a lost connection"
    assert 'value="R. Fox"' in answer.text or field == "name"
    assert "735162" not in answer.text
    assert accounts(empty) == ()


def test_the_first_start_leads_on_to_the_first_event(empty: Desk) -> None:
    client = start(empty, first_code=CODE)
    assert "on the machine itself" in words(client.get("/first").text)
    begun = sent(client, "/first", {**FIRST, "regulation": "ebu", "code": CODE})
    assert begun.headers["location"] == "/"
    assert desk_settings(empty).regulation == "ebu"
    page = words(client.get("/").text)
    for way in ("Try the demonstration", "Open a file", "Begin an event"):
        assert way in page
    opened = sent(client, "/demonstration")
    assert opened.status_code == 303
    assert "Demonstration" in client.get(opened.headers["location"]).text
    assert sent(client, "/demonstration").headers["location"] == opened.headers["location"]
    assert [each.name for each in empty.events()] == ["Demonstration"]
    assert "Try the demonstration" not in client.get("/").text


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
