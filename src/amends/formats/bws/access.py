"""The tables of an Access file, read in a child process with limits; whatever goes wrong there is a fault in words."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

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
    """What the child process writes; it is killed where the clock says it hangs."""
    # -P: nothing is imported from the folder the user happens to be in.
    command = [sys.executable, "-P", "-m", CHILD, str(seconds)]
    endless = f"a damaged Access file (reading it takes more than {seconds} s)"
    with tempfile.TemporaryFile() as output:
        try:
            done = subprocess.run(
                command, input=data, stdout=output, stderr=subprocess.DEVNULL, timeout=3 * seconds, check=False
            )
        except subprocess.TimeoutExpired:
            raise _refuse(name, endless, _WHOLE_FILE) from None
        except (OSError, ValueError) as trouble:
            found = f"that no process can be started to read it ({getattr(trouble, 'strerror', None) or trouble})"
            raise _refuse(name, found, "a Python that can start another") from None
        code = done.returncode
        if code in (-24, -9):  # SIGXCPU, SIGKILL
            raise _refuse(name, endless, _WHOLE_FILE)
        if code:
            how = f"signal {-code}" if code < 0 else f"status {code}"
            raise _refuse(name, f"a damaged Access file (reading it ended with {how})", _WHOLE_FILE)
        output.seek(0)
        return output.read()


def _refuse(name: str, found: str, expected: str) -> Faults:
    return Faults([Fault(found, expected, file=name)])
