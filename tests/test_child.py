"""Work in a child process: its answer, its limits, a start ahead of the work, and a program in a single file."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import BoundedSemaphore

import pytest

from amends import child
from amends.child import ChildFailed, ChildFailure, ChildLimits

LIMITS = ChildLimits(20)
needs_limits = pytest.mark.skipif(sys.platform == "win32", reason="limits are those of Unix")


def task(folder: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> str:
    """A task that the next child finds."""
    (folder / "some_task.py").write_text(f"import os, sys\ndef in_child(data):\n    {program}\n")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return "some_task"


def failure(name: str, limits: ChildLimits = LIMITS) -> ChildFailure:
    with pytest.raises(ChildFailed) as trouble:
        child.run(name, b"work", limits)
    return trouble.value.failure


def test_the_answer_is_what_the_task_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = task(tmp_path, monkeypatch, "return data[::-1] + str(os.getpid()).encode()")
    large = bytes(range(256)) * 20_000
    answers = [child.run(name, large, LIMITS) for _ in range(2)]
    assert all(answer.startswith(large[::-1]) for answer in answers)
    assert len({*answers, str(os.getpid()).encode()}) == 3  # each in a process of its own


@needs_limits
@pytest.mark.parametrize(
    ("program", "limits", "expected"),
    [
        ("while True: pass", ChildLimits(1), ChildFailure.TIME),
        ("bytes(300 * 1024 ** 2)", ChildLimits(20, memory=200 * 1024**2), ChildFailure.MEMORY),
        ("return bytes(2000)", ChildLimits(20, answer=1000), ChildFailure.ANSWER),
        ("os.kill(os.getpid(), 9)", LIMITS, ChildFailure.CRASH),
        ("import fractions; fractions.Fraction(1, 0)", LIMITS, ChildFailure.CRASH),
    ],
)
def test_beyond_a_limit_there_is_a_failure_of_its_kind(
    program: str, limits: ChildLimits, expected: ChildFailure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert failure(task(tmp_path, monkeypatch, program), limits) is expected


def test_without_limits_of_the_system_the_parent_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "resource.py").write_text("raise ImportError\n")  # as on Windows
    name = task(tmp_path, monkeypatch, "while True: pass")
    assert failure(name, ChildLimits(1)) is ChildFailure.TIME
    endless = "while True: os.write(1, bytes(100_000)); import time; time.sleep(0.01)"
    name = task(tmp_path, monkeypatch, endless)
    assert failure(name, ChildLimits(20, answer=1000)) is ChildFailure.ANSWER


def test_a_child_that_was_started_ahead_does_the_work_and_the_next_one_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = task(tmp_path, monkeypatch, "return str(os.getpid()).encode()")
    child.prepare(name, LIMITS)
    key = (os.getpid(), name, LIMITS)
    first = child._ready[key].process
    assert child.run(name, b"work", LIMITS, ahead=True) == str(first.pid).encode()
    assert first.returncode == 0
    second = child._ready[key].process
    second.kill()
    second.wait()
    assert child.run(name, b"work", LIMITS) not in (str(first.pid).encode(), str(second.pid).encode())
    child.prepare(name, LIMITS)
    third = child._ready[key].process
    child.end_all()
    assert third.returncode is not None
    assert not child._ready


def test_a_child_whose_parent_is_gone_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = task(tmp_path, monkeypatch, "return data")
    done = subprocess.run(
        [*child.command(), name, "20", "1073741824", "1000"], stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    assert done.stdout == b""


def test_too_many_at_once_wait_and_then_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "_places", BoundedSemaphore(1))
    with child._places:
        assert failure("amends.formats.bws.child", ChildLimits(0)) is ChildFailure.BUSY


def test_many_files_of_one_person_keep_no_other_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = tmp_path / "go on"
    program = "import time\n    while data and not os.path.exists(data): time.sleep(0.01)\n    return b'done'"
    name = task(tmp_path, monkeypatch, program)
    with ThreadPoolExecutor(5) as pool:
        try:
            works = pool.submit(child.run, name, str(go_on).encode(), LIMITS, who="A")
            while child._own.users("A") < 1:
                time.sleep(0.001)
            waits = pool.submit(child.run, name, str(go_on).encode(), LIMITS, who="A")
            more = pool.submit(child.run, name, str(go_on).encode(), LIMITS, who="A")
            while child._own.users("A") < child.MOST_OF_ONE:
                time.sleep(0.001)
            with pytest.raises(ChildFailed) as refused:
                child.run(name, b"", LIMITS, who="A")
            assert refused.value.failure is ChildFailure.BUSY
            other = tmp_path / "other"
            other.touch()
            assert pool.submit(child.run, name, str(other).encode(), LIMITS, who="B").result(60) == b"done"
            assert not works.done()
            assert not waits.done()
        finally:
            go_on.touch()
        assert (works.result(), waits.result(), more.result()) == (b"done", b"done", b"done")


def test_when_many_wait_the_next_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "_queue", BoundedSemaphore(1))
    with child._queue:
        assert failure("amends.formats.bws.child", ChildLimits(1000)) is ChildFailure.BUSY


def test_a_program_in_a_single_file_starts_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "amends-program"
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.frozen = True\nfrom amends.cli import main\nmain()\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    name = task(tmp_path, monkeypatch, "return str(sys.frozen).encode()")
    assert child.command() == [str(program), child.FLAG]
    assert child.run(name, b"work", LIMITS) == b"True"


def test_inside_a_child_no_further_one_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "inner_task.py").write_text("import os\ndef in_child(data):\n    return str(os.getpid()).encode()\n")
    outer = "from amends import child; own = str(os.getpid()).encode()"
    name = task(tmp_path, monkeypatch, f"{outer}; return bytes([own == child.run('inner_task', data, None)])")
    assert child.run(name, b"work", LIMITS) == b"\x01"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell what a process has taken")
def test_a_child_that_has_taken_much_memory_answers_and_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one request leaves behind in memory is not taken from the next one, whoever sends it."""
    name = task(tmp_path, monkeypatch, "b'x' * int(data); return str(os.getpid()).encode()")
    workers = child.Workers(name, ChildLimits(20, memory=400 * 1024**2))
    try:
        first, again, large, then = (workers.run(size) for size in (b"1", b"1", b"150000000", b"1"))
        assert first == again == large != then
    finally:
        workers.end()
