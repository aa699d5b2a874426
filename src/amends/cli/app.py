"""Puts the commands together, and turns faults into messages and exit status 2."""

from __future__ import annotations

import ast
import codecs
import importlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.abc import Traversable
from importlib.resources import files
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from amends import child
from amends.cli import commands, output
from amends.faults import IMPOSSIBLE_SCORE, Faults, first_of


class _ReadPlainly:
    """Takes texts and paths as they were typed."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its parameters, --help among them."""
        return list(map(read_plainly, super().get_params(ctx)))  # type: ignore[misc]


class PlainCommand(_ReadPlainly, TyperCommand):
    """A command of typer, whose texts and paths are taken as they were typed."""


class PlainGroup(_ReadPlainly, TyperGroup):
    """A group of commands, which has no parameter but --help."""


def read_plainly(parameter: Any) -> Any:
    """The parameter, which reads what is plain by itself; one of another typer, which has no such type, as it was."""
    annotation = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    if annotation is not None and not isinstance(parameter.process_value, _Plainly):
        parameter.process_value = _Plainly(parameter, annotation, parameter.process_value)
    return parameter


class _Plainly:
    """What a parameter does with what was typed: its `process_value`, as click calls it."""

    def __init__(self, parameter: Any, annotation: object, otherwise: Callable[[Any, Any], Any]) -> None:
        self.parameter = parameter
        self.annotation = annotation
        self.otherwise = otherwise
        self.several = parameter.nargs != 1 or getattr(parameter, "multiple", False)

    def __call__(self, context: Any, value: Any) -> Any:
        """The value."""
        if not self._is_plain(value):
            return self.otherwise(context, value)
        read = self._read(value)
        callback = self.parameter.callback
        return read if callback is None else callback(context, self.parameter, read)

    def _is_plain(self, value: Any) -> bool:
        if value is None:
            return not self.parameter.required
        if self.several:
            return self.annotation == list[str] and bool(value) and all(map(_is_writable, value))
        if self.annotation is Path:
            return _is_writable(value) and (os.access(value, os.R_OK) or not os.path.lexists(value))
        return self.annotation is str and _is_writable(value)

    def _read(self, value: Any) -> Any:
        if self.several:
            return list(value or ())
        return Path(value) if self.annotation is Path and value is not None else value


