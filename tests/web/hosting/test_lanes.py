"""Readers, however many and however slow their pages, take no thread of an official; a long queue is refused."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from time import sleep
from typing import Any

import anyio
import httpx
import pytest
from starlette.testclient import TestClient

from amends.accounts import passwords
from amends.faults import UNAVAILABLE, Faults
from amends.store import Store
from amends.web.api.application import PREFIX
from amends.web.api.page import ApiPage
from amends.web.hosting import lanes as lanes_module
from amends.web.hosting.lanes import (
    LONG_OF_ONE,
    MAKERS,
    OFFICIALS_OF_ONE,
    PROGRAMS_OF_ONE,
    READERS,
    READERS_OF_ONE,
    SIGN_INS,
    SIGN_INS_OF_ONE,
    Busy,
    FairLane,
    Lanes,
)
from amends.web.hosting.recording import GONE
from amends.web.screens.reading import cards
from amends.web.security.sessions import COOKIE
from amends.web.server import PageCache, ServerOptions
from amends.web.serving import create_app
from support.desks import NAME
from support.serving import serving
from support.web.house import PIN, House, of_method, raw, sent, token


@pytest.fixture
def blocked(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Score cards that nobody finishes until the test says so."""
    go_on, card = threading.Event(), cards.card_page

    def slow(*arguments: Any) -> Any:
        go_on.wait(60)
        return card(*arguments)

    monkeypatch.setattr(cards, "card_page", slow)
    yield go_on
    go_on.set()


@contextmanager
def asking(count: int, ask: Callable[[int], httpx.Response]) -> Iterator[list[Future[httpx.Response]]]:
    """So many visitors at once."""
    with ThreadPoolExecutor(count) as pool:
        yield [pool.submit(ask, number) for number in range(count)]


def client_of(address: str, cookies: dict[str, str] | None = None) -> httpx.Client:
    """A browser."""
    return httpx.Client(base_url=address, timeout=60, trust_env=False, cookies=cookies)


def app_on(house: House) -> Any:
    """The app under the name of this machine."""
    return create_app(house.desk, ServerOptions())


def test_slow_pages_of_readers_block_neither_officials_nor_cached_pages(fresh: House, blocked: threading.Event) -> None:
    chief = {COOKIE: fresh.client("chief").cookies[COOKIE]}
    with serving(app_on(fresh)) as address:
        ranking = f"{fresh.event}/ranking"
        with client_of(address) as reader, client_of(address, chief) as official:
            assert reader.get(ranking).status_code == 200

            def slow_page(number: int) -> httpx.Response:
                with client_of(address) as client:
                    return client.get(f"{fresh.event}/cards/{number + 1}")

            with asking(MAKERS + READERS + 40, slow_page) as waiting:
                try:
                    assert official.get(f"{fresh.event}/journal").status_code == 200
                    assert official.get("/me").status_code == 200
                    assert reader.get(ranking).status_code == 200
                    assert reader.get("/look").status_code == 200
                    assert not any(each.done() and each.result().status_code == 200 for each in waiting)
                finally:
                    blocked.set()
                assert {each.result().status_code for each in waiting} <= {200, 404}


