"""Files and what comes with amends: written files, audits, regulations, worked examples, bulk runs, the version."""

from __future__ import annotations

from typing import Literal

from amends.contract.documents.base import ContractDocument
from amends.contract.documents.rulings import SlipDocument
from amends.contract.documents.standings import BoardDocument, ExplanationPart, RankingDocument
from amends.contract.figures import Figure, Part


class VersionDocument(ContractDocument):
    """The version of amends, of the contract, and what the engine can do."""

    kind: Literal["version"] = "version"
    version: str
    operations: tuple[str, ...]
    kinds: tuple[str, ...]
    regulations: tuple[str, ...]
    formats: tuple[str, ...]


class WrittenDocument(ContractDocument):
    """Files that were written, and what their format cannot hold."""

    kind: Literal["written"] = "written"
    written: tuple[str, ...]
    format: str = ""
    losses: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class ConvertedDocument(ContractDocument):
    """An event in another format: as text, or in base64 where the format is none; `losses` it cannot hold."""

    kind: Literal["converted"] = "converted"
    format: str
    text: str | None = None
    base64: str | None = None
    losses: tuple[str, ...]


class AuditTallyPart(Part):
    """Of one sort of figures: how many are printed, and how many of them follow."""

    what: str
    follow: int
    printed: int


class AuditFindingPart(Part):
    """A printed figure that does not follow from the scores."""

    kind: str
    where: str
    printed: str
    computed: str
    words: str
    table: str = ""
    contestant: str = ""
    last_digit: bool = False
    lines: int = 1


class HiddenRowPart(Part):
    """A row whose score the file does not print: what each side has, in the notation of rulings files."""

    table: str
    ns: str
    ew: str


class HiddenScorePart(Part):
    """A score that the figures of the other tables show.

    `kind` is weighted, assigned or artificial; `sure` is certain, likely or open; `answers` with up to
    `outcomes_tried` outcomes give all `figures` of the board.
    """

    kind: str
    where: str
    board: int
    rows: tuple[HiddenRowPart, ...]
    figures: int
    sure: str
    answers: int
    outcomes_tried: int
    words: str


class AuditPart(Part):
    """The audit of a file: everything computed again from the raw scores."""

    file: str
    format: str
    program: str
    form: str
    scoring: str
    follows: bool
    grade: Literal["equal", "last digit", "one line", "many lines"]
    checked: tuple[AuditTallyPart, ...]
    conventions: tuple[str, ...]
    settings: dict[str, str]
    hidden: tuple[HiddenScorePart, ...]
    remarks: tuple[str, ...]
    findings: tuple[AuditFindingPart, ...]


class AuditDocument(ContractDocument):
    """Audits of files; `faults` in words of those that cannot be read."""

    kind: Literal["audit"] = "audit"
    files: tuple[AuditPart, ...]
    faults: tuple[str, ...] = ()


SettingValue = Figure | bool | int | str | dict[str, Figure | str]
"""A setting: a figure, a flag, a number, a word, or figures by unit."""


class SettingPart(Part):
    """A setting: its value, as --set takes it, its source, and `default`, which the regulation exact has."""

    value: SettingValue
    default: SettingValue
    text: str
    source: str
    words: str
    differs: bool


class RegulationPart(Part):
    """A regulation; `differing` counts the settings that differ from those of the regulation exact."""

    name: str
    title: str
    words: str
    differing: int


class RegulationsDocument(ContractDocument):
    """The regulations that come with amends."""

    kind: Literal["regulations"] = "regulations"
    regulations: tuple[RegulationPart, ...]


class RegulationDocument(RegulationPart, ContractDocument):
    """A regulation with all its settings."""

    kind: Literal["regulation"] = "regulation"
    settings: dict[str, SettingPart]


class ComparedSetting(Part):
    """A setting in which two regulations differ, as the first and the second have it."""

    words: str
    values: tuple[SettingPart, SettingPart]


class RegulationComparisonDocument(ContractDocument):
    """Where two regulations differ."""

    kind: Literal["regulation-comparison"] = "regulation-comparison"
    regulations: tuple[RegulationPart, RegulationPart]
    settings: dict[str, ComparedSetting]


class GradeCounts(Part):
    """How many cases ended in each way."""

    passed: int
    failed: int
    unsupported: int


class FailedCase(Part):
    """A case whose result is another."""

    file: str
    id: str
    case_kind: str
    troubles: tuple[str, ...]


class UnsupportedCase(Part):
    """A case that a program does not support."""

    file: str
    id: str
    case_kind: str
    reason: str


class ConformanceDocument(GradeCounts, ContractDocument):
    """Worked examples held against the engine, or against another program."""

    kind: Literal["conformance"] = "conformance"
    program: str | None = None
    kinds: dict[str, GradeCounts]
    failures: tuple[FailedCase, ...]
    not_supported: tuple[UnsupportedCase, ...]


class BulkComparison(Part):
    """Who moves under another regulation."""

    before: str
    after: str
    contestants: int
    change_place: int
    change_figure: int
    most_places: int
    largest_change: Figure
    same_winner: bool


class BulkDocument(ContractDocument):
    """A bulk run: how much was scored, what was rejected and why."""

    kind: Literal["bulk"] = "bulk"
    rows: int
    boards: int
    contestants: int
    rulings: int
    shards: int | None = None
    rejects: int
    reasons: dict[str, int]
    scoring: str
    regulation: str
    milliseconds: int
    engine: str
    why: str
    comparison: BulkComparison | None = None
    out: str


class DemoDocument(ContractDocument):
    """The demonstration: the ranking, a board, an explanation and a slip."""

    kind: Literal["demo"] = "demo"
    ranking: RankingDocument
    board: BoardDocument
    explanation: ExplanationPart | None = None
    slip: SlipDocument


class SchemaKind(Part):
    """A kind of document and what it is."""

    name: str
    words: str


class SchemasDocument(ContractDocument):
    """The kinds of documents that have a published schema."""

    kind: Literal["schemas"] = "schemas"
    schemas: tuple[SchemaKind, ...]
