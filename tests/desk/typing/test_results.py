"""Travellers typed in by hand: what is new, what was missing, what is corrected; and two scorers at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.awards import NotScored, parse_award
from amends.bridge import TrickNotation, Vulnerable
from amends.desk import Desk, KeptEvent, OpenEvent
from amends.desk.confirm import drafted
from amends.desk.importing.documents import begin
from amends.desk.typing.cells import as_typed, read_line
from amends.desk.typing.results import Typed, entering
from amends.event import Event, Form
from amends.faults import Faults
from amends.formats import travellers_csv
from amends.journal.chain import BEGINNING, Document
from amends.journal.entries import ContestantsEntered, ResultCorrected, ResultsEntered
from amends.journal.from_event import journal_of
from support import desks

CLUB = "Club pairs"


def pair(result: str, ns: str, ew: str, **places: str) -> Typed:
    return Typed(result, (ns,), (ew,), **places)


def begun(desk: Desk, travellers: str = "", **event: object) -> None:
    """An event, empty or with travellers in it."""
    found = travellers_csv.loads(travellers).event if travellers else Event()
    begin(desk, Document(event=replace(found, **event)), CLUB)  # type: ignore[arg-type]


def enter(desk: Desk, board: int, *lines: Typed, **how: object) -> tuple[object, ...]:
    """Enter lines; the payloads that they came to."""
    effect = desk.confirm(desk.open(CLUB), entering(board, lines, **how))  # type: ignore[arg-type]
    return tuple(entry.payload for entry in effect.new)


def rows(desk: Desk) -> dict[str, str]:
    return {row.id: str(row.result) for row in desk.open(CLUB).event.results}


def refused(desk: Desk, board: int, *lines: Typed, **how: object) -> list[str]:
    before = desk.open(CLUB).seen
    with pytest.raises(Faults) as trouble:
        enter(desk, board, *lines, **how)
    assert desk.open(CLUB).seen == before
    return [str(fault) for fault in trouble.value.faults]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        yield desk


LAID_OUT = "board,ns,ew,result,round,table\n7,1,3,np,1,1\n7,2,4,np,1,2\n8,1,3,np,1,1\n8,2,4,4S N =,1,2\n"


# What is typed


@pytest.mark.parametrize(
    ("text", "vulnerable", "read"),
    [
        ("420", "none", "+420"),
        ("620", "ns", "+620"),
        ("-100", "ns", "-100"),
        ("np", "none", "np"),
        (".", "none", "np"),
        ("Sit-out", "none", "sit-out"),
        ("p", "none", "pass"),
    ],
)
def test_a_line_is_a_result_points_or_no_result(text: str, vulnerable: str, read: str) -> None:
    assert str(read_line(text, TrickNotation.EUROPEAN, Vulnerable.parse(vulnerable))) == read


@pytest.mark.parametrize(
    ("text", "vulnerable", "told"),
    [
        ("620", "none", "+620 with nobody vulnerable"),
        ("435", "none", "a score that some contract is worth"),
        ("-620", "ns", "+620 can be: the sign is that of N-S"),
        ("rubbish", "none", '"np" or "." where it was not played'),
    ],
)
def test_points_that_cannot_occur_are_refused(text: str, vulnerable: str, told: str) -> None:
    with pytest.raises(Faults) as trouble:
        read_line(text, TrickNotation.EUROPEAN, Vulnerable.parse(vulnerable))
    assert told in str(trouble.value)


@pytest.mark.parametrize("award", ["4Hx N -1", "3NT E +1", "pass", "+420", "-50", "sit-out"])
@pytest.mark.parametrize("notation", TrickNotation)
def test_what_stands_in_a_field_is_read_back(award: str, notation: TrickNotation) -> None:
    shown = as_typed(parse_award(award), notation)
    assert read_line(shown, notation, Vulnerable.NONE) == parse_award(award)


# New lines


def test_the_first_traveller_enters_its_pairs_and_results_in_the_way_of_a_file(desk: Desk) -> None:
    begun(desk)
    payloads = enter(desk, 7, pair("4hn=", "1", "3"), Typed(), pair("4sxe-1", "2", "4"))
    assert [type(each) for each in payloads] == [ContestantsEntered, ResultsEntered]
    csv = travellers_csv.loads("board,ns,ew,result\n7,1,3,4H N =\n7,2,4,4Sx E -1\n").event
    event = desk.open(CLUB).event
    assert event.results == csv.results
    assert event.contestants == csv.contestants


def test_pairs_that_are_known_are_not_entered_again(desk: Desk) -> None:
    begun(desk)
    enter(desk, 7, pair("4hn=", "1", "3"))
    assert [type(each) for each in enter(desk, 8, pair("420", "1", "3"))] == [ResultsEntered]


def test_where_there_are_two_winners_a_number_is_a_pair_in_each_direction(desk: Desk) -> None:
    begun(desk, winners=2)
    enter(desk, 7, pair("4hn=", "1", "2"))
    enter(desk, 8, pair("4hn=", "2", "1"))
    assert list(desk.open(CLUB).event.contestants) == ["1NS", "2EW", "2NS", "1EW"]
    assert list(rows(desk)) == ["7/1NS-2EW", "8/2NS-1EW"]


def test_a_section_tells_pairs_of_one_number_apart(desk: Desk) -> None:
    begun(desk)
    enter(desk, 7, pair("4hn=", "1", "2", section="A"), pair("4hn+1", "1", "2", section="B"))
    assert rows(desk) == {"/A/7/1-2": "4H N =", "/B/7/1-2": "4H N +1"}
    enter(desk, 8, pair("4hn=", "a1", "A2"))
    assert "/A/8/1-2" in rows(desk)
    assert "without a section" in refused(desk, 9, pair("4hn=", "1", "2"))[0]


def test_a_pair_without_opponents_sits_out(desk: Desk) -> None:
    begun(desk)
    enter(desk, 7, pair("", "1", ""), pair("4hn=", "2", "3"))
    assert rows(desk) == {"7/1-": "sit-out", "7/2-3": "4H N ="}
    assert "nobody sat on a side" in refused(desk, 8, pair("4hn=", "1", "-"))[0]


def test_teams_say_the_room_and_individuals_have_two_players_a_side(desk: Desk) -> None:
    begun(desk, form=Form.TEAMS, scoring="imps")
    assert "expected open or closed" in refused(desk, 1, pair("4hn=", "1", "2", round="1"))[0]
    enter(desk, 1, pair("4hn=", "1", "2", round="1", room="open"))
    enter(desk, 1, pair("4hn-1", "2", "1", round="1", room="closed"))
    csv = "board,ns,ew,result,round,room\n1,1,2,4H N =,1,open\n1,2,1,4H N -1,1,closed\n"
    assert desk.open(CLUB).event.results == travellers_csv.loads(csv).event.results


def test_individuals_have_two_players_on_a_side(desk: Desk) -> None:
    begun(desk, form=Form.INDIVIDUAL)
    enter(desk, 1, Typed("4hn=", ("1", "3"), ("2", "4")))
    csv = "board,n,e,s,w,result\n1,1,2,3,4,4H N =\n"
    assert desk.open(CLUB).event.results == travellers_csv.loads(csv).event.results
    assert "both players on a side" in refused(desk, 2, pair("4hn=", "1", "2"))[0]


# Rows that stand there


def test_a_missing_result_comes_in_without_a_reason_even_by_its_pairs_alone(desk: Desk) -> None:
    begun(desk, LAID_OUT)
    payloads = enter(desk, 7, Typed("4hn=", row="7/1-3"), pair("3nte-1", "2", "4"))
    assert [(type(each), each.reason) for each in payloads if isinstance(each, ResultCorrected)] == [
        (ResultCorrected, "entered by hand"),
        (ResultCorrected, "entered by hand"),
    ]
    assert rows(desk) == {"7/1-3": "4H N =", "7/2-4": "3NT E -1", "8/1-3": "np", "8/2-4": "4S N ="}
    assert [(row.round, row.table) for row in desk.open(CLUB).event.results][:2] == [("1", "1"), ("1", "2")]


@pytest.mark.parametrize("notation", TrickNotation)
def test_lines_that_say_what_stands_there_change_nothing(desk: Desk, notation: TrickNotation) -> None:
    begun(desk, LAID_OUT)
    lines = [
        Typed(as_typed(row.result, notation), row.seats.ns, row.seats.ew, row.id)
        for row in desk.open(CLUB).event.results
        if row.board == 8
    ]
    assert lines[0].result == ""
    assert enter(desk, 8, *lines, notation=notation) == ()
    assert enter(desk, 8, replace(lines[0], result="np"), pair("4sn=", "2", "4"), notation=notation) == ()


def test_a_result_that_was_there_is_changed_with_a_reason_alone(desk: Desk) -> None:
    begun(desk, LAID_OUT)
    assert refused(desk, 8, pair("4sn+1", "2", "4")) == [
        "board 8, line 1: found 4♠ N +1, where 4♠ N = is recorded for 2 against 4; "
        "expected what is recorded, or why it is corrected"
    ]
    assert "nothing, where 4♠ N = is recorded" in refused(desk, 8, Typed("", row="8/2-4"), reason="gone")[0]
    [payload] = enter(desk, 8, pair("4sn+1", "2", "4"), reason="misread")
    assert isinstance(payload, ResultCorrected)
    assert (str(payload.result.result), payload.reason) == ("4S N +1", "misread")


def test_after_the_correction_period_a_change_says_why_it_is_late_and_a_missing_result_need_not(desk: Desk) -> None:
    begun(desk, LAID_OUT)
    desk.confirm(desk.open(CLUB), desks.publishing())
    later = replace(desk, clock=desks.Clock(desks.START + timedelta(days=2)))
    assert "79C" in refused(later, 8, pair("4sn+1", "2", "4"), reason="misread")[0]
    enter(later, 8, pair("4sn+1", "2", "4"), reason="misread", late="both sides agree")
    enter(later, 8, pair("4sn=", "1", "3"))
    assert rows(later)["8/1-3"] == "4S N ="


def test_who_sat_there_is_corrected_with_the_row(desk: Desk) -> None:
    begun(desk, LAID_OUT)
    enter(desk, 8, Typed("4sn=", ("2",), ("3",), "8/2-4"), Typed("-50", ("1",), ("4",), "8/1-3"), reason="they moved")
    assert [row.words for row in desk.open(CLUB).event.results if row.board == 8] == ["1 against 4", "2 against 3"]


# What is refused


def test_all_faults_of_all_lines_come_together_and_nothing_is_entered(desk: Desk) -> None:
    begun(desk, LAID_OUT)
    found = refused(
        desk,
        8,
        pair("4sn", "1", "3"),
        pair("435", "5", "5"),
        pair("4sn=", "6", "4"),
        Typed("p", row="7/1-3"),
        Typed(parse_award("A+"), ("7",), ("9",)),
    )
    assert [line.split(": ")[0] for line in found] == [
        "board 8, line 1",
        "board 8, line 2",
        "board 8, line 2",
        "board 8, line 4",
        "board 8, line 5",
        "board 8, line 3",
    ]
    assert "pair 5 against itself" in found[1]
    assert "pair 4 once more (also 2 against 4)" in found[5]


def test_two_lines_of_one_board_cannot_have_the_same_pair(desk: Desk) -> None:
    begun(desk)
    assert (
        "line 2: found pair 1 once more (also line 1)" in refused(desk, 7, pair("p", "1", "2"), pair("p", "3", "1"))[0]
    )
    assert "the table of line 1 once more" in refused(desk, 7, pair("p", "1", "2"), pair("p", "1", "2"))[0]


def test_a_pair_of_each_direction_plays_where_there_are_two_winners(desk: Desk) -> None:
    begun(desk, winners=2)
    enter(desk, 7, pair("p", "1", "2"))
    assert "against another N-S pair" in refused(desk, 8, pair("p", "3", "1NS"))[0]
    enter(desk, 8, pair("p", "2EW", "1NS"))  # both sat the wrong way round


def test_newcomers_can_be_refused(desk: Desk) -> None:
    begun(desk, LAID_OUT)
    assert "expected a pair of the event" in refused(desk, 9, pair("p", "1", "33"), newcomers=False)[0]
    enter(desk, 9, pair("p", "1", "3"), newcomers=False)


# Two at once


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Desk, Desk]]:
    with (
        desks.desk_at(tmp_path / "amends.db", "R. Fox") as one,
        desks.desk_at(tmp_path / "amends.db", "D. Dean") as other,
    ):
        begun(one)
        yield one, other


def test_two_scorers_type_two_boards(two: tuple[Desk, Desk]) -> None:
    one, other = two
    opened = other.open(CLUB)
    enter(one, 7, pair("4hn=", "1", "2"))
    effect = other.confirm(opened, entering(8, [pair("4hn=", "1", "2")]))
    assert [type(entry.payload) for entry in effect.new] == [ResultsEntered]
    assert rows(one) == {"7/1-2": "4H N =", "8/1-2": "4H N ="}


def test_two_scorers_type_the_same_line(two: tuple[Desk, Desk]) -> None:
    one, other = two
    opened = other.open(CLUB)
    enter(one, 7, pair("4hn=", "1", "2"), pair("4hn=", "3", "4"))
    seen = one.open(CLUB).seen
    effect = other.confirm(opened, entering(7, [pair("4HN10", "1", "2")]))
    assert effect.new == ()
    assert other.open(CLUB).seen == seen


def test_two_scorers_type_two_results_for_one_line(two: tuple[Desk, Desk]) -> None:
    one, other = two
    opened = other.open(CLUB)
    enter(one, 7, pair("4hn=", "1", "2"))
    for reason in ("", "misread"):
        with pytest.raises(Faults, match="nothing new about board 7"):
            other.confirm(opened, entering(7, [pair("4hn+1", "1", "2")], reason=reason))
    assert rows(one) == {"7/1-2": "4H N ="}
    assert "4♥ N = is recorded" in refused(other, 7, pair("4hn+1", "1", "2"))[0]


def test_a_missing_result_stays_expected(desk: Desk) -> None:
    begun(desk)
    enter(desk, 7, pair("np", "1", "2"), pair("4hn=", "3", "4"))
    assert desk.open(CLUB).event.results[0].result == NotScored(expected=True)


# Whatever is typed

CELL = st.one_of(st.sampled_from(["1", "2", "3", "4", "5", "0", "-", "1NS", "2ew", " 3 "]), st.text(max_size=4))
RESULT = st.one_of(
    st.sampled_from(["4hn=", "4sxe-1", "p", "np", ".", "bye", "", "50", "-50", "4hn", "10", "A+"]), st.text(max_size=5)
)
LINE = st.builds(
    Typed,
    RESULT,
    st.tuples(CELL),
    st.tuples(CELL),
    st.sampled_from([None, None, None, "7/1-3", "7/2-4", "8/1-3", "x"]),
    section=st.sampled_from(["", "", "A"]),
    round=st.sampled_from(["", "1", "2"]),
)


GOOD = st.sampled_from(["4hn=", "4sxe-1", "p", "np", ".", "bye", "50", "-50", "4hn10", "3nts d2"])


@st.composite
def lines_of_a_traveller(draw: st.DrawFn) -> list[Typed]:
    """Some tables at which everybody sits once, and now and then a line that may be anything."""
    numbers = draw(st.permutations(["1", "2", "3", "4", "5", "6"]))
    results = draw(st.lists(GOOD, max_size=3))
    tables = zip(results, numbers[::2], numbers[1::2], strict=False)
    return [pair(*table) for table in tables] + draw(st.lists(LINE, max_size=1))


@given(
    st.one_of(lines_of_a_traveller(), st.lists(LINE, max_size=5)),
    st.sampled_from(["", LAID_OUT]),
    st.sampled_from([1, 2]),
    st.sampled_from(["", "misread"]),
    st.sampled_from(TrickNotation),
)
def test_whatever_is_typed_is_refused_or_entered_once_for_everybody(
    lines: list[Typed], travellers: str, winners: int, reason: str, notation: TrickNotation
) -> None:
    event = Event(winners=winners)
    if travellers:
        event = travellers_csv.loads(travellers, winners=winners, accept_scores=True).event
    document = Document(event=event)
    kept = KeptEvent("", CLUB, "", 0, BEGINNING, None)
    opened = OpenEvent(kept, journal_of(document, desks.START, "amends"))
    draft = entering(7, lines, notation=notation, reason=reason)
    try:
        after = drafted(opened, draft, desks.START, desks.DIRECTOR).after
    except Faults:
        return
    sat = [id for row in after.event.results if row.board == 7 for seats in row.seats for id in seats]
    assert len(sat) == len(set(sat))
    assert set(sat) <= after.event.contestants.keys()
    assert [row for row in after.event.results if row.board != 7] == [row for row in event.results if row.board != 7]
    new = [replace(line, row=None) for line in lines if line.row is None]
    assert drafted(after, entering(7, new, notation=notation), desks.START, desks.DIRECTOR).new == ()
