"""Starts the server: takes the port, finds its addresses, opens the browser, runs until it is stopped."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Thread

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp

from amends import discovery
from amends.desk.desk import Desk
from amends.desk.importing.sent_file import start_ahead
from amends.faults import Faults, Refusal
from amends.web import screens as packages
from amends.web.api.application import WithApi, create_api
from amends.web.errors import busy, disk_full, gone, internal_error, other_status, store_error, unknown_address
from amends.web.hosting.connections import ConnectionGuard, ConnectionLimits, guarded_protocol, raise_open_files
from amends.web.hosting.lanes import AT_WORK, Busy
from amends.web.hosting.prefix import Prefixed
from amends.web.hosting.proxies import ForwardedRequests
from amends.web.hosting.recording import RecordedRequests
from amends.web.hosting.repeated_lines import without_floods
from amends.web.rendering import AssetFiles
from amends.web.screen import Screen, ScreenRoutes
from amends.web.security.middleware import LimitedSize, SafeHeaders, SentInPieces
from amends.web.server import Server, ServerOptions, new_server


def all_screens() -> list[Screen]:
    """Every `screen` of the modules in the packages of `screens`; adding one edits no list."""
    modules = (module for package in discovery.modules(packages) for module in discovery.modules(package))
    return [screen for module in modules if isinstance(screen := getattr(module, "screen", None), Screen)]


class HostedApp(Starlette):
    """The app with what stands around all of its answers, also around those of errors."""

    def build_middleware_stack(self) -> ASGIApp:
        """The app: requests are recorded first, then the visitor's address is found and the prefix taken off."""
        server: Server = self.state.server
        options = server.options
        app = super().build_middleware_stack()
        if options.prefix:
            app = Prefixed(app, options.prefix)
        app = ForwardedRequests(app, server.proxies, server.guard)
        return RecordedRequests(app, server.metrics, server.log, options.process)


def create_app(desk: Desk, options: ServerOptions | None = None) -> Starlette:
    """The app on the store of a desk."""
    options = options or ServerOptions()
    app = HostedApp()
    app.state.server = new_server(desk, options)
    app.mount("/files", AssetFiles())
    screens = [screen for screen in all_screens() if screen.is_service or not options.api_only]
    app.router.routes.append(ScreenRoutes([route for screen in screens for route in screen.routes]))
    app.add_exception_handler(404, unknown_address)
    app.add_exception_handler(HTTPException, other_status)
    app.add_exception_handler(Faults, store_error)
    app.add_exception_handler(Busy, busy)
    app.add_exception_handler(ClientDisconnect, gone)
    app.add_exception_handler(OSError, disk_full)
    app.add_exception_handler(500, internal_error)
    app.add_middleware(WithApi, api=create_api(app.state.server))
    app.add_middleware(LimitedSize)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(options.hosts), www_redirect=False)
    app.add_middleware(SafeHeaders)
    app.add_middleware(SentInPieces)
    return app


PORT = 8765
"""The usual port."""
WAITING = 1024
"""Connections that the system takes before the app has accepted them."""
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"

