"""`amends schema`: the JSON Schemas of the documents."""

from __future__ import annotations

from typing import Annotated

from amends.cli import output
from amends.cli.options.common import Json, Text, argument
from amends.contract import schemas


def schema_command(
    name: Annotated[Text, argument("[NAME]", "A kind of document, such as ranking.", "the list of them")] = None,
    json: Json = False,
) -> None:
    """List the JSON documents, or print the schema of one.

    It is for programs that read or write them.

    Example: amends schema ranking
    """
    if name is not None:
        output.print_data(schemas.published(name))  # with --json or without: a schema is data
        return
    every = [(each, schemas.words(each)) for each in schemas.published_names()]
    if json:
        output.print_json("schemas", {"schemas": [{"name": each, "words": words} for each, words in every]})
        return
    output.table("Documents, each with a JSON Schema: amends schema NAME", ["name", "what"], every, left=(0, 1))


COMMANDS = {"schema": schema_command}
