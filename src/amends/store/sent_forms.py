"""Forms that have written something: kept beside what they wrote, so that a form sent twice is entered once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, text

from amends.store.cells import number_in, text_in
from amends.store.records import time_in, time_of

KEPT = timedelta(days=45)
"""How long a form is remembered at least."""
CLOCK_WRONG = timedelta(days=1)
"""For so long at most, in use, a clock that is far ahead makes no form old."""


@dataclass(slots=True)
class FormOnce:
    """A form on its way: its token, what stands for its fields, and what it has written so far.

    Without a token nothing is kept of it, but what it has written is known all the same.
    """

    token: str = ""
    digest: str = ""
    event: str = ""
    seq: int = 0
    """The entry it has made in an event; 0 while it has made none."""
    wrote: bool = False

    @property
    def key(self) -> dict[str, str]:
        """What it is found by."""
        return {"token": self.token, "digest": self.digest}


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """What became of a form when it was first sent: the last entry it made, if any, and where its sender was led.

    `same` is False where the same form was sent with something else in it.
    """

    event: str
    seq: int
    answer: str
    same: bool


class SentBefore(Exception):
    """The form has written already, and nothing is written now; `first` is what became of it."""

    def __init__(self, first: FirstAnswer) -> None:
        super().__init__("the form was sent before")
        self.first = first


def first_answer(connection: Connection, form: FormOnce) -> FirstAnswer | None:
    """What became of a form that was sent before.

    Where it made an entry, with whatever fields; else only if its last sending had the same fields: who went back and
    changed their mind, and changed it again, has sent something new.
    """
    rows = connection.execute(_FOUND, {"token": form.token}).all()
    entered = [row for row in rows if row.seq]
    for row in entered:
        if row.digest == form.digest:
            return _first(row, same=True)
    if entered:
        return _first(entered[0], same=False)
    return _first(rows[-1], same=True) if rows and rows[-1].digest == form.digest else None


def keep(connection: Connection, form: FormOnce, event: str, seq: int, at: datetime) -> None:
    """Keep a form in the transaction of what it writes; SentBefore if another has kept it first."""
    if not form.token:
        return
    row = {**form.key, "event": event or form.event or None, "seq": seq or form.seq or None}
    if form.wrote:  # by an earlier transaction of the same request
        if seq:
            connection.execute(_ENTERED, row)
        return
    if connection.dialect.name == "postgresql":  # SQLite has given the right to write at the beginning
        connection.execute(_HOLD, {"token": form.token})
    if (first := first_answer(connection, form)) is not None:
        raise SentBefore(first)
    connection.execute(_FORGET_ONE, form.key)
    connection.execute(_NEW, {**row, "at": time_of(at)})


def keep_answer(connection: Connection, form: FormOnce, answer: str) -> None:
    """Keep where the sender of a form was led."""
    connection.execute(_ANSWERED, {**form.key, "answer": answer})


def forget(connection: Connection, form: FormOnce) -> None:
    """Forget a form, unless it has made an entry."""
    connection.execute(_FORGET_REFUSED, form.key)


def forget_answers(connection: Connection, event: str) -> None:
    """Forget what was answered about an event: who sends such a form again is answered from the entry it made."""
    connection.execute(_FORGET_ANSWERS, {"event": event})


def forget_old(connection: Connection, now: datetime) -> None:
    """Forget forms that nobody sends again any more.

    What is old is told by the forms themselves: by the newest but those of its last day. A clock that is wrong for
    once, at a start or for an evening, would else make all of them old.
    """
    newest = connection.execute(_NEWEST, {"until": time_of(now)}).scalar()
    if newest is None:
        return
    before_its_day = time_of(time_in(text_in(newest)) - CLOCK_WRONG)
    newest = connection.execute(_NEWEST, {"until": before_its_day}).scalar()
    if newest is not None:
        connection.execute(_FORGET, {"before": time_of(time_in(text_in(newest)) - KEPT)})


def _first(row: Any, *, same: bool) -> FirstAnswer:
    event, answer = (text_in("" if cell is None else cell) for cell in (row.event, row.answer))
    return FirstAnswer(event, number_in(row.seq or 0), answer, same)


_FOUND = text("SELECT digest, event, seq, answer FROM sent_forms WHERE token = :token ORDER BY at")
_NEW = text("INSERT INTO sent_forms (token, digest, at, event, seq) VALUES (:token, :digest, :at, :event, :seq)")
_HOLD = text("SELECT pg_advisory_xact_lock(hashtext(:token))")
_FORGET_ONE = text("DELETE FROM sent_forms WHERE token = :token AND digest = :digest")
_FORGET_REFUSED = text("DELETE FROM sent_forms WHERE token = :token AND digest = :digest AND seq IS NULL")
_ENTERED = text("UPDATE sent_forms SET event = :event, seq = :seq WHERE token = :token AND digest = :digest")
_ANSWERED = text("UPDATE sent_forms SET answer = :answer WHERE token = :token AND digest = :digest")
_FORGET_ANSWERS = text("UPDATE sent_forms SET answer = NULL WHERE event = :event")
_NEWEST = text("SELECT max(at) FROM sent_forms WHERE at <= :until")
_FORGET = text("DELETE FROM sent_forms WHERE at < :before")
