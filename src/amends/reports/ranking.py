"""The ranking list."""

from __future__ import annotations

from amends.reports.layout.table import Table
from amends.scoring.standings import Standing, Standings
from amends.wording import figures
from amends.wording.figures import percent, precise
from amends.wording.names import names

_TITLES = {"": "Ranking", "NS": "Ranking, North-South", "EW": "Ranking, East-West"}


def list_title(name: str) -> str:
    """The title of a list of places."""
    return _TITLES[name]


def ranking(standings: Standings) -> list[Table]:
    """A table for each list of places, with names where they are known; those that a ruling touched are marked."""
    ruled = {
        contestant
        for result in standings.event.results
        if result.id in standings.ruled
        for seats in result.seats
        for contestant in seats
    }
    return [_table(name, entries, standings, ruled) for name, entries in standings.lists.items()]


def _table(name: str, entries: tuple[Standing, ...], standings: Standings, ruled: set[str]) -> Table:
    event, percentages = standings.event, any(entry.percent is not None for entry in entries)
    adjusted = any(entry.penalty for entry in entries), any(entry.carried for entry in entries)
    called = {entry.contestant: names(standings.event, entry.contestant) for entry in entries}
    named = any(called.values())
    heads = ["place", *(["number", "names"] if named else ["contestant"]), "%" if percentages else "total", "boards"]
    heads += ["carried"] * adjusted[1] + ["penalty"] * adjusted[0] + ["ruled"] * bool(ruled)
    rows = []
    for entry in entries:
        figure = percent(entry.percent) if percentages else figures.total(event, entry.total)
        cells = [entry.place or "–", entry.contestant, *[called[entry.contestant]] * named, figure, str(entry.boards)]
        cells += [figures.total(event, entry.carried)] * adjusted[1] + [figures.total(event, entry.penalty)] * adjusted[
            0
        ]
        cells += ["⚖" if entry.contestant in ruled else ""] * bool(ruled)
        rows.append(cells)
    data: list[dict[str, object]] = [
        {
            "place": entry.place,
            "contestant": entry.contestant,
            **({"names": called[entry.contestant]} if named else {}),
            "total": precise(entry.total),
            "percent": precise(entry.percent),
            "boards": entry.boards,
            "carried": precise(entry.carried),
            "penalty": precise(entry.penalty),
            "ruled": entry.contestant in ruled,
        }
        for entry in entries
    ]
    title = standings.event.title
    return Table(f"{list_title(name)}{f' · {title}' if title else ''}", heads, rows, (1, 2) if named else (1,), data)