_NOBODY = ("192.0.2.1", 9)
"""An address of documentation, at which nobody is: nothing is sent to it."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Where the app listens, and under which addresses it is reached."""

    listening: socket.socket
    port: int
    network: str = ""
    """The machine's address in its network; "" where it has none, or only this machine may come in."""

    @property
    def here(self) -> str:
        """The address on this machine."""
        return f"http://localhost:{self.port}/"

    @property
    def for_phones(self) -> str:
        """The address for phones on the same network; "" where there is none."""
        return f"http://{self.network}:{self.port}/" if self.network else ""

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names under which the app may be asked for."""
        own = socket.gethostname()
        named = (own, f"{own}.local", self.network) if self.network else ()
        return tuple(dict.fromkeys(("localhost", LOOPBACK, *filter(None, named))))


def listen(port: int = PORT, local: bool = False) -> Listener:
    """Take a port; one that another program has is refused with what to type instead."""
    # Only where the protocol is named does asyncio send answers at once (TCP_NODELAY): each would take 40 ms longer.
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":  # there it would let two programs have one port
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((LOOPBACK if local else EVERYWHERE, port))
        taken.listen(WAITING)
    except (OSError, OverflowError) as trouble:
        taken.close()
        number = trouble.errno if isinstance(trouble, OSError) else None
        message, remedy = f"There is no port {port}; ports are 0 to 65535.", f"Try amends serve --port {PORT}."
        if number == errno.EADDRINUSE:
            message = f"Another program uses port {port} (perhaps amends itself, in another window)."
            remedy = f"Take a free one: amends serve --port {port % 65535 + 1}, or --port 0 for any."
        elif number == errno.EACCES:
            message = f"Only an administrator may take port {port}."
        raise Refusal(message, remedy) from None
    return Listener(taken, taken.getsockname()[1], "" if local else network_address())


def network_address() -> str:
    """The address of this machine in its network; "" where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_NOBODY)  # no packet is sent: the system only says by which way it would go
            found = str(asking.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith("127.") or found == EVERYWHERE else found


def open_browser(address: str) -> bool:
    """Open the browser, where there is a screen to open it on."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    return webbrowser.open(address)


GRACE_SECONDS = 3
"""So long the requests that are being answered have, once the server is told to stop."""
END_SECONDS = 6.0
"""After so long the process ends, also where a page is still being made: no thread can be told to stop."""
LAST_SECONDS = 2.0
"""So long is tried, then, to bring what was entered into the file of the store."""


_LOOK_SECONDS = 0.05


def end_late(has_ended: Event, last: Callable[[], None]) -> None:
    """End the process, unless it ends by itself: whatever is being written is a transaction, there whole or not."""
    if has_ended.wait(END_SECONDS):
        return
    logging.getLogger(__name__).warning("a request took too long to wait for; amends has stopped without its answer")
    trying = Thread(target=last, name="last", daemon=True)
    trying.start()
    trying.join(LAST_SECONDS)
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(0)


def serve(
    app: ASGIApp,
    reached: Listener,
    started: Callable[[], None],
    guard: ConnectionGuard | None = None,
    last: Callable[[], None] | None = None,
) -> None:
    """Answer requests until somebody stops it; the guard of the app's server counts its connections.

    With `last` the process ends soon after it was stopped, also where a thread still works: that is done before.
    """
    guard = guard or ConnectionGuard(ConnectionLimits())
    config = uvicorn.Config(
        app,
        http=guarded_protocol(guard),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,  # the app itself reads them, from the proxies that it was given
        backlog=guard.fit_open_files(raise_open_files()),
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    log = without_floods()
    has_ended = Event()

    class Telling(uvicorn.Server):
        """Says when it answers."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            """Begin to answer."""
            await super().startup(sockets)
            reached.listening.listen(WAITING)  # asyncio lets no more wait than it accepts in one go
            if self.started:
                started()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Stop answering, and see to it that this comes to an end."""
            if last is not None:
                Thread(target=end_late, args=(has_ended, last), name="end", daemon=True).start()
            await super().shutdown(sockets)

        async def on_tick(self, counter: int) -> bool:
            """Look after the log once a second."""
            if counter % 10 == 0:
                log.write_counts()
            return await super().on_tick(counter)

    # A thread that waits for its turn, such as the one of all connections, gets it after 1 ms, not after 5.
    sys.setswitchinterval(0.001)
    # The server stops by itself when it is told to, and then lets the signal go on: to an end that tidies up.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    start_ahead()
    try:
        Telling(config).run(sockets=[reached.listening])
    except KeyboardInterrupt:
        pass
    finally:
        reached.listening.close()
        while last is not None and AT_WORK.number:  # the process would wait for them all the same, without an end
            time.sleep(_LOOK_SECONDS)
        has_ended.set()
