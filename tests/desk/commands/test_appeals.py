"""The ruling of a committee cites the laws of its own award."""

from __future__ import annotations

import pytest

from amends import BySide, Ruling, parse_award
from amends.awards import Mixture
from amends.bridge import Side
from amends.desk.commands.appeals import laws_that_apply
from amends.event.ruling import SelfInflictedDamage


def awarding(both: str) -> Ruling:
    return Ruling("", 1, awards=BySide.both(parse_award(both)))


def mixture(text: str) -> Mixture:
    award = parse_award(text)
    assert isinstance(award, Mixture)
    return award


PLAIN, WEIGHTED, ARTIFICIAL = awarding("4H N ="), awarding("50% 4H N =; 50% 4H N -1"), awarding("A+")
STANDS = Ruling("", 1)
DAMAGE = Ruling("", 1, self_inflicted=SelfInflictedDamage(Side.NS, mixture("4H N ="), mixture("3H N =")))


@pytest.mark.parametrize(
    ("laws", "ruling", "cited"),
    [
        ("16B1 12C1(c) 84D", WEIGHTED, "16B1 12C1(c) 84D"),
        ("16B1 12C1(c) 84D", PLAIN, "16B1 12C1(a)"),
        ("16B1 12C1(b) 12C1(c)", PLAIN, "16B1 12C1(b)"),
        ("16B1 12C1(c)", STANDS, "16B1"),
        ("16B1 12B1", STANDS, "16B1 12B1"),
        ("16B1 12C1(c)", ARTIFICIAL, "16B1 12C2"),
        ("15A 12C2(a) 88", PLAIN, "15A 12C1(a)"),
        ("15A 12C2(a)", ARTIFICIAL, "15A 12C2(a)"),
        ("21B 12C1(e)", PLAIN, "21B 12C1(a)"),
        ("21B 12C1(c)", DAMAGE, "21B 12C1(e)"),
        ("21B 12C1(a)", WEIGHTED, "21B 12C1(a)"),
        ("", PLAIN, ""),
        ("White_Book 12C1(c)", PLAIN, "White_Book 12C1(a)"),
    ],
)
def test_clauses_of_another_award_are_not_cited(laws: str, ruling: Ruling, cited: str) -> None:
    assert laws_that_apply(tuple(laws.split()), ruling, 2017) == tuple(cited.split())


@pytest.mark.parametrize(
    ("edition", "laws", "ruling", "cited"),
    [
        (2007, "21B 12C1(b)", WEIGHTED, "21B 12C1(c)"),
        (2007, "21B 12C1(e)", PLAIN, "21B 12C1(e)"),
        (1997, "16A 12C2", PLAIN, "16A 12C2"),
        (1997, "16A 12C3", PLAIN, "16A 12C2"),
    ],
)
def test_clauses_are_those_of_the_event_s_edition(edition: int, laws: str, ruling: Ruling, cited: str) -> None:
    assert laws_that_apply(tuple(laws.split()), ruling, edition) == tuple(cited.split())
