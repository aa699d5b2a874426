"""What polls come to, as people and programs read it."""

from __future__ import annotations

import json

import pytest

from amends import BySide, Vulnerable, load_regulation
from amends.reports.poll import LineKind, band_data, poll_data, poll_report
from amends.rulings.polls.poll import Poll
from amends.rulings.polls.weights import Polled, from_polls

EXACT = load_regulation("exact")
EVEN = {"4H N =": 3, "4H N -1": 3}


def polled(*votes: dict[str, int], sides: BySide[bool] | None = None, disallowed: tuple[str, ...] = ()) -> Polled:
    return from_polls([Poll.of(stage) for stage in votes], disallowed, sides, Vulnerable.NONE, EXACT)


@pytest.mark.parametrize(
    ("found", "kinds", "last"),
    [
        (
            polled(EVEN, sides=BySide(True, False)),
            [LineKind.METHOD, LineKind.METHOD, LineKind.PROPOSED],
            "Proposed for both sides: 60% 4H N =; 40% 4H N -1",
        ),
        (
            polled(EVEN),
            [LineKind.METHOD, LineKind.JUDGEMENT],
            "No weights are proposed until it is said who is non-offending.",
        ),
        (polled({"6D": 5}), [LineKind.METHOD, LineKind.JUDGEMENT], "No weights are proposed, for want of results: 6D"),
        (
            polled({"6D": 4}),
            [LineKind.METHOD, LineKind.JUDGEMENT, LineKind.FINDING],
            "unusual: 4 polled; 5 is the least number of players for a poll.  [12C1(c)]",
        ),
        (polled(), [LineKind.METHOD], "Nobody was polled."),
    ],
)
def test_each_line_says_of_what_kind_it_is(found: Polled, kinds: list[LineKind], last: str) -> None:
    lines = poll_report(found).below
    assert [line.kind for line in lines] == kinds
    assert lines[-1].words == last


def test_what_was_left_out_stands_above() -> None:
    above = poll_report(polled({"6S": 1, "pass": 4}, disallowed=("6S", "5S"))).above
    assert [line.words for line in above] == [
        "Left out: 1 vote for 6S, which is disallowed  [12C1(c)]",
        "Nobody voted for 5S, which is disallowed.",
    ]


@pytest.mark.parametrize(
    ("sides", "titles"),
    [
        (None, ["Shares of the poll"]),
        (BySide(True, False), ["Best for N-S first, nobody vulnerable"]),
        (BySide(True, True), ["Best for N-S first, nobody vulnerable", "Best for E-W first, nobody vulnerable"]),
    ],
)
def test_there_is_a_table_for_each_side_to_which_weights_lean(sides: BySide[bool] | None, titles: list[str]) -> None:
    tables = poll_report(polled(EVEN, sides=sides)).tables
    assert [table.title for table in tables] == titles
    assert all(len(row) == len(table.heads) for table in tables for row in table.rows)
    assert all(len(table.data) == len(table.rows) for table in tables)


def test_the_band_is_data_with_exact_values() -> None:
    assert band_data(polled(EVEN, sides=BySide(False, True)).proposals[1])[0] == {
        "result": "4H N -1",
        "score": 50,
        "share": "0.5",
        "share_so_far": "0.5",
        "limit_so_far": "0.6",
        "weight": "0.6",
        "exact_weight": "0.6",
        "weight_so_far": "0.6",
    }


def test_a_poll_is_plain_data_before_it_is_said_who_is_non_offending() -> None:
    data = poll_data(polled(EVEN))
    assert json.loads(json.dumps(data)) == data
    assert (data["non_offending"], data["proposals"]) == (None, [])


def test_an_action_does_not_write_to_a_terminal() -> None:
    report = poll_report(polled({"\x1b[31mred": 3, "pass": 3}, disallowed=("pass",)))
    said = [line.words for line in (*report.above, *report.below)]
    assert all(
        text.isprintable() for text in (*said, *(cell for table in report.tables for row in table.rows for cell in row))
    )
