"""A rulings file given all at once: what is already there is passed over, what was changed is refused or replaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from amends.desk.commands.cases import free_id, next_in
from amends.desk.commands.penalties import free_penalties
from amends.desk.commands.rulings import giving
from amends.desk.confirm import Draft, Drafting
from amends.desk.desk import together
from amends.desk.open_event import OpenEvent
from amends.event import Event, Ruling, TableResult
from amends.event.rows import bound_to, in_force, locate, rows_by_board, ruled_tables, table_of
from amends.event.ruling import TableReference
from amends.faults import Fault, Faults, Refusal
from amends.formats.rulings_file.tables import RulingsFile
from amends.journal.entries import CarriedOver, Payload, PenaltyGiven, VictoryPointsAwarded
from amends.journal.history import GivenRuling, RulingState
from amends.wording.award_text import ruling_award

REPLACE = "changed ruling"
"""The kind of refusal of a ruling that can replace the given one."""

AGAIN = "imported again"
"""How the reason of an entry begins that an import has made."""


@dataclass(frozen=True, slots=True)
class AwardChange:
    """An award of the file that is new (no `old`), another (both) or gone (no `new`); `row` as the event has it."""

    row: TableResult
    old: Ruling | None
    new: Ruling | None
    edition: int

    @property
    def words(self) -> str:
        """The change in a line."""
        was, now = (None if each is None else ruling_award(each, self.edition) for each in (self.old, self.new))
        where = self.row.where
        if was is None:
            return f"{where}: {now}"
        return f"{where}: {was} withdrawn" if now is None else f"{where}: {was} → {now}"


@dataclass(slots=True)
class _Row:
    """What the event knows of one row: the file's last award, and the ruling of a director in force."""

    from_file: GivenRuling | None = None
    stands: bool = False
    directors: Ruling | None = None


def compared(opened: OpenEvent, file: Event, rows: Mapping[str, TableResult]) -> tuple[list[AwardChange], list[str]]:
    """The file's awards against those of the event; `rows` are the event's rows by the file's own ids.

    The changes that can be entered, and in words those that a decision of the desk keeps out.
    """
    known = _known(opened)
    own = [ruling for ruling in in_force(file.rulings) if ruling.from_travellers]
    awards = {rows[id].id: ruling for id, ruling in ruled_tables(file.results, own).items()}
    edition = opened.event.regulation.edition
    taken = {given.ruling.id for given in opened.history.rulings}
    changes, kept = list[AwardChange](), list[str]()
    for row in rows.values():
        outcome = _compare(row, awards.get(row.id), known.get(row.id, _Row()), edition)
        if isinstance(outcome, str):
            kept.append(f"{row.where}: {outcome}")
        elif outcome is not None:
            changes.append(_numbered(outcome, taken))
    return changes, kept


def _compare(row: TableResult, new: Ruling | None, known: _Row, edition: int) -> AwardChange | str | None:
    """The change that a row needs; words where it cannot be made; None where there is nothing to do."""
    old = known.from_file
    if new is None:
        if old is None or not known.stands:
            return None
        if known.directors is not None:
            return f"the file awards nothing there any more; {_stays(known.directors, edition)}"
        return AwardChange(row, old.ruling, None, edition)
    if old is not None and _same(old.ruling, new):
        if known.stands or known.directors is not None:
            return None
        if old.state is RulingState.WITHDRAWN and old.why_withdrawn.startswith(AGAIN):
            return AwardChange(row, None, new, edition)
        return f"the file awards {ruling_award(new, edition)}, which was withdrawn here and stays so"
    if known.directors is not None:
        if known.directors.awards == new.awards:
            return None
        return f"the file awards {ruling_award(new, edition)}; {_stays(known.directors, edition)}"
    return AwardChange(row, old.ruling if old is not None and known.stands else None, new, edition)


def _stays(ruling: Ruling, edition: int) -> str:
    return f"ruling {ruling.id} stays: {ruling_award(ruling, edition)}"


def _same(one: Ruling, other: Ruling) -> bool:
    """Whether two awards of files say the same, wherever their lines stood."""
    first, second = (replace(each, id="", table=TableReference(), replaces=None, case="") for each in (one, other))
    return first == second


def _numbered(change: AwardChange, taken: set[str]) -> AwardChange:
    """The change with an id of its own for the new award, bound to its row."""
    if change.new is None:
        return change
    id = free_id(change.new.id, taken)
    taken.add(id)
    replaces = change.old.id if change.old is not None else None
    return replace(change, new=replace(change.new, id=id, table=bound_to(change.row), replaces=replaces))


def _known(opened: OpenEvent) -> dict[str, _Row]:
    """What the event knows, by row. An award that was appealed, or has a case, is the desk's own."""
    event = opened.event
    counts = {ruling.id: ruling for ruling in in_force(event.rulings)}
    found: dict[str, _Row] = {}
    for given, row in _located(opened):
        here = found.setdefault(row, _Row())
        ruling = given.ruling
        if ruling.from_travellers:
            here.from_file, here.stands = given, ruling.id in counts
        if ruling.id in counts and (not ruling.from_travellers or given.appeals or ruling.case):
            here.directors = ruling
    return found


