"""The content of an uploaded file, or its faults with the lines to correct; nothing is stored."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from amends.desk.confirm import Unlawful
from amends.desk.file_event import FileEvent, event_from_file_again
from amends.desk.importing import new_from_file as from_file
from amends.desk.importing.new_from_file import Choices
from amends.desk.importing.sent_file import FileContent, Reading, read_sent_file
from amends.desk.importing.uploads import Upload
from amends.event import Event, Form
from amends.event.rows import in_force
from amends.faults import Fault, Faults, Refusal
from amends.journal.chain import Document
from amends.rulings.checks.in_event import check_event, forbidden
from amends.web.forms.files import file_name
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _

LONGEST_FAULT = 300
"""The most characters of what was found that are shown."""


def shown_name(sent: str) -> str:
    """The name of a file as a browser sends it, which may be anything: the last part, in signs that can be shown.

    >>> shown_name('../../etc/passwd'), shown_name(r'C:\\\\Results\\\\friday.PBN'), shown_name('')
    ('passwd', 'friday.PBN', 'file')
    """
    return file_name(re.split(r"[/\\]", sent)[-1])


def read_upload(upload: Upload, chosen: Choices, usual: str) -> FileContent:
    """What a file holds from which a new event begins; `usual` is the regulation where the file names none."""
    chosen = replace(chosen, name="", date="")  # they change nothing in how it is read
    return _read(upload, _reading(upload, winners=chosen.winners, chosen=chosen, usual=usual))


def read_upload_into(upload: Upload, event: Event, recompute: bool) -> FileContent:
    """What a file holds that is imported into an event: read in the way in which the event was."""
    winners = event.winners if event.form is Form.PAIRS else None
    return _read(upload, _reading(upload, winners=winners, scoring=event.scoring, recompute=recompute))


def _reading(upload: Upload, **more: Any) -> Reading:
    return Reading(name=upload.name, accept_scores=upload.accept_scores, **more)


_KEPT = 4
_KEPT_BYTES = 1_000_000
"""Of files that are together larger only the last one is kept: what was read of 200,000 rows takes 200 MB."""
_lock = Lock()
_contents: OrderedDict[tuple[bytes, Reading], FileContent] = OrderedDict()


def _read(upload: Upload, reading: Reading) -> FileContent:
    """Kept for a moment: it is asked for when it is shown, and again when it is accepted."""
    key = upload.data, reading
    with _lock:
        found = _contents.get(key)
    if found is None:
        found = read_sent_file(upload.data, reading, upload.who)
        found = replace(found, faults=tuple(map(_short, found.faults)))
        if found.failure is None:
            with _lock:
                _contents[key] = found
                while len(_contents) > _KEPT or (len(_contents) > 1 and _bytes_kept() > _KEPT_BYTES):
                    _contents.popitem(last=False)
    return found


def _bytes_kept() -> int:
    return sum(len(data) for data, _ in _contents)


def _short(fault: Fault) -> Fault:
    found = "".join(sign if sign.isprintable() else "�" for sign in fault.found)
    if len(found) > LONGEST_FAULT:
        found = f"{found[:LONGEST_FAULT]} …"
    return replace(fault, found=found)


# Lines with faults


BY_LINES = ("travellers", "pbn")
"""Formats in which a line can be mended by itself."""
LONGEST_LINE = 2000
"""A longer line cannot be typed anew, only be left out."""


@dataclass(frozen=True, slots=True)
class FaultyLine:
    """A line with faults; `text` is None where it is too long to be typed."""

    number: int
    text: str | None
    faults: tuple[Fault, ...]


def lines_of(data: bytes) -> list[str]:
    """The lines of a text; one that is not UTF-8 is taken for what Windows wrote before."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = data.decode("utf-16", "replace").encode()
    if b"\n" not in data:  # as old machines wrote it
        data = data.replace(b"\r", b"\n")
    return [_decoded(line).removesuffix("\r") for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n")]


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def faulty_lines(found: FileContent, data: bytes) -> tuple[tuple[FaultyLine, ...], tuple[Fault, ...]]:
    """The lines with faults that can be mended here, and the other faults."""
    if found.format is None or found.format.name not in BY_LINES:
        return (), found.faults
    lines = lines_of(data)
    by_line: dict[int, list[Fault]] = {}
    others = []
    for fault in found.faults:
        if fault.line is not None and 1 <= fault.line <= len(lines):
            by_line.setdefault(fault.line, []).append(fault)
        else:
            others.append(fault)
    texts = {number: lines[number - 1] for number in by_line}
    return (
        tuple(
            FaultyLine(number, text if len(text := texts[number]) <= LONGEST_LINE else None, tuple(each))
            for number, each in sorted(by_line.items())
        ),
        tuple(others),
    )


def with_lines_mended(data: bytes, typed: Mapping[int, str], left_out: frozenset[int]) -> bytes:
    """The file with lines typed anew or left out; the others stay as they are, in UTF-8.

    >>> with_lines_mended(b'board,ns\\n1,x\\n2,y\\n', {2: '1,3'}, frozenset({3}))
    b'board,ns\\n1,3\\n'
    """
    lines = lines_of(data)
    wrong = [number for number in (*typed, *left_out) if not 1 <= number <= len(lines)]
    if wrong:
        raise Refusal(_("The file has no line %(number)s; it has %(count)s lines.", number=wrong[0], count=len(lines)))
    for number, text in typed.items():
        lines[number - 1] = " ".join(text.splitlines())
    kept = [line for number, line in enumerate(lines, 1) if number not in left_out]
    return "\n".join(kept).encode(errors="replace")


def choices(said: SentForm) -> Choices:
    """What a form or an address says."""
    winners = said.text("winners")
    if winners not in ("", "1", "2"):
        raise Refusal(_("There are 1 or 2 winners."))
    return Choices(
        name=said.text("name"),
        date=said.text("date"),
        regulation=said.text("regulation") if said.ticked("regulation") else None,
        form=said.text("form"),
        scoring=said.text("scoring"),
        winners=int(winners) if winners else None,
        recompute=said.text("recompute") == "1",
    )


def new_from_file(upload: Upload, document: Document, chosen: Choices, usual: str) -> FileEvent:
    """The event of a file with what was chosen; rulings that the Laws forbid are refused."""
    made = from_file.new_from_file(upload.name, document, chosen, usual)
    event = made.document.event
    if not document.journal and in_force(event.rulings) and (findings := tuple(forbidden(check_event(event)))):
        raise Unlawful(findings)
    return made


def read_again(upload: Upload, event: Event, recompute: bool) -> Document:
    """The document in a file that is imported into an event: read in the way in which the event was."""
    found = read_upload_into(upload, event, recompute)
    if found.document is None:
        raise Faults(found.faults)
    return event_from_file_again(found.document, event, upload.name, recompute=recompute, on_a_server=True)


def top(event: Event) -> int | None:
    """The matchpoints of a top, where boards are scored so."""
    if event.scoring != "matchpoints" or not event.results:
        return None
    by_section = event.regulation.field == "section"
    played = Counter((row.session, row.section if by_section else "", row.board) for row in event.results)
    return event.regulation.matchpoints_per_win * (max(played.values()) - 1)
