"""Hold the reference to the conformance cases, whose figures come from the laws' own texts."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

from .evaluation import KINDS, evaluate
from .figures import number


def assert_agrees(where: str, expected: Any, actual: Any) -> None:
    """Assert that what a case names came out; what it does not name is not compared."""
    if isinstance(expected, dict):
        by_score = all(isinstance(key, int) for key in actual)  # charts, frequencies
        for key, value in expected.items():
            wanted = int(number(key)) if by_score else key
            assert wanted in actual, f"{where}: nothing came out for {key}"
            assert_agrees(f"{where}.{key}", value, actual[wanted])
    elif isinstance(actual, dict):
        assert_agrees(f"{where}.ns", expected, actual["ns"])  # one number where each side has its own
    elif isinstance(expected, list):
        assert len(expected) == len(actual), f"{where}: {len(actual)} entries came out"
        for place, (one, other) in enumerate(zip(expected, actual, strict=True)):
            assert_agrees(f"{where}[{place}]", one, other)
    elif isinstance(actual, Fraction):
        assert number(expected) == actual, f"{where}: expected {expected}, got {actual}"
    elif actual is None:
        assert expected == "np", f"{where}: expected {expected}, got nothing"
    else:
        assert str(expected).lower() == str(actual).lower(), f"{where}: {expected} / {actual}"


def self_check(folder: str | Path) -> int:
    """Run every case of the kinds supported here in a folder; return how many there were."""
    count = 0
    for path in sorted(Path(folder).glob("*.toml")):
        if path.name == "notation.toml":
            continue  # about spelling alone: the reference reads one notation
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            if case["kind"] in KINDS:
                actual = evaluate(case["kind"], case["given"], case.get("settings", {}))
                assert_agrees(f"{path.name} {case['id']}", case["expect"], actual)
                count += 1
    return count
