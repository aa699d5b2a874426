"""All pages of a publication, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from amends.exact import many
from amends.reports.bulletin import Bulletin, case_parts
from amends.reports.card import round_points, score_card, share_of_top, substitute_words, team_matches
from amends.reports.layout import html
from amends.reports.layout.html import Markup, coloured, joined, text
from amends.reports.layout.sheet import markup
from amends.reports.site.board_page import board_page, boards_page, figure, result_cells, room_cell, room_heads
from amends.reports.site.frame import INDEX, RULINGS, Site, SitePage, adjustments, key_of, short, soft
from amends.reports.site.ranking_page import EntryChange, changes_page, ranking_page
from amends.reports.traveller import fields_of
from amends.rulings.consequences.moves import Attributed, Move
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Line, Standing, Standings
from amends.wording import award_text
from amends.wording.figures import UNITS, figure_text, percent, signed, total_unit
from amends.wording.figures import total as total_shown
from amends.wording.names import number_and_names

_DIRECTIONS = {"": "", "NS": " North-South", "EW": " East-West"}


def contestant_page(site: Site, standings: Standings, entry: Standing, name: str) -> SitePage:
    """The score card of a contestant that stands in a list of the ranking."""
    lines = standings.lines(entry.contestant)
    event = standings.event
    title = f"{event.form.noun.title()} {number_and_names(event, entry.contestant)}"
    parts: list[str] = [_place(entry, standings, name)]
    parts += [soft(f"{words[:1].upper()}{words[1:]}") for words in substitute_words(event, entry.contestant)]
    if isinstance(standings, TeamsStandings):
        parts += _matches(site, standings, entry.contestant)
    else:
        if points := round_points(standings, entry.contestant):
            rounds = [[session or "–", round or "–", percent(value)] for (session, round), value in points.items()]
            parts.append(html.rows("Matches", ["Session", "Round", "VP"], rounds, (0, 1)))
        parts.append(_card(site, standings, lines))
        if any(line.provisional for line in lines):
            parts.append(soft("?: provisional until its other boards are in."))
    data = {
        "contestant": entry.contestant,
        "list": name,
        "place": entry.place,
        "card": score_card(standings, entry.contestant, lines).as_data(),
    }
    return SitePage(site.addresses.contestants[entry.contestant], title, parts, data, INDEX)


def _place(entry: Standing, standings: Standings, name: str) -> Markup:
    unit = total_unit(standings.event, percent=False)
    parts = [f"Place <strong>{entry.place or '–'}</strong>{_DIRECTIONS[name]}"]
    if entry.percent is not None:
        parts.append(f"<strong>{percent(entry.percent)} %</strong>")
    total = f'<span class="nobr">{text(total_shown(standings.event, entry.total))} {unit}</span>'
    parts.append(f"{total} on {many(entry.boards, 'board')}")
    return Markup(f"<p>{' · '.join([*parts, *adjustments(entry, unit)])}</p>")


def _card(site: Site, standings: Standings, lines: Sequence[Line]) -> Markup:
    sessions = any(line.session for line in lines)
    shares = standings.unit == "matchpoints"
    in_sign = figure_text if shares else signed
    seats = any(line.side is not lines[0].side for line in lines)
    heads = [*[short("Session", "S")] * sessions, short("Board", "Bd"), *["Side"] * seats, short("Against", "v")]
    heads += ["Result", "Score", UNITS[standings.unit], *["%"] * shares]

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
                    *(room_cell(site, standings, match, index, room) for room in standings.rooms),
                    figure(match, index, team),
                ]
            )
        title = f"{where} {against}, {team.value}, N-S scores"
        yield html.rows(
            title, ["Board", *room_heads(standings), unit], rows, tuple(range(1, 1 + len(standings.rooms))), named_by=0
        )


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
