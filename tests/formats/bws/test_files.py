"""Whole files of Bridgemate: one that another library wrote, and real ones where they are at hand."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import pytest

from amends import formats
from amends.event.event import Form
from amends.formats import bws
from amends.journal.chain import Document
from amends.scoring.event import score

CLUB = Path(__file__).parents[2] / "data" / "bws" / "club.bws.gz"
REAL = Path(__file__).parents[4] / "shared" / "data" / "bws"


@pytest.fixture(scope="module")
def club() -> Document:
    return bws.loads(gzip.decompress(CLUB.read_bytes()), "club.bws")


def rows(found: Document, section: str, round: str) -> list[str]:
    ruled = {ruling.id.removeprefix("file "): ruling.awards for ruling in found.event.rulings}
    return [
        f"{row.table}: {row.board} {row.words}: {row.result}"
        + (f", {ruled[row.id].ns} and {ruled[row.id].ew}" if row.id in ruled else "")
        for row in found.event.results
        if (row.section, row.round) == (section, round)
    ]


def test_the_head_of_the_file(club: Document) -> None:
    event = club.event
    assert (event.form, event.scoring, event.winners, event.title) == (Form.PAIRS, "matchpoints", 1, "Invented evening")
    assert club.about == {
        "date": "2024-03-15", "event_id": "0123456789ABCDEF0123456789ABCDEF", "version": "Access 2000",
    }  # fmt: skip
    assert (len(event.results), len(event.contestants), len(event.rulings)) == (62, 13, 13)


def test_the_nine_artificial_scores_and_a_board_not_played(club: Document) -> None:
    assert rows(club, "A", "1") == [
        "1: 1 A1 against A6: np, A+ and A-",
        "1: 2 A1 against A6: np, A- and A+",
        "2: 3 A2 against A7: np, A and A",
        "2: 4 A2 against A7: np, A+ and A+",
        "3: 5 A3 against A8: np, A- and A-",
        "3: 6 A3 against A8: np, A+ and A",
        "4: 7 A4 against A9: np, A and A+",
        "4: 8 A4 against A9: np, A and A-",
        "5: 9 A5 against A10: np, A- and A",
        "5: 10 A5 against A10: np",
    ]


def test_the_other_remarks_passes_and_doubles(club: Document) -> None:
    assert rows(club, "A", "2") == [
        "1: 3 A1 against A10: np",
        "1: 4 A10 against A1: 4S N =",
        "2: 5 A2 against A6: pass",
        "2: 6 A2 against A6: 5Cxx W -1",
        "3: 7 A3 against A7: 4Sx E +1",
        "3: 8 A3 against A7: np",
        "4: 9 A4 against A8: np, A+ and A-",
        "4: 10 A4 against A8: np, A- and A+",
        "5: 1 A5 against A9: np, A+ and None",
        "5: 2 A5 against A9: np, 55% and 45%",
    ]


def test_rows_erased_sent_again_and_never_sent(club: Document) -> None:
    third = rows(club, "A", "3")
    assert "3: 9 A3 against A6: 3NT E +1" in third  # erased, and sent again
    assert "4: 1 A4 against A7: np" in third  # erased
    assert "2: 7 A2 against A10: np" in third  # never sent
    assert len(third) == 10
    assert rows(club, "B", "1") == [
        "1: 1 B1 against B2: 4H N =",
        rows(club, "B", "1")[1],
        "2: 1 B3 against nobody: sit-out",
        "2: 2 B3 against nobody: sit-out",
    ]
    counted = Counter(note.kind for note in club.notes)
    assert counted == {"erased": 3, "waiting": 2, "left-out": 1, "unreadable": 1}


def test_players_records_and_hands(club: Document) -> None:
    event = club.event
    assert [player.name for player in event.contestants["A1"].players] == ["Player 2", "Player 3"]
    assert [player.name for player in event.contestants["A6"].players] == ["Player 4", "Игрок 5"]
    assert [player.name for player in event.contestants["A2"].players] == ["Player 6", "Player 7"]
    (recorded,) = (row.record for row in event.results if row.record and row.record.auction)
    assert (str(recorded.auction), str(recorded.lead)) == ("1S pass 2NT X 4S pass pass pass", "HT")
    assert " ".join(map(str, recorded.play)) == "HT H2 HK HA"
    assert [(dealt.board, dealt.section, dealt.deal.whole) for dealt in event.deals] == [
        (board, "A", True) for board in (1, 2, 3, 4)
    ]
    (remark,) = (row.record.remark for row in event.results if row.record and row.record.remark)
    assert (len(remark), remark[:23]) == (136, "The director was called")


def test_the_event_can_be_scored(club: Document) -> None:
    standings = score(club.event)
    assert len(standings.lines("A1")) == 10


# Real files, where they lie beside the project


def real(name: str) -> Document:
    return formats.load(REAL / name)


@pytest.mark.shared_data
def test_a_real_file_of_access_2000() -> None:
    found = real("bridgeakhper_template_mdb.bws")
    event = found.event
    assert (len(event.results), len(event.contestants), event.winners) == (63, 7, 1)
    assert sorted(event.contestants) == [str(number) for number in range(901, 908)]
    assert sum(row.record is not None and row.record.lead is not None for row in event.results) == 62
    # The movement in it is of another day, and a table's number stands for two tables.
    assert Counter(note.kind for note in found.notes) == {"repeated": 3, "left-out": 1}
    assert all(str(row.result) not in ("np", "sit-out") for row in event.results)
    score(event)


@pytest.mark.shared_data
def test_a_real_file_of_access_97() -> None:
    found = real("bridgemanager_BMInput1.bws")
    event = found.event
    # 156 rows: a result, the message that erases it, and the result that was sent then.
    assert (len(event.results), len(event.contestants), event.winners) == (154, 15, 1)
    assert (found.about["date"], found.about["version"]) == ("2019-08-26", "Access 97")
    again = [str(row.result) for row in event.results if (row.round, row.table, row.board) == ("10", "8", 12)]
    assert again == ["4NT E +1"]
    assert Counter(note.kind for note in found.notes) == {"erased": 1, "left-out": 1}
    score(event)
