"""What those who play are told apart by: their numbers, and perhaps directions and sections about them.

Whether `7NS` and `7` are one pair, and whether pair 7 of section A is pair 7 of section B, only the whole file says.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from amends.bridge import Side
from amends.event.event import Form
from amends.event.table_result import in_section
from amends.faults import refuse
from amends.formats.common.building import is_nobody


class ListedContestant(NamedTuple):
    """A contestant in a list of the file; `section` is where the list stands."""

    section: str
    number: Number
    session: str = ""
    written: bool = False
    """Whether its direction is part of the number, and not only said beside it."""


class TableSeats(NamedTuple):
    """Those at a table of a section, as the lines have them: one on each side, or two."""

    section: str
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    session: str = ""


class _Sat(NamedTuple):
    """A number that sat on a side somewhere."""

    section: str
    text: str
    side: Side
    session: str


_Scope = tuple[str, ...]
"""What numbers have directions by: a session and a section, or a number where sections share theirs."""


def _above(scope: _Scope) -> _Scope:
    """The same in a list above the sessions."""
    return ("", *scope[1:])


class Seats(NamedTuple):
    """A table as the builder wants it."""

    section: str
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    turned: bool = False


class Numbering:
    """Names contestants for the builder.

    `by_section`: sections number their contestants each from 1. `directed`: a number is only one with its direction,
    but where pairs move between the directions.
    """

    def __init__(
        self,
        form: Form,
        asked: int | None,
        said: int | None,
        listed: Iterable[tuple[str, str, str, str]],
        boards: Sequence[Sequence[TableSeats]],
        sections: Iterable[str] = (),
    ) -> None:
        """`asked` and `said` are the winners that somebody asks for and that the file says, if so.

        `listed` are the section, number, direction and session of each in a list, `boards` the tables of each board.
        """
        pairs = form in (Form.PAIRS, Form.SWISS_PAIRS)
        self.of_pairs = pairs
        self._parsed: Callable[[str], Number] = parsed if pairs else partial(plain, sections=tuple(sections))
        # What is too long to be a number is a fault of its line, and says nothing here.
        known = (each for each in dict.fromkeys(listed) if fits(each[1]))
        self.listed = [
            ListedContestant(section, self.number(text, side), session, self._parsed(text).side is not None)
            for section, text, side, session in known
        ]
        tables = dict.fromkeys(table for tables in boards for table in tables)
        self.tables = [table for table in tables if all(map(fits, (*table.ns, *table.ew)))]
        self._by_session = len({table.session for table in self.tables}) > 1
        self._seated = {
            _Sat(table.section, text, side, table.session)
            for table in self.tables
            for side, texts in ((Side.NS, table.ns), (Side.EW, table.ew))
            for text in texts
        }
        self.by_section = self._are_by_section()
        self._said, self._sat = self._directions()
        scopes = self._shared_scopes() if pairs else set()
        shared = bool(scopes)
        moving, undirected = self._undirected_scopes(scopes, boards) if shared else (set(), set())
        self.winners = 1
        if form is Form.PAIRS:
            moves = moving or (said == 2 and not shared and self._move())
            self.winners = asked or (1 if moves else said) or (2 if shared else 1)
        numbers = (*(each.number for each in self.listed), *(self._parsed(sat.text) for sat in self._seated))
        self.directed = shared and (self.winners == 1 or any(number.side for number in numbers))
        self._undirected = moving | undirected if self.winners == 1 else set()
        self._others = self._on_the_other_side() if self.winners == 2 and not shared else set()
        if self._others:  # numbers have directions where two pairs of one direction met at a table
            self.directed = any(
                len(set(self._turned(table))) == 2 and all(self._parsed(text).number for text in (*table.ns, *table.ew))
                for table in self.tables
            )
        self._names: dict[_Sat, str] = {}
        self._seats: dict[TableSeats, Seats] = {}

    def number(self, text: str, side: str = "") -> Number:
        """A number in its parts, with the direction that a list gives beside it."""
        number = self._parsed(text)
        return number._replace(side=direction(side)) if self.of_pairs and not number.side else number

    def seats(self, table: TableSeats) -> Seats:
        """A table with its numbers as the builder wants them."""
        found = self._seats.get(table)
        if found is None:
            ns = tuple([self._called(_Sat(table.section, text, Side.NS, table.session)) for text in table.ns])
            ew = tuple([self._called(_Sat(table.section, text, Side.EW, table.session)) for text in table.ew])
            turned = bool(self._others) and not self.directed and self._turned(table) == (True, True)
            ns, ew = (ew, ns) if turned else (ns, ew)
            # A table that stands outside of sections is of the section that its numbers name.
            named = {self._parsed(text).section for text in (*table.ns, *table.ew)} - {""}
            own = next(iter(named)) if len(named) == 1 and self.by_section else ""
            found = self._seats[table] = Seats(table.section or own, ns, ew, turned)
        return found

    def contestant(self, section: str, number: Number, session: str = "") -> tuple[str, str]:
        """The section and number of one in a list."""
        side = number.side or self.side(section, number) or Side.NS
        own = (number.section or section) if self.by_section else section
        return own, self._name(section, number, side, session)

    def side(self, section: str, number: Number) -> Side | None:
        """The direction of a contestant: as it is said, else where it sat, if that was one side alone."""
        if number.side:
            return number.side
        key = self._key(section, number)
        known = self._said.get(key) or self._sat.get(key, set())
        return next(iter(known)) if len(known) == 1 else None

    # What the whole file says

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
        for sat in self._seated:
            number = self._parsed(sat.text)
            if number.number:
                yield sat.section, number

    def _key(self, section: str, number: Number) -> tuple[str, str]:
        return ((number.section or section) if self.by_section else number.section), number.number

    def _directions(self) -> tuple[dict[tuple[str, str], set[Side]], dict[tuple[str, str], set[Side]]]:
        """The directions that lists and numbers give, and those in which each sat."""
        said: dict[tuple[str, str], set[Side]] = defaultdict(set)
        sat: dict[tuple[str, str], set[Side]] = defaultdict(set)
        for each in self.listed:
            if each.number.side:
                said[self._key(each.section, each.number)].add(each.number.side)
        for section, text, side, _ in self._seated:
            number = self._parsed(text)
            key = self._key(section, number)
            sat[key].add(side)
            if number.side:
                said[key].add(number.side)
        return said, sat

    def _scope(self, session: str, section: str, number: Number) -> _Scope:
        """What decides with others whether a number has a direction."""
        own, name = self._key(section, number)
        return (session if self._by_session else "", own, *(() if self.by_section else (name,)))

    def _shared_scopes(self) -> set[_Scope]:
        """Where a N-S and an E-W pair have one number: said twice, or seen against itself."""
        said: dict[tuple[_Scope, str], set[Side]] = defaultdict(set)
        for each in self.listed:
            if each.number.side:
                said[self._scope(each.session, each.section, each.number), each.number.number].add(each.number.side)
        for sat in self._seated:
            number = self._parsed(sat.text)
            if number.side:
                scope = self._scope(sat.session, sat.section, number)
                said[scope, number.number] |= {number.side, *said.get((_above(scope), number.number), set())}
        met = (table for table in self.tables if table.ns == table.ew and self._parsed(table.ns[0]).number)
        return {scope for (scope, _), sides in said.items() if len(sides) > 1} | {
            self._scope(table.session, table.section, self._parsed(table.ns[0])) for table in met
        }

    def _undirected_scopes(
        self, shared: set[_Scope], boards: Sequence[Sequence[TableSeats]]
    ) -> tuple[set[_Scope], set[_Scope]]:
        """Where, beside those that share their numbers, a number is a pair without a direction.

        First where a pair sat on both sides, as in a Howell, then where a list has pairs and no directions.
        """
        sides: dict[tuple[_Scope, str], set[Side]] = defaultdict(set)
        listed, said, fixed = set(), set(), set(shared)
        for each in self.listed:
            scope = self._scope(each.session, each.section, each.number)
            listed.add(scope)
            said |= {scope} if each.number.side else set()
            fixed |= {scope} if each.written else set()
        for sat in self._seated:
            number = self._parsed(sat.text)
            scope = self._scope(sat.session, sat.section, number)
            sides[scope, number.number].add(sat.side)
            fixed |= {scope} if number.side else set()
        fixed |= self._twice_on_a_board(boards)
        both = {scope for (scope, number), seen in sides.items() if number and len(seen) > 1}
        moving = {scope for scope in both if not {scope, _above(scope)} & fixed}
        plain = {scope for scope, _ in sides if {scope, _above(scope)} & listed}
        plain = {scope for scope in plain if not {scope, _above(scope)} & (fixed | said)}
        # A list above the sessions calls its pairs as the sessions do.
        return {*moving, *map(_above, moving)}, {*plain, *map(_above, plain)}

    def _twice_on_a_board(self, boards: Sequence[Sequence[TableSeats]]) -> set[_Scope]:
        """Where one number is on both sides of a board: no pair plays a board twice."""
        found = set()
        for tables in boards:
            ns, ew = (
                {
                    (self._scope(table.session, table.section, number), number.number)
                    for table in tables
                    for text in (table.ns if side is Side.NS else table.ew)
                    if fits(text) and (number := self._parsed(text)).number
                }
                for side in Side
            )
            found |= {scope for scope, _ in ns & ew}
        return found

    def _move(self) -> bool:
        """Whether a pair of a list, which has no direction, sat on both sides: then there is one winner."""
        listed = {self._key(each.section, each.number) for each in self.listed}
        return any(len(sides) > 1 and key in listed and not self._said.get(key) for key, sides in self._sat.items())

    def _on_the_other_side(self) -> set[tuple[str, str, Side]]:
        """Who sat where those of the other direction do."""
        found = set()
        for section, text, seat, _ in self._seated:
            number = self._parsed(text)
            if number.number and self.side(section, number) not in (None, seat):
                found.add((section, text, seat))
        return found

    def _turned(self, table: TableSeats) -> tuple[bool, bool]:
        """For each side whether a pair of the other direction sat there."""
        ns, ew = (
            any((table.section, text, side) in self._others for text in texts)
            for side, texts in ((Side.NS, table.ns), (Side.EW, table.ew))
        )
        return ns, ew

    # Names

    def _called(self, sat: _Sat) -> str:
        name = self._names.get(sat)
        if name is None:
            name = self._names[sat] = self._name(sat.section, self._parsed(sat.text), sat.side, sat.session)
        return name

    def _name(self, section: str, number: Number, seat: Side, session: str) -> str:
        if not number.number:
            return ""
        name = number.number
        if self.directed and self._scope(session, section, number) not in self._undirected:
            known = number.side or (self.side(section, number) if self.winners == 2 else None) or seat
            name = f"{name}{known.value}"
        return name if self.by_section else in_section(number.section, name)


LONGEST = 200
"""The most characters of a number."""

_SECTION = re.compile(r"\(([^()]+)\) ?(.+)")
_DIRECTED = re.compile(r"(.*\d) ?(NS|EW|N/S|E/W|N-S|E-W)", re.IGNORECASE)
_UNKNOWN = re.compile(r"\s{0,9}unknown ?:.*", re.IGNORECASE | re.DOTALL)


class Number(NamedTuple):
    """A number in its parts."""

    number: str
    side: Side | None = None
    section: str = ""


@lru_cache(maxsize=16384)
def parsed(text: str) -> Number:
    """The number of a pair as files have it; of one that the file does not know, an empty one.

    >>> [tuple(parsed(text)) for text in ('7', '(A) 7 NS', 'unknown: A')]
    [('7', None, ''), ('7', <Side.NS: 'NS'>, 'A'), ('', None, '')]
    """
    tidy = plain(text).number
    if is_unknown(tidy):
        return Number("")
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
    if not fits(tidy):
        raise refuse(f"the number {tidy!r}", f"at most {LONGEST} characters")
    in_brackets = _SECTION.fullmatch(tidy)
    if in_brackets and in_brackets[1] in sections:
        return Number(in_brackets[2], None, in_brackets[1])
    return Number("" if is_nobody(tidy) else tidy)


def fits(text: str) -> bool:
    """Whether a text is short enough for a number."""
    return len(text) <= LONGEST


def is_unknown(text: str) -> bool:
    """Whether a program says in place of a number that it does not know the pair ("unknown: B")."""
    return _UNKNOWN.fullmatch(text) is not None


def direction(text: str) -> Side | None:
    """A direction that a list gives; None for none."""
    short = text.upper().replace("/", "").replace("-", "").replace(" ", "")
    return {"NS": Side.NS, "N": Side.NS, "EW": Side.EW, "E": Side.EW}.get(short)
