"""The numbers of a clause in the three editions."""

from __future__ import annotations

import pytest

from amends.laws import editions
from amends.laws.clauses import EDITIONS, is_listed, parse
from amends.laws.editions import clause
from amends.laws.index import CLAUSES

NUMBERS = {
    # 2017: (2007, 1997)
    "12A1": ("12A1", "12A1"),
    "12A2": ("12A2", "12A2"),
    "12C1": ("12C1", "12C2"),
    "12C1(c)": ("12C1(c)", "12C3"),
    "12C1(e)": ("12C1(b)", "12C2"),
    "12C1(e)(i)": ("12C1(b)", "12C2"),
    "12C1(e)(ii)": ("12C1(b)", "12C2"),
    "12C2": ("12C2", "12C1"),
    "12C2(a)": ("12C2(a)", "12C1"),
    "12C2(b)": ("12C2(b)", "86A"),
    "12C2(c)": ("12C2(c)", "88"),
    "12C2(d)": ("regulation", "regulation"),
    "12C3": ("12C3", "89"),
    "12C4": ("12C4", "86B"),
    "16B": ("16B", "16A"),
    "16B1": ("16B1", "16A"),
    "16B1(b)": ("16B1(b)", "16A"),
    "16C": ("16D", "16C"),
    "16C2": ("16D2", "16C2"),
    "16D": ("16C", "16B"),
    "16D2(c)": ("16C2(c)", "16B2"),
    "79B3": ("79B2", "79B"),
    "79C1": ("79C1", "79C"),
    "79C2": ("79C2", "79C"),
    "84D": ("84D", "84D"),
    "86A": ("86C", "86C"),
    "86B1": ("86D", "regulation"),
    "86B2": ("regulation", "regulation"),
    "86B2(a)": ("regulation", "regulation"),
    "86B3": ("regulation", "regulation"),
    "92B": ("92B", "92B"),
}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_clause_has_its_number_in_each_edition(number: str) -> None:
    assert (clause(number, 2017), clause(number, 2007), clause(number, 1997)) == (number, *NUMBERS[number])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", CLAUSES)
def test_no_edition_is_given_a_number_that_it_has_not(number: str, edition: int) -> None:
    found = clause(number, edition)
    assert found == editions.REGULATION or is_listed(parse(found), edition)


def test_what_older_editions_alone_have_can_be_cited() -> None:
    assert [clause(editions.LIKELY_PROBABLE, year) for year in EDITIONS] == ["regulation", "12C1(e)", "12C2"]
    assert [clause(editions.NEED_NOT_BALANCE, year) for year in EDITIONS] == ["12C1", "12C1(f)", "12C2"]


@pytest.mark.parametrize("words", ["", "regulation", "regulation: exact", "12 boards late", "White Book 8.12"])
def test_words_are_the_same_in_each_edition(words: str) -> None:
    assert {clause(words, year) for year in EDITIONS} == {words}


def test_each_edition_has_its_words_for_damage_of_ones_own_making() -> None:
    assert [editions.self_inflicted_words(year) for year in EDITIONS] == [
        "extremely serious error or gambling action",
        "serious error, or wild or gambling action",
        "irrational, wild or gambling action",
    ]
