"""What people come for, from the first tap to the last, on a phone and on a laptop, with and without scripts."""

from __future__ import annotations

from browser.club import Club
from browser.conftest import Size


def test_a_table_without_a_result_has_average_plus_and_minus(club: Club, size: Size, javascript: bool) -> None:
    page = club.come("J. Finch", "boards/12")
    print(page.title())
    page.get_by_role("row").filter(has_text="11").get_by_role("button", name="Rule").first.click()
    print(page.url, page.get_by_role("main").inner_text())
    assert 0
