"""What a text that is no award was probably meant to be: texts to try, the likeliest first."""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_CHARACTERS = 400
"""Longer texts are not guessed at."""

_FIGURE = r"\d{1,3}(?:\.\d{1,4})?"
_SHARE = rf"(?:{_FIGURE}\s*%|\d{{1,3}}/\d{{1,3}}(?=\s))"
_DECIMAL_COMMA = re.compile(r"(\d),(\d{1,4}\s*%)", re.ASCII)
_BETWEEN = re.compile(
    rf"(?:\s*[,;&]|\s+(?:and|plus|[+/])(?=\s)|(?<=[^\s;])(?=\s)|(?<==))\s*(?={_SHARE})", re.I | re.ASCII
)
_SHARE_BEHIND = re.compile(rf"([^;]*[^\s;])\s+({_SHARE}|\d{{1,3}}/\d{{1,3}})\s*", re.ASCII)
_NO_SIGN = re.compile(rf"(?:(?<=;)|^)\s*({_FIGURE})\s+(?=[1-7]\s*[A-Z♣♧♦♢♥♡♠♤]|[+-]\s?\d|pass)", re.I | re.ASCII)
_PERCENT = re.compile(rf"({_FIGURE})\s*(?:per ?cent|pct?|%%)?", re.I | re.ASCII)
_GRADE = re.compile(r"A(?:VERAGE|VE|VG|V)?\.?\s*(\++|-+|=|)\s*%?", re.I)
_SIGNS = re.compile(r"A(?:VE|VG|V)?\s*([+=-])\s*/?\s*([+=-])", re.I)
_FIGURES = re.compile(
    rf"(A?)\s*(?:({_FIGURE})\s*%?\s*[-:/,\s]\s*({_FIGURE})|(?<=A)(\d\d)(\d\d))\s*%?|A\s*({_FIGURE})\s*%?",
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
    if (found := _PERCENT.fullmatch(text)) and text not in _SCORES:
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
        yield _NO_SIGN.sub(r" \1% ", re.sub(r"\s*,\s*", "; ", plain))
        yield "; ".join(_SHARE_BEHIND.sub(r"\2 \1", piece.strip()) for piece in plain.replace(",", ";").split(";"))
