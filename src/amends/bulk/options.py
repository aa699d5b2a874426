"""How a bulk run scores: the method, the regulation, and who is a contestant."""

from __future__ import annotations

from dataclasses import dataclass, field

from amends.awards import Artificial
from amends.cached import cached_property
from amends.faults import Fault, Faults
from amends.regulations import Regulation, default
from amends.scoring.methods import Method, method
from amends.scoring.totals import sit_out_score

SCORINGS = ("matchpoints", "cross-imps", "butler")
"""The methods that bulk scores by."""


@dataclass(frozen=True)
class BulkOptions:
    """What a run needs to know besides its tables.

    `winners`: with 1, 7 North-South and 7 East-West are one pair; with 2 they are two. `one_field`: 7 of section A and
    7 of section B are one contestant. `swiss`: boards with the same number in different rounds are different deals.
    """

    scoring: str = "matchpoints"
    regulation: Regulation = field(default_factory=default)
    winners: int = 1
    one_field: bool = False
    swiss: bool = False

    def __post_init__(self) -> None:
        faults = []
        if self.scoring not in SCORINGS:
            faults.append(Fault(f"the scoring {self.scoring!r}", f"one of {', '.join(SCORINGS)}"))
        if self.winners not in (1, 2):
            faults.append(Fault(f"{self.winners} winners", "1, or 2: one for each direction"))
        if faults:
            raise Faults(faults)
        if self.regulation.sit_out != "none":
            sit_out_score(self.scoring, self.regulation)  # refuses what this scoring has no figure for

    @property
    def method(self) -> Method:
        """The method of scoring."""
        return method(self.scoring)

    @property
    def at_matchpoints(self) -> bool:
        """Whether totals are shares of a top."""
        return self.method.unit == "matchpoints"

    @property
    def half_weights(self) -> bool:
        """Whether both awards of a split score stand in one chart, each with half of its weight."""
        return self.regulation.split_field == "half-weights" and self.method.chart.half_weights

    @property
    def both_sides_profit(self) -> bool:
        """Whether the two sides of a table may have more than the top together: fixed percentages around 60."""
        return self.at_matchpoints and self.regulation.few_results == "percentages"

    @cached_property
    def sit_out(self) -> Artificial | None:
        """What a pair gets that sits out; None where it just plays fewer boards."""
        return None if self.regulation.sit_out == "none" else sit_out_score(self.scoring, self.regulation)

    @property
    def rounds_rulings(self) -> bool:
        """Whether the figure of a ruled row is rounded."""
        return self.regulation.rounding != "exact"

    @property
    def field_columns(self) -> tuple[str, ...]:
        """What tells the fields apart: one number of expected results each."""
        return ("session", "section") if self.regulation.field == "section" else ("session",)

    @property
    def board_columns(self) -> tuple[str, ...]:
        """What tells the boards apart whose results are compared."""
        return (*self.field_columns, *(("round",) if self.swiss else ()), "board")

    @property
    def window_columns(self) -> tuple[str, ...]:
        """What tells apart the windows of 12C2(c) of one contestant."""
        if self.regulation.session_score == "stage":
            return ()
        return ("session", "round") if self.swiss else ("session",)
