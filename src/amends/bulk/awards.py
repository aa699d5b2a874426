"""Ruled rows in columns: what their awards show to the field and what is read for each side."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from math import lcm

import numpy as np

from amends.awards import Artificial, Award, Mixture, NotScored, Unit, parse_award
from amends.bridge import BySide, Points, Vulnerable
from amends.bulk.charts import Integers
from amends.bulk.options import BulkOptions
from amends.event.limits import LARGEST_OF_A_BOARD, award_faults
from amends.faults import Faults, refuse
from amends.laws import law77
from amends.scoring.columns import Spread, spread_of

NO_SCORE = -32768
"""Stands for the score of a row that was not played."""


@dataclass(frozen=True, slots=True)
class RuledRow:
    """What follows from a row's awards at one vulnerability, under every regulation.

    `reads` has for each side the spread that is read from the chart, the artificial score, or None where the side is
    not scored; `apart` says whether the row is weighted or split, `adjusted` whether it is not what was played,
    `mirrored` whether both sides have the same results.
    `counts` and `results` are the spreads of both sides as columns have them, in numbers of 64 bits: of each side how
    many results it has and their unit, 0 where it has none; of each result its score and its share.
    """

    reads: BySide[Spread | Artificial | None]
    apart: bool
    adjusted: bool
    mirrored: bool
    counts: bytes
    results: bytes


def ruled_row(awards: BySide[Award], table: Award, vulnerable: Vulnerable) -> RuledRow:
    """What follows from a row's awards, given its table result."""
    ns = _read(awards.ns, vulnerable)
    reads = BySide(ns, ns if awards.ew is awards.ns else _read(awards.ew, vulnerable))
    spreads = reads.map(_spread)
    apart = _stand_apart(awards, spreads)
    counts = chain.from_iterable((len(each.parts), each.unit) if each else (0, 0) for each in spreads)
    results = chain.from_iterable(result for each in spreads if each for result in each.parts)
    adjusted = apart or ns != _read(table, vulnerable)
    mirrored = spreads.ns == spreads.ew
    return RuledRow(reads, apart, adjusted, mirrored, array("q", counts).tobytes(), array("q", results).tobytes())


def _spread(read: Spread | Artificial | None) -> Spread | None:
    return read if isinstance(read, Spread) else None


def _stand_apart(awards: BySide[Award], spreads: BySide[Spread | None]) -> bool:
    """Whether a row is weighted or split."""
    if spreads.ns is None or spreads.ew is None:
        return awards.ns != awards.ew
    return spreads.ns != spreads.ew or spreads.ns.weighted


def _read(award: Award, vulnerable: Vulnerable) -> Spread | Artificial | None:
    if isinstance(award, Mixture):
        return spread_of(award, vulnerable)
    return award if isinstance(award, Artificial) else None


@lru_cache(maxsize=65536)
def read_awards(ns: str, ew: str, score: int, vulnerable: Vulnerable, scoring: str) -> RuledRow:
    """What follows from the awards of a row as the table of awards says them; an empty one keeps the table result.

    Raises `Faults` for an award that cannot be read, that bulk does not know, or whose weights or scores are wrong.
    """
    table = table_award(score)
    award = parse_award(ns) if ns.strip() else table
    check_award(award, vulnerable, scoring)
    other = award
    if ew != ns:
        other = parse_award(ew) if ew.strip() else table
        check_award(other, vulnerable, scoring)
    return ruled_row(BySide(award, other), table, vulnerable)


def table_award(score: int) -> Award:
    """The award of a row as it was played."""
    return NotScored() if score == NO_SCORE else Mixture.of(Points(score))


