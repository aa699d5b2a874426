"""From the lines of a file to table results: who is who is only known when all lines have been read.

A reader adds the participants and the lines as the file has them, each with what the file calls those who sat there,
and asks for the document at the end. Ids of contestants and of table results are made here, the same for each format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from amends.awards import Award, NotScored
from amends.bridge import BySide, Side
from amends.event import Event, Form, Ruling
from amends.event.event import Contestant, Player, TeamPair
from amends.event.published import PublishedLine, PublishedStanding
from amends.event.rows import reference_to, rows_in_force, seated_twice
from amends.event.table_result import TableRecord, TableResult, in_section, without_section
from amends.exact import plain_minus
from amends.faults import Fault, Faults, refuse
from amends.formats.common.citations import with_laws
from amends.formats.common.csv_table import Gathered
from amends.formats.rulings_file.tables import RulingsFile
from amends.journal.chain import Document, Note
from amends.scoring.event import score

INCONSISTENT = "inconsistent"
"""The kind of a note about a line that cannot be as it is printed."""

FEW_OF = 20
"""Where one line in so many cannot be as it is printed, a published file is read all the same."""

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
        sitting = self._sittings.get(key)
        if sitting is None:
            half = len(names) // 2
            ns, ew = self._side(section, Side.NS, names[:half]), self._side(section, Side.EW, names[half:])
            ids = ns.ids + ew.ids
            self._check(ids)
            first, second = (ew, ns) if turned else (ns, ew)
            sitting = Sitting(BySide(first.ids, second.ids), f"{first.text}-{second.text}", len(ids) < len(names))
            self._sittings[key] = sitting
        return sitting

    def contestant(self, section: str, number: str, side: Side) -> str:
        """The id of a contestant that a list of the file names."""
        ids = self._side(section, side, (number,)).ids
        if not ids:
            raise refuse(f"the {self.noun} {number!r}", f"a {self.noun} with a number or a name")
        return ids[0]

    def _side(self, section: str, side: Side, names: tuple[str, ...]) -> _Side:
        """The contestants that the cells of a side name; two with one id are refused, which is said once."""
        key = section, self.two_winners and side is Side.EW, names
        contestants = self._sides.get(key)
        if contestants is None:
            present = [name for name in names if not is_nobody(name)]
            texts = [f"{name}{side.value}" if self.shared else name for name in present]
            ids = tuple(in_section(section, text) if self.sections else text for text in texts)
            contestants = self._sides[key] = _Side(ids, "+".join(map(quoted, texts)))
            for id, text in zip(ids, texts, strict=True):
                owner = self._owners.setdefault(id, (section, text))
                if owner != (section, text):
                    both = f"{self.noun} {text} of section {section!r} and {owner[1]} of section {owner[0]!r}"
                    expected = "sections and numbers that differ when they stand together"
                    raise refuse(f"{both}, both called {id}", expected)
                self.contestants[id] = Contestant(id, section=section, direction=side if self.two_winners else None)
        return contestants

    def _check(self, ids: tuple[str, ...]) -> None:
        """Somebody sat there, and nobody twice."""
        if not ids:
            raise refuse("nobody on either side", f"a {self.noun} on one side at least")
        if len(ids) > len(set(ids)):
            twice = next(id for id in ids if ids.count(id) > 1)
            hint = "; pairs that share their numbers need two winners" if self.noun == "pair" else ""
            raise refuse(f"{self.noun} {twice} against itself", f"each {self.noun} once at a table{hint}")


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


NOT_PLAYED, SIT_OUT = NotScored(expected=True), NotScored(expected=False)
NO_AWARDS: BySide[Award | None] = BySide(None, None)

Notes: TypeAlias = tuple[tuple[str, str], ...]
"""What a reader noticed: kinds and words (see `amends.journal.chain.Note`)."""


@dataclass(slots=True, kw_only=True)
class Participant:
    """A pair, team or player in a list of the file; `number` is without section and direction."""

    number: str
    section: str = ""
    direction: Side | None = None
    name: str = ""
    players: tuple[Player, ...] = ()
    pairs: tuple[TeamPair, ...] = ()
    standing: PublishedStanding | None = None
    """What was printed for it; its contestant's id is put in here."""


@dataclass(slots=True, kw_only=True)
class Sat:
    """A line of the file: a table that played a board.

    `ns` and `ew` are numbers as the file has them, without section and direction: one of a pair or a team, two of an
    individual (north and south; east and west); "" where nobody sat. `awards` is what the file awards in place of
    the result. With `turned` those who are N-S by their number (`ns`) sat East-West at this table.
    """

    board: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    result: Award
    awards: BySide[Award | None] = NO_AWARDS
    session: str = ""
    section: str = ""
    round: str = ""
    table: str = ""
    match: str = ""
    room: str = ""
    group: str = ""
    turned: bool = False
    record: TableRecord | None = None
    published: PublishedLine | None = None
    notes: Notes = ()
    line: int | None = None

    def seated(self) -> Iterator[tuple[Side, str]]:
        """Each who sat there, with the side by the number."""
        for side, names in zip(Side, (self.ns, self.ew), strict=True):
            yield from ((side, name) for name in names if not is_nobody(name))


