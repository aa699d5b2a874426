"""A director who plays: no address tells a figure of a board that they have still to play, unless they ask for it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from amends.awards import Mixture
from amends.bridge import Result
from amends.desk.importing.uploads import Uploads
from amends.desk.player_messages import MessageKind, PlayerMessage
from amends.web.preferences import Preferences
from support.desks import NAME
from support.web.house import House, of_method
from support.web.reading import words

HINTS = frozenset({"4H N =", "4H N -1"})
"""Contracts that forms name as examples."""

NOT_FOR_READING = {"/backup": "the whole store, for the chief director to keep"}


def secrets_of(house: House) -> set[str]:
    """The results of the event, as pages and as files write them."""
    plain = {
        str(row.result)
        for row in house.desk.open(NAME).event.results
        if isinstance(row.result, Mixture) and isinstance(row.result.plain, Result)
    } - HINTS
    assert len(plain) > 20
    return plain


def told(text: str, secrets: set[str]) -> set[str]:
    """The results that stand in a text."""
    signs = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "−": "-", "\ufe0e": None, "\u2060": None, "×": "x"})
    shown = f"{text}\n{words(text)}".translate(signs).replace("\xa0", " ")
    return {secret for secret in secrets if re.search(rf"(?<![\w]){re.escape(secret)}(?!\d)", shown)}


def test_no_address_tells_a_figure_of_a_hidden_board(fresh: House) -> None:
    director, secrets = fresh.client("chief"), secrets_of(fresh)
    uploads = Uploads(fresh.desk.for_form("R. Fox", None), 1000)
    again = uploads.keep("again.csv", b"board,ns,ew,result\n1,1,2,7NTxx N -5\n", _key(fresh)).id
    said: dict[str, Any] = {"board": 3, "contestant": "2", "words": "It was 7NTxx N -5"}
    fresh.desk.store.add_message(_key(fresh), PlayerMessage(MessageKind.SCORE, "phone", fresh.desk.clock(), **said))
    director.cookies.set("amends-look", Preferences(playing="nobody yet").cookie())
    paths = [path for path in of_method("GET") if path not in NOT_FOR_READING and path != "/import/{upload}"]
    addresses = [fresh.filled(path) for path in paths]
    addresses += [f"{fresh.event}/journal/{entry.seq}" for entry in fresh.desk.open(NAME).entries]
    addresses += [f"{fresh.event}/export/{name}" for name in ("travellers", "amends", "pbn", "usebio", "rulings")]
    addresses += [f"{fresh.event}/results?missing=1", f"{fresh.event}/results/1", f"{fresh.event}/cases/1"]
    addresses += [f"{fresh.event}/publish?format=pbn", f"/import/{again}", f"{fresh.event}/ranking?as=now"]
    leaks = {}
    for address in addresses:
        answer = director.get(address)
        assert answer.status_code < 500, address
        if found := told(answer.text, secrets | {"7NTxx N -5"}):
            leaks[address] = found
    assert leaks == {}
    assert "what was said is hidden" in director.get(fresh.event).text


@pytest.mark.parametrize("path", ["export/travellers", "journal/3", "bulletin"])
def test_who_asks_for_it_is_told(walked: House, path: str) -> None:
    director, secrets = walked.client("director"), secrets_of(walked)
    director.cookies.set("amends-look", Preferences(playing="nobody yet").cookie())
    hidden = director.get(f"{walked.event}/{path}").text
    assert "boards that you have still to play" in hidden
    assert f"{path}?show=1" in hidden
    shown = director.get(f"{walked.event}/{path}", params={"show": "1"}).text
    assert "boards that you have still to play" not in shown
    assert told(shown, secrets | HINTS)


def _key(house: House) -> str:
    return house.desk.open(NAME).kept.key
