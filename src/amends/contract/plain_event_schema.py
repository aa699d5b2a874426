"""What a plain event may have, for its schema: results are rows of travellers, rulings are those of a rulings file."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

Cell = str | int | None
"""A cell of a traveller: a text, or a whole number; nothing is as if the column were not there."""
Name = str | int
ExactText = Annotated[str | int, Field(description='An exact number: 17, "17/2", "8.5"; never a JSON float.')]
_AnyCase = BeforeValidator(lambda value: value.lower() if isinstance(value, str) else value)
"""Rulings files write sides in capital letters too: NS."""
Side = Annotated[Literal["ns", "ew"], _AnyCase]
Sides = Annotated[Literal["ns", "ew", "both", "none"], _AnyCase]


class PlainPart(BaseModel):
    """A part of a plain event: other keys are faults."""

    model_config = ConfigDict(extra="forbid")


class PlainResult(PlainPart):
    """What happened at a table: the columns of the travellers CSV."""

    board: Cell = None
    ns: Cell = None
    ew: Cell = None
    n: Cell = None
    e: Cell = None
    s: Cell = None
    w: Cell = None
    result: Cell = None
    contract: Cell = None
    declarer: Cell = None
    tricks: Cell = None
    score: Cell = None
    session: Cell = None
    section: Cell = None
    round: Cell = None
    table: Cell = None
    match: Cell = None
    room: Cell = None
    vulnerable: Cell = None
    dealer: Cell = None
    lead: Cell = None
    group: Cell = None
    award_ns: Cell = None
    award_ew: Cell = None
    remark: Cell = None


class PlainTable(PlainPart):
    """The table that a ruling is about; as much of it as is needed to find one."""

    ns: Name = ""
    ew: Name = ""
    n: Name = ""
    e: Name = ""
    s: Name = ""
    w: Name = ""
    session: Name = ""
    section: Name = ""
    round: Name = ""
    table: Name = ""
    match: Name = ""
    room: Name = ""


class PlainDamage(PlainPart):
    """12C1(e): who contributed to its own damage, and the two results that it takes."""

    side: Side
    normal: str
    expected: str


class PlainFault(PlainPart):
    """12C2: how far each side is at fault."""

    ns: str
    ew: str


class PlainRuling(PlainPart):
    """A ruling: the keys of the rulings file."""

    id: Name = "1"
    board: int
    table: PlainTable = Field(default_factory=PlainTable)
    laws: list[str] = Field(default_factory=list)
    non_offending: Sides | None = None
    both: str | None = None
    ns: str | None = None
    ew: str | None = None
    fault: PlainFault | None = None
    disallowed: list[str] = Field(default_factory=list)
    legal_route: dict[str, str] = Field(default_factory=dict)
    poll: dict[str, int] | list[dict[str, int]] = Field(default_factory=list)
    reason: str = ""
    director: str = ""
    time: str | None = None
    accept: dict[str, str] = Field(default_factory=dict)
    self_inflicted: PlainDamage | None = None
    replaces: Name | None = None
    vulnerable: Annotated[Literal["none", "ns", "ew", "all"], _AnyCase] | None = None
    claim: bool = False
    outside_agency: bool = False
    obtainable: bool = False
    scheduled: bool = True
    result: str | None = None
    field: str | None = None
    stands: bool = False
    assigned: str | None = None


class PlainPenalty(PlainPart):
    """A penalty (Laws 90, 91)."""

    contestant: Name
    amount: ExactText
    law: str = "90"
    reason: str = ""
    session: Name = ""
    match: Name = ""


class PlainCarryOver(PlainPart):
    """What a contestant brings from an earlier session or match."""

    contestant: Name
    amount: ExactText
    reason: str = ""
    match: Name = ""


class PlainVictoryPoints(PlainPart):
    """Victory points that were awarded for a round."""

    contestant: Name
    round: Name = ""
    amount: ExactText
    reason: str = ""


class PlainEvent(PlainPart):
    """An event as any scoring program can write it, without seals. The event document is accepted in its place."""

    contract: Literal["1"] = "1"
    kind: Literal["event"] = "event"
    name: str = ""
    form: Literal["pairs", "swiss-pairs", "individual", "teams"] | None = None
    scoring: str | None = None
    winners: Literal[1, 2] | None = None
    knockout: bool = False
    regulation: str | None = None
    settings: dict[str, JsonValue] = Field(default_factory=dict)
    accept_scores: bool = False
    results: list[PlainResult]
    rulings: list[PlainRuling] = Field(default_factory=list)
    penalties: list[PlainPenalty] = Field(default_factory=list)
    carry_overs: list[PlainCarryOver] = Field(default_factory=list)
    victory_points: list[PlainVictoryPoints] = Field(default_factory=list)


def keys(model: type[PlainPart]) -> list[str]:
    """The keys of a part."""
    return list(model.model_fields)
