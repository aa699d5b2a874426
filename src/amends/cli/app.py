"""Puts the commands together, and turns faults into messages and exit status 2."""

from __future__ import annotations

import ast
import importlib
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.abc import Traversable
from importlib.resources import files
from typing import Any

import typer
from typer.core import TyperGroup

from amends import child
from amends.cli import commands, output, terminal_text
from amends.cli.options.parameters import PlainCommand, PlainGroup, before_commands, with_common_options
from amends.faults import IMPOSSIBLE_SCORE, Faults, first_of


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
    "account": "Manage who may sign in, and what they may do.",
    "case": "Write down and show the cases of the director.",
    "event": "Begin, list, show and export events.",
    "journal": "Show and verify the journal of an event.",
    "store": "Find, copy and repair the store of events.",
}
"""Commands of two words, by the first of them."""

HINTS = {
    IMPOSSIBLE_SCORE: "--accept-scores keeps scores that cannot occur",
    "too late": "--late WHY enters it all the same",
    "not settled": "--anyway WHY publishes them as final all the same",
    "event document": "--with-document puts it beside the pages",
    "event that is there": "--into EVENT imports into an event that is there",
    "journal that has forked": "--results-only takes the results alone",
    "lines no longer in the file": "--erase-missing erases them",
    "changed ruling": "--replace lets the rulings of the file take the place of those given",
    "side that appealed": "--side ns or ew says who appealed",
    "file that is there": "--force replaces it",
    "format to write": "--to names the format",
    "perhaps Swiss pairs": "--form swiss-pairs scores each round for itself",
    "perhaps two winners": "--winners 2 gives each direction its own pairs",
}
"""The option that helps against a kind of fault; every command that raises one has it."""

_LISTED = re.compile(r"^COMMANDS = \{(.*?)\}", re.MULTILINE | re.DOTALL)
_FIRST_WORD = re.compile(r'"([^"\s]+)(?: [^"]*)?":')

HELP = {"help_option_names": ["-h", "--help"]}
NEGATIVE_FIGURES = {**HELP, "ignore_unknown_options": True}
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
        no_args_is_help=True,
        context_settings=HELP,
        pretty_exceptions_enable=False,
    )
    app.callback()(before_commands)
    groups: dict[str, typer.Typer] = {}
    for words, command in every.items():
        *group, name = words.split()
        panel = commands.PANELS[command.__module__.split(".")[-2]]
        place = _group(group[0], groups, app, panel) if group else app
        place.command(
            name, cls=PlainCommand, context_settings=NEGATIVE_FIGURES, rich_help_panel=None if group else panel
        )(with_common_options(command))
    return typer.main.get_command(app)  # type: ignore[return-value]


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
        groups[name] = typer.Typer(cls=PlainGroup, no_args_is_help=True, context_settings=HELP)
        app.add_typer(groups[name], name=name, help=GROUPS[name], rich_help_panel=panel)
    return groups[name]


def open_standard_streams() -> None:
    """Open what was closed to nothing: a store that is opened next would else be standard output or errors."""
    while (opened := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(opened, True)
    os.close(opened)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def main() -> None:
    """Run the command line; a program in a single file starts itself as a child process, too."""
    open_standard_streams()
    if sys.argv[1:2] == [child.FLAG]:
        child.main(sys.argv[2:])
        return
    terminal_text.install()
    try:
        word = _first_word()
        _run(build(word) if word else build_overview())
        sys.stdout.flush()
    except Faults as trouble:
        output.print_faults(trouble)
        shown, more = (trouble.faults, 0) if output.json_wanted() else first_of(trouble.faults)
        for fault in shown:
            output.print_error(str(fault))
        if more:
            output.print_error(f"… and {more:,} more")
        for kind in dict.fromkeys(fault.kind for fault in trouble.faults if fault.kind in HINTS):
            output.print_error(HINTS[kind])
        sys.exit(2)
    except BrokenPipeError:  # what was still to be written is not wanted any more
        output.no_more_output()
        sys.exit(0)
    except OSError as trouble:  # a full disk behind standard output
        output.no_more_output()
        output.print_error(trouble.strerror or str(trouble))
        sys.exit(2)
    except KeyboardInterrupt:
        output.print_error("stopped")
        sys.exit(130)


def _run(group: TyperGroup) -> None:
    """Run the command that was typed; a wrong use of it is said in the way of all errors, with --json as a document."""
    try:
        status = group.main(standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except Exception as trouble:
        status = getattr(trouble, "exit_code", None)  # what typer says of a wrong use
        if status is None or not hasattr(trouble, "format_message"):
            raise
        _say_wrong_use(trouble)
    sys.exit(status or 0)


def _say_wrong_use(trouble: Any) -> None:
    """Print what was wrong with a command and where its help is; a command alone prints its help."""
    context = trouble.ctx
    message = trouble.format_message()  # of a group without a command, this prints its help
    if type(trouble).__name__ == "NoArgsIsHelpError":
        return
    output.print_problem("usage", message)
    output.print_error(message)
    if context is not None:
        print(f"Try: {context.command_path} --help", file=sys.stderr)


def _first_word() -> str:
    """The command that was typed, if there is such a one: then nothing has to be imported for the others."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    return word if any(word in words for words in _first_words().values()) else ""
