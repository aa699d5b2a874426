"""What contestants are called in a file that is written, and where their list stands."""

from __future__ import annotations

from collections.abc import Iterable

from amends.event import Event
from amends.event.contestant_id import in_section, without_section
from amends.event.event import Contestant
from amends.formats.usebio.layout import Place
from amends.scoring.standings import natural


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
