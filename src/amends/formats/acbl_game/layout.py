"""The structures of a game file: events, sections, pairs, boards, and where each of their parts stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from amends.bridge import BySide, Side
from amends.event.event import Player
from amends.faults import refuse
from amends.formats.acbl_game.game_bytes import GameBytes, at

EVENTS, SECTIONS = 50, 100
"""How many a master table has room for."""

TYPES = ("Pairs", "Teams", "Individual", "Home Style Pairs", "Board-a-Match", "Series Winner")
SCORINGS = {
    0: "Matchpoints",
    1: "IMPs with computed datum",
    2: "Average IMPs",
    3: "Total IMPs",
    4: "Instant Matchpoints",
    5: "Board-a-Match",
    6: "Win/Loss",
    7: "Victory Points",
    8: "Knockout",
    9: "ZIP Knockout",
    10: "Continuous Pairs",
    13: "IMPs with given datum",
    14: "Double Matchpoints",
    15: "Total Points",
    16: "Board-a-Match Matchpoints",
    18: "Compact Knockout",
}
MOVEMENTS = (
    *("Mitchell", "Howell", "Web", "External", "External Board-a-Match", "Barometer"),
    *("Manual Mitchell", "Manual Howell"),
)
MITCHELL_NUMBERS = ("Mitchell", "Web", "Manual Mitchell")
"""Movements in which N-S and E-W pairs have numbers of their own."""

NOT_IN_PLAY = 999
_SECTION_SIZE, _SECTION_LIST = 22, 0x13E
_PAIR_SIZE, _PLAYER_SIZE, _FIRST_PLAYER = 404, 120, 0xA4
_NUMBER_MAP = 0xDD
_MOST_MITCHELL, _MOST_HOWELL = 40, 80
_ROW_SIZE, _FIRST_ROW = 18, 6


class GameEvent(NamedTuple):
    """An event of the master table."""

    number: int
    start: int
    type: int
    scoring: int

    @property
    def words(self) -> str:
        """Number, type and scoring."""
        kind = TYPES[self.type] if self.type < len(TYPES) else f"type {self.type}"
        return f"event {self.number} ({kind}, {SCORINGS.get(self.scoring, f'scoring {self.scoring}')})"


class GameSection(NamedTuple):
    """A section in the master table; `before` and `after` are the places of those that it is scored with."""

    place: int
    letters: str
    start: int
    boards: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class GamePair:
    """A pair; figures are in hundredths, as the file has them. `side` is None where pairs move both ways."""

    number: int
    side: Side | None
    players: tuple[Player, ...]
    adjustment: int
    unscaled: int
    total: int | None
    carry_over: int
    handicap: int
    percent: int
    boards: int
    place: str
    start: int

    @property
    def is_phantom(self) -> bool:
        """Whether it has neither a name nor a score."""
        return not self.players and not self.percent


class GameRow(NamedTuple):
    """A table that played a board: pairs, codes of their scores, hundredths of matchpoints."""

    board: int
    round: int
    table: int
    pairs: BySide[int]
    codes: BySide[int]
    points: BySide[int]
    start: int


def events(file: GameBytes) -> list[GameEvent]:
    """The events of the master table, after a check that the file is whole."""
    size = file.number("u32", 6, "the length of the file")
    if size > len(file.data):
        raise refuse(f"a file of {len(file.data)} bytes", f"{size} bytes, as the file itself says", at(6))
    found = []
    for index in range(EVENTS):
        start = file.pointer(0x12 + 4 * index, f"event {index + 1}")
        if start:
            kind = file.number("u8", 0xDA + index, "the type of an event")
            scoring = file.number("u8", 0x10C + index, "the scoring of an event")
            found.append(GameEvent(index + 1, start, kind, scoring))
    return found


def sections(file: GameBytes, event: GameEvent) -> list[GameSection]:
    """The sections of an event."""
    found: list[GameSection] = []
    for index in range(SECTIONS):
        start = _SECTION_LIST + _SECTION_SIZE * index
        if file.number("u8", start, "the event of a section") != event.number:
            continue
        letters = file.text(start + 1, 2, "the letters of a section")
        if letters in (each.letters for each in found):
            raise refuse(f"section {letters!r} twice", "letters of its own for each section", at(start))
        details = file.pointer(start + 4, f"section {letters}")
        if not details:
            raise refuse(f"section {letters} without details", "a place in the file", at(start + 4))
        boards = file.pointer(start + 8, f"the boards of section {letters}")
        before = file.number("u8", start + 0xF, "the section before")
        after = file.number("u8", start + 0x10, "the section after")
        found.append(GameSection(index + 1, letters, details, boards, before, after))
    return found


class SectionLayout:
    """A section: its movement, its pairs, its boards."""

    def __init__(self, file: GameBytes, section: GameSection) -> None:
        self.file, self.section = file, section
        start = section.start
        file.structure(start, _NUMBER_MAP + 8 * _MOST_MITCHELL, "the details of a section")
        movement = file.number("u8", start + 0x18, "the movement")
        name = MOVEMENTS[movement] if movement < len(MOVEMENTS) else f"number {movement}"
        self.howell = name == "Howell"
        if not self.howell and name not in MITCHELL_NUMBERS:
            expected = f"one of {', '.join(MITCHELL_NUMBERS)}, Howell: of others it is not known how pairs are numbered"
            raise refuse(f"the movement {name}", expected, at(start + 0x18))
        self.highest = file.number("u16", start + 0x1B, "the highest number of a pair")
        most = _MOST_HOWELL if self.howell else _MOST_MITCHELL
        if self.highest > most:
            raise refuse(f"pairs up to number {self.highest}", f"at most {most}", at(start + 0x1B))
        self.phantom = file.number("i16", start + 0x43, "the phantom pair")

    def number(self, original: int, side: Side) -> int:
        """The number that people know a pair by: it can have been changed after the start."""
        index = original - 1
        most = _MOST_HOWELL if self.howell else _MOST_MITCHELL
        if not 0 <= index < most:
            return original
        place = index if self.howell else 4 * index + (side is Side.EW)
        return self.file.number("u8", self.section.start + _NUMBER_MAP + place, "a changed number") or original

    def is_phantom(self, original: int, side: Side) -> bool:
        """Whether a number stands for nobody: E-W numbers of a Mitchell are below zero."""
        if self.howell:
            return original == self.phantom
        return original == (self.phantom if side is Side.NS else -self.phantom)

    def pairs(self) -> Iterator[GamePair]:
        """The pairs with their names and figures; without the phantom."""
        start = self.section.start + _NUMBER_MAP
        indexes = BySide(*(self.file.pointer(self.section.start + 4 + 4 * place, "the pairs") for place in (0, 1)))
        for original in range(1, self.highest + 1):
            if self.howell:
                table = self.file.number("u8", start + _MOST_HOWELL + 2 * (original - 1), "a starting table")
                direction = self.file.number("u8", start + _MOST_HOWELL + 2 * original - 1, "a starting direction")
                if table and direction not in (1, 2):
                    place = at(start + _MOST_HOWELL + 2 * original - 1)
                    raise refuse(f"the starting direction {direction} of pair {original}", "1 or 2", place)
                seats = [(Side.NS if direction == 1 else Side.EW, table)]
            else:
                first = start + 4 * _MOST_MITCHELL + 4 * (original - 1)
                seats = [
                    (side, self.file.number("u8", first + place, "a starting table")) for place, side in enumerate(Side)
                ]
            for side, table in seats:
                if not self.is_phantom(original, side):
                    yield from self._pair(original, side, table, indexes[side])

    def _pair(self, original: int, side: Side, table: int, index: int) -> Iterator[GamePair]:
        """The pair that started at a table; nothing where nobody did."""
        if not index:
            return
        self.file.structure(index, 0x14, "the list of pairs")
        if not 1 <= table <= self.file.number("u16", index + 6, "how many pairs there are"):
            return
        start = self.file.pointer(index + 0x10 + 8 * table, "a pair")
        if not start:
            return
        size = self.file.structure(start, _PAIR_SIZE, "a pair")
        if size != _PAIR_SIZE:
            raise refuse(f"a pair of {size} bytes", f"{_PAIR_SIZE}: two players", at(start))
        figures = [self.file.number("i32", start + 4 + 4 * place, "a figure of a pair") for place in range(6)]
        low, high = (self.file.number("u16", start + 0x5E + 2 * place, "a place") for place in (0, 1))
        yield GamePair(
            number=self.number(original, side),
            side=None if self.howell else side,
            players=tuple(self._players(start + _FIRST_PLAYER)),
            adjustment=figures[0],
            unscaled=figures[1],
            total=figures[2] if figures[2] != -1 else None,
            carry_over=figures[3],
            handicap=figures[5],
            percent=self.file.number("u16", start + 0x1C, "a percentage"),
            boards=self.file.number("u8", start + 0x2F, "how many boards a pair played"),
            place=(f"{low}" if high in (0, low) else f"{low}=") if low else "",
            start=start,
        )

    def _players(self, start: int) -> Iterator[Player]:
        for first in (start, start + _PLAYER_SIZE):
            names = (self.file.text(first + 0x11, 16, "a first name"), self.file.text(first, 16, "a last name"))
            name = " ".join(filter(None, names))
            member = self.file.text(first + 0x36, 7, "a member number")
            if name or member:
                yield Player(name or member, member)

    def boards(self) -> Iterator[tuple[int, int, int]]:
        """Each board with how many results it has by the index, and where its results stand."""
        index = self.section.boards
        if not index:
            return
        size = self.file.structure(index, 0x26, "the index of boards")
        count = self.file.number("u16", index + 4, "how many boards there are")
        if 0x26 + 8 * count > size:
            raise refuse(f"{count} boards", f"at most {(size - 0x26) // 8} in an index of {size} bytes", at(index + 4))
        seen: set[int] = set()
        for place in range(count):
            entry = index + 0x26 + 8 * place
            board = self.file.number("u8", entry, "a board")
            if not board or board in seen:
                found = f"board {board} twice" if board else "board 0"
                raise refuse(found, "each board once, from 1", at(entry))
            seen.add(board)
            start = self.file.pointer(entry + 4, f"the results of board {board}")
            yield board, self.file.number("u16", entry + 2, "how many results there are"), start

    def rows(self, board: int, start: int) -> Iterator[GameRow]:
        """The tables of a board, without those that the movement leaves empty."""
        size = self.file.structure(start, _FIRST_ROW, f"the results of board {board}")
        sides = self.file.number("u8", start + 4, "how many sides a result has")
        if sides != 2:
            raise refuse(f"results of {sides} sides", "2, as pairs have", at(start + 4))
        count = self.file.number("u8", start + 5, "how many results there are")
        if _FIRST_ROW + _ROW_SIZE * count > size:
            expected = f"at most {(size - _FIRST_ROW) // _ROW_SIZE} in {size} bytes"
            raise refuse(f"{count} results on board {board}", expected, at(start + 5))
        for first in range(start + _FIRST_ROW, start + _FIRST_ROW + _ROW_SIZE * count, _ROW_SIZE):
            codes = self._both("i16", first + 4, "a score")
            if codes.ns == NOT_IN_PLAY:
                continue
            yield GameRow(
                board,
                self.file.number("u8", first, "a round"),
                self.file.number("u8", first + 1, "a table"),
                self._both("u16", first + 2, "a pair"),
                codes,
                self._both("i32", first + 6, "matchpoints"),
                first,
            )

    def _both(self, kind: str, offset: int, what: str) -> BySide[int]:
        return BySide(self.file.number(kind, offset, what), self.file.number(kind, offset + 8, what))
