"""The index of clauses: complete, and each function is there."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

import amends
from amends.laws.index import CLAUSES, Clause, Role
from amends.rulings import checks, poll

SOURCE = Path(amends.__file__).parent
NUMBER = re.compile(r"(?:12|15|16|64|7[0789]|8[24678]|9[0123])(?:[A-E]\d?)?(?:\([a-e]\))?(?:\(i+\))?")

NAMED = (
    "12A1", "12A2", "12A3", "12B1", "12B2", "12C1(a)", "12C1(b)", "12C1(c)", "12C1(d)", "12C1(e)", "12C2(a)", "12C2(b)",
    "12C2(c)", "12C2(d)", "12C3", "12C4", "15", "16B", "64C", "70", "79B3", "79C", "82C", "84D", "86B1", "86B2", "86B3",
    "87", "88", "90", "91", "92B", "92D", "93",
)  # fmt: skip
"""What a director may look for."""


def clauses_in(path: Path) -> set[str]:
    """The clauses that a module names as clauses: whole strings, docstrings not included."""
    found = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    texts = {node.value for node in found if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts if NUMBER.fullmatch(text)}


@pytest.mark.parametrize("number", NAMED)
def test_every_clause_that_the_rules_name_is_there(number: str) -> None:
    assert number in CLAUSES


@pytest.mark.parametrize("module", [checks, poll])
def test_every_clause_of_a_finding_is_there(module: object) -> None:
    found = clauses_in(Path(str(module.__file__)))  # type: ignore[attr-defined]
    assert found
    assert found <= set(CLAUSES)


@pytest.mark.parametrize("room", ["laws", "scoring"])
def test_every_clause_of_an_explanation_is_there(room: str) -> None:
    paths = [path for path in (SOURCE / room).rglob("*.py") if path.name not in ("editions.py", "index.py")]
    assert {clause for path in paths for clause in clauses_in(path)} <= set(CLAUSES)


@pytest.mark.parametrize("clause", [clause for clause in CLAUSES.values() if clause.function])
def test_every_function_is_there(clause: Clause) -> None:
    module, _, name = clause.function.rpartition(".")
    assert callable(getattr(import_module(module), name))


@pytest.mark.parametrize("clause", CLAUSES.values())
def test_what_is_calculated_or_forbidden_has_a_function(clause: Clause) -> None:
    assert clause.function or clause.role is Role.CITES
    assert clause.words
    assert not clause.words.endswith(".")
