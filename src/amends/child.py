"""Child processes with limits of time and memory, for what strangers send: bytes in, bytes out, nothing else.

A task is a module of amends with a function `in_child`, which takes bytes and returns bytes; it may have a function
`get_ready`, for what can be done before there is work. What comes back is data for the parent to read, no object.
"""

from __future__ import annotations

import atexit
import importlib
import logging
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from threading import BoundedSemaphore, Lock, Thread
from typing import IO

FLAG = "--amends-child-process"
"""The first argument with which a program in a single file starts itself as a child."""

MEGABYTE = 1024 * 1024

_MEMORY_STATUS, _ANSWER_STATUS, _FAILED_STATUS = 83, 84, 85
_PROCESSOR_SIGNAL = -24
_LOOK_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class ChildLimits:
    """What a child may take: seconds of the processor, bytes of memory, bytes of its answer."""

    seconds: int
    memory: int = 1024 * MEGABYTE
    answer: int = 128 * MEGABYTE

    @property
    def wall_seconds(self) -> int:
        """The seconds by the clock after which the parent ends it: other programs may have the processor meanwhile."""
        return 3 * self.seconds


class ChildFailure(StrEnum):
    """Why a child gave no answer."""

    TIME = "time"
    MEMORY = "memory"
    ANSWER = "answer"
    """The answer has too many bytes."""
    CRASH = "crash"
    START = "start"
    """No process can be started."""
    BUSY = "busy"
    """Other files were being read all the time."""


class ChildFailed(Exception):
    """A child gave no answer; `how` is the signal or status of its end, or what the system said."""

    def __init__(self, failure: ChildFailure, how: str = "") -> None:
        super().__init__(f"{failure.value} {how}".strip())
        self.failure, self.how = failure, how


# The parent


@dataclass(frozen=True, slots=True)
class _Child:
    """A process that waits for its work, and the file that takes its answer."""

    process: subprocess.Popen[bytes]
    answer: IO[bytes]

    def send(self, data: bytes) -> None:
        """Send the work; whether all of it was read, the answer tells."""
        assert self.process.stdin is not None
        with suppress(OSError, ValueError), self.process.stdin as work:
            work.write(data)

    def end(self) -> None:
        """End the process, whatever it does, and forget its answer."""
        self.process.kill()
        self.process.wait()
        self.send(b"")
        self.answer.close()


AT_A_TIME = 2
"""So many children work at once; further ones wait."""

MOST_WAITING = 4
"""So many wait for that; whoever comes then is told to come back, and takes nobody's thread meanwhile."""

_places = BoundedSemaphore(AT_A_TIME)
_queue = BoundedSemaphore(AT_A_TIME + MOST_WAITING)
_lock = Lock()
_ready: dict[tuple[int, str, ChildLimits], _Child] = {}
"""Children that were started ahead, by the process that did so, their task and their limits."""

_inside = False
"""Whether this process is such a child itself: then it does the work of others on the spot, under its own limits."""


def run(task: str, data: bytes, limits: ChildLimits, *, ahead: bool = False) -> bytes:
    """The answer of a child to some data; `ahead` starts the next child at once, so that nobody waits for its start."""
    if _inside:
        return _answer(task, data)
    if not _queue.acquire(blocking=False):
        raise ChildFailed(ChildFailure.BUSY)
    try:
        return _in_turn(task, data, limits, ahead)
    finally:
        _queue.release()


def _in_turn(task: str, data: bytes, limits: ChildLimits, ahead: bool) -> bytes:
    if not _places.acquire(timeout=limits.wall_seconds):
        raise ChildFailed(ChildFailure.BUSY)
    try:
        child = _take(task, limits) or _start(task, limits)
        try:
            return _worked(child, data, limits)
        finally:
            child.end()
    finally:
        _places.release()
        if ahead:
            prepare(task, limits)


def prepare(task: str, limits: ChildLimits) -> None:
    """Start a child ahead of its work; where that fails, it is started when it is needed."""
    with _lock:
        key = (os.getpid(), task, limits)
        waiting = _ready.get(key)
        if waiting is not None and waiting.process.poll() is None:
            return
        if waiting is not None:
            waiting.end()
        try:
            _ready[key] = _start(task, limits)
        except ChildFailed:
            _ready.pop(key, None)


def end_all() -> None:
    """End the children that wait for work."""
    with _lock:
        for key in [key for key in _ready if key[0] == os.getpid()]:
            _ready.pop(key).end()


atexit.register(end_all)


