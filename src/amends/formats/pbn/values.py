"""What single values of tags and cells say: seats, sides, boards, dates, figures, names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from amends.bridge import BySide, Card, Outcome, PassedOut, Seat, Side, Vulnerable
from amends.bridge.outcome import parse_outcome
from amends.event.event import Event, Form, Player
from amends.event.published import Printed
from amends.faults import Faults, refuse

ARTIFICIAL = "^"
"""Stands before an artificial value, and before a seat or a count of tricks that came about irregularly."""

_BOARD = re.compile(r"[0-9]{1,9}")
_DATE = re.compile(r"([0-9]{4})[.\-/]([0-9]{2})[.\-/]([0-9]{2})")
_SIDES = re.compile(r"(?:(?<!\s)\s++)?\b(NS|EW)\b\s*+", re.IGNORECASE)
_VULNERABLE = {
    **dict.fromkeys(("none", "love", "-", "o", "nobody"), Vulnerable.NONE),
    **dict.fromkeys(("ns", "n-s", "n/s"), Vulnerable.NS),
    **dict.fromkeys(("ew", "e-w", "e/w"), Vulnerable.EW),
    **dict.fromkeys(("all", "both", "b"), Vulnerable.ALL),
}
_PASSES = ("P", "PO", "P.O.", "P/O")
"""A board that was passed out, besides words that begin with PASS or AP; PO is that of BridgeWebs."""

_REDOUBLED = re.compile(r"([1-7] ?(?:NT?|[CDHS♣♦♥♠]) ?)R")
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
    """What happened, by the three cells; None where they do not say it.

    >>> [str(read_outcome(*cells)) for cells in (('3NR', 'S', '9'), ('4H*', 'N', '9'), ('PO', '', ''))]
    ['3NTxx S =', '4Hx N -1', 'pass']
    """
    tidy = _REDOUBLED.sub(r"\1XX", contract.strip().upper()).replace("*", "X")
    if tidy.startswith(("PASS", "AP")) or tidy in _PASSES:
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


_MATCHPOINTS = {"mp", "matchpoints", "matchpoint", "mp1", "mp2", "oldmp", "emp", "instant", "ascherman", "bastille"}
_BUTLER = {"butler", "butler-2", "mean", "median", "experts"}
_CROSS = {"cross", "cross1", "cross2", "cavendish"}
_TOTAL = {"totalpoints", "total points", "rubber", "chicago"}
_SETTINGS = {
    "mp2": "matchpoints_per_win = 1",
    "cross": 'cross_imps_divisor = "sum"',
    "cavendish": 'cross_imps_divisor = "sum"',
    "cross1": 'cross_imps_divisor = "tables"',
    "butler-2": 'butler_trim = "1"',
    "median": 'butler_trim = "median"',
}
"""What a field of the tag says about the settings of the regulation, where it is not the usual."""

_USUAL = (
    "mp", "matchpoints", "matchpoint", "mp1", "imp", "imps", "imp_1962", "butler", "mean", "cross2", "bam", "patton",
    "totalpoints", "total points",
)  # fmt: skip
"""Fields that say no more than the method."""

_UNKNOWN = {
    "ascherman": "where a result counts as equal to itself",
    "bastille": "the matchpoints of Bastille",
    "emp": "European matchpoints",
    "oldmp": "the old scale for doubled undertricks",
    "experts": "a datum that experts have set",
    "instant": "scores by a table that was made beforehand",
    "rubber": "rubber bridge",
    "chicago": "Chicago",
    "imp_1948": "the IMP scale of 1948",
    "imp_1961": "the IMP scale of 1961",
}


def fields(value: str) -> list[str]:
    """The fields of the tag, in small letters."""
    return [field.strip().lower() for field in value.split(";") if field.strip()]


def read_scoring(value: str, form: Form, columns: Iterable[str], imps: Iterable[Printed]) -> str:
    """The method that the tag names; without one, what the columns say; the usual of the form.

    >>> read_scoring('IMP;Cross2', Form.PAIRS, (), ())
    'cross-imps'
    """
    found = set(fields(value))
    heads = set(columns)
    if form is Form.TEAMS:
        if "patton" in found:
            return "patton"
        return "bam" if found & ({"bam"} | _MATCHPOINTS) else "imps"
    if found & _CROSS:
        return "cross-imps"
    if found & _BUTLER:
        return "butler"
    if any(field.startswith("imp") for field in found):
        return _imps(heads, imps)
    if found & _TOTAL:
        return "total-points"
    if found or heads & {"mp_ns", "mp_north", "percentage_ns"}:
        return "matchpoints"
    return _imps(heads, imps) if "imp_ns" in heads else "matchpoints"


def is_open(value: str, form: Form, columns: Iterable[str], imps: Iterable[Printed]) -> bool:
    """Whether there are IMPs, and neither the tag nor a figure says whether it is a Butler or cross-IMPs."""
    found = set(fields(value))
    if form is Form.TEAMS or found & (_CROSS | _BUTLER) or not any(field.startswith("imp") for field in found):
        return False
    return not {"butlerdatum", "datum"} & set(columns) and next(iter(imps), None) is None


def _imps(heads: set[str], imps: Iterable[Printed]) -> str:
    """Butler or cross-IMPs, where the file does not say it: the average of many comparisons is seldom whole."""
    if "butlerdatum" in heads or "datum" in heads:
        return "butler"
    return "cross-imps" if any(figure.value.denominator > 1 for figure in imps) else "butler"


def remarks(value: str, form: Form) -> Iterator[str]:
    """What the tag says besides the method: a setting of the regulation, or something that is not known here."""
    for field in dict.fromkeys(fields(value)):
        if field in _SETTINGS:
            yield f"the Scoring tag says {field!r}: that is the setting {_SETTINGS[field]}"
        elif field in _UNKNOWN:
            yield f"the Scoring tag says {field!r}, {_UNKNOWN[field]}: not taken into account"
        elif field == "bam" and form is not Form.TEAMS:
            yield "the Scoring tag says 'bam' and there are no teams: scored as matchpoints"
        elif field not in _USUAL:
            yield f"the Scoring tag says {field!r}, which is not known here: not taken into account"


def written_scoring(event: Event) -> str:
    """The value of the tag for an event."""
    regulation = event.regulation
    if event.form is Form.TEAMS:
        return {"bam": "BAM", "patton": "BAM;Patton"}.get(event.scoring, "IMP")
    if event.scoring == "butler":
        datum = {"1": ";Butler-2", "median": ";Butler;Median"}.get(regulation.butler_trim, ";Butler")
        return f"IMP{datum}"
    if event.scoring == "cross-imps":
        return {"comparisons": "IMP;Cross2", "tables": "IMP;Cross1"}.get(regulation.cross_imps_divisor, "IMP;Cross")
    if event.scoring == "total-points":
        return "TotalPoints"
    return "MatchPoints;MP1" if regulation.matchpoints_per_win == 2 else "MatchPoints;MP2"
