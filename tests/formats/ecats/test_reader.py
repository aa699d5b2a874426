"""Files for ECats: results, pairs and club together or results alone, artificial scores, all faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from amends import Faults, formats
from amends.bridge import BySide
from amends.event.event import Player
from amends.formats import ecats
from amends.formats.common.pages import PageSet
from amends.journal.chain import Document
from support.examples import examples
from support.saved_pages import check_outcome, lines_that_follow, one_format, outcome, put, spoiled, zipped


def result(board: int, pairs: str, ns: int, ew: int, contract: str, points: str, adjusted: str = "") -> str:
    first, second = pairs.split("-")
    bid, declarer, tricks = [*contract.split(), "", "", ""][:3]
    mine, theirs = points.split("/")
    cells = ["", "0", '""', '""', board, first, second, ns, ew, "0", f'"{bid}"', f'"{tricks}"', f'"{declarer}"']
    return "\t".join(map(str, [*cells, mine, theirs, f'"{adjusted}"', "9999", "0", "0"])) + "\r\n"


def pair(number: int, first: str, second: str, direction: str = "NS") -> str:
    return f'\t0\t0\t{number}\t"{first} & {second}"\t"{first}"\t"{second}"\t"{direction}"\r\n'


def club(two: str = "false") -> str:
    texts = ("A club", "A town", "", "Nowhere", "Vera Dir", "0123", "", "")
    quoted = "\t".join(f'"{text}"' for text in texts)
    return f'\t1\t"{two}"\t3\t0\t"true"\t{quoted}\t"false"\t9999\t"5.1"\t"31/12/2031"\t"Spring Pairs"\r\n'


RESULTS = (
    result(1, "1-2", 420, 0, "4S N 10", "2.0/0.0")
    + result(1, "3-4", 0, 50, "3NT N 8", "0.0/2.0")
    + result(2, "2-1", 0, 0, "Pass", "1.0/1.0")
    + result(2, "4-3", 0, 0, "", "1.0/1.0")
    + result(3, "1-3", 0, 0, "", "1.5/0.5", "A6040")
    + result(3, "2-4", 90, 0, "2D N 8", "1.0/1.0")
)
PAIRS = pair(1, "Ash", "Beech") + pair(2, "Cedar", "Date") + pair(3, "Elm", "Fir") + pair(4, "Gum", "Holly")
FILES = {"R.txt": RESULTS, "P.txt": PAIRS, "C.txt": club(), "E.txt": "End\r\n"}


def check(document: Document) -> None:
    event = document.event
    assert (document.source, event.title, event.winners) == ("ecats", "Spring Pairs", 1)
    assert [(each.id, str(each.result)) for each in event.results] == [
        ("1/1-2", "4S N ="),
        ("1/3-4", "3NT N -1"),
        ("2/2-1", "pass"),
        ("2/4-3", "0"),
        ("3/1-3", "np"),
        ("3/2-4", "2D N ="),
    ]
    assert [str(award) for award in event.rulings[0].awards] == ["A+", "A-"]
    assert event.contestants["2"].players == (Player("Cedar"), Player("Date"))
    assert document.about == {"club": "A club", "venue": "A town", "event_id": "9999", "date": "2031-12-31"}
    assert document.published.lines["1/3-4"].points.map(str) == BySide("0.0", "2.0")


def test_the_files_of_a_folder_or_a_zip_are_one_event(tmp_path: Path) -> None:
    check(formats.load(put(tmp_path, FILES)))
    check(formats.load(tmp_path / "P.txt"))
    check(formats.loads(zipped(FILES), "sims.zip"))


def test_names_may_have_a_prefix_and_two_events_may_lie_together(tmp_path: Path) -> None:
    put(tmp_path, {f"009999Club{name}": text for name, text in FILES.items()} | {"r.txt": RESULTS})
    check(formats.load(tmp_path / "009999ClubR.txt"))
    with pytest.raises(Faults, match="pages of 2 events"):
        formats.load(tmp_path)


def test_results_alone_are_an_event_without_names() -> None:
    document = ecats.loads(RESULTS, "R.txt")
    assert set(document.event.contestants) == {"1", "2", "3", "4"}
    assert lines_that_follow(document) == (6, 6)


def test_two_winners_by_the_file_of_the_club() -> None:
    files = FILES | {"C.txt": club("true"), "P.txt": PAIRS.replace('Date"\t"NS"', 'Date"\t"EW"')}
    pages = PageSet("sims", {name: text.encode() for name, text in files.items()})
    assert ecats.loads_pages(pages).event.winners == 2
    assert ecats.loads_pages(pages, winners=1).event.winners == 1


def test_scores_of_both_sides_that_differ_are_a_split_score() -> None:
    event = ecats.loads(result(1, "1-2", 100, 50, "", "1/1"), "R.txt").event
    assert [str(award) for award in event.rulings[0].awards] == ["+100", "-50"]


def test_matchpoints_that_are_all_0_are_no_figures() -> None:
    document = ecats.loads(result(1, "1-2", 420, 0, "", "0/0") + result(1, "3-4", 0, 50, "", "0/0"), "R.txt")
    assert not any(document.published.lines["1/1-2"].points)
    assert [note.words for note in document.notes] == ["the matchpoints (all 0) are no figures"]


def test_all_faults_at_once_with_their_lines() -> None:
    text = (
        RESULTS
        + result(0, "1-2", 420, 0, "", "2/0")
        + result(4, "x-2", 420, 0, "", "2/0")
        + result(4, "1-2", 420, 0, "", "2/y")
        + result(4, "1-2", 420, 0, "", "2/0", "A7030")
        + result(4, "1-2", 420, 0, "", "2/0").replace("420", "4.20")
        + "\tone\ttwo\r\n"
    )
    with pytest.raises(Faults) as trouble:
        ecats.loads(text, "R.txt")
    assert [(fault.line, fault.where, fault.found) for fault in trouble.value.faults] == [
        (7, "", "the board '0'"),
        (8, "board 4", "the pairs 'x' and '2'"),
        (9, "board 4", "the figure 'y'"),
        (10, "board 4", "the adjustment 'A7030'"),
        (11, "board 4", "the scores '4.20' and '0'"),
        (12, "", "2 columns"),
    ]


def test_pairs_alone_have_no_results() -> None:
    with pytest.raises(Faults, match="no file of results"):
        ecats.loads(PAIRS, "P.txt")


def test_what_is_recognised() -> None:
    found = {name: one_format(text.encode()) for name, text in FILES.items()}
    assert found == {"R.txt": ["ecats"], "P.txt": ["ecats"], "C.txt": ["ecats"], "E.txt": []}


@examples(40)
@given(spoiled([RESULTS.encode(), PAIRS.encode(), club().encode()]))
def test_a_spoiled_file_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(ecats.loads, data, "R.txt")
    outcome(lambda data, name: ecats.loads_pages(PageSet(name, {"R.txt": data, "P.txt": PAIRS.encode()})), data, "sims")
