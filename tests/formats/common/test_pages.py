"""Folders, pages of folders and zips: what is read as one event, and what is refused."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given

from amends import Faults, formats
from amends.desk.importing.sent_file import Reading, read_sent_file
from amends.formats import zipped as zip_format
from amends.formats.common import pages
from support.examples import examples
from support.saved_pages import check_outcome, put, spoiled, zipped

CSV = "board,ns,ew,result\n1,1,2,4H N =\n1,3,4,pass\n"
PAGE = (
    "<html><head><title>RealBridge Result</title></head><table><caption>Board {board}</caption><tr><th>NS</th>"
    "<th>EW</th><th>CONTRACT</th><th>LEAD</th><th>NS SCORE</th><th>EW SCORE</th><th>NS IMP</th><th>EW IMP</th></tr>"
    "<tr><td>A and B</td><td>C and D</td><td>1NN=</td><td>H2</td><td>90</td><td>-90</td><td>0</td>"
    "<td>0</td></tr></table>"
)
BOARDS = {f"board_{number}.html": PAGE.format(board=number) for number in (1, 2)}


def test_a_folder_with_one_file_of_results(tmp_path: Path) -> None:
    put(tmp_path, {"friday.csv": CSV, "readme.md": "Nothing", ".hidden.csv": CSV})
    assert formats.load(tmp_path).source == "travellers"


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        ({}, "no pages of results"),
        ({"a.csv": CSV, "b.csv": CSV}, "2 files of results"),
        (BOARDS | {"x.html": '<meta name="GENERATOR" content="JFR 2005">'}, "pages of several sites"),
    ],
)
def test_folders_that_are_no_event(tmp_path: Path, contents: dict[str, str], words: str) -> None:
    with pytest.raises(Faults, match=words):
        formats.load(put(tmp_path, contents))


def test_a_page_reads_those_beside_it_and_no_others(tmp_path: Path) -> None:
    put(tmp_path, BOARDS | {"other.csv": CSV, "sub/board_3.html": PAGE.format(board=3)})
    assert [each.board for each in formats.load(tmp_path / "board_2.html").event.results] == [1, 2]
    assert [each.board for each in formats.load(tmp_path / "board_2.html", format="realbridge").event.results] == [1, 2]


def test_files_within_folders_are_events_once_each(tmp_path: Path) -> None:
    put(tmp_path, {"a/friday.csv": CSV, "notes.txt": "nothing", **{f"b/{name}": page for name, page in BOARDS.items()}})
    found = [path.relative_to(tmp_path).as_posix() for path in formats.files_within(tmp_path)]
    assert found == ["a/friday.csv", "b/board_1.html"]


# Zips


def test_a_zip_of_pages_or_of_one_file() -> None:
    assert [each.board for each in formats.loads(zipped(BOARDS), "e.zip").event.results] == [1, 2]
    within = {f"evening/{name}": page for name, page in BOARDS.items()} | {"__MACOSX/evening/._board_1.html": "x"}
    assert formats.loads(zipped(within), "whatever").source == "realbridge"
    assert formats.loads(zipped({"friday.csv": CSV}), "e.zip").source == "travellers"


def test_an_upload_of_a_zip_is_read_in_the_child() -> None:
    content = read_sent_file(zipped(BOARDS), Reading(name="evening.zip"))
    assert content.faults == ()
    assert content.document is not None
    assert content.document.source == "realbridge"
    assert len(content.document.event.results) == 2


def test_zips_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    data = zipped(BOARDS)
    with pytest.raises(Faults, match="a zip within a zip"):
        formats.loads(zipped({"inner.zip": data}), "e.zip")
    with pytest.raises(Faults, match="a zip that is damaged"):
        formats.loads(data[:-30], "e.zip")
    with pytest.raises(Faults, match="expected a zip"):
        zip_format.loads("text")
    monkeypatch.setattr(pages, "LARGEST_SET", 100)
    with pytest.raises(Faults, match="more files, or larger ones"):
        formats.loads(data, "e.zip")
    monkeypatch.setattr(pages, "MOST_PAGES", 1)
    with pytest.raises(Faults, match="more files, or larger ones"):
        formats.loads(data, "e.zip")


@pytest.mark.parametrize("compression", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_whose_compressed_bytes_are_damaged(compression: int) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", compression) as archive:
        archive.writestr("board_1.html", BOARDS["board_1.html"])
    data = bytearray(made.getvalue())
    for place in range(60, 100):
        data[place] ^= 0xFF
    with pytest.raises(Faults, match="a zip that is damaged"):
        formats.loads(bytes(data), "e.zip")


def test_a_zip_that_is_larger_than_it_says_is_not_read_without_end() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("a.html", b"\0" * (pages.LARGEST_SET + 1))
    assert len(made.getvalue()) < 1_000_000
    with pytest.raises(Faults, match="more files, or larger ones"):
        formats.loads(made.getvalue(), "e.zip")


@examples(30)
@given(spoiled([zipped(BOARDS)]))
def test_a_spoiled_zip_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(lambda data, name: zip_format.loads(data, name), data, "e.zip")
