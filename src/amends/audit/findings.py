"""What an audit gives: how many figures follow, by which conventions, and each figure that does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import PurePath

from amends.event import TableResult
from amends.faults import printable
from amends.journal.chain import MOST_NOTES
from amends.reports.layout import html
from amends.reports.layout.html import Table

KINDS = {
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

    def __str__(self) -> str:
        return f"{self.where}: {self.words}"


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

    @property
    def follows(self) -> bool:
        """Whether everything that was printed follows."""
        return not self.findings


def at_board(table: TableResult) -> str:
    """Where a table's board is found."""
    return f"session {table.session}, board {table.board}" if table.session else f"board {table.board}"


def at_table(table: TableResult) -> str:
    """The board, and who sat there."""
    return f"{at_board(table)}, {table.words}"


MOST = 200
"""The findings of a file that are listed in a text, if not all are asked for; data and pages have them all."""


NOTES = {
    "waiting": "waiting for the director",
    "erased": "erased or sent again",
    "repeated": "printed twice",
    "unreadable": "not readable",
    "left-out": "left out",
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
    return f"{count} figure{'s do' if count > 1 else ' does'} not follow."


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
        "checked": list(map(asdict, audit.tallies)),
        "conventions": list(audit.conventions),
        "settings": dict(audit.settings),
        "remarks": list(audit.remarks),
        "findings": [
            {key: value for key, value in asdict(finding).items() if value or key not in ("table", "contestant")}
            for finding in audit.findings
        ],
    }


def summary(audits: Sequence[Audit]) -> Table:
    """Many files in a table: a row for each, with what follows of each sort of figure."""
    sorts = list(dict.fromkeys(tally.what for audit in audits for tally in audit.tallies))
    rows = []
    for audit in audits:
        found = {tally.what: f"{tally.follow}/{tally.printed}" for tally in audit.tallies}
        rows.append([audit.name, audit.program, *(found.get(sort, "") for sort in sorts), str(len(audit.findings))])
    return Table(
        "Audit", ["file", "program", *sorts, "left"], rows, left=(0, 1), data=[data(audit) for audit in audits]
    )


def _in_short(audits: Sequence[Audit]) -> Table:
    """The same with one count for all sorts, and no folder of the machine it was made on."""
    rows = []
    for audit in audits:
        follow, printed = (sum(getattr(tally, key) for tally in audit.tallies) for key in ("follow", "printed"))
        rows.append([PurePath(audit.name).name, str(printed), str(follow), str(len(audit.findings))])
    return Table("All files", ["file", "printed", "follow", "left"], rows, left=(0,))


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
        parts += (html.paragraph(f"Remark: {remark}") for remark in audit.remarks)
    title = f"Audit of {PurePath(audits[0].name).name}" if len(audits) == 1 else f"Audit of {len(audits)} files"
    return html.page(title, *parts)
