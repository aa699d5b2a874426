"""Signing in and out, the first start, and the visitor's own settings."""

from __future__ import annotations

import hmac
from contextlib import suppress

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
from amends.accounts.sign_in_limit import Trying
from amends.exact import many
from amends.faults import Faults, Refusal
from amends.web.forms.form import SentForm
from amends.web.request import Page, own_address
from amends.web.screen import Screen
from amends.web.screens.people.accounts import new_secret
from amends.web.security.sessions import EXPIRES, new_session

screen = Screen()


# The first start


@screen.page("/first")
def first(page: Page) -> Response:
    """A name and a secret for whoever started amends; nobody else has the code."""
    if accounts(page.desk):
        return page.go("/")
    return page.show(
        "first.html", code=page.asked("code"), allowed=_has_code(page, page.asked("code")), name="", faults=()
    )


@screen.action("/first")
def begin(page: Page, form: SentForm) -> Response:
    """Set them, and sign in."""
    if accounts(page.desk):
        raise Refusal("There is an account already.", "Who is signed in adds others in the settings.")
    code = form.text("code")
    if not _has_code(page, code):
        return page.show("first.html", status=403, code="", allowed=False, name="", faults=())
    try:
        account = add_account(page.desk, form.text("name"), Role.CHIEF, new_secret(form), first=True)
    except Faults as trouble:
        return page.show("first.html", code=code, allowed=True, name=form.text("name"), faults=trouble.faults)
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
    return page.show("sign_in.html", next=own_address(page.asked("next")), name="", faults=())


@screen.action("/sign-in", reading=True)
def check(page: Page, form: SentForm) -> Response:
    """Let somebody in who knows the secret; whoever tries too often waits."""
    name, tries = form.text("name"), page.server.tries
    who, back = page.trying(name), own_address(form.text("next"))
    wait = tries.begun(who, clock.now())
    if wait is not None:
        seconds = max(1, int(wait.total_seconds()))
        spoken = many(seconds, "second") if seconds < 90 else many(-(-seconds // 60), "minute")
        faults = Refusal("Too many wrong tries.", f"Try again in {spoken}.").faults
        answer = page.show("sign_in.html", status=429, next=back, name=name, faults=faults)
        answer.headers["Retry-After"] = str(int(wait.total_seconds()) + 1)
        return answer
    account = _checked(page, who, form.text("secret"))
    if account is None:
        faults = Refusal("Name and PIN or password do not match.").faults
        return page.show("sign_in.html", status=403, next=back, name=name, faults=faults)
    tries.succeeded(who, clock.now())
    return _signed_in(page, account, back)


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
            end_session(page.desk, page.visitor.session.id, EXPIRES)
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
    return page.show("me.html", faults=(), back="/me")


@screen.action("/me/secret", Right.LOOK)
def secret(page: Page, form: SentForm) -> Response:
    """Another secret; every session of the old one ends."""
    name, tries = page.visitor.name, page.server.tries
    who = page.trying(name)
    try:
        if tries.begun(who, clock.now()) is not None:
            raise Refusal("Too many wrong tries.", "Try again in a quarter of an hour.")
        if _checked(page, who, form.text("old")) is None:
            raise Refusal("This is not your PIN or password.", "Type the one you have now.")
        tries.succeeded(who, clock.now())
        account = change_secret(page.desk, name, new_secret(form))
    except Faults as trouble:
        return page.show("me.html", faults=trouble.faults, back="/me")
    answer = page.go("/me")
    page.set_session(answer, page.visitor.session.signed_in(account.name, account.epoch))
    return answer
