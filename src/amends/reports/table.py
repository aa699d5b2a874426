"""A report as data: a title, columns and rows as people read them, and the same as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under heads; `left` are the columns that hold words."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Sequence[int] = ()
    data: Sequence[dict[str, object]] = field(default_factory=list)
