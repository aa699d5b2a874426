"""Result pages of RealBridge: pairs by their names, lines without a result, links to the hands."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given

from amends import Faults, formats
from amends.bridge import BySide, Seat
from amends.event.event import Player
from amends.event.table_result import TableResult
from amends.formats import realbridge
from amends.formats.common.building import NOT_PLAYED
from amends.journal.chain import Document
from amends.laws import law77, law78
from support.examples import examples
from support.saved_pages import SAMPLES, check_outcome, one_format, put, spoiled, tallies

DEAL = "4S9852HT7DAQ863C97,SKQ4HJ98653DK4CK2,SJT3HKQ2D9752CQ53,"


def row(ns: str, ew: str, contract: str, score: int, points: str, lead: str = "D5", link: str = "") -> str:
    cells = (ns, ew, contract, lead, str(score), str(-score), points, f"-{points}")
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + f'<td><a href ="{link}">Movie</a></td></tr>\n'


def hand(board: int, names: str) -> str:
    lin = f"qx||pn|{quote(names)}|st||md|{quote(DEAL)}|rh||ah|Board%20{board}|sv|b|mb|p|mb|p|mb|p|mb|p|pg||"
    return f"https://www.bridgebase.com/tools/handviewer.html?lin={lin}"


def page(board: int, *rows: str, unit: str = "IMP") -> str:
    names = ("NS", "EW", "CONTRACT", "LEAD", "NS SCORE", "EW SCORE", f"NS {unit}", f"EW {unit}", "MOVIE")
    heads = "".join(f"<th>{name}</th>" for name in names)
    return (
        "<!DOCTYPE html>\n<html><head><title>RealBridge Result</title></head><body><p>\n<table id='table_id'>"
        f"<caption>Board {board}</caption>\n<tr>{heads}</tr>\n{''.join(rows)}</table></p></body></html>"
    )


A, B, C, D = "Ann A and Bob B", 'Cid "C" C and Dan D', "Eve E and Fay F", "Gus G and Hal H"
EVENT = {
    "board_1.html": page(
        1,
        row(A, B, "4♡XN=", 790, "9.5", link=hand(1, 'Bob B#,Dan D#77,Ann A#12,Cid "C" C#')),
        row(C, D, "3NE+1", -630, "9.5"),
    ),
    "board_2.html": page(2, row(A, D, "---", 0, "0.0", "---"), row(C, B, "PASS", 0, "0.0", "")),
}


def read(folder: Path) -> Document:
    return formats.load(put(folder, EVENT))


def test_a_folder_of_boards_is_one_session(tmp_path: Path) -> None:
    document = read(tmp_path)
    event = document.event
    assert (document.source, event.scoring) == ("realbridge", "cross-imps")
    assert [(each.id, str(each.result)) for each in event.results] == [
        ("1/1-2", "4Hx N ="),
        ("1/3-4", "3NT E +1"),
        ("2/1-4", "np"),
        ("2/3-2", "pass"),
    ]
    assert event.contestants["1"].players == (Player("Ann A", "12"), Player("Bob B"))
    assert event.contestants["2"].called == 'Cid "C" C & Dan D'
    assert event.contestants["3"].called == "Eve E & Fay F"
    line = document.published.lines["1/1-2"]
    assert (str(line.score), line.points.map(str)) == ("790", BySide("9.5", "-9.5"))
    deal = event.deal(1)
    assert deal is not None
    assert str(deal[Seat.SOUTH]) == "9852.T7.AQ863.97"
    assert event.vulnerable[1].words == "all vulnerable"


def test_what_the_page_does_not_tell_is_said(tmp_path: Path) -> None:
    document = read(tmp_path)
    assert document.event.rulings == ()
    assert [note.words for note in document.notes] == [
        "--- as the contract: an average or not played, the page does not tell which"
    ]


@pytest.mark.parametrize(("unit", "scoring"), [("MP", "matchpoints"), ("%", "matchpoints"), ("IMP", "cross-imps")])
def test_the_heading_says_the_scoring(unit: str, scoring: str) -> None:
    document = realbridge.loads(page(1, row(A, B, "1NN=", 90, "5"), unit=unit), "b.html")
    line = document.published.lines["1/1-2"]
    assert document.event.scoring == scoring
    assert bool(line.percent.ns) is (unit == "%")


def test_all_faults_at_once_with_their_lines() -> None:
    with pytest.raises(Faults) as trouble:
        realbridge.loads(page(1, row("", B, "1NN=", 90, "0"), row(A, "", "1NN=", 90, "0")), "b.html")
    assert [fault.line for fault in trouble.value.faults] == [5, 6]
    with pytest.raises(Faults, match="results in 'NS VP and EW VP'"):
        realbridge.loads(page(1, unit="VP"), "b.html")


def test_what_is_recognised() -> None:
    assert {name: one_format(data.encode()) for name, data in EVENT.items()} == {name: ["realbridge"] for name in EVENT}


@examples(40)
@given(spoiled([data.encode() for data in EVENT.values()]))
def test_a_spoiled_page_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(realbridge.loads, data, "board_1.html")


@pytest.mark.shared_data
def test_real_pages() -> None:
    document = formats.load(SAMPLES / "realbridge-html" / "board_10.html")
    event = document.event
    assert (len(event.results), len(event.contestants), len(event.deals)) == (100, 10, 20)
    assert sum(each.result == NOT_PLAYED for each in event.results) == 12
    assert tallies(document)["contracts and scores"] == (88, 88)
    boards: dict[int, list[TableResult]] = defaultdict(list)
    for each in event.results:
        boards[each.board].append(each)
    follow = 0
    for board, rows in boards.items():
        scores = {
            each.id: law77.points(each.result.parts[0][1], event.conditions(board))  # type: ignore[union-attr]
            for each in rows
            if each.result != NOT_PLAYED
        }
        share = Fraction(len(rows), len(scores) * (len(rows) - 1))
        for id, score in scores.items():
            value = share * sum(law78.imps(score - other) for other in scores.values())
            figure = document.published.lines[id].points.ns
            follow += figure is not None and figure.agrees(value, Fraction(1, 100))
    assert follow == 88
