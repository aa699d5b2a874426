"""Live pages: what was entered elsewhere appears by itself, one stream for a browser, nobody who types is disturbed."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, Request, Response, expect

from support.browser.club import Club
from support.browser.hands import Hands
from support.browser.watching import Watched

SCORER, DIRECTOR = "M. Wren", "J. Finch"


def enter_a_result(club: Club) -> None:
    """Somebody else enters a result that was missing."""
    page = club.come(SCORER, "results/missing")
    page.locator("#typed").fill("3nn=")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("Saved:")).to_be_visible()


def results_in(page: Page) -> Locator:
    return page.get_by_role("heading", name="Results in").locator("xpath=..").locator("b")


def is_fetched(answer: Response) -> bool:
    """Whether a script has asked for the page of results."""
    return answer.url.endswith("/results") and answer.request.resource_type == "fetch"


def test_home_shows_what_others_enter_without_being_asked(club: Club) -> None:
    page = club.come(DIRECTOR)
    expect(page.locator("[data-live-mark]")).to_have_text("Live")
    before = int(results_in(page).inner_text())
    page.evaluate("window.untouched = true")
    enter_a_result(club)
    expect(results_in(page)).to_have_text(str(before + 1))
    assert page.evaluate("window.untouched")  # the page was not loaded again


def test_a_browser_has_one_stream_whatever_the_number_of_tabs(club: Club) -> None:
    first = club.come(DIRECTOR)
    opened: list[str] = []

    def note(request: Request) -> None:
        if "/changes" in request.url and request.frame.page is not first:
            opened.append(request.url)

    first.context.on("request", note)
    expect(first.locator("[data-live-mark]")).to_have_text("Live")
    second = first.context.new_page()
    second.goto(f"{club.event}/ranking")
    third = first.context.new_page()
    third.goto(f"{club.event}/boards")
    place = second.locator("tbody tr").first
    expect(place).to_be_visible()
    enter_a_result(club)
    # Both heard of it, though neither has a stream of its own.
    for page in (second, third):
        expect(page.locator("[data-live-mark]")).to_have_text("Live")
    assert opened == []
    with second.context.expect_event("request", lambda request: "/changes" in request.url):
        first.close()  # another tab goes on listening


def test_who_types_is_not_disturbed_and_sees_it_afterwards(club: Club) -> None:
    page = club.come(DIRECTOR, "results")
    expect(page.locator("[data-live-mark]")).to_have_text("Live")
    missing = page.get_by_role("heading", name="missing").first
    before = missing.inner_text()
    field = page.get_by_label("Number of a board")
    field.press_sequentially("1")
    with page.expect_response(is_fetched):
        enter_a_result(club)
    expect(field).to_be_focused()
    expect(field).to_have_value("1")
    expect(missing).to_have_text(before)
    field.fill("")
    field.blur()
    expect(missing).not_to_have_text(before)


def test_what_one_reads_stays_where_it_is(club: Club) -> None:
    page = club.come(DIRECTOR, "results")
    expect(page.locator("[data-live-mark]")).to_have_text("Live")
    hands = Hands(page)
    page.evaluate("window.scrollTo(0, 300)")
    top = page.evaluate("window.scrollY")
    missing = page.get_by_role("heading", name="missing").first
    before = missing.inner_text()
    enter_a_result(club)
    expect(missing).not_to_have_text(before)
    assert abs(page.evaluate("window.scrollY") - top) < 2
    hands.sees("results missing")


def test_without_an_answer_a_page_asks_again_by_itself(club: Club, watched: Watched) -> None:
    watched.expect("ERR_FAILED")
    page = club.come(DIRECTOR, "more")
    page.context.route("**/changes?*", lambda route: route.abort())
    page.clock.install()
    page.goto(f"{club.event}/results")
    heading = page.get_by_role("heading", name="missing").first
    before = heading.inner_text()
    enter_a_result(club)
    with page.expect_response(is_fetched):
        page.clock.run_for(60_000)
    expect(heading).not_to_have_text(before)
    expect(page.locator("[data-live-mark]")).to_have_text("No connection")
