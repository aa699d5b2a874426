"""A file that is imported again: what is new in it is entered, what is another is corrected, rulings stay.

What a file says is what the table says, unless a director has put that right by hand and the file says just what it
said before. What it leaves out, and what it says of form, scoring and regulation, changes nothing by itself: it is
listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from amends.awards import Award
from amends.desk.commands.cases import free_id
from amends.desk.commands.corrections import late_words, period_ended
from amends.desk.confirm import Drafting, Effect, refusal
from amends.desk.desk import Desk
from amends.desk.importing.documents import Beside, TakenOver, change_beside, taking_over
from amends.desk.importing.known_lines import completed, matched
from amends.desk.importing.merge import CorrectedLine, Merge
from amends.desk.importing.rulings_from_file import AGAIN, AwardChange, compared
from amends.desk.open_event import OpenEvent
from amends.event import Contestant, DealtBoard, Event, Player, Ruling, TableResult
from amends.event.rows import in_force, locate, rows_by_board, ruled_tables, seated_twice
from amends.exact import many
from amends.faults import Refusal
from amends.garbage import collection_paused
from amends.journal import entries as kinds
from amends.journal.chain import Document, Entry, people_of
from amends.journal.entries import EnteredContestant, Payload, Reference
from amends.journal.history import History
from amends.journal.people import People, Register, unveiled, veiled
from amends.regulations import default
from amends.regulations.load import regulation_reference
from amends.store import Overtaken
from amends.wording.award_text import award_words

RESULTS_ONLY = "journal that has forked"
"""The kind of refusal of a file whose results alone can be imported."""

ERASE = "lines no longer in the file"
"""The kind of refusal of a file that can be imported where the lines that it no longer has are erased."""

_NOBODY_KNOWN = "0" * 64
"""The reference of a person who is in no table of people."""


class Removed:
    """The places in contestants and in records of tables whose person was removed, and the names a file has there."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        kept = tuple(entries)
        self._people: People = people_of(kept)
        self._contestants: dict[str, EnteredContestant] = {}
        self._results: dict[str, TableResult] = {}
        for entry in kept:
            match entry.payload:
                case kinds.ContestantsEntered(contestants=contestants):
                    self._contestants.update((each.id, each) for each in contestants)
                case kinds.ResultsEntered(results=results):
                    self._results.update((each.id, each) for each in results)
                case kinds.ResultCorrected(result=result):
                    self._results[result.id] = result
        self.names: set[str] = set()
        """The names that a file has in such places: they are taken out of all of it."""

    def learn(self, contestants: Mapping[str, Contestant], results: Iterable[TableResult]) -> None:
        """Look at what a file has in the places of those who were removed; results with the ids of the event."""
        for id, contestant in contestants.items():
            if entered := self._contestants.get(id):
                self._compare([entered.name], [contestant.name])
                self._compare(_references(entered), [player.name for player in _players(contestant)])
        for result in results:
            self._compare(self._sat(result.id), result.record.players if result.record else ())

    def _compare(self, references: Sequence[str], names: Sequence[str]) -> None:
        if len(references) == len(names):
            gone = (name for each, name in zip(references, names, strict=True) if self._is_gone(each))
            self.names.update(name for name in gone if name)

    def _is_gone(self, reference: str) -> bool:
        return bool(reference) and reference not in self._people

    def _sat(self, id: str) -> Sequence[str]:
        known = self._results.get(id)
        return known.record.players if known and known.record else ()

    # What a file says, without those who were removed

    def contestant(self, contestant: Contestant) -> Contestant:
        """A contestant without the names that were removed."""
        if not self.names:
            return contestant

        def who(player: Player) -> Player:
            return Player() if player.name in self.names else player

        return replace(
            contestant,
            name="" if contestant.name in self.names else contestant.name,
            players=tuple(map(who, contestant.players)),
            pairs=tuple(replace(pair, players=tuple(map(who, pair.players))) for pair in contestant.pairs),
        )

    def result(self, result: TableResult) -> TableResult:
        """A table result without the names that were removed."""
        record = result.record
        if not self.names or record is None:
            return result
        players = tuple("" if name in self.names else name for name in record.players)
        remark = unveiled(veiled(record.remark, dict.fromkeys(self.names, _NOBODY_KNOWN)), lambda _: "")
        return replace(result, record=replace(record, players=players, remark=remark))

    # The same as it is entered: the references stay, so that the next import knows these places too

    def entered(self, contestant: Contestant, register: Register) -> EnteredContestant:
        """A contestant as it is entered again."""
        new, old = register.contestant(contestant), self._contestants.get(contestant.id)
        if old is None or len(_references(old)) != len(_references(new)):
            return new
        stays = iter([self._stays(*each) for each in zip(_references(old), _references(new), strict=True)])
        return replace(
            new,
            name=self._stays(old.name, new.name),
            players=tuple(next(stays) for _ in new.players),
            pairs=tuple(replace(pair, players=tuple(next(stays) for _ in pair.players)) for pair in new.pairs),
        )

    def corrected(self, result: TableResult) -> TableResult:
        """A table result as it is entered again."""
        record, sat = result.record, self._sat(result.id)
        if record is None or len(sat) != len(record.players):
            return result
        players = (
            old if not name and self._is_gone(old) else name for old, name in zip(sat, record.players, strict=True)
        )
        return replace(result, record=replace(record, players=tuple(players)))

    def _stays(self, old: Reference, new: Reference) -> Reference:
        return old if not new and self._is_gone(old) else new


