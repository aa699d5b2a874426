"""Another program as a process: it is sent lines and its lines are read, whatever it does, within limits.

`amends.child` is for work of amends itself, with limits that the system sets. This is a program of the person who runs
the suite, with their rights; what is guarded against is that it hangs, dies or floods.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from enum import Enum
from queue import Empty, Queue
from threading import Thread
from typing import IO

from amends.faults import Refusal, printable

_WAITING_LINES = 1000
"""As many lines are read ahead; a program that writes more waits."""
_LAST_WORDS = 20
_LONGEST_WORDS = 300
_GRACE_SECONDS = 2


class NoLine(Enum):
    """What comes in place of a line."""

    SILENCE = "nothing for too long"
    END = "the end of its output"
    TOO_LONG = "a line that is too long"


def split_command(command: str) -> list[str] | str:
    """The words of a command as a shell reads them; on Windows the system splits them itself."""
    if not command.strip():
        raise Refusal("No program is named.", '--program takes a command such as "node scorer.js".')
    if os.name == "nt":
        return command
    try:
        return shlex.split(command)
    except ValueError as trouble:
        raise Refusal(f"The command cannot be read: {trouble}.", "Close its quotation marks.") from None


class RunningProgram:
    """One start of a program, from its first line to its end."""

    def __init__(self, command: str, longest_line: int) -> None:
        words = split_command(command)
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name != "nt",  # so that what it starts itself ends with it
            )
        except (OSError, ValueError) as trouble:
            reason = getattr(trouble, "strerror", None) or str(trouble)
            raise Refusal(f"{command!r} cannot be started: {reason}.", "Check the command after --program.") from None
        self._longest = longest_line
        self._lines: Queue[bytes | NoLine] = Queue(_WAITING_LINES)
        self._words: deque[str] = deque(maxlen=_LAST_WORDS)
        self._readers = [Thread(target=work, daemon=True) for work in (self._read_lines, self._read_words)]
        for reader in self._readers:
            reader.start()

    def send(self, lines: Iterable[bytes]) -> None:
        """Send lines and then the end of the input, while answers are read."""
        Thread(target=self._write, args=(b"".join(lines),), daemon=True).start()

    def next_line(self, seconds: float) -> bytes | NoLine:
        """The next line of its output, or what came in place of one."""
        try:
            return self._lines.get(timeout=max(seconds, 0))
        except Empty:
            return NoLine.SILENCE

    def ending(self) -> str:
        """How it ended, in words; for one that has closed its output."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE_SECONDS)
        self._readers[1].join(_GRACE_SECONDS)
        code = self._process.poll()
        if code is None:
            how = "closed its output"
        else:
            how = f"was ended by signal {-code}" if code < 0 else f"ended with status {code}"
        words = next((line for line in reversed(self._words) if line), "")
        return f"{how} and said: {words}" if words else how

    @property
    def ended_well(self) -> bool:
        """Whether it has ended by itself and calls that a success."""
        return self._process.poll() == 0

    def stop(self) -> None:
        """End it, and what it started."""
        if os.name == "nt":
            self._process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        until = time.monotonic() + _GRACE_SECONDS
        while self._readers[0].is_alive() and time.monotonic() < until:  # it may wait for room
            self.next_line(0.01)

    def _write(self, data: bytes) -> None:
        stream = self._process.stdin
        assert stream is not None
        with suppress(OSError, ValueError):  # a program need not read everything
            stream.write(data)
        with suppress(OSError, ValueError):
            stream.close()

    def _read_lines(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        with stream:
            while line := stream.readline(self._longest + 1):
                if len(line) > self._longest and not line.endswith(b"\n"):
                    _skip_line(stream, self._longest)
                    self._lines.put(NoLine.TOO_LONG)
                elif line.strip():
                    self._lines.put(line)
        self._lines.put(NoLine.END)

    def _read_words(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        with stream:
            while line := stream.readline(_LONGEST_WORDS):
                self._words.append(printable(line.decode(errors="replace").strip()))


def _skip_line(stream: IO[bytes], piece: int) -> None:
    """Read on to the end of a line, and forget it."""
    while (rest := stream.readline(piece)) and not rest.endswith(b"\n"):
        pass
