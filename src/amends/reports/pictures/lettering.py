"""How much room words take in a picture: a little more than in the widest of the usual typefaces."""

from __future__ import annotations

from fractions import Fraction

SIZE = 14
"""The height of letters. A picture of the usual width keeps them above 13 pixels on a telephone 360 pixels wide."""

_NARROW = frozenset(" .,:;'|!ijlI()[]/-ft")
_WIDE = frozenset("mwMW@%→×⚖▲▼♠♥♦♣½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞&")


def width(words: str, bold: bool = False) -> Fraction:
    """About how wide words are; letters of scripts that are not alphabets count as squares.

    >>> width("+620") < width("+1100") < width("4⅗ × → 18⅖")
    True
    """
    hundredths = sum(map(_hundredths, words))
    return Fraction(hundredths * SIZE * (112 if bold else 100), 10_000)


def _hundredths(letter: str) -> int:
    if letter in _NARROW:
        return 42
    if letter in "+−=<>":
        return 86
    if letter in _WIDE:
        return 98
    if letter.isupper():
        return 76
    return 66 if ord(letter) < 0x1100 or 0x2000 <= ord(letter) < 0x2E80 else 102


def fitted(words: str, room: Fraction, bold: bool = False) -> str:
    """The words, cut off with … where they need more room than there is.

    >>> fitted("7 Ash & Birch", Fraction(60)), fitted("7 Ash", Fraction(60))
    ('7 Ash …', '7 Ash')
    """
    if width(words, bold) <= room:
        return words
    kept = words
    while kept and width(f"{kept}…", bold) > room:
        kept = kept[:-1]
    return f"{kept}…"
