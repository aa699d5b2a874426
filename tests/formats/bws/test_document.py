"""The rows of Bridgemate's tables become an event; what is odd in them becomes a note."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.awards import NotScored
from amends.bridge import Seat
from amends.event.event import Form, Player
from amends.event.table_result import TableResult
from amends.faults import Faults
from amends.formats.bws import received
from amends.formats.bws.access import AccessTables
from amends.formats.bws.child import WANTED
from amends.formats.bws.document import document
from amends.journal.chain import Document
from amends.scoring.event import score

Row = dict[str, Any]


def result(
    board: int = 1, ns: int = 1, ew: int = 2, contract: str = "3 NT", by: str = "N", made: str = "=", **more: Any
) -> Row:
    """A row of ReceivedData: table 1 of round 1 in section 1, unless it is said otherwise."""
    given: Row = {
        "Section": 1, "Table": 1, "Round": 1, "Board": board, "PairNS": ns, "PairEW": ew, "NS/EW": by,
        "Contract": contract, "Result": made, "LeadCard": "", "Remarks": "", "Erased": False,
    }  # fmt: skip
    return given | more


def remark(text: str, **more: Any) -> Row:
    return result(contract="", by="", made="", Remarks=text, **more)


def scheduled(table: int, ns: int, ew: int, low: int = 1, high: int = 2, round: int = 1, **more: Any) -> Row:
    given: Row = {
        "Section": 1,
        "Table": table,
        "Round": round,
        "NSPair": ns,
        "EWPair": ew,
        "LowBoard": low,
        "HighBoard": high,
    }
    return given | more


def read(received: Sequence[Row], *, winners: int | None = None, **tables: Sequence[Row]) -> Document:
    """The document of some tables; rows of results are numbered from 1 in the order they are given."""
    numbered = [{"ID": number, **row} for number, row in enumerate(received, 1)]
    return document(
        AccessTables({"ReceivedData": numbered, **{k: list(v) for k, v in tables.items()}}), "t.bws", winners=winners
    )


def only(found: Document) -> TableResult:
    (row,) = found.event.results
    return row


def kinds(found: Document) -> list[str]:
    return [note.kind for note in found.notes]


def shown(found: Document) -> list[str]:
    """Each row: board, who sat there, result; and awards."""
    ruled = {ruling.id.removeprefix("file "): ruling.awards for ruling in found.event.rulings}
    return [
        f"{row.board} {row.words}: {row.result}"
        + (f" {ruled[row.id].ns} {ruled[row.id].ew}" if row.id in ruled else "")
        for row in found.event.results
    ]


# Contracts


@pytest.mark.parametrize(
    ("contract", "by", "made", "expected"),
    [
        ("3 NT", "N", "=", "3NT N ="),
        ("4 S x", "E", "+1", "4Sx E +1"),
        ("5 C xx", "W", "-2", "5Cxx W -2"),
        ("1 D", "S", "+6", "1D S +6"),
        ("7 H", "S", "-13", "7H S -13"),
        ("4HX", "n", "-1", "4Hx N -1"),
        ("2 N", "N", "−1", "2NT N -1"),
        ("PASS", "", "", "pass"),
        ("Pass", "N", "=", "pass"),
    ],
)
def test_a_contract_with_its_result_is_read(contract: str, by: str, made: str, expected: str) -> None:
    found = read([result(contract=contract, by=by, made=made)])
    assert (shown(found), kinds(found)) == ([f"1 1 against 2: {expected}"], [])


@pytest.mark.parametrize(
    ("contract", "by", "made", "words"),
    [
        ("8 S", "N", "=", "the contract '8 S'"),
        ("hello", "N", "=", "the contract 'hello'"),
        ("", "", "", "no contract"),
        ("3 NT", "Z", "=", "the declarer 'Z'"),
        ("3 NT", "", "=", "no declarer"),
        ("3 NT", "N", "", "a contract without its result"),
        ("3 NT", "N", "9", "the result '9'"),
        ("3 NT", "N", "+5", "14 tricks"),
        ("3 NT", "N", "-10", "-1 tricks"),
    ],
)
def test_a_row_that_cannot_be_read_is_a_board_without_a_score(contract: str, by: str, made: str, words: str) -> None:
    found = read([result(contract=contract, by=by, made=made)])
    assert (shown(found), kinds(found)) == (["1 1 against 2: np"], ["unreadable"])
    assert words in str(found.notes[0])
    assert found.notes[0].table == only(found).id


@pytest.mark.parametrize(
    ("by", "declarer", "expected"),
    [("NS", 0, "3NT N ="), ("E-W", 0, "3NT E ="), ("", 1, "3NT N ="), ("?", 2, "3NT E =")],
)
def test_where_only_the_side_that_declared_is_known_one_of_it_is_taken(by: str, declarer: int, expected: str) -> None:
    found = read([result(by=by, Declarer=declarer)])
    assert (shown(found), kinds(found)) == ([f"1 1 against 2: {expected}"], ["unreadable"])


# Remarks


@pytest.mark.parametrize(
    ("text", "ns", "ew"),
    [
        *((f"{ns}%-{ew}%", {60: "A+", 50: "A", 40: "A-"}[ns], {60: "A+", 50: "A", 40: "A-"}[ew])
          for ns in (40, 50, 60) for ew in (40, 50, 60)),
        ("40%/60%", "A-", "A+"),
        ("60%–40%", "A+", "A-"),
        ("60% - 50%", "A+", "A"),
        ("55%-45%", "55%", "45%"),
        ("66,5%-33.5%", "66.5%", "33.5%"),
        ("G+/G-", "A+", "A-"),
        ("A A+", "A", "A+"),
    ],
)  # fmt: skip
def test_an_artificial_score_is_an_award(text: str, ns: str, ew: str) -> None:
    found = read([remark(text)])
    assert (shown(found), kinds(found)) == ([f"1 1 against 2: np {ns} {ew}"], [])
    assert found.event.rulings[0].from_travellers


@pytest.mark.parametrize(("contract", "grade"), [("G+", "A+"), ("G", "A"), ("G-", "A-")])
def test_an_average_in_place_of_the_contract_is_of_north_south_and_east_west_waits(contract: str, grade: str) -> None:
    found = read([result(contract=contract, by="", made="")])
    assert (shown(found), kinds(found)) == ([f"1 1 against 2: np {grade} None"], ["waiting"])


def test_the_result_in_place_of_which_something_was_awarded_is_kept() -> None:
    assert shown(read([result(Remarks="60%-40%")])) == ["1 1 against 2: 3NT N = A+ A-"]


@pytest.mark.parametrize("text", ["Not played", "not  played", "Niet gespeeld", "NG", "np"])
def test_a_board_that_was_not_played(text: str) -> None:
    found = read([remark(text)])
    assert (shown(found), kinds(found), found.event.rulings) == (["1 1 against 2: np"], [], ())


def test_not_played_beside_a_contract_is_noted() -> None:
    found = read([result(Remarks="Not played")])
    assert (shown(found), kinds(found)) == (["1 1 against 2: np"], ["contract"])


def test_an_arbitral_score_waits_for_the_director() -> None:
    found = read([remark("Arbitral score"), result(2)])
    assert (shown(found)[0], kinds(found)) == ("1 1 against 2: np", ["waiting"])
    assert only(read([remark("Arbitral score")])).result == NotScored(expected=True)


def test_in_the_wrong_direction_the_pairs_are_turned_and_the_result_stands() -> None:
    found = read([result(Remarks="Wrong direction")])
    assert (shown(found), kinds(found)) == (["1 2 against 1: 3NT N ="], [])


def test_a_remark_that_nobody_knows_is_kept_beside_the_result() -> None:
    found = read([result(Remarks="Coffee spilt")])
    record = only(found).record
    assert (shown(found), kinds(found)) == (["1 1 against 2: 3NT N ="], ["unreadable"])
    assert record is not None
    assert record.remark == "Coffee spilt"


def test_more_than_a_hundred_per_cent_is_a_remark_that_nobody_knows() -> None:
    assert kinds(read([result(Remarks="160%-40%")])) == ["unreadable"]


def test_the_documentation_has_every_remark_and_every_table() -> None:
    page = (Path(__file__).parents[3] / "docs" / "formats" / "bws.md").read_text(encoding="utf-8")
    words = [word for word in received._WORDS if word]
    assert [word for word in (*words, *WANTED) if word.lower() not in page.lower()] == []


# Rows that were erased or sent again

GONE: Row = {"Erased": True, "Remarks": "Result erased"}


@pytest.mark.parametrize(
    ("rows", "expected", "noted"),
    [
        ([result(), result(**GONE), result(made="+1")], ["1 1 against 2: 3NT N +1"], ["erased"]),
        ([result(**GONE), result(made="+1")], ["1 1 against 2: 3NT N +1"], ["erased"]),
        ([result(), result(**GONE)], [], ["erased"]),
        ([result(), result(PairNS=0, PairEW=0, **GONE)], [], ["erased"]),
        ([result(**GONE)], [], ["erased"]),
        ([result(), result(made="+1")], ["1 1 against 2: 3NT N +1"], ["erased"]),
        ([result(), result(made="+1"), result(made="-1")], ["1 1 against 2: 3NT N -1"], ["erased", "erased"]),
        ([result(), result()], ["1 1 against 2: 3NT N ="], ["repeated"]),
        ([result(), result(ew=5)], ["1 1 against 5: 3NT N ="], ["erased"]),
        ([result(), result(ns=3, ew=4)], ["1 1 against 2: 3NT N =", "1 3 against 4: 3NT N ="], ["repeated"]),
        ([result(), remark("60%-40%")], ["1 1 against 2: np A+ A-"], ["erased"]),
    ],
)
def test_of_what_was_sent_for_a_board_at_a_table_the_last_counts(
    rows: list[Row], expected: list[str], noted: list[str]
) -> None:
    found = read(rows)
    assert (shown(found), kinds(found)) == (expected, noted)


def test_the_order_is_that_of_the_numbers_of_rows_not_of_the_file() -> None:
    found = read([result(ID=7), result(ID=3, made="+1")])
    assert shown(found) == ["1 1 against 2: 3NT N ="]


def test_the_same_pairs_twice_on_a_board_at_two_tables_is_a_fault() -> None:
    with pytest.raises(
        Faults, match=r"t\.bws:2: found board 1, 1 against 2 twice: 3NT N = and 3NT N \+1 \(first on line 1"
    ):
        read([result(), result(Table=2, made="+1")])


# The movement

FOUR = [scheduled(1, 1, 2), scheduled(2, 3, 4), scheduled(1, 1, 3, 3, 4, round=2), scheduled(2, 4, 2, 3, 4, round=2)]


@pytest.mark.parametrize(
    ("results", "rounds", "expected"),
    [
        # Table 2 has played board 2 and table 1 has not: its result never came.
        ([result(1), result(1, 3, 4, Table=2), result(2, 3, 4, Table=2)], FOUR, ["2 1 against 2: np"]),
        # Nobody has played board 2, or round 2.
        ([result(1), result(1, 3, 4, Table=2)], FOUR, []),
        # Nobody sat where the movement has them.
        ([result(1, 7, 8), result(2, 7, 8), result(1, 5, 6, Table=2)], FOUR, []),
        # Pair 2 sat at another table in that round.
        ([result(1, 3, 4, Table=2), result(2, 3, 4, Table=2), result(1, 9, 2, Table=3)], FOUR, []),
        # The boards of a list, not those from the lowest to the highest.
        ([result(1), result(1, 3, 4, Table=2), result(2, 3, 4, Table=2)],
         [scheduled(1, 1, 2, CustomBoards="1,5-7"), scheduled(2, 3, 4)], []),
        ([result(1), result(6, 3, 4, Table=2)],
         [scheduled(1, 1, 2, CustomBoards="1,5-7"), scheduled(2, 3, 4)], ["6 1 against 2: np", "1 3 against 4: np"]),
        # A row of the movement that no evening has.
        ([result(1), result(2, 3, 4, Table=2)],
         [scheduled(1, 1, 2, 1, 9000), scheduled(2, 3, 4)], ["1 3 against 4: np"]),
        ([result(1), result(2, 3, 4, Table=2)],
         [scheduled(1, 1, 2, -5, 2), scheduled(2, 3, 4)], ["1 3 against 4: np"]),
    ],
)  # fmt: skip
def test_a_result_that_never_came_is_a_board_not_played(
    results: list[Row], rounds: list[Row], expected: list[str]
) -> None:
    found = read(results, RoundData=rounds)
    assert [line for line in shown(found) if line.endswith("np")] == expected


def test_a_movement_of_another_day_is_left_out() -> None:
    found = read([result(1, 7, 8), result(1, 5, 6, Table=2)], RoundData=FOUR)
    assert kinds(found) == ["left-out"]
    assert "section A" in str(found.notes[0])


@pytest.mark.parametrize(("missing", "section"), [(0, []), (9, [{"ID": 1, "Letter": "A", "MissingPair": 9}])])
def test_a_pair_whose_opponents_are_missing_sits_out(missing: int, section: list[Row]) -> None:
    rounds = [scheduled(1, 1, 2), scheduled(2, 3, missing)]
    found = read([result(1), result(2)], RoundData=rounds, Section=section)
    assert shown(found)[2:] == ["1 3 against nobody: sit-out", "2 3 against nobody: sit-out"]
    assert set(found.event.contestants) == {"1", "2", "3"}


def test_a_row_of_a_table_where_nobody_sat_on_a_side_is_a_sit_out() -> None:
    found = read([result(1), remark("Not played", ns=3, ew=0, Table=2), result(1, 4, 0, Table=3)])
    assert shown(found)[1:] == ["1 3 against nobody: sit-out", "1 4 against nobody: sit-out"]
    assert kinds(found) == ["left-out"]


def test_a_missing_pair_that_has_a_contract_came_after_all() -> None:
    found = read([result(1), result(1, 3, 9, Table=2)], Section=[{"ID": 1, "Letter": "A", "MissingPair": 9}])
    assert shown(found)[1] == "1 3 against 9: 3NT N ="


def test_a_row_without_numbers_has_those_of_the_movement_or_is_left_out() -> None:
    found = read([result(1, 0, 0), result(1, 0, 0, Table=7)], RoundData=FOUR[:1])
    assert (shown(found), "left-out" in kinds(found)) == (["1 1 against 2: 3NT N ="], True)


def test_with_numbers_that_north_south_and_east_west_share_a_missing_result_is_found_too() -> None:
    rounds = [scheduled(table, table, table) for table in (1, 2, 3)]
    rows = [result(board, table, table, Table=table) for table in (1, 2, 3) for board in (1, 2)][:-1]
    found = read(rows, RoundData=rounds)
    assert (found.event.winners, shown(found)[-1]) == (2, "2 3NS against 3EW: np")


# Form, scoring, winners


def test_an_individual_has_four_contestants_at_a_table() -> None:
    found = read([result(1, 1, 2, South=3, West=4)])
    assert (found.event.form, found.event.winners) == (Form.INDIVIDUAL, 1)
    assert only(found).seats.ns == ("1", "3")
    assert only(found).seats.ew == ("2", "4")


def test_an_individual_whose_results_have_no_south_and_west_takes_them_from_the_movement() -> None:
    found = read([result(1, 1, 2)], RoundData=[scheduled(1, 1, 2, South=3, West=4)])
    assert shown(found) == ["1 1-3 against 2-4: 3NT N ="]


TEAMS = [{"ID": 1, "Letter": "A", "ScoringType": 4}]


def test_tables_with_crossed_pairs_are_the_rooms_of_a_match_of_teams() -> None:
    rows = [result(1, 1, 2), result(1, 2, 1, Table=2), result(1, 3, 4, Table=3), result(1, 4, 3, Table=4)]
    found = read(rows, Section=TEAMS)
    assert (found.event.form, found.event.scoring) == (Form.TEAMS, "imps")
    assert [(row.room, row.words) for row in found.event.results] == [
        ("open", "1 against 2"), ("closed", "2 against 1"), ("open", "3 against 4"), ("closed", "4 against 3"),
    ]  # fmt: skip
    assert kinds(found) == []
    score(found.event)


def test_a_board_that_was_played_in_one_room_alone_is_not_played_in_the_other() -> None:
    found = read([result(1, 1, 2)], Section=TEAMS, RoundData=[scheduled(1, 1, 2), scheduled(2, 2, 1)])
    assert [(row.room, str(row.result)) for row in found.event.results] == [("open", "3NT N ="), ("closed", "np")]


def test_teams_whose_tables_cannot_be_told_are_read_as_pairs() -> None:
    found = read([result(1, 1, 4), result(1, 3, 2, Table=2)], Section=TEAMS)
    assert (found.event.form, found.event.scoring, kinds(found)) == (Form.PAIRS, "butler", ["left-out"])


@pytest.mark.parametrize(
    ("type", "scoring"), [(0, "matchpoints"), (1, "matchpoints"), (2, "butler"), (3, "cross-imps"), (9, "matchpoints")]
)
def test_the_scoring_is_that_of_the_section(type: int, scoring: str) -> None:
    assert read([result()], Section=[{"ID": 1, "Letter": "A", "ScoringType": type}]).event.scoring == scoring


def test_sections_with_other_scoring_are_noted() -> None:
    types = [{"ID": 1, "Letter": "A", "ScoringType": 1}, {"ID": 2, "Letter": "B", "ScoringType": 2}]
    found = read([result(), result(Section=2)], Section=types)
    assert (found.event.scoring, kinds(found)) == ("matchpoints", ["left-out"])


MITCHELL = [result(1, ns, 10 + (ns + round) % 3, Table=ns, Round=round) for round in (1, 2, 3) for ns in (1, 2, 3)]
HOWELL = [result(1, 1, 2), result(1, 3, 4, Table=2), result(2, 1, 3, Round=2), result(2, 4, 2, Table=2, Round=2)]
SHARED = [result(1, 1, 2), result(1, 2, 1, Table=2)]


@pytest.mark.parametrize(
    ("rows", "said", "asked", "expected"),
    [
        (MITCHELL, 0, None, 2),
        (MITCHELL, 1, None, 1),
        (MITCHELL[:6], 0, None, 1),
        (MITCHELL[:6], 2, None, 2),
        (MITCHELL, 0, 1, 1),
        (HOWELL, 0, None, 1),
        (HOWELL, 2, 1, 1),
        (SHARED, 1, None, 2),
        ([], 2, None, 1),
    ],
)
def test_how_many_winners_there_are(rows: list[Row], said: int, asked: int | None, expected: int) -> None:
    rows = [row | {"Board": row["Board"] + 10 * row["Round"]} for row in rows]
    assert read(rows, winners=asked, Section=[{"ID": 1, "Letter": "A", "Winners": said}]).event.winners == expected


# Sections and sessions


def test_the_letters_of_sections_are_without_blanks_and_stand_before_the_numbers() -> None:
    letters = [{"ID": 1, "Letter": "A  "}, {"ID": 2, "Letter": "Red"}]
    found = read([result(), result(Section=2), result(Section=3)], Section=letters)
    assert [(row.section, row.words) for row in found.event.results] == [
        ("A", "A1 against A2"), ("Red", "Red1 against Red2"), ("C", "C1 against C2"),
    ]  # fmt: skip


def test_one_session_has_no_name_and_several_have_theirs() -> None:
    both = [{"ID": 1, "Letter": "A", "Session": 1}, {"ID": 2, "Letter": "B", "Session": 2}]
    named = [{"ID": 1, "Name": "Morning"}, {"ID": 2, "Name": "Evening"}]
    rows = [result(), result(Section=2)]
    assert [row.session for row in read(rows, Section=both, Session=named).event.results] == ["Morning", "Evening"]
    assert [row.session for row in read(rows, Section=both).event.results] == ["1", "2"]
    assert {row.session for row in read(rows[:1], Section=both[:1], Session=named).event.results} == {""}


def test_pairs_that_move_across_the_field_have_one_number_in_all_sections() -> None:
    found = read([result(), result(2, Section=2)], Session=[{"ID": 1, "PairsMoveAcrossField": True}])
    assert set(found.event.contestants) == {"1", "2"}


def test_a_file_says_what_it_is_and_when_it_was_played() -> None:
    session = [{"ID": 1, "Name": "Tuesday", "Date": "2019-04-26 00:00:00", "GUID": "00FF"}]
    played = [result(2, DateLog="2024-03-16 00:00:00"), result(1, DateLog="2024-03-15 00:00:00"), result(3)]
    found = read(played, Session=session)
    assert (found.event.title, found.about["date"], found.about["event_id"]) == ("Tuesday", "2024-03-15", "00FF")
    assert read([result()], Session=session).about["date"] == "2019-04-26"
    assert (found.source, "version" in found.about) == ("bws", False)


# Players


def typed(table: int, direction: str, number: str, name: str = "", round: int | None = None, **more: Any) -> Row:
    return {"Section": 1, "Table": table, "Direction": direction, "Number": number, "Name": name, "Round": round} | more


def names(found: Document, contestant: str) -> list[str]:
    return [player.name for player in found.event.contestants[contestant].players]


def test_players_are_those_who_sat_there_at_the_start() -> None:
    players = [
        typed(1, "S", "12", "Player 2"), typed(1, "N", "11"), typed(1, "E", "0", "Player 3"), typed(1, "W", "014"),
        typed(2, "N", "77", "Player 9", round=2),
    ]  # fmt: skip
    known = [{"ID": 11, "Name": "Player 1", "strID": "x11"}, {"ID": 0, "Name": "Player 4", "strID": "14"}]
    rounds = [*FOUR, scheduled(2, 1, 4, 5, 6, round=3)]
    found = read(
        [result(1), result(3, 4, 2, Table=2, Round=2)], RoundData=rounds, PlayerNumbers=players, PlayerNames=known
    )
    assert names(found, "1") == ["Player 1", "Player 2"]
    assert names(found, "2") == ["Player 3", "Player 4"]
    assert names(found, "4") == ["Player 9", ""]
    assert found.event.contestants["1"].players[0] == Player("Player 1", "11")


def test_without_a_movement_the_results_of_the_first_round_say_who_sat_there() -> None:
    found = read([result()], PlayerNumbers=[typed(1, "N", "11", "Player 1", round=0), typed(5, "N", "12", "Player 2")])
    assert (names(found, "1"), kinds(found)) == (["Player 1", ""], ["left-out"])


def test_players_of_pairs_that_share_their_numbers_are_told_apart() -> None:
    rows = [result(1, 1, 1), result(1, 2, 2, Table=2)]
    found = read(rows, PlayerNumbers=[typed(1, "N", "11", "Player 1"), typed(1, "E", "12", "Player 2")])
    assert (names(found, "1NS"), names(found, "1EW")) == (["Player 1", ""], ["Player 2", ""])


def test_players_who_move_before_play_are_left_out() -> None:
    section = [{"ID": 1, "Letter": "A", "EWMoveBeforePlay": 1}]
    players = [typed(1, "N", "11", "Player 1"), typed(1, "E", "12", "Player 2")]
    found = read([result()], Section=section, PlayerNumbers=players)
    assert (names(found, "1"), names(found, "2"), kinds(found)) == (["Player 1", ""], [], ["left-out"])


def test_players_of_an_individual_and_of_teams() -> None:
    four = [typed(1, seat, str(place), f"Player {seat}") for place, seat in enumerate("NESW", 1)]
    found = read([result(1, 1, 2, South=3, West=4)], PlayerNumbers=four)
    assert [names(found, number) for number in "1234"] == [["Player N"], ["Player E"], ["Player S"], ["Player W"]]
    other = [typed(2, seat, str(place), f"Player {seat}2") for place, seat in enumerate("NESW", 5)]
    found = read([result(1, 1, 2), result(1, 2, 1, Table=2)], Section=TEAMS, PlayerNumbers=[*four, *other])
    assert names(found, "1") == ["Player N", "Player S", "Player E2", "Player W2"]


# Leads, auctions, plays, hands


@pytest.mark.parametrize(("text", "expected"), [("H10", "HT"), ("SQ", "SQ"), ("CT", "CT"), ("7D", "D7")])
def test_the_lead_is_kept(text: str, expected: str) -> None:
    record = only(read([result(LeadCard=text)])).record
    assert record is not None
    assert str(record.lead) == expected


def test_a_lead_that_was_skipped_is_none_and_one_that_is_no_card_is_noted() -> None:
    assert only(read([result(LeadCard="SKIP")])).record is None
    assert kinds(read([result(LeadCard="H1")])) == ["unreadable"]


def calls(*made: str, table: str = "Bid", first: str = "E") -> list[Row]:
    where = {"Section": 1, "Table": 1, "Round": 1, "Board": 1}
    start = "NESW".index(first)
    return [
        where | {"ID": n, "Counter": n, "Direction": "NESW"[(start + n - 1) % 4], table: call}
        for n, call in enumerate(made, 1)
    ]


def test_auction_and_play_are_kept_in_their_order() -> None:
    bids = calls("1S", "PASS", "2NT", "X", "XX", "PASS", "PASS", "PASS")
    again = {**bids[2], "ID": 20, "Bid": "3NT"}
    gone = {**bids[0], "ID": 21, "Counter": 9, "Erased": True}
    cards = calls("H10", "H2", "HK", "HA", table="Card")
    found = read([result()], BiddingData=[gone, *reversed(bids), again], PlayData=cards)
    record = only(found).record
    assert record is not None
    assert record.auction is not None
    assert (record.auction.dealer, str(record.auction)) == (Seat.EAST, "1S pass 3NT X XX pass pass pass")
    assert " ".join(map(str, record.play)) == "HT H2 HK HA"


@pytest.mark.parametrize(
    "tables",
    [
        {"BiddingData": calls("1S", "hello")},
        {"BiddingData": [*calls("1S"), {**calls("1S", "PASS")[1], "Direction": "E"}]},
        {"BiddingData": [{**calls("1S")[0], "Direction": "X"}]},
        {"BiddingData": calls(*["PASS"] * 400)},
        {"PlayData": calls("H1", table="Card")},
        {"PlayData": [{**calls("H2", table="Card")[0], "Counter": n} for n in range(60)]},
    ],
)
def test_an_auction_or_play_that_cannot_be_read_is_noted(tables: dict[str, Any]) -> None:
    found = read([result()], **tables)
    assert (kinds(found), only(found).record) == (["unreadable"], None)


def hand(board: int, *suits: str, section: int = 1) -> Row:
    columns = [
        seat + suit for seat in ("North", "East", "South", "West") for suit in ("Spades", "Hearts", "Diamonds", "Clubs")
    ]
    return {"Section": section, "Board": board} | dict(zip(columns, suits, strict=True))


ALL = "AKQJ1098765432"


def test_hands_are_read_and_those_that_cannot_be_dealt_are_noted() -> None:
    whole = hand(1, ALL, "", "", "", "", "AKQJT98765432", "", "", "", "", ALL, "", "", "", "", ALL)
    twice = hand(2, ALL, "", "", "", ALL, "", "", "", "", "", ALL, "", "", "", "", ALL)
    found = read([result()], HandRecord=[whole, twice, hand(3, *[""] * 16), hand(0, *[ALL, *[""] * 15])])
    (dealt,) = found.event.deals
    assert (dealt.board, dealt.section, dealt.deal.whole) == (1, "A", True)
    assert kinds(found) == ["unreadable", "unreadable"]
    assert found.event.deal(1, "", "A") == dealt.deal


# The rest of the file


def test_a_board_whose_result_was_not_confirmed_is_noted() -> None:
    begun = [result(1, made=""), result(2, made=""), result(3, made="", Erased=True)]
    found = read([result(1)], IntermediateData=begun)
    assert [str(note) for note in found.notes] == ["boards in IntermediateData whose result was not confirmed: 1"]


def test_a_table_with_another_number_of_rows_than_it_says_is_noted_and_an_empty_one_refused() -> None:
    found = document(AccessTables({"ReceivedData": [result()]}, miscounted={"ReceivedData": 2}), "t.bws")
    assert kinds(found) == ["unreadable"]
    with pytest.raises(Faults, match=r"t\.bws: found no row in the table ReceivedData; expected 2 rows"):
        document(AccessTables({"ReceivedData": []}, miscounted={"ReceivedData": 2}), "t.bws")


def test_a_file_without_results_is_an_event_without_results() -> None:
    found = read([], RoundData=FOUR, PlayerNumbers=[typed(1, "N", "11", "Player 1")])
    assert (found.event.results, kinds(found), names(found, "1")) == ((), [], ["Player 1", ""])


@pytest.mark.parametrize("board", [0, -3, None, 30000])
def test_a_result_of_no_board_is_a_fault_with_the_number_of_its_row(board: int | None) -> None:
    with pytest.raises(Faults, match=r"t\.bws:2: found board"):
        read([result(), result(Board=board)])


def test_small_and_capital_letters_of_columns_are_the_same() -> None:
    assert shown(read([{key.upper(): value for key, value in result().items()}])) == ["1 1 against 2: 3NT N ="]


def test_progress_is_told() -> None:
    told: list[int] = []
    rows = [result(board, 2 * n + 1, 2 * n + 2, ID=n, Table=n) for n in range(1200) for board in (1,)]
    document(AccessTables({"ReceivedData": rows}), "t.bws", progress=told.append)
    assert told == [1000]


# Nothing gives a traceback

NUMBERS = st.sampled_from([0, 1, 2, 3, 4, -1, 999, None, "x", "", True])
CELLS = st.sampled_from(
    ["", "3 NT", "4 S x", "PASS", "N", "E", "=", "+1", "-14", "60%-40%", "Wrong direction", "Not played", "G+", "H10",
     "\x00", "Arbitral score", "Result erased", None, 0, 1, 2, 4, True, False, "1S", "AK",
     "2024-01-01 00:00:00", "999%-1%"]
)  # fmt: skip
COLUMNS = {
    "ReceivedData": ["ID", "Section", "Table", "Round", "Board", "PairNS", "PairEW", "South", "West", "Declarer",
                     "NS/EW", "Contract", "Result", "LeadCard", "Remarks", "DateLog", "Erased"],
    "RoundData": ["Section", "Table", "Round", "NSPair", "EWPair", "South", "West", "LowBoard", "HighBoard",
                  "CustomBoards"],
    "Section": ["ID", "Letter", "MissingPair", "Session", "ScoringType", "Winners", "EWMoveBeforePlay"],
    "Session": ["ID", "Name", "Date", "GUID", "PairsMoveAcrossField"],
    "PlayerNumbers": ["Section", "Table", "Direction", "Number", "Name", "Round"],
    "PlayerNames": ["ID", "Name", "strID"],
    "BiddingData": ["ID", "Section", "Table", "Round", "Board", "Counter", "Direction", "Bid", "Erased"],
    "HandRecord": ["Section", "Board", "NorthSpades", "EastSpades", "WestClubs"],
    "IntermediateData": ["Section", "Table", "Round", "Board"],
}  # fmt: skip
NUMBERED = {"ID", "Section", "Table", "Round", "Board", "PairNS", "PairEW", "NSPair", "EWPair", "LowBoard", "HighBoard"}


def any_rows(columns: list[str]) -> st.SearchStrategy[list[Row]]:
    cells = {column: NUMBERS if column in NUMBERED else CELLS for column in columns}
    return st.lists(st.fixed_dictionaries({}, optional=cells), max_size=8)


@given(
    st.fixed_dictionaries({name: any_rows(columns) for name, columns in COLUMNS.items()}), st.sampled_from([None, 1, 2])
)
def test_any_rows_are_read_or_refused(tables: dict[str, list[Row]], winners: int | None) -> None:
    try:
        found = document(AccessTables(tables), "t.bws", winners=winners)
    except Faults as trouble:
        str(trouble)
        return
    assert len({row.id for row in found.event.results}) == len(found.event.results)
    for ruling in found.event.rulings:
        assert ruling.from_travellers
