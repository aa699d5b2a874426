"""Standings: what comes out of an event. Lines and explanations are made when somebody asks for them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from amends import exact, explain
from amends.awards import Artificial, Award, Grade
from amends.awards.award import in_words
from amends.bridge import Side, Vulnerable
from amends.cached import cached_property
from amends.event import Event, Row, TableResult
from amends.explain import Explained
from amends.faults import refuse
from amends.laws.editions import clause
from amends.laws.law12 import SelfInflicted

HUNDREDTH = Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class Line:
    """One contestant on one board: what was awarded and what it is worth.

    An artificial score that follows the session score is `provisional` while a board of its window has no result.
    """

    contestant: str
    session: str
    round: str
    board: int
    side: Side
    opponents: tuple[str, ...]
    award: Award
    figure: Fraction | None
    top: Fraction | None
    ruling: str | None
    artificial: bool
    provisional: bool
    explain: Callable[[], Explained | None]
    vulnerable: Vulnerable | None = None
    """The vulnerability of the table's own copy, where a fouled board had several."""

    @property
    def words(self) -> str:
        """The line as a score card names it."""
        against = f" against {'-'.join(self.opponents)}" if self.opponents else ""
        return f"board {self.board}{against}"

    @property
    def sentence(self) -> str:
        """The line as a part of a total: where it was, what was awarded, by which ruling."""
        session = f"session {self.session}, " if self.session else ""
        return f"{session}{self.words}, {self.award}" + (f" (ruling {self.ruling})" if self.ruling else "")

    @property
    def clause(self) -> str:
        """The law behind a line that was not just played."""
        return "12C2" if self.artificial else "12C1" if self.ruling else ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A contestant's place and total; unranked (place "") without a board."""

    contestant: str
    place: str
    total: Fraction | None
    percent: Fraction | None
    boards: int
    penalty: Fraction = Fraction(0)
    carried: Fraction = Fraction(0)


class Standings(ABC):
    """An event's lists of places, and what is behind each number."""

    event: Event
    lists: Mapping[str, tuple[Standing, ...]]
    unit: str
    ruled: Mapping[str, str]
    """The ruling in force by the id of its table result."""

    @abstractmethod
    def lines(self, contestant: str) -> tuple[Line, ...]:
        """The contestant's boards, in the order they were played."""

    @abstractmethod
    def line_at(self, contestant: str, table: TableResult) -> Line | None:
        """The contestant's line of a table result."""

    @abstractmethod
    def with_rows(self, rows: Sequence[Row]) -> Standings:
        """The same event with other rows in force at the same tables; what they do not touch is not scored again."""

    @abstractmethod
    def explain_total(self, contestant: str) -> Explained:
        """How the contestant's total comes about."""

    @abstractmethod
    def self_inflicted(self, table: str) -> SelfInflicted | None:
        """12C1(e) as it was judged at a table; None for any other table."""

    def notices(self) -> Iterable[str]:
        """What the Laws have to say about the event as it stands, in sentences; they change no figure."""
        return ()

    @cached_property
    def listed(self) -> Mapping[str, tuple[str, Standing]]:
        """Every contestant with the list it stands in, in the order of the ranking."""
        return {entry.contestant: (name, entry) for name, entries in self.lists.items() for entry in entries}

    def standing(self, contestant: str) -> Standing:
        """The contestant's standing."""
        if contestant in self.listed:
            return self.listed[contestant][1]
        known = [*self.listed]
        shown = ", ".join(known[:40]) + (", …" if len(known) > 40 else "")
        raise refuse(f"the contestant {contestant!r}", f"one of {shown}" if known else "an event with contestants")

    def explain(
        self, contestant: str, board: int | None = None, session: str | None = None, in_round: str | None = None
    ) -> Explained:
        """A contestant's figure on a board (in all sessions and rounds, or in those that are named), or its total."""
        self.standing(contestant)
        if board is None:
            return self.explain_total(contestant)
        lines = [
            line
            for line in self.lines(contestant)
            if line.board == board and session in (None, line.session) and in_round in (None, line.round)
        ]
        figures = [(line, figure) for line in lines if (figure := line.explain()) is not None]
        sessions = list(dict.fromkeys(line.session for line in self.lines(contestant)))
        if session is not None and session not in sessions:
            raise refuse(f"the session {session!r}", f"one of {', '.join(map(repr, sessions))}")
        if not lines:
            played = ", ".join(str(line.board) for line in self.lines(contestant))
            raise refuse(f"board {board}, which {contestant} did not play", f"one of {played or 'none'}")
        if not figures:
            return explain.given(
                0, f"board {board}: {in_words(lines[0].award)}, not scored", self._why_unscored(lines[0])
            )
        if len(figures) == 1:
            line, figure = figures[0]
            return explain.same(f"{contestant}: {line.words}", figure)
        several = len({line.session for line, _ in figures}) > 1
        places = [f"session {line.session}" if several else f"round {line.round}" for line, _ in figures]
        each = (
            explain.same(f"{place}: {line.words}", figure)
            for place, (line, figure) in zip(places, figures, strict=True)
        )
        words = "sessions" if several else "rounds"
        return explain.total(f"{contestant}: board {board} in {len(figures)} {words}", *each)

    def _why_unscored(self, line: Line) -> str:
        """12C2(d) where an average plus is not scored because the contestant has had its number of them."""
        plus = isinstance(line.award, Artificial) and line.award.grade is Grade.PLUS
        return clause("12C2(d)", self.event.regulation.edition) if plus else ""


def ranked(entries: Iterable[Standing], rank_on: str) -> tuple[Standing, ...]:
    """Places by total, the best first; equal totals share the better place, written 3=."""

    def key(entry: Standing) -> Fraction:
        value = entry.percent if entry.percent is not None else entry.total
        assert value is not None
        return exact.nearest(value, HUNDREDTH) if rank_on == "rounded" else value

    everybody = sorted(entries, key=lambda entry: natural(entry.contestant))
    # Integers first: most totals are apart long before the exact fractions need comparing.
    keyed = [
        (value.numerator * 10**18 // value.denominator, value, entry)
        for entry in everybody
        if entry.total is not None
        for value in [key(entry)]
    ]
    keyed.sort(key=lambda item: item[:2], reverse=True)
    result: list[Standing] = []
    first = 0
    for index, (_, value, entry) in enumerate(keyed):
        if value != keyed[first][1]:
            first = index
        tied = first < index or (index + 1 < len(keyed) and keyed[index + 1][1] == value)
        result.append(replace(entry, place=f"{first + 1}{'=' if tied else ''}"))
    return tuple(result + [entry for entry in everybody if entry.total is None])


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key by which 9 comes before 10, and A2 before A10, however many digits there are.

    >>> sorted(['A10', '10', '9' * 5000, 'A2', '9'], key=natural) == ['9', '10', '9' * 5000, 'A2', 'A10']
    True
    """
    parts: list[tuple[int, int, str]] = []
    number = ""
    for character in text + "\0":
        if character.isdecimal() and character.isascii():
            number += character
            continue
        if number:
            digits = number.lstrip("0")
            parts.append((0, len(digits), digits))
            number = ""
        parts.append((1, 0, character))
    return tuple(parts)
