"""Files that are sent to a server are read and scored in a child process, within limits of time and memory."""

from __future__ import annotations

import gc
import json
import sys
from functools import cache
from pathlib import Path

import pytest

from amends import child, formats
from amends.child import ChildFailure, ChildLimits
from amends.desk.importing import sent_file
from amends.desk.importing.new_from_file import Choices
from amends.desk.importing.sent_file import Reading, read_sent_file
from amends.event import limits
from amends.event.limits import LARGEST_UPLOAD
from amends.faults import Fault, Faults
from support.large_files import LARGE, csv_file

DATA = Path(__file__).parents[2] / "data"
FILES = sorted(
    path
    for path in DATA.rglob("*")
    if path.suffix in (".xml", ".pbn", ".lin", ".html", ".csv", ".bws") and path.is_file()
)
SHORT_TIME = ChildLimits(3)
LITTLE_MEMORY = ChildLimits(15, memory=90 * 1024 * 1024)
ENDED = ("club.csv", "club.xml")
"""Read in Python, and by a library in C: no reader can keep the system from ending it, but each could hide a lack of
memory."""

needs_limits = pytest.mark.skipif(sys.platform == "win32", reason="limits are those of Unix")


@cache
def large(name: str) -> bytes:
    """A file that takes several seconds and much memory."""
    make, boards = LARGE[name]
    data = make(boards)
    assert len(data) < LARGEST_UPLOAD
    return data


@needs_limits
@pytest.mark.parametrize(
    ("name", "within"),
    [
        *(pytest.param(name, SHORT_TIME, id=f"{name}-time") for name in ENDED),
        *(pytest.param(name, LITTLE_MEMORY, id=f"{name}-memory") for name in LARGE),
    ],
)
def test_a_file_beyond_a_limit_is_refused_in_one_sentence(
    name: str, within: ChildLimits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent_file, "LIMITS", within)
    make, _ = LARGE[name]
    small = read_sent_file(make(2), Reading(name=name))
    assert (small.faults, small.failure) == ((), None)  # the limits leave room for everything else
    found = read_sent_file(large(name), Reading(name=name))
    assert found.document is None
    (fault,) = found.faults
    if within is SHORT_TIME:
        assert found.failure is ChildFailure.TIME
        assert str(fault).startswith("The file takes too long to read and to score: more than 3 seconds.")
    elif found.failure is ChildFailure.TIME:  # so little is left that a parser tries for as long as it may
        assert str(fault).startswith("The file takes too long to read and to score: more than 15 seconds.")
    else:
        assert found.failure is ChildFailure.MEMORY
        assert str(fault).startswith("The file takes too much memory to read and to score.")


def test_the_first_scoring_happens_in_the_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sent_file, "LIMITS", ChildLimits(20))
    program = "from amends.scoring import event\nevent.score_anew = None\nimport amends.desk.importing.sent_file\n"
    (tmp_path / "task_without_scoring.py").write_text(
        f"{program}from amends.desk.importing.sent_file import in_child\n"
    )
    data = csv_file(2)
    found = read_sent_file(data, Reading(name="club.csv"))
    assert found.document is not None
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(sent_file, "__name__", "task_without_scoring")
    for reading in (Reading(name="club.csv"), Reading(name="club.csv", scoring="matchpoints")):
        broken = read_sent_file(data, reading)
        assert broken.failure is ChildFailure.CRASH
        assert str(broken.faults[0]).startswith("The file cannot be read: reading it broke off.")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(DATA).as_posix())
def test_what_comes_back_is_what_the_file_holds(path: Path) -> None:
    data = path.read_bytes()
    answer = json.loads(sent_file.in_child(b'{"name": "%s", "chosen": {}}\n' % path.name.encode() + data))
    expected, faults = None, tuple[Fault, ...]()
    try:
        expected = formats.loads(data, path.name)
    except Faults as trouble:
        faults = trouble.faults
    if expected is None:
        assert tuple(Fault(**fault) for fault in answer["faults"]) == faults
        return
    found = sent_file._document(answer)
    assert found == expected
    assert found.lines == expected.lines


