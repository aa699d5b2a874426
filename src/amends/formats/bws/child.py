"""What takes an Access file apart, in a child process: from its bytes to its tables as JSON.

A damaged file of this kind can make its reader loop or ask for all memory there is. Whatever happens happens here,
under limits of time and memory, and the process that asked says so in words (`access`).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, TypeAlias

Value: TypeAlias = int | str | bool | None
"""What a cell says; a date is its text, YYYY-MM-DD HH:MM:SS."""

SIZES = {0: 2048, 1: 4096, 2: 4096, 3: 4096, 4: 4096, 5: 4096}
"""The length of a page by the version in the file's head; 0 is Access 97."""

MOST_ROWS = 200_000
"""The most rows of a table; an evening of 40 tables has 1,000 results."""

_HEAD = 20
_DEFINITION, _DATA, _BITMAP = 2, 1, 5
_DELETED, _ELSEWHERE, _PLACE = 0x8000, 0x4000, 0x1FFF
_FIRST_DAY = datetime(1899, 12, 30)


class DamagedError(Exception):
    """The pages do not hold together; its text says where."""


class AccessPages:
    """The pages of a file."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.version = data[_HEAD] if len(data) > _HEAD else 0
        if self.version not in SIZES:
            raise DamagedError(f"version {self.version} of the file")
        self.size = SIZES[self.version]
        self.old = self.version == 0
        self.definitions = {
            start: data[start : start + self.size]
            for start in range(0, len(data), self.size)
            if data.startswith(bytes((_DEFINITION, 1)), start)
        }

    def page(self, number: int) -> bytes:
        """A page by its number."""
        found = self.data[number * self.size : (number + 1) * self.size]
        if number < 1 or len(found) < self.size:
            raise DamagedError(f"page {number} is not in the file: it is cut short")
        return found

    def places(self, number: int) -> tuple[bytes, tuple[int, ...]]:
        """A data page, and where its rows begin, with their flags."""
        page = self.page(number)
        at = 8 if self.old else 12
        count = _whole(page, at, 2)
        if page[0] != _DATA or at + 2 + 2 * count > self.size:
            raise DamagedError(f"page {number} holds no rows")
        return page, struct.unpack_from(f"<{count}H", page, at + 2)

    def record(self, pointer: int) -> bytes:
        """The bytes of a row, by its page and its number in the page."""
        number, row = pointer >> 8, pointer & 0xFF
        page, places = self.places(number)
        if row >= len(places):
            raise DamagedError(f"row {row} of page {number}")
        return self.cut(page, places, row)

    def cut(self, page: bytes, places: tuple[int, ...], row: int) -> bytes:
        """The bytes of a row: it ends where the one before it begins."""
        end = places[row - 1] & _PLACE if row else self.size
        return page[places[row] & _PLACE : end]

    def owned(self, pointer: int) -> list[int]:
        """The numbers of a table's pages, from its map of pages; pages it has given up are not among them."""
        record = self.record(pointer)
        if not record or record[0] > 1:
            raise DamagedError("a map of pages")
        if record[0] == 0:
            return [_whole(record, 1, 4) + bit for bit in _bits(record[5:])]
        found = []
        for place, number in enumerate(struct.unpack_from(f"<{(len(record) - 1) // 4}I", record, 1)):
            if number:
                page = self.page(number)
                if page[0] != _BITMAP:
                    raise DamagedError(f"page {number} is no map of pages")
                found += [place * (self.size - 4) * 8 + bit for bit in _bits(page[4:])]
        return found


def _bits(map: bytes) -> Iterator[int]:
    """The places of the bits that are set."""
    return (8 * place + bit for place, byte in enumerate(map) if byte for bit in range(8) if byte & 1 << bit)


def _whole(data: bytes, at: int, length: int) -> int:
    """A whole number without a sign."""
    return int.from_bytes(data[at : at + length], "little")


