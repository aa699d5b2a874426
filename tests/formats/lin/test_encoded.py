"""LIN with values that are encoded for a web address between bars that are not, and per cent signs that are such."""

from __future__ import annotations

import pytest

from amends.formats import lin
from amends.formats.lin.table import plain, table

HANDS = "3SAKQJHT98D765C432,ST98H765D432CAKQJ,S765H432DAKQJCT98,"
CALLS = "mb|p|mb|1N|an|{said}|mb|p|mb|p|mb|p|mc|8|"


def explained(text: str) -> list[str]:
    (row,) = lin.loads(text).event.results
    assert row.record is not None
    assert row.record.auction is not None
    return [call.explanation for call in row.record.auction.calls if call.explanation]


def test_a_file_whose_commas_are_encoded_is_decoded() -> None:
    encoded = HANDS.replace(",", "%2c")
    text = f"pn|P%201%2CP%202%2CP%203%2CP%204|md|{encoded}|ah|Board%203|{CALLS.format(said='15%2D17%20HCP')}"
    assert lin.recognises(text.encode())
    found = lin.loads(text).event
    assert [row.id for row in found.results] == ["3/P 3 & P 1-P 4 & P 2"]
    assert str(found.deal(3)).startswith("N:765.432.AKQJ.T98 ")
    assert explained(text) == ["15-17 HCP"]


@pytest.mark.parametrize("said", ["60% of them", "75%20", "100%", "%2C", "50%25"])
def test_a_per_cent_sign_elsewhere_is_one(said: str) -> None:
    assert explained(f"pn|P 1,P 2,P 3,P 4|md|{HANDS}|ah|Board 3|{CALLS.format(said=said)}") == [said]


def test_values_are_decoded_once_and_a_bar_in_one_ends_none() -> None:
    assert plain("an|5%2B%20%7C%2050%2525|", encoded=True) == "an|5+ / 50%25|"
    assert table("md|1|mb|1N|an|a%20b|mb|p|mb|p|mb|p|mc|8|", encoded=True).auction is not None
