"""From the tables that were given to rows that can be scored; what cannot is rejected with its reason.

One plan, written with Narwhals: it runs on DuckDB and on Spark. Rows keep the line they stood on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, ClassVar, Protocol

import narwhals as nw
import pyarrow as pa

from amends.bridge import Vulnerable
from amends.bridge.outcome import parse_outcome
from amends.bulk.awards import NO_SCORE, read_awards
from amends.bulk.options import BulkOptions
from amends.event.limits import LONGEST_ID
from amends.faults import Faults, refuse
from amends.laws import law77

Frame = nw.LazyFrame[Any]

LABELS = ("session", "section", "round")
COLUMNS = ("line", *LABELS, "board", "ns", "ew", "score", "vulnerable")
"""The columns of a row that can be scored; sessions, sections, rounds and vulnerability where the source has them."""

AWARDS = ("award_ns", "award_ew", "non_offending")

CONTRACT = ("contract", "declarer", "tricks")
SIDES = ("ns", "ew", "both", "none")

REJECTS = pa.schema([("table", pa.string()), ("line", pa.int64()), ("reason", pa.string()), ("row", pa.string())])
"""What was not scored: the table it stood in, its line there, why, and which row it was."""


def reject_table(table: str, lines: Iterable[tuple[int, str]]) -> pa.Table:
    """Lines of a table that are rejected, each with its reason."""
    records = [{"table": table, "line": line, "reason": reason, "row": ""} for line, reason in lines]
    return pa.Table.from_pylist(records, schema=REJECTS)


def reject_repeats(repeats: Mapping[int, int], place: Callable[[int], str]) -> pa.Table:
    """Rows in which a pair stands twice on a board; `place` says where a line stands."""
    words = "a pair that has a result on this board already: {}"
    return reject_table("rows", [(line, words.format(place(first))) for line, first in sorted(repeats.items())])


class Backend(Protocol):
    """What the plan needs of an engine besides Narwhals."""

    def lookup(self, table: pa.Table) -> Frame:
        """A small table as a frame of the engine."""

    def map_arrow(self, frame: Frame, function: Callable[[pa.Table], pa.Table], schema: pa.Schema) -> Frame:
        """The frame after a function that looks at each row by itself."""


@dataclass(slots=True)
class Intake:
    """Rows with `COLUMNS` and, where there is a table of awards, `AWARDS`; what was rejected as `REJECTS` says."""

    rows: Frame
    rejects: Frame


def prepare(rows: Frame, awards: Frame | None, options: BulkOptions, backend: Backend) -> Intake:
    """The rows that can be scored, each with its awards."""
    checked = check_rows(rows, options, backend)
    return with_awards(kept_rows(checked), [rejected(checked, "rows")], awards, options, backend)


def check_rows(rows: Frame, options: BulkOptions, backend: Backend) -> Frame:
    """All rows, tidy, each with the reason why it cannot be scored, or none."""
    return _checked(_with_points(_tidy(rows), backend, check=True), options)


def kept_rows(checked: Frame) -> Frame:
    """The rows of which nothing is wrong."""
    return _scorable(checked.filter(nw.col("reason").is_null()))


def sound_rows(rows: Frame, backend: Backend) -> Frame:
    """The same where it is known that nothing is wrong with any row: nothing is looked at again."""
    return _scorable(_with_points(_tidy(rows), backend, check=False))


def _scorable(rows: Frame) -> Frame:
    return rows.select(*(name for name in COLUMNS if name in rows.collect_schema()))


def with_awards(
    kept: Frame, rejects: list[Frame], awards: Frame | None, options: BulkOptions, backend: Backend
) -> Intake:
    """The rows, each with its awards; what is rejected of these beside what was rejected before."""
    if awards is not None:
        given = checked_awards(awards, kept, options, backend)
        rejects = [*rejects, rejected(given, "awards")]
        good = given.filter(nw.col("reason").is_null()).select(nw.col("row_line").alias("line"), *AWARDS)
        kept = kept.join(good, on="line", how="left")
    return Intake(kept, nw.concat(rejects, how="vertical"))


def _text(value: str | None) -> nw.Expr:
    return nw.lit(value, nw.String)


def _filled(expression: nw.Expr, instead: str | bool) -> nw.Expr:
    return nw.when(expression.is_null()).then(nw.lit(instead)).otherwise(expression)


def _tidy(rows: Frame) -> Frame:
    """The columns by their names in small letters; ids as text without blanks, None where there is nothing."""
    rows = _small_names(rows)
    schema = rows.collect_schema()
    if "result" in schema and not {"score", *CONTRACT} & set(schema):
        rows = rows.with_columns(*_taken_apart(_cell("result", schema)))
        schema = rows.collect_schema()
    missing = [name for name in ("board", "ns", "ew") if name not in schema]
    if "score" not in schema and any(name not in schema for name in CONTRACT):
        missing.append("score (or result, or contract, declarer and tricks)")
    if missing:
        raise refuse(f"a table with the columns {', '.join(schema)}", f"also {', '.join(missing)}")
    columns = [_label(name, schema) for name in LABELS if name in schema]
    numbered = schema["ns"].is_numeric() and schema["ew"].is_numeric()
    columns += [
        _whole(name, schema, "").alias(name) if numbered else _cell(name, schema).alias(name) for name in ("ns", "ew")
    ]
    wide = [name for name in ("ns", "ew") if numbered and schema[name] in _WIDE]
    if wide:
        columns.append(nw.any_horizontal(*(_is_beyond(name) for name in wide), ignore_nulls=False).alias("beyond"))
    columns += [_cell(name, schema).alias(name) for name in (*CONTRACT, "vulnerable") if name in schema]
    columns += [_whole("board", schema, r"^[0-9]{1,9}$").alias("board")]
    score = _whole("score", schema, r"^[+-]?[0-9]{1,5}$")
    score = nw.when((score > -100_000) & (score < 100_000)).then(score).otherwise(nw.lit(None, nw.Int64))
    columns += [score.cast(nw.Int32).alias("score"), _is_there("score", schema).alias("has_score")]
    return rows.select(nw.col("line").cast(nw.Int64), *columns)


def _taken_apart(result: nw.Expr) -> list[nw.Expr]:
    """A result as travellers have it: a score, a contract with declarer and tricks ("4H N ="), or np."""
    is_score = _filled(result.str.contains(r"^[+-]?[0-9]{1,5}$"), False)
    unplayed = _filled(result.str.to_lowercase() == "np", False)
    contract = nw.when(is_score | unplayed).then(_text(None)).otherwise(result)
    found = [nw.when(is_score).then(result).otherwise(_text(None)).alias("score"), contract.alias("contract")]
    return [*found, _text(None).alias("declarer"), _text(None).alias("tricks")]


def _small_names(rows: Frame) -> Frame:
    names = rows.collect_schema().names()
    return rows.rename({name: name.strip().lower() for name in names if name != name.strip().lower()})


def _label(name: str, schema: nw.Schema) -> nw.Expr:
    """A session, section or round: a column that is not there is one value."""
    return _filled(_cell(name, schema), "").alias(name)


def _cell(name: str, schema: nw.Schema) -> nw.Expr:
    """A cell as text without blanks around it; None where nothing is left."""
    if name not in schema:
        return _text(None)
    if schema[name].is_numeric():
        return _whole(name, schema, "").cast(nw.String)
    cleaned = nw.col(name).cast(nw.String).str.strip_chars()
    return nw.when(cleaned == "").then(_text(None)).otherwise(cleaned)


def _is_there(name: str, schema: nw.Schema) -> nw.Expr:
    """Whether a cell has anything in it."""
    if name in schema and schema[name].is_float():
        return ~nw.col(name).is_null() & ~_filled(nw.col(name).is_nan(), True)
    return ~nw.col(name).is_null() if name in schema and schema[name].is_integer() else ~_cell(name, schema).is_null()


def _whole(name: str, schema: nw.Schema, pattern: str) -> nw.Expr:
    """A cell as a whole number; None where it is none."""
    if name in schema and schema[name].is_integer():
        number = nw.col(name)
        if schema[name] in _WIDE:
            number = nw.when(~_is_beyond(name)).then(number).otherwise(nw.lit(None))
        return number.cast(nw.Int64)
    if name in schema and schema[name].is_numeric():  # whole numbers among which some are missing
        number = nw.col(name).cast(nw.Float64)
        is_whole = _filled((number.abs() < 1e15) & (number == number.floor()), False)
        return nw.when(is_whole).then(number).otherwise(nw.lit(None, nw.Float64)).cast(nw.Int64)
    text = _cell(name, schema).str.replace_all("−", "-", literal=True)
    matches = _filled(text.str.contains(pattern), False)
    plain = nw.when(matches).then(text.str.replace_all("+", "", literal=True)).otherwise(_text(None))
    return plain.cast(nw.Int64)


_WIDE = (nw.UInt64, nw.UInt128, nw.Int128)
"""Types whose numbers may not fit into 64 bits with a sign."""
_LARGEST = 2**63 - 1


def _is_beyond(name: str) -> nw.Expr:
    """Whether a number is larger than those that are counted with."""
    return _filled((nw.col(name) > _LARGEST) | (nw.col(name) < -_LARGEST), False)


# Vulnerability and score

_VULNERABLE = {
    "none": ("none", "-", "o", "love"),
    "ns": ("ns", "n-s"),
    "ew": ("ew", "e-w"),
    "all": ("all", "both"),
}


def _with_points(rows: Frame, backend: Backend, *, check: bool) -> Frame:
    """With the vulnerability in one spelling, the score of a contract where none stands, and whether it can occur."""
    schema = rows.collect_schema()
    conditions = _by_number()
    if "vulnerable" in schema:
        said = nw.col("vulnerable").str.to_lowercase()
        word = _text(None)
        for value, names in _VULNERABLE.items():
            word = nw.when(said.is_in(list(names))).then(_text(value)).otherwise(word)
        conditions = nw.when(said.is_null()).then(conditions).otherwise(word)
        rows = rows.with_columns(conditions.alias("vulnerable"))
        conditions = nw.col("vulnerable")
    if "contract" in schema:
        rows = rows.with_columns(conditions.alias("conditions"), _contract_key().alias("contract_key"))
        rows = rows.join(backend.lookup(_contract_scores()), on=["contract_key", "conditions"], how="left")
        score = nw.when(nw.col("has_score")).then(nw.col("score")).otherwise(nw.col("contract_points"))
        rows = rows.with_columns(score.alias("score"))
    if not check:
        return rows
    number = _turn() if "vulnerable" not in schema else _number_of(conditions)
    rows = rows.with_columns((number * _SPAN + nw.col("score")).cast(nw.Int64).alias("score_key"))
    return rows.join(backend.lookup(_possible_scores()), on="score_key", how="left")


_SPAN = 1_000_000
_TURNS = ("none", "ns", "ew", "all")
"""Vulnerabilities in the order of the first four boards."""


@cache
def _possible_scores() -> pa.Table:
    """The scores that can occur at each vulnerability, both as one number: a join finds them faster than a list."""
    scores = ((place, score) for place, name in enumerate(_TURNS) for score in law77.possible_scores(Vulnerable(name)))
    keys = [place * _SPAN + score for place, score in scores]
    return pa.table({"score_key": pa.array(keys, pa.int64()), "possible": [True] * len(keys)})


def _turn() -> nw.Expr:
    """The number of the vulnerability of a board."""
    place = (nw.col("board") - 1) % 16
    return (place + place // 4) % 4


def _number_of(conditions: nw.Expr) -> nw.Expr:
    number = nw.lit(3)
    for place, name in enumerate(_TURNS[:3]):
        number = nw.when(conditions == name).then(nw.lit(place)).otherwise(number)
    return number


def _by_number() -> nw.Expr:
    """Who is vulnerable by the number of the board."""
    turn, found = _turn(), _text(_TURNS[3])
    for place, value in enumerate(_TURNS[:3]):
        found = nw.when(turn == place).then(_text(value)).otherwise(found)
    return found


def _contract_key() -> nw.Expr:
    """Contract, declarer and tricks as one text in plain letters."""
    contract = nw.col("contract").str.to_uppercase()
    for sign, letter in (("♣", "C"), ("♦", "D"), ("♥", "H"), ("♠", "S"), ("×", "X"), ("−", "-"), (" ", "")):
        contract = contract.str.replace_all(sign, letter, literal=True)
    declarer = nw.col("declarer").str.to_uppercase().str.slice(0, 1)
    tricks = nw.col("tricks").str.replace_all("−", "-", literal=True)
    key = nw.concat_str([_filled(part, "") for part in (contract, declarer, tricks)], separator="")
    return nw.when(contract.is_in(["PASS", "P", "PO"])).then(_text("PASS")).otherwise(key)


@cache
def _contract_scores() -> pa.Table:
    """The score of every contract as it can be written, at each vulnerability; tricks are all or over and under."""
    denominations = {"C": "C", "D": "D", "H": "H", "S": "S", "NT": "NT", "N": "NT"}
    records = [("PASS", vulnerable.value, 0) for vulnerable in Vulnerable]
    for level, letters, double, seat in product(range(1, 8), denominations, ("", "X", "XX"), "NESW"):
        for tricks in range(14):
            over = "=" if tricks == level + 6 else f"{tricks - level - 6:+d}"
            result = parse_outcome(f"{level}{denominations[letters]}{double.lower()} {seat} {over}")
            for vulnerable in Vulnerable:
                points = law77.points(result, vulnerable)
                written = f"{level}{letters}{double}{seat}"
                records += [(f"{written}{text}", vulnerable.value, points) for text in (over, tricks)]
    keys, conditions, points_of = zip(*records, strict=True)
    return pa.table(
        {"contract_key": keys, "conditions": conditions, "contract_points": pa.array(points_of, pa.int32())}
    )


# Checks of rows


def _checked(rows: Frame, options: BulkOptions) -> Frame:
    """With the first reason for which a row cannot be scored; None where there is none."""
    schema = rows.collect_schema()
    one_side = nw.col("ns").is_null() | nw.col("ew").is_null()
    reasons = [
        (_filled(nw.col("board") < 1, True), "the board is no number of 1 or more"),
        (nw.col("ns").is_null() & nw.col("ew").is_null(), "no pair is named"),
    ]
    if "beyond" in schema:
        reasons.insert(0, (nw.col("beyond"), f"the number of a pair is larger than {_LARGEST}"))
    texts = [name for name in (*LABELS, "ns", "ew") if name in schema and schema[name] == nw.String]
    if texts:
        lengths = [_filled(nw.col(name).str.len_chars() > LONGEST_ID, False) for name in texts]
        reasons.append(
            (nw.any_horizontal(*lengths, ignore_nulls=False), f"an id is longer than {LONGEST_ID} characters")
        )
    if "vulnerable" in schema:
        reasons.append((nw.col("vulnerable").is_null(), "the vulnerability is none of none, ns, ew, all"))
    played = nw.col("has_score")
    if "contract" in schema:
        has_contract = ~nw.col("contract").is_null()
        no_such = ~nw.col("has_score") & has_contract & nw.col("score").is_null()
        reasons.append((no_such, "no such contract, declarer and tricks"))
        played = played | has_contract
    reasons += [
        (played & one_side, "a result with only one pair"),
        (nw.col("has_score") & nw.col("score").is_null(), "the score is no whole number"),
        (~nw.col("score").is_null() & nw.col("possible").is_null(), "a score that cannot occur at this vulnerability"),
    ]
    if options.winners == 1:
        reasons.append((_filled(nw.col("ns") == nw.col("ew"), False), "a pair against itself"))
    return rows.with_columns(_first_reason(reasons).alias("reason"))


def _first_reason(reasons: list[tuple[nw.Expr, str]]) -> nw.Expr:
    reason = _text(None)
    for condition, words in reversed(reasons):
        reason = nw.when(condition).then(_text(words)).otherwise(reason)
    return reason


def rejected(rows: Frame, table: str) -> Frame:
    """The rows with a reason, as `REJECTS` says."""
    names = [name for name in (*LABELS, "board", "ns", "ew") if name in rows.collect_schema()]
    cells = [_filled(nw.col(name).cast(nw.String), "") for name in names]
    return rows.filter(~nw.col("reason").is_null()).select(
        _text(table).alias("table"),
        "line",
        "reason",
        nw.concat_str(cells, separator=" ").alias("row"),
    )


# Awards


def checked_awards(awards: Frame, rows: Frame, options: BulkOptions, backend: Backend) -> Frame:
    """The awards with the rows they are for, and the first reason for which one cannot be given."""
    awards = _small_names(awards)
    schema = awards.collect_schema()
    missing = [name for name in ("board", "ns") if name not in schema]
    if "award_ns" not in schema and "award_ew" not in schema:
        missing.append("award_ns or award_ew")
    if missing:
        raise refuse(f"a table of awards with the columns {', '.join(schema)}", f"also {', '.join(missing)}")
    of_rows = rows.collect_schema()
    keys = [name for name in (*LABELS, "board", "ns") if name in schema and name in of_rows]
    ns = _cell("ns", schema) if of_rows["ns"] == nw.String else _whole("ns", schema, r"^[0-9]{1,18}$")
    tidy = awards.select(
        nw.col("line").cast(nw.Int64),
        *(_label(name, schema) for name in LABELS if name in keys),
        _whole("board", schema, r"^[0-9]{1,9}$").alias("board"),
        ns.alias("ns"),
        *(_cell(name, schema).alias(name) for name in ("award_ns", "award_ew")),
        _cell("non_offending", schema).str.to_lowercase().alias("non_offending"),
    )
    conditions = nw.col("vulnerable") if "vulnerable" in of_rows else _by_number()
    named = rows.join(tidy.select(*keys).unique(), on=keys, how="semi")
    known = named.select(
        *keys, "score", conditions.alias("conditions"), (~nw.col("ew").is_null()).alias("is_full"),
        nw.col("line").alias("row_line"),
    )  # fmt: skip
    joined = tidy.join(known, on=keys, how="left")
    fitting = joined.group_by("line").agg(nw.len().alias("fitting"))
    first = joined.group_by("row_line").agg(nw.col("line").min().alias("first_line"))
    joined = joined.join(fitting, on="line", how="left").join(first, on="row_line", how="left")
    joined = joined.select(
        "line", "board", nw.col("ns").cast(nw.String).alias("ns"), *AWARDS, "row_line", "first_line",
        nw.col("fitting").cast(nw.Int64), "score", "conditions", "is_full",
    )  # fmt: skip
    return backend.map_arrow(joined, AwardCheck(options.scoring), _AWARD_CHECK)


_AWARD_CHECK = pa.schema(
    [
        ("line", pa.int64()), ("board", pa.int64()), ("ns", pa.string()), *((name, pa.string()) for name in AWARDS),
        ("row_line", pa.int64()), ("first_line", pa.int64()), ("fitting", pa.int64()), ("score", pa.int32()),
        ("conditions", pa.string()), ("is_full", pa.bool_()), ("reason", pa.string()),
    ]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AwardCheck:
    """Reads each award of a table; what is wrong with it becomes its reason."""

    scoring: str

    READ: ClassVar = ("line", *AWARDS, "row_line", "first_line", "fitting", "score", "conditions", "is_full")

    def __call__(self, table: pa.Table) -> pa.Table:
        """The table with a reason for each award that cannot be given."""
        columns = (table[name].to_pylist() for name in self.READ)
        reasons = list(map(self._reason, *columns))
        return table.append_column("reason", pa.array(reasons, pa.string())).cast(_AWARD_CHECK)

    def _reason(  # noqa: PLR0913  # the cells of a row, one by one: there may be very many
        self,
        line: int,
        award_ns: str | None,
        award_ew: str | None,
        non_offending: str | None,
        row_line: int | None,
        first_line: int,
        fitting: int,
        score: int | None,
        conditions: str,
        is_full: bool,
    ) -> str | None:
        if row_line is None:
            return "there is no such row"
        if fitting > 1:
            return f"{fitting} rows fit: name the session, section or round"
        if first_line < line:
            return "a second award for this row"
        if not is_full:
            return "an award for a pair that sits out"
        if non_offending is not None and non_offending not in SIDES:
            return f"non_offending is {non_offending!r}, not one of {', '.join(SIDES)}"
        if award_ns is None and award_ew is None:
            return "no award"
        table_score = NO_SCORE if score is None else score
        try:
            read_awards(award_ns or "", award_ew or "", table_score, Vulnerable(conditions), self.scoring)
        except Faults as trouble:
            return "; ".join(str(fault) for fault in trouble.faults)
        return None
