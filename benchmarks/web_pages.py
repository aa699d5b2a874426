"""Every page of an event at two sizes, in processor time: what a result costs on a page may not grow with their number.

Each form of contest has its event, with a ruling for every fifty results; a chief director asks for each page twice,
and the better time counts. A page that is quick anyway is left out.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from random import Random
from time import process_time

from starlette.routing import Match
from starlette.testclient import TestClient

from amends import BySide, Event, Form, Ruling, TableReference, TableResult, load_regulation, parse_award
from amends.accounts.accounts import Role, accounts, add_account
from amends.awards import Award
from amends.desk import Desk, open_desk
from amends.desk.demonstration import DIRECTOR
from amends.desk.importing.documents import begin
from amends.desk.publishing.publication_files import Wanted
from amends.desk.publishing.publish import publish_entry
from amends.event import Contestant, Player
from amends.journal.chain import Document
from amends.web.screen import ScreenRoutes
from amends.web.security.sessions import COOKIE, new_session
from amends.web.server import ServerOptions
from amends.web.serving import all_screens, create_app
from benchmarks.report import Entry, Measured
from benchmarks.timing import shown
from benchmarks.web_server import PIN

RESULTS, TIMES = 1_200, 4
WANTED = 3
"""Four times the results on each of four times the pages of rulings would be 4: quadratic."""
_NOTICED = 0.1
"""Seconds of the processor from which on a page of the larger event counts."""
_MOST_PAGES, _SEED, _RULED = 200, 2017, 50
_OUTCOMES = ("4H N =", "4H N -1", "4H N +1", "3NT S =", "3NT S -1", "4S E =", "4S E -2", "5D W -1", "1NT S +2")
_BEGINNINGS = ("", "/journal", "/print", "/publish", "/rulings", "/ranking", "/matches")

Seats = Iterator[tuple[int, str, str, str, str]]
"""Board, who sits N-S and E-W (players of an individual with a + between them), round, room."""


def pages(results: int = RESULTS, most_pages: int = _MOST_PAGES) -> list[Entry]:
    """A line for each form: the page whose cost grows most."""
    found: list[Entry] = []
    for name, (form, seats) in _FORMS.items():
        small = _times(_event(form, seats(results)), most_pages)
        large = _times(_event(form, seats(TIMES * results)), most_pages, small)
        grown = {key: each.seconds / small[key].seconds / TIMES for key, each in large.items()}
        dear = [key for key in grown if large[key].seconds >= _NOTICED] or list(grown)
        worst = max(dear, key=grown.__getitem__)
        detail = (
            f"{len(grown)} pages of {results:,} and {TIMES * results:,} results, a ruling for every {_RULED}: "
            f"{worst[0]} takes {shown(small[worst].seconds)} and {shown(large[worst].seconds)} of the processor"
        )
        what = f"web: cost of a result on a page, {TIMES} times as many results, {name}"
        found.append(Measured(what, grown[worst], WANTED, detail, at_most=True))
    return found


Key = tuple[str, ...]
"""The template of an address, and the names of what is asked besides."""


@dataclass(frozen=True, slots=True)
class _Page:
    address: str
    """Behind that of the event."""
    seconds: float


def _times(event: Event, most: int, known: Mapping[Key, _Page] | None = None) -> dict[Key, _Page]:
    """The processor time of each page of an event: those that its pages lead to, or those that are known already."""
    with tempfile.TemporaryDirectory() as folder, open_desk(Path(folder) / "store.db", DIRECTOR) as desk:
        opened = begin(desk, Document(event=event), "Event", "2026-01-01")
        publish_entry(desk, opened, Wanted(final=False))
        client, home = _chief(desk), f"/e/{opened.kept.key[:8]}"
        addresses = {key: each.address for key, each in known.items()} if known else _linked(client, home, most)
        made = {key: _Page(address, _seconds(client, f"{home}{address}")) for key, address in addresses.items()}
        client.app.state.server.stop()  # type: ignore[attr-defined]
        return made


def _chief(desk: Desk) -> TestClient:
    add_account(desk, DIRECTOR, Role.CHIEF, PIN)
    app = create_app(desk, ServerOptions())
    client = TestClient(app, base_url="http://localhost", follow_redirects=False)
    epoch = next(account.epoch for account in accounts(desk) if account.name == DIRECTOR)
    client.cookies.set(COOKIE, app.state.server.sessions.cookie(new_session().signed_in(DIRECTOR, epoch)))
    return client


def _linked(client: TestClient, home: str, most: int) -> dict[Key, str]:
    """One address of each kind, as far as the pages of the event lead to it."""
    routes = ScreenRoutes([each for screen in all_screens() for each in screen.routes if "GET" in (each.methods or ())])
    found: dict[Key, str] = {}
    waiting = [f"{home}{each}" for each in _BEGINNINGS]
    while waiting and len(found) < most:
        address = waiting.pop(0)
        path, _, asked = address.partition("?")
        match, inner = routes.matches({"type": "http", "path": path, "method": "GET"})
        key = (
            inner["route"].path if match is Match.FULL else "",
            *(each.partition("=")[0] for each in asked.split("&")),
        )
        if not key[0] or key in found or not address.startswith(home):
            continue
        answer = client.get(address)
        if answer.status_code != 200:
            continue
        found[key] = address.removeprefix(home)
        if "html" in answer.headers.get("content-type", ""):
            waiting += [unescape(each) for each in re.findall(r'href="([^"]+)"', answer.text)]
    return found


def _seconds(client: TestClient, address: str) -> float:
    times = []
    for _ in range(2):
        start = process_time()
        client.get(address).raise_for_status()
        times.append(process_time() - start)
    return min(times)


# Made-up events


def _event(form: Form, seats: Seats) -> Event:
    random, results, people = Random(_SEED), list[TableResult](), dict[str, int]()
    for number, (board, ns, ew, in_round, room) in enumerate(seats, 1):
        sides = BySide(tuple(ns.split("+")), tuple(ew.split("+")))
        people |= dict.fromkeys((*sides.ns, *sides.ew), 1 if form is Form.INDIVIDUAL else 2)
        outcome = parse_award(random.choice(_OUTCOMES))
        results.append(TableResult(str(number), outcome, sides, board=board, round=in_round, room=room))
    award: BySide[Award | None] = BySide.both(parse_award("60% 4S N =; 40% 4S N -1"))
    rulings = tuple(
        Ruling(str(number), each.board, TableReference(result=each.id), award, laws=("12C1(c)",), reason="Misinformed.")
        for number, each in enumerate(results[::_RULED], 1)
    )
    contestants = {
        id: Contestant(id, players=tuple(Player(f"First{id}{player} Last{id}{player}") for player in range(players)))
        for id, players in people.items()
    }
    regulation = load_regulation("exact").having(
        vp_scale="ebu-swiss-pairs" if form is Form.SWISS_PAIRS else "wbf-continuous"
    )
    scoring = "imps" if form is Form.TEAMS else "matchpoints"
    return Event(
        form=form, scoring=scoring, regulation=regulation, results=tuple(results), contestants=contestants,
        rulings=rulings,
    )  # fmt: skip


def _wide(results: int) -> Seats:
    return _mitchell(results // 30, 30)


def _long(results: int) -> Seats:
    return _mitchell(10, results // 10)


def _mitchell(tables: int, boards: int) -> Seats:
    for board in range(1, boards + 1):
        moved = (board - 1) // 2
        for table in range(tables):
            yield board, str(table + 1), str(tables + (table + moved) % tables + 1), str(moved + 1), ""


def _individual(results: int) -> Seats:
    random, tables, boards = Random(_SEED), results // 24, 24
    for board in range(1, boards + 1):
        players = [str(each + 1) for each in random.sample(range(4 * tables), 4 * tables)]
        for table in range(tables):
            ns1, ns2, ew1, ew2 = players[4 * table : 4 * table + 4]
            yield board, f"{ns1}+{ns2}", f"{ew1}+{ew2}", "", ""


def _in_rounds(boards: int, rooms: tuple[str, ...]) -> Callable[[int], Seats]:
    """As many contestants and rounds that all of a size grow: who meets whom moves on by one each round."""

    def seats(results: int) -> Seats:
        half = max(4, int((results / boards / len(rooms) / 2) ** 0.5))
        for in_round in range(1, results // (boards * len(rooms) * half) + 1):
            for match in range(half):
                pair = str(match + 1), str(half + (match + in_round) % half + 1)
                for board in range(1, boards + 1):
                    for room in rooms:
                        ns, ew = pair if room != "closed" else pair[::-1]
                        yield board, ns, ew, str(in_round), room

    return seats


_FORMS: dict[str, tuple[Form, Callable[[int], Seats]]] = {
    "pairs at many tables": (Form.PAIRS, _wide),
    "pairs with many boards": (Form.PAIRS, _long),
    "individual": (Form.INDIVIDUAL, _individual),
    "Swiss pairs": (Form.SWISS_PAIRS, _in_rounds(6, ("",))),
    "teams": (Form.TEAMS, _in_rounds(8, ("open", "closed"))),
}
