"""Writes docs/api-reference.md: every public name of the library with its signature and what it says of itself."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

import amends
from amends import bulk

PAGE = Path(__file__).resolve().parents[1] / "docs" / "api-reference.md"

HEAD = """# Reference of the library

Every public name of `amends` and `amends.bulk`, in alphabetical order, with its signature. [First steps](api.md) have
examples. Values are immutable, figures are `Fraction`s; what cannot be read raises `Faults`, what cannot be done
`Refusal`, each with a sentence for people.

This page is written by `tools/api_reference.py`.
"""


def text() -> str:
    """The whole page."""
    parts = [HEAD]
    for module in (amends, bulk):
        parts.append(f"## {module.__name__}\n")
        for name in sorted(module.__all__, key=str.lower):
            parts += _entry(module, name)
    return "\n".join(parts).rstrip() + "\n"


def _entry(module: ModuleType, name: str) -> Iterator[str]:
    thing = getattr(module, name)
    yield f"### {name}\n"
    if inspect.isclass(thing):
        yield from _class(name, thing)
    elif callable(thing):
        yield f"```\n{_signature(name, thing)}\n```\n"
        yield _words(thing)
    else:
        yield f"```\n{name} = {_plain(str(thing))}\n```\n"


def _class(name: str, thing: type) -> Iterator[str]:
    if issubclass(thing, Enum):
        yield f"```\n{name}: {', '.join(member.name for member in thing)}\n```\n"
    elif is_dataclass(thing):
        shown = (
            f"    {each.name}: {_plain(str(each.type))}" for each in fields(thing) if not each.name.startswith("_")
        )
        yield "```\n" + "\n".join([f"class {name}", *shown]) + "\n```\n"
    else:
        yield f"```\nclass {name}\n```\n"
    yield _words(thing)
    members = [(own, value) for own, value in vars(thing).items() if not own.startswith("_")]
    rows = [row for own, value in members if (row := _member(own, value))]
    if rows:
        yield "| | |\n| --- | --- |"
        yield from rows
        yield ""


def _member(name: str, value: Any) -> str:
    """A method or a property in a table."""
    if isinstance(value, classmethod | staticmethod):
        value = value.__func__
    if isinstance(value, property) and value.fget is not None:
        return f"| `{name}` | {_line(value.fget)} |"
    if inspect.isfunction(value):
        shown = _signature(name, value, skip=True).replace("|", "\\|")
        return f"| `{shown}` | {_line(value)} |"
    return ""


def _signature(name: str, function: Any, skip: bool = False) -> str:
    found = inspect.signature(function)
    parameters = list(found.parameters.values())
    if skip and parameters and parameters[0].name in ("self", "cls"):
        parameters = parameters[1:]
    shown = str(found.replace(parameters=parameters))
    return _plain(name + shown)


def _plain(text: str) -> str:
    """Annotations as people write them, without quotation marks, modules and addresses."""
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)
    text = re.sub(r"\b(?:[a-z_]+\.)+([A-Za-z_]+)", r"\1", text)
    return re.sub(r"<([A-Za-z_.]+)[^>]*>", r"\1", text)


def _words(thing: Any) -> str:
    """What a thing says of itself, without its examples."""
    said = inspect.getdoc(thing) or ""
    said = re.split(r"\n\s*>>> ", f"\n{said}")[0].strip()
    return re.sub(r"(?<!\n)\n(?!\n)", " ", said) + "\n"


def _line(thing: Any) -> str:
    return _words(thing).split("\n")[0].replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
