"""The kinds of case that need no field."""

from fractions import Fraction
from typing import Any

from .awards import Part, Scores, real, scores, vulnerability
from .field import Board, Shown
from .figures import by_average, down, number, percentage, up, whole
from .matchpoints import factored
from .options import Options, refuse_unknown
from .redress import case_of, non_offenders_get
from .scales import imps, vp_of_margin, vp_of_percentage


def evaluate_contract(given: dict[str, Any], options: Options) -> dict[str, Any]:
    """Law 77: the N-S points of results."""
    refuse_unknown(given, "results vulnerable")
    vulnerable = vulnerability(given.get("vulnerable", "none"))
    points = []
    for text in given["results"]:
        parts = real(text, vulnerable).parts
        if len(parts) != 1:
            raise ValueError("one result is needed")
        points.append(Fraction(parts[0].points))
    return {"ns": points}


def evaluate_boards(given: dict[str, Any], options: Options) -> dict[str, Any]:
    """Dealer and vulnerability of board numbers."""
    refuse_unknown(given, "numbers")
    dealers, vulnerable = [], []
    for text in given["numbers"]:
        b = whole(text)
        if b < 1:
            raise ValueError("boards are numbered from 1")
        dealers.append("NESW"[(b - 1) % 4])
        k = (b - 1) % 16
        vulnerable.append(("none", "ns", "ew", "all")[(k + k // 4) % 4])
    return {"dealer": dealers, "vulnerable": vulnerable}


def evaluate_imps(given: dict[str, Any], options: Options) -> dict[str, Any]:
    """Law 78B; imp_cap is for cross-IMPs only (decision 12)."""
    refuse_unknown(given, "differences")
    return {"imps": [Fraction(imps(number(each))) for each in given["differences"]]}


def evaluate_vp(given: dict[str, Any], options: Options) -> dict[str, Any]:
    """Victory points of margins or percentages, each in its own side's view."""
    refuse_unknown(given, "scale boards margins percentages")
    scale, boards = str(given.get("scale", options.vp_scale)), whole(given["boards"])
    if ("margins" in given) == ("percentages" in given):
        raise ValueError("either margins or percentages")
    if "margins" in given:
        margins = [number(each) for each in given["margins"]]
        return {"vp": [vp_of_margin(scale, boards, m, options.vp_margin) for m in margins]}
    percentages = [percentage(each) for each in given["percentages"]]
    return {"vp": [vp_of_percentage(scale, boards, p) for p in percentages]}


def evaluate_neuberg(given: dict[str, Any], options: Options) -> dict[str, Any]:
    """Factor matchpoints that were made among `actual` results, on the scale of the settings."""
    refuse_unknown(given, "expected actual matchpoints")
    nil = Scores((Part(Fraction(1), 0),))
    tables = (Shown("", nil, nil),) * whole(given["actual"])
    board = Board(tables, number(given["expected"]), options)
    factor = Fraction(options.matchpoints_per_win, 2)
    made = [number(each) / factor for each in given["matchpoints"]]
    return {"matchpoints": [factored(board, "", "ns", m) * factor for m in made]}


def evaluate_knockout(given: dict[str, Any], options: Options) -> dict[str, Any]:
    """12C4: the home team's share of awards that do not balance."""
    refuse_unknown(given, "pairs")
    pairs = [(number(home), number(away)) for home, away in given["pairs"]]
    if not options.knockout_average:
        return {"home": [home for home, _ in pairs]}
    return {"home": [(home - away) / 2 for home, away in pairs]}


def evaluate_redress(given: dict[str, Any], options: Options) -> dict[str, Any]:
    """Section 11 on figures that are already scored."""
    refuse_unknown(given, "actual normal expected top")
    a, b, c = (number(given[key]) for key in ("actual", "normal", "expected"))
    top = number(given.get("top", 0))  # at IMPs the other side's view is the negative
    case = case_of(a, b, c)
    if case == "no-damage":
        return {"case": case, "non_offending": a, "offending": top - a}
    return {"case": case, "non_offending": non_offenders_get(a, b, c), "offending": top - b}


def written_weight(weight: Fraction) -> str:
    """Write a weight as a percentage, or as a fraction where that would not end."""
    percent = weight * 100
    rest = percent.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return str(weight)
    places = 0
    while (percent * 10**places).denominator != 1:
        places += 1
    digits = str(int(percent * 10**places))
    if places == 0:
        return f"{digits}%"
    digits = digits.rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}%"


def evaluate_maastricht(given: dict[str, Any], options: Options) -> dict[str, Any]:
    """The Maastricht form: N-S scores, descending, one weight to a line."""
    refuse_unknown(given, "award vulnerable")
    vulnerable = vulnerability(given.get("vulnerable", "none"))
    parts = scores(given["award"], vulnerable).parts
    lines: list[str] = []
    for part in sorted(parts, key=lambda each: -each.points):
        points = f"{part.points:+d}" if part.points else "0"
        line = f"{written_weight(part.weight)} of {points}"
        if part.result is not None:
            line += f" ({part.result})"
        lines.append(line if not lines else f"plus {line}")
    return {"lines": lines}


def evaluate_rounding(given: dict[str, Any], options: Options) -> dict[str, Any]:
    """Section 13, on bare values."""
    refuse_unknown(given, "values unit policy average in_favour_of")
    policy = str(given.get("policy", options.rounding))
    unit = number(given.get("unit", options.unit_matchpoints))
    average = number(given.get("average", 0))
    favour = given.get("in_favour_of")
    result = []
    for value in (number(each) for each in given["values"]):
        if policy in ("half-away-from-average", "half-towards-average"):
            value = by_average(value, unit, average, away=policy == "half-away-from-average")
        elif policy == "favour-non-offending":
            if favour == "up":
                value = up(value, unit)
            elif favour == "down":
                value = down(value, unit)
            elif favour is not None:
                raise ValueError(f"up or down: {favour!r}")
        elif policy != "exact":
            raise ValueError(f"no such policy: {policy}")
        result.append(value)
    return {"values": result}
