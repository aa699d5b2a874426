"""Pages of KoPS: boards, ranking and pairs, in ISO-8859-2 and with attributes without quotes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from amends import Faults, formats
from amends.bridge import BySide
from amends.event.event import Player
from amends.formats import kops
from amends.formats.common.building import SIT_OUT
from support.examples import examples
from support.saved_pages import SAMPLES, check_outcome, lines_that_follow, one_format, put, spoiled, tallies

PAGE = (
    '<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">\n'
    '<meta name="GENERATOR" content="KoPS2www, JFR 2005">\n<title>{title}</title></head><body class=all>{body}</body>'
)
HEADING = (
    "<table border=0><tr class=nagl><td colspan=2>NUMERY</td><td rowspan=2>ktr</td><td rowspan=2>rg</td><td rowspan=2>"
    "wst</td><td rowspan=2>lew</td><td colspan=2 width=70>ZAPISY</td><td colspan=2>{unit}</td><td>&nbsp;</td></tr>"
    "<tr class=nagl><td>NS</td><td>EW</td><td>NS</td><td>EW</td><td>NS</td><td>EW</td><td>&nbsp;</td></tr>\n"
)
SPADE = '<img border=0 width=13 height=11 src="../images/S.gif">'


def row(*cells: str) -> str:
    """A row; "4|text" stands over four columns."""
    made = (cell.partition("|") for cell in cells)
    body = "".join(
        f"<td colspan={span}>{text}</td>" if bar else f"<td align=right>{span}</td>" for span, bar, text in made
    )
    return f"<tr class=niep>{body}<td>&nbsp;</td></tr>\n"


def board(number: int, *rows: str, unit: str = "%") -> bytes:
    body = HEADING.format(unit=unit) + "".join(rows) + "</table>"
    return PAGE.format(title=f"ROZDANIE NR  {number}", body=body).encode("iso-8859-2")


PLAYED = row("1", "2", f"4{SPADE}x", "N", f"{SPADE}10", "+1", "690", "&nbsp;", "100.0", "0.0")
LOST = row("3", "4", "3NT", "W", "", "=", "&nbsp;", "-400", "0.0", "100.0")
RULED = row("5", "6", "4|sędzia", "60%", "40%", "60.0", "40.0")
RANKING = PAGE.format(
    title="WYNIKI",
    body="<h4>Turniej Wiosenny\n<br>Miasto, 3.10.2031 r.</h4><table><tr class=nagl><td><small>miejsce</small>"
    "</td><td>numer</td><td>&nbsp;</td><td>PZBS</td><td>%</td></tr>\n"
    "<tr><td>1</td><td><a href=h1.html>1</a></td><td>Żaneta A<br>Jan B</td>"
    "<td><a href=x>00123</a><br>&nbsp;</td><td>100.00</td></tr></table>",
).encode("iso-8859-2")
PAIR = PAGE.format(
    title="WYNIKI PARY NR 1  Ż A-J B", body="<table><tr><td colspan=12>+/-</td><td colspan=2>-2.50</td></tr></table>"
).encode("iso-8859-2")
EVENT = {"p1.html": board(1, PLAYED, LOST, RULED), "wyn.html": RANKING, "h1.html": PAIR}


def test_a_folder_is_one_event(tmp_path: Path) -> None:
    document = formats.load(put(tmp_path, EVENT))
    assert (document.source, document.event.title) == ("kops", "Turniej Wiosenny Miasto, 3.10.2031 r.")
    assert [(each.id, str(each.result)) for each in document.event.results] == [
        ("1/1-2", "4Sx N +1"),
        ("1/3-4", "3NT W ="),
        ("1/5-6", "np"),
    ]
    assert [str(award) for award in document.event.rulings[0].awards] == ["A+", "A-"]
    assert document.event.contestants["1"].players == (Player("Żaneta A", "00123"), Player("Jan B"))
    assert str(document.published.standings[0].adjustment) == "-2.50"
    assert document.published.lines["1/3-4"].percent.map(str) == BySide("0.0", "100.0")
    assert str(document.published.lines["1/3-4"].score) == "-400"


def test_a_pair_that_is_not_there_makes_others_sit_out(tmp_path: Path) -> None:
    empty = row("1", "9", "4|sędzia", "2|średnia", "&nbsp;", "&nbsp;")
    played = row("2", "1", "PASS", "", "", "", "2|0", "0.0", "0.0")
    ruled = row("5", "6", "4|sędzia", "2|średnia", "&nbsp;", "&nbsp;")
    pages = {"p1.html": board(1, empty, ruled, unit="PUNKTY"), "p2.html": board(2, played, unit="PUNKTY")}
    event = formats.load(put(tmp_path, pages)).event
    assert event.scoring == "cross-imps"
    assert [(each.id, str(each.result)) for each in event.results] == [
        ("1/1-", "sit-out"),
        ("1/5-6", "np"),
        ("2/2-1", "pass"),
    ]
    assert [str(award) for ruling in event.rulings for award in ruling.awards] == ["A", "A"]


def test_a_score_in_figures_alone_is_kept_and_said() -> None:
    document = kops.loads(board(1, PLAYED, row("5", "6", "4|sędzia", "2|&nbsp;", "57.0", "43.0")), "p1.html")
    assert [str(award) for award in document.event.rulings[0].awards] == ["57%", "43%"]
    assert "does not say what it is made of" in document.notes[0].words


def test_all_faults_at_once_with_their_lines() -> None:
    wrong = board(1, row("1", "", *["0"] * 8), row("1", "2", "3NT", "N", "", "=", "400", "", "x", "0"))
    with pytest.raises(Faults) as trouble:
        kops.loads(wrong, "p1.html")
    assert [(fault.line, fault.found) for fault in trouble.value.faults] == [
        (4, "the pairs '1' and ''"),
        (5, "the figure 'x'"),
    ]
    with pytest.raises(Faults, match="results in 'VP'"):
        kops.loads(board(1, PLAYED, unit="VP"), "p1.html")


def test_what_is_recognised() -> None:
    assert {name: one_format(data) for name, data in EVENT.items()} == {name: ["kops"] for name in EVENT}


@examples(40)
@given(spoiled(list(EVENT.values())))
def test_a_spoiled_page_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(kops.loads, data, "p1.html")


@pytest.mark.shared_data
def test_real_pages_at_matchpoints() -> None:
    document = formats.load(SAMPLES / "kops" / "tu1003-mp" / "wyn.html")
    assert (len(document.event.results), len(document.event.contestants)) == (572, 44)
    assert [ruling.board for ruling in document.event.rulings] == [7, 8]
    assert tallies(document)["line percentages"] == (572, 572)
    assert tallies(document)["places"] == (44, 44)


@pytest.mark.shared_data
def test_real_pages_in_imps() -> None:
    document = formats.load(SAMPLES / "kops" / "tu0807-cross-imps")
    assert (len(document.event.results), len(document.event.contestants)) == (135, 9)
    assert sum(row.result == SIT_OUT for row in document.event.results) == 27
    assert lines_that_follow(document) == (106, 108)  # 17 IMPs for 2080 points, where Law 78B has 19
