"""Commands and their parameters: what every command understands, and how typed words are read."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from amends.cli import output
from amends.cli.help_pages.page import OLD_NAMES, print_help
from amends.version import __version__

_FIGURE = re.compile(r"-[\d.¼½¾⅐-⅞]")
"""How a negative figure begins, which is an argument and not an option."""


class _PlainParameters:
    """What commands and groups of commands share."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, which read plain words by themselves, and --help."""
        parameters = list(map(read_plainly, super().get_params(ctx)))  # type: ignore[misc]
        if parameters and parameters[-1].name == "help":
            parameters[-1].help = "Show this help and exit."
        return parameters

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help of the command."""
        print_help(ctx)


class PlainCommand(_PlainParameters, TyperCommand):
    """A command whose texts and paths are taken as they were typed."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what was typed; an option that does not exist is refused with the nearest ones that do."""
        if not ctx.resilient_parsing:
            self._refuse_unknown_options(ctx, args)
            known = {name for each in self.get_params(ctx) for name in each.opts}
            output.warn(f"{old} is called {new} now" for old, new in OLD_NAMES.items() if old in known and old in args)
        return super().parse_args(ctx, args)

    def _refuse_unknown_options(self, ctx: Any, args: list[str]) -> None:
        parameters = self.get_params(ctx)
        values, words, _ = self.make_parser(ctx).parse_args(args=list(args))
        for parameter in parameters:
            if parameter.param_type_name == "argument":
                value = values.get(parameter.name)
                words += [value] if isinstance(value, str) else value if isinstance(value, tuple | list) else []
        literal = set(args[args.index("--") + 1 :]) if "--" in args else set()
        for word in words:
            if isinstance(word, str) and _is_option(word) and word not in literal:
                ctx.fail(_no_such_option(word.partition("=")[0], parameters))


class PlainGroup(_PlainParameters, TyperGroup):
    """A group of commands."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; that the reader of a pipe has seen enough is no error."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            output.no_more_output()
            raise typer.Exit(0) from None


def _is_option(word: str) -> bool:
    """Whether a word is meant as an option; a negative figure is not, and "-" is standard input."""
    return word.startswith("-") and word != "-" and not _FIGURE.match(word)


def _no_such_option(word: str, parameters: list[Any]) -> str:
    from difflib import get_close_matches

    options = [each for each in parameters if each.param_type_name == "option" and not each.hidden]
    near = get_close_matches(word, [name for option in options for name in option.opts], 2, 0.7)
    return f"No such option: {word}." + (f" Did you mean {' or '.join(near)}?" if near else "")


def _flag(*names: str, help: str, action: Callable[[], None]) -> Any:
    """A flag that acts by itself, before the command runs; the command does not hear of it."""

    def act(context: typer.Context, value: bool) -> bool:
        if value and not context.resilient_parsing:
            action()
        return value

    return typer.Option(*names, help=help, callback=act, is_eager=True, show_default=False)


def _print_version() -> None:
    print(f"amends {__version__}")
    raise typer.Exit()


Quiet = Annotated[
    bool, _flag("--quiet", "-q", help="Print results and errors, no notes and no progress.", action=output.be_quiet)
]
NoColour = Annotated[bool, _flag("--no-color", help="Print without colours.", action=output.without_colour)]
Version = Annotated[bool, _flag("--version", help="Print the version and exit.", action=_print_version)]


def with_common_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options that all commands have."""
    signature = inspect.signature(command, eval_str=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    common = [
        inspect.Parameter(name, keyword, default=False, annotation=kind)
        for name, kind in (("quiet", Quiet), ("no_color", NoColour))
    ]
    own = [each.replace(kind=keyword) for each in signature.parameters.values()]

    @wraps(command)
    def called(**values: Any) -> None:
        command(**{name: values[name] for name in signature.parameters})

    called.__signature__ = inspect.Signature([*own, *common])  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in [*own, *common]}
    return called


def before_commands(version: Version = False, quiet: Quiet = False, no_color: NoColour = False) -> None:
    """Scores duplicate bridge exactly, and makes every ruling of Law 12 part of the score."""


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
