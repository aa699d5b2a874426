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
from typing import TypeVar

from amends.event.case import Facts, PollTaken
from amends.event.event import Contestant, Player, TeamPair
from amends.event.ruling import CarryOver, Penalty, Ruling, VictoryPointAward
from amends.event.table_result import TableResult
from amends.journal.codec import canonical, plain
from amends.journal.entries import (
    NOBODY,
    AppealDecided,
    AppealLodged,
    CarriedOver,
    CaseClosed,
    ContestantsEntered,
    EnteredContestant,
    EnteredPair,
    FactsRecorded,
    Payload,
    PenaltyGiven,
    PenaltyWithdrawn,
    PollRecorded,
    PublishedStandings,
    Reference,
    RegulationChosen,
    ResultCorrected,
    ResultErased,
    ResultsEntered,
    RulingGiven,
    RulingsEntered,
    RulingWithdrawn,
    StatementTaken,
    VictoryPointsAwarded,
    rulings_in,
)

Change = Callable[[str], str]

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


def changed(payload: Payload, who: Change, words: Change) -> Payload:
    """A payload whose people and texts are changed; contestants are entered by reference from the first."""
    match payload:
        case RulingGiven(ruling=ruling):
            return RulingGiven(changed_ruling(ruling, who, words))
        case RulingsEntered(rulings=rulings):
            return RulingsEntered(tuple(changed_ruling(ruling, who, words) for ruling in rulings))
        case FactsRecorded(facts=facts):
            return replace(payload, facts=_facts(facts, words))
        case StatementTaken(statement=said):
            return replace(payload, statement=replace(said, words=words(said.words), who=_somebody(said.who, who)))
        case PollRecorded(poll=poll):
            return replace(payload, poll=_poll(poll, who, words))
        case AppealLodged():
            return replace(
                payload,
                who=_somebody(payload.who, who),
                grounds=words(payload.grounds),
                deposit=words(payload.deposit),
                late=words(payload.late),
            )
        case AppealDecided(ruling=ruling):
            return replace(
                payload,
                ruling=None if ruling is None else changed_ruling(ruling, who, words),
                reason=words(payload.reason),
                reviewers=tuple(_somebody(each, who) for each in payload.reviewers),
            )
        case PenaltyGiven(penalty=penalty):
            return replace(payload, penalty=replace(penalty, reason=words(penalty.reason)))
        case CarriedOver(carry_overs=carried):
            return CarriedOver(tuple(replace(each, reason=words(each.reason)) for each in carried))
        case VictoryPointsAwarded(award=award):
            return VictoryPointsAwarded(replace(award, reason=words(award.reason)))
        case ResultsEntered(results=results):
            return replace(payload, results=tuple(changed_result(result, who, words) for result in results))
        case ResultCorrected(result=result):
            return ResultCorrected(changed_result(result, who, words), words(payload.reason))
        case RegulationChosen() | ResultErased() | CaseClosed() | RulingWithdrawn() | PenaltyWithdrawn():
            return replace(payload, reason=words(payload.reason))
        case PublishedStandings():
            return replace(payload, remark=words(payload.remark))
        case _:
            return payload


def changed_ruling(ruling: Ruling, who: Change, words: Change) -> Ruling:
    """A ruling whose director and texts are changed."""
    return replace(
        ruling,
        director=_somebody(ruling.director, who),
        reason=words(ruling.reason),
        legal_route={route: words(why) for route, why in ruling.legal_route.items()},
        accept={clause: words(why) for clause, why in ruling.accept.items()},
    )


def changed_result(result: TableResult, who: Change, words: Change) -> TableResult:
    """A table result whose players and remark are changed."""
    record = result.record
    if record is None or not (record.players or record.remark):
        return result
    players = tuple(map(who, record.players))
    return replace(result, record=replace(record, players=players, remark=words(record.remark)))


def _somebody(name: str, who: Change) -> str:
    return who(name) if name else name


def _facts(facts: Facts, words: Change) -> Facts:
    return replace(
        facts,
        happened=words(facts.happened),
        explanations=tuple(
            replace(each, words=words(each.words), agreement=words(each.agreement)) for each in facts.explanations
        ),
        play=words(facts.play),
        methods=words(facts.methods),
        found=words(facts.found),
    )


def _poll(poll: PollTaken, who: Change, words: Change) -> PollTaken:
    answers = tuple(
        replace(answer, who=_somebody(answer.who, who), standard=words(answer.standard)) for answer in poll.answers
    )
    return replace(poll, question=words(poll.question), answers=answers)


# Whom an entry refers to


def references(payload: Payload) -> Iterator[str]:
    """The persons that a payload refers to, in its order, as often as it does; whatever stands in such a place."""
    match payload:
        case ContestantsEntered(contestants=contestants):
            for each in contestants:
                found = (each.name, *each.players, *(player for pair in each.pairs for player in pair.players))
                yield from filter(None, found)
        case ResultsEntered(results=results):
            for result in results:
                if result.record is not None:
                    yield from filter(None, (*result.record.players, *_VEILED.findall(result.record.remark)))
        case _:
            mentioned: list[str] = []
            changed(payload, _into(mentioned), _out_of_texts(mentioned))
            directors = {ruling.director for ruling in rulings_in(payload)}
            yield from (who for who in mentioned if who and (who not in directors or is_reference(who)))


def _into(found: list[str]) -> Change:
    def change(who: str) -> str:
        found.append(who)
        return who

    return change


def _out_of_texts(found: list[str]) -> Change:
    def change(words: str) -> str:
        found.extend(_VEILED.findall(words))
        return words

    return change


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
