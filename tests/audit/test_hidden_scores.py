"""Scores that a file hides: found again from the figures of the other tables, and nobody is accused without one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Event, formats
from amends.audit import audit, hidden_scores
from amends.audit.findings import AuditGrade, data, page, text
from amends.audit.hidden_score import Hidden, Part, simplicity
from amends.audit.overrides import with_overrides
from amends.awards import Award, Grade, Mixture, NotScored, Published, parse_award
from amends.bridge import BySide, Points
from amends.cli.event_files import read_document
from amends.event import Ruling
from amends.event.published import Printed
from amends.event.rows import reference_to
from amends.journal.chain import Document
from amends.scoring.event import score
from support.audited_files import SCORES, artificial, changed, pairs, published
from support.examples import examples
from support.saved_pages import zipped

WARSAW = Path("../shared/data/weighted/warsaw-2013.pbn")


def ruled(event: Event, place: int, ns: Award, ew: Award | None = None) -> Event:
    """The event with an award for one of its tables."""
    table = event.results[place]
    awards: BySide[Award | None] = BySide(ns, ns if ew is None else ew)
    ruling = Ruling(f"file {table.id}", table.board, reference_to(table), awards, from_travellers=True)
    return replace(event, rulings=(*event.rulings, ruling))


def hidden(document: Document, *places: int, contract: bool = False) -> Document:
    """The document as a program prints it: the figures of the rows alone, or beside the contract of the table."""
    event = document.event
    results = list(event.results)
    rulings = {ruling.id: ruling for ruling in event.rulings}
    for place in places:
        table = results[place]
        figures = document.published.lines[table.id].points
        del rulings[f"file {table.id}"]
        if not contract:
            results[place] = replace(table, result=NotScored())
            awards: BySide[Award | None] = BySide(*(Published((each or Printed("0")).value) for each in figures))
            ruling = Ruling(f"file {table.id}", table.board, reference_to(table), awards, from_travellers=True)
            rulings[ruling.id] = ruling
    return replace(document, event=replace(event, results=tuple(results), rulings=tuple(rulings.values())))


def shares(part: Part | None) -> dict[object, Fraction]:
    """The weights by outcome, a gap being one outcome."""
    return {
        (outcome.least, outcome.most) if outcome.is_gap else outcome.score: weight for outcome, weight in part or ()
    }


def expected(award: Mixture, field: set[int]) -> dict[object, Fraction]:
    """The same of the award that was given."""
    found: dict[object, Fraction] = defaultdict(Fraction)
    for weight, outcome in award.parts:
        assert isinstance(outcome, Points)
        low = max((score for score in field if score < outcome.ns), default=None)
        high = min((score for score in field if score > outcome.ns), default=None)
        found[outcome.ns if outcome.ns in field else (low, high)] += weight
    return dict(found)


def answers(found: Hidden) -> list[tuple[dict[object, Fraction], ...]]:
    """All answers, simplest first, each with the weights of its rows."""
    return [tuple(shares(row.parts.ns) for row in rows) for rows in (found.rows, *found.others)]


def field(event: Event, *places: int) -> set[int]:
    """The scores of the other tables of a board."""
    board = event.results[places[0]].board
    scores = set()
    for place, table in enumerate(event.results):
        if table.board == board and place not in places and isinstance(table.result, Mixture):
            outcome = table.result.plain
            assert isinstance(outcome, Points)
            scores.add(outcome.ns)
    return scores


WEIGHTS = [
    *[(Fraction(part, 100), Fraction(100 - part, 100)) for part in (10, 25, 33, 40, 50, 67, 85)],
    (Fraction(1, 3), Fraction(2, 3)),
    (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)),
    (Fraction(50, 100), Fraction(30, 100), Fraction(20, 100)),
]


@st.composite
def weighted(draw: st.DrawFn) -> Mixture:
    weights = draw(st.sampled_from(WEIGHTS))
    scores = draw(st.lists(st.sampled_from(SCORES), min_size=len(weights), max_size=len(weights), unique=True))
    return Mixture(tuple((weight, Points(score)) for weight, score in zip(weights, scores, strict=True)))


def test_a_result_that_counts_in_the_field_and_is_not_in_the_file() -> None:
    event = pairs(5, tables=6, boards=8)
    document = published(event, line_places=1)
    [place] = [number for number, table in enumerate(event.results) if table.id == "/3/4-8"]
    table = event.results[place]
    results = list(event.results)
    results[place] = replace(table, result=NotScored())
    lines = {id: line for id, line in document.published.lines.items() if id != table.id}
    figures = replace(document.published, lines=lines, standings=())
    found = audit(replace(document, event=replace(event, results=tuple(results)), published=figures))
    [finding] = found.findings
    assert table.result == Mixture.of(Points(100))
    assert "one counts in the field: a score between +90 and +140: all 10 printed figures" in finding.words
    assert (found.grade, found.hidden) == (AuditGrade.ONE_LINE, ())
    assert [str(tally) for tally in found.tallies] == ["47 of 47"]


@examples(12, long=300)
@given(st.integers(0, 60), st.integers(0, 6), weighted())
def test_a_hidden_weighted_score_is_among_the_answers_and_the_first_is_no_less_simple(
    seed: int, place: int, award: Mixture
) -> None:
    event = pairs(seed, tables=7, boards=2)
    found = audit(hidden(published(ruled(event, place, award)), place))
    if not found.hidden:  # the figures of the others are just what they are without it
        assert [finding for finding in found.findings if finding.table != event.results[place].id] == []
        return
    [only] = found.hidden
    assert found.grade is AuditGrade.EQUAL
    truth = expected(award, field(event, place))
    assert (truth,) in answers(only)
    ranks = [simplicity(part) for rows in (only.rows, *only.others) for part in [rows[0].parts.ns] if part]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize("award", ["60% +140; 40% -100", "1/3 +110; 2/3 -200"])
def test_a_hidden_weighted_score_is_found_at_cross_imps(award: str) -> None:
    event = replace(pairs(2, tables=7, boards=2), scoring="cross-imps")
    found = audit(hidden(published(ruled(event, 3, parse_award(award))), 3))
    [only] = found.hidden
    assert found.grade is AuditGrade.EQUAL
    truth = parse_award(award)
    assert isinstance(truth, Mixture)
    weights = {outcome.ns: weight for weight, outcome in truth.parts if isinstance(outcome, Points)}
    assert any(
        {score: weight for outcome, weight in part or () for score in (outcome.score, *outcome.alike)}.items()
        >= weights.items()
        for rows in (only.rows, *only.others)
        for part in rows[0].parts
    )
    assert only.tried == 2


@pytest.mark.parametrize(
    ("first", "second"), [("60% +140; 40% -100", "25% +110; 75% -200"), ("+170", "1/2 -50; 1/2 +90")]
)
def test_two_hidden_weighted_scores_of_a_board_are_found(first: str, second: str) -> None:
    one, other = parse_award(first), parse_award(second)
    assert isinstance(one, Mixture)
    assert isinstance(other, Mixture)
    event = ruled(ruled(pairs(3, tables=9, boards=2), 2, one), 6, other)
    found = audit(hidden(published(event), 2, 6))
    [only] = found.hidden
    assert found.findings == ()
    scores = field(event, 2, 6)
    assert (expected(one, scores), expected(other, scores)) in answers(only)


def test_a_split_weighted_score_is_found_for_each_side() -> None:
    ns, ew = parse_award("60% +140; 40% -100"), parse_award("30% +140; 70% -100")
    event = pairs(5, tables=8, boards=2)
    results = list(event.results)
    for place, points in ((1, 140), (3, -100), (4, 110)):
        results[place] = replace(results[place], result=Mixture.of(Points(points)))
    event = ruled(replace(event, results=tuple(results)), 0, ns, ew)
    found = audit(hidden(published(event), 0))
    [only] = found.hidden
    assert found.findings == ()
    assert [shares(part) for part in only.rows[0].parts] == [
        {140: Fraction(3, 5), -100: Fraction(2, 5)},
        {140: Fraction(3, 10), -100: Fraction(7, 10)},
    ]


@examples(15, long=100)
@given(st.integers(0, 60), st.integers(0, 20), st.sampled_from(list(Grade)), st.sampled_from(list(Grade)))
def test_a_board_with_an_artificial_score_is_not_accused(seed: int, place: int, ns: Grade, ew: Grade) -> None:
    event = artificial(pairs(seed, tables=7, boards=4), place, ns, ew)
    assert audit(published(event)).hidden == ()


@examples(15, long=100)
@given(st.integers(0, 60), st.integers(1, 6))
def test_a_line_changed_by_hand_beside_an_artificial_score_accuses_nobody(seed: int, place: int) -> None:
    event = artificial(pairs(seed, tables=7, boards=4), 0, Grade.PLUS, Grade.MINUS)
    document = published(event)
    table = event.results[place]
    value = document.published.lines[table.id].points.ns
    assert value is not None
    assert audit(changed(document, table.id, ns=str(float(value.value) + 1.5))).hidden == ()


def test_an_average_that_ties_with_everybody_is_no_weighted_score() -> None:
    event = artificial(pairs(8, tables=7, boards=1), 2, Grade.AVERAGE, Grade.AVERAGE)
    assert audit(published(event, {"factoring": "tie-with-average"})).hidden == ()


def test_an_artificial_score_under_a_contract_is_found() -> None:
    event = pairs(4, tables=8, boards=4)
    given_there = artificial(event, 3, Grade.PLUS, Grade.MINUS)
    document = replace(published(given_there), event=event)
    found = audit(document)
    assert found.findings == ()
    [only] = found.hidden
    assert (only.kind, only.rows[0].row.table.id) == ("artificial", event.results[3].id)
    assert "follow without it" in only.words


def test_a_weighted_score_under_a_contract_is_found() -> None:
    event = ruled(pairs(4, tables=8, boards=4), 3, parse_award("60% +140; 40% -100"))
    found = audit(hidden(published(event), 3, contract=True))
    [only] = found.hidden
    assert (only.kind, only.rows[0].row.table.id) == ("weighted", event.results[3].id)


def test_a_score_that_was_corrected_without_its_points_is_one_line() -> None:
    event = pairs(4, tables=8, boards=4)
    table = event.results[3]
    results = tuple(replace(each, result=Mixture.of(Points(-800))) if each is table else each for each in event.results)
    found = audit(replace(published(event), event=replace(event, results=results)))
    assert found.hidden == ()
    [finding] = found.findings
    assert (finding.kind, finding.table, found.grade) == ("points", table.id, AuditGrade.ONE_LINE)
    assert "follow from it" in finding.words


def test_a_butler_says_that_weighted_scores_are_not_looked_for() -> None:
    event = replace(pairs(3, tables=6, boards=1), scoring="butler")
    event = ruled(event, 2, parse_award("50% +800; 50% -500"))
    found = audit(hidden(published(event), 2))
    assert found.hidden == ()
    if found.findings:
        assert "hidden weighted scores are not looked for at butler" in found.remarks


def test_what_was_found_is_in_every_output_and_scores_the_event() -> None:
    event = pairs(5, tables=8, boards=3)
    document = hidden(published(ruled(event, 2, parse_award("3/4 +140; 1/4 -100"))), 2)
    found = audit(document)
    [only] = found.hidden
    lines = list(text(found))
    assert any(line.startswith("  found: board 1, ") and "75% of" in line for line in lines)
    assert data(found)["hidden"] == [only.data]
    assert "What the file does not say" in page([found])
    scored, words = with_overrides(document)
    assert len(words) == 1
    assert isinstance(scored.rulings[0].awards.ns, Mixture)


@pytest.mark.shared_data
def test_a_real_event_scores_as_it_was_published_from_its_figures_alone() -> None:
    """The file that does not say the weights gives the ranking of the one that does; the phantom is nobody."""

    def ranking(path: Path) -> list[tuple[str, str, Fraction | None]]:
        event, _ = with_overrides(read_document(path))
        return [(each.contestant, each.place, each.percent) for each in score(event).lists[""]]

    assert ranking(WARSAW) == ranking(WARSAW.with_suffix(".csv"))


@pytest.mark.shared_data
def test_the_weighted_score_of_a_real_event_is_found() -> None:
    found = audit(read_document(WARSAW))
    assert found.findings == ()
    [only] = found.hidden
    assert str(only.rows[0].awards.ns) == "67% +170; 33% +140"
    assert (only.where, only.sure, only.answers) == ("board 7, 9 against 17", "certain", 1)


def test_a_file_of_noise_takes_no_more_than_a_few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    heads = ("NS", "EW", "CONTRACT", "LEAD", "NS SCORE", "EW SCORE", "NS IMP", "EW IMP")
    results = (
        ("1NN=", "90", "3.17"),
        ("4HS-2", "-100", "7.91"),
        ("", "", "-8.03"),
        ("", "", "1.61"),
        ("", "-110", "5.22"),
    )

    def noise(board: int) -> str:
        rows = ""
        for pair in range(5):  # each pair has a score on other boards: nobody is a phantom
            contract, points, imps = results[(pair + board) % 5]
            cells = (f"{pair}a and {pair}b", f"{pair}c and {pair}d", contract, "", points, "", imps, imps)
            rows += f"<tr>{''.join(f'<td>{each}</td>' for each in cells)}</tr>"
        head = f"<tr>{''.join(f'<th>{each}</th>' for each in heads)}</tr>"
        caption = f"<caption>Board {board}</caption>"
        return f"<html><head><title>RealBridge Result</title></head><table>{caption}{head}{rows}</table>"

    tries = Mock(return_value=None)
    monkeypatch.setattr(hidden_scores, "_solved", tries)
    document = formats.loads(zipped({f"board_{board}.html": noise(board) for board in range(1, 31)}), "noise.zip")
    remarks = audit(document).remarks
    assert tries.call_count == hidden_scores.MOST_MISSES
    assert any("tries had no answer" in remark for remark in remarks)
