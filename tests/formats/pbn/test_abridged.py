"""PBN that does not say all: games without a number, stages without a session, titles outside the tags."""

from __future__ import annotations

from pathlib import Path

import pytest

from amends.event.published import Printed
from amends.formats import pbn
from amends.journal.chain import Document

DATA = Path(__file__).resolve().parents[2] / "data" / "pbn"
DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
OTHER = "N:.AKQJT98765432.. AKQJT98765432... ..AKQJT98765432. ...AKQJT98765432"
MATCH = '[Event "Cup"][Stage "Final:1"][HomeTeam "Herons"][VisitTeam "Kites"]\n'
PLAYED = '[Declarer "N"][Contract "4S"][Result "{}"]\n'


def results(document: Document) -> dict[str, str]:
    return {row.id: str(row.result) for row in document.event.results}


def words(document: Document) -> list[str]:
    return [note.words for note in document.notes]


# Games without a number


def players(room: str) -> str:
    return "".join(f'[{seat} "{seat} {room}"]' for seat in ("North", "East", "South", "West"))


def test_a_game_without_a_number_is_the_other_room_of_the_board_before() -> None:
    document = pbn.loads(
        f'{MATCH}{players("a")}[Board "1"][Vulnerable "All"][Deal "{DEAL}"]\n{PLAYED.format(10)}\n'
        f"{players('b')}{PLAYED.format(9)}\n"
        f'[Board "2"]{PLAYED.format(8)}\n'
        f"{PLAYED.format(7)}"
    )
    assert results(document) == {
        "1/Herons-Kites/open": "4S N =",
        "1/Kites-Herons/closed": "4S N -1",
        "2/Herons-Kites/open": "4S N -2",
        "2/Kites-Herons/closed": "4S N -3",
    }
    norths = [row.record.players[0] for row in document.event.results if row.record]
    assert norths == ["North a", "North b", "North a", "North b"]
    assert (len(document.event.deals), document.notes) == (1, ())


@pytest.mark.parametrize(("room", "rooms"), [("Open", ["open", "closed"]), ("Closed", ["closed", "open"])])
def test_the_room_that_is_not_named_is_the_other_one(room: str, rooms: list[str]) -> None:
    document = pbn.loads(f'{MATCH}[Board "1"][Room "{room}"]{PLAYED.format(10)}\n{PLAYED.format(9)}')
    assert [row.room for row in document.event.results] == rooms


def test_a_board_may_begin_with_a_game_that_has_no_result() -> None:
    document = pbn.loads(f'{MATCH}{players("a")}[Room "Closed"][Board "1"]\n\n{PLAYED.format(10)}\n{PLAYED.format(9)}')
    assert results(document) == {"1/Kites-Herons/closed": "4S N =", "1/Herons-Kites/open": "4S N -1"}
    assert [row.record and row.record.players[0] for row in document.event.results] == ["North a", None]


def test_another_match_takes_nothing_from_the_one_before() -> None:
    other = MATCH.replace("Herons", "Larks").replace('[Stage "Final:1"]', "")
    document = pbn.loads(
        f'{MATCH}[Round "1"]{players("a")}[Board "1"]{PLAYED.format(10)}\n{PLAYED.format(9)}\n'
        f'{other}[Board "1"]{PLAYED.format(8)}\n{PLAYED.format(7)}'
    )
    larks = [row for row in document.event.results if "Larks" in row.id]
    assert [(row.round, row.record) for row in larks] == [("", None), ("", None)]


def test_a_file_that_says_all_in_each_game_takes_nothing_from_the_game_before() -> None:
    document = pbn.loads(f'{MATCH}[Board "1"]{PLAYED.format(10)}\n[Board "2"]{PLAYED.format(9)}')
    assert list(results(document)) == ["1/Herons-Kites/open", "2/Home-Visit/open"]


