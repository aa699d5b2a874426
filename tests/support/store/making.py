"""Journals to keep, and ways to a store behind its back."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from typing import Any

import psycopg

from amends.event import Contestant, Event, Player
from amends.journal.chain import Document, Entry, append
from amends.journal.entries import PublishedStandings
from amends.journal.from_event import journal_of
from support import journals
from support.journals import START

NAMES = ("Alba Heron", "Bruno Kite", "Carla Swift", "Dora Wren")
"""Nobody: the players of the journals here."""


def journal(extra: int = 0) -> tuple[Entry, ...]:
    """A small event with a ruling, and so many entries more."""
    return longer(journal_of(journals.small(), START, "Scorer", salts=journals.salts()), extra)


def longer(entries: Sequence[Entry], extra: int = 1, author: str = "Director") -> tuple[Entry, ...]:
    """The journal with so many publications more, a minute apart."""
    for _ in range(extra):
        entries = append(entries, PublishedStandings(), START + timedelta(minutes=len(entries)), author)
    return tuple(entries)


def journal_with_names() -> tuple[Entry, ...]:
    """A journal whose players have the names above."""
    players = tuple(map(Player, NAMES))
    contestants = {"1": Contestant("1", "", players=players[:2]), "2": Contestant("2", "", players=players[2:])}
    document = Document(event=Event(title="Saturday", contestants=contestants, results=()))
    return journal_of(document, START, "Scorer", salts=journals.salts())


def run(where: str, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """Run a statement with the driver alone, as another program would; values stand as ? in it."""
    if "://" not in where:
        with closing(sqlite3.connect(where)) as connection, connection:
            return connection.execute(statement, values).fetchall()
    with psycopg.connect(where) as server:
        cursor = server.execute(statement.replace("?", "%s").encode(), values)
        return cursor.fetchall() if cursor.description else []
