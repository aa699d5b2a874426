"""A store that gives no answer is said to be unavailable, whatever is asked; once it is back, so is the app."""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import monotonic
from unittest.mock import patch

import pytest
from psycopg import OperationalError

from amends import clock
from amends.accounts import passwords
from amends.accounts.accounts import add_account
from amends.accounts.api_keys import make_key
from amends.desk.event_cache import Shelf
from amends.faults import UNAVAILABLE, Fault, Faults
from amends.store import engine
from amends.store.answering import AnsweringConnection, Silence
from amends.web.rendering import asset_url
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support.desks import CHEAP, desk_at, evening
from support.postgresql import Server, running_server
from support.web.house import NAMES, PIN, House, routes, token

NEEDS_NO_STORE = {"/alive", "/look", "/api", "/laws", "/laws/{number}", "/metrics"}


@pytest.fixture(scope="module")
def database() -> Iterator[Server]:
    """A server of PostgreSQL that the test stops and starts."""
    with running_server() as server:
        yield server


def test_every_address_says_that_the_store_is_away_and_the_first_page_after_it_is_there(
    database: Server, caplog: pytest.LogCaptureFixture
) -> None:
    url = database.url("down")
    evening(url)
    with desk_at(url) as desk, patch.object(passwords, "HASHER", CHEAP):
        add_account(desk, NAMES["chief"], "chief", PIN)
        house = House(create_app(desk, ServerOptions(hosts=("testserver",))), desk, "0" * 16)
        chief, nobody = house.client("chief"), house.client()
        event, form = house.event, {"csrf": token(chief), "name": NAMES["chief"], "secret": PIN}
        asked = [(method, path, house.filled(path)) for method, path in routes()]
        page = f"{event}/ranking"
        assert chief.get(page).status_code == nobody.get(page).status_code == chief.get("/ready").status_code == 200
        database.stop()
        for method, path, address in asked:
            of_chief, of_nobody = (
                client.get(address) if method == "GET" else client.post(address, data=form)
                for client in (chief, nobody)
            )
            assert path == "/alive" or of_chief.status_code == 503, (method, path)
            # Who is not signed in is refused, or led to the sign-in, before the store is asked.
            expected = (
                {503, 303, 401, 403}
                | ({200} if path in NEEDS_NO_STORE else set())
                | ({404} if path.endswith("/board") else set())
            )
            assert of_nobody.status_code in expected, (method, path)
            # The answer to what was written may be lost on the way: nobody is told that nothing was.
            assert method == "GET" or "It is not known whether it was entered." in of_chief.text, path
            for answer in (of_chief, of_nobody):
                assert answer.status_code != 503 or answer.headers["retry-after"]
                # Where it is and what its driver says is for the log, not for whoever comes along.
                assert not re.search(r"postgresql|127\.0\.0\.1|connection|down_\d", answer.text), (method, path)
        assert nobody.get(asset_url("app.css")).status_code == 200
        assert f"postgresql://amends@127.0.0.1:{database.port}/down_" in caplog.text
        database.start()
        assert chief.get(page).status_code == 200
        assert nobody.get(page).status_code == 200
        assert chief.get("/ready").status_code == 200


def test_a_store_that_hangs_without_closing_anything_is_said_to_give_no_answer(database: Server) -> None:
    url = database.url("hangs")
    evening(url)
    with patch.object(engine, "ANSWER_SECONDS", 0.5), desk_at(url) as desk:
        house = House(create_app(desk, ServerOptions(hosts=("testserver",))), desk, "0" * 16)
        nobody, page = house.client(), f"{house.event}/ranking"
        before = nobody.get(page).text
        with database.hanging():
            said = nobody.get(page)
            assert (said.status_code, "The store gives no answer" in said.text) == (503, True)
            assert nobody.get("/ready").status_code == 503
            with patch.object(AnsweringConnection, "connect", wraps=AnsweringConnection.connect) as tries:
                assert nobody.get(page).status_code == 503
            assert tries.call_count == 1, "who waits is told with the first question that is not answered"
        assert nobody.get(page).text == before


def test_who_has_waited_while_a_server_was_silent_is_refused_and_who_comes_later_is_not() -> None:
    silence = Silence()
    token = clock.WAITING_SINCE.set(monotonic() - 1)
    try:
        silence.refuse()
        silence.began()
        with pytest.raises(OperationalError):
            silence.refuse()
        clock.WAITING_SINCE.set(monotonic() + 1)
        silence.refuse()
        clock.WAITING_SINCE.set(None)  # a thread of the server's own
        silence.refuse()
    finally:
        clock.WAITING_SINCE.reset(token)


@pytest.mark.parametrize("who", ["nobody", "chief"])
def test_an_event_that_the_store_does_not_give_is_not_said_to_be_missing_or_unpublished(fresh: House, who: str) -> None:
    client, asked = fresh.client(who), [fresh.filled(path) for method, path in routes() if method == "GET"]
    before = {address: client.get(address).status_code for address in asked if fresh.event[3:] in address}
    away = Faults([Fault("The store gives no answer.", "", kind=UNAVAILABLE)])
    with patch.object(Shelf, "open", side_effect=away):
        answers = {address: client.get(address) for address in before}
    there = [address for address, status in before.items() if status == 200]
    assert len(there) > 10
    assert {address: answers[address].status_code for address in there} == dict.fromkeys(there, 503)
    assert all(answers[address].headers["retry-after"] for address in there)


@pytest.mark.parametrize("role", ["", "chief"])
def test_a_program_is_not_told_that_an_event_is_missing_while_the_store_gives_no_answer(
    fresh: House, role: str
) -> None:
    key = {"Authorization": f"Bearer {make_key(fresh.desk, 'Program', role)[1]}"} if role else {}
    client, event = fresh.client(), f"/api/v1/events/{fresh.event[3:]}"
    addresses = (event, f"{event}/standings", f"{event}/boards/1", f"{event}/changes?until=now")
    assert [client.get(address, headers=key).status_code for address in addresses] == [200] * len(addresses)
    away = Faults([Fault("The store gives no answer.", "", kind=UNAVAILABLE)])
    with patch.object(Shelf, "open", side_effect=away):
        answers = [client.get(address, headers=key) for address in addresses]
        listed = client.get("/api/v1/events", headers=key)
        assert role == "" or client.post(f"{event}/penalties", json={}, headers=key).status_code in (422, 503)
    assert [answer.status_code for answer in (*answers, listed)] == [503] * (len(addresses) + 1)
    assert all(answer.headers["retry-after"] for answer in answers)
