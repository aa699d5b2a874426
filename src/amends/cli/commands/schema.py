"""`amends schema`: the JSON Schema of the event document."""

from __future__ import annotations

from amends.cli import output
from amends.cli.options import Json
from amends.formats import event_document

NAME = "schema"


def command(json: Json = False) -> None:
    """The JSON Schema of the event document (*.amends.json), for programs that read or write it.

    Example: amends schema
    """
    output.print_json(event_document.schema())  # with --json or without: a schema is data
