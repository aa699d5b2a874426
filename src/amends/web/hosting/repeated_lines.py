"""The log without floods: the same line at most once in a few seconds, with how many more there were."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Lock

SECONDS = 5
"""The same line stands in the log once in so many seconds."""
MOST_LINES = 1000
"""Different lines that are remembered."""
LOGGERS = ("uvicorn.error", "asyncio")


class RepeatedLines(logging.Filter):
    """Lets a line through once in a while, and counts the others."""

    def __init__(self, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._seconds, self._clock = seconds, clock
        self._lock = Lock()
        self._lines: dict[tuple[object, ...], tuple[float, int, logging.LogRecord]] = {}
        """When each line was last written, how many were left out since, and the last of them."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written; it says how many like it were not."""
        now, key = self._clock(), _key(record)
        with self._lock:
            written, more, _ = self._lines.get(key, (now - self._seconds, 0, record))
            if now - written < self._seconds:
                self._lines[key] = written, more + 1, record
                return False
            if len(self._lines) >= MOST_LINES:
                self._lines.clear()
            self._lines[key] = now, 0, record
        _say_more(record, more)
        return True

    def write_counts(self) -> None:
        """Write how many lines were left out of those that have not come again since."""
        now = self._clock()
        with self._lock:
            old = {key: kept for key, kept in self._lines.items() if now - kept[0] >= self._seconds}
            for key in old:
                del self._lines[key]
        for _, more, record in old.values():
            if more:
                record.exc_info = record.exc_text = None
                _say_more(record, more - 1)
                logging.getLogger(record.name).callHandlers(record)


def _say_more(record: logging.LogRecord, more: int) -> None:
    if more:
        record.msg, record.args = f"{record.getMessage().rstrip()} ({more} more like it)", ()


def _key(record: logging.LogRecord) -> tuple[object, ...]:
    """What makes two lines the same: their text before anything is filled in, and where an error arose."""
    raised = record.exc_info[1] if record.exc_info else None
    at = raised.__traceback__ if raised is not None else None
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = (type(raised), at.tb_frame.f_code, at.tb_lineno) if at is not None else (type(raised),)
    return record.name, record.levelno, str(record.msg).partition("\n")[0], *place


def without_floods() -> RepeatedLines:
    """Put the filter before the loggers of the server; it is there once, however often the app starts."""
    filters = [each for each in logging.getLogger(LOGGERS[0]).filters if isinstance(each, RepeatedLines)]
    made = filters[0] if filters else RepeatedLines()
    for name in LOGGERS:
        logging.getLogger(name).addFilter(made)
    return made
