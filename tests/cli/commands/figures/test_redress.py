"""`amends redress`: 12C1(e) at matchpoints and at teams."""

from __future__ import annotations

from typing import Any

import pytest

from support.running import Amends


def ruling(actual: str, normal: str, expected: str, side: str, *rest: str) -> tuple[str, ...]:
    return ("redress", "--actual", actual, "--normal", normal, "--expected", expected, "--side", side, *rest)


EXERCISE = ruling("4Sx N -3", "3S N -2", "4H W =", "ns", "--field", "-170 -180 -420")
"""The Australian notes on Law 12: the double shot."""
EXAMPLE_6 = ruling("5Hx N -2", "4H N -1", "4S E -2", "ns", "--vulnerable", "ns", "--against", "+50")
EXAMPLE_7 = ruling("5Hx N -2", "4H N -1", "4S E =", "ns", "--vulnerable", "ns", "--against", "-170")
"""The WBF commentary of 2017, examples 6 and 7."""
EXAMPLE_6_MIRRORED = ruling("5Hx E -2", "4H E -1", "4S N -2", "ew", "--vulnerable", "ew", "--against", "-50")
NO_DAMAGE = ruling("+420", "+170", "-50", "ns", "--against", "+170")
CONSEQUENT = ruling("-50", "+420", "-50", "ns", "--against", "+420")

RULINGS = [
    # the ruling, the case, the non-offending side's figure, the offending side's
    (EXERCISE, "partial", "5", "0"),
    (EXAMPLE_6, "self-inflicted", "-11", "4"),
    ((*EXAMPLE_6, "--knockout"), "self-inflicted", "-7.5", "7.5"),
    (EXAMPLE_7, "partial", "0", "-2"),
    (EXAMPLE_6_MIRRORED, "self-inflicted", "-11", "4"),
    (NO_DAMAGE, "no-damage", "6", "-6"),
    (CONSEQUENT, "consequent", "0", "0"),
]
SENTENCES = [
    "the Australian exercise",
    "WBF example 6",
    "WBF example 6 in a knockout match",
    "WBF example 7",
    "example 6 with the sides changed",
    "no damage at all",
    "nothing self-inflicted",
]


def figures(data: Any) -> tuple[str, str, str]:
    offending = {"ns": "ew", "ew": "ns"}[data["non_offending"]]
    return data["case"], data[data["non_offending"]], data[offending]


@pytest.mark.parametrize(("arguments", "case", "non_offending", "offending"), RULINGS, ids=SENTENCES)
def test_redress_follows_12c1e(
    amends: Amends, arguments: tuple[str, ...], case: str, non_offending: str, offending: str
) -> None:
    assert figures(amends.data(*arguments)) == (case, non_offending, offending)


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (EXERCISE, {"N-S (non-offending): 5 matchpoints", "E-W (offending): 0 matchpoints"}),
        (EXAMPLE_6, {"N-S (non-offending): −11 IMPs", "E-W (offending): +4 IMPs"}),
        ((*EXAMPLE_6, "--knockout"), {"N-S (non-offending): −7½ IMPs", "E-W (offending): +7½ IMPs"}),
        (EXAMPLE_7, {"N-S (non-offending): 0 IMPs", "E-W (offending): −2 IMPs"}),
        (EXAMPLE_6_MIRRORED, {"E-W (non-offending): −11 IMPs", "N-S (offending): +4 IMPs"}),
    ],
)
def test_people_are_shown_who_gets_what(amends: Amends, arguments: tuple[str, ...], lines: set[str]) -> None:
    assert lines <= set(amends.shown(*arguments).splitlines())


@pytest.mark.parametrize(
    ("arguments", "unit", "values"),
    [(EXERCISE, "matchpoints", ["0", "6", "1"]), (EXAMPLE_6, "imps", ["-11", "-4", "2"])],
)
def test_the_three_results_are_shown_as_the_non_offending_side_scores_them(
    amends: Amends, arguments: tuple[str, ...], unit: str, values: list[str]
) -> None:
    data = amends.data(*arguments)
    assert data["unit"] == unit
    assert [data["results"][name]["value"] for name in ("actual", "normal", "expected")] == values


def test_the_sides_are_named(amends: Amends) -> None:
    data = amends.data(*EXAMPLE_6_MIRRORED)
    assert (data["non_offending"], data["clause"]) == ("ew", "12C1(e)")


@pytest.mark.parametrize("side", ["ns", "NS", "n-s", "N/S"])
def test_a_side_may_be_written_in_several_ways(amends: Amends, side: str) -> None:
    arguments = ruling("5Hx N -2", "4H N -1", "4S E -2", side, "--vulnerable", "ns", "--against", "+50")
    assert amends.data(*arguments) == amends.data(*EXAMPLE_6)


def test_a_board_number_gives_the_vulnerability(amends: Amends) -> None:
    arguments = ruling("5Hx N -2", "4H N -1", "4S E -2", "ns", "--board", "2", "--against", "+50")
    assert amends.data(*arguments) == amends.data(*EXAMPLE_6)


def test_normal_and_expected_may_be_weighted(amends: Amends) -> None:
    """Weight 1 is the plain result; half of a result twice is the result."""
    arguments = ruling(
        "5Hx N -2", "100% 4H N -1", "50% 4S E -2; 50% 4S E -2", "ns", "--vulnerable", "ns", "--against", "+50"
    )
    assert figures(amends.data(*arguments)) == figures(amends.data(*EXAMPLE_6))


@pytest.mark.parametrize("arguments", [EXERCISE, EXAMPLE_6, EXAMPLE_7])
def test_the_explanation_ends_in_the_figures_and_names_the_clause(amends: Amends, arguments: tuple[str, ...]) -> None:
    data = amends.data(*arguments, "--explain")
    assert data["explanation"]["ns"]["value"] == data["ns"]
    assert data["explanation"]["ew"]["value"] == data["ew"]
    assert "12C1(e)" in amends.shown(*arguments, "--explain")
