"""Where a store is: a file, or a database on a PostgreSQL server; as shown to people without any password."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from amends.faults import refuse

VARIABLE = "AMENDS_STORE"
"""The environment variable that says where the store is."""

EXPECTED = f"{VARIABLE} or --store: the path of a file, or postgresql://user@host/database"

_SERVERS = ("postgresql", "postgres", "postgresql+psycopg")


@dataclass(frozen=True, slots=True)
class Place:
    """A file or a URL of a server, exactly one of the two; `shown` has no password."""

    path: Path | None
    url: URL | None
    shown: str

    @property
    def is_file(self) -> bool:
        """Whether the store is a SQLite file."""
        return self.path is not None


def location() -> str:
    """Where the store is unless somebody says otherwise: what AMENDS_STORE says, else a file in the user's data."""
    return os.environ.get(VARIABLE) or str(Path(platformdirs.user_data_dir("amends", appauthor=False)) / "amends.db")


def place_of(where: str | Path | None) -> Place:
    """The place that a path or a URL names."""
    text = location() if where is None else str(where)
    scheme, separator, _ = text.partition("://")
    if isinstance(where, Path) or not separator:
        return _file(text)
    if scheme not in _SERVERS:
        raise refuse(f"a store at {scheme}://…", EXPECTED)
    try:
        url = make_url(text).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError):  # what they say may have the password in it
        raise refuse("a URL of a store that cannot be read", EXPECTED) from None
    return Place(None, url, _shown(url))


def _file(text: str) -> Place:
    if not text or "\0" in text:
        raise refuse(f"the path {text!r} of a store", EXPECTED)
    try:
        path = Path(text).expanduser()
    except RuntimeError:  # a user that nobody knows
        path = Path(text)
    return Place(path, None, str(path))


def _shown(url: URL) -> str:
    said = {key: value for key, value in url.query.items() if "pass" not in key.lower()}
    return URL.create("postgresql", url.username, None, url.host, url.port, url.database, said).render_as_string()
