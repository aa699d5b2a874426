"""The store, accounts, and the server that answers."""

from __future__ import annotations

from typing import Literal

from amends.contract.documents.base import ContractDocument
from amends.contract.figures import Part


class AccountPart(Part):
    """Who may sign in, and as what."""

    account: str
    role: str
    rights: tuple[str, ...]


class AccountDocument(AccountPart, ContractDocument):
    """An account."""

    kind: Literal["account"] = "account"


class AccountsDocument(ContractDocument):
    """All accounts."""

    kind: Literal["accounts"] = "accounts"
    accounts: tuple[AccountPart, ...]


class KeyPart(Part):
    """A key with which another program uses the API."""

    name: str
    role: str
    rights: tuple[str, ...]
    created: str


class KeyDocument(KeyPart, ContractDocument):
    """A key that was made, or revoked; `key` is what the program sends, shown this once."""

    kind: Literal["key"] = "key"
    key: str | None = None
    revoked: bool = False


class KeysDocument(ContractDocument):
    """All keys in force."""

    kind: Literal["keys"] = "keys"
    keys: tuple[KeyPart, ...]


class RemovedDocument(ContractDocument):
    """An account that was removed."""

    kind: Literal["removed"] = "removed"
    removed: str


class SignedOutDocument(ContractDocument):
    """How many accounts were signed out."""

    kind: Literal["signed-out"] = "signed-out"
    accounts: int


class StoreDocument(ContractDocument):
    """Where events are kept."""

    kind: Literal["store"] = "store"
    where: str
    exists: bool
    events: int | None
    bytes: int | None


class BackupDocument(ContractDocument):
    """A copy of the store, and the older copies that were removed."""

    kind: Literal["backup"] = "backup"
    backup: str
    events: int | None
    bytes: int | None
    removed: tuple[str, ...] = ()


class SalvagedEventPart(Part):
    """What was saved of an event."""

    name: str
    date: str
    saved: int
    lost: int
    people: int
    beyond_a_gap: int


class SalvageDocument(ContractDocument):
    """What was saved of a damaged store."""

    kind: Literal["salvage"] = "salvage"
    saved: str
    whole: bool
    events: tuple[SalvagedEventPart, ...]
    of_no_known_event: int
    fragments: str | None


class ServerDocument(ContractDocument):
    """Where the app answers; the PIN is that of a demonstration."""

    kind: Literal["server"] = "server"
    address: str
    phones: str
    pin: str
