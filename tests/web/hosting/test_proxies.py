"""Headers about the visitor are believed of the proxies that were named, and of nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from httpx import Response
from starlette.testclient import TestClient

from amends.faults import Refusal
from amends.web.hosting.connections import ConnectionLimits
from amends.web.hosting.proxies import TrustedProxies
from amends.web.request import Page
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support.web.house import House

HEADERS = {
    "X-Forwarded-For": "203.0.113.1, 192.0.2.7, 10.1.1.1",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "bridge.example",
    "Host": "127.0.0.1:8765",
}


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the visitors."""
    addresses: list[str] = []
    show = Page.show

    def noted(page: Page, *arguments: Any, **more: Any) -> Any:
        addresses.append(page.visitor.address)
        return show(page, *arguments, **more)

    monkeypatch.setattr(Page, "show", noted)
    return addresses


def asked(walked: House, peer: str, headers: dict[str, str] = HEADERS, **options: Any) -> Response:
    """What a peer gets that asks with these headers."""
    hosts = ("127.0.0.1", "bridge.example")
    made = ServerOptions(**{"hosts": hosts, "proxies": ("10.0.0.0/8", "127.0.0.1"), **options})
    client = TestClient(create_app(walked.desk, made), client=(peer, 1234))
    answer: Response = client.get("/look", headers=headers)
    return answer


def test_a_proxy_tells_address_protocol_and_name(walked: House, seen: list[str]) -> None:
    answer = asked(walked, "10.0.0.1")
    assert answer.status_code == 200
    assert seen == ["192.0.2.7"]
    assert "; Secure" in answer.headers["set-cookie"]


def test_of_anybody_else_nothing_is_believed(walked: House, seen: list[str]) -> None:
    answer = asked(walked, "192.0.2.99")
    assert answer.status_code == 200
    assert seen == ["192.0.2.99"]
    assert "Secure" not in answer.headers["set-cookie"]


def test_without_a_proxy_not_even_this_machine_is_believed(walked: House, seen: list[str]) -> None:
    asked(walked, "127.0.0.1", proxies=())
    assert seen == ["127.0.0.1"]


def test_a_name_that_was_not_given_is_refused_by_way_of_a_proxy_too(walked: House) -> None:
    assert asked(walked, "10.0.0.1", HEADERS | {"X-Forwarded-Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(
    ("header", "visitor"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("203.0.113.1, 192.0.2.7:5000", "192.0.2.7"),
        ("[2001:db8::7]:80, 10.2.3.4", "2001:db8::7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("10.0.0.9, 10.0.0.8", "10.0.0.9"),
        ("192.0.2.7, nonsense", "10.0.0.1"),
        ("192.0.2.7, nonsense, 10.0.0.5", "10.0.0.5"),
        ("", "10.0.0.1"),
    ],
)
def test_the_visitor_is_the_last_address_that_is_no_proxy(header: str, visitor: str) -> None:
    assert TrustedProxies(["10.0.0.0/8"]).visitor("10.0.0.1", header) == visitor


@pytest.mark.parametrize("wrong", ["10.0.0.0/99", "proxy.example", "", "300.1.1.1"])
def test_what_is_no_address_is_refused(wrong: str) -> None:
    with pytest.raises(Refusal, match="not an address of a proxy"):
        TrustedProxies([wrong])


@pytest.mark.parametrize("everybody", ["0.0.0.0/0", "::/0"])
def test_nobody_trusts_everybody(everybody: str) -> None:
    with pytest.raises(Refusal, match="every address"):
        TrustedProxies([everybody])


def test_a_forwarded_address_has_its_own_limit_of_requests_at_once(walked: House) -> None:
    answer = asked(walked, "10.0.0.1", limits=ConnectionLimits(of_address=0))
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "5"
    assert "content-security-policy" in answer.headers
