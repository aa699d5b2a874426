"""Drafts about appeals: lodging one within its time, what is said for it, and deciding it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum, auto
from typing import Any

from amends import clock
from amends.awards import Mixture
from amends.bridge import BySide, Side
from amends.desk.commands.cases import NOTHING_MORE, Report, free_number, next_in
from amends.desk.commands.corrections import LATE
from amends.desk.commands.penalties import free_penalties
from amends.desk.commands.rulings import filled, read_own_damage, refuse_unless_self_inflicted
from amends.desk.confirm import Draft, Drafting, refusal
from amends.desk.guide.artificial import read_assigned
from amends.desk.guide.result import read_laws
from amends.desk.open_event import OpenEvent
from amends.event.case import OwnDamage, Statement
from amends.event.rows import bound_to, table_of
from amends.event.ruling import Penalty, Ruling
from amends.faults import Faults, Refusal
from amends.formats.common.toml_table import Given
from amends.formats.rulings_file.tables import read_ruling
from amends.journal.entries import AppealDecided, AppealLodged, CaseOpened, Payload, PenaltyGiven
from amends.journal.history import Appeal, Case, GivenRuling, RulingState
from amends.laws.clauses import parse
from amends.laws.editions import cites, clause
from amends.rulings.time_limits import cites_appeal, has_review, review_ends
from amends.wording.names import committee


def until(ruling: str, opened: OpenEvent) -> datetime | None:
    """When the time to appeal a ruling ends; None until an official score contains it."""
    return review_ends(opened.history, opened.history.ruling(ruling), opened.event.regulation)


def may_be_appealed(opened: OpenEvent, now: datetime) -> list[tuple[GivenRuling, datetime | None]]:
    """The rulings that may still be appealed, each with when that ends; None until an official score contains it."""
    return [
        (given, ends)
        for given in opened.history.rulings
        if given.state is RulingState.GIVEN
        and has_review(given)
        and ((ends := until(given.ruling.id, opened)) is None or ends >= now)
    ]


def lodging(
    ruling: str,
    *,
    side: Side | None = None,
    grounds: str = "",
    who: str = "",
    deposit: str = "",
    late: str = "",
    statements: tuple[Statement, ...] = (),
) -> Draft:
    """Lodge an appeal; after the time for it only with a reason (`late`). Statements go into the ruling's case.

    There is no appeal against the ruling of a committee.
    """

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        given = opened.history.ruling(ruling)
        if given.by_appeal or cites_appeal(given.ruling):
            appeal = opened.history.appeals.get(given.by_appeal)
            by = committee(appeal.reviewers if appeal else (), names=False)
            raise Refusal(f"Ruling {ruling} was given by {by}.", "Only a ruling of the director can be appealed.")
        ends = until(ruling, opened)
        is_late = ends is not None and drafting.at > ends
        if ends is not None and is_late and not late.strip():
            message = f"The time to appeal ruling {ruling} ended at {clock.shown_time(ends)}."
            raise refusal(LATE, message, "Say why the appeal is taken late.")
        number = len(opened.history.appeals) + 1
        yield AppealLodged(str(number), ruling, side, grounds, who, deposit, late if is_late else "")
        yield from _recorded(given.ruling, Report(statements=statements), opened)

    return draft


def stating(appeal: str, statements: tuple[Statement, ...]) -> Draft:
    """Write down what is said for an appeal, or against it."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        found = waiting(appeal, drafting.opened)
        ruling = drafting.opened.history.ruling(found.ruling).ruling
        yield from _recorded(ruling, Report(statements=statements), drafting.opened)

    return draft


def _recorded(ruling: Ruling, report: Report, opened: OpenEvent) -> Iterable[Payload]:
    """What goes into the case of a ruling; for one that came in with a file a case is opened."""
    case = _case_for(ruling, opened)
    entries = list(report.payloads(case))
    if entries and not ruling.case:
        row = table_of(ruling, opened.event.results)
        yield CaseOpened(case, ruling.board, bound_to(row), ruling=ruling.id)
    yield from entries


def _case_for(ruling: Ruling, opened: OpenEvent) -> str:
    """The case of a ruling, or the one that would be opened for it."""
    return ruling.case or (ruling.id if ruling.id not in opened.history.cases else free_number(opened))


def waiting(appeal: str, opened: OpenEvent) -> Appeal:
    """An appeal that is not decided yet."""
    found = {id: each for id, each in opened.history.appeals.items() if each.decision is None}
    if appeal not in found:
        decided = appeal in opened.history.appeals
        message = f"Appeal {appeal} is decided already." if decided else f"There is no appeal {appeal!r}."
        raise Refusal(message, f"Appeals that wait: {', '.join(found)}." if found else "No appeal waits.")
    return found[appeal]


