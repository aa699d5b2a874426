"""Results and awards in words: in a line, as lines of a traveller, in the Maastricht form; always N-S scores."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from amends import exact
from amends.awards import Artificial, Award, BetterOf, Mixture, NotScored, Redress
from amends.awards.award import in_words
from amends.bridge import BySide, Outcome, PassedOut, Points, Side, Vulnerable
from amends.bridge.outcome import Denomination, parse_outcome
from amends.event import Ruling, TableResult
from amends.event.case import OwnDamage
from amends.event.rows import awards_in_force
from amends.faults import Faults
from amends.journal.history import GivenRuling
from amends.laws import law77
from amends.laws.editions import clause, self_inflicted_words
from amends.rulings.checks.of_ruling import innocent_sides
from amends.rulings.polls.poll import Poll, steps

_BID = re.compile("([1-7])([SHDC])(x{0,2}(?: [NESW])?)")

NON_OFFENDING = "Non-offending side"
CLAIMED = "After the claim"
Rows = list[tuple[str, str]]
"""Words beside their labels."""


def ruling_award(ruling: Ruling, edition: int) -> str:
    """What a ruling awards, in a line; with the clause in the numbering of the event's edition.

    >>> from amends.awards import parse_award
    >>> from amends.bridge import BySide
    >>> ruling_award(Ruling('1', 15, awards=BySide.both(parse_award('60% 4H N =; 40% 4H N -1'))), 2017)
    '60% 4♥ N =; 40% 4♥ N −1'
    """
    if (damage := ruling.self_inflicted) is not None:
        normal, expected = award_words(damage.normal), award_words(damage.expected)
        return f"{clause('12C1(e)', edition)} for {damage.side.words}: normal {normal}, expected {expected}"
    if ruling.stands:
        return "a claim, the result is put right" if ruling.claim and ruling.result else "the table result stands"
    if ruling.by_86b2 and (ruling.assigned or ruling.table.room) and (side := ruling.innocent) is not None:
        best = "A+"
        if (assigned := ruling.assigned) is not None:
            view = "" if isinstance(assigned, Mixture) else " in the view of N-S"
            best = f"the better of A+ and {award_words(assigned)}{view}"
        return f"{clause('86B2', edition)}: {side.words} {best}, {side.other.words} the complement"
    ns, ew = ("table result" if award is None else award_words(award) for award in ruling.awards)
    return ns if ns == ew else f"N-S {ns}, E-W {ew}"


def given_award(given: GivenRuling, edition: int) -> str:
    """What a ruling awards, in a line; of a claim the result that it came to."""
    if given.claimed is not None:
        return f"claim: {award_words(given.claimed)}"
    return ruling_award(given.ruling, edition)


def entered_result(given: GivenRuling, table: TableResult) -> Award:
    """The result of a table as it was before a ruling: of a claim the one that was entered first."""
    return given.ruling.result if given.claimed is not None and given.ruling.result is not None else table.result


def award_words(award: Award) -> str:
    """An award in a line, as players write it."""
    if isinstance(award, BetterOf):
        return f"the better of {award_words(award.one)} and {award_words(award.other)}"
    if isinstance(award, Artificial):
        return str(award).replace("-", "−")
    if not isinstance(award, Mixture):
        return in_words(award)
    if award.plain is not None:
        return award.plain.symbols
    return "; ".join(f"{exact.percentage(weight)} {outcome.symbols}" for weight, outcome in award.parts)


def result_line(award: Award, vulnerable: Vulnerable) -> str:
    """A result with its N-S score, in running words.

    >>> from amends.awards import parse_award
    >>> result_line(parse_award('4H N -1'), Vulnerable.NONE)
    '4♥ N −1, NS −50'
    """
    if not isinstance(award, Mixture) or award.plain is None or isinstance(award.plain, PassedOut):
        return award_words(award)
    points = exact.signed(law77.points(award.plain, vulnerable))
    return f"NS {points}" if isinstance(award.plain, Points) else f"{award.plain.symbols}, NS {points}"


def result_words(award: Award, vulnerable: Vulnerable) -> str:
    """A result with its N-S score, which stands below those of other lines."""
    if not isinstance(award, Mixture) or award.plain is None:
        return award_words(award)
    points = exact.signed(law77.points(award.plain, vulnerable))
    return f"NS {points}" if isinstance(award.plain, Points) else f"{award.plain.symbols:<13} NS {points}"


# Lines of a traveller


def result_cells(award: Award, vulnerable: Vulnerable, edition: int) -> Rows:
    """An award as lines of result and N-S score; a weighted one in the Maastricht form."""
    if isinstance(award, Redress):
        happened = f"{clause('12C1(e)', edition)}, happened"
        named = ((happened, award.actual), ("normal", award.normal), ("expected", award.expected))
        return [(f"{name}: {award_words(mixture)}", "") for name, mixture in named]
    if not isinstance(award, Mixture):
        if isinstance(award, NotScored):
            return [("not scored" if award.expected else "sit-out", "")]
        return [(award_words(award), "")]
    if award.plain is not None:
        return [(award.plain.symbols, exact.signed(law77.points(award.plain, vulnerable)))]
    lines: Rows = []
    for points, weight, outcome in best_first(award, vulnerable):
        plus = "plus " if lines else ""
        result = "" if isinstance(outcome, Points) else f" ({outcome.symbols})"
        lines.append((f"{plus}{exact.percentage(weight)} of {exact.signed(points)}{result}", ""))
    return lines


def award_lines(awards: BySide[Award], vulnerable: Vulnerable, edition: int) -> Rows:
    """Both sides' awards, once where they are the same."""
    if awards.ns == awards.ew:
        return result_cells(awards.ns, vulnerable, edition)
    lines: Rows = []
    for side in Side:
        (result, score), *others = result_cells(awards[side], vulnerable, edition)
        lines += [(f"{side.words}: {result}", score), *others]
    return lines


