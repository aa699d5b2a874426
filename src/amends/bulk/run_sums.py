"""The sums of all contestants of a run, shard after shard: pairs that are numbers stand in arrays, others in files."""

from __future__ import annotations

from math import lcm
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from amends.bulk.charts import LARGEST, Integers
from amends.bulk.duck import column, quoted
from amends.bulk.output import write_table
from amends.bulk.totals import distinct, magnitude

ADDED = ("points", "top", "boards")
SUM_COLUMNS = (*ADDED, "unit", "exact")
HIGHEST_PAIR = 40_000_000


class RunSums:
    """What has been added up so far; what does not fit into the arrays stands in files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._schema: pa.Schema | None = None
        self._unit = 1
        self._largest = 0
        self._seen = np.zeros(0, bool)
        self._added: dict[str, Integers] = {name: np.zeros(0, np.int64) for name in ADDED}

    def add(self, name: str, sums: pa.Table) -> None:
        """Add the sums of a shard, by its name."""
        self._schema = self._schema or sums.schema
        for unit in distinct(sums["unit"].to_numpy()):
            some = sums.filter(pc.equal(sums["unit"], unit)) if len(sums) else sums
            if not self._taken(some, unit):
                write_table(sums, self._folder / f"sums-{name}.parquet")
                return
            sums = sums.filter(pc.not_equal(sums["unit"], unit))

    def _taken(self, sums: pa.Table, unit: int) -> bool:
        """Whether sums over a unit could be added to the arrays."""
        others = set(sums.column_names) - {*SUM_COLUMNS, "pair"}
        pair = sums["pair"]
        if others or not pa.types.is_integer(pair.type) or pair.null_count or sums["exact"].null_count < len(sums):
            return False
        lowest, highest = int(pc.min(pair).as_py()), int(pc.max(pair).as_py())
        common = lcm(self._unit, unit)
        size = max(magnitude(sums[name].to_numpy()) for name in ADDED) * (common // unit)
        largest = self._largest * (common // self._unit) + size
        if lowest < 0 or highest > HIGHEST_PAIR or largest >= LARGEST:
            return False
        self._grow(highest + 1, common)
        self._largest = largest
        who = pair.to_numpy()
        self._seen[who] = True
        for name, total in self._added.items():
            values = sums[name].to_numpy()
            np.add.at(total, who, values if name == "boards" or common == unit else values * (common // unit))
        return True

    def _grow(self, size: int, common: int) -> None:
        """Room for pairs of higher numbers, and all points over a common unit."""
        if common != self._unit:
            for name in ("points", "top"):
                self._added[name] *= common // self._unit
            self._unit = common
        if size > len(self._seen):
            more = max(size, len(self._seen) * 3 // 2) - len(self._seen)
            self._seen = np.concatenate([self._seen, np.zeros(more, bool)])
            for name, total in self._added.items():
                self._added[name] = np.concatenate([total, np.zeros(more, np.int64)])

    def table(self, connection: duckdb.DuckDBPyConnection) -> pa.Table | None:
        """All sums, those of the files added up by DuckDB; None without any."""
        parts = []
        if self._schema is not None and self._seen.any():
            has = np.flatnonzero(self._seen)
            columns = {name: pa.array(total[has]) for name, total in self._added.items()}
            columns |= {"pair": pa.array(has), "unit": pa.array(np.full(len(has), self._unit, np.int64))}
            columns["exact"] = pa.nulls(len(has), pa.string())
            parts.append(pa.table({name: columns[name] for name in self._schema.names}).cast(self._schema))
        files = sorted(self._folder.glob("sums-*.parquet"))
        if files:
            parts.append(_of_files(files, connection))
        return pa.concat_tables([part.cast(parts[0].schema) for part in parts]) if parts else None


def _of_files(files: list[Path], connection: duckdb.DuckDBPyConnection) -> pa.Table:
    """The sums in files as one for each contestant, session and unit."""
    schema = pq.read_schema(files[0])
    labels = ", ".join(column(name) for name in schema.names if name not in SUM_COLUMNS)
    added = ", ".join(f"CAST(sum({name}) AS BIGINT) AS {name}" for name in ADDED)
    given = f"read_parquet([{', '.join(map(quoted, files))}])"
    try:
        found = connection.sql(
            f"SELECT {labels}, unit, {added}, CAST(NULL AS VARCHAR) AS exact FROM {given} WHERE exact IS NULL"
            f" GROUP BY {labels}, unit UNION ALL BY NAME SELECT * FROM {given} WHERE exact IS NOT NULL"
            f" ORDER BY {labels}"
        )
        return found.to_arrow_table().select(schema.names).cast(schema)
    except duckdb.ConversionException:  # a sum beyond 64 bits
        return pa.concat_tables([pq.read_table(path) for path in files])
