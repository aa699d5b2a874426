"""A line of results: the scores of the two sides, as numbers or as words, beside the contract and the tricks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from amends.awards import Artificial, Award, Grade, Mixture, NotScored, Unit
from amends.bridge import BySide, Outcome, PassedOut, Points, Result, Seat, Vulnerable
from amends.bridge.outcome import Contract, Denomination, Doubling
from amends.exact import plain_minus
from amends.formats.common.building import NO_AWARDS, NOT_PLAYED, SIT_OUT
from amends.laws.law77 import points

_AVERAGES = ("A", "AV", "AVE", "AVG", "AVERAGE")
_SIGNS = {
    **dict.fromkeys(("+", "PLUS"), Grade.PLUS),
    **dict.fromkeys(("", "=", "EVEN"), Grade.AVERAGE),
    **dict.fromkeys(("-", "MINUS"), Grade.MINUS),
}
_WORDS: dict[str, Award] = {
    **{f"{word}{sign}": Artificial(grade) for word in _AVERAGES for sign, grade in _SIGNS.items()},
    **{f"{share}%": Artificial(grade) for share, grade in ((60, Grade.PLUS), (50, Grade.AVERAGE), (40, Grade.MINUS))},
    **dict.fromkeys(("NP", "N/P", "NOTPLAYED", "NOPLAY", "NOTYETPLAYED", "LATE", "LATEPLAY", "LP"), NOT_PLAYED),
    **dict.fromkeys(("BYE", "SITOUT", "SIT-OUT", "SIT", "PHANTOM"), SIT_OUT),
}
_PASSES = ("PASS", "PASSED", "PASSEDOUT", "PASSOUT", "PASS-OUT", "AP", "ALLPASS", "P")
_BOTH = re.compile(rf"({'|'.join(_AVERAGES)})([+=-]?)/(?:\1([+=-]?)|([+=-]))")
_SCORE = re.compile(r"[+-]?\d{1,6}(?:\.0{1,6})?", re.ASCII)
_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)%", re.ASCII)

_Score: TypeAlias = int | Award | None
"""What a cell says: North-South points, an award, or nothing."""


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a line as they stand in the file."""

    ns_score: str = ""
    ew_score: str = ""
    contract: str = ""
    declarer: str = ""
    result: str = ""
    tricks: str = ""

    @property
    def passed(self) -> bool:
        """Whether a cell says that all passed."""
        return any(_tidy(text) in _PASSES for text in (self.contract, self.ns_score, self.ew_score))

    @property
    def words(self) -> str:
        """The contract with all that stands beside it."""
        return repr(" ".join(text for text in (self.contract, self.declarer, self.result, self.tricks) if text)[:60])


@dataclass(slots=True)
class ScoredLine:
    """What a line comes to."""

    result: Award = NOT_PLAYED
    awards: BySide[Award | None] = NO_AWARDS
    remark: str = ""
    notes: list[tuple[str, str]] = field(default_factory=list)


def read_line(cells: Cells, vulnerable: Vulnerable) -> ScoredLine:
    """The result of a line, and what is awarded in its place.

    >>> found = read_line(Cells('150', '-150', '2 NT', 'N', '+1', '9'), Vulnerable.NONE)
    >>> str(found.result), str(read_line(Cells('AVE+', 'AVE-'), Vulnerable.NONE).awards.ns)
    ('2NT N +1', 'A+')
    """
    line = ScoredLine()
    ns, ew = _sides(cells, line)
    late = (text for text in (cells.ns_score, cells.ew_score, cells.contract) if _tidy(text).startswith("LATE"))
    line.remark = next(late, "")
    scores = [each for each in (ns, ew) if each is not None]
    if not scores:
        line.result = _without_score(cells, line.notes)
    elif all(isinstance(each, NotScored) for each in scores):
        line.result = NOT_PLAYED if NOT_PLAYED in scores else SIT_OUT
    elif isinstance(scores[0], int) and all(each == scores[0] for each in scores):
        line.result = Mixture.of(_with_score(scores[0], cells, vulnerable, line.notes))
    else:
        _awarded(ns, ew, cells, vulnerable, line)
    return line


def _tidy(text: str) -> str:
    return plain_minus("".join(text.split())).upper()


# The scores


def _sides(cells: Cells, line: ScoredLine) -> tuple[_Score, _Score]:
    """What the two scores say; a word in the place of the contract says it for both where there are no scores."""
    texts = (cells.ns_score, cells.ew_score)
    if not any(texts) and _is_word(cells.contract):
        texts = (cells.contract, cells.contract)
    both = _BOTH.fullmatch(_tidy(texts[0])) if texts[1] in (texts[0], "") else None
    if both:  # "AVG+/-": the one for North-South, the other for East-West
        return _WORDS[both[1] + both[2]], _WORDS[both[1] + (both[3] or both[4] or "")]
    return _score(texts[0], 1, line), _score(texts[1], -1, line)


def _is_word(text: str) -> bool:
    return _tidy(text) in _WORDS or _BOTH.fullmatch(_tidy(text)) is not None


def _score(text: str, sign: int, line: ScoredLine) -> _Score:
    tidy = _tidy(text).removesuffix(".")
    word = tidy.replace(".", "")
    if word in ("", "-"):
        return None
    if word in _PASSES:
        return 0
    if word in _WORDS:
        return _WORDS[word]
    if _SCORE.fullmatch(tidy):
        return sign * int(tidy.partition(".")[0])
    share = _SHARE.fullmatch(tidy)
    if share and Fraction(share[1]) <= 100:
        return Artificial(Fraction(share[1]) / 100, Unit.PERCENT)
    line.notes.append(("unreadable", f"the score {text[:60]!r} is left out"))
    return None


