"""Awards in words, written as commentary and read back: PBN and USEBIO have no place for weighted scores."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from amends.awards import Award, Mixture, NotScored, parse_award
from amends.bridge import BySide
from amends.event import Row
from amends.faults import Faults
from amends.formats.common.building import NO_AWARDS, Sat
from amends.formats.common.scored_rows import kind

PROGRAM = "amends"
"""The program whose commentary is read."""

_SAID = re.compile(
    r"(?:\bsession (?P<session>[^,:{}]{1,60}), )?"
    r"\bboard (?P<board>[0-9]{1,6}), [a-z]{1,12}s (?P<seats>[^:]{1,200}): [^.:]{3,60}\. "
    r"(?:Both sides: (?P<both>[^{}]{1,400}?)|N-S: (?P<ns>[^{}]{1,400}?)\. E-W: (?P<ew>[^{}]{1,400}?))\."
    r"(?: At the table: (?P<table>[^{}.]{1,40})\.)?(?=\s|$)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[0-9]+")


def words_for(row: Row, where: str) -> str:
    """The award of a row in words: "Board 15, pairs 7 and 16: weighted score. Both sides: …. At the table: …."."""
    ns, ew = row.awards
    words = [f"{where[:1].upper()}{where[1:]}: {kind(row)}."]
    words.append(f"Both sides: {ns}." if ns == ew else f"N-S: {ns}. E-W: {ew}.")
    if isinstance(row.table.result, Mixture) and row.table.result != ns:
        words.append(f"At the table: {row.table.result}.")
    return " ".join(words)


@dataclass(frozen=True, slots=True)
class AwardWords:
    """What commentary says of a table."""

    board: int
    seats: tuple[str, ...]
    awards: BySide[Award]
    table: Mixture | None = None
    session: str | None = None


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
            found.append(AwardWords(int(said["board"]), seats, awards, kept, said["session"]))
    return found


def with_award_words(tables: Sequence[Sat], words: Sequence[AwardWords], *, of_results: bool = False) -> list[Sat]:
    """The tables of a game, with the awards that the words say in place of their final figures.

    With `of_results` a final figure may be written as a plain result.
    """
    found = list(tables)
    places: dict[int, list[int]] = {}
    for place, sat in enumerate(found):
        if of_results or sat.awards != NO_AWARDS:
            places.setdefault(sat.board, []).append(place)
    for each in words:
        fitting = [place for place in places.get(each.board, ()) if _sits(found[place], each.seats)]
        if len(fitting) > 1:
            fitting = [
                place
                for place in fitting
                if found[place].session in ("", each.session) and _section_fits(found[place], each.seats)
            ]
        if len(fitting) == 1:
            sat = found[fitting[0]]
            result = each.table if each.table and (of_results or isinstance(sat.result, NotScored)) else sat.result
            found[fitting[0]] = replace(sat, awards=BySide(each.awards.ns, each.awards.ew), result=result)
    return found


def _sits(sat: Sat, seats: Sequence[str]) -> bool:
    """Whether those who are named sat there; sections and directions may stand beside their numbers."""
    numbers = [*sat.ns, *sat.ew]
    return [_NUMBER.findall(seat) or seat for seat in seats] == [_NUMBER.findall(each) or each for each in numbers]


def _section_fits(sat: Sat, seats: Sequence[str]) -> bool:
    return not sat.section or all(seat.startswith(sat.section) for seat in seats)
