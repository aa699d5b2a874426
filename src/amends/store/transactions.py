"""The transactions of a store: one that reads, one that writes once for each form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Self

from sqlalchemy import Connection, Engine, Table, text

from amends import clock
from amends.store import notices, sent_forms
from amends.store.engine import reading, writing
from amends.store.location import StoreLocation
from amends.store.schema import EVENTS
from amends.store.sent_forms import FormOnce
from amends.store.trouble import told


class Transactions:
    """What a store is read and written by."""

    def __init__(self, engine: Engine, place: StoreLocation) -> None:
        self.where = place.shown
        self._engine, self._place = engine, place
        self._form: FormOnce | None = None
        self._written = Counter[str]()

    @property
    def entries_written(self) -> int:
        """How many entries were written since it was opened."""
        return self._written["entries"]

    @property
    def is_shared(self) -> bool:
        """Whether several processes may serve it: it is a database of a server."""
        return not self._place.is_file

    def for_form(self, form: FormOnce) -> Self:
        """This store for all that one form writes: its token is kept in the transaction of what it first writes."""
        bound = copy(self)
        bound._form = form
        return bound

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with told(self._place), reading(self._engine) as connection:
            yield connection

    @contextmanager
    def _writing(self, event: str = "", seq: int = 0, *, once: bool = True) -> Iterator[Connection]:
        """A transaction that writes, up to an entry of an event where it adds entries.

        With `once` it is not made a second time for the same form.
        """
        form = self._form if once else None
        with told(self._place), writing(self._engine) as connection:
            if form is not None:
                sent_forms.keep(connection, form, event, seq, clock.now_exactly())
            yield connection
            if event and not self._place.is_file:
                notices.notify(connection, event)
        if form is not None:
            form.wrote, form.event, form.seq = True, event or form.event, seq or form.seq

    @contextmanager
    def _holding(self, table: Table) -> Iterator[Connection]:
        """A transaction in which nobody else writes to a table."""
        with self._writing() as connection:
            self._hold_all(connection, table)
            yield connection

    def _hold_all(self, connection: Connection, table: Table = EVENTS) -> None:
        """Nobody else writes to a table until the end of the transaction, such as begins or describes an event."""
        if not self._place.is_file:  # SQLite has given the right to write at the beginning
            connection.execute(text(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"))
