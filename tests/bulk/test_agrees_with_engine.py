"""Bulk and the engine agree exactly: every row, total and place of random events, under random regulations."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pyarrow as pa
import pytest

from amends.bridge import Side
from amends.bulk import adding, row_figures, whole_boards
from amends.bulk import figures as by_score
from amends.bulk.memory import score_table
from amends.bulk.ranking import line_sums, ranking
from amends.scoring.standings import Standings
from support.bulk_events import RandomEvent, contestant, random_event
from support.examples import number

SEEDS = number(240, 3000)


def prepared(event: RandomEvent) -> pa.Table:
    """The rows of an event with their awards beside them, as the intake leaves them."""
    keys = ("session", "section", "round", "board", "ns")
    by_row = {tuple(award[key] for key in keys): award for award in event.awards}
    nothing = dict.fromkeys(("award_ns", "award_ew", "non_offending"))
    names = ("award_ns", "award_ew", "non_offending")
    rows = []
    for row in event.rows:
        award = by_row.get(tuple(row[key] for key in keys), nothing)
        rows.append({**row, **{name: award[name] for name in names}})
    kinds = [(name, pa.int64() if name in ("line", "board") else pa.string()) for name in rows[0] if name != "score"]
    return pa.Table.from_pylist(rows, schema=pa.schema([*kinds, ("score", pa.int32())]))


def figure(row: dict[str, Any], side: str) -> Fraction | None:
    """The figure of a scored row for one side."""
    if row[f"{side}_exact"]:
        return Fraction(row[f"{side}_exact"])
    return None if row[f"{side}_unit"] is None else Fraction(row[f"{side}_points"], row[f"{side}_unit"])


def engine_lines(standings: Standings, event: RandomEvent) -> dict[tuple[str, str], tuple[Any, Any]]:
    """What the engine gives to each side of each row, by line and side."""
    found: dict[tuple[str, str], tuple[Any, Any]] = {}
    by_place = {}
    for row in event.rows:
        for side in Side:
            if row[side.value.lower()] is not None:
                key = (contestant(row, side, event.options), row["session"], row["round"], row["board"])
                by_place[key] = (row["line"], side.value.lower())
    for name in {key[0] for key in by_place}:
        for line in standings.lines(name):
            found[by_place[name, line.session, line.round, line.board]] = (line.figure, line.top)
    return found


@pytest.mark.parametrize("block", range(8))
def test_every_figure_total_and_place_is_the_engines(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if block % 2:  # as if there were very many boards
        for module in (row_figures, by_score, whole_boards):
            monkeypatch.setattr(module, "MOST_DENSE", 0)
    fast = block % 4 > 1 and row_figures.has_numba()
    for module in (row_figures, adding):
        monkeypatch.setattr(module, "compiled", lambda rows: fast)
    for seed in range(block, SEEDS, 8):
        event = random_event(Random(seed), swiss=seed % 7 == 0)
        if not event.rows:
            continue
        standings = event.engine()
        scored = score_table(prepared(event), event.options)
        assert scored.repeats == {}
        expected = engine_lines(standings, event)
        for row in scored.rows.to_pylist():
            for side in ("ns", "ew"):
                if row[side] is None:
                    continue
                value, top = expected[row["line"], side]
                assert figure(row, side) == value, f"seed {seed}, line {row['line']} {side}"
                if value is not None:
                    assert Fraction(row[f"{side}_top"], row[f"{side}_unit"]) == top, f"seed {seed}, line {row['line']}"
        if not event.options.swiss:
            places = engine_places(standings)
            assert ranked(scored.sums, event) == places, f"seed {seed}"
            assert ranked(line_sums(scored.rows, event.options), event) == places, f"seed {seed}"


def ranked(sums: pa.Table, event: RandomEvent) -> dict[str, tuple[str, Fraction | None, int]]:
    found = {}
    for row in ranking(sums, event.options, by_session=False).to_pylist():
        section = "" if event.options.one_field else row["section"]
        name = f"{section}:{row['pair']}:{row.get('direction', '')}"
        total = None if row["rank"] is None else Fraction(row["points"], row["unit"])
        found[name] = (row["place"], total, row["boards"])
    return found


def engine_places(standings: Standings) -> dict[str, tuple[str, Fraction | None, int]]:
    entries = (entry for entries in standings.lists.values() for entry in entries)
    return {entry.contestant: (entry.place, entry.total, entry.boards) for entry in entries}
