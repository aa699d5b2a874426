"""A place of the machine that another process has."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HOLDER = """
import sys
from amends.machine_places import MachinePlaces
with MachinePlaces(sys.argv[1]).held(sys.argv[2], 1):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_elsewhere(folder: Path, who: str) -> Iterator[subprocess.Popen[str]]:
    """The first place of somebody, until the other process is ended."""
    command = [sys.executable, "-c", HOLDER, str(folder), who]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()
