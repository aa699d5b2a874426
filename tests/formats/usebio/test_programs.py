"""What single programs do with USEBIO: movements mixed, pairs unknown, totals called percentages, LIN half encoded."""

from __future__ import annotations

from pathlib import Path

import pytest

from amends.formats import usebio
from amends.formats.common.scored_rows import scored
from amends.journal.chain import Document

MIXED = Path(__file__).parents[2] / "data" / "usebio" / "mixed_movements.xml"
MITCHELL = ("(A) 1 NS", "(A) 1 EW"), ("(A) 2 NS", "(A) 2 EW")
HOWELL = ("(C) 1", "(C) 2"), ("(C) 2", "(C) 1")


def board(number: int, *tables: tuple[str, str], score: str = "110") -> str:
    """A board of these tables, N-S and E-W."""
    lines = (
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
        f"<SCORE>{score}</SCORE><NS_MATCH_POINTS>3</NS_MATCH_POINTS><EW_MATCH_POINTS>1</EW_MATCH_POINTS>"
        "</TRAVELLER_LINE>"
        for ns, ew in tables
    )
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{''.join(lines)}</BOARD>"


def pairs(*numbers: str, **cells: str) -> str:
    """A list of pairs, each as its number or as number and direction ("1/NS")."""
    more = "".join(f"<{tag}>{text}</{tag}>" for tag, text in cells.items())
    listed = (number.partition("/")[::2] for number in numbers)
    rows = (
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{direction}</DIRECTION>{more}</PAIR>"
        for number, direction in listed
    )
    return f"<PARTICIPANTS>{''.join(rows)}</PARTICIPANTS>"


def within(tag: str, name: str, *parts: str) -> str:
    return f'<{tag} {tag}_ID="{name}">{"".join(parts)}</{tag}>'


def read(*parts: str, kind: str = "PAIRS", winners: int | None = None) -> Document:
    return usebio.loads(
        f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="{kind}">{"".join(parts)}</EVENT></USEBIO>', winners=winners
    )


# Movements


def test_a_section_whose_pairs_sit_both_ways_has_numbers_without_directions() -> None:
    document = usebio.load(MIXED)
    assert sorted(document.event.contestants) == ["A1EW", "A1NS", "A2EW", "A2NS", "C1", "C2", "C3", "C4"]
    assert document.event.winners == 1
    standings = scored(document.event).standings
    assert len(document.published.standings) == 8
    for printed in document.published.standings:
        own = standings.standing(printed.contestant)
        assert printed.percent is not None
        assert own.percent is not None
        assert printed.percent.agrees(own.percent)
        assert printed.place == own.place
    again = usebio.loads(usebio.dumps(document))
    assert again.event.results == document.event.results
    assert again.event.contestants == document.event.contestants


@pytest.mark.parametrize("said", ["", "<WINNER_TYPE>1</WINNER_TYPE>", "<WINNER_TYPE>2</WINNER_TYPE>"])
@pytest.mark.parametrize("howell", [pairs("(C) 1", "(C) 2"), pairs("(C) 1/NS", "(C) 2/EW"), ""])
def test_pairs_that_move_have_one_list_with_the_others(said: str, howell: str) -> None:
    mitchell = within("SECTION", "A", pairs("(A) 1 NS/NS", "(A) 1 EW/EW"), board(1, *MITCHELL))
    moving = within("SECTION", "C", howell, board(1, HOWELL[0]), board(2, HOWELL[1]))
    event = read(said, mitchell, moving).event
    assert event.winners == 1
    assert sorted(event.contestants) == ["A1EW", "A1NS", "A2EW", "A2NS", "C1", "C2"]


def test_who_asks_for_two_winners_has_each_direction_by_itself() -> None:
    mitchell, moving = board(1, *MITCHELL), board(1, HOWELL[0]) + board(2, HOWELL[1])
    event = read(within("SECTION", "A", mitchell), within("SECTION", "C", moving), winners=2).event
    assert sorted(event.contestants) == ["A1EW", "A1NS", "A2EW", "A2NS", "C1EW", "C1NS", "C2EW", "C2NS"]


