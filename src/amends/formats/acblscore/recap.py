"""The parts of a recap, read by their columns: a block for each section and direction, with its pairs and its grid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from amends.bridge import Side
from amends.event.published import Printed
from amends.faults import Fault, Faults

_SECTION = re.compile(r"([A-Za-z0-9]{1,4})?\s*(N-S|E-W)?")
_GRID = re.compile(r"BOARD((?:\s++\d{1,3}+)++)\s*+")
_BOARD = re.compile(r"\s{0,4}(\d{1,3})>")
_POINTS = re.compile(r"(\d{1,3})?(-)?|(\d{1,3}\.\d{1,2})", re.ASCII)
_ABSENT = re.compile(r"-{3,}")
"""In place of a score where a pair did not meet the board: one character too long for its column."""
_DECIMAL = re.compile(r"-?\d{1,4}\.\d{1,2}", re.ASCII)

WIDTH = 6
"""The characters of a column of the grid."""

AddFault = Callable[[int, Fault], None]


class GridCell(NamedTuple):
    """A board of a pair: its matchpoints and its score as they stand there; starred: it sat East-West."""

    board: int
    pair: str
    points: Printed | None
    score: str
    starred: bool
    line: int


class RecapPair(NamedTuple):
    """A line of the list of pairs."""

    number: str
    players: tuple[tuple[str, str], ...]
    """Names and member numbers."""
    place: str
    score: Printed | None
    percent: Printed | None
    line: int


@dataclass(slots=True)
class Block:
    """A section in one direction, or a whole section where there is one winner."""

    line: int
    facts: dict[str, str] = field(default_factory=dict)
    pairs: list[RecapPair] = field(default_factory=list)
    cells: list[GridCell] = field(default_factory=list)

    @property
    def section(self) -> str:
        """The letter of the section."""
        found = _SECTION.fullmatch(self.facts.get("SECTION", "").strip())
        return (found[1] or "") if found else self.facts.get("SECTION", "").strip()[:4]

    @property
    def side(self) -> Side | None:
        """The direction; None where pairs sit both ways."""
        found = _SECTION.fullmatch(self.facts.get("SECTION", "").strip())
        return Side.parse(found[2]) if found and found[2] else None

    @property
    def top(self) -> Fraction | None:
        """The most matchpoints of a board."""
        text = self.facts.get("TOP", "").strip()
        try:
            return Printed.parse(text).value if text else None
        except Faults:
            return None


def blocks(text: str, fault: AddFault) -> list[Block]:
    """The blocks of a text."""
    found: list[Block] = []
    columns: list[str] = []
    ranks: tuple[int, int] | None = None
    waiting: tuple[int, str] | None = None  # a board and the line of its matchpoints: the scores stand below
    for number, line in enumerate(text.replace("\r", "").split("\n"), 1):
        if line.lstrip().startswith("EVENT>"):
            found.append(Block(number))
            columns, ranks = [], None
        if not found:
            continue
        block = found[-1]
        if grid := _GRID.fullmatch(line):
            columns = grid[1].split()
        elif columns and (board := _BOARD.match(line)):
            waiting = int(board[1]), line
        elif waiting is not None:
            block.cells += _cells(waiting[0], waiting[1], line, columns, number, fault)
            waiting = None
        elif line.startswith("No ") and "|Flt|" in line:
            ranks = _column(line, "Rnk-A")
        elif not columns and ">" in line:
            block.facts |= {key: value for key, value in _facts(line) if key not in block.facts}
        elif not columns and (pair := _pair(line, ranks, number)):
            block.pairs.append(pair)
    return found


def _facts(line: str) -> Iterator[tuple[str, str]]:
    """What a line of the head says: "DATE>January 8, 2009 |CLUB NO.>378055"."""
    for part in line.split("|"):
        key, mark, value = part.partition(">")
        if mark:
            yield key.strip(), value.strip()[:100]


def _column(line: str, name: str) -> tuple[int, int] | None:
    start = line.find(f"|{name}")
    return (start + 1, line.find("|", start + 1)) if start >= 0 else None


def _pair(line: str, ranks: tuple[int, int] | None, number: int) -> RecapPair | None:
    """A pair: number, member number, name, the same again, and after column 65 flight, ranks, score and percentage."""
    own = line[:3].strip()
    if not (own.isascii() and own.isdigit()) or len(line) < 66:
        return None
    figures = _DECIMAL.findall(line[65:])
    if len(figures) < 2:
        return None
    people = ((line[11:33].strip(), line[3:10].strip()), (line[42:65].strip(), line[34:41].strip()))
    place = line[ranks[0] : ranks[1]].strip(" .") if ranks else ""
    players = tuple((name, member) for name, member in people if name)
    return RecapPair(own, players, place, Printed.parse(figures[0]), Printed.parse(figures[1]), number)


def _cells(
    board: int, points: str, scores: str, columns: list[str], number: int, fault: AddFault
) -> Iterator[GridCell]:
    """The cells of a board: a column of six characters for each pair, and a star behind the score."""
    scores = _ABSENT.sub(lambda dashes: " " * len(dashes[0]), scores)
    for place, pair in enumerate(columns):
        start = WIDTH * (place + 1)
        score, star = scores[start : start + WIDTH].lstrip("* ").strip(), scores[start + WIDTH : start + WIDTH + 1]
        text = points[start : start + WIDTH].strip()
        if not score:
            continue
        found = _POINTS.fullmatch(text)
        if found is None:
            where = f"board {board}, pair {pair}"
            fault(number - 1, Fault(f"the matchpoints {text!r}", "a number such as 3, 2- or 0.17", where))
            continue
        yield GridCell(board, pair, _half(text, found), score, star == "*", number)


def _half(text: str, found: re.Match[str]) -> Printed | None:
    """The matchpoints: 2- is two and a half, a dash alone is a half."""
    if not text:
        return None
    if found[3]:
        return Printed.parse(found[3])
    return Printed.parse(f"{found[1] or '0'}.5" if found[2] else found[1])
