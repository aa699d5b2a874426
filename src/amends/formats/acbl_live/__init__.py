"""Tournament pages of ACBL Live: details of boards and score cards; read only (docs/formats/acbl-live.md)."""

from __future__ import annotations

import re

from amends.formats.common.format import Format, Progress, from_page, from_path
from amends.formats.common.pages import PageSet
from amends.journal.chain import Document

_TITLE = re.compile(rb"<title>\s*ACBL Live", re.IGNORECASE)
_EVENT = re.compile(rb"/event/(\w{1,20}/\w{1,20})/\d{1,3}/(?:board-detail|scores)/")


def recognises(head: bytes) -> bool:
    """Whether a page has a board or a score card of a tournament."""
    return _TITLE.search(head) is not None and _EVENT.search(head) is not None


def events_of(pages: PageSet) -> dict[str, list[str]]:
    """The events whose pages lie together: the number of the tournament and that of the event."""
    events: dict[str, list[str]] = {}
    for page, data in pages.contents.items():
        found = _EVENT.search(data)
        events.setdefault(found[1].decode() if found else "", []).append(page)
    return events


def loads_pages(pages: PageSet, *, winners: int | None = None, progress: Progress = None) -> Document:
    """The event whose pages these are."""
    from amends.formats.acbl_live.reader import AcblLiveReader

    return AcblLiveReader(pages, progress).document(winners)


loads = from_page(loads_pages)
load = from_path(loads)

FORMAT = Format(
    "acbl-live", "Tournament pages of ACBL Live", (".acbl-live.html",), recognises, loads, loads_pages, events_of
)