def _references(entered: EnteredContestant) -> list[Reference]:
    return [*entered.players, *(player for pair in entered.pairs for player in pair.players)]


def _players(contestant: Contestant) -> list[Player]:
    return [*contestant.players, *(player for pair in contestant.pairs for player in pair.players)]


@collection_paused()
def merge(
    opened: OpenEvent,
    document: Document,
    *,
    file: str = "",
    erase_missing: bool = False,
    results_only: bool = False,
) -> Merge:
    """What a file means for an event that is in the store. Its draft is for `Desk.confirm`; see `enter_merge`.

    A file with a journal of its own either goes on from the event's, or is refused where the two part; with
    `results_only` its results are taken, and its history is not.
    """
    if document.journal and not results_only:
        return Merge(file=file, unchanged=len(document.event.results), further=_further(opened, document, file))
    _refuse_other_form(opened.event, document.event, file)
    if erase_missing and not document.event.results:
        raise Refusal("The file has deals alone.", "Only a file with results can erase lines.").at(file)
    merging = _Merging(opened, document, file, erase_missing)
    return replace(merging.merge(), draft=lambda drafting: _payloads(drafting, document, file, erase_missing))


def _payloads(drafting: Drafting, document: Document, file: str, erase_missing: bool) -> Iterator[Payload]:
    """The entries of a merge into the event as it now stands."""
    merging = _Merging(drafting.opened, document, file, erase_missing)
    made, removed, reason = merging.merge(), merging.removed, f"{AGAIN} from {file}" if file else AGAIN
    _refuse_twice(drafting.opened.event, made)
    if made.contestants:
        yield kinds.ContestantsEntered(tuple(removed.entered(each, drafting.register) for each in made.contestants))
    if made.deals:
        yield kinds.DealsEntered(made.deals)
    if made.entered or made.vulnerable:
        yield kinds.ResultsEntered(made.entered, made.vulnerable)
    for each in made.corrected:
        why = _why(each.old, reason, drafting) if each.changes_score else reason
        yield kinds.ResultCorrected(removed.corrected(each.new), why)
    for change in made.awards:
        if change.old is not None and change.new is None:
            yield kinds.RulingWithdrawn(change.old.id, f"{reason}: no longer in the file")
    if given := tuple(change.new for change in made.awards if change.new is not None):
        yield kinds.RulingsEntered(given)
    for row in made.erased:
        yield kinds.ResultErased(row.id, _why(row, f"{reason}: no longer in the file", drafting))


def _refuse_twice(event: Event, made: Merge) -> None:
    """Refuse an import after which somebody has played a board twice: in the file and in a line that it leaves out."""
    if not made.missing:
        return
    gone, now = {row.id for row in made.erased}, {each.new.id: each.new for each in made.corrected}
    kept = [now.get(row.id, row) for row in event.results if row.id not in gone]
    there = {fault.found for fault in seated_twice(event)}
    after = replace(event, results=(*kept, *made.entered))
    twice = [fault.found for fault in seated_twice(after) if fault.found not in there]
    if twice:
        others = f" (and {len(twice) - 1} more)" if len(twice) > 1 else ""
        remedy = "Erase the lines that are no longer in the file, or put right first who sat there."
        raise refusal(ERASE, f"The event would have {twice[0]}{others}.", remedy).at(made.file)


