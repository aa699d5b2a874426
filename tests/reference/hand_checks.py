"""Figures worked out by hand, with the working; they hold the reference itself to account."""

from fractions import Fraction
from typing import Any

from .evaluation import evaluate


def board(tables: list[dict[str, Any]], scoring: str = "matchpoints", **settings: Any) -> Any:
    """Score a board and return everything about it."""
    return evaluate("board", {"scoring": scoring, "tables": tables}, settings)


def figures(result: Any, side: str) -> list[Fraction | None]:
    """Return one side's figures in the order of the rows."""
    return [line[side] for line in result["tables"].values()]


def exact(*numbers: str) -> list[Fraction]:
    """Return the numbers as fractions."""
    return [Fraction(each) for each in numbers]


def rows(*awards: str, **more: str) -> list[dict[str, Any]]:
    """Make rows of plain results, named after their place."""
    return [{"id": str(i), "result": each, **more} for i, each in enumerate(awards)]


HALVES = "50% +420; 50% -50"


def weighted_on_a_factored_board() -> None:
    """E = 4, A = 3: M is 1/2 + 1, 3/2 + 2 and 1; each (4/3)(M + 1) - 1; they total A(E - 1) = 9."""
    artificial = {"id": "z", "ns": "A+", "ew": "A-"}
    result = board([{"id": "x", "both": HALVES}, *rows("+420", "+170"), artificial])
    assert figures(result, "ns") == exact("7/3", "5", "5/3", "18/5")
    assert figures(result, "ew") == exact("11/3", "1", "13/3", "12/5")
    assert result["chart_ns"] == {420: 5, 170: Fraction(5, 3), -50: Fraction(-1, 3)}


def own_number_of_results_in_each_direction() -> None:
    """N-S have an artificial score at x, so A is 2 for N-S and 3 for E-W; E = 3."""
    result = board([{"id": "x", "result": "+430", "ns": "60%"}, *rows("+420", "+170")])
    assert figures(result, "ns") == exact("12/5", "7/2", "1/2")
    assert figures(result, "ew") == exact("0", "2", "4")


def half_weights() -> None:
    """One chart 450: 1/2, 430: 1, 420: 1/2, 400: 1; E-W's own award reads 2*0 + 1/2 - 1."""
    tables = [{"id": "x", "ns": "+420", "ew": "+450"}, *rows("+430", "+400")]
    result = board(tables, split_field="half-weights")
    assert figures(result, "ns") == exact("3/2", "3", "0")
    assert figures(result, "ew") == exact("-1/2", "1", "4")
    # two charts: +420 beats +400 only; +450 loses to both
    result = board(tables)
    assert figures(result, "ns") == exact("2", "4", "0")
    assert figures(result, "ew") == exact("0", "2", "4")


def excluded() -> None:
    """The chart of the other three is 4, 2, 0; x reads (4 + 0)/2 = 2; all are factored by 4/3."""
    tables = [{"id": "x", "both": HALVES}, *rows("+420", "+170", "-50")]
    result = board(tables, adjusted_field="excluded")
    assert figures(result, "ns") == exact("3", "17/3", "3", "1/3")
    assert result["frequencies_ns"] == {420: 1, 170: 1, -50: 1}
    # +300 does not occur: 2 * 2 + 0 - 1 = 3, and the split row is left out of both directions
    tables = [{"id": "x", "ns": "+300", "ew": "+420"}, *rows("+420", "+170", "-50")]
    result = board(tables, adjusted_field="excluded")
    assert figures(result, "ns")[0] == Fraction(4, 3) * 4 - 1
    assert figures(result, "ew")[0] == Fraction(4, 3) * 1 - 1
    # an assigned score that is one result for both sides stays in
    tables = [{"id": "x", "result": "+450", "both": "+300"}, *rows("+420", "+170", "-50")]
    assert figures(board(tables, adjusted_field="excluded"), "ns") == exact("4", "6", "2", "0")


