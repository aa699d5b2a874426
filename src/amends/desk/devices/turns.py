"""Who listens to the devices of an event: one process at a time, which says again and again that it is there."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from amends import clock
from amends.desk.desk import Desk
from amends.faults import Faults
from amends.journal.codec import time_text

SETTING = "listening"
"""The setting of the store that has who listens, by the key of the event."""
LASTS = timedelta(seconds=90)
"""After so long without a word somebody else may listen: longer than all answers of one round may take."""
AGAIN = timedelta(seconds=20)
"""So often the one who listens says so."""


class ListeningTurn:
    """The right to listen to an event, held in the store."""

    def __init__(self, desk: Desk, key: str) -> None:
        self._desk, self._key = desk, key
        self._holder = f"{socket.gethostname()} {os.getpid()} {secrets.token_hex(8)}"
        self._said: datetime | None = None

    def take(self) -> bool:
        """Take the turn, or keep it; whether it is ours."""
        now = clock.now_exactly()
        if self._said is not None and timedelta() <= now - self._said < AGAIN:
            return True
        ours = False

        def change(settings: dict[str, Any]) -> Mapping[str, Any]:
            nonlocal ours
            turns = dict(settings.get(SETTING) or {})
            ours = _is_free(turns.get(self._key), self._holder, now)
            if ours:
                turns[self._key] = {"holder": self._holder, "until": time_text(now + LASTS)}
            return {**settings, SETTING: turns}

        self._desk.store.change_settings(change)
        self._said = now if ours else None
        return ours

    def give_up(self) -> None:
        """Leave the turn to others."""

        def change(settings: dict[str, Any]) -> Mapping[str, Any]:
            turns = {
                key: each
                for key, each in dict(settings.get(SETTING) or {}).items()
                if key != self._key or each.get("holder") != self._holder
            }
            return {**settings, SETTING: turns}

        self._said = None
        with suppress(Faults):  # the store is down: the turn ends by itself
            self._desk.store.change_settings(change)


def is_listened_to(desk: Desk, key: str) -> bool:
    """Whether some process has the turn of an event."""
    turns = desk.store.settings().get(SETTING)
    return isinstance(turns, Mapping) and not _is_free(turns.get(key), "", clock.now_exactly())


def _is_free(turn: Any, holder: str, now: datetime) -> bool:
    """Whether a turn is ours, has ended, or was left behind by a process of this machine that is gone."""
    if not isinstance(turn, Mapping) or turn.get("holder") == holder:
        return True
    try:
        until = datetime.fromisoformat(str(turn.get("until")))
        if until <= now or until > now + 2 * LASTS:  # a clock that was wrong
            return True
    except (TypeError, ValueError):
        return True
    machine, process, *_ = f"{turn.get('holder')} 0 0".split()
    return machine == socket.gethostname() and process.isdecimal() and not _is_alive(int(process))


def _is_alive(process: int) -> bool:
    if os.name != "posix":
        return True  # nothing asks without harm there: the turn ends by itself
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
