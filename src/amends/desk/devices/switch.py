"""The switch of an event: whether the app listens to its table devices, where, and how it goes; without any secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from amends.desk.desk import Desk

SWITCHES, STATES = "device_switches", "device_states"
"""Settings of the store: by the key of the event what was switched, and what the process that listens says."""


@dataclass(frozen=True, slots=True)
class DeviceSwitch:
    """What was chosen for an event."""

    url: str = ""
    session: str = ""
    on: bool = False
    press: int = 0
    """The number of this press of the button: another one has listening begin anew, also with the same address."""


@dataclass(frozen=True, slots=True)
class DeviceState:
    """How listening goes, as the process that does it has said last; times as texts, "" for never."""

    begun: str = ""
    """When it was connected first since it was switched on."""
    connected: str = ""
    last: str = ""
    last_words: str = ""
    trouble: str = ""
    refused: str = ""
    """The last message from a table that was not entered, and why."""


def device_switches(desk: Desk) -> dict[str, DeviceSwitch]:
    """The switches of all events."""
    kept = desk.store.settings().get(SWITCHES)
    return {key: _switch(each) for key, each in kept.items()} if isinstance(kept, Mapping) else {}


def device_state(desk: Desk, key: str) -> DeviceState:
    """How listening to an event goes."""
    return _state(desk.store.settings().get(STATES), key)


def set_switch(desk: Desk, key: str, switch: DeviceSwitch) -> None:
    """Switch listening on or off; what was said about it before is forgotten."""

    def change(settings: dict[str, Any]) -> Mapping[str, Any]:
        switches, states = dict(settings.get(SWITCHES) or {}), dict(settings.get(STATES) or {})
        states.pop(key, None)
        pressed = replace(switch, press=_switch(switches.get(key)).press + 1)
        return {**settings, SWITCHES: {**switches, key: asdict(pressed)}, STATES: states}

    desk.store.change_settings(change)


def tell_state(desk: Desk, key: str, **news: str) -> None:
    """Say how listening goes; what is not said stays."""

    def change(settings: dict[str, Any]) -> Mapping[str, Any]:
        states = dict(settings.get(STATES) or {})
        return {**settings, STATES: {**states, key: asdict(replace(_state(states, key), **news))}}

    desk.store.change_settings(change)


def _switch(data: Any) -> DeviceSwitch:
    if not isinstance(data, Mapping):
        return DeviceSwitch()
    url, session, press = str(data.get("url", "")), str(data.get("session", "")), data.get("press")
    return DeviceSwitch(url, session, data.get("on") is True, press if isinstance(press, int) else 0)


def _state(states: Any, key: str) -> DeviceState:
    data = states.get(key) if isinstance(states, Mapping) else None
    if not isinstance(data, Mapping):
        return DeviceState()
    return DeviceState(**{name: str(data.get(name, "")) for name in DeviceState.__slots__})
