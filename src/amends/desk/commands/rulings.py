"""Drafts of rulings and penalties: giving, replacing, withdrawing, undoing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from amends import clock
from amends.bridge import Side
from amends.desk.commands.cases import NOTHING_MORE, Report, free_number, next_in, open_case_at
from amends.desk.commands.corrections import late_law, late_words, period_ended
from amends.desk.commands.penalties import penalising
from amends.desk.confirm import Draft, Drafting
from amends.desk.desk import together
from amends.desk.open_event import OpenEvent
from amends.event import TableResult
from amends.event.case import Facts, Irregularity, OwnDamage, Statement
from amends.event.rows import bound_to, table_of
from amends.event.ruling import Penalty, Ruling
from amends.faults import Refusal
from amends.journal.codec import by_the_wall
from amends.journal.entries import CaseOpened, Payload, ResultCorrected, RulingGiven, RulingWithdrawn
from amends.journal.history import Case, GivenRuling, RulingState
from amends.laws.editions import clause, self_inflicted_words
from amends.rulings.time_limits import review_ends, ruling_published
from amends.wording.award_text import own_damage_words


@dataclass(frozen=True, slots=True)
class Proposed:
    """A ruling, its report, and penalties in the same case; a penalty stays a line of its own."""

    ruling: Ruling
    report: Report = NOTHING_MORE
    penalties: tuple[Penalty, ...] = ()

    def draft(self) -> Draft:
        """All of it in one confirmation."""
        return together([giving(self.ruling, self.report), *map(_in_the_same_case, self.penalties)])


def _in_the_same_case(penalty: Penalty) -> Draft:
    """The penalty in the case of the ruling that was given just before it."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        rulings = drafting.opened.history.rulings
        case = penalty.case or (rulings[-1].ruling.case if rulings else "")
        return penalising(replace(penalty, case=case))(drafting)

    return draft


QUESTIONS = {"after": "after the irregularity?", "unrelated": "unrelated to it?", "serious": "serious, or a gamble?"}
"""The facts by their names, in the order of `OwnDamage`."""

_ANSWERS = {"yes": True, "no": False}


def read_own_damage(side: Side, answers: Mapping[str, str]) -> OwnDamage:
    """The three facts about what a side did, from the answers to `QUESTIONS`."""
    for name, question in QUESTIONS.items():
        if answers.get(name, "").strip().lower() not in _ANSWERS:
            found = f"{answers[name]!r} is no answer" if answers.get(name) else "There is no answer"
            raise Refusal(f"{found} for {name!r} ({question})", "Please answer yes or no.")
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
        raise Refusal(why_not(own, noun_for(irregularities), edition))


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


def giving(ruling: Ruling, report: Report = NOTHING_MORE) -> Draft:
    """Give a ruling. One that replaces another stays in its case, one at a table with an open case joins that case;
    otherwise a case is opened for it.

    Its id, its time and its director are filled in where they are empty. The polls of its case are its polls, unless
    it brings its own. A ruling for which nobody asked before the correction period ended cites 79C2.
    """

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        row = table_of(ruling, opened.event.results)
        case = ruling.case or _case_of(ruling, row, opened)
        if not case:
            case = ruling.id if ruling.id and ruling.id not in opened.history.cases else free_number(opened)
            yield CaseOpened(case, ruling.board, bound_to(row), report.irregularity, report.called)
        yield from report.payloads(case)
        laws = ruling.laws
        if _is_late(replace(ruling, case=case), row, drafting, report) and (late := late_law(opened)) not in laws:
            laws = (*laws, late)
        yield RulingGiven(filled(replace(ruling, case=case, table=bound_to(row), laws=laws), drafting, report))

    return draft


def _is_late(ruling: Ruling, row: TableResult, drafting: Drafting, report: Report) -> bool:
    """Whether the period had ended when the ruling was asked for; of one that replaces another, that one's time."""
    opened = drafting.opened
    history, regulation = opened.history, opened.event.regulation
    if ruling.replaces:
        ends = review_ends(history, history.ruling(ruling.replaces), regulation)
        return ends is not None and drafting.at > ends
    case = history.cases.get(ruling.case)
    called = case.called if case else report.called
    opened_at = case.opened.at if case else drafting.at
    asked = min(opened_at, by_the_wall(called)) if called else opened_at
    return period_ended(row, opened, asked) is not None


