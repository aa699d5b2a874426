"""The lines of a board in a form: the record, what was typed, its meaning and its faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from amends.awards import Mixture, NotScored
from amends.bridge import TrickNotation
from amends.desk.typing.cells import NOTHING, Meaning, as_typed, meaning, meaning_of
from amends.desk.typing.results import BoardIn, Typed, line_of
from amends.event import Event, Form, TableResult
from amends.event.rows import ruled_tables
from amends.faults import Fault
from amends.scoring.standings import natural
from amends.web.forms import form as forms

MISSING = NotScored(expected=True)

MOST_LINES = 400
"""So many lines of a board stand in one form, those without a result first."""

_NUMBERED = re.compile(r"result-([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class SentLine:
    """One line of a form that was sent: the row that it is about, or who played in a new one, and the result."""

    number: int
    result: str = ""
    row: str = ""
    ns: str = ""
    ew: str = ""
    room: str = ""

    def typed(self, place: BoardIn, round: str) -> Typed:
        """As the desk enters it."""
        if self.row:
            return Typed(self.result, row=self.row)
        ns, ew = (tuple(filter(None, map(str.strip, side.split("+")))) for side in (self.ns, self.ew))
        if not (self.result or ns or ew):
            return Typed()
        return Typed(
            self.result, ns, ew, session=place.session, section=place.section, round=round, room=self.room
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line as it is shown: a row of the event, or one to be filled in."""

    number: int
    result: str = ""
    row: TableResult | None = None
    ns: str = ""
    ew: str = ""
    room: str = ""
    means: Meaning = NOTHING
    faults: tuple[Fault, ...] = ()
    ruling: str = ""
    meanwhile: bool = False
    """Whether somebody else has entered a result here since the form was shown, and something else was typed."""

    @property
    def sits_out(self) -> bool:
        """Whether nobody sat on a side, so that there is no result."""
        return self.row is not None and not all(self.row.seats)

    @property
    def empty(self) -> bool:
        """Whether nothing stands in the field of the result."""
        return not self.result

    @property
    def changed(self) -> bool:
        """Whether a result that is recorded would become another, which needs a reason."""
        row = self.row
        return row is not None and row.result != MISSING and self.means.award not in (None, row.result)


def entries(form: forms.SentForm) -> tuple[SentLine, ...]:
    """The lines of a form that was sent."""
    numbers = sorted(int(found[1]) for name in form.names() if (found := _NUMBERED.fullmatch(name)))
    return tuple(
        SentLine(number, *(form.text(f"{field}-{number}") for field in ("result", "row", "ns", "ew", "room")))
        for number in numbers
    )


def rows_of(event: Event, place: BoardIn) -> tuple[TableResult, ...]:
    """The rows of a board in a session and a section, as a traveller has them: by who sat N-S."""
    rows = (row for row in event.results if row.board == place.board and (row.session, row.section) == place.group)
    ordered = sorted(rows, key=lambda row: _order(event, row))
    if len(ordered) > MOST_LINES:
        ordered.sort(key=lambda row: row.result != MISSING)
    return tuple(ordered[:MOST_LINES])


def _order(event: Event, row: TableResult) -> tuple[object, ...]:
    match = (natural(row.round), natural(row.match)) if event.form in (Form.TEAMS, Form.SWISS_PAIRS) else ()
    return (*match, *(natural("+".join(side)) for side in row.seats), row.room != "open", natural(row.round))


@dataclass(frozen=True, slots=True)
class BoardLines:
    """Makes the lines that are shown, of an event as it stands."""

    event: Event
    place: BoardIn
    notation: TrickNotation
    blank: int

    def lines(
        self, sent: Sequence[SentLine] = (), faults: Iterable[Fault] = (), before: Event | None = None
    ) -> tuple[BoardLine, ...]:
        """The rows of the board and some lines to be filled in; what was typed on an event as it was `before` stays.

        Who has not touched a line sees what stands there now.
        """
        wrong: dict[int, list[Fault]] = {}
        for fault in faults:
            wrong.setdefault(line_of(fault) or 0, []).append(fault)
        known = {row.id: row for row in before.results} if before else {}
        by_row = {entry.row: entry for entry in sent if entry.row}
        rulings = ruled_tables(self.event.results, self.event.rulings)
        lines = []
        for row in rows_of(self.event, self.place):
            line = BoardLine(0, as_typed(row.result, self.notation), row)
            entry, old = by_row.get(row.id), known.get(row.id)
            if entry and old and entry.result != as_typed(old.result, self.notation):
                line = replace(
                    line,
                    result=entry.result,
                    faults=tuple(wrong.get(_place(sent, entry), ())),
                    meanwhile=old.result != row.result and entry.result != line.result,
                )
            ruling = rulings.get(row.id)
            lines.append(replace(line, ruling=ruling.id if ruling else ""))
        new = [entry for entry in sent if not entry.row and (entry.result or entry.ns or entry.ew)]
        lines += [
            BoardLine(
                0, each.result, None, each.ns, each.ew, each.room, faults=tuple(wrong.get(_place(sent, each), ()))
            )
            for each in new
        ]
        lines += [BoardLine(0)] * max(0, self.blank - len(new))
        return self._meaning(replace(line, number=number) for number, line in enumerate(lines, 1))

    def _meaning(self, lines: Iterable[BoardLine]) -> tuple[BoardLine, ...]:
        """The lines with what each of them means beside the others."""
        vulnerable = self.event.conditions(self.place.board)
        alone = [replace(line, means=self._alone(line)) for line in lines]
        awards = {line.number: line.means.award for line in alone}
        outcomes = {
            number: award.plain
            for number, award in awards.items()
            if isinstance(award, Mixture) and award.plain is not None
        }
        beside = []
        for line in alone:
            if line.number in outcomes and line.means.award is not None:
                others = [outcome for number, outcome in outcomes.items() if number != line.number]
                beside.append(replace(line, means=meaning_of(line.means.award, vulnerable, others)))
            else:
                beside.append(line)
        return tuple(beside)

    def _alone(self, line: BoardLine) -> Meaning:
        vulnerable = self.event.conditions(self.place.board)
        if line.row is not None and line.result in (as_typed(line.row.result, self.notation), str(line.row.result)):
            return meaning_of(line.row.result, vulnerable) if line.result else NOTHING
        return meaning(line.result, self.notation, vulnerable)


def _place(sent: Sequence[SentLine], entry: SentLine) -> int:
    """The number of a line as the desk counts them."""
    return sent.index(entry) + 1
