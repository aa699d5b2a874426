"""Figures: the exact fraction, and what a page prints."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from amends.contract import figures
from support.examples import examples

STYLES = {
    name: TypeAdapter[figures.Figure](getattr(figures, name))
    for name in ("PlainFigure", "PercentFigure", "SignedFigure", "MixedFigure", "WeightFigure", "TotalFigure")
}


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("PlainFigure", "66.11"),
        ("PercentFigure", "66.11"),
        ("SignedFigure", "+66.11"),
        ("MixedFigure", "66 1/9"),
        ("WeightFigure", "595/9"),
    ],
)
def test_a_figure_has_its_fraction_and_its_text(style: str, shown: str) -> None:
    made = STYLES[style].validate_python(Fraction(595, 9))
    assert made.model_dump() == {"exact": "595/9", "shown": shown}


@given(st.fractions())
@examples(100)
def test_the_fraction_comes_back_exactly(value: Fraction) -> None:
    for style in STYLES.values():
        made = style.validate_python(value)
        assert Fraction(made.exact) == value
        assert style.validate_python(made.model_dump()) == made


@pytest.mark.parametrize("value", [0.5, float("nan"), True, None, {"exact": "0.5", "shown": "½"}, {"exact": "1/0"}])
def test_what_is_not_exact_is_no_figure(value: object) -> None:
    with pytest.raises(ValidationError):
        STYLES["PlainFigure"].validate_python(value)