def _is_writable(value: object) -> bool:
    """Whether it is text that can be written down again; bytes that are no text in the terminal's encoding cannot."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


PLAIN = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "−": "-", "–": "-", "×": "x", "…": "...", "·": "*", "√": "root ",
    "½": " 1/2", "⅓": " 1/3", "⅔": " 2/3", "¼": " 1/4", "¾": " 3/4", "⅕": " 1/5", "⅖": " 2/5", "⅗": " 3/5", "⅘": " 4/5",
    "⅙": " 1/6", "⅚": " 5/6", "⅛": " 1/8", "⅜": " 3/8", "⅝": " 5/8", "⅞": " 7/8", "▲": "^", "▼": "v", "⚖": "*",
    "├": "|", "└": "`", "│": "|", "─": "-",
}  # fmt: skip
NAME = "amends-plain"


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(character, "?") for character in error.object[error.start : error.end]), error.end


def install() -> None:
    """Standard output and error say plainly what their encoding cannot hold."""
    codecs.register_error(NAME, _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=NAME)


def command_files() -> dict[str, Traversable]:
    """The files of the commands, by the names of their modules: "rulings.rule". Nothing is imported."""
    return {
        f"{package}.{file.name.removesuffix('.py')}": file
        for package in commands.PANELS
        for file in sorted((files(commands) / package).iterdir(), key=lambda each: each.name)
        if file.name.endswith(".py") and not file.name.startswith("_")
    }


def described() -> dict[str, Callable[[], None]]:
    """For each command, by its words, a function that has its docstring and does nothing."""
    return {
        words: _having(text, f"{commands.__name__}.{name}")
        for name, file in command_files().items()
        for words, text in _commands_in(file.read_text("utf-8"))
    }


def _commands_in(source: str) -> Iterator[tuple[str, str]]:
    """The words and the docstring of each command in a module, by its COMMANDS."""
    tree = ast.parse(source)
    texts = {node.name: ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name("COMMANDS")], value=ast.Dict(keys, values)):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(value, ast.Name):
                        yield str(key.value), texts[value.id]


def _having(text: str, module: str) -> Callable[[], None]:
    def nothing() -> None: ...

    nothing.__doc__, nothing.__module__ = text, module
    return nothing


GROUPS = {
    "account": "Who may sign in, and what they may do.",
    "case": "What is written down about a call of the director.",
    "event": "The events of the store.",
    "journal": "What happened to an event, entry by entry.",
    "store": "Where events are kept.",
}
"""Commands of two words, by the first of them."""

HINTS = {
    IMPOSSIBLE_SCORE: "--accept-scores keeps scores that cannot occur",
    "too late": "--late WHY enters it all the same",
    "not settled": "--anyway WHY publishes them as final all the same",
    "event document": "--with-document puts it beside the pages",
    "event that is there": "--into EVENT imports into an event that is there",
    "journal that has forked": "--results-only takes the results alone",
    "changed ruling": "--replace lets the rulings of the file take the place of those given",
    "side that appealed": "--side ns or ew says who appealed",
    "file that is there": "--force replaces it",
    "format to write": "--to names the format",
    "perhaps Swiss pairs": "--form swiss-pairs scores each round for itself",
    "perhaps two winners": "--winners 2 gives each direction its own pairs",
}
"""The option that helps against a kind of fault; every command that raises one has it."""

_LISTED = re.compile(r"^COMMANDS = \{(.*?)\}", re.MULTILINE | re.DOTALL)
_FIRST_WORD = re.compile(r'"(\S+)(?: [^"]*)?":')

NEGATIVE_NUMBERS = {"ignore_unknown_options": True}
"""So that "-14" is an argument and not an option."""


def build(word: str = "") -> TyperGroup:
    """The application with every command found in `commands`, or with those alone that begin with a word."""
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
        panel = commands.PANELS[command.__module__.split(".")[-2]]
        place = _group(group[0], groups, app, panel) if group else app
        place.command(
            name, cls=PlainCommand, context_settings=NEGATIVE_NUMBERS, rich_help_panel=None if group else panel
        )(command)
    return typer.main.get_group(app)


def commands_of(word: str = "") -> dict[str, Callable[..., None]]:
    """Every command by its words, or those alone that begin with a word; only their modules are imported."""
    found: dict[str, Callable[..., None]] = {}
    for name, words in _first_words().items():
        if not word or word in words:
            found |= importlib.import_module(f"{commands.__name__}.{name}").COMMANDS
    return {words: command for words, command in found.items() if word in ("", words.split()[0])}


@cache
def _first_words() -> dict[str, list[str]]:
    """What the commands of each module begin with, read from its COMMANDS without importing it."""
    listed = {name: _LISTED.search(file.read_text("utf-8")) for name, file in command_files().items()}
    return {name: _FIRST_WORD.findall(each[1]) for name, each in listed.items() if each}


def _group(name: str, groups: dict[str, typer.Typer], app: typer.Typer, panel: str) -> typer.Typer:
    """The group of commands with this name, such as `amends event new` and `amends event list`."""
    if name not in groups:
        groups[name] = typer.Typer(cls=PlainGroup, no_args_is_help=True)
        app.add_typer(groups[name], name=name, help=GROUPS[name], rich_help_panel=panel)
    return groups[name]


def main() -> None:
    """Run the command line; a program in a single file starts itself as a child process, too."""
    if sys.argv[1:2] == [child.FLAG]:
        child.main(sys.argv[2:])
        return
    install()
    try:
        word = _first_word()
        _run(build(word) if word else build_overview())
        sys.stdout.flush()
    except Faults as trouble:
        output.print_faults(trouble)
        shown, more = (trouble.faults, 0) if "--json" in sys.argv else first_of(trouble.faults)
        for fault in shown:
            print(f"amends: {fault}", file=sys.stderr)
        if more:
            print(f"amends: … and {more:,} more", file=sys.stderr)
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


def _run(group: TyperGroup) -> None:
    """Run the command that was typed; with --json also a wrong use of it is a document."""
    if not output.json_wanted():
        group()
        return
    try:
        status = group.main(standalone_mode=False)
    except Exception as trouble:
        status = getattr(trouble, "exit_code", None)  # what typer says of a wrong use
        if status is None or not hasattr(trouble, "format_message"):
            raise
        from typer import rich_utils

        output.print_problem("usage", trouble.format_message())
        rich_utils.rich_format_error(trouble)  # type: ignore[arg-type]
    sys.exit(status or 0)


def _first_word() -> str:
    """The command that was typed, if there is such a one: then nothing has to be imported for the others."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    return word if any(word in words for words in _first_words().values()) else ""


def _no_more_output() -> None:
    """So that closing standard output does not fail once more."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = io.StringIO()
