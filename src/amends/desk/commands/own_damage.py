"""12C1(e): the three facts about damage that a side did to itself, and how they are put on record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from amends.bridge import Side
from amends.desk.commands.cases import Report
from amends.event.case import Facts, Irregularity, OwnDamage, Statement
from amends.faults import refuse, refuse_in_words
from amends.journal.history import Case
from amends.laws.editions import clause, self_inflicted_words
from amends.wording.award_text import own_damage_words

QUESTIONS = {"after": "after the irregularity?", "unrelated": "unrelated to it?", "serious": "serious, or a gamble?"}
"""The facts by their names, in the order of `OwnDamage`."""

_ANSWERS = {"yes": True, "no": False}


def read_own_damage(side: Side, answers: Mapping[str, str]) -> OwnDamage:
    """The three facts about what a side did, from the answers to `QUESTIONS`."""
    for name, question in QUESTIONS.items():
        if answers.get(name, "").strip().lower() not in _ANSWERS:
            found = repr(answers[name]) if answers.get(name) else "no answer"
            raise refuse(f"{found} for {name!r} ({question})", "yes or no")
    return OwnDamage(side, *(_ANSWERS[answers[name].strip().lower()] for name in QUESTIONS))


def with_article(words: str) -> str:
    """Words with their article.

    >>> with_article("serious error"), with_article("irrational action")
    ('a serious error', 'an irrational action')
    """
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def noun_for(irregularities: Iterable[Irregularity]) -> str:
    """What the irregularities are called together: infraction, error, irregularity."""
    nouns = {each.noun for each in irregularities}
    return nouns.pop() if len(nouns) == 1 else "irregularity"


def why_not(own: OwnDamage, noun: str, edition: int) -> str:
    """Why the damage is not self-inflicted in the sense of 12C1(e), and what follows."""
    reasons = [
        words
        for fact, words in (
            (own.afterwards, f"it was not after the {noun}"),
            (own.unrelated, f"it was related to the {noun}"),
            (own.serious, f"it was not {with_article(self_inflicted_words(edition))}"),
        )
        if not fact
    ]
    return f"Not {clause('12C1(e)', edition)}: {', and '.join(reasons)}. {own.side.words} get full redress."


def refuse_unless_self_inflicted(own: OwnDamage, irregularities: Iterable[Irregularity], edition: int) -> None:
    """Refuse an award by 12C1(e) where one of the facts is no."""
    if not own.is_self_inflicted:
        raise refuse_in_words(why_not(own, noun_for(irregularities), edition))


def report_of_facts(facts: Facts, case: Case | None, edition: int) -> Report:
    """Facts for a case; once both sides have agreed its report, they stand beside it as statements."""
    if case is None or len(case.agreed) < len(Side) or facts == Facts():
        return Report(facts=facts)
    words = [f"Also {' and '.join(each.words for each in facts.further)}."] if facts.further else []
    words += [_statement(facts.own_damage, edition)] if facts.own_damage else []
    return Report(statements=tuple(map(Statement, words)))


def is_on_record(case: Case | None, side: Side, edition: int) -> bool:
    """Whether a case has the three facts of 12C1(e) about a side, all of them yes."""
    if case is None:
        return False
    own = OwnDamage(side, True, True, True)
    return case.facts.own_damage == own or any(
        statement.words == _statement(own, edition) for statement, _ in case.statements
    )


def _statement(own: OwnDamage, edition: int) -> str:
    return f"{clause('12C1(e)', edition)}: {own_damage_words(own, edition)}."