def test_a_section_without_directions_has_none_also_where_nobody_has_moved_yet() -> None:
    mitchell = within("SECTION", "A", pairs("(A) 1 NS", "(A) 1 EW"), board(1, MITCHELL[0]))
    event = read(
        "<WINNER_TYPE>1</WINNER_TYPE>", mitchell, within("SECTION", "C", pairs("1", "2"), board(1, ("1", "2")))
    ).event
    assert sorted(event.contestants) == ["A1EW", "A1NS", "C1", "C2"]


def test_a_number_on_both_sides_of_one_board_is_two_pairs() -> None:
    """Section B does not say so in any other way: its pairs have not met those of their own number yet."""
    first = within("SECTION", "A", board(1, ("1", "1"), ("2", "2")))
    second = within("SECTION", "B", board(1, ("1", "2"), ("2", "1")))
    event = read("<WINNER_TYPE>1</WINNER_TYPE>", first, second).event
    assert sorted(event.contestants) == [
        f"{section}{n}{side}" for section in "AB" for n in "12" for side in ("EW", "NS")
    ]


@pytest.mark.parametrize("above", ["", pairs("1", "2")])
def test_sessions_with_other_movements_have_numbers_of_their_own_kind(above: str) -> None:
    mitchell = within("SESSION", "1", pairs("1 NS", "1 EW", "2 NS", "2 EW"), board(1, ("1 NS", "1 EW")))
    howell = within("SESSION", "2", pairs("1", "2"), board(1, ("1", "2")), board(2, ("2", "1")))
    event = read("<WINNER_TYPE>1</WINNER_TYPE>", above, mitchell, howell).event
    assert sorted(event.contestants) == ["1", "1EW", "1NS", "2", "2EW", "2NS"]
    assert [result.id for result in event.results] == ["1//1/1NS-1EW", "2//1/1-2", "2//2/2-1"]


def test_a_pair_in_another_direction_in_each_session_is_one() -> None:
    first = within("SESSION", "1", pairs("1/NS", "2/EW"), board(1, ("1", "2")))
    second = within("SESSION", "2", pairs("1/EW", "2/NS"), board(1, ("2", "1")))
    event = read("<WINNER_TYPE>1</WINNER_TYPE>", first, second).event
    assert sorted(event.contestants) == ["1", "2"]


def test_numbers_for_all_sections_are_looked_at_each() -> None:
    listed = pairs("1/NS", "1/EW", "21", "22")
    mitchell, howell = board(1, ("1", "1")), board(1, ("21", "22")) + board(2, ("22", "21"))
    event = read(
        "<WINNER_TYPE>1</WINNER_TYPE>", listed, within("SECTION", "A", mitchell), within("SECTION", "C", howell)
    ).event
    assert sorted(event.contestants) == ["1EW", "1NS", "21", "22"]


# Pairs that a program does not know


def test_an_unknown_pair_is_nobody_and_its_score_still_counts() -> None:
    document = read(pairs("1", "2", "3", "unknown: B"), board(1, ("1", "unknown: B"), ("3", "2")))
    assert sorted(document.event.contestants) == ["1", "2", "3"]
    assert [(result.id, str(result.result)) for result in document.event.results] == [
        ("1/1-", "+110"),
        ("1/3-2", "+110"),
    ]
    assert [str(figure) for figure in document.published.lines["1/1-"].points] == ["3", "None"]
    assert [(note.kind, note.table) for note in document.notes] == [("unreadable", "1/1-")]
    assert [str(line.figure) for line in scored(document.event).standings.lines("1")] == ["1"]