def deciding(decided: AppealDecided, report: Report = NOTHING_MORE, penalties: tuple[Penalty, ...] = ()) -> Draft:
    """Decide an appeal; a varied ruling takes the place of the one that was appealed, in the same case.

    It is the ruling of those who decide, not of a director. Where they cite no laws, it cites those of the appealed
    ruling that apply to the new award. The report goes into the case.

    Penalties for an appeal without merit are entries of their own.
    """

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        against = opened.history.ruling(waiting(decided.appeal, opened).ruling).ruling
        ruling, varied = decided.ruling, None
        entries = list(_recorded(against, report, opened))
        if entries:
            against = replace(against, case=_case_for(against, opened))
        if ruling is not None:
            row = table_of(against, opened.event.results)
            placed = replace(ruling, board=against.board, table=bound_to(row), case=against.case, replaces=against.id)
            id = ruling.id or next_in(against.case or against.id, opened)
            laws = ruling.laws or laws_that_apply(against.laws, ruling, opened.event.regulation.edition)
            varied = replace(filled(replace(placed, id=id, laws=laws), drafting), director=ruling.director)
        yield from entries
        yield replace(decided, ruling=varied)
        for number, penalty in zip(free_penalties(opened), penalties, strict=False):
            yield PenaltyGiven(number, replace(penalty, case=penalty.case or against.case))

    return draft


