"""Puts the endpoints together to an app of its own: keys, limits, repeated requests, and problems instead of pages."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from itertools import groupby
from tempfile import SpooledTemporaryFile
from traceback import clear_frames
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from amends import child, discovery
from amends.contract import problems
from amends.contract.documents import document
from amends.contract.documents.base import ContractDocument
from amends.contract.engine import problem_of
from amends.contract.problems import ProblemDocument
from amends.desk.confirm import Unlawful
from amends.desk.desk import FirstAnswer, FormOnce, SentBefore
from amends.explain import Verdict
from amends.faults import Fault, Faults
from amends.machine_places import LOOK_SECONDS
from amends.web.api.endpoints import Endpoint, Endpoints
from amends.web.api.page import ApiPage, Changed, Refused, document_bytes, problem_response
from amends.web.forms.answered_again import answer_again
from amends.web.forms.once import awaited_answer, entered_meanwhile
from amends.web.hosting.lanes import LONG_OF_ONE, Busy, Lane, lanes
from amends.web.rendering import visible
from amends.web.request import NotHere, NotPublished
from amends.web.security.addresses import path_value
from amends.web.security.middleware import (
    API,
    DISK_FULL,
    FULL_WORDS,
    LARGEST_FILE,
    RETRY_SECONDS,
    content_length,
    is_api,
)
from amends.web.server import Server

PREFIX = API
JSON = "application/json"
LONGEST_KEY = 200
"""The characters of an Idempotency-Key."""
IDEMPOTENCY_KEY = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")
LARGEST_IN_MEMORY = 1_000_000
"""The bytes of a request that is held in memory while it waits; a larger one takes its turn with long work."""
LARGEST_ANSWER = 256 * 1024
"""The bytes of an answer that is kept for when the request is repeated; a larger one is made again."""
REPEATED = "Idempotency-Replayed"


@cache
def all_endpoints() -> tuple[Endpoint, ...]:
    """Every endpoint of the modules beside this one; adding one edits no list."""
    modules = discovery.modules(sys.modules["amends.web.api"])
    groups = [group for module in modules if isinstance(group := getattr(module, "endpoints", None), Endpoints)]
    return tuple(each for group in groups for each in group.all)


def create_api(server: Server) -> Starlette:
    """The API of a server, to be mounted under its prefix."""
    by_path = {path: list(group) for path, group in groupby(sorted(all_endpoints(), key=_path), key=_path)}
    # A path with a name in it comes behind those that have a word in the same place.
    paths = sorted(by_path, key=lambda path: [(part.startswith("{"), part) for part in path.split("/")])
    routes = [
        Route(
            path,
            partial(_answer, {each.method: each for each in by_path[path]}),
            methods=[each.method for each in by_path[path]],
            name=path,
        )
        for path in paths
    ]
    origins = list(server.options.origins)
    cors = Middleware(
        CORSMiddleware,
        allow_origins=origins,
        allow_methods=["GET", "POST", "PUT", "DELETE"],
        allow_headers=["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match"],
        expose_headers=["ETag", "Location", "Retry-After", REPEATED],
    )
    api = Starlette(
        routes=routes,
        middleware=[cors] if origins else [],
        exception_handlers={HTTPException: _other_status, Exception: _internal},
    )
    api.router.redirect_slashes = False
    api.state.server = server
    return api


_NAMES = {"key": "event"}


class WithApi:
    """Sends requests to the API to its own app, whatever stands in their paths; all others to the pages."""

    def __init__(self, app: ASGIApp, api: ASGIApp) -> None:
        self.app, self.api = app, api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http" and is_api(scope):
            scope["root_path"] = f"{scope.get('root_path', '')}{PREFIX}"
            await self.api(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _path(endpoint: Endpoint) -> str:
    return endpoint.path


# A request


async def _answer(endpoints: dict[str, Endpoint], request: Request) -> Response:
    server: Server = request.app.state.server
    endpoint = endpoints["GET" if request.method == "HEAD" else request.method]
    # What is measured and written to the log by route; an event has the name that pages give it.
    request.scope["route"] = replace(endpoint, path=f"{PREFIX}{endpoint.path}")
    request.scope["path_params"] = {_NAMES.get(name, name): value for name, value in request.path_params.items()}
    page = ApiPage(request, server)
    page.endpoint = endpoint
    try:
        if "\0" in path_value(request.scope["path"]):
            raise Refused("not-found", "There is nothing at this address.")
        _limit_rate(page)
        await _access_lane(page)(page.check_access)  # before anything of the request is read
        answer: Response
        if endpoint.is_stream:
            answer = await endpoint.answer(page, **page.parameters)
            return answer
        with _place(page), SpooledTemporaryFile(LARGEST_IN_MEMORY) as body:
            if endpoint.takes is not None:
                await _read(page, body)
            is_large = body.tell() > LARGEST_IN_MEMORY
            try:
                answer = await _lane(page, is_large)(lambda: _done(page, _whole(body)))
                return answer
            finally:
                if endpoint.enters:
                    server.followed.look()
    except Exception as trouble:
        refused = _problem_response(trouble)
        _let_go(trouble)
        return refused


def _let_go(trouble: BaseException | None) -> None:
    """Forget where something went wrong: its frames refer to each other, and would keep up to 20 MB that was sent."""
    while trouble is not None:
        clear_frames(trouble.__traceback__)
        following = trouble.__context__
        trouble.__traceback__ = trouble.__context__ = trouble.__cause__ = None
        trouble = following


def _access_lane(page: ApiPage) -> Lane:
    """Where a key is looked at: a new one where sign-ins are, since whoever sends it may have made it up."""
    if page.is_signed or not page.sent_key:
        return page.lane
    return partial(lanes().sign_in, who=page.network)


def _lane(page: ApiPage, is_large: bool) -> Lane:
    """Where a request is worked on: a few large ones at once, each of which takes many times its size in memory.

    No list is made where pages are: it would let them wait.
    """
    if page.endpoint.is_long or is_large:
        return partial(_long_work, page.counted_as)
    if page.endpoint.opens_many and not page.is_signed:  # a key does not wait for strangers' lists
        return partial(lanes().list_of_events, who=page.counted_as)
    return page.lane


async def _long_work(who: str, work: Callable[[], Response]) -> Response:
    """Work that takes much time or memory: of one key a few on the whole machine, and none is read before its turn.

    Whoever waits for those of another process takes no turn here.
    """
    with lanes().long_places.taken(who):
        while (place := child.MACHINE.taken(f"work {who}", LONG_OF_ONE)) is None:
            await asyncio.sleep(LOOK_SECONDS)
        try:
            answer: Response = await lanes().long_work(work, who)
            return answer
        finally:
            place()


def _limit_rate(page: ApiPage) -> None:
    wait = page.server.api_rate.wait(page.counted_as)
    if wait:
        words = f"At most {page.server.options.api_rate} requests a second for one key or address."
        raise Refused("too-many", words, {"Retry-After": str(wait)})


def _place(page: ApiPage) -> AbstractContextManager[None]:
    """A place for a request that is too large for the memory; its length is always said beforehand."""
    if content_length(page.request.scope) <= LARGEST_IN_MEMORY:
        return nullcontext()
    return lanes().large.taken(page.counted_as)


async def _read(page: ApiPage, body: SpooledTemporaryFile[bytes]) -> None:
    """Read a request; what is large waits on the disk, so that many of them do not fill the memory."""
    kind = page.request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise Refused("wrong-media", f"Send the request as {JSON}.")
    async for piece in page.request.stream():
        body.write(piece)
        if body.tell() > LARGEST_FILE:
            raise Refused("too-large", f"A request has at most {LARGEST_FILE:,} bytes.")


def _whole(body: SpooledTemporaryFile[bytes]) -> bytes:
    body.seek(0)
    return body.read()


def _done(page: ApiPage, data: bytes) -> Response:
    endpoint = page.endpoint
    if endpoint.takes is not None or endpoint.enters:  # it has taken its time to come, and then to be its turn
        page.ask_who_again()
        page.check_access()
    if endpoint.takes is not None and endpoint.gives != ANY:
        page.read_body(data)
    asked = {**page.parts, **page.parameters}
    if endpoint.gives == ANY:
        answer: Response = endpoint.answer(page, data, **asked)
        return answer
    if not endpoint.enters:
        return _looked_up(page, lambda: endpoint.answer(page, **asked))
    return _once(page, data, lambda: endpoint.answer(page, **asked))


ANY = "any"
"""What an endpoint gives that makes its answer itself, from the bytes of the request."""


@dataclass(frozen=True, slots=True)
class Created:
    """A document with the address of what was made."""

    document: ContractDocument
    location: str
    status: int = 201


# Looking


def _looked_up(page: ApiPage, make: Callable[[], Any]) -> Response:
    """A document with its tag; not sent again to who has it."""
    has_event = "event" in page.request.path_params
    if page.endpoint.is_cached:
        body = _cached(page, make)
    elif isinstance(made := make(), Response):
        return made
    else:
        body = document_bytes(made)
    tag = page.etag(body, page.opened if has_event else None)
    headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if tag in page.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, 200, headers, JSON)


def _cached(page: ApiPage, make: Callable[[], ContractDocument]) -> bytes:
    """The bytes of a document that depends on the entries alone, made once for all who may see the same."""
    cache, opened = page.server.page_cache, page.opened
    asked = sorted(page.request.query_params.multi_items())
    sees = page.sees_live, sorted(page.visitor.rights)
    parts = ("api", page.path, asked, opened.kept, opened.seen, opened.worked_out.people, sees, cache.mark)
    tag = sha256(repr(parts).encode()).hexdigest()
    with cache.making.holding(tag):
        if (known := cache.get(tag)) is not None:
            return known
        body = document_bytes(make())
        cache.put(tag, body)
        return body


# Entering


def _entered(page: ApiPage, made: ContractDocument | Created) -> Response:
    if isinstance(made, Created):
        return Response(document_bytes(made.document), made.status, {"Location": made.location}, JSON)
    return Response(document_bytes(made), page.endpoint.status, media_type=JSON)


def _once(page: ApiPage, data: bytes, does: Callable[[], Any]) -> Response:
    """Do what a request asks for; with an Idempotency-Key once, however often it is sent."""
    sent = page.form = _sent(page, data)
    if not sent.token:
        return _entered(page, does())
    store = page.server.desk.store
    with page.server.forms.holding(sent.token):
        if (first := store.first_answer(sent)) is not None:
            return _as_first(page, sent, first, does)
        try:
            answer = _entered(page, does())
        except SentBefore as before:  # at the same moment, in another process
            return _as_first(page, sent, before.first, does)
        except Exception as trouble:
            if not sent.seq:
                if (meanwhile := entered_meanwhile(page, sent)) is not None:
                    return _as_first(page, sent, meanwhile, does)
                raise
            logging.getLogger(__name__).exception("after entry %s was made", sent.seq, exc_info=trouble)
            return _of_entry(page, sent.event, sent.seq, does)
        if (meanwhile := entered_meanwhile(page, sent)) is not None:  # else nothing was left to be entered
            return _as_first(page, sent, meanwhile, does)
        if sent.wrote and len(answer.body) <= LARGEST_ANSWER:
            with suppress(Faults):  # without it, the answer is made from the entry
                store.keep_answer(sent, _kept(answer))
        return answer


def _sent(page: ApiPage, data: bytes) -> FormOnce:
    key = page.request.headers.get("idempotency-key")
    if key is None:
        return FormOnce()
    if not IDEMPOTENCY_KEY.fullmatch(key):
        words = f"An Idempotency-Key is a word of 1 to {LONGEST_KEY} letters, digits and signs of ASCII."
        raise Refused("faults", words)
    assert page.key is not None
    # Nothing of this is secret, and it must be known again by a server that has another key of sessions.
    asked = f"{page.request.method} {page.request.url.path}?{page.request.url.query}\n".encode()
    token = "api-" + sha256(f"{page.key.id}\n{key}".encode()).hexdigest()
    return FormOnce(token, sha256(asked + data).hexdigest())


def _as_first(page: ApiPage, sent: FormOnce, first: FirstAnswer, does: Callable[[], Any]) -> Response:
    if not first.same:
        raise Refused(
            "sent-before", f"This Idempotency-Key was used for another request, which made entry {first.seq}."
        )
    if answer := awaited_answer(page, sent, first):
        return _kept_answer(answer)
    return _of_entry(page, first.event, first.seq, does)


def _kept(answer: Response) -> str:
    return json.dumps([answer.status_code, answer.headers.get("location", ""), bytes(answer.body).decode()])


def _kept_answer(text: str) -> Response:
    status, location, body = json.loads(text)
    headers = {REPEATED: "true"} | ({"Location": location} if location else {})
    return Response(body, status, headers, JSON)


def _of_entry(page: ApiPage, event: str, seq: int, does: Callable[[], Any]) -> Response:
    """The answer of a request that made an entry, where its first answer is not kept."""
    opened = page.server.shelf.open(event)
    if "event" not in page.request.path_params:  # it has begun the event: whoever asked needs its address
        begun = document("overview", page.numbers(opened) | {"begun": True})
        headers = {REPEATED: "true", "Location": f"{PREFIX}/events/{opened.kept.key}"}
        return Response(document_bytes(begun), page.endpoint.status, headers, JSON)
    answer = _entered(page, answer_again(page, opened.until(seq), does))
    answer.headers[REPEATED] = "true"
    return answer


# Problems


def _problem_response(trouble: Exception) -> Response:
    """The answer to anything that went wrong."""
    if isinstance(trouble, Refused):
        return problem_response(trouble.problem, trouble.headers)
    if isinstance(trouble, Busy):
        made = problems.problem("busy", "Nothing was entered. Ask again in a few seconds.")
        return problem_response(made, {"Retry-After": RETRY_SECONDS})
    if isinstance(trouble, ClientDisconnect):
        return Response(status_code=400)
    if isinstance(trouble, OSError) and trouble.errno in DISK_FULL:
        return problem_response(problems.problem("busy", FULL_WORDS), {"Retry-After": RETRY_SECONDS})
    made = _problem(trouble)
    if made.status == 500:
        logging.getLogger(__name__).exception("in a request to the API", exc_info=trouble)
    return problem_response(made, {"Retry-After": RETRY_SECONDS} if made.status == 503 else None)


def _problem(trouble: Exception) -> ProblemDocument:
    match trouble:
        case NotHere(trouble=about):
            return problems.of_faults(about, "not-found")
        case NotPublished():
            words = "Officials see it with a key; readers once something is published."
            return problems.problem("not-published", words)
        case Unlawful():
            type = "forbidden-ruling" if trouble.forbidden else "unusual-ruling"
            return problems.of_faults(Faults(_findings(trouble)), type)
        case Changed():
            return problems.of_faults(trouble, "changed")
        case Faults() if not trouble.is_unavailable:
            return problems.of_faults(trouble, "faults")
        case Faults():
            return problem_of(Faults(visible(trouble.faults)))
    return problem_of(trouble)


def _findings(trouble: Unlawful) -> Iterator[Fault]:
    for ruling, finding in trouble.findings:
        unusual = finding.verdict is Verdict.UNUSUAL
        expected = f'a reason in accept: {{"{finding.clause}": "why"}}' if unusual else "a ruling that the Laws allow"
        yield Fault(f"{finding.verdict.value} by {finding.clause}: {finding.words}", expected, f"ruling {ruling.id}")


async def _other_status(request: Request, trouble: Exception) -> Response:
    status = getattr(trouble, "status_code", 400)
    if status == 405:
        made = problems.problem("wrong-method", f"{request.method[:20]} is not a method of this address.")
    elif status == 404:
        made = problems.problem("not-found", "There is nothing at this address of the API.")
    else:
        made = problems.problem("not-json", str(getattr(trouble, "detail", "")) or "The request cannot be read.")
    return problem_response(made, getattr(trouble, "headers", None))


async def _internal(_: Request, trouble: Exception) -> Response:
    return _problem_response(trouble)
