"""From the rows of a teams event to its matches: rooms put together, each team with its own awards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from amends.awards import Artificial, Award, BetterOf, Complement, Mixture, NotScored, Redress, Unit
from amends.bridge import BySide, Side
from amends.event import (
    ByTeam,
    Event,
    Match,
    MatchBoard,
    NonComparable,
    Room,
    Row,
    SelfInflictedInRoom,
    Team,
)
from amends.event.match import RoomAward
from amends.faults import Fault, Faults, refuse
from amends.laws.law12 import c2_artificial
from amends.regulations import Regulation
from amends.scoring.events.match import MatchScorer
from amends.scoring.events.played_match import PlayedMatch
from amends.scoring.standings import natural


def matches_of(event: Event, rows: Sequence[Row]) -> list[PlayedMatch]:
    """The event's matches in the order of the file; rooms that do not fit together are refused together."""
    grouped: dict[tuple[str, str], dict[tuple[str, int], dict[Room, Row]]] = defaultdict(lambda: defaultdict(dict))
    faults: list[Fault] = []
    for row in rows:
        table = row.table
        if not (table.seats.ns and table.seats.ew):
            continue  # a bye
        if table.result == NotScored(expected=False):
            continue  # cancelled: it was never part of the match
        room = Room(table.room) if table.room in ("open", "closed") else None
        if room is None:
            faults.append(Fault(f"no room for {table.where}", "open or closed"))
            continue
        # A match that has a name of its own may go on in the next session; rounds begin anew in each.
        name = f"match {table.match}" if table.match else _match_name(row)
        rooms = grouped["" if table.match else table.session, name][table.session, table.board]
        if room in rooms:
            faults.append(Fault(f"board {table.board} twice in the {room.value} room of {name}", "one row a room"))
        rooms[room] = row
    found = []
    for (_, name), boards in grouped.items():
        try:
            found.append(_match(event, name, boards))
        except Faults as trouble:
            faults += trouble.faults
    if faults:
        raise Faults(faults)
    return found


def _match_name(row: Row) -> str:
    table = row.table
    teams = sorted((table.seats.ns[0], table.seats.ew[0]), key=natural)
    return f"round {table.round}, {' v '.join(teams)}" if table.round else " v ".join(teams)


def _match(event: Event, name: str, boards: dict[tuple[str, int], dict[Room, Row]]) -> PlayedMatch:
    first = next(iter(boards.values()))
    opened = first.get(Room.OPEN)
    seats = opened.table.seats if opened else first[Room.CLOSED].table.seats
    teams = ByTeam(seats.ns[0], seats.ew[0]) if opened else ByTeam(seats.ew[0], seats.ns[0])
    seated = {key: _seated(rooms, teams, f"{name}, board {key[1]}") for key, rooms in boards.items()}
    match_boards = [_match_board(event, number, rooms) for (_, number), rooms in seated.items()]
    match = Match(tuple(match_boards), event.knockout, event.scoring == "bam")
    table = next(iter(first.values())).table
    return PlayedMatch(
        name=name,
        column=table.match,
        session=table.session,
        round=table.round,
        teams=teams,
        rows=list(seated.values()),
        match=match,
        scorer=MatchScorer(match, event.regulation),
        fouled=tuple(
            board.number for board, rooms in zip(match_boards, seated.values(), strict=True) if is_fouled(event, rooms)
        ),
    )


def _seated(rooms: dict[Room, Row], teams: ByTeam[str], where: str) -> dict[Room, Row]:
    """The rooms as the home team sees them: "open" is where it sits N-S, also where the teams have changed rooms."""
    found: dict[Room, Row] = {}
    for row in rooms.values():
        seats = (row.table.seats.ns[0], row.table.seats.ew[0])
        if set(seats) != {teams.home, teams.away}:
            raise refuse(f"{row.table.words}", f"{teams.home} and {teams.away}", where)
        found[Room.OPEN if seats[0] == teams.home else Room.CLOSED] = row
    if len(found) < len(rooms):
        expected = "a team that is N-S in one room and E-W in the other"
        raise refuse(f"{teams.home} sitting the same way in both rooms", expected, where)
    return found


