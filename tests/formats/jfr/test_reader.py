"""Pages of JFR Pary: boards with their results in the page or beside it, the ranking, the director's rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from amends import Faults, formats
from amends.awards import Artificial, Award, parse_award
from amends.bridge import BySide, Seat, Vulnerable
from amends.event.event import Player
from amends.formats import jfr
from amends.formats.common.building import SIT_OUT
from amends.journal.chain import Document
from support.examples import examples
from support.saved_pages import SAMPLES, check_outcome, one_format, put, spoiled, tallies, zipped

HEAD = (
    '<html><head><meta name="GENERATOR" content="JFR 2005"><title>{title}</title></head>'
    "<body class=\"all\" onload=\"initAjax('{loads}','pro',0)\">"
    "<center><p><font size=5>Turniej Próbny<br></font></p></center>"
)
TABLE = (
    '<table border="0"><tr><td class="n" rowspan="2">&nbsp;</td><td class="noc" colspan="2">numery</td>'
    '<td class="noc" rowspan="2">kont<br>rakt</td><td class="noc" rowspan="2">gra</td><td class="noc" rowspan="2">wist'
    '</td><td class="noc" rowspan="2">lew</td><td class="noc" colspan="2">zapis</td><td class="noc" colspan="2">{unit}'
    '</td></tr><tr><td class="noc">N-S</td><td class="noc">E-W</td><td class="noc">NS</td><td class="noc">EW</td>'
    '<td class="noc">NS</td><td class="noc">EW</td></tr>{rows}</table>'
)
HEART, NOTRUMP = '<img src="H.gif" alt="h">', '<img src="N.gif" alt="nt">'
DIAGRAM = (
    '<table><tr><td><h4>N<br>nikt</h4></td><td class="w">{}</td><td>&nbsp;</td></tr><tr><td class="w">{}</td><td>'
    '<img src="1.gif" alt="1"></td><td class="w">{}</td></tr><tr><td></td><td class="w">{}</td></tr></table>'
)


def row(*cells: str) -> str:
    """A row; a cell "0|" stands over two columns."""
    made = "".join(
        f'<td class="noc" colspan="2">{cell[:-1]}</td>' if cell.endswith("|") else f'<td class="noc">{cell}</td>'
        for cell in cells
    )
    return f'<tr><td class="n">&nbsp;</td>{made}</tr>'


FIRST = (
    row("1", "2", f"4{HEART}", "N", '<img src="C.gif" alt="c">A', "=", "420", "&nbsp;", "75.00", "25.00"),
    row("3", "4", f"3{NOTRUMP}&times;", "E", "", "-1", "100", "&nbsp;", "25.00", "75.00"),
    row("5", "6", "TD", "&nbsp;", "&nbsp;", "&nbsp;", "&nbsp;|", "61.80", "38.20"),
    row("7", "8", "TD", "&nbsp;", "&nbsp;", "&nbsp;", "&nbsp;|", "60.00", "0.00"),
)
SECOND = (
    row("1", "4", "PASS", "&nbsp;", "&nbsp;", "&nbsp;", "0|", "100.00", "0.00"),
    row("3", "2", f"1{NOTRUMP}", "W", '<img src="S.gif" alt="s">10', "+1", "&nbsp;", "120", "0.00", "100.00"),
    row("5", "8", "TD", "&nbsp;", "&nbsp;", "&nbsp;", "&nbsp;|", "60.00", "0.00"),
)


def suits(*ranks: str) -> str:
    return "<br>".join(f'<img src="{s}.gif" alt="{s}">&nbsp; {r}' for s, r in zip("SHDC", ranks, strict=True))


def board(
    number: int, rows: Iterable[str], *, apart: bool = False, unit: str = "%", diagram: str = ""
) -> dict[str, str]:
    """The files of a board."""
    table = TABLE.format(unit=unit, rows="".join(rows))
    name = f"próba{number:03d}"
    page = HEAD.format(title=f"ROZDANIE {number}", loads=f"{name}.txt")
    inside = TABLE.format(unit=unit, rows="") if apart else table
    return {f"{name}.html": f'{page}<div id="pro">{inside}</div>{diagram}</body></html>'} | (
        {f"{name}.txt": table} if apart else {}
    )


RANKING = {
    "W-próba.html": HEAD.format(title="Turniej próbny", loads="")
    + '<table><tr><td class="c">m-ce</td><td class="c">nr</td><td class="c">&nbsp;</td><td class="c">wynik %</td></tr>'
    + "".join(
        f'<tr><td class="c">{place}</td><td class="c"><a href="H-próba-{number}.html">{number}</a></td><td class="l">'
        f'<a href="?r=0{number}1">Łucja {number}</a><br><a href="?r=0{number}2">Jan {number}</a></td>'
        f"<td>  {share}</td></tr>"
        for place, number, share in (
            (1, 1, "87.50"),
            (2, 2, "62.50"),
            (3, 5, "60.90"),
            (4, 7, "60.00"),
            (5, 3, "12.50"),
        )
    )
    + "</table>"
}
HANDS = DIAGRAM.format(
    suits("A K Q J", "A K Q", "A K Q", "A K Q"),
    suits("10 9 8 7", "J 10 9", "J 10 9", "J 10 9"),
    suits("6 5 4 3", "8 7 6", "8 7 6", "8 7 6"),
    suits("2", "5 4 3 2", "5 4 3 2", "5 4 3 2"),
)
EVENT = board(1, FIRST, diagram=HANDS) | board(2, SECOND, apart=True) | RANKING


def read(folder: Path, contents: dict[str, str] = EVENT, page: str = "") -> Document:
    return formats.load(put(folder, contents) / page)


@pytest.mark.parametrize("page", ["", "W-próba.html", "próba002.html", "próba002.txt"])
def test_a_folder_or_one_of_its_pages_is_one_event(tmp_path: Path, page: str) -> None:
    document = read(tmp_path, page=page)
    assert document.source == "jfr"
    assert document.event.title == "Turniej Próbny"
    assert [(each.id, str(each.result)) for each in document.event.results] == [
        ("1/1-2", "4H N ="),
        ("1/3-4", "3NTx E -1"),
        ("1/5-6", "np"),
        ("1/7-", "sit-out"),
        ("2/1-4", "pass"),
        ("2/3-2", "1NT W +1"),
        ("2/5-", "sit-out"),
    ]


def test_the_same_pages_in_a_zip(tmp_path: Path) -> None:
    assert formats.loads(zipped({f"jfr/{name}": data for name, data in EVENT.items()}), "jfr.zip").event == (
        read(tmp_path).event
    )


def test_who_played_and_what_was_printed(tmp_path: Path) -> None:
    document = read(tmp_path)
    assert document.event.contestants["1"].players == (Player("Łucja 1", "011"), Player("Jan 1", "012"))
    first = document.published.standings[0]
    assert (first.contestant, first.place, str(first.percent)) == ("1", "1", "87.50")
    line = document.published.lines["1/1-2"]
    assert (str(line.score), line.percent.map(str)) == ("420", BySide("75.00", "25.00"))
    lead = document.event.results[0].record
    assert lead is not None
    assert str(lead.lead) == "CA"
    deal = document.event.deal(1)
    assert deal is not None
    assert str(deal[Seat.WEST]) == "T987.JT9.JT9.JT9"


def test_the_score_of_the_director_is_kept_in_figures_and_said(tmp_path: Path) -> None:
    document = read(tmp_path)
    (ruling,) = document.event.rulings
    assert [str(award) for award in ruling.awards] == ["61.8%", "38.2%"]
    assert all(isinstance(award, Artificial) for award in ruling.awards)
    assert any("the page does not say what it is made of" in note.words for note in document.notes)


def test_who_sits_out_is_given_what_the_pages_give(tmp_path: Path) -> None:
    document = read(tmp_path)
    assert document.event.regulation.sit_out == "60%"
    assert [row.result for row in document.event.results if "8" in row.id] == []
    assert sum(row.result == SIT_OUT for row in document.event.results) == 2
    assert "8" not in document.event.contestants


def test_a_page_alone_says_which_results_are_missing() -> None:
    with pytest.raises(Faults, match=r"no próba002\.txt, from which a page takes its results"):
        jfr.loads(EVENT["próba002.html"], "próba002.html")


def test_another_vulnerability_than_that_of_the_number(tmp_path: Path) -> None:
    document = read(tmp_path, board(1, FIRST, diagram=HANDS.replace("nikt", "obie")))
    assert document.event.vulnerable == {1: Vulnerable.ALL}


def test_pages_in_imps(tmp_path: Path) -> None:
    rows = [
        row("1", "2", "TD", "", "", "", "|", "2.5", "-2.5"),
        row("3", "4", f"1{HEART}", "N", "", "=", "80", "", "0.0", "0.0"),
    ]
    document = read(tmp_path, board(1, rows, unit="IMP"))
    assert document.event.scoring == "cross-imps"
    assert [str(award) for award in document.event.rulings[0].awards] == ["published 2.5", "published -2.5"]


def test_all_faults_at_once_each_with_its_page_and_line(tmp_path: Path) -> None:
    wrong = [row("1", "x", "PASS", "", "", "", "0|", "50", "50"), row("3", "4", "PASS", "", "", "", "0|", "half", "50")]
    contents = board(1, wrong) | board(2, SECOND, unit="PKT")
    with pytest.raises(Faults) as trouble:
        read(tmp_path, contents)
    assert [(Path(fault.file or "").name, fault.line, fault.found) for fault in trouble.value.faults] == [
        ("próba001.html", 1, "the pairs '1' and 'x'"),
        ("próba001.html", 1, "the figure 'half'"),
        ("próba002.html", 1, "results in 'PKT'"),
    ]


def test_pages_of_two_events_are_one_only_where_a_page_is_named(tmp_path: Path) -> None:
    other = {name.replace("próba", "inny"): data.replace("próba", "inny") for name, data in EVENT.items()}
    put(tmp_path, EVENT | other)
    with pytest.raises(Faults, match="pages of 2 events"):
        formats.load(tmp_path)
    assert len(formats.load(tmp_path / "W-inny.html").event.results) == 7


def test_pages_of_the_program_for_teams_are_refused_by_its_name() -> None:
    page = HEAD.format(title="RUNDA 1", loads="") + '<p class="f">&nbsp;Teamy.2.1.0.5&nbsp;</p></body></html>'
    with pytest.raises(Faults, match="pages of JFR Teamy, a program for teams"):
        jfr.loads(page, "x1b-1.html")


def test_what_is_recognised() -> None:
    assert {name: one_format(data.encode()) for name, data in EVENT.items()} == {name: ["jfr"] for name in EVENT}


@examples(40)
@given(spoiled([data.encode() for data in EVENT.values()]))
def test_a_spoiled_page_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(jfr.loads, data, "próba001.html")


# Real pages


@pytest.mark.shared_data
def test_an_evening_with_a_weighted_score() -> None:
    document = formats.load(SAMPLES / "jfr-pary" / "tp130808")
    event = document.event
    assert (len(event.results), len(event.contestants), len(event.deals)) == (324, 23, 27)
    assert sum(row.result == SIT_OUT for row in event.results) == 27
    assert [(ruling.board, *map(str, ruling.awards)) for ruling in event.rulings] == [
        (7, "61.8%", "38.2%"),
        (8, "60%", "60%"),
    ]
    weighted = parse_award("67% +170; 33% +140")
    known: BySide[Award | None] = BySide(weighted, weighted)
    rulings = tuple(replace(each, awards=known) if each.board == 7 else each for each in event.rulings)
    follows = tallies(replace(document, event=replace(event, rulings=rulings)))
    assert follows == {
        "contracts and scores": (295, 295),
        "line percentages": (324, 324),
        "percentages": (23, 23),
        "places": (23, 23),
    }


@pytest.mark.shared_data
def test_results_within_the_page() -> None:
    document = formats.load(SAMPLES / "jfr-pary" / "tp120802")
    assert tallies(document) == {"contracts and scores": (16, 16), "line percentages": (18, 18)}
