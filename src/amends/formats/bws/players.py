"""Who the contestants are: the numbers and names that the players typed in, by the place where they sat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from amends.bridge import Side
from amends.event.event import Form, Player
from amends.formats.building import Builder, Participant
from amends.formats.bws.cells import Cells, Tables, rows
from amends.formats.bws.form import Section
from amends.formats.bws.movement import Place, Scheduled
from amends.formats.bws.received import Received

_SEATS = {"N": (Side.NS, 0), "S": (Side.NS, 1), "E": (Side.EW, 0), "W": (Side.EW, 1)}


def add_players(
    tables: Tables,
    builder: Builder,
    known: Mapping[int, Section],
    plan: Mapping[Place, Scheduled],
    results: Iterable[Received],
) -> None:
    """Add each contestant whose players are known, with those who sat there first."""
    names = _names(tables)
    seated: dict[Place, Scheduled | Received] = {result.key[:3]: result for result in reversed(list(results))}
    seated |= plan
    found: dict[tuple[str, str, Side | None], dict[tuple[int, str], Player]] = {}
    lost = moved = 0
    for row in sorted(rows(tables, "PlayerNumbers"), key=lambda each: max(each.whole("Round"), 1)):
        direction, player = row.text("Direction").upper(), _player(row, names)
        if direction not in _SEATS or player is None:
            continue
        section, round = row.whole("Section"), max(row.whole("Round"), 1)
        side, place = _SEATS[direction]
        there = seated.get((section, round, row.whole("Table")))
        if side is Side.EW and round == 1 and section in known and known[section].moves_before_play:
            moved += 1  # they typed at one table, and played at another
            continue
        numbers = (there.ns if side is Side.NS else there.ew) if there else ()
        number = numbers[place if builder.form is Form.INDIVIDUAL else 0] if numbers else ""
        if not number:
            lost += 1
            continue
        key = (known[section].letter, number, side if builder.winners == 2 else None)
        found.setdefault(key, {}).setdefault(_chair(builder.form, round, row, direction), player)
    for (letter, number, direction_of), chairs in found.items():
        first = min(round for round, _ in chairs)
        sat = {chair: player for (round, chair), player in chairs.items() if round == first}
        builder.participants.append(
            Participant(number=number, section=letter, direction=direction_of, players=_in_order(sat, builder.form))
        )
    if lost:
        builder.note("left-out", f"players at tables where nobody is known to have sat: {lost}")
    if moved:
        builder.note("left-out", f"players E-W who moved to another table before play: {moved}")


def _chair(form: Form, round: int, row: Cells, direction: str) -> tuple[int, str]:
    """A chair of a contestant in a round; a team has two tables, whose chairs are kept apart."""
    return round, f"{row.whole('Table'):05}{direction}" if form is Form.TEAMS else direction


def _in_order(sat: Mapping[str, Player], form: Form) -> tuple[Player, ...]:
    """The players by their chairs: North before South, East before West."""
    if form is not Form.PAIRS:
        return tuple(sat[chair] for chair in sorted(sat))
    pair = "NS" if sat.keys() & set("NS") else "EW"
    return tuple(sat.get(chair, Player()) for chair in pair)


def _names(tables: Tables) -> dict[str, str]:
    """The names of the club's players by their numbers."""
    found: dict[str, str] = {}
    for row in rows(tables, "PlayerNames"):
        for number in (row.text("strID"), row.text("ID")):
            if number and number != "0":
                found.setdefault(number, row.text("Name"))
    return found


def _player(row: Cells, names: Mapping[str, str]) -> Player | None:
    """Who typed a number; None where nobody did."""
    number = row.text("Number")
    number = "" if number.strip("0") == "" else number
    name = row.text("Name") or names.get(number, "") or names.get(number.lstrip("0"), "")
    return Player(name, number) if name or number else None
