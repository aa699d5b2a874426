"""Machines whose processors tell different times, as some virtual ones do: Chromium crashes there.

On such a machine the clock of a processor stands still between two ticks of the system.
"""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path
from time import perf_counter_ns

READINGS = 2000


def on_one_clock(program: str, folder: Path) -> str:
    """The program, or one that starts it on a single processor where the clocks of processors differ."""
    moving = _processors_whose_clock_moves()
    taskset = shutil.which("taskset")
    if not moving or taskset is None:
        return program
    script = folder / "on-one-clock"
    script.write_text(f'#!/bin/sh\nexec {taskset} -c {moving[0]} {program} "$@"\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return str(script)


def _processors_whose_clock_moves() -> list[int]:
    """Those processors, where there are others; none where all clocks move."""
    if not hasattr(os, "sched_setaffinity"):
        return []
    every = os.sched_getaffinity(0)
    try:
        moving = [each for each in sorted(every) if _moves(each)]
    finally:
        os.sched_setaffinity(0, every)
    return moving if len(moving) < len(every) else []


def _moves(processor: int) -> bool:
    os.sched_setaffinity(0, {processor})
    return len({perf_counter_ns() for _ in range(READINGS)}) > READINGS // 10
