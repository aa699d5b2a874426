"""Child processes with limits of time and memory, for what strangers send: bytes in, bytes out, nothing else.

A task is a module of amends with a function `in_child`, which takes bytes and returns bytes; it may have a function
`get_ready`, for what can be done before there is work. What comes back is data for the parent to read, no object.
"""

from __future__ import annotations

import atexit
import importlib
import logging
import os
import struct
import subprocess
import sys
import tempfile
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import BoundedSemaphore, Event, Lock, Thread, Timer
from typing import IO

from amends.keyed_locks import KeyedLocks
from amends.machine_places import MachinePlaces

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

MOST_OF_ONE = 3
"""Of one person: one that works, and two that wait."""

MACHINE = MachinePlaces()
"""What one person has of all processes of a server, where there are several."""

_places = BoundedSemaphore(AT_A_TIME)
_queue = BoundedSemaphore(AT_A_TIME + MOST_WAITING)
_own = KeyedLocks()
_lock = Lock()
_ready: dict[tuple[int, str, ChildLimits], _Child] = {}
"""Children that were started ahead, by the process that did so, their task and their limits."""

_inside = False
"""Whether this process is such a child itself: then it does the work of others on the spot, under its own limits."""


def run(task: str, data: bytes, limits: ChildLimits, *, ahead: bool = False, who: str = "") -> bytes:
    """The answer of a child to some data; `ahead` starts the next child at once, so that nobody waits for its start.

    Of one person, `who`, one child works at a time on the whole machine, and few wait: others do not wait until all
    of somebody's files are read, and no more of anybody's threads are taken meanwhile.
    """
    if _inside:
        return _answer(task, data)
    if who and _own.users(who) >= MOST_OF_ONE:
        raise ChildFailed(ChildFailure.BUSY)
    with _own.holding(who) if who else nullcontext(), MACHINE.held(f"file {who}" if who else "", 1):
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
    try:
        answer = tempfile.TemporaryFile()  # noqa: SIM115  (the child's, until it ends)
    except OSError as trouble:
        raise ChildFailed(ChildFailure.START, str(trouble.strerror or trouble)) from None
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


# Children that answer many times


_HEAD = struct.Struct("!BQ")
"""Before each piece of work and each answer: a status, and how many bytes follow."""
_KEPT = "kept"
_MOST_ANSWERS = 500
"""After so many answers a child is replaced: what it has gathered in memory goes with it."""
_LAST_ANSWER = 254
"""The status of an answer after which the child ends, for it has taken much memory: the next work has all of it."""
_MUCH = 4
"""A child that has ever taken more than this part of the memory that it may have gives no further answer."""


