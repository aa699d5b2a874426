"""The app on a store of its own, and visitors at it: signed in by their role, or not."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from httpx import Response
from starlette.testclient import TestClient

from amends.accounts import passwords
from amends.accounts.accounts import add_account
from amends.desk import Desk
from amends.web.security.sessions import COOKIE
from amends.web.server import Server, ServerOptions
from amends.web.serving import create_app
from support.desks import CHEAP, NAME, START, Clock, desk_at, evening
from support.web.house import House, house, sign_in

PIN = "481516"
NIGHT = START.replace(hour=21)
NAMES = {"chief": "R. Fox", "director": "C. Cole", "scorer": "S. Scorer", "reviewer": "V. View"}
"""Who is signed in as what."""


@dataclass
class Visiting:
    """A browser without scripts: it keeps cookies, and sends forms with the token of the page they stand on."""

    client: TestClient
    event: str
    """The address of the event, such as /e/1f0c2b3a."""
    server: Server
    tokens: dict[str, str] = field(default_factory=dict)
    """By the cookies of the sessions."""

    def address(self, path: str) -> str:
        """A path; EV at its beginning stands for the address of the event (within a path it is somebody's number)."""
        return self.event + path[2:] if path.startswith("EV") else path

    def get(self, path: str, **query: Any) -> Response:
        """A page; EV stands for the address of the event."""
        answer: Response = self.client.get(self.address(path), params=query or None)
        return answer

    def post(self, path: str, data: dict[str, Any] | None = None, **more: Any) -> Response:
        """A form that was filled in; where it leads is not followed."""
        fields = {"csrf": self.token(), **(data or {})}
        address = self.address(path)
        answer: Response = self.client.post(address, data=fields, follow_redirects=False, **more)
        return answer

    def token(self) -> str:
        """What forms carry; it is that of the session."""
        session = self.client.cookies.get(COOKIE) or ""
        if not session or session not in self.tokens:
            found = re.search(r'name="csrf" value="([^"]+)"', self.client.get("/look").text)
            assert found is not None
            session = self.client.cookies.get(COOKIE) or ""
            self.tokens[session] = found[1]
        return self.tokens[session]


Visit = Callable[..., Visiting]


@pytest.fixture(autouse=True)
def cheap_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that take no time: how strong they are is no matter of these tests."""
    monkeypatch.setattr(passwords, "HASHER", CHEAP)


@pytest.fixture(scope="session")
def evening_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of an evening, made once and copied for each test."""
    path = tmp_path_factory.mktemp("evening") / "store.db"
    evening(path)
    return path


@pytest.fixture(scope="session")
def staffed_store(evening_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of the evening with an account of each role, whole in its file."""
    path, copy = (tmp_path_factory.mktemp("staffed") / name for name in ("store.db", "copy.db"))
    with desk_at(evening_store) as original:
        original.store.backup(path)
    with patch.object(passwords, "HASHER", CHEAP), desk_at(path, clock=Clock(NIGHT)) as made:
        for role, name in NAMES.items():
            add_account(made, name, role, PIN)
        made.store.backup(copy)
    return copy


@pytest.fixture
def desk(staffed_store: Path, tmp_path: Path) -> Iterator[Desk]:
    """A desk on a copy of the evening, with an account of each role; its clock goes on by a minute a look."""
    path = tmp_path / "store.db"
    shutil.copyfile(staffed_store, path)
    # Sessions are signed by the real clock; entries are made by the clock of the evening.
    with desk_at(path, clock=Clock(NIGHT)) as made:
        yield made


@pytest.fixture
def visit(desk: Desk) -> Iterator[Visit]:
    """Makes visitors: `visit("chief")`, `visit()` for one who is not signed in, `visit("scorer", read_only=True)`."""
    with ExitStack() as stack:

        def made(role: str = "", **options: Any) -> Visiting:
            app = create_app(desk, replace(ServerOptions(hosts=("testserver",)), **options))
            client = stack.enter_context(TestClient(app))
            visiting = Visiting(client, f"/e/{desk.store.find(NAME).key[:8]}", app.state.server)
            if role:
                session = sign_in(client, app.state.server, NAMES[role])
                visiting.tokens[client.cookies[COOKIE]] = app.state.server.sessions.token(session)
            return visiting

        yield made


@pytest.fixture(scope="module")
def walked(evening_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The whole app, one for all tests of a module: they leave its store as it is."""
    with house(evening_store, tmp_path_factory.mktemp("house")) as made:
        yield made


@pytest.fixture
def fresh(evening_store: Path, tmp_path: Path) -> Iterator[House]:
    """The whole app on a store of its own, for a test that enters something."""
    with house(evening_store, tmp_path) as made:
        yield made
