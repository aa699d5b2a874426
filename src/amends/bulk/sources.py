"""Where rows come from: files, folders, patterns or standard input; Parquet, CSV or Arrow, each row with its line."""

from __future__ import annotations

import csv
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from glob import glob, has_magic
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from amends.bulk.duck import column, quoted
from amends.faults import Fault, Faults

ENDINGS = {
    ".parquet": "parquet", ".pq": "parquet", ".csv": "csv", ".tsv": "csv", ".txt": "csv",
    ".arrow": "arrow", ".feather": "arrow", ".ipc": "arrow",
}  # fmt: skip

FILE_LINES = 1 << 40
"""The lines of a file are counted from a multiple of it, so that a line also says which file it stands in."""


@dataclass(frozen=True, slots=True)
class Source:
    """Files of rows, in the order in which they are read."""

    files: tuple[Path, ...]

    def place(self, line: int) -> str:
        """The file and the line of a row: friday.csv:17."""
        number = min(line // FILE_LINES, len(self.files) - 1)
        return f"{self.files[number].name}:{line % FILE_LINES}"

    @property
    def bytes(self) -> int:
        """How large the files are together."""
        return sum(path.stat().st_size for path in self.files)


def find_source(text: str, spool: Path) -> Source:
    """The files that a source names; `-` is standard input, which is kept in a file of the folder `spool`."""
    if text == "-":
        return Source((_spooled(spool),))
    path = Path(text)
    if path.is_dir():
        found = sorted(each for each in path.rglob("*") if each.suffix.lower() in ENDINGS and each.is_file())
    elif has_magic(text):
        found = sorted(Path(each) for each in glob(text, recursive=True))
    else:
        found = [path] if path.exists() else []
    if not found:
        what = "a folder with no Parquet, CSV or Arrow file in it" if path.is_dir() else "no such file"
        raise Faults([Fault(what, "a file, a folder or a pattern such as 'results/*.parquet'", file=text)])
    return Source(tuple(found))


def _spooled(spool: Path) -> Path:
    """Standard input as a file, named by what it is."""
    target = spool / "standard-input"
    with target.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    with target.open("rb") as file:
        start = file.read(6)
    kind = "parquet" if start.startswith(b"PAR1") else "arrow" if start == b"ARROW1" else "csv"
    return target.rename(target.with_suffix(f".{kind}"))


def read_source(connection: duckdb.DuckDBPyConnection, source: Source) -> tuple[Any, list[tuple[int, str]]]:
    """A relation of all rows with `line`, and the lines of CSV files that could not be taken apart, with the reason."""
    parts: list[str] = []
    columns: list[list[str]] = []
    broken: list[tuple[int, str]] = []
    for number, path in enumerate(source.files):
        kind = ENDINGS.get(path.suffix.lower())
        if kind is None:
            raise Faults([Fault("a file of an unknown kind", f"one of {', '.join(ENDINGS)}", file=str(path))])
        try:
            view, names = _READERS[kind](connection, path, number, broken)
        except duckdb.InternalException:
            raise  # no fault of the file
        except (duckdb.Error, pa.ArrowInvalid, OSError, UnicodeError) as trouble:
            found = str(trouble).splitlines()[0]
            raise Faults([Fault(found, f"a {kind} file that is whole", file=str(path))]) from None
        parts.append(view)
        columns.append(names)
    if any(sorted(each) != sorted(columns[0]) for each in columns):
        other = next(place for place, each in enumerate(columns) if sorted(each) != sorted(columns[0]))
        found = f"the columns {', '.join(columns[other])}"
        raise Faults([Fault(found, f"those of the first file: {', '.join(columns[0])}", file=str(source.files[other]))])
    query = " UNION ALL BY NAME ".join(f"SELECT * FROM {view}" for view in parts)
    return connection.sql(query), broken


def _parquet(
    connection: duckdb.DuckDBPyConnection, path: Path, number: int, broken: list[tuple[int, str]]
) -> tuple[str, list[str]]:
    name = f"source_{number}"
    scan = f"read_parquet({quoted(path)}, file_row_number = true)"
    first = number * FILE_LINES + 1
    connection.execute(f"DESCRIBE SELECT * FROM {scan}")  # DuckDB says best what is wrong with a file
    names = list(pq.read_schema(path).names)
    _refuse_repeated(names, path)
    connection.execute(
        f"CREATE OR REPLACE VIEW {name} AS SELECT {_kept(names)}, file_row_number + {first} AS line FROM {scan}"
    )
    return name, names


def _csv(
    connection: duckdb.DuckDBPyConnection, path: Path, number: int, broken: list[tuple[int, str]]
) -> tuple[str, list[str]]:
    """Every cell as text; lines with too many or too few cells are put aside with their reason."""
    header, delimiter = _header(path)
    name = f"source_{number}"
    columns = ", ".join(f"{quoted(each)}: 'VARCHAR'" for each in header)
    first = number * FILE_LINES + 2

    def read(file: Path) -> None:
        connection.execute(
            f"CREATE OR REPLACE TEMP TABLE {name} AS"
            f" SELECT {_kept(header)}, row_number() OVER () + {first - 1} AS line FROM"
            f" read_csv({quoted(file)}, auto_detect = false, header = true, delim = {quoted(delimiter)},"
            f" quote = '\"', escape = '\"', columns = {{{columns}}}, store_rejects = true, strict_mode = true,"
            f" rejects_limit = 0)"
        )

    try:
        read(path)
    except duckdb.InvalidInputException:
        # Lines that end in different ways, as in files that were put together. Read without strict_mode, such a file
        # would lose cells that are too many, and every line behind a quotation mark that is not closed.
        with TemporaryDirectory(prefix="amends-bulk-") as folder:
            read(_with_equal_line_ends(path, Path(folder)))
    troubles = connection.execute(
        "SELECT line, first(error_message ORDER BY column_idx) FROM reject_errors GROUP BY line ORDER BY line"
    ).fetchall()
    if troubles:
        broken += [(number * FILE_LINES + int(line), _plain_words(str(words))) for line, words in troubles]
        _move_lines(connection, name, [number * FILE_LINES + int(line) for line, _ in troubles])
        connection.execute("DELETE FROM reject_errors")
    return name, header


def _with_equal_line_ends(path: Path, folder: Path) -> Path:
    """A copy of a CSV file in which every line ends in the same way."""
    copy = folder / "rows.csv"
    with (
        path.open(encoding="latin-1", newline=None) as lines,  # any bytes can be read so, and come out as they were
        copy.open("w", encoding="latin-1", newline="\n") as target,
    ):
        shutil.copyfileobj(lines, target, 1 << 20)
    return copy


def _plain_words(trouble: str) -> str:
    """What is wrong with a line, as a person says it."""
    counted = re.match(r"Expected Number of Columns: (\d+) Found: (\d+)", trouble)
    if "unterminated quote" in trouble:
        return "a quotation mark that is not closed, or has something behind it"
    if counted is None:
        return trouble.splitlines()[0]
    return f"the line has {counted[2]} cells where the first line has {counted[1]}"


def _move_lines(connection: duckdb.DuckDBPyConnection, name: str, broken: list[int]) -> None:
    """Count the lines that could not be read, too: each moves the lines of all rows behind it by one."""
    lines = sorted(set(broken))
    moves = pa.table({"from_line": [line - place for place, line in enumerate(lines)], "by": range(1, len(lines) + 1)})
    connection.register("moved_lines", moves)
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE {name} AS"
        f" SELECT rows.* REPLACE (rows.line + coalesce(moved_lines.by, 0) AS line)"
        f" FROM {name} AS rows ASOF LEFT JOIN moved_lines ON rows.line >= moved_lines.from_line"
    )


