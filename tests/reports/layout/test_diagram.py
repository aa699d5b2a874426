"""The board's diagram, the auction and the lead: by themselves, above travellers and on slips."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.awards import parse_award
from amends.bridge import Auction, BySide, Call, Card, Deal, Hand, Seat, Vulnerable
from amends.bridge.deal import RANKS, SEATS, SUITS
from amends.cli.commands.files import score as score_command
from amends.cli.commands.rulings import slip as slip_command
from amends.event import DealtBoard, Event, Form, Ruling, TableRecord, TableReference, TableResult
from amends.reports.layout.diagram import AuctionRows, Diagram, diagrams, opening_lead
from amends.reports.slip import slip
from amends.reports.traveller import travellers
from amends.scoring.event import score
from amends.scoring.standings import Standings
from support.event_files import Files
from support.running import Amends

DEAL = Deal.parse("N:KQT6.AJT.T984.65 A75.KQ65.A32.KQ2 J984.98732..AJT7 32.4.KQJ765.9843")
OTHER = Deal.parse("N:A75.KQ65.A32.KQ2 J984.98732..AJT7 32.4.KQJ765.9843 KQT6.AJT.T984.65")
HALF = Deal(north=DEAL.north, south=DEAL.south)

SHOWN = """\
Board 15        ♠ KQ106
South deals     ♥ AJ10
N-S vulnerable  ♦ 10984
                ♣ 65
♠ 32                      ♠ A75
♥ 4                       ♥ KQ65
♦ KQJ765                  ♦ A32
♣ 9843                    ♣ KQ2
HCP             ♠ J984
   10           ♥ 98732
 6    18        ♦ –
    6           ♣ AJ107"""

CALLS = (
    Call("1NT", alerted=True, explanation="15-17"),
    Call("pass"),
    Call("2D", alerted=True, explanation="five hearts\nor more"),
    Call("X", alerted=True),
    Call("2H", explanation="15-17"),
    *[Call("pass")] * 3,
)
AUCTION = Auction(Seat.NORTH, CALLS)
AUCTION_SHOWN = """\
West   North     East   South
       1NT* (1)  pass   2♦* (2)
X*     2♥ (1)    pass   pass
pass
* alerted
(1) 15-17
(2) five hearts or more"""


def diagram(deal: Deal = DEAL) -> Diagram:
    return Diagram(15, Seat.SOUTH, Vulnerable.NS, deal)


# The deal


def test_the_diagram_is_as_players_know_it() -> None:
    assert diagram().text() == SHOWN


def test_hands_that_are_not_known_are_blank() -> None:
    expected = [
        *SHOWN.splitlines()[:4],
        *[""] * 4,
        "HCP             ♠ J984",
        "   10           ♥ 98732",
        "                ♦ –",
        "    6           ♣ AJ107",
    ]
    assert diagram(HALF).lines() == expected


def test_points_are_counted_for_whole_hands_alone() -> None:
    ending = Deal(north=Hand.parse("A...2"), south=Hand.parse("..KQ."))
    assert diagram(ending).data()["points"] == {}
    assert "HCP" not in diagram(ending).text()


def test_a_diagram_as_data() -> None:
    assert diagram().data() == {
        "pbn": "N:KQT6.AJT.T984.65 A75.KQ65.A32.KQ2 J984.98732..AJT7 32.4.KQJ765.9843",
        "dealer": "S",
        "vulnerable": "ns",
        "points": {"N": 10, "E": 18, "S": 6, "W": 6},
    }


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Any deal, with any hands hidden."""
    cards = draw(st.permutations([(suit, rank) for suit in range(4) for rank in RANKS]))
    hidden = draw(st.sets(st.integers(0, 3), max_size=3))
    hands = [
        Hand.of(*("".join(rank for held, rank in cards[13 * n : 13 * n + 13] if held == suit) for suit in range(4)))
        for n in range(4)
    ]
    return Deal(*(None if n in hidden else hand for n, hand in enumerate(hands)))


