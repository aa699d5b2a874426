"""The rulings file (TOML): a director keeps it beside the results of any scoring program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from amends.event.ruling import Ruling
from amends.faults import Fault, Faults
from amends.formats.common import files
from amends.formats.common.format import Format
from amends.formats.common.toml_table import Given
from amends.formats.rulings_file.tables import TABLES, RulingsFile
from amends.journal.chain import Document
from amends.toml import parse_toml, read_text

T = TypeVar("T")


def load(path: Path) -> RulingsFile:
    """The rulings file at a path, each fault with its line; a regulation file it names lies beside it."""
    file = loads(read_text(path), str(path))
    if file.regulation and file.regulation.endswith(".toml"):
        return replace(file, regulation=str(path.parent / file.regulation))
    return file


def loads(text: str, name: str = "rulings") -> RulingsFile:
    """The rulings file of a text."""
    data = parse_toml(text, name)
    faults: list[Fault] = []
    head = Given({key: value for key, value in data.items() if key in ("regulation", "settings")})
    unknown = [key for key in data if key not in (*TABLES, "regulation", "settings")]
    for key in unknown:
        expected = f"regulation, settings, or one of {', '.join(f'[[{name}]]' for name in TABLES)}"
        faults.append(Fault(f"the key {key!r}", expected, file=name, line=_line(text, None, 0, key)))
    read: dict[str, tuple[Any, ...]] = {
        table: tuple(_all(data.get(table, []), table, reader, text, name, faults)) for table, reader in TABLES.items()
    }
    faults += _twice(read["ruling"], text, name)
    regulation, settings = head.raw("regulation"), head.raw("settings")
    if regulation is not None and not isinstance(regulation, str):
        faults.append(Fault(f"regulation = {regulation!r}", "the name of a regulation", file=name))
    if settings is not None and not isinstance(settings, Mapping):
        faults.append(Fault(f"settings = {settings!r}", "a table of settings", file=name))
    if faults:
        raise Faults(sorted(faults, key=lambda fault: fault.line or 0))
    lines = {
        words(entry): _line(text, table, place, "contestant" if table != "ruling" else "board")
        for table, words in _CALLED.items()
        for place, entry in reversed(list(enumerate(read[table])))
    }
    return RulingsFile(
        regulation, settings, read["ruling"], read["penalty"], read["carry_over"], read["victory_points"], name, lines
    )


_CALLED: dict[str, Callable[[Any], str]] = {
    "ruling": lambda ruling: f"ruling {ruling.id}",
    "penalty": lambda penalty: f"penalty for {penalty.contestant}",
    "carry_over": lambda carried: f"carry-over for {carried.contestant}",
    "victory_points": lambda award: f"victory points for {award.contestant}",
}
"""What faults call the tables of each kind."""


def _all(tables: object, kind: str, reader: Callable[[Given], T], text: str, name: str, faults: list[Fault]) -> list[T]:
    """Every table of a kind that can be read; what cannot be read is added to the faults."""
    if not isinstance(tables, list):
        faults.append(Fault(f"{kind} = {tables!r}", f"tables [[{kind}]]", file=name, line=_line(text, None, 0, kind)))
        return []
    found = []
    for place, table in enumerate(tables):
        where = f"{kind} {table.get('id', place + 1)}" if isinstance(table, Mapping) else f"{kind} {place + 1}"
        try:
            found.append(reader(Given(table)))
        except Faults as trouble:
            for fault in trouble.faults:
                key = (fault.where or fault.found).split(".")[0].split("[")[0].split(" =")[0].removeprefix("the key ")
                line = _line(text, kind, place, key.strip("'"))
                said = f"{where}, {fault.where}" if fault.where else where
                faults.append(replace(fault, where=said, file=name, line=line))
    return found


def _line(text: str, table: str | None, place: int, key: str) -> int | None:
    """The line of a key of the table that stands `place` tables of its kind down; at least that of the table."""
    seen, start = -1, 0 if table is None else None
    for number_, line in enumerate(text.splitlines(), 1):
        if table and re.match(rf"\s*\[\[\s*{re.escape(table)}\s*\]\]", line):
            seen += 1
            if seen == place:
                start = number_
            elif seen > place:
                break
        elif start is not None and re.match(rf"\s*(\[\[?\s*)?[\"']?{re.escape(key)}[\"']?\s*[=\].]", line):
            return number_
    return start or None


def _twice(rulings: tuple[Ruling, ...], text: str, name: str) -> list[Fault]:
    """Ids that stand twice, and `replaces` that leads nowhere."""
    ids = [ruling.id for ruling in rulings]
    faults = [
        Fault(
            f"the ruling {id!r} twice",
            "an id of its own for each ruling",
            file=name,
            line=_line(text, "ruling", place, "id"),
        )
        for place, id in enumerate(ids)
        if id in ids[:place]
    ]
    by_id = {ruling.id: ruling for ruling in rulings}
    for place, ruling in enumerate(rulings):
        line = _line(text, "ruling", place, "replaces")
        where = f"ruling {ruling.id}"
        if ruling.replaces is not None and ruling.replaces not in ids:
            others = ", ".join(other for other in ids if other != ruling.id) or "there is none"
            known = f"the id of another ruling: {others}"
            faults.append(Fault(f"replaces = {ruling.replaces!r}", known, where, name, line))
        elif _goes_round(ruling, by_id):
            expected = "an earlier ruling: one that does not lead back here"
            faults.append(Fault(f"replaces = {ruling.replaces!r}", expected, where, name, line))
    return faults


def _goes_round(ruling: Ruling, by_id: Mapping[str, Ruling]) -> bool:
    """Whether a ruling replaces itself, by itself or by way of others."""
    seen, here = {ruling.id}, ruling
    while here.replaces is not None and here.replaces in by_id:
        here = by_id[here.replaces]
        if here.id == ruling.id:
            return True
        if here.id in seen:
            return False
        seen.add(here.id)
    return False


# Writing


def dumps(file: RulingsFile) -> str:
    """The TOML that `loads` reads back to an equal file, laid out as a director would write it.

    Rulings that stand in the results themselves (`from_travellers`) belong there and are left out.

    >>> print(dumps(RulingsFile(penalties=(Penalty('11', '10%', reason='late'),))), end='')
    [[penalty]]
    contestant = "11"
    amount = "10%"
    law = "90"
    reason = "late"
    """
    from amends.formats.rulings_file.writer import write

    return write(file)


def dump(file: RulingsFile, path: Path, *, force: bool = False) -> None:
    """Write a rulings file; a regulation file is named by the way to it from there."""
    from amends.formats.rulings_file.writer import beside

    files.write(path, dumps(replace(file, regulation=beside(file.regulation, path))), force=force)


def _of_document(document: Document) -> str:
    from amends.formats.rulings_file.writer import rulings_of

    return dumps(rulings_of(document))


def _losses(document: Document) -> Iterable[str]:
    from amends.formats.rulings_file.writer import losses

    return losses(document)


FORMAT = Format(
    name="rulings",
    title="rulings file (TOML)",
    suffixes=(".toml",),
    dumps=_of_document,
    losses=_losses,
)
