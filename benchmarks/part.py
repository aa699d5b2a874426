"""One part in this process: `python -m benchmarks.part NAME` prints its lines."""

from __future__ import annotations

import sys

from benchmarks.parts import PARTS
from benchmarks.report import Measured, table
from benchmarks.results import add_results


def main() -> None:
    entries = PARTS[sys.argv[1]].run(tiny="--tiny" in sys.argv)
    text = table(entries)
    print(text, flush=True)
    if "--results" in sys.argv:
        add_results(sys.argv[1], text)
    if any(isinstance(entry, Measured) and not entry.agree for entry in entries):
        sys.exit(f"{sys.argv[1]}: what should be the same is not")


if __name__ == "__main__":
    main()
