"""What changed between two moments of an event: who moved, and the entries that moved them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from amends import clock
from amends.cached import cached_property
from amends.desk.open_event import OpenEvent
from amends.desk.views.journal import entry_words, payload_words
from amends.event import Event, TableResult
from amends.faults import Faults, Refusal
from amends.journal import entries as kinds
from amends.journal.chain import Entry, people_of
from amends.journal.codec import by_the_wall
from amends.journal.entries import CaseAddition, rulings_in
from amends.journal.history import History
from amends.journal.people import named_payload
from amends.reports.anonymise import ReasonAnonymiser
from amends.reports.notice import CorrectionNotice, NoticeChange, correction_notice
from amends.rulings.consequences.moves import Attributed, Move, attributed
from amends.scoring.standings import Standings
from amends.wording.times import correction_words, review_words

EXPECTED = (
    'now, start, an entry ("12"), a publication ("published", "published 2", "provisional", "final"),'
    ' a time ("16:05", "2026-11-13 16:05")'
)

MOST = 200
"""So many moments can be chosen from a list; any other can be typed."""

_CLOCK = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")
_ENTRY = re.compile(r"(?:entry|#)? ?([0-9]{1,9})")
_PUBLISHED = re.compile(r"published ?#?([0-9]{1,6})?")


def moment(text: str, opened: OpenEvent) -> int:
    """The number of the last entry at a moment; 0 before the first one.

    A publication is the moment at which it was made: all that it shows, and itself.
    """
    said = " ".join(text.split()).casefold()
    if said in ("now", "end"):
        return opened.seen
    if said in ("start", "begin", "beginning"):
        return 0
    if found := _ENTRY.fullmatch(said):
        return _entry(int(found[1]), opened)
    if found := _PUBLISHED.fullmatch(said):
        return _publication(int(found[1]) if found[1] else None, None, opened)
    if said in ("provisional", "final"):
        return _publication(None, said == "final", opened)
    return _at(_time(said, text, opened), opened)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment after which the standings may be others: the number of its entry, when, and what was entered."""

    seq: int
    at: datetime
    words: str
    published: bool = False


def moments(opened: OpenEvent, most: int = MOST, *, names: bool = True) -> tuple[Moment, ...]:
    """The last moments of an event that can be chosen: publications, and entries that can change a score.

    Without `names` nobody is named in what their reasons say.
    """
    kept = [
        entry
        for entry in opened.entries
        if isinstance(entry.payload, kinds.PublishedStandings) or changes_scores(entry)
    ][-most:]
    people, anonymous = people_of(opened.entries), None if names else AnonymousWords(opened)

    def words(entry: Entry) -> str:
        if anonymous is not None:
            return anonymous.of([entry])
        return payload_words(named_payload(entry.payload, people), opened.event.regulation.edition)

    return tuple(
        Moment(
            entry.seq,
            entry.at,
            words(entry),
            isinstance(entry.payload, kinds.PublishedStandings),
        )
        for entry in kept
    )


def _entry(number: int, opened: OpenEvent) -> int:
    if number > opened.seen:
        raise Refusal(f"There is no entry {number}.", f"{opened.kept.name} has {opened.seen} entries.")
    return number


def _publication(number: int | None, final: bool | None, opened: OpenEvent) -> int:
    every = opened.history.publications
    fitting = [each for each in every if final in (None, each.final) and number in (None, each.number)]
    if not fitting:
        made = ", ".join(f"{each.number} ({clock.shown_time(each.made.at)})" for each in every)
        raise Refusal(
            "There is no such publication.", f"Publications: {made}." if made else "Nothing was published yet."
        )
    return fitting[-1].made.seq


def _time(said: str, text: str, opened: OpenEvent) -> datetime:
    """A time of day is that of the day on which something last happened at that time or before it."""
    if found := _CLOCK.fullmatch(said):
        hour, minute = int(found[1]), int(found[2])
        last = clock.local(opened.entries[-1].at if opened.entries else clock.now())
        # Without its offset, which may have been another one at that time of the day.
        return last.replace(hour=hour, minute=minute, second=59, microsecond=0, tzinfo=None)
    try:
        at = datetime.fromisoformat(text.strip().upper())
    except ValueError:
        raise Refusal(f"{text!r} is no moment of an event.", f"Name it as {EXPECTED}.") from None
    return at.replace(second=59) if at.second == 0 else at


def _at(at: datetime, opened: OpenEvent) -> int:
    """The last entry by then: a clock that was set back, or another that is slow, takes no entry out of its order."""
    until = by_the_wall(at)
    return max((entry.seq for entry in opened.entries if entry.at <= until), default=0)


Progress = Callable[[int, int], None]
"""Told how many steps of how many are scored."""

