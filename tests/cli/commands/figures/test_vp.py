"""`amends vp`: margins and percentages as victory points."""

from __future__ import annotations

from fractions import Fraction

import pytest

from amends.regulations.settings import scale_names
from support.running import Amends

MARGINS = [
    # scale, boards, margin, victory points
    ("wbf-continuous", "16", "14", "13.75"),
    ("wbf-continuous", "16", "-14", "6.25"),
    ("wbf-continuous", "16", "−14", "6.25"),
    ("wbf-continuous", "16", "0", "10"),
    ("wbf-continuous", "16", "60", "20"),
    ("wbf-continuous", "16", "999", "20"),
    ("wbf-continuous", "16", "-999", "0"),
    ("wbf-discrete", "16", "0", "10"),
    ("wbf-discrete-10", "16", "0", "5"),
    ("acbl-20", "7", "0", "10"),
    ("acbl-30", "7", "0", "15"),
    ("acbl-30", "9", "4", "20"),
    ("acbl-30", "11", "-36", "0"),
    ("ebu-swiss-pairs", "8", "50", "10"),
    ("ebu-swiss-pairs", "8", "50%", "10"),
    ("ebu-swiss-pairs", "8", "100", "20"),
    ("ebu-swiss-pairs", "8", "0", "0"),
]


@pytest.mark.parametrize(("scale", "boards", "margin", "points"), MARGINS)
def test_a_margin_is_worth_its_victory_points(
    amends: Amends, scale: str, boards: str, margin: str, points: str
) -> None:
    data = amends.data("vp", "--scale", scale, "--boards", boards, margin)
    assert (data["scale"], data["boards"]) == (scale, int(boards))
    assert [line["vp"] for line in data["points"]] == [points]


@pytest.mark.parametrize(("scale", "boards", "margin", "points"), MARGINS)
def test_people_are_shown_the_same_victory_points(
    amends: Amends, scale: str, boards: str, margin: str, points: str
) -> None:
    assert f": {points} victory points" in amends.shown("vp", "--scale", scale, "--boards", boards, margin)


@pytest.mark.parametrize("margin", ["50", "50%"])
def test_a_percentage_is_shown_as_a_percentage(amends: Amends, margin: str) -> None:
    assert "percentage 50%:" in amends.shown("vp", "--scale", "ebu-swiss-pairs", "--boards", "8", margin)


@pytest.mark.parametrize(("margin", "mirror"), [("14", "-14"), ("1", "-1"), ("7.5", "-7.5"), ("25", "-25")])
@pytest.mark.parametrize("scale", [name for name in scale_names() if name not in ("acbl-30", "ebu-swiss-pairs")])
def test_the_opponents_get_the_rest(amends: Amends, scale: str, margin: str, mirror: str) -> None:
    won, lost = amends.data("vp", "--scale", scale, "--boards", "16", margin, mirror)["points"]
    assert (won["vp"], won["opponents"]) == (lost["opponents"], lost["vp"])


def test_several_margins_keep_their_order(amends: Amends) -> None:
    margins = ["14", "0", "-14"]
    data = amends.data("vp", "--scale", "wbf-continuous", "--boards", "16", *margins)
    assert [(line["margin"], line["vp"]) for line in data["points"]] == list(
        zip(margins, ["13.75", "10", "6.25"], strict=True)
    )
    assert len(amends.shown("vp", "--scale", "wbf-continuous", "--boards", "16", *margins).splitlines()) == 3


def test_the_scale_of_the_regulation_serves_where_none_is_named(amends: Amends) -> None:
    assert amends.data("vp", "--boards", "16", "14", "--set", "vp_scale=wbf-discrete")["scale"] == "wbf-discrete"
    assert amends.data("vp", "--boards", "16", "14")["scale"] == "wbf-continuous"


@pytest.mark.parametrize(
    ("margin", "setting", "like"),
    [("14.5", "round-match", "15"), ("14.4", "round-match", "14"), ("-14.5", "round-match", "-15")],
)
def test_a_margin_that_is_not_whole_follows_the_setting(amends: Amends, margin: str, setting: str, like: str) -> None:
    command = ("vp", "--scale", "wbf-continuous", "--boards", "16")
    [found] = amends.data(*command, margin, "--set", f"vp_margin={setting}")["points"]
    assert found["vp"] == amends.data(*command, like)["points"][0]["vp"]


def test_a_fractional_margin_lies_between_its_neighbours(amends: Amends) -> None:
    lines = amends.data("vp", "--scale", "wbf-continuous", "--boards", "16", "14", "14.5", "15")["points"]
    below, between, above = (Fraction(line["vp"]) for line in lines)
    assert below < between < above


def test_the_explanation_names_scale_and_margin(amends: Amends) -> None:
    [line] = amends.data("vp", "--scale", "wbf-continuous", "--boards", "16", "14", "--explain")["points"]
    assert line["explanation"]["value"] == "13.75"
    shown = amends.shown("vp", "--scale", "wbf-continuous", "--boards", "16", "14", "--explain")
    assert "wbf-continuous" in shown
    assert "margin: 14" in shown
