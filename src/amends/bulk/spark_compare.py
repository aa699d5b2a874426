"""On Spark, the same data under two regulations: who moves is found by the executors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from amends.bulk.compare import FIGURES, LABELS
from amends.bulk.job import BulkJob
from amends.bulk.options import BulkOptions
from amends.bulk.spark import Files, read_written, run_on_spark, write


def run_both_on_spark(session: SparkSession, job: BulkJob, other: BulkOptions) -> tuple[dict[str, Any], dict[str, Any]]:
    """As `run_both`: the first run's summary, and what the comparison found."""
    summary = run_on_spark(session, job)
    target, format = str(job.target).rstrip("/"), job.format
    beside, files = f"{target}.other-{uuid4().hex[:8]}", Files(session)
    try:
        run_on_spark(session, replace(job, options=other, target=Path(beside), force=True))
        before, after = (read_written(session, folder, format, "ranking") for folder in (target, beside))
        write(moved_frames(before, after, job.options), format, f"{target}/moves")
        files.replace(f"{beside}/ranking", f"{target}/ranking-other")
    finally:
        files.remove(beside)
    return summary, told_frame(read_written(session, target, format, "moves"), job.options, other)


def moved_frames(before: DataFrame, after: DataFrame, options: BulkOptions) -> DataFrame:
    """One line for each contestant: its places and figures under both, and the difference; largest first."""
    keys = [name for name in LABELS if name in before.columns]
    one, two = (
        frame.select(*keys, *(_typed(name).alias(f"{name}_{when}") for name in FIGURES))
        for frame, when in ((before, "before"), (after, "after"))
    )
    figure = "percent" if options.at_matchpoints else "total"
    joined = one.join(two, keys, "full_outer").withColumns(
        {
            "places": F.col("rank_before") - F.col("rank_after"),
            "change": F.col(f"{figure}_after") - F.col(f"{figure}_before"),
        }
    )
    by = [F.desc_nulls_last(F.abs(F.coalesce(name, F.lit(0)))) for name in ("places", "change")]
    return joined.orderBy(*by, F.asc_nulls_last("rank_before"))


def _typed(name: str) -> Column:
    """A column of a list of places; a CSV file has only texts."""
    kinds = {"rank": "bigint", "total": "double", "percent": "double", "places": "bigint", "change": "double"}
    kind = kinds.get(name.removesuffix("_before").removesuffix("_after"))
    return F.col(name).cast(kind) if kind else F.col(name)


def told_frame(moves: DataFrame, one: BulkOptions, other: BulkOptions) -> dict[str, Any]:
    """What a federation asks first, counted by the executors."""
    places, change, before, after = (_typed(name) for name in ("places", "change", "rank_before", "rank_after"))
    first = F.coalesce(before == 1, F.lit(False)) | F.coalesce(after == 1, F.lit(False))
    found = moves.agg(
        F.count("*").alias("contestants"),
        F.count_if(places != 0).alias("change_place"),
        F.count_if(change != 0).alias("change_figure"),
        F.max(F.abs(places)).alias("most_places"),
        F.max(F.abs(change)).alias("largest_change"),
        F.count_if(first & ~before.eqNullSafe(after)).alias("other_winners"),
    ).first()
    assert found is not None  # an aggregate over everything is one row
    return {
        "before": one.regulation.name,
        "after": other.regulation.name,
        **{name: int(found[name]) for name in ("contestants", "change_place", "change_figure")},
        "most_places": int(found["most_places"] or 0),
        "largest_change": round(float(found["largest_change"] or 0), 6),
        "same_winner": found["other_winners"] == 0,
    }
