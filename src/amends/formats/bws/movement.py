"""The movement in RoundData: who was to sit where with which boards, and whether the results follow it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from amends.formats.bws.received import HIGHEST_BOARD, Cells, Received, seats

Place = tuple[int, int, int]
"""Section, round and table."""

LONGEST_ROUND = 200
"""More boards than that nobody plays in a round: the row is damaged."""

_RANGE = re.compile(r"(\d{1,4})(?:\s*-\s*(\d{1,4}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A table in a round: those who sit there, and the boards they play."""

    place: Place
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    boards: tuple[range, ...]

    @property
    def who(self) -> set[str]:
        """Those who sit there."""
        return {number for number in (*self.ns, *self.ew) if number}

    def of(self, boards: Set[int]) -> list[int]:
        """Those of some boards that are to be played there."""
        return sorted({board for numbers in self.boards for board in numbers if board in boards})


def movement(rows: Iterable[Cells], individual: bool) -> dict[Place, Scheduled]:
    """The movement; of two rows for one table in a round the later."""
    found = {}
    for row in rows:
        place = (row.whole("Section"), row.whole("Round"), row.whole("Table"))
        ns, ew = seats(row, "NSPair", "EWPair", individual)
        found[place] = Scheduled(place, ns, ew, boards(row))
    return found


def boards(row: Cells) -> tuple[range, ...]:
    """The boards of a row: those it lists ("1,2,5", "1-3"), else the lowest to the highest."""
    listed = [(int(low), int(high or low)) for low, high in _RANGE.findall(row.text("CustomBoards"))]
    pairs = listed or [(row.whole("LowBoard"), row.whole("HighBoard"))]
    return tuple(
        range(low, high + 1) for low, high in pairs if 1 <= low <= high <= HIGHEST_BOARD and high - low < LONGEST_ROUND
    )


def completed(row: Cells, plan: Mapping[Place, Scheduled], individual: bool) -> Cells:
    """A row of results whose numbers are left out, with those of the movement."""
    scheduled = plan.get((row.whole("Section"), row.whole("Round"), row.whole("Table")))
    if scheduled is None:
        return row
    values = dict(row.values)
    if not row.number("PairNS") and not row.number("PairEW"):
        values |= {"pairns": scheduled.ns[0], "pairew": scheduled.ew[0]}
    if individual and not row.number("South") and not row.number("West"):
        values |= {"south": scheduled.ns[1], "west": scheduled.ew[1]}
    return Cells(values)


def followed(plan: Mapping[Place, Scheduled], results: Iterable[Received]) -> set[int]:
    """The sections in which at least half of the results were made by those whom the movement has there.

    A file may hold the movement of another day: a scoring program that fills in results alone leaves it as it was.
    """
    fitting: dict[int, int] = defaultdict(int)
    for result in results:
        scheduled = plan.get(result.key[:3])
        fitting[result.section] += 1 if scheduled and scheduled.who == result.who else -1
    return {section for section, balance in fitting.items() if balance >= 0}


def without(plan: Mapping[Place, Scheduled], missing: Mapping[int, str]) -> dict[Place, Scheduled]:
    """The movement with nobody in the place of each section's missing pair."""
    return {
        place: replace(
            scheduled,
            ns=tuple("" if number == missing.get(place[0]) else number for number in scheduled.ns),
            ew=tuple("" if number == missing.get(place[0]) else number for number in scheduled.ew),
        )
        for place, scheduled in plan.items()
    }


def outstanding(
    plan: Iterable[Scheduled], results: Sequence[Received], *, apart: bool = False
) -> Iterator[tuple[Scheduled, int]]:
    """The tables with boards whose result never came, and those where a side sits out.

    Only in rounds of which there are results, for boards that others of the section have played, and for contestants
    who have not played the board, nor sat at another table in that round. `apart`: N-S and E-W share their numbers.
    """
    of_round: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    on_board: dict[tuple[int, int], set[str]] = defaultdict(set)
    for result in results:
        names = _names(result, apart)
        of_round[result.section, result.round] |= dict.fromkeys(names, result.table)
        on_board[result.section, result.board] |= names
    played: dict[int, set[int]] = defaultdict(set)
    for section, board in on_board:
        played[section].add(board)
    for scheduled in plan:
        section, round, table = scheduled.place
        seen, names = of_round.get((section, round)), _names(scheduled, apart)
        if not seen or not names or any(seen.get(name, table) != table for name in names):
            continue
        for board in scheduled.of(played[section]):
            if not names & on_board[section, board]:
                yield scheduled, board


def outstanding_in_matches(plan: Iterable[Scheduled], results: Iterable[Received]) -> Iterator[tuple[Scheduled, int]]:
    """The tables of a teams event with boards that the two teams have played in the other room alone."""
    keys = set()
    of_match: dict[tuple[int, int, frozenset[str]], set[int]] = defaultdict(set)
    for result in results:
        keys.add(result.key)
        of_match[result.section, result.round, frozenset(result.who)].add(result.board)
    for scheduled in plan:
        section, round, _ = scheduled.place
        for board in scheduled.of(of_match.get((section, round, frozenset(scheduled.who)), set())):
            if (*scheduled.place, board) not in keys:
                yield scheduled, board


def _names(seated: Scheduled | Received, apart: bool) -> set[str]:
    """Those who sit there; where N-S and E-W share their numbers, with their direction."""
    ns, ew = ("NS", "EW") if apart else ("", "")
    return {number + ns for number in seated.ns if number} | {number + ew for number in seated.ew if number}
