"""Kind `match`: teams of four, at IMPs or board-a-match."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .awards import Artificial, Award, NotPlayed, Scores, award, is_weighted, real, same, vulnerability
from .board import line_rounded, rounded_ruling
from .field import flat_imps, flat_percentage
from .figures import nearest, number, whole
from .options import Options, refuse_unknown
from .redress import case_of, non_offenders_get
from .scales import imps, vp_of_margin

TEAMS = ("home", "away")
ROOMS = ("open", "closed")


@dataclass(frozen=True)
class Line:
    """One team's board: a figure in its own view, an artificial award still to be settled, or
    neither (not scored); `to_round` marks an assigned adjusted score."""

    value: Fraction | None = None
    artificial: Artificial | None = None
    to_round: bool = False


@dataclass(frozen=True)
class Contest:
    """What is the same for every board of the match."""

    scoring: str
    vulnerable: str
    options: Options

    def top(self) -> Fraction:
        """Return what the two teams' figures of a balanced board add up to."""
        return Fraction(self.options.matchpoints_per_win if self.scoring == "bam" else 0)


def other_team(team: str) -> str:
    """Return the opponents."""
    return "away" if team == "home" else "home"


def side_of(team: str, room: str) -> str:
    """The home team sits N-S in the open room and E-W in the closed room."""
    return "ns" if (team == "home") == (room == "open") else "ew"


def comparison(contest: Contest, team: str, awards: dict[str, Scores]) -> Fraction:
    """Compare the two rooms in a team's view, every component with every component."""
    total = Fraction(0)
    for weight, points in awards["open"].seen_by(side_of(team, "open")):
        for other_weight, other_points in awards["closed"].seen_by(side_of(team, "closed")):
            net = points + other_points
            if contest.scoring == "imps":
                gain = Fraction(imps(net))
            else:
                gain = contest.top() * (2 if net > 0 else 1 if net == 0 else 0) / 2
            total += weight * other_weight * gain
    return total


def room_award(contest: Contest, entry: dict[str, Any], team: str, room: str) -> Award:
    """Return a team's own award in a room."""
    text = entry.get(f"{room}_{team}", entry.get(room))
    return award(text, contest.vulnerable)


def team_line(contest: Contest, entry: dict[str, Any], team: str) -> Line:
    """Score a board for one team, without 12C1(e)."""
    if team in entry:
        given = award(entry[team], contest.vulnerable)
        if isinstance(given, Scores):
            raise ValueError("home and away are for artificial awards")
        return Line(artificial=given) if isinstance(given, Artificial) else Line()
    rooms = {room: room_award(contest, entry, team, room) for room in ROOMS}
    if any(isinstance(each, NotPlayed) for each in rooms.values()):
        return Line()
    artificial = [each for each in rooms.values() if isinstance(each, Artificial)]
    if artificial:
        if len(set(artificial)) > 1:
            raise ValueError("two different artificial awards to one team on one board")
        return Line(artificial=artificial[0])
    real_scores = {room: each for room, each in rooms.items() if isinstance(each, Scores)}
    return Line(value=comparison(contest, team, real_scores))


def is_adjusted(contest: Contest, entry: dict[str, Any]) -> bool:
    """Tell whether a board is weighted or split."""
    if any(team in entry for team in TEAMS):
        return True
    for room in ROOMS:
        home = room_award(contest, entry, "home", room)
        away = room_award(contest, entry, "away", room)
        if is_weighted(home) or is_weighted(away) or not same(home, away):
            return True
    return False


def board_lines(contest: Contest, entry: dict[str, Any]) -> dict[str, Line]:
    """Score one board for both teams."""
    refuse_unknown(
        entry,
        "open closed open_home open_away closed_home closed_away home away self_inflicted non_offending",
    )
    lines = {team: team_line(contest, entry, team) for team in TEAMS}
    if is_adjusted(contest, entry):
        lines = {team: replace(line, to_round=True) for team, line in lines.items()}
    if "self_inflicted" in entry:
        return damage_lines(contest, entry, lines)
    return lines


def with_result(entry: dict[str, Any], room: str, result: object) -> dict[str, Any]:
    """Put one result in a room, for both teams."""
    drop = ("self_inflicted", f"{room}_home", f"{room}_away")
    changed = {key: value for key, value in entry.items() if key not in drop}
    changed[room] = result
    return changed


def damage_lines(contest: Contest, entry: dict[str, Any], lines: dict[str, Line]) -> dict[str, Line]:
    """12C1(e): score the board three times, then compare."""
    asked = entry["self_inflicted"]
    refuse_unknown(asked, "room side normal expected")
    room, side = str(asked["room"]).lower(), str(asked["side"]).lower()
    if room not in ROOMS or side not in TEAMS or {"home", "away"} & entry.keys():
        raise ValueError("12C1(e) needs a room, a side and the results of the board")
    figures: list[Fraction] = []
    for result in (entry[room], asked["normal"], asked["expected"]):
        real(result, contest.vulnerable)
        points = team_line(contest, with_result(entry, room, result), side).value
        if points is None:
            raise ValueError("12C1(e) needs a real score in both rooms")
        figures.append(points)
    a, b, c = figures
    if case_of(a, b, c) == "no-damage":
        return lines  # the table result stands for both
    normal = with_result(entry, room, asked["normal"])
    offenders = team_line(contest, normal, other_team(side))
    return {
        side: Line(value=non_offenders_get(a, b, c), to_round=True),
        other_team(side): replace(offenders, to_round=True),
    }


