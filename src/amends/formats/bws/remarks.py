"""What the column Remarks says, and what stands in the column Contract in its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from amends import exact
from amends.awards import Artificial, Award, Grade, Unit
from amends.bridge import BySide
from amends.exact import plain_minus
from amends.faults import Faults


class Meaning(Enum):
    """What a remark is about."""

    NOTHING = auto()
    NOT_PLAYED = auto()
    WAITING = auto()
    """The director has still to decide the score."""
    TURNED = auto()
    """The pairs sat the other way round; the result stands."""
    ERASED = auto()
    AWARD = auto()
    UNKNOWN = auto()


_NO_AWARDS: BySide[Award | None] = BySide(None, None)


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark; `awards` are for N-S and E-W by their numbers, None for a side it says nothing of."""

    meaning: Meaning
    awards: BySide[Award | None] = _NO_AWARDS


_WORDS = {
    "": Meaning.NOTHING,
    **dict.fromkeys(("not played", "niet gespeeld", "ng", "np"), Meaning.NOT_PLAYED),
    **dict.fromkeys(("arbitral score", "arbitrale score"), Meaning.WAITING),
    "wrong direction": Meaning.TURNED,
    "result erased": Meaning.ERASED,
}
_GRADES = {"+": Grade.PLUS, "": Grade.AVERAGE, "-": Grade.MINUS}
_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,4})?) ?% ?[-/]? ?(\d{1,3}(?:[.,]\d{1,4})?) ?%", re.ASCII)
_LABELS = re.compile(r"(?:g|a|m|ave?|avg)([+-]?)(?: ?/ ?| )(?:g|a|m|ave?|avg)([+-]?)")
_LABEL = re.compile(r"(?:g|a|m|ave?|avg)([+-]?)")


def read_remark(text: str) -> Remark:
    """What a remark says, in English or Dutch.

    >>> [str(award) for award in read_remark('60%–40%').awards]
    ['A+', 'A-']
    >>> read_remark('Niet gespeeld').meaning.name
    'NOT_PLAYED'
    """
    tidy = " ".join(plain_minus(text).replace("–", "-").replace("—", "-").lower().split())
    if tidy in _WORDS:
        return Remark(_WORDS[tidy])
    if found := _PERCENT.fullmatch(tidy):
        try:
            return Remark(Meaning.AWARD, BySide(_percentage(found[1]), _percentage(found[2])))
        except Faults:  # more than 100%
            return Remark(Meaning.UNKNOWN)
    if found := _LABELS.fullmatch(tidy):
        return Remark(Meaning.AWARD, BySide(Artificial(_GRADES[found[1]]), Artificial(_GRADES[found[2]])))
    if found := _LABEL.fullmatch(tidy):
        return Remark(Meaning.AWARD, BySide(Artificial(_GRADES[found[1]]), None))
    return Remark(Meaning.UNKNOWN)


def _percentage(text: str) -> Artificial:
    """60, 50 and 40% are the grades of Law 12C2(a); any other percentage is fixed."""
    value = exact.number(text.replace(",", ".")) / 100
    grades = {exact.number("3/5"): Grade.PLUS, exact.number("1/2"): Grade.AVERAGE, exact.number("2/5"): Grade.MINUS}
    return Artificial(grades[value]) if value in grades else Artificial(value, Unit.PERCENT)
