"""LIN is written: tables with their players, hands, auction and play, and read again as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from amends import Faults, formats
from amends.formats import lin, travellers_csv
from amends.formats.lin import FORMAT, dumps, losses

HAND = (
    "pn|Player 1,Player 2,Player 3,Player 4|st||md|1SAKQJHAKQDAKQCAKQ,ST987HJTDJT98CJT9,S65432H98765D765C,|rh||"
    "ah|Board 3|sv|e|mb|2N!|an|20-21, balanced|mb|p|mb|3N|mb|p|mb|p|mb|p|pc|ST|pc|S2|mc|11|pg||"
)
CSV = "board,ns,ew,result,lead\n1,1,2,4Hx S -1,DA\n1,3,4,pass,\n2,1,4,-100,\n2,3,2,np,\n"


def test_what_was_read_is_written_and_read_again() -> None:
    document = lin.loads(HAND)
    again = lin.loads(dumps(document))
    assert again.event == document.event


def test_without_an_auction_the_shortest_one_is_written() -> None:
    text = dumps(travellers_csv.loads(CSV))
    assert text.splitlines() == [
        "pn|1 S,2 W,1 N,2 E|st||md|3|rh||ah|Board 1|sv|o|mb|p|mb|p|mb|4H|mb|d|mb|p|mb|p|mb|p|pc|DA|mc|9|pg||",
        "pn|3 S,4 W,3 N,4 E|st||md|3|rh||ah|Board 1|sv|o|mb|p|mb|p|mb|p|mb|p|pg||",
    ]
    assert [str(each.result) for each in lin.loads(text).event.results] == ["4Hx S -1", "pass"]


def test_what_is_lost_is_said() -> None:
    said = list(losses(travellers_csv.loads(CSV)))
    assert said == [
        "board 2, pairs 1 and 4: -100, which is no contract; left out",
        "board 2, pairs 3 and 2: without a result; left out",
        "the auction is not known at 2 tables: the shortest that leads to the contract is written",
        "numbers of contestants, places and totals are left out: players are called by their names",
    ]


@pytest.mark.parametrize("contract", ["1NT N =", "7Cxx W -3", "2S E +1", "6NTx S ="])
@pytest.mark.parametrize("board", [1, 2, 3, 4])
def test_every_declarer_and_dealer(contract: str, board: int) -> None:
    document = travellers_csv.loads(f"board,ns,ew,result\n{board},1,2,{contract}\n")
    assert str(lin.loads(dumps(document)).event.results[0].result) == contract


def test_signs_between_values_do_not_break_a_file() -> None:
    text = HAND.replace("Player 1", "Ash % Co").replace("20-21, balanced", "a/b")
    document = lin.loads(text)
    assert lin.loads(dumps(document)).event == document.event


def test_teams_are_refused_and_the_file_is_written_by_its_name(tmp_path: Path) -> None:
    teams = "match,room,board,ns,ew,result\n1,open,1,A,B,pass\n1,closed,1,B,A,pass\n"
    with pytest.raises(Faults, match="an event of teams"):
        dumps(travellers_csv.loads(teams))
    formats.dump(lin.loads(HAND), tmp_path / "x.lin")
    assert FORMAT.recognises((tmp_path / "x.lin").read_bytes())
