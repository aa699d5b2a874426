"""What documents have in common: the version and the kind, sides and teams, places, and how they become text."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin

from pydantic import AliasChoices, BeforeValidator, Field, JsonValue, model_validator

from amends.contract.figures import Part, PercentFigure, SignedFigure, TotalFigure

T = TypeVar("T")


class ContractDocument(Part):
    """A document of the contract; `kind` says which, and names its schema."""

    contract: Literal["1"] = "1"
    kind: str


def _lowered(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


SideName = Annotated[Literal["ns", "ew"], BeforeValidator(_lowered)]
"""A side of a table."""

Direction = Annotated[
    Literal["ns", "ew", "both"],
    BeforeValidator(lambda value: "both" if value == "" else _lowered(value)),
]
"""The list of places a contestant stands in: its direction, or both in one list."""

VulnerableSides = Annotated[Literal["none", "ns", "ew", "all"], BeforeValidator(_lowered)]
VerdictName = Literal["allowed", "unusual", "forbidden"]
Plain = dict[str, JsonValue]
"""A part of the journal, as the event document writes it."""


class PerSide(Part):
    """Names the schema of a generic part by what it holds: SidesOfFigure."""

    @classmethod
    def model_parametrized_name(cls, params: tuple[Any, ...]) -> str:
        """Its name; how a figure is shown makes no other schema."""
        return f"{cls.__name__}Of{''.join(map(_type_name, params))}"


def _type_name(type_: Any) -> str:
    origin, parts = get_origin(type_), get_args(type_)
    if origin is Annotated:
        return _type_name(parts[0])
    if origin is tuple:
        return f"{_type_name(parts[0])}List"
    if parts:
        return f"Optional{''.join(_type_name(part) for part in parts if part is not NoneType)}"
    return "Text" if type_ is str else str(type_.__name__)


class BothSides(PerSide, Generic[T]):
    """A value for each side."""

    ns: T
    ew: T


class BothTeams(PerSide, Generic[T]):
    """A value for each team."""

    home: T
    away: T


class PlacedPart(Part):
    """Somebody's place: `tied` where others share it; null without a board."""

    place: int | None
    tied: bool

    @model_validator(mode="before")
    @classmethod
    def _of_text(cls, data: Any) -> Any:
        """A place as lists write it: 3=."""
        if isinstance(data, Mapping) and isinstance(text := data.get("place"), str):
            number = text.removesuffix("=")
            return {**data, "place": int(number) if number else None, "tied": text.endswith("=")}
        return data


class StandingPart(PlacedPart):
    """Where somebody stands."""

    total: TotalFigure | None
    percent: PercentFigure | None


class MovePart(Part):
    """How somebody moves: before and after, null where it was not there."""

    contestant: str
    names: str = ""
    direction: Direction = Field(validation_alias=AliasChoices("direction", "list"))
    before: StandingPart | None
    after: StandingPart | None
    climbed: int
    change: SignedFigure | None
    earlier_direction: Direction | None = Field(
        default=None, validation_alias=AliasChoices("earlier_direction", "earlier_list")
    )


class FindingPart(Part):
    """What the Laws say of a ruling, by which clause; `accepted` is the director's reason for an unusual one."""

    verdict: VerdictName
    clause: str
    words: str
    accepted: str | None = None


class DealPart(Part):
    """A deal as PBN writes it, and the high-card points that are known."""

    pbn: str
    dealer: str
    vulnerable: VulnerableSides
    points: dict[str, int]
    place: str = ""


class CallPart(Part):
    """One call of an auction."""

    call: str
    alerted: bool = False
    explanation: str = ""


class AuctionPart(Part):
    """The auction, from the dealer on."""

    dealer: str
    calls: tuple[CallPart, ...]


class StoredAt(Part):
    """The event of the store that a document is about, and its state after an entry."""

    event: str
    date: str
    entry: int
    state: Literal["not published", "provisional", "final"]
