"""LIN: hands and fields of pairs, vugraph matches, what is noted, what is refused, and that nothing brings it down."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Faults, formats
from amends.bridge import Seat, Vulnerable
from amends.bridge.deal import RANKS
from amends.event.event import Form
from amends.formats import lin
from amends.formats.common.csv_table import MOST_FAULTS
from amends.formats.lin import FORMAT, load, loads
from amends.formats.lin.reader import header, read_result
from amends.formats.lin.table import LONGEST_NAME, dealt, gathered, pairs, plain, table
from amends.journal.chain import Document
from amends.scoring.event import score

DATA = Path(__file__).resolve().parents[2] / "data" / "lin"
FILES = sorted(path for path in DATA.iterdir() if path.suffix != ".md")
HANDS = "1SAKQJHAKQDAKQCAKQ,ST987HJTDJT98CJT9,S65432H98765D765C,"
NAMES = "pn|South,West,North,East|"


def hand(calls: str = "1N p p p", more: str = "mc|8|", head: str = f"{NAMES}md|{HANDS}|ah|Board 3|sv|e|") -> str:
    """A table: the calls with blanks between them, then the rest."""
    return head + "".join(f"mb|{call}|" for call in calls.split()) + more


def results(text: str | bytes) -> dict[str, str]:
    return {row.id: str(row.result) for row in loads(text).event.results}


def result(text: str) -> str:
    (found,) = results(text).values()
    return found


def notes(document: Document) -> list[tuple[str, str]]:
    return [(note.kind, note.words) for note in document.notes]


def faults(text: str | bytes) -> list[str]:
    with pytest.raises(Faults) as trouble:
        loads(text, "a.lin")
    return [str(fault) for fault in trouble.value.faults]


# One table


def test_a_hand_has_its_result_its_cards_its_auction_and_its_players() -> None:
    found = load(DATA / "hand.lin")
    (row,) = found.event.results
    assert (row.id, str(row.result)) == ("3/Player 3 & Player 1-Player 4 & Player 2", "3NT S -5")
    assert row.record is not None
    assert row.record.players == ("Player 3", "Player 4", "Player 1", "Player 2")
    assert str(row.record.auction) == "1NT pass 2C pass 2D pass 3NT pass pass pass"
    assert len(row.record.play) == 52
    assert row.record.lead == row.record.play[0]
    (dealt_board,) = found.event.deals
    assert dealt_board.deal.whole
    assert (dealt_board.board, dealt_board.dealer) == (3, None)
    assert found.event.vulnerable == {}
    assert found.notes == ()
    assert found.source == "lin"


def test_alerts_and_explanations_stay_with_their_calls() -> None:
    (row,) = load(DATA / "hand.lin").event.results
    assert row.record is not None
    assert row.record.auction is not None
    opening, _, asking, *_ = row.record.auction.calls
    assert (opening.alerted, opening.explanation) == (False, "15-17")
    assert (asking.alerted, asking.explanation) == (True, "asks for a major")


def test_the_players_are_those_of_the_pairs() -> None:
    contestants = load(DATA / "hand.lin").event.contestants
    assert [player.name for player in contestants["Player 3 & Player 1"].players] == ["Player 3", "Player 1"]


@pytest.mark.parametrize("name", ["address.txt", "encoded.txt"])
def test_an_address_and_an_encoded_text_are_read_as_the_hand_itself(name: str) -> None:
    assert load(DATA / name) == load(DATA / "hand.lin")


def test_several_addresses_are_several_tables() -> None:
    lines = [f"http://x.org/v.html?lin={quote(hand(more=f'mc|{n}|').replace('South', f'S{n}'))}&bbo=y" for n in (7, 9)]
    assert list(results("\n".join(lines)).values()) == ["1NT S =", "1NT S +2"]


def test_an_address_that_is_not_encoded_is_read_too() -> None:
    assert result(f"https://x.org/v.html?bbo=y&lin={hand()}&x=1") == "1NT S +1"


@pytest.mark.parametrize(
    ("text", "found"),
    [("pn%7CA+B%7C", "pn|A B|"), ("an%7C5%2B%20cards%7C", "an|5+ cards|"), ("an%7C5+%20cards%7C", "an|5+ cards|")],
)
def test_a_plus_is_a_blank_only_where_blanks_are_not_written_otherwise(text: str, found: str) -> None:
    assert plain(text) == found


@pytest.mark.parametrize(
    ("calls", "more", "found"),
    [
        ("1N p p p", "mc|8|", "1NT S +1"),
        ("1n P p P", "mc|6|", "1NT S -1"),
        ("p p p p", "", "pass"),
        ("- - - -", "", "pass"),
        ("1S d r p p p", "mc|7|", "1Sxx S ="),
        ("1S d! 2S p p d p p p", "mc|0|", "2Sx S -8"),
        ("1H p 2H p 4H p p p", "mc|10|", "4H S ="),
        ("p 1C p 1H p 2H p p p", "mc|9|", "2H E +1"),
        ("1NPPP", "mc|7|", "1NT S ="),
        ("1N", "mc|7|", "1NT S ="),
        ("1N p", "", "np"),
        ("p p p", "", "np"),
        ("1N p p p", "", "np"),
        ("1N p p p", "mc|14|", "np"),
        ("1N ? p p", "mc|7|", "np"),
        ("", "mc|7|", "np"),
    ],
)
def test_the_auction_and_the_claim_give_the_result(calls: str, more: str, found: str) -> None:
    assert result(hand(calls, more)) == found


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        (hand("1N p p p", ""), "left-out", "no result: 1NT by S was not played out, and nobody claimed"),
        (hand("1N p", ""), "left-out", "no result: the auction is not in the file, or it did not end"),
        (hand(more="mc|x|"), "unreadable", "the claim 'x' is left out"),
        (hand("1N p p 8S"), "unreadable", "the auction ends before the call '8S'"),
        (hand(more="pc|SZ|mc|7|"), "unreadable", "the play ends before the card 'SZ'"),
        (hand(more="pc|ST|pc|S2|pc|S7|pc|SJ|mc|7|"), "unreadable",
         "the tricks are not counted: the cards played do not fit the hands"),
        (hand(head="md|1SAA,,,|ah|Board 3|"), "unreadable",
         "the hands '1SAA,,,' are left out: a card twice in the suit 'AA'"),
        (hand(head=f"md|{HANDS}|ah|Board 3|sv|q|"), "unreadable", "the vulnerability 'q' is left out"),
        (hand(head="pn|a,b,c,d|st||"), "unreadable", "the auction is left out: the file does not say who dealt"),
        (hand(head=f"md|{HANDS}|"), "unreadable", "a board without a number, called 1"),
        (hand(more="pc|ST|pc|S2|pc|H2|pc|SA|mc|0|"), "contract",
         "0 tricks are claimed, but 1 of 1 tricks were won in the play; the claim is kept"),
    ],
)  # fmt: skip
def test_what_is_odd_but_readable_is_noted(text: str, kind: str, words: str) -> None:
    assert (kind, words) in notes(loads(text))


@pytest.mark.parametrize(
    ("text", "dealer", "deal"),
    [
        (HANDS, Seat.SOUTH, "N:65432.98765.765. -"),
        ("3" + HANDS[1:].lower(), Seat.NORTH, "N:65432.98765.765. -"),
        ("0" + HANDS[1:], None, "N:65432.98765.765. -"),
        ("2SAK,,HA10,", Seat.WEST, "N:.AT.. - AK... -"),
    ],
)
def test_the_hands_may_be_whole_or_not(text: str, dealer: Seat | None, deal: str) -> None:
    found_dealer, found = dealt(text)
    assert found_dealer is dealer
    north, *_ = deal.split(" ")
    assert str(found).split(" ")[0] == north
    assert found is not None
    assert found.whole is (text.upper()[1:] == HANDS[1:])


@pytest.mark.parametrize("text", ["1SAK,SA,,", "1AK,,,", "1S" + "A" * 500, "1SA,SK,SQ,SJ,ST", "1SX,,,"])
def test_hands_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(Faults):
        dealt(text)


@pytest.mark.parametrize(
    ("names", "id"),
    [
        ("", "3/NS-EW"),
        ("pn|,,,|", "3/NS-EW"),
        ("pn|a|", "3/a-EW"),
        ("pn|a,b,a,b|", "3/a & a-b & b"),
        ("pn|a,a,a,a|", "3/a & a-a & a EW"),
        ("pn|0,-,,|", "3/NS-EW"),
        ("pn|a/b,c-d,e,f|", '3/"e & a/b"-"f & c-d"'),
    ],
)
def test_pairs_are_called_by_their_names(names: str, id: str) -> None:
    assert list(results(hand(head=f"{names}md|{HANDS}|ah|Board 3|"))) == [id]


def test_a_board_with_another_vulnerability_and_dealer_than_its_number_keeps_them() -> None:
    event = loads(hand(head=f"md|2{HANDS[1:]}|ah|Board 3|sv|b|")).event
    assert event.vulnerable == {3: Vulnerable.ALL}
    assert event.dealer(3) is Seat.WEST


def test_a_table_for_other_readers() -> None:
    found = table(quote(hand()))
    assert found.names == ("North", "East", "South", "West")
    assert (found.board, found.dealer, found.vulnerable, found.tricks) == (3, Seat.SOUTH, Vulnerable.EW, 8)
    assert str(found.result) == "1NT S +1"
    assert found.record.auction == found.auction
    with pytest.raises(Faults, match="2 tables"):
        table(hand() + hand())
    with pytest.raises(Faults, match="expected the LIN of one table"):
        table("nothing of the kind")


# Several tables


def test_tables_of_the_same_board_are_a_field() -> None:
    found = load(DATA / "field.lin")
    assert [str(row.result) for row in found.event.results] == ["2H W =", "pass", "np", "2Dxx S ="]
    assert notes(found) == [("left-out", "no result: 2S by W was not played out, and nobody claimed")]
    assert len(found.event.deals) == 1
    assert found.event.form is Form.PAIRS
    assert [standing.place for standing in score(found.event).lists[""][:2]] == ["1=", "1="]


def test_a_pair_is_the_same_whoever_of_the_two_sits_north() -> None:
    again = hand().replace("Board 3", "Board 4").replace("sv|e", "sv|b").replace("South,West,North", "North,West,South")
    assert set(loads(hand() + again).event.contestants) == {"North & South", "East & West"}


def test_robots_of_one_name_are_another_pair_at_each_table_of_a_board() -> None:
    tables = [
        hand(head=f"pn|{name},Robot,Robot,Robot|md|{HANDS}|ah|Board {board}|") for board in (3, 4) for name in "AB"
    ]
    document = loads("\n".join(tables))
    found = [(each.board, *each.seats.ns, *each.seats.ew) for each in document.event.results]
    assert found == [
        (3, "Robot & A", "Robot & Robot"),
        (3, "Robot & B", "Robot & Robot 2"),
        (4, "Robot & A", "Robot & Robot"),
        (4, "Robot & B", "Robot & Robot 2"),
    ]
    assert score(document.event).lists[""]


def test_tables_without_names_are_told_apart() -> None:
    text = "".join(hand(more=f"mc|{n}|", head=f"md|{HANDS}|ah|Board 3|") for n in (7, 8))
    assert results(text) == {"3/NS-EW": "1NT S =", "3/NS 2-EW 2": "1NT S +1"}


def test_a_number_with_other_hands_is_a_board_of_another_session() -> None:
    other = hand().replace(HANDS, "2" + HANDS[1:].replace("SAK", "SA").replace("S65432", "SK5432"))
    found = loads(hand() + other).event
    assert [row.session for row in found.results] == ["1", "2"]
    assert [(dealt_board.board, dealt_board.session) for dealt_board in found.deals] == [(3, "1"), (3, "2")]


def test_boards_without_numbers_get_free_ones() -> None:
    head = f"{NAMES}md|"
    other = HANDS.replace("CAKQ", "CAK2")
    text = hand().replace("Board 3", "Board 1") + hand(head=f"{head}{other}|")
    assert [row.board for row in loads(text).event.results] == [1, 2]


def test_the_same_table_again_is_left_out_and_with_another_result_it_is_a_fault() -> None:
    found = loads(hand() + hand())
    assert [kind for kind, _ in notes(found)] == ["repeated"]
    (fault,) = faults(hand() + hand(more="mc|9|"))
    assert "twice: 1NT S +1 and 1NT S +2" in fault


def test_two_vulnerabilities_for_a_board_are_a_fault() -> None:
    (fault,) = faults(hand() + hand().replace("sv|e", "sv|n").replace("South", "Other"))
    assert fault == (
        "a.lin, sv: found board 3: E-W vulnerable and N-S vulnerable; expected one vulnerability for a board"
    )


def test_the_boards_of_one_table_with_a_head_for_pairs_are_pairs() -> None:
    found = load(DATA / "session.lin")
    assert [str(row.result) for row in found.event.results] == ["3NT N =", "pass", "4Sx W -2"]
    assert (found.event.form, found.event.title) == (Form.PAIRS, "Evening pairs")
    assert found.about == {"description": "An online club"}


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("md|1|mb|p|md|2|mb|p|", ["1", "2"]),
        ("ah|Board 1|md|1|ah|Board 2|md|2|", ["1", "2"]),
        ("md|1|ah|Board 1|md|2|ah|Board 2|", ["1", "2"]),
        ("qx|o1|md|1|md|2|qx|o2|md|3|", ["2", "3"]),
        ("qx|o1|ah|Board 1|sv|o|md|1|qx|o2|md|3|", ["1", "3"]),
        ("pn|a,b,c,d|pg||qx|o1|md|1|", ["1"]),
        ("md|1|sv|o|mb|p|sv|n|md|2|", ["1", "2"]),
        ("md|1|sv|o|mb|p|sv|o|", ["1"]),
        ("md|1|pn|a,b,c,d|mb|p|", ["1"]),
        ("pn|a,b,c,d|md|1|pn|e,f,g,h|md|2|", ["1", "2"]),
    ],
)
def test_where_a_table_begins(text: str, places: list[str]) -> None:
    assert [each.deal for each in gathered(text).tables] == places


def test_what_stands_in_the_place_of_a_key_and_is_none_is_skipped() -> None:
    assert list(pairs("nt|a|b c|pg||mb|p")) == [("nt", "a"), ("pg", ""), ("mb", "p")]


# Vugraph


def test_a_match_has_two_rooms_and_the_home_team_of_the_head() -> None:
    found = load(DATA / "vugraph.lin")
    assert (found.event.form, found.event.scoring, found.event.title) == (Form.TEAMS, "imps", "Spring Cup")
    assert results((DATA / "vugraph.lin").read_bytes()) == {
        "17/Herons-Kestrels/open": "4H E =",
        "17/Kestrels-Herons/closed": "4H E -1",
        "18/Herons-Kestrels/open": "3NTx W -2",
        "18/Kestrels-Herons/closed": "2S N +1",
        "19/Herons-Kestrels/open": "pass",
        "19/Kestrels-Herons/closed": "1NT S =",
        "20/Herons-Kestrels/open": "6C N =",
        "20/Kestrels-Herons/closed": "np",
    }
    herons = found.event.contestants["Herons"]
    assert [player.name for player in herons.players] == ["Player 3", "Player 1", "Player 8", "Player 6"]


def test_what_the_teams_bring_along_is_a_carry_over_in_imps() -> None:
    """4H made and down: 10 IMPs lost; +300 against +140: 4 won; 0 against +90: 3 lost. They were 11 behind."""
    found = load(DATA / "vugraph.lin").event
    assert found.knockout
    assert [(each.contestant, int(each.amount), each.unit) for each in found.carry_overs] == [
        ("Herons", 20, "imps"),
        ("Kestrels", 31, "imps"),
    ]
    totals = {standing.contestant: standing.total for standing in score(found).lists[""]}
    assert totals == {"Herons": -20, "Kestrels": 20}


def test_a_result_of_the_head_is_kept_where_the_play_says_otherwise() -> None:
    found = notes(load(DATA / "vugraph.lin"))
    assert (
        "contract",
        "the auction and the play give 3NTx W -1, the results of the file say 3NTx W -2, which is kept",
    ) in found
    assert ("left-out", "board 20, closed room: no result in the file") in found


VUGRAPH = "vg|Cup,Final,{},1,2,{}|rs|{}|pn|a,b,c,d,e,f,g,h|"


@pytest.mark.parametrize(
    ("scoring", "teams", "listed", "form", "method"),
    [
        ("I", "Red,0,Blue,0", "1NN=,1NN=", Form.TEAMS, "imps"),
        ("B", "Red,0,Blue,0", "1NN=,1NN=", Form.TEAMS, "bam"),
        ("I", "Red,,Blue,", "1NN=,", Form.TEAMS, "imps"),
        ("I", ",,,", "1NN=,1NN=", Form.TEAMS, "imps"),
        ("P", "Red,0,Blue,0", "1NN=,1NN=", Form.PAIRS, "matchpoints"),
        ("P", ",,,", "1NN=,,1NN=,", Form.PAIRS, "matchpoints"),
        ("I", ",,,", "1NN=,,1NN=,", Form.PAIRS, "cross-imps"),
    ],
)
def test_the_head_says_whether_it_is_a_match(scoring: str, teams: str, listed: str, form: Form, method: str) -> None:
    event = loads(VUGRAPH.format(scoring, teams, listed)).event
    assert (event.form, event.scoring) == (form, method)


def test_teams_without_names_are_home_and_away() -> None:
    assert list(results(VUGRAPH.format("I", ",,,", "1NN=,1NN="))) == ["1/Home-Away/open", "1/Away-Home/closed"]


def test_rooms_are_enough_for_a_match() -> None:
    text = "".join(f"qx|{room}5|{hand(head=f'{NAMES}md|{HANDS}|sv|n|')}" for room in "oc")
    assert list(results(text)) == ["5/Home-Away/open", "5/Away-Home/closed"]


def test_boards_without_a_result_are_told() -> None:
    found = loads(VUGRAPH.format("I", "Red,0,Blue,0", "1NN=,1NN=,,,,,1NN=,1NN="))
    assert notes(found) == [("left-out", "no result in the file for boards 2, 3")]
    assert sorted({row.board for row in found.event.results}) == [1, 4]


@pytest.mark.parametrize(
    ("first", "tables"),
    [
        (1, [("o1", ""), ("o2", "")]),  # qx counts the boards of bn
        (1, [("o2", "Board 34")]),
        (17, [("o17", ""), ("o18", "Board 34")]),
        (1, [("o33", ""), ("o34", "Board 34")]),  # qx has the numbers of bn
        (33, [("o34", "")]),
    ],
)
def test_qx_is_the_number_of_a_board_or_its_place_in_the_list_of_numbers(
    first: int, tables: list[tuple[str, str]]
) -> None:
    boards = "".join(
        f"qx|{place}|pn|a,b,c,d|md|{HANDS}|{f'ah|{title}|' if title else ''}mb|1N|mb|p|mb|p|mb|p|mc|8|"
        for place, title in tables
    )
    found = loads(f"vg|Evening,Field,P,{first},{first + 1},,,,|rs|1NS+1,,1NS+1,|bn|33,34|pn|a,b,c,d|pg||{boards}")
    assert {row.board: str(row.result) for row in found.event.results} == {33: "1NT S +1", 34: "1NT S +1"}
    assert sum(row.record is not None and row.record.auction is not None for row in found.event.results) == len(tables)
    assert found.notes == ()


def test_a_list_of_numbers_in_another_order_is_told_from_the_titles() -> None:
    table = f"pn|a,b,c,d|md|{HANDS}|ah|Board 3|mb|1N|mb|p|mb|p|mb|p|mc|8|"
    found = loads(f"vg|Evening,Field,P,1,3,,,,|rs|1NN=,,1NS+1,,1NS=,|bn|1,3,2|pn|a,b,c,d|pg||qx|o2|{table}")
    assert {row.board: str(row.result) for row in found.event.results} == {
        1: "1NT N =",
        2: "1NT S =",
        3: "1NT S +1",
    }
    assert found.notes == ()


def test_other_hands_in_the_other_room_are_told() -> None:
    one = f"qx|o5|{hand(head=f'md|{HANDS}|sv|n|')}"
    other = f"qx|c5|{hand(head='md|' + HANDS.replace('SAKQJ', 'SAKQ2').replace('S65432', 'S6543J') + '|sv|n|')}"
    kinds = notes(loads(one + other))
    assert kinds == [("left-out", "other hands than in the other room: those of the open room are kept")]


def test_a_board_that_was_begun_twice_counts_once() -> None:
    begun = f"qx|o5|{hand('1N p', '', f'md|{HANDS}|sv|n|')}"
    again = f"qx|o5|{hand(head=f'md|{HANDS}|sv|n|')}"
    closed = again.replace("o5", "c5")
    found = loads(begun + again + closed)
    assert [str(row.result) for row in found.event.results] == ["1NT S +1", "1NT S +1"]
    assert [kind for kind, _ in notes(found)] == ["erased"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("4SW-1", "4S W -1"),
        ("3NN=", "3NT N ="),
        ("3NTN=", "3NT N ="),
        ("5DNx-2", "5Dx N -2"),
        ("4HxxE+1", "4Hxx E +1"),
        (" 1ns* = ", "1NTx S ="),
        ("4H*S−1", "4Hx S -1"),
        ("PASS", "pass"),
        ("p", "pass"),
    ],
)
def test_the_results_of_the_head(text: str, found: str) -> None:
    listed = read_result(text)
    assert listed is not None
    assert str(listed.result) == found


def test_artificial_scores_of_the_head_are_awards() -> None:
    found = loads(VUGRAPH.format("P", ",,,", "A+-,,A==,"))
    assert [[str(award) for award in ruling.awards] for ruling in found.event.rulings] == [["A+", "A-"], ["A", "A"]]
    assert [str(row.result) for row in found.event.results] == ["np", "np"]


def test_a_result_of_the_head_that_cannot_be_read_is_noted() -> None:
    found = loads(VUGRAPH.format("I", "Red,0,Blue,0", "4SW-1,rubbish"))
    assert ("unreadable", "board 1, closed room: the result 'rubbish' is left out") in notes(found)
    assert [str(row.result) for row in found.event.results] == ["4S W -1", "np"]


@pytest.mark.parametrize(
    ("text", "title", "segment", "first", "teams"),
    [
        ("Cup,Final,I,17,32,Red,0,Blue,0", "Cup", "Final", 17, ("Red", "Blue")),
        ("Cup, Spring, Final,I,17,32,Red,0,Blue,0", "Cup, Spring", "Final", 17, ("Red", "Blue")),
        ("Cup,I,17,32,Red,0,Blue,0", "Cup", "", 17, ("Red", "Blue")),
        ("Cup", "Cup", "", 1, ("", "")),
        ("", "", "", 1, ("", "")),
        ("Cup,Final,I,x,y,Red", "Cup", "Final", 1, ("Red", "")),
    ],
)
def test_the_head_of_a_broadcast(text: str, title: str, segment: str, first: int, teams: tuple[str, str]) -> None:
    found = header(text)
    assert (found.title, found.segment, found.first, found.teams) == (title, segment, first, teams)


# What is recognised


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_the_files_are_recognised_by_what_stands_in_them(path: Path) -> None:
    assert formats.of_file(Path("unnamed"), path.read_bytes()) is FORMAT


@pytest.mark.parametrize(
    "head",
    [b"", b"board,ns,ew,result\n", b"[Event \"x\"]\n", b'{"amends": 1}', b"<?xml version='1.0'?>", b"pn|a", b"an|b|c|",
     b"https://www.example.org/?lin=", b"\x00\x01\x00\x00Standard Jet DB", b"% PBN 2.1\n"],
)  # fmt: skip
def test_other_files_are_not_recognised(head: bytes) -> None:
    assert not lin.recognises(head)


# What is refused, and what must not hang


@pytest.mark.parametrize(
    "text", ["", "\x00", "nonsense", "|||||", "pn|a,b,c,d|st||", "vg|a|", b"\xff\xfe\x00\x01", b"\x80" * 50]
)
def test_a_text_without_tables_is_refused(text: str | bytes) -> None:
    assert faults(text) == [
        "a.lin: found no table; expected tables of bridge such as pn|…|md|…|mb|…|pc|…|"
    ]  # fmt: skip


def test_names_without_end_are_refused_with_their_tables() -> None:
    text = hand().replace("South", "S" * (LONGEST_NAME + 1))
    assert faults(text + text) == [
        f"a.lin, table {n}, pn: found a name of 201 characters; expected names of at most 200 characters"
        for n in (1, 2)
    ]
    assert "vg" in faults(f"vg|{'x' * 300}|{hand()}")[0]


def test_faults_are_counted_beyond_the_first() -> None:
    text = hand().replace("South", "S" * (LONGEST_NAME + 1))
    assert len(faults(text * (MOST_FAULTS + 5))) == MOST_FAULTS + 1


def test_winners_are_one_or_two() -> None:
    assert loads(hand(), winners=2).event.winners == 2
    with pytest.raises(Faults, match="3 winners"):
        loads(hand(), winners=3)


def test_progress_is_told() -> None:
    told: list[int] = []
    loads(f"md|{HANDS}|ah|Board 3|" * 20_000, progress=told.append)
    assert told == [10_000, 20_000]


@pytest.mark.parametrize(
    "text",
    [
        "mb|p|" * 200_000,
        "pc|SA|" * 200_000,
        "mb|" + "p" * 1_000_000 + "|",
        "rs|" + "," * 300_000 + "|" + hand(),
        "qx|" + "o" * 1_000_000 + "|" + hand(),
        "http://x?" * 100_000 + "&lin=" + hand(),
        " " * 1_000_000 + hand(),
        "|" * 1_000_000 + hand(),
        "".join(f"md|{HANDS}|ah|Board 1|" for n in range(20_000)),
        "".join(f"md|1S{RANKS[: n % 13 + 1]},H{RANKS[: n % 11 + 1]}|ah|Board 1|" for n in range(20_000)),
        f"pn|{'x,' * 1_000_000}|" + "md|1|mb|p|" * 50_000,
        "an|x|" * 200_000 + hand() + "an|y|" * 200_000,
        hand(more="mc|" + "9" * 100_000 + "|"),
        hand(head="ah|" + "Board " * 100_000 + "3|md|1|"),
        "%7c" * 300_000,
    ],
)  # fmt: skip
def test_large_and_strange_texts_are_done_in_time(text: str) -> None:
    read_or_refused(text)


def read_or_refused(data: str | bytes) -> None:
    """A document with results, or faults that can be printed."""
    said: list[object]
    try:
        said = [*loads(data, "a.lin").event.results]
    except Faults as trouble:
        said = [*map(str, trouble.faults)]
    assert said


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    """A file with pieces cut, doubled, moved and replaced."""
    data = draw(st.sampled_from(FILES)).read_bytes()
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + draw(st.sampled_from((1, 10, 1000))))))
        piece = data[start:end]
        new = draw(st.one_of(st.just(b""), st.just(piece * 2), st.binary(max_size=8), st.sampled_from(
            (b"|", b",", b"qx|c3|", b"pn|a,b,c,d|", b"md|2|", b"mb|7N|", b"mc|13|", b"rs|1NN=|", b"\x00", b"%7C")
        )))  # fmt: skip
        data = data[:start] + new + data[end:]
    return data[: draw(st.integers(0, len(data)))] if draw(st.integers(0, 3)) == 0 else data


@given(mutations())
def test_a_damaged_file_is_read_or_refused(data: bytes) -> None:
    read_or_refused(data)


@given(st.text(alphabet="pnmdqxbcahsvrg|1oc,SHDCAKQJT98765432!N=-+ \n"))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refused(text)


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    read_or_refused(data)
    lin.recognises(data)
