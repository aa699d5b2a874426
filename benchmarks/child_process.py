"""Another program asks amends: a child process that stays, against a new process for each call."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from csv import DictReader
from pathlib import Path
from typing import Any

from amends.demo import demonstration, evening
from amends.formats import loads
from amends.formats.rulings_file import SENT_AS
from amends.formats.travellers_csv import dumps
from amends.toml import parse_toml
from benchmarks.commands import environment
from benchmarks.report import Entry, Measured
from benchmarks.timing import now, shown

ANSWERS = 30
LONGEST = 0.02
"""Seconds in which a club event is wanted to be scored and answered."""


def answering(answers: int = ANSWERS, calls: int = 3) -> list[Entry]:
    """The club evening and the demonstration, scored by `amends engine` and by `amends score --json`."""
    with tempfile.TemporaryDirectory() as folder:
        csv = Path(folder) / "evening.csv"
        csv.write_text(dumps(loads(evening(), "evening.pbn")), encoding="utf-8")
        return [
            *_compared("the demo evening, 24 tables", csv, None, answers, calls),
            *_demonstration(answers, calls),
        ]


def _demonstration(answers: int, calls: int) -> list[Entry]:
    with demonstration() as (travellers, rulings):
        return _compared("the demonstration, 8 tables with rulings", travellers, rulings, answers, calls)


def _compared(what: str, csv: Path, rulings: Path | None, answers: int, calls: int) -> list[Entry]:
    event = plain_event(csv, rulings)
    request = json.dumps({"id": 1, "do": "score", "event": event}).encode() + b"\n"
    start = now()
    with subprocess.Popen(
        [sys.executable, "-m", "amends", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        times = []
        for _ in range(answers + 1):
            engine.stdin.write(request)
            engine.stdin.flush()
            answer = engine.stdout.readline()
            times.append(now() - start)
            start = now()
        engine.stdin.close()
    first, *later = times
    made = json.loads(answer)["answer"]["ranking"]["rows"]
    command = [sys.executable, "-m", "amends", "score", str(csv), "--winners", "2", "--json"]
    command += ["--rulings", str(rulings)] if rulings else []
    alone = []
    for _ in range(calls):
        start = now()
        printed = subprocess.run(command, env=environment(), capture_output=True, check=True).stdout
        alone.append(now() - start)
    name, best, usual = what.split(",")[0], min(later), sorted(later)[len(later) // 2]
    about = f"{what}, {len(event['results'])} results; the best of {answers} answers and of {calls} calls"
    return [
        Measured(
            f"process per call : answer of amends engine, {name}",
            min(alone) / best,
            10,
            f"{shown(min(alone))}, answer {shown(best)}; {about}",
            agree=json.loads(printed)["rows"] == made,
        ),
        Measured(
            f"answer of amends engine : {shown(LONGEST)}, {name}",
            usual / LONGEST,
            1,
            f"{shown(usual)}, half of {answers} in that time; the best {shown(best)}; starting and the first answer "
            f"{shown(first)}",
            at_most=True,
        ),
    ]


def plain_event(csv: Path, rulings: Path | None) -> dict[str, Any]:
    """The files as a plain event."""
    with csv.open(encoding="utf-8", newline="") as opened:
        event: dict[str, Any] = {"winners": 2, "results": list(DictReader(opened))}
    if rulings is not None:
        tables = parse_toml(rulings.read_text(encoding="utf-8"), "rulings.toml")
        event |= {key: tables[table] for table, key in SENT_AS.items() if table in tables}
        event |= {key: tables[key] for key in ("regulation", "settings") if key in tables}
    plain: dict[str, Any] = json.loads(json.dumps(event, default=str))
    return plain
