"""Plain events that were sent to a server: read and scored in a child process with limits, as files are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from amends.contract.plain_event import read_event
from amends.desk.importing.sent_file import FileContent, document_answer, read_in_child
from amends.garbage import collection_paused


def read_sent_event(event: Mapping[str, Any], who: str) -> FileContent:
    """The document of a plain event, if it was read and scored within the limits; else its faults, with pointers."""
    return read_in_child(__name__, json.dumps(event).encode(), who)


@collection_paused()
def in_child(request: bytes) -> bytes:
    """The document of a plain event, which could be scored in time; or its faults."""
    return document_answer(lambda: read_event(json.loads(request)).document, lambda document: document.event)
