"""The shipped cases pass; and for each setting there is a pair of cases that differ in it alone and in their result."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest

from amends.conformance import ConformanceCase, read_cases, run, run_case
from amends.regulations import settings

SUITE = Path(__file__).parents[2] / "conformance"
CASES = list(read_cases([SUITE]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: ConformanceCase) -> None:
    assert run_case(case).troubles == ()


def test_ids_are_unique_over_all_files() -> None:
    ids = [case.id for case in CASES]
    assert len(ids) == len(set(ids))


def test_every_case_has_a_source_or_a_derivation() -> None:
    for case in CASES:
        if case.table["kind"] == "event":
            continue  # its standings come from the brute-force reference, as its file says
        text = Path(case.file).read_text(encoding="utf-8")
        assert "derivation" in case.table or "source" in case.table or text.startswith("source ="), case.id


def _case(**changes: object) -> ConformanceCase:
    table: dict[str, object] = {
        "id": "x",
        "kind": "imps",
        "given": {"differences": ["430"]},
        "expect": {"imps": ["10"]},
    }
    return ConformanceCase("f.toml", "x", table | changes)


@pytest.mark.parametrize(
    ("changes", "trouble"),
    [
        ({"expect": {"imps": ["11"]}}, "expected 11, came out 10"),
        ({"expect": {"imps": ["10", "1"]}}, "expected 2 values, came out 1"),
        ({"expect": {"imp": ["10"]}}, "'expect.imp'"),
        ({"kind": "nonsense"}, "the kind 'nonsense'"),
        ({"settings": {"speed": 1}}, "the setting 'speed'"),
        ({"given": {"differences": ["430"], "more": 1}}, "the key 'more'"),
        ({"colour": "red"}, "the key 'colour'"),
        ({"given": {}}, "no 'differences'"),
    ],
)
def test_the_runner_can_fail(changes: dict[str, object], trouble: str) -> None:
    assert run_case(_case()).passed
    verdict = run_case(_case(**changes))
    assert not verdict.passed
    assert trouble in verdict.troubles[0]


def test_an_id_that_stands_twice_is_a_failure() -> None:
    assert [verdict.passed for verdict in run([_case(), _case()])] == [True, False]


LATER = {
    "edition", "field", "rank_on", "weighting", "benefit_factor", "benefit_binds", "poll_minimum",
    "logical_alternative_share", "most_outcomes", "standard_penalty", "correction_minutes",
    "appeal_minutes", "vp_scale",
}  # fmt: skip
"""Settings that no board, match or scale looks at."""


@pytest.mark.parametrize("key", [key for key in settings() if key not in LATER])
def test_changing_the_setting_alone_changes_a_result(key: str) -> None:
    by_question: dict[str, dict[str, list[dict[str, object]]]] = defaultdict(lambda: defaultdict(list))
    for case in CASES:
        rest = {name: value for name, value in case.table.get("settings", {}).items() if name != key}
        question = json.dumps([case.table["kind"], case.table["given"], rest], sort_keys=True, default=str)
        value = json.dumps(case.table.get("settings", {}).get(key))
        by_question[question][value].append(case.table["expect"])
    assert any(
        _differ(one, other)
        for answers in by_question.values()
        for value, expects in answers.items()
        for other_value, others in answers.items()
        if value != other_value
        for one in expects
        for other in others
    )


def _differ(one: object, other: object) -> bool:
    """Whether two expectations contradict each other in something both name."""
    if isinstance(one, dict) and isinstance(other, dict):
        return any(_differ(one[key], other[key]) for key in one.keys() & other.keys())
    return one != other
