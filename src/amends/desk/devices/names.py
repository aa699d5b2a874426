"""Names that players have entered at their table: they fill places whose name nobody at the desk has entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from amends.desk.commands.contestants import naming, with_own_players
from amends.desk.confirm import Draft
from amends.desk.devices.sections import AUTHOR, SEATS, at_table
from amends.desk.open_event import OpenEvent
from amends.devices.messages import DeviceSeat
from amends.event import Contestant, Player
from amends.faults import Faults
from amends.journal.chain import people_of
from amends.journal.entries import ContestantsEntered


@dataclass
class TakenNames:
    """What seats come to: contestants with other players, and lines for people."""

    contestants: dict[str, Contestant] = field(default_factory=dict)
    lines: list[tuple[DeviceSeat, str]] = field(default_factory=list)
    refused: list[tuple[DeviceSeat, str]] = field(default_factory=list)
    waiting: list[DeviceSeat] = field(default_factory=list)
    """Seats of which it is not known yet who has them."""

    @property
    def draft(self) -> Draft:
        """Enters the names."""
        return naming(list(self.contestants.values()))


def take_names(opened: OpenEvent, seats: Sequence[DeviceSeat], names: Mapping[str, str]) -> TakenNames:
    """The names of those who sit in the first round; `names` are those of players by their numbers."""
    taken, event = TakenNames(), opened.event
    by_devices = _named_by_devices(opened)
    for message in seats:
        name = message.name or names.get(message.number, "")
        where = f"table {message.place.section}{message.place.table}, {message.seat.name.title()}"
        if message.number and not name:
            taken.refused.append((message, f"{where}: nobody is known by the number that was entered"))
            continue
        if message.place.round != 1:
            continue
        try:
            rows = at_table(event, message.place)
        except Faults as trouble:
            taken.refused.append((message, f"{where}: {trouble}"))
            continue
        side, place = SEATS[message.seat]
        if not rows or not rows[0].seats[side]:
            taken.waiting.append(message)
            continue
        id = rows[0].seats[side][0]
        pair = taken.contestants.get(id) or with_own_players(event.contestants.get(id) or Contestant(id))
        players = [*pair.players, *[Player()] * (2 - len(pair.players))]
        before = players[place].name
        if before == name:
            continue
        if (before or (pair.name and not pair.players)) and id not in by_devices:
            words = f"{where}: the name that was entered at the desk for pair {id} stays"
            taken.refused.append((message, words))
            continue
        players[place] = Player(name)
        taken.contestants[id] = replace(pair, name="", players=tuple(players))
        taken.lines.append((message, f"{where}: {name or 'nobody'} (pair {id})"))
    return taken


def _named_by_devices(opened: OpenEvent) -> set[str]:
    """The contestants whose last entry came from the devices."""
    people = people_of(opened.entries)
    found: set[str] = set()
    for entry in opened.entries:
        if isinstance(entry.payload, ContestantsEntered):
            ids = {each.id for each in entry.payload.contestants}
            person = people.get(entry.author)
            found = found | ids if person is not None and person.name == AUTHOR else found - ids
    return found
