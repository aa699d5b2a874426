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
from amends.faults import Fault, Faults, one_of, printable
from amends.formats.common import files
from amends.formats.common.format import HEAD, MEGABYTE, Format, Progress, check_winners
from amends.formats.common.pages import PAGE_SUFFIXES, PageSet, is_zip, of_folder, one_event
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
        raise Faults([Fault(f"the format {name!r}", one_of(known(), name))])
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
    `accept_scores` keeps scores that cannot occur, in formats that people type. A folder with the saved pages of an
    event, or one page of several that lie in one folder, is read as one event.
    """
    if Path(path).is_dir():
        pages = of_folder(Path(path))
        return load_pages(pages, format=format, winners=winners, progress=progress, accept_scores=accept_scores)
    data = files.read_bytes(Path(path))
    found = named(format) if format else of_file(Path(path), data[:HEAD])
    if found.loads_pages is not None:
        pages = of_folder(Path(path).parent, Path(path).name)
        return load_pages(pages, format=found.name, winners=winners, progress=progress)
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


def load_pages(
    pages: PageSet,
    *,
    format: str | None = None,
    winners: int | None = None,
    progress: Progress = None,
    accept_scores: bool = False,
) -> Document:
    """The document in files that lie together: the pages of one event, or the one file of results among them."""
    check_winners(winners)
    heads = {name: data[:HEAD] for name, data in pages.contents.items()}
    candidates = [named(format)] if format else [each for each in known().values() if each.loads is not None]
    by_format = {each: [name for name, head in heads.items() if each.recognises(head)] for each in candidates}
    by_format = {each: names for each, names in by_format.items() if names}
    if format and not by_format and pages.chosen:
        by_format = {candidates[0]: [pages.chosen]}
    several = [each for each in by_format if each.loads_pages is not None]
    if len(several) == 1 and several[0].loads_pages is not None:
        own = pages.of(by_format[several[0]])
        own = one_event(own, several[0].events_of(own))
        document = several[0].loads_pages(own, winners=winners, progress=progress)
        _refuse_half_characters(document, pages.name)
        return document
    names = [] if several else [name for each in by_format.values() for name in each]
    if len(names) != 1:
        words = f"{len(names)} files of results" if names else "no pages of results"
        words = "pages of several sites" if several else words
        raise Faults([Fault(words, "one file of results, or the saved pages of one event", file=pages.name)])
    found = next(iter(by_format))
    if is_zip(heads[names[0]]):
        raise Faults([Fault("a zip within a zip or a folder", "the files themselves", file=pages.file(names[0]))])
    name = names[0] if pages.is_single else pages.file(names[0])
    return loads(
        pages.contents[names[0]], name, format=found.name, winners=winners, progress=progress,
        accept_scores=accept_scores,
    )  # fmt: skip


def files_within(folder: Path) -> list[Path]:
    """The files of results in a folder and the folders in it; of pages that make one event, the first."""
    suffixes = tuple(suffix for each in known().values() if each.loads for suffix in each.suffixes)
    several = [each for each in known().values() if each.loads_pages is not None]
    alone = [each for each in known().values() if each.loads is not None and each.loads_pages is None]
    found: list[Path] = []
    pages: dict[tuple[Path, str], list[str]] = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or not path.name.lower().endswith((*suffixes, *PAGE_SUFFIXES)):
            continue
        head = files.read_head(path, HEAD) if path.name.lower().endswith(PAGE_SUFFIXES) else b""
        name = next((each.name for each in several if each.recognises(head)), "")
        if name:
            pages.setdefault((path.parent, name), []).append(path.name)
        elif path.name.lower().endswith(suffixes) or any(each.recognises(head) for each in alone if head):
            found.append(path)
    for (parent, name), names in pages.items():
        contents = {each: files.read_bytes(parent / each) for each in names}
        events = known()[name].events_of(PageSet(str(parent), contents))
        found += (parent / sorted(of_event)[0] for of_event in events.values())
    return sorted(found)


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
