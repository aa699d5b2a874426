"""Bridgemate's table ReceivedData as CSV, for import into its files (docs/formats/received.md)."""

from __future__ import annotations

from collections.abc import Iterator

from amends.formats.common import files
from amends.formats.common.csv_table import columns_named
from amends.formats.common.format import Format, Progress, check_winners, from_path, to_path
from amends.formats.received_csv.columns import NAMES, NEEDED
from amends.journal.chain import Document


def recognises(head: bytes) -> bool:
    """Whether the first line names the columns of ReceivedData."""
    return columns_named(head.decode("utf-8-sig", "replace"), NAMES) >= NEEDED


def loads(
    data: str | bytes, name: str = "received.csv", *, winners: int | None = None, progress: Progress = None
) -> Document:
    """The document of a text; all its faults at once, each with its line."""
    from amends.formats.received_csv.reader import read

    check_winners(winners)
    return read(files.decoded(data, name, "cp1252"), name, winners, progress)


def dumps(document: Document) -> str:
    """The rows of a document."""
    from amends.formats.received_csv.writer import write

    return write(document.event)


def losses(document: Document) -> Iterator[str]:
    """What the rows cannot hold, a line each."""
    from amends.formats.received_csv import writer

    return writer.losses(document)


load, dump = from_path(loads), to_path(dumps)

FORMAT = Format(
    name="bridgemate",
    title="Bridgemate results as CSV (ReceivedData)",
    suffixes=(".bridgemate.csv",),
    recognises=recognises,
    loads=loads,
    dumps=dumps,
    losses=losses,
)
