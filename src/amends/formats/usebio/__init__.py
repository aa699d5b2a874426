"""USEBIO, versions 1.0 to 1.3: the XML that scoring programs exchange (docs/formats/usebio.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from amends.formats.common import files
from amends.formats.common.format import MEGABYTE, Format, Progress, check_winners, from_path
from amends.journal.chain import Document

_ROOT = re.compile(rb"<(?:!DOCTYPE\s{1,9})?USEBIO[\s>/]", re.IGNORECASE)


def recognises(head: bytes) -> bool:
    """Whether a file begins as USEBIO does: XML with the root, or at least the document type, of that name."""
    plain = head.translate(None, b"\0").lstrip(b"\xef\xbb\xbf\xfe\xff \t\r\n")
    return plain.startswith(b"<") and _ROOT.search(plain) is not None


def loads(
    data: str | bytes, name: str = "USEBIO", *, winners: int | None = None, progress: Progress = None
) -> Document:
    """The document of a file's content.

    `winners` is 1 or 2 where somebody knows better than the file; `progress` is told the lines read so far.

    >>> line = '<NS_PAIR_NUMBER>3</NS_PAIR_NUMBER><EW_PAIR_NUMBER>11</EW_PAIR_NUMBER><SCORE>-420</SCORE>'
    >>> board = f'<BOARD><BOARD_NUMBER>7</BOARD_NUMBER><TRAVELLER_LINE>{line}</TRAVELLER_LINE></BOARD>'
    >>> found = loads(f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS">{board}</EVENT></USEBIO>')
    >>> [(result.id, str(result.result)) for result in found.event.results]
    [('7/3-11', '-420')]
    """
    from amends.formats.usebio.reader import read

    check_winners(winners)
    return read(data, name, winners, progress)


def dump(document: Document, path: Path, *, force: bool = False, version: str = "1.2") -> None:
    """Write a document to a file; one that is there is only replaced with `force`."""
    files.write(path, dumps(document, version=version), force=force)


def dumps(document: Document, *, version: str = "1.2") -> str:
    """The text of a file in a version of the format, with the figures that the event's own regulation gives."""
    from amends.formats.usebio.writer import write

    return write(document, version)


def losses(document: Document) -> Iterable[str]:
    """What the format cannot hold of a document, in words, a line each."""
    from amends.formats.usebio import writer

    return writer.losses(document)


load = from_path(loads)

FORMAT = Format(
    name="usebio",
    title="USEBIO (XML)",
    suffixes=(".xml", ".usebio"),
    largest=128 * MEGABYTE,
    recognises=recognises,
    loads=loads,
    dumps=dumps,
    losses=losses,
)
