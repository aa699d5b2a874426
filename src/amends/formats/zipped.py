"""A zip with one file of results, or with the saved pages of one event; read only (docs/formats/pages.md)."""

from __future__ import annotations

from amends.faults import Fault, Faults
from amends.formats.common.format import Format, Progress, from_path
from amends.formats.common.pages import LARGEST_SET, is_zip, of_zip
from amends.journal.chain import Document


def loads(
    data: str | bytes, name: str = "file.zip", *, winners: int | None = None, progress: Progress = None
) -> Document:
    """The document of what is in the zip; all faults at once."""
    from amends import formats

    if isinstance(data, str):
        raise Faults([Fault("text", "a zip", file=name)])
    return formats.load_pages(of_zip(data, name), winners=winners, progress=progress)


load = from_path(loads)

FORMAT = Format("zip", "Zip with pages or a file of results", (".zip",), is_zip, loads, largest=LARGEST_SET)
