"""`amends account add`: somebody more who may sign in."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli.account_options import ROLES, AccountName, SecretFile, print_account, read_secret
from amends.cli.at_desk import StorePlace, at_desk
from amends.cli.options import Json
from amends.desk.accounts.accounts import add_account, check_new

NAME = "account add"


def command(
    name: AccountName,
    role: Annotated[str, typer.Option("--role", help=f"What they are here for: {ROLES}.")],
    secret_file: SecretFile = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Let somebody sign in to the web app: as scorer, director, chief director or reviewer.

    You are asked for a PIN or password twice. In a script it comes from a file or from standard input.

    Example: amends account add "C. Cole" --role scorer --secret-file secret.txt
    """
    with at_desk(store) as desk:
        check_new(desk, name, role)  # before anybody types a secret for nothing
        made = add_account(desk, name, role, read_secret(secret_file))
    print_account(made, "may sign in now", json)
