"""The page of the rulings: the bulletin, each ruling with a place of its own that travellers lead to."""

from __future__ import annotations

from amends.reports.bulletin import Bulletin, case_parts
from amends.reports.layout.html import (Markup, coloured)
from amends.reports.site.addresses import RULINGS
from amends.reports.site.frame import (Page, Site, soft)
from amends.reports.layout.sheet import markup


def rulings_page(site: Site, rulings: Bulletin) -> Page:
    """The bulletin."""
    parts: list[str] = [] if rulings.names else [soft("Names are not published here.")]
    if not rulings.cases:
        parts = ["There is no ruling."]
    for number, chain in enumerate(rulings.cases, 1):
        made = [coloured(markup(part)) for part in case_parts(number, chain)]
        heading, *about = made[: -len(chain)]
        board = Markup(f"<p>{site.board(chain[0].table.board, words='All results of this board')}</p>")
        given = [
            Markup(f'<section id="{site.addresses.rulings[told.given.ruling.id]}">{part}</section>')
            for told, part in zip(chain, made[-len(chain) :], strict=True)
        ]
        parts += [heading, *about, *given, board]
    return Page(RULINGS, "Rulings", parts, rulings.data())