def fouled_groups_with_ties() -> None:
    """E = 12; the two that tie have M = 1: formula (12/2)(2) - 1 = 11, percentages 60% of 22."""
    tables = [
        {"id": "a", "result": "+420", "times": 10, "group": "a"},
        {"id": "b", "result": "+170", "times": 2, "group": "b"},
    ]
    for side in ("ns", "ew"):
        assert figures(board(tables), side) == exact("11", "11")
        assert figures(board(tables, small_groups="ebu"), side) == exact("11", "66/5")
        assert figures(board(tables, small_groups="acbl-1991"), side) == exact("11", "66/5")
    # three groups of 3 in E = 9: none is above E/3 (ebu), all are the largest (acbl-1991);
    # +420 twice and -50 once have M = 3, 3, 0, that is 65, 65, 50% of 16
    tables = [{"id": f"{g}{i}", "result": s, "group": g} for g in "abc" for i, s in enumerate(("+420", "+420", "-50"))]
    assert figures(board(tables, small_groups="ebu"), "ns") == exact("52/5", "52/5", "8") * 3
    # E-W: M = 1, 1, 4, that is 55, 55, 70%
    assert figures(board(tables, small_groups="ebu"), "ew") == exact("44/5", "44/5", "56/5") * 3
    assert figures(board(tables, small_groups="acbl-1991"), "ns") == exact("11", "11", "2") * 3


def butler_trimmed_with_a_weighted_row() -> None:
    """-100: 1/2, -50: 1, 400: 1, 420: 3/2; 1 off each end leaves -50: 1/2, 400: 1, 420: 1/2."""
    tables = [{"id": "x", "both": "50% +420; 50% -100"}, *rows("+420", "+400", "-50")]
    result = board(tables, "butler", butler_trim="1")  # mean 585/2, datum 290
    assert result["datum"] == {"ns": 290, "ew": 290}
    assert figures(result, "ns") == exact("-5/2", "4", "3", "-8")
    result = board(tables, "butler", butler_trim="1", butler_weighted="excluded")
    assert result["datum"]["ns"] == 400  # one of the three is left
    assert figures(result, "ns") == exact("-5", "1", "0", "-10")
    # the middle two of 420 420 400 ... : median of even weight, 1/2 * (400 + 420) by hand
    result = board(rows("+420", "+430", "+400", "-50"), "butler", butler_trim="median")
    assert result["datum"]["ns"] == 410
    for tie, datum in (("away", 420), ("even", 420)):
        assert board(rows("+420", "+410"), "butler", butler_tie=tie)["datum"]["ns"] == datum
    for tie, datum in (("away", -130), ("even", -120)):
        assert board(rows("-120", "-130"), "butler", butler_tie=tie)["datum"]["ns"] == datum


def cross_imps() -> None:
    """420, 170, -50: differences 250 (6), 470 (10), 220 (6), sums 16, 0, -16."""
    tables = rows("+420", "+170", "-50")
    assert figures(board(tables, "cross-imps"), "ns") == exact("8", "0", "-8")
    per_root = board(tables, "cross-imps", cross_imps_divisor="root")
    assert figures(per_root, "ns") == exact("9.24", "0", "-9.24")  # 16/1.7320508 = 9.2376
    tables.append({"id": "z", "both": "A+"})
    plus = {"average_imps_per": "comparison", "cross_imps_divisor": "sum"}
    assert figures(board(tables, "cross-imps", **plus), "ns")[-1] == 6
    # left out: (0 + 6 + 10)/2 for 420 and -(10 + 6 + 0)/2 for -50, half of each
    tables = [{"id": "x", "both": HALVES}, *rows("+420", "+170", "-50")]
    assert figures(board(tables, "cross-imps", adjusted_field="excluded"), "ns")[0] == 0


