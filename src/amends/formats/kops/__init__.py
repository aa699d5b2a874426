"""Pages of KoPS, an older Polish program for pairs events: boards and ranking; read only (docs/formats/kops.md)."""

from __future__ import annotations

import re

from amends.formats.common.format import Format, Progress, from_page, from_path
from amends.formats.common.pages import PageSet, by_folder
from amends.journal.chain import Document

_PROGRAM = re.compile(rb'<meta[^>]{1,40}GENERATOR"?\s{1,9}content="?KoPS', re.IGNORECASE)


def recognises(head: bytes) -> bool:
    """Whether a page says that KoPS has made it."""
    return _PROGRAM.search(head) is not None


def loads_pages(pages: PageSet, *, winners: int | None = None, progress: Progress = None) -> Document:
    """The event whose pages these are."""
    from amends.formats.kops.reader import read

    return read(pages, winners, progress)


loads = from_page(loads_pages)
load = from_path(loads)

FORMAT = Format("kops", "Pages of KoPS", (".kops.html",), recognises, loads, loads_pages, by_folder)
