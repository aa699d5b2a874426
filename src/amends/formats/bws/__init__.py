"""Bridgemate's files (.bws): Access databases in which scoring devices leave their results. Read, not written."""

from __future__ import annotations

from amends.faults import Fault, Faults
from amends.formats.bws.access import LARGEST, is_access, read_tables
from amends.formats.common.format import Format, Progress, check_winners, from_path
from amends.journal.chain import Document


def loads(
    data: str | bytes, name: str = "Bridgemate file", *, winners: int | None = None, progress: Progress = None
) -> Document:
    """The document in the bytes of a file.

    `winners` is 1 or 2 where somebody says so; None for what the file says, or else its movement shows.
    """
    from amends.formats.bws.document import document

    if isinstance(data, str):
        raise Faults([Fault("a text", "an Access file, as Bridgemate writes it (.bws)", file=name)])
    check_winners(winners)
    return document(read_tables(data, name), name, winners=winners, progress=progress)


load = from_path(loads)

FORMAT = Format("bws", "Bridgemate file (Access)", (".bws",), is_access, loads, largest=LARGEST)
