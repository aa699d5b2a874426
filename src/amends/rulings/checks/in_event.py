"""The checks of rulings in their event: damage in the event's own unit, limits of average plus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from amends.awards import Artificial, BetterOf, Grade, Mixture, NotScored
from amends.bridge import BySide, Side
from amends.event import Event, Form, Ruling, TableResult
from amends.event.rows import in_force, ruled_tables
from amends.explain import Finding, Verdict
from amends.faults import Fault, Faults, refuse
from amends.laws.editions import clause
from amends.laws.law12 import Damage
from amends.regulations import Regulation
from amends.rulings.checks.of_ruling import Context, RulingEffect, check, is_forbidden
from amends.rulings.consequences.on_board import board_figure, unrounded, without
from amends.scoring.event import RECENT, score, score_anew
from amends.scoring.standings import Standings
from amends.scoring.totals import is_sit_out


def check_event(event: Event) -> list[tuple[Ruling, tuple[Finding, ...]]]:
    """Every ruling of the event in force, with what there is to say about it; faults of place are refused together.

    Rulings that are forbidden whatever they do to the score are left out while the others are tested.
    """
    located = _located(event)
    rulings = [ruling for ruling in event.rulings if ruling.id in located]
    out = _forbidden_alone(event, rulings, located)
    sound = without_effect(event, out)
    after = _scored(sound) if rulings else None  # None: each ruling is then tried alone
    before = (
        _without_each(after.event, [ruling for ruling in rulings if ruling.id not in out], located) if after else {}
    )
    found, faults = [], []
    for ruling in rulings:
        tested = event if ruling.id in out else sound
        scored = None if ruling.id in out else after
        findings, unscorable = _checked(tested, ruling, located, before.get(ruling.id), scored)
        found.append((ruling, findings))
        faults += unscorable
    if faults:
        raise Faults(faults)
    return found


def _scored(event: Event) -> Standings | None:
    """The standings in which the checks look at figures; None where it cannot be scored."""
    for each in (event, _bare(event)):
        if each.regulation == unrounded(each.regulation):
            try:
                return score(each)
            except Faults:
                continue  # a penalty or a carry-over may be at fault, which concerns no figure of a board
    return None


def _without_each(event: Event, rulings: Sequence[Ruling], located: Mapping[str, TableResult]) -> dict[str, Standings]:
    """The standings without each ruling, of which only its own table is looked at: the first rulings of all boards are
    left out together, then the second ones, and so on. Those whose figure may depend on another board's are not here:
    in a team match by an artificial score in the other room, on a fouled board by one for the only table of a group.
    """
    if event.regulation.expected_results != "scheduled" or any(
        isinstance(award, BetterOf) for each in rulings for award in each.awards
    ):
        return {}
    turns: list[set[str]] = []
    fields = Counter(_field_of(event, table) for table in located.values())
    on_board: Counter[Hashable] = Counter()
    for ruling in rulings:
        table = located[ruling.id]
        if not isinstance(table.result, Mixture | NotScored):
            continue
        field = _field_of(event, table)
        if fields[field] > 1 and (event.form is Form.TEAMS or table.group):
            continue
        turn = on_board[field]
        on_board[field] += 1
        turns += [set()] * (turn == len(turns))
        turns[turn] = turns[turn] | {ruling.id}
    found: dict[str, Standings] = {}
    scored = score if len(turns) < RECENT // 2 else score_anew  # many would drive out what is asked for again
    for left_out in turns:
        kept = tuple(replace(each, replaces=None) for each in event.rulings if each.id in located.keys() - left_out)
        with suppress(Faults):
            found |= dict.fromkeys(left_out, scored(replace(event, rulings=kept)))
    return found


def _field_of(event: Event, table: TableResult) -> Hashable:
    """Where a ruling on another table may change a figure of this one: its board, in teams that of its match."""
    if event.form is not Form.TEAMS:
        section = table.section if event.regulation.field == "section" else ""
        return table.session, section, table.round if event.form is Form.SWISS_PAIRS else "", table.board
    teams = frozenset(contestant for seats in table.seats for contestant in seats)
    return table.session, table.round, table.match, teams, table.board


def lawful(event: Event) -> tuple[Event, list[tuple[Ruling, Finding]]]:
    """The event as it is scored when forbidden rulings have no effect, and the findings that forbid them.

    A forbidden ruling blocks itself alone: its table keeps the table result, or is not played where there is none. A
    ruling that it replaced does not come back.
    """
    found = forbidden(check_event(event)) if in_force(event.rulings) else []
    return without_effect(event, {ruling.id for ruling, _ in found}), found


def without_effect(event: Event, rulings: Collection[str]) -> Event:
    """The event with some rulings that leave the table result."""
    if not rulings:
        return event
    kept = (
        replace(ruling, awards=BySide(None, None), self_inflicted=None, fault=None, assigned=None)
        if ruling.id in rulings
        else ruling
        for ruling in event.rulings
    )
    return replace(event, rulings=tuple(kept))


def event_findings(event: Event) -> tuple[Finding, ...]:
    """What there is to say about the event itself: a regulation that scores sit-outs (12C2(a))."""
    sits = event.regulation.sit_out != "none" and event.form is not Form.TEAMS
    if not sits or not any(is_sit_out(result, event.form) for result in event.results):
        return ()
    words = f"Sit-outs are scored as {event.regulation.sit_out}: a fixed figure, though nobody was scheduled to play."
    return (Finding(Verdict.UNUSUAL, clause("12C2(a)", event.regulation.edition), words),)


def check_ruling(
    event: Event, ruling: Ruling, before: Standings | None = None, after: Standings | None = None
) -> tuple[Finding, ...]:
    """What there is to say about one ruling in force in its event.

    `before` and `after` are the standings without the ruling and with it, where somebody has them already. If there was
    another ruling on the table before, the damage is still that from the table result.
    """
    located = _located(event, after)
    if ruling.id not in located:
        raise refuse(f"ruling {ruling.id}", "a ruling in force in this event")
    others = [each for each in event.rulings if each.id in located and each.id != ruling.id]
    if out := _forbidden_alone(event, others, located):
        event, before, after = without_effect(event, out), None, None
    tables = {table.id: id for id, table in located.items()}
    others_ruled = {table: id for table, id in tables.items() if id != ruling.id}
    if before is not None and (before.ruled != others_ruled or _rounds(before.event.regulation)):
        before = None
    if after is not None and (after.ruled != tables or _rounds(after.event.regulation)):
        after = None
    findings, unscorable = _checked(event, ruling, located, before, after)
    if unscorable:
        raise Faults(unscorable)
    return findings


def forbidden(findings: Sequence[tuple[Ruling, tuple[Finding, ...]]]) -> list[tuple[Ruling, Finding]]:
    """The findings that stand in the way of scoring."""
    return [
        (ruling, finding) for ruling, found in findings for finding in found if finding.verdict is Verdict.FORBIDDEN
    ]


def _forbidden_alone(event: Event, rulings: Sequence[Ruling], located: Mapping[str, TableResult]) -> list[str]:
    """The ids of the rulings that are forbidden whatever they do to the score."""
    return [ruling.id for ruling in rulings if is_forbidden(ruling, _at_table(event, ruling, located[ruling.id]))]


def _located(event: Event, scored: Standings | None = None) -> dict[str, TableResult]:
    """The table of each ruling in force, by the ruling's id; the standings of the event know it already."""
    ruled = scored.ruled if scored else {id: each.id for id, each in ruled_tables(event.results, event.rulings).items()}
    return {ruled[result.id]: result for result in event.results if result.id in ruled}


