"""Pairs and individuals: boards in fields, artificial scores settled, totals, places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import lcm

from amends import explain
from amends.awards import Artificial, BetterOf, Grade, NotScored
from amends.bridge import Side
from amends.cached import cached_property
from amends.event import Event, Row, TableResult
from amends.event.rows import rows_in_force
from amends.explain import Explained
from amends.faults import refuse
from amends.laws import law12
from amends.laws.editions import in_edition
from amends.laws.law12 import SelfInflicted
from amends.scoring import session_score
from amends.scoring.field import FieldBoard, Place, every_place, field_boards, place_at, with_rows
from amends.scoring.methods import method
from amends.scoring.methods.matchpoints import MatchpointChart
from amends.scoring.rounding import line_rounding
from amends.scoring.ruled import beginning_with_ruling
from amends.scoring.session_score import Alternative, Claim, Window, limited, others, settled
from amends.scoring.standings import Line, Standing, Standings, ranked
from amends.scoring.totals import Adjustments, Matches, with_sit_outs

PLUS = Artificial(Grade.PLUS)
NOT_PLAYED = NotScored(expected=True)


class PairsStandings(Standings):
    """The standings of an event of pairs or individuals."""

    def __init__(
        self, event: Event, rows: Sequence[Row] | None = None, boards: Sequence[FieldBoard] | None = None
    ) -> None:
        self.event = event
        self.regulation = event.regulation
        self.unit = method(event.scoring).unit
        self._available_words = "available on the real boards" if self.unit == "matchpoints" else "real boards"
        in_force = rows_in_force(event.results, event.rulings) if rows is None else rows
        self.ruled = {row.table.id: row.ruling for row in in_force if row.ruling is not None}
        in_force = with_sit_outs(event, in_force)
        self._choices: dict[tuple[str, int], Claim | None] = {}
        self._as_given: dict[int, Row] = {}
        if session_score.has_choices(in_force):
            in_force = self._decide(in_force, boards)
        self.boards = field_boards(event, in_force) if boards is None else with_rows(boards, in_force)
        self._add_up()
        self._settle()
        self.adjustments = Adjustments(event, self._total_unit, self._top_of, self._index, self._matches())

    def with_rows(self, rows: Sequence[Row]) -> PairsStandings:
        """The same event with other rows in force at the same tables."""
        return type(self)(self.event, rows, self.boards)

    # The better of an artificial score and a result

    def _decide(self, rows: Sequence[Row], boards: Sequence[FieldBoard] | None) -> list[Row]:
        """The rows once every better-of is decided, on the field in which all of them show their results."""
        bare = replace(self.event, penalties=(), carry_overs=(), awards=())
        undecided = type(self)(bare, session_score.with_results(rows), boards)
        self._choices = choices(undecided, rows)
        self._as_given = {order: row for order, row in enumerate(rows) if session_score.has_choices([row])}
        return decided_rows(rows, self._as_given, self._taken)

    def _taken(self, contestant: str, order: int) -> Artificial | None:
        """The artificial score that a contestant takes for a row; None where its result is better."""
        claim = self._choices.get((contestant, order))
        return claim.award if claim else None

    # Adding up

    def _add_up(self) -> None:
        """Every real line into its contestant's sums of a session, as integers; artificial ones are put aside."""
        self._index: dict[str, int] = {}
        known: dict[tuple[str, ...], tuple[int, ...]] = {}
        seated = [(board, side, self._numbers(board, side, known)) for board in self.boards for side in Side]
        self._unit = lcm(*(column.unit for board in self.boards for column in board.scored.columns))
        zeros = partial(_zeros, len(self._index))
        self._sums: dict[str, list[int]] = defaultdict(zeros)
        self._counts: dict[tuple[str, Fraction], list[int]] = defaultdict(zeros)
        self.claims: dict[str, list[tuple[Place, Artificial]]] = defaultdict(list)
        for board, side, numbers in seated:
            self._add_column(board, side, numbers)

    def _numbers(
        self, board: FieldBoard, side: Side, known: dict[tuple[str, ...], tuple[int, ...]]
    ) -> list[tuple[int, ...]]:
        """The numbers of the contestants on a side, row by row; who is new gets the next one."""
        index, found, north_south = self._index, [], side is Side.NS
        for row in board.rows:
            seats = row.table.seats.ns if north_south else row.table.seats.ew
            numbers = known.get(seats)
            if numbers is None:
                numbers = known[seats] = tuple([index.setdefault(seat, len(index)) for seat in seats])
            found.append(numbers)
        return found

    def _add_column(self, board: FieldBoard, side: Side, numbers: list[tuple[int, ...]]) -> None:
        column, artificial, session = board.scored.columns[side], self._artificial(board, side), board.session
        figures = column.numerators
        if artificial:
            figures = list(figures)
            for place, award in artificial.items():
                figures[place] = None
                for contestant in board.rows[place].table.seats[side]:
                    self.claims[contestant].append((Place(board, place, side), award))
        apart = self._taken_alone(board, side, figures) if self._choices else {}
        factor, sums = self._unit // column.unit, self._sums[session]
        if board.scored.lines.groups:
            available = [self._counts[session, board.chart(place, side).available] for place in range(len(figures))]
        else:
            available = [self._counts[session, board.scored.chart(side).available]] * len(figures)
        for place, (seated, figure, counts) in enumerate(zip(numbers, figures, available, strict=True)):
            if figure is not None:
                for number in apart.get(place, seated):
                    sums[number] += figure * factor
                    counts[number] += 1

    def _taken_alone(self, board: FieldBoard, side: Side, figures: Sequence[int | None]) -> dict[int, list[int]]:
        """Rows of an individual where one player takes the artificial score: the numbers of those with the result."""
        found: dict[int, list[int]] = {}
        for place, row in enumerate(board.rows):
            order, seats = board.orders[place], row.table.seats[side]
            taken = {seat: award for seat in seats if (award := self._taken(seat, order)) is not None}
            if figures[place] is None or not taken:
                continue
            for contestant, award in taken.items():
                self.claims[contestant].append((Place(board, place, side), award))
            found[place] = [self._index[seat] for seat in seats if seat not in taken]
        return found

    def _artificial(self, board: FieldBoard, side: Side) -> dict[int, Artificial]:
        """The rows of a board that have an artificial score for a side."""
        found = {
            place: award
            for place, awards in board.scored.judging.awards.items()
            if isinstance(award := awards[side], Artificial)
        }
        if board.scored.lines.groups:
            for place, _ in enumerate(board.rows):
                chart = board.chart(place, side)
                played = place not in found and board.scored.columns[side].numerators[place] is not None
                if played and isinstance(chart, MatchpointChart) and chart.single:
                    found[place] = PLUS
        return found

    # 12C2(c) and (d)

    def _settle(self) -> None:
        """Each contestant's artificial scores, by the limit of a session and the score on its other boards."""
        self._settled: dict[tuple[str, int], Explained | None] = {}
        self._available: dict[tuple[str, int], Fraction] = {}
        for contestant, given in self.claims.items():
            claims = self._limited(contestant, given)
            self._settled |= {(contestant, place.order): None for place, _ in claims}
            for window in dict.fromkeys(self.window_of(place) for place, _ in claims):
                real = self._window(contestant, window)
                for place, claim, figure in self._settled_in(contestant, claims, window, real):
                    self._settled[contestant, place.order] = figure
                    self._available[contestant, place.order] = claim.available

    def _limited(self, contestant: str, claims: Iterable[tuple[Place, Artificial]]) -> list[tuple[Place, Claim | None]]:
        """A contestant's claims after 12C2(d), session by session in the order of the file."""
        ordered = sorted(claims, key=lambda pair: pair[0].order)
        result: list[tuple[Place, Claim | None]] = []
        for session in dict.fromkeys(place.board.session for place, _ in ordered):
            kept = [place for place, _ in ordered if place.board.session == session]
            given = [self._claim(contestant, place, award) for place, award in ordered if place in kept]
            for place, claim in zip(kept, limited(given, self.regulation), strict=True):
                result.append((place, claim if isinstance(claim, Claim) else None))
        return result

    def _claim(self, contestant: str, place: Place, award: Artificial) -> Claim:
        """An artificial score on its board; of a better-of, the average that 12C2(d) has made of it keeps its words."""
        claim = place.board.chart(place.index, place.side).claim(award)
        chosen = self._choices.get((contestant, place.order))
        return replace(claim, flat=chosen.flat) if chosen and chosen.flat.clause == "12C2(d)" else claim

    def _settled_in(
        self, contestant: str, claims: Sequence[tuple[Place, Claim | None]], window: tuple[str, ...], real: Window
    ) -> Iterator[tuple[Place, Claim, Explained]]:
        """The claims of a window with their figures in points of the board."""
        within = [(place, claim) for place, claim in claims if self.window_of(place) == window]
        figures = settled([claim for _, claim in within], real, self.regulation)
        for (place, claim), figure in zip(within, figures, strict=True):
            if claim is None or figure is None:
                continue
            if (contestant, place.order) in self._choices:
                chosen = {order for name, order in self._choices if name == contestant}
                score = others(self.window_in_detail(contestant, window, chosen), [], self.regulation)
                lifted = law12.session_award(claim.award, claim.flat, score)
                points = explain.same(f"{claim.award} is at least as good as the result", claim.points(lifted))
            else:
                points = claim.points(figure)
            finished = line_rounding(points, self.regulation)
            yield place, claim, in_edition(finished, self.regulation.edition)

    def window_of(self, place: Place) -> tuple[str, ...]:
        """What tells apart the windows of 12C2(c)."""
        if self.regulation.session_score == "stage":
            return ()
        return (place.board.session,)

    def _window(self, contestant: str, window: tuple[str, ...]) -> Window:
        """The contestant's real boards of a window, added up."""
        if len(window) == 2:
            return self.window_in_detail(contestant, window)  # a match of Swiss pairs
        number = self._index[contestant]
        sessions = window or tuple(self._sums)
        total = Fraction(sum(self._sums[session][number] for session in sessions), self._unit)
        tops = ((top, counts[number]) for (session, top), counts in self._counts.items() if session in sessions)
        available = sum((top * count for top, count in tops if count), Fraction(0))
        return Window(explain.given(total, "total on the real boards"), explain.given(available, self._available_words))

    def window_in_detail(self, contestant: str, window: tuple[str, ...], without: Collection[int] = ()) -> Window:
        """The same, board by board; `without` are the orders of rows that are left out."""
        figures, available = [], Fraction(0)
        for place in self.places[contestant]:
            if self.window_of(place) != window or (contestant, place.order) in self._settled:
                continue
            if place.order in without:
                continue
            value = place.board.scored.columns[place.side].value(place.index)
            if value is not None:
                figures.append(explain.given(value, f"board {place.row.table.board}"))
                available += place.board.chart(place.index, place.side).available
        total = explain.total("total on the real boards", *figures)
        return Window(total, explain.given(available, self._available_words))

    @cached_property
    def places(self) -> dict[str, list[Place]]:
        """Each contestant's lines, in the order of the event."""
        return every_place(self.boards)

    # Lines

    def lines(self, contestant: str) -> tuple[Line, ...]:
        """The contestant's boards, in the order they were played."""
        return tuple(self._line(contestant, place) for place in self.places.get(contestant, ()))

    def line_at(self, contestant: str, table: TableResult) -> Line | None:
        """The contestant's line of a table result."""
        place = place_at(self.boards, contestant, table)
        return self._line(contestant, place) if place else None

    def _line(self, contestant: str, place: Place) -> Line:
        row, table = self._as_given.get(place.order, place.row), place.row.table
        figure, top = self.figure(contestant, place)
        return Line(
            contestant,
            place.board.session,
            table.round,
            table.board,
            place.side,
            table.seats[place.side.other],
            row.awards[place.side],
            figure,
            top,
            row.ruling,
            (contestant, place.order) in self._settled,
            self._provisional(contestant, place),
            lambda: self._begun(self._explain_line(contestant, place), row, place.side),
            table.vulnerable,
        )

    def _begun(self, figure: Explained | None, row: Row, side: Side) -> Explained | None:
        field = self.regulation.split_field == "two-charts"
        return beginning_with_ruling(figure, row, side, self.regulation.edition, field)

    def _provisional(self, contestant: str, place: Place) -> bool:
        """Whether an average plus or minus may still move: a board of its window was scheduled and has no result."""
        award = place.row.awards[place.side]
        floats = isinstance(award, Artificial) and award.grade in (Grade.PLUS, Grade.MINUS)
        if not floats or self.regulation.session_score == "off":
            return False
        window = self.window_of(place)
        return any(
            other.row.awards[other.side] == NOT_PLAYED
            for other in self.places[contestant]
            if self.window_of(other) == window
        )

    def figure(self, contestant: str, place: Place) -> tuple[Fraction | None, Fraction | None]:
        """A contestant's figure on a row, and what it could have been at the most."""
        key = (contestant, place.order)
        if key in self._settled:
            settled_figure = self._settled[key]
            return (None, None) if settled_figure is None else (settled_figure.value, self._available[key])
        value = place.board.scored.columns[place.side].value(place.index)
        return value, None if value is None else place.board.chart(place.index, place.side).available

    def _explain_line(self, contestant: str, place: Place) -> Explained | None:
        key = (contestant, place.order)
        if key not in self._settled:
            figure = place.board.scored.explain(place.index, place.side)
            if key in self._choices and figure is not None:
                award = self._as_given[place.order].awards[place.side]
                assert isinstance(award, BetterOf)
                artificial = session_score.parts(award)[0]
                beyond = artificial.grade is Grade.PLUS and self._has_reached_the_limit(contestant, place)
                words = f"the result is better than {artificial}"
                return session_score.result_taken(figure, words, beyond, self.regulation)
            return figure
        window = self.window_of(place)
        real = self.window_in_detail(contestant, window)
        claims = self._limited(contestant, self.claims[contestant])
        figures = {found.order: figure for found, _, figure in self._settled_in(contestant, claims, window, real)}
        return figures.get(place.order)

    def _has_reached_the_limit(self, contestant: str, place: Place) -> bool:
        """Whether the averages plus of the session before a board are as many as 12C2(d) allows."""
        earlier = [
            award
            for other, award in self.claims[contestant]
            if other.board.session == place.board.session and other.order < place.order and award.grade is Grade.PLUS
        ]
        return 0 < self.regulation.average_plus_limit <= len(earlier)

    def self_inflicted(self, table: str) -> SelfInflicted | None:
        """12C1(e) as it was judged at a table; None for any other table."""
        for board in self.boards:
            for index in board.scored.judging.damaged:
                if board.rows[index].table.id == table:
                    return board.scored.self_inflicted(index)
        return None

    # Totals and places

    @property
    def _total_unit(self) -> str:
        return self.unit

    def _matches(self) -> Matches | None:
        """How matches are counted, where the event has any."""
        return None

    def _top_of(self, contestant: str, session: str) -> Fraction:
        """The top of a board in a contestant's session, for penalties that are a share of it."""
        for place in self.places.get(contestant, ()):
            if not session or place.board.session == session:
                full = Fraction(2 * (place.board.scored.board.expected - 1))
                return full * self.regulation.matchpoints_per_win / 2
        raise refuse(f"a penalty for {contestant!r}", "a contestant who played in that session")

    @cached_property
    def lists(self) -> dict[str, tuple[Standing, ...]]:  # type: ignore[override]
        """The lists of places, made when they are asked for: who compares figures of boards needs none."""
        entries = [self._standing(contestant) for contestant in self._index]
        rank_on = self.regulation.rank_on
        if self.event.winners == 1:
            return {"": ranked(entries, rank_on)}
        directions = self._directions()
        return {
            side.value: ranked((entry for entry in entries if directions[entry.contestant] is side), rank_on)
            for side in Side
        }

    def _directions(self) -> dict[str, Side]:
        """Each contestant's own direction where there are two winners: as the event says, else where it sat most."""
        found = {}
        for contestant in self._index:
            known = self.event.contestants.get(contestant)
            if known and known.direction:
                found[contestant] = known.direction
                continue
            places = self.places[contestant]
            sat_ns = sum(place.side is Side.NS for place in places)
            found[contestant] = Side.NS if 2 * sat_ns >= len(places) else Side.EW
        return found

    def _standing(self, contestant: str) -> Standing:
        number, unit = self._index[contestant], self._unit
        points = sum([sums[number] for sums in self._sums.values()])
        counted = [(top, counts[number]) for (_, top), counts in self._counts.items() if counts[number]]
        boards = sum([count for _, count in counted])
        available = (
            Fraction(0) if len(counted) != 1 else Fraction(counted[0][0].numerator * boards, counted[0][0].denominator)
        )
        for top, count in counted if len(counted) > 1 else ():
            available += top * count
        total = Fraction(points, unit)
        for place, _ in self.claims.get(contestant, ()):
            key = (contestant, place.order)
            if (figure := self._settled[key]) is not None:
                total, boards = total + figure.value, boards + 1
                available += self._available[key]
        carried, penalty = self.adjustments.carried(contestant, available), self.adjustments.penalty(contestant)
        if not boards or (self.unit == "matchpoints" and not available):
            return Standing(contestant, "", None, None, boards, penalty, carried)
        if carried or penalty:
            total += carried - penalty
        percent = total / available * 100 if self.unit == "matchpoints" and available else None
        return Standing(contestant, "", total, percent, boards, penalty, carried)

    # Explanation of a total

    def explain_total(self, contestant: str) -> Explained:
        """The lines added up, with carry-over and penalties; at matchpoints as a percentage."""
        lines = [line for line in self.lines(contestant) if line.figure is not None]
        figures = [explain.given(line.figure or 0, line.sentence, line.clause) for line in lines]
        available = sum((line.top or Fraction(0) for line in lines), Fraction(0))
        total = explain.total(f"{contestant}: total", *figures, *self.adjustments.parts(contestant, available))
        if self.unit != "matchpoints" or not available:
            return total
        share = explain.quotient("share of what was available", total, explain.given(available, "available"), "78A")
        return explain.product(f"{contestant}: percentage", share, explain.given(100, "per cent"))


