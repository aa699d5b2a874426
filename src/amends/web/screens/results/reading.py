"""The content of an uploaded file, or its faults with the lines to correct; nothing is stored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePath

from amends import formats
from amends.desk.confirm import Unlawful
from amends.desk.file_event import (
    EventChoices,
    FileEvent,
    event_from_file,
    event_from_file_again,
    forms,
    refuse_empty,
)
from amends.desk.importing.uploads import Upload
from amends.event import Event, Form
from amends.event.rows import in_force
from amends.faults import Fault, Faults, Refusal
from amends.formats.common.format import HEAD, Format
from amends.formats.rulings_file.tables import RulingsFile
from amends.journal.chain import Document
from amends.regulations import Regulation, load
from amends.rulings.checks.in_event import check_event, forbidden
from amends.web.forms.files import file_name
from amends.web.forms.form import SentForm

LONGEST_FAULT = 300
"""The most characters of what was found that are shown."""


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file that was read: its format as far as that is known, and the document or the faults."""

    format: Format | None
    document: Document | None = None
    faults: tuple[Fault, ...] = ()


def shown_name(sent: str) -> str:
    """The name of a file as a browser sends it, which may be anything: the last part, in signs that can be shown.

    >>> shown_name('../../etc/passwd'), shown_name(r'C:\\\\Results\\\\friday.PBN'), shown_name('')
    ('passwd', 'friday.PBN', 'file')
    """
    return file_name(re.split(r"[/\\]", sent)[-1])


def stem(name: str) -> str:
    """A file's name without the end that says its format."""
    return name.removesuffix(".amends.json") if name.endswith(".amends.json") else PurePath(name).stem


def read_upload(upload: Upload, winners: int | None = None) -> FileContent:
    """What a file holds; `winners` is said where the file does not say it."""
    return _read_data(upload.data, upload.name, winners, upload.accept_scores)


@lru_cache(maxsize=4)
def _read_data(data: bytes, name: str, winners: int | None, accept_scores: bool) -> FileContent:
    """Kept for a moment: it is asked for when it is shown, and again when it is accepted."""
    found = None
    try:
        if not data.strip(b"\0\r\n\t "):
            raise Faults([Fault("an empty file", "a file with results", file=name)])
        found = formats.of_file(Path(name), data[:HEAD])  # of the path only the name is looked at
        return FileContent(found, formats.loads(data, name, winners=winners, accept_scores=accept_scores))
    except Faults as trouble:
        return FileContent(found, faults=tuple(map(_short, trouble.faults)))


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
        raise Refusal(f"The file has no line {wrong[0]}; it has {len(lines)} lines.")
    for number, text in typed.items():
        lines[number - 1] = " ".join(text.splitlines())
    kept = [line for number, line in enumerate(lines, 1) if number not in left_out]
    return "\n".join(kept).encode(errors="replace")


SAYS_LITTLE = ("", "travellers")
"""Formats that say nothing about form, scoring and winners."""
OWN_REGULATION = ("amends",)
"""Formats that say under which regulation the event is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What was chosen for a new event; "" is what the file says, or the usual."""

    name: str = ""
    date: str = ""
    regulation: str | None = None
    """None where nothing was chosen yet, "" for the file's own."""
    form: str = ""
    scoring: str = ""
    winners: int | None = None
    recompute: bool = False


def choices(said: SentForm) -> Choices:
    """What a form or an address says."""
    winners = said.text("winners")
    if winners not in ("", "1", "2"):
        raise Refusal("There are 1 or 2 winners.")
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
    """The event of a file with what was chosen; `usual` is the regulation where the file names none."""
    if document.journal:
        return FileEvent(document)
    refuse_empty(document, upload.name)
    says_little = document.source in SAYS_LITTLE or not document.event.results
    form = _form(chosen.form, document.event.form) if says_little else document.event.form
    choices = EventChoices(
        title=" ".join(chosen.name.split()) or document.event.title or stem(upload.name),
        form=form,
        scoring=(says_little and chosen.scoring) or None,
        winners=chosen.winners if says_little else None,
        regulation=chosen_regulation(document, chosen, usual),
        recompute=chosen.recompute,
    )
    made = event_from_file(document, RulingsFile(), choices, upload.name, on_a_server=True)
    check(made.document.event)
    return made


def chosen_regulation(document: Document, chosen: Choices, usual: str) -> Regulation:
    """The regulation that was chosen; else the file's own, where it has one; else the usual one."""
    own = document.source in OWN_REGULATION
    name = chosen.regulation if chosen.regulation is not None else ("" if own else usual)
    if not name:
        return document.event.regulation if own else load("exact")
    if name.endswith(".toml"):
        raise Refusal(f'No regulation that comes with amends is called "{name}".')
    return load(name)


def _form(name: str, form: Form) -> Form:
    names = [each.value for each in forms(form)]
    if name and name not in names:
        raise Refusal(f'The file cannot be of the form "{name}".', f"Forms: {', '.join(names)}.")
    return Form(name) if name else form


def check(event: Event) -> None:
    """Refuse rulings that the Laws forbid."""
    if in_force(event.rulings) and (findings := tuple(forbidden(check_event(event)))):
        raise Unlawful(findings)


def read_again(upload: Upload, event: Event, recompute: bool) -> Document:
    """The document in a file that is imported into an event: read in the way in which the event was."""
    found = read_upload(upload, event.winners if event.form is Form.PAIRS else None)
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
