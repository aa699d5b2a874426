"""Under a path of another server no link, form, file, redirection or cookie leaves the path."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from itertools import pairwise
from pathlib import Path

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from amends.faults import Refusal
from amends.web.hosting.prefix import Prefixed, PrefixedPage, read_prefix
from support.web.house import House, house, of_method, sent

PREFIX = "/bridge"
ADDRESS = re.compile(r"""\s([a-z-]+)=(?:"(/[^"]*)"|'(/[^']*)')""")
NOT_ADDRESSES = {"value", "content", "title", "d"}
ONCE = 3
"""Of the pages of one kind so many are looked at."""


@pytest.fixture(scope="module")
def prefixed(evening_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The app under a path."""
    with house(evening_store, tmp_path_factory.mktemp("prefixed"), prefix=PREFIX) as made:
        yield made


def addresses(page: str) -> set[str]:
    """Every address in an attribute that begins with a slash."""
    found = ((name, unescape(one or other)) for name, one, other in ADDRESS.findall(page))
    return {address for name, address in found if name not in NOT_ADDRESSES}


def kind(address: str) -> str:
    """What pages of one kind have in common."""
    return re.sub(r"[0-9a-f]{8,}|[0-9]+[A-Z0-9()]*", "#", address.partition("?")[0])


@pytest.mark.parametrize("role", ["chief", "nobody"])
def test_no_link_leaves_the_prefix(prefixed: House, role: str) -> None:
    client = prefixed.client(role)
    waiting = [f"{PREFIX}/", *(f"{PREFIX}{prefixed.filled(path)}" for path in of_method("GET"))]
    looked, kinds, seen = 0, Counter[str](), set(waiting)
    while waiting:
        address = waiting.pop()
        answer = client.get(address)
        assert answer.status_code < 500, address
        looked += 1
        for cookie in answer.headers.get_list("set-cookie"):
            assert f"Path={PREFIX};" in f"{cookie};", address
        found = {answer.headers["location"]} if "location" in answer.headers else set()
        if answer.headers.get("content-type", "").startswith("text/html"):
            assert "content-length" not in answer.headers
            found |= addresses(answer.text)
        for each in found:
            path = each.removeprefix("http://testserver")
            assert f"{path}/".startswith(f"{PREFIX}/"), f"{each} of {address}"
            path = path.partition("#")[0]
            if path not in seen and kinds[kind(path)] < ONCE:
                kinds[kind(path)] += 1
                seen.add(path)
                waiting.append(path)
    assert looked > len(of_method("GET"))


def test_a_form_under_the_prefix_leads_to_a_page_under_it(prefixed: House) -> None:
    client = TestClient(prefixed.app, follow_redirects=False, root_path="")
    client.get(f"{PREFIX}/look")
    answer = sent(client, f"{PREFIX}/look", {"suits": "two", "next": prefixed.event})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"{PREFIX}{prefixed.event}"


def test_a_cookie_of_an_app_at_the_root_of_the_host_stands_behind_its_own(prefixed: House) -> None:
    client = prefixed.client("chief")
    own = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    client.cookies.clear()
    for others, may in (
        (f"{own}; amends-session=another.app; amends-look=x", True),
        ("amends-session=another.app", False),
    ):
        page = client.get(f"{PREFIX}{prefixed.event}/settings", headers={"cookie": others})
        assert (page.status_code == 200) is may, others


def test_a_proxy_may_have_taken_the_prefix_off(prefixed: House) -> None:
    assert f'href="{PREFIX}/sign-in' in prefixed.client().get("/").text


def test_an_address_that_only_begins_like_the_prefix_is_unknown(prefixed: House) -> None:
    assert prefixed.client().get("/bridgework/").status_code == 404


def test_pages_of_errors_lead_back_under_the_prefix(prefixed: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("amends.web.screens.events.home.overview", broken)
    answer = prefixed.client("chief").get(f"{PREFIX}{prefixed.event}")
    assert answer.status_code == 500
    assert addresses(answer.text) == {f"{PREFIX}/"}


PAGE = b"""<a class="x" href="/e/1">1</a> <a href="//x/y">2</a><img src='/a'><p data-address="/">href="/q" href=/z
<form method="get" action="/look" ><button formaction='/b'>&#34; href=&#34;/n&#34;</button></form><i hx-get="/"></i>"""


@given(st.lists(st.integers(1, len(PAGE) - 1), max_size=12, unique=True))
def test_a_page_in_pieces_gets_the_addresses_of_a_whole_one(cuts: list[int]) -> None:
    whole = PrefixedPage(PREFIX).piece(PAGE, is_last=True)
    assert whole.count(PREFIX.encode()) == 6, "neither what leads elsewhere nor what is text"
    page = PrefixedPage(PREFIX)
    ends = [*sorted(cuts), len(PAGE)]
    pieces = [PAGE[start:end] for start, end in pairwise([0, *ends])]
    assert (
        b"".join(page.piece(piece, is_last=end == len(PAGE)) for piece, end in zip(pieces, ends, strict=True)) == whole
    )


def test_a_large_page_is_not_gathered() -> None:
    """What is read slowly would lie in memory whole, once for each connection."""
    pieces = [b"<p>" + b"x" * 1000] * 50
    sent_on, taken = list[int](), 0

    async def app(_: Scope, __: Receive, send: Send) -> None:
        nonlocal taken
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
        for piece in pieces:
            taken += len(piece)
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def send(message: Message) -> None:
        sent_on.append(len(message.get("body", b"")))
        assert taken - sum(sent_on) < 100

    async def receive() -> Message:
        raise AssertionError

    anyio.run(Prefixed(app, PREFIX), {"type": "http", "path": "/", "headers": []}, receive, send)
    assert sum(sent_on) == taken == sum(map(len, pieces))


@pytest.mark.parametrize("wrong", ["/a b", "/..", "/a/../b", "/<x>", "/a//b"])
def test_what_is_no_path_is_refused(wrong: str) -> None:
    with pytest.raises(Refusal, match="not a path"):
        read_prefix(wrong)
