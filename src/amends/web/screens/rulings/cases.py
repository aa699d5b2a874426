"""Cases: everything on record about a call of the director, and forms to add to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.bridge import Seat, Side
from amends.desk.commands.cases import (
    Report,
    closing,
    opening,
    read_auction,
    read_considered,
    read_explanation,
    read_time,
    recording,
)
from amends.desk.confirm import Draft
from amends.desk.guide.called import offered
from amends.event.case import Facts, Irregularity, PollAnswer, PollTaken, Statement
from amends.event.rows import bound_to
from amends.faults import Fault, Faults, Refusal
from amends.journal.history import Case
from amends.reports.case import case_report
from amends.reports.layout.sheet import Labelled, Part
from amends.reports.slip import place_words
from amends.web.forms.entering import NOTHING, FilledForm, enter, filled_form
from amends.web.forms.form import SentForm, whole_number
from amends.web.forms.texts import text as _
from amends.web.request import Page, hidden_boards, not_here, unplayed_page
from amends.web.screen import Screen
from amends.wording.names import table_names

screen = Screen()

ANSWERS = 3
"""So many players have room on the form of a poll at first; there is always room for one more."""
MOST_ANSWERS = 40

WHO = (*((seat.value, seat.name.title()) for seat in Seat), *((side.value, side.words) for side in Side))
"""Who may have said something."""


@contextmanager
def at_field(name: str) -> Iterator[None]:
    """Say at a field what is refused in here."""
    try:
        yield
    except Faults as trouble:
        raise Faults(replace(fault, where=name) for fault in trouble.faults) from None


# A new one


@screen.page("/e/{event}/cases/new", Right.RULE)
def new(page: Page) -> Response:
    """The form of a new case, about the row that it was opened from."""
    return _new(page, FilledForm({"board": page.asked("board"), "table": page.asked("table")}))


@screen.action("/e/{event}/cases/new", Right.RULE)
def begin(page: Page, form: SentForm) -> Response:
    """Open a case about a table."""
    try:
        board, table, happened = (form.text(name) for name in ("board", "table", "irregularity"))
        played = (row for row in page.newest.event.results if row.id == table and row.board == whole_number(board))
        if (row := next(played, None)) is None:
            raise Refusal(_("Please choose a table at which the board was played.")).at("table")
        if happened not in list(Irregularity):
            raise Refusal(_("Please choose what happened.")).at("irregularity")
        with at_field("called"):
            called = read_time(form.text("called")) if form.text("called") else None
        report = Report(
            irregularity=Irregularity(happened),
            called=called,
            facts=Facts(happened=form.text("happened")),
            statements=tuple(
                Statement(form.text(name), side=side)
                for name, side in (("said-ns", Side.NS), ("said-ew", Side.EW))
                if form.text(name)
            ),
        )
        effect = enter(page, form, opening(row.board, bound_to(row), report))
    except Faults as trouble:
        return _new(page, filled_form(form, trouble))
    return page.go(page.to("cases", list(effect.after.history.cases)[-1]))


def _new(page: Page, sent: FilledForm) -> Response:
    event = page.newest.event
    board = whole_number(sent.get("board"))
    rows = [
        (row.id, ": ".join(filter(None, [", ".join(place_words(row)), table_names(event, row)])))
        for row in event.results
        if row.board == board
    ]
    return page.show(
        "case_new.html",
        sent=sent,
        board=board if rows else None,
        rows=rows,
        boards=sorted({row.board for row in event.results}),
        irregularities=offered(event),
    )


# What is added


@screen.action("/e/{event}/cases/{case}/facts", Right.RULE)
def facts(page: Page, form: SentForm, case: str) -> Response:
    """Write down what was found out; it adds to what is there, or says it better."""
    return _added(page, form, case, lambda found: recording(case, Report(facts=_facts(page, form, found))))


def _facts(page: Page, form: SentForm, case: Case) -> Facts:
    screens = {"yes": True, "no": False}.get(form.text("screens"))
    explained = form.text("explained").splitlines()
    said = Facts(
        form.text("happened"),
        read_auction(form.text("auction"), page.newest, case, "auction") if form.text("auction") else None,
        tuple(read_explanation(line, "explained") for line in explained if line.strip()),
        form.text("play"),
        form.text("methods"),
        screens,
        form.text("found"),
    )
    new = {name: value for name in Facts.__slots__ if (value := getattr(said, name)) != getattr(case.facts, name)}
    if case.facts.with_more(Facts(**new)) == case.facts:
        raise Refusal(_("Nothing of this is new."), _("Add something that was found out."))
    return Facts(**new)


@screen.action("/e/{event}/cases/{case}/statement", Right.RULE)
def statement(page: Page, form: SentForm, case: str) -> Response:
    """Write down what somebody says."""
    return _added(page, form, case, lambda _: recording(case, Report(statements=(read_said(form),))))


def read_said(form: SentForm) -> Statement:
    """A statement as a form has it: words, a seat or a side, and who it was."""
    words, by = form.text("words"), form.text("by")
    if not words:
        raise Refusal(_("Please type what was said.")).at("words")
    if by in [seat.value for seat in Seat]:
        return Statement(words, Seat(by), Seat(by).side, form.text("who"))
    return Statement(words, side=Side(by) if by in [side.value for side in Side] else None, who=form.text("who"))


@screen.action("/e/{event}/cases/{case}/poll", Right.RULE)
def poll(page: Page, form: SentForm, case: str) -> Response:
    """Write down a poll, or give room for one player more."""
    if form.text("do") == "more":
        return _case(page, case, filled_form(form), _rows(form, 1))
    return _added(page, form, case, lambda _: recording(case, Report(polls=(_poll(form),))))


def _poll(form: SentForm) -> PollTaken:
    answers, faults = [], list[Fault]()
    for number, (chose, considered, standard) in enumerate(_rows(form), 1):
        if chose:
            answers.append(PollAnswer(chose, read_considered(considered), standard))
        elif considered or standard:
            faults += Refusal(_("Please say what player %(number)s would do.", number=number)).faults
    if not answers and not faults:
        faults += Refusal(_("Please say what at least one player would do.")).faults
    if faults:
        raise Faults(faults)
    return PollTaken(form.text("question"), tuple(answers))


def _rows(form: SentForm, more: int = 0) -> list[tuple[str, str, str]]:
    columns = [form.texts(name)[:MOST_ANSWERS] for name in ("chose", "considered", "standard")]
    if len({len(column) for column in columns}) != 1:
        raise Refusal(_("Each player needs a choice, what was considered and a standard."), _("Load the page again."))
    return [*zip(*columns, strict=True), *[("", "", "")] * more]


@screen.action("/e/{event}/cases/{case}/agree", Right.RULE)
def agree(page: Page, form: SentForm, case: str) -> Response:
    """A side agrees the report; once both have, nothing can be changed in it."""

    def draft(found: Case) -> Draft:
        side = Side.parse(form.text("side"))
        if side in found.agreed:
            raise Refusal(_("%(words)s have agreed already.", words=side.words))
        return recording(case, Report(agreed=(side,)))

    return _added(page, form, case, draft)


@screen.action("/e/{event}/cases/{case}/close", Right.RULE)
def close(page: Page, form: SentForm, case: str) -> Response:
    """Close a case that needs no ruling."""

    def draft(found: Case) -> Draft:
        if found.closed is not None:
            raise Refusal(_("Case %(case)s is closed.", case=case))
        if not form.text("close-reason"):
            raise Refusal(_("Please say why no ruling is needed.")).at("close-reason")
        return closing(case, form.text("close-reason"))

    return _added(page, form, case, draft)


def _added(page: Page, form: SentForm, case: str, draft: Callable[[Case], Draft]) -> Response:
    """Enter something about a case, and show the case."""
    found = _found(page, case)
    try:
        enter(page, form, draft(found))
    except Faults as trouble:
        rows = _rows(form) if form.texts("chose") else None
        return _case(page, case, filled_form(form, trouble), rows)
    return page.go(page.to("cases", case))


# The case


@screen.page("/e/{event}/cases/{case}", Right.PROCESS)
def show(page: Page, case: str) -> Response:
    """The whole record."""
    return _case(page, case)


def _case(
    page: Page, id: str, sent: FilledForm = NOTHING, answers: list[tuple[str, str, str]] | None = None
) -> Response:
    opened = page.newest
    case = _found(page, id)
    if case.board in hidden_boards(page):
        return unplayed_page(page, case.board)
    auction = " ".join(call.text for call in case.facts.auction.calls) if case.facts.auction else ""
    sheet = case_report(case, opened.event, opened.history).sheet()
    return page.show(
        "case.html",
        sent=sent,
        case=case,
        sheet=replace(sheet, parts=[_without_auction(part) for part in sheet.parts]),
        calls=case.facts.auction if case.facts.auction and case.facts.auction.calls else None,
        locked=len(case.agreed) == len(Side),
        auction=auction,
        answers=answers or [("", "", "")] * ANSWERS,
        sides=list(Side),
        who=WHO,
    )


def _without_auction(part: Part) -> Part:
    """A part without the line of the auction, which the page draws as a table."""
    return Labelled([row for row in part.rows if row[0] != "Auction"]) if isinstance(part, Labelled) else part


def _found(page: Page, id: str) -> Case:
    with not_here():
        return page.newest.history.case(id)
