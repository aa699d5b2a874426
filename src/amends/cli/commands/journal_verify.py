"""`amends journal verify`: whether a journal is as it was written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import StorePlace, at_desk
from amends.cli.options import Json
from amends.desk.verifying import Verified, verify_document, verify_event
from amends.exact import many
from amends.faults import refuse

NAME = "journal verify"


def command(
    event: Annotated[
        str, typer.Argument(metavar="EVENT|FILE", help="An event of the store, or an event document (.amends.json).")
    ],
    digest: Annotated[
        str,
        typer.Option("--digest", metavar="DIGITS", help="A digest noted earlier: some entry must still have it."),
    ] = "",
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Look through a journal: whether an entry was changed or is missing, and whether it still comes to an event.

    Exit status 1 when something does not verify. Whoever cuts off the end of a journal, or writes it anew from some
    entry on, leaves a whole one behind: a digest that was noted elsewhere (--digest) finds that too.

    Example: amends journal verify friday
    """
    verified = _verified(event, digest, store)
    if json:
        output.print_json(_data(verified))
    else:
        for fault in verified.faults:
            output.say(str(fault))
        output.say(_summary(verified))
    if not verified.whole:
        raise typer.Exit(1)


def _verified(event: str, digest: str, store: str | None) -> Verified:
    if not event.strip():
        raise refuse("no name", "an event of the store, or an event document (.amends.json)")
    path = Path(event)
    if event.endswith(".amends.json") or ("\0" not in event and path.is_file()):
        return verify_document(path, digest)
    with at_desk(store) as desk:
        return verify_event(desk, event, digest)


def _summary(verified: Verified) -> str:
    number = len(verified.faults)
    if number:
        wrong = many(number, "thing is wrong", "things are wrong")
        return f"{verified.name}: {wrong}; this is not the journal as it was written"
    entries = many(verified.entries, "entry", "entries")
    noted = f"; the digest that was noted is that of entry {verified.noted}" if verified.noted else ""
    return f"{verified.name}: {entries}, all in their place; last digest {verified.head}{noted}"


def _data(verified: Verified) -> dict[str, object]:
    return {
        "name": verified.name,
        "verified": verified.whole,
        "entries": verified.entries,
        "digest": verified.head,
        **({"noted": verified.noted} if verified.noted else {}),
        "faults": [str(fault) for fault in verified.faults],
    }
