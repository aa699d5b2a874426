"""My pair: a player without an account chooses who they are, sees their score card, and can reach the directors."""

from __future__ import annotations

from hashlib import blake2b

from starlette.responses import Response

from amends.accounts.sign_in_limit import network_of
from amends.desk.player_messages import (
    MessageKind,
    MessageState,
    PlayerMessage,
    change_message,
    messages_from,
    send_message,
)
from amends.desk.settings import PlayerMessages
from amends.faults import Fault, Faults, Refusal
from amends.scoring.standings import natural
from amends.web.forms.form import SentForm, whole_number
from amends.web.forms.texts import text as _
from amends.web.request import Page, hidden_boards
from amends.web.screen import Screen
from amends.web.screens.reading.cards import card_page
from amends.wording.names import number_and_names

screen = Screen()

LONGEST_PLACE, LONGEST_WORDS = 40, 300
_JOINERS = "\u200c\u200d"
"""Cannot be seen, and belong to the writing of several languages; what else cannot be seen is left out."""


@screen.page("/e/{event}/my-pair")
def show(page: Page) -> Response:
    """The score card of the visitor's own pair, with the ways to the directors; else the choice of it."""
    contestant = _own(page)
    if not contestant or page.asked("change") or page.asked("pair"):
        return _choose(page)
    own = _sent(page)
    return page.cached(
        lambda: card_page(page, contestant, mine=True, may_send=_may_send(page), own_messages=own),
        "boards",
        "change",
        "pair",
        "sent",
        also=("my pair", own, _may_send(page)),
    )


@screen.action("/e/{event}/my-pair", reading=True)
def choose(page: Page, form: SentForm) -> Response:
    """Keep in a cookie which pair the visitor is; "" for none."""
    wanted = form.text("pair")
    if wanted and wanted not in page.opened.standings.listed:
        return _choose(page, Refusal(_("Nobody here has the number %(number)s.", number=wanted), _("Tap one.")).faults)
    answer = page.go(page.to("my-pair"))
    page.set_own(answer, wanted)
    return answer


def _own(page: Page) -> str:
    """The visitor's own pair, unless it is not in the event (any more)."""
    return page.own if page.own in page.opened.standings.listed else ""


def _choose(page: Page, faults: tuple[Fault, ...] = ()) -> Response:
    standings = page.opened.standings
    by_number = {
        name: [
            (id, number_and_names(standings.event, id))
            for id in sorted((each.contestant for each in entries), key=natural)
        ]
        for name, entries in standings.lists.items()
    }
    wanted = page.asked("pair") if page.asked("pair") in standings.listed else ""
    called = number_and_names(standings.event, wanted) if wanted else ""
    return page.show(
        "my_pair_choose.html",
        lists=by_number,
        faults=faults,
        chosen=_own(page),
        wanted=wanted,
        called=called,
        own_messages=_sent(page),
        sent=page.asked("sent") == "1",
    )


# Messages to the directors


def _may_send(page: Page) -> bool:
    options = page.server.options
    return page.server.settings.player_messages is PlayerMessages.ON and not options.read_only


def _device(page: Page) -> str:
    """What stands for the visitor's device: their session, which nobody can tell from it."""
    return blake2b(page.visitor.session.id.encode(), digest_size=12).hexdigest()


def _sent(page: Page) -> list[PlayerMessage]:
    """What this device has sent, but for what was withdrawn."""
    if page.visitor.account is not None or not _may_send(page):
        return []
    return messages_from(page.server.desk, page.newest, _device(page))


@screen.page("/e/{event}/my-pair/{kind}")
def write(page: Page, kind: str) -> Response:
    """The form of a message."""
    return _form(page, _kind(kind))


@screen.action("/e/{event}/my-pair/{kind}")
def send(page: Page, form: SentForm, kind: str) -> Response:
    """Put a line on the directors' Home; nothing is entered in the journal."""
    wanted = _kind(kind)
    contestant = _own(page)
    try:
        if not _may_send(page):
            raise Refusal(_("The directors take no messages from phones here."), _("Speak to the director."))
        message = PlayerMessage(
            wanted,
            _device(page),
            page.desk.clock(),
            network_of(page.visitor.address),
            contestant,
            _board(page, form, required=wanted is MessageKind.SCORE),
            _line(form.text("place"), LONGEST_PLACE, "place"),
            _line(form.text("words"), LONGEST_WORDS, "words"),
        )
        if not contestant and not message.place:
            raise Refusal(_("Say where you are."), _("Type the number of your table, or choose your pair.")).at("place")
        send_message(page.desk, page.newest, message)
    except Faults as trouble:
        return _form(page, wanted, form, trouble)
    return page.go(page.to("my-pair", sent=1))


@screen.action("/e/{event}/my-pair/withdraw/{message:int}")
def withdraw(page: Page, form: SentForm, message: int) -> Response:
    """Take a message of one's own back."""
    if any(each.id == message for each in _sent(page)):
        change_message(page.desk, page.newest, message, MessageState.WITHDRAWN)
    return page.go(page.to("my-pair"))


def _kind(kind: str) -> MessageKind:
    return MessageKind.SCORE if kind == MessageKind.SCORE else MessageKind.DIRECTOR


def _board(page: Page, form: SentForm, required: bool) -> int:
    text = form.text("board").strip()
    boards = {row.board for row in page.opened.event.results}
    if not text and not required:
        return 0
    if not text:
        raise Refusal(_("Which board is it?"), _("Type its number.")).at("board")
    number = whole_number(text)
    if number is None or number not in boards:
        there = _("Nothing is to be played yet.")
        if boards:
            there = _("The boards are %(first)s to %(last)s.", first=min(boards), last=max(boards))
        raise Refusal(_("There is no board %(board)s.", board=text[:20]), there).at("board")
    return number


def _line(text: str, longest: int, field: str) -> str:
    words = " ".join("".join(sign for sign in text if sign.isprintable() or sign.isspace() or sign in _JOINERS).split())
    if len(words) > longest:
        raise Refusal(_("That is too long."), _("At most %(most)s characters.", most=longest)).at(field)
    return words


def _form(page: Page, kind: MessageKind, form: SentForm | None = None, trouble: Faults | None = None) -> Response:
    contestant = _own(page)
    standings, hidden = page.opened.standings, hidden_boards(page)
    lines = standings.lines(contestant) if contestant else []
    typed = {name: form.text(name)[:LONGEST_WORDS] if form else "" for name in ("board", "place", "words")}
    if form is None:
        typed["board"] = str(whole_number(page.asked("board")) or "")
    return page.show(
        "my_pair_message.html",
        status=422 if trouble else None,
        kind=kind,
        may_send=_may_send(page),
        called=number_and_names(standings.event, contestant) if contestant else "",
        boards=sorted({line.board for line in lines} - hidden),
        typed=typed,
        errors={fault.where: (fault,) for fault in trouble.faults} if trouble else {},
        longest=LONGEST_WORDS,
    )
