"""The ranking list, and the matches and the bracket of a teams event."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from amends.event import Team
from amends.reports.layout.html import Table
from amends.scoring.events.team_lines import PlayedMatch
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Standing, Standings
from amends.wording import figures
from amends.wording.figures import figure_text, percent, precise, signed
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
        cells += [figures.total(event, entry.carried)] * adjusted[1]
        cells += [figures.total(event, entry.penalty)] * adjusted[0]
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


# Matches of a teams event


def match_list(standings: Standings) -> list[Table]:
    """A table with a row for each match of a teams event; none for any other event."""
    if not isinstance(standings, TeamsStandings) or not standings.matches:
        return []
    adjusted = any(any(match.carried) or any(match.taken) for match in standings.matches)
    in_points = standings.in_victory_points
    heads = ["match", "home", "away", "boards", "margin"]
    heads += ["carried", "penalty", "final"] * adjusted + ["VP home", "VP away"] * in_points + ["winner"]
    rows, data = [], []
    for match in standings.matches:
        counted = any(match.counts_for(team) for team in Team)
        margin, final = match.margin.home.value, match.final
        carried = {team: sum((each.value for each in match.carried[team]), Fraction(0)) for team in Team}
        penalty = {team: -sum((each.value for each in match.taken[team]), Fraction(0)) for team in Team}
        margins = _both_views(margin, match.margin.away.value) if counted else "–"
        cells = [match.name, match.teams.home, match.teams.away, str(match.length), margins]
        if adjusted:
            cells += [_pair(carried.values()), _pair(penalty.values()), _both_views(final.home.value, final.away.value)]
        points = match.victory_points if in_points and counted else None
        if in_points:
            cells += [percent(points.home.value), percent(points.away.value)] if points else ["–", "–"]
        rows.append([*cells, match.winner or ("equal" if counted else "–")])
        data.append(
            {
                "match": match.name,
                "session": match.session,
                "round": match.round,
                "home": match.teams.home,
                "away": match.teams.away,
                "boards": match.length,
                "margin": {"home": precise(margin), "away": precise(match.margin.away.value)},
                "carried": {team.value: precise(figure) for team, figure in carried.items()},
                "penalty": {team.value: precise(figure) for team, figure in penalty.items()},
                "final": {"home": precise(final.home.value), "away": precise(final.away.value)},
                "vp": {"home": precise(points.home.value), "away": precise(points.away.value)} if points else None,
                "winner": match.winner,
            }
        )
    return [Table("Matches", heads, rows, (0, 1, 2), data)]


def _pair(figures: Collection[Fraction]) -> str:
    return " / ".join(map(figure_text, figures)) if any(figures) else ""


def _both_views(home: Fraction, away: Fraction) -> str:
    return signed(home) if home == -away else f"{signed(home)} / {signed(away)}"


# The bracket


def bracket(standings: Standings) -> list[str]:
    """A knockout as lines of text: who met whom, by how much, who won; a match leads to the next of its winner."""
    if not isinstance(standings, TeamsStandings) or not standings.event.knockout:
        return []
    matches = standings.matches
    lines: list[str] = []
    led_on = {id(feeder) for match in matches for feeder in _feeders(match, matches) if feeder is not None}
    for match in matches:
        if id(match) not in led_on:
            drawn, place = _drawn(match, matches)
            drawn[place] += f" {match.winner or 'nobody yet: equal'}"
            lines += [*([""] if lines else []), *drawn]
    return [line.rstrip() for line in lines]


def _feeders(match: PlayedMatch, matches: Sequence[PlayedMatch]) -> list[PlayedMatch | None]:
    """For each team of a match the last match before it that the team won."""
    before = list(matches)[: next(place for place, each in enumerate(matches) if each is match)]
    return [next((each for each in reversed(before) if each.winner == name), None) for name in match.teams]


def _drawn(match: PlayedMatch, matches: Sequence[PlayedMatch]) -> tuple[list[str], int]:
    """A match and all that led to it, and the line from which it goes on."""
    blocks = []
    for team, feeder in zip(Team, _feeders(match, matches), strict=True):
        label = f"{match.teams[team]} {signed(match.final[team].value)}"
        if feeder is None:
            blocks.append(([label], 0))
            continue
        lines, place = _drawn(feeder, matches)
        lines[place] += f" {label}"
        blocks.append((lines, place))
    (above, upper), (below, lower) = blocks
    width = max(map(len, above + below)) + 1
    lines = [line.ljust(width) for line in above]
    lines = [line + ("┐" if place == upper else "│" if place > upper else "") for place, line in enumerate(lines)]
    middle = len(lines)
    lines.append(" " * width + "├")
    for place, line in enumerate(below):
        lines.append(line.ljust(width) + ("┘" if place == lower else "│" if place < lower else ""))
    return lines, middle
