"""Files that were sent to a server: read and scored for the first time in a child process, with limits.

The child gets the file and answers with JSON: the faults of the file, or its document as the payloads of a journal,
which the parent reads by the types of their fields. Nothing that stands in a file is read by the parent itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from amends import child, clock, formats
from amends.child import ChildFailed, ChildFailure, ChildLimits
from amends.desk.file_event import event_from_file_again, refuse_too_large, scorings
from amends.desk.importing.new_from_file import Choices, new_from_file
from amends.event import Event
from amends.event.limits import LARGEST_UPLOAD, MOST_MEMORY, MOST_SECONDS
from amends.event.rows import in_force
from amends.faults import Fault, Faults, Refusal
from amends.formats.common.format import HEAD, Format
from amends.formats.event_document.figures import Published
from amends.garbage import collection_paused
from amends.journal.chain import (
    BEGINNING,
    Document,
    Entry,
    Note,
    entry_data,
    entry_of,
    payload_of,
    people_of,
    with_people,
)
from amends.journal.codec import plain, read
from amends.journal.fold import fold
from amends.journal.from_event import leading_to
from amends.journal.people import Person, Register
from amends.rulings.checks.in_event import check_event
from amends.scoring.event import score_anew

LIMITS = ChildLimits(MOST_SECONDS, MOST_MEMORY, 64 * 1024 * 1024)
"""What reading and scoring a file may take."""

LASTING = frozenset({ChildFailure.TIME, ChildFailure.MEMORY, ChildFailure.ANSWER, ChildFailure.CRASH})
"""Failures that are the file's: it would fail once more."""


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file that was read: its format as far as that is known, and the document or the faults."""

    format: Format | None
    document: Document | None = None
    faults: tuple[Fault, ...] = ()
    failure: ChildFailure | None = None
    """Why reading it gave no answer, where it gave none."""

    @property
    def lasting(self) -> bool:
        """Whether reading it would fail once more: it is no use to keep the file."""
        return self.failure in LASTING


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How a file is read and scored: as a new event by what was chosen, or as more of an event with a scoring."""

    name: str
    winners: int | None = None
    accept_scores: bool = False
    chosen: Choices = Choices()  # noqa: RUF009  (frozen)
    usual: str = "exact"
    scoring: str = ""
    """The scoring of the event that it is imported into; "" for a new event."""
    recompute: bool = False


def read_sent_file(data: bytes, reading: Reading, who: str = "") -> FileContent:
    """What a file that somebody has sent holds, if it was read and scored within the limits."""
    try:
        if len(data) > LARGEST_UPLOAD:
            raise Refusal(f"The file has {len(data):,} bytes; at most {LARGEST_UPLOAD:,} can be read.")
        if not data.strip(b"\0\r\n\t "):
            raise Faults([Fault("an empty file", "a file with results", file=reading.name)])
        found = formats.of_file(Path(reading.name), data[:HEAD])  # of the path only the name is looked at
    except Faults as trouble:
        return FileContent(None, faults=trouble.faults)
    head = json.dumps(asdict(reading)).encode()
    return replace(read_in_child(__name__, head + b"\n" + data, who), format=found)


def read_in_child(task: str, request: bytes, who: str) -> FileContent:
    """What the child of a task reads from a request: its function `in_child` answers with `document_answer`."""
    try:
        said = child.run(task, request, LIMITS, ahead=True, who=who)
        with collection_paused():  # every other thread waits while the collector goes through 200,000 rows
            answer = joined(said)
            if "faults" in answer:
                raise Faults(Fault(**fault) for fault in answer["faults"])
            return FileContent(None, _document(answer))
    except ChildFailed as trouble:
        return FileContent(None, faults=_failed(trouble).faults, failure=trouble.failure)
    except Faults as trouble:
        return FileContent(None, faults=trouble.faults)


def start_ahead() -> None:
    """Start the process that reads the first file."""
    child.prepare(__name__, LIMITS)


def _failed(trouble: ChildFailed) -> Refusal:
    match trouble.failure:
        case ChildFailure.TIME:
            return Refusal(
                f"The file takes too long to read and to score: more than {LIMITS.seconds} seconds.",
                "Send one event at a time.",
            )
        case ChildFailure.MEMORY | ChildFailure.ANSWER:
            return Refusal("The file takes too much memory to read and to score.", "Send one event at a time.")
        case ChildFailure.BUSY:
            return Refusal("Other files are being read.", "Look at it again in a moment.")
        case ChildFailure.START:
            words = "The server cannot start the process that reads files"
            return Refusal(f"{words} ({trouble.how}).", "Look at it again in a moment.")
    return Refusal("The file cannot be read: reading it broke off.", "Write it anew in the program it came from.")


# In the child


LATE = ("amends.formats.event_document.reader", "access_parser.access_parser")
"""What readers import when they need it."""


def get_ready() -> None:
    """Import the formats before there is a file, with what their readers import late."""
    formats.known()
    for name in LATE:
        import_module(name)


