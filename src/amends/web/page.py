"""One request and all that a screen needs to answer it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from amends.desk.accounts.roles import Right
from amends.desk.desk import Desk
from amends.desk.event_cache import short_key
from amends.desk.open_event import OpenEvent
from amends.desk.settings import Readers
from amends.faults import Faults
from amends.web import look
from amends.web.addresses import written
from amends.web.assets import VERSION
from amends.web.look import Look
from amends.web.security import sessions
from amends.web.security.sessions import Session
from amends.web.server import Server
from amends.web.visitor import Visitor, visitor_of


class NotHere(Exception):
    """What was asked for is not there; the faults say what is."""

    def __init__(self, trouble: Faults) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble


class NotPublished(Exception):
    """The event is there, but nothing of it is to be seen without a sign-in."""


class Page:
    """Who asks for what, and the answers a screen can give."""

    def __init__(self, request: Request, server: Server) -> None:
        self.request, self.server = request, server

    @cached_property
    def visitor(self) -> Visitor:
        """Who asks."""
        return visitor_of(self.request, self.server)

    @cached_property
    def desk(self) -> Desk:
        """The desk with the visitor at it."""
        return self.server.desk_of(self.visitor.name)

    @property
    def path(self) -> str:
        """The path that was asked for, all of it: a question mark that was written as %3F is a part of it."""
        return str(self.request.scope["path"])

    def asked(self, name: str, default: str = "") -> str:
        """What the address says behind its question mark."""
        return self.request.query_params.get(name, default)[:500]

    # The event

    @cached_property
    def newest(self) -> OpenEvent:
        """The event of the address as it stands now, whoever asks: screens that need no right use `opened`."""
        try:
            return self.server.shelf.open(self.request.path_params["event"])
        except Faults as trouble:
            raise NotHere(trouble) from None

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

    @property
    def home(self) -> str:
        """The address of the event."""
        return f"/e/{short_key(self.newest.kept)}"

    def to(self, *parts: object, **query: object) -> str:
        """An address within the event: `page.to("boards", 7)` is /e/…/boards/7."""
        path = "/".join([self.home, *map(written, parts)])
        asked = urlencode({name: value for name, value in query.items() if value not in (None, "")})
        return f"{path}?{asked}" if asked else path

    def data_of(self, *parts: object, **query: object) -> str:
        """The address of the data of a page: `page.data_of("boards", 7)` is /e/…/boards/7.json."""
        path, mark, asked = self.to(*parts, **query).partition("?")
        return f"{path}.json{mark}{asked}"

    # Answers

    def show(self, template: str, *, status: int = 200, **context: Any) -> Response:
        """A page."""
        answer = HTMLResponse(self.rendered(template, context), status)
        self._with_session(answer)
        return answer

    def rendered(self, template: str, context: Mapping[str, Any]) -> str:
        """The text of a page."""
        return self.server.renderer.render(template, self, context)

    def go(self, address: str) -> Response:
        """Send the visitor to another page, after something was done."""
        answer = RedirectResponse(address, 303)
        self._with_session(answer)
        return answer

    def tag(self, *more: object) -> str:
        """What stands for a page that shows the event and nothing else: it is another whenever the page is."""
        opened, visitor = self.opened, self.visitor
        parts = (
            VERSION, self.path, str(self.request.query_params), opened.kept, opened.seen, opened.worked_out.people,
            visitor.look, visitor.language, visitor.account and (visitor.account, visitor.session), self.server.options,
            self.server.kept_pages.mark, *more,
        )  # fmt: skip
        return blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    def cached(self, make: Callable[[], Response]) -> Response:
        """A page that shows the event and nothing else: made once, and not sent to who has it already."""
        tag = self.tag()
        headers = self.kept_by_readers(tag)
        if self.has_already(headers):
            answer: Response = Response(status_code=304, headers=headers)
        else:
            answer = self._kept(tag, headers) or self._made(tag, headers, make)
        if self.visitor.renew:
            self._with_session(answer)
        return answer

    def _kept(self, tag: str, headers: Mapping[str, str]) -> Response | None:
        known = self.server.kept_pages.get(tag)
        return None if known is None else HTMLResponse(known, headers=headers)

    def _made(self, tag: str, headers: Mapping[str, str], make: Callable[[], Response]) -> Response:
        """The page, unless somebody else has made it while one waited."""
        with self.server.kept_pages.making(tag):
            if (known := self._kept(tag, headers)) is not None:
                return known
            answer = make()
            if answer.status_code == 200 and not self.passing:
                answer.headers.update(headers)
                self.server.kept_pages.put(tag, bytes(answer.body))
            return answer

    def kept_by_readers(self, tag: str) -> dict[str, str]:
        """The headers by which a reader's browser keeps a page; what somebody sees by a sign-in is kept nowhere."""
        return {} if self.visitor.account else {"ETag": f'"{tag}"', "Cache-Control": "private, no-cache"}

    def has_already(self, headers: Mapping[str, str]) -> bool:
        """Whether the browser has the page with these headers."""
        return "ETag" in headers and headers["ETag"] in self.request.headers.get("if-none-match", "")

    passing = False
    """Whether the page will be another in a moment, with something that is being worked out: it is not kept."""

    # Cookies

    @property
    def token(self) -> str:
        """What the forms of this visitor carry."""
        self.needs_session = True
        return self.server.sessions.token(self.visitor.session)

    needs_session = False
    """Whether a form was shown, so that the visitor needs a session to send it with."""

    def _with_session(self, answer: Response) -> None:
        visitor = self.visitor
        known = self.request.cookies.get(sessions.COOKIE)
        if visitor.renew or (self.needs_session and (known is None or visitor.ended or not self._is_known(known))):
            self.set_session(answer, visitor.session)

    def _is_known(self, cookie: str) -> bool:
        found = self.server.sessions.read(cookie)
        return found is not None and found[0] == self.visitor.session

    def set_session(self, answer: Response, session: Session) -> None:
        """Send the cookie of a session."""
        answer.set_cookie(
            sessions.COOKIE,
            self.server.sessions.cookie(session),
            max_age=int(sessions.EXPIRES.total_seconds()),
            httponly=True,
            samesite="lax",
            secure=self.request.url.scheme == "https",
        )

    def set_look(self, answer: Response, chosen: Look) -> None:
        """Send the cookie of a look."""
        answer.set_cookie(
            look.COOKIE, chosen.cookie(), max_age=400 * 86400, httponly=True, samesite="lax",
            secure=self.request.url.scheme == "https",
        )  # fmt: skip