_KEPT = ("non_offending", "disallowed", "legal_route")
"""What the appealed ruling says stays, where nothing else is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedAward:
    """An award as a committee types it, in one of these ways: `both`; `ns` and `ew`; fault; 12C1(e); it stands."""

    both: str = ""
    ns: str = ""
    ew: str = ""
    fault_ns: str = ""
    fault_ew: str = ""
    assigned: str = ""
    """86B2: beside the fault."""
    self_inflicted: str = ""
    """12C1(e): the non-offending side, with `normal` and `expected`."""
    normal: str = ""
    expected: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    """12C1(e): the answers to its three questions, yes or no."""
    stands: bool = False

    def table(self) -> dict[str, Any]:
        """As a rulings file has it; refused where it is said in no way, in two ways, or by half."""
        fault = {"ns": self.fault_ns, "ew": self.fault_ew}
        own = {"side": self.self_inflicted, "normal": self.normal, "expected": self.expected}
        answered = any(self.facts.values())
        ways = {
            "an award for both sides": bool(self.both),
            "an award for one side": bool(self.ns or self.ew),
            "a score by fault": any(fault.values()),
            "12C1(e)": any(own.values()) or answered,
            "that the table result stands": self.stands,
        }
        used = [words for words, said in ways.items() if said]
        if len(used) != 1:
            message = f"It is given in {len(used)} ways: {' and '.join(used)}." if used else "There is no award."
            ways_words = "for both sides, for each side, by fault, by 12C1(e), or that the table result stands"
            raise Refusal(message, f"Give it in one way: {ways_words}.").at("the new award")
        if any(fault.values()) and not all(fault.values()):
            raise Refusal("The fault of one side is missing.", "Give the fault of both sides.").at("the new award")
        if (any(own.values()) or answered) and not all(own.values()):
            remedy = "Give the side, the normal and the expected result."
            raise Refusal("A part of 12C1(e) is missing.", remedy).at("the new award")
        if self.assigned and not any(fault.values()):
            remedy = "Give the fault of both sides beside it."
            raise Refusal("An assigned score needs a fault.", remedy).at("the new award")
        said = {
            "both": self.both,
            "ns": self.ns,
            "ew": self.ew,
            "fault": fault if any(fault.values()) else None,
            "self_inflicted": own if any(own.values()) else None,
            "stands": self.stands,
        }
        return {key: value for key, value in said.items() if value}


def own_damage_of(award: TypedAward, case: Case | None, edition: int) -> OwnDamage | None:
    """The three facts of a typed award by 12C1(e), which does not apply where one of them is no."""
    if not award.self_inflicted:
        return None
    own = read_own_damage(Side.parse(award.self_inflicted), award.facts)
    refuse_unless_self_inflicted(own, case.irregularities if case else (), edition)
    return own


class _Kind(Enum):
    """What a ruling awards; any adjusted score is of the first kind."""

    ADJUSTED = auto()
    ASSIGNED = auto()
    WEIGHTED = auto()
    ARTIFICIAL = auto()
    SELF_INFLICTED = auto()


_ABOUT_AWARDS = {
    "12A1": _Kind.ADJUSTED,
    "12A2": _Kind.ARTIFICIAL,
    "12A3": _Kind.ADJUSTED,
    "12C": _Kind.ADJUSTED,
    "12C1": _Kind.ASSIGNED,
    "12C1(c)": _Kind.WEIGHTED,
    "12C1(d)": _Kind.ARTIFICIAL,
    "12C1(e)": _Kind.SELF_INFLICTED,
    "12C2": _Kind.ARTIFICIAL,
    "12C3": _Kind.ADJUSTED,
    "12C4": _Kind.ADJUSTED,
    "84D": _Kind.WEIGHTED,
    "86A": _Kind.ADJUSTED,
    "86B": _Kind.ADJUSTED,
    "86B1": _Kind.ASSIGNED,
    "88": _Kind.ARTIFICIAL,
}
"""Clauses of 2017 that say what is awarded, with the kind of award they are about; any other one stays."""

_OWN = {_Kind.SELF_INFLICTED: "12C1(e)", _Kind.WEIGHTED: "12C1(c)", _Kind.ASSIGNED: "12C1(a)", _Kind.ARTIFICIAL: "12C2"}
"""The clause of each kind of award, the most special one first."""


def laws_that_apply(laws: Sequence[str], ruling: Ruling, edition: int) -> tuple[str, ...]:
    """The laws of an appealed ruling that apply to the ruling in its place.

    Clauses about another kind of award, such as 12C1(c) for one plain result, give way to that of the new award.
    """
    kinds = _kinds(ruling)
    applying = tuple(law for law in laws if not (about := _about(law, edition)) or about & kinds)
    if applying == tuple(laws):
        return applying
    own = next((number for kind, number in _OWN.items() if kind in kinds), None)
    if own is None or any(_about(law, edition) & kinds - {_Kind.ADJUSTED} for law in applying):
        return applying
    return (*applying, clause(own, edition))


def _kinds(ruling: Ruling) -> set[_Kind]:
    """What a ruling awards."""
    if ruling.stands:
        return set()
    found, damage = {_Kind.ADJUSTED}, ruling.self_inflicted
    awards = [*ruling.awards, *((damage.normal, damage.expected) if damage else ())]
    mixtures = [award for award in awards if isinstance(award, Mixture)]
    found |= {_Kind.SELF_INFLICTED} if damage else set()
    found |= {_Kind.ASSIGNED} if mixtures or ruling.assigned is not None else set()
    found |= {_Kind.WEIGHTED} if any(mixture.plain is None for mixture in mixtures) else set()
    others = [award for award in awards if award is not None and not isinstance(award, Mixture)]
    return found | ({_Kind.ARTIFICIAL} if others or ruling.fault is not None else set())


def _about(law: str, edition: int) -> set[_Kind]:
    """The kinds of award that a law is about, by the clauses nearest to it; none where it is about no award."""
    near = [number for number in _ABOUT_AWARDS if cites([law], number, edition=edition) and parse(law)]
    deepest = max((len(parse(clause(number, edition))) for number in near), default=0)
    return {_ABOUT_AWARDS[number] for number in near if len(parse(clause(number, edition))) == deepest}


def instead_of(
    appealed: Ruling, said: Ruling, given: Collection[str], reason: str, polls: tuple[Mapping[str, int], ...] = ()
) -> Ruling:
    """What a committee says with what stays of the appealed ruling; `given` is what it says something about."""
    kept = {name: getattr(appealed, name) for name in _KEPT if name not in given}
    if said.stands:  # a result that stands redresses nobody
        kept["non_offending"] = None
    if "fault" in given:  # an artificial score by fault says itself who is at fault
        kept.pop("non_offending", None)
    if (damage := said.self_inflicted) is not None and "non_offending" not in given:
        kept["non_offending"] = BySide.of(lambda side: side is damage.side)
    return replace(said, reason=reason, poll=polls, vulnerable=appealed.vulnerable, **kept)


def varied(
    appealed: Ruling,
    award: TypedAward,
    edition: int,
    *,
    laws: str = "",
    reason: str = "",
    accept: Mapping[str, str] | None = None,
) -> Ruling:
    """The ruling that a typed award makes of the appealed one."""
    said: dict[str, Any] = {**award.table(), "accept": dict(accept or {})}
    try:
        said["laws"] = list(read_laws(laws, edition))
    except Faults as trouble:
        raise trouble.at("laws") from None
    table = {"id": "1", "board": appealed.board, **{key: value for key, value in said.items() if value}}
    ruling = replace(read_ruling(Given(table)), id="")
    if award.assigned:
        ruling = replace(ruling, assigned=read_assigned(award.assigned))
    return instead_of(appealed, ruling, [*filter(said.get, said)], reason)
