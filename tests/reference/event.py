"""Decision 0003: a whole event, from the travellers and the rulings file to the ranking."""

import re
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from .awards import SIDES
from .board import Row, line_rounded
from .event_artificial import Settled, chosen, limited, settled
from .event_file import Contest, Traveller, form_of, read_travellers
from .event_lines import Choice, field_of, pair_lines, refuse_twice_on_a_board, results_expected
from .event_matches import (
    Moves,
    aggregate,
    belongs_to_a_match,
    figures,
    has_victory_points,
    match_points,
    moves,
    report_matches,
    tops,
)
from .event_rulings import Amount, Rulings, read_rulings, read_settings
from .event_teams import team_lines
from .figures import nearest
from .options import read_options, refuse_unknown
from .scales import pool

SCORINGS = {
    "pairs": ("matchpoints", "butler", "cross-imps", "total-points"),
    "individual": ("matchpoints", "butler", "cross-imps", "total-points"),
    "swiss-pairs": ("matchpoints", "butler", "cross-imps"),
    "teams": ("imps", "bam", "patton"),
}


def evaluate_event(travellers: str, rulings: str, options: dict[str, Any]) -> dict[str, Any]:
    """Score an event: the lists of the ranking, every contestant's lines, and the matches of teams."""
    refuse_unknown(options, "form scoring winners knockout settings")
    contest = read_contest(travellers, options, read_settings(rulings) | options.get("settings", {}))
    rows = read_travellers(travellers, contest.form, contest.winners)
    if contest.form != "teams":
        refuse_twice_on_a_board(contest, rows)
    ruled = read_rulings(rulings, rows, contest.form)
    score = team_lines if contest.form == "teams" else final_pair_lines
    lines = score(contest, rows, ruled.rows)
    own = {name: [each for each in lines if each.line.contestant == name] for name in contestants(rows)}
    for each in [*ruled.penalties, *ruled.carry_over, *ruled.victory_points]:
        if each.contestant not in own:
            raise ValueError(f"there is no contestant {each.contestant}")
    moved = moves(contest, rows, ruled)
    totals = {name: total_of(contest, name, own[name], lines, rows, ruled, moved) for name in own}
    lists: dict[str, list[dict[str, Any]]] = {}
    for title, names in names_of_lists(contest, rows).items():
        lists[title] = ranked(contest, {name: totals[name] for name in names}, own)
    result: dict[str, Any] = {"lists": lists, "lines": {name: [report(each) for each in own[name]] for name in own}}
    if contest.form == "teams":
        result["matches"] = report_matches(contest, rows, ruled, lines, moved)
    return result


def read_contest(travellers: str, options: dict[str, Any], settings: dict[str, Any]) -> Contest:
    """Read what the event is, with the defaults."""
    form = str(options.get("form", form_of(travellers)))
    scoring = str(options.get("scoring", "imps" if form == "teams" else "matchpoints"))
    if form not in SCORINGS or scoring not in SCORINGS[form]:
        raise ValueError(f"no such event: {form}, {scoring}")
    winners, knockout = options.get("winners", 1), options.get("knockout", False)
    if winners not in (1, 2) or (winners == 2 and form != "pairs") or (knockout and form != "teams"):
        raise ValueError("two winners are for pairs, a knockout is for teams")
    field, rank_on = settings.get("field", "event"), settings.get("rank_on", "exact")
    if field not in ("event", "section") or rank_on not in ("exact", "rounded"):
        raise ValueError(f"no such setting: {field}, {rank_on}")
    return Contest(form, scoring, winners, bool(knockout), field, rank_on, read_options(settings))


def contestants(rows: list[Traveller]) -> list[str]:
    """Return everybody who is named in the file, in its order."""
    result: list[str] = []
    for row in rows:
        for name in row.named.values():
            if name not in result:
                result.append(name)
    return result


def names_of_lists(contest: Contest, rows: list[Traveller]) -> dict[str, list[str]]:
    """Return who is on which list: by the column of the file, wherever they sat once."""
    if contest.winners == 1:
        return {"": contestants(rows)}
    return {
        side.upper(): [name for name in contestants(rows) if any(row.named.get(side) == name for row in rows)]
        for side in SIDES
    }


def final_pair_lines(contest: Contest, rows: list[Traveller], ruled: dict[int, Row]) -> list[Settled]:
    """Return the lines of pairs and players, artificial scores settled contestant by contestant."""
    choices: dict[tuple[int, str], Choice] = {}
    lines = pair_lines(contest, rows, ruled, {})
    if any(line.better_of for line in lines):
        for name in contestants(rows):
            own = [line for line in lines if line.contestant == name]
            for line, choice in zip(own, chosen(contest, own), strict=True):
                if choice is not None:
                    choices[line.place, name] = choice
        lines = pair_lines(contest, rows, ruled, choices)
    result: list[Settled] = []
    for name in contestants(rows):
        own = limited(contest, [line for line in lines if line.contestant == name])
        for line, points in zip(own, settled(contest, own), strict=True):
            result.append(Settled(line, line_rounded(points, contest.options)))
    return result


# --- totals -----------------------------------------------------------------------------------