def _why(row: TableResult, reason: str, drafting: Drafting) -> str:
    """The reason of a change to a row, which says where it comes after the correction period."""
    ended = period_ended(row, drafting.opened, drafting.at)
    return reason if ended is None else late_words(reason, drafting.opened)


class _Merging:
    """Puts a merge together."""

    def __init__(self, opened: OpenEvent, document: Document, file: str, erase_missing: bool) -> None:
        self.opened, self.event, self.document, self.file = opened, opened.event, document, file
        self.erase_missing = erase_missing
        self.removed = Removed(opened.entries)
        self.rows = self._rows()
        self.removed.learn(document.event.contestants, self.rows.values())
        self.rows = {id: self.removed.result(row) for id, row in self.rows.items()}
        self.put_right = list[str]()
        self._keep_what_was_put_right()

    def _keep_what_was_put_right(self) -> None:
        """Leave lines as a director has put them right where the file says what it said before that."""
        done = put_right(self.opened.entries)
        if not done.corrected and not done.erased:
            return
        old = {row.id: row for row in self.event.results}
        for id, row in self.rows.items():
            if done.corrected.get(row.id) == row.result != old[row.id].result:
                kept = old[row.id].result
                self.put_right.append(
                    f"board {row.board}, {row.words}: the file still has {award_words(row.result)}; "
                    f"corrected here to {award_words(kept)}, which stays"
                )
                self.rows[id] = replace(row, result=kept)
        new = [row for row in self.rows.values() if row.id not in old]
        awarded = ruled_tables(self.document.event.results, self.document.event.rulings)
        for id, was in matched(list(done.erased.values()), new).items():
            [own] = [own for own, row in self.rows.items() if row.id == id]
            if self.rows[own].result == was.result and own not in awarded:
                self.put_right.append(f"board {was.board}, {was.words}: in the file, but erased here, and stays so")
                del self.rows[own]

    def _rows(self) -> dict[str, TableResult]:
        """The file's rows as the event will have them, by the file's own ids: a row that is known keeps its id."""
        file = self.document.event.results
        rows = dict(completed(file, matched(self.event.results, file)))
        taken = {row.id for row in self.event.results}
        for row in file:
            if row.id not in rows:
                id = free_id(row.id, taken, "{} ({})")
                taken.add(id)
                rows[row.id] = replace(row, id=id)
        return {row.id: rows[row.id] for row in file}

    def merge(self) -> Merge:
        """The merge, but for its draft."""
        old = {row.id: row for row in self.event.results}
        here = [row for row in self.rows.values() if row.id in old]
        corrected = tuple(CorrectedLine(old[row.id], row) for row in here if row != old[row.id])
        in_file = {row.id for row in here}
        missing = tuple(row for row in self.event.results if self.rows and row.id not in in_file)
        awards, kept_out = compared(self.opened, self.document.event, self.rows)
        erased, gone, standing = self._erased(missing) if self.erase_missing else ((), (), ())
        file = self.document.event
        return Merge(
            file=self.file,
            unchanged=len(here) - len(corrected),
            corrected=corrected,
            entered=tuple(row for row in self.rows.values() if row.id not in old),
            missing=tuple(row for row in missing if row not in erased),
            erased=erased,
            contestants=self._contestants(),
            deals=_new_deals(self.event.deals, file.deals),
            vulnerable={
                board: each for board, each in file.vulnerable.items() if self.event.vulnerable.get(board) != each
            },
            awards=(*awards, *gone),
            kept=(*self.put_right, *kept_out, *standing, *self._not_taken()),
            otherwise=tuple(_otherwise(self.event, self.document)),
            rows=self.rows,
        )

    def _contestants(self) -> tuple[Contestant, ...]:
        known = self.event.contestants
        said = (self.removed.contestant(each) for each in self.document.event.contestants.values())
        found = (_still_named(each, known.get(each.id)) for each in said)
        return tuple(each for each in found if known.get(each.id) != each)

    def _erased(
        self, missing: Iterable[TableResult]
    ) -> tuple[tuple[TableResult, ...], tuple[AwardChange, ...], tuple[str, ...]]:
        """The rows that can be erased, the awards of the file that go with them, and why the others cannot."""
        holding = _holding(self.event, self.opened.history)
        erased, gone, standing = list[TableResult](), list[AwardChange](), list[str]()
        for row in missing:
            rulings, words = holding.get(row.id, ([], ""))
            if words:
                standing.append(f"{row.where}: no longer in the file, not erased: {words}")
                continue
            erased.append(row)
            gone += (AwardChange(row, ruling, None, self.event.regulation.edition) for ruling in in_force(rulings))
        return tuple(erased), tuple(gone), tuple(standing)

    def _not_taken(self) -> Iterator[str]:
        """Rulings and amounts of the file, which are the desk's to give."""
        if self.removed.names:
            yield "names that were removed from this event are in the file; they are not taken in"
        file = self.document.event
        own = {ruling.id for ruling in self.opened.event.rulings}
        if rulings := [each.id for each in file.rulings if not each.from_travellers and each.id not in own]:
            yield f"rulings of the file are not taken in: {', '.join(rulings)}"
        for what, theirs, ours in (
            ("penalty", file.penalties, self.event.penalties),
            ("carry-over", file.carry_overs, self.event.carry_overs),
            ("award of victory points", file.awards, self.event.awards),
        ):
            for each in theirs:
                if each not in ours:
                    yield f"a {what} of {each.amount} for {each.contestant} in the file is not taken in"


