"""Jobs from the first tap to the last: a file comes in, results are read, appeals decided, standings published."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from amends.demo import evening
from support.browser.club import Club
from support.browser.hands import Hands
from support.browser.watching import Watched

pytestmark = pytest.mark.usefixtures("size", "javascript")

WITH_SCRIPTS = pytest.mark.usual_way(javascript=True)
WITHOUT_SCRIPTS = pytest.mark.usual_way(javascript=False)

TRAVELLERS = files("amends.demo").joinpath("travellers.csv").read_text(encoding="utf-8")


def send(hands: Hands, name: str, data: str | bytes, folder: Path, javascript: bool) -> None:
    """A file, chosen in the browser; where scripts run, choosing it sends it."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    with hands.page.expect_navigation():
        hands.page.locator("input[type=file]").set_input_files(path)
        if not javascript:
            hands.press("Look at it")


# Job 1: a file


def test_a_faulty_file_is_mended_where_it_is_shown_and_taken_and_the_same_file_again_changes_nothing(
    club: Club, tmp_path: Path, javascript: bool, watched: Watched
) -> None:
    good, better = TRAVELLERS.splitlines()[1:3]
    faulty = TRAVELLERS.replace(good, good.replace("3NT N =", "8NT N =")).replace(better, better + "9")
    hands = Hands(club.come("M. Wren", "/"))
    send(hands, "tuesday.csv", faulty, tmp_path, javascript)
    hands.asked("tuesday.csv cannot be read as it is")
    watched.expect("422")
    hands.sees("8NT")
    hands.page.get_by_label("Line 2", exact=True).fill(good)
    hands.page.get_by_label("Line 3", exact=True).fill(better)
    hands.press("Check again")
    hands.asked("What was read")
    hands.sees("tuesday.csv")
    hands.write("Name", "Tuesday pairs")
    hands.page.get_by_label("Date").fill("2026-11-10")
    hands.press("Accept")
    hands.asked("Tuesday pairs")
    event = hands.page.url
    hands.page.goto("/")
    send(hands, "tuesday.csv", TRAVELLERS, tmp_path, javascript)
    hands.write("Name", "Tuesday pairs")
    hands.page.get_by_label("Date").fill("2026-11-10")
    hands.press("Check again")
    hands.sees("It is in the store already")
    hands.press("See what is new for Tuesday pairs")
    hands.sees("Nothing changes: all of it is in the event.")
    changed = TRAVELLERS.replace(good, good.replace("3NT N =", "3NT N -1"))
    hands.page.goto(f"{event}/import")
    send(hands, "tuesday.csv", changed, tmp_path, javascript)
    hands.sees("Changed lines, old → new")
    hands.press("Accept")
    hands.page.goto(f"{event}/boards/1")
    hands.sees("3NT N −1")


@pytest.mark.parametrize(
    ("name", "format"),
    [
        pytest.param("evening.pbn", "PBN", marks=WITH_SCRIPTS),
        pytest.param("evening.xml", "USEBIO", marks=WITHOUT_SCRIPTS),
    ],
)
def test_files_of_other_programs_are_taken(
    club: Club, tmp_path: Path, javascript: bool, name: str, format: str
) -> None:
    hands = Hands(club.come("M. Wren", "export" if format == "USEBIO" else "/"))
    data = evening()
    if format == "USEBIO":
        section = hands.page.locator("section").filter(has=hands.page.get_by_role("heading", name="USEBIO"))
        with hands.page.expect_download() as download:
            section.get_by_role("link", name="Download").click()
        data = Path(download.value.path()).read_bytes()
        hands.page.goto("/")
    send(hands, name, data, tmp_path, javascript)
    hands.sees(format)
    hands.write("Name", "Once more")
    hands.press("Accept")
    hands.asked("Once more")
    hands.sees("24")


# Job 2: results


def test_from_the_ranking_to_a_pair_a_board_and_another_pair_is_a_tap_each_and_back_works(club: Club) -> None:
    hands = Hands(club.come(to="ranking"))
    hands.page.get_by_role("row").nth(1).get_by_role("rowheader").get_by_role("link").first.click()
    hands.sees("Score card")
    pair = hands.page.url
    card = hands.page.get_by_role("table", name="N-S scores")
    card.get_by_role("rowheader").first.get_by_role("link").click()
    hands.asked("Board ")
    board = hands.page.url
    row = hands.page.get_by_role("table", name="N-S scores, the best").get_by_role("row").nth(1)
    row.get_by_role("link").filter(has_not_text="why").first.click()
    hands.sees("Score card")
    hands.page.go_back()
    assert hands.page.url == board
    hands.page.go_back()
    assert hands.page.url == pair
    hands.page.go_back()
    hands.asked("Ranking")


def test_a_number_says_why_it_is_what_it_is(club: Club) -> None:
    hands = Hands(club.come(to="boards/17"))
    row = hands.page.get_by_role("row").filter(has=hands.page.get_by_role("link", name="ruling")).first
    row.get_by_role("link", name="why this number").first.click()
    hands.sees("board 17")
    hands.page.go_back()
    hands.asked("Board 17")


