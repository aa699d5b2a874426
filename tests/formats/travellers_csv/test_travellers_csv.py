"""Travellers as CSV: what is read, what is refused with its line, and that writing and reading is a round trip."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Event, Faults, formats
from amends.awards import Award, Mixture, NotScored, Redress, parse_award
from amends.bridge import Auction, BySide, Card, Deal, Points, Seat, Side, Vulnerable
from amends.event import (
    CarryOver,
    Contestant,
    DealtBoard,
    Form,
    Penalty,
    Player,
    Ruling,
    TableRecord,
    TableReference,
    TableResult,
    VictoryPointAward,
)
from amends.event.published import PublishedFigures, PublishedStanding
from amends.event.rows import rows_in_force
from amends.formats import rulings_file, travellers_csv
from amends.formats.common import csv_table
from amends.formats.common.building import assembled
from amends.formats.common.csv_table import LONGEST_CELL, MOST_FAULTS, guarded, split, without_guard
from amends.formats.rulings_file.tables import RulingsFile
from amends.formats.travellers_csv import FORMAT, dumps, loads, losses
from amends.formats.travellers_csv.cells import TravellerCells
from amends.formats.travellers_csv.reader import TravellersReader
from amends.journal.chain import Document
from amends.regulations import load as load_regulation
from amends.scoring.event import score
from support import events
from support.examples import examples

PAGE = Path(__file__).resolve().parents[3] / "docs" / "formats" / "travellers.md"
PAIRS = "board,ns,ew,result\n"


def read(text: str, winners: int = 1) -> Event:
    """The event of a file."""
    return loads(text, winners=winners).event


def only(text: str, winners: int = 1) -> TableResult:
    """The one row of a file."""
    (row,) = read(text, winners).results
    return row


def faults(text: str, winners: int = 1) -> list[str]:
    with pytest.raises(Faults) as trouble:
        loads(text, "t.csv", winners=winners)
    return [str(fault) for fault in trouble.value.faults]


# What is read


@pytest.mark.parametrize(
    ("header", "row", "result"),
    [
        ("board,ns,ew,result", "7,3,11,4H N =", "4H N ="),
        ("board,ns,ew,result", "7,3,11,A+", "A+"),
        ("board,ns,ew,result", '7,3,11,"60% +620; 40% -100"', "60% +620; 40% -100"),
        ("board,ns,ew,result", "7,3,11,np", "np"),
        ("board,ns,ew,contract,declarer,tricks", "7,3,11,4Hx,n,9", "4Hx N -1"),
        ("board,ns,ew,contract,declarer,tricks", "7,3,11,3NT,E,=", "3NT E ="),
        ("board,ns,ew,contract,declarer,tricks", "7,3,11,3♠,S,−1", "3S S -1"),
        ("board,ns,ew,contract,declarer,tricks", "7,3,11,Pass,,", "pass"),
        ("board,ns,ew,score", "7,3,11,-620", "-620"),
        ("board,ns,ew,score", "7,3,11,100", "+100"),
        ("board,ns,ew,score", "7,3,11,0", "0"),
        ("board,ns,ew,contract,declarer,tricks,score", "7,3,11,4H,N,=,620", "4H N ="),
        ("board,ns,ew,contract,declarer,tricks,score,vulnerable", "7,3,11,4H,N,=,+420,none", "4H N ="),
        ("board,ns,ew,contract,declarer,tricks,result", "7,3,11,4H,N,=,4H N 10", "4H N ="),
        ("board,ns,ew,contract,declarer,tricks,result", "7,3,11,,,,A-", "A-"),
        ("board,ns,ew,result,score", "7,3,11,4H N =,620", "4H N ="),
        ("board,ns,ew,result,award_ns,award_ew", "7,3,11,,A+,A-", "np"),
        ("board,ns,ew,result,remark", "7,3,11,4H N =,Cancelled", "sit-out"),
        ("board,ns,ew,result", "7,3,11,4S-1 by N", "4S N -1"),
        ("board,ns,ew,result", "7,3,11,4HE(10)", "4H E ="),
        ("board,ns,ew,result", "7,3,11,Average plus", "A+"),
    ],
)
def test_a_row_says_what_happened_in_one_of_three_ways(header: str, row: str, result: str) -> None:
    assert str(only(f"{header}\n{row}\n").result) == result


@pytest.mark.parametrize(
    ("pair", "ns", "ew"),
    [
        ("A60/40", "A+", "A-"),
        ("A5060", "A", "A+"),
        ("AVE−/AVE+", "A-", "A+"),
        ("60/40", "60%", "40%"),
        ("A/A", "A", "A"),
    ],
)
def test_a_pair_of_awards_as_a_result_is_a_board_not_played_with_these_awards(pair: str, ns: str, ew: str) -> None:
    event = read(f"{PAIRS}7,3,11,{pair}\n")
    assert event == read(f"board,ns,ew,result,award_ns,award_ew\n7,3,11,np,{ns},{ew}\n")
    [row] = event.results
    [ruling] = event.rulings
    assert (row.result, ruling.awards.map(str)) == (NotScored(), BySide(ns, ew))


@pytest.mark.parametrize(
    "text",
    [
        "board,ns,ew,result\n7,3,11,4H N =\n",
        "board;ns;ew;result\n7;3;11;4H N =",
        "board\tns\tew\tresult\n7\t3\t11\t4H N =\n",
        "\ufeffboard,ns,ew,result\r\n7,3,11,4H N =\r\n",
        "\n\n Bd , N-S,E/W , RESULT \n\n 7 ,3 , 11,  4H N = \n,,,\n   \n",
        'board,ns,ew,result\n"7", "3" ,"11","4H N ="\n',
        "result,ew,ns,lead,board\n4H N =,11,3,,7\n",
        "board,ns,ew,contract,by,tricks\n7,3,11,4H,N,=\n",
    ],
)
def test_separators_line_ends_blanks_and_the_names_of_columns_do_not_matter(text: str) -> None:
    assert only(text) == TableResult("7/3-11", parse_award("4H N ="), BySide(("3",), ("11",)), board=7)


def test_a_row_keeps_where_and_when_it_was_played() -> None:
    row = only("session,section,round,table,group,board,ns,ew,result\n2,A,3,4,b,7,3,11,+100\n")
    assert (row.session, row.section, row.round, row.table, row.group) == ("2", "A", "3", "4", "b")
    assert row.id == "2/A/7/3-11"


@pytest.mark.parametrize(
    ("header", "row", "form", "id"),
    [
        ("board,ns,ew,score", "7,3,11,100", Form.PAIRS, "7/3-11"),
        ("board,ns,ew,score,section", "7,3,11,100,A", Form.PAIRS, "/A/7/3-11"),
        ("board,ns,ew,score", "7,x-y,a/b,100", Form.PAIRS, '7/"x-y"-"a/b"'),
        ("board,n,e,s,w,score", "7,1,2,3,4,100", Form.INDIVIDUAL, "7/1+3-2+4"),
        ("board,ns,ew,score,room", "7,Red,Blue,100,Open", Form.TEAMS, "7/Red-Blue/open"),
        ("board,ns,ew,score,room,round", "7,Red,Blue,100,closed,3", Form.TEAMS, "round 3/7/Red-Blue/closed"),
        ("board,ns,ew,score,room,match", "7,Red,Blue,100,closed,9", Form.TEAMS, "match 9/7/Red-Blue/closed"),
    ],
)
def test_the_columns_say_the_form_and_the_row_its_id(header: str, row: str, form: Form, id: str) -> None:
    found = read(f"{header}\n{row}\n")
    assert (found.form, found.results[0].id) == (form, id)


def test_the_players_of_an_individual_sit_in_pairs() -> None:
    assert only("board,n,e,s,w,score\n7,1,2,3,4,100").seats == BySide(("1", "3"), ("2", "4"))


@pytest.mark.parametrize(
    ("rows", "winners", "contestants"),
    [
        (["A,1,3,11"], 1, {"3": ("A", None), "11": ("A", None)}),
        (["A,1,3,11", "B,1,3,11"], 1, {f"{s}{n}": (s, None) for s in "AB" for n in ("3", "11")}),
        (["A,1,3,11"], 2, {"3": ("A", Side.NS), "11": ("A", Side.EW)}),
        (["A,1,3,3"], 2, {"3NS": ("A", Side.NS), "3EW": ("A", Side.EW)}),
        (["A,1,3,4", "A,1,4,5"], 2, {n: ("A", Side(n[1:])) for n in ("3NS", "4EW", "4NS", "5EW")}),
        (["A,1,3,3", "B,1,4,5"], 2, {n: (n[0], Side(n[2:])) for n in ("A3NS", "A3EW", "B4NS", "B5EW")}),
        (
            ["A,1,3,4", "B,1,4,3"],
            2,
            {"A3": ("A", Side.NS), "A4": ("A", Side.EW), "B4": ("B", Side.NS), "B3": ("B", Side.EW)},
        ),
    ],
)
def test_a_contestant_is_called_as_in_the_file_with_section_and_direction_where_they_are_needed(
    rows: list[str], winners: int, contestants: dict[str, tuple[str, Side | None]]
) -> None:
    found = read("\n".join(["section,board,ns,ew,score", *(f"{row},100" for row in rows)]), winners)
    expected = {id: Contestant(id, section=section, direction=side) for id, (section, side) in contestants.items()}
    assert found.contestants == expected


def test_pairs_that_sat_in_the_wrong_direction_take_each_others_seats() -> None:
    assert only("board,ns,ew,score,remark\n7,3,11,100,wrong direction").seats == BySide(("11",), ("3",))
    two = only("board,ns,ew,score,remark\n7,3,3,100,Wrong  Direction", winners=2)
    assert two.seats == BySide(("3EW",), ("3NS",))


@pytest.mark.parametrize("nobody", ["", "0", "-", "–", "phantom", "Phantom"])
@pytest.mark.parametrize("result", ["", "np", "sit-out"])
def test_a_side_with_nobody_is_a_sit_out_for_the_others(nobody: str, result: str) -> None:
    row = only(f"{PAIRS}7,3,{nobody},{result}\n")
    assert row.result == NotScored(expected=False)
    assert row.seats == BySide(("3",), ())


def test_three_players_of_an_individual_sit_out_together() -> None:
    row = only("board,n,e,s,w,result\n7,1,2,,4,\n")
    assert (row.result, row.seats) == (NotScored(expected=False), BySide(("1",), ("2", "4")))


def test_vulnerability_is_said_once_for_a_board_and_holds_for_all_its_rows() -> None:
    text = "board,ns,ew,contract,declarer,tricks,score,vulnerable\n1,1,2,4H,N,=,620,\n1,3,4,4H,N,=,620,N-S\n"
    assert read(text).vulnerable == {1: Vulnerable.NS}


def test_vulnerability_that_the_board_has_by_its_number_is_not_kept() -> None:
    assert read("board,ns,ew,score,vulnerable\n2,1,2,0,ns\n3,1,2,0,none\n").vulnerable == {3: Vulnerable.NONE}


DEALERS = "board,group,ns,ew,result,dealer\n"
"""Board 7 is dealt by South."""


@pytest.mark.parametrize(
    ("rows", "dealers"),
    [
        ("7,,3,11,np,\n7,,4,12,np,\n", [None, None]),
        ("7,,3,11,np,S\n7,,4,12,np,south\n", [None, None]),
        ("7,,3,11,np,w\n7,,4,12,np,\n", [Seat.WEST, Seat.WEST]),
        ("7,a,3,11,np,S\n7,b,4,12,np,N\n7,b,5,13,np,\n", [None, Seat.NORTH, Seat.NORTH]),
        ("7,a,3,11,np,\n7,b,4,12,np,N\n", [Seat.NORTH, Seat.NORTH]),
        ("7,a,3,11,np,S\n7,b,4,12,np,N\n7,c,5,13,np,\n", [None, Seat.NORTH, None]),
    ],
)
def test_a_dealer_is_kept_where_it_is_not_by_the_number_each_group_with_its_own(
    rows: str, dealers: list[Seat | None]
) -> None:
    event = read(DEALERS + rows)
    assert [row.dealer for row in event.results] == dealers
    written = dumps(Document(event=event))
    assert read(written).results == event.results
    assert ("dealer" in written.splitlines()[0]) is any(dealers)


@pytest.mark.parametrize("lead", ["C4", "4c", "♣4", " c 4 "])
def test_a_lead_is_kept_and_tables_with_the_same_lead_share_it(lead: str) -> None:
    first, second = read(f"board,ns,ew,score,lead\n7,3,11,100,{lead}\n7,4,12,100,{lead}\n").results
    assert first.record == TableRecord(lead=Card.parse("C4"))
    assert first.record is second.record


def test_the_columns_say_how_it_is_scored_and_two_winners_are_for_pairs_alone() -> None:
    pairs, teams = PAIRS + "7,3,11,np\n", "board,ns,ew,result,room\n7,Red,Blue,np,open\n"
    assert (read(pairs).scoring, read(pairs).winners, read(pairs, 2).winners) == ("matchpoints", 1, 2)
    assert (read(teams).scoring, read(teams, 2).winners) == ("imps", 1)
    assert loads(pairs) == loads(pairs, winners=1) == loads(pairs.encode())


def test_awards_become_rulings_that_are_called_by_their_line_and_find_their_row() -> None:
    found = read(
        "session,board,ns,ew,result,award_ns,award_ew,remark\n"
        "1,7,3,11,4H N =,,,\n"
        "\n"
        "1,7,4,12,4H N -1,A+,,wrong direction\n"
        "2,7,4,12,,60%,30%,\n"
        "2,7,,13,,,A+,\n"
    )
    awards = [(ruling.id, ruling.board, *map(str, ruling.awards)) for ruling in found.rulings]
    assert awards == [("row 4", 7, "A+", "None"), ("row 5", 7, "60%", "30%"), ("row 6", 7, "None", "A+")]
    rows = rows_in_force(found.results, found.rulings)
    assert [row.ruling for row in rows] == [None, "row 4", "row 5", "row 6"]
    assert [str(row.awards.ew) for row in rows] == ["4H N =", "4H N -1", "30%", "A+"]


def test_progress_is_told_every_ten_thousand_rows_of_a_long_file() -> None:
    rows = [f"{board},{pair},{pair + 5000},4H N =" for board in range(1, 5) for pair in range(1, 5001)]
    told: list[int] = []
    found = loads(PAIRS + "\n".join(rows), progress=told.append).event
    assert told == [10_000, 20_000]
    assert len({row.id for row in found.results}) == 20_000
    assert found.results[0].seats is found.results[5000].seats


# What is refused

RESULTS = "board,ns,ew,result,contract,declarer,tricks,score,vulnerable,award_ns,remark\n"
"""The header of rows that say too much or too little."""


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ("t.csv: ", "an empty file", "a header row")),
        ("\n  \n\t\n", ("an empty file",)),
        ("ns,ew,result\n", ("t.csv:1: ", "no column board")),
        ("board,ns,result\n", ("all who sat at a table", "ns and ew, or n, e, s and w")),
        ("board,result\n", ("all who sat at a table",)),
        ("board,n,e,s,result\n", ("all who sat at a table",)),
        ("board,n,e,s,w,ns,result\n", ("ns or ew beside",)),
        ("board,n,e,s,w,room,result\n", ("room beside",)),
        ("board,ns,ew,lead\n", ("no column for what happened", "result, or contract")),
        ("board,ns,ew,contract,declarer\n", ("contract without declarer or tricks",)),
        ("\nboard,ns,ew,result,pairs\n", ("t.csv:2: ", "the column 'pairs'", "board, ns, ew, n, e, s, w, result")),
        ("board,ns,ew,result,\n", ("no name for column 5",)),
        ("board,ns,ew,result,Bd\n", ("the column board twice ('Bd')", "each column once")),
        ('board,"ns,ew,result\n', ("a quote that never ends",)),
        ("board,ns,ew,result\r7,3,11,np\r", ("a carriage return within a line",)),
    ],
)
def test_what_is_wrong_with_a_header_is_said(text: str, parts: tuple[str, ...]) -> None:
    (fault,) = faults(text)
    for part in parts:
        assert part in fault


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (PAIRS + "7,3,11\n", ("t.csv:2: ", "3 cells", "4, as many as in the header (line 1)")),
        (PAIRS + "\n7,3,11,np,\n", ("t.csv:3: ", "5 cells")),
        (PAIRS + "x,3,11,np\n", ("column board", "'x'", "1 or more")),
        (PAIRS + "0,3,11,np\n", ("'0'",)),
        (PAIRS + "-7,3,11,np\n", ("'-7'",)),
        (PAIRS + "7.5,3,11,np\n", ("'7.5'",)),
        (PAIRS + ",3,11,np\n", ("column board: found nothing",)),
        (PAIRS + "٣,3,11,np\n", ("column board",)),
        (PAIRS + "9999999999,3,11,np\n", ("column board",)),
        (PAIRS + "7,3,3,np\n", ("pair 3 against itself", "two winners")),
        ("board,ns,ew,result,room\n7,Red,Red,np,open\n", ("team Red against itself",)),
        ("board,n,e,s,w,result\n7,1,2,1,3,np\n", ("player 1 against itself",)),
        (PAIRS + "7,,-,np\n", ("nobody on either side",)),
        (PAIRS + "7,3,,4H N =\n", ("4H N = at a table where nobody sat on a side",)),
        (PAIRS + "7,3,11,np\n\n7,3,11,+100\n", ("t.csv:4, board 7", "the same row twice, on line 2 and on line 4")),
        (PAIRS + "7,3,11,8H N =\n", ("t.csv:2, column result", "level 8", "a level from 1 to 7")),
        (PAIRS + "7,3,11,hello\n", ("column result", "'hello'", "an award such as")),
        (PAIRS + "7,3,11,4H N 1-\n", ("column result", "'4H N 1-'", '"4H N -1"?')),
        (PAIRS + "7,3,11,A60/30\n", ("column result", "'A60/30'", '"60%/30%"? Otherwise 40, 50 or 60 after A')),
        (PAIRS + "7,3,11,60/40%\n", ("column result", "'60/40%'", '"60%/40%"?')),
        (PAIRS + "7,3,11,120/40\n", ("column result", "120%", "0% to 100%")),
        (PAIRS + "7,3,11,60% +100; 30% 0\n", ("column result", "add up to 90%")),
        (PAIRS + "7,3,11,\n", ("no result", "np")),
        ("board,ns,ew,result,award_ns,award_ew\n7,3,11,np,A+,B\n", ("column award_ew", "'B'")),
        (
            "board,ns,ew,result,award_ns,award_ew\n7,3,11,np,A60/40,\n",
            ("column award_ns", "a pair of awards", "one award"),
        ),
        ("board,ns,ew,result,award_ns\n7,3,11,A60/40,A+\n", ("column result", "'A60/40', a pair of awards, beside")),
        ("board,ns,ew,result,remark\n7,3,11,A60/40,cancelled\n", ("an award on a cancelled row",)),
        ("board,ns,ew,result,score\n7,3,11,A60/40,100\n", ("the score +100 beside np",)),
        ("board,ns,ew,result,award_ns,award_ew\n7,3,11,,A+,\n", ("no result",)),
        (RESULTS + "7,3,11,,4H,,10,,,,\n", ("column contract", "'4H 10' without declarer")),
        (RESULTS + "7,3,11,,4H,N,,,,,\n", ("'4H N' without tricks",)),
        (RESULTS + "7,3,11,,4H,,,,,,\n", ("'4H' without declarer and tricks",)),
        (RESULTS + "7,3,11,,,N,10,,,,\n", ("'N 10' without contract",)),
        (RESULTS + "7,3,11,,4,H,N=,,,,\n", ("column declarer", "'H'", "N, E, S or W")),
        (RESULTS + "7,3,11,,4H,N,ten,,,,\n", ("column tricks", "'ten'")),
        (RESULTS + "7,3,11,,4H,N,14,,,,\n", ("column contract", "14 tricks", "0 to 13 tricks")),
        (RESULTS + "7,3,11,,pass,N,,,,,\n", ("pass with 'N'",)),
        (RESULTS + "7,3,11,,,,,4H,,,\n", ("column score", "'4H'", "a North-South score")),
        (RESULTS + "2,3,11,,4H,N,=,420,,,\n", ("4H N = with N-S vulnerable is +620, the file says +420",)),
        (RESULTS + "1,3,11,4S E -1,,,,-420,,,\n", ("4S E -1 with nobody vulnerable is +50, the file says -420",)),
        (RESULTS + "7,3,11,A+,,,,100,,,\n", ("the score +100 beside A+",)),
        (RESULTS + "7,3,11,-1,4H,N,=,,,,\n", ("the contract 4H N = and the result -1",)),
        (RESULTS + "7,3,11,np,,,,,,,late\n", ("column remark", "'late'", "wrong direction or cancelled")),
        (RESULTS + "7,3,11,np,,,,,maybe,,\n", ("column vulnerable", "'maybe'", "none, ns, ew or all")),
        (RESULTS + "7,3,11,np,,,,,ns,,\n7,4,12,np,,,,,all,,\n", ("t.csv:3", "all vulnerable on board 7", "line 2")),
        ("board,ns,ew,result,dealer\n7,3,11,np,NS\n", ("t.csv:2, column dealer", "'NS'", "N, E, S or W")),
        (DEALERS + "7,,3,11,np,N\n7,,4,12,np,W\n", ("t.csv:3, column dealer", "West dealing on board 7", "line 2")),
        (RESULTS + "7,3,11,np,,,,,,A+,cancelled\n", ("an award on a cancelled row",)),
        ("board,ns,ew,result,lead\n7,3,11,np,S1\n", ("t.csv:2, column lead", "the card 'S1'", "a card such as D7")),
        ("board,ns,ew,result,room\n7,3,11,np,upstairs\n", ("column room", "'upstairs'", "open or closed")),
        ("board,ns,ew,result,room\n7,3,11,np,\n", ("column room", "nothing")),
        ("section,board,ns,ew,score\nA,7,A2,3,0\nAA,7,2,4,0\nAA,8,2,4,0\n", ("t.csv:3", "both called AA2")),
        (PAIRS + "7,3,1\0,np\n", ("t.csv:2", "a NUL byte")),
        (PAIRS + f"7,3,{'x' * (LONGEST_CELL + 1)},np\n", ("t.csv:2", "a cell of 10,001 characters", "at most 10,000")),
        (PAIRS + f"7,3,{'x' * 1_000_000},np\n", ("t.csv:2", "a cell of 1,000,000 characters")),
        (PAIRS + '7,3,"' + "x" * 1_000_000 + '",np\n', ("t.csv:2", "a cell of more than 131,072 characters")),
        (PAIRS + '7,3,11,"np\n', ("t.csv:2", "a quote that never ends")),
        (PAIRS + '7,3,11,"np\r\n', ("a quote that never ends",)),
        (PAIRS + '7,3,"1\r1",np\n', ("a carriage return within a line",)),
        (PAIRS + '7,"3",1\r1,np\n', ("a line that is no CSV",)),
        (PAIRS + "7,3,1\r1,np\n", ("a carriage return within a line",)),
        (PAIRS + "7,3,\ud800,np\n8,3,3,np\n", ("pair 3 against itself",)),
    ],
)
def test_what_is_wrong_with_a_row_is_said_with_its_line(text: str, parts: tuple[str, ...]) -> None:
    (fault,) = faults(text)
    for part in parts:
        assert part in fault


def test_all_faults_come_at_once_in_the_order_of_the_file() -> None:
    found = faults(RESULTS + "x,3,3,hello,,,,,maybe,B,late\n7,3\n7,3,11,8H N =,,,,,,,\n")
    assert [fault.split(":")[1].split(",")[0] for fault in found] == ["2"] * 6 + ["3", "4"]
    assert len(faults("board,unknown,board,room,other\n")) == 5


def test_a_cell_that_never_ends_does_not_hide_what_follows() -> None:
    found = faults(PAIRS + '7,3,11,"np\n' + "8,3,3,np\n" + "x,3,11,np\n")
    assert len(found) == 3


def test_after_a_hundred_faults_the_others_are_counted() -> None:
    found = faults(PAIRS + "x,3,11,np\n" * 123)
    assert len(found) == MOST_FAULTS + 1
    assert found[-1] == "t.csv: found 23 more faults after these; expected a file without faults"


def test_an_award_stays_on_its_row_where_the_same_two_also_sat_the_other_way() -> None:
    event = read("board,ns,ew,result,award_ns\n7,3,11,np,A+\n7,11,3,np,\n")
    assert [str(row.awards.ns) for row in rows_in_force(event.results, event.rulings)] == ["A+", "np"]


def test_the_number_of_winners_is_one_or_two() -> None:
    with pytest.raises(Faults, match="3 winners"):
        loads(PAIRS, winners=3)


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (b"board,ns,ew,result\n7,3,11,np\n7,J\xf6rg,11,np\n", (":3", "the byte 0xF6", "UTF-8")),
        ("board,ns,ew,result\n".encode("utf-16"), (":1", "the byte 0xFF", "UTF-8")),
        (None, ("no such file",)),
    ],
)
def test_a_file_that_is_not_there_or_not_in_utf_8_is_refused(
    tmp_path: Path, content: bytes | None, parts: tuple[str, ...]
) -> None:
    path = tmp_path / "travellers.csv"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Faults) as trouble:
        travellers_csv.load(path)
    for part in (str(path), *parts):
        assert part in str(trouble.value)


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "travellers.csv"
    path.write_bytes(b"\xef\xbb\xbfboard,ns,ew,result\r\n7,3,11,np\r\n")
    assert len(travellers_csv.load(path).event.results) == 1


# Nothing gives a traceback


def read_or_refuse(text: str, winners: int) -> None:
    try:
        found = loads(text, winners=winners)
    except Faults as trouble:
        str(trouble)
    else:
        assert loads(dumps(found), winners=winners) == found
    FORMAT.recognises(text.encode(errors="replace"))


HEADERS = st.sampled_from([
    "", PAIRS, RESULTS, "board,n,e,s,w,result\n", "board;ns;ew;score;room\n", "section\tboard\tns\tew\tscore\n",
])  # fmt: skip
SCRAPS = st.lists(
    st.sampled_from(
        [*',;\t\n"\r\0 07-3NS', "4H N =", "A+", "+50", "np", "ns", "open", "\r\n", "wrong direction", "\ud800"]
    )
).map("".join)


@given(st.lists(st.text(st.characters(exclude_characters='\0\r\n",'), max_size=9), min_size=2))
def test_a_line_is_split_in_the_same_way_with_and_without_quotes(cells: list[str]) -> None:
    trimmed = [cell.strip() for cell in cells]
    assert split(",".join(cells) + "\r\n", ",") == trimmed
    assert split(",".join(f'"{cell}"' for cell in cells) + "\n", ",") == trimmed


@given(HEADERS, st.text() | SCRAPS, st.sampled_from([1, 2]))
def test_any_text_is_read_or_refused(header: str, text: str, winners: int) -> None:
    read_or_refuse(header + text, winners)


@given(HEADERS, st.binary())
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, header: str, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(header.encode() + content)
    try:
        travellers_csv.load(path)
    except Faults as trouble:
        str(trouble)


# The round trip

AWARDS = (
    "4H N =", "5Hx S -2", "pass", "+420", "np", "A+", "40%", "+3 IMP", "1/3 +620; 2/3 -100", "better of A | -50",
    "NS actual +50 | normal 60% +620; 40% -100 | expected 4S E -1", "published 12.5 | -50",
)  # fmt: skip
NAMES = st.sampled_from(
    ["1", "2", "3NS", "3EW", "4", "12", "112", "x-y", 'a"b', "a,b", "a;b", "NS", "0", "", "A1", "é"]
)
PLACES = st.sampled_from(["", "", "1", "11", "A", "a/b"])


@st.composite
def files(draw: st.DrawFn) -> str:
    """A file that is mostly right."""
    seats = draw(st.sampled_from([["ns", "ew"], ["n", "e", "s", "w"]]))
    places = draw(st.lists(st.sampled_from(["session", "section", "round", "table", "match", "group"]), unique=True))
    room = ["room"] if len(seats) == 2 and draw(st.booleans()) else []
    columns = ["board", *seats, "result", *places, *room, "vulnerable", "lead", "award_ns", "award_ew", "remark"]
    cells = {
        **dict.fromkeys(seats, NAMES),
        **dict.fromkeys(places, PLACES),
        "board": st.sampled_from(["1", "2", "16", "07"]),
        "result": st.sampled_from(AWARDS),
        "room": st.sampled_from(["open", "closed"]),
        "vulnerable": st.just("") | st.just("ns"),
        "lead": st.just("") | st.sampled_from(["SA", "10h"]),
        "award_ns": st.just("") | st.sampled_from(AWARDS),
        "award_ew": st.just("") | st.sampled_from(AWARDS),
        "remark": st.sampled_from(["", "", "wrong direction"]),
    }
    row = st.tuples(*(cells[column] for column in columns)).map(
        lambda found: ",".join('"' + cell.replace('"', '""') + '"' for cell in found)
    )
    rows = draw(st.lists(st.just("") | row, max_size=6))
    return "\n".join([",".join(columns), *rows])


def without_faults(text: str, winners: int) -> Document:
    """The rows of a file that can be read: those with a fault are left out."""
    lines = text.split("\n")
    while True:
        try:
            return loads("\n".join(lines), winners=winners)
        except Faults as trouble:
            for fault in trouble.faults:
                assert fault.line is not None
                lines[fault.line - 1] = ""


@given(files(), st.sampled_from([1, 2]))
def test_what_was_read_is_written_and_read_back_to_an_equal_value(text: str, winners: int) -> None:
    found = without_faults(text, winners)
    assert loads(dumps(found), winners=winners) == found
    event = found.event
    assert [row.ruling for row in rows_in_force(event.results, event.rulings) if row.ruling] == [
        ruling.id for ruling in event.rulings
    ]
    assert list(losses(found)) == [line for line in losses(found) if "two winners" in line]


@pytest.mark.parametrize(
    ("rows", "winners"),
    [
        (["1,A,7,3,3,+100,,,wrong direction", "1,A,7,4,,,,,wrong direction"], 2),
        (["1,A,7,3NS,3EW,+100,,,"], 2),
        (["1,A,7,NS,EW,+100,,,"], 2),
        (["1,A,7,3NS,4EW,+100,,,"], 2),
        (["1,A,7,3,3,+100,,,", "1,B,7,3,4,+100,A+,,"], 2),
        (["1,A,7,3,4,+100,,,", "", "", "1,A,8,3,4,+100,A+,,"], 1),
        (["1,A,7,3,4,+100,,,cancelled"], 1),
        ([], 1),
    ],
)
def test_the_ids_that_reading_gives_are_taken_apart_in_writing(rows: list[str], winners: int) -> None:
    found = loads("\n".join(["session,section,board,ns,ew,result,award_ns,award_ew,remark", *rows]), winners=winners)
    assert loads(dumps(found), winners=winners) == found


@examples(25, long=100)
@given(events.events())
def test_an_event_with_rulings_is_written_with_its_awards_in_force(case: tuple[str, str, dict[str, Any]]) -> None:
    travellers, rulings, options = case
    winners = int(options.get("winners", 1))
    read_back = partial(loads, winners=winners, accept_scores=True)
    document = read_back(travellers)
    form = Form(options.get("form", document.event.form.value))
    event = assembled(replace(document, event=replace(document.event, form=form)), rulings_file.loads(rulings))
    found = read_back(dumps(Document(event=event))).event
    assert found.results == event.results
    assert found.contestants == event.contestants
    awards = [row.awards for row in rows_in_force(event.results, event.rulings)]
    assert [row.awards for row in rows_in_force(found.results, found.rulings)] == awards


def test_contestants_that_are_numbered_through_several_sections_keep_their_numbers_and_lose_the_sections() -> None:
    rows = [
        TableResult("/A/1/1-2", Mixture.of(Points(50)), BySide(("1",), ("2",)), board=1, section="A"),
        TableResult("/B/2/1-3", Mixture.of(Points(0)), BySide(("1",), ("3",)), board=2, section="B"),
    ]
    document = Document(event=Event(results=tuple(rows)))
    assert dumps(document) == "board,ns,ew,result\n1,1,2,+50\n2,1,3,0\n"
    assert [line for line in losses(document) if "sections" in line]


def test_a_name_with_a_line_break_stays_on_its_line() -> None:
    row = TableResult("1", Mixture.of(Points(50)), BySide(("1\n2",), ("3\0",)), board=1)
    assert only(dumps(Document(event=Event(results=(row,))))).seats == BySide(("1 2",), ("3",))


# What a CSV cannot hold

TABLE = TableReference(ns="3", ew="11")
RULED = replace(read(PAIRS + "7,3,11,4H N =\n7,4,12,4H N -1\n"), title="Friday")


def both(award: str) -> BySide[Award | None]:
    return BySide.both(parse_award(award))


def lost(event: Event, **document: Any) -> list[str]:
    return list(losses(Document(event=event, **document)))


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        (
            {"rulings": (Ruling("1", 7, TABLE, both("A"), reason="late", laws=("12C2", "90")),)},
            "board 7, pairs 3 and 11: of ruling 1 only the award is written; left out: reason and laws",
        ),
        (
            {"rulings": (Ruling("1", 7, TABLE, both("A")),)},
            "board 7, pairs 3 and 11: of ruling 1 only the award is written",
        ),
        ({"penalties": (Penalty("11", "10%"),)}, "the penalty of 10% for 11 is left out: a rulings file holds it"),
        ({"carry_overs": (CarryOver("3", Fraction(2)),)}, "the carry-over of 3 is left out: a rulings file holds it"),
        (
            {"awards": (VictoryPointAward("3", "2", "60%"),)},
            "the award of victory points to 3 in round 2 is left out: a rulings file holds it",
        ),
        ({"regulation": load_regulation("ebu")}, "the regulation ebu is left out: name it when the event is scored"),
        ({"scoring": "butler"}, "the scoring, butler, is not in the file: say so when it is read"),
        ({"form": Form.SWISS_PAIRS}, "that these are Swiss pairs is not in the file"),
        ({"winners": 2}, "that there are two winners is not in the file"),
        ({"knockout": True}, "that it is a knockout is not in the file"),
        ({"contestants": {"3": Contestant("3", players=(Player("Player 1"),))}}, "the names of 1 pair are left out"),
        ({"deals": (DealtBoard(7, Deal()),)}, "the deals of 1 board are left out"),
    ],
)
def test_what_a_csv_cannot_hold_is_said(changes: dict[str, Any], line: str) -> None:
    before = lost(RULED)
    (new,) = [found for found in lost(replace(RULED, **changes)) if found not in before]
    assert line in new


def test_a_title_and_what_was_published_are_left_out() -> None:
    published = PublishedFigures(standings=(PublishedStanding("3"),))
    assert lost(RULED, published=published, about={"club": "The club", "date": ""}) == [
        "the figures that were published are left out",
        "the title is left out: Friday",
        "left out: the club or organisation",
    ]


def test_a_ruling_that_is_out_of_force_is_left_out_and_the_one_in_force_is_written() -> None:
    rulings = (Ruling("1", 7, TABLE, both("4H N -2")), Ruling("2", 7, TABLE, both("60%"), replaces="1"))
    event = replace(RULED, rulings=rulings)
    assert "ruling 1 is left out: it has been replaced" in lost(event)
    assert [str(ruling.awards.ns) for ruling in read(dumps(Document(event=event))).rulings] == ["60%"]


def test_12c1e_is_written_as_an_award_with_its_three_results() -> None:
    damage = 'side = "NS", normal = "4H N =", expected = "60% 4S E -2; 40% 4S E -1"'
    ruled = rulings_file.loads(f'[[ruling]]\nboard = 7\ntable = {{ ns = "4" }}\nself_inflicted = {{ {damage} }}\n')
    event = assembled(Document(event=RULED), ruled)
    text = dumps(Document(event=event))
    assert "NS actual 4H N -1 | normal 4H N = | expected 60% 4S E -2; 40% 4S E -1" in text
    found = read(text)
    assert isinstance(found.rulings[0].awards.ns, Redress)
    assert score(found).lists == score(event).lists


def test_a_lead_is_written_and_auction_and_play_are_left_out() -> None:
    record = TableRecord(lead=Card.parse("C4"), auction=Auction(Seat.NORTH), play=(Card.parse("C4"),), remark="slow")
    event = replace(RULED, results=tuple(replace(row, record=record) for row in RULED.results))
    assert [row.record for row in read(dumps(Document(event=event))).results] == [TableRecord(record.lead)] * 2
    assert [line for line in lost(event) if "table" in line] == [
        "auction: left out at 2 tables",
        "play: left out at 2 tables",
        "remark: left out at 2 tables",
    ]


# Recognised


@pytest.mark.parametrize(
    ("head", "known"),
    [
        (b"board,ns,ew,result\n", True),
        (b"\xef\xbb\xbf\r\n Bd ;N-S;E/W;Score\r\n", True),
        (b"Round\tBoard\tN\tE\tS\tW\tContract", True),
        (b"board,ns,ew,weather\n", True),
        (b"ns,ew,result\n", False),
        (b"board,ns,result\n", False),
        (b"#VERSION,std1\n#SCORES\nPosition,Pair,Name1\n#TRAVELLERS\nBoard,NS,EW\n", False),
        (b"% PBN 2.1\nboard,ns,ew\n", False),
        (b'<?xml version="1.0"?><USEBIO>board,ns,ew</USEBIO>', False),
        (b'{"board": 1, "ns": 2, "ew": 3}', False),
        (b"\0\x01\0\0Standard Jet DB\0", False),
        (b'board,"ns,ew\n', False),
        (b"", False),
    ],
)
def test_travellers_are_recognised_by_their_header(head: bytes, known: bool) -> None:
    assert FORMAT.recognises(head) is known


def test_the_format_is_found_by_content_and_by_name(tmp_path: Path) -> None:
    path = tmp_path / "friday.txt"
    path.write_text(PAIRS + "7,3,11,np\n")
    document = formats.load(path, winners=2)
    assert document == loads(PAIRS + "7,3,11,np\n", winners=2)
    target = tmp_path / "friday.csv"
    travellers_csv.dump(document, target)
    assert formats.load(target, winners=2) == document
    with pytest.raises(Faults, match="already there"):
        travellers_csv.dump(document, target)
    travellers_csv.dump(document, target, force=True)


def test_what_is_no_character_does_not_keep_a_file_from_being_written(tmp_path: Path) -> None:
    travellers_csv.dump(loads(PAIRS + "7,3\ud800,11,np\n"), tmp_path / "friday.csv")
    assert travellers_csv.load(tmp_path / "friday.csv").event.results[0].seats.ns == ("3?",)


# With a rulings file


def test_a_rulings_file_is_added_to_what_a_document_has_and_what_is_not_given_stays() -> None:
    own = Penalty("3", "1")
    document = Document(event=replace(RULED, scoring="butler", penalties=(own,), deals=(DealtBoard(7, Deal()),)))
    event = assembled(
        replace(document, event=replace(document.event, winners=2)), RulingsFile(penalties=(Penalty("11", "2"),))
    )
    assert event.penalties == (own, Penalty("11", "2"))
    assert (event.scoring, event.winners, event.title, event.deals) == ("butler", 2, "Friday", document.event.deals)


# The documentation


def blocks() -> list[str]:
    return re.findall(r"^```csv\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", blocks())
def test_the_travellers_of_the_documentation_are_read(text: str) -> None:
    assert len(read(text, 2 if "N-S" in text else 1).results) == text.count("\n") - 1


def test_the_documentation_has_every_form_and_column() -> None:
    assert {read(text, 2).form for text in blocks()} == {Form.PAIRS, Form.TEAMS, Form.INDIVIDUAL}
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in TravellerCells._fields if f"`{name}`" not in text] == []


def test_a_result_against_nobody_is_left_out_and_said() -> None:
    """As a file of another program has it where the opponents are not known."""
    seated = TableResult("1/3-11", parse_award("+50"), BySide(("3",), ("11",)), board=1)
    alone = TableResult("1/4-", parse_award("+100"), BySide(("4",), ()), board=1)
    document = Document(event=Event(results=(seated, alone)))
    assert "board 1, 4 against nobody: a result against nobody is left out" in travellers_csv.losses(document)
    assert [table.id for table in loads(travellers_csv.dumps(document)).event.results] == ["1/3-11"]


# In a spreadsheet

FORMULAS = ("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "'=1", "''@x", "＝1", "'s", '="a",1')


def test_no_name_is_a_formula_and_every_name_comes_back() -> None:
    rows = [
        TableResult(f"{place}", parse_award("-100"), BySide((name,), (f"x{place}",)), board=place, section=name)
        for place, name in enumerate(FORMULAS, 1)
    ]
    event = Event(results=tuple(rows))
    text = dumps(Document(event=event))
    assert [row.seats.ns for row in loads(text).event.results] == [row.seats.ns for row in rows]
    raw_cells = [cell for line in csv.reader(text.splitlines()) for cell in line]
    assert "-100" in raw_cells
    assert [cell for cell in raw_cells if cell[0] in "=+-@＝" and cell != "-100"] == []


@given(st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1))
@examples(200)
def test_what_is_guarded_comes_back_and_is_no_formula(cell: str) -> None:
    written = guarded(cell)
    assert without_guard(written) == cell
    assert written[0] not in "=@" or len(written) == 1


# What is read once


class _Forgetful(dict[Any, Any]):
    def get(self, key: object, default: object = None) -> None:
        """Nothing, whatever was kept."""


_CELLS = {
    "board": ("1", "2", "x"),
    "ns": ("1", "2", "3", "0"),
    "ew": ("1", "4", "5", "", '"6"'),
    "result": ("4H N =", "+620", "np", "", "A60/40", "4H N", "A+"),
    "section": ("", "A", "B"),
    "round": ("", "1", "2"),
    "vulnerable": ("", "ns", "all"),
    "group": ("", "a"),
    "remark": ("", "wrong direction", "cancelled"),
    "award_ns": ("", "A+"),
}


@st.composite
def _files(draw: st.DrawFn) -> str:
    columns = ["board", "ns", "ew", "result", *draw(st.sets(st.sampled_from(list(_CELLS)[4:]), max_size=3))]
    row = st.tuples(*(st.sampled_from(_CELLS[column]) for column in columns))
    plain = st.tuples(*(st.sampled_from(_CELLS[column][:2]) for column in columns))
    rows = draw(st.lists(plain | row, min_size=1, max_size=8))
    end = draw(st.sampled_from(["\n", "\r\n", " \n", "\n\n", "\r\r\n"]))
    return "".join(f"{','.join(cells)}{end}" for cells in [columns, *rows])


def _read_or_refused(text: str, winners: int) -> object:
    try:
        return loads(text, winners=winners)
    except Faults as trouble:
        return trouble.faults


@given(_files(), st.sampled_from([1, 2]))
@examples(200, long=2000)
def test_rows_on_which_the_same_happened_are_read_as_if_each_were_the_first(text: str, winners: int) -> None:
    quick = _read_or_refused(text, winners)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv_table, "_is_simple", lambda text: False)
        patch.setattr(TravellersReader, "_played", property(lambda self: _Forgetful(), lambda self, kept: None), False)
        assert _read_or_refused(text, winners) == quick
