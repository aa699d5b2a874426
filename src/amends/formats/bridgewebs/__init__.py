"""BridgeWebs CSV: the ranking and the travellers as club sites show them (docs/formats/bridgewebs.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from amends.formats.common import files
from amends.formats.common.format import Format, Progress, check_winners, from_path, to_path
from amends.journal.chain import Document

_FIRST = re.compile(rb'\s*"?#\s?(?:version|source|comment|date|title)\b', re.IGNORECASE)
_PARTS = re.compile(rb'^[^\S\n]*+"?#\s?(?:scores|travellers|boardformat)\b', re.IGNORECASE | re.MULTILINE)


def recognises(head: bytes) -> bool:
    """Whether a file begins with an option, and has a ranking or travellers."""
    text = head.removeprefix(b"\xef\xbb\xbf")
    return _FIRST.match(text) is not None and _PARTS.search(text) is not None


def loads(
    data: str | bytes, name: str = "bridgewebs", *, winners: int | None = None, progress: Progress = None
) -> Document:
    """The document of a text; all its faults at once, each with its line."""
    from amends.formats.bridgewebs.reader import SiteReader

    check_winners(winners)
    return SiteReader(name, progress).document(files.decoded(data, name, "cp1252", "latin-1"), winners)


def dumps(document: Document) -> str:
    """The file, from the event scored by its own regulation."""
    from amends.formats.bridgewebs import writer

    return writer.dumps(document)


def losses(document: Document) -> Iterator[str]:
    """What the file cannot hold, a line each."""
    from amends.formats.bridgewebs import writer

    return writer.losses(document)


load, dump = from_path(loads), to_path(dumps)

FORMAT = Format(
    name="bridgewebs",
    title="BridgeWebs CSV",
    suffixes=(".bridgewebs.csv",),
    recognises=recognises,
    loads=loads,
    dumps=dumps,
    losses=losses,
)
