"""Settings of the club for all events: its name, what readers see, phones, and a backup of the store."""

from __future__ import annotations

import tempfile
from pathlib import Path

from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from amends import clock
from amends.desk.accounts.roles import Right
from amends.desk.settings import Readers, change_settings
from amends.faults import Fault, Faults
from amends.regulations import known, load
from amends.web.forms.files import disposition
from amends.web.forms.form import SentForm
from amends.web.request import Page
from amends.web.screen import Screen
from amends.web.serving import qr_picture

screen = Screen()


@screen.page("/settings", Right.SETTINGS)
def settings(page: Page) -> Response:
    """What is set, and the address for phones."""
    return _shown(page)


def _shown(page: Page, faults: tuple[Fault, ...] = (), form: SentForm | None = None) -> Response:
    now = page.server.settings
    typed = {"club": now.club, "regulation": now.regulation, "readers": now.readers.value}
    address = page.server.options.address
    return page.show(
        "club.html",
        status=422 if faults else 200,
        typed={name: form.text(name) for name in typed} if form else typed,
        readers=tuple(Readers),
        regulations=[load(name) for name in known()],
        address=address,
        code=qr_picture(address) if address else "",
        where=page.desk.store.where,
        faults=faults,
        kept=page.asked("kept") == "1",
    )


@screen.action("/settings", Right.SETTINGS)
def change(page: Page, form: SentForm) -> Response:
    """Keep other settings."""
    try:
        change_settings(
            page.desk,
            readers=form.text("readers"),
            regulation=form.text("regulation"),
            club=form.text("club"),
        )
    except Faults as trouble:
        return _shown(page, trouble.faults, form)
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
