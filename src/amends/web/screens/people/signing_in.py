"""Signing in and out, the first start, and the visitor's own settings."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta

from starlette.responses import Response

from amends import clock
from amends.accounts.accounts import (
    Account,
    Right,
    Role,
    accounts,
    add_account,
    change_secret,
    check_secret,
    end_session,
)
from amends.accounts.sign_in_limit import Trying, folded
from amends.desk.settings import SignInNames, change_settings
from amends.faults import Faults, Refusal
from amends.regulations import known, usable
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import Page
from amends.web.screen import Screen
from amends.web.screens.people.accounts import FieldErrors, account_errors, new_secret
from amends.web.security.addresses import own_address
from amends.web.security.nearby import is_nearby
from amends.web.security.sessions import DEVICE_COOKIE, LONGEST_LIFE, new_session

screen = Screen()


# The first start


@screen.page("/first")
def first(page: Page) -> Response:
    """A name and a PIN for whoever started amends; nobody else has the code."""
    if accounts(page.desk):
        return page.go("/")
    code = page.asked("code")
    return _first(page, code if _has_code(page, code) else "")


def _first(page: Page, code: str, errors: FieldErrors | None = None, form: SentForm | None = None) -> Response:
    """The form for who has the code; for anybody else what to do."""
    return page.show(
        "first.html",
        status=422 if errors else None,
        code=code,
        regulations=usable(),
        typed={name: form.text(name) if form else "" for name in ("name", "regulation")},
        errors=errors or {},
    )


@screen.action("/first")
def begin(page: Page, form: SentForm) -> Response:
    """Set them, and sign in."""
    if accounts(page.desk):
        raise Refusal(_("There is an account already."), _("Who is signed in adds others in the settings."))
    code = form.text("code")
    if not _has_code(page, code):
        return page.show("first.html", status=403, code="", regulations=(), typed={}, errors={})
    errors = account_errors(page, form, Role.CHIEF)
    regulation = form.text("regulation")
    if regulation not in ("", *known()):
        errors["regulation"] = Refusal(_("There are no such rules."), _("Choose one of the list.")).faults
    if not errors:
        try:
            account = add_account(page.desk, form.text("name"), Role.CHIEF, form.text("secret"), first=True)
        except Faults as trouble:
            errors["name"] = trouble.faults
    if errors:
        return _first(page, code, errors, form)
    if regulation:
        with suppress(Faults):  # it can be chosen in the settings at any time
            change_settings(page.desk, regulation=regulation)
    return _signed_in(page, account, "/")


def _has_code(page: Page, code: str) -> bool:
    wanted = page.server.options.first_code
    return bool(wanted) and hmac.compare_digest(code.encode(), wanted.encode())


# Signing in


@screen.page("/sign-in")
def sign_in(page: Page) -> Response:
    """Who are you?"""
    if not accounts(page.desk):
        return page.go("/first")
    return _shown(page, own_address(page.asked("next")))


def _shown(page: Page, back: str, name: str = "", message: str = "", status: int | None = None) -> Response:
    devices = page.server.sessions.devices(page.cookies.get(DEVICE_COOKIE))
    last = next(reversed(devices), "")
    listed = listed_accounts(page, devices)
    chosen = folded(name) if name else last
    return page.show(
        "sign_in.html",
        status=status,
        next=back,
        name=name,
        accounts=listed,
        chosen=next((account.name for account in listed if folded(account.name) == chosen), ""),
        message=message,
        nearby=is_nearby(page.request),
        encrypted=page.request.url.scheme == "https",
    )


MOST_NAMES = 30
"""How many names are listed; more are typed."""


def listed_accounts(page: Page, devices: Mapping[str, str]) -> tuple[Account, ...]:
    """Those who may choose their name from a list: who has signed in on this device before comes first.

    All others are listed only on this machine and its network, unless the club has set that they never are.
    """
    every = accounts(page.desk)
    own = tuple(account for account in every if folded(account.name) in devices)
    if page.server.settings.sign_in_names is SignInNames.NEVER or not is_nearby(page.request):
        return own
    return (*own, *(account for account in every if account not in own))[:MOST_NAMES]


@screen.action("/sign-in", reading=True)
def check(page: Page, form: SentForm) -> Response:
    """Let somebody in who knows the PIN or password; whoever tries too often waits."""
    name, tries = form.text("who") or form.text("name"), page.server.tries
    who, back = page.trying(name), own_address(form.text("next"))
    wait = tries.begun(who, clock.now())
    if wait is not None:
        answer = _shown(page, back, name, wait_words(wait), status=429)
        answer.headers["Retry-After"] = str(int(wait.total_seconds()) + 1)
        return answer
    account = _checked(page, who, form.text("secret"))
    if account is None:
        return _shown(page, back, name, _("Name and PIN do not match."), status=403)
    tries.succeeded(who, clock.now())
    return _signed_in(page, account, back)


def wait_words(wait: timedelta) -> str:
    """When the next try may be made; the minute is rounded up, so that a try at that time is not too early."""
    at = clock.local(clock.now() + wait + timedelta(seconds=59))
    return _("Too many wrong PINs. Try again at %(time)s.", time=f"{at:%H:%M}")


def _checked(page: Page, who: Trying, secret: str) -> Account | None:
    """The account that a secret opens; a try that could not be looked at does not count."""
    try:
        return check_secret(page.desk, who.name, secret)
    except Faults:
        page.server.tries.withdrawn(who, clock.now())
        raise


@screen.page("/in/{code}")
def by_link(page: Page, code: str) -> Response:
    """The link that the demonstration opens: it signs in the one who started it."""
    if not page.server.options.demonstration or not _has_code(page, code):
        return page.go("/sign-in")
    [account] = [each for each in accounts(page.desk) if each.role is Role.CHIEF][:1]
    return _signed_in(page, account, "/")


@screen.action("/sign-out", reading=True)
def sign_out(page: Page, form: SentForm) -> Response:
    """End the session."""
    if page.visitor.account is not None:
        with suppress(Faults):  # a full disk, a store to be read only: the browser forgets the session all the same
            end_session(page.desk, page.visitor.session.id, LONGEST_LIFE)
    answer = page.go("/")
    page.set_session(answer, new_session())
    return answer


def _signed_in(page: Page, account: Account, back: str) -> Response:
    answer = page.go(back)
    page.set_session(answer, page.visitor.session.signed_in(account.name, account.epoch))
    page.set_device(answer, account.name)
    return answer


# The visitor's own settings


@screen.page("/look")
def look(page: Page) -> Response:
    """Suits, tricks, figures, light or dark."""
    return page.show("look.html", back=own_address(page.asked("next")))


@screen.action("/look", reading=True)
def choose(page: Page, form: SentForm) -> Response:
    """Keep the choices in a cookie."""
    answer = page.go(own_address(form.text("next")))
    page.set_look(answer, page.visitor.look.changed({name: form.text(name) for name in form.names()}))
    return answer


@screen.page("/me", Right.LOOK)
def me(page: Page) -> Response:
    """Who is signed in, as what, and the way out."""
    return _me(page)


def _me(page: Page, errors: FieldErrors | None = None) -> Response:
    faults = [fault for each in (errors or {}).values() for fault in each]
    return page.show("me.html", errors=errors or {}, faults=faults, back="/me", done=page.asked("done"))


@screen.action("/me/secret", Right.LOOK)
def secret(page: Page, form: SentForm) -> Response:
    """Another secret; every session of the old one ends."""
    name, tries = page.visitor.name, page.server.tries
    who = page.trying(name)
    try:
        field = "old"
        if (wait := tries.begun(who, clock.now())) is not None:
            raise Refusal(wait_words(wait))
        if _checked(page, who, form.text("old")) is None:
            raise Refusal(_("This is not your PIN or password."), _("Type the one you have now."))
        tries.succeeded(who, clock.now())
        field = "secret"
        account = change_secret(page.desk, name, new_secret(form))
    except Faults as trouble:
        return _me(page, {field: trouble.faults})
    answer = page.go("/me?done=secret")
    page.set_session(answer, page.visitor.session.signed_in(account.name, account.epoch))
    return answer
