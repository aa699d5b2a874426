"""People stand outside the chain: the journal knows a person by a salted reference, and a table says who it is.

Whoever is taken out of that table is gone for good: without its salt a reference says nothing, and the chain still
verifies. What a contestant calls itself is kept in the same way, for it may be a surname.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from amends.event.case import Explanation, Facts, PollAnswer, PollTaken, Statement
from amends.event.event import Contestant, Player, Substitute, TeamPair
from amends.event.ruling import CarryOver, Penalty, Ruling, VictoryPointAward
from amends.event.table_result import TableRecord, TableResult
from amends.journal import entries as kinds
from amends.journal.codec import canonical, plain
from amends.journal.entries import NOBODY, EnteredContestant, EnteredPair, Payload, Reference, rulings_in

Change = Callable[[str], str]
Value = TypeVar("Value")

_REFERENCE = re.compile("[0-9a-f]{64}")
_VEILED = re.compile("⟦([0-9a-f]{64})⟧")
REMOVED = "(name removed)"
"""What a text shows in place of somebody whose record is gone."""


def is_reference(text: str) -> bool:
    """Whether a text stands for a person."""
    return _REFERENCE.fullmatch(text) is not None


# Names in texts


def veiled(words: str, names: Mapping[str, str]) -> str:
    """A text with the full names of these people (name to reference) taken out.

    >>> veiled('Ann Ash hesitated; ash is a tree.', {'Ann Ash': 'a' * 64})
    '⟦aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa⟧ hesitated; ash is a tree.'
    """
    for name in sorted((name for name in names if " " in name.strip() and name in words), key=len, reverse=True):
        words = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"⟦{names[name]}⟧", words)
    return words


def unveiled(words: str, name: Change) -> str:
    """The text with its names again; `name` gives "" for whoever is unknown."""
    if "⟦" not in words:
        return words
    return _VEILED.sub(lambda found: name(found[1]) or REMOVED, words)


# People in payloads


NAME, TEXT, PART = "the name of a person", "a text that may mention people", "a value with such fields"

_FIELDS: Mapping[type, Mapping[str, str]] = {
    kinds.RegulationChosen: {"reason": TEXT},
    kinds.ResultsEntered: {"results": PART},
    kinds.ResultCorrected: {"result": PART, "reason": TEXT},
    kinds.ResultErased: {"reason": TEXT},
    kinds.FactsRecorded: {"facts": PART},
    kinds.StatementTaken: {"statement": PART},
    kinds.PollRecorded: {"poll": PART},
    kinds.CaseClosed: {"reason": TEXT},
    kinds.RulingGiven: {"ruling": PART},
    kinds.RulingsEntered: {"rulings": PART},
    kinds.RulingWithdrawn: {"reason": TEXT},
    kinds.AppealLodged: {"who": NAME, "grounds": TEXT, "deposit": TEXT, "late": TEXT},
    kinds.AppealDecided: {"ruling": PART, "reason": TEXT, "reviewers": NAME},
    kinds.PenaltyGiven: {"penalty": PART},
    kinds.PenaltyWithdrawn: {"reason": TEXT},
    kinds.CarriedOver: {"carry_overs": PART},
    kinds.VictoryPointsAwarded: {"award": PART},
    kinds.PublishedStandings: {"remark": TEXT},
    kinds.SubstitutesEntered: {"substitutes": PART},
    CarryOver: {"reason": TEXT},
    Explanation: {"words": TEXT, "agreement": TEXT},
    Facts: {"happened": TEXT, "explanations": PART, "play": TEXT, "methods": TEXT, "found": TEXT},
    Penalty: {"reason": TEXT},
    PollAnswer: {"who": NAME, "standard": TEXT},
    PollTaken: {"answers": PART, "question": TEXT},
    Ruling: {"director": NAME, "reason": TEXT, "legal_route": TEXT, "accept": TEXT},
    Statement: {"words": TEXT, "who": NAME},
    Substitute: {"name": NAME},
    TableRecord: {"players": NAME, "remark": TEXT},
    TableResult: {"record": PART},
    VictoryPointAward: {"reason": TEXT},
}
"""Where people stand in entries and in what is in them; contestants are entered by reference from the first."""


def changed(value: Value, who: Change, words: Change) -> Value:
    """A payload, or a value in one, with its people changed by `who` and its texts by `words`."""
    change = {NAME: who, TEXT: words, PART: lambda part: changed(part, who, words)}
    changes = {}
    for name, role in _FIELDS.get(type(value), {}).items():
        before = getattr(value, name)
        after = _each(before, change[role])
        if after != before:
            changes[name] = after
    return replace(value, **changes) if changes else value  # type: ignore[type-var]


def _each(part: Any, change: Callable[[Any], Any]) -> Any:
    """A field, or each of its values, changed; what is empty stays."""
    if isinstance(part, tuple):
        return tuple(change(each) if each else each for each in part)
    if isinstance(part, Mapping):
        return {key: change(each) for key, each in part.items()}
    return change(part) if part else part


# Whom an entry refers to


def references(payload: Payload) -> Iterator[str]:
    """The persons that a payload refers to, in its order, as often as it does; whatever stands in such a place."""
    if isinstance(payload, kinds.ContestantsEntered):
        for each in payload.contestants:
            players = (player for pair in each.pairs for player in pair.players)
            yield from filter(None, (each.name, *each.players, *players))
        return
    mentioned: list[str] = []

    def mention(who: str) -> str:
        mentioned.append(who)
        return who

    def mentions_in(words: str) -> str:
        mentioned.extend(_VEILED.findall(words))
        return words

    changed(payload, mention, mentions_in)
    directors = {ruling.director for ruling in rulings_in(payload)}
    yield from (who for who in mentioned if who not in directors or is_reference(who))


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
        return changed(result, self._who, self._veil())

    def payload(self, payload: Payload) -> Payload:
        """What an entry says, as it is entered: people by reference, and their names taken out of its texts."""
        [entered] = self.payloads([payload])
        return entered

    def payloads(self, payloads: Iterable[Payload]) -> list[Payload]:
        """What several entries say; whoever comes in with any of them may be named in the texts of all."""
        by_reference = [changed(payload, self._who, str) for payload in payloads]
        veil = self._veil()
        return [changed(payload, self._who, veil) for payload in by_reference]

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


def with_names(value: Value, people: People) -> Value:
    """A payload, or a value in one, with the names that are known."""
    names = _names(people)
    return changed(value, lambda who: name_of(who, people), lambda words: unveiled(words, names))


named_payload = with_names
"""What an entry says, with the names that are known."""


def name_of(who: str, people: People) -> str:
    """Who it is; an office ("the director", "amends") stands as it is, and whoever is unknown has no name."""
    if who in people:
        return people[who].name
    return "" if is_reference(who) else who


def _names(people: People) -> Callable[[str], str]:
    return lambda reference: people[reference].name if reference in people else ""
