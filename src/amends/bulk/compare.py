"""The same data under two regulations: who moves, and by how much."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pcsv
import pyarrow.parquet as pq

from amends.bulk.job import BulkJob, run
from amends.bulk.options import BulkOptions
from amends.bulk.output import write_table

LABELS = ("session", "section", "direction", "pair")
FIGURES = ("place", "rank", "total", "percent")


def run_both(job: BulkJob, other: BulkOptions) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two runs: the job as it is, and under the other regulation; the table of who moves stands in the target.

    The first run's summary, and what the comparison found.
    """
    summary = run(job)
    beside = job.target / "other"  # what stands in there is ours: the target was made by this run
    run(replace(job, options=other, target=beside, force=True, resume=False))
    before, after = (_read(folder / f"ranking.{job.format}") for folder in (job.target, beside))
    moves = moved(before, after)
    write_table(moves, job.target / f"moves.{job.format}")
    (beside / f"ranking.{job.format}").replace(job.target / f"ranking-other.{job.format}")
    shutil.rmtree(beside)
    return summary, told(moves, job.options, other)


def _read(path: Path) -> pa.Table:
    if path.suffix != ".csv":
        return pq.read_table(path)
    texts = dict.fromkeys((*LABELS, "place", "exact", "penalty"), pa.string())
    return pcsv.read_csv(path, convert_options=pcsv.ConvertOptions(column_types=texts, strings_can_be_null=True))


def moved(before: pa.Table, after: pa.Table) -> pa.Table:
    """One line for each contestant: its places and figures under both, and the difference; largest first."""
    keys = [name for name in LABELS if name in before.column_names]
    one, other = (
        table.select([*keys, *FIGURES]).rename_columns([*keys, *(f"{name}_{when}" for name in FIGURES)])
        for table, when in ((before, "before"), (after, "after"))
    )
    joined = one.join(other, keys, join_type="full outer")
    places = pc.subtract(joined["rank_before"], joined["rank_after"])
    figure = "percent" if before["percent"].null_count < len(before) else "total"
    change = pc.subtract(joined[f"{figure}_after"], joined[f"{figure}_before"])
    joined = joined.append_column("places", places).append_column("change", change)
    size = np.abs(np.nan_to_num(joined["change"].to_numpy(zero_copy_only=False).astype(float)))
    by_places = np.abs(np.nan_to_num(joined["places"].to_numpy(zero_copy_only=False).astype(float)))
    order = np.lexsort((joined["rank_before"].fill_null(2**60).to_numpy(), -size, -by_places))
    return joined.take(pa.array(order))


def told(moves: pa.Table, one: BulkOptions, other: BulkOptions) -> dict[str, Any]:
    """What a federation asks first: how many move, how far, and whether the winner stays."""
    places = np.nan_to_num(moves["places"].to_numpy(zero_copy_only=False).astype(float))
    change = np.nan_to_num(moves["change"].to_numpy(zero_copy_only=False).astype(float))
    ranks = [moves[f"rank_{when}"].fill_null(0).to_numpy() for when in ("before", "after")]
    winners = (ranks[0] == 1) | (ranks[1] == 1)
    return {
        "before": one.regulation.name,
        "after": other.regulation.name,
        "contestants": len(moves),
        "change_place": int(np.count_nonzero(places)),
        "change_figure": int(np.count_nonzero(change)),
        "most_places": int(np.abs(places).max(initial=0)),
        "largest_change": round(float(np.abs(change).max(initial=0)), 6),
        "same_winner": bool((ranks[0] == ranks[1])[winners].all()),
    }