def check_award(award: Award, vulnerable: Vulnerable, scoring: str) -> None:
    """Refuse an award that bulk does not score."""
    if isinstance(award, Mixture):
        award.checked()
        if faults := list(award_faults(award)):
            raise Faults(faults)
        if lcm(*(weight.denominator for weight, _ in award.parts)) > LARGEST_OF_A_BOARD:
            found = f"weights whose common denominator is above {LARGEST_OF_A_BOARD}"
            raise refuse(found, "weights in whole percent, or in simple fractions")
        for _, outcome in award.parts:
            points = law77.points(outcome, vulnerable)
            if not law77.is_possible(points, vulnerable):
                raise refuse(f"{outcome} in an award", f"a score that can occur with {vulnerable.value} vulnerable")
    elif isinstance(award, Artificial):
        wrong = Unit.IMPS if scoring == "matchpoints" else Unit.PERCENT
        if award.unit is wrong:
            raise refuse(f"{award} at {scoring}", "an artificial score in the unit of the scoring")
    elif not isinstance(award, NotScored):
        raise refuse(
            f"the award {str(award)!r}",
            "a result, weighted results, an artificial score or np; amends score knows the others",
        )


@dataclass(frozen=True, slots=True)
class NamedKeys:
    """Of each result that ruled rows name its key, or where that stands: by side, those that are shown and read.

    A column that is the same as another is the same object.
    """

    shown: BySide[Integers]
    read: BySide[Integers]

    def _columns(self) -> dict[int, Integers]:
        return {id(column): column for column in (*self.shown, *self.read)}

    def every(self) -> Integers:
        """All of them, in one column."""
        return np.concatenate(list(self._columns().values()))

    def placed(self, places: Integers) -> NamedKeys:
        """The same with a place for each that `every` has, in its order."""
        columns = self._columns()
        ends = np.cumsum([len(column) for column in columns.values()])
        of_column = dict(zip(columns, np.split(places, ends[:-1]), strict=True))
        return NamedKeys(*(side.map(lambda column: of_column[id(column)]) for side in (self.shown, self.read)))