def test_a_journal_comes_back_with_its_digests() -> None:
    make, _ = LARGE["club.amends.json"]
    data = make(2)
    found = read_sent_file(data, Reading(name="club.amends.json", chosen=Choices(name="Monday")))
    assert found.document == formats.loads(data, "club.amends.json")


def test_a_file_with_too_many_bytes_is_not_given_to_a_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "run", None)
    found = read_sent_file(bytes(LARGEST_UPLOAD + 1), Reading(name="club.csv"))
    assert "at most 20,000,000 can be read" in str(found.faults[0])


def test_a_child_has_the_limits_of_time_and_memory_that_a_file_has(monkeypatch: pytest.MonkeyPatch) -> None:
    given = list[ChildLimits]()

    def run(task: str, data: bytes, within: ChildLimits, **_: object) -> bytes:
        given.append(within)
        return b'{"faults": []}'

    monkeypatch.setattr(child, "run", run)
    read_sent_file(csv_file(2), Reading(name="club.csv"))
    assert [(each.seconds, each.memory) for each in given] == [(limits.MOST_SECONDS, limits.MOST_MEMORY)]


def test_an_event_that_is_too_large_is_refused_before_it_is_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BOARDS", 3)
    monkeypatch.setattr(sent_file, "score_anew", None)
    answer = json.loads(sent_file.in_child(b'{"name": "club.csv", "chosen": {}}\n' + csv_file(4)))
    assert [fault["found"] for fault in answer["faults"]] == ["4 boards"]


def test_what_was_read_is_taken_over_without_a_search_for_cycles(monkeypatch: pytest.MonkeyPatch) -> None:
    searching, loads = list[bool](), json.loads

    def noted(text: bytes) -> object:
        searching.append(gc.isenabled())
        return loads(text)

    monkeypatch.setattr(json, "loads", noted)
    found = read_sent_file(b"board,ns,ew,result\n1,1,2,4H N =\n", Reading(name="club.csv"))
    assert (found.faults, searching, gc.isenabled()) == ((), [False], True)


def test_a_large_answer_comes_in_pieces_each_of_which_is_read_in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    data = csv_file(700)
    request = b'{"name": "club.csv", "chosen": {}}\n' + data
    lengths, loads = list[int](), json.loads

    def measured(text: bytes) -> object:
        lengths.append(len(text))
        return loads(text)

    answer = sent_file.in_child(request)
    monkeypatch.setattr(json, "loads", measured)
    parts = sent_file.joined(answer)
    assert len(lengths) > 2
    assert max(lengths) < len(answer) / 2
    [rows] = [each["data"]["results"] for each in parts["payloads"] if each["kind"] == "ResultsEntered"]
    assert len(rows) > 2 * sent_file.ROWS_OF_A_PIECE
    monkeypatch.undo()
    document = read_sent_file(data, Reading(name="club.csv")).document
    assert document is not None
    assert document.event == formats.loads(data, "club.csv").event
    assert [row.id for row in document.event.results] == [row["id"] for row in rows]


def test_pieces_and_what_is_joined_of_them_are_the_same() -> None:
    many = [{"id": f"{place}\n"} for place in range(3 * sent_file.ROWS_OF_A_PIECE + 1)]
    named = {each["id"]: each for each in many}
    whole = {
        "journal": [{"payload": {"kind": "ResultsEntered", "results": many}}, {"payload": {"kind": "CaseOpened"}}],
        "payloads": [{"data": {"results": many[:3]}}, {"data": {"results": many}}],
        "published": {"lines": named, "standings": many},
        "people": named,
        "faults": [],
    }
    before = json.loads(json.dumps(whole))
    said = list(sent_file.pieces(whole))
    assert len(said) == 1 + 5 * 4
    assert sent_file.joined(b"\n".join(said)) == before
