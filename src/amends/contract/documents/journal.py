"""The journal of an event: its entries, whether it verifies, and what changed between two moments."""

from __future__ import annotations

from typing import Literal

from amends.contract.documents.base import ContractDocument, MovePart, Plain
from amends.contract.documents.rulings import EntryPart
from amends.contract.figures import Part


class LoggedEntry(EntryPart):
    """An entry: who entered what, when, and its digest."""

    at: str
    by: str
    what: str
    digest: str


class JournalDocument(ContractDocument):
    """The entries of a journal in their order."""

    kind: Literal["journal"] = "journal"
    event: str
    entries: tuple[LoggedEntry, ...]


class EntryDocument(ContractDocument):
    """One entry as the event document has it, with all that it says."""

    kind: Literal["entry"] = "entry"
    event: str
    entry: Plain


class VerificationDocument(ContractDocument):
    """Whether a journal is as it was written; `noted` is the entry whose digest was named."""

    kind: Literal["verification"] = "verification"
    name: str
    verified: bool
    entries: int
    digest: str
    noted: int | None = None
    guards: tuple[str, ...]
    faults: tuple[str, ...]
    beyond_limits: tuple[str, ...]
    out_of_time: tuple[str, ...] = ()
    taken_over: tuple[str, ...] = ()


class StepMove(Part):
    """What one entry did to somebody."""

    entry: int
    move: MovePart


class AttributedMove(MovePart):
    """Somebody who moved, and the entries that moved it."""

    by: tuple[StepMove, ...]


class DifferenceEntry(EntryPart):
    """An entry between the two moments, and whom it moved."""

    at: str
    by: str
    moved: tuple[str, ...]


class DifferenceDocument(ContractDocument):
    """What changed between two moments, by which entries."""

    kind: Literal["difference"] = "difference"
    event: str
    from_entry: int
    to_entry: int
    moved: tuple[AttributedMove, ...]
    moved_back: tuple[AttributedMove, ...]
    entries: tuple[DifferenceEntry, ...]
    written: tuple[str, ...] = ()


class NoticeEntry(Part):
    """A correction, and whom it moved."""

    at: str
    words: str
    contestants: tuple[str, ...]


class NoticeMove(MovePart):
    """Somebody who moved, and by which of the changes, counted from 1."""

    by: tuple[int, ...]


class NoticeDocument(ContractDocument):
    """A notice of corrections since the results were published."""

    kind: Literal["notice"] = "notice"
    event: str
    since: str
    changes: tuple[NoticeEntry, ...]
    moves: tuple[NoticeMove, ...]
    times: tuple[str, ...]
    written: tuple[str, ...] = ()