_TELLS_NO_SCORE = (
    CaseAddition
    | kinds.CaseOpened
    | kinds.AppealLodged
    | kinds.PublishedStandings
    | kinds.DealsEntered
    | kinds.SubstitutesEntered
)


@dataclass(frozen=True, slots=True)
class Cause:
    """A step between two moments after which the event was scored: mostly one entry, of which it has the number."""

    entries: tuple[Entry, ...]
    words: str

    @property
    def seq(self) -> int:
        """The number of its last entry."""
        return self.entries[-1].seq

    @property
    def last(self) -> Entry:
        """Its last entry."""
        return self.entries[-1]


@dataclass(frozen=True)
class Difference:
    """Two moments of an event, the steps between them that could change its scores, and whom they moved."""

    before: OpenEvent
    after: OpenEvent
    steps: tuple[Cause, ...]
    contestants: tuple[Attributed[int], ...]
    """Everybody who moved on the way, by the numbers of the steps, in the order of the later ranking."""

    @property
    def moved(self) -> tuple[Attributed[int], ...]:
        """Those who stand otherwise at the end than at the start."""
        return tuple(each for each in self.contestants if not each.moved_back)

    @property
    def moved_back(self) -> tuple[Attributed[int], ...]:
        """Those who moved on the way and stand at the end as at the start."""
        return tuple(each for each in self.contestants if each.moved_back)

    @property
    def causes(self) -> tuple[Cause, ...]:
        """The steps that moved somebody."""
        moving = {seq for each in self.contestants for seq, _ in each.steps}
        return tuple(step for step in self.steps if step.seq in moving)

    @property
    def without_effect(self) -> tuple[Cause, ...]:
        """The steps that could have moved somebody and did not."""
        moving = {seq for each in self.contestants for seq, _ in each.steps}
        return tuple(step for step in self.steps if step.seq not in moving)

    def by(self, cause: Cause) -> tuple[Move, ...]:
        """The moves of a step."""
        return tuple(move for each in self.contestants for seq, move in each.steps if seq == cause.seq)


def diff(opened: OpenEvent, start: int, end: int, progress: Progress | None = None) -> Difference:
    """What changed after entry `start` up to entry `end`: everybody whose score or place moved, and what moved it.

    The event is scored after each entry that can change its scores, so that whatever follows from an entry is put down
    to it: an average that floats on the session's score (12C2(c)) moves with a ruling on another board.
    """
    _in_order(opened, start, end)
    before, after = opened.until(start), opened.until(end)
    groups = list(_together(opened.entries[start:end]))
    steps: list[Cause] = []

    def scored() -> Iterator[tuple[int, Standings]]:
        yield start, before.standings
        waiting: tuple[Entry, ...] = ()
        for place, group in enumerate(groups, 1):
            waiting += group
            last = place == len(groups)
            # What stands after the last step is what the end stands at; it need not be scored twice.
            here = after if last else opened.until(waiting[-1].seq)
            try:
                standings = here.standings
            except Faults:
                # Entries of one import may only make sense together: then they are told together.
                if last:
                    raise
                continue
            words = "; ".join(entry_words(entry, here) for entry in waiting)
            steps.append(Cause(waiting, words))
            waiting = ()
            if progress is not None:
                progress(place, len(groups))
            yield steps[-1].seq, standings

    contestants = attributed(scored())
    return Difference(before, after, tuple(steps), contestants)


def notice_of(found: Difference, history: History) -> CorrectionNotice:
    """The notice of corrections; what moved nobody is no correction of a result. It is put up: reasons name nobody.

    The `history` tells which publication first contained what was changed: the time for review runs from there.
    """
    before, after = found.before, found.after
    if not before.entries:
        raise Refusal("There were no results at the start.", "Take a moment with results, such as published.")
    words = AnonymousWords(after)
    changes = [
        NoticeChange(
            cause.last.at,
            words.of(cause.entries),
            tuple(move.contestant for move in found.by(cause)),
        )
        for cause in found.causes
    ]
    since = before.entries[-1].at
    entries = [entry for cause in found.causes for entry in cause.entries]
    times = _times(entries, history, after.event, since)
    return correction_notice(after.event, before.standings, after.standings, since, changes, times)


