"""Makes an event of a text: of its boards, which say who met whom, and of its recap.

Where a board is in the recap alone, opposite scores are put together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from fractions import Fraction

from amends.awards import Artificial, Award, Grade, Mixture
from amends.bridge import BySide, PassedOut, Points, Side
from amends.event.event import Event, Player
from amends.event.published import PublishedFigures, PublishedLine, PublishedStanding
from amends.event.table_result import TableRecord
from amends.exact import many
from amends.faults import Fault
from amends.formats.acblscore.boards import BoardText, BoardTextLine, SidePrinted, boards_of
from amends.formats.acblscore.recap import Block, GridCell, blocks
from amends.formats.common.building import INCONSISTENT, NO_AWARDS, NOT_PLAYED, Builder, Participant, Sat
from amends.formats.common.format import Progress, report
from amends.formats.common.page_reader import of_the_acbl, printed
from amends.journal.chain import Document

_SCORE = re.compile(r"-?\d{1,5}", re.ASCII)
_NOT_PLAYED_WORDS = ("NP", "N/P", "LATE")
_WORDS: dict[str, Award] = {
    "AVE+": Artificial(Grade.PLUS),
    "AVE": Artificial(Grade.AVERAGE),
    "AVE-": Artificial(Grade.MINUS),
    **dict.fromkeys(_NOT_PLAYED_WORDS, NOT_PLAYED),
}
_OPPOSITE = {"AVE+": "AVE-", "AVE-": "AVE+"}
_LAST_DIGIT = Fraction(3, 200)
"""What two matchpoints of two decimals may differ from the top by."""


class TextReader:
    """Reads all recaps and boards, then puts the two sides of the boards together that stand in a recap alone."""

    def __init__(self, name: str, progress: Progress) -> None:
        self.builder = Builder(name)
        self.progress = progress
        self.guesses = 0
        self.directed = False
        """Whether a number stands for one pair N-S and for another E-W."""

    def document(self, text: str, winners: int | None) -> Document:
        """The document of a text."""
        found = blocks(text, lambda line, fault: self.builder.faults.add(line, fault))
        boards = boards_of(text, found, lambda line, fault: self.builder.faults.add(line, fault))
        recaps = [block for block in found if block.pairs or block.cells]
        if not recaps and not boards.lines and not self.builder.faults.count:
            expected = "a recap (EVENT>…|SESSION>…|SECTION>…) or boards (RESULTS OF BOARD 1 …)"
            self.builder.faults.add(None, Fault("no recap and no boards", expected))
        two = all(block.side is not None for block in recaps) if recaps else self._two_winners(boards)
        self.builder.winners = winners or (2 if two and (recaps or boards.lines) else 1)
        self.directed = any(block.side is not None for block in recaps) or (not recaps and _shared(boards))
        for block in recaps:
            self._pairs(block)
        self._boards(boards, recaps)
        for section in dict.fromkeys(block.section for block in recaps):
            own = [block for block in recaps if block.section == section]
            self._section(section, own, [line for line in boards.lines if line.sides.ns.section == section])
        if self.guesses:
            words = f"who met whom is not printed: at {many(self.guesses, 'table')} others have the same scores"
            self.builder.note("left-out", words)
        if not self.builder.rows and not self.builder.faults.count:
            self.builder.faults.add(None, Fault("no results of boards", "a grid under **PAIRS**, or RESULTS OF BOARD"))
        built = self.builder.build()
        facts = found[0].facts if found else {}
        event = Event(
            scoring=boards.scoring or "matchpoints",
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
        return f"{number}{side.value}" if side and self.directed and self.builder.winners == 1 else number

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

    def _two_winners(self, boards: BoardText) -> bool:
        """Whether no pair of the boards sits in both directions; a number with other names is another pair."""
        seats = [{(side.section, side.number, side.names) for side in sides} for sides in _by_side(boards)]
        if boards.lines and not seats[0] & seats[1] and not _shared(boards):
            self.builder.note("left-out", "whether there is one winner is not printed: no pair sits both ways, so two")
        return not seats[0] & seats[1]

    def _boards(self, boards: BoardText, recaps: list[Block]) -> None:
        listed = {(block.section, pair.number, block.side) for block in recaps for pair in block.pairs}
        named: set[tuple[str, str]] = set()
        for line in boards.lines:
            cells = BySide(self._cell(line, Side.NS), self._cell(line, Side.EW))
            for side, own, cell in zip(Side, line.sides, cells, strict=True):
                known = {(own.section, own.number, side), (own.section, own.number, None)} & listed
                key = own.section, f"{cell.pair}{side.value if self.builder.winners == 2 else ''}"
                if not known and key not in named:
                    named.add(key)
                    self._named(own, cell.pair, side)
            if all(self._read(cell) is not None for cell in cells):
                record = TableRecord(remark=line.remark) if line.remark else None
                self._row(line.board, line.sides.ns.section, cells.ns, cells.ew, record)

    def _cell(self, line: BoardTextLine, side: Side) -> GridCell:
        """A side of a line as the grid of a recap would have it."""
        own = line.sides[side]
        pair = self._called(own.number, side)
        return GridCell(line.board, pair, own.points, own.score, side is Side.EW, line.line)

    def _named(self, own: SidePrinted, number: str, side: Side) -> None:
        """Keep a pair that only the boards name; two names with one hyphen are its players."""
        names = [name.strip() for name in own.names.split("-")]
        players = tuple(map(Player, names)) if len(names) == 2 and all(names) else ()
        direction = side if self.builder.winners == 2 else None
        self.builder.participants.append(
            Participant(
                number=number, section=own.section, direction=direction, players=players,
                name="" if players else own.names,
            )
        )  # fmt: skip

    def _section(self, section: str, found: list[Block], lines: list[BoardTextLine]) -> None:
        sides: dict[int, BySide[list[GridCell]]] = {}
        for block in found:
            for cell in block.cells:
                side = block.side or (Side.EW if cell.starred else Side.NS)
                number = self._called(cell.pair, block.side)
                sides.setdefault(cell.board, BySide([], []))[side].append(cell._replace(pair=number))
        top = next((block.top for block in found if block.top is not None), None)
        by_pair: dict[tuple[int, Side], dict[str, GridCell]] = {}
        for line in lines:
            for side in Side:
                cell = self._cell(line, side)
                by_pair.setdefault((line.board, side), {})[cell.pair] = cell
        for board, cells in sorted(sides.items()):
            if (board, Side.NS) not in by_pair:
                self._board(board, section, cells, top)
                continue
            for side in Side:
                self._compare(board, cells[side], by_pair[board, side])

    def _compare(self, board: int, grid: list[GridCell], printed_cells: Mapping[str, GridCell]) -> None:
        """Say where recap and board do not print the same for a pair."""
        for cell in grid:
            if cell.score in _NOT_PLAYED_WORDS and cell.pair not in printed_cells:
                continue
            other = printed_cells.get(cell.pair)
            shown = "nothing" if other is None else other.score
            if shown != cell.score:
                words = f"board {board}, pair {cell.pair}: the recap prints {cell.score}, the board {shown}"
                self.builder.note(INCONSISTENT, words, board=board, line=cell.line)
            elif other and cell.points and other.points and other.points.value != cell.points.value:
                words = f"{cell.points} matchpoints, the board {other.points}"
                words = f"board {board}, pair {cell.pair}: the recap prints {words}"
                self.builder.note(INCONSISTENT, words, board=board, line=cell.line)

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
            if cell.score not in _NOT_PLAYED_WORDS:
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

    def _row(self, board: int, section: str, ns: GridCell, ew: GridCell, record: TableRecord | None = None) -> None:
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
                record=record, published=shown if shown != PublishedLine() else None, line=ns.line,
            )
        )  # fmt: skip
        report(self.progress, len(self.builder.rows))


def _by_side(boards: BoardText) -> tuple[list[SidePrinted], list[SidePrinted]]:
    """Everything that is printed for N-S, and for E-W."""
    return [line.sides.ns for line in boards.lines], [line.sides.ew for line in boards.lines]


def _shared(boards: BoardText) -> bool:
    """Whether a number of the boards stands for one pair N-S and for another E-W."""
    ns, ew = ({(side.section, side.number): side.names for side in sides} for sides in _by_side(boards))
    return any(ew.get(pair, own) != own for pair, own in ns.items())


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
