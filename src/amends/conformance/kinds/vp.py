"""Margins or percentages as victory points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends import explain
from amends.formats.reading import Given
from amends.regulations import Regulation
from amends.scoring.victory_points import percentage_points, victory_points

KIND = "vp"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The victory points of each margin or percentage."""
    scale, boards = given.text("scale", regulation.vp_scale), given.whole("boards")
    if given.has("percentages"):
        figures = [explain.given(value, "percentage") for value in given.numbers("percentages")]
        return {"vp": [percentage_points(figure, boards, scale).value for figure in figures]}
    margins = [explain.given(value, "margin") for value in given.numbers("margins")]
    return {"vp": [victory_points(margin, boards, scale, regulation.vp_margin).value for margin in margins]}
