"""State shared by all requests: desk, open events, sessions, uploads, renderer and caches."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from amends.desk.accounts.sign_in_limit import Tries
from amends.desk.desk import Desk
from amends.desk.event_cache import Shelf
from amends.desk.settings import DeskSettings, desk_settings, signing_key
from amends.web.forms.files import Uploads
from amends.web.page_cache import PageCache
from amends.web.rendering import Renderer
from amends.web.screens.reading.analyst import Analyst
from amends.web.security.sessions import Sessions


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


@dataclass(frozen=True)
class Server:
    """One running app on one store."""

    desk: Desk
    options: ServerOptions
    shelf: Shelf
    sessions: Sessions
    tries: Tries = field(default_factory=Tries)
    renderer: Renderer = field(default_factory=Renderer)
    uploads: Uploads = field(default_factory=Uploads)
    page_cache: PageCache = field(default_factory=PageCache)
    analyst: Analyst = field(default_factory=Analyst)

    @property
    def settings(self) -> DeskSettings:
        """The settings of the store, as they are now."""
        return desk_settings(self.desk)

    def desk_of(self, who: str) -> Desk:
        """The desk for an account."""
        return replace(self.desk, who=who)


def new_server(desk: Desk, options: ServerOptions) -> Server:
    """A server on the store of a desk."""
    return Server(desk, options, Shelf(desk), Sessions(signing_key(desk)))