def _take(task: str, limits: ChildLimits) -> _Child | None:
    """The child that was started ahead, if it still waits."""
    with _lock:
        child = _ready.pop((os.getpid(), task, limits), None)
    if child is not None and child.process.poll() is not None:
        child.end()
        return None
    return child


def _start(task: str, limits: ChildLimits) -> _Child:
    answer = tempfile.TemporaryFile()  # noqa: SIM115  (the child's, until it ends)
    try:
        process = subprocess.Popen(
            [*command(), task, str(limits.seconds), str(limits.memory), str(limits.answer)],
            stdin=subprocess.PIPE,
            stdout=answer,
            stderr=subprocess.DEVNULL,
        )
    except (OSError, ValueError) as trouble:
        answer.close()
        how = str(getattr(trouble, "strerror", None) or trouble)
        raise ChildFailed(ChildFailure.START, how) from None
    return _Child(process, answer)


def command() -> list[str]:
    """How amends starts itself as a child: a program in a single file has no Python to call."""
    if getattr(sys, "frozen", False):
        return [sys.executable, FLAG]
    # -P: nothing is imported from the folder the user happens to be in.
    return [sys.executable, "-P", "-m", __name__]


def _worked(child: _Child, data: bytes, limits: ChildLimits) -> bytes:
    """What a child answers within its limits; by the clock also where the system has no others."""
    sending = Thread(target=child.send, args=(data,), daemon=True)
    sending.start()
    try:
        _wait(child, limits)
    finally:
        child.process.kill()
        sending.join()
    _refuse_failed(child.process.returncode)
    if os.fstat(child.answer.fileno()).st_size > limits.answer:
        raise ChildFailed(ChildFailure.ANSWER)
    child.answer.seek(0)
    return child.answer.read()


def _wait(child: _Child, limits: ChildLimits) -> None:
    for _ in range(max(1, round(limits.wall_seconds / _LOOK_SECONDS))):
        try:
            child.process.wait(_LOOK_SECONDS)
            return
        except subprocess.TimeoutExpired:
            if os.fstat(child.answer.fileno()).st_size > limits.answer:
                raise ChildFailed(ChildFailure.ANSWER) from None
    raise ChildFailed(ChildFailure.TIME)


def _refuse_failed(code: int) -> None:
    if code:
        how = f"signal {-code}" if code < 0 else f"status {code}"
        kinds = {
            _PROCESSOR_SIGNAL: ChildFailure.TIME,
            _ANSWER_STATUS: ChildFailure.ANSWER,
            _MEMORY_STATUS: ChildFailure.MEMORY,
        }
        raise ChildFailed(kinds.get(code, ChildFailure.CRASH), how)


# The child


def main(arguments: list[str]) -> None:
    """Be a child: set the limits, import the task, wait for the data, answer."""
    global _inside
    _inside = True
    task, seconds, memory, answer = arguments
    _limit(ChildLimits(int(seconds), int(memory), int(answer)))
    logging.disable()
    try:
        get_ready = getattr(importlib.import_module(task), "get_ready", None)
        if get_ready is not None:
            get_ready()
        data = sys.stdin.buffer.read()
        if not data:  # the parent has ended without any work
            return
        answered = _answer(task, data)
        if len(answered) > int(answer):
            os._exit(_ANSWER_STATUS)
        sys.stdout.buffer.write(answered)
        sys.stdout.buffer.flush()
    except MemoryError:
        os._exit(_MEMORY_STATUS)
    except Exception:  # whatever the data brought about: nobody reads a traceback here
        os._exit(_FAILED_STATUS)


def _answer(task: str, data: bytes) -> bytes:
    answer: bytes = importlib.import_module(task).in_child(data)
    return answer


def _limit(limits: ChildLimits) -> None:
    """Set the limits, as far as the system has them; where it has none, the parent's clock ends the child."""
    try:
        import resource
    except ImportError:  # Windows
        return
    wanted = (
        (resource.RLIMIT_AS, limits.memory, 0),
        (resource.RLIMIT_CPU, limits.seconds, 1),  # a signal at the limit, and the end a second later
        (resource.RLIMIT_FSIZE, limits.answer, 0),
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_NPROC, 0, 0),
    )
    for kind, most, grace in wanted:
        hard = resource.getrlimit(kind)[1]
        allowed = most + grace if hard == resource.RLIM_INFINITY else min(most + grace, hard)
        try:
            resource.setrlimit(kind, (min(most, allowed), allowed))
        except (OSError, ValueError):  # not every system has every limit
            continue


if __name__ == "__main__":
    from amends import child

    child.main(sys.argv[1:])
