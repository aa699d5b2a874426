"""What a file format is: how it is recognised, read and written, and what it cannot hold.

Each format is one module (or package) of `amends.formats` with a FORMAT of its own and the functions load, loads,
dump and dumps, as far as it is read or written; nothing else lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeAlias

from amends.faults import refuse
from amends.formats.common import files
from amends.formats.common.pages import PageSet
from amends.journal.chain import Document

P = ParamSpec("P")

MEGABYTE = 1024 * 1024
HEAD = 64 * 1024
"""The bytes of a file by which its format is recognised."""

Progress: TypeAlias = Callable[[int], None] | None
"""Takes the number of rows read so far."""


def report(progress: Progress, count: int, every: int = 10_000) -> None:
    """Report the number of rows read, once for `every` so many rows."""
    if progress is not None and count % every == 0:
        progress(count)


def check_winners(winners: int | None) -> None:
    """Refuse a number of winners that there cannot be; None stands for what the file says."""
    if winners not in (None, 1, 2):
        raise refuse(f"{winners} winners", "1 or 2")


class Loads(Protocol):
    """Reads a file's content; `name` is what faults call it.

    `winners` is 1 or 2 where somebody says so, None for what the file says; `progress` is told the rows read so far.
    """

    def __call__(
        self, data: str | bytes, name: str = ..., *, winners: int | None = None, progress: Progress = None
    ) -> Document:
        """The document."""
        ...


def from_path(loads: Callable[Concatenate[bytes, str, P], Document]) -> Callable[Concatenate[Path, P], Document]:
    """The function `load` of a format, made of its `loads`."""

    def load(path: Path, /, *args: P.args, **options: P.kwargs) -> Document:
        """The document in a file; all its faults at once."""
        return loads(files.read_bytes(path), str(path), *args, **options)

    return load


class LoadsPages(Protocol):
    """Reads the pages that make one event; those of other formats and events have been left out."""

    def __call__(self, pages: PageSet, *, winners: int | None = None, progress: Progress = None) -> Document:
        """The document."""
        ...


def from_page(loads_pages: LoadsPages) -> Loads:
    """The function `loads` of a format that is read from pages, made of its `loads_pages`: one page alone."""

    def loads(
        data: str | bytes, name: str = "page", *, winners: int | None = None, progress: Progress = None
    ) -> Document:
        """The document in one page; all its faults at once."""
        check_winners(winners)
        return loads_pages(PageSet.single(data, name), winners=winners, progress=progress)

    return loads


class Dump(Protocol):
    """Writes a document into a file; a file that is already there is only replaced with `force`."""

    def __call__(self, document: Document, path: Path, *, force: bool = False) -> None:
        """Write the file."""
        ...


def to_path(dumps: Callable[[Document], str | bytes]) -> Dump:
    """The function `dump` of a format, made of its `dumps`."""

    def dump(document: Document, path: Path, *, force: bool = False) -> None:
        files.write(path, dumps(document), force=force)

    return dump


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
    loads_pages: LoadsPages | None = None
    """Reads several pages as one event, where an event of this format stands on several."""
    events_of: Callable[[PageSet], Mapping[str, list[str]]] = lambda pages: {"": list(pages.contents)}
    """The events whose pages lie together, each with the names of its pages."""
    dumps: Callable[[Document], str | bytes] | None = None
    losses: Callable[[Document], Iterable[str]] = lambda document: ()
    """What writing it would lose, in words, a line each."""
    checks_scores: bool = False
    """Whether its reader refuses scores that cannot occur, unless `accept_scores` is given."""
    largest: int = 16 * MEGABYTE
    """The most bytes of a file: far more than any event has, and so few that reading ends."""