@pytest.mark.parametrize(
    ("tags", "number"),
    [
        ("", 2),
        ('[Dealer "N"][Vulnerable "None"]', 17),
        ('[Dealer "E"][Vulnerable "NS"]', 2),
        ('[Dealer "W"]', 4),
        ('[Vulnerable "All"]', 4),
    ],
)
def test_a_deal_without_a_number_has_a_free_one_that_suits_it(tags: str, number: int) -> None:
    document = pbn.loads(f'[Board "01"][Contract "Pass"]\n\n[Board ""][Deal "{DEAL}"]{tags}{PLAYED.format(13)}')
    assert [row.board for row in document.event.results] == [1, number]
    assert words(document) == [f"a deal that was played has no board number: it is called board {number} here"]
    assert document.notes[0].kind == "left-out"
    assert document.event.vulnerable == {}


def test_the_same_deal_has_the_same_number_unless_the_same_players_have_played_it() -> None:
    games = (
        f'[Board "7"][Deal "{DEAL}"]{players("a")}{PLAYED.format(10)}',
        f'[Deal "{DEAL}"]{players("b")}{PLAYED.format(9)}',
        f'[Deal "{DEAL}"]{players("a")}{PLAYED.format(8)}',
        f'[Deal "{OTHER}"]{players("a")}{PLAYED.format(7)}',
    )
    document = pbn.loads("\n".join(games))
    assert [row.board for row in document.event.results] == [7, 7, 1, 2]


@pytest.mark.parametrize("deal", ["", "$deal", "N:- - - -"])
def test_a_table_with_neither_number_nor_deal_is_left_out_and_the_others_are_kept(deal: str) -> None:
    document = pbn.loads(
        f'[Board ""][Deal "{deal}"][Contract "Pass"]\n\n'
        f'[Board "3"][Contract "Pass"]\n\n[Scoring "MP"]\n\n[ScoreMP "NS 4"]\n'
    )
    left = "a table without a board number and without a deal that can be read"
    assert [row.board for row in document.event.results] == [3]
    assert words(document) == ([left, left])


def test_lines_that_end_in_two_carriage_returns_are_of_one_game() -> None:
    document = pbn.loads(b'[Board "1"]\r\r\n[Declarer "N"]\r\r\n[Contract "4S"]\r\r\n[Result "10"]\r\r\n')
    assert list(results(document).values()) == ["4S N ="]


# Sessions


@pytest.mark.parametrize("name", ["Stage", "Event", "Date", "Session"])
@pytest.mark.parametrize("rooms", [("", ""), ('[Room "Open"]', '[Room "Closed"]')])
def test_a_board_that_a_match_plays_again_in_another_stage_is_of_another_session(
    name: str, rooms: tuple[str, str]
) -> None:
    teams = '[HomeTeam "Herons"][VisitTeam "Kites"][Board "1"]'
    days = ("2026.11.06", "2026.11.07")
    games = [f'{teams}[{name} "{day}"]{room}{PLAYED.format(9)}' for day in days for room in rooms]
    found = pbn.loads("\n".join(games)).event.results
    first, second = days if name == "Session" else ("1", "2")
    assert [(row.session, row.room) for row in found] == [
        (first, "open"), (first, "closed"), (second, "open"), (second, "closed"),
    ]  # fmt: skip


def test_stages_of_one_session_are_told_apart_too() -> None:
    game = '[Session "a"][Stage "{}"][Board "1"][PairNS "1"][PairEW "2"][Contract "Pass"]\n\n'
    assert [row.session for row in pbn.loads(game.format("x") + game.format("y")).event.results] == ["1", "2"]


def test_stages_with_other_pairs_or_other_boards_are_one_session() -> None:
    game = '[Stage "{}"][Board "{}"]{}[Contract "Pass"]\n\n'
    text = game.format("x", 1, players("a")) + game.format("y", 1, players("b")) + game.format("y", 2, players("a"))
    assert {row.session for row in pbn.loads(text).event.results} == {""}


# What is printed


def test_the_score_of_each_room_is_kept_as_it_was_printed() -> None:
    document = pbn.loads(f'{MATCH}[Board "1"][Score "NS 420"][ScoreIMP "NS 10"]{PLAYED.format(10)}')
    line = document.published.lines["1/Herons-Kites/open"]
    assert (line.score, line.points.ns) == (Printed("420"), None)
    assert document.published.matches[0].imps == {1: Printed("10")}