@dataclass
class RuledRows:
    """Ruled rows of some boards in columns. A slot is a row and a side: row `i` has the slots `2i` and `2i + 1`.

    `show_*`: results that enter the frequencies of a board in one direction (0 North-South, 1 East-West).
    `read_*`: results that are read from the chart for a slot, whose `slot_unit` is 0 where it has none.
    """

    row: Integers
    board: Integers
    show_board: Integers
    show_side: Integers
    show_score: Integers
    show_share: Integers
    show_unit: Integers
    read_slot: Integers
    read_score: Integers
    read_share: Integers
    slot_unit: Integers
    adjusted: np.typing.NDArray[np.bool_]
    is_mirrored: bool
    """Whether both sides of every row show and read the same results."""
    artificial: dict[int, Artificial] = field(default_factory=dict)
    non_offending: dict[int, bool] = field(default_factory=dict)
    """By slot: whether its side is non-offending, where the table of awards says so."""

    def __len__(self) -> int:
        return len(self.row)

    def keys(self, span: int, offset: int) -> NamedKeys:
        """The results that ruled rows show, and those that are read for them: a board times the span, and a score."""
        ns = self._keys_of_side(0, span, offset)
        ew = ns if self.is_mirrored else self._keys_of_side(1, span, offset)
        return NamedKeys(*map(BySide, ns, ew))

    def _keys_of_side(self, side: int, span: int, offset: int) -> tuple[Integers, Integers]:
        shows, reads = self.show_side == side, self.read_slot % 2 == side
        shown = self.show_board[shows] * span + self.show_score[shows] + offset
        read = self.board[self.read_slot[reads] // 2] * span + self.read_score[reads] + offset
        return shown, shown if np.array_equal(shown, read) else read

    def moved(self, rows: Integers, boards: Integers) -> RuledRows:
        """The same where only some rows and boards are left, in their order: with their numbers among those."""
        board, show_board = (np.searchsorted(boards, column) for column in (self.board, self.show_board))
        return replace(self, row=np.searchsorted(rows, self.row), board=board, show_board=show_board)

    def units(self, boards: int) -> tuple[Integers, dict[int, int]]:
        """The common unit of the weights of each board; those that are too large for a column stand apart."""
        unit = np.ones(boards, np.int64)
        large: dict[int, int] = {}
        pairs = np.sort(((self.show_board << _UNIT_BITS) | self.show_unit)[self.show_unit != 1])
        pairs = pairs[np.diff(pairs, prepend=-1) != 0]
        board, part = pairs >> _UNIT_BITS, pairs & ((1 << _UNIT_BITS) - 1)
        unit[board] = part  # where there is one; those with several follow
        for at in sorted(set(board[1:][board[1:] == board[:-1]].tolist())):
            low, high = np.searchsorted(board, (at, at + 1))
            whole = lcm(*part[low:high].tolist())
            if whole > _LARGEST_UNIT:
                large[at], unit[at] = whole, 1
            else:
                unit[at] = whole
        return unit, large


_UNIT_BITS = 32
"""The unit of one award is far below 2³²: at most 64 outcomes, with denominators that limits keep small."""

_LARGEST_UNIT = 2**31


def no_ruled_rows() -> RuledRows:
    """The columns of a set of boards without a ruling."""
    return ruled_rows([], [], [], BulkOptions())


def ruled_rows(
    rows: Sequence[int],
    boards: Sequence[int],
    rulings: Iterable[RuledRow],
    options: BulkOptions,
    non_offending: Sequence[BySide[bool] | None] = (),
) -> RuledRows:
    """The columns of ruled rows: for each its row, its board and what follows from its awards."""
    given = list(rulings)
    counts = np.frombuffer(b"".join(ruling.counts for ruling in given), np.int64)
    times, slot_unit = np.ascontiguousarray(counts.reshape(-1, 2).T)
    results = np.frombuffer(b"".join(ruling.results for ruling in given), np.int64)
    read_score, read_share = np.ascontiguousarray(results.reshape(-1, 2).T)
    of_part = np.repeat(np.arange(len(times)), times)
    shown = np.flatnonzero(_shows(given, options)[of_part // 2])
    side, divisor = of_part[shown] % 2, 1
    if options.half_weights:
        shown, divisor = np.repeat(shown, 2), 2
        side = np.arange(len(shown)) % 2
    of_shown, board_of = of_part[shown], np.array(boards, np.int64)
    favoured = {
        2 * place + side: named
        for place, each in enumerate(non_offending)
        if each is not None
        for side, named in enumerate(each)
    }
    return RuledRows(
        row=np.array(rows, np.int64),
        board=board_of,
        show_board=board_of[of_shown // 2],
        show_side=side,
        show_score=read_score[shown],
        show_share=read_share[shown],
        show_unit=slot_unit[of_shown] * divisor,
        read_slot=of_part,
        read_score=read_score,
        read_share=read_share,
        slot_unit=slot_unit,
        adjusted=np.array([ruling.adjusted for ruling in given], bool),
        is_mirrored=all(ruling.mirrored for ruling in given),
        artificial=_artificial(given, np.flatnonzero(times == 0).tolist()),
        non_offending=favoured,
    )


def _artificial(rulings: Sequence[RuledRow], slots: Iterable[int]) -> dict[int, Artificial]:
    """By slot, the artificial scores of some slots, none of which has results."""
    reads = ((slot, rulings[slot // 2].reads.ew if slot % 2 else rulings[slot // 2].reads.ns) for slot in slots)
    return {slot: read for slot, read in reads if isinstance(read, Artificial)}


def _shows(rulings: Sequence[RuledRow], options: BulkOptions) -> np.typing.NDArray[np.bool_]:
    """Whether the results of each row enter the frequencies."""
    chart, regulation = options.method.chart, options.regulation
    shows = np.ones(len(rulings), bool)
    if regulation.adjusted_field == "excluded":
        shows &= np.array([not ruling.apart for ruling in rulings], bool)
    if chart.may_leave_out(regulation):
        shows &= np.array([not chart.leaves_out(map(_spread, each.reads), regulation) for each in rulings], bool)
    return shows
