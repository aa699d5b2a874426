"""Whatever was acknowledged is there: writers are killed at every moment, and the server too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from amends.journal.chain import BEGINNING, people_of, sealed
from amends.journal.entries import EventSetUp
from amends.store import KeptEvent, open_store
from support.examples import number
from support.postgresql import Server, running_server
from support.store.promises import Promises, broken
from support.store.writer import OPENING, START

TESTS = Path(__file__).parents[1]
STEPS = (*(f"before statement {number}" for number in range(1, 7)), "before the commit", "after the commit")
KINDS = range(4)
BIG = 1
"""The kind of write that has a big entry (`Written.payloads`)."""


@pytest.fixture
def mortal_server() -> Iterator[Server]:
    """A server that no other test uses."""
    with running_server() as server:
        yield server


def events(where: str, number: int) -> list[KeptEvent]:
    """New events, each begun with a title of its own."""
    with open_store(where) as store:
        titles = (EventSetUp(f"Event {place}") for place in range(number))
        return [store.begin(title.title, "", [sealed(1, START, "", title, BEGINNING)]) for title in titles]


# What a writer does


def writer(event: KeptEvent | None, **plan: Any) -> dict[str, Any]:
    """The plan of a writer who adds to an event, or begins events; what is not said is the default.

    `first` is the kind of its first write. It is killed at a `share` of the time that it takes to open the store, to
    write a few times, or to commit (in write number `write` or a later one); or it `dies` by itself at a step of that.
    """
    return {
        "event": event.key if event else None,
        "seq": event.entries if event else 0,
        "previous": event.head if event else BEGINNING,
        "begins": event is None,
        "first": 0,
        "write": 0,
        "writes": 10**6,
        "killed": "by itself",
        "share": 0.0,
        "dies": "",
        "promises_early": False,
        **plan,
    }


def rounds_of_kills(where: str) -> Iterator[list[dict[str, Any]]]:
    """Writers who are there at the same time; the same moments every time, as far as moments can be the same.

    Each is killed at every step of every kind of write, and at moments between them: 200 kills in `make test-long`.
    """
    chance = Random("killed")

    def at_random() -> dict[str, Any]:
        return {"first": chance.choice(KINDS), "share": chance.random()}

    first, *others = events(where, 41)
    event = iter(others * 10)
    rounds = [
        *([writer(next(event), dies=step, first=kind, write=chance.randrange(2))] for step in STEPS for kind in KINDS),
        *([writer(None, dies=step, first=BIG)] for step in STEPS),
        *([writer(next(event), killed="while it commits", write=1, **at_random())] for _ in range(number(5, long=50))),
        *([writer(next(event), killed="while it writes", **at_random())] for _ in range(number(6, long=60))),
        *(
            [writer(same, killed="while it writes", **at_random()) for same in [next(event)] * 2]
            for _ in range(number(3, long=20))
        ),
        *([writer(next(event), killed="while it opens", **at_random())] for _ in range(number(3, long=10))),
    ]
    chance.shuffle(rounds)
    yield [writer(first, killed="never", writes=8)]
    yield from rounds


def killing(where: str) -> subprocess.Popen[str]:
    """The process that forks and kills writers; rounds go in, what the writers said comes out."""
    command = [sys.executable, "-m", "support.store.killer", where]
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    return subprocess.Popen(
        command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=TESTS.parent
    )


def said(where: str, rounds: Iterable[list[dict[str, Any]]]) -> Promises:
    """What the writers of these rounds said until they died."""
    plan = "".join(json.dumps({"round": number, "writers": each}) + "\n" for number, each in enumerate(rounds))
    with killing(where) as process:
        output, _ = process.communicate(plan)
    assert process.returncode == 0
    return Promises().hear(map(json.loads, output.splitlines()))


def found_broken(where: str, promises: Promises) -> list[str]:
    with open_store(where) as store:
        return broken(store, promises)


# What is relied on


def test_whatever_was_acknowledged_is_there_after_many_kills(where: str) -> None:
    rounds = list(rounds_of_kills(where))
    promises = said(where, rounds)

    assert promises.failed == []
    assert found_broken(where, promises) == []
    assert len(promises.killed) == sum(map(len, rounds)) - 1, "but for the first, who is left alone"
    assert len(promises.unanswered.intersection(promises.killed)) >= len(STEPS) * (len(KINDS) + 1)
    assert set(promises.steps) >= {*STEPS[:3], *STEPS[-2:]}


def test_a_store_whose_making_was_killed_is_made_by_the_next_who_opens_it(where: str) -> None:
    steps = ("before the commit", *(f"before statement {number}" for number in range(1, 41)))
    makers = [[writer(None, dies=step, write=OPENING)] for step in steps]
    promises = said(where, [*makers, [writer(None, killed="never", writes=2)]])

    assert promises.failed == []
    assert len(promises.killed) == len(steps)
    assert promises.steps["after the commit"] >= 1, "there are more statements: let more be killed"
    assert len(promises.acknowledged) == 2
    assert found_broken(where, promises) == []


def test_a_writer_who_promises_too_early_is_found_out(where: str) -> None:
    honest, hasty = events(where, 2)
    promises = said(
        where,
        [
            [writer(honest, dies="before the commit", write=2)],
            [writer(hasty, dies="before the commit", write=2, promises_early=True)],
        ],
    )
    assert len(promises.acknowledged) == 5
    assert found_broken(where, promises) == [f"lost: {promises.last['1.0']}"]


def test_what_is_half_there_or_without_its_people_is_found_out(where: str) -> None:
    (event,) = events(where, 1)
    promises = said(where, [[writer(event, killed="never", first=2, writes=1)]])
    (digest,) = promises.last["0.0"]
    with open_store(where) as store:
        store.forget(event.key, list(people_of(store.entries(event.key)))[:1])

    assert found_broken(where, promises) == [f"without its people: {digest}"]
    promises.begun = [(digest, "0" * 64)]
    assert found_broken(where, promises)[0] == f"half: {promises.begun[0]}"
    promises.begun = []
    assert found_broken(where, promises)[-1] == f"written by nobody: {digest}"


def test_whatever_was_acknowledged_is_there_after_the_server_was_killed_5_times(mortal_server: Server) -> None:
    where = mortal_server.url("killed")
    (event,) = events(where, 1)
    promises = Promises()
    chance = Random("server")
    with killing(where) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(5):
            alone = {"round": number, "writers": [writer(event, first=number, killed="never")]}
            print(json.dumps(alone), file=process.stdin, flush=True)
            steps = chance.randrange(5, 20)
            for line in map(json.loads, process.stdout):
                promises.hear([line])
                steps -= 1
                if steps == 0:
                    mortal_server.kill()
                if line["what"] == "round":
                    break
            if steps > 0:
                break  # it failed before the server was killed: what is broken says why
            mortal_server.start()
        process.stdin.close()

    assert found_broken(where, promises) == []
    assert len(promises.failed) == 5
    assert promises.acknowledged