def test_programs_without_a_key_and_lists_of_events_hold_up_no_page(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With thousands of events the first list takes a minute, and the result of a large one some seconds."""
    go_on, event = threading.Event(), f"{PREFIX}/events/{fresh.event.removeprefix('/e/')}"
    numbers = ApiPage.numbers

    def slow(*arguments: Any) -> Any:
        go_on.wait(60)
        return numbers(*arguments)

    monkeypatch.setattr(ApiPage, "numbers", slow)
    with serving(app_on(fresh)) as address:

        def ask(number: int) -> httpx.Response:
            with client_of(address) as program:
                return program.get(event if number % 2 else f"{PREFIX}/events")

        with asking(2 * READERS, ask) as waiting, client_of(address) as reader:
            try:
                assert reader.get(f"{fresh.event}/ranking").status_code == 200
                assert reader.get("/laws/12").status_code == 200
                assert not any(each.done() for each in waiting)
            finally:
                go_on.set()
            assert {each.result().status_code for each in waiting} == {200}


@pytest.mark.parametrize(("role", "lane"), [("chief", "official"), ("nobody", "reader")])
def test_who_follows_an_event_is_answered_by_the_threads_of_their_kind(
    fresh: House, monkeypatch: pytest.MonkeyPatch, role: str, lane: str
) -> None:
    used = list[str]()

    def noting(name: str) -> Any:
        work_on = getattr(Lanes, name)

        def noted(lanes: Lanes, work: Any, who: str = "") -> Any:
            used.append(name)
            return work_on(lanes, work, who)

        return noted

    for name in ("official", "reader"):
        monkeypatch.setattr(Lanes, name, noting(name))
    asked = {"e": fresh.event.removeprefix("/e/"), "until": "now"}
    assert fresh.client(role).get("/changes", params=asked).status_code == 200
    assert set(used) == {lane}


@pytest.fixture
def endless_hashes(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Hashes that nobody finishes until the test says so."""
    go_on, hasher = threading.Event(), passwords.HASHER

    class Slow:
        """The hasher, with a pause."""

        def __getattr__(self, name: str) -> Any:
            return getattr(hasher, name)

        def verify(self, *arguments: Any) -> Any:
            go_on.wait(60)
            return hasher.verify(*arguments)

    monkeypatch.setattr(passwords, "HASHER", Slow())
    yield go_on
    go_on.set()


@contextmanager
def signing_in(
    house: House, count: int, host: Callable[[int], str], refused: threading.Event
) -> Iterator[tuple[httpx.Client, list[Future[httpx.Response]]]]:
    """So many sign-ins at once, each from its address; and a reader beside them."""
    app = create_app(house.desk, ServerOptions(hosts=("127.0.0.1",), proxies=("127.0.0.1",)))
    with serving(app) as address, client_of(address) as reader:
        form = {"csrf": token(reader), "secret": PIN}  # type: ignore[arg-type]

        def sign_in(number: int) -> httpx.Response:
            with client_of(address, dict(reader.cookies)) as client:
                at = {"x-forwarded-for": host(number)}
                answer = client.post("/sign-in", data={**form, "name": f"Guest {number}"}, headers=at)
                if answer.status_code == 503:
                    refused.set()
                return answer

        with asking(count, sign_in) as waiting:
            yield reader, waiting


def test_a_flood_of_sign_ins_blocks_no_page_and_is_told_to_come_back(
    fresh: House, endless_hashes: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes_module, "MOST_WAITING", 10)
    refused = threading.Event()
    with signing_in(fresh, SIGN_INS + 20, "198.51.100.{}".format, refused) as (reader, waiting):
        try:
            assert refused.wait(60)
            assert reader.get(f"{fresh.event}/ranking").status_code == 200
        finally:
            endless_hashes.set()
        answers = [each.result() for each in waiting]
    busy = [answer for answer in answers if answer.status_code == 503]
    assert busy
    assert all(answer.headers["retry-after"] for answer in busy)
    assert "Too many people ask at once" in busy[0].text
    assert {answer.status_code for answer in answers} <= {403, 429, 503}


def test_a_flood_of_sign_ins_from_one_address_refuses_nobody(
    fresh: House, endless_hashes: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, look = list[str](), passwords._turn

    def noted() -> Any:
        begun.append("hash")
        return look()

    monkeypatch.setattr(passwords, "_turn", noted)
    refused = threading.Event()
    flood = SIGN_INS + 20

    def host(number: int) -> str:
        return "198.51.100.1" if number < flood else "203.0.113.9"

    with signing_in(fresh, flood + 1, host, refused) as (_, waiting):
        while len(begun) < SIGN_INS_OF_ONE + 1:  # the last of them is the other address
            sleep(0.01)
        assert not refused.is_set()
        endless_hashes.set()
        assert {each.result().status_code for each in waiting} <= {403, 429}


def test_whoever_is_let_in_to_sign_in_waits_until_their_secret_is_looked_at() -> None:
    """Turns go round by address; if more were let in than may wait, it would be chance who is refused."""
    assert SIGN_INS < passwords.AT_ONCE + passwords.MOST_WAITING


def test_hashing_has_a_queue_with_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_QUEUE", threading.BoundedSemaphore(1))
    with passwords._turn(), pytest.raises(Faults) as refused, passwords._turn():
        pass
    assert refused.value.faults[0].kind == UNAVAILABLE
    with passwords._turn():
        pass


def test_no_page_for_readers_is_begun_while_an_official_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_module, "PATIENCE_SECONDS", 60)
    order: list[str] = []
    go_on = threading.Event()

    async def wanted() -> bool:
        return True

    async def run() -> None:
        lanes = Lanes()

        def write() -> None:
            go_on.wait(60)
            order.append("write")

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(lanes.official, write)
            while not lanes.way.officials_at_work:
                await anyio.sleep(0)
            tasks.start_soon(lanes.make, "tag", lambda: order.append("page"), wanted)
            await lanes.reader(lambda: order.append("cached"))
            while not lanes._quiet.statistics().tasks_waiting and "page" not in order:
                await anyio.sleep(0)
            go_on.set()

    anyio.run(run)
    assert order == ["cached", "write", "page"]


def test_an_address_with_many_requests_does_not_make_the_others_wait() -> None:
    order: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    async def wanted() -> bool:
        return True

    def block() -> None:
        begun.set()
        go_on.wait(60)

    async def run() -> None:
        lanes = Lanes()
        lanes.makers = FairLane(1)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(lanes.make, "first", block, wanted, "many")
            while not begun.is_set():
                await anyio.sleep(0.001)
            for who in (*["many"] * 50, "one", "other"):
                tasks.start_soon(lanes.make, f"{who} {len(order)}", partial(order.append, who), wanted, who)
            while lanes.makers.waiting < 52:
                await anyio.sleep(0)
            go_on.set()

    anyio.run(run)
    assert order[:4] == ["many", "one", "other", "many"]
    assert len(order) == 52


def test_a_full_queue_refuses_the_address_that_fills_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_module, "MOST_WAITING", 5)
    refused: list[str] = []

    async def run() -> None:
        lane = FairLane(1)

        async def ask(who: str) -> None:
            try:
                async with lane.turn(who):
                    pass
            except Busy:
                refused.append(who)

        async with anyio.create_task_group() as tasks, lane.turn("first"):
            for who in (*["many"] * 7, "one", "other"):
                tasks.start_soon(ask, who)
                await anyio.sleep(0.01)
            assert lane.waiting == 5
        assert lane.waiting == 0
        async with lane.turn("anybody"):
            pass

    anyio.run(run)
    assert refused == ["many"] * 4


