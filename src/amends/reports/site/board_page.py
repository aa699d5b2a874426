"""The page of a board: its number among the others, the deal, the traveller and the frequencies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from amends import exact
from amends.bridge import Seat, Side
from amends.event import Room, Row, TableResult, Team
from amends.event.match import room_words
from amends.exact import many
from amends.reports.layout import html
from amends.reports.layout.diagram import Diagram, dealer_words, spread, vulnerable_words
from amends.reports.layout.html import Across, Markup, Table, joined, suits, text
from amends.reports.site.frame import BOARDS, LineKey, Site, SitePage, in_room, short, soft, two_lines
from amends.reports.traveller import (
    MOST_LINES,
    TravellerLine,
    boards_around,
    frequencies,
    matches_on_board,
    traveller,
    traveller_lines,
    travellers,
)
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.events.team_lines import PlayedMatch
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.field import FieldBoard
from amends.scoring.standings import Standings
from amends.wording.award_text import award_lines
from amends.wording.figures import UNITS, figure_text, percent, signed

_UNBROKEN = 16
"""The most characters that are kept in one line."""


def boards_page(site: Site, ruled: set[int]) -> SitePage:
    """All boards by their numbers; those that were ruled on are marked."""
    links = [_number(site, number, number in ruled) for number in site.addresses.boards]
    parts: list[str] = [Markup(f'<nav class="strip" aria-label="Boards">{joined(links)}</nav>')]
    if ruled:
        parts.append(soft("⚖: there is a ruling on this board."))
    pages = [
        {"board": number, "page": f"{site.addresses.board(number)}.html", "ruled": number in ruled}
        for number in site.addresses.boards
    ]
    return SitePage(BOARDS, "Boards", parts, {"boards": pages})


def board_page(
    site: Site, standings: Standings, number: int, fields: Sequence[FieldBoard], ruled: set[int]
) -> SitePage:
    """The page of one board; `fields` are the board in each session, section and round that played it."""
    links = [
        _number(site, other, other in ruled, here=other == number, far=far)
        for other, far in boards_around(site.addresses.boards, number)
    ]
    every = Markup('<a href="boards.html">all</a>')
    strip = Markup(f'<nav class="strip" aria-label="Other boards">{joined([*links, every])}</nav>')
    parts: list[str] = [strip]
    tables: list[Table]
    if isinstance(standings, PairsStandings):
        tables = []
        placed: set[str] = set()
        drawn: set[Diagram] = set()
        for field in fields:
            lines = traveller_lines(standings, field)
            table, often = traveller(standings, field, lines), frequencies(field)
            words = table.title if field.round else table.title.partition(" · ")[2]
            parts.append(soft(words) if len(fields) == 1 else html.heading(words))
            parts += [_diagram(deal) for deal in table.deals if deal not in drawn]
            drawn |= set(table.deals)
            both = [_traveller(site, standings, lines, placed), *(_frequencies(each, standings.unit) for each in often)]
            parts += [*both[1:], both[0]] if len(lines) > MOST_LINES else both
            tables += [table, *often]
    else:
        assert isinstance(standings, TeamsStandings)
        tables = travellers(standings, number)
        played = [result for result in standings.event.results if result.board == number]
        conditions = vulnerable_words(standings.event, number, played)
        parts.append(soft(f"{dealer_words(standings.event, number, played)} · {conditions}"))
        parts += [_diagram(deal) for table in tables for deal in table.deals]
        parts.append(team_board(site, standings, number))
    data = {"board": number, "tables": [table.as_data() for table in tables]}
    return SitePage(site.addresses.board(number), f"Board {number}", parts, data, BOARDS)


def _number(site: Site, number: int, ruled: bool, *, here: bool = False, far: bool = False) -> Markup:
    scales = '<small>⚖<span class="away"> ruled on</span></small>' if ruled else ""
    shown_number = f"{number}{scales}"
    kind = ' class="wide"' if far else ""
    current = ' aria-current="page"' if here else ""
    return Markup(f'<a{kind} href="{site.addresses.board(number)}.html"{current}><span>{shown_number}</span></a>')


# The deal


def _diagram(deal: Diagram) -> Markup:
    def hand(seat: Seat) -> str:
        held = deal.hand(seat)
        points = f" <small>{held.points}</small>" if held.points is not None else ""
        cards = "".join(f'<div class="held">{suits(spread(suit))}</div>' for suit in held.suits)
        name = seat.name.lower()
        return f'<div class="{name}"><small>{name.title()}</small>{points}{cards}</div>'

    middle = '<div class="middle" aria-hidden="true">N\nW   E\nS</div>'
    hands = [hand(Seat.NORTH), hand(Seat.WEST), middle, hand(Seat.EAST), hand(Seat.SOUTH)]
    place = soft(deal.place) if deal.place else ""
    return Markup(
        f'{place}<div class="deal" role="group" aria-label="Deal of board {deal.board}">{"".join(hands)}</div>'
    )


# Tables


def _traveller(site: Site, standings: PairsStandings, lines: Sequence[TravellerLine], placed: set[str]) -> Markup:
    unit = UNITS[standings.unit]
    shares = standings.unit == "matchpoints"
    in_sign = signed if standings.unit != "matchpoints" else figure_text
    heads = ["N-S", "E-W", "Result", "Score", two_lines("N-S", unit), two_lines("E-W", unit)]
    heads += [in_room(two_lines("N-S", "%"))] * shares

    def seats(table: TableResult, side: Side) -> Markup:
        where = (table.session, table.round, table.board, table.seats[side.other])
        return joined([_contestant(site, (each, *where), placed) for each in table.seats[side]] or ["–"], " – ")

    def rows() -> Iterator[list[str]]:
        for line in lines:
            yield [
                *(seats(line.row.table, side) for side in Side),
                *result_cells(site, line.results, line.row.ruling),
                *(" / ".join(dict.fromkeys(map(in_sign, line.figures[side]))) or "–" for side in Side),
                *[in_room(percent(line.share(Side.NS)))] * shares,
            ]

    return html.rows(f"Traveller: {many(len(lines), 'table')}, N-S scores", heads, rows(), (0, 1, 2))


def _contestant(site: Site, key: LineKey, placed: set[str]) -> Markup:
    """A contestant; the first one with a key marks the place to which a line of its score card leads."""
    id = site.addresses.lines.get(key, "")
    linked = site.contestant(key[0], "" if id in placed else id)
    placed.add(id)
    return linked


def result_cells(site: Site, results: Sequence[tuple[str, str]], ruling: str | None) -> list[Markup]:
    """What was awarded, in lines, after the scales of a ruling, and its scores; across both where it has none."""
    lines = [_unbroken(result) for result, _ in results]
    award = _after_scales(site, ruling, lines)
    if not any(score for _, score in results):
        return [Across(award)]
    return [award, Markup("<br>".join(text(score) for _, score in results))]


def _after_scales(site: Site, ruling: str | None, lines: Iterable[str]) -> Markup:
    mark = site.ruling(ruling)
    return Markup(f"{mark}{' ' if mark else ''}{'<br>'.join(lines)}")


def _unbroken(result: str) -> Markup:
    """A result of which "4♥ N −1" and "60% of +620" stay in one line."""
    first, bracket, rest = result.partition(" (")
    parts = [first, f"({rest}"] if bracket else [first]
    short = (f'<span class="nobr">{suits(part)}</span>' if len(part) <= _UNBROKEN else suits(part) for part in parts)
    return Markup(" ".join(short))


def _frequencies(often: Table, unit: str) -> Markup:
    counted = [exact.number(str(_of(row, "times", "ns"))) for row in often.data]
    most = max(counted, default=Fraction(0))
    apart = any(_of(row, "times", "ns") != _of(row, "times", "ew") for row in often.data)
    name = UNITS[unit]
    times = [two_lines("N-S", "times"), two_lines("E-W", "times")] if apart else ["Times"]
    heads = ["N-S score", *times, "", two_lines("N-S", name), two_lines("E-W", name)]
    rows: list[list[str]] = []
    for times_had, cells, row in zip(counted, often.rows, often.data, strict=True):
        step = -(-20 * times_had // most) if most else 0
        bar = Markup(f'<span class="bar b{int(step)}"></span>' if step else "")
        figures = cells[3:] if unit == "matchpoints" else [_signed(row, side) for side in ("ns", "ew")]
        rows.append([cells[0], *cells[1 : 3 if apart else 2], bar, *figures])
    return html.rows(often.title, heads, rows, (len(heads) - 3,))


def _signed(row: dict[str, object], side: str) -> str:
    figure = _of(row, "figure", side)
    return signed(None if figure is None else exact.number(str(figure)))


def _of(row: dict[str, object], what: str, side: str) -> object:
    sides = row[what]
    assert isinstance(sides, dict)
    return sides[side]


# A board of a teams event


_OPPOSITE = str.maketrans("+−", "−+")


def room_heads(standings: TeamsStandings) -> list[Markup]:
    """The heads of the columns of the rooms."""
    return [short(room_words(room.value).capitalize(), room.value.capitalize()) for room in standings.rooms]


"""The heads of what was had in the two rooms."""


def team_board(site: Site, standings: TeamsStandings, number: int) -> Markup:
    """The matches that played a board."""
    played = matches_on_board(standings, number)
    several = any(match.round for match, _ in played)
    unit = "points" if standings.unit == "matchpoints" else "IMPs"
    figures = [[figure(match, index, team) for team in Team] for match, index in played]
    # What a team wins the other loses, unless a score was split: then a telephone has both as well.
    mirrored = all(own == other.translate(_OPPOSITE) for own, other in figures)
    away = in_room if mirrored else Markup
    heads = [
        *[short("Round", "Rd")] * several,
        "Home",
        "Away",
        *room_heads(standings),
        two_lines("Home", unit),
        away(two_lines("Away", unit)),
    ]
    placed: set[str] = set()

    def teams(match: PlayedMatch, team: Team) -> Markup:
        where = (match.session, match.round, number, (match.teams[team.other],))
        return _contestant(site, (match.teams[team], *where), placed)

    def rows() -> Iterator[list[str]]:
        for (match, index), (own, other) in zip(played, figures, strict=True):
            yield [
                *[match.round] * several,
                *(teams(match, team) for team in Team),
                *(room_cell(site, standings, match, index, room) for room in standings.rooms),
                own,
                away(other),
            ]

    left = range(several, several + 2 + len(standings.rooms))
    return html.rows(f"{len(played)} matches, N-S scores", heads, rows(), tuple(left))


def room_cell(site: Site, standings: TeamsStandings, match: PlayedMatch, index: int, room: Room) -> Markup:
    """What was awarded in a room, in lines, after the scales of a ruling."""
    row: Row | None = match.rows[index].get(room)
    if row is None:
        return Markup("–")
    conditions = standings.event.conditions(match.match.boards[index].number, row.table)
    results = award_lines(row.awards, conditions, standings.regulation.edition)
    return _after_scales(site, row.ruling, (_result(result, score) for result, score in results))


def _result(result: str, score: str) -> str:
    """A result with its score apart from it: both have signs."""
    if not score or result == score:
        return suits(result)
    return f'<span class="nobr">{suits(result)}</span> <span class="nobr score">{text(score)}</span>'


def figure(match: PlayedMatch, index: int, team: Team) -> str:
    """What a board was worth to a team."""
    found = match.scored.boards[index][team] if match.scored else None
    return signed(None if found is None else found.value)
