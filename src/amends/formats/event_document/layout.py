"""JSON laid out for people: what fits on a line stands on one, and each table result does in any case."""

from __future__ import annotations

import json
from typing import Any

WIDTH = 200
ROWS = "results"
"""The key of a list whose parts are never broken: with thousands of them the file stays smaller, too."""


def laid_out(data: Any, indent: int = 0, rows: bool = False) -> str:
    """The JSON of plain data, without an end of line; what is too long for a line is broken into its parts."""
    line = json.dumps(data, ensure_ascii=False)
    if len(line) + indent <= WIDTH or not isinstance(data, dict | list):
        return line
    if isinstance(data, dict):
        parts = [
            f"{json.dumps(key, ensure_ascii=False)}: {laid_out(part, indent + 1, key == ROWS)}"
            for key, part in data.items()
        ]
    elif rows:
        parts = [json.dumps(part, ensure_ascii=False) for part in data]
    else:
        parts = [laid_out(part, indent + 1) for part in data]
    opening, closing = "{}" if isinstance(data, dict) else "[]"
    blank = " " * indent
    inside = ",\n".join(f"{blank} {part}" for part in parts)
    return f"{opening}\n{inside}\n{blank}{closing}"
