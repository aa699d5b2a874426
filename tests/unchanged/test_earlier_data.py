"""What an earlier version of amends has left: it is opened, shows the same standings, and its draft is finished.

The folder `earlier` says how its files were made. They are never made anew.
"""

from __future__ import annotations

import gzip
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from amends.desk import Desk
from amends.desk.commands.rulings import giving
from amends.desk.guide import Ready, next_question
from amends.desk.publishing.publish import publish
from amends.desk.unfinished_rulings import Unfinished, kept_drafts, proposed_by, take_up
from amends.formats import event_document
from amends.journal.chain import verify
from amends.scoring.event import score
from amends.scoring.standings import Standings
from amends.store import open_store
from support import desks
from support.postgresql import Server

EARLIER = Path(__file__).parent / "earlier"
EXPECTED = json.loads((EARLIER / "standings.json").read_text(encoding="utf-8"))


def shown(standings: Standings) -> list[Any]:
    """Places and exact totals of every list."""
    return [
        [name, entry.place, entry.contestant, str(entry.total), str(entry.percent)]
        for name, entries in standings.lists.items()
        for entry in entries
    ]


def load_dump(dump: str, url: str) -> None:
    """Run the statements of a dump in an empty database; lines for psql alone are left out."""
    statements = "\n".join(line for line in dump.splitlines() if not line.startswith("\\"))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statements.encode())


@pytest.fixture(params=["sqlite", "postgresql"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    """A desk on the store of the earlier version, in either database."""
    where: str | Path
    if request.param == "sqlite":
        where = tmp_path / "amends.db"
        where.write_bytes(gzip.decompress((EARLIER / "store.db.gz").read_bytes()))
    else:
        server: Server = request.getfixturevalue("postgresql_server")
        where = server.url("earlier")
        load_dump((EARLIER / "store.sql").read_text(encoding="utf-8"), where)
    with open_store(where) as store:
        yield Desk(store, "A. Birch", desks.Clock(desks.START.replace(hour=21)))


def test_the_store_has_the_same_standings_and_journal(desk: Desk) -> None:
    opened = desk.open("friday")
    assert shown(opened.standings) == EXPECTED["standings"]
    assert [entry.digest for entry in opened.entries] == EXPECTED["digests"]
    assert verify(opened.entries) == []


def test_the_half_finished_draft_is_finished(desk: Desk) -> None:
    opened = desk.open("friday")
    unfinished, waiting = kept_drafts(desk, opened)
    assert isinstance(unfinished.work, Unfinished)
    taken = take_up(desk, opened, unfinished.id)
    assert isinstance(taken.work, Unfinished)
    ready = next_question(opened, {**taken.work.answers, **EXPECTED["rest"]})
    assert isinstance(ready, Ready)
    effect = desk.confirm(opened, giving(ready.ruling, ready.report))
    assert shown(effect.after.standings) == EXPECTED["finished"]
    proposed = proposed_by(waiting, desk.open("friday"))
    assert proposed is not None
    desk.confirm(desk.open("friday"), giving(proposed.ruling, proposed.report))
    assert shown(desk.open("friday").standings) == EXPECTED["waiting"]


def test_the_event_document_has_the_same_standings() -> None:
    document = event_document.load(EARLIER / "event.amends.json")
    assert shown(score(document.event)) == EXPECTED["standings"]


def test_a_publication_is_followed_by_the_next_in_its_folder(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    with zipfile.ZipFile(EARLIER / "publication.zip") as packed:
        packed.extractall(folder)
    before = {path.name for path in folder.iterdir()}
    publish(desk, desk.open("friday"), folder)
    assert before <= {path.name for path in folder.iterdir()}
    shutil.rmtree(folder)
