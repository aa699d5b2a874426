"""Decisions 0007 and 0016, matches: what moves a margin, victory points, the aggregate of Patton, and who won."""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, TypeAlias

from .board import Row
from .event_artificial import Settled
from .event_file import Contest, Traveller
from .event_lines import field_of, results_expected
from .event_rulings import Amount, Rulings
from .event_teams import match_of, team_boards
from .figures import by_average, nearest
from .rooms import TEAMS, other_team
from .scales import vp_of_margin, vp_of_percentage

Moves: TypeAlias = dict[tuple[Hashable, str], Fraction]


def figures(lines: list[Settled]) -> list[Fraction]:
    """Return the figures that count."""
    return [each.figure for each in lines if each.figure is not None]


def tops(lines: list[Settled]) -> Fraction:
    """Add up the tops of the lines that count."""
    found = [each.line.figure.top for each in lines if each.figure is not None]
    return sum((top for top in found if top is not None), Fraction(0))


def has_victory_points(contest: Contest) -> bool:
    """Tell whether matches are turned into victory points."""
    return contest.form == "swiss-pairs" or (contest.scoring == "imps" and not contest.knockout)


# --- which match ------------------------------------------------------------------------------


def key_of(contest: Contest, row: Traveller) -> Hashable:
    """Name the match of a row, as its lines do: in Swiss pairs a round of the session."""
    return match_of(row) if contest.form == "teams" else (row.session, row.round)


def rows_of(contest: Contest, name: str, rows: list[Traveller]) -> list[Traveller]:
    """Return the rows of a contestant's matches; a bye is none, unless sit-outs of pairs are scored."""
    with_byes = contest.form == "swiss-pairs" and contest.options.sit_out is not None
    return [row for row in rows if name in row.named.values() and (row.is_live() or (with_byes and not row.cancelled))]


def named_match(contest: Contest, amount: Amount, rows: list[Traveller]) -> Hashable:
    """Return the match that an amount belongs to: by its column, its round, the opponents; or the only one."""
    own = [row for row in rows_of(contest, amount.contestant, rows) if amount.session in ("", row.session)]
    if not amount.match:
        found = {key_of(contest, row) for row in own}
    else:
        ways = [
            {key_of(contest, row) for row in own if row.match == amount.match},
            {key_of(contest, row) for row in own if row.round == amount.match},
            {
                key_of(contest, row)
                for row in own
                if amount.match in row.named.values() and amount.match != amount.contestant
            },
        ]
        found = next((way for way in ways if way), set())
    if len(found) != 1:
        raise ValueError(f"{amount.contestant} has {len(found)} such matches: {amount.match!r}")
    return found.pop()


# --- what moves a margin ----------------------------------------------------------------------


def belongs_to_a_match(contest: Contest, amount: Amount) -> bool:
    """Tell whether an amount comes before the victory points, or moves the margin of a knockout match."""
    if contest.form == "teams" and contest.scoring == "imps":
        return amount.unit == "IMP" or (contest.knockout and amount.unit == "")
    if contest.form == "swiss-pairs":
        return amount.unit in (("MP", "%") if contest.scoring == "matchpoints" else ("IMP",))
    return False


def moves(contest: Contest, rows: list[Traveller], ruled: Rulings) -> Moves:
    """Return by how much penalties and carry-overs move the margin (of Swiss pairs, the score) of each match."""
    result: Moves = {}

    def add(match: Hashable, name: str, value: Fraction) -> None:
        result[match, name] = result.get((match, name), Fraction(0)) + value

    for amounts, sign in ((ruled.penalties, -1), (ruled.carry_over, 1)):
        for each in amounts:
            if not belongs_to_a_match(contest, each):
                if each.match and contest.form in ("pairs", "individual"):
                    raise ValueError("there are no matches in this event")
                if each.match and contest.scoring not in ("bam", "patton"):
                    named_match(contest, each, rows)  # it must be there, though it changes nothing
                continue
            if contest.form == "swiss-pairs" and sign > 0:
                raise ValueError("a carry-over of Swiss pairs is in victory points")
            match = named_match(contest, each, rows)
            value = sign * each.value
            if each.unit == "%":
                value *= full_top(contest, rows, ruled.rows, match, each.contestant)
            add(match, each.contestant, value)
            # A carry-over is the opponents' too, and so is a penalty in a knockout: two views of one margin.
            if contest.form == "teams" and (contest.knockout or sign > 0):
                live = [row for row in rows if row.is_live() and match_of(row) == match]
                for other in {name for row in live for name in row.named.values()} - {each.contestant}:
                    add(match, other, -value)
    return result


