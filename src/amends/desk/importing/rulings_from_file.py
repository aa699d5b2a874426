"""A rulings file given all at once: what is already there is passed over, what was changed is refused or replaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from amends.desk.commands.cases import next_in
from amends.desk.commands.penalties import free_penalties
from amends.desk.commands.rulings import giving
from amends.desk.drafting import Draft, Drafting
from amends.desk.open_event import OpenEvent
from amends.desk.together import together
from amends.event import Event
from amends.event.rows import bound_to, table_of
from amends.event.ruling import Ruling
from amends.faults import Fault, Faults, refuse
from amends.formats.rulings_file import RulingsFile
from amends.journal.entries import CarriedOver, Payload, PenaltyGiven, VictoryPointsAwarded

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
    first, *later = opened.history.chain(ruling.id)[_place(ruling.id, opened) :]
    return first.ruling if replaced or not later or later[-1].by_appeal else later[-1].ruling


def _place(id: str, opened: OpenEvent) -> int:
    """Where a ruling stands in its chain."""
    return [each.ruling.id for each in opened.history.chain(id)].index(id)


def _content(ruling: Ruling, opened: OpenEvent) -> Ruling:
    """What a ruling says, without its number, its case, who gave it and when."""
    row = table_of(ruling, opened.event.results)
    return replace(
        ruling,
        id="",
        table=bound_to(row),
        case="",
        director="",
        time=None,
        replaces=None,
        from_travellers=False,
    )


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
        faults = [
            Fault(
                "another ruling than the one that was given under this number",
                "the same; or --replace, so that it takes the place of that one",
                f"ruling {ruling.id}",
            )
            for ruling in new.instead
        ]
        raise new.rest.placed(Faults(faults))
    return together([*map(giving, new.rulings), *map(_instead, new.instead), _amounts(new)])


def _amounts(new: New) -> Draft:
    """What is missing when it is entered: somebody else may have given the same file a moment before."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        rest = _missing(new.amounts, opened.event)
        if not (new.rulings or new.instead or rest.penalties or rest.carry_overs or rest.awards):
            raise new.rest.placed(refuse("nothing that was not given", "something new: all of it is in the event"))
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
