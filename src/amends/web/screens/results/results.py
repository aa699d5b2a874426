"""Results: which boards are in, and a traveller that can be typed with the keyboard alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.desk.commands.corrections import erasing, late_law, period_ended
from amends.desk.confirm import Draft
from amends.desk.typing.cells import as_typed
from amends.desk.typing.results import BoardIn, Typed, boards_in, entering, line_of, next_board
from amends.event import Form as EventForm
from amends.event import TableReference
from amends.event.match import ROOM_NAMES
from amends.faults import Fault, Faults, Refusal
from amends.journal.entries import Payload, ResultCorrected, ResultsEntered
from amends.reports.layout.diagram import dealer_words
from amends.web.forms.entering import as_seen, enter, seen_entry
from amends.web.forms.form import SentForm, whole_number
from amends.web.forms.texts import text as _
from amends.web.request import NotHere, Page, hidden_boards
from amends.web.screen import Screen
from amends.web.screens.reading.boards import wanted_board
from amends.web.screens.results.lines import MISSING, BoardLine, BoardLines, SentLine, entries, rows_of
from amends.web.screens.results.missing import missing_rows

screen = Screen()

HIGHEST = 9999
"""The highest number of a board that can be typed."""

BOARD = "board"
"""The page of the board, from which a result is corrected."""

FEW, MANY, MOST = 3, 12, 60
"""Lines to be filled in: on a board that has rows, on the first board of an event, and at most."""


# All boards


@screen.page("/e/{event}/results", Right.RESULTS)
def results(page: Page) -> Response:
    """The boards with how many results are in, and how many are missing."""
    boards = boards_in(page.newest)
    missing = page.asked("missing") == "1"
    groups: dict[tuple[str, str], list[BoardIn]] = {}
    for each in boards:
        if each.missing or not missing:
            groups.setdefault(each.group, []).append(each)
    return page.show(
        "results.html",
        groups=groups,
        only_missing=missing,
        boards=boards,
        first=next((each for each in boards if each.missing), None),
        waiting=bool(missing_rows(page)),
        highest=max((each.board for each in boards), default=0),
        several={each.group for each in boards},
        most=HIGHEST,
        done=_done_before(page),
    )


@screen.page("/e/{event}/results/board", Right.RESULTS)
def jump(page: Page) -> Response:
    """To the board whose number was typed."""
    where = {name: page.asked(name) for name in ("session", "section")}
    return page.go(page.to("results", wanted_board(page), **where))


# One board


@dataclass(frozen=True, slots=True)
class Sent:
    """What was sent and could not be entered, so that it can be shown again."""

    entries: Sequence[SentLine] = ()
    faults: tuple[Fault, ...] = ()
    reason: str = ""
    late: str = ""
    round: str = ""
    newcomers: bool = False
    more: int = 0
    """Lines that were asked for."""
    seen: int = 0
    """The last entry that the form knew of."""
    saved: int = 0
    """Lines that were entered although others were refused."""
    back: str = ""
    """Where the person came from: BOARD, or "" for the list."""


@screen.page("/e/{event}/results/{board:int}", Right.RESULTS)
def traveller(page: Page, board: int) -> Response:
    """The traveller of a board as a form."""
    return _shown(page, _place(page, board, page.asked("session"), page.asked("section")), Sent())


def _place(page: Page, board: int, session: str, section: str) -> BoardIn:
    """The board in a session and a section; where none is asked for, one in which results are missing."""
    if not 1 <= board <= HIGHEST:
        raise NotHere(
            Refusal(_("There is no board %(board)s; boards are 1 to %(highest)s.", board=board, highest=HIGHEST))
        )
    every = boards_in(page.newest)
    here = [each for each in every if each.board == board and session in ("", each.session)]
    here = [each for each in here if section in ("", each.section)]
    if here:
        return next((each for each in here if each.missing), here[0])
    groups = {each.group for each in every}
    sessions = {group[0] for group in groups}
    if not session and len(sessions) == 1:
        [session] = sessions
    if not section and len(groups) == 1:
        section = groups.pop()[1]
    return BoardIn(board, session, section)


def _blank(page: Page, place: BoardIn, sent: Sent) -> int:
    """How many lines are there to be filled in: as many as the fullest board has more than this one."""
    every = boards_in(page.newest)
    there = len(rows_of(page.newest.event, place))
    fullest = max((each.expected for each in every if each.group == place.group), default=0)
    usual = max(FEW, fullest - there) if fullest else MANY
    typed = sum(not each.row and bool(each.result or each.ns or each.ew) for each in sent.entries)
    return min(MOST, max(usual, typed + (sent.more or 1)))


def _lines(page: Page, place: BoardIn, sent: Sent) -> tuple[BoardLine, ...]:
    newest = page.newest
    shown = BoardLines(newest.event, place, page.visitor.look.notation, _blank(page, place, sent))
    return shown.lines(sent.entries, sent.faults, newest.until(sent.seen).event if sent.seen else None)


def _shown(page: Page, place: BoardIn, sent: Sent) -> Response:
    newest = page.newest
    event = newest.event
    lines = _lines(page, place, sent)
    rows = [line for line in lines if line.row is not None]
    recorded = any(line.row is not None and line.row.result != MISSING for line in lines)
    every = boards_in(newest)
    now = page.desk.clock()
    overtaken = bool(sent.seen) and sent.seen < newest.seen
    others = tuple(fault for fault in sent.faults if line_of(fault) is None)
    boards = [each for each in every if each.group == place.group]
    around = [each for each in boards if each.board != place.board]
    is_team = event.form is EventForm.TEAMS
    in_use = max(
        (ROOM_NAMES.index(row.room) // 2 * 2 + 2 for row in event.results if row.room in ROOM_NAMES), default=2
    )
    return page.show(
        "results_board.html",
        at=place,
        lines=[line for line in lines if line.row is None],
        rows=rows,
        groups=sorted((each for each in every if each.board == place.board), key=lambda each: each.order),
        before=next((each for each in reversed(around) if each.board < place.board), None),
        after=next((each for each in around if each.board > place.board), None),
        dealer=dealer_words(event, place.board, [line.row for line in rows if line.row is not None]),
        vulnerable=event.conditions(place.board),
        noun=event.form.noun,
        individual=event.form is EventForm.INDIVIDUAL,
        rooms=ROOM_NAMES[: max(4, in_use)] if is_team else (),
        rooms_in_use=in_use,
        rounds=is_team or event.form is EventForm.SWISS_PAIRS,
        known=bool(event.contestants),
        recorded=recorded,
        too_late=recorded and any(period_ended(row, newest, now) for row in rows_of(event, place)),
        late_law=late_law(newest),
        needs_reason=bool(sent.faults) and not sent.reason and any(line.changed for line in lines),
        focus=_focus(lines, sent),
        clash=others if overtaken else (),
        faults=() if overtaken else others,
        sent=sent,
        waiting=sum(line.empty and not line.sits_out for line in rows),
        hidden=place.board in hidden_boards(page),
        done=_done_before(page),
        notation=page.visitor.look.notation,
        back=sent.back or page.asked("back"),
    )


def _focus(lines: Sequence[BoardLine], sent: Sent) -> int:
    """The line in which typing begins: the first that is wrong, else the first that is empty."""
    wrong = [line for line in lines if line.faults and not (line.changed and not sent.reason)]
    if wrong or any(line.faults for line in lines):
        return wrong[0].number if wrong else 0
    empty = [line for line in lines if line.empty and not line.sits_out]
    return empty[0].number if empty else 1


def _done_before(page: Page) -> dict[str, object] | None:
    """What the board looks like that was saved just before, by the event as it is."""
    number = whole_number(page.asked("done"))
    if number is None or number > HIGHEST:
        return None
    place = _place(page, number, page.asked("done_session"), page.asked("done_section"))
    return {"place": place, "doubtful": tuple(line for line in _lines(page, place, Sent()) if line.means.doubt)}


# Saving


def _sent(form: SentForm, faults: tuple[Fault, ...] = (), more: int = 0) -> Sent:
    return Sent(
        entries(form),
        faults,
        form.text("reason"),
        form.text("late"),
        form.text("round"),
        form.ticked("newcomers"),
        more,
        seen_entry(form) or 0,
        back=form.text("back"),
    )


@screen.action("/e/{event}/results/{board:int}", Right.RESULTS)
def save(page: Page, form: SentForm, board: int) -> Response:
    """Enter what was typed, then go on to the next board; lines with faults stay, and do not stop the others.

    A correction on a board that was complete leads back to where the person came from: the board, or the list.
    "stay" is what Enter does where no script leads from field to field: the board is left when it is complete.
    """
    place = _place(page, board, form.text("session"), form.text("section"))
    if form.text("do") == "more":
        return _shown(page, place, _sent(form, more=MANY))
    sent = _sent(form)
    seen = as_seen(page, form)
    new = not any(row.board == board for row in seen.event.results)
    newcomers = sent.newcomers or not seen.event.contestants
    try:
        effect = enter(page, form, _draft(page, place, sent, newcomers))
    except Faults as trouble:
        return _shown(page, place, _without_faults(page, form, place, replace(sent, faults=trouble.faults), newcomers))
    page.reload()
    now = _place(page, board, place.session, place.section)
    done = {"done": board, "done_session": place.session, "done_section": place.section} if effect.new else {}
    waiting = any(row.result == MISSING for row in rows_of(effect.after.event, now))
    added = any(each.ns or each.ew for each in sent.entries)
    if form.text("do") == "stay" and (waiting or added or not effect.new):
        return page.go(page.to("results", board, session=place.session, section=place.section))
    earlier = rows_of(seen.event, place)
    if effect.new and not added and earlier and all(row.result != MISSING for row in earlier):
        return page.go(page.to("boards", board, saved=1) if sent.back == BOARD else page.to("results", **done))
    following = next_board(effect.after, now, new=new)
    if following is None:
        return page.go(page.to("results", **done))
    return page.go(
        page.to("results", following.board, session=following.session, section=following.section, **done)
    )  # fmt: skip


def _draft(page: Page, place: BoardIn, sent: Sent, newcomers: bool) -> Draft:
    return entering(
        place.board,
        [entry.typed(place, sent.round) for entry in sent.entries],
        notation=page.visitor.look.notation,
        reason=sent.reason,
        late=sent.late,
        newcomers=newcomers,
    )


def _without_faults(page: Page, form: SentForm, place: BoardIn, sent: Sent, newcomers: bool) -> Sent:
    """Enter the lines without faults; what is left to be shown again, which is everything where that fails too."""
    faulty = {line_of(fault) for fault in sent.faults}
    if None in faulty:
        return sent
    # A line that is left out keeps its place, because faults count the lines.
    good, bad = (
        tuple(
            entry if (number in faulty) is wanted else SentLine(entry.number)
            for number, entry in enumerate(sent.entries, 1)
        )
        for wanted in (False, True)
    )
    try:
        effect = enter(page, form, _draft(page, place, replace(sent, entries=good), newcomers))
    except Faults:
        return sent
    if not effect.new:
        return sent
    page.reload()
    return replace(sent, entries=bad, saved=sum(_lines_in(entry.payload) for entry in effect.new))


def _lines_in(payload: Payload) -> int:
    """How many lines of a traveller an entry is about."""
    return len(payload.results) if isinstance(payload, ResultsEntered) else isinstance(payload, ResultCorrected)


@screen.action("/e/{event}/results/{board:int}/check", Right.RESULTS, reading=True)
def check(page: Page, form: SentForm, board: int) -> Response:
    """What one line means, while it is typed: a piece of the page, and nothing is entered."""
    place = _place(page, board, form.text("session"), form.text("section"))
    sent = _sent(form)
    wanted = form.text("line")
    by_row = {entry.row: entry.number for entry in sent.entries if entry.row}
    new = iter([entry.number for entry in sent.entries if not entry.row and (entry.result or entry.ns or entry.ew)])
    for line in _lines(page, place, sent):
        number = by_row.get(line.row.id) if line.row else next(new, None)
        if str(number) == wanted:
            return page.show("results_said.html", line=line)
    return page.show("results_said.html", line=BoardLine(0))


# Lines that should not be there, or in which others sat


@screen.action("/e/{event}/results/{board:int}/line", Right.RESULTS)
def put_right(page: Page, form: SentForm, board: int) -> Response:
    """Erase a line that nobody played, or say who sat there."""
    place = _place(page, board, form.text("session"), form.text("section"))
    reason, late, row = form.text("reason"), form.text("late"), form.text("line")
    draft = erasing(board, TableReference(result=row), reason, late)
    try:
        there = next((each for each in page.newest.event.results if each.id == row and each.board == board), None)
        if there is None:
            raise Refusal(_("The board has no such line."), _("Choose one of its lines."))
        if form.text("do") != "erase":
            ns, ew = (tuple(form.text(side).split("+")) if form.text(side) else () for side in ("ns", "ew"))
            if not ns and not ew:
                raise Refusal(_("Please say who sat N-S, E-W, or both."))
            notation = page.visitor.look.notation
            line = Typed(as_typed(there.result, notation), ns, ew, row=row)
            draft = entering(board, [line], notation=notation, reason=reason, late=late, newcomers=False)
        enter(page, form, draft)
    except Faults as trouble:
        plain = tuple(replace(fault, where="") for fault in trouble.faults)
        return _shown(page, place, Sent((), plain))
    return page.go(page.to("results", board, session=place.session, section=place.section))
