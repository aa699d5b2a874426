"""The checks of a ruling: each finding with its clause and a sentence a director understands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from amends import exact
from amends.awards import Artificial, Award, Grade, Mixture, NotScored, Unit, parse_award
from amends.bridge import BySide, Points, Result, Side, Vulnerable
from amends.event.ruling import Ruling
from amends.explain import Finding, Verdict
from amends.faults import Faults
from amends.laws import law77, law84
from amends.laws.editions import clause
from amends.laws.law12 import c2_artificial
from amends.regulations import Regulation
from amends.rulings.disallowed import is_disallowed, legal_reason
from amends.rulings.poll import Poll, last_question, poll_findings, steps, tree

TEAM_AVERAGE_PLUS = 3
"""12C2(b): what average plus is in a team match, not to be varied but under 86B3 and 12C2(d)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """Both sides' figures on the board, with the table result and with the ruling."""

    before: BySide[Fraction | None]
    after: BySide[Fraction | None]


@dataclass(frozen=True, slots=True)
class Context:
    """What the checks know besides the ruling itself."""

    vulnerable: Vulnerable
    regulation: Regulation
    teams: bool = False
    result: Award | None = None
    effect: Effect | None = None
    beyond_limit: BySide[bool] = BySide(False, False)  # noqa: RUF009  (frozen)
    no_damage: bool = False


def check(ruling: Ruling, context: Context) -> tuple[Finding, ...]:
    """All findings about a ruling, the gravest first; none: it is allowed."""
    findings = [finding for part in _CHECKS for finding in part(ruling, context)]
    edition = context.regulation.edition
    numbered = [Finding(f.verdict, clause(f.clause, edition), f.words) for f in findings]
    unique = list(dict.fromkeys(numbered))
    return tuple(sorted(unique, key=lambda finding: finding.verdict is not Verdict.FORBIDDEN))


def verdict(findings: Sequence[Finding]) -> Verdict:
    """The gravest of the findings."""
    verdicts = {finding.verdict for finding in findings}
    for grave in (Verdict.FORBIDDEN, Verdict.UNUSUAL):
        if grave in verdicts:
            return grave
    return Verdict.ALLOWED


def responsibility_findings(ns: Grade, ew: Grade, outside_agency: bool, regulation: Regulation) -> list[Finding]:
    """Artificial scores that add up to more than the board, without an outside agency."""
    if outside_agency or not c2_artificial.exceeds_the_board(ns, ew, regulation):
        return []
    words = f"{ns} and {ew} add up to more than 100%; that is for an outside agency at fault."
    return [Finding(Verdict.UNUSUAL, clause("12C2(a)", regulation.edition), words)]


def _mixtures(ruling: Ruling) -> list[Mixture]:
    """The different weighted or plain results the ruling awards."""
    found = [award for award in ruling.awards if isinstance(award, Mixture)]
    if ruling.self_inflicted:
        found += [ruling.self_inflicted.normal, ruling.self_inflicted.expected]
    return list(dict.fromkeys(found))


def _forbidden(number: str, words: str) -> Finding:
    return Finding(Verdict.FORBIDDEN, number, words)


def _unusual(number: str, words: str) -> Finding:
    return Finding(Verdict.UNUSUAL, number, words)


# Forbidden


def _weights(ruling: Ruling, context: Context) -> Iterator[Finding]:
    for mixture in _mixtures(ruling):
        for fault in mixture.faults():
            yield _forbidden("12C1(c)", f"The award has {fault.found}; it needs {fault.expected}.")


def _possible(ruling: Ruling, context: Context) -> Iterator[Finding]:
    possible = law77.possible_scores(context.vulnerable)
    for mixture in _mixtures(ruling):
        for _, outcome in mixture.parts:
            if isinstance(outcome, Points) and outcome.ns not in possible:
                words = f"{exact.signed(outcome.ns)} cannot occur with {context.vulnerable.words}."
                yield _forbidden("12C1(c)", words)


