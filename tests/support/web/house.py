"""The whole app on one store, to be walked through: every address of it, everybody at it, and what the store holds."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

import anyio
from httpx import Response
from sqlalchemy import func, select
from starlette.applications import Starlette
from starlette.testclient import TestClient

from amends.accounts import passwords
from amends.accounts.accounts import accounts, add_account
from amends.accounts.sign_in_limit import folded
from amends.bridge import Side
from amends.demo import demonstration
from amends.desk import Desk, Report
from amends.desk.commands.cases import opening
from amends.desk.importing.uploads import Uploads
from amends.desk.publishing.publication_files import Wanted
from amends.desk.unfinished_rulings import Unfinished, keep
from amends.event.case import Statement
from amends.event.ruling import TableReference
from amends.store.schema import UPLOADS
from amends.web.screens.publish.publish import preview_name
from amends.web.security.addresses import path_part
from amends.web.security.middleware import LARGEST_FILE
from amends.web.security.sessions import COOKIE, DEVICE_COOKIE, Session, new_session
from amends.web.server import Server, ServerOptions
from amends.web.serving import all_screens, create_app
from support.desks import CHEAP, NAME, Clock, desk_at

PIN = "481516"
NAMES = {"scorer": "S. Scorer", "director": "C. Cole", "chief": "R. Fox", "reviewer": "V. View"}
ROLES = ("nobody", *NAMES)
SAID = "West asked me to say nothing of it."
"""A statement in a case that waits: part of the process."""

FOREIGN = "This form is too old"
NOT_SO = "Not with your role"


@dataclass(frozen=True)
class House:
    """An app with a store, an event in it, and everything of an event that an address can name."""

    app: Starlette
    desk: Desk
    upload: str
    """A file of the chief director that waits."""

    @property
    def server(self) -> Server:
        """What all requests share."""
        server: Server = self.app.state.server
        return server

    @property
    def event(self) -> str:
        """The address of the event."""
        return f"/e/{self.desk.open(NAME).kept.key[:8]}"

    def client(self, role: str = "nobody") -> TestClient:
        """A browser that keeps cookies and follows nothing by itself; signed in by its role."""
        client = TestClient(self.app, follow_redirects=False, raise_server_exceptions=False)
        if role != "nobody":
            sign_in(client, self.server, NAMES[role])
        return client

    def filled(self, path: str, **values: str) -> str:
        """A path of a route with something that is there in each of its places; a stream as far as it has come."""
        if path == "/changes":
            return f"/changes?e={self.event.removeprefix('/e/')}&until=now"
        there = {
            "event": self.event.removeprefix("/e/"),
            "name": "usebio",
            "how": preview_name(Wanted()),
            "file": "index.html",
            "code": "code",
            "upload": self.upload,
            "number": "12C1(e)" if path.startswith("/laws") else "1",
        } | values
        return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: path_part(there.get(found[1], "1")), path)

    def holds(self) -> list[object]:
        """All that the store holds, and what waits in memory to get into it."""
        store = self.desk.store
        events = store.events()
        return [
            events,
            store.accounts(),
            store.settings(),
            [(store.entries(kept.key), store.drafts(kept.key), store.beside(kept.key)) for kept in events],
            waiting(self.desk),
        ]


def waiting(desk: Desk) -> list[tuple[str, int]]:
    """The files that wait: their names and sizes, in the order in which they came."""
    with desk.store._reading() as connection:
        rows = connection.execute(select(UPLOADS.c.name, func.length(UPLOADS.c.data)).order_by(UPLOADS.c.at))
        return [(name, size) for name, size in rows]


def routes() -> list[tuple[str, str]]:
    """Every method and path of the app."""
    found = (route for screen in all_screens() for route in screen.routes)
    return [(method, route.path) for route in found for method in sorted({*(route.methods or ())} - {"HEAD"})]


def of_method(method: str) -> list[str]:
    """The paths of a method."""
    return [path for each, path in routes() if each == method]


def sign_in(client: TestClient, server: Server, name: str) -> Session:
    """Gives a browser the cookies of somebody who has signed in: that they can is shown where people sign in."""
    epoch = next(account.epoch for account in accounts(server.desk) if account.name == name)
    session = new_session().signed_in(name, epoch)
    cookies = {
        COOKIE: server.sessions.cookie(session),
        DEVICE_COOKIE: server.sessions.device_cookie({}, folded(name)),
    }
    for each, value in cookies.items():  # as a browser would keep it: a later cookie of the app takes its place
        client.cookies.set(each, value, "testserver.local", server.options.prefix or "/")
    return session


def token(client: TestClient, prefix: str = "") -> str:
    """What the forms of a browser carry."""
    found = re.search(r'name="csrf" value="([^"]+)"', client.get(f"{prefix}/look").text)
    assert found is not None
    return found[1]


def sent(client: TestClient, address: str, fields: dict[str, Any] | None = None, **more: Any) -> Response:
    """A form of ours, filled in."""
    answer: Response = client.post(address, data={"csrf": token(client), **(fields or {})}, **more)
    return answer


@contextmanager
def house(evening: Path, folder: Path, **options: Any) -> Iterator[House]:
    """The app on a copy of the evening, with an account of each role, a case that waits (2) and a draft (1)."""
    furnished, upload, time = _furnished(evening)
    path = folder / "store.db"
    path.touch(0o600)
    shutil.copyfile(furnished, path)
    with desk_at(path, clock=Clock(time)) as desk:
        yield House(create_app(desk, ServerOptions(**{"hosts": ("testserver",), **options})), desk, upload)


@cache
def _furnished(evening: Path) -> tuple[Path, str, datetime]:
    """The store of all houses, made once; the file that waits in it, and the time at which all was ready."""
    path = Path(mkdtemp(dir=evening.parent)) / "furnished.db"
    with desk_at(evening) as original:
        original.store.backup(path)
    clock = Clock(Clock().time.replace(hour=21))
    with desk_at(path, clock=clock) as desk:
        with patch.object(passwords, "HASHER", CHEAP):
            for role, name in NAMES.items():
                add_account(desk, name, role, PIN)
        statement = Statement(SAID, side=Side.EW, who="E. Ash")
        row = desk.open(NAME).event.results[0]
        waiting = opening(row.board, TableReference(result=row.id), Report(statements=(statement,)))
        desk.confirm(desk.open(NAME), waiting)
        keep(desk, desk.open(NAME), Unfinished({"board": str(row.board), "table": row.id}))
        with demonstration() as (travellers, _):
            chief = desk.for_form(NAMES["chief"], None)
            waits = Uploads(chief, LARGEST_FILE).keep("travellers.csv", travellers.read_bytes())
    assert not path.with_name("furnished.db-wal").exists(), "all is in the file"
    return path, waits.id, clock.time


# Without a browser


@dataclass(frozen=True, slots=True)
class Raw:
    """An answer, and how many pieces of what was sent were taken for it."""

    status: int
    headers: dict[str, str]
    body: str
    taken: int


def raw(
    app: Starlette,
    method: str,
    path: str,
    headers: Sequence[tuple[str, str]] = (),
    pieces: Iterable[bytes] = (),
    *,
    leaves: bool = False,
) -> Raw:
    """What the app answers to a request that no browser would make, given to it piece by piece.

    With `leaves` nobody waits for the answer any more.
    """
    taken, ended, began, body, left = 0, False, dict[str, Any](), bytearray(), iter(pieces)

    async def receive() -> dict[str, Any]:
        nonlocal taken, ended
        if leaves:
            return {"type": "http.disconnect"}
        if ended:
            await anyio.sleep_forever()  # whoever asks stays there
        taken += 1
        piece = next(left, None)
        ended = piece is None
        return {"type": "http.request", "body": piece or b"", "more_body": not ended}

    async def send(message: Any) -> None:
        began.update(message if message["type"] == "http.response.start" else {})
        body.extend(message.get("body", b""))

    given = [("host", "testserver"), *headers] if "host" not in dict(headers) else headers
    target, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": target,
        "raw_path": target.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in given],
        "client": ("192.0.2.7", 9),
        "server": ("testserver", 80),
    }

    async def asked() -> None:
        await app(scope, receive, send)

    anyio.run(asked)
    shown = {name.decode(): value.decode("latin-1") for name, value in began["headers"]}
    return Raw(began["status"], shown, body.decode(errors="replace"), taken)