def test_one_key_does_not_take_all_that_works_on_long_operations() -> None:
    go_on, answered = threading.Event(), list[str]()

    async def run() -> None:
        lanes = Lanes()
        async with anyio.create_task_group() as tasks:
            for _ in range(10):
                tasks.start_soon(lanes.long_work, lambda: go_on.wait(60), "many")
            while lanes.long.waiting < 10 - LONG_OF_ONE:
                await anyio.sleep(0)
            await lanes.long_work(partial(answered.append, "other"), "other")
            go_on.set()

    anyio.run(run)
    assert answered == ["other"]


@pytest.mark.parametrize("asks", ["official", "official_page", "sign_in", "program", "reader"])
def test_one_account_or_address_does_not_take_all_threads(asks: str) -> None:
    """Whoever sends a hundred requests at once has a few of the threads; the next person has an answer at once."""
    go_on, answered = threading.Event(), list[str]()

    async def wanted() -> bool:
        return True

    async def run() -> None:
        lanes = Lanes()
        besides = () if asks != "official_page" else (wanted,)
        lane, most = {
            "sign_in": (lanes.sign_ins, SIGN_INS_OF_ONE),
            "program": (lanes.programs, PROGRAMS_OF_ONE),
            "reader": (lanes.readers, READERS_OF_ONE),
        }.get(asks, (lanes.officials, OFFICIALS_OF_ONE))
        async with anyio.create_task_group() as tasks:
            for _ in range(100):
                tasks.start_soon(getattr(lanes, asks), lambda: go_on.wait(60), *besides, "many")
            while lane.waiting < 100 - most:
                await anyio.sleep(0)
            for who in ("one", "other"):
                await getattr(lanes, asks)(partial(answered.append, who), *besides, who)
            assert lane.waiting == 100 - most
            go_on.set()
        assert lane.waiting == 0

    anyio.run(run)
    assert answered == ["one", "other"]