@given(deals())
def test_the_deal_can_be_read_again_from_its_diagram(deal: Deal) -> None:
    hands: dict[Seat, list[str]] = {seat: [] for seat in SEATS}
    for place, line in enumerate(diagram(deal).lines()):
        for found in re.finditer(r"[♠♥♦♣] (\S+)", line):
            beside = Seat.EAST if found.start() else Seat.WEST
            seat = (Seat.NORTH, beside, Seat.SOUTH)[place // 4]
            hands[seat].append(found[1].replace("10", "T").replace("–", ""))
    assert hands == {seat: list(hand.suits) if hand else [] for seat, hand in deal.items()}


@given(deals())
def test_forty_points_where_all_cards_are_known(deal: Deal) -> None:
    shown = diagram(deal)
    points = [shown.hand(seat).points for seat in SEATS]
    assert [each is None for each in points] == [hand is None for _, hand in deal.items()]
    if deal.whole:
        assert sum(each or 0 for each in points) == 40


# The auction and the lead


def test_an_auction_with_alerts_and_explanations() -> None:
    assert "\n".join(AuctionRows.of(AUCTION).lines()) == AUCTION_SHOWN


@pytest.mark.parametrize(("dealer", "blanks"), [("W", 0), ("N", 1), ("E", 2), ("S", 3)])
def test_the_dealer_calls_first_and_west_stands_on_the_left(dealer: str, blanks: int) -> None:
    rows = AuctionRows.of(Auction.parse(Seat(dealer), "pass pass pass pass")).rows
    cells = [cell for row in rows for cell in row]
    assert cells == ["", "", "", ""][:blanks] + ["pass"] * 4 + [""] * (-(blanks + 4) % 4)


def test_an_explanation_does_not_write_to_the_terminal() -> None:
    rows = AuctionRows.of(Auction(Seat.WEST, (Call("1C", True, "strong\x1b[2J\r\nor weak"),)))
    assert rows.lines()[-1] == r"(1) strong\x1b[2J or weak"


def test_the_lead_is_what_the_record_says_or_the_first_card_played() -> None:
    lead, played = Card.parse("D7"), Card.parse("HT")
    assert opening_lead(TableRecord(lead=lead, play=(played,))) == lead
    assert opening_lead(TableRecord(play=(played, lead))) == played
    assert opening_lead(TableRecord()) is None


# In reports


def table(ns: str, ew: str, result: str, section: str = "", session: str = "", **more: object) -> TableResult:
    seats: BySide[tuple[str, ...]] = BySide((ns,), (ew,))
    made = TableResult(
        f"{session}{section}{ns}", parse_award(result), seats, board=15, section=section, session=session
    )
    return replace(made, **more)  # type: ignore[arg-type]


RECORD = TableRecord(auction=AUCTION, lead=Card.parse("ST"))
RULING = Ruling("7", 15, TableReference(ns="2"), BySide.both(parse_award("4H N =")), non_offending=BySide(True, False))
EVENT = Event(
    results=(table("1", "3", "4H N ="), table("2", "4", "4H N -1", record=RECORD)),
    rulings=(RULING,),
    deals=(DealtBoard(15, DEAL),),
)


ROWS = "board,ns,ew,result\n15,1,3,4H N =\n15,2,4,4H N -1\n"
RULINGS = '[[ruling]]\nid = "7"\nboard = 15\ntable = { ns = "2" }\nboth = "4H N ="\nnon_offending = "NS"\n'


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(Amends(), tmp_path)


@pytest.fixture
def with_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read from travellers, with the deal, and with the record of one table."""

    def scored(event: Event) -> Standings:
        results = (replace(each, record=RECORD) if "2" in each.seats.ns else each for each in event.results)
        return score(replace(event, results=tuple(results), deals=EVENT.deals))

    for command in (score_command, slip_command):
        monkeypatch.setattr(command, "score", scored)


@pytest.mark.usefixtures("with_deals")
def test_a_traveller_has_the_diagram_above_it(files: Files) -> None:
    shown = files.run("score", ROWS, RULINGS, "--board", "15").out
    assert shown.startswith(SHOWN + "\n\nBoard 15 · South deals · N-S vulnerable")
    [traveller] = files.data("score", ROWS, RULINGS, "--board", "15")["fields"]
    assert traveller["deals"] == [{**diagram().data(), "place": ""}]
    [ruled] = [row for row in traveller["rows"] if row["ns"] == ["2"]]
    assert ruled["lead"] == "ST"
    assert ruled["auction"]["dealer"] == "N"
    assert ruled["auction"]["calls"][:2] == [
        {"call": "1NT", "alerted": True, "explanation": "15-17"},
        {"call": "pass", "alerted": False, "explanation": ""},
    ]


def test_without_a_deal_nothing_changes(files: Files) -> None:
    shown = files.run("score", ROWS, RULINGS, "--board", "15").out
    assert shown.startswith("Board 15 · South deals · N-S vulnerable\nN-S")
    [traveller] = files.data("score", ROWS, RULINGS, "--board", "15")["fields"]
    assert traveller["deals"] == []
    assert {row[name] for row in traveller["rows"] for name in ("auction", "lead")} == {None}
    lines = files.shown("slip", ROWS, RULINGS).splitlines()
    assert [line.split()[0] for line in lines] == ["Board", "Table", "Non-offending", "Adjusted", "Effect", "Review"]
    [data] = files.data("slip", ROWS, RULINGS)["slips"]
    assert {data[name] for name in ("deal", "auction", "lead")} == {None}


@pytest.mark.usefixtures("with_deals")
def test_a_slip_has_the_deal_the_auction_and_the_lead(files: Files) -> None:
    lines = files.run("slip", ROWS, RULINGS).out.splitlines()
    labels = [line[:18].strip() for line in lines]
    assert [label for label in labels if label] == [
        "Deal",
        "Auction",
        "Lead",
        "Table result",
        "Non-offending",
        "Adjusted score",
        "Effect",
        "Review",
    ]
    bodies = [line[19:] for line in lines]
    assert "\n".join(bodies[1:13]) == SHOWN
    assert "\n".join(bodies[13:20]) == AUCTION_SHOWN
    assert bodies[20] == "♠10"
    [data] = files.data("slip", ROWS, RULINGS)["slips"]
    assert data["deal"] == {**diagram().data(), "place": ""}
    assert (data["auction"]["dealer"], len(data["auction"]["calls"]), data["lead"]) == ("N", 8, "ST")


def test_the_conditions_are_those_of_the_file() -> None:
    changed = replace(EVENT, deals=(DealtBoard(15, DEAL, dealer=Seat.WEST),), vulnerable={15: Vulnerable.ALL})
    traveller, _ = travellers(score(changed), 15)
    assert traveller.title == "Board 15 · West deals · all vulnerable"
    assert (traveller.deals[0].dealer, traveller.deals[0].vulnerable) == (Seat.WEST, Vulnerable.ALL)


def test_the_copies_of_a_fouled_board_have_their_own_dealer() -> None:
    first, second = table("1", "2", "+100"), table("3", "4", "+110")
    results = (replace(first, group="a"), replace(second, group="b", dealer=Seat.NORTH))
    event = replace(EVENT, results=results, rulings=(), contestants={})
    shown = travellers(score(event), 15)
    assert shown[0].title == "Board 15 · South deals in group a, North deals in group b · N-S vulnerable"
    assert [(deal.dealer, deal.place) for deal in shown[0].deals] == [(Seat.SOUTH, "group a"), (Seat.NORTH, "group b")]
    [only] = diagrams(event, 15, results[1:])
    assert (only.dealer, only.place) == (Seat.NORTH, "")
    both = tuple(replace(each, dealer=Seat.NORTH) for each in results)
    assert travellers(score(replace(event, results=both)), 15)[0].title == "Board 15 · North deals · N-S vulnerable"


def test_a_slip_shows_the_vulnerability_that_was_ruled_on() -> None:
    ruled = replace(EVENT, rulings=(replace(RULING, vulnerable=Vulnerable.NONE),))
    deal = slip(score(ruled), ruled.rulings[0]).deal
    assert deal is not None
    assert deal.vulnerable is Vulnerable.NONE


def test_sections_with_the_same_cards_have_one_diagram_and_those_with_others_their_own() -> None:
    tables = [table("A1", "A2", "+100", "A"), table("B1", "B2", "+110", "B"), table("C1", "C2", "+90", "C")]
    same = Event(deals=tuple(DealtBoard(15, DEAL, section=name) for name in "ABC"))
    assert diagrams(same, 15, tables) == (diagram(),)
    differ = Event(deals=(*same.deals[:2], DealtBoard(15, OTHER, section="C")))
    assert [each.place for each in diagrams(differ, 15, tables)] == ["section A, B", "section C"]
    assert "section C" in diagrams(differ, 15, tables)[1].text()


def test_each_session_has_its_own_deal() -> None:
    event = replace(
        EVENT,
        rulings=(),
        results=tuple(table(ns, ew, "+100", session=day) for day in "12" for ns, ew in (("1", "3"), ("2", "4"))),
        deals=(DealtBoard(15, DEAL, "1"), DealtBoard(15, OTHER, "2")),
    )
    found = [each.deals for each in travellers(score(event), 15) if each.title.startswith("Board")]
    assert [[each.deal for each in deals] for deals in found] == [[DEAL], [OTHER]]


def test_a_deal_without_a_card_is_no_diagram() -> None:
    assert diagrams(Event(deals=(DealtBoard(15, Deal()),)), 15, EVENT.results) == ()


def test_teams_have_the_diagram_too() -> None:
    rooms = (
        replace(table("X", "Y", "4H N ="), id="open", room="open"),
        replace(table("Y", "X", "4H N -1"), id="closed", room="closed"),
    )
    event = Event(form=Form.TEAMS, scoring="imps", results=rooms, deals=(DealtBoard(15, DEAL),))
    traveller, _ = travellers(score(event), 15)
    assert traveller.deals == (diagram(),)


def test_every_suit_has_its_symbol() -> None:
    assert [line[0] for line in diagram().hand(Seat.NORTH).suits] == [suit.symbol for suit in SUITS]
