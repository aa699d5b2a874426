"""What the pages of a publication are called: names that every file system and web server can hold."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Line, Standings, natural

INDEX, BOARDS, RULINGS, CHANGES = "index", "boards", "rulings", "changes"

_PLAIN = re.compile(r"[0-9A-Za-z]{1,20}")

LineKey = tuple[str, str, str, int, tuple[str, ...]]
"""Contestant, session, round, board, opponents: where a line of a score card is found on the page of its board."""


def file_names(kind: str, ids: Iterable[str]) -> dict[str, str]:
    """A name for each id: the id itself where it is plain, else a number; also apart where letters have no case.

    >>> file_names('pair', ['12', 'a1', 'A1', '../etc'])
    {'12': 'pair-12', 'A1': 'pair-A1', 'a1': 'pair-no-1', '../etc': 'pair-no-2'}
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    others = []
    for id in sorted(set(ids), key=natural):
        if _PLAIN.fullmatch(id) and id.lower() not in taken:
            taken.add(id.lower())
            names[id] = f"{kind}-{id}"
        else:
            others.append(id)
    # A plain id has no hyphen, so that none of them is called "no-1".
    return names | {id: f"{kind}-no-{number}" for number, id in enumerate(sorted(others, key=_plain_first), 1)}


def _plain_first(id: str) -> tuple[bool, str]:
    return not _PLAIN.fullmatch(id), id


def _boards(standings: Standings) -> set[int]:
    """The boards that have something to show; one that was cancelled for all has not."""
    if isinstance(standings, TeamsStandings):
        return {board.number for match in standings.matches for board in match.match.boards}
    return {table.board for table in standings.event.results}


def key_of(line: Line) -> LineKey:
    """Where a line is found on the page of its board."""
    return line.contestant, line.session, line.round, line.board, line.opponents


@dataclass(frozen=True, slots=True)
class Addresses:
    """The names of pages without their endings, and of places in pages."""

    contestants: Mapping[str, str]
    boards: tuple[int, ...]
    rulings: Mapping[str, str]
    lines: Mapping[LineKey, str]

    @classmethod
    def of(cls, standings: Standings, rulings: Iterable[str]) -> Addresses:
        """The addresses of an event; `rulings` are the ids of the rulings that have a place of their own."""
        event = standings.event
        listed = {entry.contestant for entries in standings.lists.values() for entry in entries}
        contestants = file_names(event.form.noun, listed)
        lines: dict[LineKey, str] = {}
        times: dict[tuple[str, int], int] = defaultdict(int)
        for table in event.results:
            sides = (table.seats.ns, table.seats.ew)
            for own, opponents in (sides, sides[::-1]):
                for contestant in own:
                    key = (contestant, table.session, table.round, table.board, opponents)
                    if key in lines or contestant not in contestants:
                        continue
                    times[contestant, table.board] += 1
                    again = times[contestant, table.board]
                    lines[key] = contestants[contestant] + (f".{again}" if again > 1 else "")
        boards = tuple(sorted(_boards(standings)))
        return cls(contestants, boards, file_names("ruling", rulings), lines)

    @staticmethod
    def board(number: int) -> str:
        """The page of a board."""
        return f"board-{number}"
