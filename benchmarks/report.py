"""The table that the run prints."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import fill
from typing import TypeAlias

Cells: TypeAlias = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Measured:
    """A ratio and what is wanted of it; `detail` says what was compared, `agree` whether the results were the same."""

    what: str
    ratio: float
    wanted: float
    detail: str
    at_most: bool = False
    agree: bool = True

    @property
    def met(self) -> bool:
        """Whether the ratio is as wanted; a wrong result is never fast enough."""
        return self.agree and (self.ratio <= self.wanted if self.at_most else self.ratio >= self.wanted)

    def cells(self) -> Cells:
        """The line of the table."""
        wanted = f"{'at most' if self.at_most else 'at least'} {self.wanted:g}"
        return self.what, f"{self.ratio:.2f}", wanted, "yes" if self.met else "NO"


@dataclass(frozen=True, slots=True)
class Information:
    """A ratio of which nothing is wanted."""

    what: str
    ratio: str
    detail: str

    def cells(self) -> Cells:
        """The line of the table."""
        return self.what, self.ratio, "(information)", ""


@dataclass(frozen=True, slots=True)
class Missing:
    """What could not be measured."""

    what: str
    detail: str

    def cells(self) -> Cells:
        """The line of the table."""
        return self.what, "", "", "not available"


Entry: TypeAlias = Measured | Information | Missing


def table(entries: list[Entry]) -> str:
    """All lines, then what was compared in each."""
    numbered = [(str(place), *entry.cells()) for place, entry in enumerate(entries, 1)]
    rows = [("", "what", "ratio", "wanted", "met"), *numbered]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    shown = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    shown.insert(1, "  ".join("-" * width for width in widths))
    details = [fill(f"{place}. {entry.detail}", 110, subsequent_indent="   ") for place, entry in enumerate(entries, 1)]
    return "\n".join([*shown, "", *details])