def _match_board(event: Event, number: int, rooms: dict[Room, Row]) -> MatchBoard:
    awards = {room: ByTeam.of(lambda team, room=room: _award(rooms.get(room), room, team)) for room in Room}  # type: ignore[misc]
    regulation, bam = event.regulation, event.scoring == "bam"
    non_comparable = _non_comparable(awards, number, bam)
    artificial: ByTeam[Artificial | NotScored | None] = ByTeam(None, None)
    if non_comparable is None:
        artificial = ByTeam.of(lambda team: _artificial(awards, team, regulation, bam))
        if is_fouled(event, rooms):
            artificial = artificial.map(lambda award: award or NotScored())
    return MatchBoard(
        event.conditions(number),
        awards[Room.OPEN].map(_result),
        awards[Room.CLOSED].map(_result),
        artificial,
        tuple(found for room, row in rooms.items() if (found := _self_inflicted(room, row))),
        _non_offending(rooms),
        number,
        non_comparable,
        (_played(rooms.get(Room.OPEN)), _played(rooms.get(Room.CLOSED))),
    )


def _played(row: Row | None) -> Mixture | None:
    return row.table.result if row is not None and isinstance(row.table.result, Mixture) else None


def is_fouled(event: Event, rooms: dict[Room, Row]) -> bool:
    """Whether the two rooms had different deals, or copies with another vulnerability or dealer (Law 87)."""
    tables = [row.table for row in rooms.values()]
    # Without a dealer of its own a copy has that of the board: deals that a file has by sections foul nothing.
    dealers = {event.dealer_at(table) for table in tables} if any(table.dealer for table in tables) else ()
    return len({(table.group, table.vulnerable) for table in tables}) > 1 or len(dealers) > 1


def side_of(room: Room, team: Team) -> Side:
    """The home team sits North-South in the open room and East-West in the closed one."""
    return Side.NS if (team is Team.HOME) == (room is Room.OPEN) else Side.EW


def _award(row: Row | None, room: Room, team: Team) -> Award:
    return NotScored() if row is None else row.awards[side_of(room, team)]


def _result(award: Award) -> RoomAward:
    """What can be compared; of 12C1(e), what happened."""
    if isinstance(award, Redress):
        return award.actual
    return award if isinstance(award, Mixture | BetterOf) else None


def _artificial(
    awards: dict[Room, ByTeam[Award]], team: Team, regulation: Regulation, bam: bool
) -> Artificial | NotScored | None:
    """An artificial score in a room is for the board, in both rooms the lower one; no result in a room leaves nothing
    to compare."""
    found = [room[team] for room in awards.values()]
    given = [award for award in found if isinstance(award, Artificial)]
    if given:
        return c2_artificial.lowest(given, regulation, board_a_match=bam)
    return next((award for award in found if isinstance(award, NotScored)), None)


def _non_comparable(awards: dict[Room, ByTeam[Award]], number: int, bam: bool) -> NonComparable | None:
    """86B2 in one of the rooms: one side has what is left when the other has its figure."""
    for room, by_team in awards.items():
        for team in Team:
            if not isinstance(by_team[team], Complement):
                continue
            elsewhere = [other[each] for place, other in awards.items() if place is not room for each in Team]
            if any(isinstance(award, Artificial | Complement) for award in elsewhere):
                expected = "one ruling for the board: 86B2, or artificial scores"
                raise refuse("86B2 beside an artificial score in the other room", expected, f"board {number}")
            best = by_team[team.other]
            other = best.other if isinstance(best, BetterOf) else None
            if isinstance(other, Artificial):
                if bam or other.unit is not Unit.IMPS or not isinstance(other.grade, Fraction):
                    raise refuse(f"assigned = {other}", "a result, or IMPs at IMPs", f"board {number}")
                return NonComparable(team.other, room, other.grade)
            return NonComparable(team.other, room, other)
    return None


def _self_inflicted(room: Room, row: Row) -> SelfInflictedInRoom | None:
    award = row.awards.ns
    if not isinstance(award, Redress):
        return None
    team = next(team for team in Team if side_of(room, team) is award.side)
    return SelfInflictedInRoom(room, team, award.normal, award.expected)


def _non_offending(rooms: dict[Room, Row]) -> ByTeam[bool] | None:
    """The teams that a ruling of either room treats as non-offending; None where none says anything."""
    said = {room: row.non_offending for room, row in rooms.items() if row.non_offending is not None}
    if not said:
        return None  # 12C1(e) says it by itself
    for room, row in rooms.items():
        if room not in said and isinstance(award := row.awards.ns, Redress):
            said[room] = BySide.of(lambda side, of=award.side: side is of)  # type: ignore[misc]
    return ByTeam.of(lambda team: any(sides[side_of(room, team)] for room, sides in said.items()))
