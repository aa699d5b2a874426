"""A limit on tries: whoever gives a wrong secret again and again has to wait, longer each time.

Wrong tries are counted for a name from an address, for a name from everywhere, and from an address. A device on which
somebody has signed in before has a count of its own for them, so that nobody else keeps them out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from amends.desk.desk import Desk
from amends.store.accounts import folded
from amends.store.tries import TriesChange, TryKey, WrongTries

__all__ = ["FREE", "Tries", "Trying", "folded", "wait_after"]

FREE = {"pair": 5, "name": 50, "address": 20, "device": 10}
"""So many wrong tries of each kind, and then the waiting begins."""

FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(minutes=15)
"""The wait doubles with each further wrong try."""

FORGOTTEN_AFTER = timedelta(hours=12)
"""After so long without a wrong try the count begins anew."""

MOST_KEPT = 10_000
"""So many counts are remembered; beyond, those with the fewest wrong tries are forgotten first."""

_LONGEST = 200
_BETWEEN = "\n"


@dataclass(frozen=True, slots=True)
class Trying:
    """Somebody who tries to sign in: the name, where they come from, and the device if it is known for this name."""

    name: str
    address: str = ""
    device: str = ""

    @property
    def keys(self) -> tuple[TryKey, ...]:
        """What is counted; a name that is too long for an account is cut, so that it takes no memory."""
        name, address = folded(self.name)[:_LONGEST], network_of(self.address[:_LONGEST])
        if self.device:
            return (("device", f"{name}{_BETWEEN}{self.device[:_LONGEST]}"),)
        if not address:
            return (("name", name),)
        return ("pair", f"{name}{_BETWEEN}{address}"), ("name", name), ("address", address)


@dataclass(frozen=True, slots=True)
class Tries:
    """The wrong tries of late, in the store: whichever process is asked knows them.

    A name that no account has counts like any other: the wait does not tell which names there are.
    """

    desk: Desk
    most_kept: int = MOST_KEPT

    def __len__(self) -> int:
        """How many counts are remembered."""
        return self.desk.store.tries_counted()

    def wait_for(self, who: Trying, now: datetime) -> timedelta | None:
        """How long a try has to wait still; None if it may be made now."""
        return _wait(self.desk.store.tries(who.keys), now)

    def begun(self, who: Trying, now: datetime) -> timedelta | None:
        """As `wait_for`; a try that may be made counts as wrong at once, until `succeeded` takes that back.

        So whoever makes many tries at one moment makes no more than one after the other.
        """
        found = self.desk.store.tries(who.keys)
        wait = _wait(found, now)
        if wait is not None and all(tries.last <= now for tries in found.values()):
            return wait  # without a write: who does not wait makes nobody else wait either

        def count(kept: dict[TryKey, WrongTries]) -> Mapping[TryKey, WrongTries]:
            nonlocal wait
            wait = _wait(kept, now)
            if wait is not None and self.desk.store.is_shared:
                return {}  # the clock of another machine may be ahead: its counts stay as they are
            if wait is not None:  # a clock that was put back makes no wait longer
                return {key: replace(tries, last=min(tries.last, now)) for key, tries in kept.items()}
            return {key: _counted(kept.get(key), now, begun=True) for key in who.keys}

        self._change(who, now, count)
        return wait

    def failed(self, who: Trying, now: datetime) -> None:
        """A wrong try: it is counted, unless it was when it began."""
        self._change(who, now, lambda kept: {key: _counted(kept.get(key), now) for key in who.keys})

    def succeeded(self, who: Trying, now: datetime) -> None:
        """A right try: the wrong ones for the name are forgotten.

        Those from the address stay: who has an account gets no more guesses at the others' by it.
        """

        def forget(kept: dict[TryKey, WrongTries]) -> Mapping[TryKey, WrongTries | None]:
            changed = dict[TryKey, WrongTries | None]()
            for (kind, key), tries in kept.items():
                if kind != "address":
                    changed[kind, key] = None
                elif tries.open:
                    changed[kind, key] = replace(tries, number=tries.number - 1, open=tries.open - 1)
            return changed

        self._change(who, now, forget)

    def withdrawn(self, who: Trying, now: datetime) -> None:
        """A try that was not looked at, because the server had too much to do: it does not count."""

        def take_back(kept: dict[TryKey, WrongTries]) -> Mapping[TryKey, WrongTries]:
            return {
                key: replace(tries, number=tries.number - 1, open=tries.open - 1)
                for key, tries in kept.items()
                if tries.open
            }

        self._change(who, now, take_back)

    def lift(self, name: str) -> None:
        """Let somebody try again at once, wherever they come from."""
        self.desk.store.forget_tries(folded(name[:_LONGEST]), _BETWEEN)

    def _change(self, who: Trying, now: datetime, change: TriesChange) -> None:
        self.desk.store.change_tries(who.keys, change, now - FORGOTTEN_AFTER, self.most_kept)


def network_of(address: str) -> str:
    """What counts as one address: of the sixth version all that one subscriber has.

    >>> network_of('192.0.2.7'), network_of('2001:db8:1:2:3:4:5:6'), network_of('somewhere')
    ('192.0.2.7', '2001:db8:1:2::/64', 'somewhere')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(ip_network((found, 64), strict=False))
    return address


def _wait(kept: Mapping[TryKey, WrongTries], now: datetime) -> timedelta | None:
    waits = [_left(tries, FREE[kind], now) for (kind, _), tries in kept.items()]
    return max((wait for wait in waits if wait > timedelta()), default=None)


def _left(tries: WrongTries, free: int, now: datetime) -> timedelta:
    if now - tries.last >= FORGOTTEN_AFTER or tries.number < free:
        return timedelta()
    return min(tries.last - now, timedelta()) + wait_after(tries.number - free)


def _counted(tries: WrongTries | None, now: datetime, *, begun: bool = False) -> WrongTries:
    if tries is None or now - tries.last >= FORGOTTEN_AFTER:
        tries = WrongTries(0, now)
    if tries.open and not begun:
        return replace(tries, open=tries.open - 1, last=now)
    return WrongTries(tries.number + 1, now, tries.open + begun)


def wait_after(further: int) -> timedelta:
    """The wait after so many wrong tries beyond those that are free.

    >>> [str(wait_after(further)) for further in (0, 1, 4, 5, 1000)]
    ['0:00:30', '0:01:00', '0:08:00', '0:15:00', '0:15:00']
    """
    return min(FIRST_WAIT * (1 << min(further, 16)), LONGEST_WAIT)
