"""Random small events of every form, always valid: the travellers as CSV, the rulings as TOML, the options.

The options are those of `reference.evaluate_event`. Left out on purpose, because nobody has settled them: two rulings
on one row or on both rooms of a board, rulings on a row that was played in the wrong direction, fields with one table.
"""

from __future__ import annotations

import csv
import io
import json
from typing import Any, TypeAlias

from hypothesis import strategies as st

import cases

Event: TypeAlias = tuple[str, str, dict[str, Any]]
Cells: TypeAlias = dict[str, str]

EVENT_SETTINGS: dict[str, tuple[object, ...]] = {
    "field": ("event", "section"),
    "rank_on": ("exact", "rounded"),
    "session_score": ("session", "match", "stage", "off"),
    "session_basis": ("real-boards", "other-boards"),
}
UNITS = {"matchpoints": "matchpoints", "bam": "matchpoints", "total-points": "points"}
PAIR_SCORINGS = ("matchpoints", "matchpoints", "butler", "cross-imps")
PHANTOMS = ("", "0", "phantom", "-")
PLAYED = tuple(each for each in cases.OUTCOMES if each[0] not in "+-0")
POINTS = tuple(each for each in cases.OUTCOMES if each[0] in "+-0")


@st.composite
def events(draw: st.DrawFn, form: str | None = None) -> Event:
    """An event of that form, else of any."""
    chosen = form or draw(st.sampled_from(("pairs", "pairs", "individual", "swiss-pairs", "teams", "teams")))
    return draw(team_events() if chosen == "teams" else pair_events(chosen))


# --- pairs, individuals, Swiss pairs ----------------------------------------------------------