def _bare(event: Event) -> Event:
    """The event without what is no part of a board's figures, lest a fault in it stop the checks; not rounded."""
    return replace(event, regulation=unrounded(event.regulation), penalties=(), carry_overs=(), awards=())


def _rounds(regulation: Regulation) -> bool:
    return regulation.rounding != "exact" or regulation.line_rounding != "none"


def _checked(
    event: Event,
    ruling: Ruling,
    located: Mapping[str, TableResult],
    before: Standings | None,
    after: Standings | None,
) -> tuple[tuple[Finding, ...], list[Fault]]:
    """The findings about a ruling, and why it cannot be scored, if no finding says so."""
    result = located[ruling.id]
    effect, no_damage, unscorable = _effect(_bare(event), ruling, result, before, after)
    context = replace(_context(event, ruling, located), effect=effect, no_damage=no_damage)
    findings = check(ruling, context)
    # What a finding forbids needs no other word; anything else that cannot be scored is a fault.
    if any(finding.verdict is Verdict.FORBIDDEN for finding in findings):
        return findings, []
    return findings, [replace(fault, where=f"ruling {ruling.id}") for fault in unscorable]


def _at_table(event: Event, ruling: Ruling, table: TableResult) -> Context:
    """What the checks know of a ruling from its own table, without its effect."""
    return Context(
        ruling.vulnerable or event.conditions(ruling.board, table),
        event.regulation,
        teams=event.form is Form.TEAMS,
        result=table.result,
        sit_out=bool(table.seats.ns) != bool(table.seats.ew),
    )


def _context(event: Event, ruling: Ruling, located: Mapping[str, TableResult]) -> Context:
    """What the checks know of a ruling in its event, without its effect."""
    rulings = [each for each in event.rulings if each.id in located]
    beyond = BySide.of(lambda side: _beyond(event, ruling, side, located, rulings))
    return replace(_at_table(event, ruling, located[ruling.id]), beyond_limit=beyond)


def _effect(
    bare: Event, ruling: Ruling, result: TableResult, before: Standings | None, after: Standings | None
) -> tuple[RulingEffect | None, bool, tuple[Fault, ...]]:
    """Both sides' figures without and with the ruling, with the other rulings if those can be scored; whether 12C1(e)
    finds no damage; and why the ruling cannot be scored at all, if it cannot."""
    unscorable: tuple[Fault, ...] = ()
    for rulings in _kept(bare, ruling, before, after):
        event = replace(bare, rulings=rulings)
        try:
            table = before or score(event)
            ruled = after or score(replace(event, rulings=(*rulings, replace(ruling, replaces=None))))
        except Faults as trouble:
            unscorable, before, after = trouble.faults, None, None
            continue
        effect = RulingEffect(*(BySide.of(lambda side, of=of: _figure(of, result, side)) for of in (table, ruled)))  # type: ignore[misc]
        judged = ruled.self_inflicted(result.id)
        return effect, judged is not None and judged.damage is Damage.NONE, ()
    return None, False, unscorable


def _kept(
    bare: Event, ruling: Ruling, before: Standings | None, after: Standings | None
) -> Iterator[tuple[Ruling, ...]]:
    """The other rulings with which a ruling is scored: all that are in force, and where that fails, none."""
    if before and after:
        yield ()  # it has been scored already
        return
    others = without(bare, ruling).rulings
    yield others
    if others:
        yield ()


def _figure(standings: Standings, result: TableResult, side: Side) -> Fraction | None:
    seats = result.seats[side]
    return board_figure(standings, seats[0], result).figure if seats else None


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
