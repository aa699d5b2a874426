"""Results of ACBL clubs: the JSON of a game, or the page that holds it; read only (docs/formats/acbl.md)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from amends.faults import refuse
from amends.formats.common import files
from amends.formats.common.format import Format
from amends.journal.chain import Document

_OURS = re.compile(rb'"amends"\s*:')
_KEYS = (b"pair_summaries", b"board_results", b"board_scoring_method", b"acbl_board_top")
_PAGE = re.compile(rb"\s*(?:<!doctype html|<html)", re.IGNORECASE)


def recognises(head: bytes) -> bool:
    """Whether a file begins as the JSON of a club game, or as the page of its results."""
    text = head.removeprefix(b"\xef\xbb\xbf")
    told = any(key in text for key in _KEYS)
    if text.lstrip()[:1] == b"{":
        return told and _OURS.search(text) is None
    return _PAGE.match(text) is not None and (b"<result-details" in text or (told and b"data" in text))


def load(path: Path, *, winners: int | None = None, progress: Callable[[int], None] | None = None) -> Document:
    """The document in a file."""
    return loads(files.read_bytes(path), str(path), winners=winners, progress=progress)


def loads(
    data: str | bytes,
    name: str = "acbl",
    *,
    winners: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Document:
    """The document in a text; all its faults at once, each with its place in the data."""

    if winners not in (None, 1, 2):
        raise refuse(f"{winners} winners", "1 or 2")
    from amends.formats.acbl import reader

    return reader.document(files.decoded(data, name, "cp1252", "latin-1"), name, winners, progress)


FORMAT = Format("acbl", "Results of ACBL clubs", (".acbl.json", ".acbl.html", ".html", ".htm"), recognises, loads)
