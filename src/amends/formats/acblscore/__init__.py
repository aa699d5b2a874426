"""Text recaps of ACBLscore: pairs with their scores, and a grid of boards; read only (docs/formats/acblscore.md)."""

from __future__ import annotations

import re

from amends.formats.common import files
from amends.formats.common.format import Format, Progress, check_winners, from_path
from amends.journal.chain import Document

_HEAD = re.compile(rb"^\s{0,200}EVENT>[^|\n]{0,80}\|SESSION>[^|\n]{0,80}\|SECTION>")


def recognises(head: bytes) -> bool:
    """Whether a file begins with the head of a recap."""
    return _HEAD.match(head.removeprefix(b"\xef\xbb\xbf")) is not None


def loads(data: str | bytes, name: str = "recap", *, winners: int | None = None, progress: Progress = None) -> Document:
    """The document of a text; all its faults at once, each with its line."""
    from amends.formats.acblscore.reader import RecapReader

    check_winners(winners)
    return RecapReader(name, progress).document(files.decoded(data, name, "cp1252", "latin-1"), winners)


load = from_path(loads)

FORMAT = Format("acblscore", "Text recap of ACBLscore", (".acblscore.txt",), recognises, loads)
