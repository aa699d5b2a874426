"""State shared by all requests: desk, open events, sessions, renderer and caches."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_hex
from threading import Lock, Thread

from amends import garbage
from amends.accounts.accounts import accounts
from amends.accounts.sign_in_limit import Tries
from amends.cached import cached_property
from amends.child import ChildLimits, Workers
from amends.desk.desk import Desk
from amends.desk.devices.keeper import DeviceKeeper
from amends.desk.event_cache import Shelf
from amends.desk.settings import DeskSettings, changed_scales, desk_settings, signing_key
from amends.event.limits import MOST_MEMORY, MOST_SECONDS
from amends.faults import Faults, printable
from amends.keyed_locks import KeyedLocks
from amends.web.hosting.changes import ChangeListener, FollowedEvents
from amends.web.hosting.connections import ConnectionGuard, ConnectionLimits
from amends.web.hosting.lanes import LONG
from amends.web.hosting.metrics import Metrics
from amends.web.hosting.proxies import TrustedProxies
from amends.web.hosting.recording import RequestLog
from amends.web.rendering import Renderer
from amends.web.screens.reading.analyst import Analyst
from amends.web.security.request_rate import KnownKeys, RequestRate
from amends.web.security.sessions import Sessions

MOST_BYTES = 64 * 1024 * 1024
HOUSEKEEPING_SECONDS = 6 * 3600.0
"""How often a server forgets what is too old."""


class PageCache:
    """Finished pages by their tags; those that were not asked for the longest go first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._size = 0
        self._lock = Lock()
        self.making = KeyedLocks()
        """By tag: of many who ask for a page at once one makes it, and the others wait."""
        self._pages: OrderedDict[str, bytes] = OrderedDict()
        self._ends: dict[str, float] = {}
        """When pages end that are right for a moment only."""
        self.results: Counter[str] = Counter()
        """How often a page was in the cache, in the browser, or had to be made."""
        self.mark = token_hex(8)
        """Part of every tag: another after `clear`, so that no browser takes its own copy for the page either."""

    def clear(self) -> None:
        """Forget all pages: something that stands outside the journal, such as a name, has changed."""
        with self._lock:
            self._pages.clear()
            self._ends.clear()
            self._size, self.mark = 0, token_hex(8)

    def get(self, tag: str) -> bytes | None:
        """The page with a tag, if it was made."""
        with self._lock:
            found = self._pages.get(tag) if self._ends.get(tag, math.inf) > time.monotonic() else None
            if found is not None:
                self._pages.move_to_end(tag)
            return found

    def put(self, tag: str, page: bytes, seconds: float = math.inf) -> None:
        """Keep a page, for good or for some seconds."""
        with self._lock:
            self._ends.pop(tag, None)
            if seconds != math.inf:
                self._ends[tag] = time.monotonic() + seconds
            self._size += len(page) - len(self._pages.pop(tag, b""))
            self._pages[tag] = page
            while self._size > self._most:
                old, gone = self._pages.popitem(last=False)
                self._ends.pop(old, None)
                self._size -= len(gone)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """How a server was started."""

    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    """The names under which it may be asked for; any other is refused (a page elsewhere could use another)."""
    address: str = ""
    """The address for phones on the same network, where there is one."""
    first_code: str = ""
    """What the address of the first start has, so that nobody else on the network is quicker."""
    demonstration: bool = False
    read_only: bool = False
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies, whose headers about the visitor are believed."""
    prefix: str = ""
    """The path under which the app stands, such as /bridge."""
    metrics_token: str = field(default="", repr=False)
    json_log: bool = False
    process: int = 0
    """Which of several processes this is; 0 where there is only one."""
    shared_folder: str = ""
    """Where each of several processes leaves what it has counted, for the one that is asked."""
    limits: ConnectionLimits = field(default_factory=ConnectionLimits)
    key_file: Path | None = None
    """The file with the key of sessions, where several machines share one."""
    origins: tuple[str, ...] = ()
    """Sites whose pages may use the API in a browser; none unless they are named."""
    api_rate: int = 100
    """Requests a second to the API, of one key or one address."""
    api_only: bool = False
    """Whether there are no pages, only the API and what watches the server."""


@dataclass(frozen=True)
class Server:
    """One running app on one store."""

    desk: Desk
    options: ServerOptions
    shelf: Shelf
    sessions: Sessions
    changes: ChangeListener
    followed: FollowedEvents
    devices: DeviceKeeper
    renderer: Renderer = field(default_factory=Renderer)
    page_cache: PageCache = field(default_factory=PageCache)
    listed: PageCache = field(default_factory=PageCache)
    """Lines of lists of events: pages, which strangers can ask for, do not push them out."""
    known_keys: KnownKeys = field(default_factory=KnownKeys)
    """The API keys that programs have come in with."""
    forms: KeyedLocks = field(default_factory=KeyedLocks)
    """By the token of a form: its copies, sent at one moment, are done one after the other."""
    analyst: Analyst = field(default_factory=Analyst)
    metrics: Metrics = field(default_factory=Metrics)
    notices: tuple[str, ...] = ()
    """What whoever has started it should know, a sentence each."""

    @cached_property
    def started_with(self) -> str:
        """All options in one text."""
        return repr(self.options)

    @cached_property
    def proxies(self) -> TrustedProxies:
        """The proxies whose headers are believed."""
        return TrustedProxies(self.options.proxies)

    @cached_property
    def guard(self) -> ConnectionGuard:
        """What counts the connections."""
        return ConnectionGuard(self.options.limits, self.proxies.__contains__)

    @cached_property
    def api_rate(self) -> RequestRate:
        """Who has asked the API how often."""
        return RequestRate(self.options.api_rate)

    @cached_property
    def engines(self) -> Workers:
        """Processes in which the operations of the API are done, with limits of time and memory."""
        return Workers("amends.contract.engine", ChildLimits(MOST_SECONDS, MOST_MEMORY), LONG)

    @cached_property
    def log(self) -> RequestLog | None:
        """The log of requests, where one is wanted."""
        return RequestLog() if self.options.json_log else None

    @property
    def tries(self) -> Tries:
        """The wrong tries to sign in, of all processes."""
        return Tries(self.desk)

    def start(self) -> None:
        """Start what goes on beside the requests, until the process ends."""
        self.analyst.start()
        self.changes.start()
        if not self.options.read_only:
            self.devices.start()
        Thread(target=self._forget_old, name="housekeeping", daemon=True).start()

    def stop(self) -> None:
        """End in order what goes on beside the requests."""
        self.devices.stop()
        self.engines.end()
        if self.log is not None:
            self.log.finish()

    def _forget_old(self) -> None:
        while True:
            with suppress(Faults):  # a store that is down, or can only be read
                self.desk.store.forget_old()
            garbage.look_again()
            time.sleep(HOUSEKEEPING_SECONDS)

    @property
    def settings(self) -> DeskSettings:
        """The settings of the store, as they are now."""
        return desk_settings(self.desk)


def new_server(desk: Desk, options: ServerOptions) -> Server:
    """A server on the store of a desk; where the store can only be read, so is the app."""
    key = signing_key(desk, options.key_file)
    notices = [*desk.store.open_to_others(), *filter(None, [desk.store.read_only])]
    if key.is_new and not options.demonstration and accounts(desk):
        notices.append("There was no key of sessions for this store: everybody signs in again.")
    if not key.is_kept:
        notices.append(f"The key of sessions cannot be kept in {key.path}: after a restart everybody signs in again.")
    if key.is_open_to_others and (options.key_file is not None or desk.store.is_shared):  # else it is said of the store
        notices.append(f"Other users of this machine may read the key of sessions: chmod 600 {key.path}")
    with suppress(Faults):  # the folder of the club is away, which is said where its files are needed
        notices += [
            f"The club's scale {printable(each)} is not as it was: events that have it, also published ones, get other"
            " victory points. Put it back, and give a changed scale a name of its own."
            for each in changed_scales(desk)
        ]
    with suppress(Faults):  # each page says what is wrong with them
        if unknown := desk_settings(desk).unknown_regulation:
            notices.append(
                f"The usual regulation of the club, {printable(unknown)}, is not known here: new events begin without"
                " it. Put its file back, or choose another one in the settings of the club."
            )
    options = replace(options, read_only=options.read_only or bool(desk.store.read_only))
    shelf, analyst = Shelf(desk), Analyst(desk if desk.store.is_shared else None)
    followed = FollowedEvents(desk)
    listener = ChangeListener(desk, shelf, followed)
    return Server(
        desk,
        options,
        shelf,
        Sessions(key.read),
        listener,
        followed,
        DeviceKeeper(desk),
        analyst=analyst,
        notices=tuple(notices),
    )