def total_of(
    contest: Contest,
    name: str,
    own: list[Settled],
    lines: list[Settled],
    rows: list[Traveller],
    ruled: Rulings,
    moved: Moves,
) -> Fraction | None:
    """Return a contestant's total, None for nobody's (no board; at matchpoints, no top)."""
    awarded = [each for each in ruled.victory_points if each.contestant == name]
    if not (figures(own) or awarded) or (is_percentage(contest) and tops(own) == 0):
        return None
    if has_victory_points(contest):
        total = sum(victory_points(contest, name, lines, moved), Fraction(0))
        for each in ruled.victory_points:
            if each.contestant == name:
                share = each.value * pool(contest.options.vp_scale)
                total += share if each.unit == "%" else in_unit(contest, each)
    else:
        if any(each.contestant == name for each in ruled.victory_points):
            raise ValueError("victory points in an event without them")
        total = sum(figures(own), Fraction(0))
        if contest.scoring == "patton":
            scored = [each for each in own if each.figure is not None]  # neither byes nor matches without a figure
            total += sum((aggregate(contest, name, match, lines) for match in matches_of(scored)), Fraction(0))
        total += sum((value for (_, whose), value in moved.items() if whose == name), Fraction(0))
    for each in ruled.carry_over:
        if each.contestant == name and not belongs_to_a_match(contest, each):
            total += in_unit(contest, each)
    for each in ruled.penalties:
        if each.contestant == name and not belongs_to_a_match(contest, each):
            total -= of_a_top(contest, each, rows, ruled.rows) if each.unit == "%" else in_unit(contest, each)
    return total


def is_percentage(contest: Contest) -> bool:
    """Tell whether the ranking is by percentage."""
    return contest.scoring == "matchpoints" and contest.form != "swiss-pairs"


def in_unit(contest: Contest, amount: Amount) -> Fraction:
    """Return an amount that is in the unit of the totals."""
    if has_victory_points(contest):
        unit = "VP"
    else:
        unit = {"matchpoints": "MP", "bam": "MP", "patton": "MP", "total-points": ""}.get(contest.scoring, "IMP")
    if amount.unit not in ("", unit):
        raise ValueError(f"{amount.unit} is not the unit of the totals")
    return amount.value


def of_a_top(contest: Contest, amount: Amount, rows: list[Traveller], scored: dict[int, Row]) -> Fraction:
    """Return a percentage of a top of the named session, else of the contestant's first one."""
    if not is_percentage(contest):
        raise ValueError("a percentage of a top is for matchpoints")
    own = [row for row in rows if amount.contestant in row.named.values() and not row.cancelled]
    own = [row for row in own if amount.session in ("", row.session)]
    if not own:
        raise ValueError(f"{amount.contestant} has no such session: {amount.session}")
    expected = results_expected(contest, rows, scored, field_of(contest, own[0]))
    return amount.value * max(expected - 1, 0) * contest.options.matchpoints_per_win


def victory_points(contest: Contest, name: str, lines: list[Settled], moved: Moves) -> list[Fraction]:
    """Return a contestant's victory points, match by match."""
    own = [each for each in lines if each.line.contestant == name]
    points = [match_points(contest, name, match, lines, moved) for match in matches_of(own)]
    return [each for each in points if each is not None]


def matches_of(own: list[Settled]) -> list[Hashable]:
    """Return the matches of a contestant's lines, in their order."""
    return list(dict.fromkeys(each.line.match for each in own))


# --- places -----------------------------------------------------------------------------------


def ranked(contest: Contest, totals: dict[str, Fraction | None], own: dict[str, list[Settled]]) -> list[dict[str, Any]]:
    """Rank one list: the best first, ties share the better place, those without a total last."""
    keys: dict[str, Fraction] = {}
    percentages: dict[str, Fraction] = {}
    for name, total in totals.items():
        if total is not None:
            keys[name] = total
            if is_percentage(contest):
                keys[name] = percentages[name] = total / tops(own[name]) * 100
            if contest.rank_on == "rounded":
                keys[name] = nearest(keys[name], Fraction(1, 100))
    result: list[dict[str, Any]] = []
    for name in sorted(totals, key=by_number):
        place = ""
        if name in keys:
            better = sum(other > keys[name] for other in keys.values())
            equal = sum(other == keys[name] for other in keys.values())
            place = f"{better + 1}{'=' if equal > 1 else ''}"
        result.append(
            {
                "contestant": name,
                "place": place,
                "total": totals[name],
                "percent": percentages.get(name),
                "boards": len(figures(own[name])),
            }
        )
    return sorted(result, key=lambda entry: (not entry["place"], int(entry["place"].rstrip("=") or 0)))


def by_number(name: str) -> list[tuple[int, int | str]]:
    """Order ids as people do: A2 before A10."""
    pieces = [piece for piece in re.split(r"(\d+)", name) if piece]
    return [(0, int(piece)) if piece.isdigit() else (1, piece) for piece in pieces]


def report(each: Settled) -> dict[str, Any]:
    """Report a line: its figure and top, nothing for one that is not scored."""
    return {
        "session": each.line.session,
        "round": each.line.round,
        "board": each.line.board,
        "figure": each.figure,
        "top": None if each.figure is None else each.line.figure.top,
    }
