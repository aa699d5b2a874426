"""The ground itself: what a page does that it should not is caught, and what a test asks for it gets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from browser.conftest import LAPTOP, PHONE, Size
from support.browser.looking import SCREENSHOTS, Screens, axe_violations, contrast_violations, printed_pages
from support.browser.watching import Watched
from support.serving import App

OUTSIDE = "http://elsewhere.example"
STRICT = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"

ASSETS = Path(__file__).resolve().parents[2] / "src" / "amends" / "web" / "assets"

app = Starlette()
app.mount("/assets", StaticFiles(directory=ASSETS, check_dir=False))


def at(path: str) -> Callable[[Callable[[], Response]], Callable[[], Response]]:
    """Show a page at an address."""

    def added(shows: Callable[[], Response]) -> Callable[[], Response]:
        app.router.routes.append(Route(path, lambda _: shows()))
        return shows

    return added


def screen(body: str, head: str = "", strict: bool = True) -> HTMLResponse:
    """A page that is in order but for what it is given."""
    text = f"""<!doctype html><html lang="en"><head><title>Ground</title><link rel="icon" href="data:,">
    <meta name="viewport" content="width=device-width, initial-scale=1">{head}</head>
    <body><main><h1>Ground</h1>{body}</main></body></html>"""
    return HTMLResponse(text, headers={"Content-Security-Policy": STRICT} if strict else {})


@at("/")
def in_order() -> HTMLResponse:
    return screen('<p id="who">form</p><a href="/long">Long</a>', head='<script src="/script.js" defer></script>')


@at("/script.js")
def script() -> Response:
    return Response('document.getElementById("who").textContent = "script"', media_type="text/javascript")


@at("/long")
def long() -> HTMLResponse:
    return screen("<p>♠♥♦♣ ⚖ ▲▼ ½ ⅓ 12⅔</p>" * 150)


@at("/quick")
def with_htmx() -> HTMLResponse:
    # htmx would write a style into the page, which the policy forbids.
    head = """<script src="/assets/htmx.min.js" defer></script>
    <meta name="htmx-config" content='{"includeIndicatorStyles": false, "allowEval": false}'>"""
    return screen('<button hx-get="/answer" hx-target="#answer">Ask</button><p id="answer"></p>', head)


@at("/answer")
def answer() -> HTMLResponse:
    return HTMLResponse("<strong>+420</strong>")


@at("/unlabelled")
def unlabelled() -> HTMLResponse:
    return screen('<form><input name="contract"><button>Enter</button></form>')


@at("/picture")
def picture_from_outside() -> HTMLResponse:
    return screen(f'<img src="{OUTSIDE}/picture.png" alt="">', strict=False)


@at("/socket")
def socket_to_outside() -> HTMLResponse:
    return screen(f"<script>new WebSocket('{OUTSIDE.replace('http', 'ws')}/live')</script>", strict=False)


@at("/away")
def away() -> RedirectResponse:
    return RedirectResponse(f"{OUTSIDE}/away")


@at("/complaint")
def complaint() -> HTMLResponse:
    return screen("<script>console.error('No such board')</script>", strict=False)


@at("/exception")
def exception() -> HTMLResponse:
    return screen("<script>throw new Error('Broken')</script>", strict=False)


@at("/inline")
def inline() -> HTMLResponse:
    return screen('<p style="color: red">Red</p>')


@pytest.fixture(scope="module")
def address(served: Callable[[App], str]) -> str:
    return served(app)


def look_until(happened: Callable[[], bool], page: Page) -> None:
    """Lets the browser go on until something has happened, which the browser tells in its own time."""
    for _ in range(5000):
        if happened():
            return
        page.title()
    raise AssertionError("it did not happen")


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/picture", "outside: GET http://elsewhere.example/picture.png"),
        ("/socket", "outside: ws://elsewhere.example/live"),
        ("/complaint", "console: No such board"),
        ("/exception", "script: .*Broken"),
        ("/inline", "console: .*style-src 'self'"),
        ("/nowhere", "console: .*404"),
    ],
)
def test_what_a_page_should_not_do_fails_its_test_unless_it_was_expected(
    laptop: Page, watched: Watched, path: str, found: str
) -> None:
    laptop.goto(path)
    look_until(lambda: bool(watched.found), laptop)
    with pytest.raises(AssertionError, match=found):
        watched.settle()
    laptop.goto(path)
    look_until(lambda: bool(watched.found), laptop)
    watched.expect(found)


def test_an_answer_that_leads_outside_leads_nowhere(laptop: Page, watched: Watched) -> None:
    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        laptop.goto("/away")
    watched.expect(f"outside: GET {OUTSIDE}/away")


def test_what_was_expected_and_does_not_come_fails_the_test(watched: Watched) -> None:
    watched.expect("status of 403")
    with pytest.raises(AssertionError, match="expected, and not found: status of 403"):
        watched.settle()


def test_a_page_has_the_size_that_was_asked_for_and_scripts_or_none(page: Page, size: Size, javascript: bool) -> None:
    page.goto("/")
    assert page.locator("#who").inner_text() == ("script" if javascript else "form")
    assert page.evaluate("[innerWidth, innerHeight]") == [size.width, size.height]


def test_a_phone_is_touched_and_a_laptop_is_not(phone: Page, laptop: Page) -> None:
    phone.goto("/")
    laptop.goto("/")
    asked = "[innerWidth, devicePixelRatio, navigator.maxTouchPoints > 0]"
    assert phone.evaluate(asked) == [PHONE.width, 2, True]
    assert laptop.evaluate(asked) == [LAPTOP.width, 1, False]


def test_visitors_share_nothing(window: Callable[..., Page], address: str) -> None:
    one, other = window(), window()
    one.context.add_cookies([{"name": "visitor", "value": "one", "url": address}])
    assert other.context.cookies() == []


def test_a_field_without_a_label_bars_people(laptop: Page) -> None:
    laptop.goto("/unlabelled")
    assert [line for line in axe_violations(laptop) if line.startswith("label (critical)") and "contract" in line]


def test_a_row_that_is_not_like_the_others_bars_people_wherever_it_stands(laptop: Page) -> None:
    laptop.goto("/")
    rows = [f'<tr><td><a href="/boards/{n}">Board {n}</a></td><td>{n} tables</td></tr>' for n in range(1, 61)]
    rows[40] = rows[40].replace("41 tables", '<input name="contract">')
    laptop.locator("main").evaluate("(main, rows) => { main.innerHTML += rows }", f"<table>{''.join(rows)}</table>")
    assert [line for line in axe_violations(laptop) if line.startswith("label (critical)") and "contract" in line]


def test_letters_that_are_hard_to_see_bar_people_wherever_they_stand(laptop: Page) -> None:
    laptop.goto("/")
    rows = "".join(f"<tr><td>Board {n}</td><td>{n} tables</td></tr>" for n in range(1, 61))
    laptop.locator("main").evaluate("(main, rows) => { main.innerHTML += rows }", f"<table>{rows}</table>")
    measured: set[str] = set()
    assert axe_violations(laptop, measured) == []
    laptop.locator("td").nth(81).evaluate("cell => { cell.style.color = '#bbb' }")
    [line] = axe_violations(laptop, measured)
    assert line.startswith("color-contrast (serious)")
    assert "41 tables" in line
    laptop.locator("td").nth(31).evaluate("cell => { cell.style.backgroundColor = '#555' }")
    [line] = contrast_violations(laptop, measured)
    assert "16 tables" in line


def test_a_page_in_order_bars_nobody_however_often_one_looks(page: Page, size: Size) -> None:
    page.goto("/")
    assert axe_violations(page) == []
    assert axe_violations(page) == []


def test_htmx_works_under_a_strict_policy(page: Page, size: Size) -> None:
    page.goto("/quick")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator("#answer strong")).to_have_text("+420")
    assert page.evaluate("htmx.version.split('.')[0]") == "2"
    assert axe_violations(page) == []


def test_the_sheets_that_a_page_prints_on_are_counted(laptop: Page) -> None:
    laptop.goto("/")
    assert printed_pages(laptop) == 1
    laptop.goto("/long")
    assert printed_pages(laptop) > 2


def test_each_screen_that_was_visited_is_taken_where_a_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: Page, javascript: bool
) -> None:
    monkeypatch.setenv(SCREENSHOTS, str(tmp_path))
    screens = Screens("test_visit[phone]")
    screens.follow(page)
    with screens.followed():
        page.goto("/")
        page.goto("/long")
        page.goto("/")
        page.get_by_role("link", name="Long").click()
        expect(page.get_by_text("12⅔")).to_have_count(150)
        page.wait_for_load_state()
        page.title()
    pictures = [tmp_path / f"test_visit-phone-{n}.png" for n in (1, 2, 3, 4)]
    assert sorted(tmp_path.iterdir()) == pictures
    short, long, short_again, long_again = (picture.read_bytes() for picture in pictures)
    assert short == short_again
    assert long == long_again != short


def test_no_picture_is_taken_where_nobody_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, laptop: Page) -> None:
    monkeypatch.delenv(SCREENSHOTS, raising=False)
    monkeypatch.chdir(tmp_path)
    laptop.goto("/")
    Screens("visit").take(laptop)
    assert list(tmp_path.iterdir()) == []
