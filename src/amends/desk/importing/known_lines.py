"""Which lines of an event the lines of a file are, and what stays of them: formats do not hold everything."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from operator import attrgetter
from typing import TypeVar

from amends.desk.typing.results import agree
from amends.event import TableResult
from amends.event.table_result import TableRecord

Said = TypeVar("Said", TableResult, TableRecord)

Key = Callable[[TableResult], Hashable]
"""What tells a line from the others; None where it says too little."""


def matched(old: Sequence[TableResult], new: Sequence[TableResult]) -> dict[str, TableResult]:
    """For lines of a file, by their ids, the lines of the event that they are.

    Those that agree in all but the result come first, then those of one id. What is left over is told by where it
    stood, then by who played the board; each only where nothing else could be meant.
    """
    found: dict[str, TableResult] = {}
    for key, fits in _STEPS:
        before = _alone(old, key, {line.id for line in found.values()})
        after = _alone(new, key, found)
        for known, line in after.items():
            if known in before and fits(before[known], line):
                found[line.id] = before[known]
    return found


def _alone(
    lines: Sequence[TableResult], key: Key, taken: set[str] | dict[str, TableResult]
) -> dict[Hashable, TableResult]:
    """The lines that are not taken yet, by a key that no other of them has."""
    by_key = defaultdict[Hashable, list[TableResult]](list)
    for line in lines:
        if line.id not in taken and (known := key(line)) is not None:
            by_key[known].append(line)
    return {known: several[0] for known, several in by_key.items() if len(several) == 1}


_PLACE = attrgetter("session", "section", "round", "table", "board", "match", "room")


def _may_be(old: TableResult, new: TableResult) -> bool:
    """Whether nothing that both say speaks against it: another session, section, match or room is another table."""
    return agree(old, new, ("session", "section", "match", "room"))


_STEPS: tuple[tuple[Key, Callable[[TableResult, TableResult], bool]], ...] = (
    (lambda line: (_PLACE(line), line.seats), lambda old, new: True),
    (lambda line: line.id, lambda old, new: old.board == new.board),
    # Where a line stood, if the file says at which table or in which room.
    (lambda line: _PLACE(line) if line.table or line.room else None, lambda old, new: True),
    (lambda line: (line.board, line.seats), _may_be),
    # Whoever sat N-S.
    (lambda line: (line.board, frozenset(line.seats)), _may_be),
)


def completed(file: Sequence[TableResult], known: Mapping[str, TableResult]) -> Iterator[tuple[str, TableResult]]:
    """The lines that are known, by their ids in the file: with their own ids, and what the file says nothing of."""
    silent = _unsaid(TableResult, file)
    silent_record = _unsaid(TableRecord, [row.record for row in file if row.record is not None])
    for row in file:
        if old := known.get(row.id):
            record = _recorded(row.record, old.record, silent_record)
            yield row.id, _with_unsaid(replace(row, id=old.id, record=record), old, silent)


def _unsaid(kind: type[TableResult | TableRecord], values: Collection[TableResult | TableRecord]) -> list[str]:
    """The fields of which a whole file says nothing: its format may not have them."""
    usual = {each.name: each.default for each in fields(kind) if each.name not in ("record", "seats")}
    return [name for name, nothing in usual.items() if all(getattr(each, name) == nothing for each in values)]


def _with_unsaid(said: Said, known: Said, names: Iterable[str]) -> Said:
    """With what is known where the file says nothing of it."""
    return replace(said, **{name: getattr(known, name) for name in names})


def _recorded(said: TableRecord | None, known: TableRecord | None, names: Iterable[str]) -> TableRecord | None:
    """The record of a row, likewise."""
    if known is None:
        return said
    kept = _with_unsaid(said or TableRecord(), known, names)
    return known if kept == known else said if kept == TableRecord() else kept
