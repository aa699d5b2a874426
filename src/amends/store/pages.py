"""The pages of a SQLite file and of the log beside it, read without SQLite: for a file that SQLite gives up on.

The format is public (SQLite's "Database File Format"): a leaf page of a table has a list of cells, a cell has one row,
and what does not fit stands in a chain of further pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Value = int | bytes | None
"""A value of a row; texts as their bytes. There are no others in a store."""

MAGIC = b"SQLite format 3\0"
USUAL_SIZE = 4096

_LOG_MAGIC = (0x377F0682, 0x377F0683)
_LOG_HEADER, _FRAME_HEADER = 32, 24
_LEAF_OF_TABLE = 0x0D
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_MOST_COLUMNS = 16


@dataclass(frozen=True, slots=True)
class SqlitePages:
    """The pages as they stand after the last transaction in the log."""

    size: int
    pages: Mapping[int, bytes]

    def rows(self) -> Iterator[tuple[Value, ...]]:
        """Every row of every leaf page that can be read, of whatever table, whether a way leads to the page or not."""
        for number, page in self.pages.items():
            if number > 1 and len(page) == self.size and page[0] == _LEAF_OF_TABLE:
                cells = _number(page[3:5])
                for place in range(8, min(8 + 2 * cells, self.size - 1), 2):
                    row = self._row(page, _number(page[place : place + 2]))
                    if row is not None:
                        yield row

    def _row(self, page: bytes, start: int) -> tuple[Value, ...] | None:
        try:
            length, start = _varint(page, start)
            _, start = _varint(page, start)
            return _values(self._payload(page, start, length))
        except (IndexError, ValueError):
            return None

    def _payload(self, page: bytes, start: int, length: int) -> bytes:
        """What a cell holds, followed through the pages it goes on in."""
        most = self.size - 35
        if length <= most:
            return page[start : start + length]
        least = (self.size - 12) * 32 // 255 - 23
        local = least + (length - least) % (self.size - 4)
        here = local if local <= most else least
        parts, got = [page[start : start + here]], here
        following, seen = _number(page[start + here : start + here + 4]), set[int]()
        while got < length and following in self.pages and following not in seen:
            seen.add(following)
            further = self.pages[following]
            parts.append(further[4:])
            got += len(further) - 4
            following = _number(further[:4])
        if got < length:
            raise ValueError("a chain of pages that ends too early")
        return b"".join(parts)[:length]


def pages_of(file: bytes, log: bytes) -> SqlitePages:
    """The pages of a file with those of its log laid over them."""
    size = _page_size(file, log)
    pages = {start // size + 1: file[start : start + size] for start in range(0, len(file), size)}
    return SqlitePages(size, {**pages, **_committed(log, size)})


def _page_size(file: bytes, log: bytes) -> int:
    """As the header says, or the log's; the usual one where both are destroyed."""
    said = _number(file[16:18]) if file.startswith(MAGIC) else 0
    sizes = (65536 if said == 1 else said, _number(log[8:12]) if _number(log[:4]) in _LOG_MAGIC else 0)
    return next((size for size in sizes if 512 <= size <= 65536 and size & (size - 1) == 0), USUAL_SIZE)


def _committed(log: bytes, size: int) -> dict[int, bytes]:
    """The last version of each page in the log, up to the last transaction that was completed."""
    salts, found, waiting = log[16:24], dict[int, bytes](), dict[int, bytes]()
    for start in range(_LOG_HEADER, len(log) - size - _FRAME_HEADER + 1, size + _FRAME_HEADER):
        header = log[start : start + _FRAME_HEADER]
        if header[8:16] != salts:  # of an earlier time round: the log is written from its beginning again
            break
        waiting[_number(header[:4])] = log[start + _FRAME_HEADER : start + _FRAME_HEADER + size]
        if _number(header[4:8]):
            found |= waiting
            waiting = {}
    return found


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _varint(data: bytes, start: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for place in range(start, start + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[start + 8], start + 9


def _values(payload: bytes) -> tuple[Value, ...]:
    """A row from its record: a header with the kind of each value, then the values."""
    end, place = _varint(payload, 0)
    kinds = list[int]()
    while place < end:
        kind, place = _varint(payload, place)
        kinds.append(kind)
        if len(kinds) > _MOST_COLUMNS:
            raise ValueError("more columns than any table has")
    values = list[Value]()
    for kind in kinds:
        length = _INTEGER_BYTES.get(kind, (kind - 12) // 2 if kind >= 12 else 0)
        if end + length > len(payload):
            raise ValueError("a value that is not all there")
        values.append(_value(kind, payload[end : end + length]))
        end += length
    return tuple(values)


def _value(kind: int, data: bytes) -> Value:
    if kind in _INTEGER_BYTES:
        return int.from_bytes(data, "big", signed=True)
    if kind in (8, 9):
        return kind - 8
    if kind == 0:
        return None
    if kind < 12:
        raise ValueError("a kind of value that a store does not have")
    return data
