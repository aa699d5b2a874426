"""The TotalScoreTable: who took part, under which name, and what was printed for each."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from amends.bridge import Side
from amends.event.event import Form, Player
from amends.event.published import Printed, PublishedStanding
from amends.formats.csv_table import Gathered
from amends.formats.pbn.games import Section
from amends.formats.pbn.tables import TableRow, columns, rows
from amends.formats.pbn.values import read_direction, read_figure, read_players, unknown

_NUMBER = {
    Form.INDIVIDUAL: ("playerid", "pairid", "names"),
    Form.TEAMS: ("teamid", "team", "teamname", "pairid", "names"),
}
_PAIR = ("pairid", "names")
_TOTALS = {
    "vp": ("totalscorevp", "totalvp"),
    "matchpoints": ("totalmp", "totalscoremp", "totalscorebam", "totalbam", "mp"),
    "imps": ("totalimp", "totalscoreimp"),
    "points": ("totalscore",),
}
_MEMBER = re.compile(r"memberid([0-9]{1,2})")
_RANK = re.compile(r"([0-9]{1,6})=?")


@dataclass(frozen=True, slots=True)
class Entry:
    """A contestant in a list of the file."""

    number: str
    section: str
    direction: Side | None
    name: str
    players: tuple[Player, ...]
    standing: PublishedStanding
    carried: Fraction
    penalty: Fraction
    sections: bool
    """Whether the list has a column for sections."""


def read_entries(
    table: Section, form: Form, unit: str, session: str, seated: Container[str], faults: Gathered
) -> Iterator[Entry]:
    """The contestants of a table, by what the tables of the boards call them; who has no name is passed over."""
    sections = any(column.name == "section" for column in columns(table.value))
    for row in rows(table, faults):
        names = [row[name] for name in _NUMBER.get(form, _PAIR) if row[name]]
        number = next((name for name in names if name in seated), names[0] if names else "")
        if number:
            yield _entry(row, number, form, unit, session, sections)


def _entry(row: TableRow, number: str, form: Form, unit: str, session: str, sections: bool) -> Entry:
    name = row["teamname"] or row["names"] or ""
    carried, penalty = read_figure(row["scorecarryover"]), read_figure(row["scorepenalty"])
    taken = abs(penalty.value) if penalty else Fraction(0)
    boards = row["nrboards"]
    percent = read_figure(row["meanpercentage"] or row["totalpercentage"] or row["percentage"])
    total, column = _total(row, form, unit)
    standing = PublishedStanding(
        "",
        row["rank"],
        total,
        percent if percent is None or percent.value <= 100 else None,  # else a sum over the boards
        int(boards) if boards.isascii() and boards.isdigit() and len(boards) < 7 else None,
        penalty and Printed(f"-{penalty.text.removeprefix('-')}") if taken else None,
        master_points=None if column == "mp" else read_figure(row["mp"]),
        session=session,
    )
    players = _players(row, name, form)
    if not row["roster"] and any(player.name for player in players):
        name = ""  # it is those of the players
    return Entry(
        number,
        row["section"],
        read_direction(row["direction"]),
        name,
        players,
        standing,
        carried.value if carried else Fraction(0),
        taken,
        sections,
    )


def _total(row: TableRow, form: Form, unit: str) -> tuple[Printed | None, str]:
    """The total in the unit of the list, and its column: victory points where it has them.

    A column MP is that of the totals only where no other is: beside one it has the master points.
    """
    names = (*(_TOTALS["vp"] if form in (Form.TEAMS, Form.SWISS_PAIRS) else ()), *_TOTALS[unit])
    return next(((figure, name) for name in names if (figure := read_figure(row[name])) is not None), (None, ""))


def _players(row: TableRow, name: str, form: Form) -> tuple[Player, ...]:
    """The players, by the roster or the name, with the numbers that the federation knows them by."""
    if row["roster"]:
        players = tuple(Player(unknown(part)) for part in row["roster"].split(";"))
    elif form is Form.INDIVIDUAL:
        players = (Player(name),) if name else ()
    else:
        players = read_players(name)
    numbers = {int(found[1]): text for column, text in row.cells.items() if (found := _MEMBER.fullmatch(column))}
    if not any(numbers.values()):
        return players
    last = max(len(players), *numbers)
    named = [*players, *(Player() for _ in range(last - len(players)))]
    return tuple(replace(player, national_id=numbers.get(place, "")) for place, player in enumerate(named, 1))


def two_winners(entries: Sequence[Entry]) -> bool:
    """Whether N-S and E-W have rankings of their own: each direction has all places from the first on."""
    by_side: dict[Side, list[Entry]] = {side: [entry for entry in entries if entry.direction is side] for side in Side}
    if not all(by_side.values()) or any(entry.direction is None for entry in entries):
        return False
    numbers = [{(entry.section, entry.number) for entry in found} for found in by_side.values()]
    return bool(numbers[0] & numbers[1]) or all(map(_ranking, by_side.values()))


def _ranking(entries: Iterable[Entry]) -> bool:
    """Whether the places are those of one list: each is one more than the number of those before it."""
    places = sorted(int(found[1]) for entry in entries if (found := _RANK.fullmatch(entry.standing.place)))
    before = 0
    for index, place in enumerate(places):
        before = index if index and places[index - 1] != place else before
        if place != before + 1:
            return False
    return bool(places)
