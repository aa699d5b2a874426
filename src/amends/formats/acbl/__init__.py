"""Results of ACBL clubs: the JSON of a game, or the page that holds it; read only (docs/formats/acbl.md)."""

from __future__ import annotations

import re

from amends.formats.common import files
from amends.formats.common.format import Format, Progress, check_winners, from_path
from amends.journal.chain import Document

_OURS = re.compile(rb'"amends"\s*:')
_KEYS = (b"pair_summaries", b"board_results", b"board_scoring_method", b"acbl_board_top")
_PAGE = re.compile(rb"\s*(?:<!doctype html|<html)", re.IGNORECASE)


def recognises(head: bytes) -> bool:
    """Whether a file begins as the JSON of a club game, or as the page of its results."""
    text = head.removeprefix(b"\xef\xbb\xbf")
    has_key = any(key in text for key in _KEYS)
    if text.lstrip()[:1] == b"{":
        return has_key and _OURS.search(text) is None
    return _PAGE.match(text) is not None and (b"<result-details" in text or (has_key and b"data" in text))


def loads(data: str | bytes, name: str = "acbl", *, winners: int | None = None, progress: Progress = None) -> Document:
    """The document in a text; all its faults at once, each with its place in the data."""
    from amends.formats.acbl import reader

    check_winners(winners)
    return reader.document(files.decoded(data, name, "cp1252", "latin-1"), name, winners, progress)


load = from_path(loads)

FORMAT = Format("acbl", "Results of ACBL clubs", (".acbl.json", ".acbl.html", ".html", ".htm"), recognises, loads)
