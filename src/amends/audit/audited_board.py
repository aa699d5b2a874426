"""The printed figures of one board, and what they would be if some of its rows had other scores."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from amends import exact
from amends.audit.computed import Scorer, line_percents
from amends.audit.conventions import Convention
from amends.audit.possible_scores import possible
from amends.audit.printed_figures import PrintedFigure, agrees, digits
from amends.awards import Award, Mixture, NotScored
from amends.bridge import BySide, Points, Side, Vulnerable
from amends.event import Row
from amends.event.published import PublishedLine, unit_of
from amends.laws import law77

Awards = Mapping[str, BySide[Award]]
"""What rows are given in place of what they have, by the id of the table."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Scores that the figures of a board cannot tell apart; `score` stands for them."""

    score: int
    least: int | None = None
    most: int | None = None
    """Where it is any score between two of the field: these two; None at the ends."""
    between: bool = False

    is_gap: bool = False
    """Whether nobody else had it."""
    alike: tuple[int, ...] = ()
    """Other scores with which every figure would be the same."""

    @property
    def words(self) -> str:
        """The score, or between which it lies."""
        if self.alike:
            every = sorted((self.score, *self.alike))
            few = " or ".join(map(exact.signed, every))
            return few if len(every) < 4 else f"a score from {exact.signed(every[0])} to {exact.signed(every[-1])}"
        if not self.between:
            return exact.signed(self.score)
        if self.least is None or self.most is None:
            end = self.most if self.least is None else self.least
            return f"a score {'below' if self.least is None else 'above'} {exact.signed(end or 0)}"
        return f"a score between {exact.signed(self.least)} and {exact.signed(self.most)}"

    @property
    def mixture(self) -> Mixture:
        """The score as a result."""
        return Mixture.of(Points(self.score))


class AuditedBoard:
    """One board of a file under a convention: scored again with other awards for some of its rows."""

    def __init__(
        self,
        scorer: Scorer,
        convention: Convention,
        published: Mapping[str, PublishedLine],
        rows: Sequence[Row],
    ) -> None:
        self.convention = convention
        self.rows = rows
        self.scorer = scorer
        ids = {row.table.id for row in rows}
        self._context = [row for row in _fullest(scorer.rows) if row.table.id not in ids]
        known = {row.table.id for row in scorer.rows}
        lines = {id: line for id, line in published.items() if id in known}
        self.percents = not any(any(line.points) for line in lines.values())
        columns = {id: line.percent if self.percents else line.points for id, line in lines.items()}
        unit = unit_of(each for pair in columns.values() for each in pair if each is not None)
        own = bool(convention["digits"])
        self.figures = [
            PrintedFigure(id, side, each, digits(each, unit, own) or each.unit, self.percents)
            for id, pair in columns.items()
            if id in ids
            for side, each in zip(Side, pair, strict=True)
            if each is not None
        ]

    @property
    def vulnerable(self) -> Vulnerable:
        """Who was vulnerable."""
        table = self.rows[0].table
        return self.scorer.event.conditions(table.board, table)

    def values(self, awards: Awards) -> Callable[[PrintedFigure], Fraction | None]:
        """What each figure would be with these awards."""
        rows = [_having(row, awards[row.table.id]) if row.table.id in awards else row for row in self.rows]
        computed = Scorer(self.scorer.event, [*rows, *self._context], self.scorer.phantoms)(self.convention)
        lines = line_percents(computed) if self.percents else computed.lines
        times = 10 if self.convention["tenths"] and not self.percents else 1

        def value(figure: PrintedFigure) -> Fraction | None:
            found = lines[figure.table][figure.side] if figure.table in lines else None
            return None if found is None else times * found

        return value

    def wrong(self, awards: Awards, figures: Iterable[PrintedFigure]) -> list[PrintedFigure]:
        """Those of the figures that would not follow."""
        value, cut = self.values(awards), bool(self.convention["cut"])
        return [
            each
            for each in figures
            if (gives := value(each)) is None or not agrees(each.printed, gives, cut, each.unit)
        ]

    def outcomes(self, hidden: Sequence[str]) -> list[Outcome]:
        """The scores that hidden rows may have had.

        At matchpoints those of the field, and one for each gap; two for a gap where two rows are hidden, for they are
        compared with each other.
        """
        field = set[int]()
        for row in self.rows:
            for award in row.awards:
                if isinstance(award, Mixture) and row.table.id not in hidden:
                    field |= {law77.points(outcome, self.vulnerable) for _, outcome in award.parts}
        every, own = sorted(possible(self.vulnerable)), sorted(field)
        if self.scorer.event.scoring != "matchpoints":
            return [Outcome(score, is_gap=score not in field) for score in sorted({*every, *own})]
        found = [Outcome(score) for score in own]
        for low, high in zip([None, *own], [*own, None], strict=True):
            first = 0 if low is None else bisect_left(every, low + 1)
            last = len(every) if high is None else bisect_left(every, high)
            within = every[first:last]
            ends = [within[-1] if low is None else within[0]] if within else []
            if len(hidden) > 1 and len(within) > 1:
                beside = within[-2] if low is None else within[1] if high is None else within[-1]
                ends.append(beside)
            found += (Outcome(score, low, high, between=len(within) > 1, is_gap=True) for score in ends)
        return found


def _having(row: Row, awards: BySide[Award]) -> Row:
    """The row with these awards."""
    if not any(isinstance(award, NotScored) for award in awards):
        return replace(row, awards=awards)
    table = replace(row.table, result=NotScored(expected=True))
    return replace(row, table=table, awards=awards)


def _fullest(rows: Sequence[Row]) -> list[Row]:
    """The rows of the boards that say how many results a board of each field can have; it is cheaper than all rows."""
    boards: dict[tuple[str, str], dict[int, list[Row]]] = {}
    for row in rows:
        boards.setdefault((row.table.session, row.table.section), {}).setdefault(row.table.board, []).append(row)
    kept = []
    for numbers in boards.values():
        scheduled = max(numbers, key=lambda board: len(numbers[board]))
        obtained = max(
            numbers,
            key=lambda board: sum(
                not all(isinstance(award, NotScored) for award in row.awards) for row in numbers[board]
            ),
        )
        kept += [row for board in dict.fromkeys((scheduled, obtained)) for row in numbers[board]]
    return kept
