"""A form that is sent twice is entered once: the second time it is answered as the first time."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress

from starlette.responses import Response

from amends.desk.desk import DraftChanged, FirstAnswer, FormOnce, SentBefore
from amends.desk.event_cache import SHORT
from amends.faults import Faults, Refusal
from amends.journal import entries as kinds
from amends.journal.entries import Payload
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import Page
from amends.web.security.addresses import path_part

FIELD = "token"
LONGEST = 80
ANSWER_SECONDS = 1.0
"""So long a copy of a form waits for the answer to the first one, where another process has entered it."""
_LOOK_SECONDS, _SELDOM_SECONDS = 0.02, 0.1
_BESIDE = ("csrf", FIELD)
"""Fields that do not count."""


def once(page: Page, form: SentForm, does: Callable[[], Response]) -> Response:
    """Do what a form asks for, unless that was done when it was first sent.

    Once an entry is made, the answer is that of an entry, whatever goes wrong behind it.
    """
    sent = page.form = form_once(form, page.server.sessions.digest_key)
    if not sent.token or page.visitor.account is None:  # a stranger could let the forms of others wait
        return _once(page, sent, does)
    with page.server.forms.holding(sent.token):
        return _once(page, sent, does)


def _once(page: Page, sent: FormOnce, does: Callable[[], Response]) -> Response:
    store = page.server.desk.store
    if sent.token and (first := store.first_answer(sent)) is not None:
        return _as_first(page, sent, first)
    try:
        answer = does()
    except SentBefore as before:  # at the same moment, in another process
        return _as_first(page, sent, before.first)
    except Exception as trouble:
        if not sent.seq:
            if (first := _awaited_entry(page, sent, trouble)) is not None:
                return _as_first(page, sent, first)
            _forget_refused(page, sent)
            raise
        if not isinstance(trouble, Faults):
            logging.getLogger(__name__).exception("after entry %s was made", sent.seq)
        return page.go(_address(page, sent.event, sent.seq))
    if (first := entered_meanwhile(page, sent)) is not None:
        return _as_first(page, sent, first)
    if answer.status_code != 303:
        if answer.status_code >= 400:
            _forget_refused(page, sent)
        return answer
    if sent.token and sent.wrote:
        with suppress(Faults):  # without it, who sends the form again is led to its entry
            store.keep_answer(sent, answer.headers["location"])
    return answer


def entered_meanwhile(page: Page, sent: FormOnce) -> FirstAnswer | None:
    """What became of the same form at another process, where this copy has written nothing: it came too late."""
    if not sent.token or sent.wrote:
        return None
    with suppress(Faults):
        first = page.server.desk.store.first_answer(sent)
        return first if first is not None and first.same else None
    return None


def _awaited_entry(page: Page, sent: FormOnce, trouble: Exception) -> FirstAnswer | None:
    """The same for a copy that was refused; where a draft has changed, the first form may be about to be entered."""
    found, end = entered_meanwhile(page, sent), time.monotonic() + ANSWER_SECONDS
    may_come = isinstance(trouble, DraftChanged) and page.server.desk.store.is_shared and sent.token
    while found is None and may_come and time.monotonic() < end:
        time.sleep(_SELDOM_SECONDS)
        found = entered_meanwhile(page, sent)
    return found


def _forget_refused(page: Page, sent: FormOnce) -> None:
    """Let a form that was refused, and has made no entry, be refused again: its copy must not be led on as if done."""
    if sent.token and sent.wrote and not sent.seq:
        with suppress(Faults):
            page.server.desk.store.forget_form(sent)


def form_once(form: SentForm, key: bytes) -> FormOnce:
    """The token of a form and what stands for its fields: under a key, as one of them may be a secret."""
    token = form.text(FIELD)
    if not token or len(token) > LONGEST:
        return FormOnce()
    return FormOnce(token, form.digest(_BESIDE, key))


def _as_first(page: Page, sent: FormOnce, first: FirstAnswer) -> Response:
    if not first.same:
        remedy = _("To enter something else, open its page again from the menu, and fill in the new form.")
        raise Refusal(_("This form was sent before, and entered as entry %(seq)s.", seq=first.seq), remedy)
    return page.go(awaited_answer(page, sent, first) or _address(page, first.event, first.seq))


def awaited_answer(page: Page, sent: FormOnce, first: FirstAnswer) -> str:
    """The answer to a form that was sent before; another process may be about to give it. "" where it was lost."""
    store, end = page.server.desk.store, time.monotonic() + ANSWER_SECONDS
    while not first.answer and store.is_shared and time.monotonic() < end:
        time.sleep(_LOOK_SECONDS)
        first = store.first_answer(sent) or first
    return first.answer


def _address(page: Page, key: str, seq: int) -> str:
    """Where an entry of an event is shown; the event, or all events, where a form made none."""
    if not key:
        return "/"
    home = f"/e/{key[:SHORT]}"
    if not seq:
        return home
    with suppress(Exception):  # an answer there must be, even about an event that can be opened no more
        entry = page.server.shelf.open(key).entries[seq - 1]
        return "/".join([home, *map(path_part, _place(entry.payload, seq))])
    return home


def _place(payload: Payload, seq: int) -> tuple[object, ...]:
    match payload:
        case kinds.RulingGiven(ruling=ruling):
            return "rulings", ruling.id
        case kinds.PenaltyGiven() | kinds.PenaltyWithdrawn():
            return ("penalties",)
        case kinds.RulingsEntered() | kinds.RulingWithdrawn():
            return ("rulings",)
        case kinds.AppealLodged(appeal=appeal) | kinds.AppealDecided(appeal=appeal):
            return "appeals", appeal
        case kinds.ContestantsEntered() | kinds.SubstitutesEntered():
            return ("names",)
        case kinds.ResultsEntered(results=rows) if len(boards := {row.board for row in rows}) == 1:
            return "results", *boards  # where the lines can be seen that had faults and were not entered
        case kinds.ResultsEntered() | kinds.ResultErased():
            return ("results",)
        case kinds.ResultCorrected(result=result):
            return "results", result.board
        case kinds.PublishedStandings():
            return ("publish",)
        case kinds.EventSetUp() | kinds.RegulationChosen():
            return ("settings",)
        case _ if case := getattr(payload, "case", ""):
            return "cases", case
    return "journal", seq
