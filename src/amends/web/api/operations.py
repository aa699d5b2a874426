"""The operations: each takes one object and gives one document, and keeps nothing.

They are done in processes of their own, the same engine as `amends engine`, with limits of time and memory: no request
makes a director wait.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.responses import Response

from amends.child import ChildFailed, ChildFailure
from amends.contract.operations import OPERATIONS
from amends.contract.request_models import OPERATION_REQUESTS
from amends.event.limits import MOST_SECONDS
from amends.web.api.endpoints import Anybody, Endpoints
from amends.web.api.page import JSON, PROBLEM, ApiPage, Refused
from amends.web.security.middleware import RETRY_SECONDS

endpoints = Endpoints("operations")

GIVES = {"vp": "vp", "slip": "slips", "score": "score", "convert": "converted", "explain": "explanation"}
"""The kinds of documents whose names are not those of their operations."""


def operated(page: ApiPage, name: str, data: bytes) -> Response:
    """The answer of an engine to a request."""
    try:
        status, _, body = page.server.engines.run(f"{name}\n".encode() + data).partition(b"\n")
    except ChildFailed as trouble:
        raise refused(trouble.failure) from None
    return Response(body, int(status), media_type=JSON if status == b"200" else PROBLEM)


def refused(failure: ChildFailure) -> Refused:
    """The answer to a request whose process gave none."""
    match failure:
        case ChildFailure.TIME:
            return Refused("too-large", f"The request takes more than {MOST_SECONDS} seconds.")
        case ChildFailure.MEMORY | ChildFailure.ANSWER:
            return Refused("too-large", "The request takes too much memory.")
        case ChildFailure.BUSY | ChildFailure.START:
            return Refused("busy", "Other requests are being worked on.", {"Retry-After": RETRY_SECONDS})
    return Refused("internal", "The process that worked on it ended. Please report what was sent.")


def _add(name: str) -> None:
    def operation(page: ApiPage, data: bytes) -> Response:
        return operated(page, name, data)

    operation.__name__, operation.__doc__ = name, OPERATIONS[name].__doc__
    declare: Callable[..., object] = endpoints.post(
        f"/{name}",
        Anybody.KEYS,
        takes=OPERATION_REQUESTS[name],
        gives="any",
        enters=False,
        is_long=True,
    )
    declare(operation)


for _name in OPERATIONS:
    _add(_name)
