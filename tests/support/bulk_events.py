"""Random events for bulk: as a table of rows and a table of awards, and as the engine knows them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import pyarrow as pa

from amends.awards import Award, NotScored, parse_award
from amends.bridge import BySide, Side, vulnerability
from amends.bulk.options import BulkOptions
from amends.event import Event, Form, Row, TableResult
from amends.laws import law77
from amends.regulations import default
from amends.scoring.event import score_anew
from amends.scoring.standings import Standings

COLUMNS = ("line", "session", "section", "round", "board", "ns", "ew", "score")

SETTINGS: dict[str, list[Any]] = {
    "matchpoints_per_win": [1],
    "field": ["section"],
    "expected_results": ["obtained"],
    "factoring": ["tie-with-average", "proportional", "none"],
    "artificial_top": ["own"],
    "few_results": ["percentages"],
    "adjusted_field": ["excluded"],
    "split_field": ["half-weights"],
    "rounding": ["favour-non-offending", "half-away-from-average", "half-towards-average"],
    "line_rounding": ["0.1", "0.01"],
    "rank_on": ["rounded"],
    "average_imps_per": ["comparison"],
    "session_score": ["stage", "off"],
    "session_basis": ["other-boards"],
    "sit_out": ["50%"],
    "average_plus_limit": [1, 2],
    "after_limit": ["not-scored"],
    "butler_trim": ["1", "10%", "median"],
    "butler_tie": ["even"],
    "butler_round_to": [1, 7],
    "butler_weighted": ["excluded"],
    "cross_imps_divisor": ["tables", "root", "sum"],
    "imp_factoring": ["expected"],
    "imp_cap": [17],
}


@dataclass
class RandomEvent:
    """One event in three shapes: rows and awards for bulk, and rows in force for the engine."""

    options: BulkOptions
    rows: list[dict[str, Any]]
    awards: list[dict[str, Any]]
    in_force: list[Row]

    @property
    def table(self) -> pa.Table:
        """The rows as a table."""
        return pa.Table.from_pylist(self.rows)

    @property
    def award_table(self) -> pa.Table | None:
        """The awards as a table; None where there is none."""
        return pa.Table.from_pylist(self.awards) if self.awards else None

    def engine(self) -> Standings:
        """The standings by the engine."""
        form = Form.SWISS_PAIRS if self.options.swiss else Form.PAIRS
        event = Event(
            form=form,
            scoring=self.options.scoring,
            regulation=self.options.regulation,
            winners=self.options.winners,
            results=tuple(row.table for row in self.in_force),
        )
        return score_anew(event, self.in_force)


def random_event(random: Random, *, swiss: bool = False, scoring: str | None = None) -> RandomEvent:
    """An event with a few boards, sections and sessions, short boards, rulings and a regulation of its own."""
    settings = {key: random.choice(values) for key, values in SETTINGS.items() if random.random() < 0.18}
    scoring = scoring or random.choice(["matchpoints", "matchpoints", "cross-imps", "butler"])
    settings["vp_scale"] = "ebu-swiss-pairs" if scoring == "matchpoints" else "wbf-continuous"
    options = BulkOptions(
        scoring,
        default().having(**settings),
        winners=random.choice([1, 2]),
        one_field=random.random() < 0.2,
        swiss=swiss,
    )
    rows: list[dict[str, Any]] = []
    awards: list[dict[str, Any]] = []
    in_force: list[Row] = []
    few = [random.choice([-50, -100, 50, 110, 140, 170, 420, -420, 620, -620, 0, 400, 90]) for _ in range(4)]
    for session in ["1", "2"][: random.choice([1, 1, 2])]:
        for section in ["A", "B"][: random.choice([1, 2])]:
            tables = random.randint(1, 5)
            for number in range(1, random.randint(2, 5)):
                in_round = str((number + 1) // 2)
                board = (number + 1) % 2 + 1 if swiss else number
                vulnerable = vulnerability(board)
                possible = sorted(law77.possible_scores(vulnerable))
                shift = random.randrange(tables)
                for table in range(tables):
                    if random.random() < 0.08:
                        continue
                    ns, ew = str(table + 1), str((table + shift) % tables + (1 if options.winners == 2 else 101))
                    if options.one_field and section == "B":
                        ns, ew = f"5{ns}", f"5{ew}"
                    score: int | None = random.choice(few)
                    if score not in possible:
                        score = random.choice(possible)
                    chance = random.random()
                    if chance < 0.06:
                        score = None
                    cells = (len(rows) + 1, session, section, in_round, board, ns, ew, score)
                    row: dict[str, Any] = dict(zip(COLUMNS, cells, strict=True))
                    sits_out = 0.06 <= chance < 0.1
                    if sits_out:
                        row["score"] = score = None
                        row[random.choice(["ns", "ew"])] = None
                    given: dict[str, Any] = {}
                    if not sits_out and random.random() < 0.25:
                        given = _award(random, possible, options)
                        key = {name: row[name] for name in ("session", "section", "round", "board", "ns")}
                        awards.append({"line": len(awards) + 1, **key, **given})
                    rows.append(row)
                    in_force.append(_in_force(row, given, sits_out, options))
    for each in awards:
        each.setdefault("non_offending", None)
    return RandomEvent(options, rows, awards, in_force)


def _award(random: Random, possible: list[int], options: BulkOptions) -> dict[str, Any]:
    def one() -> str:
        kind = random.random()
        if kind < 0.5:
            return _mixture(random, possible)
        if kind < 0.6:
            return f"{random.choice(possible):+d}"
        if kind < 0.85:
            return random.choice(["A+", "A", "A-"])
        if kind < 0.93:
            return (
                random.choice(["60%", "45%"])
                if options.scoring == "matchpoints"
                else random.choice(["+3 IMP", "-2 IMP"])
            )
        return "np"

    first = one()
    found: dict[str, Any] = {"award_ns": first, "award_ew": first if random.random() < 0.5 else one()}
    if random.random() < 0.2:
        found[random.choice(["award_ns", "award_ew"])] = None
    if random.random() < 0.5:
        found["non_offending"] = random.choice(["ns", "ew", "both", "none"])
    return found


def _mixture(random: Random, possible: list[int]) -> str:
    count = random.choice([2, 2, 3])
    parts = [random.randint(1, 5) for _ in range(count)]
    scores = [random.choice(possible) for _ in range(count)]
    texts = [f"{score:+d}" if score else "0" for score in scores]
    return "; ".join(f"{Fraction(part, sum(parts))} {text}" for part, text in zip(parts, texts, strict=True))


def contestant(row: dict[str, Any], side: Side, options: BulkOptions) -> str:
    """What the engine calls the pair that bulk knows by section, direction and number."""
    number = row["ns"] if side is Side.NS else row["ew"]
    section = "" if options.one_field else row["section"]
    return f"{section}:{number}:{side.value if options.winners == 2 else ''}"


def _in_force(row: dict[str, Any], given: dict[str, Any], sits_out: bool, options: BulkOptions) -> Row:
    score = row["score"]
    result: Award = NotScored(expected=not sits_out) if score is None else parse_award(f"{score:+d}" if score else "0")
    seats: BySide[tuple[str, ...]] = BySide.of(
        lambda side: (contestant(row, side, options),) if row["ns" if side is Side.NS else "ew"] is not None else ()
    )
    table = TableResult(
        str(row["line"]), result, seats, board=row["board"], session=row["session"], section=row["section"],
        round=row["round"],
    )  # fmt: skip
    if not given:
        return Row(table, BySide(result, result))
    awards = BySide.of(
        lambda side: (
            parse_award(given[f"award_{side.value.lower()}"]) if given[f"award_{side.value.lower()}"] else result
        )
    )
    named = given.get("non_offending")
    sides = None if named is None else BySide(named in ("ns", "both"), named in ("ew", "both"))
    return Row(table, awards, f"r{row['line']}", sides)