def _still_named(said: Contestant, known: Contestant | None) -> Contestant:
    """A contestant as a file has it; one that the file says no names of keeps those it has."""
    if known is None or said.name or said.players or said.pairs:
        return said
    return replace(said, name=known.name, players=known.players, pairs=known.pairs)


def _holding(event: Event, history: History) -> dict[str, tuple[list[Ruling], str]]:
    """By row, the rulings on it, and what keeps it from being erased: a director's ruling, or a case that is open."""
    found: dict[str, tuple[list[Ruling], str]] = {}
    by_board = rows_by_board(event.results)
    for ruling in event.rulings:
        row = locate(ruling, by_board).id
        rulings, words = found.get(row, ([], ""))
        given = history.ruling(ruling.id)
        if not ruling.from_travellers or given.appeals or ruling.case:
            words = f"ruling {ruling.id} is in force there"
        found[row] = ([*rulings, ruling], words)
    for case in history.cases.values():
        if case.waits and case.table.result:
            rulings, words = found.get(case.table.result, ([], ""))
            found[case.table.result] = (rulings, words or f"case {case.id} is open about it")
    return found


def _new_deals(old: Iterable[DealtBoard], new: tuple[DealtBoard, ...]) -> tuple[DealtBoard, ...]:
    """All deals of boards of which the file has a deal that is new."""
    known = set(old)
    places = {(deal.board, deal.session, deal.section) for deal in new if deal not in known}
    return tuple(deal for deal in new if (deal.board, deal.session, deal.section) in places)


# Entering it


@collection_paused()
def preview_merge(desk: Desk, opened: OpenEvent, made: Merge) -> Effect:
    """What importing the file would do; nothing is entered."""
    return Effect(opened, opened.with_entries(made.further)) if made.further else desk.preview(opened, made.draft)


@collection_paused()
def enter_merge(desk: Desk, opened: OpenEvent, made: Merge, document: Document) -> Effect:
    """Import the file, all of it or nothing; what it has published is kept beside the journal."""
    if made.further:
        effect = preview_merge(desk, opened, made)
        taken = taking_over(desk, made.further, made.file)
        # Said before they are there, so that a crash leaves no entry of which nobody knows whence it came.
        change_beside(desk, opened, lambda beside: _with_taken(beside, taken), once=False)
        try:
            desk.store.add(opened.kept.key, made.further)
        except Overtaken as overtaken:
            message = f"Others have entered entry {overtaken.since[0].seq} meanwhile; nothing was imported."
            raise Refusal(message, "Look again.").at(made.file) from None
    else:
        effect = desk.confirm(opened, made.draft)
    if made.further or not document.journal:
        change_beside(desk, opened, lambda beside: _beside(beside, made, document))
    return effect


