"""`amends serve`: the director's app in a browser, on this machine and on phones in the same network."""

from __future__ import annotations

import re
import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from amends import child
from amends.accounts.accounts import Role, accounts, add_account
from amends.cli import output
from amends.cli.options.common import Json, option
from amends.cli.session import StorePlace
from amends.desk import Desk, open_desk
from amends.desk.demonstration import DIRECTOR, begin_demonstration
from amends.desk.settings import signing_key
from amends.faults import Refusal
from amends.web.codes import qr_code
from amends.web.hosting.connections import ConnectionLimits
from amends.web.hosting.counted import leave_counts
from amends.web.hosting.prefix import read_prefix
from amends.web.hosting.proxies import TrustedProxies
from amends.web.hosting.workers import refuse_several, run_workers
from amends.web.server import Server, ServerOptions, new_server
from amends.web.serving import PORT, Listener, create_app, listen, open_browser, serve

LEAST_TOKEN = 16
"""The fewest characters of a token."""
MOST_OF_A_TOKEN = 1000
_HOST = re.compile(r"[\w.-]+|\[[0-9A-Fa-f:.]+\]")


def command(
    store: StorePlace = None,
    port: Annotated[int, option("--port", "The port; 0 takes any that is free.")] = PORT,
    local: Annotated[bool, option("--local", "Accept connections from this machine only, not from phones.")] = False,
    browser: Annotated[bool, option("--browser/--no-browser", "Open the browser.")] = True,
    read_only: Annotated[bool, option("--read-only", "Nothing can be entered, whoever signs in.")] = False,
    host: Annotated[
        list[str] | None, option("--host", "Another host name of this machine that browsers may use.", "NAME")
    ] = None,
    proxy: Annotated[
        list[str] | None, option("--proxy", "Trust the headers of a proxy at this address or network.", "ADDRESS")
    ] = None,
    prefix: Annotated[str, option("--prefix", "The path under which a proxy shows the app.", "/PATH")] = "",
    metrics_token: Annotated[
        Path | None, option("--metrics-token", "A file with a token that opens /metrics from elsewhere.", "FILE")
    ] = None,
    log: Annotated[str, option("--log", "Write a line for each request: json.", "FORMAT")] = "",
    connections: Annotated[
        int, option("--connections", "Maximum number of connections per address.")
    ] = ConnectionLimits().of_address,
    body_seconds: Annotated[int, option("--body-seconds", "End an upload after this many seconds without data.")] = int(
        ConnectionLimits().body_seconds
    ),
    workers: Annotated[
        int, option("--workers", "The number of processes; more than one needs a PostgreSQL store.")
    ] = 1,
    key_file: Annotated[
        Path | None,
        option("--key-file", "The session key, for several machines on one PostgreSQL store; made if missing.", "FILE"),
    ] = None,
    api_only: Annotated[bool, option("--api-only", "Only the API for other programs, no pages.")] = False,
    api_rate: Annotated[
        int, option("--api-rate", "Maximum number of API requests per second, per key or address.")
    ] = ServerOptions().api_rate,
    api_origin: Annotated[
        list[str] | None, option("--api-origin", "A site whose pages may use the API in a browser.", "https://…")
    ] = None,
    demo: Annotated[
        bool, option("--demo", "Show a demonstration event, in a store that is deleted at the end.")
    ] = False,
    check: Annotated[bool, option("--dry-run --check", "Print the address and stop.")] = False,
    json: Json = False,
) -> None:
    """Run the app, for a browser and for phones in the same network.

    The app shows events, results, rulings and standings.

    Example: amends serve --port 0 --dry-run
    """
    if log not in ("", "json"):
        raise Refusal(f'There is no log "{log}".', "Write --log json.")
    for origin in api_origin or ():
        _refuse_origin(origin)
    if min(connections, body_seconds, api_rate) < 1:
        raise Refusal("A limit must be at least 1.")
    TrustedProxies(proxy or ())
    for name in host or ():
        _refuse_host(name)
    path, token = read_prefix(prefix), _token(metrics_token)
    reached = listen(port, local)
    try:
        with _desk(store, demo, json) as (desk, pin):
            refuse_several(workers, shared=desk.store.is_shared)
            code = secrets.token_urlsafe(9) if demo or not accounts(desk) else ""
            options = ServerOptions(
                hosts=(*reached.hosts, *(host or ())),
                address=_under(reached.for_phones, path),
                first_code=code,
                demonstration=demo,
                read_only=read_only,
                proxies=tuple(proxy or ()),
                prefix=path,
                metrics_token=token,
                json_log=log == "json",
                limits=ConnectionLimits(of_address=connections, body_seconds=body_seconds),
                key_file=key_file,
                origins=tuple(api_origin or ()),
                api_rate=api_rate,
                api_only=api_only,
            )
            here = _under(reached.here, path)
            first = f"{here}{'in/' if demo else 'first?code='}{code}" if code and not api_only else here
            browser = browser and not api_only

            def started() -> None:
                with suppress(OSError, ValueError) if not check else nullcontext():  # a full disk of the log
                    _print_start(first, options.address, pin, json)
                if browser and not check:
                    open_browser(first)

            if check:
                output.warn(new_server(desk, options).notices)
                started()
                return
            if workers == 1:
                _answer(desk, options, reached, started)
            else:
                output.warn(new_server(desk, options).notices)  # with a key of sessions, before there are several
                _refuse_lost_key(desk, key_file)
        if workers > 1:  # each opens the store for itself
            _run_several(workers, store, options, reached, started)
        if not json:
            kept = "" if demo else " Everything that was entered is kept."
            output.say(f"amends has stopped.{kept}")
    finally:
        reached.listening.close()


