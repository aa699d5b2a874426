"""Refuses forms that another site sends in a visitor's name."""

from __future__ import annotations

from amends.web.forms.form import SentForm
from amends.web.request import Page
from amends.web.security.addresses import site_of

FIELD = "csrf"


class ForeignForm(Exception):
    """A form that did not come from a page that this visitor was shown."""


def refuse_foreign(page: Page, form: SentForm) -> None:
    """Refuse a form without the token of the visitor's session, or one that another site has sent."""
    headers = page.request.headers
    origin = headers.get("origin")
    if origin not in (None, "null") and site_of(origin or "") != headers.get("host", "").lower():
        raise ForeignForm
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise ForeignForm
    if not page.server.sessions.is_token(form.text(FIELD), page.visitor.session):
        raise ForeignForm
