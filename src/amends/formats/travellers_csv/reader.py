"""Reads the rows of a file of travellers: first what only the whole file says, then each row."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Generic, NamedTuple, TypeVar

from amends.awards import Award, NotScored
from amends.bridge import BySide, Seat, Vulnerable, vulnerability
from amends.bridge import dealer as dealer_of
from amends.event.event import Form
from amends.event.match import ROOM_NAMES
from amends.event.rows import locate, reference_to, rows_by_board
from amends.event.ruling import Ruling
from amends.event.table_result import TableRecord, TableResult
from amends.faults import Fault, Faults, refuse
from amends.formats.common.building import NOT_PLAYED, SIT_OUT, Seating, Sitting, is_nobody, match_of, row_id
from amends.formats.common.csv_table import CsvTable, Gathered
from amends.formats.common.format import Progress, report
from amends.formats.travellers_csv.cells import (
    CANCELLED,
    REMARKS,
    WRONG_DIRECTION,
    TravellerCells,
    attempt,
    form_of,
    read_award,
    read_board,
    read_dealer,
    read_lead,
    read_result,
    read_vulnerable,
    with_pair,
)

T = TypeVar("T", Vulnerable, Seat)


@dataclass(slots=True)
class BoardColumn(Generic[T]):
    """What a column says of boards, and of each group of a fouled board, with the line that says it first."""

    name: str
    read: Callable[[str], T]
    words: Callable[[T], tuple[str, str]]
    """A value in a fault: what the row says, and what an earlier row says."""
    thing: str
    boards: dict[int, tuple[T, int]] = field(default_factory=dict)
    groups: dict[tuple[int, str], tuple[T, int]] = field(default_factory=dict)

    def note(self, board: str, group: str, text: str, line: int) -> None:
        """Note what a row says."""
        try:
            number, value = read_board(board), (self.read(text), line)
        except Faults:
            return  # the row says so when it is read
        self.boards.setdefault(number, value)
        self.groups.setdefault((number, group), value)

    def check(self, board: int | None, group: str, text: str) -> None:
        """One deal has one vulnerability and one dealer; of a fouled board each group may have its own."""
        value = self.read(text)
        first, line = self.groups.get((board or 0, group), (value, 0))
        if value is not first:
            words, earlier = self.words(value)[0], self.words(first)[1]
            expected = f"one {self.thing} for a board, or for each group of a fouled board"
            raise refuse(f"{words} on board {board}, and {earlier} on line {line}", expected, f"column {self.name}")

    def find(self, board: int, group: str) -> T | None:
        """What is said of the group, else of the board; None where nothing is said."""
        value = self.groups.get((board, group)) or self.boards.get(board)
        return value[0] if value else None


def _vulnerable_column() -> BoardColumn[Vulnerable]:
    return BoardColumn("vulnerable", read_vulnerable, lambda value: (value.words, value.words), "vulnerability")


def _dealer_column() -> BoardColumn[Seat]:
    return BoardColumn(
        "dealer", read_dealer, lambda seat: (f"{seat.name.title()} dealing", seat.name.title()), "dealer"
    )


@dataclass(slots=True)
class Survey:
    """What only the whole file says."""

    sections: set[str] = field(default_factory=set)
    numbers: BySide[set[tuple[str, str]]] = field(default_factory=lambda: BySide(set(), set()))
    vulnerable: BoardColumn[Vulnerable] = field(default_factory=_vulnerable_column)
    dealer: BoardColumn[Seat] = field(default_factory=_dealer_column)

    @property
    def shared(self) -> bool:
        """Whether a N-S and an E-W pair have the same number."""
        return any(not is_nobody(number) for _, number in self.numbers.ns & self.numbers.ew)


def survey(table: CsvTable, two_winners: bool) -> Survey:
    """The sections, who is in which direction, and the vulnerability and dealer of each board and of each group of a
    fouled board."""
    found = Survey()
    at = table.columns
    if not (two_winners or at.keys() & {"section", "vulnerable", "dealer"}):
        return found
    pick = itemgetter(*(at.get(name, -1) for name in ("board", "section", "vulnerable", "dealer", "ns", "ew", "group")))
    sections, numbers_ns, numbers_ew = found.sections.add, found.numbers.ns.add, found.numbers.ew.add
    for line, cells in table.rows():
        cells.append("")
        board, section, vulnerable, dealer, ns, ew, group = pick(cells)
        sections(section)
        if two_winners:
            numbers_ns((section, ns))
            numbers_ew((section, ew))
        if vulnerable:
            found.vulnerable.note(board, group, vulnerable, line)
        if dealer:
            found.dealer.note(board, group, dealer, line)
    return found


class PlayedRow(NamedTuple):
    """What happened on a row, without who sat there and where: the same on many rows."""

    board: int
    result: Award
    group: str
    room: str
    record: TableRecord | None
    vulnerable: Vulnerable | None
    dealer: Seat | None


_PLACE = ("session", "section", "round", "table", "match")
NOWHERE = ("",) * len(_PLACE)
_WHO_AND_WHERE = ("n", "e", "s", "w", "ns", "ew", *_PLACE)


class TravellersReader:
    """Makes a table result, and where there is an award a ruling, of each row."""

    def __init__(self, table: CsvTable, faults: Gathered, winners: int, accept_scores: bool = False) -> None:
        self.accept_scores = accept_scores
        self.table, self.faults, self.form = table, faults, form_of(table)
        self.survey = survey(table, winners == 2 and self.form is Form.PAIRS)
        self.seating = Seating(self.form, winners, len(self.survey.sections) > 1, self.survey.shared)
        self.results: list[TableResult] = []
        self.rulings: list[Ruling] = []
        self.lines: dict[str, int] = {}
        self._rounds: dict[str, str] = {}
        self._has_rounds = "round" in table.columns
        self._conditions: dict[tuple[int, str], Vulnerable] = {}
        self._texts: dict[str, str] = {}
        self._played: dict[Hashable, PlayedRow] = {}
        self._sittings: dict[tuple[str, ...], Sitting] = {}

    def read(self, progress: Progress) -> None:
        """Read all rows; what cannot be read is among the faults."""
        at = self.table.columns
        seats = ("n", "s", "e", "w") if self.seating.individual else ("ns", "ew")
        # All of a row but who sat there and where: the same on many rows, which need not be read again.
        play = itemgetter(*(at[name] for name in TravellerCells._fields if name in at and name not in _WHO_AND_WHERE))
        every, who, where = (
            itemgetter(*(at.get(name, -1) for name in names))
            for names in (TravellerCells._fields, ("section", *seats), _PLACE)
        )
        played, sittings, nowhere = self._played.get, self._sittings.get, not at.keys() & set(_PLACE)
        for count, (line, cells) in enumerate(self.table.rows(self.faults), 1):
            cells.append("")  # for the columns that are not there
            key = play(cells)
            known = played(key)
            sitting = known and (sittings(who(cells)) or self._seat(line, who(cells)))
            if known is None or (sitting and sitting.sit_out):
                self.row(line, TravellerCells._make(every(cells)), key)
            elif sitting:
                self._enter(line, known, sitting, NOWHERE if nowhere else where(cells))
            report(progress, count)
        if not self.faults.count:
            for ruling, trouble in misplaced(self.results, self.rulings):
                self.faults.add(int(ruling.id.removeprefix("row ")), *trouble.faults)

    def _seat(self, line: int, who: tuple[str, ...]) -> Sitting | None:
        """Who sat there, the section and the names; None where that is a fault of the row."""
        section, *names = who
        try:
            sitting = self._sittings[who] = self.seating.sitting(section, tuple(names), False)
        except Faults as trouble:
            self.faults.add(line, *trouble.faults)
            return None
        return sitting

    def row(self, line: int, cells: TravellerCells, key: Hashable) -> None:
        """Read one row; `key` is all of it but who sat there and where."""
        faults: list[Fault] = []
        cells = attempt(faults, with_pair, cells) or cells
        board = attempt(faults, read_board, cells.board)
        if cells.vulnerable:
            attempt(faults, self.survey.vulnerable.check, board, cells.group, cells.vulnerable)
        if cells.dealer:
            attempt(faults, self.survey.dealer.check, board, cells.group, cells.dealer)
        remark = attempt(faults, _word, cells.remark, "remark", REMARKS, "nothing, ") if cells.remark else ""
        room = attempt(faults, _word, cells.room, "room", ROOM_NAMES) if self.form is Form.TEAMS else ""
        names = (cells.n, cells.s, cells.e, cells.w) if self.seating.individual else (cells.ns, cells.ew)
        sitting = attempt(faults, self.seating.sitting, cells.section, names, remark == WRONG_DIRECTION)
        # A side without an award keeps the result.
        ns = attempt(faults, read_award, cells.award_ns, "award_ns") if cells.award_ns else None
        ew = attempt(faults, read_award, cells.award_ew, "award_ew") if cells.award_ew else None
        record = attempt(faults, read_lead, cells.lead) if cells.lead else None
        sit_out = sitting is not None and sitting.sit_out
        result = attempt(faults, self._result, cells, board, remark == CANCELLED, sit_out)
        if faults or board is None or sitting is None or result is None:
            self.faults.add(line, *faults)
            return
        played = self._what(board, result, cells.group, room or "", record)
        place = (cells.session, cells.section, cells.round, cells.table, cells.match)
        made = self._enter(line, played, sitting, place)
        if made is not None and (cells.award_ns or cells.award_ew):
            awards = BySide(ns, ew)
            self.rulings.append(Ruling(f"row {line}", board, reference_to(made), awards, from_travellers=True))
        elif not (cells.award_ns or cells.award_ew or remark or sit_out):
            self._played[key] = played

    def _enter(self, line: int, played: PlayedRow, sitting: Sitting, place: tuple[str, ...]) -> TableResult | None:
        """Keep the table result of a row; None where there is one already. Texts that come often are kept once.

        `place` is session, section, round, table and match.
        """
        board, result, group, room, record, vulnerable, dealer = played
        keep = self._texts.setdefault
        session, section, round, table, match = place if place is NOWHERE else [keep(text, text) for text in place]
        id = row_id(session, section, match_of(match, round) if room else "", board, sitting.text, room)
        if self._has_rounds and not room and self._rounds.setdefault(id, round) != round:
            id = f"{id}/round {round}"  # numbers that begin anew in each round: the same pairs, another deal
        first = self.lines.setdefault(id, line)
        if first != line:
            twice = f"the same row twice, on line {first} and on line {line}"
            self.faults.add(line, Fault(twice, "one row for a board and those who played it", f"board {board}"))
            return None
        made = TableResult(
            id, result, sitting.seats, group, board, session, section, round, table, match, room, record, vulnerable,
            dealer,
        )  # fmt: skip
        self.results.append(made)
        return made

    def _what(self, board: int, result: Award, group: str, room: str, record: TableRecord | None) -> PlayedRow:
        """What happened, with what the file says of the board and its group."""
        vulnerable, dealer = None, None
        if own := self.survey.vulnerable.groups.get((board, group)):
            vulnerable = own[0] if own[0] is not self.survey.vulnerable.boards[board][0] else None
        if self.survey.dealer.groups and (dealer := self.survey.dealer.find(board, group)) is dealer_of(board):
            dealer = None
        keep = self._texts.setdefault
        return PlayedRow(board, result, keep(group, group), keep(room, room), record, vulnerable, dealer)

    @property
    def vulnerable(self) -> dict[int, Vulnerable]:
        """The boards on which the file says something else than their number does."""
        said = {board: found for board, (found, _) in self.survey.vulnerable.boards.items()}
        return {board: found for board, found in said.items() if found is not vulnerability(board)}

    def conditions(self, board: int, group: str) -> Vulnerable:
        """Who is vulnerable: as the file says of the group or of the board, else by the board's number."""
        known = self._conditions.get((board, group))
        if known is None:
            known = self.survey.vulnerable.find(board, group) or vulnerability(board)
            self._conditions[board, group] = known
        return known

    def _result(self, cells: TravellerCells, board: int | None, cancelled: bool, sit_out: bool) -> Award:
        """What happened at the table."""
        if cancelled:
            if cells.award_ns or cells.award_ew:
                raise refuse("an award on a cancelled row", "one of the two", "column remark")
            return SIT_OUT
        known = self.conditions(board, cells.group) if board else None
        # Without a board nobody knows who is vulnerable, so that the score cannot be compared.
        score = "" if board is None and (cells.result or cells.contract) else cells.score
        said = read_result(cells.result, cells.contract, cells.declarer, cells.tricks, score, known, self.accept_scores)
        if sit_out:
            if said is not None and not isinstance(said, NotScored):
                raise refuse(f"{said} at a table where nobody sat on a side", f"no result, or two {self.seating.noun}s")
            return SIT_OUT
        if said is not None:
            return said
        if cells.award_ns and cells.award_ew:
            return NOT_PLAYED
        raise refuse("no result", 'a result; "np" for a board that was not played')


def _word(text: str, column: str, words: Sequence[str], expected: str = "") -> str:
    """One of the words that a column may have."""
    word = " ".join(text.lower().split())
    if word not in words:
        raise refuse(repr(text) if text else "nothing", f"{expected}{' or '.join(words)}", f"column {column}")
    return word


def misplaced(results: Iterable[TableResult], rulings: Sequence[Ruling]) -> Iterator[tuple[Ruling, Faults]]:
    """The rulings that do not find just their row, each with its faults."""
    by_board = rows_by_board(results if rulings else ())
    for ruling in rulings:
        try:
            locate(ruling, by_board)
        except Faults as trouble:
            yield ruling, trouble
