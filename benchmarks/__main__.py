"""Measure everything, or the parts that are named: `python -m benchmarks [--tiny] [PART ...]`.

The exit status is 0 whatever the ratios are, and 1 where a part failed, took too long, or found different figures.
"""

from __future__ import annotations

import platform
import sys
from time import perf_counter

from benchmarks.parts import PARTS
from benchmarks.running import command_of, run_all


def main() -> int:
    options = [word for word in sys.argv[1:] if word == "--tiny"]
    names = [word for word in sys.argv[1:] if word not in options] or list(PARTS)
    if unknown := [name for name in names if name not in PARTS]:
        print(f"no such part: {', '.join(unknown)}; the parts are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    start = perf_counter()
    commands = {name: command_of(name, *options) for name in names}
    troubles = run_all(commands, {name: PARTS[name].seconds for name in names})
    print(f"Python {platform.python_version()}; the whole run took {perf_counter() - start:.0f} s")
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
