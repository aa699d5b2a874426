"""Drafts that are kept in the store: what is not given yet, and who is at work on it.

A draft is either the answers to the guided questions so far, or a whole ruling that waits.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from amends import clock
from amends.desk.commands.cases import NOTHING_MORE, Report
from amends.desk.commands.rulings import Proposed
from amends.desk.desk import Desk
from amends.desk.guide import Answers, Correction, LeftOpen, Question, Ready, walked
from amends.desk.open_event import OpenEvent
from amends.event.ruling import Penalty, Ruling
from amends.faults import Faults, Refusal
from amends.journal.codec import plain, read
from amends.store import Draft, DraftChanged, HeldByAnother, TooManyDrafts
from amends.store.drafts import DISCARDED
from amends.wording.award_text import ruling_award

BROUGHT_BACK = timedelta(days=1)
"""So long it is kept; then it goes with the next one that is discarded. Where there are too many it goes at once."""

PAGE = "page"
"""Says which page has changed a draft last: that page may go on, another one that has an older draft may not."""
LARGEST_DRAFT = 200_000
"""Characters of all answers: far more than any ruling has."""

Work: TypeAlias = "Unfinished | Proposed"
"""What a draft holds."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Questions that are answered in part."""

    answers: Answers


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """A draft as it is kept: its number, what it holds, who holds it and since when.

    `seen` is the number of entries that its author had before them.
    """

    id: str
    work: Work
    author: str
    at: datetime
    seen: int
    unreadable: str = ""
    """Why it cannot be read, where it cannot; it holds no answers then."""
    page: str = ""
    """The page that has changed it last."""

    @property
    def mark(self) -> str:
        """Another one after each change: a page says with it which draft it has shown."""
        return self.at.isoformat()

    def refuse_stale(self, mark: str, page: str) -> None:
        """Refuse what comes from a page that has shown an older draft, unless it has made the newer one itself."""
        if mark and mark != self.mark and not (page and page == self.page):
            raise DraftChanged(self.id)


def board_of(draft: KeptDraft, opened: OpenEvent) -> int | None:
    """The board that a draft is about; None where that cannot be told."""
    if not isinstance(draft.work, Unfinished):
        return draft.work.ruling.board
    said, case = draft.work.answers.get("board", ""), opened.history.cases.get(draft.work.answers.get("case", ""))
    if case is not None:
        return case.board
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else None


def keep(desk: Desk, opened: OpenEvent, work: Work, id: str | None = None) -> str:
    """Keep a draft, as a new one or in place of one's own with this number; its number."""
    if id is not None:
        return _changed(desk, opened, work, id).id
    body, key = _body(work), opened.kept.key
    return _with_room(desk, key, lambda: desk.store.keep_draft(key, body, desk.who, opened.seen)).id


def _with_room(desk: Desk, key: str, keeps: Callable[[], Draft]) -> Draft:
    """Keep a draft; where there are too many, those that were discarded make room."""
    try:
        return keeps()
    except TooManyDrafts:
        discarded = [each.id for each in desk.store.drafts(key) if DISCARDED in each.body]
        if not discarded:
            raise
    for each in discarded:
        desk.store.drop_draft(key, each, once=False)
    return keeps()


def keep_again(desk: Desk, opened: OpenEvent, work: Work, draft: KeptDraft, page: str = "") -> KeptDraft:
    """Keep one's own draft with other answers, unless it is not as it was any more; `page` is where they come from."""
    now = _changed(desk, opened, work, draft.id, draft.at, page)
    return replace(draft, work=work, at=now.at, seen=now.seen, page=page)


def _changed(
    desk: Desk, opened: OpenEvent, work: Work, id: str, as_of: datetime | None = None, page: str = ""
) -> Draft:
    body = {**_body(work), PAGE: page}

    def changed(draft: Draft) -> Draft:
        if draft.author != desk.who:
            raise HeldByAnother(draft.author, id)
        if as_of is not None and draft.at != as_of:
            raise DraftChanged(id)
        return replace(draft, body=body, seen=opened.seen)

    key = opened.kept.key
    return _with_room(desk, key, lambda: desk.store.change_draft(key, id, changed))


def kept_drafts(desk: Desk, opened: OpenEvent) -> tuple[KeptDraft, ...]:
    """All drafts of an event, in the order of their numbers; one that cannot be read keeps nobody from the others."""
    return tuple(_listed(draft) for draft in desk.store.drafts(opened.kept.key) if DISCARDED not in draft.body)


def _listed(draft: Draft) -> KeptDraft:
    try:
        page = str(draft.body.get(PAGE, ""))
        return KeptDraft(draft.id, _work(draft.body, draft.id), draft.author, draft.at, draft.seen, page=page)
    except Refusal as trouble:
        return KeptDraft(draft.id, Unfinished({}), draft.author, draft.at, draft.seen, trouble.message)


def kept_draft(desk: Desk, opened: OpenEvent, id: str) -> KeptDraft:
    """The draft with a number; refused where it cannot be read."""
    draft = listed_draft(desk, opened, id)
    if draft.unreadable:
        raise Refusal(draft.unreadable, "Discard it and begin again.")
    return draft


def listed_draft(desk: Desk, opened: OpenEvent, id: str) -> KeptDraft:
    """The draft with a number, also one that cannot be read."""
    drafts = kept_drafts(desk, opened)
    for draft in drafts:
        if draft.id == id:
            return draft
    there = ", ".join(draft.id for draft in drafts)
    raise Refusal(f"There is no draft {id!r}.", f"Drafts: {there}." if there else "No draft is kept.")


