"""Screens: which function answers which address, with which right; forms must be the visitor's own.

A screen is a module with `screen = Screen()`; `@screen.page(path)` shows something, `@screen.action(path)` does
something. Both are plain functions that run beside each other in threads.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any, TypeAlias, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, NoMatchFound, Route
from starlette.types import Receive, Scope, Send

from amends.accounts.accounts import Right
from amends.faults import Faults
from amends.web.errors import answer_or_error_page, not_allowed, read_only
from amends.web.forms.form import (
    LARGEST_OF_A_STRANGER,
    MOST_FIELDS,
    SentForm,
    is_plain,
    plain_body,
    plain_form,
    refuse_strange,
)
from amends.web.forms.once import once
from amends.web.hosting.lanes import MustBeMade, lanes
from amends.web.hosting.recording import GONE
from amends.web.request import NotHere, NotPublished, Page
from amends.web.security.addresses import path_value
from amends.web.security.csrf import refuse_foreign
from amends.web.security.middleware import LARGEST_FORM, content_length

Shows: TypeAlias = Callable[..., Response]
"""A page and the numbers and names in the path."""
Does: TypeAlias = Callable[..., Response]
"""A page, the form, and the numbers and names in the path."""

S = TypeVar("S", bound=Callable[..., Response])
B = TypeVar("B", bound=Callable[[Page], Awaitable[Response]])

RIGHTS: dict[tuple[str, str], Right | None] = {}
"""What each method and path needs, for the tests that try them all."""


class Screen:
    """The addresses of one screen; one of the service is there also where there is only the API."""

    def __init__(self, *, is_service: bool = False) -> None:
        self.is_service = is_service
        self.routes: list[Route] = []

    def add(
        self, path: str, answer: Callable[[Request], Awaitable[Response]], method: str, named: Callable[..., object]
    ) -> None:
        """Let an address be answered; GET is HEAD too."""
        self.routes.append(Route(path, answer, methods=[method], name=f"{named.__module__}.{named.__qualname__}"))

    def page(self, path: str, right: Right | None = None, *, cached: bool = False) -> Callable[[S], S]:
        """Show something to who has the right; None for everybody.

        With `cached` it is `Page.cached` at once: for a reader it is looked up without a thread.
        """

        def added(shows: S) -> S:
            RIGHTS["GET", path] = right

            async def answer(request: Request) -> Response:
                page = _page_of(request)

                def shown() -> Response:
                    return _refused(page, right) or answer_or_error_page(page, lambda: shows(page, **_numbers(page)))

                if page.is_signed:
                    made = await lanes().official_page(shown, _is_wanted(page), page.counted_as)
                    return made or Response(status_code=GONE)
                return await (_cached(page, shows, shown) if cached else _for_reader(page, shown))

            self.add(path, answer, "GET", shows)
            return shows

        return added

    def stream(self, path: str) -> Callable[[B], B]:
        """Begin an answer that goes on, for everybody; what takes time is done in threads by what begins it."""

        def added(begins: B) -> B:
            RIGHTS["GET", path] = None

            async def answer(request: Request) -> Response:
                return await begins(_page_of(request))

            self.add(path, answer, "GET", begins)
            return begins

        return added

    def action(self, path: str, right: Right | None = None, *, reading: bool = False) -> Callable[[S], S]:
        """Do something for who has the right, and has sent a form of ours.

        With `reading` nothing is entered by it, so that it can be done where amends was started to be read only.
        """

        def added(does: S) -> S:
            RIGHTS["POST", path] = right

            async def answer(request: Request) -> Response:
                page = _page_of(request)
                lane = partial(lanes().official if page.is_signed else lanes().sign_in, who=page.counted_as)
                refused = await lane(lambda: _refused(page, right, not reading))
                if refused is not None:
                    return refused  # before anything of the form is read
                is_known, kind = page.visitor.account is not None, request.headers.get("content-type", "")
                refuse_strange(kind, files=is_known)

                def done(form: SentForm) -> Response:
                    page.ask_who_again()  # it has taken its time to come, and then to be its turn
                    if (refused := _refused(page, right, not reading)) is not None:
                        return refused
                    refuse_foreign(page, form)
                    if right is None and "event" in request.path_params:
                        _ = page.opened  # who may see nothing of an event is not told by a form that it is there
                    asked = partial(does, page, form, **_numbers(page))
                    return asked() if reading else once(page, form, asked)

                try:
                    if is_plain(kind):
                        body = await plain_body(request, LARGEST_FORM if is_known else LARGEST_OF_A_STRANGER)
                        return await lane(lambda: answer_or_error_page(page, lambda: done(plain_form(body))))
                    is_large = content_length(request.scope) > LARGEST_FORM
                    with lanes().large.taken(page.counted_as) if is_large else nullcontext():
                        async with request.form(max_fields=MOST_FIELDS, max_files=1) as data:
                            return await lane(lambda: answer_or_error_page(page, lambda: done(SentForm(data))))
                finally:
                    page.server.followed.look()

            self.add(path, answer, "POST", does)
            return does

        return added


def _page_of(request: Request) -> Page:
    """The page of a request; with a zero byte in its path it is none of ours, and a database would not take it."""
    if "\0" in path_value(request.scope["path"]):
        raise HTTPException(404)
    return Page(request, request.app.state.server)


async def _for_reader(page: Page, shown: Callable[[], Response]) -> Response:
    """Show a page to a reader: one that is not in the cache is made in a thread of its own."""
    page.may_make = False
    try:
        return await lanes().reader(shown, page.network)
    except MustBeMade as missing:
        tag = missing.tag
    return await _made(page, tag, shown)


async def _cached(page: Page, shows: Shows, shown: Callable[[], Response]) -> Response:
    """Show a page of the cache to a reader; many who ask in one moment ask the store together."""
    key = id(page.server), page.request.path_params["event"]
    page.may_make = False
    try:
        page.take(*await lanes().once_for_all(key, page.look_up, page.network))
        return shows(page, **_numbers(page))
    except MustBeMade as missing:
        tag = missing.tag
    except (Faults, NotHere, NotPublished):  # its page is made in a thread
        return await _for_reader(page, shown)
    if await lanes().was_made(tag):
        with suppress(MustBeMade, Faults, NotHere, NotPublished):
            return shows(page, **_numbers(page))
    return await _made(page, tag, shown)


async def _made(page: Page, tag: str, shown: Callable[[], Response]) -> Response:
    page.may_make = True
    page.reload()
    return await lanes().make(tag, shown, _is_wanted(page), page.network) or Response(status_code=GONE)


def _is_wanted(page: Page) -> Callable[[], Awaitable[bool]]:
    """Whether the visitor of a page still waits for it."""

    async def is_wanted() -> bool:
        return not await page.request.is_disconnected()

    return is_wanted


def _refused(page: Page, right: Right | None, enters: bool = False) -> Response | None:
    if enters and page.server.options.read_only:
        return read_only(page)
    return None if page.visitor.may(right) else not_allowed(page, right)


def _numbers(page: Page) -> dict[str, Any]:
    """What stands in the path, but for the event, which the page has."""
    given = {name: value for name, value in page.request.path_params.items() if name != "event"}
    return {name: path_value(value) if isinstance(value, str) else value for name, value in given.items()}


_FIRST, _THIRD = 1, 3
"""Where the two words stand in a path that is cut at its slashes."""


class ScreenRoutes(BaseRoute):
    """The routes of all screens: a request is held against those few that may fit, by two words of its path.

    Most paths are /e/EVENT/WORD and more, so the first and the third part tell nearly all of them apart. The first
    route that fits answers; one that fits but for the method does where no other fits.
    """

    def __init__(self, routes: Sequence[Route]) -> None:
        self.routes = list(routes)
        self._words = [(_word(route.path, _FIRST), _word(route.path, _THIRD)) for route in self.routes]
        self._known = {word for words in self._words for word in words if word is not None}
        self._may_fit: dict[tuple[str | None, str | None], list[Route]] = {}

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether one of them fits; `route` of the scope says which."""
        found: tuple[Match, Scope] = Match.NONE, {}
        if scope["type"] != "http":
            return found
        for route in self._candidates(scope["path"]):
            match, inner = route.matches(scope)
            if match is Match.FULL:
                return match, {**inner, "route": route}
            if match is Match.PARTIAL and found[0] is Match.NONE:
                found = match, {**inner, "route": route}
        return found

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have it answered by the route that fits."""
        route: Route = scope["route"]
        await route.handle(scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: object) -> object:  # type: ignore[override]
        """Nobody asks for an address by the name of its route."""
        raise NoMatchFound(name, path_params)

    def _candidates(self, path: str) -> list[Route]:
        parts = path.split("/", _THIRD + 1)
        key = self._part(parts, _FIRST), self._part(parts, _THIRD)
        found = self._may_fit.get(key)
        if found is None:  # as many as there are words in the routes, whatever is asked for
            found = [
                route
                for route, words in zip(self.routes, self._words, strict=True)
                if all(word is None or word == own for word, own in zip(words, key, strict=True))
            ]
            self._may_fit[key] = found
        return found

    def _part(self, parts: Sequence[str], place: int) -> str | None:
        """A part of a path; None for what stands in no route."""
        return parts[place] if place < len(parts) and parts[place] in self._known else None


def _word(template: str, place: int) -> str | None:
    """The word that stands at a place in every path of a template; None where anything may stand there.

    >>> _word("/e/{event}/boards/{board}", 3), _word("/e/{event}/boards/{board}", 2), _word("/new", 3)
    ('boards', None, None)
    >>> _word("/files/{path:path}", 3)
    """
    parts = template.split("/")
    if place >= len(parts) or "{" in parts[place] or any(":path}" in part for part in parts[:place]):
        return None
    return parts[place]
