"""Whatever a cell of a damaged store holds, it is a fault in words, never a traceback: of the store, commands, app."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient

from amends.desk import Desk
from amends.desk.commands.penalties import penalising
from amends.faults import Faults
from amends.journal.chain import Document
from amends.journal.entries import PublishedStandings
from amends.journal.from_event import journal_of
from amends.store import KeptKey, Store, open_store, salvage
from amends.store.player_messages import MessageKind, PlayerMessage
from amends.store.schema import ANALYSES, PASSING, SENT_FORMS, SIGN_IN_TRIES, UPLOADS, VERSION
from amends.web.security.sessions import COOKIE, Session
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support import desks
from support.running import Amends
from support.store.damage import CELLS, COLUMNS, put_cell
from support.web.small_events import PAIRS

AT = "2026-11-13T19:00:00Z"
BESIDE = {table.name for table in (*PASSING, SENT_FORMS, VERSION)}
"""Tables that hold nothing of an event, an account or a setting."""

KEY_ID = "0123456789ab"
COMMANDS = (("event", "list"), ("account", "key"), ("journal", "verify", "friday"), ("store", "where"))
PAGES = ("/", "/e/KEY", "/e/KEY/ranking", "/e/KEY/journal?verify=yes", "/people", "/keys")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store with a row in every table, and the key of its event: a small one, each damage is read in many ways."""
    path = tmp_path_factory.mktemp("whole") / "store.db"
    with desks.desk_at(path) as desk:
        desk.store.begin(desks.NAME, desks.DATE, journal_of(Document(event=PAIRS), desk.clock(), "amends"))
        desk.confirm(desk.open(desks.NAME), penalising(desks.penalty("1", "10%")))
        desk.confirm(desk.open(desks.NAME), desks.publishing())
    desks.add_accounts(path)
    with open_store(path) as store:
        [event] = store.events()
        store.add_message(event.key, PlayerMessage(MessageKind.DIRECTOR, "device", desks.START))
        store.add_api_key(KeptKey(KEY_ID, "Program", "scorer", "0" * 64, desks.START))
        store.keep_draft(event.key, {"answers": {"board": "1"}}, "R. Fox", 3)
        store.change_settings(lambda settings: {"club": "A club"})
        store.end_session("ended", desks.START, timedelta(hours=12))
        form = {"token": "t", "at": AT, "digest": "d", "event": event.key, "seq": 1, "answer": "/"}
        tries = {"kind": "name", "key": "fox", "number": 1, "last": AT, "open": 0}
        upload = {"id": "u", "at": AT, "who": "R. Fox", "name": "t.csv", "into_event": "", "accept_scores": 0}
        with store._writing() as connection:
            connection.execute(insert(SENT_FORMS), form)
            connection.execute(insert(SIGN_IN_TRIES), tries)
            connection.execute(insert(UPLOADS), {**upload, "data": b"x"})
            connection.execute(insert(ANALYSES), {"deal": "d", "at": AT, "body": "{}"})
    return path, event.key


def ways_to_read(store: Store, key: str, target: Path) -> list[Callable[[], object]]:
    """Everything that reads from a store."""
    return [
        store.events,
        store.accounts,
        store.api_keys,
        lambda: store.api_key(KEY_ID),
        store.settings,
        store.missing_guards,
        lambda: store.find("friday"),
        lambda: store.begins_with(key[:8]),
        lambda: store.with_entry(PublishedStandings),
        lambda: store.begun_with("0" * 64),
        lambda: store.beside(key),
        lambda: store.entries(key),
        lambda: store.check(key),
        lambda: store.drafts(key),
        lambda: store.messages(key),
        lambda: store.account("R. Fox"),
        lambda: store.account_in_session("R. Fox", "another"),
        lambda: store.backup(target),
    ]


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_damaged_cell_is_a_fault_in_words(whole: tuple[Path, str], tmp_path: Path, table: str, column: str) -> None:
    original, key = whole
    for kind, cell in CELLS.items():
        path = tmp_path / f"{kind}.db"
        shutil.copyfile(original, path)
        put_cell(path, table, column, cell)
        with suppress(Faults), open_store(path) as store:
            for read in ways_to_read(store, key, path.with_suffix(".copy")):
                with suppress(Faults):
                    read()
        with suppress(Faults):
            salvage(path, path.with_suffix(".saved"))


@pytest.mark.parametrize(("table", "column"), [each for each in COLUMNS if each[0] not in BESIDE])
def test_commands_and_app_say_it_in_words(whole: tuple[Path, str], tmp_path: Path, table: str, column: str) -> None:
    original, key = whole
    path = tmp_path / "store.db"
    shutil.copyfile(original, path)
    put_cell(path, table, column, CELLS["blob"])
    for command in COMMANDS:
        ran = Amends()(*command, "--store", str(path))
        assert "Traceback" not in ran.err, (command, ran.err[-600:])
    with suppress(Faults), open_store(path) as store:
        app = create_app(Desk(store), ServerOptions(hosts=("testserver",)))
        client = TestClient(app, follow_redirects=False)  # what is raised inside comes through to the test
        with open_store(original) as before:
            epochs = {account.name: account.epoch for account in before.accounts()}
        client.cookies.set(COOKIE, app.state.server.sessions.cookie(Session("x", "R. Fox", epochs["R. Fox"])))
        for page in PAGES:
            assert client.get(page.replace("KEY", key[:8])).status_code != 500, page
