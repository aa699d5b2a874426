"""The help of a command: what `--help` prints, and what the manual page is made of."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

WIDEST = 100
"""The columns that help takes at most: longer lines are hard to read."""
NARROWEST = 40
"""A narrower terminal breaks the lines itself."""
_TERMS = 30
"""The columns for names; a longer name has a line of its own."""
_VALUES = {Path: "FILE", int: "NUMBER"}
"""What the value of an option is called, where the option does not say."""
OLD_NAMES = {"--check": "--dry-run", "--preview": "--dry-run"}
"""Earlier names of options, which are still read, with those of today."""


@dataclass(frozen=True, slots=True)
class HelpSection:
    """A titled list of names, each with what it means."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class HelpPage:
    """All that the help of a command says."""

    usage: str
    paragraphs: tuple[str, ...]
    examples: tuple[str, ...]
    sections: tuple[HelpSection, ...]

    def lines(self, width: int) -> Iterator[tuple[str, str]]:
        """Each line with its kind: "title", "terms" (names first), "command" or "text"."""
        for line in wrap(f"Usage: {self.usage}", width, subsequent_indent="       ", break_on_hyphens=False):
            yield "command", line
        for paragraph in self.paragraphs:
            yield "text", ""
            for line in wrap(paragraph, width, break_on_hyphens=False):
                yield "text", line
        if self.examples:
            yield "text", ""
            yield "title", "Example" if len(self.examples) == 1 else "Examples"
            for example in self.examples:
                yield "command", f"  {example}"
        for section in self.sections:
            yield "text", ""
            yield "title", section.title
            yield from _listed(section.rows, width)


def _listed(rows: Sequence[tuple[str, str]], width: int) -> Iterator[tuple[str, str]]:
    """Names and meanings in two columns."""
    column = 2 + min(_TERMS, max(len(term) for term, _ in rows)) + 2
    for term, meaning in rows:
        words = wrap(meaning, max(width - column, 24), break_on_hyphens=False) or [""]
        if len(term) + 4 > column:
            yield "terms", f"  {term}"
        else:
            yield "terms", f"  {term.ljust(column - 2)}{words.pop(0)}".rstrip()
        for line in words:
            yield "text", " " * column + line


def help_page(context: Any) -> HelpPage:
    """The help of the command of a context."""
    command = context.command
    texts = [" ".join(each.split()) for each in (command.help or "").split("\n\n")]
    examples = tuple(text.removeprefix("Example: ") for text in texts if text.startswith("Example: "))
    parameters = [each for each in command.get_params(context) if not getattr(each, "hidden", False)]
    arguments = [each for each in parameters if each.param_type_name == "argument"]
    options = [each for each in parameters if each.param_type_name == "option"]
    usage = [context.command_path, "[OPTIONS]", *map(_argument_in_usage, arguments)]
    return HelpPage(
        usage=" ".join([*usage, "COMMAND"] if hasattr(command, "commands") else usage),
        paragraphs=tuple(text for text in texts if text and not text.startswith("Example: ")),
        examples=examples,
        sections=tuple(_sections(command, arguments, options)),
    )


def _sections(command: Any, arguments: list[Any], options: list[Any]) -> Iterator[HelpSection]:
    panels: dict[str, list[tuple[str, str]]] = {}
    for name, each in getattr(command, "commands", {}).items():
        if not each.hidden:
            panels.setdefault(each.rich_help_panel or "Commands", []).append((name, summary(each.help)))
    for title, rows in panels.items():
        yield HelpSection(title, tuple(rows))
    if any(each.help for each in arguments):
        yield HelpSection("Arguments", tuple((_name_of(each), each.help or "") for each in arguments))
    titled: dict[str, list[tuple[str, str]]] = {}
    for each in options:
        titled.setdefault(each.rich_help_panel or "Options", []).append((_option_term(each), _option_meaning(each)))
    titled["Options"] = titled.pop("Options")  # last
    for title, rows in titled.items():
        yield HelpSection(title, tuple(rows))


def summary(text: str | None) -> str:
    """The first sentence of a command's help."""
    return " ".join((text or "").split("\n\n")[0].split())


def _argument_in_usage(argument: Any) -> str:
    name = _name_of(argument) + ("..." if argument.nargs != 1 else "")
    return name if argument.required else f"[{name}]"


def _name_of(argument: Any) -> str:
    return str(argument.metavar or argument.name).upper().strip("[]….")


def _option_term(option: Any) -> str:
    names = sorted(set(option.opts) - OLD_NAMES.keys(), key=lambda name: (name.startswith("--"), name))
    spelled = ", ".join([*names, *option.secondary_opts])
    return spelled if option.is_flag else f"{spelled} {option.metavar or _value_name(option)}"


def _value_name(option: Any) -> str:
    """What the value of an option is called that does not say it: by its type, else as the option itself."""
    annotation = getattr(getattr(option, "type_descriptor", None), "annotation", None)
    return next((name for kind, name in _VALUES.items() if kind is annotation), option.name.strip("_").upper())


def _option_meaning(option: Any) -> str:
    words = option.help or ""
    if option.required:
        return f"{words} (required)"
    default = option.show_default if isinstance(option.show_default, str) else _default_of(option)
    return f"{words} (default: {default})" if default else words


def _default_of(option: Any) -> str:
    """The default of an option that takes a value, where there is one."""
    if option.is_flag or not option.show_default or option.default is None or callable(option.default):
        return ""
    return "" if option.default in ((), [], "") else str(option.default)


def print_help(context: Any) -> None:
    """Print the help of a command, as wide as the terminal is, with colours where it is one."""
    from amends.cli import output

    width = max(min(shutil.get_terminal_size((80, 24)).columns - 1, WIDEST), NARROWEST)
    print_lines(help_page(context).lines(width), coloured=output.is_coloured(sys.stdout))


_STYLES = {"title": "bold", "command": "cyan", "terms": "", "text": ""}


def print_lines(lines: Iterable[tuple[str, str]], coloured: bool) -> None:
    """Print lines of help, names and titles in colour if that is wanted."""
    if not coloured:
        print("\n".join(line for _, line in lines), flush=True)
        return
    from rich.text import Text

    from amends.cli.output import console

    for kind, line in lines:
        text = Text(line, style=_STYLES[kind])
        if kind == "terms":
            text.highlight_regex(r"^  (?:\S+(?: \S+)*)", "cyan")
        console().print(text)
