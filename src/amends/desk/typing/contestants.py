"""Lists of contestants as they are typed, one a line: "1 Ash – Birch", "2 Oaks: Ash, Birch, Cole, Dean"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from amends.bridge import Side
from amends.event import Contestant, Form, Player
from amends.faults import Fault, Faults, refuse

_NUMBERED = re.compile(r"(?P<number>[0-9]{1,6})(?:[.):]?\s+|[.):]|$)(?P<names>.*)")
_BETWEEN = re.compile(r"\s+-\s+|\s*[–—&/+;\t]\s*|\s+and\s+", re.IGNORECASE)
_HEADINGS = {"ns": Side.NS, "northsouth": Side.NS, "ew": Side.EW, "eastwest": Side.EW}


@dataclass(frozen=True, slots=True)
class _Line:
    place: int
    number: str
    names: str
    direction: Side | None


def read_contestants(text: str, form: Form = Form.PAIRS, winners: int = 1) -> tuple[Contestant, ...]:
    """The contestants of a list, one a line, with their numbers before them or numbered through.

    Two winners may stand under the headings N-S and E-W; where both begin with 1, the direction is part of what a pair
    is called. All faults of all lines come together.

    >>> [(each.id, each.called) for each in read_contestants('1 Ash – Birch\\n2 Cole & Dean')]
    [('1', 'Ash & Birch'), ('2', 'Cole & Dean')]
    """
    faults: list[Fault] = []
    lines = _lines(text, winners)
    shared = {each.number for each in lines if each.direction is Side.NS} & {
        each.number for each in lines if each.direction is Side.EW
    }
    found: dict[str, Contestant] = {}
    for line in lines:
        try:
            if not line.names.isprintable() and "\t" not in line.names:
                raise refuse(repr(line.names), "names in letters")
            if not line.number:
                raise refuse(f"{line.names!r} without a number", "a number on every line, or on none")
            side = line.direction.value if line.direction and shared else ""
            made = replace(_contestant(line, form), id=f"{line.number}{side}")
            if made.id in found:
                raise refuse(f"{form.noun} {made.id} once more", "each number once")
            found[made.id] = made
        except Faults as trouble:
            faults += trouble.at(f"line {line.place}").faults
    if faults:
        raise Faults(faults)
    return tuple(found.values())


def _lines(text: str, winners: int) -> list[_Line]:
    """The lines that name somebody; where none has a number, each has its place in the list, by direction."""
    lines, direction = list[_Line](), None
    for place, words in enumerate(text.splitlines(), 1):
        line = words.strip()
        heading = _HEADINGS.get(re.sub(r"[\s\-–/:]", "", line.lower()))
        if heading is not None and winners == 2:
            direction = heading
        elif line:
            numbered = _NUMBERED.fullmatch(line)
            number, names = (str(int(numbered["number"])), numbered["names"]) if numbered else ("", line)
            lines.append(_Line(place, number, names.strip(), direction))
    return _counted(lines) if lines and not any(line.number for line in lines) else lines


def _counted(lines: Sequence[_Line]) -> list[_Line]:
    counts: dict[Side | None, int] = {}
    made = []
    for line in lines:
        counts[line.direction] = counts.get(line.direction, 0) + 1
        made.append(replace(line, number=str(counts[line.direction])))
    return made


def _contestant(line: _Line, form: Form) -> Contestant:
    """A contestant with its own name and its players, as far as they are typed."""
    if form is Form.INDIVIDUAL:
        return Contestant(line.number, players=_players([line.names]))
    if form is Form.TEAMS:
        name, _, players = line.names.partition(":")
        return Contestant(
            line.number, name=_tidy(name), players=_players(re.split(r"[,;]|" + _BETWEEN.pattern, players))
        )
    names = _BETWEEN.split(line.names)
    if len(names) == 1:
        if "," in line.names:
            raise refuse(repr(line.names), 'two names with a dash between them: "Ash – Birch"')
        return Contestant(line.number, name=_tidy(line.names), direction=line.direction)
    return Contestant(line.number, direction=line.direction, players=_players(names))


def _players(names: Sequence[str]) -> tuple[Player, ...]:
    return tuple(Player(_tidy(name)) for name in names if _tidy(name))


def _tidy(name: str) -> str:
    return " ".join(name.split())
