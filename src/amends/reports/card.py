"""A contestant's score card, the matches of a team, and the rounds of a Swiss pair."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from amends.event import Event, Form, Player, Substitute, TableResult, Team
from amends.journal.people import REMOVED
from amends.reports.layout.html import Table
from amends.scoring.events.swiss_pairs import SwissPairsStandings
from amends.scoring.events.team_lines import PlayedMatch
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Line, Standings
from amends.wording import figures
from amends.wording.award_text import result_cells
from amends.wording.figures import figure_text, percent, precise
from amends.wording.names import number_and_names


def share_of_top(line: Line, unit: str) -> Fraction | None:
    """A line as a percentage of its top; None where it has no figure, or where figures are no share of anything."""
    return line.figure / line.top * 100 if unit == "matchpoints" and line.figure is not None and line.top else None


def team_matches(standings: TeamsStandings, contestant: str) -> list[tuple[PlayedMatch, Team, Fraction | None]]:
    """The matches of a team: which of the two it was, and what the match gave it (None as long as nothing)."""
    given = {id(match): points.value for match, points in standings.match_points(contestant)}
    return [
        (match, team, given.get(id(match)))
        for match in standings.played_by(contestant)
        if (team := match.team(contestant)) is not None
    ]


def round_points(standings: Standings, contestant: str) -> dict[tuple[str, str], Fraction] | None:
    """The victory points of a Swiss pair by session and round; None in other events."""
    if not isinstance(standings, SwissPairsStandings) or standings.event.form is not Form.SWISS_PAIRS:
        return None
    return {place: points.value for place, points in standings.match_points(contestant).items()}


def substitute_words(event: Event, contestant: str) -> list[str]:
    """Who played for whom, a line each: "boards 1–6: A. Ash for B. Birch"."""
    known = event.contestants.get(contestant)
    players = (*known.players, *(player for pair in known.pairs for player in pair.players)) if known else ()
    return [_substitute(each, players) for each in event.substitutes.get(contestant, ())]


def substitutes_at(event: Event, table: TableResult) -> list[str]:
    """Who played for whom at a table, a line each: "7: A. Ash for B. Birch"."""
    found = []
    for contestant in (*table.seats.ns, *table.seats.ew):
        lines = zip(event.substitutes.get(contestant, ()), substitute_words(event, contestant), strict=True)
        found += [f"{contestant}: {words.partition(': ')[2]}" for each, words in lines if _plays_at(each, table)]
    return found


def _plays_at(each: Substitute, table: TableResult) -> bool:
    number = (int(table.round) if table.round.isdecimal() else 0) if each.rounds else table.board
    return not each.first or each.first <= number <= each.last


def _substitute(each: Substitute, players: Sequence[Player]) -> str:
    what = "round" if each.rounds else "board"
    where = f"{what}s {each.first}–{each.last}" if each.first != each.last else f"{what} {each.first}"
    named = 1 <= each.instead_of <= len(players)
    whom = (players[each.instead_of - 1].name if named else "") or f"player {each.instead_of}"
    instead = f" for {whom}" if each.instead_of else ""
    return f"{where if each.first else 'all boards'}: {each.name or REMOVED}{instead}"


def score_card(standings: Standings, contestant: str, lines: Sequence[Line] | None = None) -> Table:
    """The contestant's boards in the order they were played, and its total; `lines` where somebody has them already."""
    entry = standings.standing(contestant)
    lines = standings.lines(contestant) if lines is None else lines
    tops = standings.unit == "matchpoints" and any(line.top for line in lines)
    heads = ["session", "round", "board", "side", "against", "result", "score", standings.unit] + ["%"] * tops + [""]
    rows, data = [], []
    for line in lines:
        vulnerable = line.vulnerable or standings.event.conditions(line.board)
        cells = result_cells(line.award, vulnerable, standings.event.regulation.edition)
        share = share_of_top(line, standings.unit)
        for place, (result, score) in enumerate(cells):
            first = place == 0
            where = [line.session, line.round, str(line.board), line.side.words, "-".join(line.opponents) or "–"]
            points = [figure_text(line.figure) + ("?" if line.provisional else ""), *([percent(share)] if tops else [])]
            mark = f"⚖ {line.ruling}" if line.ruling and first else ""
            rows.append(
                [*(where if first else [""] * 5), result, score, *(points if first else [""] * len(points)), mark]
            )
        data.append(
            {
                "session": line.session,
                "round": line.round,
                "board": line.board,
                "side": line.side.value,
                "opponents": list(line.opponents),
                "award": str(line.award),
                "figure": precise(line.figure),
                "top": precise(line.top),
                "ruling": line.ruling,
                "provisional": line.provisional,
            }
        )
    total = f"{percent(entry.percent)}%" if entry.percent is not None else figures.total(standings.event, entry.total)
    taken = f", penalty {figures.total(standings.event, entry.penalty)}" if entry.penalty != Fraction(0) else ""
    title = f"{number_and_names(standings.event, contestant)}: place {entry.place or '–'}, {total}{taken}"
    if any(line.provisional for line in lines):
        title += "  (?: provisional until its other boards are in)"
    return Table(title, heads, rows, (0, 1, 3, 4, 5, len(heads) - 1), data)
