"""Kinds about single figures: points, IMPs, victory points, factoring, rounding, awards in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from amends import exact, explain
from amends.awards import Mixture
from amends.bridge import dealer, vulnerability
from amends.faults import refuse
from amends.formats.common.toml_table import Given, read_award
from amends.laws import law77, law78
from amends.regulations import Regulation
from amends.scoring.methods.factoring import FACTORINGS
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
