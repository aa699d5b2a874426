"""Small Access files made for tests: of both versions, with rows that no library cares to write.

Only what reading needs is in them: a head, a page of maps, a catalogue, and for each table a definition and rows.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Cell = int | str | bool | None

SIZES = {True: 2048, False: 4096}
HEAD = b"\x00\x01\x00\x00Standard Jet DB\x00"
SHORT, LONG, BOOLEAN, TEXT = 3, 4, 1, 10
LENGTHS = {SHORT: 2, LONG: 4, BOOLEAN: 1, TEXT: 255}


@dataclass
class Spec:
    """A table: its columns with their types, and its rows, of which a short one is older than the last columns.

    `deleted` and `moved` are the places of rows that were deleted, or that grew and stand in another page; `stale` rows
    stand in a page that the table has given up; `blank` pages are the table's own, and nothing has been written there.
    """

    columns: Mapping[str, int]
    rows: Sequence[Sequence[Cell]] = ()
    deleted: frozenset[int] = frozenset()
    moved: frozenset[int] = frozenset()
    stale: Sequence[Sequence[Cell]] = field(default_factory=list)
    said: int | None = None
    blank: int = 0


def of_rows(rows: Sequence[Mapping[str, Cell]]) -> Spec:
    """A table that holds these rows; the types of its columns follow from them."""
    columns: dict[str, int] = {}
    for row in rows:
        for name, value in row.items():
            type = BOOLEAN if isinstance(value, bool) else LONG if name in ("ID", "Id") else SHORT
            columns.setdefault(name, TEXT if isinstance(value, str) else type)
    return Spec(columns, [[row.get(name) for name in columns] for row in rows])


def access_file(tables: Mapping[str, Spec], *, old: bool, code_page: int = 1252) -> bytes:
    """The bytes of a file; `old` is Access 97."""
    return Writer(old, code_page).file(tables)


class Writer:
    """Lays out the pages."""

    def __init__(self, old: bool, code_page: int) -> None:
        self.old, self.size, self.code_page = old, SIZES[old], code_page
        self.pages: dict[int, bytes] = {0: self._padded(HEAD + bytes((0 if old else 1,)))}
        self.maps: list[bytes] = []
        self.next = 3

    def file(self, tables: Mapping[str, Spec]) -> bytes:
        catalogue = Spec({"Id": LONG, "Name": TEXT, "Type": SHORT, "Flags": LONG}, [
            [self._table(spec), name, 1, 0] for name, spec in tables.items()
        ])  # fmt: skip
        self._table(catalogue, 2)
        self.pages[1] = self._data(0, self.maps, frozenset())
        return b"".join(self.pages[number] for number in sorted(self.pages))

    def _table(self, spec: Spec, number: int | None = None) -> int:
        if number is None:
            number, self.next = self.next, self.next + 1
        owned: set[int] = set()
        records = [self._record(spec.columns, row) for row in spec.rows]
        places: dict[int, int] = {}
        for place in spec.moved:
            target, self.next = self.next, self.next + 1
            self.pages[target] = self._data(number, [records[place]], frozenset({0}))
            owned.add(target)
            places[place] = target << 8
        batch: list[tuple[int, bytes]] = []
        for place, record in enumerate(records):
            kept = struct.pack("<I", places[place]) if place in places else record
            if sum(len(other) + 2 for _, other in batch) + len(kept) + 20 > self.size:
                owned.add(self._page(number, batch, spec))
                batch = []
            batch.append((place, kept))
        if batch:
            owned.add(self._page(number, batch, spec))
        if spec.stale:
            stale = [self._record(spec.columns, row) for row in spec.stale]
            self.pages[self.next] = self._data(number, stale, frozenset())
            self.next += 1
        for _ in range(spec.blank):
            self.pages[self.next] = bytes(self.size)
            owned.add(self.next)
            self.next += 1
        self.maps.append(_map(owned))
        said = len(records) - len(spec.deleted) if spec.said is None else spec.said
        self.pages[number] = self._definition(spec.columns, said, 1 << 8 | len(self.maps) - 1)
        return number

    def _page(self, owner: int, batch: Sequence[tuple[int, bytes]], spec: Spec) -> int:
        flags = {at: 0x4000 for at, (place, _) in enumerate(batch) if place in spec.moved}
        gone = frozenset(at for at, (place, _) in enumerate(batch) if place in spec.deleted)
        number, self.next = self.next, self.next + 1
        self.pages[number] = self._data(owner, [record for _, record in batch], gone, flags)
        return number

    def _data(
        self, owner: int, records: Sequence[bytes], gone: frozenset[int], flags: Mapping[int, int] | None = None
    ) -> bytes:
        end, offsets, body = self.size, list[int](), b""
        for at, record in enumerate(records):
            end -= len(record)
            body = record + body
            offsets.append(end | (0x8000 if at in gone else 0) | (flags or {}).get(at, 0))
        head = struct.pack("<BBHI", 1, 1, 0, owner) + (b"" if self.old else bytes(4))
        head += struct.pack(f"<H{len(offsets)}H", len(offsets), *offsets)
        assert len(head) <= end
        return head + bytes(end - len(head)) + body

    def _definition(self, columns: Mapping[str, int], rows: int, map: int) -> bytes:
        variable = sum(type == TEXT for type in columns.values())
        extra = b"" if self.old else bytes(4)
        page = struct.pack("<BBHII", 2, 1, 0, 0, 0) + extra + struct.pack("<II", rows, 0)
        page += b"" if self.old else bytes(16)
        page += struct.pack("<BHHHIIII", 0x4E, len(columns), variable, len(columns), 0, 0, map, map)
        fixed = number = 0
        for id, type in enumerate(columns.values()):
            various = struct.pack("<HHH", 0, 1033, self.code_page) if self.old else struct.pack("<HH", 1033, 0)
            page += bytes((type,)) + extra + struct.pack("<HHH", id, number, id) + various
            page += bytes((2 if type == TEXT else 3,)) if self.old else bytes((2 if type == TEXT else 3, 0))
            page += extra + struct.pack("<HH", 0 if type in (TEXT, BOOLEAN) else fixed, LENGTHS[type])
            fixed += LENGTHS[type] if type in (SHORT, LONG) else 0
            number += type == TEXT
        for name in columns:
            coded = name.encode() if self.old else name.encode("utf-16-le")
            page += (bytes((len(coded),)) if self.old else struct.pack("<H", len(coded))) + coded
        return self._padded(page)

    def _record(self, columns: Mapping[str, int], row: Sequence[Cell]) -> bytes:
        """A row: as many columns as it has cells, those of fixed length, the texts, where they begin, what is there."""
        types = list(columns.values())[: len(row)]
        fixed, texts, mask = b"", list[bytes](), 0
        for id, (type, value) in enumerate(zip(types, row, strict=True)):
            mask |= (value is not None and value is not False) << id
            if type == TEXT:
                texts.append(b"" if value is None else self._text(str(value)))
            elif type != BOOLEAN:
                fixed += int(value or 0).to_bytes(LENGTHS[type], "little", signed=True)
        known = mask.to_bytes((len(row) + 7) // 8, "little")
        start = (bytes((len(row),)) if self.old else struct.pack("<H", len(row))) + fixed
        offsets = [len(start) + sum(map(len, texts[:place])) for place in range(len(texts) + 1)]
        body = start + b"".join(texts)
        if not self.old:
            return body + struct.pack(f"<{len(offsets) + 1}H", *reversed(offsets), len(texts)) + known
        jumps = (len(body) + len(offsets) + len(known)) // 256
        jumps = (len(body) + len(offsets) + jumps + len(known)) // 256
        crossed = [next((at for at, to in enumerate(offsets) if to >= 256 * (turn + 1)), 255) for turn in range(jumps)]
        places = bytes(offset % 256 for offset in reversed(offsets))
        return body + places + bytes(reversed(crossed)) + bytes((len(texts),)) + known

    def _text(self, text: str) -> bytes:
        if self.old:
            return text.encode(f"cp{self.code_page}")
        return b"\xff\xfe" + text.encode("latin-1") if text.isascii() and text else text.encode("utf-16-le")

    def _padded(self, page: bytes) -> bytes:
        assert len(page) <= self.size
        return page + bytes(self.size - len(page))


def _map(pages: set[int]) -> bytes:
    bits = sum(1 << page for page in pages)
    return bytes(5) + bits.to_bytes(64, "little")
