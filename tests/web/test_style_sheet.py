"""One style sheet, one script, and nothing in them or in the templates that nobody uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import tinycss2
from jinja2 import Environment, nodes

import amends
from amends.web.rendering import STATIC, TEMPLATES

SOURCE = Path(amends.__file__).parent
SHEET = (STATIC / "app.css").read_text(encoding="utf-8")
SCRIPT = (STATIC / "app.js").read_text(encoding="utf-8")
PAGES = {path.name: path.read_text(encoding="utf-8") for folder in TEMPLATES for path in folder.glob("*.html")}

PYTHON = [
    *sorted((SOURCE / "web").rglob("*.py")),
    *sorted((SOURCE / "reports").glob("*.py")),
    *sorted((SOURCE / "reports" / "layout").glob("*.py")),
]
"""Modules that make markup, or name a class for a template to use."""

COMPUTED = {"n", "e", "s", "w", "pn", "pe", "ps", "pw"}
"""Classes of seats in a diagram."""

HOOKS = {"side-by-side": "the script puts what the server counted into it (data-into)"}
"""Classes without a rule, and what they are for."""


# What the style sheet names


def selectors(sheet: str = SHEET) -> Iterator[str]:
    """Every selector, one by one, also of rules within media queries and within other rules."""
    yield from _selectors(tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True))


def _selectors(rules: Iterable[tinycss2.ast.Node]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "error":
            raise ValueError(f"line {rule.source_line} of the style sheet: {rule.message}")
        if rule.type == "at-rule" and rule.content and rule.lower_at_keyword in ("media", "supports"):
            yield from _selectors(tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True))
        elif rule.type == "qualified-rule":
            yield from _pieces(tinycss2.serialize(rule.prelude))
            inner = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            yield from _selectors(each for each in inner if each.type != "declaration")


def _pieces(text: str) -> Iterator[str]:
    """The selectors between the commas that stand in no brackets."""
    depth, start = 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            yield text[start:place].strip()
            start = place + 1
    yield text[start:].strip()


def names_in(selector: str) -> dict[str, set[str]]:
    """The classes, ids and attributes that must be there for a selector to match."""
    needed = re.sub(r":not\((?:[^()]|\([^()]*\))*\)", "", selector)
    values = set(re.findall(r"\[(?:value|name)=\"([^\"]+)\"\]", needed))
    attributes = set(re.findall(r"\[([a-z-]+)", needed))
    needed = re.sub(r"\[[^\]]*\]|\"[^\"]*\"", "", needed)
    return {
        "class": set(re.findall(r"\.([a-zA-Z][\w-]*)", needed)),
        "id": set(re.findall(r"#([a-zA-Z][\w-]*)", needed)),
        "attribute": attributes,
        "value": values,
    }


# What templates, code and script name


JINJA = r"\{\{.*?\}\}|\{%.*?%\}"
LITERAL = r"\"([^\"]*)\"|'([^']*)'"


def _literals(text: str) -> Iterator[str]:
    for one, other in re.findall(LITERAL, text):
        yield from (one or other).split()


def attribute_words(text: str, attribute: str) -> tuple[set[str], set[str]]:
    """The words of an attribute in a template, and the beginnings of words whose end is computed."""
    words: set[str] = set()
    beginnings: set[str] = set()
    for value in re.findall(rf"[\s\"]{attribute}=\"((?:[^\"{{]|{JINJA})*)\"", text):
        for expression in re.findall(JINJA, value):
            words.update(_literals(re.sub(r" if .*?(?= else |\}|$)", "", expression)))
        # `a{{ ' b' if c }}` is the word a, and maybe b; `a-{{ b }}` is one word.
        value = re.sub(r"\{\{.*?\}\}", lambda found: " " if re.search(r"[\"'] ", found[0]) else "\0", value)
        for word in re.sub(r"\{%.*?%\}", " ", value).split():
            before, computed, _ = word.partition("\0")
            if not computed:
                words.add(word)
            elif before.endswith("-"):
                beginnings.add(before)
    return words, beginnings


@cache
def class_words() -> tuple[frozenset[str], frozenset[str]]:
    """The classes in class attributes of templates, and the beginnings of computed ones."""
    words: set[str] = set()
    beginnings: set[str] = set()
    for text in PAGES.values():
        found, begun = attribute_words(text, "class")
        words |= found
        beginnings |= begun
        for block in re.findall(r"\{% block (?:kind|wide|frame|you_narrow) %\}(.*?)\{% endblock %\}", text):
            words |= set(re.sub(JINJA, " ", block).split())
            words |= set(_literals(block))
    return frozenset(words), frozenset(beginnings)


@cache
def any_words() -> frozenset[str]:
    """Words that may become a class or an id: texts in the expressions of templates and in Python code."""
    words: set[str] = set()
    for text in PAGES.values():
        for expression in re.findall(JINJA, text):
            words.update(_literals(re.sub(r"\b_\((?:\"[^\"]*\"|'[^']*')", "", expression)))
        words |= set(re.findall(r"\b(?:id|name|value)=\"([^\"{]+)\"", text))
    for path in PYTHON:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for markup in re.findall(r"class=[\"']([^\"']*)", node.value):
                    words.update(markup.split())
                if re.fullmatch(r"[a-z][a-z0-9-]*( [a-z][a-z0-9-]*){0,2}", node.value.strip()):
                    words.update(node.value.split())
    return frozenset(words)


@cache
def drawn_words() -> frozenset[str]:
    """The classes of pictures, which all begin with p-, and of the picture itself."""
    words = {"picture", "pictured", "sample"}
    for path in (SOURCE / "reports" / "pictures").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words |= {f"p-{word}" for word in re.findall(r"[a-z][a-z-]*", node.value)}
    return frozenset(words | {f"{word}-paper" for word in words})


@cache
def code() -> tuple[str, ...]:
    """The Python code of amends."""
    return tuple(path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py")))


def script_classes() -> set[str]:
    """The classes that the script gives to elements."""
    named = re.findall(r"classList\.\w+\(([^)]*)\)|className = (\"[^\"]*\")", SCRIPT)
    return {word for one, other in named for word in _literals(one or other)}


@cache
def named(kind: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The names of a kind (class, id) that something in the app can have, and beginnings of computed ones."""
    if kind == "class":
        words, beginnings = class_words()
        return words | any_words() | drawn_words() | script_classes() | COMPUTED, tuple(beginnings)
    found = [attribute_words(text, kind) for text in PAGES.values()]
    return any_words().union(*(words for words, _ in found)), tuple(set().union(*(begun for _, begun in found)))


