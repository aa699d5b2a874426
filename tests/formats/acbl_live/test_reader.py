"""Tournament pages of ACBL Live: a board from both sides, score cards, several sessions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from amends import Faults, formats
from amends.audit import audit
from amends.bridge import BySide, Seat
from amends.event.event import Player
from amends.formats import acbl_live
from amends.journal.chain import Document
from support.examples import examples
from support.saved_pages import SAMPLES, check_outcome, one_format, put, spoiled, tallies

PAGE = """<html><head><title>ACBL Live</title></head><body><h1>Apr 25, 2031 - Saturday</h1><h2>{title}</h2>
<h3>Session <select><option data-url="/event/77/25/1/{kind}">1</option>
<option selected="" data-url="/event/77/25/{session}/{kind}">{session}</option>
</select></h3><h4>{head}</h4>
{body}</body></html>"""
HAND = "https://www.bridgebase.com/tools/handviewer.html?n=ca8d1042s1097642hk5&amp;s=ckq74dak7s5hqj942&amp;e=cj10963d85sq3h10863&amp;w=c52dqj963sakj8ha7&amp;d=s&amp;v=-&amp;b=3&amp;nn={}&amp;sn={}&amp;en={}&amp;wn={}"
SUIT = '<span class="{} symbol"></span>'
PEOPLE = {
    "1NS": ("Ann A", "Bob B"),
    "2NS": ("Cid C", "Dan D"),
    "1EW": ("Eve E", "Fay-Lou F"),
    "2EW": ("Gus G", "Hal H"),
}


def named(pair: str) -> str:
    links = "-".join(f'<span class="name"><a href="/set-player/9{n}{pair}">{n}</a></span>' for n in PEOPLE[pair])
    return f"{pair[:-2]}-{links}"


def detail(own: str, other: str, contract: str, by: str, score: str, points: str) -> str:
    ns, ew = (own, other) if own.endswith("NS") else (other, own)
    link = HAND.format(*PEOPLE[ns], *PEOPLE[ew])
    cells = (
        f'<a href="{link}">Play</a>',
        contract,
        by,
        score,
        points,
        "50",
        f"{named(own)} <i>vs.</i><br> {named(other)}",
    )
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>\n"


def board(*rows: str, session: int = 2, number: int = 3, vulnerable: str = "E-W") -> str:
    heads = "".join(f"<th>{name}</th>" for name in ("", "Contract", "By", "Score", "Matchpoints", "%", "Pairs"))
    tables = [
        f"<h4>{words}</h4><table><tr>{heads}</tr>\n{''.join(row for row in rows if row.count(side))}</table>"
        for words, side in (("N-S", "<!--NS-->"), ("E-W", "<!--EW-->"))
    ]
    body = f"<div><span>Dlr: S</span> <span>Vul: {vulnerable}</span></div>{''.join(tables)}"
    head = f"<span>Section A</span>, Board # {number} Result"
    return PAGE.format(
        title="Board detail for Open Pairs", kind="board-detail/A", session=session, head=head, body=body
    )


def both(ns: str, ew: str, contract: str, by: str, score: int, points: tuple[str, str]) -> str:
    return (
        detail(ns, ew, contract, by, str(score), points[0]).replace("<tr>", "<tr><!--NS-->")
        + "\0"
        + detail(ew, ns, contract, by, str(-score), points[1]).replace("<tr>", "<tr><!--EW-->")
    )


HEARTS = f"4{SUIT.format('hearts')}x"
ROWS = [
    row
    for table in (both("1NS", "1EW", HEARTS, "N", 590, ("1", "0")), both("2NS", "2EW", "3NT", "E", -600, ("0", "1")))
    for row in table.split("\0")
]
BOARD = board(*ROWS)


def card(*rows: str, carried: str = "192.00") -> str:
    summary = (
        "<table><tr><th>Flt</th><th colspan=3>Overall</th><th colspan=3>Section</th><th>Section</th>"
        "<th>Carry<br>Over</th><th>Score</th><th>%</th><th>Adjust</th></tr>"
        "<tr><td>X</td><td>3</td><td>2</td><td>-</td><td>1</td><td>1</td><td>-</td>"
        f"<td>1.00</td><td>{carried}</td><td>193.00</td><td>60.30</td><td>0.00</td></tr></table>"
    )
    heads = "".join(
        f"<th>{name}</th>" for name in ("", "Board", "Contract", "By", "Plus", "Minus", "Matchpoints", "%", "Vs")
    )
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row.split('|'))}</tr>\n" for row in rows)
    options = '<select><option data-url="x">(A-NS) 1-Ann A &amp; Bob B</option></select>'
    return PAGE.format(
        title="Open Pairs Scores", kind="scores/A/E/2", session=2, head="<span>2EW</span> - Gus G &amp; Hal H",
        body=f"{summary}{options}<table>{f'<tr>{heads}</tr>'}\n{lines}</table>",
    )  # fmt: skip


CARD = card("Play|03|3NT|E|600||1|100|2 - Cid C - Dan D", f"Play|04|{HEARTS}|S||-790|0|0|1 - Ann A - Bob B")


def read(page: str) -> Document:
    return acbl_live.loads(page, "b.html")


def test_a_board_from_both_sides() -> None:
    document = read(BOARD)
    event = document.event
    assert (document.source, event.title, event.winners) == ("acbl-live", "Open Pairs", 2)
    assert [(each.id, str(each.result)) for each in event.results] == [
        ("/A/3/1NS-1EW", "4Hx N ="),
        ("/A/3/2NS-2EW", "3NT E ="),
    ]
    assert document.published.lines["/A/3/1NS-1EW"].points.map(str) == BySide("1", "0")
    assert event.contestants["1EW"].players == (Player("Eve E", "9Eve"), Player("Fay-Lou F", "9Fay"))
    deal = event.deal(3)
    assert deal is not None
    assert str(deal[Seat.NORTH]) == "T97642.K5.T42.A8"
    assert event.vulnerable == {}


def test_a_board_and_a_score_card_are_one_event(tmp_path: Path) -> None:
    document = formats.load(put(tmp_path, {"b.html": BOARD, "c.html": CARD}))
    assert [(each.id, str(each.result)) for each in document.event.results] == [
        ("/A/3/1NS-1EW", "4Hx N ="),
        ("/A/3/2NS-2EW", "3NT E ="),
        ("/A/4/1NS-2EW", "4Hx S ="),
    ]
    (standing,) = document.published.standings
    assert (standing.contestant, str(standing.total), standing.percent) == ("2EW", "1.00", None)
    assert [note.words for note in document.notes] == [
        "pair 2EW: a carry-over of 192.00 is left out of the session's score",
        "board 4: not all of its tables are on these pages",
    ]
    found = audit(document).findings  # neither the line of board 4 nor the total can follow
    assert not [each for each in found if "board 4" in each.where or each.contestant]


def test_without_a_carry_over_the_percentage_is_that_of_the_session() -> None:
    (standing,) = read(card("Play|03|3NT|E|600||1|100|2 - Cid C - Dan D", carried="0.00")).published.standings
    assert str(standing.percent) == "60.30"


def test_several_sessions(tmp_path: Path) -> None:
    document = formats.load(put(tmp_path, {"a.html": board(*ROWS, session=1), "b.html": BOARD}))
    assert [each.session for each in document.event.results] == ["1", "1", "2", "2"]


def test_words_in_place_of_scores() -> None:
    event = read(BOARD.replace("590", "AVE+").replace("-AVE+", "AVE-")).event
    assert [str(award) for award in event.rulings[0].awards] == ["A+", "A-"]


def test_all_faults_at_once() -> None:
    with pytest.raises(Faults) as trouble:
        read(BOARD.replace("vs.", "against"))
    assert len(trouble.value.faults) == 4
    assert trouble.value.faults[0].line is not None


def test_what_is_recognised() -> None:
    assert (one_format(BOARD.encode()), one_format(CARD.encode())) == (["acbl-live"], ["acbl-live"])


@examples(40)
@given(spoiled([BOARD.encode(), CARD.encode()]))
def test_a_spoiled_page_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(acbl_live.loads, data, "b.html")


@pytest.mark.shared_data
def test_a_real_board() -> None:
    path = SAMPLES / "acbl-live" / "board-detail-3.html"
    document = acbl_live.loads(path.read_bytes(), path.name)
    follows = tallies(document)
    assert follows == {"contracts and scores": (15, 15), "matchpoint lines": (15, 15), "line percentages": (15, 15)}


@pytest.mark.shared_data
def test_a_real_score_card_with_a_board() -> None:
    document = formats.load(SAMPLES / "acbl-live")
    own = [document.published.lines[each.id].points.ew for each in document.event.results if "4EW" in each.seats.ew]
    assert sum(figure.value for figure in own if figure) == document.published.standings[0].total.value  # type: ignore[union-attr]
    assert tallies(document)["contracts and scores"] == (40, 40)
    assert tallies(document)["matchpoint lines"] == (15, 15)
    assert not audit(document).findings
