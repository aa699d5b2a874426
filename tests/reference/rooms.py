"""Section 11, two rooms: a board of a match of teams, whatever was ruled in each room."""

from dataclasses import dataclass
from fractions import Fraction

from .awards import Artificial, Award, NotPlayed, Scores, result_of
from .field import flat_imps, flat_percentage
from .options import Options
from .scales import imps

TEAMS = ("home", "away")
ROOMS = ("open", "closed")


@dataclass(frozen=True)
class Scoring:
    """How the board is scored: "imps" or "bam"."""

    scoring: str
    options: Options

    def top(self) -> Fraction:
        """Return what the two teams' figures of a balanced board add up to."""
        return Fraction(self.options.matchpoints_per_win if self.scoring == "bam" else 0)

    def unit(self) -> Fraction:
        """Return the unit to which adjusted scores are rounded."""
        return self.options.unit_imps if self.scoring == "imps" else self.options.unit_matchpoints

    def flat(self, given: Artificial) -> Fraction:
        """Return the flat value of an artificial award."""
        if self.scoring == "imps":
            return flat_imps(given, self.options)
        return flat_percentage(given, self.options) * self.top()


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


def other_room(room: str) -> str:
    """Return the room of the team-mates."""
    return "closed" if room == "open" else "open"


def side_of(team: str, room: str) -> str:
    """The home team sits N-S in the open room and E-W in the closed room."""
    return "ns" if (team == "home") == (room == "open") else "ew"


def compared(scoring: Scoring, team: str, scores: dict[str, Scores]) -> Fraction:
    """I(x, y): compare the two rooms in a team's view, every component with every component."""
    total = Fraction(0)
    for weight, points in scores["open"].seen_by(side_of(team, "open")):
        for other_weight, other_points in scores["closed"].seen_by(side_of(team, "closed")):
            net = points + other_points
            if scoring.scoring == "imps":
                gain = Fraction(imps(net))
            else:
                gain = scoring.top() * (2 if net > 0 else 1 if net == 0 else 0) / 2
            total += weight * other_weight * gain
    return total


def is_damaged(scoring: Scoring, rooms: dict[str, Room], room: str) -> bool:
    """Tell whether B is better than A in a room with 12C1(e), in the view of the team it names.

    The other room is at that team's own assigned score or at the table result, at normal if it has 12C1(e) too.
    """
    damage, actual = rooms[room].damage, rooms[room].result
    assert damage is not None
    assert isinstance(actual, Scores)
    beside = rooms[other_room(room)]
    if beside.damage:
        there: Award | None = beside.damage.normal
    else:
        there = result_of(beside.awards[damage.team])
        if there is None:  # an artificial score: what happened there, else what the opponents were assigned
            there = result_of(beside.result) or result_of(beside.awards[other_team(damage.team)])
    if not isinstance(there, Scores):
        raise ValueError("12C1(e) needs a real score in the other room")
    normal = compared(scoring, damage.team, {room: damage.normal, other_room(room): there})
    return normal > compared(scoring, damage.team, {room: actual, other_room(room): there})


def what_stands(scoring: Scoring, rooms: dict[str, Room], room: str, team: str) -> Scores:
    """n_r: what stands for a team in a room."""
    here = rooms[room]
    stands: Award | None = here.awards[team]
    if here.damage:
        stands = here.damage.normal if is_damaged(scoring, rooms, room) else here.result
    if not isinstance(stands, Scores):
        raise ValueError("12C1(e) needs a real score in both rooms")
    return stands


def artificial_of_team(scoring: Scoring, rooms: dict[str, Room], team: str) -> Artificial | None:
    """Return a team's artificial score for the board: that of either room, the lower one of two."""
    found = [rooms[room].awards[team] for room in ROOMS]
    artificial = [award for award in found if isinstance(award, Artificial)]
    return min(artificial, key=scoring.flat, default=None)


def figure_of_team(scoring: Scoring, rooms: dict[str, Room], team: str) -> Fraction | None:
    """Return a team's real figure of a board, None where a room was not played and nothing ruled."""
    with_damage = [room for room in ROOMS if rooms[room].damage]
    if not with_damage and any(isinstance(rooms[room].awards[team], NotPlayed) for room in ROOMS):
        return None
    n = {room: what_stands(scoring, rooms, room, team) for room in ROOMS}
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
    if len(mine) == 2:
        total = max(total, compared(scoring, team, actual))
    return total


def favoured(said: list[str]) -> str | None:
    """Put together whom the rulings of the rooms call non-offending: home, away, both, none, or nobody was named."""
    if not said:
        return None
    teams = [team for team in TEAMS if team in said or "both" in said]
    return "both" if len(teams) == 2 else teams[0] if teams else "none"
