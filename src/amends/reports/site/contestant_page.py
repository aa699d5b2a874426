"""The page of a contestant: its place, and its score card with links to boards and opponents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from amends.event import Form, Room
from amends.exact import many
from amends.reports.layout import html
from amends.reports.layout.html import Markup, joined, text
from amends.reports.site.frame import INDEX, key_of
from amends.reports.site.board_page import result_cells
from amends.reports.site.frame import SitePage, Site, note, short, soft
from amends.reports.site.board_page import ROOMS, figure, room_cell
from amends.reports.card import round_points, score_card, share_of_top, team_matches
from amends.scoring.events.swiss_pairs import SwissPairsStandings
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Line, Standing, Standings
from amends.wording import award_text
from amends.wording.figures import UNITS, percent, figure_text, signed, total_unit
from amends.wording.figures import total as total_shown
from amends.wording.names import number_and_names

_DIRECTIONS = {"": "", "NS": " North-South", "EW": " East-West"}


def contestant_page(site: Site, standings: Standings, entry: Standing, list: str) -> SitePage:
    """The score card of a contestant that stands in a list of the ranking."""
    lines = standings.lines(entry.contestant)
    event = standings.event
    title = f"{event.form.noun.title()} {number_and_names(event, entry.contestant)}"
    parts: Sequence[str] = [Markup(f"<p>{_place(entry, standings, list)}</p>")]
    if isinstance(standings, TeamsStandings):
        parts = [*parts, *_matches(site, standings, entry.contestant)]
    else:
        parts = [*parts, *_rounds(standings, entry.contestant), _card(site, standings, lines)]
        if any(line.provisional for line in lines):
            parts = [*parts, soft("?: provisional until its other boards are in.")]
    data = {
        "contestant": entry.contestant,
        "list": list,
        "place": entry.place,
        "card": score_card(standings, entry.contestant, lines).as_data(),
    }
    return SitePage(site.addresses.contestants[entry.contestant], title, parts, data, INDEX)


def _place(entry: Standing, standings: Standings, list: str) -> str:
    unit = total_unit(standings.event, percent=False)
    parts = [f"Place <strong>{entry.place or '–'}</strong>{_DIRECTIONS[list]}"]
    if entry.percent is not None:
        parts.append(f"<strong>{percent(entry.percent)} %</strong>")
    total = f'<span class="nobr">{text(total_shown(standings.event, entry.total))} {unit}</span>'
    parts.append(f"{total} on {many(entry.boards, 'board')}")
    parts += [note("carried over", entry.carried, unit)] * bool(entry.carried)
    parts += [note("penalty", -entry.penalty, unit)] * bool(entry.penalty)
    return " · ".join(parts)


def _card(site: Site, standings: Standings, lines: Sequence[Line]) -> Markup:
    sessions = any(line.session for line in lines)
    shares = standings.unit == "matchpoints"
    in_sign = figure_text if shares else signed
    seats = any(line.side is not lines[0].side for line in lines)
    heads = [*[short("Session", "S")] * sessions, short("Board", "Bd"), *["Side"] * seats, short("Against", "v")]
    heads += ["Result", "Score"]
    heads += [UNITS[standings.unit], *["%"] * shares]

    def rows() -> Iterator[list[str]]:
        for line in lines:
            vulnerable = line.vulnerable or standings.event.conditions(line.board)
            results = award_text.result_cells(line.award, vulnerable, standings.event.regulation.edition)
            place = site.addresses.lines.get(key_of(line), "")
            yield [
                *[line.session] * sessions,
                site.board(line.board, place),
                *[line.side.words] * seats,
                joined(map(site.contestant, line.opponents), " – ") if line.opponents else Markup("–"),
                *result_cells(site, results, line.ruling),
                in_sign(line.figure) + ("?" if line.provisional else ""),
                *[percent(share_of_top(line, standings.unit))] * shares,
            ]

    first = int(sessions)
    left = (*range(first), first + 1 + seats, first + 2 + seats)
    return html.rows("Score card, N-S scores", heads, rows(), left, named_by=first)


def _rounds(standings: Standings, contestant: str) -> list[Markup]:
    """The victory points of a Swiss pair, match by match."""
    points = round_points(standings, contestant)
    if points is None:
        return []
    rows = [[session or "–", round or "–", percent(value)] for (session, round), value in points.items()]
    return [html.rows("Matches", ["Session", "Round", "VP"], rows, (0, 1))]


def _matches(site: Site, standings: TeamsStandings, contestant: str) -> Iterator[Markup]:
    """Each match of a team: what it gave, and its boards in both rooms."""
    unit = "points" if standings.unit == "matchpoints" else "IMPs"
    for match, team, won in team_matches(standings, contestant):
        name = "VP" if standings.in_victory_points else unit
        result = percent(won) if standings.in_victory_points else signed(won)
        against = match.teams[team.other]
        where = f"Round {match.round}: against" if match.round else "Against"
        yield Markup(f"<h2>{text(where)} {site.contestant(against)}, {text(result)} {name}</h2>")
        rows: list[list[str]] = []
        for index, board in enumerate(match.match.boards):
            key = (contestant, match.session, match.round, board.number, (against,))
            rows.append(
                [
                    site.board(board.number, site.addresses.lines.get(key, "")),
                    *(room_cell(site, standings, match, index, room) for room in Room),
                    figure(match, index, team),
                ]
            )
        title = f"{where} {against}, {team.value}, N-S scores"
        yield html.rows(title, ["Board", *ROOMS, unit], rows, (1, 2), named_by=0)
