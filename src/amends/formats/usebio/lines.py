"""The lines of travellers: who sat there, what happened, what was printed."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from amends.awards import NotScored
from amends.bridge import BySide, Card, Vulnerable, vulnerability
from amends.event.published import Printed, PublishedLine
from amends.event.table_result import TableRecord
from amends.faults import Faults, refuse
from amends.formats.common.building import SIT_OUT, Builder, Notes, Sat
from amends.formats.usebio.elements import Element
from amends.formats.usebio.header import Hands, SectionPlace, recorded
from amends.formats.usebio.numbering import Numbering, TableSeats, is_unknown
from amends.formats.usebio.score_cells import Told, artificial, told

POINTS = ("MATCH_POINTS", "BUTLER_POINTS", "CROSS_IMP_POINTS", "IMPS")
"""What the points of a line may be called, each after NS_ and EW_."""

_VULNERABLE = {
    **dict.fromkeys(("LOVE", "NONE", "NIL", "NEITHER", "O", "-"), Vulnerable.NONE),
    **dict.fromkeys(("NS", "NORTHSOUTH"), Vulnerable.NS),
    **dict.fromkeys(("EW", "EASTWEST"), Vulnerable.EW),
    **dict.fromkeys(("ALL", "BOTH", "GAME", "B"), Vulnerable.ALL),
}
_NO_UNKNOWN = BySide(False, False)
_NO_RECORD: tuple[TableRecord | None, Notes] = (None, ())


class At(NamedTuple):
    """Where a line stands: the board and its conditions, the round and the room of a match."""

    place: SectionPlace
    board: int
    vulnerable: Vulnerable
    round: str = ""
    match: str = ""
    room: str = ""


def board_number(board: Element) -> int:
    """The number of a board."""
    text = board.text("BOARD_NUMBER").removesuffix(".0")
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise refuse(repr(text) if text else "no number", "a board number, 1 or more", "BOARD_NUMBER")
    return int(text)


def conditions(board: Element, number: int) -> Vulnerable:
    """Who is vulnerable: as the board says, else by its number."""
    said = "".join(board.text("VULNERABILITY", "VULNERABLE").upper().replace("-", "").replace("/", "").split())
    return _VULNERABLE.get(said) or vulnerability(number)


class TravellerLines:
    """Reads lines into the builder; `contracts` says whether the file has contracts at all."""

    def __init__(
        self, builder: Builder, numbering: Numbering, hands: Hands, unit: str, points: str, contracts: bool
    ) -> None:
        self._builder, self._numbering, self._hands = builder, numbering, hands
        self._unit, self._points, self._contracts = unit, (f"NS_{points}", f"EW_{points}"), contracts

    def read(self, line: Element, at: At, table: TableSeats, pairs: BySide[str] | None = None) -> Sat | None:
        """A line for the builder; None where it cannot be read. `pairs` are those of teams."""
        texts = line.texts
        unknown = self._unknown(table)
        if unknown.ns and unknown.ew:
            words = f"board {at.board}, {table.ns[0]!r} against {table.ew[0]!r}: the line is left out"
            self._builder.note("unreadable", words, board=at.board, line=line.line)
            return None
        published, misprinted = self._published(texts)
        try:
            seats = self._numbering.seats(table)
            found = self._told(texts, at.vulnerable, _has_points(published))
        except Faults as trouble:
            self._builder.faults.add(line.line, *trouble.at(f"board {at.board}").faults)
            return None
        record, noticed = _lead(texts["LEAD"]) if texts.get("LEAD") else _NO_RECORD
        if "LIN_DATA" in texts or "LIN" in texts or pairs is not None:
            record = self._record(record or TableRecord(), line, at, pairs)
        if unknown.ns or unknown.ew:
            published, misprinted = _without(unknown, table, published, misprinted)
        nobody = not (all(seats.ns) and all(seats.ew))
        return Sat(
            board=at.board,
            ns=seats.ns,
            ew=seats.ew,
            result=SIT_OUT if nobody and isinstance(found.result, NotScored) else found.result,
            awards=found.awards,
            session=at.place.session,
            section=seats.section,
            round=at.round or texts.get("ROUND_NUMBER", ""),
            table=texts.get("TABLE_NUMBER", ""),
            match=at.match,
            room=at.room,
            turned=seats.turned,
            record=record,
            published=published,
            notes=found.notes + noticed + misprinted if found.notes or noticed or misprinted else (),
            line=line.line,
        )

    def _unknown(self, table: TableSeats) -> BySide[bool]:
        """On which sides the program did not know the pair."""
        if not self._numbering.of_pairs or (":" not in table.ns[0] and ":" not in table.ew[0]):
            return _NO_UNKNOWN  # as nearly always
        return BySide(is_unknown(table.ns[0]), is_unknown(table.ew[0]))

    def _told(self, texts: dict[str, str], vulnerable: Vulnerable, points: bool) -> Told:
        contract = texts.get("CONTRACT")
        if not contract and not (self._contracts and contract is not None):
            contract = None
        score = texts.get("SCORE", "")
        declarer = texts.get("PLAYED_BY") or texts.get("DECLARER", "")
        tricks = texts.get("TRICKS") or texts.get("RESULT_FIELD", "")
        if "ARTIFICIAL_SCORE" in texts and artificial(score) is None:
            said = texts["ARTIFICIAL_SCORE"]
            # Some say which score; one says no more than that there is one.
            known = artificial("".join(said.split()).upper()) is not None or said[:1].upper() == "A"
            score = said if known else "Adjusted"
        return told(contract, declarer, tricks, score, vulnerable, self._unit, points)

    def _published(self, texts: dict[str, str]) -> tuple[PublishedLine | None, Notes]:
        ns, ew = self._points
        if ns not in texts and ew not in texts:
            there = next((name for name in POINTS if f"NS_{name}" in texts), "")
            ns, ew = f"NS_{there}", f"EW_{there}"
        return _line(texts.get("SCORE", ""), texts.get(ns, ""), texts.get(ew, ""))

    def _record(self, record: TableRecord, line: Element, at: At, pairs: BySide[str] | None) -> TableRecord:
        """What is known of a table besides its lead."""
        pairs = pairs if pairs is not None else record.pairs
        lin = recorded(line.text("LIN_DATA", "LIN"))
        if lin is None:
            return TableRecord(record.lead, pairs=pairs)
        if lin.deal is not None and not self._hands.known(at.place, at.board):
            self._hands.keep(SectionPlace(at.place.session), at.board, lin.deal)
        return TableRecord(record.lead, lin.auction, lin.play, pairs)


def _has_points(published: PublishedLine | None) -> bool:
    """Whether a line was given points; 0 for both sides is what programs print where there is nothing."""
    if published is None:
        return False
    ns, ew = published.points
    return ns is not None and ew is not None and bool(ns.value or ew.value)


def _without(
    unknown: BySide[bool], table: TableSeats, published: PublishedLine | None, notes: Notes
) -> tuple[PublishedLine | None, Notes]:
    """What was printed for a line without the points of a pair that the program did not know, and a note of it."""
    text = table.ns[0] if unknown.ns else table.ew[0]
    words = f"the pair {text!r}: its score counts for its opponents, and it has none itself"
    if published is not None:
        ns, ew = published.points
        points = BySide(None if unknown.ns else ns, None if unknown.ew else ew)
        published = replace(published, points=points)
    return published, (*notes, ("unreadable", words))


@lru_cache(maxsize=256)
def _lead(text: str) -> tuple[TableRecord | None, Notes]:
    try:
        return TableRecord(lead=Card.parse(text)), ()
    except Faults:
        return None, () if text in ("-", "?") else (("unreadable", f"the lead {text!r}"),)


@lru_cache(maxsize=65536)
def _line(score: str, ns: str, ew: str) -> tuple[PublishedLine | None, Notes]:
    """What was printed for a line; figures that cannot be read are noted."""
    notes: list[tuple[str, str]] = []
    points = BySide(printed(ns, "the points of N-S", notes), printed(ew, "the points of E-W", notes))
    figure = printed(score, "", [])
    there = figure is not None or points.ns is not None or points.ew is not None
    return PublishedLine(figure, points) if there else None, tuple(notes)


def figure(builder: Builder, element: Element, *names: str, board: int | None = None) -> Printed | None:
    """A printed figure of an element, under the first of the names that is there; one that cannot be read is noted."""
    notes: list[tuple[str, str]] = []
    found = printed(element.text(*names), names[0], notes)
    for kind, words in notes:
        builder.note(kind, words, board=board, line=element.line)
    return found


def printed(text: str, what: str, notes: list[tuple[str, str]]) -> Printed | None:
    """A figure as it was printed; None where there is none, or, with a note, where it cannot be read."""
    if not text:
        return None
    try:
        return Printed.parse(text)
    except Faults:
        notes.append(("unreadable", f"{what}: {text[:60]!r}"))
        return None