class AccessTable:
    """A table by the page of its definition."""

    def __init__(self, pages: AccessPages, number: int) -> None:
        from access_parser.access_parser import AccessTable, TableObj  # type: ignore[import-untyped]

        self.pages = pages
        chain(pages, number)
        made: Any = AccessTable(
            TableObj(number * pages.size, pages.page(number)), 3 if pages.old else 4, pages.size, {}, pages.definitions
        )
        self.number = number
        self.said: int = made.table_header.number_of_rows
        """How many rows the table says it has."""
        self._map: int = made.table_header.row_page_map
        self._columns: list[Any] = list(made.columns.values())

    def rows(self) -> Iterator[dict[str, Value]]:
        """Each row by the names of its columns."""
        count = 0
        for number in self.pages.owned(self._map):
            if not any(self.pages.page(number)):  # taken for rows to come
                continue
            page, places = self.pages.places(number)
            if _whole(page, 4, 4) != self.number:
                raise DamagedError(f"page {number} belongs to another table")
            for row, place in enumerate(places):
                if place & _DELETED:
                    continue
                record = self.pages.cut(page, places, row)
                if place & _ELSEWHERE:  # it grew, and only a pointer is left
                    record = self.pages.record(_whole(record, 0, 4))
                count += 1
                if count > MOST_ROWS:
                    raise DamagedError(f"more than {MOST_ROWS:,} rows in a table")
                yield self._row(record)

    def _row(self, record: bytes) -> dict[str, Value]:
        """The cells of a row; a column that is younger than the row says nothing."""
        wide = 1 if self.pages.old else 2
        columns = _whole(record, 0, wide)
        known = (columns + 7) // 8
        if len(record) < wide + known:
            raise DamagedError("a row without its end")
        bits = record[len(record) - known :]
        ends = (_ends_old if self.pages.old else _ends_new)(record, known)
        found: dict[str, Value] = {}
        for column in self._columns:
            id = column.column_id
            present = id < columns and bool(bits[id // 8] & 1 << id % 8)
            value: Value = None
            if column.type == 1:
                value = present
            elif present and column.column_flags.fixed_length:
                start = wide + column.fixed_offset
                value = _fixed(column.type, record[start : start + column.length])
            elif present and column.variable_column_number + 1 < len(ends):
                start, end = ends[column.variable_column_number : column.variable_column_number + 2]
                value = self._text(column, record[start:end])
            found[column.col_name_str] = value
        return found

    def _text(self, column: Any, data: bytes) -> Value:
        if column.type == 12 and len(data) >= 12 and data[3] & 0x80:  # a memo that stands in the row itself
            data = data[12:]
        elif column.type != 10:
            return None
        if self.pages.old:
            return old_text(data, column.various.various_text3_unknown)
        return new_text(data)


def chain(pages: AccessPages, number: int) -> None:
    """Refuse a definition whose pages go round in a circle, which its reader would follow for ever."""
    seen = set[int]()
    while number:
        page = pages.page(number)
        if number in seen or page[0] != _DEFINITION:
            raise DamagedError(f"page {number} of a table's definition")
        seen.add(number)
        number = _whole(page, 4, 4)


def _ends_new(record: bytes, known: int) -> list[int]:
    """Where the fields of no fixed length begin, and where the last ends: they stand backwards before the row's end."""
    at = len(record) - known - 2
    count = _whole(record, at, 2) if at > 0 else 0
    if at - 2 * (count + 1) < 2:
        return []
    return [_whole(record, at - 2 * place, 2) for place in range(1, count + 2)]


def _ends_old(record: bytes, known: int) -> list[int]:
    """The same in Access 97: a byte each, and beside them which of them begin another 256 bytes."""
    at = len(record) - known - 1
    count = record[at] if at > 0 else 0
    jumps = (len(record) - 1) // 256
    first = at - jumps - 1
    if first - count < 1:
        return []
    if (first - count) // 256 < jumps:
        jumps -= 1
    found, turns = [], 0
    for place in range(count + 1):
        while turns < jumps and record[at - turns - 1] == place:
            turns += 1
        found.append(record[first - place] + 256 * turns)
    return found


def _fixed(type: int, data: bytes) -> Value:
    """A value of fixed length."""
    whole = {2: 1, 3: 2, 4: 4}.get(type)
    if whole is not None and len(data) >= whole:
        return int.from_bytes(data[:whole], "little", signed=type != 2)
    if type in (6, 7, 8) and len(data) >= (length := 4 if type == 6 else 8):
        number = struct.unpack("<f" if type == 6 else "<d", data[:length])[0]
        try:
            if type != 8:
                return int(number)
            # A date and time: the days since the end of 1899, and what is over of the last.
            return (_FIRST_DAY + timedelta(seconds=round(number * 86_400))).isoformat(" ")
        except (OverflowError, ValueError):  # endless, or no number at all
            return None
    return None


def old_text(data: bytes, page: int) -> str:
    """A text of Access 97, in the code page of its column.

    >>> old_text(bytes((0xBE, 0x69, 0x9E, 0x6B, 0x61)), 1250)
    'ľižka'
    """
    try:
        return data.decode(f"cp{page}", "replace").replace("\0", "")
    except LookupError:
        return data.decode("cp1252", "replace").replace("\0", "")


def new_text(data: bytes) -> str:
    """A text of Access 2000: UTF-16, or after a mark stretches of one and of two bytes a letter, with zeros between.

    >>> new_text(b'\\xff\\xfeADMIN-\\x00\\x1f\\x04\\x1a\\x04\\x00 2')
    'ADMIN-ПК 2'
    """
    if data[:2] != b"\xff\xfe":
        return data[: len(data) // 2 * 2].decode("utf-16-le", "replace")
    stretches = data[2:].split(b"\0")
    return "".join(
        part[: len(part) // 2 * 2].decode("utf-16-le", "replace") if place % 2 else part.decode("latin-1")
        for place, part in enumerate(stretches)
    )


WANTED = (
    *("ReceivedData", "IntermediateData", "RoundData", "Section", "Session", "PlayerNumbers", "PlayerNames"),
    *("HandRecord", "BiddingData", "PlayData"),
)
"""The tables that are read."""

CATALOGUE = 2
"""The page with the definition of the table of tables."""


def catalogue(pages: AccessPages) -> dict[str, int]:
    """The pages of the tables' definitions by their names in small letters."""
    found = {}
    for row in AccessTable(pages, CATALOGUE).rows():
        name, id = row.get("Name"), row.get("Id")
        if isinstance(name, str) and isinstance(id, int) and row.get("Type") == 1:
            found[name.lower()] = id & 0xFFFFFF
    return found


def read(data: bytes) -> dict[str, object]:
    """The version, the tables that are wanted, and which of them have another number of rows than they say."""
    pages = AccessPages(data)
    known = catalogue(pages)
    if "receiveddata" not in known:
        names = ", ".join(sorted(name for name in known if not name.startswith("msys"))[:12]) or "no tables"
        return {"found": f"an Access file with {names}", "expected": "one with Bridgemate's table ReceivedData"}
    tables: dict[str, list[dict[str, Value]]] = {}
    miscounted: dict[str, int] = {}
    for name in WANTED:
        if name.lower() in known:
            table = AccessTable(pages, known[name.lower()])
            tables[name] = list(table.rows())
            if table.said != len(tables[name]):
                miscounted[name] = table.said
    return {"version": pages.version, "tables": tables, "miscounted": miscounted}


def in_child(data: bytes) -> bytes:
    """The tables as JSON; what goes wrong is part of the answer."""
    try:
        return json.dumps(read(data)).encode()
    except MemoryError:
        raise
    except DamagedError as trouble:
        return json.dumps({"damaged": str(trouble)}).encode()
    except Exception as trouble:  # whatever the pages brought about: the file is no good
        return json.dumps({"damaged": type(trouble).__name__}).encode()