def test_who_has_all_that_one_may_have_holds_nobody_up() -> None:
    """The next of an address waits for one of its own to end, and then comes in its turn."""
    order = list[str]()

    async def run() -> None:
        lane = FairLane(2, of_one=1)
        ends = {each: anyio.Event() for each in ("a1", "b1")}

        async def ask(name: str) -> None:
            async with lane.turn(name[0]):
                order.append(name)
                if name in ends:
                    await ends[name].wait()

        async with anyio.create_task_group() as tasks:
            for name in ("a1", "a2", "b1", "a3", "c1"):
                tasks.start_soon(ask, name)
                await anyio.sleep(0)
            assert order == ["a1", "b1"]
            ends["b1"].set()
            for _ in range(20):
                await anyio.sleep(0)
            assert order == ["a1", "b1", "c1"]
            ends["a1"].set()
        assert order == ["a1", "b1", "c1", "a2", "a3"]

    anyio.run(run)


def test_who_leaves_while_waiting_takes_nobodys_turn() -> None:
    async def run() -> None:
        lane = FairLane(1)

        async def ask() -> None:
            async with lane.turn("somebody"):
                pass

        async with lane.turn("first"):
            waiting = [asyncio.ensure_future(ask()) for _ in range(3)]
            await anyio.sleep(0)
            assert lane.waiting == 3
            waiting[0].cancel()
            await asyncio.wait(waiting[:1])
            assert lane.waiting == 2
        waiting[1].cancel()  # it has been given the turn and does not know it yet
        await asyncio.wait(waiting)
        assert waiting[1].cancelled()
        async with lane.turn("first"):
            assert lane.waiting == 0

    anyio.run(run)


def test_a_page_that_nobody_wants_any_more_is_not_made() -> None:
    made: list[str] = []

    async def wanted() -> bool:
        return False

    async def run() -> None:
        await Lanes().make("tag", lambda: made.append("page"), wanted)

    anyio.run(run)
    assert made == []


@pytest.mark.parametrize("role", ["nobody", "chief"])
def test_a_page_whose_visitor_has_left_is_not_made(fresh: House, role: str) -> None:
    client, page = fresh.client(role), f"{fresh.event}/ranking"
    cookies = [("cookie", f"{name}={value}") for name, value in client.cookies.items()]
    made = results(fresh).get("made", 0)
    assert raw(fresh.app, "GET", page, cookies, leaves=True).status == GONE
    assert results(fresh).get("made", 0) == made
    assert raw(fresh.app, "GET", page, cookies).status == 200
    assert results(fresh)["made"] == made + 1


def test_the_store_is_asked_once_for_all_who_come_before_it_is_asked() -> None:
    asked: list[int] = []
    begun, go_on = threading.Event(), threading.Event()

    def ask() -> int:
        begun.set()
        go_on.wait(60)
        asked.append(len(asked))
        return asked[-1]

    async def run() -> None:
        lanes, answers = Lanes(), list[int]()

        async def one() -> None:
            answers.append(await lanes.once_for_all("key", ask))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(one)
            while not begun.is_set():
                await anyio.sleep(0.001)
            for _ in range(20):  # they came after the question: its answer may be too old for them
                tasks.start_soon(one)
            await anyio.sleep(0.01)
            go_on.set()
        assert sorted(answers) == [0, *[1] * 20]

    anyio.run(run)


