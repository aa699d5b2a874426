"""Kinds about single figures and laws: points, IMPs, victory points, factoring, artificial scores, redress, 86B2."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from amends import exact, explain
from amends.awards import Artificial, Mixture, NotScored
from amends.bridge import dealer, vulnerability
from amends.explain import Explained
from amends.faults import refuse
from amends.formats.common.toml_table import Given, read_award, read_number
from amends.laws import law12, law77, law78, law84, law90
from amends.laws.law12 import Damage, Responsibility, by_responsibility, knockout_average, redress
from amends.laws.law86 import non_comparable
from amends.regulations import Regulation
from amends.rulings.checks.of_ruling import responsibility_findings
from amends.scoring.methods.factoring import FACTORINGS
from amends.scoring.session_score import Claim, Window, limited, settled
from amends.scoring.victory_points import percentage_points, victory_points
from amends.wording.award_text import maastricht


def evaluate_contract(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The points of each result."""
    vulnerable = given.vulnerable()
    points = []
    for text in given.items("results"):
        award = read_award(text, "results")
        outcome = award.plain if isinstance(award, Mixture) else None
        if outcome is None:
            raise refuse(repr(text), "one result", "results")
        points.append(Fraction(law77.points(outcome, vulnerable)))
    return {"ns": points}