@pytest.mark.parametrize(
    ("columns", "cells", "total", "master_points"),
    [
        ("PairId;MP;Percentage", "1 144.5 57.8", "144.5", None),
        ("PairId;TotalMP;MP;Percentage", "1 144.5 0.32 57.8", "144.5", "0.32"),
    ],
)
def test_mp_is_the_total_where_there_is_no_other(
    columns: str, cells: str, total: str, master_points: str | None
) -> None:
    table = '[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50\n'
    (standing,) = pbn.loads(f'[Board "1"]\n{table}[TotalScoreTable "{columns}"]\n{cells}\n').published.standings
    assert (standing.total, standing.percent) == (Printed(total), Printed("57.8"))
    assert standing.master_points == (Printed(master_points) if master_points else None)


# Other things that programs write


def test_two_dashes_are_a_card_that_is_not_known_or_a_seat_before_the_dealer() -> None:
    text = '[Board "1"][PairNS "1"][PairEW "2"][Declarer "E"][Contract "5C"][Result "11"]\n'
    calls = '[Auction "N"]\n-- 5C AP\n[Play "S"]\nDK D4 D3 DJ\nH2 -- H7 --\n*\n'
    (row,) = pbn.loads(text + calls).event.results
    assert row.record is not None
    assert row.record.auction is not None
    assert str(row.record.auction) == "5C pass pass pass"
    assert " ".join(map(str, row.record.play)) == "DK D4 D3 DJ H2"


def test_the_titles_of_bridge_composer_stand_for_tags_that_say_nothing() -> None:
    titles = '%HRTitleDate 2026.05.12\n%HRTitleEvent "Tuesday \\"Pairs\\""\n%HRTitleSite "A Club"\n'
    document = pbn.loads(f'% PBN 2.1\n{titles}[Event ""][Site ""][Date ""][Board "1"]')
    assert document.event.title == 'Tuesday "Pairs"'
    assert (document.about["date"], document.about["venue"]) == ("2026-05-12", "A Club")
    said = pbn.loads(f'% PBN 2.1\n{titles}[Event "Friday"][Site "Town"][Date "2026.11.13"][Board "1"]')
    assert (said.event.title, said.about["venue"], said.about["date"]) == ("Friday", "Town", "2026-11-13")


@pytest.mark.parametrize(
    ("tag", "notes"),
    [
        ("MP;MP1", []),
        ("IMP;Cross2", []),
        ("MP;MP2", ["that is the setting matchpoints_per_win = 1"]),
        ("IMP;Butler-2", ['that is the setting butler_trim = "1"']),
        ("IMP;Butler;Median", ['that is the setting butler_trim = "median"']),
        ("IMP;Cross1", ['that is the setting cross_imps_divisor = "tables"']),
        ("MP;Ascherman;ascherman", ["a result counts as equal to itself: not taken into account"]),
        ("MP;Bastille", ["not taken into account"]),
        ("EMP", ["European matchpoints: not taken into account"]),
        ("MP;OldMP", ["not taken into account"]),
        ("MP;Mitchell3", ["'mitchell3', which is not known here: not taken into account"]),
    ],
)
def test_a_variant_that_the_scoring_does_not_carry_is_said_once(tag: str, notes: list[str]) -> None:
    found = pbn.loads(f'[Board "1"][Scoring "{tag}"][ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50').notes
    assert {note.kind for note in found} <= {"left-out"}
    assert len(found) == len(notes)
    for note, part in zip(found, notes, strict=True):
        assert part in note.words


def test_a_match_that_says_once_what_holds_for_several_games() -> None:
    document = pbn.load(DATA / "abridged.pbn")
    assert (document.event.title, document.about["date"]) == ("Invented Cup", "2026-11-13")
    assert list(results(document)) == [
        "1//1/Herons-Kites/open",
        "1//1/Kites-Herons/closed",
        "1//2/Herons-Kites/open",
        "1//2/Kites-Herons/closed",
        "2//1/Herons-Kites/open",
        "2//1/Kites-Herons/closed",
    ]
    assert [note.words for note in document.notes] == []