def test_a_table_of_two_unknown_pairs_is_left_out() -> None:
    document = read(board(1, ("unknown: A", "Unknown: B"), ("3", "2")))
    assert [result.id for result in document.event.results] == ["1/3-2"]
    assert [str(note) for note in document.notes] == [
        "line 1: board 1, 'unknown: A' against 'Unknown: B': the line is left out"
    ]


# Figures of lists


@pytest.mark.parametrize("kind", ["CROSS_IMP", "BUTLER_PAIRS", "AGGREGATE"])
def test_where_no_percentages_are_scored_they_are_the_totals(kind: str) -> None:
    document = read(pairs("1", "2", PERCENTAGE="-5.0", PLACE="1"), board(1, ("1", "2")), kind=kind)
    assert [(str(each.total), each.percent) for each in document.published.standings] == [("-5.0", None)] * 2


@pytest.mark.parametrize(
    ("kind", "cells", "figures"),
    [
        ("CROSS_IMP", {"PERCENTAGE": "52.5", "TOTAL_SCORE": "12"}, ("1", "12", "52.5")),
        ("MP_PAIRS", {"PERCENTAGE": "52.5"}, ("1", "None", "52.5")),
        ("MP_PAIRS", {"PERCENTAGE": "0.00"}, ("1", "None", "0.00")),
    ],
)
def test_percentages_are_such_elsewhere(kind: str, cells: dict[str, str], figures: tuple[str, ...]) -> None:
    document = read(pairs("1", "2", PLACE="1", **cells), board(1, ("1", "2")), kind=kind)
    found = [(each.place, str(each.total), str(each.percent)) for each in document.published.standings]
    assert found == [figures] * 2


def test_percentages_that_are_all_zero_are_no_figures_in_imps() -> None:
    document = read(pairs("1", "2", PERCENTAGE="0.00", PLACE="1"), board(1, ("1", "2")), kind="CROSS_IMP")
    assert document.published.standings == ()
    assert [(note.kind, note.words) for note in document.notes] == [
        ("left-out", "the percentages (all 0.00) and the places (all the same) are no figures")
    ]


def test_places_that_differ_are_kept_beside_percentages_that_are_all_zero() -> None:
    listed = "".join(
        f"<PAIR><PAIR_NUMBER>{n}</PAIR_NUMBER><PERCENTAGE>0</PERCENTAGE><PLACE>{n}</PLACE></PAIR>" for n in (1, 2)
    )
    document = read(f"<PARTICIPANTS>{listed}</PARTICIPANTS>", board(1, ("1", "2")), kind="CROSS_IMP")
    assert [(each.place, each.total, each.percent) for each in document.published.standings] == [
        ("1", None, None),
        ("2", None, None),
    ]
    assert [note.words for note in document.notes] == ["the percentages (all 0) are no figures"]


# Records


def test_lin_whose_values_alone_are_encoded() -> None:
    hands = "3SAKQJHT98D765C432%2CST98H765D432CAKQJ%2CS765H432DAKQJCT98%2C"
    calls = "mb|p|mb|1N!|an|15%2D17%2C%2050%25%20%7C%205%2B|mb|p|mb|p|mb|p"
    lin = f"qx||pn|P%201%2CP%202%2CP%203%2CP%204|st||md|{hands}|rh||ah|Board%201|sv|o|{calls}|pc|HK|mc|8|zz|35.71%25|"
    line = f"<SCORE>-120</SCORE><LIN_DATA>{lin}</LIN_DATA>"
    document = read(board(1, ("1", "2")).replace("<SCORE>110</SCORE>", line))
    for found in (document, usebio.loads(usebio.dumps(document))):
        record = found.event.results[0].record
        assert record is not None
        assert record.auction is not None
        assert [call.explanation for call in record.auction.calls] == ["", "15-17, 50% / 5+", "", "", ""]
        assert str(found.event.deal(1)) == "N:765.432.AKQJ.T98 432.AKQJ.T98.765 AKQJ.T98.765.432 T98.765.432.AKQJ"
