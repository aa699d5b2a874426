"""A line that comes again and again stands in the log once in a while."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from fractions import Fraction

import pytest

from amends.web.hosting.repeated_lines import RepeatedLines


class Kept(logging.Handler):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def logger() -> Iterator[tuple[logging.Logger, list[str], list[float]]]:
    """A logger with the filter, its lines, and its clock."""
    now = [0.0]
    logger, kept = logging.getLogger("amends.test-of-floods"), Kept()
    logger.propagate = False
    repeated = RepeatedLines(5, lambda: now[0])
    logger.addFilter(repeated)
    logger.addHandler(kept)
    yield logger, kept.lines, now
    logger.removeFilter(repeated)
    logger.removeHandler(kept)


def test_the_same_line_is_written_once_and_then_counted(
    logger: tuple[logging.Logger, list[str], list[float]],
) -> None:
    log, lines, now = logger
    for number in range(1000):
        log.warning("No file for connection %d", number)
    log.warning("Something else")
    assert lines == ["No file for connection 0", "Something else"]
    now[0] = 6
    log.warning("No file for connection %d", 1000)
    assert lines[2:] == ["No file for connection 1000 (999 more like it)"]


def test_what_does_not_come_again_is_counted_too(logger: tuple[logging.Logger, list[str], list[float]]) -> None:
    log, lines, now = logger
    repeated = log.filters[0]
    assert isinstance(repeated, RepeatedLines)
    for _ in range(4):
        log.warning("Once more")
    repeated.write_counts()
    assert lines == ["Once more"]
    now[0] = 6
    repeated.write_counts()
    repeated.write_counts()
    assert lines == ["Once more", "Once more (2 more like it)"]


def test_errors_of_different_places_are_different_lines(
    logger: tuple[logging.Logger, list[str], list[float]],
) -> None:
    log, lines, _ = logger
    for _ in range(3):
        for fraction in (False, True):
            try:
                Fraction("x") if fraction else int("x")
            except ValueError:
                log.exception("An error")
    assert len(lines) == 2
    assert all("ValueError" in line for line in lines)
