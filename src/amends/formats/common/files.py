"""Files on disk: read whole within a limit, written so that there is never half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from amends.faults import Fault, Faults, unreadable

LARGEST = 512 * 1024 * 1024
"""The most bytes of a file that are read."""


HALF_CHARACTER = "half a character (a lone surrogate), which is no text"


def has_half_character(text: str) -> bool:
    """Whether a text has half a pair of surrogates in it, as JSON can write it: it could be neither shown nor saved.

    >>> has_half_character('Köln'), has_half_character('\\ud800')
    (False, True)
    """
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)


def read_bytes(path: Path) -> bytes:
    """The content of a file."""
    try:
        if not path.is_file() and path.exists():
            raise _fault(path, "a folder or a device", "a file")
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as trouble:  # ValueError: a zero byte in the name
        if isinstance(trouble, Faults):
            raise
        raise Faults([unreadable(str(path), trouble)]) from None
    if len(content) > LARGEST:
        raise _fault(path, f"more than {LARGEST // 1024 // 1024} MB", "a smaller file")
    return content


def read_head(path: Path, most: int) -> bytes:
    """The first bytes of a file; none where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError:
        return b""


def write(path: Path, content: str | bytes, *, force: bool = False) -> None:
    """Write a file whole or not at all: into a temporary file beside it, which then takes its name.

    A file that is already there is only replaced with `force`.
    """
    data = content.encode(errors="replace") if isinstance(content, str) else content  # half a surrogate is no text
    try:
        if path.is_dir():
            raise _fault(path, "a folder", "the name of a file")
        handle, made = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".part", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            _put(made, path, force)
        except BaseException:
            Path(made).unlink(missing_ok=True)
            raise
    except FileExistsError:
        raise _fault(path, "a file that is already there", "a new name", "file that is there") from None
    except (OSError, ValueError) as trouble:
        if isinstance(trouble, Faults):
            raise
        raise _fault(path, getattr(trouble, "strerror", None) or str(trouble), "a file that can be written") from None


def _put(made: str, path: Path, force: bool) -> None:
    """Give the temporary file its name; without `force` the name must be free at that very moment."""
    os.umask(mask := os.umask(0))  # the bits that new files of this process do not have
    Path(made).chmod(path.stat().st_mode & 0o777 if force and path.exists() else 0o666 & ~mask)
    if force:
        Path(made).replace(path)
        return
    try:
        os.link(made, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError from None
        Path(made).replace(path)
        return
    Path(made).unlink()


def decoded(data: str | bytes, name: str, *encodings: str, utf_16: bool = True) -> str:
    """The text of a file: UTF-8, else the encodings that are named; without the mark at its beginning.

    `utf_16`: a file that begins with the mark of UTF-16 is read as such.
    """
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    trouble = None
    marked = utf_16 and data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", *encodings):
        try:
            return data.decode(encoding)
        except UnicodeError as found:
            trouble = trouble or found
    start = getattr(trouble, "start", 0)
    line = data[:start].count(b"\n") + 1
    raise Faults([Fault(f"the byte 0x{data[start]:02X}", "text in UTF-8", file=name, line=line)])


def _fault(path: Path, found: str, expected: str, kind: str = "") -> Faults:
    return Faults([Fault(found, expected, file=str(path), kind=kind)])
