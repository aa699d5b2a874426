"""What happened: the irregularity, the call in question, who was harmed; or that no result can be had."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.awards import Mixture
from amends.bridge import Side
from amends.desk.guide import LeftOpen, Question
from amends.desk.guide.artificial import BY_FAULT
from amends.desk.guide.called import MOST, SEVERAL, offered, side_words
from amends.desk.guide.in_question import call_in_question, played_contract
from amends.desk.guide.outcomes import disallowing
from amends.desk.guide.replay import CASE
from amends.event import Form
from amends.event.case import Irregularity
from amends.event.rows import ruled_by_directors
from amends.faults import Faults, Refusal
from amends.laws.editions import clause
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import Page, hidden_boards, unplayed_page
from amends.web.screen import Screen
from amends.web.screens.ruling.frame import CALL, Work, held, keep_answers, kept_at, shown, work_at, work_of
from amends.web.screens.ruling.steps import RulingStep, step_of
from amends.wording.award_text import ruling_award

screen = Screen()

FIRST = (
    Irregularity.UNAUTHORISED_INFORMATION,
    Irregularity.MISINFORMATION,
    Irregularity.CLAIM,
    Irregularity.REVOKE,
    Irregularity.UNPLAYABLE,
    Irregularity.DIRECTORS_ERROR,
    Irregularity.SLOW_PLAY,
    Irregularity.OTHER,
)
"""What happens most; the others are one fold away."""

TILES = {
    Irregularity.UNAUTHORISED_INFORMATION: _("Unauthorised information"),
    Irregularity.MISINFORMATION: _("Misinformation"),
    Irregularity.SLOW_PLAY: _("Slow play"),
    Irregularity.OTHER: _("Something else"),
    Irregularity.CLAIM: _("Claim or concession"),
    Irregularity.REVOKE: _("Revoke"),
    Irregularity.UNPLAYABLE: _("Cannot be played"),
    Irregularity.DIRECTORS_ERROR: _("Director's error"),
    Irregularity.EXTRANEOUS_INFORMATION: _("Information from elsewhere"),
    Irregularity.MISINFORMED_PLAY: _("Play on misinformation"),
    Irregularity.WRONG_BOARD: _("Wrong board or pairs"),
    Irregularity.FOULED_BOARD: _("Fouled board"),
    Irregularity.NOT_COMPARABLE: _("Cannot be compared"),
    Irregularity.FIELDED_PSYCHE: _("Fielded psyche"),
    Irregularity.WRONG_RECTIFICATION: _("Wrong rectification"),
}
"""What is on the tiles, mostly shorter than what is on the record."""

WITHOUT_RESULT = (Irregularity.UNPLAYABLE, Irregularity.WRONG_BOARD, Irregularity.FOULED_BOARD)
"""After these an artificial score is usual."""

_ON_THE_FORM = {"irregularity", "result", "infraction", "non-offending", "disallowed", "fault-ns", "fault-ew"}
"""The questions that have a place of their own on the page; any other of this step stands below them."""


# Before the first answer


@screen.page("/e/{event}/rule/facts", Right.RULE)
def first(page: Page) -> Response:
    """What happened at a table; nothing is stored yet."""
    if not page.asked(CASE) and not page.asked("table"):
        return page.go(page.to("rule", board=page.asked("board")))
    return _page(page, work_at(page.newest, _begun(page, page.asked(CASE), page.asked("table"))))


@screen.action("/e/{event}/rule/facts", Right.RULE)
def begin(page: Page, form: SentForm) -> Response:
    """The first answer: a draft begins."""
    return _taken(page, form, work_at(page.newest, _begun(page, form.text(CASE), form.text("table"))))


def _begun(page: Page, case: str, table: str) -> dict[str, str]:
    if case:
        return {CASE: case}
    row = next((each for each in page.newest.event.results if each.id == table), None)
    if row is None:
        raise Refusal(_("Please choose a board and a table first."))
    return {"board": str(row.board), "table": row.id}


# In a draft


@screen.page("/e/{event}/drafts/{draft}/facts", Right.PROCESS)
def show(page: Page, draft: str) -> Response:
    """What happened, as far as it was told."""
    return _page(page, work_of(page, kept_at(page, draft)))


@screen.action("/e/{event}/drafts/{draft}/facts", Right.RULE)
def answer(page: Page, form: SentForm, draft: str) -> Response:
    """Take what the page says happened."""
    return _taken(page, form, work_of(page, held(page, form, draft)))


def _taken(page: Page, form: SentForm, work: Work) -> Response:
    try:
        told = _told(page, form, work)
        later = {key: text for key, text in work.answers.items() if step_of(key) is not RulingStep.FACTS}
        tried = work.with_answers(page.newest, {**later, **told})
        if tried.progress.faults and tried.progress.step is RulingStep.FACTS:
            raise Faults(tried.progress.faults)
        _refuse_missing(tried.progress.question)
    except Faults as trouble:
        return _page(page, work, form, trouble)
    kept = keep_answers(page, form, work.kept, tried.answers)
    step = tried.progress.step
    if form.text("do") == "stands" and step in (RulingStep.POLL, RulingStep.WEIGHTS):
        step = RulingStep.CHECK
    return page.go(page.to("drafts", kept.id, step.value) + ("#more" if step is RulingStep.FACTS else ""))


def _refuse_missing(question: Question | None) -> None:
    """Refuse a form that leaves out what the page asks for: leading back to the same page would say nothing."""
    match question.key if question is not None else "":
        case "non-offending":
            raise Refusal(_("Tap the call in question, or choose who was harmed.")).at("non-offending")
        case "result":
            raise Refusal(_("Please say whether there is a result, or one can be foreseen.")).at("result")
        case "fault-ns" | "fault-ew":
            raise Refusal(_("Please say how far each side was at fault.")).at("result")


def _told(page: Page, form: SentForm, work: Work) -> dict[str, str]:
    """The answers that a form gives."""
    answers: dict[str, str] = {}
    if ruled_by_directors(page.newest.event.results, page.newest.event.rulings).get(work.row.id):
        answers["replace"] = "yes"
    kinds = form.texts("irregularity")
    if not kinds:
        raise Refusal(_("Please choose what happened.")).at("irregularity")
    also = [kind for kind in form.texts("also") if kind not in kinds][: MOST - 1]
    answers["irregularity"] = SEVERAL if also else kinds[0]
    if also:
        answers |= {f"irregularity-{n}": kind for n, kind in enumerate((kinds[0], *also), 1)}
        if len(also) + 1 < MOST:
            answers[f"irregularity-{len(also) + 2}"] = "no"
    happened = [kind for kind in (kinds[0], *also) if kind in list(Irregularity)]
    answers |= _result(form, work, [Irregularity(kind) for kind in happened])
    answers |= _call(form, work, [Irregularity(kind) for kind in happened])
    for question, _words in _more(work):  # whatever else is sent was not asked
        if form.ticked(f"answer {question.key}"):
            answers[question.key] = form.text(f"answer {question.key}")
    return answers


def _result(form: SentForm, work: Work, happened: list[Irregularity]) -> dict[str, str]:
    played = isinstance(work.row.result, Mixture)
    if form.text("do") == "stands":
        if not played:
            raise Refusal(_("There is no result that could stand."), _("Say whether one can be foreseen.")).at("result")
        return {"result": "played", "infraction": "no"}
    unplayable = bool(happened) and happened[0] in WITHOUT_RESULT
    result = form.text("result") if not played or unplayable else "played"
    result = result or ("cannot" if unplayable else "")
    faults = {key: found for key in ("fault-ns", "fault-ew") if (found := form.text(key))}
    return {key: value for key, value in {"result": result, "infraction": "yes", **faults}.items() if value}


def _call(form: SentForm, work: Work, happened: list[Irregularity]) -> dict[str, str]:
    """The call in question, the contract that came from it, and who was harmed: proposed from the call."""
    answers: dict[str, str] = {}
    question = call_in_question(work.auction, form.text("call")) if disallowing(happened) else None
    if question is not None:
        answers[CALL] = str(question.place)
        answers["disallowed"] = question.disallowed(work.row)
    elif disallowing(happened):
        struck = [*form.texts("struck"), *(each.strip() for each in form.text("other-call").split(",") if each.strip())]
        answers["disallowed"] = ", ".join(struck)
    sides = form.text("non-offending")
    if not sides and question is not None:
        sides = question.harmed.value.lower()
    if not sides and len(answers.get("disallowed", "").split()) == 2:
        declarer = answers["disallowed"].split()[1]
        sides = "ew" if declarer in ("N", "S") else "ns"
    if sides:
        answers["non-offending"] = sides
    return answers


# The page


def _page(page: Page, work: Work, form: SentForm | None = None, trouble: Faults | None = None) -> Response:
    event, progress = page.newest.event, work.progress
    if work.row.board in hidden_boards(page):
        return unplayed_page(page, work.row.board)
    earlier = ruled_by_directors(event.results, event.rulings).get(work.row.id)
    edition = event.regulation.edition
    kinds = offered(event)
    chosen = form.text("irregularity") if form else progress.answer("irregularity")
    if chosen == SEVERAL:
        chosen = progress.answer("irregularity-1")
    if not chosen and work.case is not None:
        chosen = work.case.irregularity.value
    played = isinstance(work.row.result, Mixture)
    context: dict[str, Any] = {
        "first": [each for each in FIRST if each in kinds],
        "others": [each for each in kinds if each not in FIRST],
        "chosen": chosen,
        "tile_words": TILES,
        "also": form.texts("also") if form else [each.value for each in progress.irregularities[1:]],
        "law_of": {each: clause(each.law, edition) if each.law else "" for each in kinds},
        "told": _Told(form, work.answers),
        "played": played,
        "contracts": [contract] if (contract := played_contract(work.row)) else [],
        "sides": [(side.value.lower(), side_words(event, work.row, side)) for side in Side],
        "by_fault": BY_FAULT,
        "earlier": earlier,
        "earlier_award": ruling_award(earlier, edition) if earlier else "",
        "open_end": progress.end if isinstance(progress.end, LeftOpen) else None,
        "more": list(_more(work)) if work.kept else [],
        "law_16": clause("16B", edition),
        "law_artificial": clause("12C2(a)", edition),
        "is_teams": event.form is Form.TEAMS,
        "faults": trouble.faults if trouble else (),
        "wrong": {fault.where.partition(",")[0] for fault in trouble.faults} if trouble else set(),
    }
    return shown(page, "facts.html", work, RulingStep.FACTS, 422 if trouble else None, **context)


class _Told:
    """What the fields show: what was sent, else what was answered."""

    def __init__(self, form: SentForm | None, answers: Mapping[str, str]) -> None:
        self._form, self._answers = form, answers

    def __call__(self, name: str, key: str = "") -> str:
        return self._form.text(name) if self._form else self._answers.get(key or name, "")


def _more(work: Work) -> Iterator[tuple[Question, str]]:
    """Further questions of this step that were answered, or are asked now."""
    for question, answer in work.progress.answered:
        if step_of(question.key) is RulingStep.FACTS and _is_further(question.key):
            yield question, answer
    asked = work.progress.question
    if asked is not None and step_of(asked.key) is RulingStep.FACTS and _is_further(asked.key):
        yield asked, work.answers.get(asked.key, asked.default)


def _is_further(key: str) -> bool:
    return key not in _ON_THE_FORM and key != "replace" and not key.startswith("irregularity")
