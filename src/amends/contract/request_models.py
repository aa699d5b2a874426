"""What requests may have, for their schemas and for the check of their types: one model per operation and resource.

The readers of an operation say best what is wrong with a request, so they look at it first. What they would take
though its type is another is refused by these models: what a schema does not allow is never accepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, JsonValue, Tag, ValidationError

from amends.contract.plain_event import brief
from amends.contract.plain_event_schema import ExactText, Name, PlainEvent, PlainPenalty, PlainRuling, PlainTable
from amends.event.case import AppealDecision, Irregularity
from amends.faults import Fault
from amends.formats.event_document.strict_json import pointer

Text = str | int
Texts = list[Text] | Text


class Body(BaseModel):
    """A request: other keys are faults, and no value is taken for one of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SealedEvent(BaseModel):
    """The event document, with its journal."""

    model_config = ConfigDict(extra="allow", strict=True)

    amends: int


def _which(event: object) -> str:
    return _SEALED if isinstance(event, Mapping) and "amends" in event else _PLAIN


_PLAIN, _SEALED = "a plain event", "an event document"
AnyEvent = Annotated[
    Annotated[PlainEvent, Tag(_PLAIN)] | Annotated[SealedEvent, Tag(_SEALED)],
    Discriminator(_which),
    Field(description="A plain event, or an event document in its place (key amends)."),
]

# Operations


class VersionRequest(Body):
    """Nothing is asked."""


class WithConditions(Body):
    """The vulnerability, by itself or by the number of a board."""

    vulnerable: Text | None = None
    board: int | None = None
    accept_scores: bool | None = None


class WithRules(Body):
    """The regulation, by its name, and settings that differ from it."""

    regulation: str | None = None
    settings: dict[str, JsonValue] | None = None


class PointsRequest(WithConditions):
    """Results whose score is asked for, such as "4HX N -1"."""

    results: Texts


class MatchpointsRequest(WithConditions, WithRules):
    """A field, and an award in it."""

    field: Text
    expected: int | None = None
    award: Text | None = None
    award_ns: Text | None = None
    award_ew: Text | None = None
    non_offending: Text | None = None
    explain: bool | None = None


class ImpsRequest(WithConditions, WithRules):
    """An award against the result of the other room."""

    award: Text
    against: Text
    knockout: bool | None = None
    non_offending: Text | None = None
    explain: bool | None = None


class VictoryPointsRequest(WithRules):
    """Margins in IMPs, or percentages, over a number of boards."""

    margins: Texts
    boards: int
    scale: Text | None = None
    explain: bool | None = None


class RedressRequest(WithConditions, WithRules):
    """12C1(e): three results and a side, in a field or against the other room."""

    actual: Text
    normal: Text
    expected: Text
    side: Text
    field: Text | None = None
    against: Text | None = None
    knockout: bool | None = None
    explain: bool | None = None


class PollRequest(WithConditions, WithRules):
    """Votes of a poll; `then` are later stages."""

    votes: Texts
    then: Texts | None = None
    disallowed: Texts | None = None
    non_offending: Text | None = None


class CheckRequest(Body):
    """An event whose rulings are looked at."""

    event: AnyEvent


class ScoreRequest(Body):
    """An event to be scored, and what is wanted of it."""

    event: AnyEvent
    want: Texts | None = None
    boards: Texts | None = None
    contestants: Texts | None = None
    session: Text | None = None
    strict: bool | None = None


class ExplainRequest(Body):
    """A contestant of an event, and a board."""

    event: AnyEvent
    contestant: Text
    board: int | None = None
    session: Text | None = None
    strict: bool | None = None


class PreviewRequest(Body):
    """An event, and rulings that are not in it yet."""

    event: AnyEvent
    rulings: list[PlainRuling]


class SlipRequest(Body):
    """An event, and which ruling's slip is wanted."""

    event: AnyEvent
    ruling: Text | None = None
    html: bool | None = None
    strict: bool | None = None


class SentFile(Body):
    """A file: its name, and its text or its bytes in base64."""

    name: Text
    text: Text | None = None
    base64: Text | None = None
    format: Text | None = None
    winners: int | None = None


class ConvertRequest(Body):
    """An event or a file, and the format that it is wanted in."""

    to: Text
    event: AnyEvent | None = None
    file: SentFile | None = None


class AuditRequest(Body):
    """A file, or an event, whose printed figures are looked at."""

    event: AnyEvent | None = None
    file: SentFile | None = None


OPERATION_REQUESTS: Mapping[str, type[Body]] = {
    "version": VersionRequest,
    "points": PointsRequest,
    "matchpoints": MatchpointsRequest,
    "imps": ImpsRequest,
    "vp": VictoryPointsRequest,
    "redress": RedressRequest,
    "poll": PollRequest,
    "check": CheckRequest,
    "score": ScoreRequest,
    "explain": ExplainRequest,
    "preview": PreviewRequest,
    "slip": SlipRequest,
    "convert": ConvertRequest,
    "audit": AuditRequest,
}
"""What each operation takes."""

# Events of the store


class NewEvent(Body):
    """An event to begin in the store; without a name it is called as it says itself."""

    event: AnyEvent
    name: str = ""
    date: Annotated[str, Field(description="The day on which it is played, YYYY-MM-DD.")] = ""


class TableResultBody(Body):
    """What happened at a table on a board; `reason` where a result that is recorded changes."""

    ew: Annotated[Name, Field(description="E-W: a pair or a team, two players of an individual as 2+4.")]
    result: Annotated[Name, Field(description="As players write it: 4HX N -1, +620, pass, np.")]
    table: Name = ""
    new: Annotated[bool, Field(description="Take in contestants who are not in the event yet.")] = False
    reason: str = ""
    late: Annotated[str, Field(description="Why it is changed after the correction period (79C).")] = ""


