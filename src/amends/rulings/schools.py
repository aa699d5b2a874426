"""The schools of weighting: what a poll proposes for a side by the regulation's `weighting`.

*sympathetic* leans to the non-offending side as far as 84D allows; *true* awards the shares of the poll;
*likely-probable* awards one result to each side; *skewed* treats the non-offending side as *sympathetic* does and the
offending side as *likely-probable* does.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from amends.laws import law84
from amends.regulations import Regulation

LIKELY = Fraction(1, 3)
"""The share of the votes from which a result is proposed as likely: one in three. Tradition, unverified."""

AT_ALL_PROBABLE = Fraction(1, 6)
"""The share of the votes from which a result is proposed as at all probable: one in six. Tradition, unverified."""


def is_judged(innocent: bool, regulation: Regulation) -> bool:
    """Whether the school awards a side one result, by what was likely or at all probable, instead of weights."""
    return regulation.weighting == "likely-probable" or (regulation.weighting == "skewed" and not innocent)


def judgement(innocent: bool) -> str:
    """What is proposed for a side by what was likely or at all probable, and who decides it."""
    quality, superlative, threshold = (
        ("likely", "best", LIKELY) if innocent else ("at all probable", "worst", AT_ALL_PROBABLE)
    )
    return (
        f"the {superlative} result that was {quality}, taken as one with {threshold} of the votes or more (unverified);"
        f" what was {quality} is the director's judgement"
    )


def school_weights(
    shares: Sequence[Fraction], scores: Sequence[int], innocent: bool, regulation: Regulation
) -> list[Fraction] | None:
    """The exact weights for a side by the regulation's school; None where no result was likely or at all probable.

    The outcomes stand in the order in which the weights lean, `scores` being theirs; `innocent` says whether the side
    is non-offending. Outcomes with the same score keep the proportion of their shares.

    >>> from amends.regulations import default
    >>> half = [Fraction(1, 2), Fraction(1, 2)]
    >>> [str(weight) for weight in school_weights(half, [420, -50], True, default()) or ()]
    ['3/5', '2/5']
    >>> old = default().having(weighting='likely-probable')
    >>> votes = [Fraction(1, 5), Fraction(2, 5), Fraction(2, 5)]
    >>> [[str(weight) for weight in school_weights(votes, [920, 420, -50], side, old) or ()] for side in (True, False)]
    [['0', '1', '0'], ['1', '0', '0']]
    """
    if regulation.weighting == "true":
        return list(shares)
    polled: dict[int, Fraction] = {}
    for score, share in zip(scores, shares, strict=True):
        polled[score] = polled.get(score, Fraction(0)) + share
    if is_judged(innocent, regulation):
        threshold = LIKELY if innocent else AT_ALL_PROBABLE
        best = next((score for score, share in polled.items() if share >= threshold), None)
        if best is None:
            return None
        places = [place for place, score in enumerate(scores) if score == best]
        awarded = max(places, key=lambda place: shares[place])
        return [Fraction(place == awarded) for place in range(len(scores))]
    given = dict(zip(polled, law84.most_favourable(list(polled.values()), regulation), strict=True))
    return [
        given[score] * share / polled[score] if share else Fraction(0)
        for score, share in zip(scores, shares, strict=True)
    ]
