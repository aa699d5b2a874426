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
    found = [(ruling, check(ruling, _context(event, ruling, located, rulings))) for ruling in rulings]
    _refuse_unscorable(event, found)
    return found


def _refuse_unscorable(event: Event, found: Sequence[tuple[Ruling, tuple[Finding, ...]]]) -> None:
    """Refuse awards that no finding speaks of and that cannot be scored all the same: IMPs at matchpoints, and such."""
    faults: list[Fault] = []
    for ruling, findings in found:
        if any(finding.verdict is Verdict.FORBIDDEN for finding in findings):
            continue
        try:
            score(replace(event, rulings=(replace(ruling, replaces=None),), penalties=(), carry_overs=(), awards=()))
        except Faults as trouble:
            faults += [replace(fault, where=f"ruling {ruling.id}") for fault in trouble.faults]
    if faults:
        raise Faults(faults)


def forbidden(findings: Sequence[tuple[Ruling, tuple[Finding, ...]]]) -> list[tuple[Ruling, Finding]]:
    """The findings that stand in the way of scoring."""
    return [
        (ruling, finding) for ruling, found in findings for finding in found if finding.verdict is Verdict.FORBIDDEN
    ]


def _context(event: Event, ruling: Ruling, located: Mapping[str, TableResult], rulings: Sequence[Ruling]) -> Context:
    result = located[ruling.id]
    effect, no_damage = _effect(event, ruling, result, [other for other in rulings if other.id != ruling.id])
    return Context(
        ruling.vulnerable or event.conditions(ruling.board),
        event.regulation,
        teams=event.form is Form.TEAMS,
        result=result.result,
        effect=effect,
        beyond_limit=BySide.of(lambda side: _beyond(event, ruling, side, located, rulings)),
        no_damage=no_damage,
    )


def _effect(event: Event, ruling: Ruling, result: TableResult, others: Sequence[Ruling]) -> tuple[Effect | None, bool]:
    """Both sides' figures without and with the ruling; with the other rulings if those can be scored."""
    standing = tuple(replace(other, replaces=None) for other in others)
    for kept in (standing, ()):
        try:
            before = score(replace(event, rulings=kept, penalties=(), carry_overs=(), awards=()))
            lone = replace(ruling, replaces=None)
            after = score(replace(event, rulings=(*kept, lone), penalties=(), carry_overs=(), awards=()))
        except Faults:
            continue
        figures = [BySide.of(lambda side, of=of: _figure(of, result, side)) for of in (before, after)]  # type: ignore[misc]
        judged = after.self_inflicted(result.id)
        return Effect(figures[0], figures[1]), judged is not None and judged.damage is Damage.NONE
    return None, False


def _figure(standings: Standings, result: TableResult, side: Side) -> Fraction | None:
    seats = result.seats[side]
    for line in standings.lines(seats[0]) if seats else ():
        if (line.board, line.session, line.round) == (result.board, result.session, result.round):
            return line.figure
    return None


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
