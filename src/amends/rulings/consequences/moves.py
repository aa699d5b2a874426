"""Moves: who has another score or another place in a second standings than in a first, and the podium of both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from amends.scoring.standings import Standing, Standings

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
    start, end = first[1].listed, before.listed
    order = (*(name for name in end if name in found), *(name for name in found if name not in end))
    return tuple(Attributed(name, move_of(name, start.get(name), end.get(name)), tuple(found[name])) for name in order)


@dataclass(frozen=True, slots=True)
class Move:
    """A contestant in two standings: who came has no `before`, who went no `after`.

    `list` is the list it stands in now (who went: stood in), `earlier_list` the one it stood in where that was another.
    """

    contestant: str
    list: str
    before: Standing | None
    after: Standing | None
    earlier_list: str | None = None

    @property
    def change(self) -> Fraction | None:
        """What the percentage changed by; where there is none, the total."""
        if self.before is None or self.after is None:
            return None
        if self.before.percent is not None and self.after.percent is not None:
            return self.after.percent - self.before.percent
        if self.before.total is None or self.after.total is None:
            return None
        return self.after.total - self.before.total

    @property
    def climbed(self) -> int:
        """By how many places it stands better now; nothing where it had, or has, no place in this list."""
        if self.before is None or self.after is None or self.earlier_list is not None:
            return 0
        before, after = rank(self.before), rank(self.after)
        return 0 if before is None or after is None else before - after

    @property
    def rank_changed(self) -> bool:
        """Whether its place is another, or is shared where it was not, or is in another list."""
        places = [standing.place if standing else "" for standing in (self.before, self.after)]
        return places[0] != places[1] or self.earlier_list is not None

    @property
    def score_changed(self) -> bool:
        """Whether its total or its percentage is another."""
        scores = [(each.total, each.percent) if each else (None, None) for each in (self.before, self.after)]
        return scores[0] != scores[1]

    @property
    def came(self) -> bool:
        """Whether it was not there before."""
        return self.before is None

    @property
    def went(self) -> bool:
        """Whether it is not there any more."""
        return self.after is None


def rank(standing: Standing) -> int | None:
    """The number of a place, 3 for "3="; None for who has no place.

    >>> rank(Standing("7", "3=", Fraction(52), None, 4))
    3
    """
    return int(standing.place.removesuffix("=")) if standing.place else None


def moves(before: Standings, after: Standings) -> tuple[Move, ...]:
    """Everybody whose total, percentage, place or list differs, in the order of the new ranking; who went, last."""
    old, new = before.listed, after.listed
    everybody = (*new, *(contestant for contestant in old if contestant not in new))
    moved = []
    for contestant in everybody:
        one, other = old.get(contestant), new.get(contestant)
        if one is None or other is None or one[0] != other[0] or _figures(one[1]) != _figures(other[1]):
            moved.append(move_of(contestant, one, other))
    return tuple(moved)


def _figures(standing: Standing) -> tuple[str, Fraction | None, Fraction | None]:
    return standing.place, standing.total, standing.percent


def move_of(contestant: str, before: tuple[str, Standing] | None, after: tuple[str, Standing] | None) -> Move:
    """A contestant's move from one entry of `listed` to another, even where nothing differs."""
    name = (after or before or ("", None))[0]
    earlier = before[0] if before and before[0] != name else None
    return Move(contestant, name, before[1] if before else None, after[1] if after else None, earlier)


@dataclass(frozen=True, slots=True)
class Podium:
    """The first of a list before and after; who shares the last of these places is on it too."""

    list: str
    before: tuple[Standing, ...]
    after: tuple[Standing, ...]

    @property
    def changed(self) -> bool:
        """Whether others stand there, or the same on other places."""
        before, after = ([(entry.place, entry.contestant) for entry in side] for side in (self.before, self.after))
        return before != after


def podium(before: Standings, after: Standings, size: int = 3) -> tuple[Podium, ...]:
    """The podium of each list in two standings."""
    names = dict.fromkeys((*after.lists, *before.lists))
    return tuple(Podium(name, _first(before, name, size), _first(after, name, size)) for name in names)


def _first(standings: Standings, name: str, size: int) -> tuple[Standing, ...]:
    found = []
    for entry in standings.lists.get(name, ()):
        place = rank(entry)
        if place is None or place > size:
            break  # the best stand first, and who has no place last
        found.append(entry)
    return tuple(found)
