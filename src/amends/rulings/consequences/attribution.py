"""What moved whom between two moments: each contestant's moves with the entry that caused each of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from amends.rulings.consequences.moves import Move, listed, move_of, moves
from amends.scoring.standings import Standings

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Attributed(Generic[K]):
    """A contestant that moved: from the start to the end, and step by step with the key of each step that moved it."""

    contestant: str
    whole: Move
    steps: tuple[tuple[K, Move], ...]

    @property
    def moved_back(self) -> bool:
        """Whether it stands at the end as it stood at the start."""
        came_or_went = self.whole.came != self.whole.went
        return not (came_or_went or self.whole.rank_changed or self.whole.score_changed)


def attributed(steps: Iterable[tuple[K, Standings]]) -> tuple[Attributed[K], ...]:
    """Who moved between the first standings and the last, or on the way, in the order of the last ranking.

    `steps` are the standings after each entry with the entry's key; the first are the start, to which no move is put
    down. Who is not in the last ranking stands at the end. No more than two of the standings are held at a time.
    """
    walk = iter(steps)
    first = next(walk, None)
    if first is None:
        return ()
    found: dict[str, list[tuple[K, Move]]] = {}
    before = first[1]
    for key, after in walk:
        for move in moves(before, after):
            found.setdefault(move.contestant, []).append((key, move))
        before = after
    start, end = listed(first[1]), listed(before)
    order = (*(name for name in end if name in found), *(name for name in found if name not in end))
    return tuple(Attributed(name, move_of(name, start.get(name), end.get(name)), tuple(found[name])) for name in order)
