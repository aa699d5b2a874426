"""`make quick` runs the core and what belongs to changed files."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.quick_tests import CORE, changed, selected

from support.examples import number

PROJECT = Path(__file__).resolve().parents[1]


def test_the_core_is_there() -> None:
    assert selected((), PROJECT) == list(CORE)


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("src/amends/audit/totals.py", ["tests/audit"]),
        ("src/amends/web/screens/reading/analyst.py", ["tests/web/screens/reading/test_analyst.py"]),
        ("src/amends/store/salvage.py", ["tests/store/test_salvage.py"]),
        ("tests/desk/test_event_cache.py", ["tests/desk/test_event_cache.py"]),
        ("benchmarks/parts.py", ["tests/test_benchmarks.py"]),
        ("docs/index.md", ["tests/test_docs.py"]),
        ("src/amends/scoring/board.py", []),
        ("tests/browser/test_jobs.py", []),
    ],
)
def test_a_changed_file_brings_its_tests(file: str, tests: list[str]) -> None:
    added = [path for path in selected([file], PROJECT) if path not in CORE]
    assert set(tests) <= set(added)
    assert all((PROJECT / path).exists() for path in added)
    assert bool(added) == bool(tests)


def test_changed_files_are_files_of_the_project() -> None:
    assert all((PROJECT / name).is_file() for name in changed())


def test_fewer_examples_are_some_and_more_are_not_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = {}
    for how in ("quick", "usual", "long"):
        monkeypatch.setattr("support.examples.HOW_MANY", how)
        tried[how] = (number(20), number(300, long=1500))
    assert tried == {"quick": (5, 30), "usual": (20, 300), "long": (20, 1500)}
    monkeypatch.setattr("support.examples.HOW_MANY", "loong")
    with pytest.raises(ValueError, match="expected quick, usual or long"):
        number(20)
