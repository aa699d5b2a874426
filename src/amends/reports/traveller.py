"""A board's traveller with its frequencies, and its diagram where the deal is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from amends import exact
from amends.bridge import BySide, Side
from amends.event import Event, Row
from amends.event.rows import rows_in_force
from amends.faults import printable, refuse
from amends.reports.layout.diagram import dealer_words, diagrams, record_data, vulnerable_words
from amends.reports.layout.html import Table
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.events.team_lines import PlayedMatch
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.field import FieldBoard, Place
from amends.scoring.standings import Line, Standings, natural
from amends.wording.award_text import award_lines
from amends.wording.figures import UNITS, figure_text, precise

MOST_LINES = 12
"""With more tables than these the frequencies stand above the traveller."""
_NEAR, _FAR = 2, 7
"""How many boards are shown on each side of one, on a telephone and where there is room."""


def travellers(standings: Standings, number: int, session: str | None = None) -> list[Table]:
    """The traveller and the frequencies of a board, for each field that played it: session, section, round."""
    if not isinstance(standings, PairsStandings):
        return [_teams(standings, number), _rooms(standings.event, number)]
    boards = [board for board in fields_of(standings, number) if session in (None, board.session)]
    sessions = list(dict.fromkeys(board.session for board in standings.boards))
    if session is not None and session not in sessions:
        raise refuse(f"the session {session!r}", f"one of {', '.join(map(repr, sessions))}")
    if not boards:
        played = sorted({board.scored.board.number for board in standings.boards})
        raise refuse(f"board {number}", f"a board of the event: {', '.join(map(str, played[:60]))}")
    return [
        table
        for board in boards
        for table in (traveller(standings, board, traveller_lines(standings, board)), *frequencies(board))
    ]


def fields_of(standings: PairsStandings, number: int) -> list[FieldBoard]:
    """A board in each of its fields: sessions and sections as in the event, the rounds of each in order."""
    found = [board for board in standings.boards if board.scored.board.number == number]
    ranks: dict[tuple[str, str], int] = {}
    for board in found:
        ranks.setdefault((board.session, board.section), len(ranks))
    return sorted(found, key=lambda board: (ranks[board.session, board.section], natural(board.round)))


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """A table on a traveller: its row in force, and each side's figures: of an individual, one for each player."""

    row: Row
    figures: BySide[tuple[Fraction | None, ...]]
    tops: BySide[Fraction | None]
    results: Sequence[tuple[str, str]]
    """The awards in lines of result and N-S score."""

    def cell(self, side: Side) -> str:
        """One figure for a side, or one for each player where they differ."""
        return " / ".join(dict.fromkeys(map(figure_text, self.figures[side]))) or "–"

    def first(self, side: Side) -> Fraction | None:
        """The figure of a side, of its first player where there are several."""
        return next(iter(self.figures[side]), None)

    def share(self, side: Side) -> Fraction | None:
        """The figure as a percentage of the top."""
        figure, top = self.first(side), self.tops[side]
        return figure / top * 100 if figure is not None and top else None


def traveller_lines(standings: PairsStandings, board: FieldBoard) -> list[TravellerLine]:
    """The tables of a board, best for N-S first, with artificial scores as they were settled."""
    event, found = standings.event, []
    for index, row in enumerate(board.rows):
        figures = [
            [standings.figure(seat, Place(board, index, side)) for seat in row.table.seats[side]] for side in Side
        ]
        ns, ew = (tuple(figure for figure, _ in of_side) for of_side in figures)
        tops = (next((top for _, top in of_side), None) for of_side in figures)
        vulnerable = event.conditions(row.table.board, row.table)
        lines = award_lines(row.awards, vulnerable, event.regulation.edition)
        found.append(TravellerLine(row, BySide(ns, ew), BySide(*tops), lines))
    found.sort(key=lambda line: (line.first(Side.NS) is None, -(line.first(Side.NS) or Fraction(0))))
    return found


def _title(board: FieldBoard, event: Event) -> str:
    number = board.scored.board.number
    conditions = vulnerable_words(event, number, (row.table for row in board.rows))
    heading = f"Board {number}, round {printable(board.round)}" if board.round else f"Board {number}"
    parts = [heading, dealer_words(event, number, (row.table for row in board.rows)), conditions]
    parts += [f"session {board.session}"] if board.session else []
    parts += [f"section {board.section}"] if board.section else []
    return " · ".join(parts)


