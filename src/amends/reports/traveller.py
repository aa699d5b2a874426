"""A board's traveller with its frequencies, and its diagram where the deal is known."""

from __future__ import annotations

from fractions import Fraction

from amends import exact
from amends.bridge import Seat, Side
from amends.faults import refuse
from amends.reports.diagram import diagrams, record_data
from amends.reports.figures import award_lines, precise, shown
from amends.reports.table import Table
from amends.scoring.field_boards import FieldBoard
from amends.scoring.pairs_event import PairsStandings
from amends.scoring.standings import Line, Standings


def travellers(standings: Standings, number: int, session: str | None = None) -> list[Table]:
    """The traveller and the frequencies of a board, for each session and field that played it."""
    if not isinstance(standings, PairsStandings):
        return [_teams(standings, number)]
    boards = [
        board for board in standings.boards if board.scored.board.number == number and session in (None, board.session)
    ]
    sessions = list(dict.fromkeys(board.session for board in standings.boards))
    if session is not None and session not in sessions:
        raise refuse(f"the session {session!r}", f"one of {', '.join(map(repr, sessions))}")
    if not boards:
        played = sorted({board.scored.board.number for board in standings.boards})
        raise refuse(f"board {number}", f"a board of the event: {', '.join(map(str, played[:60]))}")
    return [table for board in boards for table in (_traveller(standings, board), *_frequencies(board))]


def _title(board: FieldBoard, dealer: Seat) -> str:
    number = board.scored.board.number
    conditions = board.scored.board.vulnerable.words
    parts = [f"Board {number}", f"{dealer.name.title()} deals", conditions]
    parts += [f"session {board.session}"] if board.session else []
    parts += [f"section {board.section}"] if board.section else []
    return " · ".join(parts)


def _traveller(standings: PairsStandings, board: FieldBoard) -> Table:
    rows: list[list[str]] = []
    data: list[dict[str, object]] = []
    entries = [(row, _figures(standings, board, place)) for place, row in enumerate(board.rows)]
    entries.sort(key=lambda entry: (_first(entry[1][0]) is None, -(_first(entry[1][0]) or Fraction(0))))
    for row, (ns, ew) in entries:
        lines = award_lines(row.awards, board.scored.board.vulnerable)
        seats = ["-".join(side) or "–" for side in row.table.seats]
        for place, (result, score) in enumerate(lines):
            first = place == 0
            mark = f"⚖ {row.ruling}" if row.ruling and first else ""
            cells = [*(seats if first else ("", "")), result, score]
            rows.append([*cells, _cell(ns) if first else "", _cell(ew) if first else "", mark])
        data.append(
            {
                "ns": list(row.table.seats.ns),
                "ew": list(row.table.seats.ew),
                "result": str(row.table.result),
                "award": {"ns": str(row.awards.ns), "ew": str(row.awards.ew)},
                "figure": {"ns": precise(_first(ns)), "ew": precise(_first(ew))},
                "figures": {"ns": [precise(each) for each in ns], "ew": [precise(each) for each in ew]},
                "ruling": row.ruling,
                **(record_data(row.table.record) if row.table.record else {}),
            }
        )
    unit = {"matchpoints": "MP", "imps": "IMPs", "points": "points"}[standings.unit]
    heads = ["N-S", "E-W", "result", "score", f"N-S {unit}", f"E-W {unit}", ""]
    number = board.scored.board.number
    deals = diagrams(standings.event, number, (row.table for row in board.rows), board.scored.board.vulnerable)
    dealer = deals[0].dealer if deals else standings.event.dealer(number, board.session, board.section)
    return Table(_title(board, dealer), heads, rows, (0, 1, 2, 6), data, deals)


def _figures(standings: PairsStandings, board: FieldBoard, index: int) -> list[list[Fraction | None]]:
    """Each side's figures, with artificial scores as they were settled: of an individual, one for each player."""
    row = board.rows[index]
    return [[standings.figure(seat, board, index, side) for seat in row.table.seats[side]] for side in Side]


def _cell(figures: list[Fraction | None]) -> str:
    """One figure for a side, or one for each player where they differ."""
    return " / ".join(dict.fromkeys(shown(figure) for figure in figures)) or "–"


def _first(figures: list[Fraction | None]) -> Fraction | None:
    return figures[0] if figures else None


def _frequencies(board: FieldBoard) -> list[Table]:
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
        rows.append([exact.signed(points), *map(exact.mixed, times), *map(shown, figures)])
        data.append(
            {
                "score": points,
                "times": {"ns": precise(times[0]), "ew": precise(times[1])},
                "figure": {"ns": precise(figures[0]), "ew": precise(figures[1])},
            }
        )
    name = f"Frequencies{f', group {group}' if group else ''}: {board.scored.board.expected} results expected"
    return Table(name, ["N-S score", "times (N-S)", "times (E-W)", "N-S", "E-W"], rows, (), data)


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
        [
            line.contestant,
            "-".join(line.opponents),
            line.round or "",
            str(line.award),
            shown(line.figure),
            line.ruling or "",
        ]
        for line in lines
    ]
    data: list[dict[str, object]] = [
        {
            "team": line.contestant,
            "opponents": list(line.opponents),
            "award": str(line.award),
            "figure": precise(line.figure),
        }
        for line in lines
    ]
    heads = ["team", "against", "round", "award", standings.unit, "ruling"]
    deals = diagrams(standings.event, number, (table for table in standings.event.results if table.board == number))
    return Table(f"Board {number}", heads, rows, (0, 1, 3), data, deals)