def imps_raised_to_the_results_expected() -> None:
    """Two results of five: 420 against 170 is 6 IMPs, 6 * 5/2 = 15, over 4 comparisons, 5 tables or sqrt 10."""
    tables = [*rows("+420", "+170"), *({"id": f"z{i}", "both": "A"} for i in range(3))]
    raised: dict[str, Any] = {"imp_factoring": "expected"}
    for divisor, figure in (("comparisons", "15/4"), ("tables", "3"), ("sum", "15"), ("root", "4.74")):
        result = board(tables, "cross-imps", cross_imps_divisor=divisor, **raised)
        assert figures(result, "ns")[:2] == exact(figure, f"-{figure}")  # 15/3.16228 = 4.7434
    assert figures(board(tables, "cross-imps"), "ns")[:2] == exact("6", "-6")
    # 8 of 10 results: one row beats the seven others by 6 each, 42
    tables = [
        {"id": "x", "result": "+420"},
        {"id": "y", "result": "+170", "times": 7},
        {"id": "z", "ns": "A+", "ew": "A-", "times": 2},
    ]
    assert figures(board(tables, "cross-imps", **raised), "ns")[0] == Fraction(35, 6)  # 42 * 10/8 / 9
    # average plus is worth 3 in each of nine comparisons; as things are, in each of seven
    plus = {"average_imps_per": "comparison", "cross_imps_divisor": "sum"}
    assert figures(board(tables, "cross-imps", **plus, **raised), "ns") == exact("105/2", "-15/2", "27")
    assert figures(board(tables, "cross-imps", **plus), "ns") == exact("42", "-6", "21")
    # a fouled group of two in a field of five: 6 * 5/2 in place of 6 * 4/1
    tables = [
        {"id": "a", "result": "+420", "group": "a"},
        {"id": "b", "result": "+170", "group": "a"},
        {"id": "c", "result": "+100", "group": "b", "times": 3},
    ]
    assert figures(board(tables, "cross-imps", cross_imps_divisor="sum", **raised), "ns") == exact("15", "-15", "0")
    assert figures(board(tables, "cross-imps", cross_imps_divisor="sum"), "ns") == exact("24", "-24", "0")


def butler_raised_to_the_results_expected() -> None:
    """Three results of six: each counts double, and 2 of the 6 go at each end with trim 2: 400 is left (twice).
    Trim 1: 420, 400, 400, -50 are left, mean 292.5; the three as they are with trim 1: 400 alone."""
    tables = [*rows("+420", "+400", "-50"), *({"id": f"z{i}", "both": "A"} for i in range(3))]
    assert board(tables, "butler", imp_factoring="expected", butler_trim="2")["datum"]["ns"] == 400
    assert board(tables, "butler", imp_factoring="expected", butler_trim="1")["datum"]["ns"] == 290
    assert board(tables, "butler", butler_trim="1")["datum"]["ns"] == 400


def self_inflicted() -> None:
    """Against +400, +420, +430: A = -50 makes 0, B = +425 makes 4, C = +410 makes 2."""
    asked = {"side": "ns", "normal": "+425", "expected": "+410"}
    tables = [{"id": "x", "result": "-50", "self_inflicted": asked}, *rows("+400", "+420", "+430")]
    result = board(tables)
    assert figures(result, "ns") == exact("2", "0", "2", "6")  # 0 + (4 - 2); the field holds B
    assert figures(result, "ew") == exact("2", "6", "4", "0")
    # all self-inflicted: N-S keep A, which their direction also holds; E-W's direction holds B
    asked["expected"] = "+425"
    result = board(tables)
    assert figures(result, "ns") == exact("0", "2", "4", "6")
    assert figures(result, "ew") == exact("2", "6", "4", "0")


def rounding() -> None:
    """17/5 and 13/5 to halves: up and down for N-S, down and up for E-W."""
    x: dict[str, Any] = {"id": "x", "both": "60% +620; 40% -100"}
    others = rows("+620", "-100", "+50")
    assert figures(board([x, *others]), "ns")[0] == Fraction("3.4")
    for innocent, ns, ew in (
        ("NS", "3.5", "2.5"),
        ("EW", "3", "3"),
        ("both", "3.5", "3"),
        ("none", "3", "2.5"),
    ):
        tables = [x | {"non_offending": innocent}, *others]
        result = board(tables, rounding="favour-non-offending")
        assert result["tables"]["x"] == {"ns": Fraction(ns), "ew": Fraction(ew)}
    assert board([x, *others], rounding="favour-non-offending") == board([x, *others])


