"""The club id and the licence key by which the control software is asked: from a file, or from the environment."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from amends.devices.messages import Credentials
from amends.faults import Refusal

CLUB, KEY, FILE = "AMENDS_BRIDGEMATE_CLUB", "AMENDS_BRIDGEMATE_KEY", "AMENDS_BRIDGEMATE_FILE"
"""The environment variables: both secrets, or the file that has them."""
URL = "AMENDS_BRIDGEMATE_URL"
"""The environment variable with the only address to which a server sends them, whatever is typed into the app."""
MOST_CHARACTERS = 500


def read_credentials(file: Path | None = None) -> Credentials:
    """The credentials of a file, else those of the environment. Nothing of them is in any message."""
    path = file or (Path(os.environ[FILE]) if os.environ.get(FILE) else None)
    if path is not None:
        return _from_file(path)
    club, key = (os.environ.get(name, "").strip() for name in (CLUB, KEY))
    if not club or not key:
        missing = " and ".join(name for name, value in ((CLUB, club), (KEY, key)) if not value)
        raise Refusal(
            "The club id and the licence key of the Bridgemate software are not both known.",
            f"Set {missing} in the environment, or name a file with both (see amends listen --help).",
        )
    return _checked(club, key, "the environment")


def _from_file(path: Path) -> Credentials:
    remedy = 'Write two lines: club = "…" and key = "…".'
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise Refusal(f"The file {path} with the club id and the licence key cannot be read.", remedy) from None
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        values = {}
    club, key = (values.get(name) for name in ("club", "key"))
    if not isinstance(club, str) or not isinstance(key, str) or not club.strip() or not key.strip():
        raise Refusal(f"The file {path} does not have the club id and the licence key.", remedy)
    return _checked(club.strip(), key.strip(), str(path))


def _checked(club: str, key: str, where: str) -> Credentials:
    for words, value in (("club id", club), ("licence key", key)):
        if len(value) > MOST_CHARACTERS or not value.isprintable():
            raise Refusal(f"The {words} in {where} is too long, or cannot be printed.", "Copy it once more.")
    return Credentials(club, key)
