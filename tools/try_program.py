"""Tries an installed amends as a newcomer would, from an empty home: `python -m tools.try_program COMMAND [FILE.bws]`.

The demonstration opens; then an app of one's own: a first account, a file of results, a ruling by its slip, a stop; a
second start finds the store. Only the standard library is used, so that it runs wherever the program does.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

PATIENCE = 120
"""The seconds after which an answer is given up."""


@dataclass
class Form:
    """A form of a page: where it is sent, and what is filled in already."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(found.get("action", "")))
        elif tag == "select":
            self.select = found.get("name", "")
        elif self.forms and tag == "option" and self.select:
            if "selected" in found or self.select not in self.forms[-1].fields:
                self.forms[-1].fields[self.select] = found.get("value", "")
        elif self.forms and tag in ("input", "textarea") and "name" in found:
            kind = found.get("type", "")
            if kind == "file":
                self.forms[-1].files.append(found["name"])
            elif kind not in ("checkbox", "radio", "submit") or "checked" in found:
                self.forms[-1].fields.setdefault(found["name"], found.get("value", ""))


class Visitor:
    """A browser without scripts."""

    def __init__(self, address: str) -> None:
        parts = urllib.parse.urlsplit(address)
        self.site = f"{parts.scheme}://{parts.netloc}"
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.place, self.page = address, ""

    def get(self, path: str) -> str:
        """Open a page."""
        return self._open(urllib.request.Request(urllib.parse.urljoin(self.place, path)))

    def send(self, action: str, values: Mapping[str, str], file: tuple[str, bytes] | None = None) -> str:
        """Send the form of this page whose address has `action` in it, with what is typed into it."""
        reader = _Forms()
        reader.feed(self.page)
        form = next(each for each in reader.forms if action in each.action and (file is None or each.files))
        fields = {**form.fields, **values}
        if file is None:
            data, kind = urllib.parse.urlencode(fields).encode(), "application/x-www-form-urlencoded"
        else:
            data, kind = _multipart(fields, form.files[0], *file)
        headers = {"Content-Type": kind, "Origin": self.site}
        return self._open(urllib.request.Request(urllib.parse.urljoin(self.place, form.action), data, headers))

    def _open(self, request: urllib.request.Request) -> str:
        with self.opener.open(request, timeout=PATIENCE) as answer:
            self.place, self.page = answer.url, answer.read().decode()
        return self.page


def _multipart(fields: Mapping[str, str], name: str, file: str, content: bytes) -> tuple[bytes, str]:
    line = b"amends-try-program"
    parts = [b'--%s\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (line, key.encode(), value.encode())
             for key, value in fields.items()]  # fmt: skip
    head = b'--%s\r\nContent-Disposition: form-data; name="%s"; filename="%s"\r\n' % (
        line,
        name.encode(),
        file.encode(),
    )
    parts.append(head + b"Content-Type: application/octet-stream\r\n\r\n" + content + b"\r\n")
    return b"".join([*parts, b"--%s--\r\n" % line]), f"multipart/form-data; boundary={line.decode()}"


def run(command: list[str], home: Path, *arguments: str) -> str:
    """What a command prints."""
    ran = subprocess.run([*command, *arguments], env=environment(home), capture_output=True, encoding="utf-8")
    return ran.stdout + ran.stderr


def environment(home: Path) -> dict[str, str]:
    """The environment of a user whose home is empty."""
    places = dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_DATA_HOME"), str(home))
    return {**os.environ, **places, "PYTHONUTF8": "1", "AMENDS_STORE": ""}


@contextmanager
def running(command: list[str], home: Path, *options: str) -> Iterator[str]:
    """The app, while it runs on a port that is free; its address."""
    started = subprocess.Popen(
        [*command, "serve", "--port", "0", "--no-browser", "--local", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(home),
        text=True,
        encoding="utf-8",
    )
    try:
        assert started.stdout is not None
        said = []
        for line in started.stdout:
            said.append(line)
            if found := re.search(r"https?://localhost:\S+", line):
                yield found[0]
                break
        else:
            raise SystemExit("".join(said) or "it did not start")
    finally:
        started.terminate()
        started.communicate(timeout=PATIENCE)


def check(what: str, good: Any) -> None:
    """Say what was tried, and end where it went wrong."""
    print(f"{'ok' if good else 'WRONG'}: {what}", flush=True)
    if not good:
        raise SystemExit(1)


def main(command: list[str], results: Path) -> None:
    """Try it."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        said = run(command, home, "--version")
        check(f"it says its version: {said.strip()}", said.startswith("amends "))
        with running(command, home, "--demo") as address:
            visitor = Visitor(address)
            check("the demonstration opens", "Demonstration" in visitor.get(address))
        with running(command, home) as address:
            visitor = Visitor(address)
            visitor.get(address)
            visitor.send("/first", {"name": "R. Fox", "secret": "458294", "again": "458294"})
            check("the first account signs in", "/first" not in visitor.place)
            visitor.send("/import", {}, (results.name, results.read_bytes()))
            check(f"{results.name} is read", "/import/" in visitor.place)
            visitor.send(urllib.parse.urlsplit(visitor.place).path, {})
            check("an event begins with it", key := re.search(r"/e/([^/?#]+)", visitor.place))
            assert key is not None
            where = ("--board", "3", "--section", "A", "--round", "2", "--table", "1")
            given = run(command, home, "rule", key[1], *where, "--fault", "ns=none,ew=direct", "--yes")
            check("a ruling is given on the table that the director had to decide", "Adjusted, N-S      A+" in given)
            number = re.search(r"Ruling (\S+), given", given)
            assert number is not None
            check("its slip is shown", "entry 19" in visitor.get(f"/e/{key[1]}/rulings/{number[1]}"))
        with running(command, home) as address:
            visitor = Visitor(address)
            check("a second start finds the store", "sign-in" in visitor.get("/") and "/first" not in visitor.place)


if __name__ == "__main__":
    main([sys.argv[1]], Path(sys.argv[2]))
