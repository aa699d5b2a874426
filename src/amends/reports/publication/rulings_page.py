"""The page of the rulings."""

from __future__ import annotations

from amends.event.history import History
from amends.reports.html import Markup, text
from amends.reports.publication.addresses import RULINGS
from amends.reports.publication.site import Page, Site
from amends.scoring.standings import Standings


def rulings_page(site: Site, standings: Standings, history: History, names: bool) -> Page:
    """The bulletin."""
    parts = []
    for given in history.rulings:
        parts.append(
            Markup(
                f'<section id="{site.addresses.rulings[given.ruling.id]}"><h2>{text(given.ruling.id)}</h2></section>'
            )
        )
    return Page(RULINGS, "Rulings", parts, {"rulings": []})
