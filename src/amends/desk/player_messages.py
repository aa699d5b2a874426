"""What players without an account send to the directors: it waits beside the journal until an official takes it up."""

from __future__ import annotations

from amends.desk.desk import Desk
from amends.desk.open_event import OpenEvent
from amends.store.player_messages import WAITING, MessageKind, MessageState, PlayerMessage

__all__ = [
    "MessageKind",
    "MessageState",
    "PlayerMessage",
    "change_message",
    "messages_from",
    "messages_waiting",
    "send_message",
]


def messages_waiting(desk: Desk, opened: OpenEvent) -> list[PlayerMessage]:
    """The messages of an event that are not at their end, in the order in which they came."""
    return desk.store.messages(opened.kept.key, WAITING)


def messages_from(desk: Desk, opened: OpenEvent, device: str) -> list[PlayerMessage]:
    """What a device has sent, but for what was withdrawn."""
    found = desk.store.messages(opened.kept.key, (*WAITING, MessageState.DONE))
    return [each for each in found if each.device == device]


def send_message(desk: Desk, opened: OpenEvent, message: PlayerMessage) -> PlayerMessage:
    """Put a message before the directors; the same one of the same device stays one, and too many are refused."""
    return desk.store.add_message(opened.kept.key, message)


def change_message(desk: Desk, opened: OpenEvent, id: int, state: MessageState, official: str = "") -> PlayerMessage:
    """Another state of a message, and who has taken it up."""
    return desk.store.change_message(opened.kept.key, id, state, official)
