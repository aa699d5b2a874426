"""The checks of rulings in their event: damage in the event's own unit, limits of average plus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from amends.awards import Artificial, Grade
from amends.bridge import BySide, Side
from amends.event import Event, Form, Ruling, TableResult
from amends.event.rows import ruled_tables
from amends.explain import Finding, Verdict
from amends.faults import Fault, Faults
from amends.laws.law12.c1e_self_inflicted import Damage
from amends.rulings.checks import Context, Effect, check
from amends.scoring.event import score
from amends.scoring.standings import Standings


def check_event(event: Event) -> list[tuple[Ruling, tuple[Finding, ...]]]:
    """Every ruling of the event in force, with what there is to say about it; faults of place are refused together."""
    by_id = {result.id: result for result in event.results}
    located = {ruling.id: by_id[table] for table, ruling in ruled_tables(event.results, event.rulings).items()}
    rulings = [ruling for ruling in event.rulings if ruling.id in located]
    found, faults = [], []
    for ruling in rulings:
        context, unscorable = _context(event, ruling, located, rulings)
        findings = check(ruling, context)
        found.append((ruling, findings))
        # What a finding forbids needs no other word; anything else that cannot be scored is a fault.
        if not any(finding.verdict is Verdict.FORBIDDEN for finding in findings):
            faults += [replace(fault, where=f"ruling {ruling.id}") for fault in unscorable]
    if faults:
        raise Faults(faults)
    return found


def forbidden(findings: Sequence[tuple[Ruling, tuple[Finding, ...]]]) -> list[tuple[Ruling, Finding]]:
    """The findings that stand in the way of scoring."""
    return [
        (ruling, finding) for ruling, found in findings for finding in found if finding.verdict is Verdict.FORBIDDEN
    ]


def _context(
    event: Event, ruling: Ruling, located: Mapping[str, TableResult], rulings: Sequence[Ruling]
) -> tuple[Context, tuple[Fault, ...]]:
    """What the checks know of a ruling, and why it cannot be scored, if it cannot."""
    result = located[ruling.id]
    others = [other for other in rulings if other.id != ruling.id]
    effect, no_damage, unscorable = _effect(event, ruling, result, others)
    context = Context(
        ruling.vulnerable or event.conditions(ruling.board),
        event.regulation,
        teams=event.form is Form.TEAMS,
        result=result.result,
        effect=effect,
        beyond_limit=BySide.of(lambda side: _beyond(event, ruling, side, located, rulings)),
        no_damage=no_damage,
    )
    return context, unscorable


def _effect(
    event: Event, ruling: Ruling, result: TableResult, others: Sequence[Ruling]
) -> tuple[Effect | None, bool, tuple[Fault, ...]]:
    """Both sides' figures without and with the ruling, with the other rulings if those can be scored; whether 12C1(e)
    finds no damage; and why the ruling cannot be scored at all, if it cannot."""
    bare = replace(event, penalties=(), carry_overs=(), awards=())
    standing = tuple(replace(other, replaces=None) for other in others)
    unscorable: tuple[Fault, ...] = ()
    for kept in (standing, ()) if standing else ((),):
        try:
            before = score(replace(bare, rulings=kept))
            after = score(replace(bare, rulings=(*kept, replace(ruling, replaces=None))))
        except Faults as trouble:
            unscorable = trouble.faults
            continue
        figures = [BySide.of(lambda side, of=of: _figure(of, result, side)) for of in (before, after)]  # type: ignore[misc]
        judged = after.self_inflicted(result.id)
        return Effect(figures[0], figures[1]), judged is not None and judged.damage is Damage.NONE, ()
    return None, False, unscorable


def _figure(standings: Standings, result: TableResult, side: Side) -> Fraction | None:
    seats = result.seats[side]
    line = standings.line_at(seats[0], result) if seats else None
    return None if line is None else line.figure


def _beyond(
    event: Event, ruling: Ruling, side: Side, located: Mapping[str, TableResult], rulings: Sequence[Ruling]
) -> bool:
    """Whether this average plus is one too many for a contestant in its session."""
    limit, award = event.regulation.average_plus_limit, ruling.awards[side]
    if not limit or not isinstance(award, Artificial) or award.grade is not Grade.PLUS:
        return False
    here = located[ruling.id]
    order = {result.id: place for place, result in enumerate(event.results)}
    for contestant in here.seats[side]:
        earlier = 0
        for other in rulings:
            table = located[other.id]
            if table.session != here.session or order[table.id] >= order[here.id]:
                continue
            sides = [each for each in Side if contestant in table.seats[each]]
            given = other.awards[sides[0]] if sides else None
            earlier += isinstance(given, Artificial) and given.grade is Grade.PLUS
        if earlier >= limit:
            return True
    return False
