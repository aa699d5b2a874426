"""What an audit gives: how many figures follow, by which conventions, and each figure that does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import PurePath

from amends.audit.hidden_score import Hidden
from amends.exact import many
from amends.faults import printable
from amends.journal.chain import MOST_NOTES
from amends.reports.layout import html
from amends.reports.layout.html import Table

KINDS = {
    "table": "a line that cannot be as it is printed",
    "contract": "a contract that does not give its score",
    "impossible": "a score that no contract gives",
    "points": "points that do not follow from the score",
    "balance": "points of N-S and E-W that do not balance",
    "award": "points with no ruling behind them",
    "datum": "a datum that does not follow from the scores",
    "imps": "IMPs of a match that do not follow from its tables",
    "match": "a match score that does not follow from its boards",
    "percentage": "a percentage that does not follow from the lines",
    "total": "a total that does not follow from the lines",
    "place": "a place that does not follow from the totals",
    "scoring": "something that cannot be scored",
}
"""What may be wrong, in the order in which it is reported."""


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """A published figure that does not follow."""

    kind: str
    where: str
    printed: str
    computed: str
    words: str
    table: str = ""
    contestant: str = ""
    last_digit: bool = False
    """Whether it is off by no more than one in the last place."""
    lines: int = 1
    """How many lines it is about."""

    def __str__(self) -> str:
        return f"{self.where}: {self.words}"


class AuditGrade(StrEnum):
    """How well a file follows, from the best."""

    EQUAL = "equal"
    LAST_DIGIT = "last digit"
    ONE_LINE = "one line"
    MANY_LINES = "many lines"


@dataclass(frozen=True, slots=True)
class AuditTally:
    """How many printed figures of a sort follow."""

    what: str
    follow: int
    printed: int

    def __str__(self) -> str:
        return f"{self.follow} of {self.printed}"


@dataclass(slots=True)
class Parts:
    """What a part of an audit gives; the parts are added up."""

    tallies: list[AuditTally] = field(default_factory=list)
    findings: list[AuditFinding] = field(default_factory=list)
    conventions: list[str] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    hidden: list[Hidden] = field(default_factory=list)

    def count(self, what: str, printed: int, findings: Iterable[AuditFinding]) -> None:
        """Add what is wrong with the printed figures of a sort, and how many of them follow."""
        wrong = list(findings)
        self.tallies.append(AuditTally(what, printed - len(wrong), printed))
        self.findings += wrong

    def add(self, other: Parts) -> None:
        """Add what another part gives."""
        self.tallies += other.tallies
        self.findings += other.findings
        self.conventions += other.conventions
        self.settings |= other.settings
        self.remarks += other.remarks
        self.hidden += other.hidden


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The audit of one file."""

    name: str
    format: str = ""
    program: str = ""
    form: str = ""
    scoring: str = ""
    tallies: tuple[AuditTally, ...] = ()
    conventions: tuple[str, ...] = ()
    """The conventions by which the file fits best, in words."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Those of them that are settings of a regulation: what --set would say."""
    findings: tuple[AuditFinding, ...] = ()
    remarks: tuple[str, ...] = ()
    """What is worth knowing and no contradiction: artificial scores, rows left out, what could not be checked."""
    hidden: tuple[Hidden, ...] = ()
    """Scores that the file does not print and that its figures show."""

    @property
    def grade(self) -> AuditGrade:
        """The worst that was found: a line is what is printed for a table, a match or a contestant."""
        beyond = [finding for finding in self.findings if not finding.last_digit]
        if not beyond:
            return AuditGrade.LAST_DIGIT if self.findings else AuditGrade.EQUAL
        subjects = {finding.table or finding.contestant or finding.where for finding in beyond}
        one = len(subjects) == 1 and all(finding.lines == 1 for finding in beyond)
        return AuditGrade.ONE_LINE if one else AuditGrade.MANY_LINES

    @property
    def passes(self) -> bool:
        """Whether nothing is worse than a last digit."""
        return self.grade in (AuditGrade.EQUAL, AuditGrade.LAST_DIGIT)

    @property
    def follows(self) -> bool:
        """Whether everything that was printed follows."""
        return not self.findings


MOST = 200
"""The findings of a file that are listed in a text, if not all are asked for; data and pages have them all."""


NOTES = {
    "waiting": "waiting for the director",
    "erased": "erased or sent again",
    "repeated": "printed twice",
    "unreadable": "not readable",
    "scored": "called not played, and scored",
    "left-out": "left out",
    "several-events": "several events",
    "tables-missing": "not compared",
    "boards-missing": "not compared",
}
"""How a remark begins that tells what the reader of the file noticed, by the kind of its note."""


def head(audit: Audit, name: str = "") -> str:
    """The file in a line: its name, its program, what kind of event it is."""
    about = [audit.program or audit.format, f"{audit.form}, {audit.scoring}"]
    return printable(" · ".join([name or audit.name, *filter(None, about)]))


def verdict(audit: Audit) -> str:
    """The outcome in a sentence."""
    if not audit.findings:
        return (
            "Everything that is printed follows from the scores." if audit.tallies else "Nothing was printed to check."
        )
    count = len(audit.findings)
    small = sum(finding.last_digit for finding in audit.findings)
    if small == count:
        return f"{many(count, 'figure')} differ{'' if count > 1 else 's'} in the last digit alone."
    more = f", {small} of them in the last digit alone" if small else ""
    return f"{count} figure{'s do' if count > 1 else ' does'} not follow{more}."


