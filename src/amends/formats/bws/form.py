"""What kind of event a file holds: sections and sessions, form of contest, scoring, winners, and the rooms of teams."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from amends.event.event import Form
from amends.formats.bws.received import HIGHEST_BOARD, Received, ReceivedCells, Tables, rows, seats

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


def movement(rows: Iterable[ReceivedCells], individual: bool) -> dict[Place, Scheduled]:
    """The movement; of two rows for one table in a round the later."""
    plan = {}
    for row in rows:
        place, (ns, ew) = row.key[:3], seats(row, "NSPair", "EWPair", individual)
        plan[place] = Scheduled(place, ns, ew, boards(row))
    return plan


def boards(row: ReceivedCells) -> tuple[range, ...]:
    """The boards of a row: those it lists ("1,2,5", "1-3"), else the lowest to the highest."""
    listed = [(int(low), int(high or low)) for low, high in _RANGE.findall(row.text("CustomBoards"))]
    pairs = listed or [(row.whole("LowBoard"), row.whole("HighBoard"))]
    return tuple(
        range(low, high + 1) for low, high in pairs if 1 <= low <= high <= HIGHEST_BOARD and high - low < LONGEST_ROUND
    )


def completed(row: ReceivedCells, plan: Mapping[Place, Scheduled], individual: bool) -> ReceivedCells:
    """A row of results whose numbers are left out, with those of the movement."""
    scheduled = plan.get(row.key[:3])
    if scheduled is None:
        return row
    values = dict(row.values)
    if not row.number("PairNS") and not row.number("PairEW"):
        values |= {"pairns": scheduled.ns[0], "pairew": scheduled.ew[0]}
    if individual and not row.number("South") and not row.number("West"):
        values |= {"south": scheduled.ns[1], "west": scheduled.ew[1]}
    return ReceivedCells(values)


def followed(plan: Mapping[Place, Scheduled], results: Iterable[Received]) -> set[int]:
    """The sections in which at least half of the results were made by those whom the movement has there.

    A file may hold the movement of another day: a scoring program that fills in results alone leaves it as it was.
    """
    fitting: dict[int, int] = defaultdict(int)
    for result in results:
        scheduled = plan.get(result.key[:3])
        fitting[result.section] += 1 if scheduled and scheduled.who == result.who else -1
    return {section for section, balance in fitting.items() if balance >= 0}


def without(numbers: tuple[str, ...], missing: str) -> tuple[str, ...]:
    """The numbers of a side with nobody in the place of the section's missing pair."""
    return tuple("" if number == missing else number for number in numbers)


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


MATCHPOINTS, BUTLER, CROSS_IMPS, TEAMS = 1, 2, 3, 4
"""Values of Section.ScoringType."""

SCORINGS = {MATCHPOINTS: "matchpoints", BUTLER: "butler", CROSS_IMPS: "cross-imps"}
FEWEST_ROUNDS = 3
"""Before that many rounds pairs that never sat in the other direction may still do so."""


@dataclass(frozen=True, slots=True)
class BwsSection:
    """A section as the file describes it; `winners` is 0 where it does not say."""

    id: int
    letter: str = ""
    session: int = 0
    missing: str = ""
    scoring: int = MATCHPOINTS
    winners: int = 0
    moves_before_play: bool = False


def sections(tables: Tables, used: Iterable[int]) -> dict[int, BwsSection]:
    """The sections of the file, and those among the ones in use that it does not describe."""
    found = {}
    for row in rows(tables, "Section"):
        id = row.whole("ID")
        winners = row.whole("Winners")
        found[id] = BwsSection(
            id, row.text("Letter") or _letter(id), row.whole("Session"), row.number("MissingPair"),
            row.whole("ScoringType"), winners if winners in (1, 2) else 0, row.whole("EWMoveBeforePlay") != 0,
        )  # fmt: skip
    for id in sorted(set(used) - found.keys()):
        found[id] = BwsSection(id, _letter(id))
    return found


def _letter(id: int) -> str:
    """A section that has no letter is called by its number: A is the first."""
    return chr(ord("A") + id - 1) if 1 <= id <= 26 else str(id)


def session_names(tables: Tables, known: Mapping[int, BwsSection]) -> dict[int, str]:
    """What the sessions are called, by their numbers; nothing where there is but one."""
    used = sorted({section.session for section in known.values()})
    if len(used) < 2:
        return dict.fromkeys(used, "")
    names = {row.whole("ID"): row.text("Name") for row in rows(tables, "Session")}
    called = [names.get(id, "") for id in used]
    distinct = all(called) and len(set(called)) == len(called)
    return {id: names[id] if distinct else str(id) for id in used}


def winners(results: Sequence[Received], known: Mapping[int, BwsSection], form: Form) -> int:
    """How many winners there are: as the sections say, else as the directions of the pairs show."""
    if form is not Form.PAIRS:
        return 1
    if share_numbers(results):
        return 2
    used = {result.section for result in results}
    return 2 if used and all((known[id].winners or _by_direction(results, id)) == 2 for id in used) else 1


def share_numbers(results: Iterable[Received]) -> bool:
    """Whether N-S and E-W pairs have the same numbers: then a round has most of them in both directions."""
    ns: dict[tuple[int, int], set[str]] = defaultdict(set)
    ew: dict[tuple[int, int], set[str]] = defaultdict(set)
    for result in results:
        ns[result.section, result.round].update(filter(None, result.ns))
        ew[result.section, result.round].update(filter(None, result.ew))
    both = sum(len(numbers & ew[round]) for round, numbers in ns.items())
    return 2 * both > sum(min(len(numbers), len(ew[round])) for round, numbers in ns.items())


def _by_direction(results: Iterable[Received], section: int) -> int:
    """2 where after some rounds nobody of the section has sat in the other direction."""
    own = [result for result in results if result.section == section]
    ns, ew = ({number for result in own for number in getattr(result, side)} for side in ("ns", "ew"))
    return 2 if len({result.round for result in own}) >= FEWEST_ROUNDS and not ns & ew - {""} else 1


def rooms(plan: Iterable[Scheduled], results: Iterable[Received]) -> dict[Place, str] | None:
    """The room of each table of a teams event; None where some table has not just one with its pairs crossed."""
    seated: dict[tuple[int, int], dict[int, tuple[str, str]]] = defaultdict(dict)
    for scheduled in plan:
        section, round, table = scheduled.place
        seated[section, round][table] = (scheduled.ns[0], scheduled.ew[0])
    used = set()
    for result in results:
        used.add(result.key[:3])
        seated[result.section, result.round][result.table] = (result.ns[0], result.ew[0])
    found: dict[Place, str] = {}
    for (section, round), tables in seated.items():
        for table, (ns, ew) in tables.items():
            crossed = [other for other, pairs in tables.items() if pairs == (ew, ns) and other != table]
            if len(crossed) == 1:
                found[section, round, table] = "open" if table < crossed[0] else "closed"
            elif (section, round, table) in used:
                return None
    return found
