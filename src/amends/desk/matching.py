"""Which line of a file is which line of the event: lines keep their identity when a file is imported again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

from amends.event import TableResult

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


def _place(line: TableResult) -> Hashable:
    """Where a line stood, if the file says at which table or in which room."""
    if not line.table and not line.room:
        return None
    return line.session, line.section, line.round, line.table, line.board, line.match, line.room


def _whole(line: TableResult) -> Hashable:
    return line.session, line.section, line.round, line.table, line.board, line.match, line.room, line.seats


def _seats(line: TableResult) -> Hashable:
    return line.board, line.seats


def _either_way(line: TableResult) -> Hashable:
    """The board and who met there, whoever sat N-S."""
    return line.board, frozenset(line.seats)


def _any(old: TableResult, new: TableResult) -> bool:
    return True


def _same_board(old: TableResult, new: TableResult) -> bool:
    return old.board == new.board


def _may_be(old: TableResult, new: TableResult) -> bool:
    """Whether nothing that both say speaks against it: another session, section, match or room is another table."""
    said = ((getattr(old, name), getattr(new, name)) for name in ("session", "section", "match", "room"))
    return all(not one or not other or one == other for one, other in said)


_STEPS: tuple[tuple[Key, Callable[[TableResult, TableResult], bool]], ...] = (
    (_whole, _any),
    (lambda line: line.id, _same_board),
    (_place, _any),
    (_seats, _may_be),
    (_either_way, _may_be),
)