def is_named(kind: str, name: str) -> bool:
    """Whether something in the app can have a class, an id, an attribute or a value."""
    if kind == "attribute":
        return name in ("fill", "open") or any(name in text for text in (SCRIPT, *PAGES.values()))
    if kind == "value":
        return any(f'"{name}"' in text for text in (*PAGES.values(), *code()))
    words, beginnings = named(kind)
    return name in words or name.startswith(beginnings)


# Tests


def test_the_app_loads_one_style_sheet_and_its_own_script() -> None:
    assert [path.name for path in STATIC.glob("*.css")] == ["app.css"]
    assert [path.name for path in STATIC.glob("*.js")] == ["app.js"]
    markup = "".join(PAGES.values())
    assert len(re.findall(r'rel="stylesheet"', markup)) == 1
    assert not re.findall(r"<style\b|\bstyle=", markup)


def test_every_rule_of_the_style_sheet_can_match_something() -> None:
    unused = [
        f"{selector}  ({kind} {name})"
        for selector in dict.fromkeys(selectors())
        for kind, names in names_in(selector).items()
        for name in sorted(names)
        if not is_named(kind, name)
    ]
    assert unused == []


def test_every_class_of_a_template_has_a_rule_or_a_script() -> None:
    styled = set(re.findall(r"\.([a-zA-Z][\w-]*)", " ".join(selectors())))
    used, _ = class_words()
    scripted = {word for word in used if re.search(rf"\.{re.escape(word)}\b", SCRIPT)}
    assert sorted(used - styled - scripted - HOOKS.keys()) == []


def test_every_token_of_the_style_sheet_is_used() -> None:
    declared = set(re.findall(r"(--[a-z0-9-]+)\s*:", SHEET))
    assert sorted(each for each in declared if f"var({each})" not in SHEET) == []
    assert sorted(set(re.findall(r"var\((--[a-z0-9-]+)", SHEET)) - declared) == []


# Macros


@cache
def trees() -> dict[str, nodes.Template]:
    """The templates, parsed."""
    return {page: Environment(extensions=["jinja2.ext.i18n"]).parse(text) for page, text in PAGES.items()}


@cache
def followers() -> dict[str, list[str]]:
    """The templates that each template includes, and those that extend it: they see its macros and imports."""
    found: dict[str, list[str]] = {page: [] for page in trees()}
    for page, tree in trees().items():
        for part in tree.find_all((nodes.Include, nodes.Extends)):
            for name in (each.value for each in part.find_all(nodes.Const) if each.value in found):
                above, below = (page, name) if isinstance(part, nodes.Include) else (name, page)
                found[above].append(below)
    return found


@cache
def read_in(page: str) -> frozenset[str]:
    """The names that a template reads, with those of its followers."""
    own = {each.name for each in trees()[page].find_all(nodes.Name) if each.ctx == "load"}
    return frozenset(own.union(*(read_in(each) for each in followers()[page])))


def imports() -> Iterator[tuple[str, str, str, str]]:
    """Which template imports what: its name, the template with the macro, the macro, and what it is called there."""
    for page, tree in trees().items():
        for found in tree.find_all(nodes.FromImport):
            if isinstance(found.template, nodes.Const):
                for each in found.names:
                    name, alias = (each, each) if isinstance(each, str) else each
                    yield page, found.template.value, name, alias


def test_every_macro_is_used() -> None:
    imported = {(source, name) for _, source, name, _ in imports()}
    unused = [
        f"{page}: {macro.name}"
        for page, tree in trees().items()
        for macro in tree.find_all(nodes.Macro)
        if macro.name not in read_in(page) and (page, macro.name) not in imported
    ]
    assert unused == []


def test_every_macro_that_is_imported_is_used_there() -> None:
    assert [
        f"{page}: {name} of {source}" for page, source, name, alias in imports() if alias not in read_in(page)
    ] == []
