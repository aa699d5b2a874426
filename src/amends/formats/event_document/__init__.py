"""The event document (`*.amends.json`): the lossless format, an event with its whole history (docs/formats).

The modules that need pydantic are imported when a document is read, not before.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from amends.formats.common import files
from amends.formats.common.format import MEGABYTE, Format
from amends.journal.chain import Document

_BEGINNING = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"amends"\s*:')


def load(path: Path, *, winners: int | None = None, progress: Callable[[int], None] | None = None) -> Document:
    """The document in a file."""
    return loads(files.read_bytes(path), str(path), winners=winners, progress=progress)


def loads(
    data: str | bytes,
    name: str = "event document",
    *,
    winners: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Document:
    """The document of a text; a chain that does not verify is refused, with all its damaged entries."""
    from amends.formats.event_document.reader import read_document

    return read_document(data, name, winners, progress)


def dump(document: Document, path: Path, *, force: bool = False) -> None:
    """Write a document to a file."""
    files.write(path, dumps(document), force=force)


def dumps(document: Document) -> str:
    """The text of a document; an event that has no journal yet gets one."""
    from amends.formats.event_document.reader import written

    return written(document)


def schema() -> dict[str, Any]:
    """The JSON Schema of the document."""

    from amends.formats.event_document import models

    return models.schema()


FORMAT = Format(
    name="amends",
    title="the event document of amends",
    suffixes=(".amends.json",),
    largest=128 * MEGABYTE,
    recognises=lambda head: _BEGINNING.match(head) is not None,
    loads=loads,
    dumps=dumps,
)
