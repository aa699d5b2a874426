"""Commands that work on the store: their options, and how a desk is opened and its refusals are printed."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from amends.cli.output import finding_line, warn
from amends.desk import Desk, Unlawful, open_desk
from amends.explain import Verdict

EventName = Annotated[
    str,
    typer.Argument(metavar="EVENT", help="An event of the store: its name, the beginning of its name, or its date."),
]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="NAME", envvar="AMENDS_BY", help="Who does this: the name on the entry."),
]
StorePlace = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="PLACE",
        envvar="AMENDS_STORE",
        help="A file, or a postgresql:// address; without it the user's own data folder.",
    ),
]


@contextmanager
def at_desk(store: str | None = None, by: str | None = None) -> Iterator[Desk]:
    """The desk of a command; a ruling that cannot be given is said, and ends it with status 1."""
    try:
        with open_desk(store, _name(by)) as desk:
            yield desk
    except Unlawful as trouble:
        print_findings(trouble)
        raise typer.Exit(1) from None


def _name(by: str | None) -> str:
    """Who is meant; without a word the user of this machine."""
    if by and by.strip():
        return " ".join(by.split())
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return ""


def print_findings(trouble: Unlawful) -> None:
    """Say why a ruling cannot be given, and what would help."""
    for ruling, finding in trouble.findings:
        warn([finding_line(ruling, finding)])
    unusual = [finding.clause for _, finding in trouble.findings if finding.verdict is Verdict.UNUSUAL]
    if unusual and not trouble.forbidden:
        accept = " ".join(f'--accept "{clause}=why"' for clause in dict.fromkeys(unusual))
        print(f"amends: it can be given with a reason: {accept}", file=sys.stderr)
