"""API keys: with which other programs come in, for the chief director. A key is shown once."""

from __future__ import annotations

from starlette.responses import Response

from amends.accounts.accounts import Right, Role
from amends.accounts.api_keys import ApiKey, api_keys, key_of_token, make_key, revoke_key
from amends.faults import Fault, Faults, Refusal
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import Page
from amends.web.screen import Screen
from amends.web.security.middleware import API

screen = Screen()


MADE_COOKIE = "amends_made_key"
"""Brings a new key from the form that made it to the page that shows it, once."""
MADE_SECONDS = 120


@screen.page("/keys", Right.SETTINGS)
def keys(page: Page) -> Response:
    """The keys in force, the one that was just made, and the way to make one."""
    token = page.cookies.get(MADE_COOKIE, "")
    made = key_of_token(page.desk, token)
    answer = _shown(page, made=None if made is None else (made, token))
    if token:
        answer.delete_cookie(MADE_COOKIE)
    return answer


def _shown(
    page: Page,
    form: SentForm | None = None,
    faults: tuple[Fault, ...] = (),
    made: tuple[ApiKey, str] | None = None,
) -> Response:
    errors = {fault.where or "name": (fault,) for fault in faults}
    return page.show(
        "keys.html",
        status=422 if errors else None,
        keys=api_keys(page.desk),
        roles=tuple(Role),
        errors=errors,
        typed={"name": form.text("name"), "role": form.text("role")} if form else {"name": "", "role": Role.SCORER},
        made=made,
        address=f"{page.public_address}{API}",
    )


@screen.action("/keys", Right.SETTINGS)
def make(page: Page, form: SentForm) -> Response:
    """A new key, which the next page shows."""
    try:
        _key, token = make_key(page.desk, form.text("name"), form.text("role"))
    except Faults as trouble:
        return _shown(page, form, trouble.faults)
    answer = page.go("/keys")
    page.set_cookie(answer, MADE_COOKIE, token, MADE_SECONDS)
    return answer


@screen.action("/keys/revoke", Right.SETTINGS)
def revoke(page: Page, form: SentForm) -> Response:
    """End a key, at once."""
    try:
        if not form.ticked("sure"):
            raise Refusal(_("No key is revoked by a slip."), _("Tick the box beside it if you are sure."))
        revoke_key(page.desk, form.text("name"))
    except Faults as trouble:
        return _shown(page, faults=trouble.faults)
    return page.go("/keys")
