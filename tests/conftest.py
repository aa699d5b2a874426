"""What every test shares: hypothesis without chance, PostgreSQL, and a way to demand that nothing is skipped."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["postgresql"]

# Free of chance: the same examples every time, and no check that a busy machine could fail.
settings.register_profile(
    "amends",
    derandomize=True,
    deadline=None,
    print_blob=False,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("amends")

REQUIRE_ALL = "AMENDS_REQUIRE_ALL"
"""The environment variable under which a skipped test is a failed one."""


def pytest_configure(config: pytest.Config) -> None:
    """Registered as a plugin, so that it holds for the doctests outside this folder too."""
    # Nobody's own events are touched: a test that works on a store says which. And a clock shows the same everywhere.
    os.environ |= {
        "AMENDS_STORE": os.path.join(os.devnull, "a test names its store"),
        "AMENDS_BY": "R. Fox",
        "TZ": "UTC",
    }
    if hasattr(time, "tzset"):
        time.tzset()
    if os.environ.get(REQUIRE_ALL):
        config.pluginmanager.register(NothingSkipped(), "nothing-skipped")


@pytest.fixture
def in_zone() -> Iterator[Callable[[str], None]]:
    """Puts the clock on the wall into a time zone (in the words of POSIX, which need no files), until the test ends."""

    def put(zone: str) -> None:
        os.environ["TZ"] = zone
        time.tzset()

    yield put
    put("UTC")


class NothingSkipped:
    """Turns each skip, of a test or of a whole module, into a failure with the reason of the skip.

    The reports are changed where they are made, in the worker, so that this holds under pytest-xdist too.
    """

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """A test that was skipped; an expected failure is reported as skipped as well, and is none."""
        report = yield
        if report.skipped and not hasattr(report, "wasxfail"):
            fail(report)
        return report

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_make_collect_report(self) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """A module that was skipped as a whole."""
        report = yield
        if report.skipped:
            fail(report)
        return report


def fail(report: pytest.TestReport | pytest.CollectReport) -> None:
    """The report as a failure that says why the test was to be skipped."""
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    report.outcome = "failed"
    report.longrepr = f"{REQUIRE_ALL} is set, and this was skipped: {reason.removeprefix('Skipped: ')}"
