"""Game files of ACBLscore, made by the public description of their layout; matchpoints are worked out here."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

LATE, NOT_PLAYED, AVERAGE_MINUS, AVERAGE, AVERAGE_PLUS, EMPTY = 900, 950, 2040, 2050, 2060, 999
SHARES = {AVERAGE_MINUS: Fraction(2, 5), AVERAGE: Fraction(1, 2), AVERAGE_PLUS: Fraction(3, 5)}
MITCHELL, HOWELL = 0, 1


class Table(NamedTuple):
    """A table: the codes of the two scores, in tens of points or as words."""

    board: int
    ns: int
    ew: int
    code: int
    ew_code: int | None = None

    @property
    def codes(self) -> tuple[int, int]:
        own = -self.code if abs(self.code) < 900 else self.code
        return self.code, own if self.ew_code is None else self.ew_code


@dataclass
class Section:
    letters: str
    tables: Sequence[Table]
    movement: int = MITCHELL
    phantom: int = 0
    renumbered: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """By number and direction (0 N-S, 1 E-W), the number that a pair was given later."""
    before: int = 0
    after: int = 0
    adjustments: Mapping[tuple[int, int], int] = field(default_factory=dict)
    places: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    scaled: Fraction = Fraction(1)
    results_said: int | None = None

    @property
    def highest(self) -> int:
        return max(max(table.ns, table.ew) for table in self.tables)


def matchpoints(sections: Sequence[Section]) -> dict[tuple[str, Table], tuple[Fraction, Fraction]]:
    """By table: one for a win, a half for a tie; averages count as results that the board was expected to have."""
    found = {}
    for board in {table.board for section in sections for table in section.tables}:
        rows = [(each.letters, table) for each in sections for table in each.tables if table.board == board]
        natural = [table.code for _, table in rows if abs(table.code) < 900]
        expected = sum(table.code not in (LATE, NOT_PLAYED, EMPTY) for _, table in rows)
        for letters, table in rows:
            points = []
            for side, code in enumerate(table.codes):
                own = [score * (-1 if side else 1) for score in natural]
                if abs(code) < 900:
                    wins = Fraction(sum(code > other for other in own)) + Fraction(own.count(code) - 1, 2)
                    points.append((wins + Fraction(1, 2)) * expected / len(natural) - Fraction(1, 2))
                else:
                    points.append(SHARES.get(code, Fraction(0)) * (expected - 1))
            found[letters, table] = points[0], points[1]
    return found


def hundredths(value: Fraction) -> int:
    return int(value * 100 + Fraction(1, 2))


class _File:
    def __init__(self) -> None:
        self.data = bytearray(2580)
        self.put(0, "<H4s", 2578, b"\x03AC3")
        self.put(0x9DB, "<H", 781)

    def put(self, offset: int, layout: str, *values: object) -> None:
        struct.pack_into(layout, self.data, offset, *values)

    def text(self, offset: int, text: str) -> None:
        self.data[offset : offset + 1 + len(text)] = bytes([len(text)]) + text.encode("cp1252")

    def structure(self, size: int) -> int:
        start = len(self.data)
        self.data += bytes(size)
        self.put(start, "<H", size - 2)
        return start


def game_file(*sections: Section, type: int = 0, scoring: int = 0, handicap: int = 0, together: bool = False) -> bytes:
    """A file with one event; `together`: its sections are scored together."""
    file = _File()
    event = file.structure(0x2CB)
    file.put(0x12, "<I", event)
    file.put(0xDA, "<B", type)
    file.put(0x10C, "<B", scoring)
    for offset, text in ((0x4, "Open Pairs"), (0x1E, "Thu Aft"), (0x2C, "Vera Dir"), (0x48, "January 8, 2031")):
        file.text(event + offset, text)
    file.text(event + 0x5C, "A Club")
    file.text(event + 0xB0, "123456")
    file.put(event + 0x95, "<B", 1)
    file.put(event + 0x8D, "<B", handicap)
    fields = [sections] if together else [[section] for section in sections]
    points = {key: pair for each in fields for key, pair in matchpoints(each).items()}
    for place, section in enumerate(sections):
        summary = 0x13E + 22 * place
        file.put(summary, "<B", 1)
        file.text(summary + 1, section.letters)
        file.put(summary + 4, "<II", _details(file, section, points), _boards(file, section, points))
        before, after = (place, (place + 2) % (len(sections) + 1)) if together else (section.before, section.after)
        file.put(summary + 0xF, "<BB", before, after)
    file.put(6, "<I", len(file.data))
    return bytes(file.data)


Points = Mapping[tuple[str, Table], tuple[Fraction, Fraction]]


def _details(file: _File, section: Section, points: Points) -> int:
    start = file.structure(804)
    file.put(start + 0x18, "<B", section.movement)
    file.put(start + 0x1B, "<H", section.highest)
    file.put(start + 0x43, "<h", section.phantom)
    lists: tuple[list[int], list[int]] = ([], [])
    howell = section.movement == HOWELL
    for number in range(1, section.highest + 1):
        for direction in (0,) if howell else (0, 1):
            side = (number - 1) % 2 if howell else direction
            tables = [
                (table, seat)
                for table in section.tables
                for seat, pair in enumerate((table.ns, table.ew))
                if pair == number and (howell or seat == direction)
            ]
            if not tables:
                continue
            lists[side].append(_pair(file, section, (number, direction), tables, points))
            seat = len(lists[side])
            if howell:
                file.put(start + 0xDD + 80 + 2 * (number - 1), "<BB", seat, side + 1)
            else:
                file.put(start + 0xDD + 160 + 4 * (number - 1) + direction, "<B", seat)
    for (number, direction), later in section.renumbered.items():
        place = number - 1 if howell else 4 * (number - 1) + direction
        file.put(start + 0xDD + place, "<B", later)
    for side, pairs in enumerate(lists):
        index = file.structure(0x14 + 8 * len(pairs))
        file.put(index + 2, "<HHH", side + 1, 2, len(pairs))
        for place, pair in enumerate(pairs):
            file.put(index + 0x14 + 8 * place, "<HHI", place + 1, 2, pair)
        file.put(start + 4 + 4 * side, "<I", index)
    return start


def _pair(
    file: _File, section: Section, who: tuple[int, int], tables: Sequence[tuple[Table, int]], points: Points
) -> int:
    start = file.structure(404)
    scored = [(table, seat) for table, seat in tables if table.codes[seat] not in (LATE, NOT_PLAYED, EMPTY)]
    total = sum((points[section.letters, table][seat] for table, seat in scored), Fraction(0))
    possible = sum((sum(points[section.letters, table], Fraction(0)) for table, _ in scored), Fraction(0))
    adjustment, session = section.adjustments.get(who, 0), hundredths(total * section.scaled)
    file.put(start + 4, "<6i", adjustment, hundredths(total), session, 0, session, 0)
    if section.phantom == (-who[0] if who[1] else who[0]):
        return start
    file.put(start + 0x1C, "<H", hundredths(total / possible * 100) if possible else 0)
    file.put(start + 0x2F, "<B", len(scored))
    file.put(start + 0x5E, "<HH", *section.places.get(who, (0, 0)))
    for place, name in enumerate(("Ann", "Bob")):
        first = start + 0xA4 + 120 * place
        file.text(first, f"{section.letters}{who[0]}{'NE'[who[1]]}")
        file.text(first + 0x11, name)
        file.text(first + 0x36, f"{1000 + who[0]}")
    return start


def _boards(file: _File, section: Section, points: Points) -> int:
    boards = sorted({table.board for table in section.tables})
    index = file.structure(0x26 + 8 * len(boards))
    file.put(index + 4, "<H", len(boards))
    for place, board in enumerate(boards):
        tables = [table for table in section.tables if table.board == board]
        start = file.structure(6 + 18 * len(tables))
        file.put(start + 4, "<BB", 2, len(tables))
        for row, table in enumerate(tables):
            ns, ew = map(hundredths, points[section.letters, table])
            first = start + 6 + 18 * row
            file.put(first, "<BBHhi", 1, row + 1, table.ns, table.codes[0], ns)
            file.put(first + 10, "<Hhi", table.ew, table.codes[1], ew)
        counted = sum(table.code not in (LATE, NOT_PLAYED, EMPTY) for table in tables)
        said = counted if section.results_said is None else section.results_said
        file.put(index + 0x26 + 8 * place, "<BBHI", board, 0, said, start)
    return index
