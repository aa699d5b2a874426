"""What players have sent to the directors: an official takes it up, and says when it is done."""

from __future__ import annotations

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.desk.player_messages import MessageKind, MessageState, PlayerMessage, change_message
from amends.faults import Refusal
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import NotHere, Page
from amends.web.screen import Screen

screen = Screen()


@screen.action("/e/{event}/messages/{message:int}", Right.RESULTS)
def answer(page: Page, form: SentForm, message: int) -> Response:
    """Take a message up, which leads to where the work is; or say that it is done."""
    found = next((each for each in page.messages if each.id == message), None)
    if found is None:
        raise NotHere(Refusal(_("This message is done, or was withdrawn."), _("Go back to Home.")))
    is_done = form.text("do") == "done"
    state = MessageState.DONE if is_done else MessageState.TAKEN_UP
    change_message(page.desk, page.newest, message, state, page.visitor.name)
    return page.go(page.to() if is_done else _place(page, found))


def _place(page: Page, message: PlayerMessage) -> str:
    """Where an official goes on: the traveller to be mended, or the tables of the board to rule on."""
    boards = {row.board for row in page.newest.event.results}
    if message.kind is MessageKind.SCORE and message.board in boards:
        return page.to("results", message.board)
    return page.to("rule", board=message.board or None, find="" if message.board else message.contestant)
