"""The journal: what happened to an event, entry by entry, each sealed with the digest of the one before.

Table results are never changed; a correction, a ruling, a withdrawal is one more entry. The event is the fold of
the journal, and the event as it stood at any moment is the fold of a prefix. Names of people are no part of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from fractions import Fraction
from typing import Any, TypeAlias

from amends import exact
from amends.awards import Artificial, BetterOf, Mixture, NotScored, Published, Redress
from amends.bridge import Vulnerable
from amends.event.board import TableResult
from amends.event.event import Event, Form
from amends.event.ruling import CarryOver, Penalty, Ruling, VictoryPointAward
from amends.faults import Fault, refuse
from amends.regulations import Regulation, load

BEGINNING = "0" * 64
"""What stands in place of the digest before the first entry."""


@dataclass(frozen=True, slots=True)
class EventSetUp:
    """The event begins: what kind of contest it is, under which regulation."""

    title: str = ""
    form: Form = Form.PAIRS
    scoring: str = "matchpoints"
    winners: int = 1
    knockout: bool = False
    regulation: str = "exact"
    settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RegulationChosen:
    """Another regulation, or other settings."""

    regulation: str
    settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResultsEntered:
    """Table results as they came in."""

    results: tuple[TableResult, ...]
    vulnerable: Mapping[int, Vulnerable] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A wrongly recorded result (79C): the same table with what really happened; the first entry stays."""

    result: TableResult
    reason: str


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """A ruling; with `replaces` it puts an earlier one out of force."""

    ruling: Ruling


@dataclass(frozen=True, slots=True)
class RulingWithdrawn:
    """A ruling taken back: what it replaced is not in force again."""

    ruling: str
    reason: str


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A penalty."""

    id: str
    penalty: Penalty


@dataclass(frozen=True, slots=True)
class PenaltyWithdrawn:
    """A penalty taken back."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """What contestants bring along."""

    carry_overs: tuple[CarryOver, ...]


@dataclass(frozen=True, slots=True)
class VictoryPointsAwarded:
    """Victory points for a match that was not played or is void."""

    award: VictoryPointAward


@dataclass(frozen=True, slots=True)
class PublishedStandings:
    """The standings were published as they followed from the entries so far."""

    final: bool = False


Payload: TypeAlias = (
    EventSetUp | RegulationChosen | ResultsEntered | ResultCorrected | RulingGiven | RulingWithdrawn | PenaltyGiven
    | PenaltyWithdrawn | CarriedOver | VictoryPointsAwarded | PublishedStandings
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal."""

    seq: int
    at: datetime
    author: str
    payload: Payload
    previous: str
    digest: str


def append(entries: Sequence[Entry], payload: Payload, at: datetime, author: str) -> tuple[Entry, ...]:
    """The journal with one entry more."""
    previous = entries[-1].digest if entries else BEGINNING
    entry = Entry(len(entries) + 1, _utc(at), author, payload, previous, "")
    return (*entries, replace(entry, digest=digest(entry)))


def digest(entry: Entry) -> str:
    """SHA-256 of the entry's canonical JSON, with the digest of the entry before."""
    sealed = {
        "seq": entry.seq,
        "at": plain(entry.at),
        "author": entry.author,
        "payload": {"kind": type(entry.payload).__name__, **plain(entry.payload)},
        "previous": entry.previous,
    }
    text = json.dumps(sealed, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def verify(entries: Sequence[Entry]) -> list[Fault]:
    """What is wrong with the chain: entries that were changed, are missing, or stand in the wrong place."""
    faults, previous = [], BEGINNING
    for place, entry in enumerate(entries, 1):
        where = f"entry {entry.seq}"
        if entry.seq != place:
            faults.append(Fault(f"number {entry.seq} in place {place}", "entries numbered without a gap", where))
        if entry.previous != previous:
            faults.append(Fault("a link that does not fit", "the digest of the entry before", where))
        if digest(entry) != entry.digest:
            faults.append(Fault("an entry that was changed", "an entry that fits its digest", where))
        previous = entry.digest
    return faults


def fold(entries: Iterable[Entry]) -> Event:
    """The event as it stands after these entries."""
    event = Event()
    results: dict[str, TableResult] = {}
    rulings: dict[str, Ruling] = {}
    penalties: dict[str, Penalty] = {}
    for entry in entries:
        match entry.payload:
            case EventSetUp() as made:
                event = replace(
                    event,
                    title=made.title,
                    form=made.form,
                    scoring=made.scoring,
                    winners=made.winners,
                    knockout=made.knockout,
                    regulation=_regulation(made.regulation, made.settings),
                )
            case RegulationChosen(regulation=name, settings=settings):
                event = replace(event, regulation=_regulation(name, settings))
            case ResultsEntered(results=entered, vulnerable=vulnerable):
                for result in entered:
                    _new(result.id, results, "the table result", entry)
                    results[result.id] = result
                event = replace(event, vulnerable={**event.vulnerable, **vulnerable})
            case ResultCorrected(result=result):
                _known(result.id, results, "the table result", entry)
                results[result.id] = result
            case RulingGiven(ruling=ruling):
                _new(ruling.id, rulings, "the ruling", entry)
                if ruling.replaces is not None:
                    _known(ruling.replaces, rulings, "the ruling", entry)
                rulings[ruling.id] = ruling
            case RulingWithdrawn(ruling=id):
                _known(id, rulings, "the ruling", entry)
                withdrawn = rulings.pop(id)
                rulings.pop(withdrawn.replaces or "", None)
            case PenaltyGiven(id=id, penalty=penalty):
                _new(id, penalties, "the penalty", entry)
                penalties[id] = penalty
            case PenaltyWithdrawn(id=id):
                _known(id, penalties, "the penalty", entry)
                del penalties[id]
            case CarriedOver(carry_overs=carried):
                event = replace(event, carry_overs=(*event.carry_overs, *carried))
            case VictoryPointsAwarded(award=award):
                event = replace(event, awards=(*event.awards, award))
            case PublishedStandings():
                pass
    return replace(
        event,
        results=tuple(results.values()),
        rulings=tuple(rulings.values()),
        penalties=tuple(penalties.values()),
    )


def _regulation(name: str, settings: Mapping[str, object]) -> Regulation:
    return load(name).having(**settings) if settings else load(name)


def _new(id: str, known: Mapping[str, object], what: str, entry: Entry) -> None:
    if id in known:
        raise refuse(f"{what} {id!r} once more", "an id that is not in the journal yet", f"entry {entry.seq}")


def _known(id: str, known: Mapping[str, object], what: str, entry: Entry) -> None:
    if id not in known:
        raise refuse(f"{what} {id!r}", "one that is in the journal", f"entry {entry.seq}")


def _utc(at: datetime) -> datetime:
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)


def plain(value: object) -> Any:
    """A value as plain data for canonical JSON: exact numbers and awards as texts, times in UTC, no floats."""
    if value is None or (isinstance(value, bool | int | str) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Mixture | Artificial | NotScored | Redress | BetterOf | Published):
        return str(value)
    if isinstance(value, Fraction):
        return exact.show(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return _utc(value).isoformat().replace("+00:00", "Z")
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if is_dataclass(value):
        return {entry.name: plain(getattr(value, entry.name)) for entry in fields(value)}
    raise TypeError(f"{type(value).__name__} has no place in a journal")
