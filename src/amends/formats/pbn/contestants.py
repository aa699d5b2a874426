"""Who is who in a PBN file: lists and boards brought together, with their sections and directions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from amends.bridge import Side
from amends.event.event import Event, Form, Player
from amends.event.published import Printed, PublishedStanding
from amends.event.ruling import CarryOver, Penalty
from amends.event.table_result import without_section
from amends.exact import show
from amends.faults import Faults
from amends.formats.common.building import Builder, Participant, Sat, has_its_section, is_nobody, share_numbers
from amends.formats.common.csv_table import Gathered
from amends.formats.pbn.games import Section, TableRow, columns, rows
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
_SESSION = {
    "vp": ("sessionscorevp",),
    "matchpoints": ("sessionscoremp", "sessionscorebam"),
    "imps": ("sessionscoreimp",),
    "points": ("sessionscore",),
}
"""The totals of a session, which stand beside those of all sessions so far."""

_MEMBER = re.compile(r"memberid([0-9]{1,2})")
_RANK = re.compile(r"([0-9]{1,6})=?")


@dataclass(frozen=True, slots=True)
class TotalEntry:
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
    rank: str
    """The place in the list, after all sessions so far."""
    of_session: bool
    """Whether the standing is that of the session, and the totals of all sessions are passed over."""


def read_entries(
    table: Section, form: Form, unit: str, session: str, seated: Container[str], faults: Gathered, *, alone: bool
) -> Iterator[TotalEntry]:
    """The contestants of a table, by what the tables of the boards call them; who has no name is passed over.

    `alone` says whether the boards are those of one session: then its own figures are taken, if the table has them.
    """
    sections = any(column.name == "section" for column in columns(table.value))
    found = list(rows(table, faults))
    of_session = alone and _has_session(table, form, unit) and not any(_brought(row) for row in found)
    for row in found:
        names = [row[name] for name in _NUMBER.get(form, _PAIR) if row[name]]
        number = next((name for name in names if name in seated), names[0] if names else "")
        if number:
            yield _entry(row, number, form, unit, session, sections, of_session)


def _has_session(table: Section, form: Form, unit: str) -> bool:
    """Whether a list has the figures of a session beside those of all sessions so far."""
    own = {*_names(_SESSION, form, unit), "sessionpercentage"}
    return any(column.name in own for column in columns(table.value))


def _brought(row: TableRow) -> Fraction:
    """What a contestant brings along: then its total is that of the boards and of this."""
    carried = read_figure(row["scorecarryover"])
    return carried.value if carried else Fraction(0)


def _entry(
    row: TableRow, number: str, form: Form, unit: str, session: str, sections: bool, of_session: bool
) -> TotalEntry:
    name = row["teamname"] or row["names"] or ""
    penalty = read_figure(row["scorepenalty"])
    taken = abs(penalty.value) if penalty else Fraction(0)
    boards = row["nrboardssession" if of_session else "nrboards"]
    percent = read_figure(
        row["sessionpercentage"] if of_session else row["meanpercentage"] or row["totalpercentage"] or row["percentage"]
    )
    total, column = _total(row, _names(_SESSION if of_session else _TOTALS, form, unit))
    standing = PublishedStanding(
        "",
        row["sessionrank" if of_session else "rank"],
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
    return TotalEntry(
        number,
        row["section"],
        read_direction(row["direction"]),
        name,
        players,
        standing,
        _brought(row),
        taken,
        sections,
        row["rank"],
        of_session,
    )


def _names(totals: Mapping[str, tuple[str, ...]], form: Form, unit: str) -> tuple[str, ...]:
    """The columns of totals in the unit of the list: victory points where it may have them."""
    return (*(totals["vp"] if form in (Form.TEAMS, Form.SWISS_PAIRS) else ()), *totals[unit])


def _total(row: TableRow, names: Iterable[str]) -> tuple[Printed | None, str]:
    """The total under the first of the names that is there, and its column.

    A column MP is that of the totals only where no other is: beside one it has the master points.
    """
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


def two_winners(entries: Sequence[TotalEntry]) -> bool:
    """Whether N-S and E-W have rankings of their own: each direction has all places from the first on."""
    by_side: dict[Side, list[TotalEntry]] = {
        side: [entry for entry in entries if entry.direction is side] for side in Side
    }
    if not all(by_side.values()) or any(entry.direction is None for entry in entries):
        return False
    numbers = [{(entry.section, entry.number) for entry in found} for found in by_side.values()]
    return bool(numbers[0] & numbers[1]) or all(map(_ranking, by_side.values()))


def _ranking(entries: Iterable[TotalEntry]) -> bool:
    """Whether the places are those of one list: each is one more than the number of those before it."""
    places = sorted(int(found[1]) for entry in entries if (found := _RANK.fullmatch(entry.rank)))
    before = 0
    for index, place in enumerate(places):
        before = index if index and places[index - 1] != place else before
        if place != before + 1:
            return False
    return bool(places)


@dataclass(slots=True)
class Everybody:
    """All that a file says about its contestants."""

    form: Form
    rows: list[Sat]
    entries: list[TotalEntry] = field(default_factory=list)
    names: Mapping[tuple[str, str, Side], str] = field(default_factory=dict)
    players: Mapping[tuple[str, str, Side], tuple[Player, ...]] = field(default_factory=dict)

    def numbers(self) -> set[str]:
        """The numbers of all who sat at a table."""
        return {name for row in self.rows for name in (*row.ns, *row.ew)}

    def winners(self, said: str) -> int:
        """How many winners there are: as the file says, else by its lists and by pairs that share their numbers."""
        if self.form is not Form.PAIRS:
            return 1
        if said in ("1", "2"):
            return int(said)
        return 2 if two_winners(self.entries) or self._share_numbers() else 1

    def _share_numbers(self) -> bool:
        """Whether a N-S and an E-W pair have one number: both play a board, or their names have nothing in common."""
        sat: dict[tuple[str, str, int, str], Side] = {}
        for row in self.rows:
            for side, name in row.seated():
                if sat.setdefault((row.session, row.section, row.board, name), side) is not side:
                    return True
        others = (
            (name, self.names.get((section, number, side.other), name))
            for (section, number, side), name in self.names.items()
        )
        return any(_words(one).isdisjoint(_words(other)) for one, other in others)

    def by_section(self) -> bool:
        """Whether each section numbers its contestants from 1 again.

        They do not where there is a list that names no sections, and no board was played by a number in two of them.
        """
        sections = {row.section for row in self.rows}
        if len(sections) < 2:
            return sections != {""}
        if not self.entries or any(entry.sections for entry in self.entries):
            return True
        played: dict[tuple[str, int, str, Side], str] = {}
        return any(
            played.setdefault((row.session, row.board, name, side), row.section) != row.section
            for row in self.rows
            for side, name in row.seated()
        )

    def put_into(self, builder: Builder) -> None:
        """Give the builder all rows and participants."""
        two = builder.winners == 2
        self.entries = self._placed(builder)
        if two:
            self.entries = self._directed(builder)
            self._turn()
        builder.rows += self.rows
        listed: set[tuple[str, str, Side | None]] = set()
        for entry in self.entries:
            direction = entry.direction if two else None
            listed.add((entry.section, entry.number, direction))
            builder.participants.append(
                Participant(
                    number=entry.number,
                    section=entry.section,
                    direction=direction,
                    name=entry.name,
                    players=entry.players,
                    standing=entry.standing,
                )
            )
        # The names and players that stand at tables.
        seated = {key: (name, read_players(name)) for key, name in self.names.items()}
        seated |= {key: ("", players) for key, players in self.players.items()}
        for (section, number, side), (names, players) in seated.items():
            direction, name = side if two else None, "" if players else names
            if (section, number, direction) not in listed:
                listed.add((section, number, direction))
                builder.participants.append(
                    Participant(number=number, section=section, direction=direction, name=name, players=players)
                )

    def _placed(self, builder: Builder) -> list[TotalEntry]:
        """The entries with the section in which their number plays, where their list does not say it."""
        seated: dict[str, set[str]] = defaultdict(set)
        for row in self.rows:
            for name in (*row.ns, *row.ew):
                seated[name].add(row.section)
        sections = {row.section for row in self.rows}
        kept = []
        for entry in self.entries:
            if not entry.sections:
                known = sections if len(sections) == 1 else seated.get(entry.number, set())
                if len(known) > 1 and builder.by_section:
                    which = " or ".join(sorted(known))
                    builder.note("left-out", f"{entry.number} in the TotalScoreTable: of section {which}, left out")
                    continue
                entry = replace(entry, section=next(iter(known)) if len(known) == 1 else "")
            kept.append(entry)
        return kept

    def _directed(self, builder: Builder) -> list[TotalEntry]:
        """The entries with the direction in which their number sat, where their list does not say it."""
        sat: dict[tuple[str, str], set[Side]] = defaultdict(set)
        for row in self.rows:
            for side, names in ((Side.NS, row.ns), (Side.EW, row.ew)):
                sat[row.section, names[0]].add(side)
        kept = []
        for entry in self.entries:
            known = {entry.direction} if entry.direction else sat.get((entry.section, entry.number), set())
            if len(known) == 1:
                kept.append(replace(entry, direction=next(iter(known))))
            else:
                builder.note("left-out", f"{entry.number} in the TotalScoreTable: N-S or E-W, left out")
        return kept

    def _turn(self) -> None:
        """Mark the tables where pairs of a two-winner contest sat the other way round.

        Where N-S and E-W pairs share numbers, such a table has the direction behind the number.
        """
        listed = {(entry.section, entry.number, entry.direction) for entry in self.entries}

        def meant(section: str, name: str, side: Side) -> str | None:
            """The number of a pair of that side, which cannot be one of the other side."""
            if (section, name, side.other) in listed:
                return None
            bare = name.removesuffix(side.value)
            return next((number for number in (name, bare) if (section, number, side) in listed), None)

        for row in self.rows:
            (ns,), (ew,) = row.ns, row.ew
            north_south = "" if is_nobody(ew) else meant(row.section, ew, Side.NS)
            east_west = "" if is_nobody(ns) else meant(row.section, ns, Side.EW)
            if north_south is not None and east_west is not None and (north_south or east_west):
                row.ns, row.ew, row.turned = (north_south,), (east_west,), True


def _words(name: str) -> set[str]:
    """The words of a name: partners may stand in either order."""
    return set(re.findall(r"\w+", name.lower())) or {name}


def amounts(entries: Iterable[TotalEntry], builder: Builder) -> tuple[tuple[CarryOver, ...], tuple[Penalty, ...]]:
    """What contestants bring along and what is taken from them, once for each."""
    carried: dict[str, CarryOver] = {}
    penalties: dict[str, Penalty] = {}
    for entry in entries:
        if not (entry.carried or entry.penalty):
            continue
        try:
            id = builder.contestant(entry.section, entry.number, entry.direction or Side.NS)
        except Faults:
            continue  # said when the contestants are put together
        if entry.carried:
            carried.setdefault(id, CarryOver(id, entry.carried))
        if entry.penalty:
            penalties.setdefault(id, Penalty(id, show(entry.penalty)))
    return tuple(carried.values()), tuple(penalties.values())


def once(entries: Sequence[TotalEntry]) -> list[TotalEntry]:
    """The entries without those that a later game repeats."""
    kept: dict[tuple[object, ...], TotalEntry] = {}
    for entry in entries:
        kept.setdefault((entry.number, entry.section, entry.direction, entry.standing.session), entry)
    return list(kept.values())


class Numbers:
    """Finds the numbers of an event's contestants."""

    def __init__(self, event: Event) -> None:
        self.section: dict[str, str] = {id: known.section for id, known in event.contestants.items() if known.section}
        for result in event.results:
            for id in (*result.seats.ns, *result.seats.ew):
                self.section.setdefault(id, result.section)
        several = event.form is not Form.TEAMS and len({result.section for result in event.results}) > 1
        self.restart = several and all(map(has_its_section, event.results))
        """Whether each section numbers its contestants from 1 again."""
        two = event.winners == 2 and event.form is Form.PAIRS
        self.directions = _directions(event) if two else {}
        sides = self.directions.items()
        self.shared = two and share_numbers(
            (id, side, self.section.get(id, ""), self._without(id)) for id, side in sides
        )
        """Whether each id has its direction behind it because N-S and E-W pairs share numbers."""

    def _without(self, id: str) -> str:
        return without_section(id, self.section.get(id, "")) if self.restart else id

    def listed(self, id: str) -> str:
        """The number in the list of contestants, beside section and direction."""
        number = self._without(id)
        return number.removesuffix(self.directions[id].value) if self.shared and id in self.directions else number

    def seated(self, id: str, side: Side) -> str:
        """The number at a table; who sits in the other direction than its own has that behind a shared number."""
        if self.shared and self.directions.get(id, side) is not side:
            return self._without(id)
        return self.listed(id)


def _directions(event: Event) -> dict[str, Side]:
    """Each contestant's own direction: as the event says, else where it sat most."""
    sat: dict[str, int] = {}
    for result in event.results:
        for side in Side:
            for id in result.seats[side]:
                sat[id] = sat.get(id, 0) + side.sign
    found = {id: Side.NS if count >= 0 else Side.EW for id, count in sat.items()}
    return found | {id: known.direction for id, known in event.contestants.items() if known.direction is not None}
