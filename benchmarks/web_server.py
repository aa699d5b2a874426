"""The web app in a process of its own, on loopback, with the demonstration event; it stops when its input ends.

It prints two lines of JSON: where it answers, and at the end how often standings were worked out.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from threading import Thread
from unittest.mock import patch

from starlette.types import ASGIApp, Receive, Scope, Send

from amends.accounts.accounts import Role, add_account
from amends.desk import open_desk, open_event
from amends.desk.demonstration import DIRECTOR, begin_demonstration
from amends.desk.open_event import WorkedOut
from amends.journal.entries import PublishedStandings
from amends.scoring.standings import Standings
from amends.web.server import ServerOptions
from amends.web.serving import create_app, listen, serve

PIN = "481516"
_FOR_READER: ContextVar[bool] = ContextVar("for_reader", default=False)


def main() -> None:
    """Serve until the input ends."""
    with (
        counting() as worked_out,
        tempfile.TemporaryDirectory() as folder,
        open_desk(Path(folder) / "store.sqlite", DIRECTOR) as desk,
    ):
        opened = begin_demonstration(desk)
        add_account(desk, DIRECTOR, Role.CHIEF, PIN)
        reached = listen(0, local=True)
        contestants = [entry.contestant for entries in opened.standings.lists.values() for entry in entries]
        boards = sorted({result.board for result in opened.event.results})
        begun = opened.seen
        worked_out.clear()

        def started() -> None:
            about = {
                "port": reached.port,
                "process": os.getpid(),
                "event": opened.kept.key[:8],
                "boards": boards,
                "contestants": contestants,
            }
            print(json.dumps(about), flush=True)

        app = create_app(desk, ServerOptions())
        app.state.server.analyst.start()
        Thread(target=stop_when_the_input_ends, daemon=True).start()
        serve(
            marking(app), reached, started, app.state.server.guard
        )  # in the main thread: it asks for the signal by which it is stopped
        entries = desk.open(opened.kept.key).entries[begun:]
        published = sum(isinstance(entry.payload, PublishedStandings) for entry in entries)
        counted = {"entries": len(entries), "published": published, "scored": worked_out.total()}
        print(json.dumps({**counted, "most": max(worked_out.values(), default=0)}), flush=True)


def stop_when_the_input_ends() -> None:
    """Stop this process as somebody would who runs it."""
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


def marking(app: ASGIApp) -> ASGIApp:
    """The app, with each request marked: a reader is who has no cookie."""

    async def marked(scope: Scope, receive: Receive, send: Send) -> None:
        _FOR_READER.set(all(name != b"cookie" for name, _ in scope.get("headers", ())))
        await app(scope, receive, send)

    return marked


@contextmanager
def counting() -> Iterator[Counter[str]]:
    """How often each state of a journal is scored for readers meanwhile, by the digest of its last entry.

    What a director previews and compares is theirs: it does not count.
    """
    worked_out: Counter[str] = Counter()

    class Counted(WorkedOut):
        """Says what it is about to work out."""

        def scored(self) -> Standings:
            worked_out[self.entries[-1].digest] += _FOR_READER.get()
            return super().scored()

    with patch.object(open_event, "WorkedOut", Counted):
        yield worked_out


if __name__ == "__main__":
    main()