@st.composite
def pair_events(draw: st.DrawFn, form: str) -> Event:
    """Every table plays the same boards; in each round the other seats move on by one table or more."""
    scorings = PAIR_SCORINGS if form == "swiss-pairs" else (*PAIR_SCORINGS, "total-points")
    scoring = draw(st.sampled_from(scorings))
    unit = UNITS.get(scoring, "imps")
    changes = draw(settings())
    if form == "swiss-pairs":
        scales = ("ebu-swiss-pairs",) if scoring == "matchpoints" else ("wbf-continuous", "wbf-discrete")
        changes["vp_scale"] = draw(st.sampled_from(scales))
    winners = draw(st.sampled_from((1, 1, 2))) if form == "pairs" else 1
    seating = Seating(form, winners, winners == 2 and draw(st.booleans()), draw(st.sampled_from((1, 1, 2))))
    sessions = draw(st.sampled_from((1, 1, 2)))
    sizes = [draw(st.integers(2, 6 // seating.sections)) for _ in range(seating.sections)]
    phantoms = [size > 2 and draw(st.integers(0, 2)) == 0 for size in sizes]
    restart = draw(st.booleans())
    boards_a_round = draw(st.integers(1, 3))

    rows: list[Cells] = []
    rulings: list[dict[str, Any]] = []
    round_number = 0
    number = 0
    for session in range(1, sessions + 1):
        number = 0 if restart else number
        for i in range(draw(st.integers(2, 6 // sessions))):
            number += 1
            round_number += i % boards_a_round == 0
            groups = draw(groups_of(scoring, changes))
            for section, size in enumerate(sizes):
                for table in range(size):
                    row = {"board": str(number), "round": str(round_number), "table": str(table + 1)}
                    row["session"] = str(session) if sessions > 1 else ""
                    row["section"] = "AB"[section] if seating.sections > 1 else ""
                    row |= seating.seats(table, round_number, size)
                    turned = form != "individual" and winners == 1 and draw(st.booleans())
                    if turned:
                        row["ns"], row["ew"] = row["ew"], row["ns"]
                    if phantoms[section] and seating.sit_out(row, size, draw(st.sampled_from(PHANTOMS))):
                        rows.append(row)
                        continue
                    if groups != ("",):
                        row["group"] = draw(st.sampled_from(groups))
                    ruling = draw(fill(row, unit, may_cancel=i > 0))
                    if ruling:
                        rulings += draw(on_the_table(ruling, row, seating.reference(row), len(rulings)))
                    rows.append(row)
    names = sorted({name for row in rows for name in seating.names(row)})
    vp = form == "swiss-pairs"
    more = draw(amounts(names, "vp" if vp else unit, [row["session"] for row in rows]))
    options: dict[str, Any] = {"form": form, "scoring": scoring, "winners": winners}
    return draw(together(rows, rulings, more, changes, options))


class Seating:
    """Who sits where, and how the rulings call them."""

    def __init__(self, form: str, winners: int, shared: bool, sections: int) -> None:
        self.form = form
        self.winners = winners
        self.shared = shared
        self.sections = sections

    def columns(self) -> tuple[str, ...]:
        """The columns of those who sit at a table."""
        return ("n", "e", "s", "w") if self.form == "individual" else ("ns", "ew")

    def seats(self, table: int, round_number: int, size: int) -> Cells:
        """The numbers at a table in a round."""
        result: Cells = {}
        for place, column in enumerate(self.columns()):
            first = 0 if self.shared else place * size
            result[column] = str(first + (table + place * round_number) % size + 1)
        return result

    def sit_out(self, row: Cells, size: int, phantom: str) -> bool:
        """Replace the last number of the section by nobody; whether there was one at this table."""
        last = str(size if self.shared else len(self.columns()) * size)
        columns = self.columns()[-1:] if self.shared else self.columns()
        for column in columns:
            if row[column] == last:
                row[column] = phantom
                return True
        return False

    def name(self, row: Cells, column: str) -> str:
        """The id of a contestant: section, number, direction."""
        return row["section"] + row[column] + (column.upper() if self.shared else "")

    def names(self, row: Cells) -> list[str]:
        """The ids at a table."""
        return [self.name(row, column) for column in self.columns() if row[column] not in PHANTOMS]

    def reference(self, row: Cells) -> list[dict[str, str]]:
        """The ways to name a row in a ruling, besides its board."""
        session = {"session": row["session"]} if row["session"] else {}
        section = {"section": row["section"]} if row["section"] else {}
        people = {column: self.name(row, column) for column in self.columns()}
        return [session | people, session | section | {"round": row["round"], "table": row["table"]}]


@st.composite
def groups_of(draw: st.DrawFn, scoring: str, changes: dict[str, object]) -> tuple[str, ...]:
    """The groups of a board, now and then more than one."""
    if scoring == "total-points" or changes.get("artificial_top") == "own":
        return ("",)
    return draw(st.sampled_from((("",), ("",), ("",), ("", "b"), ("a", "b", "c"))))


@st.composite
def fill(draw: st.DrawFn, row: Cells, unit: str, may_cancel: bool) -> dict[str, Any] | None:
    """Put down what happened at a table; the award of a ruling if there is to be one."""
    kinds = ["played"] * 7 + ["ruling"] * 4 + ["np", "wrong", "awards", *(["cancelled"] if may_cancel else [])]
    kind = draw(st.sampled_from(kinds))
    if kind == "np":
        row["result"] = "np"
        return None
    if kind in ("wrong", "cancelled"):
        row["remark"] = "wrong direction" if kind == "wrong" else "cancelled"
    row |= draw(results())
    if kind == "awards":
        award = cases.mixtures() if unit == "points" else st.one_of(cases.mixtures(), cases.artificial(unit))
        for side in draw(st.sampled_from((("ns",), ("ew",), ("ns", "ew")))):
            row[f"award_{side}"] = draw(award)
    return draw(awards(row, unit)) if kind == "ruling" else None


@st.composite
def results(draw: st.DrawFn) -> Cells:
    """A result in one of the ways in which a row can say it."""
    way = draw(st.sampled_from(("result", "contract", "score", "weighted")))
    if way == "result":
        return {"result": draw(st.sampled_from(cases.OUTCOMES))}
    if way == "weighted" and draw(st.integers(0, 3)) == 0:
        return {"result": draw(cases.mixtures())}
    if way == "score":
        points = draw(st.sampled_from(POINTS))
        return {"score": points.lstrip("+") if draw(st.booleans()) else points}
    outcome = draw(st.sampled_from(PLAYED))
    if outcome == "pass":
        return {"contract": "pass", "declarer": "", "tricks": ""}
    contract, declarer, tricks = outcome.split()
    if draw(st.booleans()):
        tricks = str(int(contract[0]) + 6 + (0 if tricks == "=" else int(tricks)))
    return {"contract": contract, "declarer": declarer, "tricks": tricks}


@st.composite
def awards(draw: st.DrawFn, row: Cells, unit: str) -> dict[str, Any]:
    """The keys of a ruling that award something; a row that could not be played gets artificial scores."""
    kinds = ["both", "split", "12C1(e)", *([] if unit == "points" else ["artificial", "fault", "one side"])]
    kind = draw(st.sampled_from(kinds))
    result: dict[str, Any] = {}
    if kind == "both":
        result["both"] = draw(cases.mixtures())
    elif kind == "split":
        award = cases.mixtures() if unit == "points" else st.one_of(cases.mixtures(), cases.artificial(unit))
        for side in draw(st.sampled_from((("ns",), ("ew",), ("ns", "ew")))):
            result[side] = draw(award)
    elif kind == "12C1(e)":
        asked = {"side": draw(st.sampled_from(("NS", "EW")))}
        result["self_inflicted"] = asked | {"normal": draw(cases.mixtures()), "expected": draw(cases.mixtures())}
    elif kind == "one side":
        result[draw(st.sampled_from(("ns", "ew")))] = draw(cases.artificial(unit))
    else:
        if kind == "fault":
            faults = st.sampled_from(("none", "partly", "direct"))
            result["fault"] = {"ns": draw(faults), "ew": draw(faults)}
        elif draw(st.booleans()):
            result["both"] = draw(cases.artificial(unit))
        else:
            result |= {"ns": draw(cases.artificial(unit)), "ew": draw(cases.artificial(unit))}
        if draw(st.booleans()):
            for column in ("contract", "declarer", "tricks", "score"):
                row.pop(column, None)
            row["result"] = "np"
    if draw(st.booleans()):
        damage = result.get("self_inflicted")
        sides = ("NS", "EW", "both", "none") if damage is None else (str(damage["side"]).upper(), "both")
        result["non_offending"] = draw(st.sampled_from(sides))
    if draw(st.integers(0, 4)) == 0:
        result["vulnerable"] = draw(st.sampled_from(("none", "ns", "ew", "all")))
    return result


@st.composite
def on_the_table(
    draw: st.DrawFn, award: dict[str, Any], row: Cells, references: list[dict[str, str]], count: int
) -> list[dict[str, Any]]:
    """The ruling on a row, now and then after one that it replaces."""
    where = {"board": int(row["board"]), "table": draw(st.sampled_from(references))}
    ruling = {"id": str(count + 1), **where, **award}
    if draw(st.integers(0, 5)) > 0:
        return [ruling]
    earlier = {"id": f"{count + 1}-first", **where, "both": draw(st.sampled_from(cases.OUTCOMES))}
    return [earlier, ruling | {"replaces": earlier["id"]}]


# --- teams ------------------------------------------------------------------------------------


@st.composite
def team_events(draw: st.DrawFn) -> Event:
    """Teams meet in rounds of a few boards; with three of them one has a bye."""
    scoring = draw(st.sampled_from(("imps", "imps", "bam")))
    unit = UNITS.get(scoring, "imps")
    changes = draw(settings())
    changes["vp_scale"] = draw(st.sampled_from(("wbf-continuous", "wbf-discrete")))
    knockout = draw(st.sampled_from((False, False, True)))
    teams = draw(st.sampled_from((2, 3, 4, 4)))
    sessions = draw(st.sampled_from((1, 1, 2)))
    columns = draw(st.sampled_from(("round", "match", "long match")))
    rows: list[Cells] = []
    rulings: list[dict[str, Any]] = []
    number, round_number = 0, 0
    meetings: list[tuple[str, ...]] = []
    for session in range(1, sessions + 1):
        for _ in range(draw(st.integers(1, 2))):
            round_number += 1
            pairings = ROUNDS[teams][(round_number - 1) % len(ROUNDS[teams])]
            boards = range(number + 1, number + 1 + draw(st.integers(1, 3)))
            number = boards[-1]
            for home, away in pairings:
                if draw(st.booleans()):
                    home, away = away, home
                meeting = (*sorted((home, away)), *([] if columns == "long match" else [str(round_number)]))
                if meeting not in meetings:
                    meetings.append(meeting)
                for board in boards:
                    common = {"board": str(board), "round": str(round_number)}
                    common["session"] = str(session) if sessions > 1 else ""
                    common["match"] = "" if columns == "round" else str(meetings.index(meeting) + 1)
                    if "" in (home, away):
                        rows.append(common | {"room": "open", "ns": home, "ew": away})
                        continue
                    both = [
                        common | {"room": "open", "ns": home, "ew": away},
                        common | {"room": "closed", "ns": away, "ew": home},
                    ]
                    rulings += draw(team_board(both, unit, len(rulings), may_cancel=board > boards[0]))
                    rows += both
    names = sorted({row[side] for row in rows for side in ("ns", "ew") if row[side]})
    vp = scoring == "imps" and not knockout
    more = draw(amounts(names, "vp" if vp else unit, [""], top=False))
    return draw(together(rows, rulings, more, changes, {"form": "teams", "scoring": scoring, "knockout": knockout}))


ROUNDS: dict[int, list[list[tuple[str, str]]]] = {
    2: [[("1", "2")]],
    3: [[("1", "2"), ("3", "")], [("2", "3"), ("1", "")], [("3", "1"), ("2", "")]],
    4: [[("1", "2"), ("3", "4")], [("1", "3"), ("2", "4")], [("1", "4"), ("2", "3")]],
}


@st.composite
def team_board(draw: st.DrawFn, both: list[Cells], unit: str, count: int, may_cancel: bool) -> list[dict[str, Any]]:
    """Fill both rooms; at most one of them has a ruling."""
    kinds = ["played"] * 4 + ["ruling"] * 4 + ["np", "np in one room", "awards", *(["cancelled"] if may_cancel else [])]
    kind = draw(st.sampled_from(kinds))
    for row in both:
        row |= draw(results())
    place = draw(st.integers(0, 1))
    row = both[place]
    if kind == "cancelled":
        for each in both:
            each["remark"] = "cancelled"
    elif kind in ("np", "np in one room"):
        for each in both if kind == "np" else [row]:
            for column in ("contract", "declarer", "tricks", "score"):
                each.pop(column, None)
            each["result"] = "np"
    elif kind == "awards":
        for side in draw(st.sampled_from((("ns",), ("ew",), ("ns", "ew")))):
            row[f"award_{side}"] = draw(st.one_of(cases.mixtures(), cases.artificial(unit)))
    elif kind == "ruling":
        award = draw(awards(row, unit))
        session = {"session": row["session"]} if row["session"] else {}
        references = [session | {"room": row["room"], "ns": row["ns"], "ew": row["ew"]}]
        if row["match"]:
            references.append(session | {"room": row["room"], "match": row["match"]})
        return draw(on_the_table(award, row, references, count))
    return []


# --- what all have ----------------------------------------------------------------------------


@st.composite
def settings(draw: st.DrawFn) -> dict[str, object]:
    """Settings of boards, and those of events."""
    changes = draw(cases.settings())
    keys = draw(st.lists(st.sampled_from(sorted(EVENT_SETTINGS)), unique=True))
    return changes | {key: draw(st.sampled_from(EVENT_SETTINGS[key])) for key in keys}


@st.composite
def amounts(
    draw: st.DrawFn, names: list[str], unit: str, sessions: list[str], top: bool = True
) -> dict[str, list[dict[str, Any]]]:
    """Penalties, carry-overs and awards in victory points, now and then."""
    plain = {
        "matchpoints": ("2.5", "1/3", "0"),
        "imps": ("3", "1.5 IMP", "1/4"),
        "vp": ("1", "0.5 VP", "1/3"),
        "points": ("50", "100"),
    }[unit]
    result: dict[str, list[dict[str, Any]]] = {}
    for key, choices in (
        ("penalty", (*plain, "10%", "25%") if unit == "matchpoints" and top else plain),
        ("carry_over", (*plain, f"-{plain[0]}")),
        ("victory_points", ("12", "60%", "7.25 VP") if unit == "vp" else ()),
    ):
        result[key] = []
        for _ in range(draw(st.sampled_from((0, 0, 1, 2))) if choices else 0):
            entry = {"contestant": draw(st.sampled_from(names)), "amount": draw(st.sampled_from(choices))}
            if key == "penalty" and draw(st.booleans()):
                entry["session"] = draw(st.sampled_from(sorted(set(sessions))))
            result[key].append({name: value for name, value in entry.items() if value})
    return result


@st.composite
def together(
    draw: st.DrawFn,
    rows: list[Cells],
    rulings: list[dict[str, Any]],
    more: dict[str, list[dict[str, Any]]],
    changes: dict[str, object],
    options: dict[str, Any],
) -> Event:
    """Write the files; some of the settings may stand in the rulings file, and what is the default may be left out."""
    in_file = {key: value for key, value in changes.items() if draw(st.integers(0, 4)) == 0}
    given = {key: value for key, value in changes.items() if key not in in_file}
    repeated = draw(st.booleans())
    if repeated:
        given |= {key: value for key, value in changes.items() if key in in_file}
    lines: list[str] = []
    for key, entries in {"ruling": rulings, **more}.items():
        for entry in entries:
            lines += ["", f"[[{key}]]", *(f"{name} = {toml(value)}" for name, value in entry.items())]
    if in_file:
        lines += ["", "[settings]", *(f"{name} = {toml(value)}" for name, value in in_file.items())]
    defaults = {"form": options["form"], "scoring": "matchpoints", "winners": 1, "knockout": False}
    if options["form"] == "teams":
        defaults["scoring"] = "imps"
    if options["form"] != "swiss-pairs" and draw(st.booleans()):
        options = {key: value for key, value in options.items() if value != defaults[key]}
    header = list(dict.fromkeys(column for row in rows for column in row if any(each.get(column) for each in rows)))
    text = io.StringIO()
    if "contract" in header:  # the three columns go together
        header += [column for column in ("declarer", "tricks") if column not in header]
    writer = csv.DictWriter(text, header, lineterminator="\n", extrasaction="ignore", restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue(), "\n".join(lines) + "\n", options | {"settings": given}


def toml(value: object) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)
