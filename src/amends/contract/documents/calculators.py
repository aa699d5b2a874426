"""Single figures: the score of results, a chart, IMPs, victory points, redress, polls."""

from __future__ import annotations

from typing import Literal

from amends.contract.documents.base import BothSides, ContractDocument, FindingPart, SideName, VulnerableSides
from amends.contract.documents.standings import ExplanationPart
from amends.contract.figures import MixedFigure, Part, PercentFigure, SignedFigure, WeightFigure


class PointsRow(Part):
    """The score of a result for both sides; `award` counts the awards that were asked about."""

    award: int
    result: str
    weight: WeightFigure
    ns: int
    ew: int


class PointsDocument(ContractDocument):
    """The scores of results (Law 77)."""

    kind: Literal["points"] = "points"
    vulnerable: VulnerableSides
    results: tuple[PointsRow, ...]


class ChartRow(Part):
    """A N-S score on the chart: how often it occurs, and what each side has for it."""

    score: int
    times: BothSides[MixedFigure]
    figure: BothSides[MixedFigure | None]


class ChartAward(Part):
    """What a side has for its award: the figure, the top it is measured by, and the share of it."""

    award: str
    matchpoints: MixedFigure | None
    top: MixedFigure
    percent: PercentFigure | None
    explanation: ExplanationPart | None = None


class MatchpointsDocument(ContractDocument):
    """A matchpoint chart, and what an award gets on it (Laws 78A, 12C1)."""

    kind: Literal["matchpoints"] = "matchpoints"
    regulation: str
    expected: int
    top: BothSides[MixedFigure]
    chart: tuple[ChartRow, ...]
    award: BothSides[ChartAward] | None = None


class ImpsRow(Part):
    """One result against another, with the weight of the two together."""

    score: int
    against: int
    imps: int
    weight: WeightFigure


class ImpsDocument(ContractDocument):
    """IMPs of an award against the other room (Laws 78B, 12C1(c))."""

    kind: Literal["imps"] = "imps"
    regulation: str
    parts: tuple[ImpsRow, ...]
    ns: SignedFigure
    ew: SignedFigure
    explanation: BothSides[ExplanationPart] | None = None


class VictoryPointsRow(Part):
    """Victory points of a margin, or of a percentage."""

    margin: MixedFigure
    vp: PercentFigure
    opponents: PercentFigure
    explanation: ExplanationPart | None = None


class VictoryPointsDocument(ContractDocument):
    """Victory points by a scale; `by` says what it goes by."""

    kind: Literal["vp"] = "vp"
    scale: str
    boards: int
    by: Literal["margin", "percentage"]
    points: tuple[VictoryPointsRow, ...]


class RedressResult(Part):
    """One of the three results, as the non-offending side scores it."""

    result: str
    value: MixedFigure


class RedressResults(Part):
    """What happened, what would have happened, what was to be expected."""

    actual: RedressResult
    normal: RedressResult
    expected: RedressResult


class RedressDocument(ContractDocument):
    """Redress where a side contributed to its own damage (12C1(e))."""

    kind: Literal["redress"] = "redress"
    unit: Literal["matchpoints", "imps"]
    case: str
    clause: str
    non_offending: SideName
    results: RedressResults
    ns: MixedFigure
    ew: MixedFigure
    explanation: BothSides[ExplanationPart] | None = None


class PollStage(Part):
    """A stage of a poll: how many were asked, what they chose, and what does not count."""

    asked: int
    votes: dict[str, int]
    left_out: dict[str, int]


class StageVotes(Part):
    """Votes for an action in one stage."""

    votes: int
    of: int


class PollShare(Part):
    """The share of an action, and the 95% interval of it."""

    action: str
    share: WeightFigure
    votes: int
    of: int
    stages: tuple[StageVotes, ...]
    interval: tuple[WeightFigure, WeightFigure]


class ProposedResult(Part):
    """A result with its share, how much it and all better ones may have, and its weight."""

    result: str
    score: int
    share: WeightFigure
    allowed_with_better: WeightFigure | None = None
    weight: WeightFigure | None = None
    exact_weight: WeightFigure | None = None


class ProposalPart(Part):
    """What is proposed for a side."""

    side: SideName
    non_offending: bool
    leans_to: SideName
    award: str | None
    exact_award: str | None
    rounded: bool
    results: tuple[ProposedResult, ...]
    judgement: str = ""


class PolledPart(Part):
    """What follows from polls (12C1(c), 84D)."""

    regulation: str
    weighting: str
    vulnerable: VulnerableSides
    non_offending: tuple[SideName, ...] | None
    stages: tuple[PollStage, ...]
    shares: tuple[PollShare, ...]
    proposals: tuple[ProposalPart, ...]
    findings: tuple[FindingPart, ...]


class PollDocument(PolledPart, ContractDocument):
    """The shares of a poll, and the weights they allow with the benefit of the doubt."""

    kind: Literal["poll"] = "poll"
