"""What every answer tells a browser, also where something is wrong; and which requests are answered at all."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from amends.faults import refuse
from amends.web.rendering import asset_url
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support.web.house import House, of_method, raw, sent

ANSWERS = [
    ("GET", "/", 200),
    ("GET", "EV/ranking", 200),
    ("GET", "EV/ranking.json", 200),
    ("GET", "/nowhere", 404),
    ("GET", "/files/x/nowhere.css", 404),
    ("GET", asset_url("app.css"), 200),
    ("GET", "EV/journal", 303),
    ("GET", "/people/", 307),
    ("POST", "EV/publish", 401),
    ("POST", "/look", 415),
    ("PUT", "/look", 405),
    ("GET", "/e/12345678/ranking", 403),
    ("GET", "/alive", 200),
]


def check(headers: Any) -> None:
    """What has to be there."""
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy.get("script-src", "'none'") in ("'self'", "'none'")
    assert "unsafe" not in headers["content-security-policy"]
    assert policy["base-uri"] == "'none'"
    assert policy["frame-ancestors"] in ("'none'", "'self'")
    assert policy["form-action"] in ("'none'", "'self'")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] in ("DENY", "SAMEORIGIN")
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers
    assert "x-powered-by" not in headers


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
def test_every_answer_has_them(walked: House, method: str, path: str, status: int) -> None:
    # A form needs to be one of ours, or it is not even looked at.
    answer = walked.client().request(method, path.replace("EV", walked.event), content=b"")
    assert answer.status_code == status
    check(answer.headers)


def test_every_page_of_the_app_has_them_and_none_that_needs_a_sign_in_is_kept(walked: House) -> None:
    chief = walked.client("chief")
    for path in of_method("GET"):
        answer = chief.get(walked.filled(path))
        check(answer.headers)
        assert answer.headers["cache-control"] == "no-store", path
        if answer.headers.get("content-type", "").startswith("text/html"):
            assert "<script>" not in answer.text, path
            assert " style=" not in answer.text, path
            assert " onclick=" not in answer.text, path
            assert "javascript:" not in answer.text, path


def test_what_everybody_may_see_is_asked_for_again_each_time(walked: House) -> None:
    for path in ("ranking", "ranking.json", "boards", "boards/1", "cards/1", "why/1"):
        answer = walked.client().get(f"{walked.event}/{path}")
        assert answer.headers["cache-control"] == "private, no-cache", path
        assert answer.headers["etag"], path


def test_files_that_never_change_are_kept(walked: House) -> None:
    assert "immutable" in walked.client().get(asset_url("app.css")).headers["cache-control"]


def test_an_error_of_ours_has_them_too_and_tells_nothing(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr("amends.web.screens.events.home.overview", broken)
    answer = fresh.client().get(fresh.event)
    assert answer.status_code == 500
    check(answer.headers)
    assert answer.headers["cache-control"] == "no-store"
    assert "error of amends" in answer.text
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


def test_a_store_that_gives_no_answer_is_said_in_words(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise refuse("a store that <b>nobody</b> finds", "the disk that it is on")

    chief = fresh.client("chief")
    monkeypatch.setattr("amends.web.request.account_of_session", away)
    for answer in (chief.get("/"), chief.get("/nowhere"), chief.post("/new", data={"name": "x"})):
        assert answer.status_code == 503
        check(answer.headers)
        assert "a store that &lt;b&gt;nobody&lt;/b&gt; finds" in answer.text


# Other requests


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "NONSENSE"])
@pytest.mark.parametrize("path", ["/", "/look", "EV/ranking", "EV/publish", "/import", "EV/export/usebio"])
def test_methods_that_nothing_here_has_are_refused(walked: House, method: str, path: str) -> None:
    before = walked.holds()
    answer = raw(walked.app, method, path.replace("EV", walked.event), [("x-evil", "<b>")])
    assert answer.status == 405
    check(answer.headers)
    assert {*answer.headers["allow"].split(", ")} <= {"GET", "HEAD", "POST"}
    assert "<b>" not in answer.body
    assert walked.holds() == before


@pytest.mark.parametrize("path", ["/", "/look", "EV/ranking", "EV/publish", "/alive", "/nowhere"])
def test_who_asks_for_the_head_alone_gets_that_of_the_page(walked: House, path: str) -> None:
    address = path.replace("EV", walked.event)
    head, page = (raw(walked.app, method, address) for method in ("HEAD", "GET"))
    assert head.status == page.status
    check(head.headers)
    assert {name: head.headers[name] for name in ("content-type", "etag") if name in page.headers} == {
        name: page.headers[name] for name in ("content-type", "etag") if name in page.headers
    }


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "DELETE", "POST"])
def test_files_can_only_be_fetched(walked: House, method: str) -> None:
    assert raw(walked.app, method, asset_url("app.css")).status == 405


def test_no_other_site_is_allowed_to_ask(walked: House) -> None:
    asked = [("origin", "http://evil.example"), ("access-control-request-method", "GET")]
    for method in ("GET", "OPTIONS"):
        answer = raw(walked.app, method, f"{walked.event}/ranking.json", asked)
        assert not [name for name in answer.headers if name.startswith("access-control")]


# Under which name it is asked for

KNOWN = [
    "testserver",
    "testserver:8765",
    "TESTSERVER",
    "laptop",
    "LapTop.local:80",
    "[::1]",
    "[::1]:8765",
    "192.0.2.7:1",
]
UNKNOWN = [
    "evil.example", "testserver.evil.example", "evil.example:8765", "evil.example#testserver",
    "testserver@evil.example",
    "eviltestserver", "", "[", "[::2]", "[::1].evil.example", "testserver:abc", "testserver, evil.example", "*", "a b",
    "testserver/..", "testserver\\@evil.example", "192.0.2.7.evil.example", "[::ffff:192.0.2.7]", "localhost",
]  # fmt: skip


@pytest.fixture(scope="module")
def named(walked: House) -> Any:
    """The app under some names."""
    hosts = ("testserver", "LapTop", "laptop.local", "[::1]", "192.0.2.7")
    return create_app(walked.desk, ServerOptions(hosts=hosts))


@pytest.mark.parametrize("host", KNOWN)
def test_it_answers_under_its_names_on_any_port(named: Any, host: str) -> None:
    assert raw(named, "GET", "/look", [("host", host)]).status == 200


@pytest.mark.parametrize("host", UNKNOWN)
def test_it_answers_under_no_other_name(named: Any, host: str) -> None:
    for path in ("/look", "/people/", asset_url("app.css"), "/nowhere"):
        answer = raw(named, "GET", path, [("host", host)])
        assert answer.status == 400, path
        check(answer.headers)
        assert "location" not in answer.headers


def test_who_sends_two_names_or_none_gets_no_answer(named: Any) -> None:
    assert raw(named, "GET", "/look", [("host", "evil.example"), ("host", "testserver")]).status == 400
    client = TestClient(named, base_url="http://testserver")
    assert sent(client, "/look", {"suits": "two"}).status_code in (200, 303)
