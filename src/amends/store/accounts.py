"""Accounts in their table: a name is taken whatever its capital and small letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete, insert, select, update

from amends.faults import Faults, Refusal
from amends.store.records import KeptAccount, line_of, time_in, time_of
from amends.store.schema import ACCOUNTS
from amends.store.trouble import damaged

AccountChange: TypeAlias = Callable[[KeptAccount, Sequence[KeptAccount]], KeptAccount]
"""Makes an account from the one that is kept and all others, at a moment in which nobody else changes any."""

AccountLook: TypeAlias = Callable[[KeptAccount, Sequence[KeptAccount]], None]
"""Looks at an account and all others at such a moment, and raises what speaks against its removal."""


def folded(name: str) -> str:
    """A name as it is compared: without the difference of capital and small letters, wide and narrow ones.

    >>> folded("  R.  FOX ") == folded("r. fox")
    True
    """
    same = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", " ".join(same.split()))


def kept(connection: Connection) -> list[KeptAccount]:
    """All accounts, in the order of their names."""
    rows = connection.execute(select(ACCOUNTS)).all()
    return [account_in(row) for row in sorted(rows, key=lambda row: str(row.key))]


def found(connection: Connection, name: str) -> KeptAccount | None:
    """The account with this name, if there is one."""
    row = connection.execute(select(ACCOUNTS).where(ACCOUNTS.c.key == key_of(name))).one_or_none()
    return None if row is None else account_in(row)


def add(connection: Connection, account: KeptAccount, *, first: bool = False) -> None:
    """Write a new account; a name that is taken is refused, and as the `first` one any but the first."""
    if first and kept(connection):
        raise Refusal("There is an account already.", "Who is signed in adds others in the settings.")
    taken = found(connection, account.name)
    if taken is not None:
        raise taken_by(taken)
    connection.execute(insert(ACCOUNTS), row_of(account))


def change(connection: Connection, name: str, change: AccountChange) -> KeptAccount:
    """Write another account in place of one: its role, its secret, its epoch; the name stays."""
    account, others = _among(connection, name)
    changed = change(account, others)
    values = {"role": changed.role, "secret": changed.secret, "epoch": changed.epoch}
    connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.key == key_of(name)).values(values))
    return changed


def remove(connection: Connection, name: str, look: AccountLook) -> KeptAccount:
    """Remove an account unless `look` raises something; the one that was removed."""
    account, others = _among(connection, name)
    look(account, others)
    connection.execute(delete(ACCOUNTS).where(ACCOUNTS.c.key == key_of(name)))
    return account


def row_of(account: KeptAccount) -> dict[str, Any]:
    """The row of an account."""
    name = line_of(account.name, "the name of an account")
    return {
        "key": folded(name),
        "name": name,
        "role": account.role,
        "secret": account.secret,
        "epoch": account.epoch,
        "created": time_of(account.created),
    }


def taken_by(account: KeptAccount) -> Faults:
    """A fault for a name that an account has already."""
    return Refusal(f"There is already an account {account.name!r}.", "Choose another name.")


def unknown(name: str, accounts: Sequence[KeptAccount]) -> Faults:
    """A fault for an account that is not there; it says which are."""
    there = ", ".join(account.name for account in accounts)
    return Refusal(f"No account is called {name!r}.", f"Accounts: {there}." if there else "There is none yet.")


def key_of(name: str) -> str:
    """The key of the account with a name."""
    return folded(line_of(name, "the name of an account"))


def account_in(row: Any) -> KeptAccount:
    """The account that a row says."""
    try:
        return KeptAccount(row.name, row.role, row.secret, row.epoch, time_in(row.created))
    except Faults as trouble:
        raise damaged(f"account {row.name!r}", trouble) from None


def _among(connection: Connection, name: str) -> tuple[KeptAccount, list[KeptAccount]]:
    """The account with this name, and all others."""
    wanted, accounts = key_of(name), kept(connection)
    for account in accounts:
        if folded(account.name) == wanted:
            return account, [other for other in accounts if other is not account]
    raise unknown(name, accounts)
