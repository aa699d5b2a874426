"""How much of the processor a command takes from start to end, against the library alone that reads its arguments."""

from __future__ import annotations

import os
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage

from amends.demo import demonstration
from benchmarks.report import Entry, Measured
from benchmarks.timing import shown

RUNS = 10
BASE = ("-c", "import typer")


def starting(runs: int = RUNS) -> list[Entry]:
    """Commands that end at once, in a new process each."""
    with demonstration() as (travellers, rulings):
        event = (str(travellers), "--rulings", str(rulings))
        wanted = {("points", "4H N ="): 3, ("score", *event): 6, ("--help",): 6}
        commands = [BASE, *(("-m", "amends", *words) for words in wanted)]
        for command in commands:
            _seconds(command)  # compiles what was not compiled yet
        best = [min(times) for times in zip(*([_seconds(each) for each in commands] for _ in range(runs)), strict=True)]
    base, *ours = best
    return [
        Measured(
            f"amends {words[0]} : import typer, processor time",
            seconds / base,
            most,
            f"{shown(seconds)}, python -c 'import typer' {shown(base)}; the best of {runs}, taking turns",
            at_most=True,
        )
        for (words, most), seconds in zip(wanted.items(), ours, strict=True)
    ]


def _seconds(arguments: tuple[str, ...]) -> float:
    """The processor time of one run of Python, whatever else the machine does meanwhile."""
    command = [sys.executable, *arguments]
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def environment() -> dict[str, str]:
    """Of a child process: compiled files are kept, as they are where amends is installed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
