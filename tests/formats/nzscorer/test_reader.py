"""NZ Scorer XML: results with matchpoints times ten, phantoms, adjusted scores, handicaps."""

from __future__ import annotations

import pytest
from hypothesis import given

from amends import Faults, formats
from amends.bridge import BySide
from amends.event.event import Player
from amends.formats import nzscorer
from amends.formats.common.building import SIT_OUT
from amends.journal.chain import Document
from support.examples import examples
from support.saved_pages import SAMPLES, check_outcome, one_format, spoiled, tallies


def result(ns: int, ew: int, board: int = 1, **more: str) -> str:
    found = {"dec": "N", "cont": "3 NT", "lead": "HQ", "res": "=", "score": "400", "mp_ns": "20", "mp_ew": "0"} | more
    given = "".join(f' {key}="{text}"' for key, text in found.items())
    return f'<result tab="1" bd="{board}" rnd="1" ns="{ns}" ew="{ew}"{given}/>\n'


def pair(number: int, direction: str, **more: str) -> str:
    found = {"match_points": "12/24", "place": "1", "res": "51.5", "raw_score": "50", "handicap": "3"} | more
    given = "".join(f' {key}="{text}"' for key, text in found.items())
    names = f'player_name_1="P{number}{direction}" nzb_no_1="7{number}" player_name_2="Q{number}{direction}"'
    return f'<pair {names} dir="{direction}" no="{number}"{given}/>\n'


PAIRS = pair(1, "N") + pair(2, "N") + pair(1, "E") + pair(2, "E")
LINES = result(1, 1) + result(2, 2, cont="4 H x", dec="W", res="-1", score="100", mp_ns="0", mp_ew="25")


def session(lines: str = LINES, pairs: str = PAIRS, **more: str) -> str:
    found = {"club": "Club", "scoring_type": "MP", "event_name": "Pairs", "event_date": "12/09/2030"} | more
    given = "".join(f' {key}="{text}"' for key, text in found.items())
    return (
        f'<?xml version="1.0"?>\n<session{given}>\n<board_results><brsection id="A">\n{lines}</brsection>'
        "</board_results>"
        f'<scores><scsection id="A">\n{pairs}</scsection></scores></session>\n'
    )


def read(*args: str, **more: str) -> Document:
    return nzscorer.loads(session(*args, **more), "s.xml")


def test_results_pairs_and_printed_figures() -> None:
    document = read()
    event = document.event
    assert (event.title, event.winners, event.scoring) == ("Pairs", 2, "matchpoints")
    assert [(each.id, str(each.result), each.round) for each in event.results] == [
        ("/A/1/1NS-1EW", "3NT N =", "1"),
        ("/A/1/2NS-2EW", "4Hx W -1", "1"),
    ]
    assert document.published.lines["/A/1/2NS-2EW"].points.map(str) == BySide("0.0", "2.5")
    assert event.contestants["1EW"].players == (Player("P1E", "71"), Player("Q1E"))
    first = document.published.standings[0]
    assert (str(first.total), str(first.percent), str(first.handicap)) == ("12", "51.5", "3")
    assert document.about["date"] == "2030-09-12"


def test_one_winner_and_a_phantom() -> None:
    nobody = result(1, 9, board=2, dec="", cont="", lead="", res="", score="", mp_ns="-9999", mp_ew="-9999")
    event = read(result(1, 2) + nobody, pair(1, "H") + pair(2, "H")).event
    assert (event.winners, [(each.id, each.result == SIT_OUT) for each in event.results]) == (
        1,
        [("/A/1/1-2", False), ("/A/2/1-", True)],
    )


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"cont": "PASS", "dec": "N", "score": "0"}, "pass"),
        ({"cont": "N P", "res": " ", "score": "0"}, "0"),
        ({"cont": "2 N", "res": "+1", "score": "150"}, "2NT N +1"),
        ({"cont": "", "dec": "", "res": "", "score": "", "mp_ns": "-9999", "mp_ew": "-9999"}, "np"),
    ],
)
def test_what_a_line_says(more: dict[str, str], expected: str) -> None:
    assert str(read(result(1, 1, 1, **more)).event.results[0].result) == expected


def test_an_adjusted_score_is_kept_in_figures_and_said() -> None:
    document = read(LINES + result(3, 3, score="Adj", cont="", res="", mp_ns="12", mp_ew="8"))
    assert [str(award) for award in document.event.rulings[0].awards] == ["published 1.2", "published 0.8"]
    assert "what it is made of is not in the file" in document.notes[-1].words


def test_sections_are_compared_for_themselves_unless_the_file_says_otherwise() -> None:
    lines = f'{LINES}</brsection><brsection id="B">{LINES}'
    assert read(lines).event.regulation.field == "section"
    assert read(lines, field_scoring="true").event.regulation.field == "event"


def test_all_faults_at_once_with_their_lines() -> None:
    with pytest.raises(Faults) as trouble:
        read(LINES.replace('bd="1"', 'bd="x"', 1), pair(1, "N").replace('no="1"', 'no=""'), scoring_type="VP")
    assert [(fault.line, fault.found) for fault in trouble.value.faults] == [
        (2, "scoring_type 'VP'"),
        (7, "the pair ''"),
        (4, "the board 'x'"),
    ]


@pytest.mark.parametrize(
    "data",
    [
        "<session scoring_type='MP'>",
        '<!DOCTYPE x [<!ENTITY y "z">]><session scoring_type="MP">&y;</session>',
        "<a/>",
        "",
    ],
)
def test_what_is_no_such_file(data: str) -> None:
    with pytest.raises(Faults):
        nzscorer.loads(data)


def test_what_is_recognised() -> None:
    assert one_format(session().encode()) == ["nzscorer"]
    assert formats.loads(session().encode(), "x.xml").source == "nzscorer"


@examples(40)
@given(spoiled([session().encode()]))
def test_a_spoiled_file_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(nzscorer.loads, data, "s.xml")


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "lines", "contestants"),
    [
        ("pairs-with-np-passed.xml", (338, 338), (26, 26)),
        ("handicap-pairs.xml", (198, 198), (18, 18)),
        ("three-quarter-howell-with-phantom.xml", (120, 135), (9, 11)),  # boards 1 to 3: a result that is not printed
    ],
)
def test_real_files(name: str, lines: tuple[int, int], contestants: tuple[int, int]) -> None:
    document = formats.load(SAMPLES / "nzscorer-xml" / name)
    follows = tallies(document)
    assert len(document.event.contestants) == contestants[1]
    assert follows["matchpoint lines"][1] == lines[1]
    assert follows["matchpoint lines"][0] >= lines[0]
    assert follows["percentages"][0] >= contestants[0]
    assert follows["places"] == (contestants[1], contestants[1])
