"""ReceivedData as CSV: what is written is read again, and what it cannot hold is said."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest
from hypothesis import given

from amends import Faults, formats
from amends.event import TableRecord
from amends.formats import received_csv, travellers_csv
from amends.formats.received_csv.columns import WRITTEN
from amends.journal.chain import Document
from support.examples import examples
from support.saved_pages import check_outcome, one_format, spoiled

TRAVELLERS = """section,round,table,board,ns,ew,result,lead
A,1,1,1,1,2,4S N +1,H10
A,1,2,1,3,4,3NT W x -1,
A,2,1,2,1,3,pass,
A,2,2,2,2,4,A+ / A-,
B,1,1,1,1,2,np,
B,1,2,1,3,4,70% 4S N =; 30% 4S N -1,
B,2,1,2,1,3,+50,
"""


def travellers(text: str = TRAVELLERS) -> Document:
    header, *rows = [line.split(",") for line in text.strip().split("\n")]
    lines = [[*header, "award_ns", "award_ew"]]
    for row in rows:
        cells = dict(zip(header, row, strict=True))
        awards = ["", ""]
        if "/" in cells["result"]:
            awards, cells["result"] = [part.strip() for part in cells["result"].split("/")], "np"
        elif "%" in cells["result"]:
            awards, cells["result"] = [cells["result"]] * 2, "4S N ="
        cells["result"] = cells["result"].replace("3NT W x -1", "3NTx W -1")
        lines.append([*(cells[name] for name in header), *awards])
    return travellers_csv.loads("\n".join(",".join(line) for line in lines), "t.csv")


def written(document: Document) -> list[dict[str, str]]:
    return list(csv.DictReader(received_csv.dumps(document).splitlines()))


def test_the_columns_are_those_of_the_table() -> None:
    text = received_csv.dumps(travellers())
    assert text.split("\r\n")[0].split(",") == list(WRITTEN)
    first, second, third, fourth, fifth, sixth, seventh = written(travellers())
    assert first == {
        "ID": "1",
        "Section": "1",
        "Table": "1",
        "Round": "1",
        "Board": "1",
        "PairNS": "1",
        "PairEW": "2",
        "Declarer": "1",
        "NS/EW": "N",
        "Contract": "4 S",
        "Result": "+1",
        "LeadCard": "H10",
        "Remarks": "",
        "Erased": "0",
    }
    assert [second[name] for name in ("Declarer", "NS/EW", "Contract", "Result")] == ["4", "W", "3 NT x", "-1"]
    assert (third["Contract"], third["Result"]) == ("PASS", "")
    assert fourth["Remarks"] == "60%-40%"
    assert (fifth["Section"], fifth["Remarks"]) == ("2", "Not played")
    assert sixth["Remarks"] == seventh["Remarks"] == "Arbitral score"


def test_what_is_written_is_read_again() -> None:
    document = received_csv.loads(received_csv.dumps(travellers()), "r.csv")
    assert document.source == "bridgemate"
    assert [(each.board, each.seats, str(each.result)) for each in document.event.results][:3] == [
        (each.board, each.seats, str(each.result)) for each in travellers().event.results
    ][:3]
    assert [str(award) for award in document.event.rulings[0].awards] == ["A+", "A-"]
    record = document.event.results[0].record
    assert record is not None
    assert str(record.lead) == "HT"


def test_what_is_lost_is_said() -> None:
    assert list(received_csv.losses(travellers()))[:2] == [
        "board 1, pairs B3 and B4: weighted score written as 'Arbitral score', which waits for the director",
        "board 2, pairs B1 and B3: score without a contract written as 'Arbitral score', which waits for the director",
    ]
    document = travellers("board,ns,ew,result\n1,1,2,4S N =\n")
    assert "table or round is not known, and is written as 0, at 1 table" in list(received_csv.losses(document))
    assert written(document)[0]["Table"] == "0"


def test_pairs_that_share_numbers_and_sat_the_other_way_round() -> None:
    header = "ID,Section,Table,Round,Board,PairNS,PairEW,Declarer,NS/EW,Contract,Result,LeadCard,Remarks"
    text = f"{header}\n1,1,1,1,1,1,1,1,N,4 S,=,,\n2,1,2,1,1,2,2,2,E,3 NT,=,,Wrong direction\n"
    document = received_csv.loads(text, "r.csv")
    assert [each.id for each in document.event.results] == ["/A/1/1NS-1EW", "/A/1/2EW-2NS"]
    again = written(document)
    assert [(row["PairNS"], row["PairEW"], row["Declarer"], row["Remarks"]) for row in again] == [
        ("1", "1", "1", ""),
        ("2", "2", "2", "Wrong direction"),
    ]
    assert received_csv.loads(received_csv.dumps(document), "r.csv").event.results == document.event.results


def test_individuals_have_four_numbers() -> None:
    document = travellers_csv.loads("board,n,e,s,w,result\n1,1,2,3,4,4S N =\n", "i.csv")
    assert {name: written(document)[0][name] for name in ("PairNS", "PairEW", "South", "West")} == {
        "PairNS": "1",
        "PairEW": "2",
        "South": "3",
        "West": "4",
    }
    assert received_csv.loads(received_csv.dumps(document), "r.csv").event.form is document.event.form


def test_contestants_without_numbers_are_refused_all_at_once() -> None:
    document = travellers("board,ns,ew,result\n1,Ash,2,4S N =\n1,3,Elm,4S N =\n")
    with pytest.raises(Faults) as trouble:
        received_csv.dumps(document)
    assert [fault.found for fault in trouble.value.faults] == ["the pair 'Ash'", "the pair 'Elm'"]


def test_a_lead_of_another_result_is_not_written() -> None:
    document = travellers("board,ns,ew,result\n1,1,2,4S N =\n")
    result = replace(document.event.results[0], record=TableRecord(remark="x"))
    assert written(replace(document, event=replace(document.event, results=(result,))))[0]["LeadCard"] == ""


def test_faults_of_a_file_come_with_their_lines() -> None:
    header = ",".join(WRITTEN)
    with pytest.raises(Faults) as trouble:
        received_csv.loads(f"{header}\n1,1,1,1,0,1,2,1,N,4 S,=,,,0\n2,1,1\n", "r.csv")
    assert [(fault.line, fault.found) for fault in trouble.value.faults] == [(3, "3 cells")]
    with pytest.raises(Faults, match="board 0"):
        received_csv.loads(f"{header}\n1,1,1,1,0,1,2,1,N,4 S,=,,,0\n", "r.csv")
    with pytest.raises(Faults, match="no column PairNS"):
        received_csv.loads("Section,Table,Round,Board,PairEW,Contract,Result\n", "r.csv")
    with pytest.raises(Faults, match="no results"):
        received_csv.loads(header, "r.csv")


def test_what_is_recognised() -> None:
    assert one_format(received_csv.dumps(travellers()).encode()) == ["bridgemate"]
    assert formats.loads(received_csv.dumps(travellers()), "friday.csv").source == "bridgemate"


@examples(40)
@given(spoiled([received_csv.dumps(travellers()).encode()]))
def test_a_spoiled_file_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(received_csv.loads, data, "r.csv")
