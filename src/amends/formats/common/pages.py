"""Several files that make one event: saved pages, in a folder or in a zip; read offline, never fetched."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from amends.exact import many
from amends.faults import Fault, Faults
from amends.formats.common import files
from amends.formats.common.html_page import HtmlPage, parse

try:
    from lzma import LZMAError
except ImportError:  # not every Python has it; without it such a zip is a NotImplementedError or a RuntimeError
    LZMAError = EOFError  # type: ignore[assignment,misc]

MEGABYTE = 1024 * 1024
LARGEST_PAGE = 4 * MEGABYTE
"""The most bytes of one page."""
LARGEST_SET = 64 * MEGABYTE
"""The most bytes of all of them."""
MOST_PAGES = 3000
"""The most files of a folder or a zip that are looked at."""

PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".php", ".txt")
"""How the names of saved pages end."""

_TROUBLES = (
    *(zipfile.BadZipFile, zlib.error, LZMAError, EOFError, OSError),
    *(ValueError, RuntimeError, NotImplementedError),
)
"""What a damaged zip, one with a password or one in an unusual compression raises."""

Contents: TypeAlias = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class PageSet:
    """Files by their names within the folder (with / between folders), and what faults call the whole."""

    name: str
    contents: Contents
    chosen: str = ""
    """The one that somebody named, where they named one and not the folder."""

    @classmethod
    def single(cls, data: str | bytes, name: str) -> PageSet:
        """One page alone, as it is sent to a server."""
        own = PurePosixPath(name.replace("\\", "/")).name or "page"
        return cls(name, {own: data.encode(errors="replace") if isinstance(data, str) else data}, own)

    @property
    def is_single(self) -> bool:
        """Whether there is one page alone."""
        return len(self.contents) == 1

    def file(self, page: str) -> str:
        """What faults call a page."""
        return self.name if self.is_single else f"{self.name}/{page}"

    def of(self, names: Iterable[str]) -> PageSet:
        """The same with some of the pages alone."""
        kept = set(names)
        found = {name: data for name, data in self.contents.items() if name in kept}
        return PageSet(self.name, found, self.chosen if self.chosen in kept else "")

    def text(self, page: str, *encodings: str) -> str:
        """The text of a page: UTF-8, else the encodings that are named, else latin-1, which takes all."""
        return files.decoded(self.contents[page], self.file(page), *encodings, "latin-1")

    def html(self, page: str, *encodings: str) -> HtmlPage:
        """A page as mark-up."""
        if len(self.contents[page]) > LARGEST_PAGE:
            size = f"{len(self.contents[page]) // MEGABYTE} MB"
            raise Faults([Fault(size, f"at most {LARGEST_PAGE // MEGABYTE} MB of a page", file=self.file(page))])
        return parse(self.text(page, *encodings), self.file(page))


def folder_of(page: str) -> str:
    """The folder of a page within its set."""
    return page.rpartition("/")[0]


def base(page: str) -> str:
    """The name of a page without its folder."""
    return page.rpartition("/")[2]


def by_folder(pages: PageSet) -> dict[str, list[str]]:
    """The pages of each folder: an event each, where names do not tell more."""
    events: dict[str, list[str]] = {}
    for page in pages.contents:
        events.setdefault(folder_of(page), []).append(page)
    return events


def one_event(pages: PageSet, events: Mapping[str, list[str]]) -> PageSet:
    """The pages of the event that is meant: the only one, or that of the page which was named."""
    chosen = [event for event, names in events.items() if pages.chosen in names]
    if len(chosen) == 1:
        return pages.of(events[chosen[0]])
    if len(events) != 1:
        found = ", ".join(list(events)[:5]) + (" …" if len(events) > 5 else "")
        expected = "the pages of one event; name one of its pages"
        raise Faults([Fault(f"pages of {many(len(events), 'event')} ({found})", expected, file=pages.name)])
    return pages.of(next(iter(events.values())))


# Folders


def of_folder(path: Path, chosen: str = "") -> PageSet:
    """The files of a folder; with `chosen`, the pages that lie beside that one."""
    contents: dict[str, bytes] = {}
    size = 0
    try:
        entries = sorted(entry for entry in path.iterdir() if not entry.name.startswith("."))
    except OSError as trouble:
        raise Faults([Fault(str(trouble.strerror), "a folder that can be read", file=str(path))]) from None
    for entry in entries:
        other = entry.name != chosen
        if other and chosen and not entry.name.lower().endswith(PAGE_SUFFIXES):
            continue
        try:
            if not entry.is_file() or (other and entry.stat().st_size > LARGEST_PAGE):
                continue
        except OSError:
            continue
        contents[entry.name] = files.read_bytes(entry)
        size += len(contents[entry.name])
        if len(contents) > MOST_PAGES or size > LARGEST_SET:
            raise _too_much(str(path))
    return PageSet(str(path), contents, chosen)


def _too_much(name: str) -> Faults:
    expected = f"at most {MOST_PAGES:,} files with {LARGEST_SET // MEGABYTE} MB together"
    return Faults([Fault("more files, or larger ones, than one event has", expected, file=name)])


# Zips


def is_zip(head: bytes) -> bool:
    """Whether a file begins as a zip with something in it."""
    return head.startswith(b"PK\x03\x04")


def of_zip(data: bytes, name: str) -> PageSet:
    """The files in a zip; they are never put on disk."""
    contents: dict[str, bytes] = {}
    left = LARGEST_SET
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if _is_page(member)]
            if len(members) > MOST_PAGES:
                raise _too_much(name)
            for member in members:
                with archive.open(member) as file:
                    content = file.read(left + 1)  # what a member says of its size may be untrue
                left -= len(content)
                if left < 0:
                    raise _too_much(name)
                contents[member.filename] = content
    except Faults:
        raise
    except _TROUBLES as trouble:
        why = "a zip with a password" if "password" in str(trouble) else "a zip that is damaged"
        raise Faults([Fault(why, "a zip that can be opened", file=name)]) from None
    return PageSet(name, _without_common_folder(contents))


def _is_page(member: zipfile.ZipInfo) -> bool:
    parts = member.filename.split("/")
    return not (member.is_dir() or parts[0] == "__MACOSX" or parts[-1].startswith(".")) and not (
        files.has_half_character(member.filename) or len(member.filename) > 300
    )


def _without_common_folder(contents: Contents) -> dict[str, bytes]:
    folders = {folder_of(name) for name in contents}
    common = f"{next(iter(folders))}/" if len(folders) == 1 and "" not in folders else ""
    return {name.removeprefix(common): data for name, data in contents.items()}
