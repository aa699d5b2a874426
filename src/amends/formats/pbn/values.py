"""What single values of tags and cells say: seats, sides, boards, dates, figures, names."""

from __future__ import annotations

import re
from functools import lru_cache

from amends.bridge import BySide, Card, Outcome, PassedOut, Seat, Side, Vulnerable
from amends.bridge.outcome import parse_outcome
from amends.event.event import Player
from amends.event.published import Printed
from amends.faults import Faults, refuse

ARTIFICIAL = "^"
"""Stands before an artificial value, and before a seat or a count of tricks that came about irregularly."""

_BOARD = re.compile(r"[0-9]{1,9}")
_DATE = re.compile(r"([0-9]{4})[.\-/]([0-9]{2})[.\-/]([0-9]{2})")
_SIDES = re.compile(r"\s*\b(NS|EW)\b\s*", re.IGNORECASE)
_VULNERABLE = {
    **dict.fromkeys(("none", "love", "-", "o", "nobody"), Vulnerable.NONE),
    **dict.fromkeys(("ns", "n-s", "n/s"), Vulnerable.NS),
    **dict.fromkeys(("ew", "e-w", "e/w"), Vulnerable.EW),
    **dict.fromkeys(("all", "both", "b"), Vulnerable.ALL),
}
_BETWEEN_PLAYERS = (";", " - ", " – ", " & ", " / ")


def read_board(text: str) -> int:
    """The number of a board."""
    if not _BOARD.fullmatch(text) or int(text) < 1:
        raise refuse(f"the board {text!r}" if text else "no board number", "a board number, 1 or more")
    return int(text)


def read_seat(text: str) -> Seat | None:
    """A seat, also one that came about irregularly ("^S"); None where the text says none."""
    tidy = text.strip().removeprefix(ARTIFICIAL).upper()
    return Seat(tidy) if tidy in ("N", "E", "S", "W") else None


def read_vulnerable(text: str) -> Vulnerable | None:
    """Who is vulnerable; None where the text does not say it.

    >>> [str(read_vulnerable(text)) for text in ('Love', '-', 'Both', 'NS', '?')]
    ['Vulnerable.NONE', 'Vulnerable.NONE', 'Vulnerable.ALL', 'Vulnerable.NS', 'None']
    """
    return _VULNERABLE.get(text.strip().lower())


def read_date(text: str) -> str:
    """A day as YYYY-MM-DD; "" where a part of it is not known."""
    found = _DATE.fullmatch(text.strip())
    return "-".join(found.groups()) if found else ""


def read_direction(text: str) -> Side | None:
    """The direction in which a pair plays; None where the text says none."""
    try:
        return Side.parse(text)
    except Faults:
        return None


def by_side(text: str, declarer: Seat | None) -> BySide[str]:
    """A value as the standard has it (4.2): of one side, of both, or of declarer's side; each in its own view.

    >>> by_side('NS 50 EW -50', None)
    BySide(ns='50', ew='-50')
    >>> by_side('420', Seat.EAST)
    BySide(ns='', ew='420')
    """
    parts = _SIDES.split(text.strip())
    if len(parts) == 1:
        value = parts[0].strip()
        if declarer is None:
            # Nobody declared: 0, or a word that holds for both sides.
            return BySide(value, "")
        return BySide(value, "") if declarer.side is Side.NS else BySide("", value)
    values = {side.upper(): value.strip() for side, value in zip(parts[1::2], parts[2::2], strict=True)}
    return BySide(values.get("NS", ""), values.get("EW", ""))


def read_tricks(text: str, declarer: Seat | None) -> str:
    """Declarer's tricks; a count for the other side is turned round."""
    tidy = text.strip().removeprefix(ARTIFICIAL).strip()
    if declarer is None or not _SIDES.match(tidy):
        return tidy
    values = by_side(tidy, declarer)
    own, other = values[declarer.side], values[declarer.side.other]
    if not own and other.isascii() and other.isdigit():
        return str(13 - int(other)) if int(other) <= 13 else ""
    return own


@lru_cache(maxsize=32768)
def read_outcome(contract: str, declarer: str, tricks: str) -> Outcome | None:
    """What happened, by the three cells; None where they do not say it."""
    tidy = contract.strip().upper().replace("*", "X")
    if tidy.startswith(("PASS", "AP")) or tidy == "P":
        return PassedOut()
    seat = read_seat(declarer)
    if seat is None:
        return None
    try:
        return parse_outcome(f"{tidy} {seat.value} {read_tricks(tricks, seat)}")
    except Faults:
        return None


@lru_cache(maxsize=32768)
def read_figure(text: str) -> Printed | None:
    """A figure as it was printed, artificial or not; None where there is none."""
    tidy = text.strip().removeprefix(ARTIFICIAL)
    try:
        return Printed.parse(tidy) if tidy else None
    except Faults:
        return None


@lru_cache(maxsize=1024)
def read_card(text: str) -> Card | None:
    """A card; None where the text says none."""
    try:
        return Card.parse(text)
    except Faults:
        return None


def read_players(text: str) -> tuple[Player, ...]:
    """The players that a name consists of; none where it may be the name of one, or of a partnership.

    >>> [player.name for player in read_players('Player 1 - Player 2')]
    ['Player 1', 'Player 2']
    >>> read_players('Smith-Jones')
    ()
    """
    for between in _BETWEEN_PLAYERS:
        parts = [part.strip() for part in text.split(between)]
        if len(parts) > 1 and all(parts) and (between == ";" or len(parts) == 2):
            return tuple(Player(unknown(part)) for part in parts)
    return ()


def unknown(text: str) -> str:
    """A text, or "" where it is the sign for what is not known."""
    return "" if text.strip() == "?" else text.strip()
