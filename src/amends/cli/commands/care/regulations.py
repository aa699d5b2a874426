"""`amends regulations`: the shipped regulations, one of them in full, or where two differ."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Annotated

import typer

from amends import exact
from amends.cli import output
from amends.cli.options.common import Gather, Json
from amends.faults import printable, refuse
from amends.regulations import Regulation, default, known, load, settings
from amends.wording.figures import value_text

_UNVERIFIED = "unverified"


def command(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Nothing: the list. One regulation or .toml file: all its settings. Two: where they differ.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List the regulations, show one, or compare two.

    Every setting is shown with its source.

    Example: amends regulations ebu acbl
    """
    chosen = _load(names or [])
    if json:
        output.print_json(*_document(chosen))
    elif not chosen:
        _print_list([load(name) for name in known()])
    elif len(chosen) == 1:
        _print_one(chosen[0])
    else:
        _print_two(*chosen)


def _load(names: list[str]) -> list[Regulation]:
    """The regulations that were named; what is wrong with any of them at once."""
    reading = Gather()
    chosen: list[Regulation] = [reading(partial(load, name)) for name in names if not name.startswith("--")]
    reading.finish()
    if len(chosen) > 2:
        raise refuse(f"{len(chosen)} regulations", "none for the list, one to be shown, or two to be compared")
    return chosen


def _differing(one: Regulation, other: Regulation) -> list[str]:
    """The settings in which two regulations differ, in the order of the schema."""
    return [key for key in settings() if getattr(one, key) != getattr(other, key)]


# For people


def _print_list(shipped: list[Regulation]) -> None:
    rows = [(one.name, one.title, str(len(_differing(one, default()))), one.words) for one in shipped]
    output.table(
        f"Shipped regulations, each with {len(settings())} settings",
        ["name", "title", "differ from exact", "for whom"],
        rows,
        left=(0, 1, 3),
    )


def _print_one(regulation: Regulation) -> None:
    output.say(printable(f"{regulation.name}: {regulation.title}"), style="bold")
    if regulation.words:
        output.say(printable(regulation.words))
    output.say()
    differing = _differing(regulation, default())
    for key in settings():
        value = f"{key} = {_text(getattr(regulation, key))}"
        if key in differing:
            output.say(f"* {value}  (exact: {_text(getattr(default(), key))})", style="bold")
        else:
            output.say(f"  {value}")
        _print_source("      ", regulation.source(key))
    unverified = [key for key in settings() if regulation.source(key) == _UNVERIFIED]
    output.say()
    output.say(f"* differs from exact: {len(differing)} of {len(settings())} settings")
    if unverified:
        output.say(f"{_UNVERIFIED}, no source is known: {', '.join(unverified)}", style="yellow")


def _print_two(one: Regulation, other: Regulation) -> None:
    differing = _differing(one, other)
    for each in (one, other):
        output.say(printable(f"{each.name}: {each.title}"), style="bold")
    output.say(f"{len(differing)} of {len(settings())} settings differ" + (":" if differing else "."))
    for key in differing:
        output.say()
        output.say(key, style="bold")
        for each in (one, other):
            output.say(printable(f"  {each.name}: {_text(getattr(each, key))}"))
            _print_source("      ", each.source(key))


def _print_source(indent: str, source: str) -> None:
    """A source in a line of its own, however long it is; one that is not known stands out."""
    output.say(indent + printable(source), style="yellow" if _UNVERIFIED in source else "")


def _text(value: object) -> str:
    """A value as --set takes it."""
    return printable(value_text(value))


# For programs


def _document(chosen: list[Regulation]) -> tuple[str, dict[str, object]]:
    """The kind of the document, and its data."""
    if not chosen:
        return "regulations", {"regulations": [_head(load(name)) for name in known()]}
    if len(chosen) == 1:
        return "regulation", _head(chosen[0]) | {"settings": {key: _setting(chosen[0], key) for key in settings()}}
    one, other = chosen
    compared = {
        key: {"words": settings()[key].words, "values": [_setting(one, key), _setting(other, key)]}
        for key in _differing(one, other)
    }
    return "regulation-comparison", {"regulations": [_head(one), _head(other)], "settings": compared}


def _head(regulation: Regulation) -> dict[str, object]:
    return {
        "name": regulation.name,
        "title": regulation.title,
        "words": regulation.words,
        "differing": len(_differing(regulation, default())),
    }


def _setting(regulation: Regulation, key: str) -> dict[str, object]:
    value = getattr(regulation, key)
    return {
        "value": _exact(value),
        "default": _exact(getattr(default(), key)),
        "text": value_text(value),
        "source": regulation.source(key),
        "words": settings()[key].words,
        "differs": value != getattr(default(), key),
    }


def _exact(value: object) -> object:
    """A value as data: exact numbers as figures, tables as objects."""
    if isinstance(value, Mapping):
        return {unit: _exact(figure) for unit, figure in value.items()}
    return {"exact": str(value), "shown": exact.mixed(value)} if isinstance(value, Fraction) else value


COMMANDS = {"regulations": command}
