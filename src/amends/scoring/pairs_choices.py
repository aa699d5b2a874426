"""Who takes what of the better of an artificial score and a result, contestant by contestant (docs/decisions/0007)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from amends.awards import Artificial, BetterOf
from amends.event import Row
from amends.scoring import better_of
from amends.scoring.field_boards import Place
from amends.scoring.session_score import Alternative, Claim, limited, others

if TYPE_CHECKING:
    from amends.scoring.pairs_event import PairsStandings


def choices(standings: PairsStandings, rows: Sequence[Row]) -> dict[tuple[str, int], Claim | None]:
    """What each contestant takes of each better-of among `rows`, by contestant and order; None for the result.

    `standings` are those in which every better-of shows its result.
    """
    found: dict[tuple[str, int], Claim | None] = {}
    for contestant, places in standings.places.items():
        chosen = {each.order for each in places if better_of.is_choice(rows[each.order].awards[each.side])}
        if not chosen:
            continue
        given: dict[int, Claim | Alternative] = {
            place.order: place.board.chart(place.index, place.side).claim(award)
            for place, award in standings.claims.get(contestant, ())
        }
        for place in places:
            if place.order in chosen:
                given[place.order] = _alternative(standings, contestant, place, rows[place.order], chosen)
        for session in dict.fromkeys(place.board.session for place in places):
            here = [place for place in places if place.board.session == session and place.order in given]
            decided = limited([given[place.order] for place in here], standings.regulation)
            for place, claim in zip(here, decided, strict=True):
                if place.order in chosen:
                    found[contestant, place.order] = claim if isinstance(claim, Claim) else None
    return found


def _alternative(
    standings: PairsStandings, contestant: str, place: Place, row: Row, chosen: Collection[int]
) -> Alternative:
    award = row.awards[place.side]
    assert isinstance(award, BetterOf)
    artificial, _ = better_of.parts(award)
    claim = place.board.chart(place.index, place.side).claim(artificial)
    window = standings.window_in_detail(contestant, standings.window_of(place), chosen)
    result = place.board.scored.explain(place.index, place.side)
    return Alternative(claim, result, others(window, [], standings.regulation))


def decided_rows(
    rows: Sequence[Row], chosen: Collection[int], taken: Callable[[str, int], Artificial | None]
) -> list[Row]:
    """The rows once the better-ofs at these orders are decided; `taken` gives what a contestant takes of a row."""
    found = list(rows)
    for order in chosen:
        seats = rows[order].table.seats
        each = seats.map(lambda names, order=order: [taken(name, order) for name in names])  # type: ignore[misc]
        found[order] = better_of.decided(rows[order], each)
    return found
