"""Where something is in an event, for people."""

from __future__ import annotations

from amends.event import TableResult


def at_board(table: TableResult) -> str:
    """Where a table's board is found."""
    return f"session {table.session}, board {table.board}" if table.session else f"board {table.board}"


def at_table(table: TableResult) -> str:
    """The board, and who sat there."""
    return f"{at_board(table)}, {table.words}"
