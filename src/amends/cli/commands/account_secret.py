"""`amends account secret`: another PIN or password."""

from __future__ import annotations

from amends.cli.account_options import AccountName, SecretFile, print_account, read_secret
from amends.cli.at_desk import StorePlace, at_desk
from amends.cli.options import Json
from amends.desk.accounts.accounts import account_named, change_secret

NAME = "account secret"


def command(name: AccountName, secret_file: SecretFile = None, store: StorePlace = None, json: Json = False) -> None:
    """Give an account another PIN or password. Wherever it is signed in, it is signed out.

    Example: amends account secret "A. Birch" --secret-file secret.txt
    """
    with at_desk(store) as desk:
        account_named(desk, name)  # before anybody types a secret for nothing
        changed = change_secret(desk, name, read_secret(secret_file))
    print_account(changed, "has another secret, and is signed out everywhere", json)
