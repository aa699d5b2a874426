"""The app: all screens, the static files, the handlers of errors and the middleware."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

from amends import discovery
from amends.desk.desk import Desk
from amends.faults import Faults
from amends.web import screens
from amends.web.errors import internal_error, other_status, store_error, unknown_address
from amends.web.rendering import VERSION, AssetFiles
from amends.web.screen import Screen
from amends.web.security.middleware import LimitedSize, SafeHeaders
from amends.web.server import ServerOptions, new_server


def all_screens() -> list[Screen]:
    """Every `screen` of the modules in the packages of `screens`; adding one edits no list."""
    modules = (module for package in discovery.modules(screens) for module in discovery.modules(package))
    return [screen for module in modules if isinstance(screen := getattr(module, "screen", None), Screen)]


def create_app(desk: Desk, options: ServerOptions | None = None) -> FastAPI:
    """The app on the store of a desk."""
    options = options or ServerOptions()
    app = FastAPI(title="amends", version=VERSION, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.server = new_server(desk, options)
    app.mount("/files", AssetFiles())
    for screen in all_screens():
        app.include_router(screen.router)
    app.add_exception_handler(404, unknown_address)
    app.add_exception_handler(HTTPException, other_status)
    app.add_exception_handler(Faults, store_error)
    app.add_exception_handler(500, internal_error)
    app.add_middleware(LimitedSize)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(options.hosts), www_redirect=False)
    app.add_middleware(SafeHeaders)
    return app
