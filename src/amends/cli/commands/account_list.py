"""`amends account list`: who may sign in."""

from __future__ import annotations

from amends.cli import output
from amends.cli.at_desk import StorePlace, at_desk
from amends.cli.options import Json
from amends.desk.accounts.accounts import accounts
from amends.desk.accounts.roles import RIGHTS, Role

NAME = "account list"


def command(store: StorePlace = None, json: Json = False) -> None:
    """List who may sign in, with their roles.

    Example: amends account list
    """
    with at_desk(store) as desk:
        found = accounts(desk)
    if json:
        rows = [{"account": each.name, "role": each.role.value, "rights": sorted(RIGHTS[each.role])} for each in found]
        output.print_json({"accounts": rows})
        return
    if not found:
        output.say(f"Nobody can sign in yet: amends account add NAME --role {Role.CHIEF} adds the first.")
        return
    output.table("Accounts", ("name", "role"), [(each.name, each.role.words) for each in found], left=(0, 1))