class AnonymousWords:
    """What entries of an event did, in one line, with nobody named in their reasons."""

    def __init__(self, opened: OpenEvent) -> None:
        self._opened = opened
        self._anonymiser = ReasonAnonymiser(opened.event, opened.history)

    def of(self, entries: Iterable[Entry]) -> str:
        """What these entries did."""
        words = ((entry_words(entry, self._opened), self._contestants(entry)) for entry in entries)
        return "; ".join(self._anonymiser.words(text, about) for text, about in words)

    def _contestants(self, entry: Entry) -> tuple[str, ...]:
        """The contestants that an entry is about, where its reason may name them."""
        history = self._opened.history
        match entry.payload:
            case kinds.PenaltyGiven(penalty=penalty):
                return (penalty.contestant,)
            case kinds.PenaltyWithdrawn(id=id):
                return (history.penalties[id].penalty.contestant,)
            case kinds.ResultCorrected(result=row):
                return (*row.seats.ns, *row.seats.ew)
            case kinds.RulingWithdrawn(ruling=id):
                table = history.ruling(id).ruling.table
                return tuple(filter(None, (table.ns, table.ew)))
            case kinds.ResultErased(result=id) if id in self._rows:
                return (*self._rows[id].seats.ns, *self._rows[id].seats.ew)
            case _:
                return ()

    @cached_property
    def _rows(self) -> dict[str, TableResult]:
        """Every row that there ever was, also those that were erased."""
        payloads = [entry.payload for entry in self._opened.entries]
        rows = {row.id: row for each in payloads if isinstance(each, kinds.ResultsEntered) for row in each.results}
        return rows | {each.result.id: each.result for each in payloads if isinstance(each, kinds.ResultCorrected)}


class EntryWords:
    """What an entry did, in one line, for somebody who may know how rulings came about (`process`) or may not.

    Who may not learns of cases only that the director has entered something, and reads nobody's name in a reason.
    """

    def __init__(self, opened: OpenEvent, *, process: bool) -> None:
        self._opened = opened
        self._process = process

    def __call__(self, entry: Entry) -> str:
        """What this entry did."""
        if self._process:
            return entry_words(entry, self._opened)
        if isinstance(entry.payload, kinds.CaseOpened | CaseAddition | kinds.AppealLodged):
            return "an entry of the director"
        return self._anonymous.of([entry])

    @cached_property
    def _anonymous(self) -> AnonymousWords:
        return AnonymousWords(self._opened)


def _times(entries: Sequence[Entry], history: History, event: Event, since: datetime) -> tuple[str, ...]:
    """Until when rulings among the entries may be reviewed and changed results corrected, a sentence each."""
    given = [history.ruling(ruling.id) for entry in entries for ruling in rulings_in(entry.payload)]
    reviews = ((each.ruling.id, review_words(history, each, event.regulation)) for each in given)
    changed = (entry.payload.result for entry in entries if isinstance(entry.payload, kinds.ResultCorrected))
    places = {row.id: row.where for row in changed if row.id in history.results}
    return (
        *(f"Ruling {id}: {words}" for id, words in reviews if words),
        *(
            f"{where[:1].upper()}{where[1:]}: {correction_words(history, id, event.regulation, since)}"
            for id, where in places.items()
        ),
    )


def changes_scores(entry: Entry) -> bool:
    """Whether an entry can change a score or a place."""
    match entry.payload:
        case kinds.AppealDecided(ruling=ruling):
            return ruling is not None
        case _:
            return not isinstance(entry.payload, _TELLS_NO_SCORE)


def _together(entries: Sequence[Entry]) -> Iterator[tuple[Entry, ...]]:
    """The entries that can change the score, one by one; what is withdrawn for something else stands beside it."""
    telling = [entry for entry in entries if changes_scores(entry)]
    group: tuple[Entry, ...] = ()
    for place, entry in enumerate(telling, 1):
        following = telling[place] if place < len(telling) else None
        group = (*group, entry)
        if isinstance(entry.payload, kinds.RulingWithdrawn) and following is not None and _one_act(entry, following):
            continue
        yield group
        group = ()


def _one_act(entry: Entry, following: Entry) -> bool:
    """Whether two entries were made by one confirmation."""
    return (entry.at, entry.author, entry.seq + 1) == (following.at, following.author, following.seq)


def _in_order(opened: OpenEvent, start: int, end: int) -> None:
    for number in (start, end):
        if not 0 <= number <= opened.seen:
            raise Refusal(f"There is no entry {number}.", f"{opened.kept.name} has {opened.seen} entries.")
    if start > end:
        words = f"{moment_words(opened, start)} to {moment_words(opened, end)}"
        raise Refusal(f"From {words} is back in time.", "Give the earlier moment first.")


def moment_words(opened: OpenEvent, seq: int) -> str:
    """A moment as people call it: the results that were published at it, else its entry and time."""
    if seq == 0:
        return "the start"
    for publication in opened.history.publications:
        if publication.made.seq == seq:
            kind = "final" if publication.final else "provisional"
            return f"the {kind} results of {clock.shown_time(publication.made.at)}"
    return f"entry {seq} ({clock.shown_time(opened.entries[seq - 1].at)})"