def take_up(desk: Desk, opened: OpenEvent, id: str) -> KeptDraft:
    """Take up a draft, one's own or another director's: from now on it is held by who sits at this desk.

    The draft that is given is the one as it was: its author is who held it before.
    """
    draft = kept_draft(desk, opened, id)
    if draft.author != desk.who:
        desk.store.change_draft(opened.kept.key, id, lambda now: replace(now, author=desk.who))
    return draft


def discard(desk: Desk, opened: OpenEvent, id: str) -> None:
    """Discard one's own draft, or one that cannot be read; another director's is taken up first.

    It can be brought back.
    """
    key = opened.kept.key
    drafts = desk.store.drafts(key)
    draft = next((draft for draft in drafts if draft.id == id), None)
    if draft is None:
        kept_draft(desk, opened, id)
        return
    if DISCARDED in draft.body:
        return
    if draft.author != desk.who and not _listed(draft).unreadable:
        raise HeldByAnother(draft.author, id)

    def discarded(now: Draft) -> Draft:
        if now.author != draft.author:  # a colleague has taken it over meanwhile
            raise HeldByAnother(now.author, id)
        return replace(now, body={**now.body, DISCARDED: True})

    desk.store.change_draft(key, id, discarded, once=True)
    for each in drafts:
        if DISCARDED in each.body and clock.now_exactly() - each.at > BROUGHT_BACK:
            desk.store.drop_draft(key, each.id)


def bring_back(desk: Desk, opened: OpenEvent, id: str) -> None:
    """Bring back a draft that was discarded; one that was not, or that is gone for good, stays as it is."""
    for draft in desk.store.drafts(opened.kept.key):
        if draft.id == id and DISCARDED in draft.body:

            def back(now: Draft) -> Draft:
                body = {key: value for key, value in now.body.items() if key != DISCARDED}
                return replace(now, body=body, author=desk.who if DISCARDED in now.body else now.author)

            desk.store.change_draft(opened.kept.key, id, back)
            return
    kept_draft(desk, opened, id)


def drop(desk: Desk, opened: OpenEvent, id: str) -> None:
    """Keep a draft no longer, because it was given."""
    desk.store.drop_draft(opened.kept.key, id)


def proposed_by(draft: KeptDraft, opened: OpenEvent) -> Proposed | None:
    """The ruling that a draft comes to by now; None where questions are left, or it comes to no ruling."""
    if isinstance(draft.work, Proposed):
        return draft.work
    end = walked(opened, draft.work.answers).next
    return end.proposed if isinstance(end, Ready) else None


def draft_words(draft: KeptDraft, opened: OpenEvent) -> str:
    """What a draft is about, in a line."""
    if draft.unreadable:
        return "cannot be read"
    if isinstance(draft.work, Proposed):
        ruling = draft.work.ruling
        return f"board {ruling.board}, {ruling.table}: {ruling_award(ruling, opened.event.regulation.edition)}"
    try:
        way = walked(opened, draft.work.answers)
    except Faults:
        return "answers that do not fit the event any more"
    answers = way.answers
    where = f"board {answers['board']}" if "board" in answers else f"case {draft.work.answers.get('case', '–')}"
    match way.next:
        case Question(words=words):
            return f"{where}: waits for an answer: {words.rsplit('. ', 1)[-1]}"
        case Ready(ruling=ruling):
            return f"{where}: {ruling_award(ruling, opened.event.regulation.edition)}"
        case LeftOpen(why=why):
            return f"{where}: {why}"
        case Correction(result=result):
            return f"{where}: the result is {result.result}"


# As it is kept


def _body(work: Work) -> Mapping[str, Any]:
    if isinstance(work, Unfinished):
        if sum(len(key) + len(answer) for key, answer in work.answers.items()) > LARGEST_DRAFT:
            raise Refusal("There is too much text in this draft.", "Shorten what was typed.")
        return {"answers": [[key, answer] for key, answer in work.answers.items()]}
    return {
        "ruling": plain(work.ruling),
        "report": plain(work.report),
        "penalties": [plain(penalty) for penalty in work.penalties],
    }


def _work(body: Mapping[str, Any], id: str) -> Work:
    try:
        if "answers" in body:
            return Unfinished({str(key): str(answer) for key, answer in body["answers"]})
        report = _report(body["report"]) if body.get("report") else NOTHING_MORE
        penalties: tuple[Penalty, ...] = read(tuple[Penalty, ...], body.get("penalties", []))
        ruling: Ruling = read(Ruling, body.get("ruling"))
        return Proposed(ruling, report, penalties)
    except (Faults, AttributeError, TypeError, ValueError) as trouble:
        raise Refusal(f"Draft {id} cannot be read ({trouble}).") from None


def _report(data: Mapping[str, Any]) -> Report:
    """A report as it was kept: with names, where the journal has references and is read with nothing else."""
    kept = copy.deepcopy(dict(data))
    statements = [each.pop("who", "") for each in kept.get("statements", ())]
    polls = [[each.pop("who", "") for each in poll.get("answers", ())] for poll in kept.get("polls", ())]
    report: Report = read(Report, kept)
    return replace(
        report,
        statements=tuple(replace(each, who=str(who)) for each, who in zip(report.statements, statements, strict=True)),
        polls=tuple(
            replace(poll, answers=tuple(replace(a, who=str(who)) for a, who in zip(poll.answers, whos, strict=True)))
            for poll, whos in zip(report.polls, polls, strict=True)
        ),
    )
