"""What an audit gives: how many figures follow, by which conventions, and each figure that does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from amends.event import TableResult

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
class Finding:
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
class Tally:
    """How many printed figures of a sort follow."""

    what: str
    follow: int
    printed: int

    def __str__(self) -> str:
        return f"{self.follow} of {self.printed}"


@dataclass(frozen=True, slots=True)
class Parts:
    """What one part of an audit gives."""

    tallies: tuple[Tally, ...] = ()
    findings: tuple[Finding, ...] = ()
    conventions: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The audit of one file."""

    name: str
    format: str = ""
    program: str = ""
    form: str = ""
    scoring: str = ""
    tallies: tuple[Tally, ...] = ()
    conventions: tuple[str, ...] = ()
    """The conventions by which the file fits best, in words."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Those of them that are settings of a regulation: what --set would say."""
    findings: tuple[Finding, ...] = ()
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