# --- artificial scores over the match ---------------------------------------------------------


def flat(contest: Contest, given: Artificial) -> Fraction:
    """Return the flat value of an artificial award."""
    if contest.scoring == "imps":
        return flat_imps(given, contest.options)
    return flat_percentage(given, contest.options) * contest.top()


def limited(contest: Contest, lines: list[Line]) -> list[Line]:
    """12C2(d): averages plus beyond the limit become what the regulation says."""
    limit, count = contest.options.average_plus_limit, 0
    result: list[Line] = []
    for line in lines:
        if line.artificial and line.artificial.name == "A+":
            count += 1
            if limit and count > limit:
                average = contest.options.after_limit == "average"
                line = Line(artificial=Artificial("A")) if average else Line()
        result.append(line)
    return result


def settled(contest: Contest, lines: list[Line]) -> list[Fraction | None]:
    """12C2(c): give every artificial award of one team its value; the window is these boards."""
    lines = limited(contest, lines)
    result: list[Fraction | None] = []
    for place, line in enumerate(lines):
        if line.artificial is None:
            result.append(line.value)
            continue
        figure = flat(contest, line.artificial)
        others = [each for i, each in enumerate(lines) if i != place]
        basis = [each.value for each in others if each.value is not None]
        if basis and contest.options.session_score != "off":
            if contest.options.session_basis == "other-boards":
                basis += [flat(contest, each.artificial) for each in others if each.artificial]
            mean = sum(basis, Fraction(0)) / len(basis)
            if line.artificial.name == "A+":
                figure = max(figure, mean)
            if line.artificial.name == "A-":
                figure = min(figure, mean)
        result.append(figure)
    return result


# --- the match --------------------------------------------------------------------------------


def averaged(home: Fraction, away: Fraction, top: Fraction) -> tuple[Fraction, Fraction]:
    """12C4: the average of the two awards in the home view, and its complement."""
    middle = (home + (top - away)) / 2
    return middle, top - middle


def evaluate_match(given: dict[str, Any], options: Options) -> dict[str, Any]:
    """Score a match. Order: 12C2(c), 12C4, rounding, margin, VPs."""
    refuse_unknown(given, "form scoring vulnerable scale boards results carry")
    form, scoring = str(given.get("form", "match")), str(given.get("scoring", "imps"))
    if form not in ("match", "knockout") or scoring not in ("imps", "bam"):
        raise ValueError(f"no such match: {form}, {scoring}")
    contest = Contest(scoring, vulnerability(given.get("vulnerable", "none")), options)
    entries: list[dict[str, Any]] = given["results"]
    boards = [board_lines(contest, entry) for entry in entries]
    values = {team: settled(contest, [lines[team] for lines in boards]) for team in TEAMS}
    for place, lines in enumerate(boards):
        home, away = values["home"][place], values["away"][place]
        averages = form == "knockout" and options.knockout_average
        if averages and home is not None and away is not None:
            home, away = averaged(home, away, contest.top())
        pair = {"home": home, "away": away}
        for team in TEAMS:
            exact = pair[team]
            # An average of two awards (12C4) is rounded when either of them is (decision 15).
            rounds = [team] if not averages else TEAMS
            assigned = any(lines[each].to_round and lines[each].value is not None for each in rounds)
            if exact is not None and assigned:
                exact = rounded_ruling(exact, team, innocent(entries[place]), contest.top(), unit(contest), options)
            values[team][place] = line_rounded(exact, options)
    result: dict[str, Any] = {"home": values["home"], "away": values["away"]}
    carry = number(given.get("carry", 0))
    before = {"home": carry, "away": -carry}
    result["margin"] = {team: before[team] + total(values[team]) for team in TEAMS}
    if "scale" in given or "boards" in given:
        if scoring != "imps":
            raise ValueError("these VPs are for IMPs")
        scale = str(given.get("scale", options.vp_scale))
        number_of_boards = whole(given.get("boards", len(entries)))
        result["vp"] = {}
        for team in TEAMS:
            margin = result["margin"][team]
            if options.vp_margin == "round-board":
                one = Fraction(1)
                margin = before[team] + total([None if x is None else nearest(x, one) for x in values[team]])
            result["vp"][team] = vp_of_margin(scale, number_of_boards, margin, options.vp_margin)
    return result


def total(figures: list[Fraction | None]) -> Fraction:
    """Add up the boards that are scored."""
    return sum((x for x in figures if x is not None), Fraction(0))


def unit(contest: Contest) -> Fraction:
    """Return the unit to which adjusted scores are rounded."""
    options = contest.options
    return options.unit_imps if contest.scoring == "imps" else options.unit_matchpoints


def innocent(entry: dict[str, Any]) -> str | None:
    """Return who is non-offending: home, away, both, none, or nobody has said."""
    if "non_offending" in entry:
        said = str(entry["non_offending"]).lower()
        if said not in ("home", "away", "both", "none"):
            raise ValueError(f"not a team: {said}")
        return said
    if "self_inflicted" in entry:
        return str(entry["self_inflicted"]["side"]).lower()
    return None
