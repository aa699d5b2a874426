"""API keys: with which other programs use the API, in the role that a key has.

A key is shown once, when it is made. It has 256 bits of chance, so that a plain digest of it keeps it safe: there is
nothing to guess, and checking it costs nothing.
"""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from amends.accounts.accounts import Role, check_name_and_role, role_in
from amends.desk.desk import Desk
from amends.store import KeptKey

_TOKEN = re.compile(r"amends_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key that is in force: what it was given a name for, and what it may do."""

    id: str
    name: str
    role: Role
    created: datetime


def api_keys(desk: Desk) -> tuple[ApiKey, ...]:
    """All keys in force, in the order of their names."""
    return tuple(map(_api_key, desk.store.api_keys()))


def make_key(desk: Desk, name: str, role: Role | str) -> tuple[ApiKey, str]:
    """A new key, and the text that stands for it, which is kept nowhere."""
    line = check_name_and_role(name, role)
    id, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
    kept = KeptKey(id, line, Role(role).value, _digest(secret), desk.clock())
    desk.store.add_api_key(kept)
    return _api_key(kept), f"amends_{id}_{secret}"


def revoke_key(desk: Desk, name: str) -> ApiKey:
    """End a key by its name, at once."""
    return _api_key(desk.store.remove_api_key(name))


def key_of_token(desk: Desk, token: str) -> ApiKey | None:
    """The key that a text stands for; None if it is none that is in force."""
    parts = _TOKEN.fullmatch(token)
    kept = desk.store.api_key(parts[1]) if parts else None
    if kept is None or parts is None or not hmac.compare_digest(kept.digest, _digest(parts[2])):
        return None
    return _api_key(kept)


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _api_key(kept: KeptKey) -> ApiKey:
    return ApiKey(kept.id, kept.name, role_in(kept.role, f"API key {kept.name!r}"), kept.created)
