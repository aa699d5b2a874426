"""Writes the TotalScoreTable: who took part, and what each has come to."""

from __future__ import annotations

from collections.abc import Iterator

from amends import exact
from amends.bridge import Side
from amends.event.event import Contestant, Event, Form, Player
from amends.formats.pbn.export import Head, table
from amends.formats.pbn.numbers import Numbers
from amends.scoring.standings import Standing, Standings

_IDS = {Form.INDIVIDUAL: "PlayerId", Form.TEAMS: "TeamId"}
_TOTALS = {"matchpoints": "TotalMP", "imps": "TotalIMP", "points": "TotalScore"}
_DIRECTIONS = {Side.NS: "N-S", Side.EW: "E-W"}
_WORDS = ("Names", "Roster")
_LEFT = ("Section", "Direction")


def totals(event: Event, standings: Standings, numbers: Numbers) -> list[str]:
    """The lines of the table; none where nobody took part."""
    rows = list(_rows(event, standings, numbers))
    if not rows:
        return []
    there = {name for row in rows for name, value in row.items() if value}
    number, total = _IDS.get(event.form, "PairId"), total_column(event, standings)
    members = sorted((name for name in there if name.startswith("MemberID")), key=lambda name: int(name[8:]))
    names = ("Rank", number, *_LEFT, total, "TotalPercentage", "NrBoards", "ScoreCarryOver", "ScorePenalty")
    columns = [name for name in (*names, *members, *_WORDS) if name in there or name in ("Rank", number, total)]
    heads = [Head(name, name not in _LEFT, name in _WORDS) for name in columns]
    return table("TotalScoreTable", heads, [[row.get(name, "") for name in columns] for row in rows])


def total_column(event: Event, standings: Standings) -> str:
    """The column of the totals."""
    teams = event.form is Form.TEAMS and event.scoring == "imps" and not event.knockout
    return "TotalScoreVP" if teams or event.form is Form.SWISS_PAIRS else _TOTALS[standings.unit]


def _rows(event: Event, standings: Standings, numbers: Numbers) -> Iterator[dict[str, str]]:
    listed: set[str] = set()
    total = total_column(event, standings)
    for key, entries in standings.lists.items():
        for standing in entries:
            listed.add(standing.contestant)
            yield _row(event, standing, numbers, total, Side(key) if key else None)
    for id in event.contestants:
        if id not in listed:
            yield _row(event, Standing(id, "", None, None, 0), numbers, total, numbers.directions.get(id))


def _row(event: Event, standing: Standing, numbers: Numbers, total: str, direction: Side | None) -> dict[str, str]:
    id = standing.contestant
    known = event.contestants.get(id, Contestant(id))
    names, roster = _names(known)
    members = {f"MemberID{place}": player.national_id for place, player in enumerate(known.players, 1)}
    return members | {
        "Rank": standing.place.removesuffix("="),
        _IDS.get(event.form, "PairId"): numbers.listed(id),
        "Section": numbers.section.get(id, "") if numbers.restart else "",
        "Direction": _DIRECTIONS[direction] if direction else "",
        total: "" if standing.total is None else exact.brief(standing.total),
        "TotalPercentage": "" if standing.percent is None else exact.brief(standing.percent),
        "NrBoards": str(standing.boards),
        "ScoreCarryOver": exact.brief(standing.carried, 6) if standing.carried else "",
        "ScorePenalty": exact.brief(standing.penalty, 6) if standing.penalty else "",
        "Names": names,
        "Roster": roster,
    }


def _names(known: Contestant) -> tuple[str, str]:
    """The name, and beside a name of its own the players."""
    players = joined(known.players) if any(player.name for player in known.players) else ""
    return (known.name, players) if known.name else (players, "")


def joined(players: tuple[Player, ...]) -> str:
    """The names of players as the standard has them."""
    return ";".join(player.name.replace(";", ",") or "?" for player in players)
