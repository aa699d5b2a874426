"""`amends listen`: live results, names and calls from table devices."""

from __future__ import annotations

import json as json_text
import signal
from importlib.util import find_spec
from pathlib import Path
from threading import Event as Stop
from typing import TYPE_CHECKING, Annotated, Any

from amends import clock
from amends.cli import output
from amends.cli.options.common import Json, Text, option
from amends.cli.session import EventName, StorePlace, at_event
from amends.desk.open_event import OpenEvent
from amends.exact import many
from amends.faults import Faults, Refusal, printable
from amends.journal.codec import time_text

if TYPE_CHECKING:
    from amends.desk.devices.listening import Happening

NEEDED = "bridgemate_dataconnector"


def listen_command(
    event: EventName,
    bridgemate: Annotated[str, option("--bridgemate", "The address of the Bridgemate Data Connector.", "URL")],
    session: Annotated[
        Text, option("--session", "Take over this session of the control software, by its id.", "ID")
    ] = None,
    new: Annotated[
        bool, option("--new", "Make the session without asking whether there is one: the devices begin anew.")
    ] = False,
    credentials: Annotated[
        Path | None,
        option(
            "--credentials",
            'A file with two lines: club = "…" and key = "…"; else AMENDS_BRIDGEMATE_CLUB and AMENDS_BRIDGEMATE_KEY.',
            "FILE",
        ),
    ] = None,
    check: Annotated[bool, option("--dry-run --check", "Print which session would be made, and stop.")] = False,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Take live results from Bridgemate devices into an event.

    Names and calls for the director come in too. It runs until Ctrl+C.

    Example: amends listen friday --bridgemate http://localhost:5079 --dry-run
    """
    if find_spec(NEEDED) is None:
        raise Refusal("amends listen needs the client of the Bridgemate Data Connector.", "Install amends[bridgemate].")
    from amends.desk.devices.listening import DeviceListener
    from amends.devices.bridgemate import DataConnector, read_address, read_session
    from amends.devices.credentials import read_credentials
    from amends.devices.messages import DeviceRefusal

    address = read_address(bridgemate)
    take_over = read_session(session) if session else ""
    if take_over and new:
        raise Refusal("A session is either taken over or made.", "Leave out --session or --new.")
    if check:
        with at_event(event, store) as (_, opened):
            _print_session(opened, address, take_over, json)
        return
    connector = DataConnector(address, read_credentials(credentials))
    stop = Stop()
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    with at_event(event, store) as (desk, opened):
        listener = DeviceListener(desk, opened, connector, _json_line if json else _line, stop.wait, take_over, new)
        try:
            if not json:
                output.say(f"Asking {address} for {printable(opened.kept.name)}. Ctrl+C stops it.")
            listener.run()
        except KeyboardInterrupt:
            pass
        except DeviceRefusal as trouble:
            raise Refusal(str(trouble)) from None
        finally:
            signal.signal(signal.SIGTERM, before)
    if not json:
        output.say("amends listens no more. Everything that was entered is kept.")


def _line(happening: Happening) -> None:
    """A line for people."""
    not_entered = "not entered: " if happening.kind == "refused" else ""
    output.say(f"{clock.local(clock.now()):%H:%M}  {not_entered}{printable(happening.words)}")


def _json_line(happening: Happening) -> None:
    """A line for programs."""
    from amends.contract.documents import document

    data = {"what": happening.kind, "at": time_text(clock.now()), "words": happening.words, **happening.data}
    made = document("happening", data).model_dump(mode="json")
    print(json_text.dumps(made, ensure_ascii=False), flush=True)


def _print_session(opened: OpenEvent, address: str, take_over: str, json: bool) -> None:
    """The session that would be taken over or made; nothing is asked of anybody."""
    from amends.desk.devices.sections import device_session, session_id

    data: dict[str, Any] = {"event": opened.kept.name, "address": address, "session": take_over or session_id(opened)}
    lines = [f"session  {data['session']}"]
    try:
        made = device_session(opened)
        data["sections"] = [
            {"letters": each.letters, "tables": len(each.tables), "rounds": max(map(len, each.tables.values()))}
            for each in made.sections
        ]
        data["names"] = len(made.seats)
        lines += [
            f"section  {each['letters']}: {many(each['tables'], 'table')}, {many(each['rounds'], 'round')}"
            for each in data["sections"]
        ]
        lines.append(f"names    {len(made.seats) or 'none'}")
    except Faults as trouble:
        data["sections"], data["why"] = None, str(trouble)
        lines.append(f"No session can be made: {trouble}")
    output.answer(json, "session", data, *lines)


COMMANDS = {"listen": listen_command}