def _awarded(ns: _Score, ew: _Score, cells: Cells, vulnerable: Vulnerable, line: ScoredLine) -> None:
    """Words, or two scores that differ: awards in place of the result, which is what the contract gives, if it does."""
    for score in (ns, ew):
        if isinstance(score, int) and line.result == NOT_PLAYED:
            outcome = _with_score(score, cells, vulnerable, [])
            line.result = Mixture.of(outcome) if not isinstance(outcome, Points) else NOT_PLAYED
    if line.result == NOT_PLAYED:
        line.result = _without_score(cells, [])
    worth = points(line.result.parts[0][1], vulnerable) if isinstance(line.result, Mixture) else None

    def award(score: _Score) -> Award | None:
        if not isinstance(score, int):
            return score
        return None if score == worth else Mixture.of(Points(score))

    line.awards = BySide(award(ns), award(ew))


# The contract


def _with_score(score: int, cells: Cells, vulnerable: Vulnerable, notes: list[tuple[str, str]]) -> Outcome:
    """The contract that gives the score; the score alone, with a note, where none does."""
    if not score and cells.passed:
        return PassedOut()
    if not cells.contract:
        return Points(score)
    read = candidates(cells.contract, cells.declarer, cells.result, cells.tricks)
    if read is None:
        kind, worth = ("contract", "is 0") if cells.passed else ("unreadable", "cannot be read")
        notes.append((kind, f"the contract {cells.words} {worth}; the score {score:+d} is kept"))
        return Points(score)
    for tricks in read.tricks or range(14):
        if points(read.made(tricks), vulnerable) == score:
            if not read.agree:
                notes.append(("contract", f"{cells.words} says two numbers of tricks; {tricks} give {score:+d}"))
            return read.made(tricks)
    notes.append(("contract", f"{cells.words} does not give {score:+d} with {vulnerable.words}; the score is kept"))
    return Points(score)


def _without_score(cells: Cells, notes: list[tuple[str, str]]) -> Award:
    """The result of a contract alone; not played where there is none."""
    if cells.passed:
        return Mixture.of(PassedOut())
    if not cells.contract or _is_word(cells.contract):
        return NOT_PLAYED
    read = candidates(cells.contract, cells.declarer, cells.result, cells.tricks)
    if read is None or len(read.tricks) != 1:
        notes.append(("unreadable", f"{cells.words} gives no result, and there is no score"))
        return NOT_PLAYED
    return Mixture.of(read.made(read.tricks[0]))


_CONTRACT = re.compile(r"([1-7])(NT|[NCDHS♣♦♥♠])(X{0,2}|\*{0,2}|DBL|RDBL)(?:BY)?([NESW]?)")
_SUITS = {"N": "NT", "♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_DOUBLINGS = {
    **dict.fromkeys(("X", "*", "DBL"), Doubling.DOUBLED),
    **dict.fromkeys(("XX", "**", "RDBL"), Doubling.REDOUBLED),
}
_MADE = re.compile(r"(?:MADE|MAKING|MAKES|MAKE|MK)([1-7]?)")
_DOWN = re.compile(r"(?:DOWN|DN)(\d{1,2})")
_OVER = re.compile(r"[+-]\d{1,2}", re.ASCII)
_NUMBER = re.compile(r"\d{1,2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Read:
    """A contract, its declarer, and the tricks that each of the two cells for them may mean, the likeliest first."""

    contract: Contract
    declarer: Seat
    relative: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()

    @property
    def tricks(self) -> tuple[int, ...]:
        """What both cells may mean; where they have nothing in common, what either may mean; none: they do not say."""
        common = tuple(number for number in self.relative if number in self.taken)
        return common or tuple(dict.fromkeys((*self.relative, *self.taken)))

    @property
    def agree(self) -> bool:
        """Whether the two cells can mean the same."""
        return not (self.relative and self.taken) or any(number in self.taken for number in self.relative)

    def made(self, tricks: int) -> Result:
        """The result with that many tricks."""
        return Result(self.contract, self.declarer, tricks)


def candidates(contract: str, declarer: str, result: str, tricks: str) -> Read | None:
    """What a line may mean; None where there is no contract with a declarer.

    >>> candidates('4 Sx', 'N', 'Made 4', '').made(10).symbols
    '4♠x N ='
    """
    contract, declarer, result, tricks = map(_tidy, (contract, declarer, result, tricks))
    bid = _CONTRACT.fullmatch(contract)
    seat = (declarer or bid[4]) if bid else ""
    if bid is None or seat not in ("N", "E", "S", "W"):
        return None
    level, suit, doubling = int(bid[1]), _SUITS.get(bid[2], bid[2]), _DOUBLINGS.get(bid[3], Doubling.UNDOUBLED)
    relative, taken = (
        tuple(number for number in numbers if 0 <= number <= 13)
        for numbers in (_relative(result, level), [int(tricks)] if _NUMBER.fullmatch(tricks) else [])
    )
    return Read(Contract(level, Denomination(suit), doubling), Seat(seat), relative, taken)


def _relative(text: str, level: int) -> list[int]:
    if text in ("=", "0", "+0", "-0"):
        return [level + 6]
    if _OVER.fullmatch(text):
        return [level + 6 + int(text)]
    if made := _MADE.fullmatch(text):
        return [int(made[1] or level) + 6]
    if down := _DOWN.fullmatch(text):
        return [level + 6 - int(down[1])]
    if _NUMBER.fullmatch(text):  # a number alone: tricks above six as players say it, or all tricks
        return [int(text) + 6, int(text)]
    return []