def test_what_another_has_asked_for_too_does_not_wait_behind_all_that_they_have_asked() -> None:
    """An address that asks for hundreds of events has a queue of its own, also where somebody wants one of these."""
    order, begun, go_on = list[str](), threading.Semaphore(0), threading.Semaphore(0)

    def look_up(key: str) -> str:
        order.append(key)
        begun.release()
        go_on.acquire(timeout=60)
        return key

    async def run() -> None:
        lanes, answers = Lanes(), list[str]()
        lanes.readers = FairLane(READERS)  # one address has all of them

        async def ask(key: str, who: str) -> None:
            answers.append(await lanes.once_for_all(key, partial(look_up, key), who))

        async with anyio.create_task_group() as tasks:
            for number in range(40):
                tasks.start_soon(ask, str(number), "many")
            with anyio.fail_after(60):

                async def one_more_begins() -> None:
                    while not begun.acquire(blocking=False):
                        await anyio.sleep(0.001)

                for _ in range(READERS):
                    await one_more_begins()
                for who in ("one", "other"):
                    tasks.start_soon(ask, "39", who)
                while lanes.readers.waiting < 40 - READERS + 2:
                    await anyio.sleep(0)
                for _ in range(3):  # the next of the many, then somebody else's turn
                    go_on.release()
                    await one_more_begins()
                assert "39" in order
            for _ in range(50):
                go_on.release()
        assert sorted(answers) == sorted([*map(str, range(40)), "39", "39"])
        assert len(order) == 40

    anyio.run(run)


def test_work_for_all_is_done_by_those_who_stay_where_the_first_has_left() -> None:
    """Also of the same address, who relied on its turn."""
    go_on, answers, refused = threading.Event(), list[str](), list[str]()

    async def run() -> None:
        lanes = Lanes()
        lanes.readers = FairLane(READERS)

        async def ask(who: str) -> None:
            try:
                answers.append(f"{who} {await lanes.once_for_all('key', lambda: 'answer', who)}")
            except Busy:
                refused.append(who)

        async with anyio.create_task_group() as tasks:
            for _ in range(READERS):
                tasks.start_soon(lanes.reader, lambda: go_on.wait(60))
            for others in (["a"], ["a", "b"]):
                with anyio.CancelScope() as leaving:
                    async with anyio.create_task_group() as first:
                        first.start_soon(ask, "a")
                        await anyio.wait_all_tasks_blocked()
                        for who in others:
                            tasks.start_soon(ask, who)
                        await anyio.wait_all_tasks_blocked()
                        leaving.cancel()
                await anyio.wait_all_tasks_blocked()
            go_on.set()

    anyio.run(run)
    assert refused == []
    assert sorted(answers) == ["a answer", "a answer", "b answer"]


def test_a_thousand_who_ask_for_the_same_take_few_turns_and_all_have_it_as_soon_as_it_is_there() -> None:
    go_on, asked, answers = threading.Event(), list[int](), list[int]()

    def look_up() -> int:
        asked.append(1)
        return len(asked)

    async def run() -> None:
        lanes = Lanes()

        async def ask(number: int) -> None:
            answers.append(await lanes.once_for_all("key", look_up, f"network {number}"))

        async with anyio.create_task_group() as tasks:
            for number in range(READERS):
                tasks.start_soon(lanes.reader, lambda: go_on.wait(60), f"busy {number}")
            await anyio.wait_all_tasks_blocked()
            for number in range(1000):
                tasks.start_soon(ask, number)
            await anyio.wait_all_tasks_blocked()
            assert lanes.readers.waiting < 10
            go_on.set()
        assert lanes.readers.waiting == 0

    anyio.run(run)
    assert answers == [1] * 1000
    assert asked == [1]


def test_too_long_a_queue_is_refused_in_words(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_module, "MOST_WAITING", 0)
    for path in ("/look", "/nowhere", f"{fresh.event}/ranking"):
        answer = fresh.client().get(path)
        assert answer.status_code == 503, path
        assert answer.headers["retry-after"]
        assert "try again in a few seconds" in answer.text
        assert answer.headers["content-security-policy"]


