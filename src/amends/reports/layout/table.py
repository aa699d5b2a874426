"""A report as data: a title, columns and rows as people read them, and the same as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from amends.faults import printable
from amends.reports.layout.diagram import Diagram


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under heads; `left` are the columns that hold words.

    What people read has no control characters, wherever it came from: names and numbers are what a file says, and a
    file must not write to a terminal. `data` stays as it is.
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Sequence[int] = ()
    data: Sequence[dict[str, object]] = field(default_factory=list)
    deals: Sequence[Diagram] = ()
    """The board's diagram, to be shown above; several where sessions or sections had different cards."""
    name: str = ""
    """What a screen reader calls a table that stands under a heading and has no title."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", printable(self.title))
        object.__setattr__(self, "heads", [printable(head) for head in self.heads])
        object.__setattr__(self, "rows", [[printable(cell) for cell in row] for row in self.rows])

    def as_data(self) -> dict[str, object]:
        """The title and the rows as plain data, with the deal where it is known."""
        deals = [deal.data() for deal in self.deals]
        dealt: dict[str, object] = {"deals": deals} if len(deals) > 1 else {"deal": deals[0]} if deals else {}
        return {"title": self.title, "rows": list(self.data), **dealt}
