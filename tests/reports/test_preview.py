"""A preview for people: both sides, everybody else, the podium, the findings."""

from __future__ import annotations

import json

import pytest

from amends import BySide, Event, Ruling, score
from amends.event.rows import table_of
from amends.explain import Finding, Verdict
from amends.reports.dossier import dossier, effect_of
from amends.reports.preview import EffectReport, PreviewReport, finding_lines
from amends.rulings.consequences.moves import moves
from amends.rulings.consequences.preview import preview_of
from support import ruled_events as small_events
from support.evenings import Evening
from support.ruled_events import FORMS, PAIRS, ruling


def text(event: Event, draft: Ruling) -> str:
    after = small_events.given(event, draft)
    return PreviewReport(preview_of(score(event), score(after), draft), after).text()


def test_the_heart_of_a_ruling(evening: Evening) -> None:
    """60% of +620 is 10 of 12 matchpoints and 40% of −100 is 5: the worked example of the demonstration."""
    preview, _ = effect_of(dossier(evening.history, evening.event, evening.history.ruling("1")))
    shown = PreviewReport(preview, evening.event).text()
    for line in (
        "           Non-offending side, N-S  Offending side, E-W",
        "board, MP  1 → 8 of 12              11 → 4 of 12",
        "board, %   8.33 → 66.67             91.67 → 33.33",
        "total, %   48.33 → 52.50 (+4.17)    41.96 → 37.80 (−4.16)",
        "place      4                        6 → 8 ▼2",
    ):
        assert line in shown.splitlines()
    assert f"7 {evening.event.name('7')}" in shown
    assert "Others changed: 12, largest +0.96 %" in shown
    assert f"Podium E-W: 1. 11 {evening.event.name('11')}" in shown


def test_a_side_that_is_not_offending_stands_first() -> None:
    shown = text(PAIRS, ruling("1", 1, "2", "+420", non_offending=BySide(False, True)))
    assert shown.index("Non-offending side, E-W") < shown.index("Offending side, N-S")


@pytest.mark.parametrize("sides", [None, BySide(True, True), BySide(False, False)])
def test_sides_that_are_the_same_are_north_south_and_east_west(sides: BySide[bool] | None) -> None:
    head = text(PAIRS, ruling("1", 1, "2", "+420", non_offending=sides)).splitlines()[2]
    assert head.split() == ["N-S", "E-W"]


def test_nobody_else_changes() -> None:
    assert "Nobody else changes." in text(PAIRS, ruling("1", 1, "2", "-50"))


@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_a_preview_as_text_page_and_data(form: str) -> None:
    event, draft = FORMS[form]
    table = table_of(draft, event.results)
    after = small_events.given(event, draft)
    report = PreviewReport(preview_of(score(event), score(after), draft), after)
    assert all(line.isprintable() for line in report.text().splitlines())
    for seats in table.seats:
        assert all(seat in report.text() for seat in seats)
    assert report.page().startswith("<!DOCTYPE html>")
    assert json.loads(json.dumps(report.data()))["ruling"] == draft.id


def test_a_finding_has_its_clause_and_the_gravest_stands_first() -> None:
    found = [Finding(Verdict.UNUSUAL, "12C1(d)", "Many results."), Finding(Verdict.FORBIDDEN, "12B1", "No damage.")]
    accepting = Ruling("1", 1, accept={"12C1(d)": "they were all likely"})
    assert finding_lines(found, accepting) == [
        "Forbidden: No damage. [12B1]",
        "Unusual: Many results. [12C1(d)] Accepted: they were all likely",
    ]


def test_what_a_draft_without_a_ruling_does() -> None:
    before, after = score(PAIRS), score(small_events.given(PAIRS, ruling("1", 1, "2", "+420")))
    report = EffectReport(moves(after, before), PAIRS, "Ruling 1 withdrawn")
    assert report.text().startswith("Ruling 1 withdrawn\n\n8 scores change, 8 places.")
    assert "No score and no place changes." in EffectReport((), PAIRS).text()
    assert len(json.loads(json.dumps(report.data()))["moves"]) == 8
