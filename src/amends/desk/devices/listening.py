"""Listening to table devices: what waits is entered, and accepted only once it is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TypeVar

from amends.desk.confirm import Unlawful
from amends.desk.desk import Desk, StillWriting
from amends.desk.devices.calls import called_row, take_awards, take_call
from amends.desk.devices.names import take_names
from amends.desk.devices.results import TakenResult, TakingResults
from amends.desk.devices.sections import AUTHOR, device_session, refuse_form, session_id
from amends.desk.devices.turns import ListeningTurn
from amends.desk.open_event import OpenEvent
from amends.devices.messages import (
    FORGOTTEN,
    CallState,
    ConnectionLost,
    Connector,
    DeviceCall,
    DeviceName,
    DeviceRefusal,
    DeviceResult,
    DeviceSeat,
    Queue,
    TurnTaken,
    Unreadable,
    Waiting,
)
from amends.faults import Faults
from amends.store import TooManyDrafts

POLL_SECONDS = 2.0
"""The pause between two looks at the queues."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""The pauses while the connection is lost: each twice as long as the one before, up to the longest."""
MOST_SAID = 1000
"""So many sentences are remembered, so that none is said again while a queue is sent again."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened: its kind, a line for people, and the same as data."""

    kind: str
    words: str
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass
class DeviceListener:
    """Listens to the devices of one event until `wait` says that it is enough.

    `wait` pauses for some seconds and says whether to stop; `say` is told everything that happens.
    """

    desk: Desk
    opened: OpenEvent
    connector: Connector
    say: Callable[[Happening], None]
    wait: Callable[[float], bool]
    take_over: str = ""
    """The id of a session that the control software has; "" for the event's own, which is made if need be."""
    make_new: bool = False
    """Make the event's own session without asking whether there is one."""
    may_make: bool = True
    """Make the event's own session where there is none, which prepares all devices anew; else that is refused."""

    def __post_init__(self) -> None:
        self.desk = replace(self.desk, who=AUTHOR)
        self._turn = ListeningTurn(self.desk, self.opened.kept.key)
        self._session = ""
        self._names: dict[str, str] = {}
        self._said: dict[str, None] = {}
        self._connected = self._lost = False
        self._pause = FIRST_PAUSE

    def run(self) -> None:
        """Listen; DeviceRefusal where the other side refuses, Faults where the event cannot be listened to."""
        refuse_form(self.opened.event)
        if not self._turn.take():
            raise TurnTaken("Another process listens to this event already. Stop it first.")
        try:
            while not self.wait(self._look()):
                pass
        finally:
            self._turn.give_up()

    def _look(self) -> float:
        """Look once at all queues; the seconds until the next look."""
        try:
            if not self._session:
                self._begin()
            self._take_all()
        except ConnectionLost as trouble:
            return self._lose(str(trouble))
        except Faults as trouble:
            if not _comes_again(trouble):
                raise
            return self._lose("The store does not answer." if trouble.is_unavailable else str(trouble))
        if self._lost:
            self._lost, self._pause = False, FIRST_PAUSE
            self.say(Happening("back", "The connection is back; what waited is entered."))
        return POLL_SECONDS

    def _lose(self, words: str) -> float:
        """Say once that the connection is lost; the pauses grow."""
        if not self._lost:
            self._lost = True
            self.say(Happening("lost", f"{words} It is tried again; nothing is lost meanwhile."))
        pause, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
        return pause

    # The session

    def _begin(self) -> None:
        """Take over a session, or make one; then take in all that it has, whoever has accepted it."""
        self.connector.check()
        own = session_id(self.opened)
        session = self.take_over or own
        made = not self.take_over and (self.make_new or not self.connector.has_session(own))
        if made and not self.may_make:
            raise DeviceRefusal(FORGOTTEN)
        if made:
            self.connector.make(device_session(self.opened))
            self.make_new = False
        else:
            self.connector.resume(session)
        if not self._connected:
            self._connected = True
            words = "a new session from the movement of the event" if made else f"the session {session}"
            data = {"address": self.connector.shown, "session": session, "made": made}
            self.say(Happening("connected", f"Listening to {self.connector.shown}: {words}.", data))
        for queue in (Queue.NAMES, Queue.RESULTS):
            self._take(queue, self.connector.poll(queue, session, everything=True), session)
        self._session = session

    # The queues

    def _take_all(self) -> None:
        for queue in Queue:
            if not self._turn.take():
                raise TurnTaken("Another process listens to this event now.")
            waiting = self.connector.poll(queue, self._session)
            if waiting.messages and self._take(queue, waiting, self._session):
                self.connector.accept(queue, self._session, waiting.last)

    def _take(self, queue: Queue, waiting: Waiting, session: str) -> bool:
        """Enter what is new of a queue; whether all of it is dealt with."""
        if not waiting.messages:
            return True
        self.opened = self.desk.again(self.opened)
        for each in _of(Unreadable, waiting):
            self._say_once(Happening("refused", f"The device sends {each.words}."))
        match queue:
            case Queue.RESULTS:
                self._take_results(_of(DeviceResult, waiting), session)
            case Queue.NAMES:
                self._names |= {each.number: each.name for each in _of(DeviceName, waiting)}
            case Queue.SEATS:
                return self._take_seats(_of(DeviceSeat, waiting))
            case Queue.CALLS:
                self._take_calls(_of(DeviceCall, waiting), session)
        return True

    def _take_results(self, messages: Sequence[DeviceResult], session: str) -> None:
        taking = TakingResults(messages)
        try:
            self.opened = self.desk.confirm(self.opened, taking.draft, has_looked=False).after
            taken = taking.taken
        except (Faults, Unlawful) as trouble:
            if _comes_again(trouble):
                raise
            taken = [each for group in _by_table(messages) for each in self._take_alone(group)]
        for each in taken:
            happening = Happening(each.outcome.value, _capital(each.words), _result_data(each))
            (self._say_once if each.row is None else self.say)(happening)
        for message in messages:
            if message.awards is not None:
                self._take_awards(message, session)

    def _take_alone(self, group: Sequence[DeviceResult]) -> list[TakenResult]:
        """Enter the messages about one table and board, where all of them together could not be."""
        self.opened = self.desk.again(self.opened)
        taking = TakingResults(group)
        try:
            self.opened = self.desk.confirm(self.opened, taking.draft, has_looked=False).after
            return taking.taken
        except (Faults, Unlawful) as trouble:
            if _comes_again(trouble):
                raise
            self._say_once(Happening("refused", f"{_capital(group[-1].where)}: {_one_line(trouble)}"))
            return []

    def _take_awards(self, message: DeviceResult, session: str) -> None:
        awards = "/".join(map(str, message.awards or ()))
        data = {**_place_data(message), "awards": list(map(str, message.awards or ()))}
        try:
            draft = take_awards(self.desk, self.opened, message, session)
        except TooManyDrafts as trouble:
            words = f"{_capital(message.where)}: {awards} at the device; no draft is kept. {_one_line(trouble)}"
            self._say_once(Happening("refused", f"{words} Give the ruling by hand.", data))
            return
        except Faults as trouble:
            if _comes_again(trouble):
                raise
            words = f"{_capital(message.where)}: {awards} is no result. {_one_line(trouble)}"
            self._say_once(Happening("refused", words, data))
            return
        if draft:
            words = f"{_capital(message.where)}: {awards} at the device; draft {draft} of a ruling waits"
            self.say(Happening("draft", words, {**data, "draft": draft}))

    def _take_seats(self, messages: Sequence[DeviceSeat]) -> bool:
        taken = take_names(self.opened, messages, self._names)
        if taken.contestants:
            try:
                self.opened = self.desk.confirm(self.opened, taken.draft, has_looked=False).after
            except Faults as trouble:
                if _comes_again(trouble):
                    raise
                self._say_once(Happening("refused", f"Names: {_one_line(trouble)}"))
                return True
        for message, words in taken.lines:
            data = {"section": message.place.section, "table": message.place.table, "seat": message.seat.value}
            self.say(Happening("name", _capital(words), data))
        for _, words in taken.refused:
            self._say_once(Happening("refused", _capital(words)))
        return not taken.waiting

    def _take_calls(self, messages: Sequence[DeviceCall], session: str) -> None:
        for call in messages:
            place = call.place
            data: dict[str, object] = {
                "section": place.section,
                "table": place.table,
                "round": place.round,
                "time": call.time,
                "state": call.state.value,
            }
            words = f"{_capital(str(place))}: the director is called ({call.time})"
            if call.state is CallState.RESOLVED:
                resolved = f"{_capital(str(place))}: the call of {call.time} is resolved"
                self._say_once(Happening("call", resolved, data))
                continue
            try:
                row = called_row(self.opened, call)
            except Faults as trouble:
                self._say_once(Happening("refused", f"{words}. {_one_line(trouble)}", data))
                continue
            if row is None:
                self._say_once(Happening("call", f"{words}; no board is known there, so there is no draft", data))
                continue
            try:
                draft = take_call(self.desk, self.opened, call, row, session)
            except TooManyDrafts as trouble:
                self._say_once(Happening("call", f"{words}; no draft is kept. {_one_line(trouble)}", data))
                continue
            if draft:
                where = {**data, "board": row.board, "draft": draft}
                self.say(Happening("call", f"{words}; draft {draft}, board {row.board}, {row.words}", where))

    def _say_once(self, happening: Happening) -> None:
        """Say something that a queue would have said again with each look."""
        if happening.words not in self._said:
            if len(self._said) >= MOST_SAID:
                self._said.clear()
            self._said[happening.words] = None
            self.say(happening)


