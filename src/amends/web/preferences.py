"""A reader's preferences: suits, tricks, figures, light or dark, and which boards are spoilers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from urllib.parse import parse_qsl, urlencode

from amends.bridge.tricks import TrickNotation

COOKIE = "amends-look"

CHOICES = {
    "suits": ("four", "two"),
    "tricks": tuple(each.value for each in TrickNotation),
    "figures": ("fractions", "decimals"),
    "theme": ("auto", "light", "dark"),
}
"""What can be chosen, the usual one first (of tricks it is "european")."""

_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Preferences:
    """The choices of one reader; they are kept in a cookie of theirs, and nobody else's."""

    suits: str = "four"
    tricks: str = TrickNotation.EUROPEAN.value
    figures: str = "fractions"
    theme: str = "auto"
    playing: str = ""
    """The contestant that a playing director plays as: boards that it has not played are hidden from them."""

    @property
    def notation(self) -> TrickNotation:
        """How tricks are written."""
        return TrickNotation(self.tricks)

    def changed(self, said: Mapping[str, str]) -> Preferences:
        """With other choices; what cannot be chosen changes nothing, under whatever name it comes."""
        known = {name: value for name, value in said.items() if value in CHOICES.get(name, ())}
        if "playing" in said:
            known["playing"] = " ".join(said["playing"].split())[:_LONGEST]
        return replace(self, **known)

    def cookie(self) -> str:
        """As a cookie keeps it: what differs from the usual."""
        return urlencode(
            {field.name: value for field in fields(self) if (value := getattr(self, field.name)) != field.default}
        )


USUAL = Preferences()


def preferences_of(cookie: str) -> Preferences:
    """The look that a cookie keeps; whatever else stands in it is ignored.

    >>> preferences_of('suits=two&tricks=total&theme=pink').cookie()
    'suits=two&tricks=total'
    """
    return USUAL.changed(dict(parse_qsl(cookie[:500])))
