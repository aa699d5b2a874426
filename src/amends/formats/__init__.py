"""Files: what amends reads and writes, one module a format; load, loads, dump and dumps serve them all.

>>> from amends import formats
>>> document = formats.loads('board,ns,ew,result\\n7,3,11,4H N =\\n7,5,9,4H N -1\\n')
>>> print(formats.dumps(document, 'travellers').splitlines()[1])
7,3,11,4H N =
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from os import PathLike
from pathlib import Path

from amends import discovery
from amends.faults import Fault, Faults, printable
from amends.formats.common import files
from amends.formats.common.format import HEAD, MEGABYTE, Format, Progress
from amends.journal.chain import Document

__all__ = ["Format", "dump", "dumps", "known", "load", "loads"]


@cache
def known() -> dict[str, Format]:
    """Every format by its name, those of other packages (entry points "amends.formats") last."""
    modules = discovery.modules(sys.modules[__name__])
    own = {module.FORMAT.name: module.FORMAT for module in modules if hasattr(module, "FORMAT")}
    added = discovery.from_packages("amends.formats", own)
    return own | {name: replace(format, name=name) for name, format in added}


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
    by_name = _by_suffix(path, readable)
    if by_name is None:
        other = _by_suffix(path, known().values())
        titles = ", ".join(format.title for format in readable)
        found = f"{other.title}, which holds no results" if other else "a file of no known format"
        raise Faults([Fault(found, f"one of: {titles}", file=str(path))])
    return by_name


def to_write(path: Path) -> Format:
    """The format of a file to be written, by its name."""
    writable = [format for format in known().values() if format.dumps is not None]
    format = _by_suffix(path, writable)
    if format is None:
        suffixes = ", ".join(f"{suffix} ({format.name})" for format in writable for suffix in format.suffixes)
        raise Faults(
            [Fault(f"the name {path.name!r}", f"a name that ends in one of {suffixes}", kind="format to write")]
        )
    return format


def _by_suffix(path: Path, formats: Iterable[Format]) -> Format | None:
    """The format with the longest suffix that the name of a file ends in."""
    suffixes = {suffix: format for format in reversed([*formats]) for suffix in format.suffixes}
    fitting = [suffix for suffix in suffixes if path.name.lower().endswith(suffix)]
    return suffixes[max(fitting, key=len)] if fitting else None


def load(
    path: str | PathLike[str],
    *,
    format: str | None = None,
    winners: int | None = None,
    progress: Progress = None,
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
    progress: Progress = None,
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
        document = found.loads(data, name, winners=winners, progress=progress, accept_scores=accept_scores)  # type: ignore[call-arg]
    else:
        document = found.loads(data, name, winners=winners, progress=progress)
    _refuse_half_characters(document, name)
    return document


def _refuse_half_characters(document: Document, name: str) -> None:
    """Refuse what no reader should let through, whatever the format: texts that can be neither shown nor saved."""
    texts = {"title": document.event.title, **document.about}
    texts |= {f"note {number}": note.words for number, note in enumerate(document.notes, 1)}
    for id, contestant in document.event.contestants.items():
        texts[f"contestant {printable(id)}"] = f"{id} {contestant.called}"
    faults = [
        Fault(files.HALF_CHARACTER, "a text", where, file=name)
        for where, text in texts.items()
        if files.has_half_character(text)
    ]
    if faults:
        raise Faults(faults)


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
