"""Files that only their owner may read: made so from the beginning, and what to type where they are not."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

_FILE, _FOLDER = 0o600, 0o700
_OF_OTHERS = 0o066
"""The rights of group and others to read and to write."""


def make_folder(path: Path) -> None:
    """Make a folder and those above it that are missing; what is there already stays as it is."""
    missing = list[Path]()
    while not path.exists():
        missing.append(path)
        path = path.parent
    for each in reversed(missing):
        try:
            each.mkdir(_FOLDER)
        except FileExistsError:  # another process was quicker
            continue
    if not path.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(path))


def make_file(path: Path) -> None:
    """Make an empty file unless there is one; SQLite gives the files beside a store the rights of the store."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _FILE))
    except OSError:
        return  # it is there, or SQLite will say in its own words why it cannot be made


def put_private(path: Path, data: bytes, *, replace: bool) -> bool:
    """Write a file at once and whole; without `replace` only where there is none. Whether it was written."""
    part = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    handle = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), _FILE)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            part.replace(path)
            return True
        return _named(part, path)
    finally:
        part.unlink(missing_ok=True)


def _named(part: Path, path: Path) -> bool:
    try:
        os.link(part, path)
    except FileExistsError:
        return False
    except OSError:  # a file system without links
        if path.exists():
            return False
        part.rename(path)
    return True


def is_open_to_others(path: Path) -> bool:
    """Whether others of this machine may read or write a file."""
    return sys.platform != "win32" and bool(_mode(path) & _OF_OTHERS)


def open_to_others(path: Path, key: Path) -> Iterator[str]:
    """A sentence with what to type where others may read the files of a store, or put another into its folder."""
    if sys.platform == "win32":
        return
    files = [*(path.with_name(f"{path.name}{end}") for end in ("", "-wal", "-shm")), key]
    wide = [each for each in files if is_open_to_others(each)]
    if wide:
        typed = " ".join(shlex.quote(str(each)) for each in wide)
        yield f"Other users of this machine may read the store, with all names in it: chmod 600 {typed}"
    folder = _mode(path.parent)
    if folder & 0o022 and not folder & stat.S_ISVTX:
        yield (
            f"Other users of this machine may put another file in place of the store:"
            f" chmod go-w {shlex.quote(str(path.parent))}"
        )


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except OSError:
        return 0
