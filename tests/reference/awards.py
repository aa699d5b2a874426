"""Law 77 and the award grammar of CONFORMANCE.md."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from .figures import number, plain

SIDES = ("ns", "ew")


@dataclass(frozen=True)
class Part:
    """One component of a score: its weight, the N-S points, and the result if one was named."""

    weight: Fraction
    points: int
    result: str | None = None


@dataclass(frozen=True)
class Scores:
    """A table score: a distribution over real N-S scores, one point mass for a plain result."""

    parts: tuple[Part, ...]

    def weights(self) -> dict[int, Fraction]:
        """Return the weight on each score; two routes to one score count together."""
        total: dict[int, Fraction] = {}
        for part in self.parts:
            total[part.points] = total.get(part.points, Fraction(0)) + part.weight
        return total

    def seen_by(self, side: str) -> list[tuple[Fraction, int]]:
        """Return (weight, points) with the points in that side's own view."""
        sign = 1 if side == "ns" else -1
        return [(weight, sign * points) for points, weight in self.weights().items()]


@dataclass(frozen=True)
class Artificial:
    """An artificial score: "A+", "A", "A-", or a fixed "%" or "IMP" with its value."""

    name: str
    value: Fraction = Fraction(0)


@dataclass(frozen=True)
class NotPlayed:
    """Not played, not scored."""


@dataclass(frozen=True)
class BetterOf:
    """Section 8: the better of an artificial score and a result, or of two results."""

    first: Scores | Artificial
    second: Scores | Artificial

    def results(self) -> list[Scores]:
        """Return the one or two results."""
        return [each for each in (self.first, self.second) if isinstance(each, Scores)]

    def artificial(self) -> Artificial | None:
        """Return the artificial score, if it is not a matter of two results."""
        return next((each for each in (self.first, self.second) if isinstance(each, Artificial)), None)


Award: TypeAlias = Scores | Artificial | NotPlayed | BetterOf


def result_of(award: Award | None) -> Scores | None:
    """Return the real score that an award shows: of a better-of award its (first) result."""
    if isinstance(award, BetterOf):
        return award.results()[0]
    return award if isinstance(award, Scores) else None


def same(one: Award, other: Award) -> bool:
    """Tell whether two awards are the same, however their scores were written."""
    if isinstance(one, Scores) and isinstance(other, Scores):
        return one.weights() == other.weights()
    return one == other


def is_weighted(award: Award) -> bool:
    """Tell whether an award has two or more different scores."""
    return isinstance(award, Scores) and len(award.weights()) > 1


def made_score(level: int, suit: str, doubling: int, tricks: int, vulnerable: bool) -> int:
    """Score a contract that was made, in declarer's view; doubling is 1, 2 or 4."""
    trick = 20 if suit in "CD" else 30
    trick_score = (level * trick + (10 if suit == "NT" else 0)) * doubling
    score = trick_score
    if trick_score >= 100:
        score += 500 if vulnerable else 300
    else:
        score += 50
    if level == 6:
        score += 750 if vulnerable else 500
    if level == 7:
        score += 1500 if vulnerable else 1000
    score += {1: 0, 2: 50, 4: 100}[doubling]
    overtrick = trick
    if doubling == 2:
        overtrick = 200 if vulnerable else 100
    if doubling == 4:
        overtrick = 400 if vulnerable else 200
    return score + overtrick * (tricks - level - 6)


def down_score(under: int, doubling: int, vulnerable: bool) -> int:
    """Score a contract that went down, in declarer's view (negative)."""
    if doubling == 1:
        return -under * (100 if vulnerable else 50)
    total = 0
    for trick in range(1, under + 1):
        if vulnerable:
            total += 200 if trick == 1 else 300
        else:
            total += 100 if trick == 1 else 200 if trick <= 3 else 300
    return -total * doubling // 2


_CONTRACT = re.compile(r"([1-7])(NT|[CDHSN])(XX|X|)([NESW])(=|[+-]\d+|\d+)")


