"""Matches: of two teams in two rooms, or of two Swiss pairs at one table.

A match may be given twice, once as each team sees it: each table is read once, and the first to be named is at home.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from amends.bridge import BySide, Side
from amends.event.event import Form
from amends.event.match import Room
from amends.event.published import Printed, PublishedMatch
from amends.faults import Faults
from amends.formats.common.building import Builder, Sat
from amends.formats.usebio.elements import Element
from amends.formats.usebio.header import LINES, Layout, Placed, SectionPlace
from amends.formats.usebio.lines import At, TravellerLines, board_number, conditions, figure
from amends.formats.usebio.numbering import Numbering, TableSeats, direction

_Key = tuple[SectionPlace, str, frozenset[str]]
_TEAM_NUMBERS = ("TEAM_ID", "TEAM_NUMBER", "TEAM_NAME")


class Sides:
    """Who plays in a match: by its own numbers, by its lines, and by the lists."""

    def __init__(self, layout: Layout, form: Form) -> None:
        self.teams = form is Form.TEAMS
        listed = [team for placed in layout.participants for team in placed.element.named("TEAM")]
        self._numbers = {team.text(*_TEAM_NUMBERS) for team in listed}
        self._by_name = {team.text("TEAM_NAME"): team.text(*_TEAM_NUMBERS) for team in listed}
        self._by_pair = {
            pair.text("PAIR_NUMBER"): team.text(*_TEAM_NUMBERS) for team in listed for pair in team.named("PAIR")
        }

    def of_match(self, match: Element) -> tuple[str, str]:
        """The two that a match names, the one at home first."""
        if not self.teams:
            return match.text("NS_PAIR_NUMBER", "PAIR"), match.text("EW_PAIR_NUMBER", "OPPOSING_PAIR")
        return self._team(match.text("TEAM")), self._team(match.text("OPPOSING_TEAM"))

    def of_line(self, line: Element, home: str, away: str, place: int) -> tuple[str, str]:
        """Who sat N-S and who E-W at the table of a line, the `place`-th of its board in the match."""
        ns, ew = line.text("NS_PAIR_NUMBER"), line.text("EW_PAIR_NUMBER")
        if not self.teams:
            return ns or home, ew or away
        side = direction(line.text("DIRECTION")) or self._seated(ns, ew, home, away)
        north_south = side is Side.NS if side else place % 2 == 0
        return (home, away) if north_south else (away, home)

    def of_pair(self, pair: str) -> str:
        """The team of a pair: as the lists have it, else as its number says ("1-3-4" is of team 1)."""
        return self._by_pair.get(pair) or pair.partition("-")[0].strip()

    def _team(self, text: str) -> str:
        return text if text in self._numbers else self._by_name.get(text, text)

    def _seated(self, ns: str, ew: str, home: str, away: str) -> Side | None:
        """Where the home team sat, by the pairs of the line."""
        teams = BySide(self.of_pair(ns), self.of_pair(ew))
        return next(
            (side for side in Side if teams[side] == home or teams[side.other] == away),
            next((side for side in Side if teams[side.other] == home or teams[side] == away), None),
        )


def match_tables(layout: Layout, sides: Sides) -> list[TableSeats]:
    """Those at each table of the matches, as the lines have them."""
    found = []
    for place, match in layout.matches:
        home, away = sides.of_match(match)
        for board in match.named("BOARD"):
            for number, line in enumerate(board.named(*LINES)):
                ns, ew = sides.of_line(line, home, away, number)
                found.append(TableSeats(place.section, (ns,), (ew,), place.session))
    return found


def gathered(layout: Layout, sides: Sides) -> None:
    """Put the boards of a teams event that stand outside matches into matches, by the teams of their pairs."""
    matches: dict[_Key, Element] = {}
    boards: dict[tuple[_Key, int], Element] = {}
    for place, board in layout.boards:
        for line in board.named(*LINES):
            ns, ew = sides.of_pair(line.text("NS_PAIR_NUMBER")), sides.of_pair(line.text("EW_PAIR_NUMBER"))
            number = line.text("ROUND_NUMBER") or board.text("ROUND_NUMBER")
            key = (place, number, frozenset((ns, ew)))
            if key not in matches:
                texts = {"TEAM": ns, "OPPOSING_TEAM": ew, "ROUND_NUMBER": number}
                matches[key] = Element("MATCH", line.line, texts)
                layout.matches.append(Placed(place, matches[key]))
            if (key, id(board)) not in boards:
                played = boards[key, id(board)] = Element("BOARD", board.line, board.texts)
                matches[key].children.append(played)
            boards[key, id(board)].children.append(line)
    layout.boards.clear()


@dataclass(slots=True)
class _Played:
    """A match as it was read: its tables by board and seats, and what was printed."""

    line: int
    place: SectionPlace
    round: str
    match: str
    home: str
    away: str
    scores: tuple[Printed | None, Printed | None]
    boards: int = 0
    tables: dict[tuple[int, str, str, str], Sat] = field(default_factory=dict)
    imps: dict[int, Printed] = field(default_factory=dict)
    points: dict[int, tuple[Printed, Printed]] = field(default_factory=dict)


class UsebioMatches:
    """Reads matches into the builder."""

    def __init__(self, builder: Builder, numbering: Numbering, lines: TravellerLines, sides: Sides) -> None:
        self._builder, self._numbering, self._lines, self._sides = builder, numbering, lines, sides
        self._known: dict[_Key, list[_Played]] = {}
        self._by_board: dict[tuple[_Key, int], _Played] = {}

    def read(self, placed: Placed) -> list[tuple[int, Element]]:
        """Read a match; gives its boards with their numbers."""
        place, match = placed
        home, away = self._sides.of_match(match)
        boards = []
        for board in match.named("BOARD"):
            try:
                boards.append((board_number(board), board))
            except Faults as trouble:
                self._builder.faults.add(board.line, *trouble.faults)
        if not home and not away and not boards:
            return []
        played = self._played(place, match, home, away, {number for number, _ in boards})
        for number, board in boards:
            self._board(played, home, number, board)
        return boards

    def _played(self, place: SectionPlace, match: Element, home: str, away: str, boards: set[int]) -> _Played:
        """The match, which may be known from the other side; a second one of the two on other boards is another."""
        round_ = match.text("ROUND_NUMBER", "ROUND")[:60]
        key = (place, round_, frozenset((home, away)))
        known = self._known.setdefault(key, [])
        played = next((self._by_board[key, board] for board in boards if (key, board) in self._by_board), None)
        if played is None and known and not (boards and known[-1].boards):
            played = known[-1]  # one of the two has no boards
        if played is None:
            name = f"{home} v {away}, {len(known) + 1}" if known else ""
            scores = (
                figure(self._builder, match, "TEAM_SCORE", "NS_SCORE"),
                figure(self._builder, match, "OPPOSING_TEAM_SCORE", "EW_SCORE"),
            )
            played = _Played(match.line, place, round_, name, home, away, scores)
            known.append(played)
        played.boards += len(boards)
        self._by_board |= {(key, board): played for board in boards}
        return played

    def _board(self, played: _Played, home: str, number: int, board: Element) -> None:
        """A board of a match, as the team `home` sees it."""
        turned = home != played.home
        self._printed(played, turned, number, board)
        away = played.home if turned else played.away
        tables: Counter[str] = Counter()
        for index, line in enumerate(board.named(*LINES)):
            ns, ew = self._sides.of_line(line, home, away, index)
            tables[ns] += 1  # of teams of eight a team sits North-South at two tables
            room = _room(ns == played.home, tables[ns]) if self._sides.teams else ""
            at = At(played.place, number, conditions(board, number), played.round, played.match, room)
            pairs = BySide(line.text("NS_PAIR_NUMBER"), line.text("EW_PAIR_NUMBER")) if self._sides.teams else None
            sat = self._lines.read(
                line, at, TableSeats(played.place.section, (ns,), (ew,), played.place.session), pairs
            )
            if sat is None:
                continue
            first = played.tables.setdefault((number, ns, ew, room), sat)
            # The other team's view of a table says the same; if it does not, the builder finds two lines for one table.
            if first is sat or (first.result, first.awards) != (sat.result, sat.awards):
                self._builder.rows.append(sat)

    def _printed(self, played: _Played, turned: bool, number: int, board: Element) -> None:
        imps = figure(self._builder, board, "IMPS")
        if imps is not None:
            played.imps.setdefault(number, _negative(imps) if turned else imps)
        own, other = (figure(self._builder, board, name) for name in ("TEAM_POINTS", "OPPOSING_TEAM_POINTS"))
        if own is not None and other is not None:
            played.points.setdefault(number, (other, own) if turned else (own, other))

    def published(self) -> tuple[PublishedMatch, ...]:
        """What was printed for each match; to be asked for when all lines and lists have been read."""
        found = []
        for played in (played for matches in self._known.values() for played in matches):
            try:
                found.append(self._published(played))
            except Faults as trouble:
                self._builder.faults.add(played.line, *trouble.faults)
        return tuple(found)

    def _published(self, played: _Played) -> PublishedMatch:
        place = played.place
        seats = self._numbering.seats(TableSeats(place.section, (played.home,), (played.away,), place.session))
        home, away = (
            self._builder.contestant(seats.section, name[0]) if name[0] else "" for name in (seats.ns, seats.ew)
        )
        return PublishedMatch(
            home, away, played.round, place.session, played.match, played.scores, played.imps, played.points
        )


def _room(is_home: bool, number: int) -> str:
    """The room in which a team sits North-South for the nth time on a board."""
    return next((room.value for room in Room if room.is_open == is_home and room.number == number), "")


def _negative(figure: Printed) -> Printed:
    """A margin as the other team sees it."""
    text = figure.text.removeprefix("-")
    return Printed(text if text != figure.text or not figure.value else f"-{text}")