def _disallowed(ruling: Ruling, context: Context) -> Iterator[Finding]:
    for mixture in _mixtures(ruling):
        for _, outcome in mixture.parts:
            if not isinstance(outcome, Result) or not is_disallowed(outcome, ruling.disallowed):
                continue
            reason = legal_reason(outcome, ruling.legal_route)
            if reason:
                words = f"{outcome.symbols} was disallowed, but has a legal route: {reason}"
                yield _unusual("12C1(c)", words)
            else:
                words = (
                    f"{outcome.symbols} could only be reached through the disallowed call, so it can have no weight."
                )
                yield _forbidden("12C1(c)", words)


def _claim(ruling: Ruling, context: Context) -> Iterator[Finding]:
    if not ruling.claim:
        return
    if any(mixture.plain is None for mixture in _mixtures(ruling)):
        yield _forbidden("70", "A claim is decided by one result; it is never weighted.")
    if _is_split(ruling):
        yield _forbidden("70", "A claim is decided by one result, the same for both sides; it is never split.")


def _damage(ruling: Ruling, context: Context) -> Iterator[Finding]:
    if context.no_damage:
        yield _forbidden("12B1", "The normal result is no better than the table result: there is no damage to redress.")
    sides, effect = ruling.non_offending, context.effect
    if sides is None or effect is None or ruling.self_inflicted:
        return
    changes = BySide.of(lambda side: _change(ruling, effect, side))
    innocent = [side for side in Side if sides[side]]
    if innocent and all(changes[side] is not None and changes[side] <= 0 for side in innocent):  # type: ignore[operator]
        names = " and ".join(side.words for side in innocent)
        yield _forbidden("12B1", f"{names} would get no more than the table result: there is no damage to redress.")
    for side in Side:
        change = changes[side]
        if not sides[side] and change is not None and change > 0:
            yield _forbidden("12B1", f"{side.words} would get more than the table result, though treated as offending.")


def _change(ruling: Ruling, effect: Effect, side: Side) -> Fraction | None:
    """What the ruling changes for a side; None where there is no result to compare with, or none was assigned."""
    before, after = effect.before[side], effect.after[side]
    award = ruling.awards[side]
    if before is None or after is None or isinstance(award, Artificial | NotScored):
        return None
    return after - before


def _varied(ruling: Ruling, context: Context) -> Iterator[Finding]:
    if not context.teams or {"86B3", "12C2(d)", "12C2D"} & {law.upper().replace("(D)", "(d)") for law in ruling.laws}:
        return
    for award in ruling.awards:
        if not isinstance(award, Artificial) or award.grade is Grade.AVERAGE:
            continue
        if isinstance(award.grade, Grade):
            lawful = context.regulation.average_plus_imps == TEAM_AVERAGE_PLUS
        else:
            lawful = award.unit is Unit.IMPS and abs(award.grade) in (TEAM_AVERAGE_PLUS, 0)
        if not lawful:
            words = f"{award} varies average plus or minus, which is ±{TEAM_AVERAGE_PLUS} IMPs in a team match."
            yield _forbidden("12C2(b)", words)


# Unusual


def _poll(ruling: Ruling, context: Context) -> Iterator[Finding]:
    yield from poll_findings([Poll.of(votes) for votes in ruling.poll if sum(votes.values())], context.regulation)


def _numerous(ruling: Ruling, context: Context) -> Iterator[Finding]:
    most = context.regulation.most_outcomes
    for mixture in _mixtures(ruling):
        if len(mixture.parts) > most:
            words = f"{len(mixture.parts)} outcomes have weight; beyond {most} an artificial score may be considered."
            yield _unusual("12C1(d)", words)