@dataclass(slots=True)
class Built:
    """What the lines of a file come to."""

    results: tuple[TableResult, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    contestants: Mapping[str, Contestant] = field(default_factory=dict)
    lines: Mapping[str, PublishedLine] = field(default_factory=dict)
    standings: tuple[PublishedStanding, ...] = ()
    notes: tuple[Note, ...] = ()


class Builder:
    """Takes lines and participants; `by_section`: each section numbers its contestants from 1 again."""

    def __init__(self, name: str, form: Form = Form.PAIRS, winners: int = 1, by_section: bool = True) -> None:
        self.faults = Gathered(name)
        self.form, self.winners, self.by_section = form, winners, by_section
        self.participants: list[Participant] = []
        self.rows: list[Sat] = []
        self.notes: list[Note] = []
        self._seating: Seating | None = None

    def note(self, kind: str, words: str, *, board: int | None = None, line: int | None = None) -> None:
        """Keep something that is about the file, or about a line that is left out."""
        self.notes.append(Note(kind, words, board=board, line=line))

    def number_rounds(self) -> None:
        """Where no line of Swiss pairs has a round: the boards, one after the other, with the same tables are one."""
        if not self.rows or any(row.round for row in self.rows):
            return
        boards: dict[tuple[str, int], set[frozenset[str]]] = {}
        for row in self.rows:
            boards.setdefault((row.session, row.board), set()).add(frozenset(row.ns + row.ew))
        rounds: dict[tuple[str, int], str] = {}
        before, number = None, 0
        for key, tables in boards.items():
            number += (key[0], tables) != before
            before = (key[0], tables)
            rounds[key] = str(number)
        for row in self.rows:
            row.round = rounds[row.session, row.board]
        self.note("left-out", f"no rounds are given: {number} are taken from who met whom")

    def build(self) -> Built:
        """Table results, rulings, contestants, published lines and standings; all faults at once."""
        seating = self.seating
        seated: dict[str, Sat] = {}
        results: list[TableResult] = []
        rulings: list[Ruling] = []
        lines: dict[str, PublishedLine] = {}
        inconsistent: list[tuple[Sat, Fault]] = []
        for row in self.rows:
            try:
                result = self._result(row, seating)
            except Faults as trouble:
                told_apart = _told_apart(row) if row.published is not None else None
                if told_apart is None:
                    self.faults.add(row.line, *trouble.at(f"board {row.board}").faults)
                    continue
                inconsistent += ((row, fault) for fault in trouble.at(f"board {row.board}").faults)
                result = self._result(told_apart, seating)
            if result.id in seated:
                fault = self._again(result, seated[result.id], row)
                inconsistent += [(row, fault)] if fault else []
                continue
            seated[result.id] = row
            results.append(result)
            if row.published is not None:
                lines[result.id] = row.published
            if row.awards != NO_AWARDS:
                id, table = f"file {result.id}", reference_to(result)
                rulings.append(Ruling(id, result.board, table, row.awards, from_travellers=True))
            self.notes += [Note(kind, words, result.id, row.board, row.line) for kind, words in row.notes]
        self._report(inconsistent)
        standings = self._participants(seating)
        self.faults.finish()
        return Built(
            tuple(results), tuple(rulings), seating.contestants, lines, tuple(standings), tuple(self.notes)
        )  # fmt: skip

    @property
    def seating(self) -> Seating:
        """Who is who; to be asked for when all lines and participants have been added."""
        if self._seating is None:
            rows = {row.section for row in self.rows} | {each.section for each in self.participants}
            self._seating = Seating(self.form, self.winners, self.by_section and len(rows) > 1, self._shared())
        return self._seating

    def contestant(self, section: str, number: str, side: Side = Side.NS) -> str:
        """The id of a contestant, by what the file calls it."""
        return self.seating.contestant(section if self.by_section else "", number, side)

    def _shared(self) -> bool:
        """Whether a N-S and an E-W pair have the same number."""
        if self.winners != 2:
            return False
        numbers: BySide[set[tuple[str, str]]] = BySide(set(), set())
        for row in self.rows:
            for side, name in row.seated():
                numbers[side].add((row.section, name))
        for each in self.participants:
            if each.direction is not None:
                numbers[each.direction].add((each.section, each.number))
        return bool(numbers.ns & numbers.ew)

    def _result(self, row: Sat, seating: Seating) -> TableResult:
        sitting = seating.sitting(row.section if self.by_section else "", row.ns + row.ew, row.turned)
        match = match_of(row.match, row.round) if row.room else ""
        id = row_id(row.session, row.section, match, row.board, sitting.text, row.room)
        return TableResult(
            id, row.result, sitting.seats, row.group, row.board, row.session, row.section, row.round, row.table,
            row.match, row.room, row.record,
        )  # fmt: skip

    def _again(self, result: TableResult, first: Sat, row: Sat) -> Fault | None:
        """A line of a table that has one already: left out; where it does not say the same, with what is wrong."""
        if (first.result, first.awards) == (row.result, row.awards):
            words = f"board {row.board}, {result.words}: the same line once more, left out"
            self.notes.append(Note("repeated", words, result.id, row.board, row.line))
            return None
        if isinstance(row.result, NotScored) and row.awards == NO_AWARDS:
            words = f"board {row.board}, {result.words}: once more and not played, left out"
            self.notes.append(Note("repeated", words, result.id, row.board, row.line))
            return None
        where = f" (first on line {first.line})" if first.line else ""
        found = f"board {row.board}, {result.words} twice: {first.result} and {row.result}{where}"
        return Fault(found, "one line for a board and those who played it")

    def _report(self, inconsistent: Sequence[tuple[Sat, Fault]]) -> None:
        """Say which lines cannot be as they are printed: notes of a published file where they are few, else faults."""
        rows = {id(row) for row, _ in inconsistent}
        few = 2 * len(rows) < len(self.rows) and len(rows) <= max(1, len(self.rows) // FEW_OF)
        few = few and self.form is not Form.TEAMS and all(row.published for row, _ in inconsistent)
        for row, fault in inconsistent:
            if few:
                where = f"{fault.where}: " if fault.where else ""
                words = f"{where}{fault.found}; expected {fault.expected}"
                self.notes.append(Note(INCONSISTENT, words, "", row.board, row.line))
            else:
                self.faults.add(row.line, fault)

    def _participants(self, seating: Seating) -> list[PublishedStanding]:
        standings = []
        for each in self.participants:
            try:
                id = self.contestant(each.section, each.number, each.direction or Side.NS)
            except Faults as trouble:
                self.faults.add(None, *trouble.faults)
                continue
            # A later list (another session) may know less than an earlier one.
            details = {key: getattr(each, key) for key in ("name", "section", "players", "pairs")}
            details = {key: detail for key, detail in details.items() if detail}
            seating.contestants[id] = replace(seating.contestants[id], **details)
            if each.standing is not None:
                standings.append(replace(each.standing, contestant=id))
        return standings


def _told_apart(row: Sat) -> Sat | None:
    """The line with a number of its own for whoever sits there twice; None where that is not what is wrong."""
    names = [name for _, name in row.seated()]
    if not names or len(names) == len(set(names)):
        return None
    seen: set[str] = set()
    sides: list[tuple[str, ...]] = []
    for side, numbers in zip(Side, (row.ns, row.ew), strict=True):
        letters = (side.value,) if len(numbers) == 1 else tuple(side.value)
        kept = []
        for name, letter in zip(numbers, letters, strict=True):
            kept.append(f"{name}?{row.board}{letter}" if name in seen and not is_nobody(name) else name)
            seen.add(name)
        sides.append(tuple(kept))
    return replace(row, ns=sides[0], ew=sides[1])


def assembled(document: Document, ruled: RulingsFile, *, file: str = "", fitting: bool = False) -> Event:
    """The event of a document with the rulings, penalties, carry-overs and awards of a rulings file after its own.

    Laws that are no clause and contestants who play a board twice are refused; with `fitting`, at the same time,
    rulings without a table and amounts without a contestant or match. `file` is what the faults call the file.
    """
    event = document.event
    rulings, faults = with_laws(ruled.rulings, event.regulation.edition)
    event = replace(
        event,
        rulings=(*event.rulings, *rulings),
        penalties=(*event.penalties, *ruled.penalties),
        carry_overs=(*event.carry_overs, *ruled.carry_overs),
        awards=(*event.awards, *ruled.awards),
    )
    twice = seated_twice(event, document.lines, file or None)
    faults += twice
    if fitting:
        faults += _faults_of(lambda: rows_in_force(event.results, event.rulings))
    if fitting and not twice and (event.penalties or event.carry_overs or event.awards):
        faults += _faults_of(lambda: score(replace(event, rulings=())))  # refuses amounts that do not fit
    if faults:
        raise Faults(faults)
    return event


def _faults_of(work: Callable[[], object]) -> Sequence[Fault]:
    try:
        work()
    except Faults as trouble:
        return trouble.faults
    return ()
