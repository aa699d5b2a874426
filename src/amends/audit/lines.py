"""Score against matchpoints or IMPs: each printed line against the figure that its field gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from amends import exact
from amends.audit.computed import Computed, Scorer, line_percents
from amends.audit.conventions import ENOUGH, Choices, Convention, best, starting, without_single_witness
from amends.audit.findings import AuditFinding, AuditTally
from amends.audit.locations import at_board, at_table
from amends.audit.printed_figures import agrees, digits, in_last_digit
from amends.awards import Artificial, NotScored
from amends.bridge import BySide, Side
from amends.event import Row
from amends.event.published import Printed, PublishedLine, unit_of
from amends.journal.chain import Document
from amends.scoring.methods import method


@dataclass(frozen=True, slots=True)
class AuditedLines:
    """The printed lines of an event, the convention that fits them best, and those it does not explain."""

    convention: Convention
    tally: AuditTally
    percents: AuditTally
    scorer: Scorer
    """What has scored the event under the conventions that were tried."""
    findings: tuple[AuditFinding, ...] = ()
    overridden: Mapping[str, BySide[Fraction]] = field(default_factory=dict)
    """Tables whose printed figures do not follow, with both figures as printed."""
    wrong: frozenset[str] = frozenset()
    """Tables of which a printed figure does not follow, points or percentage."""
    choices: Choices = field(default_factory=dict)
    """What was tried."""


def audit_lines(
    scorer: Scorer,
    published: Mapping[str, PublishedLine],
    choices: Choices,
    unit: str,
    start: Convention | None = None,
) -> AuditedLines:
    """The convention by which most lines follow, and what is left. A line follows when both its figures do.

    The search begins at `start`, if there is one, else at what the file says of its program's ways.
    """
    start = start or starting(choices, scorer.event.regulation)
    rows = {row.table.id: row for row in scorer.rows}
    printed = {id: line.points for id, line in published.items() if id in rows and _is_printed(line, rows[id])}
    if not printed and any(any(line.percent) for line in published.values()):
        return _by_percents(scorer, published, rows, choices, start)
    column = unit_of(figure for points in printed.values() for figure in points if figure is not None)

    def left(convention: Convention) -> dict[str, BySide[Printed | None]]:
        figures, cut, times = scorer(convention).lines, bool(convention["cut"]), 10 if convention["tenths"] else 1
        own = bool(convention["digits"])
        return {
            id: points for id, points in printed.items() if not _follows(points, figures[id], cut, column, times, own)
        }

    most = len(printed)
    convention, follow = _best(choices, lambda tried: most - len(left(tried)), most, len(scorer.rows), start)
    computed, wrong = scorer(convention), left(convention)
    findings = tuple(_findings(wrong, rows, computed, unit, column))
    overridden = {
        id: BySide(points.ns.value, points.ew.value) for id, points in wrong.items() if points.ns and points.ew
    }
    what = {"matchpoints": "matchpoint lines", "imps": "IMP lines"}.get(unit, "lines")
    shares, more = _audit_percents(computed, published, rows, wrong, bool(convention["cut"]))
    tables = frozenset((*wrong, *more))
    tally = AuditTally(what, follow, most)
    found = (*findings, *_percent_findings(more, rows, computed, published))
    return AuditedLines(convention, tally, shares, scorer, found, overridden, tables, choices)


def _best(
    choices: Choices, agreeing: Callable[[Convention], int], most: int, rows: int, start: Convention | None
) -> tuple[Convention, int]:
    """The convention by which most lines follow; one line alone does not change it."""
    convention, follow = best(choices, agreeing, most, rows, start)
    if most < ENOUGH:
        return convention, follow
    return without_single_witness(choices, convention, agreeing, follow, start)


def _by_percents(
    scorer: Scorer,
    published: Mapping[str, PublishedLine],
    rows: Mapping[str, Row],
    choices: Choices,
    start: Convention | None,
) -> AuditedLines:
    """The same for a file that prints the lines as percentages alone."""

    def audited(convention: Convention) -> tuple[AuditTally, list[str]]:
        return _audit_percents(scorer(convention), published, rows, (), bool(convention["cut"]))

    count = sum(id in rows and any(line.percent) for id, line in published.items())
    convention, _ = _best(choices, lambda tried: audited(tried)[0].follow, count, len(scorer.rows), start)
    tally, wrong = audited(convention)
    if wrong:
        # Percentages may be made of points that were rounded; only where they all follow then.
        rounded = convention.having("line_rounding", "0.01")
        if not audited(rounded)[1]:
            convention, choices = rounded, {**choices, "line_rounding": ("none", "0.01")}
            tally, wrong = audited(convention)
    findings = tuple(_percent_findings(wrong, rows, scorer(convention), published))
    return AuditedLines(
        convention, AuditTally("lines", 0, 0), tally, scorer, findings, wrong=frozenset(wrong), choices=choices
    )


def _audit_percents(
    computed: Computed,
    published: Mapping[str, PublishedLine],
    rows: Mapping[str, Row],
    wrong: Container[str],
    cut: bool,
) -> tuple[AuditTally, list[str]]:
    """The percentages printed beside the lines, and the tables where they do not follow.

    Where the points do not follow, they are not looked at as well; where the scores give none, neither follows.
    """
    printed = {id: line.percent for id, line in published.items() if id in rows and any(line.percent)}
    values = line_percents(computed) if printed else {}
    printed = {id: each for id, each in printed.items() if any(value is not None for value in values.get(id, ()))}
    column = unit_of(figure for figures in printed.values() for figure in figures if figure is not None)
    left = [id for id, figures in printed.items() if id not in wrong and not _follows(figures, values[id], cut, column)]
    return AuditTally("line percentages", len(printed) - len(left), len(printed)), left


def _percent_findings(
    wrong: Sequence[str], rows: Mapping[str, Row], computed: Computed, published: Mapping[str, PublishedLine]
) -> Iterator[AuditFinding]:
    values = line_percents(computed) if wrong else {}
    for id in wrong:
        figures = published[id].percent
        said, gives = _shown(figures), _computed(values[id], figures)
        words = f"the file prints {said} per cent, its points are {gives}"
        small = in_last_digit(figures, values[id], percent=True)
        yield AuditFinding("percentage", at_table(rows[id].table), said, gives, words, id, last_digit=small)


def fitted_lines(document: Document, start: Convention | None = None) -> AuditedLines:
    """The lines of an event in a field, under the convention that fits them best."""
    scorer, lines = Scorer(document.event), document.published.lines
    choices = {**scorer.choices, **_digits(lines)}
    return audit_lines(scorer, lines, choices, method(document.event.scoring).unit, start)


def _digits(lines: Mapping[str, PublishedLine]) -> dict[str, tuple[str, ...]]:
    """Whether each figure may have digits of its own: where a column has figures with one decimal and with more."""
    figures = [figure for line in lines.values() for figure in line.points if figure is not None]
    units = {figure.unit for figure in figures if figure.unit < 1}
    return {"digits": ("", "own")} if len(units) > 1 else {}


def _is_printed(line: PublishedLine, row: Row) -> bool:
    """Whether the line has figures that can be compared: 0 printed for a board without a score says nothing."""
    figures = [figure for figure in line.points if figure is not None]
    nothing = all(isinstance(award, NotScored) for award in row.awards)
    return bool(figures) and not (nothing and all(figure.value == 0 for figure in figures))


def _follows(
    printed: BySide[Printed | None],
    computed: BySide[Fraction | None],
    cut: bool,
    unit: Fraction | None,
    times: int = 1,
    own: bool = False,
) -> bool:
    """Whether both figures of a line are the computed ones, or so many times these; with `own` to their own digits."""
    for figure, value in zip(printed, computed, strict=True):
        if figure is None:
            continue
        if value is None or not agrees(figure, times * value, cut, digits(figure, unit, own)):
            return False
    return True


def _findings(
    wrong: Mapping[str, BySide[Printed | None]],
    rows: Mapping[str, Row],
    computed: Computed,
    unit: str,
    column: Fraction | None,
) -> Iterator[AuditFinding]:
    """A finding for each line; one for a board where somebody was awarded what the file can say in figures alone."""
    awarded: dict[tuple[str, int], Row] = {}
    for row in rows.values():
        if any(isinstance(award, Artificial) and award.unit is not None for award in row.awards):
            awarded.setdefault((row.table.session, row.table.board), row)
    gathered: dict[tuple[str, int], int] = Counter()
    for id, points in wrong.items():
        place = (rows[id].table.session, rows[id].table.board)
        if place in awarded:
            gathered[place] += 1
        else:
            yield _finding(rows[id], points, computed, unit, column)
    for place, count in gathered.items():
        table = awarded[place].table
        award = " and ".join(dict.fromkeys(map(str, awarded[place].awards)))
        words = (
            f"{count} line{'s do' if count > 1 else ' does'} not follow; how the award to {table.words} ({award}) "
            "counts in the field is not in the file"
        )
        yield AuditFinding("award", at_board(table), "", "", words, table.id, lines=count)


def _finding(
    row: Row, printed: BySide[Printed | None], computed: Computed, unit: str, column: Fraction | None
) -> AuditFinding:
    values = computed.lines[row.table.id]
    where = at_table(row.table)
    said, gives = _shown(printed), _computed(values, printed)
    about = " and ".join(dict.fromkeys(map(str, row.awards)))
    if all(value is None for value in values):
        words = f"the file prints {said}, and the table has no score ({about})"
        return AuditFinding("award", where, said, "", words, row.table.id)
    kind, more = "points", ""
    if printed.ns is not None and printed.ew is not None and values.ns is not None and values.ew is not None:
        due, is_ = values.ns + values.ew, printed.ns.value + printed.ew.value
        if abs(due - is_) > (printed.ns.unit + printed.ew.unit) / 2:
            kind = "balance"
            more = f"; the two add up to {exact.brief(is_)}, not to {exact.brief(due)}"
    ruled = "" if row.ruling is None else f", ruling {row.ruling}"
    words = f"the file prints {said} {unit}, {about}{ruled} gives {gives}{more}"
    small = in_last_digit(printed, values, column)
    return AuditFinding(kind, where, said, gives, words, row.table.id, last_digit=small)


def _shown(printed: BySide[Printed | None]) -> str:
    figures = zip(Side, printed, strict=True)
    return " and ".join(f"{figure.text} for {side.words}" for side, figure in figures if figure is not None)


def _computed(values: BySide[Fraction | None], printed: BySide[Printed | None]) -> str:
    shown = [value for value, figure in zip(values, printed, strict=True) if figure is not None]
    return " and ".join("nothing" if value is None else exact.brief(value) for value in shown)
