"""Results from table devices: what is new becomes an entry, a correction or an erasure too; a repeat becomes none.

Devices send everything again that was not accepted, and results have no numbers. What was entered before is found in
the journal itself: the entries of the devices about a table and a board, beside what they have sent about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby

from amends.awards import Award, Mixture, NotScored
from amends.bridge import BySide
from amends.desk.commands.cases import free_id
from amends.desk.commands.corrections import AT_TABLE, reason_given
from amends.desk.confirm import Draft, Drafting
from amends.desk.devices.sections import AUTHOR, at_table, section_of, session_of
from amends.desk.typing.cells import TypedSeats, seats_text
from amends.devices.messages import DeviceResult
from amends.event import Form, TableResult
from amends.event.rows import table_of
from amends.event.table_result import TableRecord
from amends.faults import Faults, Refusal
from amends.formats.common.building import row_id
from amends.journal.chain import Entry, people_of
from amends.journal.entries import ContestantsEntered, Payload, ResultCorrected, ResultErased, ResultsEntered
from amends.wording.award_text import award_words

CORRECTED, ERASED = "corrected at the table", "erased at the table"
"""The reasons that stand in the journal."""

_MISSING = NotScored(expected=True)

Key = tuple[str, str, str, int]
"""Section, round, table and board."""
Said = tuple[str, str, BySide[tuple[str, ...]]] | None
"""A result, its lead and who sat there, to be compared; None for a result that is erased."""


class ResultOutcome(StrEnum):
    """What became of a message."""

    RESULT = "result"
    CORRECTION = "correction"
    ERASURE = "erasure"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class TakenResult:
    """A result from a device and what became of it, in a line for people."""

    message: DeviceResult
    outcome: ResultOutcome
    words: str
    row: TableResult | None = None


class DeviceEntries:
    """What the devices have entered so far, read from the journal."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        kept = tuple(entries)
        people = people_of(kept)
        self.said: dict[Key, list[Said]] = {}
        """By table and board, in their order."""
        self.last: dict[str, bool] = {}
        """By the id of a row: whether its last entry was the devices'."""
        self.brought: set[str] = set()
        """The rows that the devices have brought in."""
        self.known: set[str] = set()
        """The contestants that somebody else has entered."""
        rows: dict[str, TableResult] = {}
        for entry in kept:
            person = people.get(entry.author)
            own = person is not None and person.name == AUTHOR
            match entry.payload:
                case ResultsEntered(results=results):
                    for row in results:
                        rows[row.id] = row
                        self.note(row, own)
                        if own:
                            self.brought.add(row.id)
                case ResultCorrected(result=row):
                    rows[row.id] = row
                    self.note(row, own)
                case ResultErased(result=id):
                    self.erase(rows.pop(id), own)
                case ContestantsEntered(contestants=contestants) if not own:
                    self.known.update(each.id for each in contestants)

    def note(self, row: TableResult, own: bool) -> None:
        """A row as it was entered."""
        self.last[row.id] = own
        if own:
            self.said.setdefault(key_of(row), []).append(said_of(row))

    def erase(self, row: TableResult, own: bool) -> None:
        """A row that was taken out."""
        self.last.pop(row.id, None)
        self.brought.discard(row.id)
        if own:
            self.said.setdefault(key_of(row), []).append(None)


def key_of(row: TableResult) -> Key:
    """Where a row was played."""
    return row.section, row.round, row.table, row.board


def said_of(row: TableResult) -> Said:
    """What a row says; a missing result says as little as an erased one."""
    lead = row.record.lead if row.record else None
    return None if row.result == _MISSING else (str(row.result), str(lead or ""), row.seats)


def new_of(before: Sequence[Said], sent: Sequence[Said]) -> int:
    """How many of the messages that were sent are known already: those after them are new.

    As much as possible of the end of what was entered before is found again, in its order, in what was sent.

    >>> a, b = ("4H N =", "", BySide((), ())), ("4H N -1", "", BySide((), ()))
    >>> new_of([a, b], [a, b]), new_of([a], [a, b]), new_of([a, b], [a]), new_of([], [a, b])
    (2, 1, 0, 0)
    """
    for start in range(len(before)):
        place, left = 0, list(before[start:])
        for place, each in enumerate(sent, 1):
            if left and each == left[0]:
                left.pop(0)
            if not left:
                return place
    return 0


@dataclass
class TakingResults:
    """A draft that enters what is new of the messages of a queue; `taken` is what became of each, once it is made."""

    messages: Sequence[DeviceResult]
    taken: list[TakenResult] = field(default_factory=list)

    @property
    def draft(self) -> Draft:
        """The draft; it may be made again, where somebody else was quicker."""

        def draft(drafting: Drafting) -> Iterable[Payload]:
            self.taken.clear()
            return _Taking(drafting, self).payloads()

        return draft


