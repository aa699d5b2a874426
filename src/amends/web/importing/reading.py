"""What a file that was sent holds, or all that is wrong with it; nothing of it is in the store."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePath

from amends.faults import Fault, Faults
from amends.formats import format
from amends.formats.format import HEAD, Format
from amends.journal.document import Document
from amends.web.forms.files import Upload, file_name

LONGEST_FAULT = 300
"""The most characters of what was found that are shown."""


@dataclass(frozen=True, slots=True)
class Read:
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


def read(upload: Upload, winners: int | None = None) -> Read:
    """What a file holds; `winners` is said where the file does not say it."""
    return _read(upload.data, upload.name, winners, upload.accept_scores)


@lru_cache(maxsize=4)
def _read(data: bytes, name: str, winners: int | None, accept_scores: bool) -> Read:
    """Kept for a moment: it is asked for when it is shown, and again when it is accepted."""
    found = None
    try:
        if not data.strip(b"\0\r\n\t "):
            raise Faults([Fault("an empty file", "a file with results", file=name)])
        found = format.of_file(Path(name), data[:HEAD])  # of the path only the name is looked at
        return Read(found, format.loads(data, name, winners=winners, accept_scores=accept_scores))
    except Faults as trouble:
        return Read(found, faults=tuple(map(_short, trouble.faults)))


def _short(fault: Fault) -> Fault:
    found = "".join(sign if sign.isprintable() else "�" for sign in fault.found)
    if len(found) > LONGEST_FAULT:
        found = f"{found[:LONGEST_FAULT]} …"
    return replace(fault, found=found)