def in_child(request: bytes) -> bytes:
    """The document of a file, which could be scored in time; or the faults of the file."""
    head, _, data = request.partition(b"\n")
    asked = json.loads(head)
    reading = Reading(**{**asked, "chosen": Choices(**asked["chosen"])})

    def document() -> Document:
        return formats.loads(data, reading.name, winners=reading.winners, accept_scores=reading.accept_scores)

    return document_answer(document, lambda document: _event_to_score(document, reading))


def document_answer(read: Callable[[], Document], to_score: Callable[[Document], Event]) -> bytes:
    """What a child answers: a document whose event could be scored in time, or its faults."""
    try:
        document = read()
        refuse_too_large(document)
        answer = _document_data(document)
        with suppress(Faults):  # the parent comes to the same faults, and says them
            event = to_score(document)
            if event.results or event.rulings:
                score_anew(event)
            if in_force(event.rulings):
                check_event(event)
    except Faults as trouble:
        answer = {"faults": [asdict(fault) for fault in trouble.faults]}
    return b"\n".join(pieces(answer))


def _event_to_score(document: Document, reading: Reading) -> Event:
    """The event in which the file would come to stand."""
    if not reading.scoring:
        return new_from_file(reading.name, document, reading.chosen, reading.usual).document.event
    target = Event(scoring=reading.scoring)
    document = event_from_file_again(document, target, reading.name, recompute=reading.recompute, on_a_server=True)
    event = document.event
    return replace(event, scoring=reading.scoring) if reading.scoring in scorings(event.form) else event


def _document_data(document: Document) -> dict[str, Any]:
    """A document as plain data; an event without a journal as what a journal would have to say."""
    register = Register()
    payloads = [] if document.journal else register.payloads(leading_to(document.event, (), register))
    return {
        "journal": list(map(entry_data, document.journal)),
        "payloads": [{"kind": type(payload).__name__, "data": plain(payload)} for payload in payloads],
        "people": plain(people_of(document.journal) or register.people),
        "winners": document.event.winners,
        "published": plain(Published.of(document.published)),
        "about": plain(document.about),
        "notes": plain(document.notes),
        "lines": plain(document.lines),
        "source": document.source,
    }


# Between the two


ROWS_OF_A_PIECE = 500
"""Lists and objects with more in them come in pieces: no other thread goes on while one text of JSON is read."""

_LONG = (("people",), ("notes",), ("lines",), ("published", "lines"), ("published", "standings"))


def pieces(answer: Mapping[str, Any]) -> Iterator[bytes]:
    """An answer in lines of JSON: all but what is long, and then that in pieces, each with its place."""
    long: list[tuple[str | int, ...]] = [*_LONG]
    long += (("payloads", place, "data", "results") for place in range(len(answer.get("payloads", ()))))
    long += (("journal", place, "payload", "results") for place in range(len(answer.get("journal", ()))))
    left = list[bytes]()
    for path in long:
        holder: Any = answer
        for key in path[:-1]:
            holder = holder.get(key, {}) if isinstance(holder, Mapping) else holder[key]
        values = holder.get(path[-1], ())
        if len(values) <= ROWS_OF_A_PIECE:
            continue
        inside = list(values.items()) if isinstance(values, Mapping) else values
        holder[path[-1]] = {} if isinstance(values, Mapping) else []
        for first in range(0, len(inside), ROWS_OF_A_PIECE):
            part = inside[first : first + ROWS_OF_A_PIECE]
            left.append(json.dumps([path, dict(part) if isinstance(values, Mapping) else part]).encode())
    yield json.dumps(answer).encode()
    yield from left


def joined(said: bytes) -> dict[str, Any]:
    """The answer that lines of JSON say, the inverse of `pieces`."""
    lines = iter(said.split(b"\n"))
    answer: dict[str, Any] = json.loads(next(lines))
    for line in lines:
        path, part = json.loads(line)
        holder: Any = answer
        for key in path:
            holder = holder[key]
        holder.update(part) if isinstance(holder, dict) else holder.extend(part)
    return answer


# In the parent


def _document(data: Mapping[str, Any]) -> Document:
    """The document that plain data says, the inverse of `_document_data`."""
    people: Mapping[str, Person] = read(Mapping[str, Person], data["people"])
    journal = with_people(map(entry_of, data["journal"]), people)
    event = fold(journal or with_people(_unsealed(data["payloads"]), people))
    published: Published = read(Published, data["published"])
    return Document(
        event=replace(event, winners=data["winners"]),
        published=published.figures,
        about=read(Mapping[str, str], data["about"]),
        notes=read(tuple[Note, ...], data["notes"]),
        journal=journal,
        lines=read(Mapping[str, int], data["lines"]),
        source=data["source"],
    )


def _unsealed(payloads: Iterable[Mapping[str, Any]]) -> Iterable[Entry]:
    """Entries with some payloads, to be folded and not to be kept."""
    now = clock.now()
    for seq, payload in enumerate(payloads, 1):
        yield Entry(seq, now, "amends", payload_of(payload["kind"], payload["data"]), BEGINNING, BEGINNING)
