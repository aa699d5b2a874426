"""Options that several commands share, and how they are read."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Annotated, Any, get_type_hints

import typer

from amends.bridge import BySide, Vulnerable
from amends.bridge import vulnerability as vulnerability_of
from amends.bridge.side import parse_sides
from amends.contract.calculations import CalculationConditions
from amends.faults import Fault, Faults, refuse
from amends.regulations import Regulation, load
from amends.regulations.load import known
from amends.wording.figures import value_of

Text = str | None
Texts = list[str] | None
"""Options that may be left out, and that may be repeated."""


MOST_IN_NAME = 24
"""The characters of choices that stand in the help as the name of a value."""


def option(
    name: str,
    help: str,
    metavar: str | None = None,
    default: str | bool = True,
    choices: Sequence[str] | Callable[[], Iterable[str]] = (),
) -> Any:
    """An option, what it is for, what its value stands for, and what the help calls its default.

    An earlier name (OLD_NAMES) may stand behind its name; it is still read, and answered with the name of today.
    The `choices` of a value are completed by the shell; a few short ones stand in the help as its name.
    """
    if not choices:
        return typer.Option(*name.split(), help=help, metavar=metavar, show_default=default)
    listed = choices if callable(choices) else (lambda: choices)
    joined = "" if callable(choices) else "|".join(choices)

    def complete(incomplete: str) -> list[str]:
        return [each for each in listed() if each.startswith(incomplete)]

    shown = metavar or (joined if len(joined) <= MOST_IN_NAME else None)
    return typer.Option(name, help=help, metavar=shown, show_default=default, autocompletion=complete)


def argument(metavar: str, help: str, default: str | bool = True) -> Any:
    """An argument of a command: what it stands for, what it is, and what the help calls its default."""
    return typer.Argument(metavar=metavar, help=help, show_default=default)


def with_options(kind: type[Any], names: Sequence[str]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a command take these fields of a dataclass as options, and have them in its parameter `options`."""
    hints, defaults = get_type_hints(kind, include_extras=True), kind()
    keyword = inspect.Parameter.KEYWORD_ONLY
    shared = [
        inspect.Parameter(name, keyword, default=getattr(defaults, name), annotation=hints[name]) for name in names
    ]

    def taking(command: Callable[..., None]) -> Callable[..., None]:
        parameters: list[inspect.Parameter] = []
        for name, own in inspect.signature(command, eval_str=True).parameters.items():
            parameters += shared if name == "options" else [own.replace(kind=keyword)]

        @wraps(command)
        def called(**given: Any) -> None:
            command(options=kind(**{name: given.pop(name) for name in names}), **given)

        called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {each.name: each.annotation for each in parameters}
        return called

    return taking


Json = Annotated[bool, option("--json", "Print JSON (amends schema lists the documents).")]
Explain = Annotated[bool, option("--explain", "Show how each figure comes about, with its law.")]
Vulnerability = Annotated[
    Text, option("--vulnerable", "Who is vulnerable.", default="none", choices=("none", "ns", "ew", "all"))
]
BoardNumber = Annotated[int | None, option("--board", "A board number, which says who is vulnerable.")]
RegulationName = Annotated[
    str, option("--regulation", "A shipped regulation (amends regulations lists them) or a .toml file.", choices=known)
]
SettingList = Annotated[Texts, option("--set", "Change one setting of the regulation; may be repeated.", "KEY=VALUE")]
SIDES = ("ns", "ew", "both", "none")
NonOffending = Annotated[Text, option("--non-offending", "Who is non-offending (for rounding).", choices=SIDES)]

AcceptScores = Annotated[
    bool, option("--accept-scores", "Keep scores that no contract can give at that vulnerability.")
]


class Gather:
    """Runs readers and keeps their faults until all have run."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def __call__(self, read: Any, where: str = "") -> Any:
        """What a reader gives; None where it refuses."""
        try:
            return read()
        except Faults as trouble:
            self.faults += trouble.at(where).faults if where else trouble.faults
            return None

    def finish(self) -> None:
        """Raise all faults, each once."""
        if self.faults:
            raise Faults(dict.fromkeys(self.faults))


def said_vulnerable(vulnerable: str | None, board: int | None) -> Vulnerable | None:
    """The vulnerability if it was said, by itself or by a board."""
    return None if vulnerable is None and board is None else read_vulnerable(vulnerable, board)


def read_vulnerable(vulnerable: str | None, board: int | None = None) -> Vulnerable:
    """The vulnerability that was said; else the board's; else nobody."""
    if vulnerable is not None:
        return Vulnerable.parse(vulnerable)
    return Vulnerable.NONE if board is None else vulnerability_of(board)


def read_regulation(name: str | Regulation, changes: list[str] | None) -> Regulation:
    """The regulation with the changes of --set."""
    regulation = load(name) if isinstance(name, str) else name
    values: dict[str, object] = {}
    for change in changes or []:
        key, equals, text = change.partition("=")
        if not equals:
            raise refuse(f"--set {change!r}", "--set KEY=VALUE, such as --set rounding=exact")
        values[key.strip()] = value_of(key.strip(), text.strip())
    return regulation.having(**values) if values else regulation


def read_sides(text: str | None) -> BySide[bool] | None:
    """Who is non-offending; None if it was not said."""
    if text is None:
        return None
    try:
        return parse_sides(text)
    except Faults as trouble:
        raise trouble.at("--non-offending") from None


def read_conditions(vulnerable: str | None, board: int | None, accept_scores: bool) -> CalculationConditions:
    """Under what a figure is calculated."""
    return CalculationConditions(read_vulnerable(vulnerable, board), said_vulnerable(vulnerable, board), accept_scores)
