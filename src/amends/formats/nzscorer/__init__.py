"""NZ Scorer XML: a session of a New Zealand club with its results and scores; read only (docs/formats/nzscorer.md)."""

from __future__ import annotations

import re

from amends.formats.common.format import Format, Progress, check_winners, from_path
from amends.journal.chain import Document

_XML = rb"\s*+(?:<\?xml[^>]{0,200}\?>\s*+)?(?:<!--.{0,2000}?-->\s*+)*+"
_ROOT = re.compile(_XML + rb"<session\s[^>]*\bscoring_type\s*=", re.DOTALL)


def recognises(head: bytes) -> bool:
    """Whether a file begins as XML whose root is a session with a type of scoring."""
    return _ROOT.match(head.removeprefix(b"\xef\xbb\xbf")) is not None


def loads(
    data: str | bytes, name: str = "nzscorer", *, winners: int | None = None, progress: Progress = None
) -> Document:
    """The document of a file's content; all its faults at once, each with its line."""
    from amends.formats.nzscorer.reader import read

    check_winners(winners)
    return read(data, name, winners, progress)


load = from_path(loads)

FORMAT = Format("nzscorer", "NZ Scorer XML", (".nzscorer.xml",), recognises, loads)
