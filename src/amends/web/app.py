"""Puts the app together: screens that are found, and what stands around every one of them."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

from amends import discovery
from amends.desk.desk import Desk
from amends.faults import Faults
from amends.web import screens
from amends.web.assets import VERSION, Files
from amends.web.security.headers import SafeHeaders
from amends.web.security.sizes import LimitedSize
from amends.web.server import Options, server_on
from amends.web.troubles import no_store, other_status, our_fault, unknown_address


def create_app(desk: Desk, options: Options | None = None) -> FastAPI:
    """The app on the store of a desk."""
    options = options or Options()
    app = FastAPI(title="amends", version=VERSION, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.server = server_on(desk, options)
    app.mount("/files", Files())
    for module in discovery.modules(screens):
        app.include_router(module.screen.router)
    app.add_exception_handler(404, unknown_address)
    app.add_exception_handler(HTTPException, other_status)
    app.add_exception_handler(Faults, no_store)
    app.add_exception_handler(500, our_fault)
    app.add_middleware(LimitedSize)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(options.hosts), www_redirect=False)
    app.add_middleware(SafeHeaders)
    return app
