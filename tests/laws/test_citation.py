"""Citations: one spelling, refusals that help, and whether a ruling cites a clause."""

from __future__ import annotations

import pytest

from amends.faults import Faults
from amends.laws.editions import cites, read_law


@pytest.mark.parametrize(
    ("text", "edition", "law"),
    [
        ("12C1c", 2017, "12C1(c)"),
        ("law 12 c1 (C)", 2017, "12C1(c)"),
        ("Law 12C1(c)", 2017, "12C1(c)"),
        ("L12C1c", 2017, "12C1(c)"),
        (" 12.C.1.c. ", 2017, "12C1(c)"),
        ("12(C)(1)(c)", 2017, "12C1(c)"),
        ("12c1(e)(ii)", 2017, "12C1(e)(ii)"),
        ("12C1eii", 2017, "12C1(e)(ii)"),
        ("16b1a", 2017, "16B1(a)"),
        ("40B2(a)(iv)", 2017, "40B2(a)(iv)"),
        ("39A", 2017, "39A"),
        ("92B", 2017, "92B"),
        ("79C2", 2017, "79C2"),
        ("86B2", 2017, "86B2"),
        ("12", 2017, "12"),
        ("12C1f", 2007, "12C1(f)"),
        ("86D", 2007, "86D"),
        ("12C3", 1997, "12C3"),
        ("25B2(b)(2)", 1997, "25B2(b)(2)"),  # below a star of the outline
        ("71(1)", 2017, "71(1)"),
        ("White Book 8.12", 2017, "White Book 8.12"),
        ("EBU regulation on psyches", 2017, "EBU regulation on psyches"),
        ("regulation", 2007, "regulation"),
        ("Law of the club", 2017, "Law of the club"),
    ],
)
def test_a_law_has_one_spelling(text: str, edition: int, law: str) -> None:
    assert read_law(text, edition) == law
    assert read_law(law, edition) == law


@pytest.mark.parametrize(
    ("text", "edition", "expected"),
    [
        ("12C1(f)", 2017, "a clause of the Laws of 2017, such as 12C1(e) or 12C1(d); 12C1(f) is of 2007"),
        ("12C1(e)(iii)", 2017, "a clause of the Laws of 2017, such as 12C1(e)(ii) or 12C1(e)(i)"),
        ("12C5", 2017, "a clause of the Laws of 2017, such as 12C4 or 12C3"),
        ("12D", 2017, "a clause of the Laws of 2017, such as 12C or 12B"),
        ("94", 2017, "a clause of the Laws of 2017, such as 93 or 92"),
        ("0", 2017, "a clause of the Laws of 2017, such as 1 or 2"),
        ("77A", 2017, "a clause of the Laws of 2017, such as 77"),
        ("7NT", 2017, "a clause of the Laws of 2017, such as 7"),
        ("2NT", 2017, "a clause of the Laws of 2017, such as 2"),
        ("16B because of the hesitation", 2017, "a clause of the Laws of 2017, such as 16B"),
        ("86D", 2017, "a clause of the Laws of 2017, such as 86B or 86A; 86D is of 2007"),
        ("12C2(d)", 2007, "a clause of the Laws of 2007, or the regulation; 12C2(d) is of 2017"),
        ("86B2", 2007, "a clause of the Laws of 2007, or the regulation; 86B2 is of 2017"),
        ("86B3", 1997, "a clause of the Laws of 1997, or the regulation; 86B3 is of 2017"),
        ("12C1(c)", 1997, "a clause of the Laws of 1997, such as 12C3 or 12C1; 12C1(c) is of 2017 and 2007"),
        ("12C4", 1997, "a clause of the Laws of 1997, such as 86B or 12C3; 12C4 is of 2017 and 2007"),
        ("16B1(b)", 1997, "a clause of the Laws of 1997, such as 16A or 16B1; 16B1(b) is of 2017 and 2007"),
        ("", 2017, "a clause of the Laws, or a regulation"),
    ],
)
def test_a_clause_that_is_none_is_refused_with_those_near_it(text: str, edition: int, expected: str) -> None:
    with pytest.raises(Faults) as refused:
        read_law(text, edition)
    [fault] = refused.value.faults
    assert (fault.found, fault.expected) == (text or "nothing", expected)


@pytest.mark.parametrize(
    ("laws", "numbers", "edition", "cited"),
    [
        (["12C1(e)(i)"], ["12C1(e)"], 2017, True),
        (["82C"], ["82C"], 2017, True),
        (["Law 82 c"], ["82C"], 2017, True),
        (["16B1", "12C1c"], ["82C", "12C1(c)"], 2017, True),
        (["12C1"], ["12C1(e)"], 2017, False),
        (["12C1(b)"], ["12C1(e)"], 2017, False),
        (["12C1(b)"], ["12C1(e)"], 2007, True),
        (["12C1(e)"], ["12C1(e)"], 2007, False),
        (["12C2"], ["12C1(e)"], 1997, True),
        (["16C2(d)"], ["16D"], 2007, True),
        (["16D"], ["16D"], 2007, False),
        (["16B"], ["16D"], 1997, True),
        (["86D"], ["86B"], 2007, True),
        (["86"], ["86B"], 2017, False),
        (["86B1"], ["86"], 2017, True),
        (["White Book 8.12"], ["12C2(d)"], 2007, True),
        (["regulation"], ["86B2"], 1997, True),
        (["regulation"], ["86B2"], 2017, False),
        (["", "   "], ["86B2"], 1997, False),
        (["12C1(c) and more", "99", "(", "9" * 5000], ["12C1(c)", "99"], 2017, False),
        ([], ["12"], 2017, False),
        (["12"], [], 2017, False),
    ],
)
def test_a_ruling_cites_a_clause_or_one_below_it(
    laws: list[str], numbers: list[str], edition: int, cited: bool
) -> None:
    assert cites(laws, *numbers, edition=edition) is cited
