"""From the structures of a game file to a document: one event of pairs at matchpoints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import NamedTuple

from amends.awards import Artificial, Award, Grade, Mixture
from amends.bridge import BySide, PassedOut, Points, Side
from amends.event.event import Event
from amends.event.published import Printed, PublishedFigures, PublishedLine, PublishedStanding
from amends.event.table_result import TableRecord
from amends.exact import many
from amends.faults import Fault, Faults, refuse
from amends.formats.acbl_game.game_bytes import GameBytes, at
from amends.formats.acbl_game.layout import (
    GameEvent,
    GamePair,
    GameRow,
    GameSection,
    SectionLayout,
    events,
    sections,
)
from amends.formats.common.building import INCONSISTENT, NOT_PLAYED, SIT_OUT, Builder, Participant, Sat
from amends.formats.common.format import Progress, report
from amends.formats.common.own_words import NOT_IN_THE_SCORE
from amends.formats.common.page_reader import of_the_acbl
from amends.journal.chain import Document, Note
from amends.regulations import Regulation

_PAIRS, _MATCHPOINTS = 0, 0
_LATE, _NOT_PLAYED = 900, 950
_WORDS: dict[int, Award] = {
    _LATE: NOT_PLAYED,
    _NOT_PLAYED: NOT_PLAYED,
    2040: Artificial(Grade.MINUS),
    2050: Artificial(Grade.AVERAGE),
    2060: Artificial(Grade.PLUS),
}
_LARGEST_SCORE = 899
"""In tens of points; larger numbers stand for words and for groups of a fouled board."""
_GROUP, _MOST_GROUPS = 2000, 7
_ROW_SIZE = 18


class Score(NamedTuple):
    """What a code stands for: points of the pair or an award, and the group of a fouled board."""

    value: int | Award
    group: str = ""


def read_score(code: int) -> Score | None:
    """What a code stands for; None where that is not known.

    >>> read_score(-11), read_score(4011)
    (Score(value=-110, group=''), Score(value=110, group='F1'))
    """
    if abs(code) <= _LARGEST_SCORE:
        return Score(code * 10)
    if code in _WORDS:
        return Score(_WORDS[code])
    group = (code - _GROUP // 2) // _GROUP
    tens = code - _GROUP * (group + 1)
    if 1 <= group <= _MOST_GROUPS and abs(tens) <= _LARGEST_SCORE:
        return Score(tens * 10, f"F{group}")
    return None


class GameReader:
    """Reads the one event of pairs at matchpoints; what else is in the file is said in notes."""

    def __init__(self, data: bytes, name: str, progress: Progress) -> None:
        self.file = GameBytes(data)
        self.builder = Builder(name)
        self.progress = progress
        self.handicapped = False
        self.carried: list[str] = []
        self.scaled = 0
        self.numbers: set[tuple[str, str, Side | None]] = set()
        self.row_count = 0

    def document(self, winners: int | None) -> Document:
        """The document; faults at once."""
        try:
            event = self._event()
            about = self._about(event)
            listed = sections(self.file, event)
            if not listed:
                raise refuse(f"{event.words} without sections", "a section with its boards", at(event.start))
        except Faults as trouble:
            self.builder.faults.add(None, *trouble.faults)
            self.builder.faults.finish()
            raise
        layouts: list[SectionLayout] = []
        for section in listed:
            with self._gathering(section):
                layouts.append(SectionLayout(self.file, section))
        self.builder.winners = winners or (1 if any(layout.howell for layout in layouts) else 2)
        for layout in layouts:
            with self._gathering(layout.section):
                self._section(layout, alone=len(listed) == 1)
        if self.scaled:
            words = (
                f"the printed totals of {many(self.scaled, 'pair')} are scaled: they need not follow, percentages do"
            )
            self.builder.note("left-out", words)
        if not self.builder.rows and not self.builder.faults.count:
            found = "no results of boards: a game that was scored by hand has none"
            self.builder.faults.add(None, Fault(found, "boards with their results", at(event.start)))
        built = self.builder.build()
        notes = [*built.notes, *self._not_in_the_score(built.standings)]
        return Document(
            event=Event(
                scoring="matchpoints",
                winners=self.builder.winners,
                title=about.pop("title", ""),
                regulation=self._regulation(listed, notes),
                results=built.results,
                contestants=built.contestants,
                rulings=built.rulings,
            ),
            published=PublishedFigures(built.lines, built.standings),
            about=about,
            notes=tuple(notes),
            source="acbl-game",
        )

    @contextmanager
    def _gathering(self, section: GameSection) -> Iterator[None]:
        """Keep the faults of a section beside those of the others."""
        try:
            yield
        except Faults as trouble:
            self.builder.faults.add(None, *trouble.at(f"section {section.letters}").faults)

    # The event

    def _event(self) -> GameEvent:
        """The event that can be read: the only one of pairs at matchpoints."""
        found = events(self.file)
        readable = [each for each in found if (each.type, each.scoring) == (_PAIRS, _MATCHPOINTS)]
        if len(readable) != 1:
            words = ", ".join(each.words for each in found) or "no event"
            raise refuse(words, "one event of pairs at matchpoints; others are not read", at(0x12))
        for each in found:
            if each not in readable:
                self.builder.note("left-out", f"{each.words} of the file is not read")
        return readable[0]

    def _about(self, event: GameEvent) -> dict[str, str]:
        """What the event says of itself, by the keys of `amends.journal.chain.ABOUT`, and its title."""
        start = event.start
        self.file.structure(start, 0xB7, "the details of an event")
        is_club = self.file.number("u8", start + 0x95, "the session of a club") != 0
        handicap = self.file.number("u8", start + 0x8D, "the kind of handicap")
        self.handicapped = handicap != 0
        if self.handicapped:
            self.builder.note("left-out", "the event has handicaps; they are kept as printed and are in no score")
        day = self.file.text(start + 0x48, 19, "the date")
        with suppress(ValueError):
            day = datetime.strptime(day, "%B %d, %Y").date().isoformat()
        version = self.file.number("u16", 0x9DB, "the version of ACBLscore")
        about = {
            "title": self.file.text(start + 0x4, 25, "the name of the event"),
            "club": self.file.text(start + 0x5C, 25, "the name of the club"),
            "club_id": self.file.text(start + 0xB0, 6, "the number of the club") if is_club else "",
            "date": day,
            "director" if is_club else "venue": self.file.text(start + 0x2C, 16, "the director, or the city"),
            "program": "ACBLscore",
            "program_version": f"{version // 100}.{version % 100:02}" if version else "",
            "notes": self.file.text(start + 0x1E, 13, "the name of the session"),
        }
        return {key: text for key, text in about.items() if text}

    def _regulation(self, listed: list[GameSection], notes: list[Note]) -> Regulation:
        """The rules of the ACBL; sections are compared as the file links them."""
        groups = sum(not each.before for each in listed)
        if len(listed) == 1 or groups == 1:
            return of_the_acbl()
        if groups != len(listed):
            notes.append(Note("left-out", "some of the sections are scored together: each is compared for itself here"))
        return of_the_acbl().having(field="section")

    # Pairs

    def _section(self, layout: SectionLayout, alone: bool) -> None:
        phantoms: set[tuple[int, Side | None]] = set()
        for pair in layout.pairs():
            if pair.is_phantom:
                phantoms.add((pair.number, pair.side))
            else:
                self._pair(layout, pair, alone)
        rows: list[GameRow] = []
        for board, count, start in layout.boards():
            found = list(layout.rows(board, start)) if start else []
            self.row_count += len(found)
            if self.row_count * _ROW_SIZE > len(self.file.data):
                raise refuse("more results than the file has room for", "each result once", at(start))
            counted = sum(row.codes.ns not in (_LATE, _NOT_PLAYED) for row in found)
            if counted != count:
                words = f"board {board} of section {layout.section.letters}: {many(counted, 'result')}; "
                self.builder.note(INCONSISTENT, f"{words}the index of boards says {count}", board=board)
            rows += found
        from_ns = _seen_from_ns(rows)
        if from_ns:
            words = f"section {layout.section.letters}: E-W scores are taken as seen from N-S, as most lines show"
            self.builder.note("scored", words)
        for row in rows:
            self._row(layout, row, phantoms, -1 if from_ns else 1)

    def _called(self, layout: SectionLayout, number: int, side: Side) -> str:
        """The number of a pair; with one list of two directions, with its direction behind it."""
        return f"{number}{side.value}" if not layout.howell and self.builder.winners == 1 else str(number)

    def _pair(self, layout: SectionLayout, pair: GamePair, alone: bool) -> None:
        number = self._called(layout, pair.number, pair.side or Side.NS)
        letters = layout.section.letters
        key = letters, number, pair.side
        if key in self.numbers:
            raise refuse(f"pair {number} twice", "each number once", at(pair.start))
        self.numbers.add(key)
        self.scaled += pair.total is not None and pair.total != pair.unscaled
        if pair.carry_over:
            self.carried.append(f"{_hundredths(pair.carry_over)} for {letters}{number}")
        standing = PublishedStanding(
            number,
            pair.place if alone else "",
            None if pair.total is None else _hundredths(pair.total),
            _hundredths(pair.percent) if pair.percent or pair.boards else None,
            pair.boards or None,
            _hundredths(pair.adjustment) if pair.adjustment else None,
            _hundredths(pair.handicap) if self.handicapped else None,
        )
        self.builder.participants.append(
            Participant(number=number, section=letters, direction=pair.side, players=pair.players, standing=standing)
        )

    def _not_in_the_score(self, standings: Iterable[PublishedStanding]) -> Iterable[Note]:
        adjusted = [f"{each.adjustment} for {each.contestant}" for each in standings if each.adjustment]
        for noun, found in (("adjustment", adjusted), ("carry-over", self.carried)):
            if found:
                words = f"{many(len(found), noun)} not in the score: {', '.join(found[:5])}"
                yield Note(NOT_IN_THE_SCORE, words + (" …" if len(found) > 5 else ""))

    # Results

    def _row(self, layout: SectionLayout, row: GameRow, phantoms: set[tuple[int, Side | None]], ew_sign: int) -> None:
        where = f"board {row.board} of section {layout.section.letters}, {at(row.start)}"
        scores = row.codes.map(read_score)
        for side in Side:
            if scores[side] is None:
                expected = "a score below 9000 points, an average, not played, late, or a group of a fouled board"
                self.builder.faults.add(None, Fault(f"the code {row.codes[side]} for a score", expected, where))
        ns, ew = scores
        if ns is None or ew is None:
            return
        if isinstance(ns.value, int) and isinstance(ew.value, int) and ns.group != ew.group:
            words = f"the groups {ns.group or 'F0'} and {ew.group or 'F0'} of a fouled board at one table"
            self.builder.faults.add(None, Fault(words, "one group", where))
            return
        values = BySide(ns.value, ew.value * ew_sign if isinstance(ew.value, int) else ew.value)
        played = any(isinstance(value, int) for value in values)
        seats = BySide.of(lambda side: self._seat(layout, row, side, phantoms, played))
        if not any(seats) or (not all(seats) and not played and set(values) == {NOT_PLAYED}):
            return
        result: Award = NOT_PLAYED if all(seats) else SIT_OUT
        if isinstance(values.ns, int):
            result = Mixture.of(PassedOut() if values.ns == 0 else Points(values.ns))
        elif isinstance(values.ew, int):
            result = Mixture.of(PassedOut() if values.ew == 0 else Points(-values.ew))
        awards: BySide[Award | None] = BySide.of(lambda side: _award(values, side) if seats[side] else None)
        late = _LATE in row.codes
        self.builder.rows.append(
            Sat(
                board=row.board, ns=(seats.ns,), ew=(seats.ew,), result=result, awards=awards,
                section=layout.section.letters, round=str(row.round or ""), table=str(row.table or ""),
                group=ns.group or ew.group, record=TableRecord(remark="late play") if late else None,
                published=_published(values, row),
            )
        )  # fmt: skip
        report(self.progress, len(self.builder.rows))

    def _seat(
        self, layout: SectionLayout, row: GameRow, side: Side, phantoms: set[tuple[int, Side | None]], played: bool
    ) -> str:
        """The pair that sat there; "" for nobody."""
        original = row.pairs[side]
        number = layout.number(original, side)
        absent = layout.is_phantom(original, side) or (number, None if layout.howell else side) in phantoms
        return "" if not original or (absent and not played) else self._called(layout, number, side)


def _seen_from_ns(rows: Iterable[GameRow]) -> bool:
    """Whether both scores of most tables have the same sign; otherwise each is the pair's own."""
    scores = [row.codes for row in rows if row.codes.ns and all(abs(code) <= _LARGEST_SCORE for code in row.codes)]
    return sum(ns == ew for ns, ew in scores) > sum(ns == -ew for ns, ew in scores)


def _award(values: BySide[int | Award], side: Side) -> Award | None:
    """What a side has in place of the result of the table, which is that of N-S if they have one."""
    own, other = values[side], values[side.other]
    if not isinstance(own, int):
        return None if own == NOT_PLAYED and other == NOT_PLAYED else own
    if side is Side.EW and isinstance(other, int) and own != -other:
        return Mixture.of(PassedOut() if own == 0 else Points(-own))
    return None


def _published(values: BySide[int | Award], row: GameRow) -> PublishedLine:
    """The printed figures; a table that has not played has none."""
    if set(values) == {NOT_PLAYED}:
        return PublishedLine()
    score = Printed(str(values.ns)) if isinstance(values.ns, int) else None
    return PublishedLine(score, row.points.map(_hundredths))


def _hundredths(number: int) -> Printed:
    """A figure of the file.

    >>> str(_hundredths(-250))
    '-2.50'
    """
    return Printed(f"{'-' if number < 0 else ''}{abs(number) // 100}.{abs(number) % 100:02}")
