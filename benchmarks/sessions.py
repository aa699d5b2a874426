"""Made-up sessions: the same seed gives the same session on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from amends import Board, BySide, Row, TableResult, parse_award, vulnerability
from amends.scoring.columns import Lines, lines

BOARDS = 30
BOARDS_A_ROUND = 2
_SEED = 2017
_GAMES = {"C": 5, "D": 5, "H": 4, "S": 4, "NT": 3}
_ARTIFICIAL = (("A+", "A-"), ("A-", "A+"), ("A", "A"), ("A+", "A+"))
_SHARES = (("50%", "50%"), ("60%", "40%"), ("75%", "25%"), ("1/3", "2/3"), ("20%", "50%", "30%"))


@dataclass(frozen=True, slots=True)
class Played:
    """A board, its rows as columns, and who sat where: for each side the pair of each row."""

    board: Board
    lines: Lines
    seats: BySide[list[int]]


@dataclass(frozen=True, slots=True)
class Session:
    """All boards of a session; pairs are numbered from 0, N-S before E-W."""

    tables: int
    played: list[Played]

    @property
    def pairs(self) -> int:
        """Two at each table."""
        return 2 * self.tables

    @property
    def results(self) -> int:
        """The rows of all boards."""
        return self.tables * len(self.played)

    def __iter__(self) -> Iterator[Played]:
        return iter(self.played)


def session(tables: int, count: int = BOARDS, *, weighted: float = 0.01, artificial: float = 0.01) -> Session:
    """A Mitchell movement: N-S sit, E-W move a table each round; some rows are weighted, some artificial."""
    made = boards(tables, count, weighted=weighted, artificial=artificial)
    return Session(tables, [Played(board, lines(board, ruled_apart=False), _seats(board)) for board in made])


def boards(tables: int, count: int = BOARDS, *, weighted: float = 0, artificial: float = 0) -> list[Board]:
    """The boards of a session with their rows."""
    random, made = Random(_SEED), []
    for number in range(1, count + 1):
        deal = _Deal(random)
        rows = [_row(str(table), deal, weighted, artificial, random) for table in range(tables)]
        made.append(Board.of(rows, vulnerability(number), number))
    return made


def rows_in_force(session: Session) -> list[Row]:
    """The session's rows with everybody seated, as an event has them."""
    return [
        replace(row, table=replace(row.table, board=played.board.number, seats=BySide((str(ns),), (str(ew),))))
        for played in session
        for row, ns, ew in zip(played.board.rows, played.seats.ns, played.seats.ew, strict=True)
    ]


def _seats(board: Board) -> BySide[list[int]]:
    tables, moved = len(board.rows), (board.number - 1) // BOARDS_A_ROUND
    return BySide(list(range(tables)), [tables + (table + moved) % tables for table in range(tables)])


def _row(id: str, deal: _Deal, weighted: float, artificial: float, random: Random) -> Row:
    result, chance = parse_award(deal.result()), random.random()
    awards = BySide.both(result)
    if chance < weighted:
        shares = random.choice(_SHARES)
        awards = BySide.both(parse_award("; ".join(f"{share} {deal.result()}" for share in shares)))
    elif chance < weighted + artificial:
        ns, ew = random.choice(_ARTIFICIAL)
        awards = BySide(parse_award(ns), parse_award(ew))
    return Row(TableResult(id, result), awards)


class _Deal:
    """What can happen on one deal: two contracts of the side that owns it, a sacrifice, tricks round a mean."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.owners, self.others = random.choice((("NS", "EW"), ("EW", "NS")))
        self.first, self.second, self.foreign = random.sample(tuple(_GAMES), 3)
        self.tricks = random.choice((8, 8, 9, 9, 10, 10, 11, 12))

    def result(self) -> str:
        """The result of one table in the notation of awards."""
        kind = self.random.random()
        if kind < 0.01:
            return "pass"
        if kind < 0.15:
            level = self.random.randint(2, 4)
            return self._played(level, self.foreign, self.others, 17 - self.tricks, doubled=0.4)
        strain = self.first if kind < 0.75 else self.second
        return self._played(self._level(_GAMES[strain]), strain, self.owners, self.tricks, doubled=0.02)

    def _level(self, game: int) -> int:
        if self.tricks == 12 and self.random.random() < 0.4:
            return 6
        if self.tricks >= game + 5 and self.random.random() < 0.8:
            return game
        return max(1, min(game, self.tricks - 7))

    def _played(self, level: int, strain: str, seats: str, mean: int, doubled: float) -> str:
        double = "x" if self.random.random() < doubled else ""
        tricks = max(0, min(13, round(self.random.gauss(mean, 0.9))))
        return f"{level}{strain}{double} {self.random.choice(seats)} {tricks}"