def _refuse_origin(origin: str) -> None:
    """Refuse what is no origin as browsers send it: a scheme, a host, perhaps a port."""
    if not re.fullmatch(r"https?://([\w.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?", origin):
        raise Refusal(f'"{origin}" is not the address of a site.', "Write it without a path: https://results.example.")


def _answer(desk: Desk, options: ServerOptions, reached: Listener, started: Callable[[], None]) -> None:
    """Answer requests in this process until somebody stops it."""
    child.MACHINE.folder = options.shared_folder
    app = create_app(desk, options)
    server: Server = app.state.server
    if options.process == 0:
        output.warn(server.notices)
    desk.store.keep_in_file()
    server.start()
    leave_counts(server)
    try:
        serve(app, reached, started, server.guard, desk.store.bring_into_file)
    finally:
        server.stop()


def _run_several(
    workers: int, store: str | None, options: ServerOptions, reached: Listener, started: Callable[[], None]
) -> None:
    """Answer requests in several processes, each with a store of its own."""
    with tempfile.TemporaryDirectory(prefix="amends-counts-", ignore_cleanup_errors=True) as folder:

        def work(place: int, answers: Callable[[], None]) -> None:
            with open_desk(store) as desk:
                _answer(desk, replace(options, process=place, shared_folder=folder), reached, answers)

        run_workers(workers, work, started)


def _refuse_lost_key(desk: Desk, key_file: Path | None) -> None:
    """Refuse several processes where each would have a key of its own: people would be signed out by chance."""
    key = signing_key(desk, key_file)
    if not key.is_kept:
        words = f"The key of sessions cannot be kept in {key.path}, and several processes need the same key."
        raise Refusal(words, "Name a file that can be written: --key-file FILE.")


def _refuse_host(name: str) -> None:
    """Refuse what is no name of a machine: with a sign for any name, a page elsewhere could use one of its own."""
    if "*" in name:
        raise Refusal(
            f'"{name}" stands for any name: other sites could then reach the app by a name of their own.',
            "Name the host under which people ask for it, such as --host bridge.example.",
        )
    if not _HOST.fullmatch(name):
        raise Refusal(f'"{name}" is not the name of a host.', "Write it as --host bridge.example.")


def _under(address: str, prefix: str) -> str:
    """An address of the app with its prefix."""
    return f"{address.rstrip('/')}{prefix}/" if address else ""


def _token(file: Path | None) -> str:
    """The token in the first line of a file; "" without one."""
    if file is None:
        return ""
    try:
        with file.open(encoding="utf-8") as opened:
            token = opened.readline(MOST_OF_A_TOKEN).strip()
    except (OSError, UnicodeDecodeError):
        raise Refusal(f"The file {file} cannot be read.", "Write the token into its first line.") from None
    if len(token) < LEAST_TOKEN:
        raise Refusal(
            f"The token in {file} has fewer than {LEAST_TOKEN} characters.",
            f"Make one: python -c 'import secrets; print(secrets.token_urlsafe())' > {file}",
        )
    return token


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
        output.print_json("server", {"address": address, "phones": for_phones, "pin": pin})
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
