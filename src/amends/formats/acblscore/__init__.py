"""Texts of ACBLscore: recaps with a grid of boards, and boards one by one; read only (docs/formats/acblscore.md)."""

from __future__ import annotations

import re

from amends.formats.common import files
from amends.formats.common.format import Format, Progress, check_winners, from_path
from amends.journal.chain import Document

_HEAD = re.compile(rb"^\s{0,200}EVENT>[^|\n]{0,80}\|SESSION>[^|\n]{0,80}\|SECTION>")
_BOARD = re.compile(
    rb"^[ ]{0,40}RESULTS OF BOARD[ ]{1,4}\d{1,3}\s{1,40}SCORES[ ]{1,30}[A-Z]{1,20}[ ]{1,30}NAMES\s{1,40}N-S[ ]",
    re.MULTILINE,
)


def recognises(head: bytes) -> bool:
    """Whether a file begins with the head of a recap, or has a board with its heading."""
    return _HEAD.match(head.removeprefix(b"\xef\xbb\xbf")) is not None or _BOARD.search(head) is not None


def loads(data: str | bytes, name: str = "text", *, winners: int | None = None, progress: Progress = None) -> Document:
    """The document of a text; all its faults at once, each with its line."""
    from amends.formats.acblscore.reader import TextReader

    check_winners(winners)
    return TextReader(name, progress).document(files.decoded(data, name, "cp1252", "latin-1"), winners)


load = from_path(loads)

FORMAT = Format("acblscore", "Text of ACBLscore (recap, boards)", (".acblscore.txt",), recognises, loads)
