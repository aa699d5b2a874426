"""What every test shares: hypothesis without chance, PostgreSQL, and a way to demand that nothing is skipped."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from support.examples import HOW_MANY, number

pytest_plugins = ["support.postgresql"]

# Free of chance: the same examples every time, and no check that a busy machine could fail.
settings.register_profile(
    "amends",
    max_examples=number(50, long=100),
    derandomize=True,
    deadline=None,
    print_blob=False,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("amends")

# Hypothesis mixes constants of the modules that are imported so far into its examples: which those are depends on the
# tests that ran before in the same process, and so on chance.
providers._get_local_constants = lambda: providers._local_constants

SHARED = Path(__file__).resolve().parents[2] / "shared"
"""Real files and sources beside the project, which are not everywhere: other people's, and not ours to give away."""

REQUIRE_ALL = "AMENDS_REQUIRE_ALL"
"""The environment variable under which a skipped test is a failed one."""


def _data_home() -> str:
    """A folder for what amends keeps among a user's data, gone at the end."""
    folder = tempfile.mkdtemp(prefix="amends-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def pytest_configure(config: pytest.Config) -> None:
    """Registered as a plugin, so that it holds for the doctests outside this folder too."""
    # Nobody's own events are touched: a test that works on a store says which. And a clock shows the same everywhere.
    os.environ |= {
        "AMENDS_STORE": os.path.join(os.devnull, "a test names its store"),
        "AMENDS_BY": "R. Fox",
        "XDG_DATA_HOME": _data_home(),  # the keys of servers too
        "TZ": "UTC",
    }
    if hasattr(time, "tzset"):
        time.tzset()
    config.pluginmanager.register(SharedData(), "shared-data")
    if os.environ.get(REQUIRE_ALL):
        config.pluginmanager.register(NothingSkipped(), "nothing-skipped")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: a test often waits for a browser, a database or a child process."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What only `make test-long` has is left out elsewhere: that is no skip."""
    if HOW_MANY == "long":
        return
    left_out = [item for item in items if item.get_closest_marker("long_only") is not None]
    if left_out:
        items[:] = [item for item in items if item.get_closest_marker("long_only") is None]
        config.hook.pytest_deselected(items=left_out)


def pytest_collection_finish() -> None:
    """Thousands of collected tests stay to the end: the garbage collector need not look through them each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def new_stores() -> Iterator[None]:
    """Stores are made at once; tests/store/test_migrations.py makes them by migrations."""
    from support.store.new_stores import made_at_once  # what needs no store does not wait for the database

    with made_at_once():
        yield


@pytest.fixture
def in_zone() -> Iterator[Callable[[str], None]]:
    """Puts the clock on the wall into a time zone (in the words of POSIX, which need no files), until the test ends."""

    def put(zone: str) -> None:
        os.environ["TZ"] = zone
        time.tzset()

    yield put
    put("UTC")


class SharedData:
    """Leaves out the tests of shared data where there is none, and says how many: that is no skip.

    Under pytest-xdist the workers collect, and each tells the one that prints how many it has left out.
    """

    def __init__(self) -> None:
        self.left_out = 0

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Those that are run."""
        if SHARED.is_dir():
            return
        without = [item for item in items if item.get_closest_marker("shared_data") is not None]
        items[:] = [item for item in items if item.get_closest_marker("shared_data") is None]
        self.left_out = len(without)
        config.hook.pytest_deselected(items=without)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """What a worker tells."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["left_out"] = self.left_out

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """What a worker has told."""
        self.left_out = max(self.left_out, getattr(node, "workeroutput", {}).get("left_out", 0))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """One line."""
        if self.left_out:
            terminalreporter.write_line(f"{self.left_out} tests of shared data are left out: there is no {SHARED}")


class NothingSkipped:
    """Turns each skip, of a test or of a whole module, into a failure with the reason of the skip.

    The reports are changed where they are made, in the worker, so that this holds under pytest-xdist too.
    """

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """A test that was skipped; an expected failure is reported as skipped as well, and is none."""
        report = yield
        if report.skipped and not hasattr(report, "wasxfail") and item.get_closest_marker("peer") is None:
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