def traveller(standings: PairsStandings, board: FieldBoard, lines: Sequence[TravellerLine]) -> Table:
    """The traveller of a board in one field."""
    rows: list[list[str]] = []
    data: list[dict[str, object]] = []
    for line in lines:
        row = line.row
        seats = ["-".join(side) or "–" for side in row.table.seats]
        for place, (result, score) in enumerate(line.results):
            first = place == 0
            mark = f"⚖ {row.ruling}" if row.ruling and first else ""
            cells = [*(seats if first else ("", "")), result, score]
            rows.append([*cells, *(line.cell(side) if first else "" for side in Side), mark])
        data.append(
            {
                "ns": list(row.table.seats.ns),
                "ew": list(row.table.seats.ew),
                "result": str(row.table.result),
                "award": {"ns": str(row.awards.ns), "ew": str(row.awards.ew)},
                "figure": {side.value.lower(): precise(line.first(side)) for side in Side},
                "figures": {side.value.lower(): [precise(each) for each in line.figures[side]] for side in Side},
                "ruling": row.ruling,
                **({"round": board.round} if board.round else {}),
                **(record_data(row.table.record) if row.table.record else {}),
            }
        )
    unit = UNITS[standings.unit]
    heads = ["N-S", "E-W", "result", "score", f"N-S {unit}", f"E-W {unit}", ""]
    number = board.scored.board.number
    deals = diagrams(standings.event, number, (row.table for row in board.rows), board.scored.board.vulnerable)
    return Table(_title(board, standings.event), heads, rows, (0, 1, 2, 6), data, deals)


def frequencies(board: FieldBoard) -> list[Table]:
    """How often each score occurs on a board and what it is worth, for each deal that was played."""
    if board.scored.lines.groups:
        return [
            _group(board, group) for group in board.scored.lines.names() if board.scored.chart(Side.NS, group).values
        ]
    return [_group(board, "")]


def _group(board: FieldBoard, group: str) -> Table:
    ns, ew = (board.scored.chart(side, group) for side in Side)
    scores = sorted({*ns.values, *(-points for points in ew.values)}, reverse=True)
    rows, data = [], []
    for points in scores:
        times = [ns.tally.frequency(points), ew.tally.frequency(-points)]
        figures = [
            Fraction(chart.values[sign * points], chart.unit) if sign * points in chart.values else None
            for chart, sign in ((ns, 1), (ew, -1))
        ]
        rows.append([exact.signed(points), *map(exact.mixed, times), *map(figure_text, figures)])
        data.append(
            {
                "score": points,
                "times": {"ns": precise(times[0]), "ew": precise(times[1])},
                "figure": {"ns": precise(figures[0]), "ew": precise(figures[1])},
            }
        )
    name = f"Frequencies{f', group {group}' if group else ''}: {board.scored.board.expected} results expected"
    return Table(name, ["N-S score", "times (N-S)", "times (E-W)", "N-S", "E-W"], rows, (), data)


def matches_on_board(standings: TeamsStandings, number: int) -> list[tuple[PlayedMatch, int]]:
    """The matches that played a board, each with the place of the board in it."""
    return [
        (match, index)
        for match in standings.matches
        for index, board in enumerate(match.match.boards)
        if board.number == number
    ]


def boards_around(numbers: Sequence[int], number: int) -> list[tuple[int, bool]]:
    """A board and its neighbours, each with whether it is too far away for a telephone.

    >>> boards_around([1, 2, 3, 5, 6], 1)
    [(1, False), (2, False), (3, False), (5, True), (6, True)]
    """
    here = numbers.index(number)
    first = max(0, here - _FAR)
    return [(each, abs(place - here) > _NEAR) for place, each in enumerate(numbers[first : here + _FAR + 1], first)]


def _teams(standings: Standings, number: int) -> Table:
    lines: list[Line] = [
        line
        for entries in standings.lists.values()
        for entry in entries
        for line in standings.lines(entry.contestant)
        if line.board == number
    ]
    if not lines:
        raise refuse(f"board {number}", "a board of the event")
    rows = [
        [line.contestant, "-".join(line.opponents), line.round or "", figure_text(line.figure)] for line in lines
    ]  # what was awarded in each room stands in the table under it
    data: list[dict[str, object]] = [
        {
            "team": line.contestant,
            "opponents": list(line.opponents),
            "award": str(line.award),
            "figure": precise(line.figure),
        }
        for line in lines
    ]
    heads = ["team", "against", "round", standings.unit]
    deals = diagrams(standings.event, number, (table for table in standings.event.results if table.board == number))
    return Table(f"Board {number}", heads, rows, (0, 1, 2), data, deals)


def _rooms(event: Event, number: int) -> Table:
    """What happened on a board at each table of the matches, with the awards in force."""
    rows: list[list[str]] = []
    data: list[dict[str, object]] = []
    for row in rows_in_force(event.results, event.rulings):
        table = row.table
        if table.board != number:
            continue
        where = [table.match or table.round, table.room, *("-".join(side) or "–" for side in table.seats)]
        lines = award_lines(row.awards, event.conditions(number, row.table), event.regulation.edition)
        for place, (result, score) in enumerate(lines):
            mark = f"⚖ {row.ruling}" if row.ruling and place == 0 else ""
            rows.append([*(where if place == 0 else [""] * len(where)), result, score, mark])
        data.append(
            {
                "match": table.match,
                "round": table.round,
                "room": table.room,
                "ns": list(table.seats.ns),
                "ew": list(table.seats.ew),
                "result": str(table.result),
                "award": {"ns": str(row.awards.ns), "ew": str(row.awards.ew)},
                "ruling": row.ruling,
            }
        )
    named = "match" if any(table.match for table in event.results) else "round"
    return Table("At the tables", [named, "room", "N-S", "E-W", "result", "score", ""], rows, (0, 1, 2, 3, 4, 6), data)
