"""No regular expression costs more than its text is long: a file of blanks would hold a processor for hours."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import amends
from support.patterns import costly

SEARCHING = {"search", "sub", "subn", "split", "findall", "finditer"}
"""Methods that begin anew at each character; `match` and `fullmatch` begin once."""
METHODS = {*SEARCHING, "match", "fullmatch"}
SOURCE = Path(amends.__file__).parent

OURS = "reads a text that is ours"
SHORT = "its texts have at most 600 characters"
LEFT = {
    "amends.cli.app _LISTED": OURS,
    "amends.formats.common.own_words _PENALTY": SHORT,
    "amends.formats.common.own_words _CARRY_OVER": SHORT,
    "amends.formats.common.own_words _VICTORY_POINTS": SHORT,
    "amends.formats.pbn.collections _TAG": "the quote with which a tag begins ends that which begins before it",
    "amends.laws.clauses re.findall": OURS,
    "amends.laws.clauses _LEVELS": "they only match",
    "amends.store.guards _TRIGGER": OURS,
    "amends.store.guards _FUNCTION": OURS,
    "amends.web.screens.publish.publish _STYLE": OURS,
}
"""Patterns that may stay as they are, and why."""


def modules() -> Iterator[str]:
    for found in pkgutil.walk_packages([str(SOURCE)], "amends."):
        if not found.name.endswith("__main__") and not found.name.startswith("amends.bulk.spark"):
            yield found.name


def used(name: str) -> Iterator[tuple[int, str, re.Pattern[Any], bool]]:
    """The patterns of a module where they are used: the line, the name, the pattern, and whether it searches."""
    module = importlib.import_module(name)
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS):
            continue
        owner, searches = node.func.value, node.func.attr in SEARCHING
        if isinstance(owner, ast.Name) and owner.id == "re":
            yield from _written(node, module, searches)
        elif (pattern := _value(owner, module)) is not None:
            yield node.lineno, ast.unparse(owner), pattern, searches


def _written(call: ast.Call, module: Any, searches: bool) -> Iterator[tuple[int, str, re.Pattern[Any], bool]]:
    """The pattern of `re.sub(...)` and its like."""
    pattern = _value(call.args[0], module)
    if isinstance(pattern, str | bytes):
        yield call.lineno, f"re.{ast.unparse(call.func)[3:]}", re.compile(pattern), searches
    elif isinstance(pattern, re.Pattern):
        yield call.lineno, ast.unparse(call.args[0]), pattern, searches


def _value(expression: ast.expr, module: Any) -> Any:
    """What an expression is at the level of the module; None where it is made of something else."""
    allowed = (ast.Name, ast.Attribute, ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Load, ast.Subscript)
    if not all(isinstance(node, allowed) for node in ast.walk(expression)):
        return None
    try:
        return eval(compile(ast.Expression(expression), "pattern", "eval"), vars(module))
    except (NameError, AttributeError, KeyError, IndexError, TypeError):
        return None


def kept(name: str) -> Iterator[tuple[int, str, re.Pattern[Any], bool]]:
    """The patterns that a module keeps and uses in a way that cannot be read here: perhaps to search."""
    known = {pattern.pattern for _, _, pattern, _ in used(name) if isinstance(pattern, re.Pattern)}
    for variable, value in vars(importlib.import_module(name)).items():
        for pattern in _within(value):
            if pattern.pattern not in known:
                yield 0, variable, pattern, True


def _within(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list | set | frozenset):
        for each in value:
            yield from _within(each)
    elif isinstance(value, dict):
        for each in [*value, *value.values()]:
            yield from _within(each)


def test_no_pattern_costs_more_than_its_text_is_long() -> None:
    found: dict[str, str] = {}
    seen = 0
    for name in modules():
        for line, variable, pattern, searches in [*used(name), *kept(name)]:
            if isinstance(pattern, re.Pattern):
                seen += 1
                if why := costly(pattern, searches=searches):
                    found[f"{name} {variable}"] = f"{name}:{line} {pattern.pattern!r}: {why}"
    assert seen > 300
    assert not [found[each] for each in found.keys() - LEFT.keys()]
    assert not LEFT.keys() - found.keys(), "these need no reason any more"


@pytest.mark.parametrize(
    ("pattern", "searches"),
    [
        (r"\s*,?\s*", False),
        (r"(?:a+)*b", False),
        (r"(.+?)\s*(NS|EW)", False),
        (r"a \S+\s*[^|]+b", False),
        (r"\s*;", True),
        (r'"(\S+)(?: [^"]*)?":', True),
        (r"[0-9]+\.", True),
    ],
)
def test_what_costs_more_is_known(pattern: str, searches: bool) -> None:
    assert costly(re.compile(pattern), searches=searches)


@pytest.mark.parametrize(
    ("pattern", "searches"),
    [
        (r"\s*+,?+\s*+x", False),
        (r"\s*(?s:.*)", False),
        (r"\d+(?:\.\d+)?\s*%", False),
        (r"xa+y", True),
        (r"(?<![0-9])[0-9]+\.", True),
        (r"^\s*;", True),
    ],
)
def test_what_costs_no_more_is_left_in_peace(pattern: str, searches: bool) -> None:
    assert not costly(re.compile(pattern), searches=searches)
