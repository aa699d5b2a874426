"""Parts one after the other, each in a process of its own that is ended when it takes too long."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence


def run_all(commands: Mapping[str, Sequence[str]], seconds: Mapping[str, int]) -> list[str]:
    """Run each part's command, whatever became of those before it; what went wrong, a sentence for each such part.

    What a part prints is seen at once.
    """
    troubles = []
    for name, command in commands.items():
        print(f"{name} ...", flush=True)
        if trouble := run(command, seconds[name]):
            troubles.append(f"{name} {trouble}")
            print(troubles[-1], flush=True)
        print(flush=True)
    return troubles


def run(command: Sequence[str], seconds: float) -> str:
    """Run a command; what went wrong, "" where nothing did."""
    # A session of its own, so that the server and the loads that it starts end with it.
    with subprocess.Popen(command, start_new_session=True) as process:
        try:
            status = process.wait(seconds)
        except BaseException as stopped:
            os.killpg(process.pid, signal.SIGKILL)
            if isinstance(stopped, subprocess.TimeoutExpired):
                return f"took more than {seconds:g} s and was ended"
            raise
    return f"failed (exit status {status})" if status else ""


def command_of(name: str, *options: str) -> list[str]:
    """The command that runs one part."""
    return [sys.executable, "-m", "benchmarks.part", name, *options]
