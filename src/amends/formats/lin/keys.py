"""The words of a LIN file: `key|value|` pairs, out of web addresses if need be, gathered by their tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

_KEY = re.compile(r"[a-z0-9]{2}", re.ASCII)
_NEXT_ADDRESS = re.compile(r"\s(?=https?://)", re.IGNORECASE)
_LIN = re.compile(r"[?&]lin=", re.IGNORECASE)
_BAR = re.compile("%7c", re.IGNORECASE)
_ENCODED_LIST = re.compile(r"(?:^|[|\s])(?:md|pn)\|[^|,]*%2c", re.IGNORECASE)


@dataclass(slots=True)
class RawTable:
    """What the keys of one table say, as it stands there."""

    place: str = ""
    """qx: the room and the number of the board."""
    names: str = ""
    named: bool = False
    """Whether the names are its own, not those of an earlier table."""
    deal: str = ""
    vulnerable: str = ""
    title: str = ""
    """ah: "Board 15"."""
    calls: list[tuple[str, str]] = field(default_factory=list)
    """Each call with its explanation."""
    cards: list[str] = field(default_factory=list)
    claimed: str = ""

    @property
    def played(self) -> bool:
        """Whether anything was called or played."""
        return bool(self.calls or self.cards or self.claimed)

    @property
    def begun(self) -> bool:
        """Whether there is more of the table than its place and the names."""
        return bool(self.deal or self.title or self.vulnerable) or self.played


@dataclass(slots=True)
class RawFile:
    """The tables of a file in its order, and the keys about all of them."""

    header: dict[str, str] = field(default_factory=dict)
    """vg, rs, bn: the event, the results, the numbers of the boards."""
    tables: list[RawTable] = field(default_factory=list)
    names: str = ""
    """The first names of the file: those of both rooms in a vugraph file."""


def plain(text: str, encoded: bool = False) -> str:
    """The LIN of a text, which may be encoded for a web address, or stand in addresses of a hand viewer.

    Some programs encode the values alone, and not the bars: with `encoded`, or where the commas of hands or names are
    so, the values are decoded. Elsewhere a per cent sign is one.

    >>> plain('https://www.example.org/handviewer.html?bbo=y&lin=pn%7CA%20B,,,%7Cst%7C%7C')
    'pn|A B,,,|st||'
    >>> plain('pn|A%20B%2C%2C%2C|an|15%2D17|'), plain('pn|A,,,|an|75%20|')
    ('pn|A B,,,|an|15-17|', 'pn|A,,,|an|75%20|')
    """
    if text.lstrip()[:4].lower() == "http":
        return "".join(map(_of_address, _NEXT_ADDRESS.split(text)))
    if "|" not in text:
        return _decoded(text) if _BAR.search(text) else text
    if "%" in text and (encoded or _ENCODED_LIST.search(text)):
        # What is decoded to a bar is none between values.
        return "|".join(unquote(value).replace("|", "/") for value in text.split("|"))
    return text


def _of_address(address: str) -> str:
    found = _LIN.search(address)
    lin = address[found.end() :].strip() if found else ""
    return _decoded(lin if "|" in lin else lin.partition("&")[0])


def _decoded(text: str) -> str:
    """Without the encoding; a plus is a blank only where blanks are not written in the other way."""
    return unquote(text if "%20" in text else text.replace("+", " "))


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """The keys in small letters, each with its value; what stands where a key should and is none is skipped.

    >>> list(pairs('pn|a,b|st||\\n md|3|'))
    [('pn', 'a,b'), ('st', ''), ('md', '3')]
    """
    parts = iter(text.split("|"))
    for part in parts:
        key = part.strip().lower()
        if _KEY.fullmatch(key):
            yield key, next(parts, "").strip()


def gathered(text: str) -> RawFile:
    """The tables of a text."""
    found = RawFile()
    names, table = "", RawTable()

    def new() -> RawTable:
        found.tables.append(RawTable(names=names))
        return found.tables[-1]

    for key, value in pairs(text):
        match key:
            case "vg" | "rs" | "bn":
                found.header.setdefault(key, value)
            case "pn":
                names = value
                found.names = found.names or value
                if not found.tables or table.played or (table.begun and table.named):
                    table = new()
                table.names, table.named = value, True
            case "qx":
                if table.begun or table.place or not found.tables:
                    table = new()
                table.place = value
            case "md":
                # Within a qx, hands that nobody has called on yet are put right by those that follow.
                if not found.tables or table.played or (table.deal and not table.place):
                    table = new()
                table.deal = value
            case "ah" | "sv" | "mb" | "pc" | "mc":
                if not found.tables or _is_another(table, key, value):
                    table = new()
                _put(table, key, value)
            case "an" if table.calls:
                table.calls[-1] = (table.calls[-1][0], value)
    return found


def _is_another(table: RawTable, key: str, value: str) -> bool:
    """Whether a key that a table has once only is that of the next table, whose hands are still to come."""
    said = {"ah": table.title, "sv": table.vulnerable}.get(key)
    return said not in (None, "", value) and (table.played or bool(table.deal and not table.place))


def _put(table: RawTable, key: str, value: str) -> None:
    match key:
        case "ah":
            table.title = value
        case "sv":
            table.vulnerable = value
        case "mb":
            table.calls.append((value, ""))
        case "pc":
            table.cards.append(value)
        case "mc":
            table.claimed = value
