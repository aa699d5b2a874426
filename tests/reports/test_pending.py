"""Pending rulings for people, and for a committee that is not to know who is concerned."""

from __future__ import annotations

import json
from dataclasses import replace

from amends import BySide, parse_award
from amends.reports.preview import BlindReport, ScenariosReport
from amends.rulings.consequences.scenarios import blind, scenarios
from support.evenings import SURNAMES, Evening
from support.ruled_events import PAIRS, ruling

PENDING = [[ruling("a", 1, "2", "+420")], [ruling("b", 2, "4", "+420")]]


def test_the_range_of_each_contestant_and_what_decides_it() -> None:
    """4 has 6 of 18 as it stands, 4 with a, 9 with b. 1 and 12 have 18; b costs 1 a matchpoint, a costs 12 five."""
    report = ScenariosReport(scenarios(PAIRS, PENDING), PAIRS)
    [table] = report.ranges
    [four] = [row for row in table.rows if row[0] == "4"]
    assert four == ["4", "22.22", "50.00", "4= to 7", "A, B", "A, B"]
    assert report.winners() == ["Ranking: may be won by 1 and 12, or 12, or 1; it depends on A, B."]
    assert [row[0] for row in report.pending.rows] == ["A", "", "B", ""]
    assert "+420" in report.text()
    assert json.loads(json.dumps(report.data()))["combinations"] == 4


def test_a_blind_report_names_nobody_and_ranks_nobody(evening: Evening) -> None:
    one = evening.ruling("1")
    other = replace(one, id="secret", replaces="1", awards=BySide.both(parse_award("4H N =")), disallowed=())
    report = BlindReport(blind(evening.event, [[other]]))
    everything = report.text() + report.page() + json.dumps(report.data())
    assert "8 of 12 → 10 of 12" in report.text()
    assert not [name for name in (*SURNAMES, "secret", "place", "R. Fox") if name in everything]
    assert report.data()["tables"] == [
        {
            "board": 15,
            "rulings": [
                {
                    "number": 1,
                    "before": {"ns": [{"figure": "8", "top": "12"}], "ew": [{"figure": "4", "top": "12"}]},
                    "after": {"ns": [{"figure": "10", "top": "12"}], "ew": [{"figure": "2", "top": "12"}]},
                }
            ],
        }
    ]
