"""Regulation files: the shipped ones by name, a club's own by path, each built on its base."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from amends import exact
from amends.faults import Fault, Faults, one_of, refuse
from amends.regulations.settings import Regulation, consistent, merged, read_settings, settings, toml_files
from amends.toml import read_toml

_HEAD = ("title", "words", "base", "sources")


@lru_cache(maxsize=1)
def _files() -> dict[str, Traversable]:
    """The file of each regulation: our own, then those of other packages (entry points "amends.regulations")."""
    return toml_files(".", "amends.regulations")


@lru_cache(maxsize=1)
def shipped() -> tuple[str, ...]:
    """The names of the regulations that come with amends, "exact" first: everybody who has amends has them."""
    names = {entry.name[:-5] for entry in files(__package__).iterdir() if entry.name.endswith(".toml")}
    return ("exact", *sorted(names - {"exact"}))


@lru_cache(maxsize=1)
def known() -> tuple[str, ...]:
    """The names of all regulations, "exact" first, those of other packages last."""
    return (*shipped(), *sorted(_files().keys() - set(shipped())))


def usable() -> list[Regulation]:
    """All regulations that can be chosen; a file of the club that cannot be read is left out, and the log names it."""
    try:
        names = known()
    except Faults as trouble:  # their folder is away, or a name is taken
        logging.getLogger(__name__).warning("the regulations of the club are left out: %s", trouble)
        names = shipped()
    found = []
    for name in names:
        try:
            found.append(load(name))
        except Faults as trouble:
            logging.getLogger(__name__).warning("the regulation %s is left out: %s", name, trouble)
    return found


def default() -> Regulation:
    """The regulation "exact": the WBF commentary, nothing rounded."""
    return load("exact")


def load(name: str | Path) -> Regulation:
    """A regulation by its name, or a file by its path.

    >>> load('ebl-notes').rounding
    'favour-non-offending'
    """
    if isinstance(name, Path):
        return load_file(name)
    if name in shipped() or name in known():  # what other packages add is only looked for where it is named
        return _named(name)
    if str(name).endswith(".toml"):
        return load_file(Path(name))
    raise refuse(f"the regulation {name!r}", f"{one_of(known(), str(name))}, or a .toml file of your own")


RETIRED = ("late_ruling",)
"""Settings that earlier versions had; nothing depended on them."""


def recorded(name: str, values: Mapping[str, object]) -> Regulation:
    """A shipped regulation with the settings that a journal has recorded: what was once lawful is still read."""
    base = load(name)
    kept = {key: value for key, value in values.items() if key not in RETIRED}
    bounded = {key: _number(kept.pop(key)) for key in _BOUNDED if key in kept}
    if not kept and not bounded:
        return base
    read = {**merged(base, read_settings(kept)), **bounded}
    return replace(base, sources={**base.sources, **dict.fromkeys(read, "set for this event")}, **read)


_BOUNDED = ("average_plus_percent", "average_minus_percent")


def _number(value: object) -> Fraction:
    if not isinstance(value, int | str) or isinstance(value, bool):
        raise refuse(repr(value), 'a number, written as "6/5" or "0.5"')
    return exact.number(value)


@lru_cache(maxsize=32)
def _named(name: str) -> Regulation:
    with as_file(files(__package__) / f"{name}.toml" if name in shipped() else _files()[name]) as path:
        return _built(path, name, ())


def load_file(path: Path) -> Regulation:
    """A club's own regulation file."""
    return _built(path, path.name.removesuffix(".toml"), ())


def regulation_reference(regulation: Regulation) -> tuple[str, dict[str, object]]:
    """The name of a shipped regulation, and as plain data for `having` the settings that differ from it.

    A regulation that is none of the shipped ones is told by the one from which it differs least.

    >>> regulation_reference(load('ebu').having(poll_minimum=7, benefit_factor='4/3'))
    ('ebu', {'benefit_factor': '4/3', 'poll_minimum': 7})
    """
    names = (regulation.name,) if regulation.name in shipped() else shipped()
    references = ((name, _differing(regulation, load(name))) for name in names)
    return min(references, key=lambda reference: len(reference[1]))


def _differing(regulation: Regulation, base: Regulation) -> dict[str, object]:
    values = ((key, getattr(regulation, key)) for key in settings())
    return {key: _plain(value) for key, value in values if value != getattr(base, key)}


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {unit: _plain(figure) for unit, figure in value.items()}
    return exact.show(value) if isinstance(value, Fraction) else value


def _built(path: Path, name: str, above: tuple[str, ...]) -> Regulation:
    """The file's settings on top of its base's."""
    shown = str(path)
    data = read_toml(path, shown)
    marks = (*above, str(path.absolute()))
    faults: list[Fault] = []
    base = _base(data, path, shown, marks, faults)
    sources = data.get("sources", {})
    if not isinstance(sources, dict):
        faults.append(Fault("sources that are no table", "a table [sources]", file=shown))
        sources = {}
    faults += [
        Fault(f"the source of {key!r}", "one of " + ", ".join(settings()), file=shown)
        for key in sources
        if key not in settings()
    ]
    values: dict[str, Any] = {}
    try:
        values = read_settings({key: value for key, value in data.items() if key not in _HEAD}, shown)
    except Faults as trouble:
        faults += trouble.faults
    missing = () if base or faults else [key for key in settings() if key not in values]
    if missing:
        faults.append(Fault(f"no {', '.join(missing)}", 'every setting, or a base such as base = "exact"', file=shown))
    if faults:
        raise Faults(faults)
    head: dict[str, Any] = {"name": name, "title": str(data.get("title", name)), "words": str(data.get("words", ""))}
    stated = {key: str(sources.get(key, "unverified")) for key in values}
    if base is None:
        return consistent(Regulation(**head, sources=stated, **values), shown)
    return consistent(replace(base, **head, sources={**base.sources, **stated}, **merged(base, values)), shown)


def _base(
    data: Mapping[str, Any], path: Path, shown: str, marks: tuple[str, ...], faults: list[Fault]
) -> Regulation | None:
    base = data.get("base")
    if base is None:
        return None
    if not isinstance(base, str):
        faults.append(Fault(f"base {base!r}", "the name of a regulation", file=shown))
        return None
    if base in shipped() or base in known():
        return _named(base)
    below, name = path.parent / base, Path(base).name.removesuffix(".toml")
    if not base.endswith(".toml"):
        expected = f"{one_of(known(), base)}, or the path of a .toml file"
        faults.append(Fault(f"base {base!r}", expected, file=shown))
        return None
    if str(below.absolute()) in marks:
        faults.append(
            Fault(f"base {base!r}, which builds on this file", "a base that does not lead back here", file=shown)
        )
        return None
    try:
        return _built(below, name, marks)
    except Faults as trouble:
        faults += trouble.faults
        return None
