"""Law 86B: boards at teams that cannot be compared, or for which more than one adjusted score is needed."""

from __future__ import annotations

from amends import explain
from amends.awards import Artificial
from amends.explain import Explained
from amends.laws.law12.c2_artificial import Responsibility, by_responsibility, imps
from amends.regulations import Regulation

_PLUS = Artificial(by_responsibility(Responsibility.NONE))


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
        return explain.negative("the complement of the opponents' figure", _better(seen, regulation), "86B2")
    return imps(Artificial(by_responsibility(own)), regulation)


def _better(assigned: Explained | None, regulation: Regulation) -> Explained:
    plus = imps(_PLUS, regulation)
    if assigned is None:
        return plus
    return explain.greatest("the better of average plus and the assigned score", plus, assigned, clause="86B2")
