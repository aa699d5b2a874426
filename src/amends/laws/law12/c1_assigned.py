"""12C1(a) to (c): assigned adjusted scores, weighted where several results were possible."""

from __future__ import annotations

from collections.abc import Iterable

from amends import exact, explain
from amends.explain import Explained


def weighted(words: str, parts: Iterable[tuple[Explained, Explained]]) -> Explained:
    """12C1(c): each result scored first, then weighted, then added up.

    >>> from fractions import Fraction
    >>> ten, nine = explain.given(10, '+620 against +140'), explain.given(-6, '-100 against +140')
    >>> two_thirds, third = explain.given(Fraction(2, 3), 'weight'), explain.given(Fraction(1, 3), 'weight')
    >>> str(weighted('the board', [(two_thirds, ten), (third, nine)]).value)
    '14/3'
    """
    lines = [
        explain.product(f"{exact.percentage(weight.value)} of it", weight, score, clause="12C1(c)")
        for weight, score in parts
    ]
    return explain.total(words, *lines, clause="12C1(c)")