class Workers:
    """Children of one task that stay for the next work: nobody waits for a start. Threads share them.

    The limit of time holds for each piece of work. A child that breaks it, or ends, is replaced.
    """

    def __init__(self, task: str, limits: ChildLimits, at_a_time: int = AT_A_TIME, most_waiting: int = 16) -> None:
        self._task, self._limits = task, limits
        self._places = BoundedSemaphore(at_a_time)
        self._queue = BoundedSemaphore(at_a_time + most_waiting)
        self._lock = Lock()
        self._idle: list[_Worker] = []
        self._pid = os.getpid()

    def run(self, data: bytes) -> bytes:
        """The answer to some data, when it is its turn."""
        if not self._queue.acquire(blocking=False):
            raise ChildFailed(ChildFailure.BUSY)
        try:
            if not self._places.acquire(timeout=self._limits.wall_seconds):
                raise ChildFailed(ChildFailure.BUSY)
            try:
                return self._run(data)
            finally:
                self._places.release()
        finally:
            self._queue.release()

    def _run(self, data: bytes) -> bytes:
        worker = self._take()
        try:
            answer = worker.work(data)
        except BaseException:
            worker.end()
            raise
        if worker.answers < _MOST_ANSWERS and not worker.is_ending:
            with self._lock:
                self._idle.append(worker)
        else:
            worker.end()
        return answer

    def _take(self) -> _Worker:
        with self._lock:
            if self._pid != os.getpid():  # forked: those are the parent's
                self._pid, self._idle = os.getpid(), []
            while self._idle:
                worker = self._idle.pop()
                if worker.process.poll() is None:
                    return worker
                worker.end()
        return _Worker(self._task, self._limits)

    def end(self) -> None:
        """End the children that have nothing to do."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle if self._pid == os.getpid() else ():
            worker.end()


class _Worker:
    """A process that answers one piece of work after the other."""

    def __init__(self, task: str, limits: ChildLimits) -> None:
        self.limits, self.answers, self.is_ending = limits, 0, False
        sizes = [str(limits.seconds), str(limits.memory), str(limits.answer)]
        try:
            self.process = subprocess.Popen(
                [*command(), task, *sizes, _KEPT],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except (OSError, ValueError) as trouble:
            how = str(getattr(trouble, "strerror", None) or trouble)
            raise ChildFailed(ChildFailure.START, how) from None

    def work(self, data: bytes) -> bytes:
        """The answer to some data, within the limits."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        late = Event()

        def stop() -> None:
            late.set()
            self.process.kill()

        timer = Timer(self.limits.wall_seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            with suppress(OSError):  # a child that has ended: its status tells why
                self.process.stdin.write(_HEAD.pack(0, len(data)) + data)
                self.process.stdin.flush()
            head = self.process.stdout.read(_HEAD.size)
            if len(head) == _HEAD.size:
                status, length = _HEAD.unpack(head)
                self.is_ending = status == _LAST_ANSWER
                if status and not self.is_ending:
                    _refuse_failed(status)
                answer = self.process.stdout.read(length)
                if len(answer) == length:
                    self.answers += 1
                    return answer
        finally:
            timer.cancel()
        if late.is_set():
            raise ChildFailed(ChildFailure.TIME)
        _refuse_failed(self.process.wait())
        raise ChildFailed(ChildFailure.CRASH)

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()


# The child


def main(arguments: list[str]) -> None:
    """Be a child: set the limits, import the task, wait for the data, answer."""
    global _inside
    _inside = True
    task, seconds, memory, answer, *kept = arguments
    limits = ChildLimits(int(seconds), int(memory), int(answer))
    _limit(limits, for_all=not kept)
    logging.disable()
    try:
        get_ready = getattr(importlib.import_module(task), "get_ready", None)
        if get_ready is not None:
            get_ready()
        if kept:
            _answer_all(task, limits)
            return
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


def _answer_all(task: str, limits: ChildLimits) -> None:
    """Answer one piece of work after the other, until the parent closes the pipe."""
    work, answers = sys.stdin.buffer, sys.stdout.buffer
    while len(head := work.read(_HEAD.size)) == _HEAD.size:
        data = work.read(_HEAD.unpack(head)[1])
        _take_time(limits.seconds)
        status, answer = 0, b""
        try:
            answer = _answer(task, data)
        except MemoryError:
            status = _MEMORY_STATUS
        if len(answer) > limits.answer:
            status, answer = _ANSWER_STATUS, b""
        if not status and _memory_taken() > limits.memory // _MUCH:
            status = _LAST_ANSWER
        answers.write(_HEAD.pack(status, len(answer)) + answer)
        answers.flush()
        if status == _LAST_ANSWER:
            return


def _memory_taken() -> int:
    """The most bytes that this process has ever held; 0 where the system does not tell.

    Elsewhere than on Linux it does not: in what `resource` says the memory of the parent may be counted.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        return 0


def _take_time(seconds: int) -> None:
    """From now on so many seconds of the processor, as far as the system has such a limit."""
    try:
        import resource
    except ImportError:  # Windows
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, hard))


def _answer(task: str, data: bytes) -> bytes:
    answer: bytes = importlib.import_module(task).in_child(data)
    return answer


def _limit(limits: ChildLimits, *, for_all: bool = True) -> None:
    """Set the limits, as far as the system has them; where it has none, the parent's clock ends the child.

    Without `for_all` the time is limited for each piece of work, by `_take_time`.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    wanted = [
        (resource.RLIMIT_AS, limits.memory, 0),
        (resource.RLIMIT_FSIZE, limits.answer, 0),
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_NPROC, 0, 0),
    ]
    if for_all:
        wanted.append((resource.RLIMIT_CPU, limits.seconds, 1))  # a signal at the limit, and the end a second later
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
