"""The rows of ReceivedData: what the devices sent, and which of it is still in force."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from amends import exact
from amends.awards import Artificial, Award, Grade, Unit
from amends.bridge import BySide, Contract, Denomination, Doubling, PassedOut, Result, Seat
from amends.exact import plain_minus
from amends.faults import Faults, refuse
from amends.formats.bws.child import Value
from amends.formats.common.building import NO_AWARDS, Builder

HIGHEST_BOARD = 9999

Key = tuple[int, int, int, int]
"""Section, round, table and board: what the auction and the play of a row hang on."""


@dataclass(frozen=True, slots=True)
class Received:
    """A row; `ns` and `ew` are one number each, or two of an individual (north and south; east and west)."""

    id: int
    section: int
    round: int
    table: int
    board: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    remark: Remark
    cells: ReceivedCells

    @property
    def key(self) -> Key:
        """Where it was played."""
        return self.section, self.round, self.table, self.board

    @property
    def who(self) -> set[str]:
        """Those who played it."""
        return {number for number in (*self.ns, *self.ew) if number}

    @property
    def erases(self) -> bool:
        """Whether it takes back what was sent before: the row is a message, and the older row stays as it was."""
        return self.cells.flag("Erased") or self.remark.meaning is ReceivedMeaning.ERASED

    @property
    def sent(self) -> str:
        """What was sent, as a scorer knows it: 4 NT W -1."""
        parts = [self.cells.text(column) for column in ("Contract", "NS/EW", "Result", "Remarks")]
        return " ".join(part for part in parts if part) or "nothing"


def received(row: ReceivedCells, individual: bool) -> Received:
    """A row of ReceivedData."""
    board = row.whole("Board")
    if not 1 <= board <= HIGHEST_BOARD:
        raise refuse(f"board {row.text('Board') or 'without a number'}", "a board number of 1 or more")
    ns, ew = seats(row, "PairNS", "PairEW", individual)
    contract, remark = read_remark(row.text("Contract")), read_remark(row.text("Remarks"))
    scores = (ReceivedMeaning.AWARD, ReceivedMeaning.NOT_PLAYED)
    if remark.meaning is ReceivedMeaning.NOTHING and contract.meaning in scores:
        remark = contract  # where the contract stands, devices in Dutch have G+, G and G-
    section, round, table, _ = row.key
    return Received(row.whole("ID"), section, round, table, board, ns, ew, remark, row)


def seats(row: ReceivedCells, ns: str, ew: str, individual: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who sat N-S and E-W; of an individual the columns of the pairs have North and East."""
    if individual:
        return (row.number(ns), row.number("South")), (row.number(ew), row.number("West"))
    return (row.number(ns),), (row.number(ew),)


def in_force(rows: Iterable[ReceivedCells], builder: Builder, individual: bool) -> list[Received]:
    """What counts of all that was sent: for a board at a table the last, unless that one erases it.

    A row of quite other contestants under the same table and board is kept beside it.
    """
    kept: dict[Key, list[Received]] = {}
    read: list[Received] = []
    for row in rows:
        try:
            read.append(received(row, individual))
        except Faults as trouble:
            builder.faults.add(row.whole("ID") or None, *trouble.faults)

    def note(kind: str, row: Received, words: str) -> None:
        builder.note(kind, f"{place(row)}: {row.sent} {words}", board=row.board, line=row.id or None)

    for new in sorted(read, key=lambda each: each.id):
        here = kept.setdefault(new.key, [])
        older = [each for each in here if each.who & new.who or not new.who]
        for old in older:
            here.remove(old)
            if new.erases:
                note("erased", old, "is erased")
            elif (old.sent, old.ns, old.ew) == (new.sent, new.ns, new.ew):
                note("repeated", new, "was sent once more")
            else:
                note("erased", old, f"was sent before {new.sent}, which takes its place")
        if new.erases:
            if not older:
                note("erased", new, "is erased")
            continue
        if here:
            note("repeated", new, f"of other contestants than {here[0].sent}; both are kept")
        here.append(new)
    return [each for here in kept.values() for each in here]


def place(row: Received) -> str:
    """Where a row was played, in words."""
    return f"board {row.board}, round {row.round}, table {row.table}"


# What happened at the table

_CONTRACT = re.compile(r"([1-7]) ?(NT|N|[SHDC]) ?(XX?|\*{1,2})?")
_MADE = re.compile(r"=|[+-]\d{1,2}", re.ASCII)


def played(row: ReceivedCells) -> tuple[Result | PassedOut, tuple[str, ...]]:
    """The result, and what is odd about the row; refused where contract, declarer or tricks cannot be read."""
    if row.text("Contract").upper() in ("PASS", "ALL PASS", "PASSED OUT"):
        return PassedOut(), ()
    contract = read_contract(row.text("Contract"))
    declarer, odd = _declarer(row)
    made = row.text("Result").replace(" ", "").replace("−", "-")
    if not _MADE.fullmatch(made):
        raise refuse(f"the result {made!r}" if made else "a contract without its result", "=, +1 or -1")
    over = 0 if made == "=" else int(made)
    return Result(contract, declarer, contract.level + 6 + over), odd


def read_contract(text: str) -> Contract:
    """The contract from "3 NT", "4 S x", "5 C xx".

    >>> [str(read_contract(text)) for text in ('3 NT', '4 S x', '5 C xx', '4HX')]
    ['3NT', '4Sx', '5Cxx', '4Hx']
    """
    found = _CONTRACT.fullmatch(" ".join(text.upper().split()))
    if found is None:
        raise refuse(f"the contract {text!r}" if text else "no contract", "a contract such as 3 NT or 4 S x")
    name, doubling = "NT" if found[2] == "N" else found[2], tuple(Doubling)[len(found[3] or "")]
    return Contract(int(found[1]), Denomination(name), doubling)