class _Taking:
    """Takes message after message, each on what the one before has left."""

    def __init__(self, drafting: Drafting, taking: TakingResults) -> None:
        self.drafting, self.taking = drafting, taking
        self.event = drafting.opened.event
        self.entries = DeviceEntries(drafting.opened.entries)
        self.seats = TypedSeats(self.event)
        self.made: list[Payload] = []

    def payloads(self) -> list[Payload]:
        """The entries, those of new contestants first."""
        by_table = sorted(enumerate(self.taking.messages), key=lambda each: _table(each[1]))
        new: list[tuple[int, DeviceResult]] = []
        for _, group in groupby(by_table, key=lambda each: _table(each[1])):
            new += self._new(list(group))
        for _, message in sorted(new, key=lambda each: each[0]):
            try:
                self._take(message)
            except Faults as trouble:
                self._say(
                    message,
                    ResultOutcome.REFUSED,
                    " ".join(_sentence(fault.found, fault.expected) for fault in trouble.faults),
                )
        rows = [row for each in self.made if isinstance(each, ResultsEntered) for row in each.results]
        sat = {id for row in rows for side in row.seats for id in side}
        newcomers = [each for id, each in self.seats.new.items() if id in sat]
        first = [ContestantsEntered(tuple(map(self.drafting.register.contestant, newcomers)))] if newcomers else []
        return [*first, *self.made]

    def _new(self, group: list[tuple[int, DeviceResult]]) -> list[tuple[int, DeviceResult]]:
        """The messages about one table and board that are not entered yet."""
        place, board = group[0][1].place, group[0][1].board
        try:
            section = section_of(self.event, place.section)
        except Faults:
            return group[-1:]
        before = _without_repeats(self.entries.said.get((section, str(place.round), str(place.table), board), []))
        sent: list[tuple[int, DeviceResult, Said]] = []
        for number, message in group:
            said = self._said(section, message)
            if not sent or said != sent[-1][2] or message.awards:
                sent.append((number, message, said))
        known = new_of(before, [said for _, _, said in sent])
        if known == len(sent) and sent[-1][2] is not None:
            self._say_if_emptied(sent[-1][1])
        return [(number, message) for number, message, _ in sent[known:]]

    def _say_if_emptied(self, message: DeviceResult) -> None:
        """Say that a result was not entered because the desk has emptied its line since the device sent it first."""
        with suppress(Faults):
            row = self._row_at(message)
            if message.result is not None and (row is None or row.result == _MISSING):
                words = f"The device says {award_words(message.result)}; the line was emptied at the desk and stays so."
                self._say(message, ResultOutcome.REFUSED, f"{words} Enter it by hand if the device is right.")

    def _said(self, section: str, message: DeviceResult) -> Said:
        if message.result is None or message.result == _MISSING:
            return None
        try:
            seats = TypedSeats(self.event).seated(section, (str(message.ns),), (str(message.ew),))
        except Faults:
            seats = BySide((str(message.ns),), (str(message.ew),))
        return str(message.result), str(message.lead or ""), seats

    def _take(self, message: DeviceResult) -> None:
        """Enter a message, unless it says what stands there."""
        if message.awards is not None:
            return
        if message.erased:
            row = self._row_at(message)
            if row is not None and row.result != _MISSING:
                self._erase(message, row)
            return
        assert message.result is not None
        section = section_of(self.event, message.place.section)
        seats = self.seats.seated(section, (str(message.ns),), (str(message.ew),))
        self._refuse_strangers(seats)
        row = self._row_at(message, seats)
        if row is None:
            self._bring(message, section, seats)
            return
        if row.seats not in (seats, BySide(seats.ew, seats.ns)):
            raise Refusal(
                f"The device has {_pairs(seats)} there, the movement {_pairs(row.seats)}.",
                "Look who sat there, and enter the result by hand.",
            )
        record = replace(row.record or TableRecord(), lead=message.lead)
        after = replace(
            row,
            result=message.result,
            seats=seats,
            record=None if record == TableRecord() else record,
            round=row.round or str(message.place.round),
            table=row.table or str(message.place.table),
        )
        if said_of(after) == said_of(row):
            return
        was_missing = row.result == _MISSING
        self._refuse_others_word(row, message.result)
        reason = AT_TABLE if was_missing else reason_given(self.drafting, row, CORRECTED, "", "corrected")
        self._change(row, after, ResultCorrected(after, reason))
        if was_missing:
            self._say(message, ResultOutcome.RESULT, f"{_pairs(seats)}, {_line(after)}", after)
        else:
            self._say(message, ResultOutcome.CORRECTION, f"{_pairs(seats)}, {_line(after)}; it was {_line(row)}", after)

    def _row_at(self, message: DeviceResult, seats: BySide[tuple[str, ...]] | None = None) -> TableResult | None:
        """The row of a table and board; where the event has no tables, that of those who sat there."""
        found = [row for row in at_table(self.event, message.place) if row.board == message.board]
        if not found and seats is not None:
            both = (seats, BySide(seats.ew, seats.ns))
            section = section_of(self.event, message.place.section)
            found = [
                row
                for row in self.event.results
                if row.board == message.board
                and row.section == section
                and row.seats in both
                and row.round in ("", str(message.place.round))
                and row.table in ("", str(message.place.table))
            ]
        if len(found) > 1:
            raise Refusal("The event has several lines for this table.", "Enter the result by hand.")
        return found[0] if found else None

    def _bring(self, message: DeviceResult, section: str, seats: BySide[tuple[str, ...]]) -> None:
        """A row that the event does not have yet."""
        assert message.result is not None
        if message.result == _MISSING:
            return
        session, is_swiss = (
            session_of(self.event),
            self.event.form is Form.SWISS_PAIRS,
        )  # each round has boards of its own
        for row in self.event.results:
            if row.board != message.board or (is_swiss and row.round != str(message.place.round)):
                continue
            if twice := {*seats.ns, *seats.ew} & {*row.seats.ns, *row.seats.ew}:
                raise Refusal(
                    f"Pair {min(twice)} has board {message.board} at another table.", "Look which board was played."
                )
        ids = {row.id for row in self.event.results}
        id = free_id(row_id(session, section, "", message.board, seats_text(seats, section), ""), ids, "{} ({})")
        row = TableResult(
            id, message.result, seats, "", message.board, session, section, str(message.place.round),
            str(message.place.table), record=TableRecord(lead=message.lead) if message.lead else None,
        )  # fmt: skip
        self.event = replace(self.event, results=(*self.event.results, row))
        self.entries.note(row, own=True)
        self.entries.brought.add(row.id)
        self.made.append(ResultsEntered((row,)))
        self._say(message, ResultOutcome.RESULT, f"{_pairs(seats)}, {_line(row)}", row)

    def _erase(self, message: DeviceResult, row: TableResult) -> None:
        """A row of the movement waits for its result again; one that the devices have brought in is gone."""
        self._refuse_others_word(row, None)
        reason = reason_given(self.drafting, row, ERASED, "", "erased")
        if row.id in self.entries.brought:
            for ruling in self.event.rulings:
                if table_of(ruling, self.event.results).id == row.id:
                    raise Refusal(f"Ruling {ruling.id} stands on it; the line stays.", "Withdraw the ruling first.")
            self.made.append(ResultErased(row.id, reason))
            self.event = replace(self.event, results=tuple(each for each in self.event.results if each.id != row.id))
            self.entries.erase(row, own=True)
        else:
            after = replace(row, result=_MISSING, record=None)
            self._change(row, after, ResultCorrected(after, reason))
        self._say(message, ResultOutcome.ERASURE, f"{_pairs(row.seats)}, erased; it was {_line(row)}", row)

    def _change(self, row: TableResult, after: TableResult, payload: Payload) -> None:
        self.made.append(payload)
        self.event = replace(self.event, results=tuple(after if each is row else each for each in self.event.results))
        self.entries.note(after, own=True)

    def _refuse_strangers(self, seats: BySide[tuple[str, ...]]) -> None:
        """Refuse pairs that are not in the event, unless all of its pairs came from the devices."""
        strangers = [id for side in seats for id in side if id in self.seats.new]
        if strangers and self.entries.known:
            raise Refusal(f"There is no pair {' and '.join(strangers)} in the event.", "Enter the result by hand.")

    def _refuse_others_word(self, row: TableResult, result: Award | None) -> None:
        """What somebody has entered at the desk stands: a device does not change it."""
        if row.result == _MISSING or self.entries.last.get(row.id, False):
            return
        sent = "erases it" if result is None else f"says {award_words(result)}"
        raise Refusal(
            f"The device {sent}; {award_words(row.result)} was entered at the desk and stays.",
            "Correct it at the desk if the device is right.",
        )

    def _say(self, message: DeviceResult, outcome: ResultOutcome, words: str, row: TableResult | None = None) -> None:
        self.taking.taken.append(TakenResult(message, outcome, f"{message.where}: {words}", row))


def _table(message: DeviceResult) -> tuple[str, int, int, int]:
    return message.place.section, message.place.round, message.place.table, message.board


def _without_repeats(said: Sequence[Said]) -> list[Said]:
    return [each for each, _ in groupby(said)]


def _pairs(seats: BySide[tuple[str, ...]]) -> str:
    return " against ".join("-".join(side) or "nobody" for side in seats)


def _line(row: TableResult) -> str:
    plain = row.result.plain if isinstance(row.result, Mixture) else None
    return plain.symbols if plain is not None else award_words(row.result)


def _sentence(found: str, expected: str) -> str:
    return f"found {found}; expected {expected}." if expected else found