def matches() -> None:
    """12C2(c) on both bases, the limit, 12C4, and VPs of separate margins."""
    results = [{"open": "+620", "closed": "+0"}, {"home": "A+", "away": "A-"}, {"home": "A+", "away": "A"}]
    match = evaluate("match", {"results": results}, {})
    assert match["home"] == [12, 12, 12]
    assert match["away"] == [-12, -12, 0]
    match = evaluate("match", {"results": results}, {"session_basis": "other-boards"})
    assert match["home"] == exact("12", "15/2", "15/2")  # (12 + 3)/2
    assert match["away"] == [-12, -6, 0]  # (-12 + 0)/2
    match = evaluate("match", {"results": results}, {"average_plus_limit": 1})
    assert match["home"] == [12, 12, 0]
    skipped = {"average_plus_limit": 1, "after_limit": "not-scored", "session_score": "off"}
    match = evaluate("match", {"results": results, "form": "knockout"}, skipped)
    assert match["home"] == [12, 3, None]
    assert match["margin"] == {"home": 15, "away": -15}


def both_rooms() -> None:
    """Mirrored rulings, section 11: N = 0, A = -400, -9, C = -320, -8, s = 1: -1 each; in a knockout 0.
    With no damage in the closed room (B = -500 is A) its -500 stands: home B = 400, 9, C = 80, 2, A = 0: 7 and -9."""
    damage = [
        {"room": room, "side": side, "normal": "-100", "expected": "-420"}
        for room, side in (("open", "home"), ("closed", "away"))
    ]
    results = [{"open": "-500", "closed": "-500", "self_inflicted": damage}]
    match = evaluate("match", {"results": results, "vulnerable": "ns"}, {})
    assert match["home"] == match["away"] == [-1]
    match = evaluate("match", {"results": results, "form": "knockout"}, {})
    assert match["home"] == match["away"] == [0]
    damage[1]["normal"] = "-500"
    match = evaluate("match", {"results": results}, {})
    assert match["home"] + match["away"] == [7, -9]
    # artificial in both rooms: the lower once; in one room: whatever the other has
    results = [{"open": "A+", "closed": "A", "closed_away": "A-"}, {"open": "np", "closed": "A+"}]
    match = evaluate("match", {"results": results}, {"average_plus_limit": 1})
    assert match["home"] + match["away"] == [0, 3, -3, 3]


def better_of() -> None:
    """Against +400 and +100: +170 makes 2 of 4, A+ is 2.4 (and the others are two); +420 makes 4."""
    for given, figure, other in (("+170", "12/5", "7/2"), ("+420", "4", "2")):
        x = {"id": "x", "result": "-50", "ns": f"better of A+ | {given}"}
        result = board([x, *rows("+400", "+100")])
        assert figures(result, "ns")[:2] == exact(figure, other)
        assert figures(result, "ew")[0] == 4
    # both sides, at IMPs: 400 is -1 and 1 against 420, A+ is 3 for each
    x = {"id": "x", "both": "better of 3NT N = | A+"}
    result = board([x, *rows("+420")], "cross-imps")
    assert result["tables"]["x"] == {"ns": 3, "ew": 3}


def eights() -> None:
    """Four comparisons: 100-100 ties, 100-0 and 50-0 win, 50-100 loses, 5/4 in the mean; 150-100 in all wins.

    Two rooms of self-inflicted damage: with one of them as it was two comparisons of four are 10 IMPs down, -5.
    """
    entry: dict[str, Any] = {"open": "+100", "closed": "+100", "open_2": "+50", "closed_2": "0"}
    for changes, figure in (({}, "5/4"), ({"eights": "sum"}, "5/4"), ({"eights": "total"}, "2")):
        assert evaluate("match", {"scoring": "bam", "results": [entry]}, changes)["home"] == exact(figure)
    ruling = {"side": "home", "normal": "+420", "expected": "+420"}
    entry = {"open": "-50", "closed": "+420", "open_2": "-50", "closed_2": "+420"}
    entry["self_inflicted"] = [{"room": room, **ruling} for room in ("open", "open 2")]
    result = evaluate("match", {"results": [entry]}, {})
    assert (result["home"], result["away"]) == (exact("-10"), exact("0"))
    # An average plus for each of nine comparisons; a fixed figure is what it says.
    three = [{f"{room}{number}": "0" for number in ("", "_2", "_3") for room in ("open", "closed")}]
    for award, figure in (("A+", "27"), ("+3 IMP", "3")):
        given = {"results": [*three, {"home": award, "away": "A"}]}
        changes = {"eights": "sum", "average_imps_per": "comparison"}
        assert evaluate("match", given, changes)["home"] == exact("0", figure)


