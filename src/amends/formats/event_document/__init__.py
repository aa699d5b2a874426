"""The event document (`*.amends.json`): the lossless format, an event with its whole history (docs/formats).

The modules that need pydantic are imported when a document is read, not before.
"""

from __future__ import annotations

import re
from typing import Any

from amends.formats.common.format import MEGABYTE, Format, Progress, from_path, to_path
from amends.journal.chain import Document

_BEGINNING = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"amends"\s*:')


def loads(
    data: str | bytes, name: str = "event document", *, winners: int | None = None, progress: Progress = None
) -> Document:
    """The document of a text; a chain that does not verify is refused, with all its damaged entries."""
    from amends.formats.event_document.reader import read_document

    return read_document(data, name, winners, progress)


def dumps(document: Document) -> str:
    """The text of a document; an event that has no journal yet gets one."""
    from amends.formats.event_document.reader import written

    return written(document)


def schema() -> dict[str, Any]:
    """The JSON Schema of the document."""
    from amends.formats.event_document import models

    return models.schema()


load = from_path(loads)
dump = to_path(dumps)

FORMAT = Format(
    name="amends",
    title="the event document of amends",
    suffixes=(".amends.json",),
    largest=128 * MEGABYTE,
    recognises=lambda head: _BEGINNING.match(head) is not None,
    loads=loads,
    dumps=dumps,
)
