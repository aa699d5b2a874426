"""Section 11, two rooms or more: a board of a match of teams, whatever was ruled in each room.

Teams of eight (four rooms) and more, and the points of a Patton match, are by docs/decisions/0016.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from .awards import Artificial, Award, NotPlayed, Scores, result_of
from .field import flat_imps, flat_percentage
from .options import Options
from .scales import imps

TEAMS = ("home", "away")
MOST_PAIRS = 4  # pairs of rooms, in a match of teams of sixteen


@dataclass(frozen=True)
class Scoring:
    """How the board is scored: "imps", "bam", "patton", or in "points"; `pairs` counts its open rooms."""

    scoring: str
    options: Options
    pairs: int = 1

    def has_tops(self) -> bool:
        """Tell whether a board is won, tied or lost."""
        return self.scoring in ("bam", "patton")

    def top(self) -> Fraction:
        """Return what the two teams' figures of a balanced board add up to."""
        return Fraction(self.options.matchpoints_per_win if self.has_tops() else 0)

    def unit(self) -> Fraction:
        """Return the unit to which adjusted scores are rounded."""
        return self.options.unit_matchpoints if self.has_tops() else self.options.unit_imps

    def flat(self, given: Artificial) -> Fraction:
        """Return the flat value of an artificial award."""
        if self.has_tops():
            return flat_percentage(given, self.options) * self.top()
        flat = flat_imps(given, self.options)
        if self.options.eights == "sum" and self.options.average_imps_per == "comparison" and given.name != "IMP":
            return flat * self.pairs**2
        return flat

    def gain(self, net: int) -> Fraction:
        """Return what a difference in points is worth."""
        if self.scoring == "points":
            return Fraction(net)
        if self.scoring == "imps":
            return Fraction(imps(net))
        return self.top() * (2 if net > 0 else 1 if net == 0 else 0) / 2


@dataclass(frozen=True)
class RoomDamage:
    """12C1(e) in a room: the damaged team, B (normal) and C (expected)."""

    team: str
    normal: Scores
    expected: Scores


@dataclass(frozen=True)
class Room:
    """The table result of a room, what each team was awarded there, and 12C1(e)."""

    result: Award | None
    awards: dict[str, Award]
    damage: RoomDamage | None = None


NOBODY_PLAYED = Room(NotPlayed(), {team: NotPlayed() for team in TEAMS})


def other_team(team: str) -> str:
    """Return the opponents."""
    return "away" if team == "home" else "home"


def room_names(pairs: int) -> list[str]:
    """Return "open", "closed", "open 2", "closed 2" and so on."""
    names = ["open", "closed"]
    for number in range(2, pairs + 1):
        names += [f"open {number}", f"closed {number}"]
    return names


def is_open(room: str) -> bool:
    """Tell an open room from a closed one."""
    return room.startswith("open")


def side_of(team: str, room: str) -> str:
    """The home team sits N-S in the open rooms and E-W in the closed rooms."""
    return "ns" if (team == "home") == is_open(room) else "ew"


def compared(scoring: Scoring, team: str, scores: dict[str, Scores]) -> Fraction:
    """I(x, y): compare the rooms in a team's view, every component with every component."""
    views = {room: each.seen_by(side_of(team, room)) for room, each in scores.items()}
    if scoring.scoring == "points" or scoring.options.eights == "total":
        return worth(scoring, list(views.values()))
    found = [
        worth(scoring, [views[one], views[other]])
        for one in views
        for other in views
        if is_open(one) and not is_open(other)
    ]
    assert len(found) == scoring.pairs**2
    total = sum(found, Fraction(0))
    return total if scoring.scoring == "imps" and scoring.options.eights == "sum" else total / len(found)


def worth(scoring: Scoring, views: list[list[tuple[Fraction, int]]]) -> Fraction:
    """Add up the scores of these tables, in one team's view, and weigh what every sum of them is worth."""
    sums = {0: Fraction(1)}
    for view in views:
        longer: dict[int, Fraction] = {}
        for net, weight in sums.items():
            for own_weight, points in view:
                longer[net + points] = longer.get(net + points, Fraction(0)) + weight * own_weight
        sums = longer
    return sum((weight * scoring.gain(net) for net, weight in sums.items()), Fraction(0))


