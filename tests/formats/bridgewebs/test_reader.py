"""BridgeWebs CSV is read: options in any case, columns by their names, awards as words and as figures."""

from __future__ import annotations

import pytest
from hypothesis import given

from amends import Faults, formats
from amends.bridge import BySide, Vulnerable
from amends.event import Form
from amends.event.event import Player
from amends.formats import bridgewebs, travellers_csv
from amends.journal.chain import Document
from support.examples import examples
from support.saved_pages import check_outcome, one_format, spoiled, tallies

FILE = """\
#VERSION,std1
#Source,A program 3.1
#DATE,15/11/2030
#TITLE,"Friday, pairs"
#PAIRS,4
#BOARDS,2
#WINNERS,1
#SCORES
Position,Pair,Name1,Name2,Boards,Score,Percent,Club
1,3,Ann,Bob,2,4,100,x
2,2,Cid,Dan,2,2.8,70,
#BOARDFORMAT,Board,Dealer,Vulnerable
#TRAVELLERS
NS,EW,Contract,By,Lead,Tricks,NSScore,EWScore,NSPoints,EWPoints
#BOARD,1,N,None
1,2,4H,N,C4,9,,50,0,2
3,4,PO,,,,0,,2,0
#BOARD,2,E,All
1,4,Adj,,,,,,1,1
3,2,A+/A-,,,,,,2,0.8
5,6,3NTx,S,,+1,950,,,
7,,,,,,,,,
"""


def read(text: str = FILE, winners: int | None = None) -> Document:
    return bridgewebs.loads(text, "s.csv", winners=winners)


def test_options_ranking_and_travellers() -> None:
    document = read()
    event = document.event
    assert (event.title, event.winners, event.scoring) == ("Friday, pairs", 1, "matchpoints")
    assert document.about == {"date": "2030-11-15", "program": "A program 3.1", "version": "std1"}
    assert [(each.id, str(each.result)) for each in event.results] == [
        ("1/1-2", "4H N -1"),
        ("1/3-4", "pass"),
        ("2/1-4", "np"),
        ("2/3-2", "np"),
        ("2/5-6", "3NTx S +1"),
        ("2/7-", "sit-out"),
    ]
    assert event.vulnerable == {2: Vulnerable.ALL}
    assert event.contestants["3"].players == (Player("Ann"), Player("Bob"))
    assert document.published.lines["1/1-2"].points.map(str) == BySide("0", "2")
    first = document.published.standings[0]
    assert (first.place, str(first.total), str(first.percent), first.boards) == ("1", "4", "100", 2)


def test_awards_in_words_and_in_figures() -> None:
    document = read()
    assert [[str(award) for award in ruling.awards] for ruling in document.event.rulings] == [
        ["published 1", "published 1"],
        ["A+", "A-"],
    ]
    assert "what it is made of is not in the file" in document.notes[0].words


@pytest.mark.parametrize("separator", [";", "\t"])
def test_other_separators(separator: str) -> None:
    text = FILE.replace('"Friday, pairs"', "Friday").replace(",", separator)
    assert len(read(text).event.results) == 6


def test_two_lists_are_two_winners_and_turned_pairs_have_their_directions() -> None:
    ranking = "Position,Pair,Name1,Name2,Percent\n1,1,Ann,Bob,60\n"
    lines = (
        "#TRAVELLERS\nns pair,ew pair,contract,declarer,result,score\n#BOARD,1\n1,1,1NT,N,=,90\n1EW,1NS,1NT,N,=,90\n"
    )
    event = read(
        f"#VERSION,std1\n#SCORES\n{ranking}#SCORES\n{ranking}{lines}".replace("#BOARD,1\n1,1", "#BOARD,1\n2,2")
    ).event
    assert event.winners == 2
    assert [(each.id, each.seats.ns) for each in event.results] == [("1/2NS-2EW", ("2NS",)), ("1/1EW-1NS", ("1EW",))]


def test_individuals() -> None:
    text = "#VERSION,std1\n#INDIVIDUAL,1\n#TRAVELLERS\nN,S,E,W,Contract,By,Tricks,NSScore\n#BOARD,1,N,None\n"
    event = read(f"{text}1,2,3,4,1NT,N,7,90\n").event
    assert (event.form, event.results[0].seats.ns) == (Form.INDIVIDUAL, ("1", "2"))


def test_all_faults_at_once_with_their_lines() -> None:
    text = FILE.replace("#BOARD,1,N", "#BOARD,x,N").replace("2,2,Cid", "2,,Cid").replace("#PAIRS", "#TEAMS")
    with pytest.raises(Faults) as trouble:
        read(text)
    assert [(fault.line, fault.found) for fault in trouble.value.faults] == [
        (15, "the board 'x'"),
        (16, "a line of a traveller"),
        (17, "a line of a traveller"),
        (None, "#TEAMS"),
        (11, "the pair ''"),
    ]
    with pytest.raises(Faults, match="no travellers"):
        read("#VERSION,std1\n#SCORES\nPosition,Pair\n")


def test_what_amends_writes_is_read_again() -> None:
    text = "board,ns,ew,result\n1,1,2,4H N =\n1,3,4,pass\n2,1,4,3NTx W -2\n2,3,2,-100\n"
    document = travellers_csv.loads(text)
    again = bridgewebs.loads(bridgewebs.dumps(document))
    assert [(each.id, each.result) for each in again.event.results] == [
        (each.id, each.result) for each in document.event.results
    ]
    assert all(follow == printed for follow, printed in tallies(again).values())


def test_what_is_recognised() -> None:
    assert one_format(FILE.encode()) == ["bridgewebs"]
    assert formats.loads(FILE, "friday.csv").source == "bridgewebs"


@examples(40)
@given(spoiled([FILE.encode()]))
def test_a_spoiled_file_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(bridgewebs.loads, data, "s.csv")
