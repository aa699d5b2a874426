"""Weights: likely outcomes in an editor, for both sides or for each, and what a side did to itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

from starlette.datastructures import QueryParams
from starlette.responses import Response

from amends import exact
from amends.accounts.accounts import Right
from amends.bridge import BySide, Outcome, Result, Side, Vulnerable
from amends.bridge.outcome import parse_outcome
from amends.desk.guide import Question
from amends.desk.guide.outcomes import GROUND, GROUNDS, OTHER_GROUND, SPLIT, TABLE, field_choices
from amends.event import TableResult
from amends.faults import Faults, Refusal
from amends.laws import law77
from amends.laws.editions import clause, self_inflicted_words
from amends.rulings.checks.disallowed import is_disallowed
from amends.rulings.polls.weights import Polled, Proposal
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import Page, hidden_boards, unplayed_page
from amends.web.screen import Screen
from amends.web.screens.ruling import weighing as keys
from amends.web.screens.ruling.effect import DraftEffect, outcome_figures, trial_effect
from amends.web.screens.ruling.frame import Work, address, held, kept_at, shown, work_of
from amends.web.screens.ruling.steps import BEING_SET, RulingStep, step_of
from amends.web.screens.ruling.weighing import (
    Weighing,
    kept_weighing,
    pressed_weighing,
    proposed_weighing,
    sent_weighing,
    weighing_kept,
)

screen = Screen()

BOTH, NS, EW, AFTER = "outcomes", "outcomes-ns", "outcomes-ew", "after"
EDITORS = (BOTH, NS, EW, AFTER)
MODE = f"{BEING_SET}mode"
PARTLY = "partly"
"""What kind of score: one for both sides, one for each ("split"), or 12C1(e) ("partly")."""
OWN = ("own-afterwards", "own-unrelated", "own-serious")
ROUTE = "legal-route "
UNIT = 300
"""A denominator that holds 1 %, a quarter, thirds and sixths."""


@dataclass(frozen=True, slots=True)
class WeightLine:
    """An outcome with its weight, what the poll says of it, and how far 84D lets it go, given the others."""

    outcome: Outcome
    weight: Fraction
    score: str
    struck: bool
    share: Fraction | None = None
    allowed: tuple[Fraction, Fraction] | None = None
    figures: BySide[Fraction | None] | None = None
    ruled: Fraction | None = None
    """In an appeal, its weight in the ruling."""

    @property
    def low(self) -> Fraction | None:
        """The least that it may have."""
        return self.allowed[0] if self.allowed else None

    @property
    def high(self) -> Fraction | None:
        """The most that it may have."""
        return self.allowed[1] if self.allowed else None


@dataclass(frozen=True, slots=True)
class Editor:
    """One editor of weights."""

    name: str
    title: str
    weighing: Weighing
    lines: tuple[WeightLine, ...]
    bounds: tuple[tuple[str, Fraction, Fraction], ...] = ()
    """In the order in which weights lean: an outcome, the least and the most that all up to it may have together."""
    unit: int = UNIT
    """The denominator of the weights while they are set."""


@screen.page("/e/{event}/drafts/{draft}/weights", Right.PROCESS)
def show(page: Page, draft: str) -> Response:
    """The editor with what is proposed, or with what was set."""
    work = work_of(page, kept_at(page, draft))
    if work.progress.asked(BOTH) is None:
        return page.go(address(page, work, work.progress.step))
    return _page(page, work, _state(work))


@screen.action("/e/{event}/drafts/{draft}/weights", Right.RULE)
def answer(page: Page, form: SentForm, draft: str) -> Response:
    """Take a press, or all of it."""
    work = work_of(page, held(page, form, draft))
    if work.progress.asked(BOTH) is None:
        return page.go(address(page, work, work.progress.step))
    do, notation = form.text("do"), page.visitor.look.notation
    mode, ground = form.text("mode"), form.text("ground")
    if do.startswith("mode:"):
        _, mode, ground = f"{do}:".split(":")[:3]
    try:
        found = {name: pressed_weighing(form, name, notation) for name in EDITORS}
    except Faults as trouble:
        return _page(page, work, _sent(form, work, mode), form, trouble)
    state = _whole(work, State(mode, {name: each for name, each in found.items() if each is not None}, ground))
    kept = {**work.answers, **state.kept, **_beside(form)}
    if do not in ("next", "effect"):
        return _page(page, work.with_answers(page.newest, kept).keep(page, form), state, form)
    try:
        told = {key: text for key, text in kept.items() if step_of(key) is not RulingStep.WEIGHTS} | state.answers(form)
        tried = work.with_answers(page.newest, told)
        if tried.progress.faults and tried.progress.step is RulingStep.WEIGHTS:
            raise Faults(tried.progress.faults)
    except Faults as trouble:
        if do == "effect":
            work.keep(page, form, kept)
            return Response(status_code=204)
        return _page(page, work, state, form, trouble)
    if do == "effect":
        work.keep(page, form, kept)
        return page.show("effect_bar.html", shown=trial_effect(page.desk, page.newest, tried.answers))
    tried.keep(page, form)
    step = tried.progress.step
    return page.go(page.to("drafts", draft, step.value) + ("#more" if step is RulingStep.WEIGHTS else ""))


# What is being set


@dataclass(frozen=True, slots=True)
class State:
    """The kind of score, and the weights in each editor."""

    mode: str
    editors: dict[str, Weighing]
    ground: str = ""
    """Why the sides have different scores, where they do."""

    @property
    def kept(self) -> dict[str, str]:
        """As a draft keeps it."""
        editors = {f"{BEING_SET}{name}": weighing_kept(each) for name, each in self.editors.items()}
        return {MODE: self.mode, f"{BEING_SET}{GROUND}": self.ground, **editors}

    def answers(self, form: SentForm) -> dict[str, str]:
        """As answers to the guide."""
        split = self.mode == SPLIT
        answers = {BOTH: SPLIT if split else self._award(BOTH)}
        if split:
            answers[GROUND] = self.ground or OTHER_GROUND
            for name in (NS, EW):
                answers[name] = TABLE if form.ticked(f"table {name}") else self._award(name)
        for name in form.names():
            if name.startswith(ROUTE) and form.text(name):
                answers[name] = form.text(name)
        if self.mode == PARTLY:
            answers["self-inflicted"] = "yes"
            answers |= {key: "yes" if form.ticked(key) else "no" for key in OWN}
            if all(answers[key] == "yes" for key in OWN):
                answers[AFTER] = self._award(AFTER)
        else:
            answers["self-inflicted"] = "no"
        return answers

    def _award(self, name: str) -> str:
        weighing = self.editors.get(name, Weighing())
        if not weighing.parts:
            raise Refusal(_("Choose at least one result."), _("Tap one under “Another result”.")).at(name)
        if not weighing.complete:
            total = exact.percentage(weighing.total)
            raise Refusal(_("The weights add up to %(total)s.", total=total), _("They must add up to 100%%.")).at(name)
        return weighing.answer


def _state(work: Work) -> State:
    """As the draft keeps it; else as it was answered; else as it is proposed."""
    question = work.progress.asked(BOTH)
    assert question is not None
    mode = work.answers.get(MODE) or ("" if question.default != SPLIT else SPLIT)
    if not work.answers.get(MODE) and work.answers.get(BOTH) == SPLIT:
        mode = SPLIT
    if not work.answers.get(MODE) and work.answers.get("self-inflicted") == "yes":
        mode = PARTLY
    editors = {name: _weighing(work, name, question) for name in EDITORS}
    ground = work.answers.get(f"{BEING_SET}{GROUND}", work.answers.get(GROUND, ""))
    return State(mode, editors, "" if ground == OTHER_GROUND else ground)


def _weighing(work: Work, name: str, question: Question) -> Weighing:
    kept = work.answers.get(f"{BEING_SET}{name}")
    if kept and (weighing := kept_weighing(kept)) is not None:
        return weighing
    found = proposed_weighing(work.answers.get(name, ""))
    if found is not None:
        return found
    if name in (NS, EW):
        side = Side.NS if name == NS else Side.EW
        proposed = _proposal(question.polled, side)
        award = str(proposed.award) if proposed and proposed.award else work.answers.get(BOTH, "")
        return proposed_weighing(award) or Weighing()
    if name == BOTH:
        return proposed_weighing(question.default) or Weighing()
    return Weighing()


def _whole(work: Work, state: State) -> State:
    """With the editors that the form did not have: as the draft keeps them, else as the one for both sides."""
    before = _state(work).editors
    both = state.editors.get(BOTH, before[BOTH])
    sides = {name: before[name] if before[name].parts else both for name in (NS, EW)}
    return State(state.mode, {**before, **sides, **state.editors}, state.ground)


def _sent(form: SentForm, work: Work, mode: str) -> State:
    """What the form had on it, where a press was refused; else what the draft keeps."""
    try:
        found = {name: sent_weighing(form, name) for name in EDITORS}
    except Faults:
        return _state(work)
    editors = {name: each for name, each in found.items() if each is not None}
    return _whole(work, State(mode, editors, form.text("ground")))


def _beside(form: SentForm) -> dict[str, str]:
    """What else the page has on it and keeps."""
    ticked = {f"{BEING_SET}{key}": "yes" if form.ticked(key) else "" for key in OWN if form.text("mode") == PARTLY}
    return ticked | {f"{BEING_SET}{name}": form.text(name) for name in form.names() if name.startswith(ROUTE)}


# The page


def _page(
    page: Page, work: Work, state: State, form: SentForm | None = None, trouble: Faults | None = None
) -> Response:
    if work.row.board in hidden_boards(page):
        return unplayed_page(page, work.row.board)
    opened, row = page.newest, work.row
    question = work.progress.asked(BOTH)
    assert question is not None
    edition = opened.event.regulation.edition
    effect = _trial(page, work, state, form)
    names = (NS, EW) if state.mode == SPLIT else (BOTH, AFTER) if state.mode == PARTLY else (BOTH,)
    editors = [_editor(page, work, name, state, question, effect) for name in names]
    vulnerable = opened.event.conditions(row.board, row)
    field = field_choices(opened.event, row, vulnerable)
    routes = {
        str(line.outcome): _route(work, form, str(line.outcome))
        for editor in editors
        for line in editor.lines
        if line.struck and line.weight
    }
    context: dict[str, Any] = {
        "question": question,
        "mode": state.mode,
        "ground": state.ground,
        "grounds": [(name, clause(law, edition)) for name, (law, _words) in GROUNDS.items()],
        "editors": editors,
        "shown": effect,
        "near": near_results(editors[0].weighing, row, question.struck),
        "field": field,
        "keypad": keys,
        "routes": routes,
        "own": {key: form.ticked(key) if form and form.text("mode") == PARTLY else _is_own(work, key) for key in OWN},
        "own_words": self_inflicted_words(edition),
        "keeps_table": {name: _keeps_table(work, form, name) for name in (NS, EW)},
        "laws": {number: clause(number, edition) for number in ("12C1(c)", "12C1(e)", "84D", "12C1(d)")},
        "most": opened.event.regulation.most_outcomes,
        "typed": form.text("typed") if form and form.text("do") != "add" and trouble else "",
        "faults": trouble.faults if trouble else (),
        "wrong": {fault.where.partition(",")[0] for fault in trouble.faults} if trouble else set(),
    }
    return shown(page, "weights.html", work, RulingStep.WEIGHTS, 422 if trouble else None, **context)


def _keeps_table(work: Work, form: SentForm | None, name: str) -> bool:
    return form.ticked(f"table {name}") if form else work.answers.get(name) == TABLE


def _route(work: Work, form: SentForm | None, outcome: str) -> str:
    key = f"{ROUTE}{outcome}"
    return form.text(key) if form else work.answers.get(f"{BEING_SET}{key}", "") or work.answers.get(key, "")


def _trial(page: Page, work: Work, state: State, form: SentForm | None) -> DraftEffect | None:
    """What it would do, where it is complete."""
    try:
        answers = state.answers(form) if form and form.text("mode") == state.mode else _as_answers(state, work)
    except Faults:
        return None
    told = {key: text for key, text in work.answers.items() if step_of(key) is not RulingStep.WEIGHTS}
    return trial_effect(page.desk, page.newest, told | answers)


def _as_answers(state: State, work: Work) -> dict[str, str]:
    ticked = [(key, "on") for key in OWN if _is_own(work, key)]
    routes = [(key, text) for key, text in work.answers.items() if key.startswith(ROUTE)]
    tables = [(f"table {name}", "on") for name in (NS, EW) if work.answers.get(name) == TABLE]
    return state.answers(SentForm(QueryParams([*ticked, *routes, *tables])))


def _is_own(work: Work, key: str) -> bool:
    """As it was answered; that it came after the infraction is proposed."""
    answers = [work.answers.get(key), work.answers.get(f"{BEING_SET}{key}")]
    return "yes" in answers or (key == OWN[0] and answers == [None, None])


_TITLES = {
    BOTH: _("Likely outcomes"),
    NS: _("Score for N-S"),
    EW: _("Score for E-W"),
    AFTER: _("Expected after it, with normal play"),
}


def _editor(page: Page, work: Work, name: str, state: State, question: Question, effect: DraftEffect | None) -> Editor:
    opened, row = page.newest, work.row
    weighing = state.editors.get(name, Weighing())
    side = Side.EW if name == EW else Side.NS
    proposal = _band_proposal(question.polled, side if name in (NS, EW) else None) if name != AFTER else None
    counts = name == BOTH and state.mode == ""
    outcomes = [outcome for _, outcome in weighing.parts]
    return editor_of(
        name,
        weighing,
        opened.event.conditions(row.board, row),
        proposal=proposal,
        struck=question.struck,
        figures=outcome_figures(opened, row, outcomes, weighing.parts, effect) if counts else [],
    )


def editor_of(
    name: str,
    weighing: Weighing,
    vulnerable: Vulnerable,
    *,
    proposal: Proposal | None = None,
    struck: Sequence[str] = (),
    figures: Sequence[BySide[Fraction | None]] = (),
    ruled: Weighing | None = None,
) -> Editor:
    """An editor with its lines; in an appeal, `ruled` has the weights of the ruling."""
    bounds = tuple(_bounds(proposal)) if proposal else ()
    allowed = dict(_allowed(weighing, bounds))
    shares = {str(step.outcome): step.polled.share for step in proposal.band} if proposal else {}
    given = {outcome: weight for weight, outcome in ruled.parts} if ruled else {}
    lines = tuple(
        WeightLine(
            outcome,
            weight,
            exact.signed(law77.points(outcome, vulnerable)),
            isinstance(outcome, Result) and is_disallowed(outcome, struck),
            shares.get(str(outcome)),
            allowed.get(str(outcome)),
            figures[place] if figures else None,
            given.get(outcome, Fraction(0)) if given else None,
        )
        for place, (weight, outcome) in enumerate(weighing.parts)
    )
    unit = lcm(UNIT, *(weight.denominator for weight, _ in weighing.parts))
    return Editor(name, _TITLES[name], weighing, lines, bounds, unit)


def _proposal(polled: Polled | None, side: Side) -> Proposal | None:
    return next((each for each in polled.proposals if each.side is side), None) if polled else None


def _band_proposal(polled: Polled | None, side: Side | None) -> Proposal | None:
    """The proposal whose band is drawn: that of the side, else of the non-offending one."""
    proposals = [each for each in (polled.proposals if polled else ()) if each.band and not each.judged]
    if side is not None:
        return next((each for each in proposals if each.side is side), None)
    return next((each for each in proposals if each.innocent), proposals[0] if proposals else None)


def _bounds(proposal: Proposal) -> Iterator[tuple[str, Fraction, Fraction]]:
    """The least and the most that each outcome and all better ones may have together (84D)."""
    for step in proposal.band:
        least = max(Fraction(0), step.share_so_far - (step.limit_so_far - step.share_so_far))
        yield str(step.outcome), least, step.limit_so_far


def _allowed(
    weighing: Weighing, bounds: tuple[tuple[str, Fraction, Fraction], ...]
) -> Iterator[tuple[str, tuple[Fraction, Fraction]]]:
    """How far each outcome may go, given the weights of the better ones; the last takes what is left."""
    weights = {str(outcome): weight for weight, outcome in weighing.parts}
    before = Fraction(0)
    for place, (outcome, least, most) in enumerate(bounds):
        if place == len(bounds) - 1 and place:
            _, under, over = bounds[place - 1]
            yield outcome, (max(Fraction(0), 1 - over), max(Fraction(0), 1 - under))
        else:
            yield outcome, (max(Fraction(0), least - before), max(Fraction(0), most - before))
        before += weights.get(outcome, Fraction(0))


def near_results(weighing: Weighing, row: TableResult, struck: Sequence[str]) -> list[tuple[str, bool]]:
    """Results that a director may want next: a trick more or fewer than those there, and that of the table."""
    found: dict[str, None] = {}
    there = {str(outcome) for _, outcome in weighing.parts}
    results = [outcome for _, outcome in weighing.parts if isinstance(outcome, Result)]
    plain = getattr(row.result, "plain", None)
    for result in results or ([plain] if isinstance(plain, Result) else []):
        for more in (-1, 0, 1):
            if 0 <= result.tricks + more <= 13:
                found[str(replace(result, tricks=result.tricks + more))] = None
    if isinstance(plain, Result):
        found[str(plain)] = None
    names = [name for name in found if name not in there][:6]
    return [(name, _is_struck(name, struck)) for name in names]


def _is_struck(name: str, struck: Sequence[str]) -> bool:
    outcome = parse_outcome(name)
    return isinstance(outcome, Result) and is_disallowed(outcome, struck)
