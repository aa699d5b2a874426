"""Awards that amends has written as commentary, read back: PBN has no place for weighted scores."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from amends.awards import Award, Mixture, NotScored, parse_award
from amends.bridge import BySide
from amends.faults import Faults
from amends.formats.common.building import NO_AWARDS, Sat

PROGRAM = "amends"
"""The program whose commentary is read."""

_SAID = re.compile(
    r"\bboard (?P<board>[0-9]{1,6}), [a-z]{1,12}s (?P<seats>[^:]{1,200}): [^.:]{3,60}\. "
    r"(?:Both sides: (?P<both>[^{}]{1,400}?)|N-S: (?P<ns>[^{}]{1,400}?)\. E-W: (?P<ew>[^{}]{1,400}?))\."
    r"(?: At the table: (?P<table>[^{}.]{1,40})\.)?(?=\s|$)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class AwardWords:
    """What commentary says of a table."""

    board: int
    seats: tuple[str, ...]
    awards: BySide[Award]
    table: Mixture | None = None


def award_words(comments: Iterable[str]) -> list[AwardWords]:
    """The awards in the commentary of a game; what is no award is passed over.

    >>> text = 'Board 15, pairs 7 and 16: weighted score. Both sides: 60% 4H N =; 40% 4H N -1. Law 16B1.'
    >>> [words] = award_words([text])
    >>> words.board, words.seats, str(words.awards.ew)
    (15, ('7', '16'), '60% 4H N =; 40% 4H N -1')
    """
    found = []
    for comment in comments:
        for said in _SAID.finditer(" ".join(comment.split())):
            texts = BySide(said["both"] or said["ns"], said["both"] or said["ew"])
            try:
                awards = texts.map(parse_award)
                table = parse_award(said["table"]) if said["table"] else None
            except Faults:
                continue
            seats = tuple(said["seats"].split(", ")[0].split(" and "))
            kept = table if isinstance(table, Mixture) else None
            found.append(AwardWords(int(said["board"]), seats, awards, kept))
    return found


def with_award_words(tables: Sequence[Sat], words: Sequence[AwardWords]) -> list[Sat]:
    """The tables of a game, with the awards that the words say in place of their final figures."""
    found = list(tables)
    for each in words:
        fitting = [
            place
            for place, sat in enumerate(found)
            if sat.board == each.board and sat.awards != NO_AWARDS and _sits(sat, each.seats)
        ]
        if len(fitting) == 1:
            sat = found[fitting[0]]
            result = each.table if each.table and isinstance(sat.result, NotScored) else sat.result
            found[fitting[0]] = replace(sat, awards=BySide(each.awards.ns, each.awards.ew), result=result)
    return found


def _sits(sat: Sat, seats: Sequence[str]) -> bool:
    """Whether those who are named sat there; sections and directions may stand beside their numbers."""
    numbers = [*sat.ns, *sat.ew]
    return [_NUMBER.findall(seat) or seat for seat in seats] == [_NUMBER.findall(each) or each for each in numbers]
