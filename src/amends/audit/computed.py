"""An event scored under a convention: the figure of each table, and the standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from amends.audit.conventions import Convention, line_choices
from amends.awards import Artificial, Mixture, NotScored
from amends.bridge import BySide, Side
from amends.event import Event, Form, Row, TableResult
from amends.event.rows import rows_in_force
from amends.laws import law87
from amends.scoring.event import score
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.events.swiss_pairs import SwissPairsStandings
from amends.scoring.field import Place
from amends.scoring.standings import Standings

Figures = dict[str, BySide[Fraction | None]]


@dataclass(slots=True)
class Computed:
    """What follows under a convention."""

    standings: Standings
    lines: Figures
    """By the id of the table."""
    datums: dict[tuple[str, str, int], Fraction]
    """Of a Butler, by session, section and board; the section is "" where all are compared."""


class _SwissLines(PairsStandings):
    """The lines of Swiss pairs; victory points, which need a scale, are looked at apart."""

    window_of = SwissPairsStandings.window_of


class Scorer:
    """Scores the rows of an event under one convention after the other; what was computed once is kept."""

    def __init__(self, event: Event, rows: Sequence[Row] | None = None, phantoms: frozenset[str] | None = None) -> None:
        self._score: Callable[[Event, Sequence[Row]], Standings] = score
        if event.form is Form.SWISS_PAIRS:
            event = replace(event, form=Form.PAIRS, penalties=(), carry_overs=(), awards=())
            self._score = _SwissLines
        self.event = event
        self.rows = rows_in_force(event.results, event.rulings) if rows is None else list(rows)
        self.phantoms = phantom_contestants(self.rows) if phantoms is None else phantoms
        """Those who never were there: who has them as opponents sits out."""
        self._known: dict[tuple[tuple[str, str], ...], Computed] = {}

    @property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """What may be done differently about the lines of these rows."""
        unplayed = any(
            isinstance(row.table.result, NotScored)
            and row.table.result.expected
            and all(isinstance(award, NotScored) for award in row.awards)
            for row in self.rows
        )
        results = Counter((row.table.session, row.table.board) for row in self.rows)
        missing = Counter(
            (row.table.session, row.table.board)
            for row in self.rows
            if not any(isinstance(award, Mixture) for award in row.awards)
        )
        most = max(results.values(), default=0)
        few = any(0 < count - missing[board] < min(law87.SMALL, most) for board, count in results.items())
        return line_choices(self.event, unplayed=unplayed, phantoms=bool(self.phantoms), few=few)

    def __call__(self, convention: Convention) -> Computed:
        """What follows."""
        key = tuple(sorted((name, choice) for name, choice in convention.chosen.items() if name in _MATTERS))
        if key not in self._known:
            self._known[key] = self._compute(Convention(dict(key)))
        return self._known[key]

    def _compute(self, convention: Convention) -> Computed:
        settings = convention.settings
        rows = [*self.rows, *_phantoms(self.rows)] if convention["phantom"] else self.rows
        if convention["sit_outs"] == "apart":
            rows = [_sitting_out(row) if self.phantoms & _contestants(row) else row for row in rows]
        if convention["expected"] == "own":
            # A board that is alone in its session is complete with the lines that it has.
            rows = [
                replace(row, table=replace(row.table, session=f"{row.table.session}/{row.table.board}")) for row in rows
            ]
            settings |= {} if settings.get("session_score") == "off" else {"session_score": "stage"}
        regulation = self.event.regulation.having(**settings)
        standings = self._score(replace(self.event, regulation=regulation), rows)
        if not isinstance(standings, PairsStandings):
            return Computed(standings, {}, {})
        return Computed(standings, _figures(standings), _datums(standings))


_MATTERS = (
    "factoring", "expected", "expected_results", "sit_outs", "matchpoints_per_win", "artificial_top", "phantom",
    "few_results",
    "butler_trim", "butler_round_to", "butler_tie", "cross_imps_divisor", "imp_cap", "imp_factoring",
    "average_plus_imps", "field", "session_score", "line_rounding",
)  # fmt: skip
"""The choices that change what is computed; the others are about what is printed of it."""


def phantom_contestants(rows: Sequence[Row]) -> frozenset[str]:
    """Those who have no result at all and were given nothing or 0 on every board: a number for "nobody"."""
    absent: set[str] = set()
    present: set[str] = set()
    for row in rows:
        for seats, award in zip(row.table.seats, row.awards, strict=True):
            figure = award.grade if isinstance(award, Artificial) else getattr(award, "points", None)
            nothing = isinstance(award, NotScored) or figure == 0
            played = any(isinstance(each, Mixture) for each in row.awards)
            (absent if nothing and not played else present).update(seats)
    return frozenset(absent - present) if present else frozenset()


def _contestants(row: Row) -> frozenset[str]:
    return frozenset(seat for seats in row.table.seats for seat in seats)


def _sitting_out(row: Row) -> Row:
    """The row of a pair that sits out: no result was to be had there."""
    return replace(row, table=replace(row.table, result=NotScored(expected=False)))


def _phantoms(rows: Sequence[Row]) -> list[Row]:
    """A scheduled table without a result for each board of each session and section."""
    nobody: BySide[tuple[str, ...]] = BySide((), ())
    places = dict.fromkeys((row.table.session, row.table.section, row.table.board) for row in rows)
    award = NotScored(expected=True)
    return [
        Row(TableResult(f"phantom {place}", award, nobody, board=board, session=session, section=section),
            BySide(award, award))
        for place, (session, section, board) in enumerate(places)
    ]  # fmt: skip


def _figures(standings: PairsStandings) -> Figures:
    found: Figures = {}
    for board in standings.boards:
        for index, row in enumerate(board.rows):
            found[row.table.id] = BySide(*(_of_side(standings, Place(board, index, side)) for side in Side))
    return found


def _of_side(standings: PairsStandings, place: Place) -> Fraction | None:
    seats = place.row.table.seats[place.side]
    return standings.figure(seats[0], place)[0] if seats else None


def line_percents(computed: Computed) -> Figures:
    """The figures of the lines as percentages of what was available on their boards; at matchpoints alone."""
    standings = computed.standings
    if not isinstance(standings, PairsStandings) or standings.unit != "matchpoints":
        return {}
    found: Figures = {}
    for board in standings.boards:
        for index, row in enumerate(board.rows):
            ns, ew = computed.lines[row.table.id]
            found[row.table.id] = BySide(
                _share(ns, board.chart(index, Side.NS).available), _share(ew, board.chart(index, Side.EW).available)
            )
    return found


def _share(figure: Fraction | None, top: Fraction) -> Fraction | None:
    return figure / top * 100 if figure is not None and top else None


def _datums(standings: PairsStandings) -> dict[tuple[str, str, int], Fraction]:
    if standings.event.scoring != "butler":
        return {}
    return {
        (board.session, board.section, board.scored.board.number): board.scored.chart(Side.NS).datum  # type: ignore[attr-defined]
        for board in standings.boards
        if not board.scored.lines.groups
    }
