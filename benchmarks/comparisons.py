"""What is compared with what: each function measures and gives its lines of the report."""

from __future__ import annotations

from fractions import Fraction

from amends import Board, Event, ScoredBoard, Side, score
from amends.scoring.events.pairs import PairsStandings
from benchmarks import bridge_scorer, engine, first, pairwise, reference_fraction, sessions
from benchmarks.report import Entry, Information, Measured, Missing
from benchmarks.timing import best_of, shown

TABLES, MANY, CROSS_IMP_TABLES = 250, 10_000, 4_000
_PROCESSES = 15


def fractions(tables: int = TABLES, repetitions: int = 15) -> list[Entry]:
    """The engine against the same method in Fractions, and what rows cost instead of columns."""
    session = sessions.session(tables)
    boards = [played.board for played in session]
    agree = engine.totals(session) == reference_fraction.totals(session)
    ours, reference = best_of(
        repetitions,
        lambda: engine.totals(session),
        lambda: reference_fraction.totals(session),
    )
    scoring, rows = best_of(
        repetitions,
        lambda: [engine.from_columns(played.board, played.lines) for played in session],
        lambda: engine.from_rows(boards),
    )
    apart = sum(len(played.lines.apart) for played in session)
    detail = (
        f"totals of {session.pairs} pairs from {tables} tables x {len(boards)} boards, {apart} of {session.results} "
        f"rows weighted or artificial; engine {shown(ours)}, Fractions {shown(reference)}; "
        f"all totals are {'exactly equal' if agree else 'DIFFERENT'}"
    )
    parts = (
        f"of the engine's {shown(ours)} the scoring takes {shown(scoring)}, the adding up the rest; "
        f"the same boards from Board and Row objects, without adding up, take {shown(rows)}"
    )
    return [
        Measured("matchpoints: times as fast as Fractions", reference / ours, 5, detail, agree=agree),
        Information("matchpoints from Row objects", f"{rows / scoring:.2f}", parts),
    ]


