"""From a draft to entries: the one way that a preview and a confirmation both take."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from amends.cached import cached_property
from amends.desk.open_event import OpenEvent
from amends.event import Player, Ruling
from amends.event.limits import limit_faults, shown_faults
from amends.event.rows import in_force
from amends.explain import Finding, Verdict
from amends.faults import Faults, Refusal
from amends.journal.chain import Entry, entered, people_of
from amends.journal.entries import Payload, RulingsEntered, rulings_in
from amends.journal.people import Register
from amends.rulings.consequences.moves import Move, moves
from amends.rulings.consequences.preview import Preview, preview_of

PROGRAM = "amends"
"""The author of what nobody in particular has done."""


@dataclass(frozen=True, slots=True)
class Drafting:
    """What a draft is made from: the event as it stands, who makes it, and when."""

    opened: OpenEvent
    register: Register
    at: datetime
    who: str


Draft: TypeAlias = Callable[[Drafting], Iterable[Payload]]
"""What somebody wants to enter. It is made anew if others have entered something first, so that numbers stay free.

People stand in its payloads by name (but for contestants, which are entered through `Drafting.register`).
"""


def refusal(kind: str, message: str, remedy: str = "") -> Faults:
    """A refusal of a kind: whoever shows it can offer the way out by that kind."""
    return Faults(replace(fault, kind=kind) for fault in Refusal(message, remedy).faults)


class Unlawful(Exception):
    """A ruling that cannot be given: forbidden, or unusual without a reason."""

    def __init__(self, findings: tuple[tuple[Ruling, Finding], ...]) -> None:
        super().__init__("; ".join(finding.words for _, finding in findings))
        self.findings = findings

    @property
    def forbidden(self) -> bool:
        """Whether no reason would help."""
        return any(finding.verdict is Verdict.FORBIDDEN for _, finding in self.findings)


@dataclass(frozen=True)
class Effect:
    """What a draft does to an event; the same whether it is only looked at or was entered."""

    before: OpenEvent
    after: OpenEvent

    @property
    def new(self) -> tuple[Entry, ...]:
        """The entries that the draft comes to."""
        return self.after.entries[self.before.seen :]

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings that it gives, as they stand in the event after it; without any that it replaces itself."""
        own = (entry.payload for entry in self.new if not isinstance(entry.payload, RulingsEntered))
        given = {ruling.id for payload in own for ruling in rulings_in(payload)}  # a file's are looked at as it is read
        return tuple(ruling for ruling in in_force(self.after.event.rulings) if ruling.id in given)

    @cached_property
    def previews(self) -> tuple[Preview, ...]:
        """For each ruling that it gives: both sides, everybody else, the podium, and what the Laws say."""
        return tuple(preview_of(self.before.standings, self.after.standings, ruling) for ruling in self.rulings)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every contestant whose score or rank it changes."""
        return moves(self.before.standings, self.after.standings)

    @cached_property
    def findings(self) -> tuple[tuple[Ruling, Finding], ...]:
        """What the Laws say of the rulings that it gives."""
        return tuple((preview.ruling, finding) for preview in self.previews for finding in preview.findings)

    @property
    def in_the_way(self) -> tuple[tuple[Ruling, Finding], ...]:
        """The findings because of which it cannot be entered: forbidden, or unusual and no reason given.

        A ruling that an undo gives again needs no reason: it was taken as it is when it was given first.
        """
        before = [_content(given.ruling) for given in self.before.history.rulings] if self.findings else []
        return tuple(
            (ruling, finding)
            for ruling, finding in self.findings
            if finding.verdict is Verdict.FORBIDDEN
            or (
                finding.verdict is Verdict.UNUSUAL
                and not ruling.accept.get(finding.clause)
                and _content(ruling) not in before
            )
        )


def _content(ruling: Ruling) -> Ruling:
    """A ruling without its number: what stays where it is given again, with the time of its first giving."""
    return replace(ruling, id="", replaces=None)


def drafted(opened: OpenEvent, draft: Draft, at: datetime, who: str) -> Effect:
    """The event with the entries of a draft behind its own; what does not fit is refused."""
    register = Register(known=people_of(opened.entries))
    author = register.reference(Player(who)) or PROGRAM
    payloads = draft(Drafting(opened, register, at, who))
    effect = Effect(opened, opened.with_entries(entered(opened.entries, payloads, register, at, author)))
    _fits(effect, {f"entry {entry.seq}" for entry in effect.new})
    return effect


def _fits(effect: Effect, drafts: Collection[str]) -> None:
    """Whatever the journal would not allow, or could not be scored any more, is refused before it is entered.

    The numbers that its entries would have had mean nothing to anybody.
    """
    after = effect.after
    try:
        faults = limit_faults(after.event)
        if faults and not limit_faults(effect.before.event):  # else it came so
            raise Faults(faults)
        if faults and (faults := [*shown_faults(after.event)]) and not [*shown_faults(effect.before.event)]:
            raise Faults(faults)
        _ = after.event, after.history  # asked for, so that they are worked out: an assertion may be switched off
        if after.event.results or after.event.rulings:
            _ = after.standings
    except Faults as trouble:
        raise Faults(replace(fault, where="") if fault.where in drafts else fault for fault in trouble.faults) from None
