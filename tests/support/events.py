"""Random small events of every form, always valid: the travellers as CSV, the rulings as TOML, the options.

The options are those of `reference.evaluate_event`. Left out on purpose, because nobody has settled them: two rulings
on one row, rulings on a row that was played in the wrong direction, fields with one table, 12C1(e) beside a room that
was not played, two artificial scores of the same flat value on one board of a match, better-of awards where a result
and an average plus have tops of their own, penalties before the scale in a match of which nothing was scored.
"""

from __future__ import annotations

import csv
import io
import json
from typing import Any, TypeAlias

from hypothesis import strategies as st

from support import cases

Event: TypeAlias = tuple[str, str, dict[str, Any]]
Cells: TypeAlias = dict[str, str]

EVENT_SETTINGS: dict[str, tuple[object, ...]] = {
    "field": ("event", "section"),
    "rank_on": ("exact", "rounded"),
    "session_score": ("session", "match", "stage", "off"),
    "session_basis": ("real-boards", "other-boards"),
    "expected_results": ("scheduled", "obtained"),
}
UNITS = {"matchpoints": "matchpoints", "bam": "matchpoints", "patton": "matchpoints", "total-points": "points"}
PAIR_SCORINGS = ("matchpoints", "matchpoints", "butler", "cross-imps")
PHANTOMS = ("", "0", "phantom", "-")
MOST_OPEN_ROOMS = 2  # and as many closed ones
PLAYED = tuple(each for each in cases.OUTCOMES if each[0] not in "+-0")
POINTS = tuple(each for each in cases.OUTCOMES if each[0] in "+-0")


@st.composite
def events(draw: st.DrawFn, form: str | None = None, held: bool = False, further: bool = False) -> Event:
    """An event of that form, else of any.

    `held`: without what the files of other programs have no words for; `further`: also Patton, and teams of eight
    where files have words for them.
    """
    chosen = form or draw(st.sampled_from(("pairs", "pairs", "individual", "swiss-pairs", "teams", "teams")))
    return draw(team_events(held, further) if chosen == "teams" else pair_events(chosen, held))


# --- pairs, individuals, Swiss pairs ----------------------------------------------------------


