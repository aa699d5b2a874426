"""`amends serve`: the director's app in a browser, on this machine and on phones in the same network."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from amends.accounts.accounts import Role, accounts, add_account
from amends.cli import output
from amends.cli.options.common import Json, option
from amends.cli.session import StorePlace
from amends.desk import Desk, open_desk
from amends.desk.demonstration import DIRECTOR, begin_demonstration
from amends.web.server import ServerOptions
from amends.web.serving import PORT, create_app, listen, open_browser, qr_code, serve


def command(
    store: StorePlace = None,
    port: Annotated[int, option("--port", "The port; 0 takes any that is free.")] = PORT,
    local: Annotated[bool, option("--local", "Only this machine may come in, no phones.")] = False,
    browser: Annotated[bool, option("--browser/--no-browser", "Open the browser.")] = True,
    read_only: Annotated[bool, option("--read-only", "Nothing can be entered, whoever signs in.")] = False,
    host: Annotated[
        list[str] | None, option("--host", "A further name under which this machine is asked for.", "NAME")
    ] = None,
    key_file: Annotated[
        Path | None,
        option(
            "--key-file", "The key of sessions, where several machines serve one PostgreSQL; made if missing.", "FILE"
        ),
    ] = None,
    demo: Annotated[bool, option("--demo", "With a demonstration event, in a store that is gone at the end.")] = False,
    check: Annotated[bool, option("--check", "Only say where it would answer, and stop.")] = False,
    json: Json = False,
) -> None:
    """Run the app: events, results, rulings and standings in a browser, and on phones in the same network.

    Example: amends serve --port 0 --check
    """
    reached = listen(port, local)
    try:
        with _desk(store, demo, json) as (desk, pin):
            code = secrets.token_urlsafe(9) if demo or not accounts(desk) else ""
            options = ServerOptions(
                hosts=(*reached.hosts, *(host or ())),
                address=reached.for_phones,
                first_code=code,
                demonstration=demo,
                read_only=read_only,
                key_file=key_file,
            )
            app = create_app(desk, options)
            output.warn(app.state.server.notices)
            desk.store.keep_in_file()
            first = f"{reached.here}{'in/' if demo else 'first?code='}{code}" if code else reached.here
            if check:
                _print_start(first, reached.for_phones, pin, json)
                return

            def started() -> None:
                _print_start(first, reached.for_phones, pin, json)
                if browser:
                    open_browser(first)

            app.state.server.analyst.start()
            serve(app, reached, started)
            if not json:
                kept = "" if demo else " Everything that was entered is kept."
                output.say(f"amends has stopped.{kept}")
    finally:
        reached.listening.close()


@contextmanager
def _desk(store: str | None, demo: bool, json: bool) -> Iterator[tuple[Desk, str]]:
    """The desk, and for a demonstration the PIN."""
    if not demo:
        with open_desk(store) as desk:
            yield desk, ""
        return
    with (
        tempfile.TemporaryDirectory(prefix="amends-demo-", ignore_cleanup_errors=True) as folder,
        open_desk(Path(folder) / "demo.sqlite", DIRECTOR) as desk,
    ):
        if not json:
            output.say("Laying out the demonstration ...")
        begin_demonstration(desk)
        pin = f"{secrets.randbelow(900_000) + 100_000}"
        add_account(desk, DIRECTOR, Role.CHIEF, pin)
        yield desk, pin


def _print_start(address: str, for_phones: str, pin: str, json: bool) -> None:
    """Say that the app answers: the address to open, the one for phones, the PIN of a demonstration."""
    if json:
        output.print_json({"address": address, "phones": for_phones, "pin": pin})
        return
    output.say(f"amends answers at   {address}")
    if for_phones:
        output.say(f"phones, same Wi-Fi  {for_phones}")
        output.say(qr_code(for_phones))
        output.say("Over this network nothing is encrypted: use it on one that you trust, or with --local.")
    if pin:
        output.say(f"On a phone, sign in as {DIRECTOR} with the PIN {pin}.")
    output.say("Ctrl+C stops it.")


COMMANDS = {"serve": command}
