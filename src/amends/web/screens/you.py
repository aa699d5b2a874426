"""How somebody wants to see things, and their own secret."""

from __future__ import annotations

from starlette.responses import Response

from amends import clock
from amends.desk.accounts.accounts import change_secret, check_secret
from amends.desk.accounts.roles import Right
from amends.faults import Faults, refuse
from amends.web.forms.form import SentForm
from amends.web.request import Page, own_address
from amends.web.screen import Screen

screen = Screen()


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
    name, address, tries = page.visitor.name, page.visitor.address, page.server.tries
    try:
        if tries.begun(name, address, clock.now()) is not None:
            raise refuse("too many wrong tries", "patience: a quarter of an hour at the most")
        if check_secret(page.desk, name, form.text("old")) is None:
            raise refuse("a PIN or password that is not yours", "the one you have now")
        tries.succeeded(name, address)
        if form.text("secret") != form.text("again"):
            raise refuse("two secrets that differ", "the same PIN or password twice")
        account = change_secret(page.desk, name, form.text("secret"))
    except Faults as trouble:
        return page.show("me.html", status=422, faults=trouble.faults, back="/me")
    answer = page.go("/me")
    page.set_session(answer, page.visitor.session.signed_in(account.name, account.epoch))
    return answer