@st.composite
def pair_events(draw: st.DrawFn, form: str, held: bool = False) -> Event:
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
    anew = form == "swiss-pairs" and not held and draw(st.booleans())  # whether numbers begin anew each round
    boards_a_round = draw(st.integers(1, 3))
    changes |= {} if held else draw(sit_outs(scoring, changes))
    better = not held and may_have_better_of(scoring, changes)

    rows: list[Cells] = []
    rulings: list[dict[str, Any]] = []
    rounds: dict[str, list[str]] = {}  # those in which a pair surely has a score
    round_number = 0
    number = 0
    for session in range(1, sessions + 1):
        number = 0 if restart else number
        for i in range(draw(st.integers(2, 6 // sessions))):
            number = 1 if anew and i % boards_a_round == 0 else number + 1
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
                    ruling = draw(fill(row, unit, may_cancel=i > 0, better=better))
                    if ruling:
                        rulings += draw(on_the_table(ruling, row, seating.reference(row, anew), len(rulings)))
                    elif is_plain(row):
                        for name in seating.names(row):
                            rounds.setdefault(name, []).append(row["round"])
                    rows.append(row)
    names = sorted({name for row in rows for name in seating.names(row)})
    vp = form == "swiss-pairs"
    more = draw(amounts(names, "vp" if vp else unit, [row["session"] for row in rows]))
    if vp and not held:
        units: tuple[str, ...] = ("0.5 MP", "10%", "25%") if scoring == "matchpoints" else ("1 IMP", "2.5 IMP")
        only = {name for name in names if len({row["round"] for row in rows if name in seating.names(row)}) == 1}
        more["penalty"] += draw(amounts_of_matches(rounds, only, units))
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

    def reference(self, row: Cells, anew: bool) -> list[dict[str, str]]:
        """The ways to name a row in a ruling, besides its board; numbers that begin anew need the round."""
        session = {"session": row["session"]} if row["session"] else {}
        section = {"section": row["section"]} if row["section"] else {}
        people = {column: self.name(row, column) for column in self.columns()}
        if anew:
            people["round"] = row["round"]
        return [session | people, session | section | {"round": row["round"], "table": row["table"]}]


@st.composite
def groups_of(draw: st.DrawFn, scoring: str, changes: dict[str, object]) -> tuple[str, ...]:
    """The groups of a board, now and then more than one."""
    if scoring == "total-points" or changes.get("artificial_top") == "own":
        return ("",)
    return draw(st.sampled_from((("",), ("",), ("",), ("", "b"), ("a", "b", "c"))))


@st.composite
def sit_outs(draw: st.DrawFn, scoring: str, changes: dict[str, object]) -> dict[str, object]:
    """What a sit-out is worth, now and then."""
    choices: tuple[object, ...] = ("none", "50%", "60%", "45%")
    if scoring != "matchpoints":
        plus, minus = changes.get("average_plus_percent", 60), changes.get("average_minus_percent", 40)
        choices = ("none",) if scoring == "total-points" else ("none", "50%", f"{plus}%", f"{minus}%")
    return {"sit_out": draw(st.sampled_from(choices))} if draw(st.booleans()) else {}


def may_have_better_of(scoring: str, changes: dict[str, object]) -> bool:
    """Whether a better-of award is well-defined: the two figures must be of one top."""
    own_tops = changes.get("factoring") == "none" or changes.get("artificial_top") == "own"
    return scoring != "total-points" and not own_tops and changes.get("small_groups") != "ebu"


def is_plain(row: Cells) -> bool:
    """Whether a row has a result and nothing else."""
    return not ("remark" in row or row.get("result") == "np" or "award_ns" in row or "award_ew" in row)


def better_of() -> st.SearchStrategy[str]:
    """The better of an artificial score, mostly average plus, and a result."""
    first = st.sampled_from(("A+", "A+", "A+", "A", "A-"))
    return st.builds(lambda one, other: f"better of {one} | {other}", first, cases.mixtures())


@st.composite
def fill(draw: st.DrawFn, row: Cells, unit: str, may_cancel: bool, better: bool) -> dict[str, Any] | None:
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
        if better:
            award = st.one_of(award, better_of())
        for side in draw(st.sampled_from((("ns",), ("ew",), ("ns", "ew")))):
            row[f"award_{side}"] = draw(award)
    return draw(awards(row, unit, better)) if kind == "ruling" else None


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
def awards(
    draw: st.DrawFn, row: Cells, unit: str, better: bool, artificial: st.SearchStrategy[str] | None = None
) -> dict[str, Any]:
    """The keys of a ruling that award something; a row that could not be played gets artificial scores."""
    artificial = cases.artificial(unit) if artificial is None else artificial
    kinds = ["both", "split", "12C1(e)", *([] if unit == "points" else ["artificial", "fault", "one side"])]
    kind = draw(st.sampled_from([*kinds, *(["better of", "better of"] if better else [])]))
    result: dict[str, Any] = {}
    if kind == "both":
        result["both"] = draw(cases.mixtures())
    elif kind == "split":
        award = cases.mixtures() if unit == "points" else st.one_of(cases.mixtures(), artificial)
        for side in draw(st.sampled_from((("ns",), ("ew",), ("ns", "ew")))):
            result[side] = draw(award)
    elif kind == "better of":
        if draw(st.booleans()):
            result["both"] = draw(better_of())
        else:
            first, second = draw(st.sampled_from((("ns", "ew"), ("ew", "ns"))))
            result[first] = draw(better_of())
            if draw(st.booleans()):
                result[second] = draw(st.one_of(cases.mixtures(), artificial, better_of()))
    elif kind == "12C1(e)":
        result["self_inflicted"] = draw(damage())
    elif kind == "one side":
        result[draw(st.sampled_from(("ns", "ew")))] = draw(artificial)
    else:
        if kind == "fault":
            result["fault"] = draw(faults())
        elif draw(st.booleans()):
            result["both"] = draw(artificial)
        else:
            result |= {"ns": draw(artificial), "ew": draw(artificial)}
        if draw(st.booleans()):
            unplayed(row)
    if draw(st.booleans()):
        asked = result.get("self_inflicted")
        sides = ("NS", "EW", "both", "none") if asked is None else (str(asked["side"]).upper(), "both")
        result["non_offending"] = draw(st.sampled_from(sides))
    if draw(st.integers(0, 4)) == 0:
        result["vulnerable"] = draw(st.sampled_from(("none", "ns", "ew", "all")))
    return result


@st.composite
def damage(draw: st.DrawFn) -> dict[str, str]:
    """12C1(e)."""
    side = draw(st.sampled_from(("NS", "EW")))
    return {"side": side, "normal": draw(cases.mixtures()), "expected": draw(cases.mixtures())}


@st.composite
def faults(draw: st.DrawFn) -> dict[str, str]:
    """Who is at fault."""
    choice = st.sampled_from(("none", "partly", "direct"))
    return {"ns": draw(choice), "ew": draw(choice)}


def unplayed(row: Cells) -> None:
    """Take the result of a row away."""
    for column in ("contract", "declarer", "tricks", "score"):
        row.pop(column, None)
    row["result"] = "np"


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
def team_events(draw: st.DrawFn, held: bool = False, further: bool = False) -> Event:
    """Teams meet in rounds of a few boards; with three of them one has a bye."""
    scoring = draw(st.sampled_from(("imps", "imps", "bam", *(("patton", "patton") if further else ()))))
    unit = UNITS.get(scoring, "imps")
    pairs = draw(st.integers(1, MOST_OPEN_ROOMS)) if further else 1
    changes = draw(settings())
    if further:
        changes |= draw(cases.match_settings())
    changes["vp_scale"] = draw(st.sampled_from(("wbf-continuous", "wbf-discrete")))
    if draw(st.integers(0, 4)) == 0:
        changes["sit_out"] = "50%"  # without effect
    knockout = draw(st.sampled_from((False, False, True)))
    teams = draw(st.sampled_from((2, 3, 4, 4)))
    sessions = draw(st.sampled_from((1, 1, 2)))
    columns = draw(st.sampled_from(("round", "match", "long match")))
    rows: list[Cells] = []
    rulings: list[dict[str, Any]] = []
    sound: list[Cells] = []  # rows of boards with a result in both rooms and no ruling
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
                    here = [common | room for room in rooms_of_board(home, away, pairs)]
                    ruled = draw(team_board(here, unit, len(rulings), board > boards[0], held))
                    rulings += ruled
                    rows += here
                    if not ruled and all(map(is_plain, here)):
                        sound += here
    names = sorted({row[side] for row in rows for side in ("ns", "ew") if row[side]})
    matches, only = matches_of(rows, sound)
    vp = scoring == "imps" and not knockout
    if scoring == "imps" and knockout:  # everything belongs to a match
        more: dict[str, list[dict[str, Any]]] = {"penalty": [], "carry_over": [], "victory_points": []}
    else:
        more = draw(amounts(names, "vp" if vp else unit, [""], top=False))
    units: tuple[str, ...] = ("1", "2.5")
    if scoring == "imps":
        units = ("3 IMP", "1.5 IMP", "3", "1/4") if knockout else ("3 IMP", "1.5 IMP")
    for key in () if held else ("penalty", "carry_over"):
        more[key] += draw(amounts_of_matches(matches, only, units))
    return draw(together(rows, rulings, more, changes, {"form": "teams", "scoring": scoring, "knockout": knockout}))


def rooms_of_board(home: str, away: str, pairs: int) -> list[Cells]:
    """Who sits where on a board: the home team is N-S in the open rooms."""
    names = [key.replace("_", " ") for key in cases.room_keys(pairs)]
    return [
        {"room": name, "ns": home, "ew": away} if name.startswith("open") else {"room": name, "ns": away, "ew": home}
        for name in names
    ]


ROUNDS: dict[int, list[list[tuple[str, str]]]] = {
    2: [[("1", "2")]],
    3: [[("1", "2"), ("3", "")], [("2", "3"), ("1", "")], [("3", "1"), ("2", "")]],
    4: [[("1", "2"), ("3", "4")], [("1", "3"), ("2", "4")], [("1", "4"), ("2", "3")]],
}


@st.composite
def team_board(
    draw: st.DrawFn, rooms: list[Cells], unit: str, count: int, may_cancel: bool, held: bool
) -> list[dict[str, Any]]:
    """Fill all rooms; none, one or all of them have a ruling."""
    kinds = ["played"] * 4 + ["ruling"] * 3
    kinds += [] if held else ["both rooms"] * 3 + ["12C1(e) twice", "86B2", "86B2"]
    kinds += ["np", "np in one room", "awards", *(["cancelled"] if may_cancel else [])]
    kind = draw(st.sampled_from(kinds))
    for row in rooms:
        row |= draw(results())
    row, other = draw(st.permutations(rooms))[:2]
    given: list[tuple[Cells, dict[str, Any]]] = []
    if kind == "cancelled":
        for each in rooms:
            each["remark"] = "cancelled"
    elif kind in ("np", "np in one room"):
        for each in rooms if kind == "np" else [row]:
            unplayed(each)
    elif kind == "awards":
        award = st.one_of(cases.mixtures(), cases.artificial(unit), *([] if held else [better_of()]))
        for side in draw(st.sampled_from((("ns",), ("ew",), ("ns", "ew")))):
            row[f"award_{side}"] = draw(award)
    elif kind == "ruling":
        given = [(row, draw(awards(row, unit, better=not held)))]
        if set(given[0][1]) & {"fault", "both"} and row.get("result") == "np" and draw(st.booleans()):
            unplayed(other)
    elif kind == "both rooms":
        given = [(each, draw(awards(each, unit, better=True, artificial=cases.grades(unit)))) for each in rooms]
    elif kind == "12C1(e) twice":
        given = [(each, {"self_inflicted": draw(damage())}) for each in rooms]
    elif kind == "86B2":
        given = draw(rulings_of_86b2(row, other, unit))
    rulings: list[dict[str, Any]] = []
    for where, award_keys in given:
        session = {"session": where["session"]} if where["session"] else {}
        references = [session | {"room": where["room"], "ns": where["ns"], "ew": where["ew"]}]
        if where["match"]:
            references.append(session | {"room": where["room"], "match": where["match"]})
        rulings += draw(on_the_table(award_keys, where, references, count + len(rulings)))
    return rulings


@st.composite
def rulings_of_86b2(draw: st.DrawFn, row: Cells, other: Cells, unit: str) -> list[tuple[Cells, dict[str, Any]]]:
    """A ruling by 86B2 in one room; the other room was played, or has an assigned score, or was not played either."""
    ruling: dict[str, Any] = {"fault": draw(faults())}
    if draw(st.integers(0, 2)) > 0:
        innocent, at_fault = draw(st.sampled_from((("ns", "ew"), ("ew", "ns"))))
        ruling["fault"] = {innocent: "none", at_fault: draw(st.sampled_from(("partly", "direct")))}
    if draw(st.booleans()):
        unplayed(row)
    kinds = ["result", "result", "nothing", *(["imps", "imps"] if unit == "imps" else [])]
    kind = draw(st.sampled_from(kinds))
    if kind == "result":
        ruling["assigned"] = draw(cases.mixtures())
    elif kind == "imps":
        ruling["assigned"] = draw(st.sampled_from(("+5 IMP", "-4 IMP", "+12 IMP", "-11 IMP", "+1 IMP")))
    if kind == "nothing" or draw(st.booleans()):
        ruling["laws"] = ["86B2"]
    if draw(st.booleans()):
        ruling["non_offending"] = draw(st.sampled_from(("NS", "EW", "both", "none")))
    beside = draw(st.sampled_from(("played", "played", "assigned", "12C1(e)", "np")))
    if beside == "np" and kind != "result":
        unplayed(other)
    if beside == "assigned":
        return [(row, ruling), (other, {"both": draw(cases.mixtures())})]
    if beside == "12C1(e)":
        return [(row, ruling), (other, {"self_inflicted": draw(damage())})]
    return [(row, ruling)]


def matches_of(rows: list[Cells], sound: list[Cells]) -> tuple[dict[str, list[str]], set[str]]:
    """How each team can name each of its matches that surely has a score; and the teams that have only one match."""
    live = [row for row in rows if row["ns"] and row["ew"] and row.get("remark") != "cancelled"]
    result: dict[str, list[str]] = {}
    only: set[str] = set()
    for team in sorted({row[side] for row in live for side in ("ns", "ew")}):
        own = [row for row in live if team in (row["ns"], row["ew"])]
        keys = {id(row): (row["match"], "" if row["match"] else row["round"]) for row in own}
        if len(set(keys.values())) == 1:
            only.add(team)
        for row in own:
            if row not in sound:
                continue
            opponents = row["ew"] if row["ns"] == team else row["ns"]
            columns, rounds = {each["match"] for each in own} - {""}, {each["round"] for each in own}
            met = {keys[id(each)] for each in own if opponents in (each["ns"], each["ew"])}
            names = [row["match"]] if row["match"] else []
            names += [row["round"]] if row["round"] not in columns else []
            names += [opponents] if opponents not in columns | rounds and len(met) == 1 else []
            result.setdefault(team, []).extend(names)
    return result, only


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
def amounts_of_matches(
    draw: st.DrawFn, matches: dict[str, list[str]], only: set[str], units: tuple[str, ...]
) -> list[dict[str, Any]]:
    """Penalties or carry-overs in a match, now and then; who has only one match need not name it."""
    result: list[dict[str, Any]] = []
    for _ in range(draw(st.sampled_from((0, 0, 1, 2))) if matches else 0):
        name = draw(st.sampled_from(sorted(matches)))
        entry = {"contestant": name, "amount": draw(st.sampled_from(units))}
        if name not in only or draw(st.booleans()):
            entry["match"] = draw(st.sampled_from(matches[name]))
        result.append(entry)
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
