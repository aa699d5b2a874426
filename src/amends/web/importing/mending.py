"""Lines of a text file that cannot be read: shown to be typed right or left out, and the file with them mended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from amends.faults import Fault, refuse
from amends.web.importing.reading import Read

BY_LINES = ("travellers", "pbn")
"""Formats in which a line can be mended by itself."""
LONGEST_LINE = 2000
"""A longer line cannot be typed anew, only be left out."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line with faults; `text` is None where it is too long to be typed."""

    number: int
    text: str | None
    faults: tuple[Fault, ...]


def lines_of(data: bytes) -> list[str]:
    """The lines of a text; one that is not UTF-8 is taken for what Windows wrote before."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = data.decode("utf-16", "replace").encode()
    if b"\n" not in data:  # as old machines wrote it
        data = data.replace(b"\r", b"\n")
    return [_decoded(line).removesuffix("\r") for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n")]


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def mendable(found: Read, data: bytes) -> tuple[tuple[Line, ...], tuple[Fault, ...]]:
    """The lines with faults that can be mended here, and the other faults."""
    if found.format is None or found.format.name not in BY_LINES:
        return (), found.faults
    lines = lines_of(data)
    by_line: dict[int, list[Fault]] = {}
    others = []
    for fault in found.faults:
        if fault.line is not None and 1 <= fault.line <= len(lines):
            by_line.setdefault(fault.line, []).append(fault)
        else:
            others.append(fault)
    texts = {number: lines[number - 1] for number in by_line}
    return (
        tuple(
            Line(number, text if len(text := texts[number]) <= LONGEST_LINE else None, tuple(each))
            for number, each in sorted(by_line.items())
        ),
        tuple(others),
    )


def mended(data: bytes, typed: Mapping[int, str], left_out: frozenset[int]) -> bytes:
    """The file with lines typed anew or left out; the others stay as they are, in UTF-8.

    >>> mended(b'board,ns\\n1,x\\n2,y\\n', {2: '1,3'}, frozenset({3}))
    b'board,ns\\n1,3\\n'
    """
    lines = lines_of(data)
    wrong = [number for number in (*typed, *left_out) if not 1 <= number <= len(lines)]
    if wrong:
        raise refuse(f"line {wrong[0]}", f"one of the {len(lines)} lines of the file")
    for number, text in typed.items():
        lines[number - 1] = " ".join(text.splitlines())
    kept = [line for number, line in enumerate(lines, 1) if number not in left_out]
    return "\n".join(kept).encode(errors="replace")
