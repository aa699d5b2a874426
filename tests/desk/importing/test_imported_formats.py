"""Files of every format: begun, imported again without a change, exported and begun elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from amends import formats
from amends.desk.importing.documents import begin, exported
from amends.desk.importing.reimport import enter_merge, merge
from amends.faults import Faults
from amends.formats import event_document
from amends.journal.chain import verify
from support.desks import desk_at

DATA = Path(__file__).parents[2] / "data"
FILES = sorted(path for path in DATA.rglob("*") if path.is_file() and path.suffix != ".md")


def _read(path: Path) -> bool:
    try:
        return bool(formats.load(path).event.results)
    except Faults:
        return False


READABLE = [path for path in FILES if _read(path)]


def test_there_are_files_of_several_formats() -> None:
    assert len({formats.load(path).source for path in READABLE}) >= 4


@pytest.mark.parametrize("path", READABLE, ids=[path.relative_to(DATA).as_posix() for path in READABLE])
def test_a_file_of_any_format_is_imported_again_without_a_change(path: Path, tmp_path: Path) -> None:
    document = formats.load(path)
    with desk_at(tmp_path / "one.db") as desk, desk_at(tmp_path / "two.db") as elsewhere:
        opened = begin(desk, document, "Try")
        assert opened.event.results == document.event.results
        assert verify(opened.entries) == []
        made = merge(opened, formats.load(path))
        assert (made.changes, made.unchanged) == (False, len(document.event.results))
        assert list(made.words()) == []
        enter_merge(desk, opened, made, document)
        assert exported(desk, desk.open("Try")) == exported(desk, opened)
        text = event_document.dumps(exported(desk, opened))
        begin(elsewhere, event_document.loads(text), "Try")
        assert event_document.dumps(exported(elsewhere, elsewhere.open("Try"))) == text
