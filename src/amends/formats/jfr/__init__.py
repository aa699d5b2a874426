"""Pages of JFR Pary, the Polish program for pairs events: boards and ranking; read only (docs/formats/jfr.md)."""

from __future__ import annotations

import re

from amends.formats.common.format import Format, Progress, from_page, from_path
from amends.formats.common.pages import PageSet
from amends.journal.chain import Document

_PROGRAM = re.compile(rb'<meta[^>]{1,40}GENERATOR"?\s{1,9}content="?JFR 20', re.IGNORECASE)
_TABLE = re.compile(rb"\s*<table[^>]*>.{0,400}>numery<", re.IGNORECASE | re.DOTALL)


def recognises(head: bytes) -> bool:
    """Whether a page says that JFR has made it, or is the table of results that such a page loads."""
    text = head.removeprefix(b"\xef\xbb\xbf")
    return _PROGRAM.search(text) is not None or (_TABLE.match(text) is not None and b">zapis<" in text)


def events_of(pages: PageSet) -> dict[str, list[str]]:
    """The events whose pages lie together: the names of pages tell them apart."""
    from amends.formats.jfr.reader import events_of

    return events_of(pages)


def loads_pages(pages: PageSet, *, winners: int | None = None, progress: Progress = None) -> Document:
    """The event whose pages these are."""
    from amends.formats.jfr.reader import read

    return read(pages, winners, progress)


loads = from_page(loads_pages)
load = from_path(loads)

FORMAT = Format("jfr", "Pages of JFR Pary", (".jfr.html",), recognises, loads, loads_pages, events_of)
