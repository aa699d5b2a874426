"""Files for simultaneous pairs at ECats: club, pairs and results as text; read only (docs/formats/ecats.md)."""

from __future__ import annotations

from amends.formats.common.format import Format, Progress, check_winners, from_page, from_path
from amends.formats.common.pages import PageSet, base, folder_of
from amends.formats.ecats.kinds import kind_of
from amends.journal.chain import Document


def recognises(head: bytes) -> bool:
    """Whether a file begins as one of them."""
    return bool(kind_of(head))


def events_of(pages: PageSet) -> dict[str, list[str]]:
    """The files of each event: those whose names differ in the last letter alone, as in 4036R.txt and 4036P.txt."""
    events: dict[str, list[str]] = {}
    for page in pages.contents:
        stem = base(page).rpartition(".")[0].lower()
        events.setdefault(f"{folder_of(page)}/{stem[:-1]}".lstrip("/"), []).append(page)
    return events


def loads_pages(pages: PageSet, *, winners: int | None = None, progress: Progress = None) -> Document:
    """The event whose files these are."""
    from amends.formats.ecats.reader import EcatsReader

    check_winners(winners)
    return EcatsReader(pages, progress).document(winners)


loads = from_page(loads_pages)
load = from_path(loads)

FORMAT = Format(
    "ecats", "Files for ECats simultaneous pairs", (".ecats.txt",), recognises, loads, loads_pages, events_of
)
