"""Who sat at the tables of a file: the contestants by their ids, and the sides of each row."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from amends.bridge import BySide, Side
from amends.event.contestant_id import in_section, without_section
from amends.event.event import Contestant, Form
from amends.event.table_result import TableResult
from amends.exact import plain_minus
from amends.faults import refuse

NOBODY = ("", "0", "-", "phantom")
"""What a cell says where nobody sat."""


def is_nobody(name: str) -> bool:
    """Whether a cell says that nobody sat there."""
    return plain_minus(name).lower() in NOBODY


class Sitting(NamedTuple):
    """The contestants on each side, and what stands for them in the id of a row."""

    seats: BySide[tuple[str, ...]]
    text: str
    sit_out: bool


class _Side(NamedTuple):
    ids: tuple[str, ...]
    text: str


class Seating:
    """Names the contestants of a file; what was made once is kept for the rows that follow."""

    def __init__(self, form: Form, winners: int, sections: bool, shared: bool) -> None:
        self.individual = form is Form.INDIVIDUAL
        self.noun = {Form.TEAMS: "team", Form.INDIVIDUAL: "player"}.get(form, "pair")
        self.sections = sections
        self.two_winners = winners == 2 and form is Form.PAIRS
        self.shared = self.two_winners and shared
        self.contestants: dict[str, Contestant] = {}
        self._owners: dict[str, tuple[str, str]] = {}
        self._sides: dict[tuple[str, bool, tuple[str, ...]], _Side] = {}
        self._sittings: dict[tuple[bool | str, ...], Sitting] = {}

    def sitting(self, section: str, names: tuple[str, ...], turned: bool) -> Sitting:
        """Who sat there: N-S and E-W, or north, south, east, west; `turned`: the pairs sat the other way round."""
        key: tuple[bool | str, ...] = (turned, section, *names)
        found = self._sittings.get(key)
        if found is None:
            half = len(names) // 2
            found = self._sittings[key] = self._new(section, names[:half], names[half:], turned)
        return found

    def contestant(self, section: str, number: str, side: Side) -> str:
        """The id of a contestant that a list of the file names."""
        ids = self._side(section, side, (number,)).ids
        if not ids:
            raise refuse(f"the {self.noun} {number!r}", f"a {self.noun} with a number or a name")
        return ids[0]

    def _new(self, section: str, ns: tuple[str, ...], ew: tuple[str, ...], turned: bool) -> Sitting:
        north_south, east_west = self._side(section, Side.NS, ns), self._side(section, Side.EW, ew)
        self._check((*north_south.ids, *east_west.ids))
        first, second = (east_west, north_south) if turned else (north_south, east_west)
        sit_out = len(first.ids) < len(ns) or len(second.ids) < len(ns)
        return Sitting(BySide(first.ids, second.ids), f"{first.text}-{second.text}", sit_out)

    def _side(self, section: str, side: Side, names: tuple[str, ...]) -> _Side:
        """The contestants that the cells of a side name."""
        key = section, self.two_winners and side is Side.EW, names
        found = self._sides.get(key)
        if found is None:
            present = [name for name in names if not is_nobody(name)]
            texts = [f"{name}{side.value}" if self.shared else name for name in present]
            ids = tuple(in_section(section, text) if self.sections else text for text in texts)
            found = self._sides[key] = _Side(ids, "+".join(map(quoted, texts)))
            for id, text in zip(ids, texts, strict=True):
                self._register(id, section, text, side)
        return found

    def _check(self, ids: tuple[str, ...]) -> None:
        """Somebody sat there, and nobody twice."""
        if not ids:
            raise refuse("nobody on either side", f"a {self.noun} on one side at least")
        if len(ids) > len(set(ids)):
            twice = next(id for id in ids if ids.count(id) > 1)
            hint = "; pairs that share their numbers need two winners" if self.noun == "pair" else ""
            raise refuse(f"{self.noun} {twice} against itself", f"each {self.noun} once at a table{hint}")

    def _register(self, id: str, section: str, text: str, side: Side) -> None:
        """Add a contestant; two with one id are refused, which is said once."""
        owner = self._owners.setdefault(id, (section, text))
        if owner != (section, text):
            found = f"{self.noun} {text} of section {section!r} and {owner[1]} of section {owner[0]!r}"
            raise refuse(f"{found}, both called {id}", "sections and numbers that differ when they stand together")
        self.contestants[id] = Contestant(id, section=section, direction=side if self.two_winners else None)


def has_its_section(result: TableResult) -> bool:
    """Whether those who sat there are called by their section, as reading several sections does."""
    ids = (id for seats in result.seats for id in seats)
    return not result.section or all(without_section(id, result.section) != id for id in ids)


def share_numbers(directed: Iterable[tuple[str, Side, str, str]]) -> bool:
    """Whether ids have a direction behind them which reading adds: N-S and E-W pairs share a number.

    Each is an id with its direction, its section, and the id without that section.
    """
    numbers: BySide[set[tuple[str, str]]] = BySide(set(), set())
    for id, side, section, number in directed:
        if not id.endswith(side.value):
            return False
        numbers[side].add((section, number.removesuffix(side.value)))
    nobody = any(is_nobody(number) for found in numbers for _, number in found)
    return bool(numbers.ns & numbers.ew) and not nobody


def quoted(text: str) -> str:
    """A part of an id, in quotes where it holds one of the signs that stand between parts."""
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in '/-+"') else text


def row_id(session: str, section: str, match: str, board: int, seats: str, room: str) -> str:
    """The id of a table result, which a second reading of the file gives again: rulings hang on it."""
    return f"{_place(session, section, match)}{board}/{seats}{f'/{room}' if room else ''}"


def match_of(match: str, round: str) -> str:
    """What tells apart, in the id of a row, two matches of the same teams over the same boards."""
    return f"match {match}" if match else f"round {round}" if round else ""


@lru_cache(maxsize=4096)
def _place(session: str, section: str, match: str) -> str:
    """Session and section, and the match of a teams event, as they begin the id of a row."""
    parts = ([session, section] if session or section else []) + ([match] if match else [])
    return "".join(f"{quoted(part)}/" for part in parts)
