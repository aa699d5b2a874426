"""The notice beside corrected results, and the log of rulings."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from amends import score
from amends.event.case import AppealDecision
from amends.journal.history import History
from amends.reports.bulletin import rulings_log
from amends.reports.notice import NoticeChange, correction_notice
from reports.test_slip_page import VARIED
from support import ruled_events as small_events
from support.evenings import Evening, decided, with_names
from support.ruled_events import PAIRS, ruling

SINCE = datetime(2026, 11, 13, 16, 5, tzinfo=UTC)
FIRST, SECOND = ruling("a", 1, "2", "+420"), ruling("b", 2, "4", "+420")


def test_everybody_who_moved_is_named_with_what_moved_it() -> None:
    after = score(small_events.given(PAIRS, FIRST, SECOND))
    changes = [
        NoticeChange(datetime(2026, 11, 13, 16, 20, tzinfo=UTC), "ruling a", ("1", "2", "4")),
        NoticeChange(datetime(2026, 11, 14, 9, 0, tzinfo=UTC), "ruling b", ("1", "4")),
    ]
    notice = correction_notice(PAIRS, score(PAIRS), after, SINCE, changes)
    text = notice.text()
    assert text.startswith("Corrections since the results of 2026-11-13 16:05")
    assert "1  16:20             ruling a" in text
    assert "2  2026-11-14 09:00  ruling b" in text
    by = {row[2]: row[-1] for table in notice.tables for row in table.rows}
    assert (by["1"], by["2"], by["4"]) == ("1, 2", "1", "1, 2")
    data = json.loads(json.dumps(notice.data()))
    assert {row["contestant"]: row["by"] for row in data["moves"]}["4"] == [1, 2]
    assert data["since"] == "2026-11-13T16:05:00Z"


def test_nothing_changed() -> None:
    standings = score(PAIRS)
    notice = correction_notice(PAIRS, standings, standings, SINCE, [])
    assert "No score and no place has changed." in notice.text()
    assert notice.data()["moves"] == []


def test_the_log_has_a_row_for_each_ruling(evening: Evening) -> None:
    log = rulings_log(evening.history, evening.event)
    assert [row[0] for row in log.rows] == ["1", "2", "3", "4"]
    first = log.rows[0]
    assert first[1:3] == ["2026-11-13 19:02", "15"]
    assert first[3] == f"7: 7 {evening.event.name('7')} against 16 {evening.event.name('16')}"
    assert first[4:] == ["16B1, 12C1(c), 84D", "60% 4♥ N =; 40% 4♥ N −1", "under appeal", "R. Fox"]
    assert [row[5] for row in log.rows[1:]] == [
        "N-S A+, E-W A−",
        "N-S 4♥ N =, E-W table result",
        "12C1(e) for N-S: normal 3♠ E +1, expected 4♠ E =",
    ]


def test_the_log_shows_chains(tmp_path: Path) -> None:
    evening = with_names(decided(tmp_path / "amends.db", AppealDecision.VARIED, VARIED))
    log = rulings_log(evening.history, evening.event)
    assert [(row[0], row[6]) for row in log.rows if row[0].startswith("1")] == [
        ("1", "varied → 1.2"),
        ("1 → 1.2", "given"),
    ]
    assert log.data[-1]["chain"] == ["1", "1.2"]


def test_an_empty_log(evening: Evening) -> None:
    assert rulings_log(History(), evening.event).rows == []
