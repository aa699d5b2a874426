"""Puts the commands together, and turns faults into messages and exit status 2."""

from __future__ import annotations

import io
import os
import sys

import typer

from amends import discovery
from amends.cli import commands, encoding
from amends.faults import Faults

NEGATIVE_NUMBERS = {"ignore_unknown_options": True}
"""So that "-14" is an argument and not an option."""


def build() -> typer.Typer:
    """The application with every command found in `commands`."""
    app = typer.Typer(
        name="amends",
        help="Scores duplicate bridge exactly and makes every ruling of Law 12 part of the score.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(lambda: None)
    for module in discovery.modules(commands):
        app.command(module.NAME, context_settings=NEGATIVE_NUMBERS)(module.command)
    return app


def main() -> None:
    """Run the command line."""
    encoding.install()
    try:
        build()()
        sys.stdout.flush()
    except Faults as trouble:
        for fault in trouble.faults:
            print(f"amends: {fault}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        _no_more_output()
        sys.exit(1)
    except OSError as trouble:  # a full disk behind standard output
        _no_more_output()
        print(f"amends: {trouble.strerror or trouble}", file=sys.stderr)
        sys.exit(2)


def _no_more_output() -> None:
    """So that closing standard output does not fail once more."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = io.StringIO()
