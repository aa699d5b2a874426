"""Accounts and roles, for the chief director."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TypeAlias

from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from amends import clock
from amends.accounts.accounts import (
    RIGHTS,
    Account,
    Right,
    Role,
    account_named,
    accounts,
    add_account,
    change_role,
    change_secret,
    check_new,
    remove_account,
)
from amends.accounts.passwords import secret_faults
from amends.accounts.sign_in_limit import Tries
from amends.desk.settings import Readers, SignInNames, change_settings
from amends.faults import Fault, Faults, Refusal
from amends.regulations import usable
from amends.web.codes import qr_picture
from amends.web.forms.files import disposition
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import Page
from amends.web.screen import Screen
from amends.web.security.sessions import new_session

screen = Screen()


FieldErrors: TypeAlias = dict[str, tuple[Fault, ...]]
"""What is wrong, by the name of the field at which it is said."""


# People


@screen.page("/people", Right.SETTINGS)
def people(page: Page) -> Response:
    """Everybody with an account, what each role may do, and the way to add somebody."""
    return _shown(page)


def _shown(
    page: Page,
    about: str = "",
    faults: tuple[Fault, ...] = (),
    form: SentForm | None = None,
    errors: FieldErrors | None = None,
) -> Response:
    """The page; `about` is the account that the faults are of, `errors` are those of the new one."""
    return page.show(
        "people.html",
        status=422 if errors else None,
        accounts=accounts(page.desk),
        roles=tuple(Role),
        rights=RIGHTS,
        about=about.casefold(),
        faults=faults,
        errors=errors or {},
        typed={"name": form.text("name"), "role": form.text("role")} if form else {"name": "", "role": Role.DIRECTOR},
        done=page.asked("done"),
    )


@screen.action("/people", Right.SETTINGS)
def add(page: Page, form: SentForm) -> Response:
    """A new account."""
    errors = account_errors(page, form, form.text("role"))
    if errors:
        return _shown(page, form=form, errors=errors)
    try:
        account = add_account(page.desk, form.text("name"), form.text("role"), form.text("secret"))
    except Faults as trouble:
        return _shown(page, form=form, errors={"name": trouble.faults})
    return page.go(_done(account))


def account_errors(page: Page, form: SentForm, role: Role | str) -> FieldErrors:
    """What is wrong with the name, the role and the PIN or password of a new account, each at its field."""
    errors: FieldErrors = {}
    try:
        check_new(page.desk, form.text("name"), Role.CHIEF)
    except Faults as trouble:
        errors["name"] = trouble.faults
    if role not in Role.__members__.values():
        errors["role"] = Refusal(_("There is no such role."), _("Choose one of the list.")).faults
    if faults := tuple(secret_faults(form.text("secret"), form.text("name"))):
        errors["secret"] = faults
    elif form.text("secret") != form.text("again"):
        errors["again"] = Refusal(_("The two differ."), _("Type the same one twice.")).faults
    return errors


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
        account = change_secret(page.desk, name, new_secret(form))
    except Faults as trouble:
        return _shown(page, form.text("name"), trouble.faults)
    answer = page.go(_done(account))
    if account.name == page.visitor.name:
        page.set_session(answer, page.visitor.session.signed_in(account.name, account.epoch))
    return answer


@screen.action("/people/lift", Right.SETTINGS)
def lift(page: Page, form: SentForm) -> Response:
    """Let somebody try again who has given a wrong secret too often, or for whom others have."""
    account = account_named(page.desk, form.text("name"))
    Tries(page.desk).lift(account.name)
    return page.go(_done(account))


@screen.action("/people/remove", Right.SETTINGS)
def remove(page: Page, form: SentForm) -> Response:
    """Take an account away; what somebody has entered stays under their name."""
    try:
        if not form.ticked("sure"):
            raise Refusal(_("Nobody is removed by a slip."), _("Tick the box beside it if you are sure."))
        removed = remove_account(page.desk, form.text("name"))
    except Faults as trouble:
        return _shown(page, form.text("name"), trouble.faults)
    if removed != page.visitor.name:
        return page.go("/people")
    answer = page.go("/")
    page.set_session(answer, new_session())
    return answer


def new_secret(form: SentForm) -> str:
    """The new PIN or password of a form, which has it twice."""
    if form.text("secret") != form.text("again"):
        raise Refusal(_("The two PINs or passwords differ."), _("Type the same one twice."))
    return form.text("secret")


def _done(account: Account) -> str:
    return f"/people#account-{account.epoch}"


# The club


@screen.page("/settings", Right.SETTINGS)
def settings(page: Page) -> Response:
    """What is set, and the address for phones."""
    return _shown_club(page)


def _shown_club(page: Page, faults: tuple[Fault, ...] = (), form: SentForm | None = None) -> Response:
    now = page.server.settings
    typed = {
        "club": now.club,
        "regulation": now.regulation,
        "readers": now.readers.value,
        "sign_in_names": now.sign_in_names.value,
        "player_messages": now.player_messages.value,
    }
    address = page.server.options.address
    return page.show(
        "club.html",
        typed={name: form.text(name) for name in typed} if form else typed,
        readers=tuple(Readers),
        sign_in_names=tuple(SignInNames),
        regulations=usable(),
        address=address,
        code=qr_picture(address) if address else "",
        where=page.desk.store.where,
        faults=faults,
        errors={fault.where.removeprefix("setting "): (fault,) for fault in faults if fault.where},
        kept=page.asked("kept") == "1",
    )


@screen.action("/settings", Right.SETTINGS)
def change(page: Page, form: SentForm) -> Response:
    """Keep other settings."""
    # A usual regulation that is not known here is shown as none, and stays unless another one is chosen.
    regulation = form.text("regulation") or (None if page.server.settings.unknown_regulation else "")
    try:
        change_settings(
            page.desk,
            readers=form.text("readers"),
            regulation=regulation,
            club=form.text("club"),
            sign_in_names=form.text("sign_in_names") or None,
            player_messages=form.text("player_messages") or None,
        )
    except Faults as trouble:
        return _shown_club(page, trouble.faults, form)
    return page.go("/settings?kept=1")


@screen.page("/backup", Right.SETTINGS)
def backup(page: Page) -> Response:
    """The whole store as one file, as it stands at this moment; others go on working."""
    folder = tempfile.TemporaryDirectory(prefix="amends-backup-", ignore_cleanup_errors=True)
    try:
        made = Path(folder.name) / "store.db"
        page.desk.store.backup(made)
    except BaseException:
        folder.cleanup()
        raise
    name = f"amends {clock.local(clock.now()):%Y-%m-%d %H.%M}.db"
    return FileResponse(
        made,
        media_type="application/octet-stream",
        headers={"Content-Disposition": disposition(name)},
        background=BackgroundTask(folder.cleanup),
    )
