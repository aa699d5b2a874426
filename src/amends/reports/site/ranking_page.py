"""The first page: the ranking, who moved since the last publication, and who was touched by a ruling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amends.exact import many
from amends.reports.layout import html
from amends.reports.layout.html import Markup, joined, text
from amends.reports.ranking import match_list
from amends.reports.movers import change
from amends.reports.site.frame import INDEX
from amends.reports.site.frame import SitePage, Site, in_room, note, notice, soft, two_lines
from amends.reports.ranking import ranking
from amends.reports.layout.table import Table
from amends.rulings.consequences.late_rulings import event_notices
from amends.rulings.consequences.moves import Move
from amends.scoring.standings import Standing, Standings
from amends.wording.figures import percent, precise, total_unit
from amends.wording.figures import total as total_shown


def ranking_page(site: Site, standings: Standings, moves: Mapping[str, Move] | None, remark: str = "") -> SitePage:
    """The ranking; `moves` are those since the last publication, None where there was none."""
    tables = ranking(standings)
    parts: list[str] = [notice(f"{site.state} results of {site.when}.")]
    if not site.final:
        parts[0] = notice(f"Provisional results of {site.when}: they may still change.")
    if remark:
        parts.append(notice(remark))
    if site.times:
        parts.append(soft(site.times))
    event = standings.event
    parts.append(soft(_about(standings)))
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


_SCORINGS = {"imps": "IMPs", "cross-imps": "cross-IMPs"}


def _about(standings: Standings) -> str:
    event = standings.event
    boards = len({result.board for result in event.results})
    listed = sum(len(entries) for entries in standings.lists.values())
    numbers = f"{many(listed, event.form.noun)} · {many(boards, 'board')}"
    scoring = _SCORINGS.get(event.scoring, event.scoring)
    return f"{numbers} · {scoring} · regulation {event.regulation.name}"


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
            notes = [note("carried over", entry.carried, unit)] * bool(entry.carried)
            notes += [note("penalty", -entry.penalty, unit)] * bool(entry.penalty)
            who += [Markup(f' <span class="soft">{each}</span>') for each in notes]
            figure = text(total_shown(standings.event, entry.total))
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
        up = move.climbed > 0
        words = "up" if up else "down"
        parts.append(f'{"▲" if up else "▼"} <span class="away">{words} </span>{abs(move.climbed)}')
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
