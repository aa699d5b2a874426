"""Bulk against the floor: reading the four columns once and writing eight bytes for each row.

Two shapes: a simultaneous event (27 boards, very many tables) and an archive (very many boards of ten tables), with
0.2% of the rows weighted. Everything ends with the exact figures of all rows, totals and places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
import pyarrow as pa

from amends.awards import Mixture, parse_award
from amends.bridge import BySide, Points, Side, Vulnerable
from amends.bulk.arrays import ArrayScores, ResultArrays, plain_arrays, score_arrays
from amends.bulk.awards import NO_SCORE, ruled_row, ruled_rows
from amends.bulk.library import numbered, score
from amends.bulk.memory import prepare_tables, score_table
from amends.bulk.options import BulkOptions
from amends.bulk.ranking import ranking
from amends.laws.law77 import possible_scores
from benchmarks.bridge_scorer import NotAvailable, install, score_columns
from benchmarks.report import Entry, Information, Measured, Missing
from benchmarks.timing import best_of, shown

WEIGHTED = 500
"""One row in so many."""
SCORES = 60
"""Different scores on a board."""
FASTER = {"numpy": 4, "fast": 20, "amends.bulk.score": 2.5}
"""How many times faster than bridge-scorer each way is to be."""
PEER_ROWS = 2_500_000
"""Rows that bridge-scorer is given: at ten million its objects take three gigabytes."""
AWARDS = (("1/3", "2/3"), ("1/4", "1/4", "1/2"), ("1/5", "1/5", "2/5", "1/5"))


def few(rows: int = 10_000_000, repetitions: int = 3, fetch: bool = True) -> list[Entry]:
    """27 boards."""
    tables = max(rows // 27, 2)
    board = np.repeat(np.arange(27, dtype=np.int32), tables)
    ns = np.tile(np.arange(tables, dtype=np.int32), 27)
    ew = np.concatenate([np.roll(np.arange(tables, dtype=np.int32), place) for place in range(27)]) + np.int32(tables)
    peer = _Peer(tables, tables, fetch)
    return _measured("27 boards", (board, ns, ew), repetitions, {"numpy": 10, "fast": 4, "after the checks": 15}, peer)


def many(rows: int = 10_000_000, repetitions: int = 3, fetch: bool = True) -> list[Entry]:
    """Boards of ten tables."""
    boards = max(rows // 10, 2)
    board = np.repeat(np.arange(boards, dtype=np.int32), 10)
    pairs = max(boards * 10 // 27, 11)
    place = np.arange(boards * 10)
    ns, ew = (place % pairs).astype(np.int32), (place * 7 % pairs + pairs).astype(np.int32)
    peer = _Peer(10, pairs, fetch)
    return _measured(
        f"{boards:,} boards", (board, ns, ew), repetitions, {"numpy": 35, "fast": 5, "after the checks": 60}, peer
    )


@dataclass(frozen=True, slots=True)
class _Peer:
    """How the npm package bridge-scorer meets the same boards, without the weighted rows: it knows none."""

    tables: int
    pairs: int
    fetch: bool

    def entries(self, name: str, points: np.ndarray, each: dict[str, float]) -> list[Entry]:
        """Its time for each row against ours; `each` has our seconds for one row."""
        whole = max(PEER_ROWS // self.tables, 1) * self.tables
        scores = points[:whole]
        try:
            install(fetch=self.fetch)
            theirs = score_columns(scores.astype("<i2").tobytes(), self.tables, self.pairs, 2)
        except NotAvailable as why:
            return [Missing(f"bulk, {name}, bridge-scorer", str(why))]
        boards = len(scores) // self.tables
        agree = theirs.sum == boards * self.tables * (self.tables - 1)
        detail = (
            f"{len(scores):,} plain rows in {shown(theirs.seconds)}; for each row, theirs against ours at full size"
        )
        return [
            Measured(
                f"bulk, {name}, bridge-scorer : {way}", theirs.seconds / len(scores) / own, FASTER[way], detail,
                agree=agree,
            )
            for way, own in each.items()
        ]  # fmt: skip


def _measured(
    name: str,
    columns: tuple[np.ndarray, np.ndarray, np.ndarray],
    repetitions: int,
    wanted: dict[str, int],
    peer: _Peer,
) -> list[Entry]:
    arrays, rows, awards = _made(*columns)
    options = BulkOptions()
    prepared, _ = prepare_tables(numbered(rows), numbered(awards), options)
    found: dict[str, ArrayScores] = {}

    def scored(way: str, fast: bool) -> None:
        found[way] = score_arrays(arrays, options, fast=fast)

    ways: dict[str, Callable[[], object]] = {"numpy": lambda: scored("numpy", False)}
    if find_spec("numba"):
        ways["fast"] = lambda: scored("fast", True)
        scored("fast", True)  # compiled before anything is timed
    ways["after the checks"] = lambda: _engine(prepared, options)
    floor, *seconds, whole = best_of(
        repetitions, lambda: _floor(arrays), *ways.values(), lambda: score(rows, awards=awards)
    )
    entries = list[Entry]()
    same = all(_same(each, found["numpy"]) for each in found.values())
    for way, taken in zip(ways, seconds, strict=True):
        detail = f"{len(arrays.board):,} rows, {len(arrays.ruled):,} weighted: {shown(taken)}; floor {shown(floor)}"
        entries.append(Measured(f"bulk, {name}, {way} : floor", taken / floor, wanted[way], detail, True, same))
    words = f"the whole call, with its checks and all columns: {shown(whole)}"
    entries.append(Information(f"bulk, {name}, amends.bulk.score : floor", f"{whole / floor:.2f}", words))
    if "fast" not in ways:
        entries.append(Information(f"bulk, {name}, fast", "-", "numba is not installed"))
    timed = {**dict(zip(ways, seconds, strict=True)), "amends.bulk.score": whole}
    each = {way: timed[way] / len(arrays.board) for way in FASTER if way in timed}
    return entries + peer.entries(name, rows["score"].to_numpy(), each)


def _engine(prepared: pa.Table, options: BulkOptions) -> object:
    """What the engines `local` and `duckdb` share, once rows are checked: awards read, figures, totals and places.

    No query of DuckDB is part of it: that engine reads, checks, joins and cuts, and has the rest done here.
    """
    scored = score_table(prepared, options)
    return scored.rows, ranking(scored.sums, options, by_session=False)


def _same(one: ArrayScores, other: ArrayScores) -> bool:
    """Whether all figures and places are equal."""
    columns = (zip(one.figures.columns(side), other.figures.columns(side), strict=True) for side in Side)
    figures = all((own == its).all() for pairs in columns for own, its in pairs)
    return figures and bool((one.places.rank == other.places.rank).all())


def _floor(arrays: ResultArrays) -> int:
    """Each column read once, as the engines get it, and eight bytes for each row written into memory that is new.

    Eight bytes are the points of both sides; what engines write is new memory, too.
    """
    written = np.empty(len(arrays.board), np.int64)
    total = sum(int(column.sum(dtype=np.int64)) for column in (arrays.board, arrays.ns, arrays.ew, arrays.score))
    written.fill(total)
    return len(written)


def palette() -> np.ndarray:
    """Scores that can occur at every vulnerability, the usual ones."""
    everywhere = sorted(set.intersection(*(set(possible_scores(each)) for each in Vulnerable)))
    return np.array(everywhere)[np.argsort(np.abs(everywhere))][:SCORES]


def _made(board: np.ndarray, ns: np.ndarray, ew: np.ndarray) -> tuple[ResultArrays, pa.Table, pa.Table]:
    """Results with some weighted rows, as arrays and as tables."""
    random = np.random.default_rng(1)
    scores_of_a_board = palette()
    points = random.choice(scores_of_a_board, len(board)).astype(np.int16)
    which = np.sort(random.choice(len(board), max(len(board) // WEIGHTED, 1), replace=False))
    texts, rulings = [], []
    for place, row in enumerate(which.tolist()):
        weights = AWARDS[place % len(AWARDS)]
        scores = random.choice(scores_of_a_board, len(weights), replace=False)
        parts = (f"{weight} {each:+d}" if each else f"{weight} 0" for weight, each in zip(weights, scores, strict=True))
        texts.append("; ".join(parts))
        award, table = parse_award(texts[-1]), Mixture.of(Points(int(points[row])))
        rulings.append(ruled_row(BySide(award, award), table, Vulnerable.NONE))
    plain = points.copy()
    plain[which] = NO_SCORE
    ruled = ruled_rows(which.tolist(), board[which].tolist(), rulings, BulkOptions())
    arrays = plain_arrays(board, ns, ew, plain, ruled)
    rows = pa.table({"board": board.astype(np.int64) + 1, "ns": ns, "ew": ew, "score": points})
    awards = pa.table(
        {"board": board[which].astype(np.int64) + 1, "ns": ns[which], "award_ns": texts, "award_ew": texts}
    )
    return arrays, rows, awards
