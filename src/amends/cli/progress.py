"""A bar on standard error while something takes long; it shows nothing where nobody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn

_LARGE = 2_000_000
"""The bytes from which on a file is read with a bar."""


@contextmanager
def progress_bar(words: str, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """What is told how much is done, of how much; `quiet` where it will not take long."""
    with _bar(words, MofNCompleteColumn(), quiet=quiet) as told:
        yield told


@contextmanager
def reading_bar(path: Path) -> Iterator[Callable[[int], None] | None]:
    """What is told how many rows of a large file are read; None for any other file."""
    try:
        large = path.stat().st_size > _LARGE
    except OSError:
        large = False
    if not large:
        yield None
        return
    with _bar(f"reading {path.name}", TextColumn("{task.completed:,} rows")) as told:
        yield lambda rows: told(rows, None)


@contextmanager
def _bar(words: str, *columns: ProgressColumn, quiet: bool = False) -> Iterator[Callable[[int, int | None], None]]:
    shown = (TextColumn("{task.description}", markup=False), BarColumn(), *columns, TimeElapsedColumn())
    disable = quiet or not sys.stderr.isatty()
    with Progress(*shown, console=Console(stderr=True), transient=True, disable=disable) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
