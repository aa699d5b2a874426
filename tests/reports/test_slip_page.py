"""The slip of a ruling that stands, that replaces another, of pairs with names; its times and its page."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from amends import BySide, parse_award, score
from amends.bridge import Card
from amends.event import Ruling
from amends.event.case import AppealDecision
from amends.reports.slip import slip
from support import ruled_events as small_events
from support.evenings import Evening, decided, with_names
from support.ruled_events import PAIRS, ruling

VARIED = Ruling(
    "",
    0,
    awards=BySide.both(parse_award("1/3 4H N =; 2/3 4H N -1")),
    non_offending=BySide(True, False),
    accept={"84D": "a poll of the committee's own"},
)


def test_the_pairs_stand_by_number_and_name(evening: Evening) -> None:
    made = slip(evening.standings, evening.ruling("1"))
    head = made.text().splitlines()[0]
    assert f"NS 7 {evening.event.name('7')}   EW 16 {evening.event.name('16')}" in head
    assert "Ruling 1, given 19:02 by R. Fox" in head


def test_the_page_has_what_the_text_has(evening: Evening) -> None:
    made = slip(evening.standings, evening.ruling("1"))
    page = made.page()
    assert "<h1>Ruling 1 · Board 15</h1>" in page
    for label, words in made.lines[1:]:
        assert label in page
        assert words in page
    assert "♠ KQ106" in page
    assert "(1) may be four cards" in page
    assert "size: A4" in page


def test_a_ruling_that_the_result_stands() -> None:
    """Pair 2 has 0 of 6, pair 12 has 6."""
    stands = Ruling("1", 1, replace(ruling("1", 1, "2", "0").table), laws=("16B1",), reason="There was no damage.")
    made = slip(score(small_events.given(PAIRS, stands)), stands)
    assert ("Ruling", "The table result stands.") in made.lines
    assert ("Effect", "none: NS 0 of 6   EW 6 of 6") in made.lines
    assert "Adjusted" not in made.text()
    assert made.data["stands"] is True


def test_a_varied_ruling_shows_what_it_replaces_and_both_effects(tmp_path: Path) -> None:
    """The table result gives 1, ruling 1 gave 8, and this one gives 1/3 of 10 and 2/3 of 5."""
    evening = with_names(decided(tmp_path / "amends.db", AppealDecision.VARIED, VARIED))
    [varied] = [each for each in evening.event.rulings if each.replaces == "1"]
    made = slip(evening.standings, varied)
    assert "replaces ruling 1" in made.text().splitlines()[0]
    lines = dict(made.lines)
    assert lines["Effect"].startswith("NS 1 → 6⅔ of 12")
    assert lines["Since ruling 1"] == "NS 8 → 6⅔ of 12   EW 4 → 5⅓ of 12"
    assert made.data["replaces"] == "1"


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (datetime(2026, 11, 13, 19, 35, tzinfo=UTC), "20:05."),
        (datetime(2026, 11, 14, 8, 30, tzinfo=UTC), "2026-11-14 09:00."),
        (None, "30 minutes after the official score with this ruling is first available."),
    ],
    ids=["the same day", "another day", "not published yet"],
)
def test_the_time_for_review_runs_from_the_publication(evening: Evening, at: datetime | None, words: str) -> None:
    [published] = evening.history.publications
    publications = (replace(published, made=replace(published.made, at=at)),) if at else ()
    made = slip(evening.standings, evening.ruling("1"), replace(evening.history, publications=publications))
    assert dict(made.lines)["Review"] == f"A review may be asked for until {words}"
    assert ("until" in made.data) == bool(at)


def test_a_committee_s_ruling_is_given_by_it_and_invites_no_review(tmp_path: Path) -> None:
    evening = with_names(decided(tmp_path / "amends.db", AppealDecision.VARIED, VARIED))
    made = slip(evening.standings, evening.ruling("1.2"), evening.history)
    assert "Ruling 1.2, given 19:31 by the reviewer (C. Holly) on appeal 1 [93], replaces ruling 1" in made.text()
    assert "R. Fox" not in made.text()
    assert "Review" not in dict(made.lines)
    assert (made.data["by"], made.data["review"]) == ("the reviewer (C. Holly) on appeal 1 [93]", "")


def test_a_ruling_that_was_upheld_invites_no_review(tmp_path: Path) -> None:
    evening = with_names(decided(tmp_path / "amends.db", AppealDecision.UPHELD))
    assert "Review" not in dict(slip(evening.standings, evening.ruling("1"), evening.history).lines)


def test_the_lead_has_its_word_on_the_page_too(evening: Evening) -> None:
    results = tuple(
        replace(each, record=replace(each.record, lead=Card.parse("S2"))) if each.record else each
        for each in evening.event.results
    )
    made = slip(score(replace(evening.event, results=results)), evening.ruling("1"))
    assert "Lead               ♠2" in made.text().splitlines()
    assert "<dt>Lead</dt><dd>♠2</dd>" in made.page()
