"""The engine and the brute-force reference, which share no code, give the same figures."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import given

import reference
from amends.conformance.runner import evaluate
from amends.faults import Faults
from amends.formats.common.toml_table import Given
from support import cases
from support.examples import examples


def both(kind: str, given: dict[str, Any], changes: dict[str, object]) -> tuple[object, object]:
    """What the two calculate; None where one refuses."""
    expected: object = None
    actual: object = None
    try:
        expected = plain(reference.evaluate(kind, given, changes))
    except ValueError:
        expected = None
    try:
        actual = plain(evaluate(kind, Given(given), changes))
    except Faults:
        actual = None
    return expected, actual


def plain(value: object) -> object:
    """The same with all keys as texts, and without a datum that nobody is in."""
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items() if key != "datum" or None not in part.values()}
    return [plain(part) for part in value] if isinstance(value, list | tuple) else value


@examples(150, long=1500)
@given(case=cases.boards())
def test_a_board_under_any_method_and_settings(case: tuple[dict[str, Any], dict[str, object]]) -> None:
    expected, actual = both("board", *case)
    assert expected is not None
    assert isinstance(actual, dict)
    assert isinstance(expected, dict)
    # An empty Butler has no datum in the reference and none that counts in the engine.
    assert {key: actual.get(key) for key in expected} == expected


@examples(80, long=500)
@given(case=cases.matches(further=True))
def test_a_match_under_any_settings(case: tuple[dict[str, Any], dict[str, object]]) -> None:
    expected, actual = both("match", *case)
    assert expected is not None
    assert actual == expected


def test_the_reference_passes_the_shipped_cases() -> None:
    reference.self_check(Path(__file__).parents[2] / "conformance")
    reference.hand_checks()


def test_every_whole_margin_of_every_scale() -> None:
    for name, fewest, most in cases.SCALES:
        for boards in sorted({fewest, *range(fewest, most, 7), most}):
            given = {"scale": name, "boards": boards, "margins": [str(margin) for margin in range(-5, 106)]}
            expected, actual = both("vp", given, {})
            assert actual == expected, (name, boards)


def test_every_hundredth_of_a_percentage_on_the_swiss_pairs_scale() -> None:
    percentages = [str(Fraction(step, 100)) for step in range(0, 10001, 3)]
    for boards in (2, 5, 8, 12, 16, 24):
        given = {"scale": "ebu-swiss-pairs", "boards": boards, "percentages": percentages}
        expected, actual = both("vp", given, {})
        assert actual == expected, boards
