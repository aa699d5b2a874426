"""The page of the switch for table devices."""

from __future__ import annotations

import pytest

from amends.desk.devices.switch import device_switches, tell_state
from amends.desk.devices.turns import ListeningTurn
from support.data_connector import CLUB, KEY
from support.web.reading import words
from web.conftest import Visit, Visiting

PAGE = "EV/settings/devices"
URL = "http://localhost:5079"


@pytest.fixture
def chief(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> Visiting:
    """The chief director of a server that has credentials."""
    monkeypatch.setenv("AMENDS_BRIDGEMATE_CLUB", CLUB)
    monkeypatch.setenv("AMENDS_BRIDGEMATE_KEY", KEY)
    for name in ("FILE", "URL"):
        monkeypatch.delenv(f"AMENDS_BRIDGEMATE_{name}", raising=False)
    return visit("chief")


def test_it_is_switched_on_and_off_and_says_how_it_goes(chief: Visiting) -> None:
    assert "Address of the Data Connector" in words(chief.get(PAGE).text)
    assert chief.post(PAGE, {"url": f" {URL}/", "session": "", "do": "on"}).status_code == 303
    [key] = device_switches(chief.server.desk)
    shown = words(chief.get(PAGE).text)
    assert "not connected" in shown
    assert "none yet" in shown
    tell_state(
        chief.server.desk,
        key,
        connected="2026-11-13T20:00:00Z",
        last="2026-11-13T20:05:00Z",
        last_words="Board 1: 4♥ N =",
    )
    shown = words(chief.get(PAGE).text)
    assert "not connected" not in shown
    assert "Board 1" in shown
    tell_state(chief.server.desk, key, trouble="There is no answer.", refused="Board 2: no pair 77.")
    shown = words(chief.get(PAGE).text)
    assert "There is no answer." in shown
    assert "Not entered: Board 2: no pair 77." in shown
    assert not any(word in chief.get(PAGE).text for word in (CLUB, KEY))
    assert chief.post(PAGE, {"do": "off"}).status_code == 303
    assert f'value="{URL}"' in chief.get(PAGE).text
    assert "Table devices" in words(chief.get("EV/settings").text)


def test_it_says_that_another_process_listens(chief: Visiting) -> None:
    said = "Another process, perhaps the command amends listen, listens"
    chief.post(PAGE, {"url": URL, "do": "on"})
    desk = chief.server.desk
    [key] = device_switches(desk)
    assert said not in words(chief.get(PAGE).text)
    turn = ListeningTurn(desk, key)
    assert turn.take()
    assert said in words(chief.get(PAGE).text)
    tell_state(desk, key, connected="2026-11-13T20:00:00Z")
    assert said not in words(chief.get(PAGE).text)
    turn.give_up()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"url": "http://me:hush@localhost"}, "not the address"),
        ({"url": ""}, "not the address"),
        ({"url": URL, "session": "hush"}, "32 hexadecimal digits"),
    ],
)
def test_what_cannot_be_is_refused_and_the_form_stays_filled_in(
    chief: Visiting, fields: dict[str, str], message: str
) -> None:
    answer = chief.post(PAGE, {**fields, "do": "on"})
    assert (answer.status_code, message in words(answer.text)) == (422, True)
    assert device_switches(chief.server.desk) == {}


def test_without_credentials_it_says_what_to_set(chief: Visiting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AMENDS_BRIDGEMATE_KEY")
    answer = chief.post(PAGE, {"url": URL, "do": "on"})
    assert (answer.status_code, "AMENDS_BRIDGEMATE_KEY" in words(answer.text)) == (422, True)


def test_a_server_with_one_address_sends_its_key_to_no_other(chief: Visiting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMENDS_BRIDGEMATE_URL", URL)
    assert chief.post(PAGE, {"url": "http://elsewhere.example", "do": "on"}).status_code == 422
    assert device_switches(chief.server.desk) == {}
    assert chief.post(PAGE, {"url": URL, "do": "on"}).status_code == 303
