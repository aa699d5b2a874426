"""Measure everything, or the parts that are named: `python -m benchmarks [--tiny] [--results] [PART ...]`.

With `--results` the tables are also written to RESULTS.md beside this file, with the machine.

The exit status is 0 whatever the ratios are, and 1 where a part failed, took too long, or found different figures.
"""

from __future__ import annotations

import platform
import sys
from time import perf_counter

from benchmarks.parts import PARTS
from benchmarks.results import begin_results
from benchmarks.running import command_of, run_all


def main() -> int:
    options = [word for word in sys.argv[1:] if word in ("--tiny", "--results")]
    names = [word for word in sys.argv[1:] if word not in options] or list(PARTS)
    if unknown := [name for name in names if name not in PARTS]:
        print(f"no such part: {', '.join(unknown)}; the parts are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    if "--results" in options:
        begin_results()
    start = perf_counter()
    commands = {name: command_of(name, *options) for name in names}
    troubles = run_all(commands, {name: PARTS[name].seconds for name in names})
    print(f"Python {platform.python_version()}; the whole run took {perf_counter() - start:.0f} s")
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