def growth(tables: int = TABLES, many_tables: int = MANY, repetitions: int = 15) -> list[Entry]:
    """The cost of a result in a field forty times as large."""
    small = sessions.session(tables)
    (few,) = best_of(repetitions, lambda: engine.totals(small))  # before the large one is there to crowd the memory
    large = sessions.session(many_tables)
    (many,) = best_of(-(-repetitions // 3), lambda: engine.totals(large))
    each, each_of_many = few / small.results, many / large.results
    detail = (
        f"scoring and totals, for each result: {each * 1e6:.3f} µs at {tables} tables ({shown(few)}), "
        f"{each_of_many * 1e6:.3f} µs at {many_tables:,} ({shown(many)})"
    )
    what = f"cost per result, {many_tables:,} : {tables} tables"
    return [Measured(what, each_of_many / each, 1.5, detail, at_most=True)]


def cross_imps(tables: int = CROSS_IMP_TABLES, repetitions: int = 3) -> list[Entry]:
    """Cross-IMPs on frequencies against every pair of tables."""
    played = sessions.session(tables, 1, weighted=0, artificial=0).played[0]
    scores = [points for points in played.lines.points if points is not None]
    column = engine.cross_imps(played.board, played.lines).ns
    comparisons = len(scores) - 1
    sums = pairwise.cross_imps(scores)
    agree = all(column.value(row) == Fraction(imps, comparisons) for row, imps in enumerate(sums))
    ours, pairs = best_of(
        repetitions,
        lambda: engine.cross_imps(played.board, played.lines),
        lambda: pairwise.cross_imps(scores),
    )
    detail = (
        f"one board, {tables:,} tables, {len(set(scores))} different scores; engine {shown(ours)} (both "
        f"directions), all {len(scores) ** 2:,} comparisons {shown(pairs)} (N-S alone), timed whole; "
        f"figures are {'exactly equal' if agree else 'DIFFERENT'}"
    )
    return [Measured("cross-IMPs: times as fast as pair by pair", pairs / ours, 100, detail, agree=agree)]


def events(tables: int = TABLES, repetitions: int = 10) -> list[Entry]:
    """A whole event from rows in force to ranking against its boards alone, and an explanation against its board."""
    session = sessions.session(tables)
    boards = [played.board for played in session]
    rows = sessions.rows_in_force(session)
    whole, alone = best_of(repetitions, lambda: score(Event(), rows), lambda: engine.from_rows(boards))
    standings = score(Event(), rows)
    assert isinstance(standings, PairsStandings)
    board = next(each.scored for each in standings.boards if each.scored.lines.apart)
    place = max(board.lines.apart, key=lambda index: len(str(board.board.rows[index].awards.ns)))
    number, scored = best_of(
        20 * repetitions,
        lambda: board.explain(place, Side.NS),
        lambda: ScoredBoard(board.board, engine.MATCHPOINTS, engine.EXACT).columns,
    )
    detail = (
        f"{session.pairs} pairs x {len(boards)} boards from rows in force to ranking, 12C2(c) settled, {shown(whole)}; "
        f"the same boards scored from the same rows {shown(alone)}"
    )
    award = board.board.rows[place].awards.ns
    return [
        Measured("an event : its boards scored", whole / alone, 4, detail, at_most=True),
        Measured(
            "an explanation : its board scored",
            number / scored,
            1,
            f"the tree of {award} {shown(number)}; its board of {tables} tables {shown(scored)}",
            at_most=True,
        ),
    ]


def other_program(
    tables: int = TABLES, repetitions: int = 50, processes: int = _PROCESSES, *, fetch: bool = True
) -> list[Entry]:
    """The engine against bridge-scorer on plain boards: once in a new process, and many times in one process."""
    what = "matchpoints: times as fast as bridge-scorer"
    session = sessions.session(tables, weighted=0, artificial=0)
    boards = [played.board for played in session]
    try:
        bridge_scorer.install(fetch)
        theirs = bridge_scorer.score(boards, repetitions)
        their_first = min(bridge_scorer.score(boards, 1).from_contracts for _ in range(processes))
    except bridge_scorer.NotAvailable as reason:
        return [Missing(what, f"not available: {reason}")]
    our_first = min(first.in_new_process(tables) for _ in range(processes))

    def from_contracts() -> None:
        engine.forget_contracts()
        engine.from_rows(boards)

    contracts, remembered = best_of(repetitions, from_contracts, lambda: engine.from_rows(boards))
    # As theirs: as many times on end in one process.
    (columns,) = best_of(repetitions, lambda: [engine.from_columns(played.board, played.lines) for played in session])
    agree = _same(boards, theirs.figures)
    field = f"{tables} tables x {len(boards)} plain boards, figures {'equal' if agree else 'DIFFERENT'}"
    return [
        Measured(
            f"{what}, first time",
            their_first / our_first,
            1,
            f"{field}; from contracts (theirs as objects, ours as Row objects with parsed awards), each program's "
            f"first scoring in a new process, best of {processes} processes; engine {shown(our_first)}, theirs "
            f"{shown(their_first)}",
            agree=agree,
        ),
        Information(
            "the same, node's compiler warm, from contracts",
            f"{theirs.from_contracts / contracts:.2f}",
            f"the same again and again in one process, node's compiler warm, our caches of contracts emptied each "
            f"time; engine {shown(contracts)} (with its caches kept {shown(remembered)}), theirs "
            f"{shown(theirs.from_contracts)}",
        ),
        Measured(
            f"{what}, warm, from points",
            theirs.from_points / columns,
            1,
            f"matchpoints alone, from points that are known; engine {shown(columns)}, theirs "
            f"{shown(theirs.from_points)}; theirs also ranks each board and gives percentages, ours factors",
            agree=agree,
        ),
    ]


def _same(boards: list[Board], figures: list[list[list[int]]]) -> bool:
    """Whether bridge-scorer has our figures for every game."""
    return all(
        [columns.ns.value(row), columns.ew.value(row)] == game
        for columns, games in zip(engine.from_rows(boards), figures, strict=True)
        for row, game in enumerate(games)
    )
