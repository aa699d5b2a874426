"""Accounts and roles, for the chief director."""

from __future__ import annotations

from starlette.responses import Response

from amends.desk.accounts.accounts import (
    Account,
    account_named,
    accounts,
    add_account,
    change_role,
    change_secret,
    remove_account,
)
from amends.desk.accounts.roles import RIGHTS, Right, Role
from amends.faults import Fault, Faults, refuse
from amends.web.forms.form import SentForm
from amends.web.request import Page
from amends.web.screen import Screen
from amends.web.security.sessions import new_session

screen = Screen()


@screen.page("/people", Right.SETTINGS)
def people(page: Page) -> Response:
    """Everybody with an account, what each role may do, and the way to add somebody."""
    return _shown(page)


def _shown(page: Page, about: str = "", faults: tuple[Fault, ...] = (), form: SentForm | None = None) -> Response:
    """The page; `about` is the account that the faults are of, "" for the new one."""
    return page.show(
        "people.html",
        status=422 if faults else 200,
        accounts=accounts(page.desk),
        roles=tuple(Role),
        rights=RIGHTS,
        about=about.casefold(),
        faults=faults,
        typed={"name": form.text("name"), "role": form.text("role")} if form else {"name": "", "role": Role.DIRECTOR},
    )


@screen.action("/people", Right.SETTINGS)
def add(page: Page, form: SentForm) -> Response:
    """A new account."""
    try:
        account = add_account(page.desk, form.text("name"), form.text("role"), _secret(form))
    except Faults as trouble:
        return _shown(page, faults=trouble.faults, form=form)
    return page.go(_done(account))


@screen.action("/people/role", Right.SETTINGS)
def role(page: Page, form: SentForm) -> Response:
    """Another role for somebody."""
    try:
        account = change_role(page.desk, form.text("name"), form.text("role"))
    except Faults as trouble:
        return _shown(page, form.text("name"), trouble.faults)
    return page.go(_done(account) if page.visitor.name != account.name or account.role is Role.CHIEF else "/me")


@screen.action("/people/secret", Right.SETTINGS)
def secret(page: Page, form: SentForm) -> Response:
    """Another secret for somebody who has forgotten theirs; all their sessions end."""
    try:
        name = account_named(page.desk, form.text("name")).name
        account = change_secret(page.desk, name, _secret(form))
    except Faults as trouble:
        return _shown(page, form.text("name"), trouble.faults)
    answer = page.go(_done(account))
    if account.name == page.visitor.name:
        page.set_session(answer, page.visitor.session.signed_in(account.name, account.epoch))
    return answer


@screen.action("/people/remove", Right.SETTINGS)
def remove(page: Page, form: SentForm) -> Response:
    """Take an account away; what somebody has entered stays under their name."""
    try:
        if not form.ticked("sure"):
            raise refuse("a box that is not ticked", "the box beside it, so that nobody is removed by a slip")
        removed = remove_account(page.desk, form.text("name"))
    except Faults as trouble:
        return _shown(page, form.text("name"), trouble.faults)
    if removed != page.visitor.name:
        return page.go("/people")
    answer = page.go("/")
    page.set_session(answer, new_session())
    return answer


def _secret(form: SentForm) -> str:
    if form.text("secret") != form.text("again"):
        raise refuse("two secrets that differ", "the same PIN or password twice")
    return form.text("secret")


def _done(account: Account) -> str:
    return f"/people#account-{account.epoch}"
