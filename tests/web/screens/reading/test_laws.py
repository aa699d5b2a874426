"""The page of a law."""

from __future__ import annotations

import pytest

from amends.laws.index import CLAUSES
from support.web.reading import links, words
from web.conftest import Visit


@pytest.mark.parametrize("number", CLAUSES)
def test_every_clause_has_a_page(visit: Visit, number: str) -> None:
    visitor = visit()
    assert CLAUSES[number].words[1:] in words(visitor.get(f"/laws/{number}").text)


@pytest.mark.parametrize(
    ("number", "says"),
    [
        ("16B2", "It is a part of 16B"),
        ("law 12c1(C)", CLAUSES["12C1(c)"].words[1:]),
        ("90B3", CLAUSES["90"].words[1:]),
        ("12", "These stand near it"),
        ("regulation: exact", "not a law but a regulation"),
        ("regulation: rank_on", "a setting of the regulation, rank_on"),
        ("benefit_factor", "a setting of the regulation"),
    ],
)
def test_a_part_of_a_clause_and_a_regulation_are_told(visit: Visit, number: str, says: str) -> None:
    assert says in words(visit().get(f"/laws/{number}").text)


def test_the_numbers_of_older_editions_stand_beside_it(visit: Visit) -> None:
    said = words(visit().get("/laws/12C1(e)").text)
    assert "Laws of 2007 12C1(b)" in said
    assert "Laws of 1997 12C2" in said


def test_laws_that_are_near_can_be_reached(visit: Visit) -> None:
    assert "/laws/12C1%28e%29" in links(visit().get("/laws/12C1(c)").text)


@pytest.mark.parametrize("number", ["99", "x", "12C1(c)/x", "12<script>alert", "7" * 300, "12" + "(a)" * 20])
def test_a_law_that_is_none_is_said_to_be_none(visit: Visit, number: str) -> None:
    answer = visit().get("/laws/" + number)
    assert answer.status_code == 404
    assert "<script>alert" not in answer.text
    assert "That is not here" in words(answer.text)
