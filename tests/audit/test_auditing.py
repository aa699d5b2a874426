"""What an audit finds: nothing in what follows, by whichever convention; each figure that does not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Event, TableResult, load_regulation
from amends.audit import audit
from amends.audit.conventions import starting
from amends.audit.findings import AuditGrade
from amends.audit.overrides import with_overrides
from amends.awards import Artificial, Award, Grade, Mixture, NotScored, Published, Unit
from amends.bridge import BySide, Points
from amends.event import Ruling, TableReference
from amends.event.published import Printed, PublishedFigures, PublishedLine, PublishedStanding
from amends.exact import decimal
from amends.journal.chain import Document, Note
from support.audited_files import artificial, changed, pairs, published
from support.examples import examples


def printed(document: Document, table: str) -> str:
    return str(document.published.lines[table].points.ns)


def kinds(document: Document) -> list[str]:
    return [finding.kind for finding in audit(document).findings]


@pytest.mark.parametrize(
    ("settings", "places", "words"),
    [
        ({}, 2, ""),
        ({"factoring": "none"}, 2, "short boards are not factored"),
        ({"factoring": "tie-with-average"}, 2, "each missing result counts as a tie"),
        ({"line_rounding": "0.1"}, 1, "rounded to 0.1 before they are added up"),
        ({"matchpoints_per_win": 1}, 2, "a win counts one matchpoint"),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_the_convention_of_a_program_is_found_and_nothing_is_left(
    settings: dict[str, object], places: int, words: str, seed: int
) -> None:
    found = audit(published(pairs(seed, tables=8, short=True), settings, places))
    assert found.findings == ()
    assert words in "; ".join(found.conventions)
    assert all(tally.follow == tally.printed > 0 for tally in found.tallies)


@pytest.mark.parametrize("way", ["event", "section"])
def test_sections_are_compared_as_the_file_compares_them(way: str) -> None:
    found = audit(published(pairs(1, sections=2), {"field": way}))
    assert found.findings == ()
    assert found.settings == ({"field": "section"} if way == "section" else {})


@pytest.mark.parametrize(("scoring", "setting", "way"), [
    ("cross-imps", "cross_imps_divisor", "sum"),
    ("cross-imps", "cross_imps_divisor", "tables"),
    ("butler", "butler_trim", "2"),
    ("butler", "butler_round_to", 1),
])  # fmt: skip
def test_imps_are_found_to_follow_too(scoring: str, setting: str, way: object) -> None:
    found = audit(published(replace(pairs(4), scoring=scoring), {setting: way}))
    assert found.findings == ()
    assert found.settings[setting] == str(way)


def test_an_average_that_did_not_follow_the_session_score_is_a_convention() -> None:
    """A pair with more than 60% that was given 60% all the same."""
    event = pairs(2)
    best = published(event).published.standings[0].contestant
    place = next(n for n, table in enumerate(event.results) if table.seats.ns == (best,) or table.seats.ew == (best,))
    found = audit(published(artificial(event, place, Grade.PLUS, Grade.PLUS), {"session_score": "off"}))
    assert found.findings == ()
    assert found.settings == {"session_score": "off"}
    assert "do not follow the session score" in "; ".join(found.conventions)


@examples(12, long=40)
@given(st.integers(0, 30), st.integers(0, 47), st.sampled_from(["ns", "ew"]))
def test_a_figure_that_was_changed_by_hand_is_the_one_that_is_found(seed: int, place: int, side: str) -> None:
    document = published(pairs(seed))
    table = document.event.results[place]
    value = getattr(document.published.lines[table.id].points, side).value
    damaged = changed(document, table.id, **{side: str(value + 1)})
    [finding] = audit(damaged).findings
    assert (finding.kind, finding.table) == ("balance", table.id)
    assert f"board {table.board}" in str(finding)
    assert f"{value + 1} for" in finding.words


def test_an_override_that_balances_is_found_as_points_and_kept_as_awarded() -> None:
    document = published(pairs(7))
    table = next(table for table in document.event.results if printed(document, table.id) not in ("3.00", "7.00"))
    damaged = changed(document, table.id, ns="3", ew="7")
    assert kinds(damaged) == ["points"]
    event, words = with_overrides(damaged)
    assert len(words) == 1
    [ruling] = event.rulings
    assert isinstance(ruling.awards.ns, Published)
    assert ruling.awards.ns == Published(Fraction(3), table.result)  # type: ignore[arg-type]  # a plain result
    assert [finding.kind for finding in audit(replace(damaged, event=event)).findings if finding.table] == []


def test_totals_may_follow_from_figures_that_a_director_has_put_into_the_lines() -> None:
    document = published(pairs(7))
    table = document.event.results[0]
    event, _ = with_overrides(changed(document, table.id, ns="3.5", ew="6.5"))
    assert event.rulings
    program = replace(published(event), event=document.event)
    found = audit(program)
    assert [(finding.kind, finding.table) for finding in found.findings] == [("points", table.id)]


def test_nothing_is_taken_for_an_award_where_the_whole_file_is_scored_otherwise() -> None:
    document = published(pairs(7))
    for table in document.event.results[::2]:
        document = changed(document, table.id, ns="1.23", ew="8.77")
    assert with_overrides(document) == (document.event, [])


@pytest.mark.parametrize(("points", "vulnerable_board", "expected"), [
    (410, 1, ["impossible"]), (620, 1, ["impossible"]), (620, 2, []), (-7650, 4, ["impossible"]), (0, 1, []),
])  # fmt: skip
def test_a_score_that_no_contract_gives_is_impossible(points: int, vulnerable_board: int, expected: list[str]) -> None:
    event = pairs(3, boards=4)
    place = next(n for n, table in enumerate(event.results) if table.board == vulnerable_board)
    results = list(event.results)
    results[place] = replace(results[place], result=Mixture.of(Points(points)))
    others = [replace(result, result=Mixture.of(Points(0))) for result in results]
    others[place] = results[place]
    assert kinds(published(replace(event, results=tuple(others)))) == expected


def test_percentages_totals_and_places_are_held_against_the_lines() -> None:
    document = published(pairs(5))
    standings = list(document.published.standings)
    standings[3] = replace(standings[3], percent=Printed("99.99"), total=Printed("1"), place="17")
    damaged = replace(document, published=replace(document.published, standings=tuple(standings)))
    assert set(kinds(damaged)) == {"percentage", "total", "place"}
    assert all(standings[3].contestant in finding.where for finding in audit(damaged).findings)


def test_ties_may_be_broken_by_other_means() -> None:
    document = published(pairs(5))
    first, second, *rest = document.published.standings
    tied = (replace(first, place="1"), replace(second, place="2", percent=first.percent, total=first.total), *rest)
    figures = PublishedFigures(standings=tied)
    found = audit(replace(document, published=figures))
    assert [finding.kind for finding in found.findings if finding.kind == "place"] == []


def test_points_for_a_table_without_a_score_have_nothing_behind_them() -> None:
    document = published(pairs(6))
    table = document.event.results[0]
    results = (replace(table, result=NotScored()), *document.event.results[1:])
    bare = replace(document, event=replace(document.event, results=results))
    damaged = changed(bare, table.id, ns="4.32", ew="9.99")
    assert "award" in kinds(damaged)


def test_a_contract_that_does_not_give_its_score_is_reported_from_the_notes_of_the_reader() -> None:
    document = published(pairs(6))
    table = document.event.results[0]
    note = Note("contract", "4H N = gives +420, the file says +430", table.id, table.board, 12)
    found = audit(replace(document, notes=(note,)))
    assert [(finding.kind, finding.table) for finding in found.findings] == [("contract", table.id)]


def test_artificial_scores_are_a_remark_and_no_contradiction() -> None:
    event = artificial(pairs(8), 5, Grade.AVERAGE, Grade.AVERAGE)
    found = audit(published(event))
    assert found.findings == ()
    assert any("1 artificial score" in remark for remark in found.remarks)


def test_a_handicap_is_found_to_be_half_added() -> None:
    document = published(pairs(9))
    raised = [
        replace(standing, handicap=Printed(str(place)), percent=_plus(standing, Fraction(place, 2)))
        for place, standing in enumerate(document.published.standings)
    ]
    places = sorted(raised, key=lambda standing: -standing.percent.value if standing.percent else 0)
    ranked = tuple(replace(standing, place=str(place)) for place, standing in enumerate(places, 1))
    found = audit(replace(document, published=PublishedFigures(document.published.lines, ranked)))
    assert [finding for finding in found.findings if finding.kind == "percentage"] == []
    assert "half of the handicap is added to the percentage" in found.conventions


def _plus(standing: PublishedStanding, more: Fraction) -> Printed:
    assert standing.percent is not None
    return Printed.parse(decimal(standing.percent.value + more))


def test_an_artificial_score_that_a_file_hides_as_a_score_of_0_is_found() -> None:
    """A line with 0, no contract, and points that were given; the rest of the board follows only without it."""
    event = pairs(11, tables=8)
    place = 3
    program = published(artificial(event, place, Grade.AVERAGE, Grade.AVERAGE))
    results = list(event.results)
    results[place] = replace(results[place], result=Mixture.of(Points(0)))
    found = audit(replace(program, event=replace(event, results=tuple(results))))
    assert found.findings == ()
    assert any("the score 0 is taken for an award" in remark for remark in found.remarks)


def test_a_board_that_is_scored_by_another_rule_is_reported_and_nothing_of_it_is_taken_for_an_award() -> None:
    document = published(pairs(12, boards=12))
    board = [table for table in document.event.results if table.board == 5]
    for table in board:
        points = document.published.lines[table.id].points
        document = changed(document, table.id, ns=decimal((points.ns or Printed("0")).value + Fraction(1, 2)))
    assert kinds(document).count("balance") == len(board)
    assert with_overrides(document) == (document.event, [])


def test_places_may_be_those_before_the_handicap() -> None:
    document = published(pairs(9))
    standings = tuple(
        replace(standing, handicap=Printed(str(4 * place)), percent=_plus(standing, Fraction(2 * place)))
        for place, standing in enumerate(document.published.standings)
    )
    found = audit(replace(document, published=PublishedFigures(document.published.lines, standings)))
    assert [finding for finding in found.findings if finding.kind in ("percentage", "place")] == []
    assert "places are those before the handicap" in found.conventions


def test_lines_may_be_printed_in_tenths() -> None:
    document = published(pairs(13))
    lines = {
        id: replace(line, points=line.points.map(lambda figure: figure and Printed(str(10 * figure.value))))
        for id, line in document.published.lines.items()
    }
    found = audit(replace(document, published=replace(document.published, lines=lines)))
    assert found.findings == ()
    assert "lines are printed in tenths of a matchpoint" in "; ".join(found.conventions)


def test_percentages_alone_are_enough_to_find_a_method() -> None:
    """Ascherman: 2 for each inferior score, 1 for each equal one, oneself included, of 2N."""
    event = Event(
        results=tuple(
            TableResult(f"1/{ns}-{ew}", Mixture.of(Points(score)), BySide((ns,), (ew,)), board=1)
            for ns, ew, score in (("1", "4", 420), ("2", "5", 170), ("3", "6", -50))
        )
    )
    percents = {"1/1-4": ("83.3", "16.7"), "1/2-5": ("50.0", "50.0"), "1/3-6": ("16.7", "83.3")}
    lines = {
        id: PublishedLine(percent=BySide(Printed(ns), Printed(ew))) for id, (ns, ew) in percents.items()
    }  # fmt: skip
    found = audit(Document(event=event, published=PublishedFigures(lines)))
    assert [str(tally) for tally in found.tallies] == ["3 of 3"]
    assert found.conventions == ("matchpoints by Ascherman: a result ties with itself",)


@pytest.mark.parametrize(
    ("first", "second", "wrong"), [("1/2", "1/2", 0), ("1=", "1=", 0), ("1/3", "1/3", 2), ("2", "1", 0), ("3", "1", 1)]
)
def test_places_that_are_shared_may_be_written_in_several_ways(first: str, second: str, wrong: int) -> None:
    document = published(pairs(5))
    one, two, *rest = document.published.standings
    tied = (replace(one, place=first), replace(two, place=second, percent=one.percent, total=one.total), *rest)
    found = audit(replace(document, published=PublishedFigures(standings=tied)))
    assert len([finding for finding in found.findings if finding.kind == "place"]) == wrong


def test_who_is_ranked_without_a_line_is_a_remark() -> None:
    document = published(pairs(5))
    more = (*document.published.standings, PublishedStanding("99", "40", percent=Printed("12.34")))
    found = audit(replace(document, published=replace(document.published, standings=more)))
    assert found.findings == ()
    assert any("no line in the file" in remark for remark in found.remarks)


def test_one_line_does_not_change_the_convention_of_a_file() -> None:
    """A figure cut off where it should be rounded: a last digit of that line, and no way of the file."""
    document = published(artificial(pairs(3, tables=7), 2, Grade.AVERAGE, Grade.AVERAGE))
    cut = {
        table.id: line.points
        for table in document.event.results
        if (line := document.published.lines[table.id]).points.ns and table.board == document.event.results[2].board
    }
    rounded = [id for id, points in cut.items() if points.ns and points.ns.text[-1] not in "05"]
    first = rounded[0]
    value = cut[first].ns
    assert value is not None
    damaged = changed(document, first, ns=decimal(value.value - value.unit))
    found = audit(damaged)
    assert found.conventions == ()
    [finding] = found.findings
    assert finding.last_digit
    assert found.grade is AuditGrade.LAST_DIGIT
    assert found.passes
    assert not found.follows


@pytest.mark.parametrize(("wrong", "grade"), [(0, "equal"), (1, "one line"), (2, "many lines")])
def test_a_file_is_graded_by_its_worst_line(wrong: int, grade: str) -> None:
    document = published(pairs(5, tables=7))
    for table in document.event.results[: 8 * wrong : 8]:
        document = changed(document, table.id, ns="99", ew="1")
    found = audit(document)
    assert found.grade == grade
    assert found.passes == (wrong == 0)


def test_digits_may_differ_from_figure_to_figure() -> None:
    """A program that prints 28.3 beside 12.25: each figure is held to its own digits."""
    document = published(artificial(pairs(3, tables=7), 2, Grade.AVERAGE, Grade.AVERAGE))
    coarse = document
    for table in document.event.results[::3]:
        points = document.published.lines[table.id].points
        assert points.ns
        assert points.ew
        top = points.ns.value + points.ew.value
        ns = decimal(points.ns.value, 1)
        coarse = changed(coarse, table.id, ns=ns, ew=decimal(top - Fraction(ns), 1))
    found = audit(coarse)
    assert [finding for finding in found.findings if not finding.last_digit] == []
    assert "digits differ from figure to figure" in "; ".join(found.conventions)
    wrong = changed(coarse, document.event.results[0].id, ns="9.9", ew="2.1")
    assert audit(wrong).grade is not AuditGrade.EQUAL


@pytest.mark.parametrize(
    ("scoring", "setting", "value"),
    [
        ("matchpoints", "expected_results", "obtained"),
        ("cross-imps", "imp_factoring", "expected"),
        ("butler", "imp_factoring", "expected"),
    ],
)
def test_what_rows_not_played_do_to_short_boards_is_tried_both_ways(scoring: str, setting: str, value: str) -> None:
    event = replace(pairs(3, tables=7), scoring=scoring)
    # No board was played everywhere, one of them only three times.
    unplayed = [place for place, table in enumerate(event.results) if table.seats.ns == (str(1 + table.board % 7),)]
    unplayed += [place for place, table in enumerate(event.results) if table.board == 2 and int(table.seats.ns[0]) > 4]
    results = tuple(
        replace(table, result=NotScored()) if place in unplayed else table for place, table in enumerate(event.results)
    )
    event = replace(event, results=results)
    for way in ({}, {setting: value}):
        found = audit(published(event, {"butler_trim": "1", **way}))
        assert found.findings == ()
        assert found.settings.get(setting) == way.get(setting)


def test_rows_against_a_number_that_never_played_may_be_sit_outs() -> None:
    event = pairs(3, tables=6)
    results, rulings = list(event.results), list(event.rulings)
    for board in range(1, 9):
        seats: BySide[tuple[str, ...]] = BySide((f"{board + 50}",), ("99",))
        table = TableResult(f"{board}/sits", NotScored(expected=False), seats, board=board)
        results.append(table)
        awards: BySide[Award | None] = BySide(
            Artificial(Fraction(3, 5), Unit.PERCENT), Artificial(Fraction(0), Unit.PERCENT)
        )
        where = TableReference(seats.ns[0], seats.ew[0])
        rulings.append(Ruling(f"file {table.id}", board, where, awards, from_travellers=True))
    sits = replace(event, results=tuple(results), rulings=tuple(rulings))
    printed_file = published(sits)
    scheduled = tuple(
        replace(table, result=NotScored()) if not isinstance(table.result, Mixture) else table for table in results
    )
    found = audit(replace(printed_file, event=replace(sits, results=scheduled)))
    assert [finding for finding in found.findings if finding.table] == []
    assert "a row of somebody who sits out is no scheduled result" in found.conventions


def test_the_search_begins_at_what_the_file_says_of_its_program() -> None:
    choices = {"matchpoints_per_win": ("2", "1"), "factoring": ("neuberg", "none"), "cut": ("", "yes")}
    exact = load_regulation("exact")
    assert starting(choices, exact).chosen == {"matchpoints_per_win": "2", "factoring": "neuberg", "cut": ""}
    assert starting(choices, exact.having(matchpoints_per_win=1))["matchpoints_per_win"] == "1"
