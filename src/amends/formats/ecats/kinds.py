"""Which of the files for ECats a file is, by its first line."""

from __future__ import annotations

import re

_TEXT = rb'"[^"\t\r\n]{0,200}"'
_FLAG = rb'"?(?i:true|false)"?'
_KINDS = {
    "results": re.compile(
        rb"\t?\d{0,9}\t" + _TEXT + rb"\t" + _TEXT + rb"\t\d{1,4}\t\d{1,5}\t\d{1,5}\t-?\d{1,6}\t-?\d{1,6}\t\d{0,9}\t"
    ),
    "pairs": re.compile(rb"\t?\d{0,9}\t\d{0,9}\t\d{1,5}\t" + _TEXT + rb"\t" + _TEXT + rb"\t" + _TEXT),
    "club": re.compile(rb"\t?\d{0,9}\t" + _FLAG + rb"\t\d{1,4}\t\d{1,4}\t" + _FLAG + rb"\t" + _TEXT + rb"\t"),
}
"""How the first line of each of the files begins."""


def kind_of(head: bytes) -> str:
    """Which of the files begins so; "" where it is none."""
    first = head.removeprefix(b"\xef\xbb\xbf")
    return next((kind for kind, pattern in _KINDS.items() if pattern.match(first)), "")
