"""Events of the store: their numbers, what is entered into them, and publications."""

from __future__ import annotations

from typing import Literal

from amends.contract.documents.base import ContractDocument, PlacedPart
from amends.contract.documents.rulings import EffectPart, EntryPart, ForbiddenRuling
from amends.contract.documents.standings import BoardDocument, CardDocument, RankingDocument
from amends.contract.figures import Part, SignedFigure


class MissingLines(Part):
    """How many lines of a board are not in yet."""

    session: str
    section: str
    board: int
    lines: int


class OverviewPart(Part):
    """An event of the store and its numbers; of one that cannot be read only what the store knows."""

    event: str
    date: str
    key: str
    entries: int
    readable: bool = True
    last_entry: str | None = None
    form: str | None = None
    scoring: str | None = None
    winners: int | None = None
    knockout: bool | None = None
    regulation: str | None = None
    changed_settings: tuple[str, ...] = ()
    contestants: int | None = None
    tables: int | None = None
    boards: int | None = None
    results: int | None = None
    expected: int | None = None
    missing: tuple[MissingLines, ...] = ()
    rulings: int | None = None
    under_appeal: int | None = None
    open_cases: int | None = None
    penalties: int | None = None
    beyond_limits: tuple[str, ...] = ()
    published: str | None = None
    final: bool | None = None


class OverviewDocument(OverviewPart, ContractDocument):
    """An event of the store: its numbers, and what of its scores was wanted; `begun` where it begins with this."""

    kind: Literal["overview"] = "overview"
    ranking: RankingDocument | None = None
    boards_shown: tuple[BoardDocument, ...] = ()
    cards_shown: tuple[CardDocument, ...] = ()
    begun: bool | None = None
    notes: tuple[str, ...] = ()


class EventsDocument(ContractDocument):
    """The events of the store."""

    kind: Literal["events"] = "events"
    events: tuple[OverviewPart, ...]


class RenamedDocument(ContractDocument):
    """An event with another name or date."""

    kind: Literal["renamed"] = "renamed"
    event: str
    date: str
    was: str


class ForgottenDocument(ContractDocument):
    """A person who was removed from an event; `mentions` are entries whose text has words of the name."""

    kind: Literal["forgotten"] = "forgotten"
    event: str
    records: int
    beside: tuple[str, ...]
    mentions: tuple[EntryPart, ...]


class ChangeDocument(ContractDocument):
    """What was entered, or would be, and who moves; `table` and `ruling` where one table is corrected.

    `forbidden` are rulings that the Laws forbid after it, for those who may see how rulings came about.
    """

    kind: Literal["change"] = "change"
    event: str
    entered: bool
    entries: tuple[EntryPart, ...]
    effect: EffectPart | None
    forbidden: tuple[ForbiddenRuling, ...] = ()
    table: str | None = None
    ruling: str | None = None


class ImportedRow(Part):
    """A line of a file that is imported: what it was, and what it is now."""

    table: str
    board: int
    seats: str
    was: str | None = None
    now: str | None = None
    words: str = ""


class ImportDocument(ChangeDocument):
    """What importing a file into an event changes."""

    kind: Literal["import"] = "import"  # type: ignore[assignment]
    unchanged: int
    corrected: tuple[ImportedRow, ...]
    new: tuple[ImportedRow, ...]
    erased: tuple[ImportedRow, ...]
    missing: tuple[ImportedRow, ...]
    contestants: tuple[str, ...]
    deals: tuple[int, ...]
    awards: tuple[str, ...]
    kept: tuple[str, ...]
    otherwise: tuple[str, ...]
    notes: tuple[str, ...] = ()


class PublishedMove(Part):
    """Who moved since the last publication."""

    contestant: str
    before: PlacedPart | None
    after: PlacedPart | None
    change: SignedFigure | None


class PublicationDocument(ContractDocument):
    """A publication: its files, what is not settled, and who moved."""

    kind: Literal["publication"] = "publication"
    publication: int
    state: Literal["provisional", "final"]
    at: str
    entry: int | None
    folder: str
    dry_run: bool
    files: tuple[str, ...]
    losses: tuple[str, ...]
    unsettled: tuple[str, ...]
    times: str
    since: str | None
    moved: tuple[PublishedMove, ...]


class PublishedPart(Part):
    """That standings were published, after an entry of the journal."""

    publication: int
    state: Literal["provisional", "final"]
    at: str
    by: str
    entry: int
    remark: str


class PublicationsDocument(ContractDocument):
    """All publications of an event in their order."""

    kind: Literal["publications"] = "publications"
    event: str
    publications: tuple[PublishedPart, ...]


class ResultPart(Part):
    """The result of a table as it was recorded; rulings do not change it."""

    row: str
    board: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    result: str
    session: str
    section: str
    round: str
    table: str
    match: str
    room: str


class ResultsDocument(ContractDocument):
    """The results of an event as they were recorded."""

    kind: Literal["results"] = "results"
    event: str
    entry: int
    results: tuple[ResultPart, ...]


class PositionDocument(ContractDocument):
    """How far an event has come: its last entry, the last one that changed standings, the last publication."""

    kind: Literal["position"] = "position"
    event: str
    entry: int
    standings: int
    published: int


class DeviceSectionPart(Part):
    """A section of a session of table devices."""

    letters: str
    tables: int
    rounds: int


class SessionDocument(ContractDocument):
    """The session of table devices that would be taken over or made; without sections, why not."""

    kind: Literal["session"] = "session"
    event: str
    address: str
    session: str
    sections: tuple[DeviceSectionPart, ...] | None
    names: int | None = None
    why: str = ""


class HappeningDocument(ContractDocument):
    """Something that came from a table device."""

    kind: Literal["happening"] = "happening"
    what: str
    at: str
    words: str
    address: str | None = None
    session: str | None = None
    made: bool | None = None
    section: str | None = None
    table: int | None = None
    round: int | None = None
    board: int | None = None
    seat: str | None = None
    row: str | None = None
    ns: tuple[str, ...] | None = None
    ew: tuple[str, ...] | None = None
    result: str | None = None
    draft: str | None = None
    time: str | None = None
    state: str | None = None
