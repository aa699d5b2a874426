"""RESULTS.md: the tables of a run, and the machine that they are from."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

RESULTS = Path(__file__).with_name("RESULTS.md")
PACKAGES = ("numpy", "numba", "duckdb", "pyarrow", "narwhals", "pyspark")

HEAD = """# What was measured

Ratios of one run on one machine, by `python -m benchmarks --results`. What the lines mean: [README.md](README.md).
{machine}.
"""


def begin_results() -> None:
    """An empty file with the machine."""
    RESULTS.write_text(HEAD.format(machine=_machine()), encoding="utf-8")


def add_results(name: str, table: str) -> None:
    """The table of one part."""
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(f"\n## {name}\n\n```\n{table}\n```\n")


def _machine() -> str:
    """Processor, memory and versions, in one sentence."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    parts = [
        f"{datetime.now(UTC):%Y-%m-%d}: {os.cpu_count()} cores of {_processor()}",
        f"{memory:.0f} GB of memory",
        f"Python {platform.python_version()}",
        *(f"{name} {found}" for name in PACKAGES if (found := _version(name))),
    ]
    return ", ".join(parts)


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
