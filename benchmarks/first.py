"""The first scoring in a new process, where nothing is warm: run as a module, it prints the seconds it took."""

from __future__ import annotations

import subprocess
import sys

from benchmarks import engine, sessions
from benchmarks.timing import now


def in_new_process(tables: int) -> float:
    """The seconds of the first scoring of boards from their rows."""
    command = [sys.executable, "-m", "benchmarks.first", str(tables)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    boards = sessions.boards(int(sys.argv[1]))
    start = now()
    engine.from_rows(boards)
    print(now() - start)


if __name__ == "__main__":
    main()