def text(audit: Audit, *, whole: bool = False) -> Iterator[str]:
    """The audit as lines of text: `whole`, or of long lists the beginning and how much more there is."""
    yield head(audit)
    width = max((len(tally.what) for tally in audit.tallies), default=0)
    for tally in audit.tallies:
        yield f"  {tally.what:<{width}}  {tally.follow:>5} of {tally.printed:>5} follow"
    for words in audit.conventions:
        yield f"  convention: {printable(words)}"
    if audit.settings:
        yield f"  as settings: {' '.join(f'--set {key}={value}' for key, value in audit.settings.items())}"
    for hidden in audit.hidden:
        yield f"  found: {printable(str(hidden))}"
    for remark in audit.remarks if whole else _shortened(audit.remarks):
        yield f"  remark: {printable(remark)}"
    listed = audit.findings if whole else audit.findings[:MOST]
    for finding in listed:
        yield f"  {printable(str(finding))}"
    if len(audit.findings) > len(listed):
        yield f"  … and {len(audit.findings) - MOST} more (--all lists them)"
    yield f"  {verdict(audit)}"


def _shortened(remarks: Sequence[str]) -> Iterator[str]:
    """The remarks without those of a kind that come after its first ones; these are counted."""
    kinds = [remark.partition(": ")[0] for remark in remarks]
    total, seen = Counter(kinds), Counter[str]()
    for kind, remark in zip(kinds, remarks, strict=True):
        seen[kind] += 1
        if kind not in NOTES.values() or seen[kind] <= MOST_NOTES:
            yield remark
        elif seen[kind] == total[kind]:
            yield f"{kind}: {total[kind] - MOST_NOTES} more (--all lists them)"


def data(audit: Audit) -> dict[str, object]:
    """The audit as plain data."""
    return {
        "file": audit.name,
        "format": audit.format,
        "program": audit.program,
        "form": audit.form,
        "scoring": audit.scoring,
        "follows": audit.follows,
        "grade": audit.grade.value,
        "checked": list(map(asdict, audit.tallies)),
        "conventions": list(audit.conventions),
        "settings": dict(audit.settings),
        "hidden": [each.data for each in audit.hidden],
        "remarks": list(audit.remarks),
        "findings": [_finding_data(finding) for finding in audit.findings],
    }


def _finding_data(finding: AuditFinding) -> dict[str, object]:
    usual = {"table": "", "contestant": "", "last_digit": False, "lines": 1}
    return {key: value for key, value in asdict(finding).items() if key not in usual or value != usual[key]}


def summary(audits: Sequence[Audit]) -> Table:
    """Many files in a table: a row for each, with what follows of each sort of figure."""
    sorts = list(dict.fromkeys(tally.what for audit in audits for tally in audit.tallies))
    rows = []
    for audit in audits:
        found = {tally.what: f"{tally.follow}/{tally.printed}" for tally in audit.tallies}
        shown = (found.get(sort, "") for sort in sorts)
        grade = audit.grade.value if audit.tallies or audit.findings else ""
        rows.append([audit.name, audit.program, *shown, str(len(audit.findings)), _hidden(audit), grade])
    columns = ["file", "program", *sorts, "left", "found", "grade"]
    return Table("Audit", columns, rows, left=(0, 1, len(columns) - 1), data=[data(audit) for audit in audits])


def _hidden(audit: Audit) -> str:
    """How many hidden scores were found; nothing where there are none."""
    return str(len(audit.hidden)) if audit.hidden else ""


def _in_short(audits: Sequence[Audit]) -> Table:
    """The same with one count for all sorts, and no folder of the machine it was made on."""
    rows = []
    for audit in audits:
        follow, printed = (sum(getattr(tally, key) for tally in audit.tallies) for key in ("follow", "printed"))
        counts = [str(printed), str(follow), str(len(audit.findings)), _hidden(audit)]
        rows.append([PurePath(audit.name).name, *counts, audit.grade.value])
    return Table("All files", ["file", "printed", "follow", "left", "found", "grade"], rows, left=(0, 5))


def page(audits: Sequence[Audit]) -> str:
    """A page that stands for itself: what was checked, by which conventions, and each figure that does not follow."""
    parts = [
        html.paragraph(
            "Each figure below was computed again from the raw scores in the file. A figure that does not follow is "
            "not always a mistake: a director may have awarded it. Then a ruling should say so."
        )
    ]
    if len(audits) > 1:
        parts.append(html.table(_in_short(audits)))
    for audit in audits:
        parts.append(html.heading(head(audit, PurePath(audit.name).name)))
        parts.append(html.paragraph(verdict(audit)))
        rows = [[tally.what, str(tally.follow), str(tally.printed)] for tally in audit.tallies]
        if rows:
            parts.append(html.table(Table("What follows", ["figures", "follow", "printed"], rows, left=(0,))))
        if audit.conventions:
            parts.append(html.paragraph(f"The file fits best with these conventions: {'; '.join(audit.conventions)}."))
        if audit.findings:
            listed = [[KINDS[each.kind], each.where, each.words] for each in audit.findings]
            parts.append(
                html.table(
                    Table("What does not follow", ["what", "where", "printed and computed"], listed, left=(0, 1, 2))
                )
            )
        if audit.hidden:
            listed = [[each.where, each.kind, each.sure, each.words] for each in audit.hidden]
            columns = ["where", "kind", "how sure", "what the figures show"]
            parts.append(html.table(Table("What the file does not say", columns, listed, left=(0, 1, 2, 3))))
        parts += (html.paragraph(f"Remark: {remark}") for remark in audit.remarks)
    title = f"Audit of {PurePath(audits[0].name).name}" if len(audits) == 1 else f"Audit of {len(audits)} files"
    return html.page(title, *parts)
