"""Bulk: millions of results in columns of integers, exact like the engine, on one machine or on Spark.

`score` takes and gives frames of pandas, Polars, Arrow, DuckDB or Spark; `amends bulk` takes and gives files. The
packages it needs come with the extra: `amends[bulk]`.
"""

try:
    from amends.bulk.library import BulkResult, score
except ModuleNotFoundError as missing:  # pragma: no cover - without the extra there is nothing to test
    raise ModuleNotFoundError(f"amends.bulk needs {missing.name}: install amends[bulk]", name=missing.name) from missing

__all__ = ["BulkResult", "score"]
