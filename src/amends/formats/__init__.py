"""Files: what amends reads and writes, one module a format; load, loads, dump and dumps serve them all.

>>> from amends import formats
>>> document = formats.loads('board,ns,ew,result\\n7,3,11,4H N =\\n7,5,9,4H N -1\\n')
>>> print(formats.dumps(document, 'travellers').splitlines()[1])
7,3,11,4H N =
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from os import PathLike
from pathlib import Path

from amends import discovery
from amends.faults import Fault, Faults
from amends.formats.common import files
from amends.formats.common.format import HEAD, MEGABYTE, Format
from amends.journal.chain import Document

__all__ = ["Format", "dump", "dumps", "known", "load", "loads"]


@cache
def known() -> dict[str, Format]:
    """Every format by its name."""
    found = [module.FORMAT for module in discovery.modules(sys.modules[__name__]) if hasattr(module, "FORMAT")]
    return {format.name: format for format in found}


def named(name: str) -> Format:
    """The format that a person names."""
    if name not in known():
        raise Faults([Fault(f"the format {name!r}", f"one of {', '.join(known())}")])
    return known()[name]


def of_file(path: Path, head: bytes) -> Format:
    """The format of a file that is there: by what stands in it, else by its name."""
    readable = [format for format in known().values() if format.loads is not None]
    for format in readable:
        if format.recognises(head):
            return format
    named_so = _by_suffix(path, lambda format: format.loads is not None)
    if named_so is None:
        other = _by_suffix(path, lambda format: True)
        titles = ", ".join(format.title for format in readable)
        found = f"{other.title}, which holds no results" if other else "a file of no known format"
        raise Faults([Fault(found, f"one of: {titles}", file=str(path))])
    return named_so


def to_write(path: Path) -> Format:
    """The format of a file to be written, by its name."""
    format = _by_suffix(path, lambda format: format.dumps is not None)
    if format is None:
        suffixes = ", ".join(f"{suffix} ({format.name})" for format in known().values() if format.dumps is not None
                             for suffix in format.suffixes)  # fmt: skip
        raise Faults([Fault(f"the name {path.name!r}", f"a name that ends in one of {suffixes}; or --to")])
    return format


def _by_suffix(path: Path, wanted: Callable[[Format], bool]) -> Format | None:
    name = path.name.lower()
    fitting = [
        (len(suffix), format)
        for format in known().values()
        if wanted(format)
        for suffix in format.suffixes
        if name.endswith(suffix)
    ]
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else None


def load(
    path: str | PathLike[str],
    *,
    format: str | None = None,
    winners: int | None = None,
    progress: Callable[[int], None] | None = None,
    accept_scores: bool = False,
) -> Document:
    """The document in a file of any format that can be read; all the faults of the file at once.

    The format is found by what stands in the file, else by its name; `format` names it where both do not tell.
    `accept_scores` keeps scores that cannot occur, in formats that people type.
    """
    data = files.read_bytes(Path(path))
    return loads(data, str(path), format=format, winners=winners, progress=progress, accept_scores=accept_scores)


def loads(
    data: str | bytes,
    name: str = "file",
    *,
    format: str | None = None,
    winners: int | None = None,
    progress: Callable[[int], None] | None = None,
    accept_scores: bool = False,
) -> Document:
    """The same for the content of a file; `name` is what faults call it.

    >>> document = loads('board,ns,ew,result\\n7,3,11,4H N =\\n')
    >>> document.source, document.event.results[0].id
    ('travellers', '7/3-11')
    """
    head = data[:HEAD].encode(errors="replace") if isinstance(data, str) else data[:HEAD]
    found = named(format) if format else of_file(Path(name), head)
    if found.loads is None:
        raise Faults([Fault(found.title, "a format that can be read", file=name)])
    if len(data) > found.largest:
        words = f"at most {found.largest // MEGABYTE} MB of this format ({found.title})"
        raise Faults([Fault(f"{len(data) // MEGABYTE} MB", words, file=name)])
    if found.checks_scores:
        return found.loads(data, name, winners=winners, progress=progress, accept_scores=accept_scores)  # type: ignore[call-arg]
    return found.loads(data, name, winners=winners, progress=progress)


def dump(document: Document, path: str | PathLike[str], *, format: str | None = None, force: bool = False) -> None:
    """Write a document in the format that the file's name says, or in the one that is named."""
    found = named(format) if format else to_write(Path(path))
    files.write(Path(path), dumps(document, found.name), force=force)


def dumps(document: Document, format: str) -> str | bytes:
    """A document in the format that is named."""
    found = named(format)
    if found.dumps is None:
        raise Faults([Fault(found.title, "a format that can be written")])
    return found.dumps(document)
