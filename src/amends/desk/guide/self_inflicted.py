"""12C1(e): damage that the non-offending side did to itself: three facts, and the result expected with normal play."""

from __future__ import annotations

from dataclasses import replace

from amends.awards import Mixture
from amends.bridge import Side
from amends.desk.commands.own_damage import with_article
from amends.desk.guide.called import Called
from amends.desk.guide.questions import NO, YES, Choice, Kind, Question, Steps, ask, choose_yes, read_outcomes
from amends.desk.guide.result import Ready
from amends.event.case import OwnDamage
from amends.event.ruling import SelfInflictedDamage
from amends.laws.editions import self_inflicted_words

_EXAMPLES = (
    "for this class of player: a revoke, not taking the setting trick, a major penalty card usually are;"
    " an inferior line only if it is idiotic for the class"
)


def own_damage(called: Called, side: Side, damage: str) -> Steps[OwnDamage | None]:
    """The three facts; None where nobody says that the side did anything to itself."""
    words = self_inflicted_words(called.edition)
    question = _yes_or_no(
        called,
        "self-inflicted",
        f"Damage: {damage}. Did they do some of it to themselves?",
        f"by {with_article(words)}; three questions follow",
    )
    if not (yield from choose_yes(replace(question, default=NO))):
        return None
    noun = called.noun
    afterwards = yield from choose_yes(
        _yes_or_no(
            called,
            "own-afterwards",
            f"What {side.words} did: was it after the {noun}?",
            "a fact, yes or no: it has no weight",
        )
    )
    unrelated = yield from choose_yes(
        _yes_or_no(
            called,
            "own-unrelated",
            f"Was it unrelated to the {noun}?",
            "what follows from the wrong or unauthorised information is related, however odd; a gamble for two chances,"
            " the result or an adjustment, counts as unrelated",
        )
    )
    serious = yield from choose_yes(_yes_or_no(called, "own-serious", f"Was it {with_article(words)}?", _EXAMPLES))
    return OwnDamage(side, afterwards, unrelated, serious)


def _yes_or_no(called: Called, key: str, words: str, hint: str) -> Question:
    choices = (Choice(NO, "no"), Choice(YES, "yes"))
    return Question(key=key, kind=Kind.CHOICE, words=words, law=called.law("12C1(e)"), choices=choices, hint=hint)


def self_inflicted(called: Called, side: Side, without: Mixture, damage: str) -> Steps[Ready]:
    """Only what the infraction cost is given back."""
    question = Question(
        key="after",
        kind=Kind.OUTCOMES,
        words=f"What was to be expected after the {called.noun}, with normal play?",
        law=called.law("12C1(e)"),
        hint=f"at the table {called.at_the_table}; without the {called.noun} {without}; {damage}",
    )
    expected = yield from ask(question, read_outcomes)
    ruling = replace(called.ruling, self_inflicted=SelfInflictedDamage(side, without, expected))
    return (yield from called.ready(ruling, called.laws("12C1(e)")))
