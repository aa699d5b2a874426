"""From the lines of a file to table results: who is who is only known when all lines have been read.

A reader adds the participants and the lines as the file has them, each with what the file calls those who sat there,
and asks for the document at the end. Ids of contestants and of table results are made here, the same for each format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from amends.awards import Award
from amends.bridge import BySide, Side
from amends.event.event import Contestant, Form, Player, TeamPair
from amends.event.published import PublishedLine, PublishedStanding
from amends.event.rows import reference_to
from amends.event.ruling import Ruling
from amends.event.table_result import TableRecord, TableResult
from amends.faults import Fault, Faults
from amends.formats.csv_table import Gathered
from amends.formats.seating import Seating, is_nobody, match_of, row_id
from amends.journal.document import Note

_NO_AWARDS: BySide[Award | None] = BySide(None, None)


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
    awards: BySide[Award | None] = _NO_AWARDS
    reason: str = ""
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
    notes: tuple[tuple[str, str], ...] = ()
    """What the reader noticed: kind and words (see `amends.journal.document.Note`)."""
    line: int | None = None


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

    def build(self) -> Built:
        """Table results, rulings, contestants, published lines and standings; all faults at once."""
        seating = self.seating
        seated: dict[str, Sat] = {}
        results: list[TableResult] = []
        rulings: list[Ruling] = []
        lines: dict[str, PublishedLine] = {}
        for row in self.rows:
            try:
                result = self._result(row, seating)
            except Faults as trouble:
                self.faults.add(row.line, *trouble.at(f"board {row.board}").faults)
                continue
            if result.id in seated:
                self._again(result, seated[result.id], row)
                continue
            seated[result.id] = row
            results.append(result)
            if row.published is not None:
                lines[result.id] = row.published
            if row.awards != _NO_AWARDS:
                rulings.append(_ruling(result, row))
            self.notes += [Note(kind, words, result.id, row.board, row.line) for kind, words in row.notes]
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
            for side, names in zip(Side, (row.ns, row.ew), strict=True):
                numbers[side].update((row.section, name) for name in names if not is_nobody(name))
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

    def _again(self, result: TableResult, first: Sat, row: Sat) -> None:
        """A line of a table that has one already: left out where it says the same, a fault where it does not."""
        if (first.result, first.awards) == (row.result, row.awards):
            words = f"board {row.board}, {result.words}: the same line once more, left out"
            self.notes.append(Note("repeated", words, result.id, row.board, row.line))
            return
        where = f" (first on line {first.line})" if first.line else ""
        found = f"board {row.board}, {result.words} twice: {first.result} and {row.result}{where}"
        self.faults.add(row.line, Fault(found, "one line for a board and those who played it"))

    def _participants(self, seating: Seating) -> list[PublishedStanding]:
        standings = []
        for each in self.participants:
            side = each.direction or Side.NS
            try:
                id = seating.contestant(each.section if self.by_section else "", each.number, side)
            except Faults as trouble:
                self.faults.add(None, *trouble.faults)
                continue
            known = seating.contestants[id]
            # A later list (another session) may know less than an earlier one.
            seating.contestants[id] = replace(
                known,
                name=each.name or known.name,
                section=each.section or known.section,
                players=each.players or known.players,
                pairs=each.pairs or known.pairs,
            )
            if each.standing is not None:
                standings.append(replace(each.standing, contestant=id))
        return standings


def _ruling(result: TableResult, row: Sat) -> Ruling:
    id, where = f"file {result.id}", reference_to(result)
    return Ruling(id, result.board, where, row.awards, reason=row.reason, from_travellers=True)
