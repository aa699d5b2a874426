"""A board's rows as columns: plain results as integers, the few others apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from amends.awards import Artificial, Award, BetterOf, Complement, Mixture, NotScored, Published, Redress
from amends.bridge import BySide, Vulnerable
from amends.event import Board, Row
from amends.laws import law77


@dataclass(frozen=True, slots=True)
class Spread:
    """A mixture in points: how many parts of `1/unit` each score has, best for N-S first."""

    parts: tuple[tuple[int, int], ...]
    unit: int

    @property
    def weighted(self) -> bool:
        """Whether more than one score has weight."""
        return len(self.parts) > 1

    def mirrored(self) -> Spread:
        """The same as East-West see it."""
        return Spread(tuple((-points, share) for points, share in reversed(self.parts)), self.unit)


@lru_cache(maxsize=16384)
def spread(mixture: Mixture, vulnerable: Vulnerable) -> Spread:
    """The mixture's North-South scores with their weights, equal scores put together; refuses wrong weights."""
    return spread_of(mixture, vulnerable)


def spread_of(mixture: Mixture, vulnerable: Vulnerable) -> Spread:
    """The same, not remembered: for those who remember awards themselves."""
    ratios = [weight.as_integer_ratio() for weight, _ in mixture.parts]
    unit = lcm(*(under for _, under in ratios))
    shares: dict[int, int] = {}
    for (over, under), (_, outcome) in zip(ratios, mixture.parts, strict=True):
        score = law77.points(outcome, vulnerable)
        shares[score] = shares.get(score, 0) + over * (unit // under)
    if sum(shares.values()) != unit or min(ratios, default=(0, 1))[0] <= 0:
        mixture.checked()
    common = gcd(unit, *shares.values())
    ordered = sorted(shares.items(), reverse=True)
    return Spread(tuple((score, share // common) for score, share in ordered), unit // common)


def added_up(spreads: Iterable[Spread], most: int) -> Spread | None:
    """The sums of the scores of several tables, every score with every other, weights multiplied.

    None where a step has more than `most` of them.
    """
    shares, unit = {0: 1}, 1
    for each in spreads:
        if len(shares) * len(each.parts) > most:
            return None
        sums: dict[int, int] = {}
        for so_far, share in shares.items():
            for points, part in each.parts:
                sums[so_far + points] = sums.get(so_far + points, 0) + share * part
        shares, unit = sums, unit * each.unit
    common = gcd(unit, *shares.values())
    ordered = sorted(shares.items(), reverse=True)
    return Spread(tuple((points, share // common) for points, share in ordered), unit // common)


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each score occurs in one side's own view, in parts of `1/unit`."""

    frequencies: Mapping[int, int]
    unit: int
    weight: int

    @property
    def actual(self) -> Fraction:
        """A: the number of results that can be compared."""
        return Fraction(self.weight, self.unit)

    def frequency(self, points: int) -> Fraction:
        """How often a score occurs."""
        return Fraction(self.frequencies.get(points, 0), self.unit)


def tally(plain: Mapping[int, int], spreads: Iterable[tuple[Spread, int]]) -> Tally:
    """Frequencies of plain scores, each counted whole, and of spreads, each divided by its second part (1, or 2)."""
    kept = list(spreads)
    if not kept:
        return Tally(plain, 1, sum(plain.values()))
    unit = lcm(1, *(spread.unit * divisor for spread, divisor in kept))
    frequencies = dict(plain) if unit == 1 else {points: times * unit for points, times in plain.items()}
    for one, divisor in kept:
        factor = unit // (one.unit * divisor)
        for points, share in one.parts:
            frequencies[points] = frequencies.get(points, 0) + share * factor
    return Tally(frequencies, unit, sum(frequencies.values()))


Shown = Spread | None
"""What a row shows to the field in one direction, in N-S points."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The rows of one board in their order: `points` of each plain row that is the same for both sides, else None."""

    points: list[int | None]
    apart: dict[int, Row]
    groups: list[str] | None = None

    def group(self, index: int) -> str:
        """Which deal the row was played on."""
        return self.groups[index] if self.groups else ""

    def names(self) -> list[str]:
        """The groups of the board, in the order of their first row."""
        return list(dict.fromkeys(self.groups)) if self.groups else [""]

    def plain(self) -> dict[str, Counter[int]]:
        """How often each plain score occurs in each group, in the N-S view."""
        by_group: dict[str, list[int | None]] = {"": self.points} if not self.groups else defaultdict(list)
        for score, name in zip(self.points, self.groups or (), strict=bool(self.groups)):
            by_group[name].append(score)
        counted = {name: Counter(points) for name, points in by_group.items()}
        for each in counted.values():
            each.pop(None, None)
        return counted  # type: ignore[return-value]  # None is gone


def lines(board: Board, *, ruled_apart: bool) -> Lines:
    """The board's rows as columns; with `ruled_apart`, ruled rows stand apart also where they are plain."""
    points: list[int | None] = []
    apart: dict[int, Row] = {}
    known: dict[tuple[int, Vulnerable], int | None] = {}  # by identity: equal results are one object nearly always
    for index, row in enumerate(board.rows):
        awards = row.awards
        award = awards.ns
        score = None
        if award is awards.ew or award == awards.ew:
            vulnerable = row.table.vulnerable or board.vulnerable
            mark = id(award), vulnerable
            if mark in known:
                score = known[mark]
            else:
                score = known[mark] = _plain(award, vulnerable)
            if score is not None and ruled_apart and row.ruled:
                score = None
        if score is None:
            apart[index] = row
        points.append(score)
    return Lines(points, apart, _groups(board))


def _groups(board: Board) -> list[str] | None:
    """The group of each row, where more than one deal has a result; None for a board that is not fouled."""
    groups = [row.table.group for row in board.rows]
    if len(set(groups)) < 2:
        return None
    real = {
        row.table.group
        for index, row in enumerate(board.rows)
        if any(shown(award, board.conditions(index)) for award in row.awards)
    }
    return groups if len(real) > 1 else None


def _plain(award: Award, vulnerable: Vulnerable) -> int | None:
    """The score of an award that is one result; None for any other award."""
    if not isinstance(award, Mixture):
        return None
    if award.plain is not None:
        return law77.points(award.plain, vulnerable)
    parts = spread(award, vulnerable).parts
    return parts[0][0] if len(parts) == 1 else None


def same_award(one: Award, other: Award, vulnerable: Vulnerable) -> bool:
    """Whether two awards are the same scores with the same weights, however they were written."""
    if isinstance(one, Mixture) and isinstance(other, Mixture):
        return one == other or spread(one, vulnerable) == spread(other, vulnerable)
    return one == other


def stands_apart(awards: BySide[Award], vulnerable: Vulnerable) -> bool:
    """Whether a row is weighted or split: what a manual method takes out of the field."""
    if not same_award(awards.ns, awards.ew, vulnerable):
        return True
    award = awards.ns
    return isinstance(award, Mixture) and spread(award, vulnerable).weighted


def shown(award: Award, vulnerable: Vulnerable) -> Shown:
    """What an award shows to the field before 12C1(e) and "better of" are judged: the normal result, the result."""
    match award:
        case Mixture():
            return spread(award, vulnerable)
        case Redress(normal=normal):
            return spread(normal, vulnerable)
        case BetterOf(one=one, other=other):
            mixtures = [part for part in (one, other) if isinstance(part, Mixture)]
            return spread(mixtures[0], vulnerable) if mixtures else None
        case Published(shows=shows):
            return spread(shows, vulnerable) if shows else None
        case Artificial() | NotScored() | Complement():
            return None
