"""Random boards, matches and settings, in the form of conformance cases: both engine and reference read that."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

OUTCOMES = (
    "+420", "+400", "+170", "+150", "-50", "-100", "+620", "0", "+140", "-420",
    "4H N =", "3NT S -1", "4Sx E -2", "pass", "1NTx W =", "6S N =",
)  # fmt: skip
VULNERABLE = ("none", "ns", "ew", "all")
SIDES = ("NS", "ew", "both", "none")
TEAMS = ("home", "away", "both", "none")
ROOMS = ("open", "closed")

SETTINGS: dict[str, tuple[object, ...]] = {
    "matchpoints_per_win": (1,),
    "imp_factoring": ("expected",),
    "factoring": ("tie-with-average", "proportional", "none"),
    "artificial_top": ("own",),
    "small_groups": ("ebu", "acbl-1991"),
    "few_results": ("percentages",),
    "adjusted_field": ("excluded",),
    "split_field": ("half-weights",),
    "self_inflicted_field": ("normal", "actual"),
    "rounding": ("favour-non-offending", "half-away-from-average", "half-towards-average"),
    "rounding_unit": ({"matchpoints": "1", "imps": "1/4", "vp": "0.01"},),
    "line_rounding": ("0.1", "0.01"),
    "average_plus_percent": (65, "61.3"),
    "average_minus_percent": (35,),
    "average_plus_imps": (2,),
    "average_imps_per": ("comparison",),
    "butler_trim": ("1", "2", "5%", "10%", "median"),
    "butler_round_to": (1, 20),
    "butler_tie": ("even",),
    "butler_weighted": ("excluded",),
    "cross_imps_divisor": ("tables", "root", "sum"),
    "imp_cap": (17,),
    "session_score": ("off",),
    "session_basis": ("other-boards",),
    "average_plus_limit": (1, 2),
    "after_limit": ("not-scored",),
    "knockout_average": (False,),
    "vp_margin": ("round-board", "round-match", "interpolate"),
}

MATCH_SETTINGS: dict[str, tuple[object, ...]] = {
    "eights": ("average", "sum", "total"),
    "aggregate_points": ("4/3", "1", "2", "0.7", "5/2"),
    "aggregate_unit": ("none", "1/2", "1"),
}

SCALES = (
    ("wbf-continuous", 1, 40),
    ("wbf-discrete", 1, 48),
    ("wbf-discrete-10", 2, 40),
    ("acbl-20", 6, 11),
    ("acbl-30", 6, 11),
)


@st.composite
def settings(draw: st.DrawFn) -> dict[str, object]:
    """Some settings that differ from the default; each is as often left alone as changed."""
    keys = draw(st.lists(st.sampled_from(sorted(SETTINGS)), unique=True, max_size=8))
    return {key: draw(st.sampled_from(SETTINGS[key])) for key in keys}


@st.composite
def mixtures(draw: st.DrawFn, most: int = 4) -> str:
    """A result, or several with weights that add up to 1."""
    outcomes = draw(st.lists(st.sampled_from(OUTCOMES), min_size=1, max_size=most))
    if len(outcomes) == 1:
        return outcomes[0]
    parts = draw(st.lists(st.integers(1, 6), min_size=len(outcomes), max_size=len(outcomes)))
    return "; ".join(f"{part}/{sum(parts)} {outcome}" for part, outcome in zip(parts, outcomes, strict=True))


def artificial(unit: str) -> st.SearchStrategy[str]:
    """An artificial score that has a value in the unit."""
    fixed = ("60%", "47.5%") if unit == "matchpoints" else ("+3 IMP", "-2.5 IMP")
    return st.sampled_from(("A+", "A", "A-", *fixed))


def grades(unit: str) -> st.SearchStrategy[str]:
    """An artificial score whose flat value no other one has, so that the lower of two is always one of them."""
    return st.sampled_from(("A+", "A", "A-", "47.5%" if unit == "matchpoints" else "-2.5 IMP"))


@st.composite
def tables(draw: st.DrawFn, id: str, unit: str, groups: tuple[str, ...]) -> dict[str, Any]:
    """One table: played, assigned, weighted, split, artificial, not played or 12C1(e)."""
    table: dict[str, Any] = {"id": id}
    award = mixtures() if unit == "points" else st.one_of(mixtures(), artificial(unit))
    kind = draw(st.sampled_from(("played", "played", "both", "split", "artificial", "np", "12C1(e)")))
    if kind == "both":
        table["both"] = draw(mixtures())
    elif kind == "split":
        table["result"] = draw(st.sampled_from(OUTCOMES))
        for side in draw(st.sampled_from((("ns",), ("ew",), ("ns", "ew")))):
            table[side] = draw(award)
    elif kind == "artificial" and unit != "points":
        table["both"] = draw(artificial(unit))
    elif kind == "np":
        table["both"] = "np"
    elif kind == "12C1(e)":
        table["result"] = draw(mixtures())
        asked = {"side": draw(st.sampled_from(("ns", "EW")))}
        table["self_inflicted"] = asked | {"normal": draw(mixtures()), "expected": draw(mixtures())}
    else:
        table["result"] = draw(st.sampled_from(OUTCOMES))
    if groups != ("",):
        table["group"] = draw(st.sampled_from(groups))
    if draw(st.booleans()):
        table["non_offending"] = draw(st.sampled_from(SIDES))
    return table


@st.composite
def boards(
    draw: st.DrawFn, scoring: str | None = None, changed: dict[str, object] | None = None
) -> tuple[dict[str, Any], dict[str, object]]:
    """`given` and `settings` of a case of the kind board."""
    method = scoring or draw(
        st.sampled_from(("matchpoints", "matchpoints", "butler", "cross-imps", "bam", "total-points"))
    )
    unit = {"matchpoints": "matchpoints", "bam": "matchpoints", "total-points": "points"}.get(method, "imps")
    changes = draw(settings()) if changed is None else changed
    # Which top is a board's own, for an artificial score in a group without a result, is nobody's question.
    single = method == "bam" or changes.get("artificial_top") == "own"
    groups = ("",) if single else draw(st.sampled_from((("",), ("",), ("a", "b"), ("a", "b", "c"))))
    size = 2 if method == "bam" else draw(st.integers(1, 9))
    rows = [draw(tables(f"t{place}", unit, groups)) for place in range(size)]
    if method != "bam":
        for row in rows:
            if draw(st.integers(0, 4)) == 0:
                row["times"] = draw(st.integers(2, 4))
    given: dict[str, Any] = {"scoring": method, "vulnerable": draw(st.sampled_from(VULNERABLE)), "tables": rows}
    if draw(st.booleans()):
        given["expected"] = sum(row.get("times", 1) for row in rows) + draw(st.integers(0, 3))
    return given, changes


@st.composite
def damage(draw: st.DrawFn) -> dict[str, str]:
    """12C1(e) in a room."""
    return {"side": draw(st.sampled_from(("home", "away"))), "normal": draw(mixtures()), "expected": draw(mixtures())}


def room_keys(pairs: int) -> list[str]:
    """The keys of the rooms of a board of a match: so many open ones, and as many closed ones."""
    return [f"{room}{'' if number == 1 else f'_{number}'}" for number in range(1, pairs + 1) for room in ROOMS]


@st.composite
def match_boards(draw: st.DrawFn, unit: str, pairs: int = 1) -> dict[str, Any]:
    """One board of a match with so many open and closed rooms."""
    keys = room_keys(pairs)
    rooms = {key: draw(mixtures(most=4 if pairs == 1 else 2)) for key in keys}
    names = [f"{key}_{team}" for key in keys for team in ("home", "away")]
    kinds = ("played", "split", "artificial", "one-sided", "np", "rooms", "12C1(e)", "12C1(e)", "12C1(e) twice")
    kind = draw(st.sampled_from(kinds))
    if kind == "split":
        split = draw(st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True))
        result: dict[str, Any] = rooms | {name: draw(mixtures()) for name in split}
    elif kind == "artificial":
        result = {"home": draw(artificial(unit)), "away": draw(artificial(unit))}
    elif kind == "one-sided":
        result = rooms | {draw(st.sampled_from(("home", "away"))): draw(artificial(unit))}
    elif kind == "np":
        result = {"home": "np", "away": draw(artificial(unit))}
    elif kind == "rooms":  # artificial scores, or nothing, in one room or in several
        result = dict(rooms)
        for name in draw(st.lists(st.sampled_from((*names, *keys)), min_size=1, max_size=6, unique=True)):
            result[name] = draw(st.one_of(grades(unit), grades(unit), st.just("np")))
    elif kind == "12C1(e)":
        room = draw(st.sampled_from(keys))
        result = {**rooms, "self_inflicted": {"room": room.replace("_", " "), **draw(damage())}}
        other = draw(st.sampled_from([key for key in keys if key != room]))
        for team in draw(st.sampled_from(((), (), ("home",), ("away",), ("home", "away")))):
            result[f"{other}_{team}"] = draw(st.one_of(mixtures(), grades(unit)))
    elif kind == "12C1(e) twice":  # or three times, where there are so many rooms
        order = draw(st.permutations(sorted(rooms)))[: draw(st.integers(2, min(3, len(rooms))))]
        asked = [{"room": room.replace("_", " "), **draw(damage())} for room in order]
        result = {**rooms, "self_inflicted": asked}
    else:
        result = dict(rooms)
    if draw(st.booleans()):
        result["non_offending"] = draw(st.sampled_from(TEAMS))
    return result


@st.composite
def matches(draw: st.DrawFn, further: bool = False) -> tuple[dict[str, Any], dict[str, object]]:
    """`given` and `settings` of a case of the kind match; `further`: also Patton, and teams of eight and twelve."""
    scoring = draw(st.sampled_from(("imps", "imps", "bam", *(("patton", "patton") if further else ()))))
    unit = "imps" if scoring == "imps" else "matchpoints"
    pairs = draw(st.sampled_from((1, 1, 2, 2, 3))) if further else 1
    given: dict[str, Any] = {
        "scoring": scoring,
        "form": draw(st.sampled_from(("match", "knockout"))),
        "vulnerable": draw(st.sampled_from(VULNERABLE)),
        "results": draw(st.lists(match_boards(unit, pairs), min_size=1, max_size=6)),
        "carry": draw(st.sampled_from((0, 3, "-5", "1/2"))),
    }
    if scoring == "imps":
        name, fewest, most = draw(st.sampled_from(SCALES))
        given |= {"scale": name, "boards": draw(st.integers(fewest, most))}
    changes = draw(settings())
    return given, changes | draw(match_settings()) if further else changes


@st.composite
def match_settings(draw: st.DrawFn) -> dict[str, object]:
    """The settings of teams of eight and of Patton."""
    keys = draw(st.lists(st.sampled_from(sorted(MATCH_SETTINGS)), unique=True))
    return {key: draw(st.sampled_from(MATCH_SETTINGS[key])) for key in keys}
