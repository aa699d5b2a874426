"""The tables of an Access file, read in a child process with limits; whatever goes wrong there is a fault in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from amends import child
from amends.child import ChildFailed, ChildFailure, ChildLimits
from amends.faults import Fault, Faults
from amends.formats.bws.child import Value

MAGIC = (b"\x00\x01\x00\x00Standard Jet DB\x00", b"\x00\x01\x00\x00Standard ACE DB\x00")
"""How an Access file begins."""

LARGEST = 64 * 1024 * 1024
"""The most bytes of a file; those of scoring devices have well below 10 MB."""

SECONDS, SECONDS_A_MEGABYTE = 10, 1
"""The time of the processor that reading may take."""

CHILD = "amends.formats.bws.child"
_WHOLE_FILE = "a whole Access file of Bridgemate (.bws)"


@dataclass(frozen=True, slots=True)
class AccessTables:
    """The tables by their names as Bridgemate writes them, each a list of rows by column."""

    tables: Mapping[str, list[dict[str, Value]]]
    version: str = ""
    miscounted: Mapping[str, int] = field(default_factory=dict)
    """Tables that say they have another number of rows than was found, with that number."""


def is_access(head: bytes) -> bool:
    """Whether a file begins as an Access file does."""
    return head.startswith(MAGIC)


def read_tables(data: bytes, name: str, *, seconds: int | None = None) -> AccessTables:
    """The tables of a file; `seconds` is the time of the processor that it may take."""
    if not is_access(data[:64]):
        found = "an empty file" if not data else f"a file that begins with {data[:12]!r}"
        raise _refuse(name, found, "an Access file, as Bridgemate writes it (.bws)")
    if len(data) > LARGEST:
        raise _refuse(name, f"{len(data) // 1024 // 1024} MB", f"at most {LARGEST // 1024 // 1024} MB")
    allowed = seconds or SECONDS + SECONDS_A_MEGABYTE * (len(data) // 1024 // 1024)
    try:
        answer: dict[str, Any] = json.loads(_run(data, name, allowed))
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise _refuse(name, "a damaged Access file (nothing could be read)", _WHOLE_FILE) from None
    if "damaged" in answer:
        raise _refuse(name, f"a damaged Access file ({answer['damaged']})", _WHOLE_FILE)
    if "found" in answer:
        raise _refuse(name, str(answer["found"]), str(answer["expected"]))
    version = "Access 97" if answer["version"] == 0 else "Access 2000" if answer["version"] == 1 else "Access"
    return AccessTables(answer["tables"], version, answer["miscounted"])


def _run(data: bytes, name: str, seconds: int) -> bytes:
    """What the child process answers."""
    try:
        return child.run(CHILD, data, ChildLimits(seconds))
    except ChildFailed as trouble:
        if trouble.failure in (ChildFailure.START, ChildFailure.BUSY):
            found = f"that no process can be started to read it ({trouble.how or 'too many files at once'})"
            raise _refuse(name, found, "a Python that can start another") from None
        ends = {
            ChildFailure.TIME: f"reading it takes more than {seconds} s",
            ChildFailure.MEMORY: "it asks for more memory than there is",
            ChildFailure.ANSWER: "it has more in it than can be read",
        }
        how = ends.get(trouble.failure, f"reading it ended with {trouble.how}")
        raise _refuse(name, f"a damaged Access file ({how})", _WHOLE_FILE) from None


def _refuse(name: str, found: str, expected: str) -> Faults:
    return Faults([Fault(found, expected, file=name)])
