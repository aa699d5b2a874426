"""Limits on quantities: how long an id may be, how fine weights, how large an event on a server.

What people and programs send is held against them before anything is stored (`limit_faults`). An event that breaks
them, out of a journal from elsewhere, still opens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import lcm
from operator import attrgetter
from typing import TypeVar

from amends import exact
from amends.awards import Artificial, Award, BetterOf, Mixture, Published, Redress
from amends.event.event import Event
from amends.event.ruling import victory_points_of
from amends.faults import Fault, Faults

LONGEST_ID = 40
"""Characters of an id: of a contestant, section, session, round, table, match, room, group, ruling."""

LONGEST_TEXT = 20_000
"""Characters of a text that somebody types, or a program sends: a reason, a remark."""

LONGEST_NAME_OF_AN_EVENT = 200
"""Characters."""

LARGEST_DENOMINATOR = 10**6
"""Of one weight or figure: published, artificial, of a penalty, carried over, in victory points."""

MOST_OUTCOMES = 64
"""Of one award."""

MOST_COMPARISONS = 5_000
"""Of results on one board of teams of eight and more: some more than two awards of `MOST_OUTCOMES` make."""

LARGEST_OF_A_BOARD = 10**9
"""The common denominator of all weights on one board."""

LARGEST_OF_AN_EVENT = 10**30
"""The common denominator of all weights and figures of one event."""

LARGEST_SHOWN = 10**1000
"""The same, of an event that a server takes whatever else it breaks: beyond it totals are too long to be written."""

MOST_ROWS, MOST_BOARDS = 200_000, 10_000
"""Of an event on a server."""

MOST_DEALS = 20_000
"""Of an event on a server: of a board there may be one for each session and section."""

MOST_ROWS_IN_FILES = 20_000
"""Of an event of which a server makes published pages and files: they take minutes for one of `MOST_ROWS`."""

LARGEST_UPLOAD = 20 * 10**6
"""Bytes of a file, a form or any other request that is sent to a server."""

MOST_SECONDS, MOST_MEMORY = 40, 1024 * 1024 * 1024
"""Of the processor, and bytes: what reading and scoring a file may take that was sent to a server."""


def limit_faults(event: Event, *, on_a_server: bool = False) -> list[Fault]:
    """Everything in an event that is beyond a limit; rows and boards count only on a server."""
    return [*_id_faults(event), *_weight_faults(event), *(size_faults(event) if on_a_server else ())]


def size_faults(event: Event) -> Iterator[Fault]:
    """What an event has too much of for a server."""
    boards = len({row.board for row in event.results} | {dealt.board for dealt in event.deals})
    if len(event.results) > MOST_ROWS:
        yield Fault(f"{len(event.results)} results", f"at most {MOST_ROWS} in an event")
    if boards > MOST_BOARDS:
        yield Fault(f"{boards} boards", f"at most {MOST_BOARDS} in an event")
    if len(event.deals) > MOST_DEALS:
        yield Fault(f"{len(event.deals)} deals", f"at most {MOST_DEALS} in an event")
    yield from shown_faults(event)


def shown_faults(event: Event) -> Iterator[Fault]:
    """Whether the totals of an event would be too long for any page."""
    common = 1
    for denominator in _denominators(event):
        common = lcm(common, denominator)
        if common > LARGEST_SHOWN:
            yield Fault(
                "weights and figures whose common denominator has more than a thousand digits",
                "weights in whole percent, or in simple fractions",
            )
            return


def award_faults(award: Award, where: str = "") -> Iterator[Fault]:
    """What in an award is beyond a limit."""
    for mixture in mixtures(award):
        if len(mixture.parts) > MOST_OUTCOMES:
            yield Fault(f"{len(mixture.parts)} results in one award", f"at most {MOST_OUTCOMES}", where)
    finest = max((*_weights(award), *_figures(award)), default=1)
    if finest > LARGEST_DENOMINATOR:
        yield Fault("a weight or figure in finer parts than millionths", _COARSE, where)


_COARSE = f"a denominator of at most {LARGEST_DENOMINATOR}"


def _weights(award: Award) -> Iterator[int]:
    """The denominators of the weights in an award."""
    return (weight.denominator for mixture in mixtures(award) for weight, _ in mixture.parts)


def _figures(award: Award) -> Iterator[int]:
    """The denominators of the figures in an award."""
    for part in (award.one, award.other) if isinstance(award, BetterOf) else (award,):
        if isinstance(part, Published):
            yield part.points.denominator
        elif isinstance(part, Artificial) and isinstance(part.grade, Fraction):
            yield part.grade.denominator


A = TypeVar("A", bound=Award)


def within_limits(award: A) -> A:
    """The award that somebody has typed; what is beyond a limit is refused."""
    if faults := tuple(award_faults(award)):
        raise Faults(faults)
    return award


def mixtures(award: Award) -> Iterable[Mixture]:
    """The results with weights in an award."""
    match award:
        case Mixture():
            return (award,)
        case Redress():
            return award.actual, award.normal, award.expected
        case BetterOf():
            return (each for each in (award.one, award.other) if isinstance(each, Mixture))
        case Published(shows=Mixture() as shows):
            return (shows,)
    return ()


def _id_faults(event: Event) -> Iterator[Fault]:
    """Each id that is too long, once."""
    if not _has_long_id(event):
        return
    ids: dict[str, str] = dict.fromkeys(event.contestants, "contestant")
    for row in event.results:
        ids |= dict.fromkeys((*row.seats.ns, *row.seats.ew), "contestant")
        for name in _PLACES:
            ids.setdefault(getattr(row, name), name)
    ids |= {ruling.id: "ruling" for ruling in event.rulings if not ruling.from_travellers}
    for id, name in ids.items():
        if len(id) > LONGEST_ID:
            yield Fault(f"a {name} of {len(id)} characters: {id[:20]!r} …", f"at most {LONGEST_ID} characters")


_PLACES = ("section", "session", "round", "table", "match", "room", "group")


def _has_long_id(event: Event) -> bool:
    """Whether any id is too long; large events are asked this, which is quick, before the ids are looked at in turn."""
    ids = {*event.contestants, *(ruling.id for ruling in event.rulings if not ruling.from_travellers)}
    for name in _PLACES:
        ids.update(map(attrgetter(name), event.results))
    for row in event.results:
        ids.update(row.seats.ns)
        ids.update(row.seats.ew)
    return max(map(len, ids), default=0) > LONGEST_ID


def _weight_faults(event: Event) -> Iterator[Fault]:
    by_board: dict[int, int] = {}
    figures = 1
    for board, where, award in _awards(event):
        if isinstance(award, Mixture) and award.plain is not None:
            continue
        faults = list(award_faults(award, where))
        yield from faults
        if not faults:
            by_board[board] = lcm(by_board.get(board, 1), *_weights(award))
            figures = lcm(figures, *_figures(award)) if figures <= LARGEST_OF_AN_EVENT else figures
    for where, denominator in _figures_beside(event):
        if denominator > LARGEST_DENOMINATOR:
            yield Fault("a figure in finer parts than millionths", _COARSE, where)
        elif figures <= LARGEST_OF_AN_EVENT:
            figures = lcm(figures, denominator)
    for board, common in by_board.items():
        if common > LARGEST_OF_A_BOARD:
            yield Fault(
                f"weights on board {board} whose common denominator is above {LARGEST_OF_A_BOARD}",
                "weights in whole percent, or in simple fractions",
            )
    if lcm(figures, *by_board.values()) > LARGEST_OF_AN_EVENT:
        most = f"10^{len(str(LARGEST_OF_AN_EVENT)) - 1}"
        yield Fault(
            f"weights and figures in the event whose common denominator is above {most}",
            "weights in whole percent, or in simple fractions",
        )


def _awards(event: Event) -> Iterator[tuple[int, str, Award]]:
    """The awards that have weights or figures, each with its board and its place in words; no plain results."""
    plain: set[int] = set()  # awards by identity: one result is one object on many rows
    for row in event.results:
        award = row.result
        if id(award) in plain:
            continue
        if isinstance(award, Mixture) and award.plain is not None:
            plain.add(id(award))
        else:
            yield row.board, row.where, award
    for ruling in event.rulings:
        damage = ruling.self_inflicted
        awards = (*ruling.awards, ruling.assigned, *((damage.normal, damage.expected) if damage else ()))
        yield from ((ruling.board, f"ruling {ruling.id}", award) for award in awards if award is not None)


def _figures_beside(event: Event) -> Iterator[tuple[str, int]]:
    """The denominators of the figures that no award has, each with its place in words."""
    for penalty in event.penalties:
        yield f"penalty for {penalty.contestant}", _denominator(penalty.amount)
    for carried in event.carry_overs:
        yield f"what {carried.contestant} brings", carried.amount.denominator
    for given in event.awards:
        yield f"victory points for {given.contestant}", _denominator(given.amount)


def _denominator(amount: str) -> int:
    """The denominator of an amount; 1 where it cannot be read, which whoever scores it says."""
    try:
        figure, _ = victory_points_of(amount)
    except Faults:
        try:
            figure = exact.number(amount.partition(" ")[0])
        except Faults:
            return 1
    return figure.denominator


def _denominators(event: Event) -> Iterator[int]:
    """The denominators of all weights and figures of an event."""
    for _, _, award in _awards(event):
        yield from _weights(award)
        yield from _figures(award)
    yield from (denominator for _, denominator in _figures_beside(event))
