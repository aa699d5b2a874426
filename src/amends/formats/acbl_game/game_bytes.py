"""The bytes of a game file: little-endian numbers, texts with their length before them, structures with theirs."""

from __future__ import annotations

import struct

from amends.faults import Faults, refuse

NUMBERS = {"u8": struct.Struct("<B"), "u16": struct.Struct("<H"), "u32": struct.Struct("<I")}
SIGNED = {"i16": struct.Struct("<h"), "i32": struct.Struct("<i")}
_ALL = NUMBERS | SIGNED


def at(offset: int) -> str:
    """The place of a fault.

    >>> at(318)
    'byte 318 (0x13e)'
    """
    return f"byte {offset} (0x{offset:x})"


class GameBytes:
    """Reads within the bounds of a file; what lies outside them is a fault."""

    def __init__(self, data: bytes) -> None:
        self.data = memoryview(data)

    def number(self, kind: str, offset: int, what: str) -> int:
        """A number; `kind` is u8, u16, u32, i16 or i32."""
        layout = _ALL[kind]
        if not 0 <= offset <= len(self.data) - layout.size:
            raise self._ends(offset, what)
        (value,) = layout.unpack_from(self.data, offset)
        return int(value)

    def text(self, offset: int, longest: int, what: str) -> str:
        """A text of at most `longest` bytes, after its length; without control characters and blanks around it."""
        length = self.number("u8", offset, what)
        if length > longest:
            raise refuse(f"a text of {length} bytes", f"{what}, at most {longest} bytes", at(offset))
        if offset + 1 + length > len(self.data):
            raise self._ends(offset, what)
        letters = bytes(self.data[offset + 1 : offset + 1 + length])
        try:
            text = letters.decode("cp1252")
        except UnicodeDecodeError:
            text = letters.decode("latin-1")
        return "".join(letter if letter.isprintable() else " " for letter in text).strip()

    def pointer(self, offset: int, what: str) -> int:
        """Where another structure begins; 0 where there is none."""
        target = self.number("u32", offset, what)
        if target >= len(self.data):
            raise refuse(f"{what} at byte {target}", f"a place within the {len(self.data)} bytes", at(offset))
        return target

    def structure(self, start: int, least: int, what: str) -> int:
        """The size of a structure, which begins with the number of bytes after that number; at least `least`."""
        size = self.number("u16", start, what) + 2
        if size < least:
            raise refuse(f"{what} of {size} bytes", f"at least {least}", at(start))
        if start + size > len(self.data):
            raise self._ends(start, f"{what} of {size} bytes")
        return size

    def _ends(self, offset: int, what: str) -> Faults:
        return refuse(f"the end of the file after {len(self.data)} bytes", what, at(offset))
