"""A reader's preferences: suits, tricks, figures, light or dark, and which boards are spoilers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from urllib.parse import parse_qsl, urlencode

from amends.bridge.tricks import TrickNotation
from amends.desk.event_cache import SHORT

COOKIE = "amends-look"

CHOICES = {
    "suits": ("four", "two"),
    "tricks": tuple(each.value for each in TrickNotation),
    "figures": ("fractions", "decimals"),
    "theme": ("auto", "light", "dark"),
}
"""What can be chosen, the usual one first (of tricks it is "european")."""

_LONGEST = 40
_HEXADECIMAL = frozenset("0123456789abcdef")


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


# One's own pair, kept for each event


PAIRS_COOKIE = "amends-pairs"
MOST_PAIRS = 12
"""Of so many events a browser knows the visitor's own pair, the last ones."""


def pairs_of(cookie: str) -> dict[str, str]:
    """Which contestant the visitor is, by event; whatever else stands in the cookie is ignored.

    >>> pairs_of('1f2e3d4c=15&other=x')
    {'1f2e3d4c': '15'}
    """
    said = parse_qsl(cookie[:2000])
    return {key: pair[:_LONGEST] for key, pair in said if pair and len(key) == SHORT and set(key) <= _HEXADECIMAL}


def pairs_cookie(pairs: Mapping[str, str], event: str, contestant: str) -> str:
    """The cookie with another contestant for an event, or with none."""
    others = [(key, pair) for key, pair in pairs.items() if key != event]
    return urlencode([*others, (event, contestant)][-MOST_PAIRS:] if contestant else others)
