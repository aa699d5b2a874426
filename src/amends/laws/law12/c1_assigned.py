"""12C1(a) to (c): assigned adjusted scores, weighted where several results were possible."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from amends import exact, explain
from amends.explain import Explained


def weighted(words: str, parts: Iterable[tuple[Fraction, str, Explained]]) -> Explained:
    """12C1(c): each result scored first, then weighted, then added up. A part is weight, result and its figure.

    >>> made, down = explain.given(10, 'IMPs'), explain.given(-6, 'IMPs')
    >>> str(weighted('the board', [(Fraction(2, 3), '+620', made), (Fraction(1, 3), '-100', down)]).value)
    '14/3'
    """
    lines = [
        explain.product(
            f"{exact.percentage(weight)} of {result}",
            explain.given(weight, f"weight of {result}"),
            figure,
            clause="12C1(c)",
        )
        for weight, result, figure in parts
    ]
    return explain.total(words, *lines, clause="12C1(c)")