def evaluate_imps(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The IMPs of each difference."""
    return {"imps": [Fraction(law78.imps(difference)) for difference in given.numbers("differences")]}


def evaluate_vp(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The victory points of each margin or percentage."""
    scale, boards = given.text("scale", regulation.vp_scale), given.whole("boards")
    if given.has("percentages"):
        figures = [explain.given(value, "percentage") for value in given.numbers("percentages")]
        return {"vp": [percentage_points(figure, boards, scale).value for figure in figures]}
    margins = [explain.given(value, "margin") for value in given.numbers("margins")]
    return {"vp": [victory_points(margin, boards, scale, regulation.vp_margin).value for margin in margins]}


def evaluate_neuberg(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Each figure factored from `actual` results to `expected` ones."""
    expected, actual = given.whole("expected"), given.whole("actual")
    if not 1 <= actual <= expected:
        raise refuse(
            f"actual = {actual}, expected = {expected}",
            "at least one actual result, at most the expected ones",
        )
    factoring = FACTORINGS[regulation.factoring](expected, 1, actual)
    scale, results = 2 // regulation.matchpoints_per_win, explain.given(actual, "actual results")
    return {
        "matchpoints": [
            factoring.explain(explain.given(value * scale, "matchpoints"), results).value / scale
            for value in given.numbers("matchpoints")
        ]
    }


def evaluate_rounding(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Each value rounded."""
    policy, favour = given.text("policy", regulation.rounding), given.text("in_favour_of", "")
    if policy not in exact.ROUNDINGS:
        raise refuse(f"the policy {policy!r}", f"one of {', '.join(exact.ROUNDINGS)}")
    if favour not in ("", "up", "down"):
        raise refuse(f"in_favour_of = {favour!r}", "up or down")
    unit, average = given.number("unit", 1), given.number("average", 0)
    if unit <= 0:
        raise refuse(f"unit = {exact.show(unit)}", "a unit above 0")
    favoured = {"": None, "up": True, "down": False}[favour]
    return {"values": [exact.rounded(value, policy, unit, average, favoured) for value in given.numbers("values")]}


def evaluate_boards(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Who deals and who is vulnerable."""
    numbers = [int(number) for number in given.numbers("numbers")]
    return {
        "dealer": [dealer(number).value for number in numbers],
        "vulnerable": [vulnerability(number).value for number in numbers],
    }


def evaluate_maastricht(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The lines."""
    return {"lines": maastricht(given.mixture("award"), given.vulnerable())}


def evaluate_artificial(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Each side's grade, and what there is to say about the two together."""
    ns, ew = (by_responsibility(fault) for fault in read_responsibility(given, ("ns", "ew")))
    agency = given.raw("outside_agency", False)
    findings = responsibility_findings(ns, ew, bool(agency), regulation)
    return {"ns": str(ns), "ew": str(ew), "findings": [str(finding) for finding in findings]}


def read_responsibility(given: Given, names: tuple[str, str]) -> tuple[Responsibility, Responsibility]:
    """Both contestants' responsibility from the table `fault`."""
    fault = Given(given.needed("fault"), given.place("fault"))
    words = [fault.text(name).lower() for name in names]
    fault.done()
    known = [responsibility.value for responsibility in Responsibility]
    for word in words:
        if word not in known:
            raise refuse(f"fault = {word!r}", f"one of {', '.join(known)}", fault.where)
    return Responsibility(words[0]), Responsibility(words[1])


def evaluate_benefit(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The bounds of each share; a list of stages is multiplied first."""
    stages = [entry if isinstance(entry, list) else [entry] for entry in given.items("favourable")]
    shares = [law84.compound([read_number(share, "favourable") for share in entry]) for entry in stages]
    return {
        "limit": [law84.limit(share, regulation) for share in shares],
        "least": [law84.least(share, regulation) for share in shares],
    }


def evaluate_redress(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The case, and each side's figure."""
    actual, normal, expected = (explain.given(given.number(key), key) for key in ("actual", "normal", "expected"))
    top = given.number("top", 0)
    result = redress(actual, normal, expected)
    kept = actual if result.damage is Damage.NONE else normal
    return {
        "case": result.damage.value,
        "non_offending": result.non_offending.value,
        "offending": top - kept.value,
    }


def evaluate_knockout(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The home team's figure of each pair."""
    home = []
    for pair in given.items("pairs"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise refuse(repr(pair), "a pair [home, away]", "pairs")
        own, theirs = (explain.given(read_number(value, "pairs"), "score") for value in pair)
        home.append((knockout_average(own, theirs) if regulation.knockout_average else own).value)
    return {"home": home}


def evaluate_law86b(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Each team's IMPs."""
    home, away = read_responsibility(given, ("home", "away"))
    assigned = explain.given(given.number("assigned"), "assigned score") if given.has("assigned") else None
    given.raw("assigned")
    seen = None if assigned is None else explain.negative("assigned score", assigned)
    return {
        "home": non_comparable(home, away, assigned, regulation).value,
        "away": non_comparable(away, home, seen, regulation).value,
    }


def evaluate_session(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """What each artificial score is worth, the total, and at matchpoints the percentage."""
    unit = given.text("unit")
    if unit not in ("matchpoints", "imps"):
        raise refuse(f"unit = {unit!r}", "matchpoints or imps")
    top = given.number("top") if unit == "matchpoints" else Fraction(1)
    boards, total = given.whole("real_boards"), given.number("real_total")
    awards = [read_award(award, "awards") for award in given.items("awards")]
    if not all(isinstance(award, Artificial | NotScored) for award in awards):
        raise refuse(f"awards = {[str(award) for award in awards]}", "artificial scores, or np")
    flat = law12.share if unit == "matchpoints" else law12.imps
    board = explain.given(top, "top") if unit == "matchpoints" else None
    given_claims = [
        Claim(award, flat(award, regulation), board) if isinstance(award, Artificial) else None for award in awards
    ]
    claims = [claim if isinstance(claim, Claim) else None for claim in limited(given_claims, regulation)]
    window = Window(explain.given(total, "real boards"), explain.given(boards * top, "available"))
    figures = settled(claims, window, regulation)
    return _sums(given, unit, top, boards, total, figures)


def _sums(
    given: Given, unit: str, top: Fraction, boards: int, total: Fraction, figures: list[Explained | None]
) -> Mapping[str, Any]:
    amounts = given.raw("penalties", [])
    penalties = sum((law90.penalty(str(amount), unit, top).value for amount in amounts), Fraction(0))
    scored = [figure.value for figure in figures if figure is not None]
    final = total + sum(scored, Fraction(0)) * top - penalties
    result: dict[str, Any] = {"awards": [figure.value if figure else None for figure in figures], "total": final}
    available = top * (boards + len(scored))
    if unit == "matchpoints" and available:
        result["percent"] = final / available * 100
    return result