def _zeros(count: int) -> list[int]:
    return [0] * count


def choices(standings: PairsStandings, rows: Sequence[Row]) -> dict[tuple[str, int], Claim | None]:
    """What each contestant takes of each better-of among `rows`, by contestant and order; None for the result.

    `standings` are those in which every better-of shows its result.
    """
    found: dict[tuple[str, int], Claim | None] = {}
    for contestant, places in standings.places.items():
        chosen = {each.order for each in places if session_score.is_choice(rows[each.order].awards[each.side])}
        if not chosen:
            continue
        given: dict[int, Claim | Alternative] = {
            place.order: place.board.chart(place.index, place.side).claim(award)
            for place, award in standings.claims.get(contestant, ())
        }
        for place in places:
            if place.order in chosen:
                given[place.order] = _alternative(standings, contestant, place, rows[place.order], chosen)
        for session in dict.fromkeys(place.board.session for place in places):
            here = [place for place in places if place.board.session == session and place.order in given]
            decided = limited([given[place.order] for place in here], standings.regulation)
            for place, claim in zip(here, decided, strict=True):
                if place.order in chosen:
                    found[contestant, place.order] = claim if isinstance(claim, Claim) else None
    return found


def _alternative(
    standings: PairsStandings, contestant: str, place: Place, row: Row, chosen: Collection[int]
) -> Alternative:
    award = row.awards[place.side]
    assert isinstance(award, BetterOf)
    artificial, _ = session_score.parts(award)
    claim = place.board.chart(place.index, place.side).claim(artificial)
    window = standings.window_in_detail(contestant, standings.window_of(place), chosen)
    result = place.board.scored.explain(place.index, place.side)
    return Alternative(claim, result, others(window, [], standings.regulation))


def decided_rows(
    rows: Sequence[Row], chosen: Collection[int], taken: Callable[[str, int], Artificial | None]
) -> list[Row]:
    """The rows once the better-ofs at these orders are decided; `taken` gives what a contestant takes of a row."""
    found = list(rows)
    for order in chosen:
        seats = rows[order].table.seats
        each = seats.map(lambda names, order=order: [taken(name, order) for name in names])  # type: ignore[misc]
        found[order] = session_score.decided(rows[order], each)
    return found
