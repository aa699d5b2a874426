"""Drafts for travellers that are typed in by hand: new results, results that were missing, and corrected ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from amends.awards import Award, Mixture, NotScored
from amends.bridge import BySide, Points, TrickNotation
from amends.desk.commands.cases import free_id
from amends.desk.commands.corrections import BY_HAND, reason_given, refuse_awards
from amends.desk.confirm import Draft, Drafting
from amends.desk.open_event import OpenEvent
from amends.desk.typing.cells import TypedSeats, as_typed, check_points, read_line, seats_text
from amends.desk.views.overview import overview
from amends.event import Form, TableResult
from amends.event.match import ROOM_NAMES
from amends.event.rows import rows_in_force
from amends.faults import Fault, Faults, refuse
from amends.formats.common.building import match_of, row_id
from amends.journal.entries import ContestantsEntered, Payload, ResultCorrected, ResultsEntered
from amends.scoring.standings import natural
from amends.wording.award_text import award_words

_LINE = re.compile(r"board \d+, line (\d+)(?:, |$)")
_PLACES = ("session", "round", "match", "room")
_MISSING, _SIT_OUT = NotScored(expected=True), NotScored(expected=False)


@dataclass(frozen=True, slots=True)
class Typed:
    """A line of a traveller as it was typed; `row` is the id of the row that stood there, None for a new line.

    `ns` and `ew` are numbers or ids, one of a pair or a team, two players of an individual. A row that stood there
    keeps whoever is not typed, and its session, section, round, table, match and room.
    """

    result: str | Award = ""
    ns: tuple[str, ...] = ()
    ew: tuple[str, ...] = ()
    row: str | None = None
    table: str = ""
    round: str = ""
    section: str = ""
    session: str = ""
    match: str = ""
    room: str = ""

    @property
    def blank(self) -> bool:
        """Whether nothing was typed in a line that is new."""
        return self.row is None and self.result == "" and not any(name.strip() for name in (*self.ns, *self.ew))


def entering(
    board: int,
    lines: Sequence[Typed],
    *,
    notation: TrickNotation = TrickNotation.EUROPEAN,
    reason: str = "",
    late: str = "",
    newcomers: bool = True,
) -> Draft:
    """Enter the lines of a board: what is new, what was missing, and with a reason what is another than it was.

    Lines that say what stands there change nothing. After the correction period a result that was there is changed
    only with why that is late. Without `newcomers` contestants who are not in the event yet are refused.
    """

    def draft(drafting: Drafting) -> Iterable[Payload]:
        entry = _Entering(drafting, board, notation, reason, late, newcomers)
        entry.take(lines)
        return entry.payloads()

    return draft


def line_of(fault: Fault) -> int | None:
    """The number of the line that a fault of `entering` is about, counted from 1; None where it is about none."""
    found = _LINE.match(fault.where)
    return int(found[1]) if found else None


class _Entering:
    """Puts the entries of a board together."""

    def __init__(
        self, drafting: Drafting, board: int, notation: TrickNotation, reason: str, late: str, newcomers: bool
    ) -> None:
        self.drafting, self.board, self.notation, self.newcomers = drafting, board, notation, newcomers
        self.reason, self.late = reason, late
        self.event = drafting.opened.event
        self.vulnerable = self.event.conditions(board)
        self.seats = TypedSeats(self.event)
        self.before = {row.id: row for row in self.event.results if row.board == board}
        self.now = dict(self.before)
        self.lines: dict[str, int] = {}
        self.reasons: dict[str, str] = {}

    def take(self, lines: Sequence[Typed]) -> None:
        """Read all lines; all their faults together."""
        faults: list[Fault] = []
        for number, line in enumerate(lines, 1):
            if line.blank:
                continue
            try:
                self._line(number, line)
            except Faults as trouble:
                faults += trouble.at(self._where(number)).faults
        faults += self._twice()
        if faults:
            raise Faults(faults)

    def _where(self, number: int) -> str:
        return f"board {self.board}, line {number}"

    def _line(self, number: int, line: Typed) -> None:
        faults: list[Fault] = []
        row = result = None
        try:
            row = self._row(line)
        except Faults as trouble:
            faults += trouble.faults
        try:
            result = self._result(line, row)
        except Faults as trouble:
            faults += trouble.faults
        if faults or row is None or result is None:
            raise Faults(faults)
        first = self.lines.setdefault(row.id, number)
        if first != number:
            raise refuse(f"the table of line {first} once more ({row.words})", "one line for a table")
        self.now[row.id] = made = replace(row, result=result)
        before = self.before.get(row.id)
        if before is not None and made != before:
            self.reasons[row.id] = self._reason(before, made)

    # Who sat there

    def _row(self, line: Typed) -> TableResult:
        """The row that a line is about, with those who are typed; its result is as it was."""
        if line.row is not None:
            if line.row not in self.before:
                raise refuse(f"the row {line.row!r}, which is not on this board", "a row of the board, or a new line")
            row = self.before[line.row]
            ns, ew = line.ns or row.seats.ns, line.ew or row.seats.ew
            return row if BySide(ns, ew) == row.seats else replace(row, seats=self._seated(row.section, ns, ew))
        seats = self._seated(line.section, line.ns, line.ew)
        if there := self._there(line, seats):
            return there
        section = line.section or self.seats.section(seats)
        if self.event.form is Form.TEAMS and line.room not in ROOM_NAMES:
            raise refuse(f"the room {line.room!r}" if line.room else "no room", "open or closed")
        match = match_of(line.match, line.round) if line.room else ""
        id = row_id(line.session, section, match, self.board, seats_text(seats, section), line.room)
        return TableResult(
            self._free(id), _MISSING, seats, "", self.board, line.session, section, line.round, line.table,
            line.match, line.room,
        )  # fmt: skip

    def _seated(self, section: str, ns: Iterable[str], ew: Iterable[str]) -> BySide[tuple[str, ...]]:
        seats = self.seats.seated(section, ns, ew)
        if not self.newcomers and (unknown := [id for side in seats for id in side if id in self.seats.new]):
            raise refuse(f"{self.seats.noun} {' and '.join(unknown)}", f"a {self.seats.noun} of the event")
        return seats

    def _there(self, line: Typed, seats: BySide[tuple[str, ...]]) -> TableResult | None:
        """The row of those who are typed, where there is one already: somebody else may have typed it too."""
        found = [row for row in self.now.values() if row.seats == seats and agree(line, row, _PLACES)]
        if len(found) > 1:
            places = "; ".join(f"session {row.session}, round {row.round}" for row in found)
            raise refuse(f"{len(found)} tables of {found[0].words}", f"the session and the round ({places})")
        return found[0] if found else None

    def _free(self, id: str) -> str:
        return free_id(id, {row.id for row in self.event.results} | self.now.keys(), "{} ({})")

    def _twice(self) -> Iterator[Fault]:
        """Contestants who would have played the board twice in a session, by lines that were typed."""
        played: dict[tuple[str, ...], list[str]] = {}
        for row in self.now.values():
            for contestant in (*row.seats.ns, *row.seats.ew):
                key = (row.session, row.match or row.round, row.room) if row.room else (row.session,)
                played.setdefault((contestant, *key), []).append(row.id)
        for (contestant, *_), rows in played.items():
            typed = [id for id in rows if id in self.lines and self._sits_anew(id)]
            if len(rows) > 1 and typed:
                other = next(id for id in rows if id != typed[-1])
                there = f"line {self.lines[other]}" if other in self.lines else self.now[other].words
                yield Fault(
                    f"{self.seats.noun} {contestant} once more (also {there})",
                    f"each {self.seats.noun} once on a board",
                    self._where(self.lines[typed[-1]]),
                )

    def _sits_anew(self, id: str) -> bool:
        return id not in self.before or self.before[id].seats != self.now[id].seats

    # What happened there

    def _result(self, line: Typed, row: TableResult | None) -> Award:
        known = self.before[row.id].result if row is not None and row.id in self.before else None
        if row is None or all(row.seats):
            return self._read(line.result, known)
        if not isinstance(line.result, str) or line.result.strip():
            read = self._read(line.result, known)
            if read not in (_MISSING, _SIT_OUT):
                expected = f"no result, or two {self.seats.noun}s"
                raise refuse(f"{award_words(read)} at a table where nobody sat on a side", expected)
        return _SIT_OUT

    def _read(self, typed: str | Award, known: Award | None) -> Award:
        if isinstance(typed, str):
            if known is not None and typed.strip() in (as_typed(known, self.notation), str(known)):
                return known
            return read_line(typed, self.notation, self.vulnerable) if typed.strip() else self._nothing(known)
        if typed != known:
            refuse_awards(typed)
        if isinstance(typed, Mixture) and isinstance(typed.plain, Points):
            check_points(typed.plain, self.vulnerable)
        return typed

    def _nothing(self, known: Award | None) -> Award:
        stood = f"nothing, where {award_words(known)} is recorded" if known is not None else "no result"
        raise refuse(stood, 'a result; "np" or "." where it was not played')

    def _reason(self, before: TableResult, made: TableResult) -> str:
        """Why a row is changed: a result that was missing needs no reason."""
        if before.result == _MISSING:
            return BY_HAND
        if not self.reason.strip():
            change = f"{award_words(made.result)}, where {award_words(before.result)} is recorded"
            sat = f" for {before.words}" if made.seats == before.seats else f"; {made.words}, where {before.words} sat"
            raise refuse(change + sat, "what is recorded, or why it is corrected")
        return reason_given(self.drafting, before, self.reason, self.late, "corrected")

    # The entries

    def payloads(self) -> Iterator[Payload]:
        """What has to be entered."""
        new = tuple(row for id, row in self.now.items() if id not in self.before)
        changed = [row for id, row in self.now.items() if id in self.reasons]
        sat = {id for row in (*new, *changed) for seats in row.seats for id in seats}
        if contestants := [each for id, each in self.seats.new.items() if id in sat]:
            yield ContestantsEntered(tuple(map(self.drafting.register.contestant, contestants)))
        if new:
            yield ResultsEntered(new)
        for row in changed:
            yield ResultCorrected(row, self.reasons[row.id])


def agree(one: object, other: object, names: Iterable[str]) -> bool:
    """Whether two have the same in these fields, as far as both say something."""
    said = ((getattr(one, name), getattr(other, name)) for name in names)
    return all(not first or not second or first == second for first, second in said)


@dataclass(frozen=True, slots=True)
class BoardIn:
    """A board in a session and a section: how many results are in, and how many are missing."""

    board: int
    session: str = ""
    section: str = ""
    results: int = 0
    missing: int = 0

    @property
    def expected(self) -> int:
        """How many results there should be."""
        return self.results + self.missing

    @property
    def group(self) -> tuple[str, str]:
        """The session and the section."""
        return self.session, self.section

    @property
    def order(self) -> tuple[Any, ...]:
        """By which boards are sorted."""
        return natural(self.session), natural(self.section), self.board


def boards_in(opened: OpenEvent) -> tuple[BoardIn, ...]:
    """All boards that somebody has played, or will, or that were dealt; session by session, section by section."""
    event = opened.event
    rows = rows_in_force(event.results, event.rulings)
    played = Counter(
        (row.table.session, row.table.section, row.table.board)
        for row in rows
        if not all(isinstance(award, NotScored) for award in row.awards)
    )
    missing = {(each.session, each.section, each.board): each.lines for each in overview(opened).missing}
    places = {(row.session, row.section, row.board) for row in event.results}
    known = {board for _, _, board in places}
    places |= {(dealt.session, dealt.section, dealt.board) for dealt in event.deals if dealt.board not in known}
    found = (
        BoardIn(board, session, section, played[session, section, board], missing.get((session, section, board), 0))
        for session, section, board in places
    )
    return tuple(sorted(found, key=lambda each: each.order))


def next_board(opened: OpenEvent, after: BoardIn, *, new: bool = False) -> BoardIn | None:
    """Where to go on after a board: the next one with missing results, after the last of them the first.

    After a board that was `new` to the event, and behind which nothing is missing, that with the next number. None
    where nothing is left to be typed.
    """
    here = (after.group, after.board)
    waiting = [each for each in boards_in(opened) if each.missing and (each.group, each.board) != here]
    later = [each for each in waiting if each.order > after.order]
    if later:
        return later[0]
    if new:
        return BoardIn(after.board + 1, after.session, after.section)
    return waiting[0] if waiting else None
