"""A request has an id, and a line of the log in which nobody is named."""

from __future__ import annotations

import io
import json
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

from amends.web.hosting.recording import RequestLog
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support.web.house import NAMES, House, token


def lines(text: str) -> list[dict[str, Any]]:
    """The log."""
    return [json.loads(line) for line in text.splitlines()]


def test_each_request_is_a_line_with_the_id_of_its_answer(walked: House, capsys: pytest.CaptureFixture[str]) -> None:
    app = create_app(walked.desk, ServerOptions(hosts=("testserver",), json_log=True))
    client = TestClient(app, follow_redirects=False)
    answers = [client.get(path) for path in (f"{walked.event}/cards/1?find=Ash", "/nowhere/Ash", "/files/x/Ash.css")]
    app.state.server.log.finish()
    log = lines(capsys.readouterr().out)
    assert [line["route"] for line in log] == ["/e/{event}/cards/{contestant}", "unknown", "/files/{file}"]
    for line, answer in zip(log, answers, strict=True):
        assert line["id"] == answer.headers["x-request-id"]
        assert line["status"] == answer.status_code
        assert line["bytes"] == len(answer.content)
        assert {*line} == {"time", "id", "method", "route", "status", "milliseconds", "bytes"}


def test_nobody_is_named_in_the_log(walked: House, capsys: pytest.CaptureFixture[str]) -> None:
    app = create_app(walked.desk, ServerOptions(hosts=("testserver",), json_log=True))
    client = TestClient(app, follow_redirects=False)
    form = {"csrf": token(client), "name": NAMES["chief"], "secret": "000111"}
    client.post(f"/sign-in?name={NAMES['chief']}", data=form, headers={"X-Request-Id": NAMES["chief"]})
    client.get(walked.event, headers={"User-Agent": "Fox"})
    app.state.server.log.finish()
    out = capsys.readouterr().out
    assert out
    for private in ("Fox", "000111", "testclient", walked.event, "amends-session"):
        assert private not in out


class Standing(io.StringIO):
    """A log whose reader stands still, until it is let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.is_reached, self.goes_on = Event(), Event()

    def write(self, text: str) -> int:
        """Wait for the reader."""
        self.is_reached.set()
        assert self.goes_on.wait(60)
        return super().write(text)


def test_who_reads_the_log_may_stand_still() -> None:
    out = Standing()
    log = RequestLog(out, most=3)
    log.write(number=1)
    assert out.is_reached.wait(60)
    for number in range(2, 10):
        log.write(number=number)  # nobody waits for the reader
    log.finish(0.0)
    out.goes_on.set()
    log.finish(60.0)
    log.write(number=10)
    log.finish(60.0)
    written = [{name: value for name, value in line.items() if name != "time"} for line in lines(out.getvalue())]
    assert written == [*({"number": number} for number in (1, 2, 3, 4)), {"dropped": 5}, {"number": 10}]


def test_an_error_has_an_id_too(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("amends.web.screens.events.home.overview", broken)
    answer = fresh.client("chief").get(fresh.event)
    assert answer.status_code == 500
    assert answer.headers["x-request-id"]