def _of(kind: type[T], waiting: Waiting) -> list[T]:
    return [each for each in waiting.messages if isinstance(each, kind)]


def _by_table(messages: Iterable[DeviceResult]) -> list[list[DeviceResult]]:
    """The messages about each table and board together, in their order."""

    def key(message: DeviceResult) -> tuple[str, int, int, int]:
        return message.place.section, message.place.round, message.place.table, message.board

    return [list(group) for _, group in groupby(sorted(messages, key=key), key=key)]


def _comes_again(trouble: Exception) -> bool:
    """Whether it says nothing of the messages: they are not accepted, and taken in at the next look."""
    return isinstance(trouble, StillWriting) or (isinstance(trouble, Faults) and trouble.is_unavailable)


def _place_data(message: DeviceResult) -> dict[str, object]:
    place = message.place
    return {"section": place.section, "table": place.table, "round": place.round, "board": message.board}


def _result_data(taken: TakenResult) -> dict[str, object]:
    data = _place_data(taken.message)
    if taken.row is not None:
        seats = taken.row.seats
        data |= {"row": taken.row.id, "ns": list(seats.ns), "ew": list(seats.ew)}
        if not taken.message.erased:
            data["result"] = str(taken.row.result)
    return data


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _one_line(trouble: Exception) -> str:
    return " ".join(str(trouble).split())