class ResultLine(Body):
    """A line of a traveller."""

    board: Annotated[int, Field(ge=1)]
    ns: Name
    ew: Name
    result: Name
    session: Name = ""
    section: Name = ""
    round: Name = ""
    table: Name = ""
    match: Name = ""
    room: Name = ""


class ResultsBody(Body):
    """Lines of any boards, entered all together or not at all."""

    results: Annotated[list[ResultLine], Field(min_length=1)]
    new: bool = False
    reason: str = ""
    late: str = ""


class RulingBody(PlainRuling):
    """A ruling as a rulings file has it; without an id it gets the next free number."""

    id: Name = ""


class WithdrawalBody(Body):
    """Why something is taken back."""

    reason: Annotated[str, Field(min_length=1)]


class NothingBody(Body):
    """Nothing more is to be said."""


class CaseBody(Body):
    """A call of the director, with what is known already."""

    board: Annotated[int, Field(ge=1)]
    table: PlainTable = Field(default_factory=PlainTable)
    irregularity: Literal[tuple(each.value for each in Irregularity)] = Irregularity.OTHER.value  # type: ignore[valid-type]
    happened: str = ""


class AppealBody(Body):
    """An appeal against a ruling."""

    ruling: Name
    side: Literal["ns", "ew"] | None = None
    grounds: str = ""
    who: str = ""
    deposit: str = ""
    late: Annotated[str, Field(description="Why it is taken after its time (92B).")] = ""


class DecisionBody(Body):
    """How an appeal ends; an award only with the decision varied."""

    decision: Literal[tuple(each.value for each in AppealDecision)]  # type: ignore[valid-type]
    reason: str = ""
    reviewers: list[str] = Field(default_factory=list)
    deposit_kept: bool = False
    both: str = ""
    ns: str = ""
    ew: str = ""
    laws: str = ""
    accept: dict[str, str] = Field(default_factory=dict)


class PenaltyBody(PlainPenalty):
    """A penalty (Laws 90, 91)."""

    amount: ExactText


class PublicationBody(Body):
    """What is published: results that may still change, or final ones."""

    state: Literal["provisional", "final"]
    remark: str = ""
    anyway: Annotated[str, Field(description="Why results are final though something is not settled.")] = ""


# Faults of types


def shape_faults(model: type[BaseModel], data: object, most: int = 100) -> list[Fault]:
    """What of a request is not as its schema says, with JSON pointers; nothing where all is.

    Long lists are looked at in pieces, so that other threads get their turns and no more faults are made than are told.
    """
    faults: list[Fault] = []
    for piece, place, offset in _pieces(data):
        try:
            model.model_validate(piece, strict=True)
        except ValidationError as trouble:
            for error in trouble.errors(include_url=False)[:most]:
                keys = _keys(error)
                if offset:
                    if len(keys) <= len(place) or tuple(keys[: len(place)]) != place:
                        continue  # a piece by itself lacks what stands beside its list
                    keys[len(place)] += offset
                faults.append(_fault(error, keys))
        if len(faults) >= most:
            break
    return faults[:most]


_PIECE = 50
"""So many entries of a list are looked at in one call."""

_Place = tuple[str, ...]


def _pieces(data: object) -> Iterator[tuple[object, _Place, int]]:
    """The data with its long lists cut off; then each further piece of one by itself, its place, and from where on."""
    lists = dict(_long_lists(data, ()))
    yield _cut(data, lists, ()), (), 0
    for place, entries in lists.items():
        for offset in range(_PIECE, len(entries), _PIECE):
            piece: object = entries[offset : offset + _PIECE]
            for key in reversed(place):
                piece = {key: piece}
            yield piece, place, offset


def _long_lists(data: object, place: _Place) -> Iterator[tuple[_Place, list[Any]]]:
    if isinstance(data, list) and len(data) > _PIECE:
        yield place, data
    elif isinstance(data, dict) and "amends" not in data and len(place) < _DEEPEST:
        for key, value in data.items():
            yield from _long_lists(value, (*place, key))


def _cut(data: object, lists: Mapping[_Place, list[Any]], place: _Place) -> object:
    if place in lists:
        return lists[place][:_PIECE]
    if isinstance(data, dict) and any(each[: len(place)] == place for each in lists):
        return {key: _cut(value, lists, (*place, key)) for key, value in data.items()}
    return data


_DEEPEST = 3
"""Objects in each other that have long lists: a request, its event, a ruling by itself."""


_EXPECTED = {
    "extra_forbidden": "a key that the schema has",
    "missing": "a value: this key must be there",
    "string_type": "a text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
}


_BRANCHES = ("str", "int", "bool", "none", _PLAIN, _SEALED)
"""How pydantic names the branches of a union, which are no part of a place."""


def _keys(error: Any) -> list[Any]:
    """Where a fault of pydantic is, as steps from the outermost object on."""
    return [each for each in error["loc"] if not (each in _BRANCHES or (isinstance(each, str) and "[" in each))]


def _fault(error: Any, keys: list[Any]) -> Fault:
    """A fault of pydantic in our words."""
    found = "nothing" if error["type"] == "missing" else brief(error["input"])
    if error["type"] == "literal_error":
        return Fault(found, f"one of {error['ctx']['expected']}", path=pointer(keys))
    return Fault(found, _EXPECTED.get(error["type"], error["msg"]), path=pointer(keys))
