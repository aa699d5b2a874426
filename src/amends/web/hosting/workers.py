"""Several processes that answer at one port: one starts them, and starts another where one has ended."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import TypeAlias

from amends.faults import Faults, Refusal

Work: TypeAlias = Callable[[int, Callable[[], None]], None]
"""What a process does: its number, and what it calls once it answers."""

SHORT_LIFE = 5.0
"""A process that ends within so many seconds would end again: the next one waits."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
GRACE = 10.0
"""So many seconds the processes have to end by themselves."""

_log = logging.getLogger(__name__)


def refuse_several(number: int, *, shared: bool) -> None:
    """Refuse more than one process where they could not share the store, or the system has no way to start them."""
    if number < 1:
        raise Refusal(f"There cannot be {number} processes.", "Write --workers 1 or more.")
    if number > 1 and not shared:
        message = "Several processes cannot share a store that is a file."
        raise Refusal(message, "Leave --workers out, or name a server: --store postgresql://user@host/database.")
    if number > 1 and not hasattr(os, "fork"):
        raise Refusal("This system cannot start several processes on one port.", "Leave --workers out.")


def run_workers(number: int, work: Work, started: Callable[[], None]) -> None:
    """Keep so many processes at work until this one is told to stop; `started` is called once all of them answer."""
    _Supervisor(number, work, started).run()


@dataclass
class _Supervisor:
    """The process that starts the others; it has no threads, so that each of them begins clean."""

    number: int
    work: Work
    started: Callable[[], None]
    lifeline: tuple[int, int] = field(default_factory=os.pipe)
    """Each process waits for its end: when this process is gone, they end too."""
    answering: tuple[int, int] = field(default_factory=os.pipe)
    """A byte for each process that answers."""
    processes: dict[int, tuple[int, float]] = field(default_factory=dict)
    pause: float = FIRST_PAUSE

    def run(self) -> None:
        """Start all, replace those that end, and stop all."""
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            for place in range(1, self.number + 1):
                self._start(place)
            self._wait_for_all()
            while True:
                self._replace(*os.waitpid(-1, 0))
        except KeyboardInterrupt:
            pass
        finally:
            self._stop()

    def _start(self, place: int) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            self._be_worker(place)
        self.processes[pid] = (place, time.monotonic())

    def _be_worker(self, place: int) -> None:
        """Do the work in the new process, which ends with it."""
        status = 1
        try:
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            os.close(self.lifeline[1])
            Thread(target=self._end_with_parent, name="lifeline", daemon=True).start()
            self.work(place, self._answers)
            status = 0
        except KeyboardInterrupt:
            status = 0
        except Faults as trouble:
            _log.error("process %s could not start: %s", place, trouble)
        except BaseException:
            _log.exception("process %s failed", place)
        finally:
            with suppress(OSError, ValueError):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(status)

    def _answers(self) -> None:
        os.write(self.answering[1], b".")

    def _end_with_parent(self) -> None:
        os.read(self.lifeline[0], 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _wait_for_all(self) -> None:
        """Until every process answers; those that end meanwhile are replaced."""
        os.set_blocking(self.answering[0], False)
        answering = 0
        while answering < self.number:
            with suppress(BlockingIOError):
                answering += len(os.read(self.answering[0], self.number))
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid:
                self._replace(pid, status)
            time.sleep(0.02)
        self.started()

    def _replace(self, pid: int, status: int) -> None:
        place, began = self.processes.pop(pid, (0, 0.0))
        if not place:
            return
        code = os.waitstatus_to_exitcode(status)
        _log.warning(
            "process %s has ended (%s); another takes its place", place, f"signal {-code}" if code < 0 else code
        )
        if time.monotonic() - began > SHORT_LIFE:
            self.pause = FIRST_PAUSE
        else:
            self.pause = min(self.pause * 2, LONGEST_PAUSE)
            time.sleep(self.pause)
        self._start(place)

    def _stop(self) -> None:
        """Tell all to end; those that do not are ended."""
        for pid in self.processes:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        end = time.monotonic() + GRACE
        while self.processes and time.monotonic() < end:
            pid, _ = os.waitpid(-1, os.WNOHANG)
            self.processes.pop(pid, None)
            time.sleep(0 if pid else 0.02)
        for pid in self.processes:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
        for end_of_pipe in (*self.lifeline, *self.answering):
            os.close(end_of_pipe)
