"""One request: its address, its visitor, its event, and the answers that a screen can give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from amends.accounts.accounts import RIGHTS, Account, Right, account_of_session
from amends.accounts.sign_in_limit import Trying, folded, network_of
from amends.cached import cached_property
from amends.contract.documents.base import ContractDocument, StoredAt
from amends.desk.desk import Desk, FormOnce
from amends.desk.event_cache import short_key
from amends.desk.importing.uploads import Uploads
from amends.desk.open_event import OpenEvent
from amends.desk.player_messages import MessageKind, PlayerMessage, messages_waiting
from amends.desk.settings import Readers
from amends.desk.unfinished_rulings import kept_drafts
from amends.desk.views.overview import is_to_be_published, open_matters, overview
from amends.faults import UNAVAILABLE, Faults
from amends.web import preferences
from amends.web.forms.kept_page import MARK, KeptPage, with_tokens
from amends.web.forms.texts import text as _
from amends.web.hosting.lanes import Lane, MustBeMade, lanes
from amends.web.preferences import Preferences, pairs_cookie, pairs_of, preferences_of
from amends.web.rendering import JSON, VERSION, json_response, language_of, stored_at, visible
from amends.web.security import sessions
from amends.web.security.addresses import path_part
from amends.web.security.middleware import LARGEST_FILE, RETRY_SECONDS
from amends.web.security.sessions import Session, new_session
from amends.web.server import Server

MOST_OTHERS = 5
"""So many other events stand in the menu of an event."""

PASSING_SECONDS = 2.0
"""A page on which something is still being worked out is sent to all who ask for so long."""

A_YEAR = 400 * 86400
"""In seconds, and a little more: as long as browsers keep a cookie."""

READING = frozenset({Right.LOOK, Right.PROCESS})
"""What is left of anybody's rights where amends was started to be read only."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The person behind a request."""

    session: Session
    account: Account | None
    look: Preferences
    language: str
    address: str
    renew: bool = False
    """Whether the cookie of the session is to be sent (anew)."""
    ended: bool = False
    """Whether they were signed in, and are not any more."""
    read_only: bool = False

    @property
    def name(self) -> str:
        """The name of the account; "" without one."""
        return self.account.name if self.account else ""

    @property
    def rights(self) -> frozenset[Right]:
        """What they may do."""
        rights = RIGHTS[self.account.role] if self.account else frozenset[Right]()
        return rights & READING if self.read_only else rights

    def may(self, right: Right | str | None) -> bool:
        """Whether they have a right; None asks for none."""
        return right is None or Right(right) in self.rights


class NotHere(Exception):
    """What was asked for is not there; the faults say what is."""

    def __init__(self, trouble: Faults) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble


@contextmanager
def not_here() -> Iterator[None]:
    """Turn the faults of a lookup into a page that says what is not there."""
    try:
        yield
    except Faults as trouble:
        if trouble.is_unavailable:
            raise
        raise NotHere(trouble) from None


class NotPublished(Exception):
    """The event is there, but nothing of it is to be seen without a sign-in."""


SHOWN = "show"
"""What the address says where somebody wants to see a board all the same."""


