"""The rulings file (TOML): a director keeps it beside the results of any scoring program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from amends.event.ruling import Ruling
from amends.faults import Fault, Faults
from amends.formats.common import files
from amends.formats.common.format import Format
from amends.formats.common.toml_table import Given
from amends.formats.rulings_file.tables import TABLES, RulingsFile
from amends.formats.rulings_file.writer import beside, losses, rulings_of, write
from amends.regulations import known
from amends.toml import parse_toml, read_text

T = TypeVar("T")

_TABLE = re.compile(r"\s*\[\[\s*([A-Za-z0-9_-]+)\s*\]\]")
_KEY = re.compile(r"""\s*(?:\[\[?\s*)?([A-Za-z0-9_-]+|"[^"]*"|'[^']*')\s*[=\].]""")

MOST_IDS = 12
"""As many ids are listed in a message."""


def load(path: Path) -> RulingsFile:
    """The rulings file at a path, each fault with its line; a regulation file it names lies beside it."""
    return loads(read_text(path), str(path), folder=path.parent)


def loads(text: str, name: str = "rulings", *, folder: Path | None = None) -> RulingsFile:
    """The rulings file of a text; only one that lies in a `folder` may name a regulation file, by its way from there.

    What somebody sends to a server lies in no folder: it leads to no file of that machine.
    """
    return from_tables(parse_toml(text, name), name, text=text, folder=folder)


def from_tables(
    data: Mapping[str, Any], name: str = "rulings", *, text: str = "", folder: Path | None = None
) -> RulingsFile:
    """The rulings file whose tables are read already, as another program may send them; `text` is where they stood."""
    faults: list[Fault] = []
    lines = _Lines(text)
    for key in data:
        if key not in (*TABLES, "regulation", "settings"):
            expected = f"regulation, settings, or one of {', '.join(f'[[{table}]]' for table in TABLES)}"
            faults.append(Fault(f"the key {key!r}", expected, line=lines.find(None, 0, key)))
    read: dict[str, tuple[Any, ...]] = {
        table: tuple(_all(data.get(table, []), table, reader, lines, faults)) for table, reader in TABLES.items()
    }
    faults += _twice(read["ruling"], lines)
    regulation, settings = data.get("regulation"), data.get("settings")
    if regulation is not None and not isinstance(regulation, str):
        faults.append(Fault(f"regulation = {regulation!r}", "the name of a regulation"))
    elif regulation is not None and regulation.endswith(".toml"):
        if folder is None:
            expected = f"one that comes with amends: {', '.join(known())}"
            faults.append(Fault(f"regulation = {regulation!r}", expected, line=lines.find(None, 0, "regulation")))
        else:
            regulation = str(folder / regulation)
    if settings is not None and not isinstance(settings, Mapping):
        faults.append(Fault(f"settings = {settings!r}", "a table of settings"))
    if faults:
        raise Faults(replace(fault, file=name) for fault in sorted(faults, key=lambda fault: fault.line or 0))
    places = {
        words(entry): lines.find(table, place, "contestant" if table != "ruling" else "board")
        for table, words in _CALLED.items()
        for place, entry in reversed(list(enumerate(read[table])))
    }
    return RulingsFile(
        regulation, settings, read["ruling"], read["penalty"], read["carry_over"], read["victory_points"], name, places
    )


SENT_AS = {"ruling": "rulings", "penalty": "penalties", "carry_over": "carry_overs", "victory_points": "victory_points"}
"""What the tables of each kind are called where another program sends them."""

_CALLED: dict[str, Callable[[Any], str]] = {
    "ruling": lambda ruling: f"ruling {ruling.id}",
    "penalty": lambda penalty: f"penalty for {penalty.contestant}",
    "carry_over": lambda carried: f"carry-over for {carried.contestant}",
    "victory_points": lambda award: f"victory points for {award.contestant}",
}
"""What faults call the tables of each kind."""


def _all(tables: object, kind: str, reader: Callable[[Given], T], lines: _Lines, faults: list[Fault]) -> Iterator[T]:
    """Every table of a kind that can be read; what cannot be read is added to the faults."""
    if not isinstance(tables, list):
        faults.append(Fault(f"{kind} = {tables!r}", f"tables [[{kind}]]", line=lines.find(None, 0, kind)))
        return
    for place, table in enumerate(tables):
        where = f"{kind} {table.get('id', place + 1)}" if isinstance(table, Mapping) else f"{kind} {place + 1}"
        if kind == "ruling" and isinstance(table, Mapping):
            table = {"id": str(place + 1), **table}  # without an id the first is 1, the second 2
        try:
            yield reader(Given(table))
        except Faults as trouble:
            for fault, placed in zip(trouble.faults, trouble.at(where).faults, strict=True):
                key = (fault.where or fault.found).split(".")[0].split("[")[0].split(" =")[0].removeprefix("the key ")
                key = key.strip("'")
                path = lines.pointer(kind, place, key if isinstance(table, Mapping) and key in table else "")
                faults.append(replace(placed, line=lines.find(kind, place, key), path=path))


class _Lines:
    """Where the keys of a rulings file stand; each part of it is looked through once, however many faults it has."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._starts: dict[str, list[int]] = {}
        for number, line in enumerate(self._lines, 1):
            if table := _TABLE.match(line):
                self._starts.setdefault(table[1], []).append(number)
        self._keys: dict[tuple[int, int], dict[str, int]] = {}

    def pointer(self, table: str, place: int, key: str = "") -> str | None:
        """Where a key of a table is in data that was sent, not read from a text; None where it was."""
        if self._lines:
            return None
        return f"/{SENT_AS[table]}/{place}" + (f"/{key}" if key else "")

    def find(self, table: str | None, place: int, key: str) -> int | None:
        """The line of a key of the table that stands `place` tables of its kind down; at least that of the table."""
        starts = self._starts.get(table or "", [])
        if table is not None and place >= len(starts):
            return None
        start = 0 if table is None else starts[place]
        end = starts[place + 1] - 1 if place + 1 < len(starts) else len(self._lines)
        if (start, end) not in self._keys:
            found = ((_KEY.match(line), number) for number, line in enumerate(self._lines[start:end], start + 1))
            backwards = reversed([(match[1].strip("\"'"), number) for match, number in found if match])
            self._keys[start, end] = dict(backwards)  # of two lines the first counts
        return self._keys[start, end].get(key, start or None)


def _twice(rulings: tuple[Ruling, ...], lines: _Lines) -> Iterator[Fault]:
    """Ids that stand twice, and `replaces` that leads nowhere."""
    by_id: dict[str, Ruling] = {}
    for place, ruling in enumerate(rulings):
        if ruling.id in by_id:
            line = lines.find("ruling", place, "id")
            path = lines.pointer("ruling", place, "id")
            yield Fault(f"the ruling {ruling.id!r} twice", "an id of its own for each ruling", line=line, path=path)
        by_id[ruling.id] = ruling
    rings = _in_rings(by_id)
    for place, ruling in enumerate(rulings):
        if ruling.replaces is not None and ruling.replaces not in by_id:
            others = ", ".join(islice((id for id in by_id if id != ruling.id), MOST_IDS)) or "there is none"
            expected = f"the id of another ruling: {others}"
        elif ruling.id in rings:
            expected = "an earlier ruling: one that does not lead back here"
        else:
            continue
        line = lines.find("ruling", place, "replaces")
        path = lines.pointer("ruling", place, "replaces")
        yield Fault(f"replaces = {ruling.replaces!r}", expected, f"ruling {ruling.id}", line=line, path=path)


def _in_rings(by_id: Mapping[str, Ruling]) -> set[str]:
    """The rulings that replace themselves, by themselves or by way of others; each is looked at once."""
    rings, done = set[str](), set[str]()
    for start in by_id:
        way: dict[str, int] = {}
        here = start
        while here in by_id and here not in done and here not in way:
            way[here] = len(way)
            here = by_id[here].replaces or ""
        if here in way:
            rings.update(list(way)[way[here] :])
        done.update(way)
    return rings


# Writing


def dumps(file: RulingsFile) -> str:
    """The TOML that `loads` reads back to an equal file, laid out as a director would write it.

    Rulings that stand in the results themselves (`from_travellers`) belong there and are left out.

    >>> from amends.event.ruling import Penalty
    >>> print(dumps(RulingsFile(penalties=(Penalty('11', '10%', reason='late'),))), end='')
    [[penalty]]
    contestant = "11"
    amount = "10%"
    law = "90"
    reason = "late"
    """
    return write(file)


def dump(file: RulingsFile, path: Path, *, force: bool = False) -> None:
    """Write a rulings file; a regulation file is named by the way to it from there."""
    files.write(path, dumps(replace(file, regulation=beside(file.regulation, path))), force=force)


FORMAT = Format(
    name="rulings",
    title="rulings file (TOML)",
    suffixes=(".toml",),
    dumps=lambda document: dumps(rulings_of(document)),
    losses=losses,
)
