"""`amends account remove`: somebody may sign in no more."""

from __future__ import annotations

from amends.cli import output
from amends.cli.account_options import AccountName
from amends.cli.at_desk import StorePlace, at_desk
from amends.cli.options import Json
from amends.desk.accounts.accounts import remove_account

NAME = "account remove"


def command(name: AccountName, store: StorePlace = None, json: Json = False) -> None:
    """Remove an account; what it entered stays, under its name. The last chief director stays.

    Example: amends account remove "A. Birch"
    """
    with at_desk(store) as desk:
        removed = remove_account(desk, name)
    if json:
        output.print_json({"removed": removed})
        return
    output.say(f"{removed}: removed; what was entered under this name stays")