class Page:
    """Who asks for what, and the answers a screen can give."""

    def __init__(self, request: Request, server: Server) -> None:
        self.request, self.server = request, server

    @property
    def is_signed(self) -> bool:
        """Whether the request has the signed cookie of somebody who has signed in, whatever became of them since."""
        return bool(self._name_in_cookie)

    @cached_property
    def _name_in_cookie(self) -> str:
        return self.server.sessions.name_in(self.cookies.get(sessions.COOKIE))

    @cached_property
    def cookies(self) -> Mapping[str, str]:
        """The cookies. Of several with one name the first counts: browsers send the one of the longest path first,
        and an app under another path of the same host may have one too.

        None of ours has anything in quotes that stands for something else, so nothing is looked for: undoing what
        strangers have put in quotes takes some versions of Python seconds.
        """
        sent = ";".join(self.request.headers.getlist("cookie")).split(";")
        parts = (part.partition("=") for part in reversed(sent))
        return {name.strip(): value.strip().removeprefix('"').removesuffix('"') for name, _, value in parts}

    @property
    def counted_as(self) -> str:
        """By whom turns are counted: somebody who is signed in, or the address of whoever is not."""
        return self._name_in_cookie or self.network

    @property
    def lane(self) -> Lane:
        """The threads for what takes little time."""
        return partial(lanes().official if self.is_signed else lanes().reader, who=self.counted_as)

    @property
    def network(self) -> str:
        """The address of the visitor; of IPv6 the network, of which one visitor has all addresses."""
        return network_of(self.request.client.host if self.request.client else "")

    @cached_property
    def visitor(self) -> Visitor:
        """Who asks."""
        request, server = self.request, self.server
        session, renew = server.sessions.read(self.cookies.get(sessions.COOKIE)) or (new_session(), False)
        account = account_of_session(server.desk, session.name, session.epoch, session.id) if session.name else None
        ended = bool(session.name) and account is None
        return Visitor(
            session=session if not ended else new_session(),
            account=account,
            look=preferences_of(self.cookies.get(preferences.COOKIE, "")),
            language=language_of(request.headers.get("accept-language", "")),
            address=request.client.host if request.client else "",
            renew=renew and account is not None,
            ended=ended,
            read_only=server.options.read_only,
        )

    def ask_who_again(self) -> None:
        """Have it looked up again who asks when that is next needed: rights may have gone since the request began."""
        for name in ("visitor", "desk", "sees_live"):
            self.__dict__.pop(name, None)

    @property
    def is_still_let_in(self) -> bool:
        """Whether the account and its session, or what readers may see, are as before: for answers that go on."""
        account, session = self.visitor.account, self.visitor.session
        try:
            if account is None:
                return self.server.settings.readers == self.readers
            return account_of_session(self.server.desk, session.name, session.epoch, session.id) == account
        except Faults:  # the store is away: they ask again
            return False

    @cached_property
    def desk(self) -> Desk:
        """The desk with the visitor at it; what a form writes there it writes once."""
        process = self.visitor.may(Right.PROCESS)
        return self.server.desk.for_form(self.visitor.name, self.form, sees_process=process)

    @property
    def uploads(self) -> Uploads:
        """The files that the visitor has sent and not accepted yet."""
        return Uploads(self.desk, LARGEST_FILE)

    form: FormOnce | None = None
    """The form that was sent, where it may write something."""

    @property
    def path(self) -> str:
        """The path that was asked for, all of it: a question mark that was written as %3F is a part of it."""
        return str(self.request.scope["path"])

    @property
    def public_address(self) -> str:
        """The beginning of the addresses by which others reach this server: that for phones, else as it was asked."""
        asked = self.request.base_url
        if asked.hostname in ("localhost", "127.0.0.1", "::1") and self.server.options.address:
            return self.server.options.address.rstrip("/")
        return f"{asked.scheme}://{asked.netloc}{self.server.options.prefix}"

    def asked(self, name: str, default: str = "") -> str:
        """What the address says behind its question mark."""
        if self._known is not None and name not in self._known:
            raise RuntimeError(f"{self.path} asks for {name}, which is no part of its tag")
        value = self.request.query_params.get(name, default)[:500]
        return value if name != SHOWN or value == "1" else ""

    _known: tuple[str, ...] | None = None
    """The parameters that a cached page asks for: what else stands behind a question mark makes no other page."""
    may_make = True
    """Whether a page that is not in the cache may be made in this thread."""

    # The event

    @cached_property
    def newest(self) -> OpenEvent:
        """The event of the address as it stands now, whoever asks: screens that need no right use `opened`."""
        try:
            return self.server.shelf.open(self.request.path_params["event"])
        except Faults as trouble:
            if trouble.is_unavailable:
                raise
            if not self.sees_live:  # whether it is not there or not published, they are told the same
                raise NotPublished from None
            raise NotHere(trouble) from None

    def look_up(self) -> tuple[OpenEvent, Readers]:
        """Ask the store for what readers may see of the event; all that takes time is done then."""
        newest, readers = self.newest, self.readers
        if self.sees_live or newest.published:
            _ = self.opened.history
        return newest, readers

    def take(self, newest: OpenEvent, readers: Readers) -> None:
        """Take what another request of the same moment has found."""
        self.__dict__.update(newest=newest, readers=readers)

    def reload(self) -> None:
        """Open the event again when it is next asked for, with what others have entered meanwhile."""
        for name in ("newest", "opened", "messages"):
            self.__dict__.pop(name, None)

    @cached_property
    def opened(self) -> OpenEvent:
        """The event of the address as the visitor may see it: as it stands now, or as it was last published."""
        if self.sees_live:
            return self.newest
        if not self.newest.published or self.readers == "nobody":
            raise NotPublished
        return self.server.shelf.at(self.newest, self.newest.published)

    @cached_property
    def sees_live(self) -> bool:
        """Whether the visitor sees the event as it stands now."""
        return self.visitor.may(Right.LOOK) or self.readers == "live"

    @cached_property
    def readers(self) -> Readers:
        """What those see who are not signed in."""
        return self.server.settings.readers

    @cached_property
    def own(self) -> str:
        """The contestant that the visitor is: as an official who plays, or as chosen under "My pair"; "" for none."""
        pairs = pairs_of(self.cookies.get(preferences.PAIRS_COOKIE, ""))
        return self.visitor.look.playing or pairs.get(self.event_key, "")

    @cached_property
    def messages(self) -> list[PlayerMessage]:
        """What players have sent and the visitor may take up, unless it is at its end."""
        may = self.visitor.may
        kinds = [MessageKind.SCORE] * may(Right.RESULTS) + [MessageKind.DIRECTOR] * may(Right.RULE)
        found = [each for each in (messages_waiting(self.desk, self.newest) if kinds else []) if each.kind in kinds]
        hidden = hidden_in(self, self.newest) if found else frozenset()
        words = _("what was said is hidden: you have still to play the board")
        return [replace(each, words=words) if each.words and each.board in hidden else each for each in found]

    @cached_property
    def to_do(self) -> int:
        """How many matters wait on the home page of the event for somebody with the rights of the visitor."""
        may, newest = self.visitor.may, self.newest if self.visitor.may(Right.LOOK) else None
        if newest is None:
            return 0
        matters = len(kept_drafts(self.desk, newest)) + open_matters(newest) if may(Right.PROCESS) else 0
        enter = may(Right.RESULTS) and bool(overview(newest).missing)
        messages = sum(each.waits for each in self.messages)
        return matters + enter + (may(Right.PUBLISH) and is_to_be_published(newest)) + messages

    @cached_property
    def other_events(self) -> list[tuple[str, str, str]]:
        """The events that were last used, for officials: part of the address, name, date."""
        if not self.visitor.may(Right.LOOK):
            return []
        others = (kept for kept in self.desk.events() if kept.key != self.newest.kept.key)
        return [(short_key(kept), kept.name, kept.date) for kept in islice(others, MOST_OTHERS)]

    @property
    def event_key(self) -> str:
        """The key of the event as addresses have it."""
        return short_key(self.newest.kept)

    @property
    def home(self) -> str:
        """The address of the event."""
        return f"/e/{self.event_key}"

    def to(self, *parts: object, **query: object) -> str:
        """An address within the event: `page.to("boards", 7)` is /e/…/boards/7."""
        path = "/".join([self.home, *map(path_part, parts)])
        asked = urlencode({name: value for name, value in query.items() if value not in (None, "")})
        return f"{path}?{asked}" if asked else path

    def data_of(self, *parts: object, **query: object) -> str:
        """The address of the data of a page: `page.data_of("boards", 7)` is /e/…/boards/7.json."""
        path, mark, asked = self.to(*parts, **query).partition("?")
        return f"{path}.json{mark}{asked}"

    # Answers

    def show(self, template: str, *, status: int | None = None, **context: Any) -> Response:
        """A page; unless a status is given, it is 422 for a page that shows faults."""
        visitor = self.visitor
        if "faults" in context:
            context["faults"] = visible(context["faults"])
        about = {"visitor": visitor, "look": visitor.look, "may": visitor.may, "language": visitor.language}
        text = self.server.renderer.render(template, visitor.language, {"page": self, **about, **context})
        faults = context.get("faults") or getattr(context.get("sent"), "faults", ()) or ()
        body = text.encode(errors="replace")  # half a surrogate is no text, wherever it has come from
        answer = HTMLResponse(body if self._is_kept else with_tokens(body), status or (422 if faults else 200))
        if any(fault.kind == UNAVAILABLE for fault in faults):
            answer.status_code, answer.headers["Retry-After"] = 503, RETRY_SECONDS
        self._with_session(answer)
        return answer

    def go(self, address: str) -> Response:
        """Send the visitor to another page, after something was done."""
        answer = RedirectResponse(address, 303)
        self._with_session(answer)
        return answer

    def tag(self, *more: object) -> str:
        """The cache key of a page that shows only the event: it changes whenever the page would."""
        opened, visitor = self.opened, self.visitor
        parts = (
            VERSION, self.path, [(name, self.asked(name)) for name in self._known or ()], opened.kept, opened.seen,
            opened.worked_out.people,
            visitor.look, visitor.language, visitor.account and (visitor.account, visitor.session),
            self.own, self.to_do, self.other_events,
            self.server.started_with,
            self.server.page_cache.mark, *more,
        )  # fmt: skip
        return blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    def cached(
        self, make: Callable[[], Response], *asked: str, media: str = "text/html", also: object = None
    ) -> Response:
        """A page that shows the event and nothing else: made once, and not sent to who has it already.

        It may ask for the parameters `asked` alone. `also` is what else it depends on, such as the minutes that are
        left.
        """
        # Who plays may be shown, instead of a board, the way to see it all the same: in which session and round.
        self._known = (*asked, SHOWN, *(("session", "round") if self.visitor.look.playing else ()))
        tag = self.tag(also)
        headers = self.kept_by_readers(tag)
        if self.has_already(headers):
            answer: Response = Response(status_code=304, headers=headers)
            self.server.page_cache.results["in the browser"] += 1
        else:
            answer = self._kept(tag, headers, media) or self._made(tag, headers, make, media)
        if self.visitor.renew:
            self._with_session(answer)
        return answer

    def _kept(self, tag: str, headers: Mapping[str, str], media: str) -> Response | None:
        cache = self.server.page_cache
        known = cache.get(tag)
        if known is None:
            known, headers = cache.get(self._passing(tag)), {}
        if known is None:
            return None
        cache.results["cached"] += 1
        return KeptPage(known, headers=headers, media_type=media)

    def _passing(self, tag: str) -> str:
        """The tag of a page that waits for an analysis."""
        return f"{tag} passing {self.server.analyst.finished}"

    def _made(self, tag: str, headers: Mapping[str, str], make: Callable[[], Response], media: str) -> Response:
        """Render the page once when many readers request it at the same time."""
        if not self.may_make:
            raise MustBeMade(tag)
        with self.server.page_cache.making.holding(tag):
            if (known := self._kept(tag, headers, media)) is not None:
                return known
            self._is_kept = True
            passing = self._passing(tag)
            answer = make()
            page = bytes(answer.body)
            self.server.page_cache.results["made"] += 1
            if answer.status_code == 200 and self.passing:
                self.server.page_cache.put(passing, page, PASSING_SECONDS)
            elif answer.status_code == 200:
                answer.headers.update(headers)
                self.server.page_cache.put(tag, page)
            return KeptPage(page, answer.status_code, answer.headers)

    _is_kept = False
    """Whether the page is being made for many: its forms get their tokens when it is sent."""

    def kept_by_readers(self, tag: str) -> dict[str, str]:
        """Headers with which browsers cache a page; pages of signed-in visitors are never cached."""
        return {} if self.visitor.account else {"ETag": f'"{tag}"', "Cache-Control": "private, no-cache"}

    def has_already(self, headers: Mapping[str, str]) -> bool:
        """Whether the browser has the page with these headers."""
        return "ETag" in headers and headers["ETag"] in self.request.headers.get("if-none-match", "")

    passing = False
    """Whether the page will be another in a moment, with something being worked out: browsers do not keep it."""

    # Cookies

    @property
    def token(self) -> str:
        """What the forms of this visitor carry."""
        self.needs_session = True
        return self.server.sessions.token(self.visitor.session)

    @property
    def form_token(self) -> str:
        """What one form carries and no other: sent twice, it is entered once."""
        self._forms += 1
        return f"{MARK}{self._forms}"

    _forms = 0

    needs_session = False
    """Whether a form was shown, so that the visitor needs a session to send it with."""

    def _with_session(self, answer: Response) -> None:
        visitor = self.visitor
        known = self.server.sessions.read(self.cookies.get(sessions.COOKIE))
        is_known = known is not None and known[0] == visitor.session
        if visitor.renew or (self.needs_session and (visitor.ended or not is_known)):
            self.set_session(answer, visitor.session)

    def set_session(self, answer: Response, session: Session) -> None:
        """Send the cookie of a session."""
        seconds = int(sessions.EXPIRES.total_seconds())
        self.set_cookie(answer, sessions.COOKIE, self.server.sessions.cookie(session), seconds)

    def trying(self, name: str) -> Trying:
        """Who tries to give a secret: on a device that is known for the name, or from an address."""
        devices = self.server.sessions.devices(self.cookies.get(sessions.DEVICE_COOKIE))
        return Trying(name, self.visitor.address, devices.get(folded(name), ""))

    def set_device(self, answer: Response, name: str) -> None:
        """Let the device be known as one on which somebody has signed in."""
        made = self.server.sessions
        devices = made.devices(self.cookies.get(sessions.DEVICE_COOKIE))
        self.set_cookie(answer, sessions.DEVICE_COOKIE, made.device_cookie(devices, folded(name)), A_YEAR)

    def set_own(self, answer: Response, contestant: str) -> None:
        """Send the cookie of the visitor's own pair in this event; "" for none."""
        pairs = pairs_of(self.cookies.get(preferences.PAIRS_COOKIE, ""))
        self.set_cookie(answer, preferences.PAIRS_COOKIE, pairs_cookie(pairs, self.event_key, contestant), A_YEAR)

    def set_look(self, answer: Response, chosen: Preferences) -> None:
        """Send the cookie of a look."""
        self.set_cookie(answer, preferences.COOKIE, chosen.cookie(), A_YEAR)

    def set_cookie(self, answer: Response, name: str, value: str, seconds: int) -> None:
        """Send a cookie that no script reads and no other site sends."""
        secure = self.request.url.scheme == "https"
        answer.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax", secure=secure)


# JSON of a page


def json_view(page: Page, make: Callable[[StoredAt], ContractDocument], *asked: str) -> Response:
    """A document about an event as it is shown to the visitor, made with what it is about; cached as pages are."""
    return page.cached(lambda: json_response(make(stored_at(page.opened))), *asked, media=JSON)


# Boards that a playing director is not to see yet


def hidden_boards(page: Page) -> frozenset[int]:
    """The boards that the visitor, who plays, has not played; none once the results are final."""
    return hidden_in(page, page.opened)


def hidden_in(page: Page, opened: OpenEvent) -> frozenset[int]:
    """The same of an event that the address does not name."""
    playing = page.visitor.look.playing
    if not playing or page.asked(SHOWN) == "1":
        return frozenset()
    publications = opened.history.publications
    if publications and publications[-1].final:
        return frozenset()
    return frozenset(opened.played.still_to_play(playing))


def unplayed_page(page: Page, board: int | None = None) -> Response:
    """Instead of a page about a board that is hidden, or about many boards of which some are."""
    return page.show("unplayed.html", board=board)
