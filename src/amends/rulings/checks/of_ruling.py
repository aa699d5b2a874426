"""The checks of a ruling: each finding with its clause and a sentence a director understands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from amends import exact
from amends.awards import Artificial, Award, BetterOf, Grade, Mixture, NotScored, Unit, parse_award
from amends.bridge import BySide, Points, Result, Side, Vulnerable
from amends.event.ruling import Ruling
from amends.explain import Finding, Verdict
from amends.faults import Faults
from amends.laws import law12, law77, law84
from amends.laws.editions import cites, clause, is_regulation
from amends.laws.law12 import Responsibility
from amends.regulations import Regulation
from amends.rulings.checks.disallowed import is_disallowed, legal_reason
from amends.rulings.polls.poll import Poll, last_question, poll_findings, steps, tree


@dataclass(frozen=True, slots=True)
class RulingEffect:
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
    effect: RulingEffect | None = None
    beyond_limit: BySide[bool] = BySide(False, False)  # noqa: RUF009  (frozen)
    no_damage: bool = False
    """Whether 12C1(e) finds that the normal result is no better than the table result."""
    sit_out: bool = False
    """Whether nobody was scheduled to play against the contestant: a sit-out, or a bye."""


def innocent_sides(ruling: Ruling, edition: int = 2017) -> BySide[bool] | None:
    """Who is non-offending: as the ruling says, else as 12C1(e), 82C or `fault` does; None where nothing does."""
    if ruling.non_offending is not None:
        return ruling.non_offending
    if ruling.self_inflicted:
        return BySide.of(lambda side: ruling.self_inflicted is not None and side is ruling.self_inflicted.side)
    if cites(ruling.laws, "82C", edition=edition):
        return BySide(True, True)
    return ruling.fault.map(lambda fault: fault is Responsibility.NONE) if ruling.fault else None


TEAM_AVERAGE_PLUS = 3
"""12C2(b): what average plus is in a team match, not to be varied but under 86B3 and 12C2(d)."""


def check(ruling: Ruling, context: Context) -> tuple[Finding, ...]:
    """All findings about a ruling, the gravest first; none: it is allowed."""
    parts = _OF_A_CLAIM if ruling.claim else _CHECKS
    findings = [finding for part in parts for finding in part(ruling, context)]
    edition = context.regulation.edition
    numbered = [Finding(f.verdict, clause(f.clause, edition), f.words) for f in findings]
    unique = list(dict.fromkeys(numbered))
    return tuple(sorted(unique, key=lambda finding: finding.verdict is not Verdict.FORBIDDEN))


def is_forbidden(ruling: Ruling, context: Context) -> bool:
    """Whether `check` would find the ruling forbidden; only the checks that can forbid are run, up to the first."""
    parts = _OF_A_CLAIM if ruling.claim else _FORBIDDING
    return any(finding.verdict is Verdict.FORBIDDEN for part in parts for finding in part(ruling, context))


def verdict(findings: Sequence[Finding]) -> Verdict:
    """The gravest of the findings."""
    verdicts = {finding.verdict for finding in findings}
    for grave in (Verdict.FORBIDDEN, Verdict.UNUSUAL):
        if grave in verdicts:
            return grave
    return Verdict.ALLOWED


def responsibility_findings(ns: Grade, ew: Grade, outside_agency: bool, regulation: Regulation) -> list[Finding]:
    """Artificial scores that add up to more than the board, without an outside agency."""
    if outside_agency or not law12.exceeds_the_board(ns, ew, regulation):
        return []
    words = f"{ns} and {ew} add up to more than 100%; that is for an outside agency at fault."
    return [Finding(Verdict.UNUSUAL, clause("12C2(a)", regulation.edition), words)]


def _awarded(ruling: Ruling) -> list[Mixture]:
    """The different weighted or plain results that somebody gets, or may get."""
    found: list[Award | None] = []
    for award in (*ruling.awards, ruling.assigned):
        found += [award.one, award.other] if isinstance(award, BetterOf) else [award]
    if ruling.self_inflicted:
        found.append(ruling.self_inflicted.normal)
    return list(dict.fromkeys(award for award in found if isinstance(award, Mixture)))


def _named(ruling: Ruling) -> list[Mixture]:
    """All results that the ruling names; `expected` is a yardstick that nobody gets."""
    expected = [ruling.self_inflicted.expected] if ruling.self_inflicted else []
    return list(dict.fromkeys([*_awarded(ruling), *expected]))


def _forbidden(number: str, words: str) -> Finding:
    return Finding(Verdict.FORBIDDEN, number, words)


def _unusual(number: str, words: str) -> Finding:
    return Finding(Verdict.UNUSUAL, number, words)


def _cites(ruling: Ruling, context: Context, *numbers: str) -> bool:
    return cites(ruling.laws, *numbers, edition=context.regulation.edition)


def _result_does_not_count(ruling: Ruling, context: Context) -> bool:
    """Whether the board could not be played normally, or a regulation takes the place of the result."""
    return _cites(ruling, context, "12A2", "15", "16D", "86", "87") or any(map(is_regulation, ruling.laws))


# Forbidden


def _weights(ruling: Ruling, context: Context) -> Iterator[Finding]:
    for mixture in _named(ruling):
        for fault in mixture.faults():
            yield _forbidden("12C1(c)", f"The award has {fault.found}; it needs {fault.expected}.")


def _weighting(ruling: Ruling, context: Context) -> Iterator[Finding]:
    if not context.regulation.weighting_allowed and any(mixture.plain is None for mixture in _awarded(ruling)):
        yield _forbidden("12C1(c)", "The regulation does not allow weighted scores.")


def _possible(ruling: Ruling, context: Context) -> Iterator[Finding]:
    possible = law77.possible_scores(context.vulnerable)
    for mixture in _named(ruling):
        for _, outcome in mixture.parts:
            if isinstance(outcome, Points) and outcome.ns not in possible:
                words = f"{exact.signed(outcome.ns)} cannot occur with {context.vulnerable.words}."
                yield _forbidden("12C1(c)", words)


def _disallowed(ruling: Ruling, context: Context) -> Iterator[Finding]:
    for mixture in _awarded(ruling):
        for _, outcome in mixture.parts:
            if not isinstance(outcome, Result) or not is_disallowed(outcome, ruling.disallowed):
                continue
            reason = legal_reason(outcome, ruling.legal_route)
            if reason:
                words = f"{outcome.symbols} was disallowed, but has a legal route: {reason}"
                yield _unusual("12C1(c)", words)
            else:
                words = f"{outcome.symbols} needs the call or play that was not allowed, so it can have no weight."
                yield _forbidden("12C1(c)", words)


def _claim(ruling: Ruling, context: Context) -> Iterator[Finding]:
    if any(mixture.plain is None for mixture in _named(ruling)):
        yield _forbidden("70", "A claim is decided by one result; it is never weighted.")
    if _is_split(ruling, context):
        yield _forbidden("70", "A claim is decided by one result, the same for both sides; it is never split.")
    if ruling.self_inflicted:
        own = clause("12C1(e)", context.regulation.edition)
        yield _forbidden("70", f"A claim is decided by one result; {own} is not for claims.")
    if any(isinstance(award, Artificial | NotScored | BetterOf) for award in ruling.awards):
        yield _forbidden("70", "A claim is decided by one result; it is never an artificial score.")


def _damage(ruling: Ruling, context: Context) -> Iterator[Finding]:
    """12B1: redress for a non-offending side, and nothing gained by an offending one."""
    if context.no_damage:
        words = "The normal result is no better than the table result: there is no damage, and nothing changes."
        yield _forbidden("12B1", words)
        return
    sides, effect = innocent_sides(ruling, context.regulation.edition), context.effect
    if sides is None or effect is None or ruling.self_inflicted or ruling.stands:
        return
    artificial = any(isinstance(award, Artificial) for award in ruling.awards)
    if artificial and _result_does_not_count(ruling, context):
        return
    changes = BySide.of(lambda side: _change(ruling, effect, side))
    known = [change for change in changes if change is not None]
    if sides.ns and sides.ew:
        if len(known) == 2 and max(known) <= 0:
            yield _forbidden(
                "12B1", "Neither side would get more than the table result: there is no damage to redress."
            )
        return
    for side in Side:
        change = changes[side]
        if change is None:
            continue
        if sides[side] and change < 0:
            yield _forbidden("12B1", f"{side.words} would get less than the table result, though non-offending.")
        if not sides[side] and change > 0:
            yield _forbidden("12B1", f"{side.words} would get more than the table result, though offending.")
    if (sides.ns or sides.ew) and len(known) == 2 and known == [0, 0]:
        yield _forbidden("12B1", "Nothing would change for either side: there is no damage to redress.")


def _change(ruling: Ruling, effect: RulingEffect, side: Side) -> Fraction | None:
    """What the ruling changes for a side; None where there is no figure to compare.

    The better of two is never less than the result.
    """
    before, after = effect.before[side], effect.after[side]
    if before is None or after is None or isinstance(ruling.awards[side], NotScored):
        return None
    change = after - before
    return max(change, Fraction(0)) if isinstance(ruling.awards[side], BetterOf) else change


def _varied(ruling: Ruling, context: Context) -> Iterator[Finding]:
    if not context.teams or ruling.by_86b2 or _cites(ruling, context, "86B3", "12C2(d)"):
        return
    for award in ruling.awards:
        if not isinstance(award, Artificial) or award.grade is Grade.AVERAGE:
            continue
        if isinstance(award.grade, Grade):
            regulation = context.regulation
            lawful = regulation.edition != 2017 or regulation.average_plus_imps == TEAM_AVERAGE_PLUS
        else:
            lawful = award.unit is not Unit.IMPS or abs(award.grade) in (TEAM_AVERAGE_PLUS, 0)
        if not lawful:
            words = f"{award} varies average plus or minus, which is ±{TEAM_AVERAGE_PLUS} IMPs in a team match."
            yield _forbidden("12C2(b)", words)


# Unusual


def _untested(ruling: Ruling, context: Context) -> Iterator[Finding]:
    assigned = any(isinstance(award, Mixture) for award in ruling.awards)
    if assigned and isinstance(context.result, Mixture) and innocent_sides(ruling, context.regulation.edition) is None:
        words = "Nothing says which side is non-offending, so it was not tested whether there is damage."
        yield _unusual("12B1", words)


def _poll(ruling: Ruling, context: Context) -> Iterator[Finding]:
    yield from poll_findings([Poll.of(votes) for votes in ruling.poll if sum(votes.values())], context.regulation)


def _numerous(ruling: Ruling, context: Context) -> Iterator[Finding]:
    most = context.regulation.most_outcomes
    for mixture in _awarded(ruling):
        if len(mixture.parts) > most:
            words = f"{len(mixture.parts)} outcomes have weight; beyond {most} an artificial score may be considered."
            yield _unusual("12C1(d)", words)


def _benefit(ruling: Ruling, context: Context) -> Iterator[Finding]:
    """Weights further from the poll than the benefit of the doubt allows, in either direction."""
    sides = innocent_sides(ruling, context.regulation.edition)
    if not ruling.poll or sides is None:
        return
    try:
        polled = _polled(ruling, context.vulnerable)
    except Faults:
        return  # not a poll about outcomes
    for side in Side:
        award = ruling.awards[side]
        if not isinstance(award, Mixture) or (not sides[side] and sides[side.other]):
            continue  # the offending side's award in a split is not tested
        given: dict[int, Fraction] = {}
        for weight, outcome in award.parts:
            points = law77.points(outcome, context.vulnerable)
            given[points] = given.get(points, Fraction(0)) + weight
        if not set(given) & set(polled):
            continue  # a poll about something else
        leans = side if sides[side] else side.other
        best_first = sorted({*polled, *given}, key=lambda points, sign=leans.sign: -sign * points)  # type: ignore[misc]
        weights = [given.get(points, Fraction(0)) for points in best_first]
        shares = [polled.get(points, Fraction(0)) for points in best_first]
        outside = law84.outside(weights, shares, context.regulation)
        if outside is not None:
            yield _outside(weights, shares, *outside, leans, context.regulation)


def _outside(
    weights: Sequence[Fraction],
    shares: Sequence[Fraction],
    count: int,
    above: bool,
    leans: Side,
    regulation: Regulation,
) -> Finding:
    had, share = sum(weights[:count], Fraction(0)), sum(shares[:count], Fraction(0))
    best = "The best result has" if count == 1 else f"The best {count} results have"
    bound = law84.limit(share, regulation) if above else law84.least(share, regulation)
    allowed = f"allow at most {exact.percentage(bound)}" if above else f"ask for at least {exact.percentage(bound)}"
    words = f"{best} {exact.percentage(had)} for {leans.words}; the poll's {exact.percentage(share)} {allowed}."
    return _unusual("84D", words)


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
    awards = [award for award in ruling.awards if isinstance(award, Artificial)]
    grades = [award.grade for award in awards]
    if len(awards) == 2 and not (ruling.by_86b2 and ruling.innocent):
        shares = [_share(award, context.regulation) for award in awards]
        if None not in shares and sum(filter(None, shares)) > 1 and not ruling.outside_agency:
            names = " and ".join(str(award) for award in ruling.awards)
            yield _unusual("12C2(a)", f"{names} add up to more than 100%; that is for an outside agency at fault.")
    obtained = isinstance(context.result, Mixture) or ruling.obtainable
    excused = _cites(ruling, context, "12C1(d)") or _result_does_not_count(ruling, context)
    if awards and obtained and not excused:
        words = "A result was obtained or can be foreseen; an artificial score is for boards where none can be."
        yield _unusual("12C2(a)", words)
    if Grade.PLUS in grades and (not ruling.scheduled or context.sit_out):
        yield _unusual("12C2(a)", "Average plus is for a board the contestant was scheduled to play.")
    for award in awards:
        yield from _beyond_the_grades(award, context.regulation)
    if isinstance(context.result, Mixture) and any(isinstance(award, NotScored) for award in ruling.awards):
        yield _unusual("12C2(a)", "A board with a result is not scored.")


def _beyond_the_grades(award: Artificial, regulation: Regulation) -> Iterator[Finding]:
    """A fixed percentage that average minus and average plus do not reach."""
    if award.unit is not Unit.PERCENT or isinstance(award.grade, Grade):
        return
    if award.grade * 100 > regulation.average_plus_percent:
        yield _unusual("12C2(a)", f"{award} is more than average plus.")
    if award.grade * 100 < regulation.average_minus_percent:
        yield _unusual("12C2(a)", f"{award} is less than average minus; give A− and a penalty (Law 90).")


def _share(award: Artificial, regulation: Regulation) -> Fraction | None:
    if isinstance(award.grade, Grade):
        return law12.share(award, regulation).value
    return award.grade if award.unit is Unit.PERCENT else None


def _limit(ruling: Ruling, context: Context) -> Iterator[Finding]:
    for side in Side:
        if context.beyond_limit[side]:
            instead = context.regulation.after_limit.replace("-", " ")
            words = (
                f"{side.words} already have {context.regulation.average_plus_limit} averages plus in this session;"
                f" this one counts as {instead}."
            )
            yield _unusual("12C2(d)", words)


def _split(ruling: Ruling, context: Context) -> Iterator[Finding]:
    if not _is_split(ruling, context) or _has_ground(ruling, context):
        return
    own = clause("12C1(e)", context.regulation.edition)
    words = f"Two different results need a ground: {own}, a director's error (82C), or two sides that are alike."
    yield _unusual("12C1", words)


def _has_ground(ruling: Ruling, context: Context) -> bool:
    """Whether anything in the Laws lets the two sides have different results."""
    sides, regulation = ruling.non_offending, context.regulation
    alike = sides is not None and sides.ns == sides.ew
    schools = regulation.edition != 2017 and regulation.weighting in ("likely-probable", "skewed")
    cited = _cites(ruling, context, "12C1(e)", "82C", "79B3", "86B")
    return bool(ruling.self_inflicted) or alike or schools or cited


def _is_split(ruling: Ruling, context: Context) -> bool:
    """Whether the sides have two different results; a side that is not named keeps the table result."""
    if ruling.self_inflicted or ruling.stands:
        return False
    ns, ew = (context.result if award is None else award for award in ruling.awards)
    if not all(isinstance(award, Mixture | None) for award in (ns, ew)):
        return False  # an artificial or unscored side makes no split
    return _scores(ns, context.vulnerable) != _scores(ew, context.vulnerable)


def _scores(award: Award | None, vulnerable: Vulnerable) -> dict[int, Fraction]:
    """The scores of an award with their weights, however they are written."""
    found: dict[int, Fraction] = {}
    for weight, outcome in award.parts if isinstance(award, Mixture) else ():
        points = law77.points(outcome, vulnerable)
        found[points] = found.get(points, Fraction(0)) + weight
    return found


_OF_A_CLAIM = (_weights, _possible, _claim)
_FORBIDDING = (_weights, _weighting, _possible, _disallowed, _damage, _varied)
"""The checks that can forbid a ruling; the others find it unusual at most."""
_CHECKS = (*_FORBIDDING, _untested, _poll, _numerous, _benefit, _artificial, _limit, _split)