def test_at_many_tables_the_frequencies_come_first_and_at_few_the_traveller(
    club: Club, tmp_path: Path, javascript: bool
) -> None:
    hands = Hands(club.come("M. Wren", "boards/3"))
    first = hands.page.get_by_role("heading", level=2, name=re.compile("How often|Traveller")).first
    expect(first).to_contain_text("How often")
    hands.follow("The traveller first")
    expect(first).to_contain_text("Traveller")
    hands.page.goto("/")
    send(hands, "few.csv", TRAVELLERS, tmp_path, javascript)
    hands.press("Accept")
    hands.follow("Boards", exact=True)
    hands.follow("2", exact=True)
    expect(first).to_contain_text("Traveller")


def test_a_director_who_plays_does_not_see_boards_still_to_be_played(club: Club) -> None:
    hands = Hands(club.come("J. Finch", "/me"))
    hands.write("play", "7")
    hands.press("Keep")
    hands.page.goto(f"{club.event}/boards/12")
    hands.sees("You play as 7.")
    hands.sees_no("Par")
    hands.follow("Show it all the same")
    hands.sees("Par")


# Job 4: appeals, and taking back


def test_an_appeal_is_lodged_and_the_ruling_varied(club: Club) -> None:
    hands = Hands(club.come("J. Finch", "rulings/3"))
    hands.follow("Appeal", exact=True)
    hands.choose("E-W")
    hands.write("On what grounds", "4♣ was going to be bid in any case.")
    if hands.page.get_by_label("Why it is taken late").count():
        hands.write("Why it is taken late", "The pair was told late.")
    hands.press("Lodge the appeal")
    hands.choose("Varied")
    hands.open_if_closed("Another kind of score")
    hands.write("For both sides", "50% 3H S =; 50% 4C W -1")
    hands.write("Reasons", "Both ways were open.")
    hands.press("Record decision")
    hands.sees("What this decision does: before and after")
    for reason in hands.page.get_by_label("Why it is right all the same").all():
        reason.fill("The committee heard both sides.")
    hands.press("Confirm decision")
    expect(hands.page.get_by_role("status")).to_contain_text("Decision recorded.")
    hands.sees("The ruling was varied")
    hands.follow("Ruling 3.2", exact=True)
    hands.sees("50%")
    hands.sees("The chain")


def test_a_reviewer_sees_the_process_and_can_enter_nothing(club: Club) -> None:
    hands = Hands(club.come("V. View"))
    hands.follow("Appeal 1")
    hands.sees("East has six spades")
    expect(hands.page.get_by_role("button", name="Record decision")).to_have_count(0)
    hands.follow("Case ")
    hands.sees("East's hand, 4♥ passed round in tempo: your call?")
    expect(hands.page.get_by_role("button", name="Write down")).to_have_count(0)


def test_a_ruling_is_undone_and_another_withdrawn_with_a_reason(club: Club) -> None:
    hands = Hands(club.come("J. Finch", "boards/4?view=traveller"))
    hands.press("Rule: 15 against 32")
    hands.choose("Misinformation")
    hands.press("Result stands")
    hands.press("Result stands")
    hands.done("given.")
    hands.tap(hands.page.locator(".toast").get_by_role("button", name="Undo"))
    hands.done("Undone.")
    hands.page.goto(f"{club.event}/rulings/1")
    expect(hands.page.get_by_role("button", name="Undo")).to_have_count(0)
    hands.open("Withdraw, with a reason")
    hands.write("Why the ruling is withdrawn", "It was another board.")
    hands.press("Withdraw the ruling")
    hands.sees("This ruling is withdrawn.")
    hands.sees("It was another board.")


# Job 5: publishing


def test_standings_are_published_provisionally_and_then_finally_with_all_files(
    club: Club, watched: Watched, tmp_path: Path
) -> None:
    hands = Hands(club.come("M. Wren", "publish"))
    if hands.page.viewport_size == {"width": 360, "height": 640}:
        expect(hands.page.get_by_role("main").get_by_role("button", name="Publish")).to_be_in_viewport()
    with hands.page.context.expect_page() as preview:
        hands.page.get_by_role("main").get_by_role("link", name="Ranking").click()
    expect(preview.value.locator("body")).to_contain_text("E. Juniper")
    preview.value.close()
    hands.write("Remark", "The appeal is still open.")
    hands.press("Publish")
    hands.asked("Publication 2 provisional")
    hands.sees("The appeal is still open.")
    hands.sees("What moved")
    with hands.page.expect_download() as download:
        hands.press("Download all files")
    with ZipFile(download.value.path()) as archive:
        assert "index.html" in {Path(name).name for name in archive.namelist()}
    visitor = Hands(club.come(to="ranking"))
    visitor.asked("Ranking")
    hands.page.goto(f"{club.event}/publish")
    hands.tick("Final", exact=True)
    hands.press("Publish")
    watched.expect("422")
    hands.sees("They are not final yet")
    hands.write("Why they are final all the same", "The missing tables did not play.")
    hands.press("Publish")
    hands.asked("Publication 3 final")
    visitor.page.reload()
    expect(visitor.page.get_by_role("banner")).to_contain_text("Final")