def patton() -> None:
    """One board, a pool of 2: the aggregate is 1 + net / all points.

    420 where 170 was normal is no damage: the table result stands, 320 of 520. 170 where 420 was normal is damage in
    points alone: A = 70, B = C = 320, all of it self-inflicted, 70 of 420 + 100 and the offenders -320 of that.
    """
    damage = {"room": "open", "side": "home"}
    entry: dict[str, Any] = {"open": "+420", "closed": "+100"}
    entry["self_inflicted"] = damage | {"normal": "+170", "expected": "+420"}
    given = {"scoring": "patton", "results": [entry]}
    result = evaluate("match", given, {"aggregate_points": "2"})
    assert result["margin"] == {"home": 2 + Fraction(21, 13), "away": Fraction(5, 13)}
    entry = {"open": "+170", "closed": "+100", "self_inflicted": damage | {"normal": "+420", "expected": "+420"}}
    result = evaluate("match", {"scoring": "patton", "results": [entry]}, {"aggregate_points": "2"})
    assert result["margin"] == {"home": 2 + Fraction(59, 52), "away": Fraction(5, 13)}
    # No points were scored: half of 4/3, which is rounded like any other aggregate.
    given = {"scoring": "patton", "results": [{"open": "pass", "closed": "pass"}]}
    for unit, aggregate in (("none", "2/3"), ("1/2", "1/2"), ("1", "1")):
        margin = evaluate("match", given, {"aggregate_unit": unit})["margin"]
        assert margin == dict.fromkeys(("home", "away"), 1 + Fraction(aggregate))
    # A knockout: 280 and -480 make 380 of 560 and -380 of 760, (2/3)(1 + 19/28) and (2/3)(1 - 1/2).
    # Where the away team has an artificial score nothing is averaged but the board, 2 and 6/5: 280 of 560 is 1.
    entry = {"open": "+420", "closed": "+140"}
    for award, figures_of_both in (("+620", ("131/42", "1/3")), ("A+", ("12/5", "19/15"))):
        given = {"scoring": "patton", "form": "knockout", "results": [entry | {"open_away": award}]}
        assert list(evaluate("match", given, {})["margin"].values()) == exact(*figures_of_both)


def victory_points() -> None:
    """16 boards, X = 60: one IMP is 10(1 - 0.23607^(1/60))/0.76393 = 0.3112; 60 IMPs blitz."""
    given = {"scale": "wbf-continuous", "boards": 16, "margins": [0, 1, -1, 59, 60, 61]}
    vp = evaluate("vp", given, {})["vp"]
    assert vp[:3] == exact("10", "10.31", "9.69")
    assert vp[3] < vp[4] == vp[5] == 20
    given = {"scale": "ebu-swiss-pairs", "boards": 7, "percentages": ["50.65", "50.66", "49.34", "120"]}
    assert evaluate("vp", given, {})["vp"] == [10, 11, 9, 20]
    given = {"scale": "acbl-20", "boards": 8, "margins": [0, 1, 2, "5/2", 3, -28]}
    assert evaluate("vp", given, {})["vp"] == [10, 11, 11, 11, 12, 0]
    assert evaluate("vp", given, {"vp_margin": "interpolate"})["vp"][3] == Fraction("11.5")
    assert evaluate("vp", given, {"vp_margin": "round-match"})["vp"][3] == 12


def hand_checks() -> None:
    """Run them all."""
    weighted_on_a_factored_board()
    own_number_of_results_in_each_direction()
    half_weights()
    excluded()
    fouled_groups_with_ties()
    butler_trimmed_with_a_weighted_row()
    cross_imps()
    imps_raised_to_the_results_expected()
    butler_raised_to_the_results_expected()
    self_inflicted()
    rounding()
    matches()
    both_rooms()
    better_of()
    eights()
    patton()
    victory_points()