def _located(opened: OpenEvent) -> Iterator[tuple[GivenRuling, str]]:
    """Every ruling that was ever given, with the id of its row, as far as that row is there."""
    bound = {ruling.id: ruling.table.result for ruling in opened.event.rulings}
    by_board = rows_by_board(opened.event.results)
    for given in opened.history.rulings:
        id = given.ruling.table.result or bound.get(given.ruling.id, "")
        try:
            yield given, id or locate(given.ruling, by_board).id
        except Faults:
            continue


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class New:
    """What of a file is not in an event yet; `instead` are rulings that would take the place of the given ones.

    `amounts` are all penalties, carry-overs and awards of the file, `rest` those that are missing.
    """

    rulings: tuple[Ruling, ...]
    instead: tuple[Ruling, ...]
    rest: RulingsFile
    amounts: RulingsFile

    @property
    def nothing(self) -> bool:
        """Whether all of it has been given."""
        rest = self.rest
        return not (self.rulings or self.instead or rest.penalties or rest.carry_overs or rest.awards)


def new_in(file: RulingsFile, opened: OpenEvent, only: Collection[str] = ()) -> New:
    """What of a file is not in the event yet; with `only` just the rulings that have these ids."""
    wanted = [ruling for ruling in file.rulings if not only or ruling.id in only]
    missing = [id for id in only if id not in {ruling.id for ruling in wanted}]
    if missing:
        known = ", ".join(ruling.id for ruling in file.rulings) or "none: there is no ruling in it"
        raise Faults([Fault(f"the ruling {id!r}", f"one of {known}", file=file.name) for id in missing])
    rulings, instead, faults = [], [], list[Fault]()
    replaced = {ruling.replaces for ruling in file.rulings}
    given = {each.ruling.id for each in opened.history.rulings}
    for ruling in wanted:
        try:
            if ruling.id not in given:
                rulings.append(ruling)
            elif _content(ruling, opened) != _content(_counts(ruling, opened, ruling.id in replaced), opened):
                instead.append(ruling)
        except Faults as trouble:
            faults += file.placed(trouble).faults
    if faults:
        raise Faults(faults)
    amounts = replace(file, rulings=())
    if only:
        amounts = replace(amounts, penalties=(), carry_overs=(), awards=())
    return New(tuple(_in_order(rulings)), tuple(instead), _missing(amounts, opened.event), amounts)


def _missing(amounts: RulingsFile, event: Event) -> RulingsFile:
    """The penalties, carry-overs and awards of a file that an event does not have."""
    return replace(
        amounts,
        penalties=_left([replace(each, case="") for each in event.penalties], amounts.penalties),
        carry_overs=_left(event.carry_overs, amounts.carry_overs),
        awards=_left(event.awards, amounts.awards),
    )


def _counts(ruling: Ruling, opened: OpenEvent, replaced: bool) -> Ruling:
    """The ruling of the event that one of a file stands for: what was given under its number, or took its place since.

    Where the file itself replaces it (`replaced`), or an appeal has varied it, the file need not follow.
    """
    chain = opened.history.chain(ruling.id)
    first, *later = chain[[each.ruling.id for each in chain].index(ruling.id) :]
    return first.ruling if replaced or not later or later[-1].by_appeal else later[-1].ruling


def _content(ruling: Ruling, opened: OpenEvent) -> Ruling:
    """What a ruling says, without its number, its case, who gave it and when."""
    row = table_of(ruling, opened.event.results)
    bound = replace(ruling, id="", table=bound_to(row), case="", replaces=None)
    return replace(bound, director="", time=None, from_travellers=False)


def _left(given: Sequence[T], wanted: Sequence[T]) -> tuple[T, ...]:
    """Those that are wanted and not there, each as often as it is missing."""
    there = Counter(map(repr, given))
    left = []
    for each in wanted:
        if there[repr(each)]:
            there[repr(each)] -= 1
        else:
            left.append(each)
    return tuple(left)


def _in_order(rulings: Sequence[Ruling]) -> Iterable[Ruling]:
    """Each ruling behind the one that it replaces, wherever they stand in the file."""
    waiting = list(rulings)
    while waiting:
        ids = {ruling.id for ruling in waiting}
        now = [ruling for ruling in waiting if ruling.replaces not in ids]
        yield from now
        waiting = [ruling for ruling in waiting if ruling not in now] if now else []


def entering(new: New, *, replacing: bool = False) -> Draft:
    """Give all that is new; with `replacing` what was changed takes the place of what was given."""
    if new.instead and not replacing:
        words = "Another ruling was given under this number. Give it a new number, or let it replace the other one."
        faults = (Fault(words, "", f"ruling {ruling.id}", kind=REPLACE) for ruling in new.instead)
        raise new.rest.placed(Faults(faults))
    return together([*map(giving, new.rulings), *map(_instead, new.instead), _amounts(new)])


def _amounts(new: New) -> Draft:
    """What is missing when it is entered: somebody else may have given the same file a moment before."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        rest = _missing(new.amounts, opened.event)
        if not (new.rulings or new.instead or rest.penalties or rest.carry_overs or rest.awards):
            raise new.rest.placed(Refusal("All of this is in the event already.", "There is nothing to give."))
        for number, penalty in zip(free_penalties(opened), rest.penalties, strict=False):
            yield PenaltyGiven(number, penalty)
        if rest.carry_overs:
            yield CarriedOver(rest.carry_overs)
        yield from map(VictoryPointsAwarded, rest.awards)

    return draft


def _instead(ruling: Ruling) -> Draft:
    """A ruling of a file in the place of the one that was given under its number."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        last = opened.history.chain(ruling.id)[-1]
        id = next_in(last.ruling.case or ruling.id, opened)
        replaces = last.ruling.id if last.state.in_force else None
        return giving(replace(ruling, id=id, replaces=replaces, case=last.ruling.case))(drafting)

    return draft
