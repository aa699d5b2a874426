"""The better of an artificial score and a result (86B2, a fielded psyche), decided in its event.

The choice is made once for each contestant and board, on the field in which every such row shows its result. Average
plus follows the boards of the window that are neither artificial nor such a choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from amends.awards import Artificial, Award, BetterOf, Mixture
from amends.bridge import BySide
from amends.event import Row


def is_choice(award: Award) -> bool:
    """Whether an award is the better of an artificial score and a result, in either order."""
    return isinstance(award, BetterOf) and isinstance(award.one, Mixture) != isinstance(award.other, Mixture)


def parts(award: BetterOf) -> tuple[Artificial, Mixture]:
    """The artificial score and the result of a choice."""
    one, other = (award.one, award.other) if isinstance(award.one, Artificial) else (award.other, award.one)
    assert isinstance(one, Artificial)
    assert isinstance(other, Mixture)
    return one, other


def has_choices(rows: Iterable[Row]) -> bool:
    """Whether anything is to be decided."""
    return any(is_choice(award) for row in rows for award in row.awards)


def with_results(rows: Sequence[Row]) -> list[Row]:
    """The rows with every choice at its result, as if it stood."""
    return [replace(row, awards=row.awards.map(_result)) if has_choices([row]) else row for row in rows]


def _result(award: Award) -> Award:
    return parts(award)[1] if isinstance(award, BetterOf) and is_choice(award) else award


def decided(row: Row, taken: BySide[list[Artificial | None]]) -> Row:
    """The row once its choices are made; `taken` has what each contestant of a side takes, None for the result.

    Where the two players of an individual choose otherwise the row shows its result.
    """
    awards: list[Award] = []
    for award, each in zip(row.awards, taken, strict=True):
        if not isinstance(award, BetterOf) or not is_choice(award):
            awards.append(award)
        elif each and None not in each:
            awards.append(each[0])  # type: ignore[arg-type]  # no None
        else:
            awards.append(parts(award)[1])
    return replace(row, awards=BySide(awards[0], awards[1]))
