"""Scores that a file hides: found from the printed figures of the other tables.

Where a director's row has figures and no score, and the figures of the other tables follow only if that row counts in
the field, the outcomes and weights are looked for that give all of them (12C1(c)). The same for a row whose contract
is not what was scored. At matchpoints and cross-IMPs; the datum of a Butler says too little.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

from amends.audit.audited_board import AuditedBoard, Awards, Outcome
from amends.audit.conventions import Convention, usual
from amends.audit.hidden_score import Hidden, HiddenRow, Part, simplest_first
from amends.audit.lines import AuditedLines, fitted_lines
from amends.audit.printed_figures import PrintedFigure
from amends.audit.weights import Bounds, PairBounds, possible_outcomes, solve, solve_two
from amends.awards import Award, Mixture, NotScored
from amends.bridge import BySide, Side
from amends.event import Row
from amends.event.rows import ruled_tables
from amends.journal.chain import Document

WORK = 400_000
"""Steps that an answer may take."""

MOST_BOARDS = 40
"""The boards of a file that are looked at."""

MOST_SUSPECTS = 6
"""The rows of a board whose contract is doubted: those whose figures are furthest from what it gives."""

MOST_MISSES = 12
"""The tries without an answer, in a whole file: at IMPs each takes up to a second."""

METHODS = ("matchpoints", "cross-imps")

Place = tuple[str, str, int]

Values = Callable[[PrintedFigure], Fraction | None]
"""What each figure would be."""


def find_hidden(document: Document, lines: AuditedLines) -> tuple[list[Hidden], bool]:
    """The hidden scores of a document whose lines have been looked at, and whether every try was made."""
    if not lines.wrong or document.event.scoring not in METHODS:
        return [], True
    search = _Search(document, lines)
    found = []
    for place in search.doubtful[:MOST_BOARDS]:
        if search.without_score(place):
            hidden = search.of_rows_without_score(place)
        else:
            hidden = search.of_empty_rows(place) or search.of_contracts(place)
        if hidden is not None:
            found.append(hidden)
    return found, search.misses < MOST_MISSES


def not_looked_for(document: Document, lines: AuditedLines, is_complete: bool) -> str:
    """What is to be said where a hidden score may be there and was not looked for; "" where there is none.

    `is_complete` says whether `find_hidden` made every try.
    """
    search = _Search(document, lines)
    doubtful = [place for place in search.doubtful if search.without_score(place)]
    if document.event.scoring not in METHODS and doubtful:
        return f"hidden weighted scores are not looked for at {document.event.scoring}"
    if not is_complete:
        return f"hidden scores were looked for until {MOST_MISSES} tries had no answer; there may be more of them"
    if len(search.doubtful) > MOST_BOARDS:
        return f"hidden scores were looked for on {MOST_BOARDS} boards of {len(search.doubtful)} that do not follow"
    return ""


class _Search:
    """The boards of a document of which many lines do not follow, and the conventions that may explain them."""

    def __init__(self, document: Document, lines: AuditedLines) -> None:
        self.document, self.lines = document, lines
        self.published = document.published.lines
        self.places: dict[Place, list[Row]] = defaultdict(list)
        for row in lines.scorer.rows:
            self.places[self._place(row)].append(row)
        ruled = ruled_tables(document.event.results, document.event.rulings)
        self._by_director = {id for id, ruling in ruled.items() if not ruling.from_travellers}
        self.doubtful = [place for place in self.places if self._is_doubtful(place)]
        self.misses = 0
        """The tries that had no answer."""
        self._clear: Convention | None = None
        self._others: list[Convention] = []

    def _place(self, row: Row) -> Place:
        table = row.table
        by_section = self.lines.convention["field"] == "section"
        return table.session, table.section if by_section else "", table.board

    def _is_doubtful(self, place: Place) -> bool:
        """Whether lines with a score do not follow: one beside a row without a score, else a good part of them."""
        played = [row for row in self.places[place] if _is_played(row) and self._is_printed(row)]
        wrong = sum(row.table.id in self.lines.wrong for row in played)
        return bool(wrong) and (3 * wrong >= len(played) or bool(self.without_score(place)))

    def _is_printed(self, row: Row) -> bool:
        line = self.published.get(row.table.id)
        return line is not None and (any(line.points) or any(line.percent))

    def without_score(self, place: Place) -> list[Row]:
        """The rows that have figures and no score, and two sides."""
        return [
            row
            for row in self.places[place]
            if not any(isinstance(award, Mixture) for award in row.awards)
            and self._is_printed(row)
            and all(row.table.seats)
            and not any(self.lines.scorer.phantoms.intersection(seats) for seats in row.table.seats)
            and row.table.id not in self._by_director
        ]

    def empty_rows(self, place: Place) -> list[Row]:
        """The rows with neither a score nor figures: somebody sits out there, or the board was not played."""
        return [
            row
            for row in self.places[place]
            if all(isinstance(award, NotScored) for award in row.awards)
            and not self._is_printed(row)
            and row.table.id not in self._by_director
        ]

    @property
    def conventions(self) -> Iterator[Convention]:
        """That of the whole file, that of the boards without doubt, the usual one."""
        yield self.lines.convention
        if self._clear is None:
            clear = {row.table.id for place, rows in self.places.items() if place not in self.doubtful for row in rows}
            kept = {id: line for id, line in self.published.items() if id in clear}
            published = replace(self.document.published, lines=kept)
            usually = usual(self.lines.choices)
            self._clear = fitted_lines(replace(self.document, published=published)).convention if kept else usually
            self._others = [self._clear] if self._clear != self.lines.convention else []
            self._others += [usually] if usually not in (self._clear, self.lines.convention) else []
        yield from self._others

    def _boards(self, place: Place) -> Iterator[AuditedBoard]:
        for convention in self.conventions:
            yield AuditedBoard(self.lines.scorer, convention, self.published, self.places[place])

    def _tried(self, board: AuditedBoard, rows: Sequence[Row], *, split: bool = True) -> Hidden | None:
        """What these rows have in the field; not looked for once too many tries had no answer."""
        if self.misses >= MOST_MISSES:
            return None
        hidden = _solved(board, rows, split=split)
        self.misses += hidden is None
        return hidden

    def of_rows_without_score(self, place: Place) -> Hidden | None:
        """What rows without a score have in the field: one of them, or two."""
        rows = self.without_score(place)
        for count in (1, 2):
            for board in self._boards(place) if len(rows) >= count else ():
                for chosen in combinations(rows[:MOST_SUSPECTS], count):
                    hidden = self._tried(board, chosen)
                    if hidden is not None:
                        return hidden
        return None

    def of_empty_rows(self, place: Place) -> Hidden | None:
        """A row without score and figures where a score counts in the field all the same; one outcome is tried."""
        for board in self._boards(place):
            for row in self.empty_rows(place)[:1]:
                answers = [
                    (HiddenRow(row, _for_both(((outcome, Fraction(1)),))),)
                    for outcome in board.outcomes([row.table.id])
                    if not board.wrong({row.table.id: BySide.both(outcome.mixture)}, board.figures)
                ]
                if answers:
                    return Hidden(answers[0], len(board.figures), tuple(answers[1:]), tried=1, field_only=True)
        return None

    def of_contracts(self, place: Place) -> Hidden | None:
        """A row whose contract is not what was scored: nothing in the field, another score, or a weighted one."""
        if len(self.doubtful) > 1 + len(self.places) // 5:
            return None  # the file is scored in a way that is not known here
        for number, board in enumerate(self._boards(place)):
            for row in self._suspects(board):
                figures = [each for each in board.figures if each.table != row.table.id]
                nothing: Awards = {row.table.id: BySide(NotScored(), NotScored())}
                if not board.wrong(nothing, figures):
                    own = tuple(each for each in board.figures if each.table == row.table.id)
                    return Hidden.taken_out(row, own, len(figures))
            # At IMPs every score is an outcome of its own, and an answer takes a second.
            most = MOST_SUSPECTS if self.document.event.scoring == "matchpoints" else 2 * (not number)
            for row in self._suspects(board)[:most]:
                hidden = self._tried(board, [row], split=False)
                if hidden is not None:
                    return hidden
        return None

    def _suspects(self, board: AuditedBoard) -> list[Row]:
        """The rows with a contract whose figures do not follow, those furthest from it first."""
        value = board.values({})
        away = {
            each.table: abs(each.printed.value - (value(each) or 0))
            for each in board.figures
            if each.table in self.lines.wrong and each.table not in self._by_director
        }
        rows = [row for row in board.rows if row.table.id in away and _is_played(row)]
        return sorted(rows, key=lambda row: -away[row.table.id])[:MOST_SUSPECTS] if len(rows) > 1 else []


def _is_played(row: Row) -> bool:
    return all(isinstance(award, Mixture) for award in row.awards)


def _solved(board: AuditedBoard, rows: Sequence[Row], *, split: bool = True) -> Hidden | None:
    """What these rows have in the field, if all figures of the board follow from it."""
    ids = {row.table.id for row in rows}
    figures = [
        each
        for each in board.figures
        if each.table in ids or any(row.table.id == each.table and _is_played(row) for row in board.rows)
    ]
    if len(rows) == 2:
        return _of_two(board, rows, figures)
    [row] = rows
    answers, tried = _answers(board, row, figures)
    both = [_for_both(part) for part in answers]
    if not both and split and not _balances(board, row):
        sides, tried = _by_side(board, row, figures)
        both = [BySide(*parts) for parts in product(*sides)]
    return _verified(board, [row], [(parts,) for parts in both], figures, tried)


def _balances(board: AuditedBoard, row: Row) -> bool:
    """Whether the two figures of each other table add up to the same: then the score is not split."""
    sums: dict[str, list[PrintedFigure]] = defaultdict(list)
    for figure in board.figures:
        if figure.table != row.table.id:
            sums[figure.table].append(figure)
    totals = [sum(each.printed.value for each in pair) for pair in sums.values() if len(pair) == 2]
    return bool(totals) and max(totals) - min(totals) <= 2 * board.figures[0].unit


def _for_both(part: Part) -> BySide[Part | None]:
    return BySide(part, part)


def _by_side(board: AuditedBoard, row: Row, figures: Sequence[PrintedFigure]) -> tuple[list[list[Part | None]], int]:
    """The answers of each direction for itself; None where its figures follow as it is."""
    sides: list[list[Part | None]] = []
    tried = 3
    for side in Side:
        own = [each for each in figures if each.side is side]
        if not own or not board.wrong({}, [each for each in own if each.table != row.table.id]):
            sides.append([None])
            continue
        found, most = _answers(board, row, own)
        tried = min(tried, most)
        sides.append([*found[:20]])
    return sides, tried


def _answers(board: AuditedBoard, row: Row, figures: Sequence[PrintedFigure]) -> tuple[list[Part], int]:
    """The answers for one row, simplest first, and the most outcomes that were tried."""
    id, cut = row.table.id, bool(board.convention["cut"])
    outcomes = board.outcomes([id])
    columns = _distinct(outcomes, [board.values({id: BySide.both(each.mixture)}) for each in outcomes], figures)
    if not columns:
        return [], 0
    kept = list(columns)
    bounds = [
        Bounds.of([columns[each][place] for each in kept], *figure.interval(cut))
        for place, figure in enumerate(figures)
    ]
    answers = solve(bounds, len(kept), WORK)
    parts = [tuple((kept[number], weight) for number, weight in weights) for weights in answers.found]
    return simplest_first(parts), answers.tried


def _distinct(
    outcomes: Sequence[Outcome],
    values: Sequence[Values],
    figures: Sequence[PrintedFigure],
) -> dict[Outcome, tuple[Fraction, ...]]:
    """What the figures are for each outcome, one for those that give the same; nothing where some have no value."""
    columns: dict[tuple[Fraction, ...], list[Outcome]] = defaultdict(list)
    for outcome, value in zip(outcomes, values, strict=True):
        column = tuple(each for figure in figures if (each := value(figure)) is not None)
        if len(column) < len(figures):
            return {}
        columns[column].append(outcome)
    found = {}
    for column, alike in columns.items():
        first, *others = sorted(alike, key=lambda each: each.is_gap)
        found[replace(first, alike=tuple(each.score for each in others))] = column
    return found


def _of_two(board: AuditedBoard, rows: Sequence[Row], figures: Sequence[PrintedFigure]) -> Hidden | None:
    """The same for two rows, each with one outcome or two."""
    one, other = (row.table.id for row in rows)
    cut = bool(board.convention["cut"])
    outcomes = board.outcomes([one, other])
    field = [each for each in figures if each.table not in (one, other)]
    # With the other row at its worst and at its best, an outcome that can have no weight is left out.
    ends = min(outcomes, key=lambda each: each.score), max(outcomes, key=lambda each: each.score)
    first = [[_beside(board, one, a, other, b) for b in ends] for a in outcomes]
    bounds = []
    for figure in field:
        least, most = figure.interval(cut)
        pairs = [sorted(value(figure) or Fraction(0) for value in line) for line in first]
        shift = max(high - low for low, high in pairs)
        bounds.append(Bounds.of([low for low, _ in pairs], least - shift, most))
    usable = [outcomes[number] for number in possible_outcomes(bounds, range(len(outcomes)))]
    if not 0 < len(usable) ** 4 <= WORK:
        return None
    table = [[_beside(board, one, a, other, b) for b in usable] for a in usable]
    if any(value(figure) is None for line in table for value in line for figure in figures):
        return None
    both = [
        PairBounds.of([[value(figure) or Fraction(0) for value in line] for line in table], least, most)
        for figure in figures
        for least, most in [figure.interval(cut)]
    ]
    answers = solve_two(both, len(usable), 20 * WORK)
    found = []
    for pair in answers or ():
        parts = [tuple((usable[number], weight) for number, weight in weights) for weights in pair]
        found.append(tuple(map(_for_both, parts)))
    return _verified(board, rows, found, figures, 2)


def _beside(board: AuditedBoard, one: str, a: Outcome, other: str, b: Outcome) -> Values:
    return board.values({one: BySide.both(a.mixture), other: BySide.both(b.mixture)})


def _verified(
    board: AuditedBoard,
    rows: Sequence[Row],
    answers: Sequence[tuple[BySide[Part | None], ...]],
    figures: Sequence[PrintedFigure],
    tried: int,
) -> Hidden | None:
    """The first answer by which every figure follows when the board is scored with it."""
    for place, parts in enumerate(answers[:50]):
        hidden = tuple(HiddenRow(row, part) for row, part in zip(rows, parts, strict=True))
        if not any(row.ties_with_all for row in hidden) and not board.wrong(_awards(hidden), figures):
            rest = (tuple(HiddenRow(*both) for both in zip(rows, each, strict=True)) for each in answers[place + 1 :])
            others = {
                tuple(row.words for row in each): each for each in rest if not any(row.ties_with_all for row in each)
            }
            others.pop(tuple(row.words for row in hidden), None)
            return Hidden(hidden, len(figures), tuple(others.values()), tried)
    return None


def _awards(hidden: Sequence[HiddenRow]) -> Awards:
    found: Mapping[str, BySide[Award]] = {row.row.table.id: row.awards for row in hidden}
    return found
