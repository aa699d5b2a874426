"""The list of contestants as it is written: each with its place and total, and its players."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from amends.event import Event, Form
from amends.event.contestant_id import in_section, without_section
from amends.event.event import Contestant, Player
from amends.formats.usebio.elements import Xml
from amends.formats.usebio.header import Place
from amends.formats.usebio.write_lines import figure
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Standing, Standings, natural


class Lists:
    """Writes contestants."""

    def __init__(self, xml: Xml, form: Form, numbers: Numbers, standings: Standings) -> None:
        self._xml = xml
        self._form = form
        self._numbers = numbers
        self._scored = standings
        self._standings: dict[str, tuple[str, Standing]] = {
            standing.contestant: (name, standing) for name, entries in standings.lists.items() for standing in entries
        }

    @property
    def boards(self) -> int:
        """The most boards that anybody played."""
        return max((standing.boards for _, standing in self._standings.values()), default=0)

    def write(self, listed: Iterable[Contestant]) -> None:
        """A list."""
        with self._xml.within("PARTICIPANTS"):
            for known in listed:
                self._contestant(known)

    def _contestant(self, known: Contestant) -> None:
        number = self._numbers.in_list(known)
        players = known.players or ((Player(known.name),) if known.name else ())
        if self._form is Form.TEAMS:
            self._team(known, number)
        elif self._form is Form.INDIVIDUAL:
            with self._xml.within("PLAYER"):
                self._xml.text("PLAYER_NUMBER", number)
                for player in players[:1]:
                    self._player(player)
                self._standing(known)
        else:
            with self._xml.within("PAIR"):
                self._xml.text("PAIR_NUMBER", number)
                self._standing(known)
                self._players(players)

    def _team(self, known: Contestant, number: str) -> None:
        with self._xml.within("TEAM", TEAM_ID=number, TEAM_NAME=known.name):
            self._standing(known)
            for pair in known.pairs:
                with self._xml.within("PAIR"):
                    self._xml.text("PAIR_NUMBER", pair.number)
                    self._players(pair.players)
            self._players(known.players)

    def _standing(self, known: Contestant) -> None:
        if known.id not in self._standings:
            self._xml.text("DIRECTION", known.direction.value if known.direction else "")
            return
        name, standing = self._standings[known.id]
        moved = self._moved(standing)
        self._xml.texts(
            DIRECTION=name,
            BOARDS_PLAYED=standing.boards,
            PERCENTAGE="" if standing.percent is None else figure(standing.percent),
            TOTAL_SCORE="" if standing.total is None else figure(standing.total),
            PLACE=standing.place,
            ADJUSTMENT=figure(moved) if moved else "",
        )

    def _moved(self, standing: Standing) -> Fraction:
        """What the total has beyond the lines or matches: carry-over and penalties."""
        if isinstance(self._scored, TeamsStandings) and self._scored.event.knockout and standing.total is not None:
            # Two totals are views of one margin: what the opponents brought along is in it too.
            matches = (points for _, points in self._scored.points_on_the_boards(standing.contestant))
            return standing.total - sum(matches, Fraction(0))
        return standing.carried - standing.penalty

    def _players(self, players: Iterable[Player]) -> None:
        for player in players:
            with self._xml.within("PLAYER"):
                self._player(player)

    def _player(self, player: Player) -> None:
        self._xml.texts(
            PLAYER_NAME=player.name,
            CLUB_ID_NUMBER=player.club_id,
            NATIONAL_ID_NUMBER=player.national_id,
        )


class Numbers:
    """The places of an event, and its contestants with their numbers.

    `by_section`: the ids begin with their sections, which stand about the lines and are left out of the numbers.
    """

    def __init__(self, event: Event) -> None:
        tables = [Place(result.session, result.section) for result in event.results]
        dealt = [Place(deal.session, deal.section) for deal in event.deals if deal.session or deal.section]
        self.places = list(dict.fromkeys((*tables, *dealt)))
        self.sessions: dict[str, list[Place]] = {}
        for place in self.places:
            self.sessions.setdefault(place.session, []).append(place)
        self.sections = list(dict.fromkeys(place.section for place in self.places if place.section))
        self.contestants = _contestants(event)
        self.by_section = len({result.section for result in event.results}) > 1 and all(
            known.section and _is_in(known.id, known.section) for known in self.contestants.values()
        )
        # One list for the event where it has several sessions or numbers for all sections, else one in each section.
        nested = len(self.sessions) < 2 and (self.by_section or len(self.places) == 1)
        self.lists = self.places if nested else [Place()]
        self._everybody = sorted(self.contestants.values(), key=lambda known: natural(known.id))
        self._by_section: dict[str, list[Contestant]] = {}
        for known in self._everybody:
            self._by_section.setdefault(known.section, []).append(known)

    def listed(self, place: Place) -> list[Contestant]:
        """The contestants of the list that stands at a place."""
        return self._everybody if len(self.lists) == 1 else self._by_section.get(place.section, [])

    def in_list(self, known: Contestant) -> str:
        """A number as a list has it: with its section, where the list is that of all."""
        number = self.at_table(known.id, known.section)
        return f"({known.section}) {number}" if self.by_section and len(self.lists) == 1 else number

    def at_table(self, id: str, section: str) -> str:
        """A number as the lines of a section have it."""
        return without_section(id, section) if self.by_section else id


def _is_in(id: str, section: str) -> bool:
    return without_section(id, section) != id and in_section(section, without_section(id, section)) == id


def _contestants(event: Event) -> dict[str, Contestant]:
    """Everybody: those the event knows, and those who only sat at tables."""
    seated: Iterable[str] = (seat for result in event.results for seats in result.seats for seat in seats)
    return {**{seat: Contestant(seat) for seat in seated}, **event.contestants}
