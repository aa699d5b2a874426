"""What a file calls those who play: numbers with directions and sections about them, and what they are told apart by.

`7`, `7NS`, `1 NS` and `(A) 7 NS` are all seen. Whether `7NS` and `7` are one pair, and whether pair 7 of section A is
pair 7 of section B, only the whole file says.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from amends.bridge import Side
from amends.event.event import Form
from amends.event.naming import in_section
from amends.faults import refuse
from amends.formats.seating import is_nobody

LONGEST = 200
"""The most characters of a number."""

_SECTION = re.compile(r"\(([^()]+)\) ?(.+)")
_DIRECTED = re.compile(r"(.*\d) ?(NS|EW|N/S|E/W|N-S|E-W)", re.IGNORECASE)


class Number(NamedTuple):
    """A number in its parts."""

    number: str
    side: Side | None = None
    section: str = ""


@lru_cache(maxsize=16384)
def parsed(text: str) -> Number:
    """The number of a pair as files have it.

    >>> [tuple(parsed(text)) for text in ('7', '(A) 7 NS')]
    [('7', None, ''), ('7', <Side.NS: 'NS'>, 'A')]
    """
    tidy = plain(text).number
    in_brackets = _SECTION.fullmatch(tidy)
    section, rest = in_brackets.groups() if in_brackets else ("", tidy)
    directed = _DIRECTED.fullmatch(rest)
    if directed:
        return Number(directed[1], Side.parse(directed[2]), section)
    return Number("" if is_nobody(rest) else rest, None, section)


@lru_cache(maxsize=16384)
def plain(text: str, sections: tuple[str, ...] = ()) -> Number:
    """The number of a team or a player, which has no direction; what stands in brackets may be one of the sections."""
    tidy = " ".join(text.split())
    if not _fits(tidy):
        raise refuse(f"the number {tidy!r}", f"at most {LONGEST} characters")
    in_brackets = _SECTION.fullmatch(tidy)
    if in_brackets and in_brackets[1] in sections:
        return Number(in_brackets[2], None, in_brackets[1])
    return Number("" if is_nobody(tidy) else tidy)


def _fits(text: str) -> bool:
    return len(text) <= LONGEST


def direction(text: str) -> Side | None:
    """A direction that a list gives; None for none."""
    short = text.upper().replace("/", "").replace("-", "").replace(" ", "")
    return {"NS": Side.NS, "N": Side.NS, "EW": Side.EW, "E": Side.EW}.get(short)


class Listed(NamedTuple):
    """A contestant in a list of the file; `section` is where the list stands."""

    section: str
    number: Number


class Table(NamedTuple):
    """Those at a table of a section, as the lines have them: one on each side, or two."""

    section: str
    ns: tuple[str, ...]
    ew: tuple[str, ...]


class Seats(NamedTuple):
    """A table as the builder wants it."""

    section: str
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    turned: bool = False


class Numbering:
    """Names contestants for the builder.

    `by_section`: sections number their contestants each from 1. `directed`: a number is only one with its direction.
    """

    def __init__(
        self,
        form: Form,
        asked: int | None,
        said: int | None,
        listed: Iterable[tuple[str, str, str]],
        tables: Iterable[Table],
        sections: Iterable[str] = (),
    ) -> None:
        """`asked` and `said` are the winners that somebody asks for and that the file says, if so.

        `listed` are the section, number and direction of each in a list.
        """
        pairs = form in (Form.PAIRS, Form.SWISS_PAIRS)
        self._directs = pairs
        self._parsed: Callable[[str], Number] = parsed if pairs else partial(plain, sections=tuple(sections))
        # What is too long to be a number is a fault of its line, and says nothing here.
        known = (each for each in dict.fromkeys(listed) if _fits(each[1]))
        self.listed = [Listed(section, self.number(text, side)) for section, text, side in known]
        self.tables = [table for table in dict.fromkeys(tables) if all(map(_fits, (*table.ns, *table.ew)))]
        self._seated = {
            (table.section, text, side)
            for table in self.tables
            for side, texts in ((Side.NS, table.ns), (Side.EW, table.ew))
            for text in texts
        }
        self.by_section = self._are_by_section()
        self._said, self._sat = self._directions()
        shared = pairs and self._are_shared()
        self.winners = 1
        if form is Form.PAIRS:
            self.winners = asked or (1 if said == 2 and not shared and self._move() else said) or (2 if shared else 1)
        named = any(number.side for number in self._all())
        self.directed = shared and (self.winners == 1 or named)
        self._others = self._on_the_other_side() if self.winners == 2 and not shared else set()
        if self._others:
            self.directed = any(self._meet(table) for table in self.tables)
        self._names: dict[tuple[str, str, Side], str] = {}
        self._seats: dict[Table, Seats] = {}

    def number(self, text: str, side: str = "") -> Number:
        """A number in its parts, with the direction that a list gives beside it."""
        number = self._parsed(text)
        return number._replace(side=direction(side)) if self._directs and not number.side else number

    def seats(self, table: Table) -> Seats:
        """A table with its numbers as the builder wants them."""
        found = self._seats.get(table)
        if found is None:
            ns = tuple([self._called(table.section, text, Side.NS) for text in table.ns])
            ew = tuple([self._called(table.section, text, Side.EW) for text in table.ew])
            turned = bool(self._others) and not self.directed and self._turned(table) == (True, True)
            ns, ew = (ew, ns) if turned else (ns, ew)
            section = table.section or self._section(table)
            found = self._seats[table] = Seats(section, ns, ew, turned)
        return found

    def contestant(self, section: str, number: Number) -> tuple[str, str]:
        """The section and number of one in a list."""
        side = number.side or self.side(section, number) or Side.NS
        own = (number.section or section) if self.by_section else section
        return own, self._name(section, number, side)

    def side(self, section: str, number: Number) -> Side | None:
        """The direction of a contestant: as it is said, else where it sat, if that was one side alone."""
        if number.side:
            return number.side
        key = self._key(section, number)
        known = self._said.get(key) or self._sat.get(key, set())
        return next(iter(known)) if len(known) == 1 else None

    # What the whole file says

    def _all(self) -> Iterator[Number]:
        yield from (each.number for each in self.listed)
        yield from (self._parsed(text) for _, text, _ in self._seated)

    def _are_by_section(self) -> bool:
        """Whether a number belongs to its section: the lists stand in sections, or the numbers name theirs."""
        own: dict[str, set[str]] = defaultdict(set)
        for each in self.listed:
            own[each.number.section or each.section].add(each.number.number)
        named = {number.section or section for section, number in self._numbers()}
        if len(named | own.keys()) < 2:
            return True  # one section alone: nothing to tell apart
        if own.keys() == {""}:
            return False  # one list above all sections
        everybody = set().union(*own.values())
        for section, number in self._numbers():
            where = number.section or section
            if section and where != section:
                return False  # a pair that plays in another section than its own
            if number.number in everybody and number.number not in own[where]:
                return False  # a number that another section's list has
        return True

    def _numbers(self) -> Iterator[tuple[str, Number]]:
        """Each number that sat somewhere, with the section of its table."""
        for section, text, _ in self._seated:
            number = self._parsed(text)
            if number.number:
                yield section, number

    def _key(self, section: str, number: Number) -> tuple[str, str]:
        return ((number.section or section) if self.by_section else number.section), number.number

    def _directions(self) -> tuple[dict[tuple[str, str], set[Side]], dict[tuple[str, str], set[Side]]]:
        """The directions that lists and numbers give, and those in which each sat."""
        said: dict[tuple[str, str], set[Side]] = defaultdict(set)
        sat: dict[tuple[str, str], set[Side]] = defaultdict(set)
        for each in self.listed:
            if each.number.side:
                said[self._key(each.section, each.number)].add(each.number.side)
        for section, text, side in self._seated:
            number = self._parsed(text)
            key = self._key(section, number)
            sat[key].add(side)
            if number.side:
                said[key].add(number.side)
        return said, sat

    def _are_shared(self) -> bool:
        """Whether a N-S and an E-W pair have one number: said twice, or seen against itself."""
        twice = any(len(sides) > 1 for sides in self._said.values())
        return twice or any(table.ns == table.ew and self._parsed(table.ns[0]).number for table in self.tables)

    def _move(self) -> bool:
        """Whether a pair of a list, which has no direction, sat on both sides: then there is one winner."""
        listed = {self._key(each.section, each.number) for each in self.listed}
        return any(len(sides) > 1 and key in listed and not self._said.get(key) for key, sides in self._sat.items())

    def _on_the_other_side(self) -> set[tuple[str, str, Side]]:
        """Who sat where those of the other direction do."""
        found = set()
        for section, text, seat in self._seated:
            number = self._parsed(text)
            if number.number and self.side(section, number) not in (None, seat):
                found.add((section, text, seat))
        return found

    def _turned(self, table: Table) -> tuple[bool, bool]:
        """For each side whether a pair of the other direction sat there."""
        ns, ew = (
            any((table.section, text, side) in self._others for text in texts)
            for side, texts in ((Side.NS, table.ns), (Side.EW, table.ew))
        )
        return ns, ew

    def _meet(self, table: Table) -> bool:
        """Whether two pairs of one direction met at a table."""
        ns, ew = self._turned(table)
        return ns != ew and all(self._parsed(text).number for text in (*table.ns, *table.ew))

    # Names

    def _section(self, table: Table) -> str:
        """The section of a table that stands outside of sections: the one that its numbers name."""
        named = {self._parsed(text).section for text in (*table.ns, *table.ew)} - {""}
        return next(iter(named)) if len(named) == 1 and self.by_section else ""

    def _called(self, section: str, text: str, seat: Side) -> str:
        key = (section, text, seat)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = self._name(section, self._parsed(text), seat)
        return name

    def _name(self, section: str, number: Number, seat: Side) -> str:
        if not number.number:
            return ""
        name = number.number
        if self.directed:
            known = number.side or (self.side(section, number) if self.winners == 2 else None) or seat
            name = f"{name}{known.value}"
        return name if self.by_section else in_section(number.section, name)
