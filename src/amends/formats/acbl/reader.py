"""Makes an event of the data of a club's results: sessions, their sections, the pairs and the boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from amends.awards import NotScored
from amends.bridge import BySide, Card, Side
from amends.event.event import Event
from amends.event.published import Printed, PublishedFigures, PublishedLine
from amends.event.table_result import TableRecord
from amends.faults import Fault, Faults
from amends.formats.acbl.about import Hands, about, check_form, scoring, winners_of
from amends.formats.acbl.page import Node, data, root
from amends.formats.acbl.pairs import Pair, Summaries, pair_of
from amends.formats.acbl.score_cells import SIT_OUT, Cells, Scored, read_line
from amends.formats.building import Builder, Sat
from amends.formats.lin.table import LinTable, table
from amends.formats.seating import is_nobody
from amends.journal.document import Document

A_PROGRESS = 10_000
"""The lines between two reports of progress."""

_LONGEST_MOVIE = 100_000
"""The most characters of the record of a table, which is a LIN."""


def document(text: str, name: str, winners: int | None, progress: Callable[[int], None] | None) -> Document:
    """The document of a text; all its faults at once."""
    reader = Reader(name, progress)
    event = root(data(text, name), reader.builder.faults)
    return reader.document(event, winners)


@dataclass(slots=True)
class _Line:
    """A line before it is known how pairs are called."""

    sat: Sat
    ns: Pair
    ew: Pair


class Reader:
    """Reads the sessions one after the other; who is who is settled at the end."""

    def __init__(self, name: str, progress: Callable[[int], None] | None) -> None:
        self.builder = Builder(name)
        self.hands = Hands(self.builder)
        self.summaries = Summaries(self.builder)
        self.lines: list[_Line] = []
        self.progress = progress

    def document(self, event: Node, winners: int | None) -> Document:
        """The document of the data."""
        check_form(event)
        title, method, said, facts = event.text("name"), scoring(event), winners_of(event), about(event)
        sessions = event.items("sessions")
        labels = [str(place) if len(sessions) > 1 else "" for place, _ in enumerate(sessions, 1)]
        for session, label in zip(sessions, labels, strict=True):
            self.hands.read(session, label)
        for session, label in zip(sessions, labels, strict=True):
            for section in session.items("sections"):
                self._section(section, label)
        if not self.lines and not self.builder.faults.count:
            self.builder.faults.add(None, Fault("no results of boards", "boards with board_results", "sessions"))
        self.builder.winners = winners or said or (2 if self.summaries.directed else 1)
        self._name_pairs()
        built = self.builder.build()
        made = Event(
            scoring=method,
            winners=self.builder.winners,
            title=title,
            results=built.results,
            contestants=built.contestants,
            rulings=built.rulings,
            vulnerable=self.hands.vulnerable,
            deals=tuple(self.hands.deals.values()),
        )
        published = PublishedFigures(built.lines, built.standings)
        return Document(event=made, published=published, about=facts, notes=built.notes, source="acbl")

    # Lines

    def _section(self, section: Node, session: str) -> None:
        name = section.text("name", 60)
        self.summaries.read(section, name, session)
        for board in section.items("boards"):
            number = board.whole("board_number")
            results = board.items("board_results")
            if not number:
                if results and number is None:
                    self.builder.note("left-out", f"{board.path}: a board without a number")
                continue
            for line in results:
                self._line(line, number, name, session)

    def _line(self, line: Node, board: int, section: str, session: str) -> None:
        keys = ("ns_score", "ew_score", "contract", "declarer", "result", "tricks_taken")
        cells = Cells(*(line.text(key) for key in keys))
        ns, ew = (pair_of(line.text(key, 60)) for key in ("ns_pair", "ew_pair"))
        if is_nobody(ns.number) and is_nobody(ew.number):
            self.builder.note("left-out", f"{line.path}: a line without pairs", board=board)
            return
        scored = read_line(cells, self.hands.conditions(board))
        if isinstance(scored.result, NotScored) and (is_nobody(ns.number) or is_nobody(ew.number)):
            scored.result = SIT_OUT
        record, published = self._record(line, board, session, scored), self._published(line, cells, scored)
        sat = Sat(
            board=board, ns=(), ew=(), result=scored.result, awards=scored.awards, session=session, section=section,
            round=line.text("round_number", 60), table=line.text("table_number", 60), record=record,
            published=published, notes=tuple(scored.notes),
        )  # fmt: skip
        self.lines.append(_Line(sat, ns, ew))
        if self.progress is not None and len(self.lines) % A_PROGRESS == 0:
            self.progress(len(self.lines))

    def _published(self, line: Node, cells: Cells, scored: Scored) -> PublishedLine | None:
        points = []
        for key in ("ns_match_points", "ew_match_points"):
            figure, trouble = line.printed(key)
            points.append(figure)
            if trouble:
                scored.notes.append(("unreadable", trouble))
        try:
            score = Printed.parse(cells.ns_score) if cells.ns_score and not cells.ns_score.endswith("%") else None
        except Faults:
            score = None  # a word
        return PublishedLine(score, BySide(points[0], points[1])) if score or any(points) else None

    def _record(self, line: Node, board: int, session: str, scored: Scored) -> TableRecord | None:
        movie = self._movie(line, scored)
        lead, text = None, line.text("opening_lead", 60)
        if text:
            try:
                lead = Card.parse(text)
            except Faults:
                scored.notes.append(("unreadable", f"the lead {text!r} is left out"))
        if movie is None:
            return TableRecord(lead, remark=scored.remark) if lead or scored.remark else None
        if movie.deal is not None:
            self.hands.add(board, session, movie.deal, movie.dealer)
        record = TableRecord(lead or movie.record.lead, movie.auction, movie.play, remark=scored.remark)
        return record if record != TableRecord() else None

    def _movie(self, line: Node, scored: Scored) -> LinTable | None:
        """The auction and the play of a table that played online."""
        for key in ("board_results_add_ons", "board_results_addons"):
            lin = line.child(key).text("bbo_movie", _LONGEST_MOVIE) if line.value.get(key) else ""
            if lin:
                try:
                    return table(lin)
                except Faults as trouble:
                    scored.notes.append(("unreadable", f"bbo_movie: {trouble.faults[0].found[:100]} is left out"))
        return None

    # Who is who

    def _name_pairs(self) -> None:
        """Give lines and lists the numbers by which the builder makes contestants."""
        participants = self.summaries.participants(self.builder.winners)
        with_direction = self.builder.winners == 1 and self._shared()
        apart = self.summaries.differ
        if apart:
            self.builder.note("left-out", "numbers stand for other pairs in another session: each session's are apart")
        for each in participants:
            session = each.standing.session if each.standing else ""
            each.section = f"{session}{each.section}" if apart else each.section
            each.number = Pair(each.number, each.direction).directed if with_direction else each.number
        for line in self.lines:
            sat, ns, ew = line.sat, line.ns, line.ew
            sat.section = f"{sat.session}{sat.section}" if apart else sat.section
            # With two winners a pair belongs to its direction, wherever it sat.
            sat.turned = self.builder.winners == 2 and (ns.side, ew.side) == (Side.EW, Side.NS)
            if sat.turned:
                ns, ew = ew, ns
            if with_direction:
                ns, ew = Pair(ns.number, ns.side or Side.NS), Pair(ew.number, ew.side or Side.EW)
            sat.ns = (ns.directed if with_direction and not is_nobody(ns.number) else ns.number,)
            sat.ew = (ew.directed if with_direction and not is_nobody(ew.number) else ew.number,)
            self.builder.rows.append(sat)
        self.builder.participants += participants

    def _shared(self) -> bool:
        """Whether a N-S and an E-W pair of a section have the same number."""
        called = {(each.section, each.pair) for each in self.summaries.all}
        called |= {(line.sat.section, pair) for line in self.lines for pair in (line.ns, line.ew)}
        sides = BySide.of(lambda side: {(section, pair.number) for section, pair in called if pair.side is side})
        return bool(sides.ns & sides.ew)
