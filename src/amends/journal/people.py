"""People stand outside the chain: the journal knows a person by a salted reference, and a table says who it is.

Whoever is taken out of that table is gone for good: without its salt a reference says nothing, and the chain still
verifies. What a contestant calls itself is kept in the same way, for it may be a surname.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from amends.event.event import Contestant, Player, TeamPair
from amends.event.ruling import CarryOver, Penalty, Ruling, VictoryPointAward
from amends.event.table_result import TableResult
from amends.journal.codec.encode import canonical, plain
from amends.journal.entries import NOBODY, EnteredContestant, EnteredPair, Payload, Reference
from amends.journal.people_in_entries import changed, changed_result, changed_ruling, is_reference, unveiled, veiled

Given = TypeVar("Given", Penalty, CarryOver, VictoryPointAward)

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
        return changed_result(result, self._who, self._veil())

    def payload(self, payload: Payload) -> Payload:
        """What an entry says, as it is entered: people by reference, and their names taken out of its texts."""
        [entered] = self.payloads([payload])
        return entered

    def payloads(self, payloads: Iterable[Payload]) -> list[Payload]:
        """What several entries say; whoever comes in with any of them may be named in the texts of all."""
        said = list(payloads)
        for payload in said:
            changed(payload, self._who, lambda words: words)
        veil = self._veil()
        return [changed(payload, self._who, veil) for payload in said]

    def _veil(self) -> Callable[[str], str]:
        """Takes the names that are known by now out of a text."""
        names = {player.name: reference for player, reference in self._references.items() if player.name}
        return lambda words: veiled(words, names)

    def _who(self, name: str) -> str:
        """The reference of a name; one that is a reference already stays."""
        return name if is_reference(name) else self.reference(Player(name))


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
    """A table result with the names that are known."""
    names = _names(people)
    return changed_result(result, names, lambda words: unveiled(words, names))


def named_ruling(ruling: Ruling, people: People) -> Ruling:
    """A ruling with the names that are known."""
    return changed_ruling(ruling, lambda who: name_of(who, people), lambda words: unveiled(words, _names(people)))


def with_names(given: Given, people: People) -> Given:
    """A penalty, a carry-over or an award with the names in its reason."""
    return replace(given, reason=unveiled(given.reason, _names(people)))


def named_payload(payload: Payload, people: People) -> Payload:
    """What an entry says, with the names that are known."""
    return changed(payload, lambda who: name_of(who, people), lambda words: unveiled(words, _names(people)))


def name_of(who: str, people: People) -> str:
    """Who it is; an office ("the director", "amends") stands as it is, and whoever is unknown has no name."""
    if who in people:
        return people[who].name
    return "" if is_reference(who) else who


def _names(people: People) -> Callable[[str], str]:
    return lambda reference: people[reference].name if reference in people else ""
