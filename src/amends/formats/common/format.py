"""What a file format is: how it is recognised, read and written, and what it cannot hold.

Each format is one module (or package) of `amends.formats` with a FORMAT of its own and the functions load, loads,
dump and dumps, as far as it is read or written; nothing else lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from amends.journal.chain import Document

MEGABYTE = 1024 * 1024
HEAD = 64 * 1024
"""The bytes of a file by which its format is recognised."""


class Loads(Protocol):
    """Reads a file's content; `name` is what faults call it.

    `winners` is 1 or 2 where somebody says so, None for what the file says; `progress` is told the rows read so far.
    """

    def __call__(
        self,
        data: str | bytes,
        name: str = ...,
        *,
        winners: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Document:
        """The document."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """A file format."""

    name: str
    """What --from and --to call it."""
    title: str
    suffixes: tuple[str, ...]
    """The ends of file names, with their dots, in small letters; the longest that fits decides."""
    recognises: Callable[[bytes], bool] = lambda head: False
    """Whether a file that begins with these bytes is of this format, without any doubt."""
    loads: Loads | None = None
    dumps: Callable[[Document], str | bytes] | None = None
    losses: Callable[[Document], Iterable[str]] = lambda document: ()
    """What writing it would lose, in words, a line each."""
    checks_scores: bool = False
    """Whether its reader refuses scores that cannot occur, unless `accept_scores` is given."""
    largest: int = 16 * MEGABYTE
    """The most bytes of a file: far more than any event has, and so few that reading ends."""
