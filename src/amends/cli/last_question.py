"""A last question before something is entered."""

from __future__ import annotations

import sys

import typer


def in_a_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def sure(question: str, yes: bool) -> None:
    """Ask in a terminal, unless it was said already; who does not agree ends the command with status 1."""
    if yes or not in_a_terminal() or typer.confirm(question):
        return
    typer.echo("Nothing was entered.")
    raise typer.Exit(1)
