"""The ground for tests in a real browser: Debian's Chromium, once for all tests of a process, and apps served to it.

A test takes `phone` or `laptop`, or `page` together with `size` and `javascript`, which run it at each size and with
and without scripts. A module about one app has a fixture `address`, which gives `served(app)`; pages then open "/".
A test of the whole app takes `club`: `club.come("R. Fox", "ranking")` is a window of the chief director.
Anything from outside, an error in the console and a script that fails make the test fail: see `watched`.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser, Page, expect
from pytest_playwright import CreateContextCallback

from support import examples
from support.browser.club import Club, found_club, opened_club
from support.browser.looking import Screens
from support.browser.one_clock import on_one_clock
from support.browser.watching import Watched
from support.serving import App, serving

MISSING = "no Chromium was found: install the package chromium (Debian: apt-get install chromium)"
TURNED_OFF = (
    # Suggestions under an address bar that nobody sees: two processes more for each window.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    # What Playwright turns off: of two such lists Chromium takes the last.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *(
        "HttpsFirstBalancedModeAutoEnable",
        "LensOverlay",
        "MediaRouter",
        "PaintHolding",
        "ThirdPartyStoragePartitioning",
    ),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"),
    "PreconnectToSearch",
)
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-quic", f"--disable-features={','.join(TURNED_OFF)}"),
    # Nothing but this machine can be reached, whatever a page or the browser itself might try.
    *("--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
)


CRASHED = ("Page crashed", "Target crashed")
"""What Playwright says where the process of a page has ended by an error of Chromium's own."""


