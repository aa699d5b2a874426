"""The cells of a table's rows, by the names of their columns: small and capital letters are the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from amends.formats.bws.pages import Value

Tables = Mapping[str, Sequence[Mapping[str, Value]]]
"""Rows by table and column, with the names that Bridgemate gives them."""


@dataclass(frozen=True, slots=True)
class Cells:
    """A row; a column that the table does not have is empty."""

    values: Mapping[str, Value]

    def text(self, column: str) -> str:
        """A text without the blanks that fill it up."""
        value = self.values.get(column.lower())
        return "" if value is None or isinstance(value, bool) else str(value).strip(" \t\r\n\0")

    def whole(self, column: str) -> int:
        """A whole number; 0 where there is none."""
        text = self.text(column)
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 10 else 0

    def flag(self, column: str) -> bool:
        """Whether a box is ticked."""
        value = self.values.get(column.lower())
        return value is True or (isinstance(value, int) and value != 0)

    def number(self, column: str) -> str:
        """The number of a pair, team or player; "" for nobody."""
        whole = self.whole(column)
        return str(whole) if whole > 0 else ""


def rows(tables: Tables, name: str) -> list[Cells]:
    """The rows of a table; none where it is not there."""
    found = next((kept for key, kept in tables.items() if key.lower() == name.lower()), ())
    return [Cells({column.lower(): value for column, value in row.items()}) for row in found]