def contract(text: str, vulnerable: str) -> tuple[int, str]:
    """Score "4Hx N -1" and the like: the N-S points and the result in its usual form."""
    tidy = "".join(plain(text).upper().split()).replace("×", "X").replace("\ufe0f", "")
    for symbol, letter in zip("♣♦♥♠", "CDHS", strict=True):
        tidy = tidy.replace(symbol, letter)
    match = _CONTRACT.fullmatch(tidy)
    if not match:
        raise ValueError(f"not an outcome: {text!r}")
    level, suit, cross, declarer, result = match.groups()
    suit = "NT" if suit == "N" else suit
    target = int(level) + 6
    tricks = target if result == "=" else int(result) + (target if result[0] in "+-" else 0)
    if not 0 <= tricks <= 13:
        raise ValueError(f"impossible number of tricks: {text!r}")
    side = "ns" if declarer in "NS" else "ew"
    is_vulnerable = vulnerable in (side, "all")
    doubling = {"": 1, "X": 2, "XX": 4}[cross]
    if tricks >= target:
        points = made_score(int(level), suit, doubling, tricks, is_vulnerable)
    else:
        points = down_score(target - tricks, doubling, is_vulnerable)
    usual = "=" if tricks == target else f"{tricks - target:+d}"
    return (points if side == "ns" else -points), f"{level}{suit}{cross.lower()} {declarer} {usual}"


def outcome(text: str, vulnerable: str) -> tuple[int, str | None]:
    """Read one outcome: points, "pass", or a contract with declarer and result."""
    tidy = plain(text)
    if re.fullmatch(r"[+-]\d+|0", tidy):
        return int(tidy), None
    if tidy.lower() == "pass":
        return 0, "pass"
    return contract(tidy, vulnerable)


_PART = re.compile(r"(?:(\d+(?:\.\d+)?(?:/\d+)?\s*%|\d+/\d+|\d*\.\d+)(?=[\s+-]|(?<=%))\s*)?(\S.*)")


def scores(text: str, vulnerable: str) -> Scores:
    """Read a real score, weighted or not."""
    pieces = text.split(";")
    parts: list[Part] = []
    for piece in pieces:
        match = _PART.fullmatch(plain(piece))
        if not match:
            raise ValueError(f"not an award: {text!r}")
        if match[1] is None and len(pieces) > 1:
            raise ValueError(f"every part of a weighted award needs a weight: {text!r}")
        weight = Fraction(1) if match[1] is None else number(match[1])
        if weight <= 0:
            raise ValueError(f"a weight must be positive: {text!r}")
        points, result = outcome(match[2], vulnerable)
        parts.append(Part(weight, points, result))
    if sum(part.weight for part in parts) != 1:
        raise ValueError(f"the weights must add up to exactly 1: {text!r}")
    return Scores(tuple(parts))


def award(text: object, vulnerable: str) -> Award:
    """Read an award of any kind."""
    if not isinstance(text, str):
        raise ValueError(f"an award is a string: {text!r}")
    tidy = plain(text)
    better = re.fullmatch(r"better\s+of\s([^|]+)\|([^|]+)", tidy, re.IGNORECASE)
    if better:
        first, second = award(better[1], vulnerable), award(better[2], vulnerable)
        if isinstance(first, Artificial) and isinstance(second, Scores):
            return BetterOf(first, second)
        if isinstance(first, Scores) and isinstance(second, Scores | Artificial):
            return BetterOf(first, second)
        raise ValueError(f"the better of a result and of something else: {text!r}")
    if tidy.upper() in ("A+", "A", "A-"):
        return Artificial(tidy.upper())
    if tidy.lower() == "np":
        return NotPlayed()
    if re.fullmatch(r"[\d./]+\s*%", tidy):
        return Artificial("%", number(tidy))
    imps = re.fullmatch(r"([+-]?[\d./]+)\s*IMPS?", tidy, re.IGNORECASE)
    if imps:
        return Artificial("IMP", number(imps[1]))
    return scores(tidy, vulnerable)


def real(text: object, vulnerable: str) -> Scores:
    """Read an award that must be a real score (the results that 12C1(e) compares)."""
    read = award(text, vulnerable)
    if not isinstance(read, Scores):
        raise ValueError(f"a real score is needed: {text!r}")
    return read


def vulnerability(given: object) -> str:
    """Read none, ns, ew or all, in either case."""
    text = str(given).strip().lower()
    if text not in ("none", "ns", "ew", "all"):
        raise ValueError(f"not a vulnerability: {given!r}")
    return text