# The Maastricht protocol: a weighted score in N-S scores, best for N-S first, one line per weight


def maastricht(mixture: Mixture, vulnerable: Vulnerable) -> list[str]:
    """The lines of a weighted score.

    >>> from amends.awards import parse_award
    >>> maastricht(parse_award('1/3 -100; 2/3 4H N ='), Vulnerable.NS)
    ['2/3 of +620 (4H N =)', 'plus 1/3 of -100']
    """
    lines: list[str] = []
    for points, weight, outcome in best_first(mixture.checked(), vulnerable):
        result = "" if isinstance(outcome, Points) else f" ({outcome})"
        lines.append(f"{'plus ' if lines else ''}{exact.percentage(weight)} of {Points(points)}{result}")
    return lines


def best_first(mixture: Mixture, vulnerable: Vulnerable) -> list[tuple[int, Fraction, Outcome]]:
    """The N-S score, the weight and the outcome of each part, best for N-S first."""
    scored = ((law77.points(outcome, vulnerable), weight, outcome) for weight, outcome in mixture.parts)
    return sorted(scored, key=lambda part: -part[0])


def non_offending_words(ruling: Ruling, edition: int) -> str:
    """Who is treated as non-offending, for every slip."""
    sides = innocent_sides(ruling, edition)
    if sides is None:
        return "not said"
    named = [side.words for side in Side if sides[side]]
    return " and ".join(named) if named else "neither side"


