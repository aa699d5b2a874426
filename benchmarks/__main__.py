"""Measure everything, print the table; the exit status is 0 whatever the ratios are."""

from __future__ import annotations

import platform
from time import perf_counter

from benchmarks import comparisons, journals, previews, usebio, web_app
from benchmarks.report import Entry, table

_ALL = (
    comparisons.fractions,
    comparisons.growth,
    comparisons.cross_imps,
    comparisons.events,
    previews.previews,
    journals.folding,
    journals.adding,
    usebio.reading,
    web_app.load,
    comparisons.other_program,
)


def main() -> None:
    start = perf_counter()
    entries: list[Entry] = []
    for compare in _ALL:
        entries += compare()
    print(table(entries))
    print(f"\nPython {platform.python_version()}; the whole run took {perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
