"""Messages from players in their table: kept, changed, and bounded, whatever became of them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from amends.faults import Faults
from amends.store import Store, player_messages
from amends.store.player_messages import MessageKind, MessageState, PlayerMessage
from support.desks import START


def called(place: str, hours: int = 0) -> PlayerMessage:
    return PlayerMessage(MessageKind.DIRECTOR, "device", START + timedelta(hours=hours), "192.0.2.7", place=place)


def test_a_message_comes_back_as_it_was_kept_and_by_its_state(store: Store) -> None:
    first, second = (store.add_message("event", called(place)) for place in ("Table 5", "Table 6"))
    assert store.messages("event") == [first, second]
    withdrawn = store.change_message("event", first.id, MessageState.WITHDRAWN)
    assert store.messages("event") == [withdrawn, second]
    assert store.messages("event", [MessageState.OPEN]) == [second]
    assert store.messages("other") == []


def test_of_one_address_so_many_are_kept_in_an_hour(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_messages, "MOST_IN_AN_HOUR", 2)
    for place in ("Table 5", "Table 6"):
        kept = store.add_message("event", called(place))
        store.change_message("event", kept.id, MessageState.WITHDRAWN)
    for event in ("event", "other"):
        with pytest.raises(Faults, match="in the last hour"):
            store.add_message(event, called("Table 7"))
    assert store.add_message("event", called("Table 7", hours=2)).place == "Table 7"
