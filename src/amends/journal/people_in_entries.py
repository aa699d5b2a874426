"""Where entries mention people: the fields that name somebody, and the names that stand in texts.

In the chain a field has a reference and a text has ⟦reference⟧; both lose their meaning with the person's record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from amends.event.case import Facts, PollTaken
from amends.event.ruling import Ruling
from amends.event.table_result import TableResult
from amends.journal.entries import (
    AppealDecided,
    AppealLodged,
    CarriedOver,
    CaseClosed,
    ContestantsEntered,
    FactsRecorded,
    Payload,
    PenaltyGiven,
    PenaltyWithdrawn,
    PollRecorded,
    PublishedStandings,
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
