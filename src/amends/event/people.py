"""People stand outside the chain: the journal knows a person by a salted reference, and a table says who it is.

Whoever is taken out of that table is gone for good: without its salt a reference says nothing, and the chain still
verifies. What a contestant calls itself is kept in the same way, for it may be a surname.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from amends.event.board import TableResult
from amends.event.entries import (
    NOBODY,
    ContestantsEntered,
    EnteredContestant,
    EnteredPair,
    Payload,
    Reference,
    ResultCorrected,
    ResultsEntered,
)
from amends.event.event import Contestant, Player, TeamPair
from amends.event.plain import canonical, plain

Salts = Callable[[], str]
"""Where salts come from: each call gives 32 digits of base 16."""


def new_salt() -> str:
    """A salt that nobody can guess."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Person:
    """A person as the table of people has it, with the salt of its reference."""

    salt: str
    name: str = ""
    national_id: str = ""
    club_id: str = ""

    @property
    def reference(self) -> Reference:
        """SHA-256 of the record's canonical JSON, the salt included."""
        return Reference(hashlib.sha256(canonical(plain(self))).hexdigest())

    @property
    def player(self) -> Player:
        """The person without its salt."""
        return Player(self.name, self.national_id, self.club_id)


People = Mapping[str, Person]
"""Persons by their reference."""


class Register:
    """Gives each person one reference; `people` are those it has named, `known` those that were named before."""

    def __init__(self, salts: Salts = new_salt, known: People | None = None) -> None:
        self.people: dict[str, Person] = {}
        self._salts = salts
        self._references = {person.player: Reference(reference) for reference, person in (known or {}).items()}

    def reference(self, player: Player) -> Reference:
        """The reference of a player; of one about whom nothing is known, none."""
        if player == Player():
            return NOBODY
        if player not in self._references:
            person = Person(self._salts(), player.name, player.national_id, player.club_id)
            self._references[player] = person.reference
            self.people[person.reference] = person
        return self._references[player]

    def contestant(self, contestant: Contestant) -> EnteredContestant:
        """A contestant as it is entered: without names."""
        return EnteredContestant(
            contestant.id,
            self.reference(Player(contestant.name)),
            contestant.section,
            contestant.direction,
            tuple(map(self.reference, contestant.players)),
            tuple(EnteredPair(pair.number, tuple(map(self.reference, pair.players))) for pair in contestant.pairs),
        )

    def result(self, result: TableResult) -> TableResult:
        """A table result as it is entered: those who sat there by reference."""
        return _with_players(result, lambda name: self.reference(Player(name)))


def named(entered: EnteredContestant, people: People) -> Contestant:
    """A contestant with the names that are known."""

    def players(references: Iterable[Reference]) -> tuple[Player, ...]:
        return tuple(people[each].player if each in people else Player() for each in references)

    return Contestant(
        entered.id,
        people[entered.name].name if entered.name in people else "",
        entered.section,
        entered.direction,
        players(entered.players),
        tuple(TeamPair(pair.number, players(pair.players)) for pair in entered.pairs),
    )


def named_result(result: TableResult, people: People) -> TableResult:
    """A table result with the names that are known of those who sat there."""
    return _with_players(result, lambda reference: people[reference].name if reference in people else "")


def _with_players(result: TableResult, change: Callable[[str], str]) -> TableResult:
    record = result.record
    if record is None or not record.players:
        return result
    return replace(result, record=replace(record, players=tuple(map(change, record.players))))


def references(payload: Payload) -> Iterator[str]:
    """The persons that an entry refers to, in its order, as often as it does."""
    match payload:
        case ContestantsEntered(contestants=contestants):
            for each in contestants:
                found = (each.name, *each.players, *(player for pair in each.pairs for player in pair.players))
                yield from filter(None, found)
        case ResultsEntered(results=results):
            for result in results:
                yield from _at_table(result)
        case ResultCorrected(result=result):
            yield from _at_table(result)
        case _:
            pass


def _at_table(result: TableResult) -> Iterator[str]:
    if result.record is not None:
        yield from filter(None, result.record.players)