def full_top(contest: Contest, rows: list[Traveller], scored: dict[int, Row], match: Hashable, name: str) -> Fraction:
    """Return a full top of the field in which a contestant played a round of Swiss pairs."""
    live = (row for row in rows if key_of(contest, row) == match and not row.cancelled)
    first = next(row for row in live if name in row.named.values())
    expected = results_expected(contest, rows, scored, field_of(contest, first))
    return Fraction(max(expected - 1, 0) * contest.options.matchpoints_per_win)


# --- victory points ---------------------------------------------------------------------------


def match_points(contest: Contest, name: str, match: Hashable, lines: list[Settled], moved: Moves) -> Fraction | None:
    """Return a contestant's victory points of one match, None where nothing of it was scored."""
    played = [each for each in lines if each.line.match == match]
    mine = [each for each in played if each.line.contestant == name]
    if not figures(mine):
        return None
    options = contest.options
    extra = moved.get((match, name), Fraction(0))
    boards = boards_of_match(played) if contest.form == "teams" else len(figures(mine))
    if contest.scoring == "matchpoints":
        if tops(mine) == 0:
            return None
        percent = (sum(figures(mine), Fraction(0)) + extra) / tops(mine) * 100
        return vp_of_percentage(options.vp_scale, boards, percent)
    imps = figures(mine)
    if options.vp_margin == "round-board":
        imps = [nearest(figure, Fraction(1)) for figure in imps]
    return vp_of_margin(options.vp_scale, boards, sum(imps, Fraction(0)) + extra, options.vp_margin)


def boards_of_match(lines: list[Settled]) -> int:
    """Count the boards scored for a team; if all of that is artificial, the boards in the file."""
    scored = [each for each in lines if each.figure is not None]
    if all(each.line.figure.artificial for each in scored):
        scored = lines
    return len({(each.line.session, each.line.board) for each in scored})


# --- Patton -----------------------------------------------------------------------------------


def aggregate(contest: Contest, name: str, match: Hashable, lines: list[Settled]) -> Fraction:
    """Return a team's points for the aggregate of one match: a share of the pool, by its net points."""
    played = [each for each in lines if each.line.match == match]
    half = contest.options.aggregate_points * boards_of_match(played) / 2
    own = [each.points for each in played if each.line.contestant == name and each.points is not None]
    net = sum((points.net for points in own), Fraction(0))
    scored = sum((points.scored for points in own), Fraction(0))
    share = half + half * net / scored if scored else half
    unit = contest.options.aggregate_unit
    return share if unit is None else by_average(share, unit, half, away=True)


# --- the report -------------------------------------------------------------------------------


def report_matches(
    contest: Contest, rows: list[Traveller], ruled: Rulings, lines: list[Settled], moved: Moves
) -> list[dict[str, Any]]:
    """Report every match of teams, in the order of the file: final margins, the winner, victory points."""
    result: list[dict[str, Any]] = []
    done: list[Hashable] = []
    for board in team_boards(contest, rows, ruled.rows):
        if board.match in done:
            continue
        done.append(board.match)
        margin: dict[str, Fraction] = {}
        for team in TEAMS:
            mine = [x for x in lines if x.line.match == board.match and x.line.contestant == board.teams[team]]
            extra = moved.get((board.match, board.teams[team]), Fraction(0))
            margin[team] = sum(figures(mine), Fraction(0)) + extra
            if contest.scoring == "patton":
                margin[team] += aggregate(contest, board.teams[team], board.match, lines)
        winner = next((board.teams[team] for team in TEAMS if margin[team] > margin[other_team(team)]), None)
        entry: dict[str, Any] = {
            "match": rows[board.place].match,
            "round": board.round,
            "home": board.teams["home"],
            "away": board.teams["away"],
            "margin": margin,
            "winner": winner,
        }
        if has_victory_points(contest):
            entry["vp"] = {team: match_points(contest, board.teams[team], board.match, lines, moved) for team in TEAMS}
        result.append(entry)
    return result
