"""What `amends --help` lists, without importing the commands: their words and docstrings, as their files have them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from importlib.resources import files

from amends import discovery
from amends.cli import commands


def described() -> dict[str, Callable[[], None]]:
    """For each command, by its words, a function that has its docstring and does nothing."""
    found: dict[str, Callable[[], None]] = {}
    for module in discovery.names(commands):
        found |= {words: _having(text) for words, text in _commands_in(module)}
    return found


def _commands_in(module: str) -> Iterator[tuple[str, str]]:
    """The words and the docstring of each command in a module: its NAME and `command`, or its COMMANDS."""
    tree = ast.parse((files(commands) / f"{module}.py").read_text(encoding="utf-8"))
    texts = {node.name: ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name("NAME")], value=ast.Constant(str(name))):
                yield name, texts["command"]
            case ast.Assign(targets=[ast.Name("COMMANDS")], value=ast.Dict(keys, values)):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(value, ast.Name):
                        yield str(key.value), texts[value.id]


def _having(text: str) -> Callable[[], None]:
    def nothing() -> None: ...

    nothing.__doc__ = text
    return nothing
