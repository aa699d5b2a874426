"""The index of the Laws: every clause, what it is about in our words, and where the program deals with it.

`CLAUSES` has the clauses that amends calculates, forbids by or cites, by their numbers of 2017. `index` has all
clauses of an edition by the numbers of that edition.

>>> print(CLAUSES['12C1(c)'].role, CLAUSES['12C1(c)'].function)
calculates amends.laws.law12.weighted
>>> print(index(1997)['12C3'].function)
amends.laws.law12.weighted
>>> print(index(2017)['39A'].role, '-', index(2017)['39A'].words)
lists - calls after the last pass
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from amends.laws.clauses import law_words, listed, spell
from amends.laws.editions import clause as clause_in


class ClauseRole(StrEnum):
    """What amends does with a clause."""

    CALCULATES = "calculates"  # a figure follows from it
    FORBIDS = "forbids"  # a finding about a ruling rests on it: forbidden, or unusual without a reason
    CITES = "cites"  # the director applies it; a ruling may name it
    LISTS = "lists"  # a ruling may name it; amends does nothing with it


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: its number, a line on what it is about, and the dotted name of its function ("" for none)."""

    number: str
    words: str
    role: ClauseRole
    function: str = ""


CALCULATES, FORBIDS, CITES, LISTS = ClauseRole

_CHECK = "amends.rulings.checks.of_ruling.check"
_C1E = "amends.laws.law12"
_C2 = "amends.laws.law12"

