"""What players without an account have sent to the directors, in its table: not in the journal, and not for ever."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, type_coerce, update
from sqlalchemy.types import NullType

from amends.faults import Faults, Refusal
from amends.store.cells import number_in, text_in
from amends.store.records import time_in, time_of
from amends.store.schema import PLAYER_MESSAGES as TABLE
from amends.store.trouble import damaged_cell

MOST_OF_A_DEVICE = 5
"""Open messages of one device."""
MOST_OF_AN_ADDRESS = 40
"""Open messages from one address: a club's Wi-Fi may give all its phones the same one."""
MOST_IN_AN_HOUR = 400
"""Messages from one address, whatever became of them: who withdraws each and sends the next fills no store."""
MOST_OF_AN_EVENT = 200
"""Open messages of an event, whoever has sent them."""
KEPT = timedelta(days=3)
"""After so long a message is forgotten."""


class MessageKind(StrEnum):
    """What a player wants."""

    DIRECTOR = "director"
    SCORE = "score"


class MessageState(StrEnum):
    """What became of a message."""

    OPEN = "open"
    TAKEN_UP = "taken up"
    DONE = "done"
    WITHDRAWN = "withdrawn"


WAITING = (MessageState.OPEN, MessageState.TAKEN_UP)


@dataclass(frozen=True, slots=True)
class PlayerMessage:
    """A player calls the director, or says that a score is wrong."""

    kind: MessageKind
    device: str
    at: datetime
    address: str = ""
    contestant: str = ""
    board: int = 0
    """0: none in particular."""
    place: str = ""
    """Where they sit, in their own words."""
    words: str = ""
    id: int = 0
    state: MessageState = MessageState.OPEN
    official: str = ""
    """Who has taken it up."""

    @property
    def waits(self) -> bool:
        """Whether nobody has taken it up."""
        return self.state is MessageState.OPEN


def messages(connection: Connection, event: str, states: Collection[MessageState]) -> list[PlayerMessage]:
    """The messages of an event in some states, in the order in which they came.

    One that is damaged is left out: it would take their pages from the directors.
    """
    wanted = (TABLE.c.event == event) & TABLE.c.state.in_([state.value for state in states])
    found = []
    for row in connection.execute(select(*_CELLS).where(wanted).order_by(TABLE.c.id)):
        with suppress(Faults):
            found.append(_message(row))
    return found


def add(connection: Connection, event: str, message: PlayerMessage) -> PlayerMessage:
    """Keep a message, unless its device has sent the same one and nobody has taken it up; too many are refused."""
    waiting = messages(connection, event, [MessageState.OPEN])
    for each in waiting:
        if replace(each, id=0, at=message.at, address=message.address) == message:
            return each
    if sum(each.device == message.device for each in waiting) >= MOST_OF_A_DEVICE:
        raise Refusal(
            f"{MOST_OF_A_DEVICE} messages from this device wait already.", "Speak to the director, or withdraw one."
        )
    from_address = sum(each.address == message.address for each in waiting)
    if from_address >= MOST_OF_AN_ADDRESS or len(waiting) >= MOST_OF_AN_EVENT:
        raise Refusal("Too many messages wait already.", "Speak to the director.")
    lately = (TABLE.c.address == message.address) & (TABLE.c.at > time_of(message.at - timedelta(hours=1)))
    if connection.execute(select(func.count()).select_from(TABLE).where(lately)).scalar_one() >= MOST_IN_AN_HOUR:
        raise Refusal("Too many messages were sent from here in the last hour.", "Speak to the director.")
    last = connection.execute(select(func.coalesce(func.max(TABLE.c.id), 0)).where(TABLE.c.event == event)).scalar_one()
    kept = replace(message, id=last + 1)
    connection.execute(insert(TABLE), {"event": event, **_row(connection, event, kept)})
    return kept


def change(connection: Connection, event: str, id: int, state: MessageState, official: str) -> PlayerMessage:
    """Another state of a message; one that is at its end stays as it is."""
    wanted = (TABLE.c.event == event) & (TABLE.c.id == id)
    row = connection.execute(select(*_CELLS).where(wanted)).one_or_none()
    if row is None:
        raise Refusal("This message is not there any more.")
    message = _message(row)
    if message.state in (MessageState.DONE, MessageState.WITHDRAWN):
        return message
    changed = replace(message, state=state, official=official or message.official)
    connection.execute(update(TABLE).where(wanted).values(_row(connection, event, changed)))
    return changed


def last_change(connection: Connection, event: str) -> int:
    """How many changes there were to the messages of an event."""
    last = select(func.coalesce(func.max(_CHANGE), 0)).where(TABLE.c.event == event)
    found = connection.execute(last).scalar_one()
    if isinstance(found, int):
        return found
    # A damaged cell counts as no change: it would take their pages from the directors.
    every = connection.execute(select(_CHANGE).where(TABLE.c.event == event)).scalars()
    return max((each for each in every if isinstance(each, int)), default=0)


def forget_old(connection: Connection, now: datetime) -> None:
    """Forget old messages."""
    connection.execute(delete(TABLE).where(TABLE.c.at < time_of(now - KEPT)))


def forget_named(connection: Connection, event: str, is_named: Callable[[str], bool]) -> None:
    """Forget the messages of an event that name somebody."""
    for each in messages(connection, event, tuple(MessageState)):
        if any(map(is_named, (each.words, each.place))):
            connection.execute(delete(TABLE).where((TABLE.c.event == event) & (TABLE.c.id == each.id)))


def _row(connection: Connection, event: str, message: PlayerMessage) -> dict[str, Any]:
    return {
        "id": message.id,
        "change": last_change(connection, event) + 1,
        "kind": message.kind.value,
        "device": message.device,
        "address": message.address,
        "contestant": message.contestant,
        "board": message.board,
        "place": message.place,
        "words": message.words,
        "at": time_of(message.at),
        "state": message.state.value,
        "official": message.official,
    }


_CHANGE: ColumnElement[Any] = type_coerce(TABLE.c.change, NullType())
_CELLS = [type_coerce(column, NullType()).label(column.name) for column in TABLE.c]
"""The columns as they are: whether a cell is damaged is looked at row by row."""


def _message(row: Any) -> PlayerMessage:
    if row.kind not in MessageKind.__members__.values() or row.state not in MessageState.__members__.values():
        raise damaged_cell("an unknown word", "the kind or the state of a message")
    return PlayerMessage(
        MessageKind(row.kind),
        text_in(row.device),
        time_in(text_in(row.at)),
        text_in(row.address),
        text_in(row.contestant),
        number_in(row.board),
        text_in(row.place),
        text_in(row.words),
        number_in(row.id),
        MessageState(row.state),
        text_in(row.official),
    )
