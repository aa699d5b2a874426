"""What a line says that happened: contract, declarer, tricks and score together, or an artificial score."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from amends import exact
from amends.awards import Artificial, Award, Grade, Mixture
from amends.awards.award import Unit
from amends.bridge import BySide, Contract, Denomination, Doubling, Outcome, PassedOut, Points, Result, Seat, Vulnerable
from amends.exact import plain_minus
from amends.faults import refuse
from amends.formats.common.building import NO_AWARDS, NOT_PLAYED, Notes
from amends.laws import law77

_PASSES = ("PASS", "PASSED", "PASSOUT", "PASSEDOUT", "ALLPASS", "AP", "P", "PO")
_NOT_PLAYED = ("NP", "N/P", "NOTPLAYED", "NOPLAY")
_GRADES = {60: Grade.PLUS, 50: Grade.AVERAGE, 40: Grade.MINUS}


class Told(NamedTuple):
    """What a line tells: the result, what was awarded in its place, and what the reader noticed (kind and words)."""

    result: Award
    awards: BySide[Award | None] = NO_AWARDS
    notes: Notes = ()


class Called(NamedTuple):
    """The texts of a line. `contract` is None where the file has none; "" where it gives others and not this one."""

    contract: str | None
    declarer: str
    tricks: str
    score: str


@lru_cache(maxsize=65536)
def told(
    contract: str | None,
    declarer: str,
    tricks: str,
    score: str,
    vulnerable: Vulnerable,
    unit: str,
    points: bool = False,
) -> Told:
    """What happened; `unit` is what the event counts in: matchpoints, imps or points.

    `points` says whether both sides were given some: then a line that is marked as not played and has a score was
    compared with the others, and is a result.

    >>> str(told('4Sx', 'E', '9', '100', Vulnerable.NONE, 'matchpoints').result)
    '4Sx E -1'
    >>> told(None, '', '', 'A6040', Vulnerable.NONE, 'matchpoints').awards.map(str)
    BySide(ns='A+', ew='A-')
    """
    called = Called(contract, declarer, tricks, score)
    contract, score = _tidy(contract or ""), _tidy(plain_minus(score))
    awards = artificial(score)
    if awards is not None:
        return _awarded(awards, called, unit)
    if score[:1] in ("A", "*"):
        return Told(_alone(called), notes=(("waiting", f"the adjusted score {called.score!r} is not known"),))
    # A North-South score, also as a decimal.
    figure = int(re.split(r"[.,]", score)[0]) if _FIGURE.fullmatch(score) else None
    if contract in _NOT_PLAYED or score in _NOT_PLAYED:
        if figure is None or not (figure or points):
            return Told(NOT_PLAYED)
        said = f"not played, and a score of {figure}{' with points' if points else ''}; the score is kept"
        return Told(_of(figure), notes=(("scored" if points else "contract", said),))
    if figure is None:
        return _without_score(called, contract, score)
    if not contract and not figure and called.contract is not None:
        # Other lines have contracts, a pass is written as such, and this line has none: it has no result.
        words = "a score of 0 without a contract: not played, or an award is missing"
        return Told(NOT_PLAYED, notes=(("waiting", words),))
    return _both(called, contract, figure, vulnerable) if contract else Told(_of(figure))


def _tidy(text: str) -> str:
    return "".join(text.split()).upper()


def _awarded(awards: BySide[Award], called: Called, unit: str) -> Told:
    """An artificial score; other percentages than 40, 50 and 60 have no meaning but at matchpoints."""
    graded = all(isinstance(award, Artificial) and isinstance(award.grade, Grade) for award in awards)
    result = _alone(called)
    if unit == "matchpoints" or (graded and unit == "imps"):
        return Told(result, BySide(awards.ns, awards.ew))
    return Told(result, notes=(("waiting", f"{called.score} has no meaning in {unit}: an award is missing"),))


def _without_score(called: Called, contract: str, score: str) -> Told:
    """A line whose score is missing or cannot be read."""
    outcome = _outcome(contract, called.declarer, called.tricks)
    if outcome is not None:
        notes = (("unreadable", f"the score {called.score!r}; the contract is kept"),) if score else ()
        return Told(Mixture.of(outcome), notes=notes)
    if score:
        raise refuse(
            f"the score {called.score!r}", "a North-South score such as -420, or an artificial one such as A6040"
        )
    if contract:
        return Told(NOT_PLAYED, notes=(("unreadable", f"{_said(called)} without a score: not scored"),))
    return Told(NOT_PLAYED)


def _both(called: Called, contract: str, figure: int, vulnerable: Vulnerable) -> Told:
    """A contract and a score: the contract if it gives the score, with the tricks or without them, else the score."""
    outcome = _outcome(contract, called.declarer, called.tricks)
    likely = _by_score(called, contract, figure, vulnerable)
    if outcome is None and not called.tricks:
        outcome = likely
    if outcome is None:
        if _contract(contract) is not None and not called.tricks:
            return Told(_of(figure), notes=(("contract", f"{_said(called)} gives no {figure:+d}; the score is kept"),))
        return Told(
            _of(figure), notes=(("unreadable", f"the contract {_said(called)}; the score {figure:+d} is kept"),)
        )
    worth = law77.points(outcome, vulnerable)
    if worth == figure:
        return Told(Mixture.of(outcome))
    words = f"{outcome} with {vulnerable.words} is {worth:+d}, the file says {figure:+d}"
    if likely is not None and called.tricks.strip().removesuffix(".0").strip("0") == "":
        # The contract and the score fit each other: some programs write 0 where they do not know the tricks.
        words = f"the tricks {called.tricks!r}: {words}, which is {likely}; the score is kept"
        return Told(Mixture.of(likely), notes=(("unreadable", words),))
    return Told(_of(figure), notes=(("contract", f"{words}; the score is kept"),))


def _alone(called: Called) -> Award:
    """What happened before a score was awarded, where the line has its contract still."""
    outcome = _outcome(_tidy(called.contract or ""), called.declarer, called.tricks)
    return Mixture.of(outcome) if outcome is not None else NOT_PLAYED


def _said(called: Called) -> str:
    return repr(" ".join(text for text in (called.contract, called.declarer, called.tricks) if text))


def _of(figure: int) -> Mixture:
    return Mixture.of(Points(figure))


# The parts

_FIGURE = re.compile(r"[+-]?\d{1,6}(?:[.,]0{1,6})?", re.ASCII)
_CONTRACT = re.compile(r"([1-7])(NT|N|SA|[CDHS♣♧♦♢♥♡♠♤])(XX|X|\*\*|\*|××|×|D|R|)")
_TRICKS = re.compile(r"(\d{1,2})(?:\.0)?|(=|[+-]\d{1,2})", re.ASCII)
_SUITS = dict(zip("CDHS♣♧♦♢♥♡♠♤", "CDHSCCDDHHSS", strict=True)) | dict.fromkeys(("NT", "N", "SA"), "NT")
_DOUBLES = (
    {"": Doubling.UNDOUBLED}
    | dict.fromkeys("X*×D", Doubling.DOUBLED)
    | dict.fromkeys(("XX", "**", "××", "R"), Doubling.REDOUBLED)
)
_SEATS = {seat.value: seat for seat in Seat} | {seat.name: seat for seat in Seat}


def _contract(text: str) -> Contract | None:
    found = _CONTRACT.fullmatch(text)
    return Contract(int(found[1]), Denomination(_SUITS[found[2]]), _DOUBLES[found[3]]) if found else None


def _outcome(contract: str, declarer: str, tricks: str) -> Outcome | None:
    """The result that a line gives in full; None where something is missing or cannot be read."""
    if contract in _PASSES:
        return PassedOut()
    bid, seat = _contract(contract), _SEATS.get(declarer.upper())
    found = _TRICKS.fullmatch("".join(plain_minus(tricks).split()))
    if bid is None or seat is None or found is None:
        return None
    over = found[2]
    taken = int(found[1]) if over is None else bid.level + 6 + (0 if over == "=" else int(over))
    return Result(bid, seat, taken) if 0 <= taken <= 13 else None


def _by_score(called: Called, contract: str, figure: int, vulnerable: Vulnerable) -> Outcome | None:
    """The one result of the contract that gives the score, whatever the line says of the tricks."""
    bid, seat = _contract(contract), _SEATS.get(called.declarer.upper())
    if bid is None or seat is None:
        return None
    made = (Result(bid, seat, tricks) for tricks in range(14))
    return next((result for result in made if law77.points(result, vulnerable) == figure), None)


# Artificial scores

_PERCENTAGES = re.compile(
    r"A(\d\d)(\d\d)|A(\d{3})(\d{3})|A?(\d{1,3}(?:\.\d{1,4})?)%?[-/](\d{1,3}(?:\.\d{1,4})?)%?", re.ASCII
)
_WORDS = re.compile(r"A(?:VE?|VG)?([+=-]?)/?A(?:VE?|VG)?([+=-]?)")
_WORD_GRADES = {"+": Grade.PLUS, "-": Grade.MINUS}


@lru_cache(maxsize=1024)
def artificial(score: str) -> BySide[Award] | None:
    """The awards of an artificial score: N-S and E-W, in percent or in words; None where it is none.

    >>> [' '.join(map(str, artificial(text))) for text in ('A6040', 'A5535', 'AVE+/AVE-', '60%-60%')]
    ['A+ A-', '55% 35%', 'A+ A-', 'A+ A+']
    """
    found = _PERCENTAGES.fullmatch(score)
    if found:
        shares = [exact.number(text) for text in found.groups() if text]
        return BySide(*map(_award, shares)) if max(shares) <= 100 else None
    if score in ("A", "AV", "AVE", "AVG", "A="):
        return BySide.both(Artificial(Grade.AVERAGE))
    words = _WORDS.fullmatch(score)
    if words:
        return BySide(*(Artificial(_WORD_GRADES.get(sign, Grade.AVERAGE)) for sign in words.groups()))
    return None


def _award(percent: Fraction) -> Award:
    """40, 50 and 60 follow the session score, as the Law has them; any other percentage is what it is."""
    grade = _GRADES.get(int(percent)) if percent.denominator == 1 else None
    return Artificial(grade) if grade else Artificial(percent / 100, Unit.PERCENT)
