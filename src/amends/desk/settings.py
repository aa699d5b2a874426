"""How the desk is set for all events of a store: who may read, the usual regulation, the club, the key of sessions."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from amends.desk.desk import Desk
from amends.faults import Fault, Faults
from amends.regulations import known

MOST_OF_A_CLUB = 100
"""The most characters of a club's name."""

_SIGNING_KEY = "signing_key"
_KEY = re.compile("[0-9a-f]{64}")


class Readers(StrEnum):
    """What those see who are not signed in."""

    PUBLISHED = "published"
    LIVE = "live"
    NOBODY = "nobody"

    @property
    def words(self) -> str:
        """As it is said to people.

        >>> Readers.NOBODY.words
        'nothing'
        """
        return {"published": "what was last published", "live": "the standings as they are"}.get(self, "nothing")


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """The settings: what readers see, the usual regulation of new events ("": none), the name of the club."""

    readers: Readers = Readers.PUBLISHED
    regulation: str = ""
    club: str = ""


def desk_settings(desk: Desk) -> DeskSettings:
    """The settings as they are."""
    return _read(desk.store.settings())


def change_settings(
    desk: Desk, *, readers: Readers | str | None = None, regulation: str | None = None, club: str | None = None
) -> DeskSettings:
    """Change settings, all of them or none; what is None stays. The settings as they are then."""
    said = {"readers": readers, "regulation": regulation, "club": club}
    wanted: dict[str, Any] = {name: " ".join(value.split()) for name, value in said.items() if value is not None}
    _raise(wanted)
    return _read(desk.store.change_settings(lambda kept: {**kept, **wanted}))


def signing_key(desk: Desk) -> str:
    """The key that sessions are signed with: made by chance when it is first asked for, and the same ever after.

    It is a secret: not for a log, nor for any page.
    """
    there = _key_in(desk.store.settings())
    if there is not None:
        return there
    made = secrets.token_hex(32)
    kept = desk.store.change_settings(lambda kept: {**kept, _SIGNING_KEY: _key_in(kept) or made})
    return str(kept[_SIGNING_KEY])


def new_signing_key(desk: Desk) -> None:
    """Put another key in place of the present one: all sessions of everybody end."""
    desk.store.change_settings(lambda kept: {**kept, _SIGNING_KEY: secrets.token_hex(32)})


def _key_in(kept: Mapping[str, Any]) -> str | None:
    """The key; None where there is none, or a damaged one that anybody might guess."""
    key = kept.get(_SIGNING_KEY)
    return key if isinstance(key, str) and _KEY.fullmatch(key) else None


def _read(kept: Mapping[str, Any]) -> DeskSettings:
    ours = {name: kept[name] for name in ("readers", "regulation", "club") if name in kept}
    _raise(ours)
    readers = Readers(ours.get("readers", Readers.PUBLISHED))
    return DeskSettings(readers, ours.get("regulation", ""), ours.get("club", ""))


def _raise(values: Mapping[str, Any]) -> None:
    found = tuple(_faults(values))
    if found:
        raise Faults(found)


def _faults(values: Mapping[str, Any]) -> Iterator[Fault]:
    readers, regulation, club = (values.get(name, "") for name in ("readers", "regulation", "club"))
    if "readers" in values and readers not in Readers.__members__.values():
        yield Fault(f"{readers!r} is not one of {', '.join(Readers)}.", "", "setting readers")
    if regulation not in ("", *known()):
        yield Fault(f"{regulation!r} is not one of {', '.join(known())}.", "", "setting regulation")
    if not isinstance(club, str) or not club.isprintable():
        yield Fault(f"{club!r} has characters that cannot be printed.", "", "setting club")
    elif len(club) > MOST_OF_A_CLUB:
        yield Fault(f"The name has {len(club)} characters; {MOST_OF_A_CLUB} is the most.", "", "setting club")
