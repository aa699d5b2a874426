"""`amends account`: who may sign in, in which role, with which PIN or password."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path
from typing import Annotated

from amends import clock
from amends.accounts.accounts import (
    RIGHTS,
    Account,
    Role,
    account_named,
    accounts,
    add_account,
    change_role,
    change_secret,
    check_new,
    remove_account,
    sign_out_all,
)
from amends.accounts.api_keys import ApiKey, api_keys, make_key, revoke_key
from amends.accounts.passwords import EXPECTED, MOST_CHARACTERS
from amends.accounts.sign_in_limit import Tries
from amends.cli import output
from amends.cli.asking import is_terminal
from amends.cli.options.common import Json, argument, option
from amends.cli.session import StorePlace, at_desk
from amends.exact import many
from amends.faults import Fault, Faults, refuse, unreadable
from amends.journal.codec import time_text

ROLES = ", ".join(Role)

AccountName = Annotated[str, argument("NAME", "The name to sign in with; it stands on the person's entries.")]
SecretFile = Annotated[
    Path | None,
    option(
        "--secret-file",
        "A file whose first line is the PIN or password; without it you are asked, or standard input is read.",
        "FILE",
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
        raise Faults([unreadable(str(file), trouble)]) from None
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


def account_data(account: Account) -> dict[str, object]:
    """An account as data."""
    return {"account": account.name, "role": account.role.value, "rights": sorted(RIGHTS[account.role])}


def print_account(account: Account, done: str, json: bool) -> None:
    """Say what has become of an account."""
    output.answer(json, "account", account_data(account), f"{account.name}, {account.role.words}: {done}")


def add(
    name: AccountName,
    role: Annotated[str, option("--role", f"What they are here for: {ROLES}.")],
    secret_file: SecretFile = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Let a person sign in to the app.

    The person is a scorer, a director, a chief director or a reviewer.

    You are asked for a PIN or password twice. In a script it comes from a file or from standard input.

    Example: amends account add "C. Cole" --role scorer --secret-file secret.txt
    """
    with at_desk(store) as desk:
        check_new(desk, name, role)  # before anybody types a secret for nothing
        made = add_account(desk, name, role, read_secret(secret_file))
    print_account(made, "may sign in now", json)


def list_(store: StorePlace = None, json: Json = False) -> None:
    """List who may sign in, with their roles.

    Example: amends account list
    """
    with at_desk(store) as desk:
        found = accounts(desk)
    if json:
        output.print_json("accounts", {"accounts": [account_data(each) for each in found]})
        return
    if not found:
        output.say(f"Nobody can sign in yet: amends account add NAME --role {Role.CHIEF} adds the first.")
        return
    output.table("Accounts", ("name", "role"), [(each.name, each.role.words) for each in found], left=(0, 1))


def remove(name: AccountName, store: StorePlace = None, json: Json = False) -> None:
    """Remove an account.

    What it entered stays, under its name. The last chief director cannot be removed.

    Example: amends account remove "A. Birch"
    """
    with at_desk(store) as desk:
        removed = remove_account(desk, name)
    output.answer(json, "removed", {"removed": removed}, f"{removed}: removed; what was entered under this name stays")


def role_account(
    name: AccountName,
    role: Annotated[str, argument("ROLE", f"The new role: {ROLES}.")],
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Give an account another role, at once.

    The last chief director keeps that role.

    Example: amends account role "A. Birch" reviewer
    """
    with at_desk(store) as desk:
        changed = change_role(desk, name, role)
    print_account(changed, "from now on", json)


def secret(name: AccountName, secret_file: SecretFile = None, store: StorePlace = None, json: Json = False) -> None:
    """Give an account another PIN or password.

    The account is signed out everywhere.

    Example: amends account secret "A. Birch" --secret-file secret.txt
    """
    with at_desk(store) as desk:
        account_named(desk, name)  # before anybody types a secret for nothing
        changed = change_secret(desk, name, read_secret(secret_file))
    print_account(changed, "has another secret, and is signed out everywhere", json)


def unlock(name: AccountName, store: StorePlace = None, json: Json = False) -> None:
    """Let a person who is locked out try again at once.

    After wrong PINs or passwords a person has to wait; this ends the wait.

    Example: amends account unlock "A. Birch"
    """
    with at_desk(store) as desk:
        account = account_named(desk, name)
        Tries(desk).lift(account.name)
    print_account(account, "may try again at once", json)


def sign_out_everybody(
    key_file: Annotated[
        Path | None, option("--key-file", "The file that amends serve was started with, if it was.", "FILE")
    ] = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Sign everybody out, on every device.

    This makes a new session key, which running servers use at once.

    Example: amends account sign-out-all
    """
    with at_desk(store) as desk:
        number = sign_out_all(desk, key_file)
    words = (
        f"Everybody is signed out: {many(number, 'account')}. They sign in again with the PIN or password they have."
    )
    output.answer(json, "signed-out", {"accounts": number}, words)


def key(
    name: Annotated[str | None, argument("NAME", "The name of the program, as on its entries.")] = None,
    role: Annotated[str | None, option("--role", f"Make a key with this role: {ROLES}.")] = None,
    revoke: Annotated[bool, option("--revoke", "End the key, at once.")] = False,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """List, make or end the API keys of other programs.

    --role makes a key, --revoke ends one, and without either the keys are listed.

    A new key is shown once, and kept nowhere.

    Example: amends account key "Scoring program" --role scorer
    """
    if (name is None) != (role is None and not revoke) or (role is not None and revoke):
        raise refuse("these options together", "NAME with --role, NAME with --revoke, or none of them for a list")
    with at_desk(store) as desk:
        if name is None:
            _print_keys(api_keys(desk), json)
        elif role is None:
            ended = revoke_key(desk, name)
            output.answer(json, "key", {**key_data(ended), "revoked": True}, f"{ended.name}: the key is revoked")
        else:
            made, token = make_key(desk, name, role)
            words = f"{made.name}, {made.role.words}: the key, shown this once:"
            output.answer(json, "key", {**key_data(made), "key": token}, words, token)


def _print_keys(found: tuple[ApiKey, ...], json: bool) -> None:
    if json:
        output.print_json("keys", {"keys": [key_data(each) for each in found]})
    elif found:
        rows = [(each.name, each.role.words, clock.shown_time(each.created)) for each in found]
        output.table("API keys", ("name", "role", "made"), rows, left=(0, 1, 2))
    else:
        output.say("No other program has a key yet: amends account key NAME --role scorer makes one.")


def key_data(key: ApiKey) -> dict[str, object]:
    """A key as data, without what the program sends."""
    return {
        "name": key.name,
        "role": key.role.value,
        "rights": sorted(RIGHTS[key.role]),
        "created": time_text(key.created),
    }


COMMANDS = {
    "account add": add,
    "account key": key,
    "account list": list_,
    "account remove": remove,
    "account role": role_account,
    "account secret": secret,
    "account unlock": unlock,
    "account sign-out-all": sign_out_everybody,
}
