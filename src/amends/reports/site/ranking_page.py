"""The first page: the ranking, who moved since the last publication, and who was touched by a ruling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from amends.exact import many
from amends.reports.layout import html
from amends.reports.layout.html import Markup, Table, joined, link, suits, text
from amends.reports.movers import change, standing_data
from amends.reports.ranking import match_list, ranking
from amends.reports.site.frame import CHANGES, INDEX, Site, SitePage, adjustments, in_room, notice, soft, two_lines
from amends.rulings.consequences.late_rulings import event_notices
from amends.rulings.consequences.moves import Attributed, Move
from amends.scoring.standings import Standing, Standings
from amends.wording import figures
from amends.wording.figures import percent, precise, total_unit


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
        "moved": [
            {
                "contestant": each.contestant,
                "before": standing_data(each.whole.before),
                "after": standing_data(each.whole.after),
                "change": precise(each.whole.change),
                "by": [
                    {"entry": number, "change": precise(move.change), "climbed": move.climbed}
                    for number, move in each.steps
                ],
            }
            for each in now_elsewhere
        ],
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
        return percent(standing.percent) if in_percent else figures.total(site.event, standing.total)

    def became(before: str, after: str) -> Markup:
        return text(after) if before == after else joined([in_room(Markup(f"{text(before)} → ")), _in_one_line(after)])

    rows = []
    for each in moved:
        before, after = each.whole.before, each.whole.after
        causes = joined([link(f"#{_place(number)}", str(number)) for number, _ in each.steps], ", ")
        places = [(standing.place if standing else "") or "–" for standing in (before, after)]
        rows.append(
            [
                site.contestant(each.contestant, narrow=False),
                _in_one_line(places[1] if places[0] == places[1] else " → ".join(places)),
                became(figure(before), figure(after)),
                Markup("gone") if each.whole.went else moved_cell(each.whole),
                causes,
            ]
        )
    return html.rows("Who moved", heads, rows, (0,), named_by=0)


def _in_one_line(words: str) -> Markup:
    return Markup(f'<span class="nobr">{text(words)}</span>')


def ranking_page(site: Site, standings: Standings, moves: Mapping[str, Move] | None, remark: str = "") -> SitePage:
    """The ranking; `moves` are those since the last publication, None where there was none."""
    tables = ranking(standings)
    event = standings.event
    may_change = "." if site.final else ": they may still change."
    parts: list[str] = [notice(f"{site.state} results of {site.when}{may_change}")]
    parts += [notice(remark)] if remark else []
    parts += [soft(site.times)] if site.times else []
    boards = len({result.board for result in event.results})
    listed = sum(len(entries) for entries in standings.lists.values())
    scoring = {"imps": "IMPs", "cross-imps": "cross-IMPs"}.get(event.scoring, event.scoring)
    numbers = f"{many(listed, event.form.noun)} · {many(boards, 'board')}"
    parts.append(soft(f"{numbers} · {scoring} · regulation {event.regulation.name}"))
    for table, entries in zip(tables, standings.lists.values(), strict=True):
        parts.append(_table(site, standings, table, entries, moves))
    parts += [html.table(table) for table in match_list(standings)]
    parts += [soft(words) for words in event_notices(standings)]
    if any(row["ruled"] for table in tables for row in table.data):
        parts.append(soft("⚖: a board of this contestant was ruled on."))
    data = {
        "form": event.form.value,
        "scoring": event.scoring,
        "unit": standings.unit,
        "remark": remark,
        "tables": [_data(site, table, moves) for table in tables],
        "matches": [row for table in match_list(standings) for row in table.data],
    }
    return SitePage(INDEX, "Ranking", parts, data)


def _table(
    site: Site, standings: Standings, table: Table, entries: tuple[Standing, ...], moves: Mapping[str, Move] | None
) -> Markup:
    percentages = any(entry.percent is not None for entry in entries)
    unit = total_unit(standings.event, percent=False)
    heads = ["Place", standings.event.form.noun.title(), *(["%", in_room(unit)] if percentages else [unit])]
    heads += [two_lines("Since", site.since)] * (moves is not None)
    ruled = {str(row["contestant"]) for row in table.data if row["ruled"]}

    def rows() -> Iterator[list[str]]:
        for entry in entries:
            who = [site.contestant(entry.contestant, narrow=False)]
            who += [Markup(f' <span class="scale">{_SCALES}</span>')] * (entry.contestant in ruled)
            who += [Markup(f' <span class="soft">{each}</span>') for each in adjustments(entry, unit)]
            figure = text(figures.total(standings.event, entry.total))
            total = Markup(f'<span title="{precise(entry.total) or ""}">{figure}</span>')
            cells: list[str] = [entry.place or "–", joined(who)]
            if percentages:
                exact = precise(entry.percent) or ""
                cells.append(Markup(f'<span class="figure" title="{exact}">{percent(entry.percent)}</span>'))
            cells.append(in_room(total) if percentages else total)
            if moves is not None:
                cells.append(moved_cell(moves.get(entry.contestant)))
            yield cells

    return html.rows(_title(table), heads, rows(), (1,), named_by=1)


_SCALES = '⚖<span class="away"> touched by a ruling</span>'


def _title(table: Table) -> str:
    """The title of a list without that of the event, which stands above."""
    return table.title.partition(" · ")[0]


def moved_cell(move: Move | None) -> Markup:
    """How somebody moved: an arrow with the places, and what the score changed by, with its sign."""
    if move is None:
        return Markup('<span class="soft">=</span>')
    if move.came:
        return Markup("new")
    parts = []
    if move.climbed:
        arrow, words = ("▲", "up") if move.climbed > 0 else ("▼", "down")
        parts.append(f'{arrow} <span class="away">{words} </span>{abs(move.climbed)}')
    if move.change:
        parts.append(f'<span class="soft">{text(change(move))}</span>')
    return Markup(" ".join(parts) or '<span class="soft">=</span>')


def _data(site: Site, table: Table, moves: Mapping[str, Move] | None) -> dict[str, object]:
    rows = []
    for row in table.data:
        contestant = str(row["contestant"])
        more: dict[str, object] = {"page": f"{site.addresses.contestants[contestant]}.html"}
        if moves is not None:
            move = moves.get(contestant)
            more["since"] = {
                "climbed": move.climbed if move else 0,
                "change": precise(move.change) if move else "0",
                "new": move.came if move else False,
            }
        rows.append({**row, **more})
    return {"title": _title(table), "rows": rows}
