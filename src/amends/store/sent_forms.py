"""Forms that have written something: kept beside what they wrote, so that a form sent twice is entered once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, text

from amends.store.cells import number_in, text_in
from amends.store.records import time_of

KEPT = timedelta(days=45)
"""How long a form is remembered at least."""


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
    """What became of a form that was sent before: with the same fields, or with others if an entry was made."""
    rows = connection.execute(_FOUND, {"token": form.token}).all()
    for row in rows:
        if row.digest == form.digest:
            return _first(row, same=True)
    return next((_first(row, same=False) for row in rows if row.seq), None)


def keep(connection: Connection, form: FormOnce, event: str, seq: int, at: datetime) -> None:
    """Keep a form in the transaction of what it writes; SentBefore if another has kept it first."""
    if not form.token:
        return
    row = {**form.key, "event": event or form.event or None, "seq": seq or form.seq or None}
    if form.wrote:  # by an earlier transaction of the same request
        if seq:
            connection.execute(_ENTERED, row)
    elif not connection.execute(_NEW, {**row, "at": time_of(at)}).rowcount:
        first = first_answer(connection, form)
        assert first is not None
        raise SentBefore(first)


def keep_answer(connection: Connection, form: FormOnce, answer: str) -> None:
    """Keep where the sender of a form was led."""
    connection.execute(_ANSWERED, {**form.key, "answer": answer})


def forget_old(connection: Connection, now: datetime) -> None:
    """Forget forms that nobody sends again any more."""
    connection.execute(_FORGET, {"before": time_of(now - KEPT)})


def _first(row: Any, *, same: bool) -> FirstAnswer:
    event, answer = (text_in("" if cell is None else cell) for cell in (row.event, row.answer))
    return FirstAnswer(event, number_in(row.seq or 0), answer, same)


_FOUND = text("SELECT digest, event, seq, answer FROM sent_forms WHERE token = :token ORDER BY at")
_NEW = text(
    "INSERT INTO sent_forms (token, digest, at, event, seq) VALUES (:token, :digest, :at, :event, :seq)"
    " ON CONFLICT DO NOTHING"
)
_ENTERED = text("UPDATE sent_forms SET event = :event, seq = :seq WHERE token = :token AND digest = :digest")
_ANSWERED = text("UPDATE sent_forms SET answer = :answer WHERE token = :token AND digest = :digest")
_FORGET = text("DELETE FROM sent_forms WHERE at < :before")
