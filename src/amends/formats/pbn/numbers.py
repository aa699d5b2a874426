"""What a file calls a contestant: its id without the section and the direction that reading adds again."""

from __future__ import annotations

from amends.bridge import Side
from amends.event.contestant_id import without_section
from amends.event.event import Event, Form
from amends.formats.seating import has_its_section, share_numbers


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
        self.shared = two and self._share()

    def _share(self) -> bool:
        """Whether each id has its direction behind it because N-S and E-W pairs share numbers."""
        return share_numbers(
            (id, side, self.section.get(id, ""), self._without(id)) for id, side in self.directions.items()
        )

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
