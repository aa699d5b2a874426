"""From a document to a USEBIO file: the event as its own regulation scores it."""

from __future__ import annotations

from collections.abc import Mapping

from amends.bridge import Side, vulnerability
from amends.event import Event, Form
from amends.event.table_result import DealtBoard
from amends.faults import refuse
from amends.formats.scored import Scored, ScoredRow, scored, where
from amends.formats.usebio import header, write_head
from amends.formats.usebio.elements import Xml
from amends.formats.usebio.header import Place
from amends.formats.usebio.write_lines import WrittenMatch, figure, is_written, line, matches
from amends.formats.usebio.write_lists import Lists, Numbers
from amends.journal.document import Document
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.methods.butler import ButlerChart

VERSIONS = ("1.0", "1.1", "1.2", "1.3")
"""The versions that are written."""

_VULNERABLE = {"none": "Love", "ns": "North-South", "ew": "East-West", "all": "All"}
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def write(document: Document, version: str) -> str:
    """The text of the file."""
    if version not in VERSIONS:
        raise refuse(f"version {version!r} of USEBIO", f"one of {', '.join(VERSIONS)}")
    return _Writer(document, version).text()


class _Writer:
    """One document on its way to text."""

    def __init__(self, document: Document, version: str) -> None:
        self.document, self.event, self.version = document, document.event, version
        self.numbers = Numbers(self.event)
        self.scored = scored(self.event)
        self.rows: dict[Place, list[ScoredRow]] = {}
        for row in filter(is_written, self.scored.rows):
            self.rows.setdefault(Place(row.table.session, row.table.section), []).append(row)
        self.deals: dict[Place, list[DealtBoard]] = {}
        for dealt in self.event.deals:
            self.deals.setdefault(Place(dealt.session, dealt.section), []).append(dealt)
        self.in_matches = self.event.form in (Form.TEAMS, Form.SWISS_PAIRS)
        self.matches: Mapping[Place, list[WrittenMatch]] = matches(self.scored, self.event) if self.in_matches else {}
        self.datums = _datums(self.scored)
        self.xml = Xml('<?xml version="1.0" encoding="UTF-8"?>', write_head.document_type(version))
        self.lists = Lists(self.xml, self.event.form, self.numbers, self.scored.standings)

    def text(self) -> str:
        """The file."""
        about = self.document.about
        with self.xml.within("USEBIO", Version=self.version):
            with self.xml.within("CLUB"):
                self.xml.text("CLUB_NAME", about.get("club", ""), needed=True)
                self.xml.text("CLUB_ID_NUMBER", about.get("club_id", ""), needed=True)
            with self.xml.within("EVENT", EVENT_TYPE=write_head.event_type(self.event, self.version)):
                self._head(about)
                if self.numbers.lists == [Place()]:
                    self._list(Place())
                self._sessions()
            self._handset(Place())
        return str(self.xml)

    def _head(self, about: Mapping[str, str]) -> None:
        pairs = len(self.numbers.contestants) if self.event.form in (Form.PAIRS, Form.SWISS_PAIRS) else 0
        self.xml.texts(**write_head.before_counts(self.event, about, self.version))
        self.xml.texts(PAIRS=pairs or "", BOARDS_PLAYED=self.lists.boards or "")
        self.xml.text("SESSION_COUNT", max(len(self.numbers.sessions), 1))
        self.xml.text("SECTION_COUNT", max(len(self.numbers.sections), 1))
        self.xml.texts(**write_head.methods(self.event), MPS_AWARDED_FLAG="N")
        if about.get("contact") or about.get("scorer"):
            with self.xml.within("CONTACT"):
                self.xml.texts(FULL_NAME=about.get("contact", ""), SCORER=about.get("scorer", ""))
        self.xml.text("NOTES", "\n".join(self._notes()))

    def _notes(self) -> list[str]:
        """The remarks for readers, with what the lines do not hold; what was noted before is not noted twice."""
        known = self.document.about.get("notes", "").splitlines()
        lost = lost_rows(self.scored, self.event)
        words = [f"{_capital(where(row.table, self.event.form))}: {words}" for row, words in lost]
        return list(dict.fromkeys((*known, *words)))

    # Sessions and sections

    def _sessions(self) -> None:
        for session, places in self.numbers.sessions.items():
            if not session:
                self._sections(places)
                continue
            with self.xml.within("SESSION", SESSION_ID=session):
                self._sections(places)
                self._handset(Place(session))

    def _sections(self, places: list[Place]) -> None:
        for place in places:
            if not place.section:
                self._part(place)
                continue
            with self.xml.within("SECTION", SECTION_ID=place.section):
                self._part(place)
                self._handset(place)

    def _part(self, place: Place) -> None:
        """The list, and the boards or the matches, of a section."""
        if place in self.numbers.lists and self.numbers.lists != [Place()]:
            self._list(place)
        if self.in_matches:
            for match in self.matches.get(place, ()):
                self._match(match, place)
            return
        boards: dict[int, list[ScoredRow]] = {}
        for row in self.rows.get(place, ()):
            boards.setdefault(row.table.board, []).append(row)
        for number, rows in boards.items():
            with self.xml.within("BOARD"):
                self._board(number, place)
                for row in rows:
                    self._line(row, self._seats(row, place))

    def _list(self, place: Place) -> None:
        if listed := self.numbers.listed(place):
            self.lists.write(listed)

    # Boards

    def _board(self, number: int, place: Place) -> None:
        self.xml.text("BOARD_NUMBER", number)
        conditions = self.event.conditions(number)
        if conditions is not vulnerability(number):
            self.xml.text("VULNERABILITY", _VULNERABLE[conditions.value])
        self.xml.text("BOARD_AVERAGE", self.datums.get((place.session, place.section, number), ""))

    def _seats(self, row: ScoredRow, place: Place) -> dict[str, str]:
        names = row.table.seats.map(lambda seats: [self.numbers.at_table(seat, place.section) for seat in seats])
        if self.event.form is Form.INDIVIDUAL:
            (north, south), (east, west) = ((*ids, "", "")[:2] for ids in names)
            order = {"N": north, "S": south, "E": east, "W": west}
            return {f"{seat}_PLAYER_NUMBER": number for seat, number in order.items()}
        return {f"{side.value}_PAIR_NUMBER": "".join(names[side]) for side in Side}

    def _line(self, row: ScoredRow, before: Mapping[str, str]) -> None:
        table, record = row.table, row.table.record
        with self.xml.within("TRAVELLER_LINE"):
            self.xml.texts(**before)
            self.xml.texts(**line(row, self.event).cells)
            if record is not None:
                deal = self.event.deal(table.board, table.session, table.section)
                self.xml.text("LIN_DATA", header.written(record, deal))

    # Matches

    def _match(self, match: WrittenMatch, place: Place) -> None:
        home, away = (self.numbers.at_table(id, place.section) for id in (match.home, match.away))
        teams = self.event.form is Form.TEAMS
        names = ("TEAM", "OPPOSING_TEAM") if teams else ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
        scores = ("TEAM_SCORE", "OPPOSING_TEAM_SCORE") if teams else ("NS_SCORE", "EW_SCORE")
        with self.xml.within("MATCH"):
            self.xml.text("ROUND_NUMBER", match.round)
            self.xml.texts(**{names[0]: home, names[1]: away})
            self.xml.texts(START_BOARD_NUMBER=min(match.boards), END_BOARD_NUMBER=max(match.boards))
            self.xml.texts(**{scores[0]: match.scores[0], scores[1]: match.scores[1]})
            for number, board in match.boards.items():
                with self.xml.within("BOARD"):
                    self._board(number, place)
                    self.xml.texts(**board.texts)
                    for direction, row in board.lines:
                        self._line(row, self._in_match(direction, row, place))

    def _in_match(self, direction: str, row: ScoredRow, place: Place) -> Mapping[str, str]:
        if self.event.form is not Form.TEAMS:
            return self._seats(row, place)
        record = row.table.record
        pairs = {f"{side.value}_PAIR_NUMBER": record.pairs[side] for side in Side} if record is not None else {}
        return {"DIRECTION": direction, **pairs}

    # Hands

    def _handset(self, place: Place) -> None:
        if place in self.deals:
            called = {"HANDSET_ID": place.session} if place.session else {}
            with self.xml.within("HANDSET", **called):
                for dealt in self.deals[place]:
                    self._deal(dealt)

    def _deal(self, dealt: DealtBoard) -> None:
        with self.xml.within("BOARD"):
            self.xml.text("BOARD_NUMBER", dealt.board)
            for seat, hand in dealt.deal.items():
                if hand is not None:
                    with self.xml.within("HAND"):
                        self.xml.text("DIRECTION", seat.name.title())
                        self.xml.texts(**dict(zip(_SUITS, hand.suits, strict=True)))


def lost_rows(found: Scored, event: Event) -> list[tuple[ScoredRow, str]]:
    """The rows that the format does not hold as they are, with words for what becomes of them."""
    rows = ((row, line(row, event).lost) for row in found.rows if is_written(row))
    return [(row, lost) for row, lost in rows if lost]


def _datums(found: Scored) -> dict[tuple[str, str, int], str]:
    """The datum of each board of a Butler, in the N-S view."""
    standings = found.standings
    if not isinstance(standings, PairsStandings):
        return {}
    datums = {}
    for board in standings.boards:
        if board.scored.lines.groups:
            continue  # a fouled board has a datum for each deal
        chart = board.scored.chart(Side.NS)
        if isinstance(chart, ButlerChart) and chart.retained:
            for row in board.rows:
                datums[row.table.session, row.table.section, row.table.board] = figure(chart.datum)
    return datums


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