def _with_taken(beside: Beside, taken: TakenOver) -> Beside:
    """With one more, in place of the same that was said before and did not come."""
    others = (each for each in beside.taken_over if (each.last, each.digest) != (taken.last, taken.digest))
    return replace(beside, taken_over=(*others, taken))


def _beside(beside: Beside, made: Merge, document: Document) -> Beside:
    """What stands beside the journal after an import: ids of lines are those of the event."""
    if made.further:
        return replace(Beside.of(document, beside.recompute), taken_over=beside.taken_over)
    ids = {file: row.id for file, row in made.rows.items()}
    lines = {ids[id]: line for id, line in document.published.lines.items() if id in ids}
    notes = tuple(replace(note, table=ids.get(note.table, note.table)) for note in document.notes)
    return beside.with_figures(replace(document.published, lines=lines), notes)


def refuse_history(made: Merge) -> None:
    """Refuse further entries of a file's own journal: they say who made them, and whoever has a file can write that."""
    if made.further:
        message = (
            f"The journal of the file goes on, with {many(len(made.further), 'further entry', 'further entries')}."
        )
        remedy = (
            "Only a chief director takes them over, for they carry other names. Take the results of the file alone."
        )
        raise refusal(RESULTS_ONLY, message, remedy).at(made.file)


# What the file is


SAYS_LITTLE = ("", "travellers")
"""Formats that say nothing about the event as a whole."""


def _refuse_other_form(event: Event, file: Event, name: str) -> None:
    if file.results and event.form.noun != file.form.noun:
        message = f"The file has results of {file.form.value}; {event.title or 'the event'} is {event.form.value}."
        raise Refusal(message, f"Import a file of {event.form.value}, or begin a new event with this one.").at(name)


def _otherwise(event: Event, document: Document) -> Iterator[str]:
    """What the file says of the event as a whole, where the event has it otherwise."""
    file = document.event
    if document.source in SAYS_LITTLE or not file.results:
        return
    for what, theirs, ours in (
        ("form", file.form.value, event.form.value),
        ("scoring", file.scoring, event.scoring),
        ("winners", str(file.winners), str(event.winners)),
        ("knockout", "yes" if file.knockout else "no", "yes" if event.knockout else "no"),
    ):
        if theirs != ours:
            yield f"the file says {what} {theirs}; the event stays {ours}"
    under, own = (regulation_reference(each.regulation) for each in (file, event))
    if under not in (own, regulation_reference(default())):
        yield f"the file says regulation {under[0]}; the event stays with {own[0]}"


def _further(opened: OpenEvent, document: Document, file: str) -> tuple[Entry, ...]:
    """The entries of the document after those of the event; a journal that has forked is refused."""
    ours, theirs = opened.entries, document.journal
    for one, other in zip(ours, theirs, strict=False):
        if one.digest != other.digest:
            same = "none is the same" if one.seq == 1 else f"the first {one.seq - 1} are the same"
            message = f"The journal of the file parts from the one in the store at entry {one.seq} ({same})."
            remedy = "Import one that goes on from it, or its results alone, without its history."
            raise refusal(RESULTS_ONLY, message, remedy).at(file)
    return theirs[len(ours) :]


@dataclass(slots=True)
class ByHand:
    """What was put right since a file last said it."""

    corrected: dict[str, Award] = field(default_factory=dict)
    """For lines that were corrected, by their ids, what the file had said."""
    erased: dict[str, TableResult] = field(default_factory=dict)
    """Lines that were taken out, as they were."""


def put_right(entries: Iterable[Entry]) -> ByHand:
    """What a director has put right by hand in a journal."""
    found, now = ByHand(), dict[str, TableResult]()
    for entry in entries:
        match entry.payload:
            case kinds.ResultsEntered(results=results):
                for result in results:
                    _said(result.id, found)
                    now[result.id] = result
            case kinds.ResultCorrected(result=result, reason=reason):
                before = now[result.id]
                if not reason.startswith(AGAIN):
                    found.corrected.setdefault(result.id, before.result)
                elif result.result != before.result:  # else it was of something beside the result
                    _said(result.id, found)
                now[result.id] = result
            case kinds.ResultErased(result=id, reason=reason):
                _said(id, found)
                if not reason.startswith(AGAIN):
                    found.erased[id] = now[id]
    return found


def _said(id: str, found: ByHand) -> None:
    found.corrected.pop(id, None)
    found.erased.pop(id, None)
