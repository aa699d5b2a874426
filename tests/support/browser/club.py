"""A club to visit: the app on a store of its own with the demonstration event, and people who are signed in there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from playwright.sync_api import Page

from amends import double_dummy
from amends.accounts import passwords
from amends.accounts.accounts import Role, accounts, add_account
from amends.desk.demonstration import begin_demonstration
from amends.desk.settings import signing_key
from amends.web.security.sessions import COOKIE, Sessions, new_session
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support.desks import CHEAP, START, Clock, desk_at
from support.serving import serving

PIN = "481516"
PEOPLE = {"R. Fox": Role.CHIEF, "J. Finch": Role.DIRECTOR, "M. Wren": Role.SCORER, "V. View": Role.REVIEWER}
"""Who has an account, in which role; all have the same PIN."""

NIGHT = START + timedelta(hours=4)
"""When the visitors come; the clock stands still, so that pages are the same however long a test takes."""

OPTIONS = ServerOptions(hosts=("127.0.0.1",))

Window = Callable[..., Page]


def found_club(path: Path, name: str = "Friday pairs") -> None:
    """A store with the demonstration event and an account of each role."""
    double_dummy.is_available()  # takes seconds the first time, which no page should wait for
    with patch.object(passwords, "HASHER", CHEAP), desk_at(path, clock=_still()) as desk:
        begin_demonstration(desk, name)
        for who, role in PEOPLE.items():
            add_account(desk, who, role, PIN)
        signing_key(desk)


@contextmanager
def opened_club(store: Path, copy: Path, options: ServerOptions = OPTIONS) -> Iterator[Club]:
    """The app on a copy of a store, served until the test ends."""
    with desk_at(store) as original:
        original.store.backup(copy)
    with patch.object(passwords, "HASHER", CHEAP), desk_at(copy, clock=_still()) as desk:
        epochs = {account.name: account.epoch for account in accounts(desk)}
        sessions = Sessions(signing_key(desk).read)
        cookies = {who: sessions.cookie(new_session().signed_in(who, epoch)) for who, epoch in epochs.items()}
        key = desk.open("Friday pairs").kept.key[:8]
        with serving(create_app(desk, options)) as address:
            yield Club(address, f"/e/{key}", cookies)


def _still() -> Clock:
    return Clock(NIGHT, minutes=0)


@dataclass
class Club:
    """Where the app is, and how people come to it."""

    address: str
    event: str
    """The path of the event."""
    cookies: dict[str, str]
    """Of people who are signed in."""
    window: Window | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    """Of the windows: the size, and whether they run scripts."""
    pages: list[Page] = field(default_factory=list)
    """The windows that were opened."""

    def come(self, who: str = "", to: str = "", **more: Any) -> Page:
        """A window of somebody, who is signed in if there is a name; at a page of the event."""
        assert self.window is not None
        page = self.window(**{**self.settings, "base_url": self.address, **more})
        self.pages.append(page)
        if who:
            page.context.add_cookies([{"name": COOKIE, "value": self.cookies[who], "url": self.address}])
        page.goto(to if to.startswith("/") else f"{self.event}/{to}".rstrip("/"))
        return page
