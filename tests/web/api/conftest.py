"""The API on a store of its own: programs with keys of each role, and one without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from httpx import Response
from starlette.testclient import TestClient

from amends import child
from amends.accounts.api_keys import make_key
from amends.child import Workers
from amends.desk import Desk
from amends.web.server import Server, ServerOptions
from amends.web.serving import create_app
from support.desks import NAME
from support.documents import check_document

PREFIX = "/api/v1"


@dataclass
class Program:
    """Another program, with its key."""

    client: TestClient
    key: str
    event: str
    """The address of the event of the evening."""
    server: Server

    def send(self, method: str, path: str, body: object = None, **headers: str) -> Response:
        """Send a request; EV stands for the address of the event, headers are named with _ for -."""
        address = PREFIX + path.replace("EV", self.event, 1)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.key:
            sent["Authorization"] = f"Bearer {self.key}"
        more: dict[str, Any] = {} if body is None else {"json": body}
        answer: Response = self.client.request(method, address, headers=sent, **more)
        return answer

    def get(self, path: str, status: int = 200, **headers: str) -> Any:
        """A document, held against its schema."""
        return document(self.send("GET", path, **headers), status)

    def post(self, path: str, body: object, status: int = 200, **headers: str) -> Any:
        """What a request gives, held against its schema."""
        return document(self.send("POST", path, body, **headers), status)


def document(answer: Response, status: int = 200) -> Any:
    """The document of an answer with this status."""
    assert answer.status_code == status, answer.text
    kind = "application/problem+json" if status >= 400 else "application/json"
    assert answer.headers["content-type"] == kind
    return check_document(answer.json())


Programs = Callable[..., Program]


class KeptWorkers(Workers):
    """The processes of operations, which stay when a server ends: the next one has them too, and starts none."""

    def end(self) -> None:
        """They are ended after the last test."""


@pytest.fixture(scope="session")
def engines() -> Iterator[list[Workers]]:
    """The processes of all servers, once there is one."""
    kept: list[Workers] = []
    yield kept
    for each in kept:
        Workers.end(each)


@pytest.fixture(autouse=True)
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events are read by this process, which saves a second each; with `in_child` they are read as a server does."""
    monkeypatch.setattr(child, "_inside", True)


@pytest.fixture
def in_child(monkeypatch: pytest.MonkeyPatch, read_here: None) -> None:
    """Events are read in a process of their own."""
    monkeypatch.setattr(child, "_inside", False)


@pytest.fixture
def program(desk: Desk, engines: list[Workers]) -> Iterator[Programs]:
    """Makes programs: `program("director")`, `program()` for one without a key; options are those of the server."""
    with ExitStack() as stack:
        made: dict[str, TestClient] = {}

        def make(role: str = "", name: str = "", **options: Any) -> Program:
            kept = repr(options)
            if kept not in made:
                app = create_app(desk, ServerOptions(**{"hosts": ("testserver",), **options}))
                if not engines:
                    own = app.state.server.engines
                    engines.append(KeptWorkers(own._task, own._limits))
                app.state.server.__dict__["engines"] = engines[0]
                made[kept] = stack.enter_context(TestClient(app))
                stack.callback(app.state.server.stop)
            client = made[kept]
            number = len(desk.store.api_keys()) + 1
            key = make_key(desk, name or f"Program {number}", role)[1] if role else ""
            server: Server = client.app.state.server  # type: ignore[attr-defined]
            return Program(client, key, f"/events/{desk.open(NAME).kept.key}", server)

        yield make