def _declarer(row: ReceivedCells) -> tuple[Seat, tuple[str, ...]]:
    """Who declared; where no seat is named, the side that did, for which North or East stands."""
    text = row.text("NS/EW").upper()
    if text in ("N", "E", "S", "W"):
        return Seat(text), ()
    side = {"NS": Seat.NORTH, "EW": Seat.EAST}.get(text.replace("-", "").replace("/", ""))
    number = row.number("Declarer")
    if side is None and number:
        side = {row.number("PairNS"): Seat.NORTH, row.number("PairEW"): Seat.EAST}.get(number)
    if side is None:
        raise refuse(f"the declarer {text!r}" if text else "no declarer", "N, E, S or W")
    return side, (f"the declarer {text!r} is read as {side.name.title()}",)


def faults_in_words(trouble: Faults) -> str:
    """What was wrong, in the words of a note."""
    return "; ".join(f"{fault.found} (expected {fault.expected})" for fault in trouble.faults)


def has_two_of_a_side(rows: Sequence[ReceivedCells]) -> bool:
    """Whether North and South, East and West are contestants of their own."""
    return any(row.number("South") and row.number("West") for row in rows)


Tables = Mapping[str, Sequence[Mapping[str, Value]]]
"""Rows by table and column, with the names that Bridgemate gives them."""


@dataclass(frozen=True, slots=True)
class ReceivedCells:
    """A row; a column that the table does not have is empty."""

    values: Mapping[str, Value]

    @property
    def key(self) -> Key:
        """Where the row was played."""
        return self.whole("Section"), self.whole("Round"), self.whole("Table"), self.whole("Board")

    def text(self, column: str) -> str:
        """A text without the blanks that fill it up."""
        value = self.values.get(column.lower())
        return "" if value is None or isinstance(value, bool) else str(value).strip(" \t\r\n\0")

    def whole(self, column: str) -> int:
        """A whole number; 0 where there is none."""
        text = self.text(column)
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 10 else 0

    def flag(self, column: str) -> bool:
        """Whether a box is ticked."""
        value = self.values.get(column.lower())
        return value is True or (isinstance(value, int) and value != 0)

    def number(self, column: str) -> str:
        """The number of a pair, team or player; "" for nobody."""
        whole = self.whole(column)
        return str(whole) if whole > 0 else ""


def rows(tables: Tables, name: str) -> list[ReceivedCells]:
    """The rows of a table; none where it is not there."""
    found = next((kept for key, kept in tables.items() if key.lower() == name.lower()), ())
    return [ReceivedCells({column.lower(): value for column, value in row.items()}) for row in found]


class ReceivedMeaning(Enum):
    """What a remark is about."""

    NOTHING = auto()
    NOT_PLAYED = auto()
    WAITING = auto()
    """The director has still to decide the score."""
    TURNED = auto()
    """The pairs sat the other way round; the result stands."""
    ERASED = auto()
    AWARD = auto()
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark; `awards` are for N-S and E-W by their numbers, None for a side it says nothing of."""

    meaning: ReceivedMeaning
    awards: BySide[Award | None] = NO_AWARDS


_WORDS = {
    "": ReceivedMeaning.NOTHING,
    **dict.fromkeys(("not played", "niet gespeeld", "ng", "np"), ReceivedMeaning.NOT_PLAYED),
    **dict.fromkeys(("arbitral score", "arbitrale score"), ReceivedMeaning.WAITING),
    "wrong direction": ReceivedMeaning.TURNED,
    "result erased": ReceivedMeaning.ERASED,
}
_GRADES = {"+": Grade.PLUS, "": Grade.AVERAGE, "-": Grade.MINUS}
_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,4})?) ?% ?[-/]? ?(\d{1,3}(?:[.,]\d{1,4})?) ?%", re.ASCII)
_LABELS = re.compile(r"(?:g|a|m|ave?|avg)([+-]?)(?: ?/ ?| )(?:g|a|m|ave?|avg)([+-]?)")
_LABEL = re.compile(r"(?:g|a|m|ave?|avg)([+-]?)")


def read_remark(text: str) -> Remark:
    """What a remark says, in English or Dutch.

    >>> [str(award) for award in read_remark('60%–40%').awards]
    ['A+', 'A-']
    >>> read_remark('Niet gespeeld').meaning.name
    'NOT_PLAYED'
    """
    tidy = " ".join(plain_minus(text).replace("–", "-").replace("—", "-").lower().split())
    if tidy in _WORDS:
        return Remark(_WORDS[tidy])
    if found := _PERCENT.fullmatch(tidy):
        try:
            return Remark(ReceivedMeaning.AWARD, BySide(_percentage(found[1]), _percentage(found[2])))
        except Faults:  # more than 100%
            return Remark(ReceivedMeaning.UNKNOWN)
    if found := _LABELS.fullmatch(tidy):
        return Remark(ReceivedMeaning.AWARD, BySide(Artificial(_GRADES[found[1]]), Artificial(_GRADES[found[2]])))
    if found := _LABEL.fullmatch(tidy):
        return Remark(ReceivedMeaning.AWARD, BySide(Artificial(_GRADES[found[1]]), None))
    return Remark(ReceivedMeaning.UNKNOWN)


def _percentage(text: str) -> Artificial:
    """60, 50 and 40% are the grades of Law 12C2(a); any other percentage is fixed."""
    value = exact.number(text.replace(",", ".")) / 100
    grades = {exact.number("3/5"): Grade.PLUS, exact.number("1/2"): Grade.AVERAGE, exact.number("2/5"): Grade.MINUS}
    return Artificial(grades[value]) if value in grades else Artificial(value, Unit.PERCENT)
