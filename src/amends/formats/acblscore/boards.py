"""The boards of a text: for each a title, a heading with four columns, and a line per table that names both pairs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from amends.bridge import BySide
from amends.event.published import Printed
from amends.faults import Fault
from amends.formats.acblscore.recap import AddFault, Block
from amends.formats.common.page_reader import LONGEST_NAME, printed

TITLE = re.compile(r"\s{0,40}RESULTS OF BOARD\s{1,4}(\d{1,3})\s*")
_UNITS = re.compile(r"\s{0,40}SCORES\s{1,30}([A-Z]{1,20})\s{1,30}NAMES\s*")
_HEADING = re.compile(r"\s{0,40}(N-S)\s{1,20}(E-W)\s{1,20}(N-S)\s{1,20}(E-W)\s*")
_RULE = re.compile(r"\s*[-=]{6,}\s*")
_OPPONENTS = re.compile(
    r"(?:^|(?<=\s))([A-Z]{0,2})(\d{1,3})-(\S(?:.{0,80}\S)?)\s{1,9}vs\.?\s{1,9}([A-Z]{0,2})(\d{1,3})-(\S.{0,80})",
    re.ASCII,
)
_FIGURE = re.compile(r"\S+")

SCORINGS = {"MATCHPOINTS": "matchpoints", "IMPS": "cross-imps"}
"""What stands over the second pair of columns."""

EXPECTED = "scores and matchpoints under N-S and E-W, then both pairs: 3-NAME-NAME vs. 11-NAME-NAME"


class SidePrinted(NamedTuple):
    """What a line has for one side."""

    section: str
    number: str
    names: str
    score: str
    points: Printed | None


class BoardTextLine(NamedTuple):
    """A table that played a board; `scores` are from the side of each pair, `remark` stands before the columns."""

    board: int
    sides: BySide[SidePrinted]
    remark: str
    line: int


@dataclass(slots=True)
class BoardText:
    """The boards of a text, in its order."""

    lines: list[BoardTextLine] = field(default_factory=list)
    scoring: str = ""


def boards_of(text: str, recaps: list[Block], fault: AddFault) -> BoardText:
    """The boards of a text; where a line names no section, that of the recap before the boards (else of all) counts."""
    found = BoardText()
    starts = {block.line: block.section for block in recaps}
    sections = set(starts.values())
    in_recap = False
    board: int | None = None
    columns: tuple[int, ...] = ()
    start = 0
    filled = False
    for number, line in enumerate(text.replace("\r", "").split("\n"), 1):
        if number in starts:
            sections = {*(sections if in_recap else ()), starts[number]}
            in_recap, board, columns = True, None, ()
        elif title := TITLE.fullmatch(line):
            in_recap, board, columns, filled = False, int(title[1]), (), False
        elif board is None:
            continue
        elif units := _UNITS.fullmatch(line):
            _unit(found, units[1], number, fault)
        elif not columns:
            if heading := _HEADING.fullmatch(line):
                columns, start = tuple(heading.end(group) for group in (1, 2, 3, 4)), heading.start(1)
        elif _RULE.fullmatch(line) or not line.strip():
            board = None if filled else board
        else:
            filled = True
            found.lines += _line(board, line, columns, start, sections, number, fault)
    return found


def _unit(found: BoardText, unit: str, number: int, fault: AddFault) -> None:
    scoring = SCORINGS.get(unit)
    if scoring is None:
        fault(number, Fault(f"results in {unit}", f"one of {', '.join(SCORINGS)}"))
    elif found.scoring not in ("", scoring):
        fault(number, Fault(f"results in {unit}", f"the same on all boards: {found.scoring}"))
    else:
        found.scoring = scoring


def _line(
    board: int, line: str, columns: tuple[int, ...], start: int, sections: set[str], number: int, fault: AddFault
) -> Iterator[BoardTextLine]:
    """One table; each figure belongs to the column whose end is nearest to its own."""
    where = f"board {board}"
    opponents = _OPPONENTS.search(line)
    if opponents is None:
        fault(number, Fault(f"the line {line.strip()[:60]!r}", EXPECTED, where))
        return
    cells = ["", "", "", ""]
    remark = []
    for found in _FIGURE.finditer(line, 0, opponents.start()):
        place = min(range(4), key=lambda each: abs(columns[each] - found.end()))
        if found.end() < start:
            remark.append(found[0])
        elif cells[place]:
            fault(number, Fault(f"{cells[place]} and {found[0][:20]} in one column", EXPECTED, where))
            return
        else:
            cells[place] = found[0]
    scores = _both(cells[0], cells[1])
    if scores is None:
        fault(number, Fault("no score", "a score of one side, or a word for both such as AVE+ and AVE-", where))
        return
    sides = []
    for side, score, points in zip((1, 4), scores, cells[2:], strict=True):
        letters, own, names = opponents.group(side, side + 1, side + 2)
        figure = printed(points) if points else None
        if points and figure is None:
            fault(number, Fault(f"the figure {points[:20]!r}", "a decimal number such as 3.50", where))
        elif not letters and len(sections) > 1:
            fault(number, Fault(f"pair {own} without its section", f"one of {', '.join(sorted(sections))}", where))
        else:
            section = letters or next(iter(sections), "")
            sides.append(SidePrinted(section, str(int(own)), names.strip()[:LONGEST_NAME], score, figure))
    if len(sides) == 2 and sides[0].section != sides[1].section:
        found_words = f"pairs of sections {sides[0].section} and {sides[1].section}"
        fault(number, Fault(found_words, "pairs of one section", where))
    elif len(sides) == 2:
        yield BoardTextLine(board, BySide(*sides), " ".join(remark)[:LONGEST_NAME], number)


def _both(ns: str, ew: str) -> tuple[str, str] | None:
    """The scores of both sides, each from its own view; None where neither is printed.

    >>> _both('420', ''), _both('', '50'), _both('PASS', ''), _both('AVE+', 'AVE-')
    (('420', '-420'), ('-50', '50'), ('PASS', 'PASS'), ('AVE+', 'AVE-'))
    """
    if not (ns or ew):
        return None
    return ns or _opposite(ew), ew or _opposite(ns)


def _opposite(score: str) -> str:
    if not any(character.isdigit() for character in score):
        return score
    return score[1:] if score.startswith("-") else f"-{score}"