@pytest.hookimpl(specname="pytest_runtest_protocol", tryfirst=True)
def pytest_run_again_after_a_crash(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A test in which Chromium itself crashed is run once more: it says nothing of the page.

    Chromium ends a page where two processors tell different times, and on some virtual machines they do.
    """
    if not isinstance(item, pytest.Function) or not item.path.is_relative_to(Path(__file__).parent):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if any(report.failed and any(words in report.longreprtext for words in CRASHED) for report in reports):
        item._initrequest()
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@dataclass(frozen=True, slots=True)
class Size:
    """A device, as far as a page can tell."""

    name: str
    width: int
    height: int
    is_phone: bool

    def settings(self) -> dict[str, Any]:
        """For a new context of the browser."""
        screen = {"width": self.width, "height": self.height}
        phone = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2} if self.is_phone else {}
        return {"viewport": screen, "screen": screen, **phone}


PATIENCE = int(os.environ.get("AMENDS_PATIENCE", 120_000))
"""Milliseconds until what a person would see is missed: a machine may be ten times slower than usual."""

expect.set_options(timeout=PATIENCE)

CHIEF = "R. Fox"

PHONE = Size("phone", 360, 640, is_phone=True)
LAPTOP = Size("laptop", 1280, 800, is_phone=False)

_set_aside: list[asyncio.AbstractEventLoop] = []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A job is done on a phone with scripts and on a laptop without, and only the chief walks all screens on both.

    `@usual_way(javascript=True)` is for a test of which one of the two ways is a repetition: what the server does is
    the same, and each step in the other way is taken by the tests beside it. `make test-long` leaves nothing out.
    """
    if examples.HOW_MANY == "long":
        return
    left_out = [item for item in items if _is_done_elsewhere(item)]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def _is_done_elsewhere(item: pytest.Item) -> bool:
    params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    size = params.get("size")
    if not isinstance(size, Size):
        return False
    usual = item.get_closest_marker("usual_way")
    if usual is not None and params["javascript"] is not usual.kwargs["javascript"]:
        return True
    return size.is_phone != params.get("javascript", size.is_phone) or (
        not size.is_phone and params.get("who", CHIEF) != CHIEF
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Playwright's loop is the running one during the tests of this folder alone: others run loops of their own."""
    if _set_aside and Path(__file__).parent in item.path.parents:
        asyncio._set_running_loop(_set_aside.pop())
    try:
        return (yield)
    finally:
        if loop := asyncio._get_running_loop():
            _set_aside.append(loop)
            asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Iterator[Browser]:
    """The browser; at the end, maybe after a test elsewhere, it is closed with its loop."""
    yield browser
    if _set_aside:
        asyncio._set_running_loop(_set_aside.pop())


@pytest.fixture(scope="session")
def base_url() -> None:
    """None for all tests: see `address`."""


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """Debian's Chromium, without the windows that nobody sees if there is such a one; without both, a skip."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if program is None:
        pytest.skip(MISSING)
    program = on_one_clock(program, tmp_path_factory.mktemp("browser"))
    return {**browser_type_launch_args, "executable_path": program, "args": list(ARGUMENTS)}


@pytest.fixture(scope="module")
def served() -> Iterator[Callable[[App], str]]:
    """`served(app)` serves an app, or what a function without parameters makes, until the module ends: its address."""
    addresses: dict[int, tuple[App, str]] = {}
    with ExitStack() as stack:

        def serve(app: App) -> str:
            if id(app) not in addresses:
                addresses[id(app)] = (app, stack.enter_context(serving(app)))
            return addresses[id(app)][1]

        yield serve


@pytest.fixture
def address() -> str | None:
    """Where the pages of a test start from; a module about one app has a fixture of this name."""
    return None


@pytest.fixture
def watched() -> Iterator[Watched]:
    """What the pages of this test did that they should not; `watched.expect(pattern)` where a test is about that."""
    watched = Watched()
    yield watched
    watched.settle()


@pytest.fixture
def screens(request: pytest.FixtureRequest) -> Iterator[Screens]:
    """Pictures of the screens, where AMENDS_SCREENSHOTS names a folder; `screens.take(page)` takes one more."""
    screens = Screens(f"{request.node.path.stem}-{request.node.name}")
    with screens.followed():
        yield screens


@pytest.fixture
def window(
    watched: Watched, new_context: CreateContextCallback, screens: Screens, address: str | None
) -> Iterator[Callable[..., Page]]:
    """Opens a window of a visitor of its own: `window(PHONE, javascript=False)`; more settings as for a new context."""
    pages: list[Page] = []

    def open_window(size: Size = LAPTOP, *, javascript: bool = True, **settings: Any) -> Page:
        given: dict[str, Any] = {
            **size.settings(),
            "base_url": address,
            "java_script_enabled": javascript,
            "locale": "en-GB",
            "timezone_id": "UTC",
            "reduced_motion": "reduce",  # nothing is looked at half way
            "service_workers": "block",  # would answer unwatched
            **settings,
        }
        context = new_context(**given)
        context.set_default_timeout(PATIENCE)
        watched.watch(context)
        page = context.new_page()
        screens.follow(page)
        pages.append(page)
        return page

    yield open_window
    for page in pages:
        screens.take(page)


@pytest.fixture(params=[PHONE, LAPTOP], ids=lambda size: str(size.name))
def size(request: pytest.FixtureRequest) -> Size:
    """Each size a page must work at; `page` has it."""
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def javascript(request: pytest.FixtureRequest) -> bool:
    """With and without scripts; `page` follows."""
    return bool(request.param)


@pytest.fixture
def page(request: pytest.FixtureRequest, window: Callable[..., Page]) -> Page:
    """A page of the `size` and with the `javascript` that the test takes as well; else a laptop's, with scripts."""
    size = request.getfixturevalue("size") if "size" in request.fixturenames else LAPTOP
    javascript = request.getfixturevalue("javascript") if "javascript" in request.fixturenames else True
    return window(size, javascript=javascript)


@pytest.fixture
def phone(window: Callable[..., Page]) -> Page:
    """A page on a phone."""
    return window(PHONE)


@pytest.fixture
def laptop(window: Callable[..., Page]) -> Page:
    """A page on a laptop."""
    return window(LAPTOP)


@pytest.fixture(scope="session")
def club_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the demonstration event, made once and copied for each club."""
    path = tmp_path_factory.mktemp("club") / "store.db"
    found_club(path)
    return path


@pytest.fixture
def club(
    request: pytest.FixtureRequest, club_store: Path, tmp_path: Path, window: Callable[..., Page], screens: Screens
) -> Iterator[Club]:
    """A club of this test alone; its windows have the `size` and the `javascript` that the test takes as well."""
    taken: dict[str, Any] = {
        name: request.getfixturevalue(name) for name in ("size", "javascript") if name in request.fixturenames
    }
    with opened_club(club_store, tmp_path / "club.db") as club:
        club.window, club.settings = window, taken
        yield club
        for page in club.pages:  # while the app still answers them
            screens.take(page)
            page.context.close()
