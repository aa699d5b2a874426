"""What kind of event a file holds: sections and sessions, form of contest, scoring, winners, and the rooms of teams."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from amends.event.event import Form
from amends.formats.bws.movement import Place, Scheduled
from amends.formats.bws.received import Received, Tables, rows

MATCHPOINTS, BUTLER, CROSS_IMPS, TEAMS = 1, 2, 3, 4
"""Values of Section.ScoringType."""

SCORINGS = {MATCHPOINTS: "matchpoints", BUTLER: "butler", CROSS_IMPS: "cross-imps"}
FEWEST_ROUNDS = 3
"""Before that many rounds pairs that never sat in the other direction may still do so."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section as the file describes it; `winners` is 0 where it does not say."""

    id: int
    letter: str = ""
    session: int = 0
    missing: str = ""
    scoring: int = MATCHPOINTS
    winners: int = 0
    moves_before_play: bool = False


def sections(tables: Tables, used: Iterable[int]) -> dict[int, Section]:
    """The sections of the file, and those among the ones in use that it does not describe."""
    found = {}
    for row in rows(tables, "Section"):
        id = row.whole("ID")
        winners = row.whole("Winners")
        found[id] = Section(
            id, row.text("Letter") or _letter(id), row.whole("Session"), row.number("MissingPair"),
            row.whole("ScoringType"), winners if winners in (1, 2) else 0, row.whole("EWMoveBeforePlay") != 0,
        )  # fmt: skip
    for id in sorted(set(used) - found.keys()):
        found[id] = Section(id, _letter(id))
    return found


def _letter(id: int) -> str:
    """A section that has no letter is called by its number: A is the first."""
    return chr(ord("A") + id - 1) if 1 <= id <= 26 else str(id)


def session_names(tables: Tables, known: Mapping[int, Section]) -> dict[int, str]:
    """What the sessions are called, by their numbers; nothing where there is but one."""
    used = sorted({section.session for section in known.values()})
    if len(used) < 2:
        return dict.fromkeys(used, "")
    names = {row.whole("ID"): row.text("Name") for row in rows(tables, "Session")}
    called = [names.get(id, "") for id in used]
    distinct = all(called) and len(set(called)) == len(called)
    return {id: names[id] if distinct else str(id) for id in used}


def winners(results: Sequence[Received], known: Mapping[int, Section], form: Form) -> int:
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
    ns, ew = ({number for result in own for number in side(result)} for side in (_north_south, _east_west))
    return 2 if len({result.round for result in own}) >= FEWEST_ROUNDS and not ns & ew - {""} else 1


def _north_south(result: Received) -> tuple[str, ...]:
    return result.ns


def _east_west(result: Received) -> tuple[str, ...]:
    return result.ew


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
