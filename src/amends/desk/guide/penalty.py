"""The procedural penalty (Law 90) that goes with true weighting: offered to the director, never given by itself."""

from __future__ import annotations

from dataclasses import dataclass

from amends.awards import Mixture
from amends.bridge import Side
from amends.desk.without_merit import standard_penalty
from amends.event import Event, Ruling
from amends.event.rows import table_of


@dataclass(frozen=True, slots=True)
class PenaltyOffer:
    """The regulation's standard penalty, and the contestants of the offending side."""

    contestants: tuple[str, ...]
    amount: str

    @property
    def words(self) -> str:
        """The offer in one sentence."""
        return (
            "True weighting gives no benefit of the doubt; so that the offending side does not gain, it may be given"
            f" a procedural penalty (Law 90): the standard one is {self.amount} for {' and '.join(self.contestants)}."
        )


def penalty_offer(event: Event, ruling: Ruling) -> PenaltyOffer | None:
    """The offer with a ruling that assigns a score in the school of true weighting; None for any other ruling."""
    sides, amount = ruling.non_offending, standard_penalty(event)
    if event.regulation.weighting != "true" or sides is None or not amount:
        return None
    if not any(isinstance(award, Mixture) for award in ruling.awards):
        return None
    seats = table_of(ruling, event.results).seats
    contestants = tuple(contestant for side in Side if not sides[side] for contestant in seats[side])
    return PenaltyOffer(contestants, amount) if contestants else None
