"""Listens, in threads of a server, to the devices of all events whose switch is on, as long as the server runs."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from threading import Event as Signal
from threading import Thread

from amends import clock
from amends.desk.desk import Desk
from amends.desk.devices.listening import DeviceListener, Happening
from amends.desk.devices.switch import DeviceSwitch, device_state, device_switches, tell_state
from amends.devices.credentials import read_credentials
from amends.devices.messages import Connector, DeviceTrouble, TurnTaken
from amends.faults import Faults, Refusal
from amends.journal.codec import time_text

LOOK_SECONDS = 2.0
"""So often the switches are looked at; this process is told at once when one of its own pages has changed one."""
AGAIN_SECONDS = 15.0
"""After so long it is tried again where listening has ended: refused, or done by another process so far."""
END_SECONDS = 5.0
"""So long the threads have to end in order."""

NO_CLIENT = "The client of the Bridgemate Data Connector is not installed: install amends[bridgemate] on the server."


def has_client() -> bool:
    """Whether the extra is installed."""
    return find_spec("bridgemate_dataconnector") is not None


def connector_of(switch: DeviceSwitch) -> Connector:
    """The other side of a switch, asked with the credentials of the server."""
    if not has_client():
        raise Refusal(NO_CLIENT)
    from amends.devices.bridgemate import DataConnector

    return DataConnector(switch.url, read_credentials())


@dataclass
class _Listening:
    """A thread that listens to an event."""

    switch: DeviceSwitch
    stop: Signal = field(default_factory=Signal)
    thread: Thread | None = None
    ended: float = 0.0

    @property
    def is_alive(self) -> bool:
        return self.thread is not None and self.thread.is_alive()


class DeviceKeeper:
    """Starts and stops the threads that listen; of several processes with one store one listens to an event."""

    def __init__(self, desk: Desk, connect: Callable[[DeviceSwitch], Connector] = connector_of) -> None:
        self._desk, self._connect = desk, connect
        self._stop, self._nudged = Signal(), Signal()
        self._listening: dict[str, _Listening] = {}
        self._thread: Thread | None = None

    def start(self) -> None:
        """Look after the switches from now on."""
        self._thread = Thread(target=self._run, name="devices", daemon=True)
        self._thread.start()

    def look(self) -> None:
        """Look at the switches at once: one may have changed."""
        self._nudged.set()

    def stop(self) -> None:
        """End all threads in order, as far as they end soon."""
        self._stop.set()
        self._nudged.set()
        for each in list(self._listening.values()):
            each.stop.set()
        threads = [self._thread, *(each.thread for each in self._listening.values())]
        end = time.monotonic() + END_SECONDS
        for thread in threads:
            if thread is not None:
                thread.join(max(0.0, end - time.monotonic()))

    def _run(self) -> None:
        while not self._stop.is_set():
            with suppress(Faults):  # the store is down: pages say so
                self._tend()
            self._nudged.wait(LOOK_SECONDS)
            self._nudged.clear()

    def _tend(self) -> None:
        """End what is switched off or otherwise, begin what is switched on."""
        wanted = {key: switch for key, switch in device_switches(self._desk).items() if switch.on}
        for key, each in list(self._listening.items()):
            if wanted.get(key) != each.switch:
                each.stop.set()
            if each.stop.is_set() and not each.is_alive:
                del self._listening[key]
        for key, switch in wanted.items():
            known = self._listening.get(key)
            if known is not None and (known.is_alive or time.monotonic() - known.ended < AGAIN_SECONDS):
                continue
            if not self._stop.is_set():
                self._begin(key, switch)

    def _begin(self, key: str, switch: DeviceSwitch) -> None:
        each = self._listening[key] = _Listening(switch)
        thread = Thread(target=self._listen, args=(key, each), name="devices of an event", daemon=True)
        thread.start()
        each.thread = thread  # not before: nobody can wait for the end of one that has not begun

    def _listen(self, key: str, each: _Listening) -> None:
        """Listen until it is switched off, or until it is refused; that is said, and tried again later."""
        trouble = ""
        try:
            connector = self._connect(each.switch)
            opened = self._desk.open(key)
            begun = device_state(self._desk, key).begun
            DeviceListener(
                self._desk,
                opened,
                connector,
                _StateTelling(self._desk, key, begun),
                each.stop.wait,
                each.switch.session,
                may_make=not begun,  # somebody has switched it on once, and not so that it begins anew in mid-session
            ).run()
        except TurnTaken:
            pass
        except (DeviceTrouble, Faults) as refused:
            trouble = " ".join(str(refused).split())
        except Exception as broken:  # whatever it is, its text may hold what was sent
            trouble = "Listening broke off by an error of amends; it is tried again."
            logging.getLogger(__name__).error("listening to devices broke off: %s", type(broken).__name__)
        each.ended = time.monotonic()
        if trouble and not each.stop.is_set():
            with suppress(Faults):
                tell_state(self._desk, key, trouble=trouble, connected="")


@dataclass(frozen=True)
class _StateTelling:
    """Puts what happens into the state of an event; names of persons are not kept there."""

    desk: Desk
    key: str
    begun: str

    def __call__(self, happening: Happening) -> None:
        now = time_text(clock.now())
        match happening.kind:
            case "connected":
                news = {"begun": self.begun or now, "connected": now, "trouble": ""}
            case "lost":
                news = {"trouble": happening.words}
            case "back":
                news = {"connected": now, "trouble": ""}
            case "result" | "correction" | "erasure":
                news = {"last": now, "last_words": happening.words}
            case "refused":
                news = {"refused": happening.words}
            case _:
                return
        with suppress(Faults):  # the store is down: the listener says so itself
            tell_state(self.desk, self.key, **news)
