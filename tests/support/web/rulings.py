"""A ruling by plain forms, as a browser without scripts sends them."""

from __future__ import annotations

import re
from html import unescape
from typing import TypeAlias
from urllib.parse import urlencode

from httpx import Response

from web.conftest import Visiting

Fields: TypeAlias = dict[str, "str | list[str]"]


def words(markup: str) -> str:
    """What a reader reads."""
    inline = re.sub(r"</?(?:span|b|i|small|time|s)\b[^>]*>", "", markup)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", inline)).replace("\ufe0e", "").split())


class Guided:
    """A ruling at a table, from what happened to the slip."""

    def __init__(self, visiting: Visiting, board: int, ns: str) -> None:
        self.visiting = visiting
        listed = visiting.get(f"EV/rule?board={board}").text
        links = re.findall(r'href="([^"]*/rule/facts\?[^"]*)"', unescape(listed))
        self.table = next(link for link in links if not ns or re.search(rf"%2F{ns}-|%2F{ns}$|/{ns}-", link))
        self.address = ""
        self.answer: Response = visiting.get(self.table)
        assert self.answer.status_code == 200

    @property
    def page(self) -> str:
        """The page that is shown."""
        return unescape(self.answer.text)

    @property
    def said(self) -> str:
        """What a reader reads on it."""
        return words(self.answer.text)

    @property
    def step(self) -> str:
        """The step that was reached."""
        return str(self.answer.url.path).rsplit("/", 1)[-1] if self.answer.status_code == 200 else ""

    def send(self, step: str, fields: Fields) -> Response:
        """Send the form of a step, and follow where it leads."""
        where = f"{self.address}/{step}" if self.address else "EV/rule/facts"
        if not self.address:
            hidden = dict(re.findall(r'name="(board|table|case)" value="([^"]*)"', self.page))
            fields = {**hidden, **fields}
        sent = self.visiting.post(where, fields)
        if sent.status_code == 303:
            led = sent.headers["location"].partition("#")[0]
            if found := re.match(r"(.*/drafts/[^/]+)/", led):
                self.address = found[1]
            self.answer = self.visiting.get(led)
        else:
            self.answer = sent
        return sent

    def go(self, step: str) -> Guided:
        """Open a step by its address."""
        self.answer = self.visiting.get(f"{self.address}/{step}")
        return self

    def facts(self, irregularity: str, do: str = "next", **fields: str | list[str]) -> Guided:
        """Say what happened."""
        named = {name.replace("_", "-"): value for name, value in fields.items()}
        sent = self.send("facts", {"irregularity": irregularity, "do": do, **named})
        assert sent.status_code == 303, words(sent.text)
        return self

    def more(self, **answers: str) -> Guided:
        """Answer further questions about what happened; all that was told stays as it was."""
        told = {name.replace("_", "-"): value for name, value in answers.items()}
        fields: Fields = {**self.fields(), **{f"answer {name}": value for name, value in told.items()}, "do": "next"}
        sent = self.send("facts", fields)
        assert sent.status_code == 303, words(sent.text)
        return self

    def fields(self) -> Fields:
        """What the form of the page has on it: hidden fields, texts, and what is chosen."""
        found: Fields = {}
        for tag in re.findall(r"<input[^>]*>", self.answer.text):
            attributes = dict(re.findall(r'(\w[\w-]*)="([^"]*)"', tag))
            name, kind = unescape(attributes.get("name", "")), attributes.get("type", "text")
            if not name or name in ("csrf", "token") or (kind in ("radio", "checkbox") and " checked" not in tag):
                continue
            value = unescape(attributes.get("value", "on" if kind == "checkbox" else ""))
            before = found.get(name)
            found[name] = value if before is None else [*([before] if isinstance(before, str) else before), value]
        return found

    def poll(
        self, calls: dict[str, int] | None = None, results: dict[str, int] | None = None, do: str = "next"
    ) -> Guided:
        """Tell votes, and go on."""
        fields: Fields = {"do": do}
        for kind, votes in (("calls", calls or {}), ("results", results or {})):
            fields |= {kind: list(votes), f"{kind}-votes": [str(count) for count in votes.values()]}
        sent = self.send("poll", fields)
        assert sent.status_code == 303, words(sent.text)
        return self

    def weights(self, *parts: tuple[str, str], do: str = "next", **fields: str) -> Response:
        """Send weights for both sides."""
        named = {name.replace("_", "-"): value for name, value in fields.items()}
        return self.send("weights", {**editor("outcomes", *parts), "mode": "", "do": do, **named})

    def weigh(self, *parts: tuple[str, str]) -> Guided:
        """Set weights for both sides, and go on."""
        sent = self.weights(*parts)
        assert sent.status_code == 303, words(sent.text)
        return self

    def give(self, **fields: str) -> Response:
        """Give it, with a reason for whatever is unusual."""
        unusual = re.findall(r'name="(answer accept [^"]+)"', self.page)
        return self.last(**dict.fromkeys(unusual, "the cards were mixed up"), **fields)

    def last(self, do: str = "give", **fields: str) -> Response:
        """Send the last step."""
        seen = re.search(r'name="seen" value="([^"]+)"', self.page)
        assert seen is not None, self.said
        return self.visiting.post(f"{self.address}/check", {"seen": seen[1], "do": do, **fields})


def editor(name: str, *parts: tuple[str, str]) -> Fields:
    """The fields of an editor of weights."""
    return {
        f"editor {name}": "1",
        f"outcome {name}": [outcome for _, outcome in parts],
        f"weight {name}": [weight for weight, _ in parts],
    }


def query(**asked: str) -> str:
    """What stands behind the question mark of an address."""
    return urlencode(asked)
