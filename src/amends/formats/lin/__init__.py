"""LIN, the files of Bridge Base Online: single hands, several boards, vugraph (docs/formats/lin.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from amends.formats.common import files
from amends.formats.common.format import MEGABYTE, Format, Progress, check_winners, from_path, to_path
from amends.journal.chain import Document

_KEYS = rb"pn|st|md|vg|rs|qx|rh|ah|sv|mb|an|pc|mc|pg|nt|bn|pw|mp"
_TOLD = re.compile(rb"(?:^|[|\s])(?:md|mb|rs|qx)\|", re.IGNORECASE)
_PLAIN = re.compile(rb"\s*(?:" + _KEYS + rb")\|", re.IGNORECASE)
_ENCODED = re.compile(rb"\s*(?:" + _KEYS + rb")%7c", re.IGNORECASE)
_ADDRESS = re.compile(rb"\s*https?://", re.IGNORECASE)


def recognises(head: bytes) -> bool:
    """Whether a file begins with keys of LIN, or with the address of a hand viewer."""
    text = head.removeprefix(b"\xef\xbb\xbf")
    if _PLAIN.match(text):
        return _TOLD.search(text) is not None
    if _ADDRESS.match(text):
        lin = text.lower().partition(b"lin=")[2]
        return any(bar in lin for bar in (b"md|", b"mb|", b"md%7c", b"mb%7c"))
    return _ENCODED.match(text) is not None


def loads(data: str | bytes, name: str = "lin", *, winners: int | None = None, progress: Progress = None) -> Document:
    """The document in a text; all its faults at once.

    >>> found = loads('pn|a,b,c,d|md|1|ah|Board 3|mb|1N|mb|p|mb|p|mb|p|mc|8|')
    >>> [(row.id, str(row.result)) for row in found.event.results]
    [('3/c & a-d & b', '1NT S +1')]
    """
    from amends.formats.lin import reader

    check_winners(winners)
    return reader.document(files.decoded(data, name, "cp1252", "latin-1"), name, winners, progress)


def dumps(document: Document) -> str:
    """The tables of an event, as they came from the table."""
    from amends.formats.lin import writer

    return writer.dumps(document)


def losses(document: Document) -> Iterator[str]:
    """What the file cannot hold, a line each."""
    from amends.formats.lin import writer

    return writer.losses(document)


load, dump = from_path(loads), to_path(dumps)

FORMAT = Format(
    name="lin",
    title="LIN (Bridge Base Online)",
    suffixes=(".lin",),
    recognises=recognises,
    loads=loads,
    dumps=dumps,
    losses=losses,
    largest=4 * MEGABYTE,
)