def _header(path: Path) -> tuple[list[str], str]:
    """The names of the columns and what stands between them."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        first = file.readline()
    if not first.strip():
        raise Faults([Fault("an empty first line", "a line with the names of the columns", file=str(path))])
    delimiter = max(",;\t|", key=first.count)
    names = [name.strip().lower() for name in next(csv.reader([first], delimiter=delimiter))]
    _refuse_repeated(names, path)
    return names, delimiter


def _refuse_repeated(names: Sequence[str], path: Path) -> None:
    """Refuse columns that are called the same, in small letters or capitals: which of them counts is not known."""
    small = [name.strip().lower() for name in names]
    if len(set(small)) < len(small) or not all(small):
        raise Faults([Fault(f"the columns {', '.join(names)}", "a name for each column, each once", file=str(path))])


def _arrow(
    connection: duckdb.DuckDBPyConnection, path: Path, number: int, broken: list[tuple[int, str]]
) -> tuple[str, list[str]]:
    from pyarrow import dataset  # takes long to load, and Arrow files are rare

    name = f"source_{number}"
    data = dataset.dataset(path, format="ipc")
    names = list(data.schema.names)
    _refuse_repeated(names, path)
    connection.register(f"{name}_data", data)
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT {_kept(names)}, row_number() OVER () + {number * FILE_LINES}"
        f" AS line FROM {name}_data"
    )
    return name, names


_READERS = {"parquet": _parquet, "csv": _csv, "arrow": _arrow}


def _kept(names: Sequence[str]) -> str:
    """The columns but for one called `line`, which is the line where the row stands."""
    return ", ".join(column(name) for name in names if name.strip().lower() != "line")
