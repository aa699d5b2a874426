"""A bar on standard error while something takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

_SOON = 3
"""With no more steps than these there is nothing to wait for."""


@contextmanager
def bar(words: str) -> Iterator[Callable[[int, int], None]]:
    """What is told how many steps of how many are done; it shows a bar in a terminal, and nothing elsewhere."""
    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task(words, total=None, visible=False)
        yield lambda done, of: shown.update(task, completed=done, total=of, visible=of > _SOON)
