"""What the commands of accounts share: the name, the role, and how a secret is asked for; it is never an argument."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.asking import is_terminal
from amends.desk.accounts.accounts import Account
from amends.desk.accounts.passwords import EXPECTED, MOST_CHARACTERS
from amends.desk.accounts.roles import Role
from amends.faults import Fault, Faults, refuse

ROLES = ", ".join(Role)

AccountName = Annotated[
    str, typer.Argument(metavar="NAME", help="The name that somebody signs in with, such as the one on their entries.")
]
SecretFile = Annotated[
    Path | None,
    typer.Option(
        "--secret-file",
        metavar="FILE",
        help="A file whose first line is the PIN or password; without it you are asked, or standard input is read.",
    ),
]

_MOST_READ = 4 * MOST_CHARACTERS + 2
"""The longest secret in UTF-8, and the end of its line."""


def read_secret(file: Path | None) -> str:
    """The secret: the first line of a file or of standard input; at a terminal it is asked for twice and not shown."""
    if file is not None:
        return _first_line(file)
    if is_terminal():
        return _asked()
    line = sys.stdin.readline(_MOST_READ) if sys.stdin is not None else ""
    if not line:
        raise refuse("no secret on standard input", f"{EXPECTED}, in a line")
    return line.rstrip("\r\n")


def _first_line(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.readline(_MOST_READ).decode("utf-8-sig").rstrip("\r\n")
    except OSError as trouble:
        raise Faults([Fault(trouble.strerror or str(trouble), "a file that can be read", file=str(file))]) from None
    except UnicodeDecodeError:
        raise Faults([Fault("bytes that are no UTF-8", "a text file", file=str(file))]) from None


def _asked() -> str:
    try:
        secret = getpass.getpass("PIN or password: ")
        again = getpass.getpass("The same again: ")
    except EOFError:
        raise refuse("no secret", EXPECTED) from None
    if secret != again:
        raise refuse("two different secrets", "the same twice")
    return secret


def print_account(account: Account, done: str, json: bool) -> None:
    """Say what has become of an account."""
    if json:
        output.print_json({"account": account.name, "role": account.role.value})
        return
    output.say(f"{account.name}, {account.role.words}: {done}")
