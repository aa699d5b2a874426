"""Tournament pages of Bridge Base Online: travellers, list of boards, ranking; read only (docs/formats/bbo.md)."""

from __future__ import annotations

from amends.formats.common.format import Format, Progress, from_page, from_path
from amends.formats.common.pages import PageSet
from amends.journal.chain import Document

_TRAVELLER = (b"Bridge Base Online - Myhands", b'class="tourney"')
_BOARDS = (b"Bridge Base Online - Myhands", b">Tourney ")
_RANKING = (b'class="bbo_tr_t"', b"bridgebase.com")


def recognises(head: bytes) -> bool:
    """Whether a page is one of a tournament."""
    return any(all(sign in head for sign in signs) for signs in (_TRAVELLER, _BOARDS, _RANKING))


def events_of(pages: PageSet) -> dict[str, list[str]]:
    """The tournaments whose pages lie together: each page has the number of its own."""
    from amends.formats.bbo.reader import tourney_of

    events: dict[str, list[str]] = {}
    for page, data in pages.contents.items():
        events.setdefault(tourney_of(data), []).append(page)
    if "" in events and len(events) == 2:  # a page that has lost its number belongs to the others
        unknown = events.pop("")
        next(iter(events.values())).extend(unknown)
    return events


def loads_pages(pages: PageSet, *, winners: int | None = None, progress: Progress = None) -> Document:
    """The tournament whose pages these are."""
    from amends.formats.bbo.reader import BboReader

    return BboReader(pages, progress).document(winners)


loads = from_page(loads_pages)
load = from_path(loads)

FORMAT = Format("bbo", "Tournament pages of BBO", (".bbo.html",), recognises, loads, loads_pages, events_of)
