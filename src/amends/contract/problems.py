"""Problem documents (RFC 9457): what is wrong, for programs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from amends.contract.documents.base import ContractDocument
from amends.contract.figures import Part
from amends.faults import IMPOSSIBLE_SCORE, UNAVAILABLE, Fault, Faults, Refusal, printable

TYPE = "urn:amends:problem:"

TITLES = {
    "faults": ("The input cannot be used as it is.", 422),
    "refused": ("It was refused.", 409),
    "forbidden-ruling": ("The Laws forbid a ruling.", 422),
    "unusual-ruling": ("The ruling is unusual, and can be given with a reason.", 422),
    "not-found": ("There is no such thing.", 404),
    "not-published": ("Nothing of the event is published, or there is no such event.", 403),
    "no-key": ("A key is needed.", 401),
    "not-allowed": ("The role of the key does not allow this.", 403),
    "wrong-method": ("The address has no such method.", 405),
    "wrong-media": ("The request must be JSON.", 415),
    "changed": ("The event has changed since.", 412),
    "sent-before": ("The same Idempotency-Key was sent with something else.", 422),
    "too-many": ("Too many requests.", 429),
    "busy": ("Too many ask at once.", 503),
    "unavailable": ("The store gives no answer at the moment.", 503),
    "not-json": ("The request is not JSON that can be read.", 400),
    "too-large": ("The request is too large.", 413),
    "unknown-operation": ("There is no such operation.", 404),
    "usage": ("The command is not used like this.", 400),
    "cannot-write": ("The output cannot be written.", 500),
    "internal": ("Something went wrong in amends itself.", 500),
}
"""The types of problems: title and HTTP status."""


class FaultPart(Part):
    """One fault: where it is, what was found and what was expected; `message` says it in one line."""

    file: str | None = None
    line: int | None = None
    column: int | None = None
    found: str
    expected: str = ""
    path: Annotated[str | None, Field(description="A JSON pointer into the request.")] = None
    where: str = ""
    message: str


class ProblemDocument(ContractDocument):
    """A problem."""

    kind: Literal["problem"] = "problem"
    type: str
    title: str
    status: int
    detail: str
    faults: tuple[FaultPart, ...] = ()


MOST_FAULTS = 1000
"""The faults of a problem that are listed; `detail` counts them all."""


def of_faults(trouble: Faults, type: str = "") -> ProblemDocument:
    """The problem of faults or of a refusal."""
    kinds = {fault.kind for fault in trouble.faults}
    name = type or ("unavailable" if UNAVAILABLE in kinds else "refused" if isinstance(trouble, Refusal) else "faults")
    count = sum(fault.stands_for for fault in trouble.faults)
    first = str(trouble.faults[0]) if trouble.faults else ""
    detail = first if count <= 1 else f"{count:,} faults. The first: {first}"
    if IMPOSSIBLE_SCORE in kinds:
        detail += " Scores that cannot occur can be kept: accept_scores."
    return problem(name, detail, trouble.faults)


def problem(type: str, detail: str, faults: tuple[Fault, ...] = ()) -> ProblemDocument:
    """A problem of a type of TITLES."""
    title, status = TITLES[type]
    listed = tuple(map(_part, faults[:MOST_FAULTS]))
    return ProblemDocument(type=TYPE + type, title=title, status=status, detail=_text(detail), faults=listed)


def _part(fault: Fault) -> FaultPart:
    return FaultPart(
        file=None if fault.file is None else _text(fault.file),
        line=fault.line,
        column=fault.column,
        found=_text(fault.found),
        expected=_text(fault.expected),
        path=None if fault.path is None else _text(fault.path),
        where=_text(fault.where),
        message=_text(str(fault)),
    )


LONGEST = 2000
"""The characters of a text in a problem: a fault may quote what was sent."""


def _text(text: str) -> str:
    """A text that can be written as UTF-8, without control characters, and not endless."""
    return printable(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")
