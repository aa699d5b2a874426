"""The page of what changed since the publication before: who moved, and the entry that moved them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from amends.reports.layout import html
from amends.reports.layout.html import Markup, joined, link, suits, text
from amends.reports.movers import standing_data
from amends.reports.site.frame import CHANGES
from amends.reports.site.ranking_page import moved_cell
from amends.reports.site.frame import SitePage, Site, in_room, soft
from amends.rulings.consequences.attribution import Attributed
from amends.rulings.consequences.moves import Move
from amends.scoring.standings import Standing
from amends.wording.figures import percent, precise, total


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry that could change a score: its number, when it was made, what it says, and how many it moved."""

    number: int
    at: str
    words: str
    moved: int


def changes_page(site: Site, changes: Sequence[EntryChange], moved: Sequence[Attributed[int]]) -> SitePage:
    """What changed; `moved` are all who moved on the way, also those who moved back."""
    now_elsewhere = [each for each in moved if not each.moved_back]
    parts: list[str] = [soft(f"Since the results of {site.since}. {site.times}".strip())]
    parts += [_entries(changes)] if changes else ["No entry since then could change a score."]
    parts += [_moved(site, now_elsewhere)] if now_elsewhere else ["Nobody has another score or another place."]
    back = len(moved) - len(now_elsewhere)
    if back:
        parts.append(soft(f"{back} moved on the way and stand as before."))
    data = {
        "since": site.since,
        "entries": [
            {"entry": each.number, "at": each.at, "words": each.words, "moved": each.moved} for each in changes
        ],
        "moved": [_data(each) for each in now_elsewhere],
    }
    return SitePage(CHANGES, f"Changes since {site.since}", parts, data)


def _entries(changes: Sequence[EntryChange]) -> Markup:
    rows = [
        [
            Markup(f'<span id="{_place(each.number)}">{each.number}</span>'),
            Markup(f'<span class="nobr">{text(each.at)}</span>'),
            suits(each.words),
            str(each.moved),
        ]
        for each in changes
    ]
    return html.rows("What was entered", ["Entry", "Time", "What", "Moved"], rows, (1, 2), named_by=0)


def _place(entry: int) -> str:
    return f"entry-{entry}"


def _moved(site: Site, moved: Sequence[Attributed[int]]) -> Markup:
    in_percent = any(each.whole.after is not None and each.whole.after.percent is not None for each in moved)
    heads = [site.event.form.noun.title(), "Place", "%" if in_percent else "Total", "Moved", "Entry"]

    def figure(standing: Standing | None) -> str:
        if standing is None:
            return "–"
        return percent(standing.percent) if in_percent else total(site.event, standing.total)

    rows = []
    for each in moved:
        before, after = each.whole.before, each.whole.after
        causes = joined([link(f"#{_place(number)}", str(number)) for number, _ in each.steps], ", ")
        places = [(standing.place if standing else "") or "–" for standing in (before, after)]
        gone = Markup("gone") if each.whole.went else moved_cell(each.whole)
        who = site.contestant(each.contestant, narrow=False)
        rows.append(
            [
                who,
                _in_one_line(places[1] if places[0] == places[1] else " → ".join(places)),
                _became(figure(before), figure(after)),
                gone,
                causes,
            ]
        )
    return html.rows("Who moved", heads, rows, (0,), named_by=0)


def _became(before: str, after: str) -> Markup:
    """From something to something else; once where it stayed."""
    return text(after) if before == after else joined([in_room(Markup(f"{text(before)} → ")), _in_one_line(after)])


def _in_one_line(words: str) -> Markup:
    return Markup(f'<span class="nobr">{text(words)}</span>')


def _data(each: Attributed[int]) -> dict[str, object]:
    return {
        "contestant": each.contestant,
        "before": standing_data(each.whole.before),
        "after": standing_data(each.whole.after),
        "change": precise(each.whole.change),
        "by": [
            {"entry": number, "change": precise(move.change), "climbed": move.climbed} for number, move in each.steps
        ],
    }
