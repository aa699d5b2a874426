"""Databases as clubs have them: sorted as a language sorts, or with an encoding that cannot hold every name."""

from __future__ import annotations

import uuid

import pytest

from amends.faults import Faults
from amends.store import open_store
from support.postgresql import Server


@pytest.mark.parametrize("language", ["da", "nb", "tr", "en-US", "de-u-kn-true"])
def test_an_event_is_found_by_the_beginning_of_its_key_however_the_database_sorts(
    postgresql_server: Server, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """As Danish sorts, "aa" is a letter behind "z"."""
    keys = [f"df5d6f3{digit}{digit}{'0' * 23}" for digit in "0123456789abcdef"]
    following = iter([uuid.UUID(key) for key in keys])
    monkeypatch.setattr(uuid, "uuid4", lambda: next(following))
    options = f"TEMPLATE template0 ENCODING UTF8 LOCALE_PROVIDER icu ICU_LOCALE '{language}'"
    with open_store(postgresql_server.url("sorted", options)) as store:
        for number in range(len(keys)):
            store.begin(f"Club {number}")
        assert [[each.key for each in store.begins_with(key[:8])] for key in keys] == [[key] for key in keys]
        assert store.begins_with("df5d6f3fa") == []


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_hold_every_name_is_refused_in_words(postgresql_server: Server, encoding: str) -> None:
    url = postgresql_server.url("encoded", f"TEMPLATE template0 ENCODING {encoding}")
    with pytest.raises(Faults, match=f"keeps texts as {encoding}") as refused:
        open_store(url)
    assert "createdb --encoding UTF8" in str(refused.value)
