"""`amends account role`: another role for an account."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli.account_options import ROLES, AccountName, print_account
from amends.cli.at_desk import StorePlace, at_desk
from amends.cli.options import Json
from amends.desk.accounts.accounts import change_role

NAME = "account role"


def command(
    name: AccountName,
    role: Annotated[str, typer.Argument(metavar="ROLE", help=f"The new role: {ROLES}.")],
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Give an account another role, at once. The last chief director stays one.

    Example: amends account role "A. Birch" reviewer
    """
    with at_desk(store) as desk:
        changed = change_role(desk, name, role)
    print_account(changed, "from now on", json)