def adjusted_rows(
    ruling: Ruling, result: TableResult, vulnerable: Vulnerable, edition: int, claimed: Award | None = None
) -> Rows:
    """The ruling in the Maastricht form, both sides; of a claim the result that it came to."""
    if claimed is not None:
        return [(CLAIMED, result_words(claimed, vulnerable))]
    if ruling.stands:
        return [("Ruling", "The table result stands.")]
    if (damage := ruling.self_inflicted) is not None:
        return [
            ("Self-inflicted", f"{clause('12C1(e)', edition)}: {self_inflicted_words(edition)} by {damage.side.words}"),
            *_award("Without infraction", damage.normal, vulnerable),
            *_award("Expected after it", damage.expected, vulnerable),
        ]
    awards = awards_in_force(ruling, result)
    if awards.ns == awards.ew:
        return _award("Adjusted score", awards.ns, vulnerable)
    if ruling.non_offending is None or ruling.non_offending.ns == ruling.non_offending.ew:
        return [line for side in Side for line in _award(f"Adjusted, {side.words}", awards[side], vulnerable)]
    lines = []
    for side in sorted(Side, key=lambda side: not (ruling.non_offending and ruling.non_offending[side])):
        lines.append((NON_OFFENDING if ruling.non_offending[side] else "Offending side", side.words))
        lines += _award("Adjusted score", awards[side], vulnerable)
    return lines


def _award(label: str, award: Award, vulnerable: Vulnerable) -> Rows:
    """An award, a weight to a line, best for N-S first."""
    if not isinstance(award, Mixture) or award.plain is not None:
        return [(label, result_words(award, vulnerable))]
    lines = []
    for place, (points, weight, outcome) in enumerate(best_first(award, vulnerable)):
        result = "" if isinstance(outcome, Points) else f"   ({outcome.symbols})"
        plus = "  " if place == 0 else "+ "
        lines.append(
            (label if place == 0 else "", f"{plus}{exact.percentage(weight)} of  NS {exact.signed(points)}{result}")
        )
    return lines


# Polls


def poll_words(votes: Mapping[str, int]) -> str:
    """A poll in a line: how many were asked, and what they chose."""
    poll = Poll.of(votes)
    shares = ", ".join(f"{action_words(action)}: {count}" for action, count in poll.votes)
    return f"{poll.asked} asked; {shares}"


def action_words(action: str) -> str:
    """An action of a poll as players write it, where it is a result, a call or a contract.

    >>> action_words('4H N -1'), action_words('4S'), action_words('4Sx E'), action_words('pass'), action_words('a lead')
    ('4♥ N −1', '4♠', '4♠x E', 'pass', 'a lead')
    >>> action_words('pass > 4H N =')
    'pass, then 4♥ N ='
    """
    if len(each := steps(action)) > 1:
        return ", then ".join(map(action_words, each))
    try:
        outcome = parse_outcome(action)
        return action if isinstance(outcome, PassedOut) else outcome.symbols  # here a pass is a call
    except Faults:
        bid = _BID.fullmatch(action)
        return f"{bid[1]}{Denomination(bid[2]).symbol}{bid[3]}" if bid else action.replace("-", "−")


_RESULT = re.compile(r"\b([1-7])([SHDC]|NT)(x{0,2}) ([NESW]) (=|[+-]\d{1,2})(?!\w)")


def with_symbols(words: str) -> str:
    """A text in which results stand in letters, as players write them.

    >>> with_symbols("board 3, 60% 4Hx N -1; 40% 3NT S =")
    'board 3, 60% 4♥x N −1; 40% 3NT S ='
    """

    def result(found: re.Match[str]) -> str:
        level, suit, doubled, declarer, tricks = found.groups()
        return f"{level}{Denomination(suit).symbol}{doubled} {declarer} {tricks.replace('-', '−')}"

    return _RESULT.sub(result, words)


def own_damage_words(own: OwnDamage, edition: int) -> str:
    """The three facts of 12C1(e), each with its answer, in the words of an edition.

    >>> own_damage_words(OwnDamage(Side.NS, True, True, False), 2007)
    'N-S, after the irregularity: yes; unrelated to it: yes; serious error, or wild or gambling action: no'
    """
    facts = (
        ("after the irregularity", own.afterwards),
        ("unrelated to it", own.unrelated),
        (self_inflicted_words(edition), own.serious),
    )
    return f"{own.side.words}, " + "; ".join(f"{words}: {'yes' if fact else 'no'}" for words, fact in facts)