def is_damaged(scoring: Scoring, rooms: dict[str, Room], room: str) -> bool:
    """Tell whether B is better than A in a room with 12C1(e), in the view of the team it names."""
    damage, actual = rooms[room].damage, rooms[room].result
    assert damage is not None
    assert isinstance(actual, Scores)
    others = {other: beside_damage(rooms[other], damage.team) for other in rooms if other != room}
    normal = compared(scoring, damage.team, {room: damage.normal, **others})
    return normal > compared(scoring, damage.team, {room: actual, **others})


def beside_damage(room: Room, team: str) -> Scores:
    """Return what a room shows while damage to a team in another room is tested.

    It is the team's own assigned score or the table result, and normal if it has 12C1(e) too.
    """
    if room.damage:
        return room.damage.normal
    there = result_of(room.awards[team])
    if there is None:  # an artificial score: what happened there, else what the opponents were assigned
        there = result_of(room.result) or result_of(room.awards[other_team(team)])
    if there is None:
        raise ValueError("12C1(e) needs a real score in the other rooms")
    return there


def what_stands(scoring: Scoring, rooms: dict[str, Room], room: str, team: str) -> Scores:
    """n_r: what stands for a team in a room."""
    here = rooms[room]
    stands: Award | None = here.awards[team]
    if here.damage:
        stands = here.damage.normal if is_damaged(scoring, rooms, room) else here.result
    if not isinstance(stands, Scores):
        raise ValueError("12C1(e) needs a real score in all rooms")
    return stands


def artificial_of_team(scoring: Scoring, rooms: dict[str, Room], team: str) -> Artificial | None:
    """Return a team's artificial score for the board: that of any room, the lowest one of several."""
    found = [room.awards[team] for room in rooms.values()]
    artificial = [award for award in found if isinstance(award, Artificial)]
    return min(artificial, key=scoring.flat, default=None)


def figure_of_team(scoring: Scoring, rooms: dict[str, Room], team: str) -> Fraction | None:
    """Return a team's real figure of a board, None where a room was not played and nothing ruled."""
    with_damage = [room for room in rooms if rooms[room].damage]
    if not with_damage and any(isinstance(room.awards[team], NotPlayed) for room in rooms.values()):
        return None
    n = {room: what_stands(scoring, rooms, room, team) for room in rooms}
    normal = compared(scoring, team, n)  # N
    total = normal
    actual = dict(n)
    mine = []
    for room in with_damage:
        damage, result = rooms[room].damage, rooms[room].result
        assert damage is not None
        assert isinstance(result, Scores)
        if damage.team == team:
            mine.append(room)
            actual[room] = result
            a = compared(scoring, team, n | {room: result})
            c = compared(scoring, team, n | {room: damage.expected})
            total -= max(Fraction(0), min(normal, c) - a)
    if len(mine) > 1:
        total = max(total, compared(scoring, team, actual))
    return total


# --- the points of a Patton match -------------------------------------------------------------


@dataclass(frozen=True)
class Points:
    """What a board is in a team's aggregate: its net, and all points that were scored."""

    net: Fraction
    scored: Fraction


def points_of_team(scoring: Scoring, rooms: dict[str, Room], team: str) -> Points:
    """Return a team's points of a board on which it has a real figure; 12C1(e) is applied to points."""
    in_points = replace(scoring, scoring="points")
    net = figure_of_team(in_points, rooms, team)
    assert net is not None
    scored = Fraction(0)
    for room in rooms:
        for points, weight in what_stands(in_points, rooms, room, team).weights().items():
            scored += weight * abs(points)
    return Points(net, scored)


def favoured(said: list[str]) -> str | None:
    """Put together whom the rulings of the rooms call non-offending: home, away, both, none, or nobody was named."""
    if not said:
        return None
    teams = [team for team in TEAMS if team in said or "both" in said]
    return "both" if len(teams) == 2 else teams[0] if teams else "none"
