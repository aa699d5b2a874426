"""Law 86B: boards at teams that cannot be compared, or for which more than one adjusted score is needed."""

from __future__ import annotations

from fractions import Fraction

from amends import explain
from amends.awards import Artificial
from amends.explain import Explained
from amends.laws.law12 import Responsibility, by_responsibility, imps
from amends.regulations import Regulation

_PLUS = Artificial(by_responsibility(Responsibility.NONE))


COMPLEMENT = "the complement of the opponents' figure"
"""What explanations call the score of the side at fault."""


def non_comparable(
    own: Responsibility, theirs: Responsibility, assigned: Explained | None, regulation: Regulation
) -> Explained:
    """86B2, one team's IMPs; `assigned` is an assigned score in its own view, if one could be given.

    With one side at fault the others get the better of average plus and the assigned score, and the side at fault
    the complement of that figure; otherwise each has an artificial score by its responsibility.
    """
    if own is Responsibility.NONE and theirs is not Responsibility.NONE:
        return _better(assigned, regulation)
    if own is not Responsibility.NONE and theirs is Responsibility.NONE:
        seen = None if assigned is None else explain.negative("assigned score, seen by the opponents", assigned)
        return complement(_better(seen, regulation))
    return imps(Artificial(by_responsibility(own)), regulation)


def complement(figure: Explained, top: Fraction = Fraction(0)) -> Explained:
    """86B2: the score of the side at fault; `top` is what two balanced scores add up to, 0 at IMPs.

    >>> str(complement(explain.given(5, 'the other side')).value)
    '-5'
    """
    words = COMPLEMENT
    if top:
        return explain.difference(words, explain.given(top, "the board"), figure, "86B2")
    return explain.negative(words, figure, "86B2")


def _better(assigned: Explained | None, regulation: Regulation) -> Explained:
    plus = imps(_PLUS, regulation)
    if assigned is None:
        return plus
    return explain.greatest("the better of average plus and the assigned score", plus, assigned, clause="86B2")
