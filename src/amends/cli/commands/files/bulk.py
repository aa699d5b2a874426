"""`amends bulk`: millions of results from files to files, in columns."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from amends import exact
from amends.cli import output
from amends.cli.options.common import Json, SettingList, Text, argument, option, read_regulation
from amends.faults import Refusal, one_of, refuse

if TYPE_CHECKING:
    from amends.bulk.job import BulkJob
    from amends.bulk.options import BulkOptions

NEEDED = ("duckdb", "narwhals", "numpy", "pyarrow")
ENGINES = ("auto", "duckdb", "local", "spark")
UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
IN_MEMORY = 400 * 10**6
"""Bytes of files up to which `--engine auto` scores everything at once."""


def bulk_command(
    source: Annotated[
        str, argument("SOURCE", "Parquet, CSV or Arrow: a file, a folder, a pattern, or - for standard input.")
    ],
    out: Annotated[Path, option("--out", "The folder that is made: rows, ranking, sessions, rejects, summary.")],
    awards: Annotated[
        Text, option("--awards", "A table of rulings: board, ns, award_ns, award_ew (session, section, round).")
    ] = None,
    penalties: Annotated[
        Text, option("--penalties", "A table of penalties: pair, amount (session, section, direction).")
    ] = None,
    scoring: Annotated[str, option("--scoring", "matchpoints, cross-imps or butler.")] = "matchpoints",
    regulation: Annotated[str, option("--regulation", "A shipped regulation or a .toml file.")] = "exact",
    set: SettingList = None,
    winners: Annotated[int, option("--winners", "1: 7 N-S and 7 E-W are one pair; 2: they are two.")] = 1,
    one_field: Annotated[bool, option("--one-field", "Pairs with one number are one pair in all sections.")] = False,
    swiss: Annotated[bool, option("--swiss", "Boards of different rounds are different deals.")] = False,
    format: Annotated[str, option("--format", "parquet or csv: what is written.")] = "parquet",
    engine: Annotated[
        str, option("--engine", "auto, duckdb (larger than memory), local (all at once) or spark.")
    ] = "auto",
    master: Annotated[Text, option("--master", "With --engine spark: the master, such as spark://host:7077.")] = None,
    memory: Annotated[Text, option("--memory", "About as much memory as the run may take, such as 4GB.")] = None,
    compare: Annotated[Text, option("--compare", "Score under this regulation too, and say who moves.")] = None,
    strict: Annotated[
        bool, option("--strict", "Stop at rows that cannot be scored instead of rejecting them.")
    ] = False,
    resume: Annotated[bool, option("--resume", "Go on with a run that was ended.")] = False,
    force: Annotated[bool, option("--force", "Replace the folder if it is there.")] = False,
    json: Json = False,
) -> None:
    """Score millions of results exactly, with their rulings.

    It writes every row, the totals, the percentages and the places.

    Example: amends bulk travellers.csv --regulation wbf --out scored
    """
    needed = [name for name in NEEDED if find_spec(name) is None]
    if needed:
        raise Refusal(f"amends bulk needs {exact.and_list(needed)}.", "Install amends[bulk], which brings them along.")
    from amends.bulk.options import BulkOptions
    from amends.bulk.output import FORMATS

    _one_of(engine, ENGINES, "--engine")
    _one_of(format, FORMATS, "--format")
    options = BulkOptions(scoring, read_regulation(regulation, set), winners, one_field, swiss)
    other = None if compare is None else BulkOptions(scoring, read_regulation(compare, set), winners, one_field, swiss)
    chosen, why = _engine(engine, source, master)
    from amends.bulk.job import BulkJob

    with output.progress_bar("bulk", "{task.completed:,} rows", rate="rows") as show:
        job = BulkJob(
            source, out, options, awards, penalties, format, _bytes(memory), strict, resume, force,
            in_memory=chosen == "local", progress=lambda words, done, of: show(done, of or None),
        )  # fmt: skip
        try:
            summary, comparison = _run_on_spark(job, other, master) if chosen == "spark" else _run_here(job, other)
        except MemoryError:
            raise Refusal(
                "There is not enough memory for the run.", "Begin again with --engine duckdb and a smaller --memory."
            ) from None
    _say(summary | {"engine": chosen, "why": why}, comparison, out, json)


def _run_here(job: BulkJob, other: BulkOptions | None) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """A run on this machine; with another regulation, both, and who moves."""
    if other is not None:
        from amends.bulk.compare import run_both

        return run_both(job, other)
    from amends.bulk.job import run

    return run(job), None


def _one_of(value: str, values: tuple[str, ...], name: str) -> None:
    if value not in values:
        raise refuse(f"{name} {value}", one_of(values, value))


def _engine(engine: str, source: str, master: str | None) -> tuple[str, str]:
    """The engine of a run, and why it was chosen."""
    if engine != "auto":
        return engine, "as asked for"
    if master is not None:
        return "spark", "a master was named"
    path = Path(source)
    if path.is_file() and path.stat().st_size <= IN_MEMORY:
        return "local", "the file fits into memory"
    return "duckdb", "the rows are scored in shards that fit into memory"


def _bytes(text: str | None) -> int | None:
    """A size as people write it: 4GB, 800 MB."""
    if text is None:
        return None
    found = re.fullmatch(r"\s*+(\d{1,9})(?:\.(\d))?\s*+([KMGT]?B?)\s*+", text.upper())
    unit = "" if found is None else found[3] if found[3] in UNITS else f"{found[3]}B"
    size = 0 if found is None else int(found[1]) * UNITS[unit] + int(found[2] or 0) * UNITS[unit] // 10
    if size < 100 * 10**6:
        raise refuse(f"--memory {text}", "at least 100MB, written as 800MB or 4GB")
    return size


def _say(summary: dict[str, Any], comparison: dict[str, Any] | None, out: Path, json: bool) -> None:
    """The summary for people, or as JSON."""
    if json:
        output.print_json("bulk", _document_data(summary, comparison, out))
        return
    many = exact.many
    names = ("row", "board", "contestant", "ruling", "reject")
    counted = ", ".join(f"{summary[f'{name}s']:,} {name if summary[f'{name}s'] == 1 else f'{name}s'}" for name in names)
    output.say(f"{counted}; {summary['seconds']} s ({summary['engine']}: {summary['why']})")
    for reason, times in summary["reasons"].items():
        output.say(f"  rejected {times:,}: {reason}")
    if comparison is not None:
        output.say(
            f"{comparison['before']} → {comparison['after']}: {comparison['change_place']:,} of"
            f" {comparison['contestants']:,} change place, by {many(comparison['most_places'], 'place')} at the most;"
            f" largest change {comparison['largest_change']}; the winner"
            f" {'stays' if comparison['same_winner'] else 'changes'}"
        )
    output.say(f"Everything is in {out}")


def _document_data(summary: dict[str, Any], comparison: dict[str, Any] | None, out: Path) -> dict[str, object]:
    """The summary as the document has it: whole milliseconds, and the largest change as a figure."""
    keys = ("rows", "boards", "contestants", "rulings", "shards", "rejects", "reasons", "scoring", "regulation")
    data: dict[str, object] = {key: summary[key] for key in (*keys, "engine", "why") if key in summary}
    data |= {"milliseconds": int(summary["seconds"] * 1000), "out": str(out)}
    if comparison is None:
        return data
    largest = Fraction(str(comparison["largest_change"]))
    shown = {"exact": str(largest), "shown": exact.decimal(largest)}
    return data | {"comparison": {**comparison, "largest_change": shown}}


def _run_on_spark(
    job: BulkJob, other: BulkOptions | None, master: str | None
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """A run on a Spark master, or on the cores of this machine."""
    if job.resume:
        raise refuse("--resume with --engine spark", "to begin again: Spark itself repeats what a worker loses")
    if find_spec("pyspark") is None:
        raise Refusal("--engine spark needs pyspark.", "Install amends[spark], and Java 17.")
    from amends.bulk.spark import memory_settings, run_on_spark, start_session
    from amends.bulk.spark_compare import run_both_on_spark

    session = start_session(master, memory_settings(job.memory))
    try:
        return (run_on_spark(session, job), None) if other is None else run_both_on_spark(session, job, other)
    finally:
        session.stop()


COMMANDS = {"bulk": bulk_command}
