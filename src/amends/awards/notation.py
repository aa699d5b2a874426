"""The one notation for awards: library, files and command line read it here.

`parse_award` reads an award for one side, `parse_awards` one for both sides, which may also be a pair: "A60/40". What
people write in other ways ("AVE+", "4S-1 by N") is read too; `str` of an award writes what stands here.

award = part { ";" part }      weighted: every part has a weight, the weights add up to exactly 1
      | "A+" | "A" | "A-"      artificial, follows the session score (12C2(c))
      | number "%"             artificial, a fixed percentage
      | sign number " IMP"     artificial, fixed IMPs
      | "np" | "sit-out"       not scored
      | side "actual" award "|" "normal" award "|" "expected" award        12C1(e)
      | "better of" award "|" award
      | "published" number [ "|" award ]
part  = [ weight ] outcome     weight = number "%" | fraction
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from amends import exact
from amends.awards.artificial import is_one_sign_short, read_grade, read_pair
from amends.awards.award import (
    Artificial,
    Award,
    BetterOf,
    Complement,
    Mixture,
    NotScored,
    Published,
    Redress,
    Unit,
)
from amends.bridge import BySide, Outcome, Side
from amends.bridge.outcome import near_outcome, parse_outcome
from amends.bridge.tricks import TrickNotation
from amends.bridge.typed import read_typed
from amends.faults import Fault, Faults, did_you_mean, refuse

MOST_CHARACTERS = 400
"""Longer texts are not guessed at."""

_NEAR_FIGURE = r"\d{1,3}(?:\.\d{1,4})?"
_SHARE = rf"(?:{_NEAR_FIGURE}\s*%|\d{{1,3}}/\d{{1,3}}(?=\s))"
_DECIMAL_COMMA = re.compile(r"(\d),(\d{1,4}\s*%)", re.ASCII)
_BETWEEN = re.compile(
    rf"(?:(?:(?<!\s)\s++)?[,;&]|(?<!\s)\s++(?:and|plus|[+/])(?=\s)|(?<=[^\s;])(?=\s)|(?<==))\s*+(?={_SHARE})",
    re.I | re.ASCII,
)
_SHARE_BEHIND = re.compile(rf"^([^;]*[^\s;])\s+({_SHARE}|\d{{1,3}}/\d{{1,3}})\s*+", re.ASCII)
_NO_SIGN = re.compile(rf"(?:(?<=;)|^)\s*({_NEAR_FIGURE})\s+(?=[1-7]\s*[A-Z♣♧♦♢♥♡♠♤]|[+-]\s?\d|pass)", re.I | re.ASCII)
_PERCENT_SIGN = re.compile(rf"({_NEAR_FIGURE})\s*(?:per ?cent|pct?|%%)?", re.I | re.ASCII)
_GRADE = re.compile(r"A(?:VERAGE|VE|VG|V)?\.?\s*+(\++|-+|=|)\s*+%?", re.I)
_SIGNS = re.compile(r"A(?:VE|VG|V)?\s*+([+=-])\s*+/?\s*+([+=-])", re.I)
_FIGURES = re.compile(
    rf"(A?)\s*+(?:({_NEAR_FIGURE})(?:\s*+%)?(?:\s*+[-:/,]|\s)\s*+({_NEAR_FIGURE})|(?<=A)(\d\d)(\d\d))\s*+%?"
    rf"|A\s*+({_NEAR_FIGURE})\s*+%?",
    re.I | re.ASCII,
)
_SCORES = ("70", "80", "90", "100")
"""Figures that are points rather than percentages."""
_NAMES = {
    **dict.fromkeys(("NOT PLAYED", "N/P", "N.P.", "UNPLAYED"), "np"),
    **dict.fromkeys(("SIT OUT", "SITOUT", "BYE"), "sit-out"),
}


def near_awards(text: str) -> Iterator[str]:
    """Texts to try in place of one that is no award.

    >>> next(near_awards('60% 4H N =, 40% 4H N -1'))
    '60% 4H N =; 40% 4H N -1'
    >>> list(near_awards('A60/30')), list(near_awards('60')), list(near_awards('A++'))
    (['60%/30%'], ['60%'], ['A+', 'A+/A+'])
    """
    if len(text) > MOST_CHARACTERS:
        return
    names = [_NAMES[text.upper()]] if text.upper() in _NAMES else []
    candidates = dict.fromkeys([*names, *_artificial(text), *_weighted(text)])
    yield from (candidate for candidate in candidates if candidate != text)


def _artificial(text: str) -> Iterator[str]:
    if found := _GRADE.fullmatch(text):
        yield f"A{found[1][:1].replace('=', '')}"
    if found := _SIGNS.fullmatch(text):
        ns, ew = (f"A{sign.replace('=', '')}" for sign in found.groups())
        yield f"{ns}/{ew}"
    if (found := _PERCENT_SIGN.fullmatch(text)) and text not in _SCORES:
        yield f"{found[1]}%"
    if found := _FIGURES.fullmatch(text):
        yield from _figures(*found.groups())


def _figures(letter: str | None, *figures: str | None) -> Iterator[str]:
    """Two figures that are divided by another sign, or of which one has no "%"; figures after A that are no grades."""
    shares = [figure for figure in figures if figure]
    if all(len(share) == 1 for share in shares):
        return  # a fraction
    if letter and len(shares) == 2:
        yield f"A{'/'.join(shares)}"
    yield "/".join(f"{share}%" for share in shares)


def _weighted(text: str) -> Iterator[str]:
    """Weights with something else than ";" between them, behind the results, or without "%"."""
    for plain in (text, _DECIMAL_COMMA.sub(r"\1.\2", text)):
        yield _BETWEEN.sub("; ", plain)
        yield _NO_SIGN.sub(r" \1% ", plain)
        yield _NO_SIGN.sub(r" \1% ", re.sub(r"(?:(?<!\s)\s++)?,\s*+", "; ", plain))
        yield "; ".join(_SHARE_BEHIND.sub(r"\2 \1", piece.strip()) for piece in plain.replace(",", ";").split(";"))


T = TypeVar("T")

_EXPECTED = 'an award such as "4H N =", "60% +620; 40% -100", "A+", "60%", "+3 IMP" or "np"'
_GRADES_EXPECTED = '40, 50 or 60 after A, such as "A60" or for both sides "A60/40"'
_AFTER_A = re.compile(r"A\s*\d.*", re.IGNORECASE | re.DOTALL)
_WEIGHTED = re.compile(r"(?P<weight>[+-]?\d+(?:\.\d+)?\s*%|[+-]?\d+/\d+(?=\s))\s*(?P<outcome>.*)", re.DOTALL)
_PERCENT = re.compile(r"\d+(?:\.\d+)?\s*%|\d+/\d+\s*%")
_IMPS = re.compile(r"(?P<figure>[+-]?\s*[^\s;|]+)\s+IMPS?", re.IGNORECASE)
_REDRESS = re.compile(
    r"(?P<side>NS|EW)\s++actual\s++(?P<actual>[^|]*+)\|\s*+normal\s++(?P<normal>[^|]*+)"
    r"\|\s*+expected\s++(?P<expected>[^|]*+)",
    re.IGNORECASE,
)
MOST_TIMES = 100_000
"""The most tables with one score in a field."""

_TIMES = re.compile(r"(?P<outcome>[^*]+)(?:\*(?P<times>\d{1,6}))?")
_WORDS: dict[str, Award] = {"NP": NotScored(True), "SIT-OUT": NotScored(False), "COMPLEMENT": Complement()}


@lru_cache(maxsize=8192)
def parse_award(text: str) -> Award:
    """The award that a text says; weights are taken as they are entered.

    >>> parse_award('A+')
    Artificial(grade=<Grade.PLUS: 'A+'>, unit=None)
    >>> str(parse_award('ns actual 5Hx N -2 | normal 4H N -1 | expected 4S E -2'))
    'NS actual 5Hx N -2 | normal 4H N -1 | expected 4S E -2'
    """
    return _read(text, _one)


@lru_cache(maxsize=8192)
def parse_awards(text: str) -> BySide[Award]:
    """The awards for both sides: one for each where the text is a pair, N-S first; else the same for both.

    >>> [' '.join(map(str, parse_awards(text))) for text in ('A60/40', '60%/40%', 'AVE+', '4H N =')]
    ['A+ A-', '60% 40%', 'A+ A+', '4H N = 4H N =']
    """
    return _read(text, _both)


def _read(text: str, read: Callable[[str], T]) -> T:
    """What the reader makes of a text; the fault of a text that is near to an award asks for that one."""
    if not isinstance(text, str):
        raise refuse(repr(text), _EXPECTED)
    tidy = exact.plain_minus(text).strip()
    if not tidy:
        raise refuse("nothing", _EXPECTED)
    try:
        return read(tidy)
    except Faults:
        expected = _GRADES_EXPECTED if _AFTER_A.fullmatch(tidy) else _EXPECTED
        for candidate in near_awards(tidy):
            hint = _hint(candidate, read)
            if hint is not None:
                raise refuse(repr(tidy), did_you_mean(hint, expected)) from None
        raise


def _hint(candidate: str, read: Callable[[str], object]) -> str | None:
    """A candidate as we write it; None where the reader refuses it."""
    try:
        found = read(candidate)
    except Faults:
        return None
    return "/".join(dict.fromkeys(map(str, found))) if isinstance(found, BySide) else str(found)


def _one(tidy: str) -> Award:
    pair = read_pair(tidy)
    if pair is not None or is_one_sign_short(tidy):
        said = f" (N-S {pair.ns}, E-W {pair.ew})" if pair else ""
        raise refuse(f"{tidy!r}, a pair of awards{said}", 'one award, such as "A+"; a pair is an award for both sides')
    if tidy.upper() in _WORDS:
        return _WORDS[tidy.upper()]
    award = read_grade(tidy) or _fixed(tidy) or _rule(tidy)
    if award is None and _AFTER_A.fullmatch(tidy):
        raise refuse(repr(tidy), _GRADES_EXPECTED)
    return award or parse_mixture(tidy)


def _both(tidy: str) -> BySide[Award]:
    pair = read_pair(tidy)
    if pair is not None:
        return BySide(pair.ns, pair.ew)
    if is_one_sign_short(tidy, of_both=True):
        raise refuse(repr(tidy), _EXPECTED)
    return BySide.both(_one(tidy))


def _fixed(tidy: str) -> Artificial | None:
    if _PERCENT.fullmatch(tidy):
        return Artificial(exact.number(tidy), Unit.PERCENT)
    if found := _IMPS.fullmatch(tidy):
        if found["figure"][0] not in "+-" and found["figure"] != "0":
            raise refuse(repr(tidy), 'IMPs with their sign, such as "+3 IMP"')
        return Artificial(exact.number(found["figure"]), Unit.IMPS)
    return None


def _rule(tidy: str) -> Award | None:
    """The awards that scoring resolves."""
    if found := _REDRESS.fullmatch(tidy):
        actual, normal, expected = (parse_mixture(found[name]) for name in ("actual", "normal", "expected"))
        return Redress(Side.parse(found["side"]), actual, normal, expected)
    word, _, rest = tidy.partition(" ")
    if word.lower() == "published":
        figure, bar, shows = rest.partition("|")
        return Published(exact.number(figure), parse_mixture(shows) if bar else None)
    if tidy.lower().startswith("better of "):
        parts = tidy[len("better of ") :].split("|")
        if len(parts) != 2:
            raise refuse(repr(tidy), '"better of" two results or artificial scores, divided by "|"')
        try:
            kept = [read_grade(part) or _fixed(part.strip()) or parse_mixture(part) for part in parts]
        except Faults as trouble:
            raise trouble.at("better of") from None
        return BetterOf(kept[0], kept[1])
    return None


def parse_mixture(text: str) -> Mixture:
    """One outcome, or several with weights; all faults of the parts at once."""
    parts: list[tuple[Fraction | None, Outcome]] = []
    faults: list[Fault] = []
    pieces = exact.plain_minus(text).split(";")
    for place, piece in enumerate(pieces, 1):
        try:
            parts.append(_part(piece.strip()))
        except Faults as trouble:
            faults += trouble.at(f"part {place}").faults if len(pieces) > 1 else trouble.faults
    if faults:
        raise Faults(faults)
    if len(parts) == 1 and parts[0][0] is None:
        return Mixture.of(parts[0][1])
    weighted = tuple((weight, outcome) for weight, outcome in parts if weight is not None)
    if len(weighted) < len(parts):
        raise refuse(repr(text.strip()), "a weight on every part of a weighted award")
    return Mixture(weighted)


@lru_cache(maxsize=8192)
def _part(piece: str) -> tuple[Fraction | None, Outcome]:
    if not piece:
        raise refuse("nothing", _EXPECTED)
    found = _WEIGHTED.fullmatch(piece)
    if found is None:
        try:
            return None, parse_outcome(piece)
        except Faults as trouble:
            # A lone word is more likely a mistyped award than a mistyped contract.
            is_result = piece[0].isdigit() or piece[0] in "+-" or near_outcome(piece) is not None
            raise (trouble if is_result else refuse(repr(piece), _EXPECTED)) from None
    if not found["outcome"].strip():
        raise refuse(repr(piece), "a result after the weight")
    return exact.number(found["weight"]), parse_outcome(found["outcome"].strip())


def parse_field(text: str) -> Counter[int]:
    """The frequencies of a field of plain scores: "+420*4 +400*2 -50".

    >>> parse_field('+420*2 -50')
    Counter({420: 2, -50: 1})
    """
    field: Counter[int] = Counter()
    faults: list[Fault] = []
    for place, word in enumerate(exact.plain_minus(text).split(), 1):
        found = _TIMES.fullmatch(word)
        points = re.fullmatch(r"[+-]\d{1,6}|0", found["outcome"], re.ASCII) if found else None
        times = int(found["times"] or 1) if found else 0
        if points is None or not 1 <= times <= MOST_TIMES:
            faults.append(Fault(repr(word), 'a score such as "+420" or "-50*3"', where=f"score {place} of the field"))
        else:
            field[int(points[0])] += times
    if faults:
        raise Faults(faults)
    if not field:
        raise refuse("an empty field", 'at least one score, such as "+420*4 -50"')
    return field


_PIECE = re.compile(
    r"(?P<before>\s*+(?:better of\s++)?(?:\d++(?:\.\d++)?\s*+%\s*+|\d++/\d++\s++)?)"
    r"(?P<outcome>(?:.*\S)?)(?P<after>\s*)",
    re.IGNORECASE | re.DOTALL,
)
_FIGURE = re.compile(r"[0-9]*")


def from_notation(text: str, notation: TrickNotation) -> str:
    """The same award in our own notation; what is no result stays as it is.

    >>> from_notation('60% 4H N made 4; 40% 4H N down 1', TrickNotation.AMERICAN)
    '60% 4H N =; 40% 4H N -1'
    >>> [from_notation(text, TrickNotation.TOTAL) for text in ('better of A+ | 4HN10', 'A60/40', '60%', '+3 IMP')]
    ['better of A+ | 4H N =', 'A60/40', '60%', '+3 IMP']
    """
    return "".join(part if place % 2 else _piece(part, notation) for place, part in enumerate(re.split("([;|])", text)))


def _piece(text: str, notation: TrickNotation) -> str:
    found = _PIECE.fullmatch(text)
    if found is None or _FIGURE.fullmatch(found["outcome"]):
        return text
    try:
        return f"{found['before']}{read_typed(found['outcome'], notation)}{found['after']}"
    except Faults:
        return text
