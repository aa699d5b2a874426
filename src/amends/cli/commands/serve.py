"""`amends serve`: the director's app in a browser, on this machine and on phones in the same network."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import StorePlace
from amends.desk import Desk, open_desk
from amends.desk.accounts import accounts, add_account
from amends.desk.demonstration import DIRECTOR, begin_demonstration
from amends.desk.rights import Role
from amends.web.app import create_app
from amends.web.server import Options
from amends.web.serving import PORT, Reached, listen, open_browser, qr_code, serve

NAME = "serve"


def command(
    store: StorePlace = None,
    port: Annotated[int, typer.Option("--port", help="The port; 0 takes any that is free.")] = PORT,
    local: Annotated[bool, typer.Option("--local", help="Only this machine may come in, no phones.")] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    read_only: Annotated[bool, typer.Option("--read-only", help="Nothing can be entered, whoever signs in.")] = False,
    host: Annotated[
        list[str] | None,
        typer.Option("--host", metavar="NAME", help="A further name under which this machine is asked for."),
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="With a demonstration event, in a store that is gone at the end.")
    ] = False,
) -> None:
    """Run the app: events, results, rulings and standings in a browser, and on phones in the same network.

    Example: amends serve --no-browser
    """
    reached = listen(port, local)
    try:
        with _desk(store, demo) as (desk, pin):
            code = secrets.token_urlsafe(9) if demo or not accounts(desk) else ""
            options = Options(
                hosts=(*reached.hosts, *(host or ())),
                address=reached.for_phones,
                first_code=code,
                demonstration=demo,
                read_only=read_only,
            )
            app = create_app(desk, options)
            first = f"{reached.here}{'in/' if demo else 'first?code='}{code}" if code else reached.here
            serve(app, reached, lambda: _say(reached, first, pin, browser))
            output.say(
                "amends has stopped. Everything that was entered is kept." if not demo else "amends has stopped."
            )
    finally:
        reached.listening.close()


@contextmanager
def _desk(store: str | None, demo: bool) -> Iterator[tuple[Desk, str]]:
    """The desk, and for a demonstration the PIN."""
    if not demo:
        with open_desk(store) as desk:
            yield desk, ""
        return
    with (
        tempfile.TemporaryDirectory(prefix="amends-demo-", ignore_cleanup_errors=True) as folder,
        open_desk(Path(folder) / "demo.sqlite", DIRECTOR) as desk,
    ):
        output.say("Laying out the demonstration ...")
        begin_demonstration(desk)
        pin = f"{secrets.randbelow(900_000) + 100_000}"
        add_account(desk, DIRECTOR, Role.CHIEF, pin)
        yield desk, pin


def _say(reached: Reached, first: str, pin: str, browser: bool) -> None:
    output.say(f"amends answers at   {first}")
    if reached.for_phones:
        output.say(f"phones, same Wi-Fi  {reached.for_phones}")
        output.say(qr_code(reached.for_phones))
        output.say("Over this network nothing is encrypted: use it on one that you trust, or with --local.")
    if pin:
        output.say(f"On a phone, sign in as {DIRECTOR} with the PIN {pin}.")
    output.say("Ctrl+C stops it.")
    if browser:
        open_browser(first)
