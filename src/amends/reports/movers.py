"""Contestants whose place or score changes, before and after: for previews, differences, publications and notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from amends.event import Event
from amends.reports.layout.html import Table
from amends.reports.ranking import list_title
from amends.rulings.consequences.moves import Attributed, Move
from amends.scoring.standings import Standing
from amends.wording.figures import change_of, precise, score_of, total_unit
from amends.wording.names import names, number_and_names

K = TypeVar("K")


def moves_table(moves: Iterable[Move], event: Event, because: Mapping[str, str] | None = None) -> list[Table]:
    """A table for each list in which somebody moved; `because` says for each contestant what moved it."""
    reasons = because or {}
    rows = [(move.contestant, move, reasons.get(move.contestant, "")) for move in moves]
    return _tables(rows, event, "by" if because is not None else "")


def attributed_table(
    moved: Sequence[Attributed[K]], event: Event, words: Callable[[K], str], name: Callable[[K], str] = str
) -> list[Table]:
    """A table for each list: everybody who moved, and below each the entries that moved it where there are several.

    `words` says what an entry did, `name` is its key in the data.
    """
    rows: list[tuple[str, Move, str]] = []
    keys: list[tuple[str, list[tuple[str, Move]]]] = []
    for each in moved:
        steps = [(name(key), move) for key, move in each.steps]
        keys.append((each.contestant, steps))
        if len(each.steps) == 1:
            rows.append((each.contestant, each.whole, words(each.steps[0][0])))
            continue
        rows.append((each.contestant, each.whole, "moved, and back again" if each.moved_back else ""))
        rows += [("", move, words(key)) for key, move in each.steps]
    return _tables(rows, event, "by", dict(keys))


def _tables(
    rows: Iterable[tuple[str, Move, str]],
    event: Event,
    reason: str,
    steps: Mapping[str, list[tuple[str, Move]]] | None = None,
) -> list[Table]:
    """The rows, each list under its title; a row without a contestant belongs to the one above it."""
    by_list: dict[str, list[tuple[str, Move, str]]] = {}
    here = ""
    for contestant, move, why in rows:
        here = move.list if contestant else here
        by_list.setdefault(here, []).append((contestant, move, why))
    return [_table(name, each, event, reason, steps or {}) for name, each in by_list.items()]


def _table(
    name: str,
    rows: Sequence[tuple[str, Move, str]],
    event: Event,
    reason: str,
    steps: Mapping[str, list[tuple[str, Move]]],
) -> Table:
    percents = any(each.percent is not None for _, move, _ in rows for each in (move.before, move.after) if each)
    heads = ["place", "", "contestant", total_unit(event, percents), "change"]
    cells, left = [], [1, 2]
    data: list[dict[str, object]] = []
    for contestant, move, why in rows:
        who = number_and_names(event, contestant) if contestant else ""
        cells.append([places_of(move), arrow(move), who, scores_of(move), change(move), *[why] * bool(reason)])
        if not contestant:
            continue
        called = names(event, contestant)
        line = {"contestant": contestant, **({"names": called} if called else {}), **move_data(move)}
        line |= {"by": why} if reason and contestant not in steps else {}
        if contestant in steps:
            line["by"] = [{"entry": key, **move_data(step)} for key, step in steps[contestant]]
        data.append(line)
    heads += [reason] * bool(reason)
    left += [len(heads) - 1] * bool(reason)
    return Table(list_title(name), heads, cells, left, data)


# A move in words


def places_of(move: Move) -> str:
    """The place before and after: 5 → 3, and once where it is the same."""
    before, after = (each.place or "–" if each else "–" for each in (move.before, move.after))
    return before if before == after and not move.rank_changed else f"{before} → {after}"


def arrow(move: Move) -> str:
    """Up or down, with by how many places; new and gone in words."""
    if move.came or move.went:
        return "new" if move.came else "gone"
    if move.earlier_list is not None:
        return f"from {move.earlier_list or 'the one list'}"
    if not move.climbed:
        return ""
    return f"{'▲' if move.climbed > 0 else '▼'}{abs(move.climbed)}"


def scores_of(move: Move) -> str:
    """The percentage, or the total, before and after."""
    before, after = (_score(each)[0] for each in (move.before, move.after))
    return before if before == after else f"{before} → {after}"


def change(move: Move) -> str:
    """What the score changed by, with its sign."""
    percent = bool(move.after and move.after.percent is not None)
    return change_of(_score(move.before)[1], _score(move.after)[1], move.change, percent)


def shown_size(move: Move) -> tuple[Fraction, Fraction]:
    """How large a change is as it is shown, then exactly: of two, the larger is the one that people see as larger."""
    before, after = _score(move.before)[1], _score(move.after)[1]
    seen = Fraction(0) if before is None or after is None else abs(after - before)
    return seen, abs(move.change or Fraction(0))


def _score(standing: Standing | None) -> tuple[str, Fraction | None]:
    return score_of(standing.percent, standing.total) if standing else ("–", None)


def move_data(move: Move) -> dict[str, object]:
    """A move as plain data with exact values."""
    data: dict[str, object] = {"before": standing_data(move.before), "after": standing_data(move.after)}
    data |= {"list": move.list, "climbed": move.climbed, "change": precise(move.change)}
    return data | ({} if move.earlier_list is None else {"earlier_list": move.earlier_list})


def standing_data(standing: Standing | None) -> dict[str, object] | None:
    """Where somebody stood, as plain data with exact values."""
    if standing is None:
        return None
    return {"place": standing.place, "total": precise(standing.total), "percent": precise(standing.percent)}
