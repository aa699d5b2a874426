"""What stands at the head of a vugraph file: the event, the two teams, and the results of both rooms."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from amends.awards import Artificial, Award, Grade, Mixture, NotScored
from amends.bridge import BySide, PassedOut
from amends.bridge.outcome import parse_outcome
from amends.exact import plain_minus
from amends.faults import refuse
from amends.formats.lin.keys import RawFile
from amends.formats.lin.table import LONGEST_NAME, shortened

ROOMS = ("open", "closed")

_RESULT = re.compile(
    r"(?P<bid>[1-7](?:NT?|[SHDC]))(?P<before>X{0,2})(?P<declarer>[NESW])(?P<after>X{0,2})(?P<made>=|[+-]\d{1,2})",
    re.ASCII,
)
_AVERAGES = re.compile(r"A([+=-])([+=-])")
_GRADES = {"+": Grade.PLUS, "=": Grade.AVERAGE, "-": Grade.MINUS}
_PASSES = ("P", "PASS", "PASSED", "PASSEDOUT", "PASSOUT", "AP")
_FIGURE = re.compile(r"-?\d{1,5}(?:\.\d{1,2})?", re.ASCII)
_BOARD = re.compile(r"\d{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Listed:
    """A result as the head of a file lists it; awards where it is artificial."""

    result: Award
    awards: BySide[Award | None]


@dataclass(frozen=True, slots=True)
class Header:
    """The head of a vugraph file."""

    title: str = ""
    segment: str = ""
    scoring: str = ""
    """I: IMPs, B: board-a-match, P: pairs."""
    first: int = 1
    teams: tuple[str, str] = ("", "")
    """The first sits North-South in the open room."""
    carried: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))


def header(text: str) -> Header:
    """The head from vg: event, segment, scoring, first board, last board, and each team with what it brings along.

    >>> header('Spring Cup, Final,I,17,32,Herons,20,Kestrels,31').teams
    ('Herons', 'Kestrels')
    """
    fields = [field.strip() for field in text.split(",", 30)]
    if any(len(field) > LONGEST_NAME for field in fields):
        raise refuse(f"a name of more than {LONGEST_NAME} characters", f"at most {LONGEST_NAME} characters", "vg")
    # A title may hold commas: the scoring is a letter before the two numbers of boards.
    at = next((n for n in range(1, len(fields) - 2) if _is_scoring(fields[n : n + 3])), 2)
    title, segment = ", ".join(fields[: max(at - 1, 1)]), fields[at - 1] if len(fields) >= at > 1 else ""
    rest = [*fields[at : at + 7], *[""] * 7]
    return Header(
        title,
        segment,
        rest[0].upper()[:1],
        int(rest[1]) if _BOARD.fullmatch(rest[1]) and int(rest[1]) else 1,
        (rest[3], rest[5]),
        (_figure(rest[4]), _figure(rest[6])),
    )


def _is_scoring(fields: list[str]) -> bool:
    letter, first, last = fields
    return len(letter) == 1 and letter.isalpha() and all(_BOARD.fullmatch(number) for number in (first, last))


def _figure(text: str) -> Fraction:
    return Fraction(text) if _FIGURE.fullmatch(text) else Fraction(0)


def listed(raw: RawFile, first: int) -> list[tuple[int, str, str]]:
    """The results of rs with their boards and rooms: the open room first, then the closed one, board by board."""
    results = raw.header.get("rs", "")
    numbers = numbered(raw, first)
    found = []
    for place, text in enumerate(results.split(",") if results else ()):
        counted = first + place // 2
        found.append((numbers.get(counted, counted), ROOMS[place % 2], text.strip()))
    return found


def numbered(raw: RawFile, first: int) -> dict[int, int]:
    """The numbers of the boards as bn lists them, by how they are counted from the first; empty without such a list."""
    texts = [text.strip() for text in raw.header.get("bn", "").split(",")]
    return {first + n: int(text) for n, text in enumerate(texts) if _BOARD.fullmatch(text) and int(text)}


def read_result(text: str) -> Listed | None:
    """A result of rs: "4SW-1", "3NEx-2", "PASS", "A+-"; None where nothing stands.

    >>> str(read_result('3NNx+1').result)
    '3NTx N +1'
    """
    tidy = plain_minus("".join(text[:LONGEST_NAME].split())).upper().replace("*", "X")
    if not tidy:
        return None
    if tidy in _PASSES:
        return _plain(Mixture.of(PassedOut()))
    if averages := _AVERAGES.fullmatch(tidy):
        ns, ew = (Artificial(_GRADES[sign]) for sign in averages.groups())
        return Listed(NotScored(expected=True), BySide(ns, ew))
    found = _RESULT.fullmatch(tidy)
    if found is None:
        raise refuse(f"the result {shortened(text)}", "a result such as 4SW-1, 3NEx-2 or PASS")
    made = f"{found['bid']}{found['before'] or found['after']} {found['declarer']} {found['made']}"
    return _plain(Mixture.of(parse_outcome(made)))


def _plain(result: Mixture) -> Listed:
    return Listed(result, BySide(None, None))
