"""What programs that watch the server are told, and which of them."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from httpx import Response
from starlette.testclient import TestClient

from amends.desk import Report
from amends.desk.commands.cases import opening
from amends.event.ruling import TableReference
from amends.faults import Refusal
from amends.web.screens.service import health
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support.desks import NAME
from support.web.house import House, sent

TOKEN = "a-token-of-sixteen-letters"
SAMPLE = re.compile(r'[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+]+')


def client_at(house: House, peer: str, **options: Any) -> TestClient:
    """Somebody who asks from an address."""
    made = ServerOptions(**{"hosts": ("testserver",), "metrics_token": TOKEN, **options})
    return TestClient(create_app(house.desk, made), client=(peer, 1234), follow_redirects=False)


def metrics(house: House, peer: str, headers: dict[str, str] | None = None, **options: Any) -> Response:
    """What a peer is told."""
    answer: Response = client_at(house, peer, **options).get("/metrics", headers=headers)
    return answer


def test_measurements_are_for_this_machine_or_with_the_token(walked: House) -> None:
    assert metrics(walked, "127.0.0.1").status_code == 200
    assert metrics(walked, "::1").status_code == 200
    assert metrics(walked, "192.0.2.7").status_code == 403
    assert metrics(walked, "192.0.2.7", {"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert metrics(walked, "192.0.2.7", {"Authorization": "Bearer another-token-of-letters"}).status_code == 403
    assert metrics(walked, "192.0.2.7", {"Authorization": "Bearer "}, metrics_token="").status_code == 403


def test_what_a_proxy_forwards_does_not_come_from_this_machine(walked: House) -> None:
    forwarded = {"X-Forwarded-For": "127.0.0.1"}
    assert metrics(walked, "127.0.0.1", forwarded, proxies=("127.0.0.1",)).status_code == 403
    assert metrics(walked, "127.0.0.1", proxies=("127.0.0.1",)).status_code == 403
    assert metrics(walked, "127.0.0.1", forwarded).status_code == 403
    assert metrics(walked, "127.0.0.1", {**forwarded, "Authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_everything_is_counted(fresh: House) -> None:
    client = client_at(fresh, "127.0.0.1")
    for _ in range(2):
        answer = client.get(f"{fresh.event}/ranking")
    client.get(f"{fresh.event}/ranking", headers={"If-None-Match": answer.headers["etag"]})
    client.request("BREW", "/look")
    sent(client, "/sign-in", {"name": "R. Fox", "secret": "000111"})
    text = client.get("/metrics").text
    lines = text.splitlines()
    assert all(SAMPLE.fullmatch(line) for line in lines if not line.startswith("#"))
    for line in (
        'amends_requests_total{route="/e/{event}/ranking",method="GET",status="200"} 2',
        'amends_requests_total{route="/e/{event}/ranking",method="GET",status="304"} 1',
        'amends_requests_total{route="/look",method="other",status="405"} 1',
        'amends_request_seconds_bucket{route="/e/{event}/ranking",le="+Inf"} 3',
        'amends_request_seconds_count{route="/e/{event}/ranking"} 3',
        'amends_page_cache_total{result="made"} 1',
        'amends_page_cache_total{result="cached"} 1',
        'amends_page_cache_total{result="in the browser"} 1',
        "amends_sign_in_failures_total 1",
        "amends_connections_open 0",
    ):
        assert line in lines, line
    assert "process_start_time_seconds " in text
    assert 'amends_info{version="' in text
    assert fresh.event not in text


def test_entries_are_counted(fresh: House) -> None:
    before = fresh.desk.store.entries_written
    opened = fresh.desk.open(NAME)
    row = opened.event.results[0]
    fresh.desk.confirm(opened, opening(row.board, TableReference(result=row.id), Report()))
    assert fresh.desk.store.entries_written == before + 1


# The store


def test_a_store_with_trouble_is_not_ready_and_the_server_is_alive(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = fresh.client()
    assert client.get("/ready").status_code == 200

    def away(*_: object) -> None:
        raise Refusal("Nobody is there.")

    monkeypatch.setattr(type(fresh.desk.store), "settings", away)
    answer = client.get("/ready")
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert client.get("/alive").status_code == 200


def test_a_store_that_hangs_is_not_ready_either(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    hangs = threading.Event()
    monkeypatch.setattr(type(fresh.desk.store), "settings", lambda _: hangs.wait(60))
    monkeypatch.setattr(health, "STORE_SECONDS", 0.05)
    with TestClient(fresh.app) as client:
        for _ in range(3):
            assert client.get("/ready").status_code == 503
        hangs.set()