_ALL = (
    Clause("12A1", "an adjustment where the Laws give a non-offending side nothing for a violation", CITES),
    Clause("12A2", "an artificial score where nothing lets the board be played normally any more", CITES),
    Clause("12A3", "the director may adjust where a rectification was applied wrongly", CITES),
    Clause(
        "12B1",
        "an adjustment repairs damage and takes away a gain; no damage where the table result was as good",
        FORBIDS,
        _CHECK,
    ),
    Clause("12B2", "that a prescribed rectification seems harsh or kind is no ground for an adjustment", CITES),
    Clause("12C1", "assigned adjusted scores: what they are and when", FORBIDS, _CHECK),
    Clause(
        "12C1(a)",
        "where the director can, a result is assigned and takes the place of the one at the table",
        CALCULATES,
        "amends.event.rows.rows_in_force",
    ),
    Clause("12C1(b)", "the aim is the probable result without the infraction", CITES),
    Clause(
        "12C1(c)",
        "several possible results may be weighted; only those with a legal route count",
        CALCULATES,
        "amends.laws.law12.weighted",
    ),
    Clause("12C1(d)", "with too many or unclear possibilities an artificial score will do", FORBIDS, _CHECK),
    Clause(
        "12C1(e)",
        "no redress for the part of the damage that a side did to itself",
        CALCULATES,
        f"{_C1E}.redress",
    ),
    Clause(
        "12C1(e)(i)",
        "the offenders have the score without their infraction all the same",
        CALCULATES,
        f"{_C1E}.redress",
    ),
    Clause(
        "12C1(e)(ii)",
        "the other side has redress only for the part of the damage that it did not do to itself",
        CALCULATES,
        f"{_C1E}.redress",
    ),
    Clause("12C2", "artificial adjusted scores", CALCULATES, f"{_C2}.session_award"),
    Clause(
        "12C2(a)",
        "where no result can be had: average minus, average or average plus by responsibility",
        CALCULATES,
        f"{_C2}.by_responsibility",
    ),
    Clause("12C2(b)", "at IMPs average plus and average minus are three IMPs", CALCULATES, f"{_C2}.imps"),
    Clause(
        "12C2(c)",
        "average plus rises, and average minus falls, to the contestant's score on the other boards",
        CALCULATES,
        f"{_C2}.session_award",
    ),
    Clause(
        "12C2(d)",
        "the authority may limit averages plus where a contestant has several boards without a result",
        CALCULATES,
        "amends.scoring.session_score.limited",
    ),
    Clause(
        "12C3",
        "individuals: both players of a side have the adjusted score, a penalty only the one to blame",
        CALCULATES,
        "amends.scoring.event.score",
    ),
    Clause(
        "12C4",
        "knockouts: two scores that do not balance are averaged",
        CALCULATES,
        "amends.laws.law12.knockout_average",
    ),
    Clause("15", "a board played by contestants who were not to play it, or at that time", CITES),
    Clause("16B", "unauthorised information from partner", CITES),
    Clause("16B1", "calls and plays that such information could suggest", CITES),
    Clause("16B1(a)", "a suggested action is not allowed where another is a logical alternative", CITES),
    Clause("16B1(b)", "which actions are logical alternatives", CALCULATES,
           "amends.laws.law16.is_logical_alternative"),
    Clause("16C", "information from withdrawn calls and plays", CITES),
    Clause("16D", "information from other sources, such as another table", CITES),
    Clause("20F5", "how a mistaken explanation of partner's is corrected", CITES),
    Clause("21B", "calls after misinformation from an opponent", CITES),
    Clause("64C", "equity where the rectification of a revoke does not make up for it", CITES),
    Clause("70", "contested claims: the director decides on one result", FORBIDS, _CHECK),
    Clause("77", "the score of a contract", CALCULATES, "amends.laws.law77.points"),
    Clause("78A", "matchpoints: two for each inferior score, one for each equal one", CALCULATES,
           "amends.laws.law78.matchpoints"),
    Clause("78B", "the IMP scale", CALCULATES, "amends.laws.law78.imps"),
    Clause("78C", "total points", CALCULATES, "amends.scoring.board.score_board"),
    Clause("78D", "other methods, and victory points, by the conditions of contest", CALCULATES,
           "amends.scoring.victory_points.victory_points"),
    Clause("79B3", "tricks disputed late: one side's score may fall without the other's rising", CITES),
    Clause("79C", "errors in the score", CITES, "amends.journal.entries.ResultCorrected"),
    Clause("79C1", "an error in the score may be put right until the correction period ends", CALCULATES,
           "amends.laws.law79.correction_ends"),
    Clause("79C2", "later only an error beyond reasonable doubt, if the organiser agrees", CITES,
           "amends.journal.entries.ResultCorrected"),
    Clause("81C", "what the director does, and may do", CITES),
    Clause("82C", "after a director's error both sides are treated as non-offending", FORBIDS, _CHECK),
    Clause("84D", "what is doubtful goes to the side that did nothing wrong", CALCULATES,
           "amends.laws.law84.limit"),
    Clause("86", "team play: substitute boards, late plays, boards that cannot be compared", CITES),
    Clause("86B", "teams: boards with a result at one table, and boards that cannot be compared", CITES),
    Clause("86B1", "teams: a good result at the other table calls for an assigned score", CITES),
    Clause("86B2", "teams: several results that cannot be compared, by responsibility", CALCULATES,
           "amends.laws.law86.complement"),
    Clause("86B3", "teams: the authority may vary that where one table alone has played", FORBIDS, _CHECK),
    Clause("87", "fouled boards: those who played the same deal are compared", CALCULATES,
           "amends.laws.law87.percentage"),
    Clause("88", "pairs: what a contestant has for a board it could not play through no fault of its own", CITES),
    Clause("90", "procedural penalties", CALCULATES, "amends.laws.law90.penalty"),
    Clause("91", "disciplinary penalties", CALCULATES, "amends.laws.law90.penalty"),
    Clause("92B", "until when a ruling, or the review of one, may be asked for", CALCULATES,
           "amends.laws.law92.review_ends"),
    Clause("92D", "an appeal needs the consent of partner, or of the captain", CITES),
    Clause("93", "how an appeal is dealt with", CITES),
)  # fmt: skip

CLAUSES = {clause.number: clause for clause in _ALL}
"""The clauses by their numbers, in the order of the Laws."""


@cache
def index(edition: int) -> dict[str, Clause]:
    """All clauses of an edition, by the numbers of that edition, in the order of the Laws.

    A clause that amends only lists has the words of its law.
    """
    known: dict[str, Clause] = {}
    for entry in CLAUSES.values():
        number = clause_in(entry.number, edition)
        known.setdefault(number, replace(entry, number=number))
    return {
        number: known.get(number) or Clause(number, law_words()[parts[0]], LISTS)
        for parts in listed(edition)
        for number in [spell(parts)]
    }
