"""How the desk is set for all events of a store: who may read, the usual regulation, the club; the key of sessions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from amends.desk.desk import Desk
from amends.faults import Fault, Faults
from amends.regulations import known
from amends.regulations.settings import scales_of_the_club
from amends.store import KeyFile
from amends.store.key_file import SIGNING_KEY

MOST_OF_A_CLUB = 100
"""The most characters of a club's name."""


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


class SignInNames(StrEnum):
    """To whom the sign-in page lists the names of those with an account, besides devices that know a name."""

    NETWORK = "network"
    """To this machine and to the private network that it is in."""
    NEVER = "never"


class PlayerMessages(StrEnum):
    """Whether players without an account may call the director, and say that a score is wrong."""

    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """The settings: what readers see, the usual regulation of new events ("": none), the name of the club.

    `sign_in_names` says who may choose their name from a list when they sign in; others type it.
    `player_messages` says whether those without an account may send something to the directors. A usual regulation that
    is not known here any more is none: `unknown_regulation` names it.
    """

    readers: Readers = Readers.PUBLISHED
    regulation: str = ""
    club: str = ""
    sign_in_names: SignInNames = SignInNames.NETWORK
    player_messages: PlayerMessages = PlayerMessages.ON
    unknown_regulation: str = ""


_SCALES = "scales"
_NAMES = ("readers", "regulation", "club", "sign_in_names", "player_messages")


def desk_settings(desk: Desk) -> DeskSettings:
    """The settings as they are."""
    return _read(desk.store.settings())


def change_settings(
    desk: Desk,
    *,
    readers: Readers | str | None = None,
    regulation: str | None = None,
    club: str | None = None,
    sign_in_names: SignInNames | str | None = None,
    player_messages: PlayerMessages | str | None = None,
) -> DeskSettings:
    """Change settings, all of them or none; what is None stays. The settings as they are then."""
    said = dict(zip(_NAMES, (readers, regulation, club, sign_in_names, player_messages), strict=True))
    wanted: dict[str, Any] = {name: " ".join(value.split()) for name, value in said.items() if value is not None}
    _raise(wanted)
    return _read(desk.store.change_settings(lambda kept: {**kept, **wanted}))


def changed_scales(desk: Desk) -> list[str]:
    """The club's scales of victory points that say something else than when amends first found them with this store.

    An event keeps the name of its scale: with another table behind it its victory points are others too.
    """
    now, first = scales_of_the_club(), desk.store.settings().get(_SCALES, {})
    if not isinstance(first, dict):
        return []
    if now.keys() - first.keys() and not desk.store.read_only:
        desk.store.change_settings(lambda kept: {**kept, _SCALES: {**now, **first}})
    return sorted(name for name, digest in now.items() if first.get(name, digest) != digest)


def signing_key(desk: Desk, file: Path | None = None) -> KeyFile:
    """The key that sessions are signed with, in the file beside the store or in another that is named.

    A key that an earlier version kept in the settings is moved there, so that nobody is signed out by it. It is a
    secret: not for a log, nor for any page.
    """
    kept = desk.store.settings()
    key = KeyFile(file or desk.store.key_path, earlier=kept.get(SIGNING_KEY), named=file is not None)
    if SIGNING_KEY in kept and key.is_kept and not desk.store.read_only:
        desk.store.remove_setting(SIGNING_KEY)
    return key


def new_signing_key(desk: Desk, file: Path | None = None) -> None:
    """Put another key in place of the present one: all sessions of everybody end."""
    signing_key(desk, file).renew()


def _read(kept: Mapping[str, Any]) -> DeskSettings:
    ours = {name: kept[name] for name in _NAMES if name in kept}
    # The club's own regulations are files, which may be away, or on another machine: nobody could choose another one.
    regulation, unknown = ours.get("regulation", ""), ""
    if regulation and isinstance(regulation, str) and not _is_known(regulation):
        unknown, ours["regulation"] = regulation, ""
    _raise(ours)
    readers = Readers(ours.get("readers", Readers.PUBLISHED))
    names = SignInNames(ours.get("sign_in_names", SignInNames.NETWORK))
    messages = PlayerMessages(ours.get("player_messages", PlayerMessages.ON))
    return DeskSettings(readers, ours.get("regulation", ""), ours.get("club", ""), names, messages, unknown)


def _is_known(regulation: str) -> bool:
    try:
        return regulation in known()
    except Faults:  # the folder of the club is away
        return False


def _raise(values: Mapping[str, Any]) -> None:
    found = tuple(_faults(values))
    if found:
        raise Faults(found)


def _faults(values: Mapping[str, Any]) -> Iterator[Fault]:
    readers, regulation, club = (values.get(name, "") for name in ("readers", "regulation", "club"))
    if "readers" in values and readers not in Readers.__members__.values():
        yield Fault(f"{readers!r} is not one of {', '.join(Readers)}.", "", "setting readers")
    if (names := values.get("sign_in_names", SignInNames.NETWORK)) not in SignInNames.__members__.values():
        yield Fault(f"{names!r} is not one of {', '.join(SignInNames)}.", "", "setting sign_in_names")
    if (messages := values.get("player_messages", PlayerMessages.ON)) not in PlayerMessages.__members__.values():
        yield Fault(f"{messages!r} is not one of {', '.join(PlayerMessages)}.", "", "setting player_messages")
    if regulation != "" and regulation not in known():
        yield Fault(f"{regulation!r} is not one of {', '.join(known())}.", "", "setting regulation")
    if not isinstance(club, str) or not club.isprintable():
        yield Fault(f"{club!r} has characters that cannot be printed.", "", "setting club")
    elif len(club) > MOST_OF_A_CLUB:
        yield Fault(f"The name has {len(club)} characters; {MOST_OF_A_CLUB} is the most.", "", "setting club")
