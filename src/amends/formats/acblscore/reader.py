"""Makes an event of a recap. It does not print who met whom: opposite scores on a board are put together."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime
from fractions import Fraction

from amends.awards import Artificial, Award, Grade, Mixture
from amends.bridge import BySide, PassedOut, Points, Side
from amends.event.event import Event, Player
from amends.event.published import PublishedFigures, PublishedLine, PublishedStanding
from amends.exact import many
from amends.faults import Fault
from amends.formats.acblscore.recap import Block, GridCell, blocks
from amends.formats.common.building import NO_AWARDS, NOT_PLAYED, Builder, Participant, Sat
from amends.formats.common.format import Progress, report
from amends.formats.common.page_reader import of_the_acbl, printed
from amends.journal.chain import Document

_SCORE = re.compile(r"-?\d{1,5}", re.ASCII)
_WORDS: dict[str, Award] = {
    "AVE+": Artificial(Grade.PLUS),
    "AVE": Artificial(Grade.AVERAGE),
    "AVE-": Artificial(Grade.MINUS),
    **dict.fromkeys(("NP", "N/P", "LATE"), NOT_PLAYED),
}
_OPPOSITE = {"AVE+": "AVE-", "AVE-": "AVE+"}
_LAST_DIGIT = Fraction(3, 200)
"""What two matchpoints of two decimals may differ from the top by."""


class RecapReader:
    """Reads all blocks, then puts the two sides of each board together."""

    def __init__(self, name: str, progress: Progress) -> None:
        self.builder = Builder(name)
        self.progress = progress
        self.guesses = 0

    def document(self, text: str, winners: int | None) -> Document:
        """The document of a text."""
        found = blocks(text, lambda line, fault: self.builder.faults.add(line, fault))
        if not found:
            expected = "the recap of a section: EVENT>…|SESSION>…|SECTION>…"
            self.builder.faults.add(None, Fault("no recap", expected))
        directed = [block.side is not None for block in found]
        self.builder.winners = winners or (2 if found and all(directed) else 1)
        for block in found:
            self._pairs(block)
        for section in dict.fromkeys(block.section for block in found):
            self._section(section, [block for block in found if block.section == section])
        if self.guesses:
            words = f"who met whom is not printed: at {many(self.guesses, 'table')} others have the same scores"
            self.builder.note("left-out", words)
        if not self.builder.rows and not self.builder.faults.count:
            self.builder.faults.add(None, Fault("no results of boards", "a grid under **PAIRS**"))
        built = self.builder.build()
        facts = found[0].facts if found else {}
        event = Event(
            winners=self.builder.winners,
            title=facts.get("EVENT", ""),
            regulation=of_the_acbl(),
            results=built.results,
            contestants=built.contestants,
            rulings=built.rulings,
        )
        return Document(
            event=event,
            published=PublishedFigures(built.lines, built.standings),
            about=_about(facts),
            notes=built.notes,
            source="acblscore",
        )

    # Pairs

    def _called(self, number: str, side: Side | None) -> str:
        """The number of a pair; with one list of two directions, with its direction behind it."""
        return f"{number}{side.value}" if side and self.builder.winners == 1 else number

    def _pairs(self, block: Block) -> None:
        for pair in block.pairs:
            standing = PublishedStanding(pair.number, pair.place, pair.score, pair.percent)
            players = tuple(Player(name, member) for name, member in pair.players)
            number = self._called(pair.number, block.side)
            self.builder.participants.append(
                Participant(
                    number=number, section=block.section, direction=block.side, players=players, standing=standing
                )
            )

    # Boards

    def _section(self, section: str, found: list[Block]) -> None:
        sides: dict[int, BySide[list[GridCell]]] = {}
        for block in found:
            for cell in block.cells:
                side = block.side or (Side.EW if cell.starred else Side.NS)
                number = self._called(cell.pair, block.side)
                sides.setdefault(cell.board, BySide([], []))[side].append(cell._replace(pair=number))
        top = next((block.top for block in found if block.top is not None), None)
        for board, cells in sorted(sides.items()):
            self._board(board, section, cells, top)

    def _board(self, board: int, section: str, cells: BySide[list[GridCell]], top: Fraction | None) -> None:
        left = [*cells.ew]
        alone: list[GridCell] = []
        for ns in cells.ns:
            if self._read(ns) is None:
                continue
            fitting = [ew for ew in left if _opposite(ns, ew)]
            adding_up = [ew for ew in fitting if _adds_up(ns, ew, top)] or fitting
            if not adding_up:
                alone.append(ns)
                continue
            self.guesses += len({ew.pair for ew in adding_up}) > 1
            left.remove(adding_up[0])
            self._row(board, section, ns, adding_up[0])
        left = [ew for ew in left if self._read(ew) is not None]
        # Two awards that are not opposite, or an award for one side alone.
        for ns, ew in zip(alone, left, strict=False):
            self._row(board, section, ns, ew)
        for cell in (*alone[len(left) :], *left[len(alone) :]):
            if cell.score not in ("NP", "N/P", "LATE"):
                found = f"the score {cell.score} of pair {cell.pair}, and no opponents with the opposite"
                self.builder.faults.add(cell.line, Fault(found, "both sides of each table", f"board {board}"))

    def _read(self, cell: GridCell) -> int | Award | None:
        """What a cell says, from the side of its pair; what it may not say is a fault."""
        if cell.score == "PASS":
            return 0
        if _SCORE.fullmatch(cell.score):
            return int(cell.score)
        if cell.score not in _WORDS:
            expected = "a score, PASS, AVE, AVE+, AVE-, NP or ----"
            where = f"board {cell.board}, pair {cell.pair}"
            self.builder.faults.add(cell.line, Fault(f"the score {cell.score[:20]!r}", expected, where))
        return _WORDS.get(cell.score)

    def _row(self, board: int, section: str, ns: GridCell, ew: GridCell) -> None:
        first, second = self._read(ns), self._read(ew)
        result: Award = NOT_PLAYED
        awards = NO_AWARDS
        if isinstance(first, int):
            result = Mixture.of(PassedOut() if ns.score == "PASS" else Points(first))
        elif isinstance(second, int):
            result = Mixture.of(Points(-second))
        if not isinstance(first, int) and first != NOT_PLAYED:
            awards = BySide(first, awards.ew)
        if not isinstance(second, int) and second != NOT_PLAYED:
            awards = BySide(awards.ns, second)
        elif isinstance(second, int) and isinstance(first, int) and second != -first:
            awards = BySide(None, Mixture.of(Points(-second)))
        shown = PublishedLine(printed(ns.score), BySide(ns.points, ew.points))
        self.builder.rows.append(
            Sat(
                board=board, ns=(ns.pair,), ew=(ew.pair,), result=result, awards=awards, section=section,
                published=shown if shown != PublishedLine() else None, line=ns.line,
            )
        )  # fmt: skip
        report(self.progress, len(self.builder.rows))


def _opposite(ns: GridCell, ew: GridCell) -> bool:
    """Whether two cells can be the two sides of one table."""
    if _SCORE.fullmatch(ns.score) and _SCORE.fullmatch(ew.score):
        return int(ns.score) == -int(ew.score)
    return _OPPOSITE.get(ns.score, ns.score) == ew.score


def _adds_up(ns: GridCell, ew: GridCell, top: Fraction | None) -> bool:
    if top is None or ns.points is None or ew.points is None:
        return ns.points is ew.points
    return abs(ns.points.value + ew.points.value - top) <= _LAST_DIGIT


def _about(facts: dict[str, str]) -> dict[str, str]:
    """What a recap says of itself, by the keys of `amends.journal.chain.ABOUT`."""
    day = facts.get("DATE", "")
    with suppress(ValueError):
        day = datetime.strptime(day, "%B %d, %Y").date().isoformat()
    found = {
        "date": day,
        "director": facts.get("DIR", ""),
        "club": facts.get("CLUB", ""),
        "club_id": facts.get("CLUB NO.", ""),
        "program": "ACBLscore",
        "notes": facts.get("MOVEMENT", ""),
    }
    return {key: text for key, text in found.items() if text}
