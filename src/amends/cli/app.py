"""Puts the commands together, and turns faults into messages and exit status 2."""

from __future__ import annotations

import ast
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from typing import Any

import typer
from typer.core import TyperGroup

from amends import discovery
from amends.cli import commands, terminal_text
from amends.cli.parameters import PlainCommand, PlainGroup
from amends.faults import IMPOSSIBLE_SCORE, Faults


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


GROUPS = {
    "account": "Who may sign in, and what they may do.",
    "case": "What is written down about a call of the director.",
    "event": "The events of the store.",
    "journal": "What happened to an event, entry by entry.",
    "store": "Where events are kept.",
}
"""Commands of two words, by the first of them."""

HINTS = {IMPOSSIBLE_SCORE: "--accept-scores keeps scores that cannot occur"}
"""The option that helps against a kind of fault; every command that raises one has it."""

NEGATIVE_NUMBERS = {"ignore_unknown_options": True}
"""So that "-14" is an argument and not an option."""


def build(word: str = "") -> TyperGroup:
    """The application with every command found in `commands`, or with those alone that begin with a word.

    The module of a command is called after its first word: `event.py` has `amends event new`.
    """
    return _built(commands_of(word), PlainGroup)


def build_overview() -> TyperGroup:
    """The application as its help shows it: a command is imported when it is the one that was typed."""
    return _built(described(), _Overview)


class _Overview(PlainGroup):
    """Commands that are only described, each in the place of the real one."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that was typed."""
        name, found, rest = super().resolve_command(ctx, args)
        if name is not None and found is not None:
            found = build(name).get_command(ctx, name)
        return name, found, rest


def _built(every: Mapping[str, Callable[..., None]], group_class: type[PlainGroup]) -> TyperGroup:
    app = typer.Typer(
        name="amends",
        cls=group_class,
        help="Scores duplicate bridge exactly and makes every ruling of Law 12 part of the score.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(lambda: None)
    groups: dict[str, typer.Typer] = {}
    for words, command in every.items():
        *group, name = words.split()
        place = _group(group[0], groups, app) if group else app
        place.command(name, cls=PlainCommand, context_settings=NEGATIVE_NUMBERS)(command)
    return typer.main.get_group(app)


def commands_of(word: str = "") -> dict[str, Callable[..., None]]:
    """Every command by its words, or those alone whose module begins with a word."""
    found: dict[str, Callable[..., None]] = {}
    for module in discovery.modules(commands, word):
        found |= module.COMMANDS if hasattr(module, "COMMANDS") else {module.NAME: module.command}
    return found


def _group(name: str, groups: dict[str, typer.Typer], app: typer.Typer) -> typer.Typer:
    """The group of commands with this name, such as `amends event new` and `amends event list`."""
    if name not in groups:
        groups[name] = typer.Typer(cls=PlainGroup, no_args_is_help=True)
        app.add_typer(groups[name], name=name, help=GROUPS[name])
    return groups[name]


def main() -> None:
    """Run the command line."""
    terminal_text.install()
    try:
        word = _first_word()
        (build(word) if word else build_overview())()
        sys.stdout.flush()
    except Faults as trouble:
        for fault in trouble.faults:
            print(f"amends: {fault}", file=sys.stderr)
        for kind in dict.fromkeys(fault.kind for fault in trouble.faults if fault.kind in HINTS):
            print(f"amends: {HINTS[kind]}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        _no_more_output()
        sys.exit(1)
    except OSError as trouble:  # a full disk behind standard output
        _no_more_output()
        print(f"amends: {trouble.strerror or trouble}", file=sys.stderr)
        sys.exit(2)


def _first_word() -> str:
    """The command that was typed, if there is such a one: then nothing has to be imported for the others."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    return word if any(name == word or name.startswith(f"{word}_") for name in discovery.names(commands)) else ""


def _no_more_output() -> None:
    """So that closing standard output does not fail once more."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = io.StringIO()
