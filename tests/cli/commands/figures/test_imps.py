"""`amends imps`: an award at teams against the other room."""

from __future__ import annotations

from fractions import Fraction

import pytest

from support.running import Amends

EBL = ("imps", "25% +1430; 40% +680; 20% +650; 15% -100", "--against", "+650")
"""The EBL's notes on score adjustments, 12.1.4: 1.7 IMPs."""


@pytest.mark.parametrize(
    ("arguments", "ns", "ew"),
    [
        ([], "1.7", "-1.7"),
        (["--regulation", "ebl-notes"], "1.7", "-1.7"),
        (["--regulation", "ebl-notes", "--non-offending", "ns"], "2", "-2"),
        (["--regulation", "ebl-notes", "--non-offending", "ew"], "1", "-1"),
        (["--regulation", "ebl-notes", "--non-offending", "both"], "2", "-1"),
        (["--regulation", "ebl-notes", "--non-offending", "none"], "1", "-2"),
        (["--regulation", "ebl-notes", "--non-offending", "ns", "--set", "rounding=exact"], "1.7", "-1.7"),
    ],
)
def test_the_ebl_example_is_rounded_in_favour_of_the_non_offending_side(
    amends: Amends, arguments: list[str], ns: str, ew: str
) -> None:
    data = amends.data(*EBL, *arguments)
    assert (data["ns"], data["ew"]) == (ns, ew)


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        ([], {"N-S: +1.7 IMPs", "E-W: −1.7 IMPs"}),
        (["--regulation", "ebl-notes", "--non-offending", "ns"], {"N-S: +2 IMPs", "E-W: −2 IMPs"}),
    ],
)
def test_people_are_shown_the_same_figures(amends: Amends, arguments: list[str], lines: set[str]) -> None:
    assert lines <= set(amends.shown(*EBL, *arguments).splitlines())


def test_each_result_is_converted_before_it_is_weighted(amends: Amends) -> None:
    parts = amends.data(*EBL)["parts"]
    assert [(part["score"], part["imps"]) for part in parts] == [(1430, 13), (680, 1), (650, 0), (-100, -13)]
    assert sum(Fraction(part["weight"]) for part in parts) == 1


@pytest.mark.parametrize(
    ("award", "against", "arguments", "ns"),
    [
        ("2/3 +620; 1/3 -100", "+140", [], "14/3"),  # WBF commentary, example 8
        ("4H N =", "4H N -1", [], "10"),
        ("4H N =", "4H N -1", ["--board", "2"], "12"),
        ("4H N =", "4H N -1", ["--board", "2", "--vulnerable", "none"], "10"),
        ("-50", "-50", [], "0"),
        ("-50", "+420", [], "-10"),
        ("+10", "0", ["--accept-scores"], "0"),
        ("+20", "0", ["--accept-scores"], "1"),
        ("+4000", "0", [], "24"),
        ("50% +620; 50% -100", "50% +620; 50% -100", [], "0"),
        ("50% +620; 50% -100", "+620", ["--knockout"], "-6"),
    ],
)
def test_an_award_has_the_imps_of_law_78b(
    amends: Amends, award: str, against: str, arguments: list[str], ns: str
) -> None:
    data = amends.data("imps", award, "--against", against, *arguments)
    assert (Fraction(data["ns"]), Fraction(data["ew"])) == (Fraction(ns), -Fraction(ns))


def test_a_score_that_cannot_occur_names_the_option_that_keeps_it(amends: Amends) -> None:
    message = amends.refused("imps", "+425", "--against", "0")
    assert "+425, which cannot occur" in message
    assert message.endswith("amends: --accept-scores keeps scores that cannot occur")


def test_thirds_are_shown_as_thirds(amends: Amends) -> None:
    assert "N-S: +4⅔ IMPs" in amends.shown("imps", "2/3 +620; 1/3 -100", "--against", "+140")


def test_two_weighted_rooms_are_compared_part_by_part(amends: Amends) -> None:
    data = amends.data("imps", "60% +620; 40% -100", "--against", "50% +620; 50% -100")
    assert sorted(part["imps"] for part in data["parts"]) == [-12, 0, 0, 12]
    assert data["ns"] == "1.2"  # 12 × (0.3 − 0.2)


def test_a_knockout_match_leaves_figures_that_balance_alone(amends: Amends) -> None:
    data = amends.data(*EBL, "--knockout")
    assert (data["ns"], data["ew"]) == ("1.7", "-1.7")


def test_the_explanation_leads_from_the_rounding_to_the_differences(amends: Amends) -> None:
    shown = amends.shown(*EBL, "--regulation", "ebl-notes", "--non-offending", "ns", "--explain")
    assert "12C1(c)" in shown
    assert "78B" in shown
    data = amends.data(*EBL, "--explain")["explanation"]
    assert (data["ns"]["value"], data["ew"]["value"]) == ("1.7", "-1.7")
