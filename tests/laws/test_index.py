"""The index of clauses: complete, and each function is there."""

from __future__ import annotations

import ast
import re
import runpy
from importlib import import_module
from pathlib import Path

import pytest

import amends
from amends.laws.clauses import EDITIONS, is_clause, law_words, listed, parse, spell
from amends.laws.index import CLAUSES, Clause, ClauseRole, index
from amends.rulings.checks import of_ruling
from amends.rulings.polls import poll

SOURCE = Path(amends.__file__).parent
PROJECT = Path(__file__).parents[2]
NUMBER = re.compile(r"(?:12|15|16|64|7[0789]|8[24678]|9[0123])(?:[A-E]\d?)?(?:\([a-e]\))?(?:\(i+\))?")

NAMED = (
    "12A1", "12A2", "12A3", "12B1", "12B2", "12C1(a)", "12C1(b)", "12C1(c)", "12C1(d)", "12C1(e)", "12C2(a)", "12C2(b)",
    "12C1(e)(i)", "12C1(e)(ii)", "12C2(c)", "12C2(d)", "12C3", "12C4", "15", "16B", "16B1(b)", "16C", "16D", "64C",
    "70", "79B3", "79C", "79C1", "79C2", "82C", "84D", "86B1", "86B2", "86B3", "87", "88", "90", "91", "92B",
    "92D", "93",
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


@pytest.mark.parametrize("module", [of_ruling, poll])
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
    assert clause.function or clause.role is ClauseRole.CITES
    assert clause.words
    assert not clause.words.endswith(".")


def users_of(function: str) -> set[str]:
    """The modules that call a function of another module; the index and the runner of worked examples do not count."""
    home, _, name = function.rpartition(".")
    stem = home.rpartition(".")[2]
    called = re.compile(rf"(?:\b{stem}\.|(?<![\w.]))(?:law\d+\.)?{name}\(")
    users = set()
    for path in SOURCE.rglob("*.py"):
        module = ".".join(("amends", *path.relative_to(SOURCE).with_suffix("").parts))
        text = path.read_text(encoding="utf-8")
        if module not in (home, "amends.laws.index") and "conformance" not in path.parts and called.search(text):
            users.add(module)
    return users


@pytest.mark.parametrize("clause", [clause for clause in CLAUSES.values() if clause.role is ClauseRole.CALCULATES])
def test_what_is_calculated_is_calculated_for_somebody(clause: Clause) -> None:
    assert users_of(clause.function), f"nothing calls {clause.function}"


def test_a_function_that_nobody_calls_is_noticed() -> None:
    assert not users_of("amends.laws.law92.review_never_ends")


FUNCTIONS = {
    "12A1": "",
    "12A2": "",
    "12C1(e)(i)": "amends.laws.law12.redress",
    "16B1(b)": "amends.laws.law16.is_logical_alternative",
    "79C1": "amends.laws.law79.correction_ends",
    "86B2": "amends.laws.law86.complement",
    "92B": "amends.laws.law92.review_ends",
}


@pytest.mark.parametrize("number", FUNCTIONS)
def test_a_clause_names_the_function_that_deals_with_it(number: str) -> None:
    assert index(2017)[number].function == FUNCTIONS[number]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_law_is_there_in_every_edition(edition: int) -> None:
    laws = [str(law) for law in range(1, 94)]
    assert [number for number in index(edition) if number.isdecimal()] == laws
    assert list(law_words()) == laws
    assert all(entry.words and not entry.words.endswith(".") for entry in index(edition).values())


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_is_read_as_it_is_spelled_and_stands_below_another(edition: int) -> None:
    for parts in listed(edition):
        assert parse(spell(parts)) == parts
        assert len(parts) == 1 or is_clause(parts[:-1], edition)


def test_what_amends_deals_with_is_in_the_index_of_2017() -> None:
    marked = {number: entry for number, entry in index(2017).items() if entry.role is not ClauseRole.LISTS}
    assert marked == CLAUSES


@pytest.mark.parametrize(
    ("edition", "there", "missing"),
    [
        (2017, "39A 16B 16B1 16B1(a) 12C1(e)(i) 12C1(e)(ii) 12C2(d) 79C2 86B1 86B2 86B3 92B", "12C1(f) 86C 86D 17E"),
        (2007, "39A 16B 16B1(a) 12C1(b) 12C1(e)(ii) 12C1(f) 12C4 16D2 79C2 86A 86D", "12C2(d) 86B1 86B2 86B3 23A"),
        (1997, "39A 12C1 12C2 12C3 16A2 16B 16C 86A 86B 89", "12B1 12C1(a) 12C4 16B1(a) 16D 86D 86B2"),
    ],
)  # fmt: skip
def test_an_edition_has_its_own_clauses(edition: int, there: str, missing: str) -> None:
    assert set(there.split()) <= index(edition).keys()
    assert not set(missing.split()) & index(edition).keys()


def test_the_page_of_the_index_is_up_to_date() -> None:
    path = PROJECT / "tools" / "laws_page.py"
    if not path.exists():
        pytest.skip("a source distribution has no tools")
    tool = runpy.run_path(str(path))
    page = (PROJECT / "docs" / "laws" / "index.md").read_text(encoding="utf-8")
    assert page == tool["text"](), "run python tools/laws_page.py"
