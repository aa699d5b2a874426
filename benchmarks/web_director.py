"""A director who rules without a pause, by the forms of the app: gives a ruling, undoes it, gives it, publishes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from threading import Event, Thread

from httpx import Client, Response

from benchmarks.timing import now

_SECONDS = 60


class Trouble(Exception):
    """An answer that a director would not have expected."""


@dataclass
class Director:
    """Somebody signed in, at an event."""

    client: Client
    event: str
    board: int
    waits: list[float] = field(default_factory=list)
    """Seconds from each confirmation of a ruling to the answer."""
    rounds: int = 0

    def sign_in(self, name: str, secret: str) -> None:
        """Sign in."""
        self._post("/sign-in", {"name": name, "secret": secret}, self._page("/sign-in"))

    def round(self) -> None:
        """Give a ruling and undo it, give it again, publish, and take it back."""
        given = self.rule()
        page = self._page(given)
        self._post(f"{given}/undo", {"seen": _hidden(page, "seen")}, page)
        given = self.rule()
        page = self._page(f"{self.event}/publish")
        self._post(f"{self.event}/publish", {"seen": _hidden(page, "seen"), "state": "provisional"}, page)
        page = self._page(given)
        self._post(f"{given}/withdraw", {"seen": _hidden(page, "seen"), "withdraw-reason": "by mistake"}, page)
        self.rounds += 1

    def rule(self) -> str:
        """Give a weighted ruling in its five steps; its address."""
        facts = _first(r'href="([^"]*/rule/facts\?[^"]*)"', self._page(f"{self.event}/rule?board={self.board}"))
        page = self._page(facts)
        told = {"irregularity": "misinformation", "non-offending": "ns", "do": "next"}
        where = {name: _hidden(page, name) for name in ("board", "table")}
        poll = self._post(f"{self.event}/rule/facts", {**where, **told}, page)
        votes = {"results": ["4S S =", "4S S +1"], "results-votes": ["3", "3"], "do": "next"}
        weights = self._post(poll, votes, self._page(poll))
        parts = {"outcome outcomes": ["4S S +1", "4S S ="], "weight outcomes": ["60%", "40%"], "editor outcomes": "1"}
        check = self._post(weights, {**parts, "mode": "", "do": "next"}, self._page(weights))
        page = self._page(check)
        unusual = re.findall(r'name="(answer accept [^"]+)"', page)
        fields = {"seen": _hidden(page, "seen"), "do": "give", **dict.fromkeys(unusual, "agreed")}
        start = now()
        given = self._post(check, fields, page).partition("?")[0]
        self.waits.append(now() - start)
        return given

    def _page(self, path: str) -> str:
        return unescape(_expect(self.client.get(path), 200).text)

    def _post(self, path: str, fields: Mapping[str, str | Sequence[str]], page: str) -> str:
        """Send a form of a page; where it leads."""
        sent = self.client.post(path, data={"csrf": _hidden(page, "csrf"), **fields})
        return str(_expect(sent, 303).headers["location"])


class Ruling:
    """A director at work beside something else: `with Ruling(director) as at_work`."""

    def __init__(self, director: Director) -> None:
        self.director = director
        self.trouble: Exception | None = None
        self._stop = Event()
        self._thread = Thread(target=self._work)

    def __enter__(self) -> Ruling:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        if self.trouble is not None:
            raise self.trouble

    def _work(self) -> None:
        try:
            while not self._stop.is_set():
                self.director.round()
        except Exception as trouble:
            self.trouble = trouble


def client_of(address: str) -> Client:
    """A browser without scripts."""
    return Client(base_url=address, timeout=_SECONDS, trust_env=False, verify=False)  # certificates take long to read


def _expect(answer: Response, status: int) -> Response:
    if answer.status_code != status:
        said = " ".join(re.sub(r"<[^>]*>", " ", answer.text).split())
        raise Trouble(f"{answer.request.method} {answer.request.url.path}: {answer.status_code}: {said[:600]}")
    return answer


def _hidden(page: str, name: str) -> str:
    return _first(rf'name="{name}" value="([^"]*)"', page)


def _first(pattern: str, page: str) -> str:
    found = re.search(pattern, page)
    if found is None:
        raise Trouble(f"a page without {pattern}")
    return found[1]
