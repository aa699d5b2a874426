"""Tournament pages of BBO: travellers from either side, artificial scores, substitutes, programs as players."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given

from amends import Faults, formats
from amends.audit import audit
from amends.bridge import BySide, Seat
from amends.event.event import Substitute
from amends.formats import bbo
from amends.journal.chain import Document
from support.examples import examples
from support.saved_pages import SAMPLES, check_outcome, one_format, put, spoiled, tallies, zipped

HEAD = "<html><head><title>Bridge Base Online - Myhands</title></head><body><table class='body'>"
DEAL = "3S467TH245D5JQKAC5,S358QKAHTD38C379J,S2JH6789AD479TC2K,"


def row(board: int, names: str, result: str, points: str, score: str, lin: bool = True) -> str:
    north, south, east, west = names.split(",")
    hand = quote(f"|md|{DEAL}|ah|Board {board}|sv|o|mb|p|mb|p|mb|p|mb|p|")
    movie = f"<a href='x' onclick=\"hv_popuplin('pn|{south},{west},{north},{east}{hand}');return false;\">Movie</a>"
    seats = f'<td class="north">{north}</td><td class="south">{south}</td><td class="east">{east}</td>'
    return (
        f'<tr class="tourney"><td class="handnum">1</td><td>2031-11-23 11:23</td>{seats}<td class="west">{west}</td>'
        f'<td class="result">{result}</td><td class="score">{points}</td><td class="score">{score}</td>'
        f'<td class="movie">{movie if lin else ""}</td></tr>\n'
    )


def traveller(*rows: str, points: str = "Points", tourney: str = "71-2490") -> str:
    names = "".join(
        f"<th>{text}</th>" for text in ("N", "Time", "North", "South", "East", "West", "Result", points, "Score")
    )
    head = f"{HEAD}<tr><th colspan=10>Traveller {tourney}-99</th></tr><tr>{names}</tr>\n"
    return f"{head}{''.join(rows)}</table></body></html>"


def ranking(*lines: str, unit: str = "%", section: str = "Section 1 ") -> str:
    rows = "".join(
        f"<tr class='odd'><td>{name}</td><td><a href='http://www.bridgebase.com/x?tourney=71-2490-'>{score}</a></td>"
        f"<td class='rank'>{place}</td><td></td></tr>"
        for place, (name, score) in enumerate((line.split("=") for line in lines), 1)
    )
    return (
        '<html><body><div class="bbo_tr_t"><table><tr><td>Title</td><td>#71 Pairs</td></tr></table></div>'
        f"<div class='sectionbreak'>{section}</div><table class='sectiontable'><tr><th>Name</th>"
        f"<th>Score ( {unit} )</th><th class='rank'>Rank</th><th>Prize</th></tr>{rows}</table></body></html>"
    )


FIRST = traveller(
    row(1, "ann,bob,cid dy,dan_", '5<span style="color:black">&clubs;</span>xE-1', "100", "100.00%"),
    row(1, "eve,fay,gus,hal", "3NW=", "-400", "0.00%"),
)
SECOND = traveller(
    row(2, "ann,SUB,gus,hal", "A+-", "N/A", "60.00%"),
    row(2, "eve,fay,cid dy,dan_", '4<span style="color:red">&hearts;</span>N=', "420", "100.00%"),
)
EVENT = {
    "a.html": FIRST,
    "b.html": SECOND,
    "rank.html": ranking("Ann+bob=80.00", "eve+fay=50.00", "gus+hal=70.00", "cid dy+dan_=0.00"),
}


def read(folder: Path, contents: dict[str, str] = EVENT) -> Document:
    return formats.load(put(folder, contents))


def test_the_pages_of_a_tournament(tmp_path: Path) -> None:
    document = read(tmp_path)
    event = document.event
    assert (document.source, event.title, event.scoring, event.winners) == ("bbo", "#71 Pairs", "matchpoints", 1)
    assert [(each.id, str(each.result)) for each in event.results] == [
        ("1/Ann & bob-cid dy & dan_", "5Cx E -1"),
        ("1/eve & fay-gus & hal", "3NT W ="),
        ("2/Ann & bob-gus & hal", "np"),
        ("2/eve & fay-cid dy & dan_", "4H N ="),
    ]
    assert [str(award) for award in event.rulings[0].awards] == ["A+", "A-"]
    assert document.published.lines["1/eve & fay-gus & hal"].percent.map(str) == BySide("0.00", "None")
    assert [(each.contestant, str(each.percent), each.place) for each in document.published.standings][1] == (
        "eve & fay",
        "50.00",
        "2",
    )
    deal = event.deal(1)
    assert deal is not None
    assert str(deal[Seat.SOUTH]) == "T764.542.AKQJ5.5"
    assert document.about["date"] == "2031-11-23"


def test_a_substitute_plays_for_the_pair_of_the_ranking(tmp_path: Path) -> None:
    document = read(tmp_path)
    assert document.event.substitutes == {"Ann & bob": (Substitute("SUB", 2, 2, 2),)}
    assert "SUB has played for a player of Ann & bob" in document.notes[-1].words


def test_without_a_ranking_they_are_two_pairs(tmp_path: Path) -> None:
    event = read(tmp_path, {"a.html": FIRST, "b.html": SECOND}).event
    assert {"ann & bob", "ann & SUB"} <= set(event.contestants)
    assert event.substitutes == {}


def test_totals_are_not_held_against_a_part_of_the_boards(tmp_path: Path) -> None:
    listed = "".join(
        f'<tr><td><a href="{page}">Board {board} traveller</a></td></tr>' for board, page in ((1, "a.html"), (2, "z"))
    )
    boards = f"{HEAD}<tr><th>Tourney 71-2490-</th></tr>{listed}</table>"
    document = read(tmp_path, {"a.html": FIRST, "boards.html": boards, "rank.html": EVENT["rank.html"]})
    found = audit(document)
    assert not found.findings
    assert "not compared: totals: board 2 is not on these pages" in found.remarks


def test_a_board_whose_imps_leave_something_over_has_more_tables() -> None:
    page = traveller(
        row(1, "ann,bob,cid,dan", "4SN=", "420", "6.00"), row(1, "eve,fay,gus,hal", "3NW=", "-400", "-11.00")
    )
    found = audit(bbo.loads(page.encode(), "a.html"))
    assert not found.findings
    assert "not compared: board 1: not all of its tables are on this page" in found.remarks


def test_points_of_east_west() -> None:
    page = traveller(
        row(1, "a,b,c,d", "3NW=", "400", "2.50"), row(1, "e,f,g,h", "PASS", "0", "-2.50"), points="EW Points"
    )
    document = bbo.loads(page, "x.html")
    assert document.event.scoring == "cross-imps"
    assert [str(each.result) for each in document.event.results] == ["3NT W =", "pass"]
    line = document.published.lines["1/a & b-c & d"]
    assert (str(line.score), line.points.map(str)) == ("-400", BySide("None", "2.50"))


def test_programs_at_several_tables_are_several_pairs() -> None:
    page = traveller(row(1, "a,b,GiB,Robot", "PASS", "0", "0.00"), row(1, "e,f,Robot,GiB", "PASS", "0", "0.00"))
    ids = bbo.loads(page, "x.html").event.contestants
    assert {"Robot & Robot", "Robot & Robot (2)"} <= set(ids)


def test_the_number_of_a_board_from_the_list_of_boards(tmp_path: Path) -> None:
    page = traveller(row(7, "a,b,c,d", "PASS", "0", "0.00", lin=False))
    with pytest.raises(Faults, match="a board without a number"):
        bbo.loads(page, "x.html")
    boards = f'{HEAD}<tr><th>Tourney 71-2490-</th></tr><tr><td><a href="x.html">Board 7 traveller</a></td></tr></table>'
    assert read(tmp_path, {"x.html": page, "boards.html": boards}).event.results[0].board == 7


def test_each_direction_has_a_winner_where_the_sections_say_so(tmp_path: Path) -> None:
    sections = {
        "r.html": ranking("ann+bob=1", unit="IMPs", section="Section 1 N/S")
        + ranking("gus+hal=1", unit="IMPs", section="Section 1 E/W")
    }
    event = read(tmp_path, {"a.html": traveller(row(1, "ann,bob,gus,hal", "PASS", "0", "0.00"))} | sections).event
    assert event.winners == 2


def test_pages_of_two_tournaments(tmp_path: Path) -> None:
    other = FIRST.replace("71-2490", "72-2491")
    with pytest.raises(Faults, match=r"pages of 2 events \(71-2490, 72-2491\)"):
        read(tmp_path, EVENT | {"c.html": other})
    assert len(formats.load(tmp_path / "c.html").event.results) == 2


def test_all_faults_at_once() -> None:
    page = traveller(
        row(1, "a,b,,d", "PASS", "0", "0"), row(1, "a,b,c,d", "PASS", "0", "0").replace('class="score"', "", 1)
    )
    with pytest.raises(Faults) as trouble:
        bbo.loads(page, "x.html")
    assert [(fault.line, fault.found) for fault in trouble.value.faults] == [
        (2, "the players 'a', 'b', '', 'd'"),
        (3, "1 figures"),
    ]


def test_what_is_recognised() -> None:
    assert {name: one_format(data.encode()) for name, data in EVENT.items()} == {name: ["bbo"] for name in EVENT}
    assert formats.loads(zipped(EVENT), "x.zip").source == "bbo"


@examples(40)
@given(spoiled([data.encode() for data in EVENT.values()]))
def test_a_spoiled_page_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(bbo.loads, data, "a.html")


@pytest.mark.shared_data
def test_a_real_tournament_at_matchpoints() -> None:
    document = formats.load(SAMPLES / "bbo" / "bbo-tourney-mp" / "boards.html")
    assert len(document.event.results) == 57
    assert len(document.event.rulings) == 5
    follows = tallies(document)
    assert (follows["line percentages"], follows["percentages"]) == ((57, 57), (12, 12))


@pytest.mark.shared_data
def test_a_real_tournament_in_imps() -> None:
    document = formats.load(SAMPLES / "bbo" / "bbo-tourney-imp")
    follows = tallies(document)
    assert (follows["IMP lines"], follows["totals"], follows["places"]) == ((44, 44), (8, 8), (8, 8))


@pytest.mark.shared_data
def test_some_boards_of_a_large_tournament() -> None:
    document = formats.load(SAMPLES / "bbo" / "bbo-tourney-mp-41-tables")
    assert tallies(document)["line percentages"] == (82, 82)
    assert not audit(document).findings


@pytest.mark.shared_data
def test_pages_for_somebody_who_is_signed_in() -> None:
    document = formats.load(SAMPLES / "bbo" / "bbo-speedball-imp")
    assert (len(document.event.results), document.event.winners) == (30, 2)
    assert tallies(document)["contracts and scores"] == (30, 30)
    assert not audit(document).findings
