"""Access files of both versions are taken apart in a child process; a damaged one is refused in words, and soon."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from amends import formats
from amends.faults import Faults
from amends.formats import bws
from amends.formats.bws import access, child
from amends.formats.bws.access import read_tables
from amends.formats.bws.child import DamagedError
from amends.formats.bws.document import document
from amends.journal.chain import Document
from support.bws_files import BOOLEAN, LONG, SHORT, SIZES, TEXT, Cell, Spec, access_file, of_rows

COLUMNS = {
    "ID": LONG,
    "Board": SHORT,
    "Contract": TEXT,
    "Erased": BOOLEAN,
    "Remarks": TEXT,
    "Lead": TEXT,
    "Late": SHORT,
}
ROWS: list[list[Cell]] = [
    [1, 1, "3 NT", False, "", "x", 5],
    [-2, -30000, None, True, "r" * 250, "tail", None],
    [3, 3, "", True, "Žižka"],
    [4, 4, "4 S", False, "b" * 255, "c" * 255, -3],
]
BOTH = pytest.mark.parametrize("old", [True, False], ids=["Access 97", "Access 2000"])


def received(**more: Cell) -> dict[str, Cell]:
    given: dict[str, Cell] = {
        "ID": 1, "Section": 1, "Table": 1, "Round": 1, "Board": 1, "PairNS": 1, "PairEW": 2, "NS/EW": "N",
        "Contract": "3 NT", "Result": "=", "LeadCard": "H10", "Remarks": "", "Erased": False,
    }  # fmt: skip
    return given | more


def club(old: bool, results: int = 60) -> bytes:
    """A file with a section, a movement and some results."""
    rows = [
        received(ID=n, Board=n % 6 + 1, Table=n // 6 + 1, PairNS=n // 6 * 2 + 1, PairEW=n // 6 * 2 + 2)
        for n in range(results)
    ]
    tables: dict[str, list[dict[str, Cell]]] = {
        "ReceivedData": rows,
        "Section": [{"ID": 1, "Letter": "A  ", "Winners": 1}],
        "RoundData": [{"Section": 1, "Table": 1, "Round": 1, "NSPair": 1, "EWPair": 2, "LowBoard": 1, "HighBoard": 6}],
        "PlayerNumbers": [{"Section": 1, "Table": 1, "Direction": "N", "Number": "7", "Name": "Žižka"}],
    }
    return access_file({name: of_rows(found) for name, found in tables.items()}, old=old, code_page=1250)


# Rows


@BOTH
def test_rows_are_read_with_all_their_cells(old: bool) -> None:
    data = access_file({"ReceivedData": Spec(COLUMNS, ROWS)}, old=old, code_page=1250)
    found = read_tables(data, "t.bws")
    assert found.version == ("Access 97" if old else "Access 2000")
    whole = [[*row, *[None] * (7 - len(row))] for row in ROWS]
    assert [list(row.values()) for row in found.tables["ReceivedData"]] == whole
    assert list(found.tables["ReceivedData"][0]) == list(COLUMNS)
    assert found.miscounted == {}


@BOTH
def test_rows_that_were_deleted_moved_or_given_up_are_told_apart(old: bool) -> None:
    spec = Spec(COLUMNS, ROWS, deleted=frozenset({0}), moved=frozenset({1, 3}), stale=[ROWS[0], ROWS[3]], blank=2)
    read = child.read(access_file({"ReceivedData": spec}, old=old, code_page=1250))
    tables = read["tables"]
    assert isinstance(tables, dict)
    assert sorted(row["ID"] for row in tables["ReceivedData"]) == [-2, 3, 4]
    assert read["miscounted"] == {}


@BOTH
def test_many_pages_of_rows_are_read_in_their_order(old: bool) -> None:
    rows: list[list[Cell]] = [[n, n % 30, "3 NT", n % 2 == 0, "remark", "lead", n % 7] for n in range(500)]
    tables = child.read(access_file({"receiveddata": Spec(COLUMNS, rows)}, old=old))["tables"]
    assert isinstance(tables, dict)
    assert [list(row.values()) for row in tables["ReceivedData"]] == rows


def test_a_table_that_says_another_number_of_rows_is_told() -> None:
    found = child.read(access_file({"ReceivedData": Spec(COLUMNS, ROWS[:2], said=9)}, old=False))
    assert found["miscounted"] == {"ReceivedData": 9}


@BOTH
def test_a_file_is_a_document(old: bool, tmp_path: Path) -> None:
    path = tmp_path / "friday.BWS"
    path.write_bytes(club(old))
    found = bws.load(path)
    assert (len(found.event.results), found.about["version"]) == (60, "Access 97" if old else "Access 2000")
    assert found.event.contestants["1"].players[0].name == "Žižka"
    assert formats.load(path) == found


def test_a_file_is_recognised_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "results.mdb"
    path.write_bytes(club(False, 6))
    assert formats.load(path).source == "bws"
    assert formats.of_file(tmp_path / "x.bws", b"").name == "bws"
    assert (bws.FORMAT.dumps, bws.FORMAT.recognises(b"board,ns,ew\n")) == (None, False)


# What is no file of Bridgemate


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "an empty file"),
        (b"board,ns,ew,result\n7,3,11,4H N =\n", "a file that begins with b'board,ns,ew,'"),
        (b"\x00\x01\x00\x00Standard", "a file that begins with"),
        (access.MAGIC[0], "a damaged Access file"),
        (access.MAGIC[0] + b"\x01" + bytes(5000), "a damaged Access file"),
        (access.MAGIC[0] + b"\x99" + bytes(90_000), "a damaged Access file (version 153 of the file)"),
        (access_file({"Orders": Spec(COLUMNS)}, old=False), "an Access file with orders"),
        (access_file({}, old=True), "an Access file with no tables"),
    ],
)
def test_a_file_that_is_not_bridgemates_is_refused_in_words(data: bytes, words: str) -> None:
    with pytest.raises(Faults) as trouble:
        bws.loads(data, "friday.bws")
    (fault,) = trouble.value.faults
    assert fault.file == "friday.bws"
    assert words in str(fault)


def test_a_text_and_three_winners_are_refused() -> None:
    with pytest.raises(Faults, match=r"friday\.bws: found a text"):
        bws.loads("text", "friday.bws")
    with pytest.raises(Faults, match="3 winners"):
        bws.loads(club(False, 6), winners=3)


def test_a_file_beyond_all_measure_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "LARGEST", 1024 * 1024)
    with pytest.raises(Faults, match="found 2 MB; expected at most 1 MB"):
        bws.loads(club(False, 6) + bytes(2 * 1024 * 1024), "t.bws")


# The child process

needs_limits = pytest.mark.skipif(sys.platform == "win32", reason="limits are those of Unix")


@needs_limits
@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("while True: pass", "reading it takes more than 1 s"),
        ("import time; time.sleep(60)", "reading it takes more than 1 s"),
        ("bytes(2 * 1024 ** 3)", "it asks for more memory than there is"),
        ("import os; os.abort()", "signal 6"),
        ("raise SystemExit(3)", "status 3"),
        ("raise KeyError", "status 85"),
        ("return b'{'", "nothing could be read"),
        ("return bytes(129 * 1024 ** 2)", "it has more in it than can be read"),
    ],
)
def test_whatever_becomes_of_the_child_process_is_a_fault(
    program: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "another_child.py").write_text(f"def in_child(data):\n    {program}\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(access, "CHILD", "another_child")
    with pytest.raises(Faults) as trouble:
        read_tables(access.MAGIC[0], "friday.bws", seconds=1 if words.endswith("1 s") else 20)
    (fault,) = trouble.value.faults
    assert fault.file == "friday.bws"
    assert words in fault.found


def test_without_a_python_to_start_there_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(Faults, match="no process can be started"):
        read_tables(access.MAGIC[0], "friday.bws")


def test_nothing_is_imported_from_the_folder_the_user_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "access_parser.py").write_text("raise SystemExit(9)\n")
    (tmp_path / "json.py").write_text("raise SystemExit(9)\n")
    monkeypatch.chdir(tmp_path)
    assert len(bws.loads(club(False, 6)).event.results) == 6


# Damage


def damaged(data: bytes, seed: int) -> bytes:
    """The file with something wrong: cut short, bytes or pages overwritten, pages exchanged."""
    chance = random.Random(seed)
    size = SIZES[data[20] == 0]
    broken = bytearray(data)
    pages = range(size, len(data) - size + 1, size)
    match seed % 5:
        case 0:
            return data[: chance.randrange(20, len(data))]
        case 1:
            for _ in range(chance.choice((1, 10, 100))):
                broken[chance.randrange(size, len(data))] = chance.randrange(256)
        case 2:
            at = chance.choice(pages)
            broken[at : at + size] = chance.randbytes(size)
        case 3:
            one, other = chance.choice(pages), chance.choice(pages)
            broken[one : one + size], broken[other : other + size] = data[other : other + size], data[one : one + size]
        case _:  # in the heads of pages, where lengths and pointers stand
            for _ in range(chance.choice((1, 4))):
                broken[chance.choice(pages) + chance.randrange(48)] = chance.randrange(256)
    return bytes(broken)


@BOTH
@pytest.mark.parametrize("seed", range(5))
def test_a_damaged_file_is_read_or_refused(seed: int, old: bool) -> None:
    try:
        found: Document | Faults = bws.loads(damaged(club(old), seed), "friday.bws")
    except Faults as trouble:
        found = trouble
    assert isinstance(found, Document) or {fault.file for fault in found.faults} == {"friday.bws"}


@BOTH
def test_in_many_ways_damaged_pages_end_in_rows_or_an_error_that_the_child_tells(old: bool) -> None:
    whole = club(old)
    outcomes = set()
    for seed in range(120):
        try:
            answer = child.read(damaged(whole, seed))
        except Exception as trouble:  # the child's own main catches all of them
            outcomes.add(type(trouble).__name__)
            continue
        outcomes.add("found" if "found" in answer else "read")
        if "found" not in answer:
            tables, miscounted = answer["tables"], answer["miscounted"]
            assert isinstance(tables, dict)
            assert isinstance(miscounted, dict)
            try:
                document(access.AccessTables(tables, "", miscounted), "friday.bws")
            except Faults as trouble:
                str(trouble)
    assert {"read", "DamagedError"} <= outcomes
    assert not {"MemoryError", "RecursionError"} & outcomes


def cuts(data: bytes) -> Iterator[bytes]:
    size = SIZES[data[20] == 0]
    yield from (data[:end] for end in range(size, len(data), size))


@BOTH
def test_no_page_can_be_cut_off_unnoticed(old: bool) -> None:
    whole = access_file({"ReceivedData": Spec(COLUMNS, ROWS * 20)}, old=old, code_page=1250)
    for cut in cuts(whole):
        with pytest.raises((DamagedError, KeyError, TypeError)):
            child.read(cut)


def test_a_definition_that_goes_round_in_a_circle_is_refused_at_once() -> None:
    broken = bytearray(club(False))
    broken[2 * 4096 + 4 : 2 * 4096 + 8] = (2).to_bytes(4, "little")
    with pytest.raises(Faults, match="page 2 of a table's definition"):
        bws.loads(bytes(broken), "t.bws")
