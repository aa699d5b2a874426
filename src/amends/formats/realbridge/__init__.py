"""Result pages of RealBridge, a page per board; read only (docs/formats/realbridge.md)."""

from __future__ import annotations

import re

from amends.formats.common.format import Format, Progress, from_page, from_path
from amends.formats.common.pages import PageSet, by_folder
from amends.journal.chain import Document

_TITLE = re.compile(rb"<title>\s*RealBridge", re.IGNORECASE)


def recognises(head: bytes) -> bool:
    """Whether a page is a traveller of RealBridge."""
    return _TITLE.search(head) is not None and b"CONTRACT" in head and b"NS SCORE" in head


def loads_pages(pages: PageSet, *, winners: int | None = None, progress: Progress = None) -> Document:
    """The session whose pages these are."""
    from amends.formats.realbridge.reader import RealBridgeReader

    return RealBridgeReader(pages, progress).document(winners)


loads = from_page(loads_pages)
load = from_path(loads)

FORMAT = Format(
    "realbridge", "Result pages of RealBridge", (".realbridge.html",), recognises, loads, loads_pages, by_folder
)
