"""How figures are compared: exact ones exactly, decimals at the places they have; and what is only among others."""

from __future__ import annotations

from fractions import Fraction

import pytest

from amends.conformance.comparison import differences


@pytest.mark.parametrize(
    ("expected", "answer", "same"),
    [
        ("595/9", "595/9", True),
        ("595/9", "1190/18", True),
        ("595/9", "66 1/9", True),
        ("595/9", "66.11", True),
        ("595/9", "66.111", True),
        ("595/9", "66.11111111111111", True),
        ("595/9", "66.111111111111128", True),  # what a program with binary fractions prints
        ("595/9", "66.1111112", False),
        ("595/9", "66.12", False),
        ("595/9", "66.1", False),  # as 66.10: two places are the least
        ("595/9", "66", False),  # no decimal: it says that it is exactly 66
        ("12.5", "12.5", True),
        ("12.5", "12.50", True),
        ("12.5", "25/2", True),
        ("12.125", "12.13", True),  # a half may go either way
        ("12.125", "12.12", True),
        ("12.125", "12.125", True),
        ("12.125", "12.126", False),
        ("-1/3", "-0.33", True),
        ("-1/3", "−0.33", True),
        ("-1/3", "0.33", False),
        ("1/1000000", "1e-6", True),
        ("1/1000000", "1.0E-06", True),
        ("7", "7", True),
        ("7", "7.00", True),
        ("7", "+7", True),
        ("7", "7.004", False),
        (7, "7", True),
        ("60%", "60%", True),
        ("60%", "0.6", True),
        ("60%", "3/5", True),
        ("60%", "60", False),
        ("611/1000", "61.1%", True),
        ("61.11%", "0.6111", True),
        ("61.11%", "0.61", False),  # two places of the percentage are the least
        ("61.11%", "61.11%", True),
        ("1/3", "33.33%", True),
        ("np", None, True),
        ("np", "np", True),
        ("np", "0", False),
        ("0", None, False),
        ("A+", "A+", True),
        ("A+", "A-", False),
        ("3=", "3=", True),
        ("3=", "3", False),
        ("7", "seven", False),
        ("7", True, False),
        ("1", True, False),
        ("7", ["7"], False),
        ("7", {"value": "7"}, False),
        ("7", "9" * 5000, False),
        ("7", "1e99", False),
        ("7", ".", False),
        ("7", "", False),
    ],
)
def test_what_passes(expected: object, answer: object, same: bool) -> None:
    assert (list(differences("x", expected, answer)) == []) is same


def test_a_figure_of_the_engine_has_to_be_equal() -> None:
    assert list(differences("x", "66.11", Fraction(595, 9))) == ["x: expected 66.11, came out 595/9"]


@pytest.mark.parametrize(
    ("expected", "answer", "troubles"),
    [
        ({"+420": "3"}, {"420": "3"}, []),
        ({"+420": "3"}, {"+420": "2"}, ["chart.+420: expected 3, came out 2"]),
        ({"+420": "3"}, {"-420": "3"}, ["chart.+420: expected 3, came out nothing"]),
        ({"a": "3"}, {}, ["chart.a: expected 3, came out nothing"]),
        ({"a": "3"}, {"a": "3", "b": "4"}, []),
        ("10", {"ns": "10", "ew": "10"}, []),
        ("10", {"ns": "10"}, ["chart.ew: expected 10, came out np"]),
        (["1", "2"], ["1"], ["chart: expected 2 values, came out 1"]),
        (["1", "2"], ["1", "3"], ["chart[2]: expected 2, came out 3"]),
    ],
)
def test_tables_and_lists(expected: object, answer: object, troubles: list[str]) -> None:
    assert list(differences("chart", expected, answer)) == troubles


def test_clauses_need_only_be_among_those_that_came_out() -> None:
    assert list(differences("clauses", ["12B1"], ["12C1(c)", "12B1"])) == []
    assert list(differences("clauses.3.7", ["12B1"], ["12C1(c)"])) == ["clauses.3.7: expected 12B1, came out 12C1(c)"]


def test_a_value_without_end_is_cut_in_the_report() -> None:
    [trouble] = differences("x", "7", "z" * 100_000)
    assert len(trouble) < 200
