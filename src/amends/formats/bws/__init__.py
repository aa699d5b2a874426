"""Bridgemate's files (.bws): Access databases in which scoring devices leave their results. Read, not written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from amends.faults import Fault, Faults, refuse
from amends.formats.bws.access import LARGEST, is_access, read_tables
from amends.formats.common import files
from amends.formats.common.format import Format
from amends.journal.chain import Document


def load(path: Path, *, winners: int | None = None, progress: Callable[[int], None] | None = None) -> Document:
    """The document in a file; all its faults at once."""
    return loads(files.read_bytes(path), str(path), winners=winners, progress=progress)


def loads(
    data: str | bytes,
    name: str = "Bridgemate file",
    *,
    winners: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Document:
    """The document in the bytes of a file.

    `winners` is 1 or 2 where somebody says so; None for what the file says, or else its movement shows.
    """
    from amends.formats.bws.document import document

    if isinstance(data, str):
        raise Faults([Fault("a text", "an Access file, as Bridgemate writes it (.bws)", file=name)])
    if winners not in (None, 1, 2):
        raise refuse(f"{winners} winners", "1 or 2")
    return document(read_tables(data, name), name, winners=winners, progress=progress)


FORMAT = Format("bws", "Bridgemate file (Access)", (".bws",), is_access, loads, largest=LARGEST)
