"""Forks writers, kills them at chosen moments and passes on what they said; run as a script, a round a line.

A process of its own, of one thread, which imports everything once: forking is safe here, and each writer is quick.
A line in is a round (made in test_killed.py); the lines out are what its writers said, and then that it ended.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import sys
import time
from typing import Any, NoReturn

import alembic.command  # noqa: F401 - else each writer who makes a store would import it
from sqlalchemy import create_engine

from support.store.writer import Writer


class Killer:
    """What is known from round to round: the last entry of each event, and how long things take."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.heads: dict[str, tuple[int, str]] = {}
        self.opening = self.writing = self.committing = 0.0
        """Seconds that it took a writer who was left alone to open the store, to write a few times, to commit once."""

    def round(self, data: dict[str, Any]) -> None:
        """Fork the writers of a round, and kill them."""
        selector = selectors.DefaultSelector()
        alive: list[Watched] = []
        for number, plan in enumerate(data["writers"]):
            seq, previous = self.heads.get(plan["event"] or "", (plan["seq"], plan["previous"]))
            watched = Watched(self, f"{data['round']}.{number}", {**plan, "seq": seq, "previous": previous})
            selector.register(watched.pipe, selectors.EVENT_READ, watched)
            alive.append(watched)
        while alive:
            nearest = min(each.moment for each in alive)
            wait = None if nearest == NEVER else max(0.0, nearest - time.monotonic())
            for key, _ in selector.select(wait):
                if not key.data.heard():
                    selector.unregister(key.fileobj)
                    alive.remove(key.data)
                    key.data.ended()
            for each in alive:
                each.kill_in_time()
        selector.close()
        out({"what": "round", "round": data["round"]})


NEVER = float("inf")
FEW = 4
"""Writes, one of each kind."""


class Watched:
    """A writer that was forked."""

    def __init__(self, killer: Killer, name: str, plan: dict[str, Any]) -> None:
        self.killer, self.name, self.plan = killer, name, plan
        self.pipe, end = os.pipe()
        self.forked = time.monotonic()
        self.process = os.fork()
        if self.process == 0:
            be_writer(killer.where, name, plan, end)
        os.close(end)
        self.left = b""
        self.moment = NEVER
        self.ready = self.committed_from = self.forked
        self.acknowledged: list[float] = []
        if plan["killed"] == "while it opens":
            self.moment = self.forked + plan["share"] * killer.opening

    def heard(self) -> bool:
        """Whether it said more; what it said is passed on."""
        now = time.monotonic()
        if not (read := os.read(self.pipe, 1 << 16)):
            return False
        *lines, self.left = (self.left + read).split(b"\n")
        for line in lines:
            said = json.loads(line)
            self.note(said, now)
            out({"writer": self.name, **said})
        return True

    def note(self, said: dict[str, Any], now: float) -> None:
        """What follows from one line."""
        killed, share, alone = self.plan["killed"], self.plan["share"], self.plan["killed"] == "never"
        match said["what"]:
            case "ready":
                self.ready = now
                if alone:
                    self.killer.opening = now - self.forked
                elif killed == "while it writes":
                    self.moment = now + share * self.killer.writing
            case "committing":
                self.committed_from = now
                if killed == "while it commits" and said["write"] >= self.plan["write"]:
                    self.moment = min(self.moment, now + share * self.killer.committing)
            case "acknowledged":
                self.acknowledged.append(now)
                if alone:
                    self.killer.committing = max(self.killer.committing, now - self.committed_from)
                    self.killer.writing = now - ([self.ready] * FEW + self.acknowledged)[-FEW - 1]
                elif len(self.acknowledged) > FEW and killed != "by itself":
                    self.moment = now  # a machine that was busy when the time was taken is quicker now
                if key := self.plan["event"]:
                    self.killer.heads[key] = max(self.killer.heads.get(key, (0, "")), tuple(said["head"]))

    def kill_in_time(self) -> None:
        """Kill it when its moment has come."""
        if time.monotonic() >= self.moment:
            os.kill(self.process, signal.SIGKILL)
            self.moment = NEVER

    def ended(self) -> None:
        """The process is gone."""
        os.close(self.pipe)
        _, status = os.waitpid(self.process, 0)
        out({"writer": self.name, "what": "ended", "killed": os.WIFSIGNALED(status)})


def be_writer(where: str, name: str, plan: dict[str, Any], pipe: int) -> NoReturn:
    """What the forked process does."""
    Writer(where, name, plan, pipe).run()


def out(line: dict[str, Any]) -> None:
    """Pass a line on."""
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    for engine in ("sqlite", "postgresql+psycopg"):
        create_engine(f"{engine}://")  # opens nothing, but imports the driver here, once
    killer = Killer(sys.argv[1])
    for line in sys.stdin:
        killer.round(json.loads(line))