def _benefit(ruling: Ruling, context: Context) -> Iterator[Finding]:
    """Weights that lean further than the poll and the benefit of the doubt allow."""
    if not ruling.poll or ruling.non_offending is None:
        return
    try:
        polled = _polled(ruling, context.vulnerable)
    except Faults:
        return  # not a poll about outcomes
    for side in Side:
        award = ruling.awards[side]
        if not isinstance(award, Mixture) or not ruling.non_offending[side]:
            continue
        given: dict[int, Fraction] = {}
        for weight, outcome in award.parts:
            points = law77.points(outcome, context.vulnerable)
            given[points] = given.get(points, Fraction(0)) + weight
        if not set(given) & set(polled):
            continue  # a poll about something else
        best_first = sorted({*polled, *given}, key=lambda points: -side.sign * points)
        weights = [given.get(points, Fraction(0)) for points in best_first]
        shares = [polled.get(points, Fraction(0)) for points in best_first]
        count = law84.beyond(weights, shares, context.regulation)
        if count is not None:
            had = sum(weights[:count], Fraction(0))
            share = sum(shares[:count], Fraction(0))
            most = law84.limit(share, context.regulation)
            yield _unusual(
                "84D",
                f"{_best(count)} {exact.percentage(had)} for {side.words}; the poll's"
                f" {exact.percentage(share)} allow {exact.percentage(most)}.",
            )


def _best(count: int) -> str:
    return "The best result has" if count == 1 else f"The best {count} results have"


def _polled(ruling: Ruling, vulnerable: Vulnerable) -> dict[int, Fraction]:
    """The poll's share of each score."""
    found: dict[int, Fraction] = {}
    polls = last_question([Poll.of(votes) for votes in ruling.poll])
    calls = [
        action
        for poll in polls
        for action, _ in poll.votes
        if any(is_disallowed(step, ruling.disallowed) for step in steps(action))
    ]
    for action, share in tree(polls, calls).items():
        award = parse_award(steps(action)[-1])
        outcome = award.plain if isinstance(award, Mixture) else None
        if outcome is None:
            raise Faults([])
        points = law77.points(outcome, vulnerable)
        found[points] = found.get(points, Fraction(0)) + share
    return found


def _artificial(ruling: Ruling, context: Context) -> Iterator[Finding]:
    grades = [award.grade for award in ruling.awards if isinstance(award, Artificial)]
    if len(grades) == 2:
        shares = [_share(grade, context.regulation) for grade in grades]
        if None not in shares and sum(filter(None, shares)) > 1 and not ruling.outside_agency:
            names = " and ".join(str(award) for award in ruling.awards)
            yield _unusual("12C2(a)", f"{names} add up to more than 100%; that is for an outside agency at fault.")
    if not grades:
        return
    obtained = isinstance(context.result, Mixture) or ruling.obtainable
    if obtained and "12C1(D)" not in {law.upper() for law in ruling.laws}:
        words = "A result was obtained or can be foreseen; an artificial score is for boards where none can be."
        yield _unusual("12C2(a)", words)
    if Grade.PLUS in grades and not ruling.scheduled:
        yield _unusual("12C2(a)", "Average plus is for a board the contestant was scheduled to play.")


def _share(grade: Grade | Fraction, regulation: Regulation) -> Fraction | None:
    if isinstance(grade, Grade):
        return c2_artificial.share(Artificial(grade), regulation).value
    return grade if 0 <= grade <= 1 else None


def _limit(ruling: Ruling, context: Context) -> Iterator[Finding]:
    for side in Side:
        if context.beyond_limit[side]:
            instead = context.regulation.after_limit.replace("-", " ")
            words = (
                f"{side.words} already have {context.regulation.average_plus_limit} averages plus in this session;"
                f" this one counts as {instead}."
            )
            yield _unusual("12C2(d)", words)


def _split_and_weighted(ruling: Ruling, context: Context) -> Iterator[Finding]:
    alike = ruling.non_offending is not None and ruling.non_offending.ns == ruling.non_offending.ew
    error = any(law.upper().startswith("82C") for law in ruling.laws)
    weighted = any(mixture.plain is None for mixture in _mixtures(ruling))
    if _is_split(ruling) and weighted and not (alike or error or ruling.self_inflicted):
        words = "A score that is split and weighted is for self-inflicted damage, a director's error, or sides alike."
        yield _unusual("12C1", words)


def _is_split(ruling: Ruling) -> bool:
    return ruling.awards.ns != ruling.awards.ew


_CHECKS = (
    _weights, _possible, _disallowed, _claim, _damage, _varied,
    _poll, _numerous, _benefit, _artificial, _limit, _split_and_weighted,
)  # fmt: skip