def filled(ruling: Ruling, drafting: Drafting, report: Report = NOTHING_MORE) -> Ruling:
    """A ruling of a case with its id, director, time and polls, where they were left empty."""
    recorded = drafting.opened.history.cases.get(ruling.case)
    polls = (*(recorded.votes if recorded else ()), *(poll.counted for poll in report.polls))
    return replace(
        ruling,
        id=ruling.id or next_in(ruling.case, drafting.opened),
        poll=ruling.poll or polls,
        director=ruling.director or drafting.who,
        time=ruling.time or drafting.at,
    )


def _case_of(ruling: Ruling, row: TableResult, opened: OpenEvent) -> str:
    """The case of the ruling that this one replaces, or the open case about its table; "" where there is neither."""
    if ruling.replaces:
        return opened.history.ruling(ruling.replaces).ruling.case
    case = open_case_at(row, opened)
    return case.id if case else ""


def withdrawing(ruling: str, reason: str) -> Draft:
    """Take a ruling back; the table result counts again. After the time for review the reason says so (79C2)."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        given = _in_force(opened, ruling)
        if not reason.strip():
            raise Refusal("The reason is missing.", "Say why the ruling is withdrawn.")
        ends = review_ends(opened.history, given, opened.event.regulation)
        late = ends is not None and drafting.at > ends
        words = late_words(reason, opened) if late else reason
        yield RulingWithdrawn(ruling, words)
        yield from _before_claim(given, opened, words)

    return draft


def undoing(ruling: str) -> Draft:
    """Undo a ruling as if it had not been given: what it replaced is given again. Only until the next publication."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        given = _in_force(opened, ruling)
        published = ruling_published(opened.history, given)
        if published is not None:
            message = f"Ruling {ruling} was published at {clock.shown_time(published.made.at)} and cannot be undone."
            raise Refusal(message, "Withdraw or replace it, with a reason.")
        yield RulingWithdrawn(ruling, "undone")
        yield from _before_claim(given, opened, "undone")
        if replaced := _replaced(given.ruling, opened):
            earlier = opened.history.ruling(replaced).ruling
            id = next_in(earlier.case or earlier.id, opened)
            yield RulingGiven(replace(earlier, id=id, replaces=None))

    return draft


def _replaced(ruling: Ruling, opened: OpenEvent) -> str | None:
    """What a ruling replaced; of one that an undo gave again, what it had replaced when it was first given."""
    if ruling.replaces:
        return ruling.replaces
    earlier = (given.ruling for given in opened.history.rulings if given.state is RulingState.REPLACED)
    first = (each for each in earlier if each.replaces and replace(each, id=ruling.id, replaces=None) == ruling)
    return next((each.replaces for each in first), None)


def _before_claim(given: GivenRuling, opened: OpenEvent, reason: str) -> Iterable[Payload]:
    """The result that was entered before a claim, unless the result was corrected since."""
    row = table_of(given.ruling, opened.event.results)
    if given.claimed is not None and given.ruling.result is not None and row.result == given.claimed:
        yield ResultCorrected(replace(row, result=given.ruling.result), reason)


def may_undo(given: GivenRuling, opened: OpenEvent) -> bool:
    """Whether a ruling can be undone: it counts, nobody has appealed it, and nothing was published after it."""
    free = given.state.in_force and given.state is not RulingState.UNDER_APPEAL
    return free and ruling_published(opened.history, given) is None


def _in_force(opened: OpenEvent, id: str) -> GivenRuling:
    given = opened.history.ruling(id)
    if not given.state.in_force:
        now = f"Ruling {given.replaced_by} is in its place." if given.replaced_by else "It counts no more."
        raise Refusal(f"Ruling {id} is {given.state.value}.", now)
    return given
