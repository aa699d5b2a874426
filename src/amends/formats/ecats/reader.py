"""Makes an event of the files for ECats: results (R), pairs (P) and club (C); the file E holds nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from amends.awards import Artificial, Award, Grade, NotScored
from amends.bridge import BySide, Side
from amends.event.event import Player
from amends.event.published import PublishedLine
from amends.formats.acbl.score_cells import Cells, ScoredLine, read_line
from amends.formats.common.building import Participant, Sat
from amends.formats.common.format import HEAD, Progress
from amends.formats.common.page_reader import LONGEST_NAME, PageReader, both, printed, whole
from amends.formats.common.pages import PageSet
from amends.formats.ecats.kinds import kind_of
from amends.journal.chain import Document

_AVERAGES = re.compile(r"A(\d\d)(\d\d)")
_GRADES = {"60": Grade.PLUS, "50": Grade.AVERAGE, "40": Grade.MINUS}
_SCORE = re.compile(r"-?\d{1,6}", re.ASCII)
_RESULT_COLUMNS, _PAIR_COLUMNS, _CLUB_COLUMNS = 15, 7, 18
"""The columns that are read, without the empty one at the beginning of a line."""


class EcatsReader:
    """Reads the files in any order; who won what is known when all have been read."""

    def __init__(self, pages: PageSet, progress: Progress) -> None:
        self.pages = pages
        self.reader = PageReader(pages, "ecats", progress)
        self.two_winners = False
        self.directions: list[tuple[Participant, Side | None]] = []

    def document(self, winners: int | None) -> Document:
        """The document."""
        kinds = {page: kind_of(data[:HEAD]) for page, data in self.pages.contents.items()}
        for page in sorted(kinds):
            with self.reader.reading(page):
                lines = self._lines(page)
                if kinds[page] == "results":
                    self._results(lines)
                elif kinds[page] == "pairs":
                    self._pairs(lines)
                elif kinds[page] == "club":
                    self._club(lines)
        if self.pages.contents and "results" not in kinds.values() and not self.reader.builder.faults.count:
            self.reader.fault(None, "no file of results", "R.txt, the file with a line per board and table")
        count = winners or (2 if self.two_winners else 1)
        for participant, side in self.directions:
            participant.direction = side if count == 2 else None
        self._drop_empty_figures()
        return self.reader.document("matchpoints", count)

    def _lines(self, page: str) -> Iterator[tuple[int, list[str]]]:
        """Each line with its cells, without quotes and without the empty column at its beginning."""
        text = self.pages.text(page, "cp1252")
        for number, line in enumerate(text.replace("\r", "").split("\n"), 1):
            if line.strip():
                cells = [cell.strip().removeprefix('"').removesuffix('"').strip() for cell in line.split("\t")]
                yield number, ["" if cell == "null" else cell for cell in cells[not cells[0] :]]

    def _wide_enough(self, number: int, cells: Sequence[str], columns: int, what: str) -> bool:
        if len(cells) < columns:
            self.reader.fault(
                number, f"{len(cells)} columns", f"at least {columns} columns of {what}, with tabs between"
            )
        return len(cells) >= columns

    # Results

    def _results(self, lines: Iterator[tuple[int, list[str]]]) -> None:
        for number, cells in lines:
            if self._wide_enough(number, cells, _RESULT_COLUMNS, "a result"):
                self._result(number, cells)

    def _result(self, number: int, cells: Sequence[str]) -> None:
        board = whole(cells[3])
        if board is None:
            self.reader.fault(number, f"the board {cells[3][:20]!r}", "a board number, 1 or more")
            return
        where = f"board {board}"
        numbers = [cell if whole(cell) else "" for cell in cells[4:6]]
        if not any(numbers) or any(cell not in ("", "0") and not whole(cell) for cell in cells[4:6]):
            found = f"the pairs {' and '.join(repr(cell[:20]) for cell in cells[4:6])}"
            self.reader.fault(number, found, "two numbers of pairs", where)
            return
        if not all(_SCORE.fullmatch(cell) for cell in cells[6:8]):
            found = f"the scores {' and '.join(repr(cell[:20]) for cell in cells[6:8])}"
            self.reader.fault(number, found, "two whole numbers, one of them 0", where)
            return
        for cell in cells[12:14]:
            if cell and printed(cell) is None:
                self.reader.fault(number, f"the figure {cell[:20]!r}", "a decimal number", where)
        ns, ew = map(int, cells[6:8])
        awards = self._awards(cells[14], number, where)
        texts = Cells(
            ns_score=str(ns) if ns or not ew else "",
            ew_score=str(ew) if ew else "",
            contract=cells[9],
            tricks=cells[10],
            declarer=cells[11],
        )
        scored = ScoredLine(awards=awards) if awards else read_line(texts, self.reader.conditions(board))
        sat = Sat(board=board, ns=(numbers[0],), ew=(numbers[1],), result=NotScored(), section=cells[2][:20])
        score = None if awards else printed(str(ns or -ew))
        self.reader.add(sat, scored, PublishedLine(score, both(cells[12], cells[13])), line=number)

    def _awards(self, text: str, number: int, where: str) -> BySide[Award | None] | None:
        """The artificial scores of a line: A6040 is average plus and average minus."""
        if not text:
            return None
        found = _AVERAGES.fullmatch(text.upper())
        if found is None or not {found[1], found[2]} <= set(_GRADES):
            self.reader.fault(number, f"the adjustment {text[:20]!r}", "A6040, A5050 and the like, or nothing", where)
            return None
        return BySide(Artificial(_GRADES[found[1]]), Artificial(_GRADES[found[2]]))

    def _drop_empty_figures(self) -> None:
        """Leave out matchpoints where all are 0: ECats does not need them, and some programs do not fill them."""
        rows = self.reader.builder.rows
        figures = [figure for row in rows if row.published for figure in row.published.points if figure]
        if figures and not any(figure.value for figure in figures):
            for row in rows:
                if row.published:
                    row.published = PublishedLine(row.published.score)
            self.reader.note("left-out", "the matchpoints (all 0) are no figures")

    # Pairs and club

    def _pairs(self, lines: Iterator[tuple[int, list[str]]]) -> None:
        for number, cells in lines:
            if not self._wide_enough(number, cells, _PAIR_COLUMNS, "a pair"):
                continue
            if whole(cells[2]) is None:
                self.reader.fault(number, f"the pair {cells[2][:20]!r}", "the number of a pair")
                continue
            players = tuple(Player(name[:LONGEST_NAME]) for name in cells[4:6] if name)
            name = "" if players else cells[3][:LONGEST_NAME]
            participant = Participant(number=cells[2], players=players, name=name)
            self.reader.builder.participants.append(participant)
            side = {"NS": Side.NS, "EW": Side.EW}.get(cells[6].upper().replace("/", "").replace("-", ""))
            self.directions.append((participant, side))

    def _club(self, lines: Iterator[tuple[int, list[str]]]) -> None:
        for number, cells in lines:
            if not self._wide_enough(number, cells, _CLUB_COLUMNS, "a club"):
                continue
            self.two_winners = cells[1].lower() == "true"
            day = cells[16]
            with suppress(ValueError):
                day = datetime.strptime(day, "%d/%m/%Y").date().isoformat()
            self.reader.title = cells[17][:LONGEST_NAME]
            about = {"club": cells[5], "venue": cells[6], "event_id": cells[14], "date": day}
            self.reader.about |= {key: text[:LONGEST_NAME] for key, text in about.items()}
