"""All pages of a publication, one after the other."""

from __future__ import annotations
from collections.abc import Iterator, Sequence
from amends.reports.bulletin import Bulletin
from amends.reports.site.board_page import board_page, boards_page
from amends.reports.site.changes_page import EntryChange, changes_page
from amends.reports.site.contestant_page import contestant_page
from amends.reports.site.ranking_page import ranking_page

from amends.reports.site.frame import SitePage, Site
from amends.reports.traveller import fields_of
from amends.rulings.consequences.attribution import Attributed
from amends.rulings.consequences.moves import Move
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.standings import Standings
from amends.reports.bulletin import Bulletin, case_parts
from amends.reports.layout.html import Markup, coloured
from amends.reports.site.frame import RULINGS
from amends.reports.site.frame import SitePage, Site, soft
from amends.reports.layout.sheet import markup

# The page of the rulings


def rulings_page(site: Site, rulings: Bulletin) -> SitePage:
    """The bulletin."""
    parts: list[str] = [] if rulings.names else [soft("Names are not published here.")]
    if not rulings.cases:
        parts = ["There is no ruling."]
    for number, chain in enumerate(rulings.cases, 1):
        made = [coloured(markup(part)) for part in case_parts(number, chain)]
        heading, *about = made[: -len(chain)]
        board = Markup(f"<p>{site.board(chain[0].table.board, words='All results of this board')}</p>")
        given = [
            Markup(f'<section id="{site.addresses.rulings[dossier.given.ruling.id]}">{part}</section>')
            for dossier, part in zip(chain, made[-len(chain) :], strict=True)
        ]
        parts += [heading, *about, *given, board]
    return SitePage(RULINGS, "Rulings", parts, rulings.data())


def count(site: Site) -> int:
    """How many pages there will be."""
    return len(site.addresses.contestants) + len(site.addresses.boards) + (4 if site.since else 3)


def pages(
    site: Site,
    standings: Standings,
    rulings: Bulletin,
    *,
    moves: Sequence[Move] | None = None,
    changes: Sequence[EntryChange] | None = None,
    moved: Sequence[Attributed[int]] = (),
    remark: str = "",
) -> Iterator[SitePage]:
    """The pages; `moves` and `changes` are those since the last publication, None where there was none."""
    by_contestant = None if moves is None else {move.contestant: move for move in moves}
    yield ranking_page(site, standings, by_contestant, remark)
    ruled = {result.board for result in standings.event.results if result.id in standings.ruled}
    yield boards_page(site, ruled)
    for number in site.addresses.boards:
        fields = fields_of(standings, number) if isinstance(standings, PairsStandings) else []
        yield board_page(site, standings, number, fields, ruled)
    for name, entries in standings.lists.items():
        for entry in entries:
            yield contestant_page(site, standings, entry, name)
    yield rulings_page(site, rulings)
    if changes is not None:
        yield changes_page(site, changes, moved)