# The cache of pages


def test_a_page_waits_for_no_other_page_and_for_its_own() -> None:
    cache = PageCache()
    with ExitStack() as making:
        for number in range(200):  # none of them waits for another: this thread would wait for itself
            making.enter_context(cache.making.holding(f"tag {number}"))
        order, waits = list[str](), threading.Event()

        def same() -> None:
            waits.set()
            with cache.making.holding("tag 7"):
                order.append("second")

        second = threading.Thread(target=same)
        second.start()
        waits.wait(60)
        while cache.making.users("tag 7") < 2:
            sleep(0.001)
        order.append("first")
    second.join()
    assert order == ["first", "second"]
    assert not len(cache.making)


def results(house: House) -> dict[str, int]:
    """How often pages were made, and found in the cache."""
    return dict(house.server.page_cache.results)


@pytest.mark.parametrize(
    "path", ["ranking", "ranking.json", "boards", "boards/1", "cards/1", "why/1", "rulings", "rulings/2"]
)
def test_what_an_address_says_besides_makes_no_other_page(fresh: House, path: str) -> None:
    reader = fresh.client()
    answers = [reader.get(f"{fresh.event}/{path}", params={"x": str(number), "csrf": "1"}) for number in range(4)]
    assert [answer.status_code for answer in answers] == [200] * 4
    assert len({answer.headers["etag"] for answer in answers}) == 1
    assert results(fresh) == {"made": 1, "cached": 3}
    again = reader.get(f"{fresh.event}/{path}", headers={"If-None-Match": answers[0].headers["etag"]})
    assert again.status_code == 304


def test_what_a_page_asks_for_makes_another_page(fresh: House) -> None:
    reader = fresh.client()
    pages = {reader.get(f"{fresh.event}/ranking", params={"find": each}).text for each in ("", "1", "2")}
    assert len(pages) == 3


def test_every_page_says_which_parameters_it_asks_for(fresh: House) -> None:
    player = TestClient(fresh.app, follow_redirects=False)  # raises where a page asks for one that it did not name
    sent(player, "/look", {"playing": "3"})
    for path in of_method("GET"):
        address = fresh.filled(path)
        more = "show=1&session=1&round=1&view=traveller&find=a&as=1&boards=missing&new=1&undone=1"
        for asked in (address, f"{address}{'&' if '?' in address else '?'}{more}"):
            assert player.get(asked).status_code < 500


def test_a_slip_is_made_anew_when_a_minute_has_gone(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, address = fresh.client(), f"{fresh.event}/rulings/2"
    for left in (30, 30, 29):
        monkeypatch.setattr("amends.web.screens.rulings.slips._minutes_left", lambda *_, left=left: left)
        assert reader.get(address).status_code == 200
    assert results(fresh) == {"made": 2, "cached": 1}


def test_while_one_event_is_opened_others_are_read_and_written(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large event takes many seconds to open: only who asks for it waits."""
    large = fresh.desk.store.begin("Large", "2026-11-20", fresh.desk.open(NAME).entries[:1]).key
    begun, go_on, entries = threading.Event(), threading.Event(), Store.entries

    def slow(store: Store, key: str, since: int = 0) -> Any:
        if key == large:
            begun.set()
            assert go_on.wait(60)
        return entries(store, key, since)

    monkeypatch.setattr(Store, "entries", slow)
    chief, director = fresh.client("chief"), fresh.client("director")
    address, fields = f"{fresh.event}/penalties/1/withdraw", {"csrf": token(director), "reason-1": "they were in time"}
    with ThreadPoolExecutor(3) as pool:
        try:
            waiting = pool.submit(chief.get, f"/e/{large[:8]}")
            assert begun.wait(60)
            assert pool.submit(fresh.client().get, f"{fresh.event}/boards/3").result(30).status_code == 200
            written = pool.submit(lambda: director.post(address, data=fields)).result(30)
            assert written.status_code == 303
            assert not waiting.done()
        finally:
            go_on.set()
        assert waiting.result(60).status_code == 200
