"""Events that begin by hand: empty, with a list of contestants, or with a movement whose results are still missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from amends.awards import NotScored
from amends.bridge import BySide, Side
from amends.desk.typing.cells import seats_text
from amends.event import Contestant, Event, Form, TableResult
from amends.event.movements import Movement
from amends.faults import refuse
from amends.formats.seating import row_id
from amends.journal.document import Document
from amends.regulations import Regulation, default
from amends.regulations.scales import scale_data
from amends.scoring.methods import method_names

if TYPE_CHECKING:
    from amends.desk.desk import Desk
    from amends.desk.open_event import OpenEvent

SWISS_SCALE = "ebu-swiss-pairs"
"""The scale for Swiss pairs at matchpoints, where the regulation has none that goes by percentages."""

MOST_BOARDS = 99
"""The most boards of a set."""

MOST_ROWS = 20_000
"""The most results that a movement may have to come: more than that is a slip of the pen."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A movement with its boards: `each` set has so many, and the first begins with board `first`."""

    movement: Movement
    each: int
    first: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.each <= MOST_BOARDS:
            raise refuse(f"{self.each} boards in a round", f"1 to {MOST_BOARDS}")
        if self.first < 1:
            raise refuse(f"board {self.first} as the first", "board 1, or a later one")


def scorings(form: Form) -> tuple[str, ...]:
    """The ways in which a form of contest can be scored, the usual one first."""
    if form is Form.TEAMS:
        return ("imps", "bam")
    others = (name for name in method_names() if name not in ("bam", "matchpoints"))
    return ("matchpoints", *others)


def swiss_scaled(regulation: Regulation) -> Regulation:
    """The regulation with a scale that Swiss pairs at matchpoints can use."""
    by_percentage = scale_data(regulation.vp_scale)["by"] == "percentage"
    return regulation if by_percentage else regulation.having(vp_scale=SWISS_SCALE)


def founded(
    name: str,
    *,
    form: Form = Form.PAIRS,
    scoring: str = "",
    winners: int = 1,
    knockout: bool = False,
    regulation: Regulation | None = None,
    contestants: Sequence[Contestant] = (),
    layout: Layout | None = None,
) -> Event:
    """An event as it begins; with a layout each table of each round waits for its results.

    Without `scoring` it is scored as is usual for its form, without `regulation` by the usual one; one that is given
    is taken as it is (see `swiss_scaled`). Contestants need not be named where there is a layout: its pairs have
    numbers. One pair fewer than it has seats makes a half table.
    """
    chosen = scoring or scorings(form)[0]
    if chosen not in scorings(form):
        raise refuse(f"the scoring {chosen!r} for {form.value}", f"one of {', '.join(scorings(form))}")
    if winners not in (1, 2) or (winners == 2 and form is not Form.PAIRS):
        raise refuse(f"{winners} winners of {form.value}", "1, or for pairs 2")
    if knockout and form is not Form.TEAMS:
        raise refuse(f"a knockout of {form.value}", "a knockout of teams")
    under = regulation
    if under is None:
        under = swiss_scaled(default()) if form is Form.SWISS_PAIRS and chosen == "matchpoints" else default()
    event = Event(
        title=" ".join(name.split()), form=form, scoring=chosen, winners=winners, knockout=knockout, regulation=under
    )
    if layout is None:
        return replace(event, contestants={each.id: each for each in contestants})
    return _laid_out(event, layout, contestants)


def found(desk: Desk, event: Event, date: str = "") -> OpenEvent:
    """Put an event that begins by hand into the store; a second one of its name and date is refused."""
    from amends.desk.importing.documents import begin  # commands on files use the rest, and need no store

    return begin(desk, Document(event=event), event.title, date)


def _laid_out(event: Event, layout: Layout, contestants: Sequence[Contestant]) -> Event:
    movement = layout.movement
    if event.form is not Form.PAIRS:
        raise refuse(f"a {movement.name} movement for {event.form.value}", "pairs")
    if event.winners == 2 and not movement.directed:
        raise refuse(
            f"two winners of a {movement.name} movement in which pairs change their direction",
            "one winner, or a Mitchell movement without arrow switch",
        )
    if (rows := len(movement.seated) * layout.each) > MOST_ROWS:
        raise refuse(f"a movement with {rows} results", f"at most {MOST_ROWS}")
    pairs = _numbered(movement, contestants)
    for number in range(1, movement.pairs + 1):
        if number not in pairs:
            movement = movement.without(number)
    if event.winners == 2:
        sides = {number: Side.NS if number <= movement.tables else Side.EW for number in pairs}
        pairs = {number: replace(pair, direction=sides[number]) for number, pair in pairs.items()}
    known = {pair.id: pair for pair in pairs.values()}
    return replace(event, contestants=known, results=tuple(_rows(replace(layout, movement=movement), pairs)))


def _numbered(movement: Movement, contestants: Sequence[Contestant]) -> dict[int, Contestant]:
    """The pairs of a movement by its numbers; E-W pairs that are counted from 1 again stand behind the N-S pairs."""
    if not contestants:
        return {number: Contestant(str(number)) for number in range(1, movement.pairs + 1)}
    known = {pair.id: pair for pair in contestants}
    found = {}
    for number in range(1, movement.pairs + 1):
        within = number - movement.tables
        names = (str(number), f"{number}NS" if within <= 0 else f"{within}EW")
        if (pair := next((known.pop(name) for name in names if name in known), None)) is not None:
            found[number] = pair
    seats = f"pairs from 1 to {movement.pairs} for {movement.tables} tables"
    if known:
        raise refuse(f"pair {', '.join(known)}, for which there is no seat", seats)
    if len(found) < movement.pairs - 1:
        raise refuse(f"{len(found)} pairs", f"{seats}, one of which may be missing")
    return found


def _rows(layout: Layout, pairs: dict[int, Contestant]) -> Iterator[TableResult]:
    """A row for each board of each table in each round: a result that is missing, or a sit-out."""
    for place in layout.movement.seated:
        ns, ew = ((pairs[number].id,) if number else () for number in (place.ns, place.ew))
        seats: BySide[tuple[str, ...]] = BySide(ns, ew)
        missing = NotScored(expected=all(seats))
        for board in layout.movement.boards(place.set, layout.each, layout.first):
            id = row_id("", "", "", board, seats_text(seats), "")
            yield TableResult(id, missing, seats, board=board, round=str(place.round), table=str(place.table))
