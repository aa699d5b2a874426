"""Reading tables of TOML: every key is asked for by name, and what is left over is a fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from amends import exact
from amends.awards import Award, Mixture, parse_award, parse_awards
from amends.bridge import BySide, Side, Vulnerable
from amends.faults import Fault, Faults, one_of, refuse

T = TypeVar("T")


class Given:
    """A table; `done` raises for keys nobody asked for."""

    def __init__(self, table: object, where: str = "") -> None:
        if not isinstance(table, Mapping):
            raise refuse(repr(table), "a table", where)
        self.table: Mapping[str, Any] = table
        self.where = where
        self.asked: list[str] = []

    def raw(self, key: str, default: object = None) -> Any:
        """The value as it stands in the file."""
        self.asked.append(key)
        return self.table.get(key, default)

    def needed(self, key: str) -> Any:
        """The value of a key that must be there."""
        value = self.raw(key)
        if value is None:
            raise refuse(f"no {key!r}", f"the key {key!r}", self.where)
        return value

    def place(self, key: str) -> str:
        """Where a key stands."""
        return f"{self.where}.{key}" if self.where else key

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self.table

    def items(self, key: str) -> list[Any]:
        """A list that must be there."""
        value = self.needed(key)
        if not isinstance(value, list):
            raise refuse(f"{key} = {value!r}", "a list", self.where)
        return value

    def number(self, key: str, default: int | None = None) -> Fraction:
        """An exact number."""
        value = self.raw(key, default) if default is not None else self.needed(key)
        return read_number(value, self.place(key))

    def numbers(self, key: str) -> list[Fraction]:
        """A list of exact numbers."""
        return [read_number(value, self.place(key)) for value in self.items(key)]

    def whole(self, key: str, default: int | None = None) -> int:
        """A whole number."""
        value = self.number(key, default)
        if value.denominator != 1:
            raise refuse(f"{key} = {exact.show(value)}", "a whole number", self.where)
        return value.numerator

    def text(self, key: str, default: str | None = None) -> str:
        """A text."""
        value = self.raw(key, default) if default is not None else self.needed(key)
        if not isinstance(value, str):
            raise refuse(f"{key} = {value!r}", "a text", self.where)
        return value

    def name(self, key: str, default: str | None = None) -> str:
        """A name: a text, or a whole number that serves as one."""
        value = self.raw(key, default) if default is not None else self.needed(key)
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise refuse(f"{key} = {value!r}", "a name", self.where)
        return str(value)

    def award(self, key: str) -> Award | None:
        """An award, if the key is there."""
        value = self.raw(key)
        return None if value is None else read_award(value, self.place(key))

    def awards(self, key: str) -> BySide[Award] | BySide[None]:
        """The awards of a key that gives them to both sides, as one award or as a pair; None for each without it."""
        value = self.raw(key)
        return BySide(None, None) if value is None else _read_text(parse_awards, value, self.place(key))

    def mixture(self, key: str) -> Mixture:
        """A result or a weighted one, which must be there."""
        award = read_award(self.needed(key), self.place(key))
        if not isinstance(award, Mixture):
            raise refuse(str(award), "a result, or several with weights", self.place(key))
        return award

    def side(self, key: str) -> Side:
        """A side, which must be there."""
        return Side.parse(self.text(key))

    def vulnerable(self, default: str = "none") -> Vulnerable:
        """The vulnerability."""
        return Vulnerable.parse(self.text("vulnerable", default))

    def done(self) -> None:
        """Refuse keys that nobody asked for."""
        unknown = [key for key in self.table if key not in self.asked]
        if unknown:
            known = dict.fromkeys(self.asked)
            raise Faults([Fault(f"the key {key!r}", one_of(known, key), self.where) for key in unknown])


def read_number(value: object, where: str = "") -> Fraction:
    """An exact number from a text or a whole number."""
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise refuse(repr(value), "a number as a text", where)
    try:
        return exact.number(value)
    except Faults as trouble:
        raise trouble.at(where) if where else trouble from None


def read_award(value: object, where: str) -> Award:
    """An award; weights are as they were entered."""
    return _read_text(parse_award, value, where)


def _read_text(read: Callable[[str], T], value: object, where: str) -> T:
    if not isinstance(value, str):
        raise refuse(repr(value), "an award as a text", where)
    try:
        return read(value)
    except Faults as trouble:
        raise Faults([replace(fault, where=where) for fault in trouble.faults]) from None
