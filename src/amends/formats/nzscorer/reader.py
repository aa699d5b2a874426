"""From the elements of NZ Scorer to a document: `result` has a table and a board, `pair` a line of the ranking."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from amends.awards import Award, Mixture, Published
from amends.bridge import BySide, Points, Side, vulnerability
from amends.event.event import Event, Player
from amends.event.published import Printed, PublishedFigures, PublishedLine, PublishedStanding
from amends.event.table_result import TableRecord
from amends.faults import Fault, Faults
from amends.formats.acbl.score_cells import Cells, ScoredLine, read_line
from amends.formats.common.building import SIT_OUT, Builder, Participant, Sat
from amends.formats.common.format import Progress, report
from amends.formats.common.page_reader import printed, read_lead, whole
from amends.formats.nzscorer.elements import NzElement, elements
from amends.journal.chain import Document
from amends.regulations import Regulation, default

_SCORINGS = {"MP": "matchpoints", "": "matchpoints", "IMP": "cross-imps", "XIMP": "cross-imps", "BUTLER": "butler"}
_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_TENTHS = re.compile(r"-?\d{1,7}", re.ASCII)
_NOTHING = "-9999"
"""Printed in place of matchpoints where there are none."""


def read(data: str | bytes, name: str, winners: int | None, progress: Progress) -> Document:
    """The document of a file."""
    found = elements(data, name)
    if not found or found[0].tag != "session":
        tag = found[0].tag if found else "nothing"
        raise Faults([Fault(f"the root element {tag[:60]}", "session", file=name, line=1)])
    return NzReader(name, progress).document(found, winners)


class NzReader:
    """Reads the results and the pairs of all sections; who is a phantom is known when all have been read."""

    def __init__(self, name: str, progress: Progress) -> None:
        self.builder = Builder(name)
        self.progress = progress
        self.matchpoints = True
        self.empty: list[Sat] = []
        """The lines in which a pair sat against a phantom."""

    def document(self, found: list[NzElement], winners: int | None) -> Document:
        """The document."""
        session = found[0]
        kind = session.text("scoring_type").upper()
        scoring = _SCORINGS.get(kind)
        if scoring is None:
            self._fault(session, f"scoring_type {kind!r}", f"one of {', '.join(filter(None, _SCORINGS))}")
            scoring = "matchpoints"
        self.matchpoints = scoring == "matchpoints"
        pairs = [each for each in found if each.tag == "pair"]
        directions = {each.text("dir").upper()[:1] for each in pairs}
        self.builder.winners = winners or (2 if directions and directions <= {"N", "E"} else 1)
        for each in pairs:
            self._pair(each)
        for each in found:
            if each.tag == "result":
                self._result(each)
        self._phantoms()
        if not self.builder.rows and not self.builder.faults.count:
            self.builder.faults.add(None, Fault("no results", "result elements within board_results"))
        built = self.builder.build()
        across = session.text("field_scoring").lower() == "true"
        sections = {row.section for row in self.builder.rows}
        event = Event(
            scoring=scoring,
            winners=self.builder.winners,
            title=session.text("event_name"),
            regulation=_by_section() if len(sections) > 1 and not across else default(),
            results=built.results,
            contestants=built.contestants,
            rulings=built.rulings,
        )
        about = {
            "club": session.text("club"),
            "club_id": session.text("club_no"),
            "date": _day(session.text("event_date")),
            "program": "NZ Scorer",
        }
        return Document(
            event=event,
            published=PublishedFigures(built.lines, built.standings),
            about={key: text for key, text in about.items() if text},
            notes=built.notes,
            source="nzscorer",
        )

    def _fault(self, element: NzElement, found: str, expected: str) -> None:
        self.builder.faults.add(element.line, Fault(found, expected))

    # Pairs

    def _pair(self, pair: NzElement) -> None:
        number = pair.text("no", 20)
        if not whole(number):
            self._fault(pair, f"the pair {number!r}", "a number of a pair")
            return
        names = [pair.text(f"player_name_{place}") for place in (1, 2)]
        members = [pair.text(f"nzb_no_{place}", 20) for place in (1, 2)]
        players = tuple(Player(name, member) for name, member in zip(names, members, strict=True) if name)
        total = pair.text("match_points").partition("/")[0]
        standing = PublishedStanding(
            number,
            pair.text("place", 10),
            printed(total) if self.matchpoints else printed(pair.text("res")),
            printed(pair.text("res")) if self.matchpoints else None,
            handicap=printed(pair.text("handicap")),
        )
        side = {"N": Side.NS, "E": Side.EW}.get(pair.text("dir").upper()[:1]) if self.builder.winners == 2 else None
        self.builder.participants.append(
            Participant(number=number, section=pair.section, direction=side, players=players, standing=standing)
        )

    # Results

    def _result(self, result: NzElement) -> None:
        board, ns, ew = (result.text(key, 20) for key in ("bd", "ns", "ew"))
        number = whole(board)
        for found, noun in ((board, "board"), (ns, "pair"), (ew, "pair")):
            if not whole(found):
                self._fault(result, f"the {noun} {found!r}", f"a number of a {noun}")
        if number is None or not whole(ns) or not whole(ew):
            return
        scored = self._scored(result, number)
        record = TableRecord(read_lead(result.text("lead")))
        sat = Sat(
            board=number, ns=(ns,), ew=(ew,), result=scored.result, awards=scored.awards, section=result.section,
            round=result.text("rnd", 20), table=result.text("tab", 20), published=self._published(result),
            record=record if record.lead else None, notes=tuple(scored.notes), line=result.line,
        )  # fmt: skip
        if not result.text("cont") and not result.text("score") and result.text("mp_ns") in ("", _NOTHING):
            self.empty.append(sat)
        self.builder.rows.append(sat)
        report(self.progress, len(self.builder.rows))

    def _scored(self, result: NzElement, board: int) -> ScoredLine:
        contract, score = result.text("cont"), result.text("score")
        line = self._published(result)
        if score[:1].upper() == "A" or contract[:1].upper() == "A":
            figures = line.points if line else BySide(None, None)
            awards: BySide[Award | None] = figures.map(lambda figure: Published(figure.value) if figure else None)
            said = f"the adjusted score {score or contract!r}: what it is made of is not in the file"
            return ScoredLine(awards=awards, notes=[("left-out", said)])
        if "".join(contract.upper().split()) == "NP" and _TENTHS.fullmatch(score) and line and any(line.points):
            said = f"not played, and a score of {score} with matchpoints; the score is kept"
            return ScoredLine(Mixture.of(Points(int(score))), notes=[("scored", said)])
        cells = Cells(
            ns_score=score, contract=contract, declarer=result.text("dec").upper()[:1], result=result.text("res")
        )
        return read_line(cells, vulnerability(board))

    def _published(self, result: NzElement) -> PublishedLine | None:
        points: BySide[Printed | None] = BySide(None, None)
        if self.matchpoints:
            points = BySide(_tenths(result.text("mp_ns")), _tenths(result.text("mp_ew")))
        score = printed(result.text("score"))
        return PublishedLine(score, points) if score or any(points) else None

    def _phantoms(self) -> None:
        """Pairs that are in no list and have no results are phantoms: whoever sat against them sat out."""
        listed = {(each.section, each.direction, each.number) for each in self.builder.participants}
        two = self.builder.winners == 2

        def is_listed(row: Sat, side: Side, number: str) -> bool:
            return (row.section, side if two else None, number) in listed

        for row in self.empty:
            there = {side for side, number in row.seated() if is_listed(row, side, number)}
            if len(there) == 1:
                row.ns = row.ns if Side.NS in there else ("",)
                row.ew = row.ew if Side.EW in there else ("",)
                row.result = SIT_OUT


@lru_cache(maxsize=1)
def _by_section() -> Regulation:
    return default().having(field="section")


def _tenths(text: str) -> Printed | None:
    """Matchpoints that are written times ten.

    >>> str(_tenths('75'))
    '7.5'
    """
    if text == _NOTHING or not _TENTHS.fullmatch(text):
        return None
    number = abs(int(text))
    return Printed.parse(f"{'-' if text.startswith('-') else ''}{number // 10}.{number % 10}")


def _day(text: str) -> str:
    """The day as YYYY-MM-DD; the file writes the day first."""
    found = _DAY.fullmatch(text)
    try:
        return date(int(found[3]), int(found[2]), int(found[1])).isoformat() if found else text
    except ValueError:
        return text
