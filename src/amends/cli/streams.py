"""Standard input and output in place of files: the name "-"."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from amends.faults import Refusal
from amends.formats.common import files

INPUT_NAME = "standard input"
"""What faults call it."""


def is_stream(path: Path | None) -> bool:
    """Whether a name stands for standard input or output."""
    return path is not None and str(path) == "-"


def read_input() -> bytes:
    """All of standard input, within the limit of files."""
    stream = getattr(sys.stdin, "buffer", None)
    data: bytes = stream.read(files.LARGEST + 1) if stream is not None else sys.stdin.read().encode()
    if len(data) > files.LARGEST:
        raise Refusal(f"Standard input has more than {files.LARGEST // 1024 // 1024} MB.", "Send a smaller file.")
    return data


def write_output(path: Path, content: str | bytes, *, force: bool = False) -> None:
    """Write a file whole or not at all, or to standard output."""
    if not is_stream(path):
        files.write(path, content, force=force)
        return
    data = content.encode(errors="replace") if isinstance(content, str) else content
    sys.stdout.flush()
    stream = getattr(sys.stdout, "buffer", None)
    if isinstance(stream, io.BufferedIOBase):
        stream.write(data)
        stream.flush()
    else:
        sys.stdout.write(data.decode(errors="replace"))


def only_once(*paths: Path | None) -> None:
    """Refuse standard input that would have to be read twice."""
    if sum(map(is_stream, paths)) > 1:
        raise Refusal("Standard input can be only one of the files.", "Give the name of the other one.")


def named_format(path: Path, format: str | None) -> str | None:
    """The format that a person has named; standard output has no name that could tell it."""
    if is_stream(path) and format is None:
        raise Refusal("Standard output has no name that says the format.", "Add --to FORMAT.")
    return format
