"""PBN as programs write it: the standard, its dialects, and what each of them comes to."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from amends import Faults, score
from amends.audit import audit
from amends.bridge import Auction, BySide, Seat, Side, Vulnerable
from amends.event import CarryOver, Contestant, Form, Player, TableResult
from amends.event.published import Printed
from amends.event.rows import rows_in_force
from amends.formats import of_file, pbn, usebio
from amends.formats.common.scored_rows import ScoredRow, scored
from amends.journal.chain import Document

DATA = Path(__file__).resolve().parents[2] / "data" / "pbn"
REAL = Path(__file__).resolve().parents[4] / "shared" / "data" / "pbn" / "national-final-session-1.pbn"


def read(name: str) -> Document:
    return pbn.load(DATA / f"{name}.pbn")


def awards(document: Document) -> dict[str, tuple[str, str]]:
    """What is in force at each table."""
    rows = rows_in_force(document.event.results, document.event.rulings)
    return {row.table.id: (str(row.awards.ns), str(row.awards.ew)) for row in rows}


def results(document: Document) -> dict[str, str]:
    return {row.id: str(row.result) for row in document.event.results}


def kinds(document: Document) -> list[str]:
    return [note.kind for note in document.notes]


def table(columns: str, *rows: str, board: str = "1", more: str = "") -> Document:
    """A file of one board."""
    lines = "\n".join(rows)
    return pbn.loads(f'[Board "{board}"]{more}\n[ScoreTable "{columns}"]\n{lines}\n')


def only(document: Document) -> tuple[TableResult, tuple[str, str]]:
    (row,) = document.event.results
    return row, awards(document)[row.id]


# The files


def test_a_file_is_known_by_what_stands_in_it() -> None:
    for path in DATA.glob("*.pbn"):
        assert of_file(Path("results.txt"), path.read_bytes()).name == "pbn"
    assert not pbn.recognises(b'[Event "chess"]\n[Site "?"]\n[White "a"]\n\n1. e4 e5\n')
    assert not pbn.recognises(b'{"amends": 1}')
    assert not pbn.recognises(b"board,ns,ew\n")


def test_magic_contest() -> None:
    document = read("magic-contest")
    event = document.event
    assert (event.form, event.scoring, event.winners, event.title) == (Form.PAIRS, "matchpoints", 1, "Höstparet")
    assert document.about == {
        "date": "2026-11-06", "venue": "Klubben", "program": "Magic Contest", "version": "2.0",
    }  # fmt: skip
    assert results(document) == {
        "1/1-2": "4S N =", "1/5-6": "3NT S =", "1/3-4": "4S N -1", "1/7-8": "np",
        "2/5-8": "2S E -1", "2/1-4": "pass", "2/3-2": "2S E =", "2/7-6": "3NTx S -1",
    }  # fmt: skip
    assert awards(document)["1/7-8"] == ("A+", "A+")
    first = event.results[0]
    assert (first.round, first.table, str(first.record and first.record.lead)) == ("1", "1", "D7")
    assert event.contestants["1"].players == (Player("Åsa Ett", "101"), Player("Bo Två"))
    assert event.contestants["2"] == Contestant(
        "2", "Player 3-Player 4", players=(Player(national_id="103"), Player(national_id="104"))
    )
    assert event.carry_overs == (CarryOver("1", Fraction(3, 2)),)
    assert [(each.contestant, each.amount) for each in event.penalties] == [("3", "1")]
    assert (document.notes, event.vulnerable) == ((), {})
    assert [str(event.deal(board)) for board in (1, 2)] == [
        "N:KQT6.AJT.T984.65 A2.K9876.72.9742 J543.43.AQ5.AKJ3 987.Q52.KJ63.QT8",
        "N:KJ84.Q8743.72.64 Q3.A92.A863.AQ97 T7.KT6.T94.KJT83 A9652.J5.KQJ5.52",
    ]


def test_what_magic_contest_printed_is_kept_and_follows_from_the_scores() -> None:
    document = read("magic-contest")
    published = document.published
    line = published.lines["1/3-4"]
    assert (line.score, line.points, line.percent) == (
        Printed("-50"), BySide(Printed("0.3"), Printed("5.7")), BySide(Printed("6"), Printed("94")),
    )  # fmt: skip
    third = next(each for each in published.standings if each.contestant == "3")
    assert (third.place, third.total, third.percent, third.boards, third.adjustment) == (
        "8", Printed("1.3"), Printed("10.83"), 2, Printed("-1.0"),
    )  # fmt: skip
    event = replace(document.event, regulation=document.event.regulation.having(line_rounding="0.1"))
    for standing in score(event).lists[""]:
        printed = next(each for each in published.standings if each.contestant == standing.contestant)
        assert printed.total is not None
        assert printed.percent is not None
        assert standing.total is not None
        assert standing.percent is not None
        assert printed.total.agrees(standing.total)
        assert printed.percent.agrees(standing.percent)


def test_bridge_composer() -> None:
    document = read("bridgecomposer")
    event = document.event
    assert (event.title, event.winners, document.about["program"]) == ("Friday Pairs", 2, "BridgeComposer Version 5.98")
    assert results(document)["/A/1/2NS-2EW"] == "pass"
    assert event.contestants["3NS"] == Contestant("3NS", "India-van Juliett", "A", Side.NS)
    assert event.contestants["3EW"].name == "Kilo-de Lima"
    assert document.published.lines["/A/2/1NS-2EW"].points == BySide(None, None)
    assert document.notes == ()


def test_a_misspelt_section_and_the_game_of_one_player_beside_the_score_table() -> None:
    document = read("misspelt-section")
    assert {row.section for row in document.event.results} == {"R"}
    assert len(document.event.results) == 4
    assert awards(document)["/R/1/4-14"] == ("A+", "A-")
    assert [str(note) for note in document.notes] == [
        "the Scoring tag says 'mp2': that is the setting matchpoints_per_win = 1"
    ]
    assert document.event.contestants["14"].name == "Player 14-Player 16"


def test_a_match_of_teams_with_auction_and_play() -> None:
    document = read("teams")
    event = document.event
    assert (event.form, event.scoring, event.title) == (Form.TEAMS, "imps", "Autumn League")
    opened, closed, *_ = event.results
    assert (opened.id, closed.id) == (
        "round 3/1/Herons-Kestrels/open", "round 3/1/Kestrels-Herons/closed",
    )  # fmt: skip
    record = opened.record
    assert record is not None
    assert isinstance(record.auction, Auction)
    assert (record.auction.dealer, str(record.auction)) == (
        Seat.NORTH, "pass pass 1S pass 2NT pass 2H pass 4S pass pass pass",
    )  # fmt: skip
    assert [(call.text, call.explanation) for call in record.auction.calls if call.alerted] == [
        ("1S", "five cards, 11 or more"), ("2NT", "a raise in spades"),
    ]  # fmt: skip
    assert " ".join(map(str, record.play)) == "S9 ST SA S3 D7 DA D3 D4 SJ S7 SK S2 C5 C2 CA CT"
    assert record.players == ("Player 1", "Player 4", "Player 2", "Player 3")
    assert str(closed.result) == "4S S -1"
    assert awards(document)["round 3/2/Herons-Kestrels/open"] == ("+100", "-420")
    assert results(document)["round 3/2/Kestrels-Herons/closed"] == "pass"
    assert [note.words for note in document.notes] == [
        "declarer and dummy had changed places", "the auction is left out: a call out of rotation",
    ]  # fmt: skip
    (match,) = document.published.matches
    assert (match.home, match.away, match.round, match.imps) == ("Herons", "Kestrels", "3", {1: Printed("10")})


def test_the_import_format() -> None:
    document = read("import-format")
    event = document.event
    assert (event.title, event.scoring, event.vulnerable) == ('The "Typed" Cup', "cross-imps", {3: Vulnerable.ALL})
    assert document.about == {"venue": "At home", "version": "2.1"}
    assert awards(document) == {
        "3/1-2": ("4S N =", "4S N ="), "3/3-4": ("4S N -1", "4S N -1"), "3/5-6": ("3NT W =", "3NT W ="),
        "3/7-eight": ("A+", "A-"),
        "4/4.1NS-4.1EW": ("4Hx N =", "4Hx N ="), "4/4.2NS-4.2EW": ("4H N =", "4H N ="),
        "4/4.3NS-4.3EW": ("4H N =", "4H N ="), "4/4.4NS-4.4EW": ("4H N =", "4H N ="),
        "5/1-4": ("+100", "-420"), "5/3-2": ("+620", "+620"), "5/5-": ("sit-out", "sit-out"),
    }  # fmt: skip
    assert [note.words for note in document.notes] == [
        "a Deal tag that would take its value from another game: left out",
        "4 tables without pair numbers: each has numbers of its own",
    ]
    deal = event.deal(3)
    assert deal is not None
    assert deal[Seat.EAST] is None


def test_an_individual() -> None:
    document = read("individual")
    event = document.event
    assert event.form is Form.INDIVIDUAL
    assert results(document) == {"1/1+3-2+4": "4S N =", "1/5+7-6+8": "4S N -1", "1/9+11-10": "sit-out"}
    assert event.contestants["1"].players == (Player("Player 1", "11"),)
    assert document.published.lines["1/1+3-2+4"].points == BySide(Printed("2.0"), Printed("0.0"))


def test_a_file_of_deals_alone_has_no_results_and_no_fault() -> None:
    document = read("deals")
    event = document.event
    assert (event.results, document.notes) == ((), ())
    assert [(dealt.board, dealt.dealer) for dealt in event.deals] == [(1, Seat.EAST), (2, None)]
    assert event.vulnerable == {1: Vulnerable.ALL}
    assert (event.dealer(1), event.dealer(2)) == (Seat.EAST, Seat.EAST)


@pytest.mark.shared_data
def test_a_national_final_is_read_and_its_figures_follow_from_its_scores() -> None:
    document = pbn.load(REAL)
    event, published = document.event, document.published
    assert (len(event.results), len(event.rulings), len(event.deals), event.winners) == (660, 4, 30, 1)
    assert document.notes == ()
    ruled = {ruling.id.removeprefix("file ") for ruling in event.rulings}
    lines = [row for row in scored(event).rows if row.table.id not in ruled]
    agreeing = [row for row in lines for side in Side if _agrees(published.lines[row.table.id].points[side], row, side)]
    assert (len(lines), len(agreeing)) == (656, 2 * 656)
    rounded = replace(event, regulation=event.regulation.having(line_rounding="0.1"))
    standings = {each.contestant: each for each in score(rounded).lists[""]}
    places = 0
    for printed in published.standings:
        own = standings[printed.contestant]
        assert printed.total is not None
        assert printed.percent is not None
        assert own.total is not None
        assert own.percent is not None
        assert printed.total.agrees(own.total)
        assert printed.percent.agrees(own.percent)
        places += printed.place == own.place
    tied = [each.place for each in standings.values() if each.place.endswith("=")]
    assert (len(published.standings), places, tied) == (44, 42, ["31=", "31="])  # the file breaks this one tie


# BridgeWebs

BRIDGEWEBS = "PairId_NS\\4R;PairId_EW\\4R;Contract\\5L;Declarer\\1R;Result\\2R"
SAMPLES = Path(__file__).resolve().parents[4] / "shared" / "data" / "samples"


def test_bridgewebs_passes_out_doubles_and_gives_averages_in_the_place_of_the_contract() -> None:
    document = table(
        BRIDGEWEBS,
        "1    8    PO    -  -",
        "10   2    A     A  A",
        "3    12   4H*   N  9",
        "5    9    3NR   S  9",
        "14   13   2NTR  E  7",
        "6    11   4S**  E 10",
        "4    7    5DR   W 11",
        more='\n[Vulnerable "None"]',
    )
    assert results(document) == {
        "1/1-8": "pass", "1/10-2": "np", "1/3-12": "4Hx N -1", "1/5-9": "3NTxx S =",
        "1/14-13": "2NTxx E -1", "1/6-11": "4Sxx E =", "1/4-7": "5Dxx W =",
    }  # fmt: skip
    assert awards(document)["1/10-2"] == ("A", "A")
    assert document.notes == ()


def test_a_ranking_counts_a_passed_out_board_and_an_average_of_bridgewebs() -> None:
    document = table(BRIDGEWEBS, "1 2 PO - -", "3 4 1NT N 7", "5 6 1NT N 6", "7 8 A A A")
    percents = {each.contestant: each.percent for each in score(document.event).lists[""]}
    # Three results of four tables, by Neuberg: 0, 2 and 4 become 1/3, 3 and 5 2/3 of 6.
    assert percents["1"] == percents["2"] == percents["7"] == percents["8"] == 50
    assert percents["3"] == Fraction(5 * 3 + 2, 18) * 100


@pytest.mark.parametrize("row", ["1 2 A N 9", "1 2 A A+ A", "1 2 R N 9"])
def test_what_is_neither_a_contract_nor_an_average_is_noted(row: str) -> None:
    assert kinds(table(BRIDGEWEBS, row, "3 4 1NT N 7")) == ["unreadable"]


@pytest.mark.shared_data
def test_bridgewebs_hands_rank_as_the_same_evening_does_in_its_usebio_file() -> None:
    document = pbn.load(SAMPLES / "bridgewebs-pbn" / "hands-po-average.pbn")
    same = usebio.load(SAMPLES.parent / "usebio" / "brian_a5050.xml")
    assert document.notes == ()
    assert [str(row.result) for row in document.event.results].count("pass") == 2
    rankings = [
        [(each.place, each.contestant, each.percent) for each in score(event).lists[""]]
        for event in (document.event, same.event)
    ]
    assert rankings[0] == rankings[1]
    assert len(rankings[0]) == 13


def _agrees(printed: Printed | None, row: ScoredRow, side: Side) -> bool:
    figure = row.figures[side]
    return printed is not None and figure is not None and printed.agrees(figure)


# What a score cell says

CELLS = "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW"


@pytest.mark.parametrize(
    ("row", "result", "force", "notes"),
    [
        ("4S N 10 420 -", "4S N =", None, []),
        ("4S N 10 420 -420", "4S N =", None, []),
        ("4S N 10 420 0", "4S N =", None, []),
        ("4S N 9 0 50", "4S N -1", None, []),
        ("4S N 9 -50 -", "4S N -1", None, []),
        ("4S N 10 420.0 -", "4S N =", None, []),
        ("4S N 10 - -", "4S N =", None, []),
        ("4sx n = - -", "4Sx N =", None, []),
        ("4S* E +1 - -", "4Sx E +1", None, []),
        ("4SXX E -1 - -", "4Sxx E -1", None, []),
        ("3N ^S 9 400 -", "3NT S =", None, []),
        ("Pass - - 0 -", "pass", None, []),
        ("- - - PASS -", "pass", None, []),
        ("PASS - - PASS -", "pass", None, []),
        ("- - - 420 -", "+420", None, []),
        ("- - - - 50", "-50", None, []),
        ("- - - 0 0", "0", None, []),
        ("4S N 10 450 -", "+450", None, ["contract"]),
        ("42 N 10 420 -", "+420", None, ["unreadable"]),
        ("42 N 10 - -", "np", None, ["unreadable"]),
        ("4S - - 420 -", "+420", None, ["unreadable"]),
        ("- - - what -", "np", None, ["unreadable"]),
        ("4S N 10 what -", "4S N =", None, ["unreadable"]),
        ("- - - - -", "np", None, []),
        ("? ? ? ? ?", "np", None, []),
        ("- - - NP -", "np", None, []),
        ("- - - sit-out sit-out", "sit-out", None, []),
        ('- - - "A+" "A-"', "np", ("A+", "A-"), []),
        ("- - - ^A ^A=", "np", ("A", "A"), []),
        ("- - - AVE+ AVE-", "np", ("A+", "A-"), []),
        ('- - - "60%" "40%"', "np", ("A+", "A-"), []),
        ('- - - "55%" "^50.0%"', "np", ("55%", "50%"), []),
        ('- - - "^+3 IMP" "^-2.5 IMP"', "np", ("+3 IMP", "-2.5 IMP"), []),
        ("4S N 10 ^A+ ^A-", "4S N =", ("A+", "A-"), []),
        ("- - - ^420 -", "np", ("+420", "+420"), []),
        ("4S N 9 ^420 -", "4S N -1", ("+420", "+420"), []),
        ("4S N 10 ^420 -", "4S N =", None, []),
        ("- - - 100 420", "np", ("+100", "-420"), []),
        ("4S E 10 100 420", "4S E =", ("+100", "4S E ="), []),
        ("- - - ^A+ ^-50", "np", ("A+", "+50"), []),
        ("- - - ^np ^A+", "np", ("np", "A+"), []),
        ("- - - Adj -", "np", None, ["waiting"]),
    ],
)
def test_a_row_says_what_happened_and_what_was_awarded(
    row: str, result: str, force: tuple[str, str] | None, notes: list[str]
) -> None:
    document = table(CELLS, f"1 2 {row}")
    found, in_force = only(document)
    assert str(found.result) == result
    assert in_force == (force or (result, result))
    assert kinds(document) == notes


FIGURES = "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW;MP_NS;MP_EW;Percentage_NS;Percentage_EW"


@pytest.mark.parametrize(
    ("row", "force"),
    [
        ("- - - - - ^2.4 ^1.6 - -", ("A+", "A-")),
        ("- - - - - 2.4 1.6 - -", ("A+", "A-")),
        ("- - - - - ^2.4 ^1.6 ^60 ^40", ("A+", "A-")),
        ("- - - - - - - ^60 ^55", ("A+", "55%")),
        ("- - - - - ^1.5 ^2.5 ^37.5 ^62.5", ("published 1.5", "published 2.5")),
        ("- - - ^adj ^adj ^2.4 ^1 ^60 ^25", ("published 2.4", "published 1")),
        ("- - - ^A+ ^adj ^3 ^1 - -", ("A+", "published 1")),
        ("4S N 10 420 - ^3 ^1 - -", ("published 3 | 4S N =", "published 1 | 4S N =")),
        ("4S N 10 420 - 3 1 - -", ("4S N =", "4S N =")),
        ("- - - - - 0 0 0 0", ("np", "np")),
        ("- - - - - ^0 ^0 ^0 ^0", ("published 0", "published 0")),
    ],
)
def test_figures_of_a_table_without_a_result_are_what_it_was_awarded(row: str, force: tuple[str, str]) -> None:
    played = ("1 2 4S N 10 420 - 4 0 100 0", "3 4 4S N 9 - 50 0 4 0 100")
    document = table(FIGURES, *played, f"5 6 {row}", more='[Scoring "MP"]')
    assert awards(document)["1/5-6"] == force


@pytest.mark.parametrize(
    ("figures", "force"),
    [("^3 ^-3", ("A+", "A-")), ("^0 ^3", ("A", "A+")), ("^2.5 ^-1", ("published 2.5", "published -1"))],
)
def test_artificial_imps_are_three_or_a_figure(figures: str, force: tuple[str, str]) -> None:
    document = table("PairId_NS;PairId_EW;Score_NS;IMP_NS;IMP_EW", f"1 2 - {figures}", more='[Scoring "IMP;Butler"]')
    assert only(document)[1] == force


def test_the_datum_of_a_butler_is_kept_as_it_was_printed() -> None:
    rows = ("1 2 50 -1 1 80", "3 4 110 1 -1 80")
    document = table("PairId_NS;PairId_EW;Score_NS;IMP_NS;IMP_EW;ButlerDatum", *rows, more='[Scoring "IMP"]')
    assert document.event.scoring == "butler"
    assert document.published.datums == {("", "", 1): Printed("80")}


@pytest.mark.parametrize(
    ("count", "tables", "notes"),
    [("1", 1, []), ("3", 3, ["left-out"]), ("2.0", 2, ["left-out"]), ("0.5", 1, ["unreadable"]), ("-", 1, [])],
)
def test_a_row_may_stand_for_several_tables(count: str, tables: int, notes: list[str]) -> None:
    document = table("PairId_NS;PairId_EW;Score_NS;Multiplicity", f"1 2 420 {count}")
    assert [str(row.result) for row in document.event.results] == ["+420"] * tables
    assert kinds(document) == notes


# One table a game


@pytest.mark.parametrize(
    ("tags", "result", "force"),
    [
        ('[Declarer "N"][Contract "4S"][Result "10"]', "4S N =", None),
        ('[Declarer "N"][Contract "4S"][Result "NS 10"]', "4S N =", None),
        ('[Declarer "N"][Contract "4S"][Result "EW 3"]', "4S N =", None),
        ('[Declarer "E"][Contract "4S"][Result "NS 3 EW 10"][Score "420"]', "4S E =", None),
        ('[Declarer "E"][Contract "4S"][Result "^10"][Score "EW 420"]', "4S E =", None),
        ('[Declarer "E"][Contract "4S"][Result "10"][Score "NS -420"]', "4S E =", None),
        ('[Declarer "E"][Contract "4S"][Result "10"][Score "EW 420 NS -420"]', "4S E =", None),
        ('[Declarer "E"][Contract "4S"][Result "10"][Score "NS 50 EW 420"]', "4S E =", ("+50", "4S E =")),
        ('[Contract "Pass"][Result ""][Score "0"]', "pass", None),
        ('[Score "NS 50"]', "+50", None),
        ('[Score "NS ^A+ EW ^A-"]', "np", ("A+", "A-")),
        ('[Termination "abandoned"]', "np", None),
    ],
)
def test_a_game_that_is_one_table_has_its_result_in_tags(tags: str, result: str, force: tuple[str, str] | None) -> None:
    found, in_force = only(pbn.loads(f'[Board "1"][PairNS "3"][PairEW "11"]{tags}'))
    assert (found.id, str(found.result)) == ("1/3-11", result)
    assert in_force == (force or (result, result))


def test_two_players_are_one_pair_whoever_of_them_sits_north() -> None:
    tags = '[Contract "Pass"][East "Player 3"][West "Player 4"]'
    document = pbn.loads(
        f'[Board "1"][North "Player 1"][South "Player 2"]{tags}\n\n'
        f'[Board "2"][North "Player 2"][South "Player 1"]{tags}\n'
    )
    assert {row.seats.ns for row in document.event.results} == {("Player 1 & Player 2",)}
    assert document.event.contestants["Player 1 & Player 2"].players == (Player("Player 1"), Player("Player 2"))


def seated(*tables: str, more: str = "") -> Document:
    """Tables of one board: who sat North, East, South and West, and the contract."""
    games = []
    for each in tables:
        north, east, south, west, contract = each.split()
        tags = f'[North "{north}"][East "{east}"][South "{south}"][West "{west}"][Contract "{contract}"]'
        games.append(f'[Board "1"]{more}\n{tags}[Declarer "N"][Result "9"]\n')
    return pbn.loads("\n".join(games))


def test_robots_that_sit_at_several_tables_of_a_board_have_numbers_of_their_own_there() -> None:
    document = seated("Robot Robot Ann Robot 3C", "Robot Robot Bob Robot 2C", "Robot Robot Cid Robot 4C")
    first, second, third = document.event.results
    assert [each.seats.ns for each in (first, second, third)] == [("Ann & Robot",), ("Bob & Robot",), ("Cid & Robot",)]
    assert len({each.seats.ew for each in (first, second, third)}) == 3
    robots = document.event.contestants[first.seats.ew[0]]
    assert [player.name for player in robots.players] == ["Robot", "Robot"]
    assert "Robot & Robot" not in document.event.contestants
    assert [note.words for note in document.notes if "Robot" in note.words] == [
        "Robot & Robot sat at several tables of a board: they have numbers of their own at each"
    ]
    assert score(document.event).lists[""]


def test_the_name_of_a_pair_in_both_seats_is_one_pair_on_all_boards() -> None:
    document = pbn.loads(
        '[Board "1"][North "P1"][South "P1"][East "P2"][West "P2"][Declarer "N"][Contract "3C"][Result "9"]\n\n'
        '[Board "2"][North "P1"][South "P1"][East "P2"][West "P2"][Declarer "N"][Contract "2C"][Result "9"]\n'
    )
    assert set(document.event.contestants) == {"P1 & P1", "P2 & P2"}


@pytest.mark.parametrize(
    ("more", "scoring", "notes"),
    [
        ('[ScoreIMP "NS 5.43"]', "cross-imps", 0),
        ('[ScoreIMP "NS 5"]', "butler", 0),
        ('[ScorePercentage "NS 26.32"]', "matchpoints", 0),
        ('[Scoring "IMP"][ScoreIMP "NS -1.5"]', "cross-imps", 0),
        ('[Scoring "IMP"]', "butler", 1),
        ('[Scoring "IMP;Butler"]', "butler", 0),
        ('[Scoring "IMP;Cross2"]', "cross-imps", 0),
    ],
)
def test_figures_of_single_tables_say_the_method_where_the_tag_does_not(more: str, scoring: str, notes: int) -> None:
    document = seated("Ann Bob Cid Dan 3C", "Eva Fay Gus Hal 2C", more=more)
    assert document.event.scoring == scoring
    assert sum("does not say which IMPs" in note.words for note in document.notes) == notes


def test_rooms_without_names_are_open_and_then_closed_and_teams_without_names_home_and_visitors() -> None:
    game = '[Board "1"][HomeTeam "Herons"][VisitTeam "Kestrels"][Score "NS 50"]'
    rows = pbn.loads(f"{game}\n\n{game}").event.results
    assert [(row.room, row.seats.ns) for row in rows] == [("open", ("Herons",)), ("closed", ("Kestrels",))]
    (row,) = pbn.loads('[Board "1"][Room "Closed"][Contract "Pass"]').event.results
    assert row.seats == BySide(("Visit",), ("Home",))


def realbridge(board: int, home: str, visitors: str, score: int, imps: int) -> str:
    """A table of a match as RealBridge writes it: North-South are called the home team, and there is no Room."""
    teams = f'[HomeTeam "{home}"][VisitTeam "{visitors}"]'
    return f'[Event "R1"][Board "{board}"]{teams}[Score "NS {score}"][ScoreIMP "NS {imps} EW {-imps}"]\n\n'


def test_of_tables_with_their_teams_exchanged_the_room_follows_from_who_sits_where() -> None:
    document = pbn.loads(
        realbridge(1, "Herons", "Kestrels", 420, 10)
        + realbridge(1, "Kestrels", "Herons", -50, -10)
        + realbridge(2, "Kestrels", "Herons", 100, 0)  # the other table first
        + realbridge(2, "Herons", "Kestrels", 100, 0)
        + realbridge(3, "Kestrels", "Herons", 90, 0)  # the only table of its board
    )
    assert [(row.board, row.room, row.seats.ns) for row in document.event.results] == [
        (1, "open", ("Herons",)), (1, "closed", ("Kestrels",)),
        (2, "closed", ("Kestrels",)), (2, "open", ("Herons",)),
        (3, "closed", ("Kestrels",)),
    ]  # fmt: skip
    ((match),) = document.published.matches
    assert (match.home, match.away) == ("Herons", "Kestrels")
    assert {board: figure.value for board, figure in match.imps.items()} == {1: 10, 2: 0, 3: 0}
    found = audit(document, "teams.pbn")
    assert (found.findings, [(each.follow, each.printed) for each in found.tallies if "IMP" in each.what]) == (
        (), [(2, 2)],
    )  # fmt: skip


def test_teams_that_meet_twice_have_two_rooms_of_each_board() -> None:
    halves = [realbridge(1, "Herons", "Kestrels", 50, 0)] * 2 + [realbridge(2, "Kestrels", "Herons", 50, 0)] * 2
    rows = pbn.loads("".join(halves)).event.results
    assert [(row.room, row.seats.ns[0]) for row in rows] == [
        ("open", "Herons"), ("closed", "Kestrels"), ("open", "Kestrels"), ("closed", "Herons"),
    ]  # fmt: skip


def test_a_pass_against_dummies_is_a_walk_over_and_no_result() -> None:
    seats = '[North "Dummy 1#"][South "Dummy 2#"][East "Player 1#11"][West "Player 2#12"]'
    tags = '[Contract "Pass"][Declarer "N"][Result ""][HomeTeam "Bye"][VisitTeam "Herons"][ScoreIMP "NS 0 EW 0"]'
    document = pbn.loads(f'[Board "1"]{seats}{tags}')
    assert (results(document), kinds(document)) == ({"1/Bye-Herons/open": "np"}, ["waiting"])
    played = pbn.loads(f'[Board "1"]{seats}{tags}\n[Auction "N"]\nAP')
    assert (results(played), kinds(played)) == ({"1/Bye-Herons/open": "pass"}, [])


@pytest.mark.shared_data
def test_matches_of_realbridge_give_the_imps_that_were_printed() -> None:
    document = pbn.load(SAMPLES / "realbridge-teams-pbn" / "no-room-tag.pbn")
    found = audit(document, "realbridge")
    assert found.findings == ()
    # Fifteen matches of four boards, one of them a walk-over; one board has one table.
    assert {each.what: (each.follow, each.printed) for each in found.tallies} == {
        "contracts and scores": (111, 111), "board IMPs": (55, 55),
    }  # fmt: skip


BOARDS = (
    '[Board "1"]{more}\n[ScoreTable "PairId_NS;PairId_EW;Score_NS;MP_NS;MP_EW"]\n1 2 50 2 0\n3 4 0 0 2\n\n'
    '[Board "2"]{more}\n[ScoreTable "PairId_NS;PairId_EW;Score_NS;MP_NS;MP_EW"]\n1 4 50 2 0\n3 2 0 0 2\n\n'
)
SECOND_SESSION = (
    '[Board "1"]\n[TotalScoreTable "Rank;PairId;TotalScoreMP;TotalPercentage;NrBoards;'
    'SessionRank;SessionScoreMP;SessionPercentage;NrBoardsSession{column}"]\n'
    "1 3 6 75.00 4 4 0 0.00 2{carried}\n2 1 5 62.50 4 1 4 100.00 2{carried}\n"
    "3 2 3 37.50 4 2 2 50.00 2{carried}\n4 4 2 25.00 4 2 2 50.00 2{carried}\n"
)


def totals_of(document: Document) -> dict[str, tuple[str, str, str, int | None]]:
    standings = document.published.standings
    return {each.contestant: (each.place, str(each.total), str(each.percent), each.boards) for each in standings}


def test_figures_of_a_session_are_compared_with_the_session() -> None:
    document = pbn.loads(SECOND_SESSION.format(column="", carried="") + "\n" + BOARDS.format(more=""))
    assert totals_of(document) == {
        "3": ("4", "0", "0.00", 2), "1": ("1", "4", "100.00", 2), "2": ("2", "2", "50.00", 2),
        "4": ("2", "2", "50.00", 2),
    }  # fmt: skip
    assert [note.words for note in document.notes] == [
        "the totals of all sessions in the TotalScoreTable: those of the session are taken"
    ]
    found = audit(document)
    assert found.findings == ()
    tallies = {each.what: (each.follow, each.printed) for each in found.tallies}
    assert {what: tallies[what] for what in ("totals", "percentages", "places")} == {
        "totals": (4, 4), "percentages": (4, 4), "places": (4, 4),
    }  # fmt: skip


def test_a_wrong_figure_of_a_session_is_found() -> None:
    text = SECOND_SESSION.format(column="", carried="").replace("1 4 100.00 2", "1 3 100.00 2")
    (finding,) = audit(pbn.loads(text + "\n" + BOARDS.format(more=""))).findings
    assert (finding.kind, finding.contestant, finding.printed) == ("total", "1", "3")


def test_totals_of_all_sessions_are_taken_where_their_boards_are_there_or_the_rest_is_carried_over() -> None:
    plain = SECOND_SESSION.format(column="", carried="")
    both = BOARDS.format(more='[Session "1"]') + BOARDS.format(more='[Session "2"]')
    carried = SECOND_SESSION.format(column=";ScoreCarryOver", carried=" 1") + "\n" + BOARDS.format(more="")
    for document in (pbn.loads(plain + both), pbn.loads(carried)):
        assert totals_of(document)["3"] == ("1", "6", "75.00", 4)


def test_a_claim_an_unknown_card_and_a_lead_out_of_turn_in_the_play() -> None:
    head = '[Board "1"][Declarer "S"][Contract "3NT"][Result "9"][PairNS "1"][PairEW "2"]\n'

    def played(play: str) -> str:
        record = only(pbn.loads(f"{head}{play}"))[0].record
        return " ".join(map(str, record.play)) if record else ""

    assert played('[Play "W"]\nS4 S2 SA S3\nH5 - HK *') == "S4 S2 SA S3 HK"
    assert played('[Play "W"]\nCA C2 ^L C3 C4') == "C3 C4 CA C2"
    assert played('[Play "W"]\nCA ^R S6 C3 C4! $9 =1=\n[Note "1:why"]') == "CA S6 C3 C4"
    assert played('[Play "W"]\n+ - - -') == ""


# What kind of event it is


@pytest.mark.parametrize(
    ("tag", "columns", "scoring"),
    [
        ("MP", "MP_NS", "matchpoints"),
        ("MatchPoints;MP1", "MP_NS", "matchpoints"),
        ("MP2", "MP_NS", "matchpoints"),
        ("IMP;Cross", "IMP_NS", "cross-imps"),
        ("IMP;Cross1", "IMP_NS", "cross-imps"),
        ("IMP;Butler-2", "IMP_NS", "butler"),
        ("IMP;Median", "IMP_NS", "butler"),
        ("IMP", "IMP_NS", "cross-imps"),
        ("IMP", "IMP_NS;ButlerDatum", "butler"),
        ("Cavendish", "IMP_NS", "cross-imps"),
        ("TotalPoints", "Rank", "total-points"),
        ("BAM", "MP_NS", "matchpoints"),
        ("", "MP_NS", "matchpoints"),
        ("", "IMP_NS", "cross-imps"),
        ("", "Percentage_NS", "matchpoints"),
        ("", "Rank", "matchpoints"),
        ("whatever", "Rank", "matchpoints"),
    ],
)
def test_the_scoring_tag_says_the_method_and_without_it_the_columns(tag: str, columns: str, scoring: str) -> None:
    cells = " ".join("1.5" for _ in columns.split(";"))
    document = table(f"PairId_NS;PairId_EW;Score_NS;{columns}", f"1 2 50 {cells}", more=f'[Scoring "{tag}"]')
    assert document.event.scoring == scoring


@pytest.mark.parametrize(
    ("tag", "scoring"), [("IMP", "imps"), ("BAM", "bam"), ("MP", "bam"), ("", "imps"), ("IMP;Butler", "imps")]
)
def test_teams_are_scored_by_imps_or_board_a_match(tag: str, scoring: str) -> None:
    game = f'[Board "1"][HomeTeam "A"][VisitTeam "B"][Room "Open"][Scoring "{tag}"][Contract "Pass"]'
    assert pbn.loads(game).event.scoring == scoring


TOTALS = '[TotalScoreTable "Rank;PairId;Direction;TotalMP"]\n'


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ('1 1 "N-S" 5\n2 3 "N-S" 4\n1 2 "E-W" 5\n2 4 "E-W" 3\n', 2),
        ('1 1 "N-S" 5\n1 3 "N-S" 5\n1 2 "E-W" 5\n2 4 "E-W" 3\n', 2),
        ('1 1 NS 5\n2 2 NS 4\n1 1 EW 5\n2 2 EW 3\n', 2),
        ('1 1 "N-S" 5\n2 3 "N-S" 4\n3 2 "E-W" 5\n4 4 "E-W" 3\n', 1),
        ('1 1 "N-S" 5\n1 2 "E-W" 5\n3 3 "N-S" 4\n4 4 "E-W" 3\n', 1),
        ("1 1 - 5\n2 3 - 4\n3 2 - 3\n4 4 - 3\n", 1),
    ],
)  # fmt: skip
def test_two_rankings_have_two_winners_and_whoever_reads_may_say_otherwise(totals: str, winners: int) -> None:
    text = f'[Board "1"]\n{TOTALS}{totals}[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50\n3 4 70\n'
    assert pbn.loads(text).event.winners == winners
    assert pbn.loads(text, winners=2).event.winners == 2
    if "NS 5" not in totals:
        assert pbn.loads(text, winners=1).event.winners == 1


def test_without_a_list_pairs_that_share_numbers_make_two_winners() -> None:
    head = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS;Names_NS;Names_EW"]\n'
    assert pbn.loads(head + "1 1 50 - -").event.winners == 2
    assert pbn.loads(head + "1 2 50 - -\n2 3 50 - -").event.winners == 2
    assert pbn.loads(head + '1 2 50 "Player 1" -\n3 4 50 - -').event.winners == 1
    again = head.replace('"1"', '"2"')
    assert pbn.loads(f"{head}1 2 50 Alfa-Bravo -\n\n{again}2 1 50 - Bravo-Alfa").event.winners == 1
    assert pbn.loads(f"{head}1 2 50 a -\n\n{again}2 1 50 - b").event.winners == 2
    with pytest.raises(Faults, match="pair 1 against itself"):
        pbn.loads(head + "1 1 50 - -", winners=1)


def test_pairs_of_two_winners_may_have_sat_the_other_way_round() -> None:
    rows = '[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n'
    apart = '1 1 "N-S" 5\n2 3 "N-S" 4\n1 2 "E-W" 5\n2 4 "E-W" 3\n'
    event = pbn.loads(f'[Board "1"]\n{TOTALS}{apart}{rows}1 2 50\n4 3 70\n').event
    assert [row.seats for row in event.results] == [BySide(("1",), ("2",)), BySide(("4",), ("3",))]
    assert event.contestants["4"].direction is Side.EW
    shared = "1 1 NS 5\n2 2 NS 4\n1 1 EW 5\n2 2 EW 3\n"
    event = pbn.loads(f'[Board "1"]\n{TOTALS}{shared}{rows}1 1 50\n2EW 2NS 70\n').event
    assert [row.seats for row in event.results] == [BySide(("1NS",), ("1EW",)), BySide(("2EW",), ("2NS",))]


# Sections and sessions


def test_numbers_begin_again_in_each_section_unless_one_list_has_them_all() -> None:
    rows = '[ScoreTable "Section;PairId_NS;PairId_EW;Score_NS"]\nA 1 2 50\nB {} 70\n'
    assert list(pbn.loads(f'[Board "1"]\n{rows.format("1 2")}').event.contestants) == ["A1", "A2", "B1", "B2"]
    through = '[TotalScoreTable "PairId;TotalMP"]\n1 5\n2 4\n3 3\n4 2\n'
    event = pbn.loads(f'[Board "1"]\n{through}{rows.format("3 4")}').event
    assert {id: known.section for id, known in event.contestants.items()} == {"1": "A", "2": "A", "3": "B", "4": "B"}
    listed = '[TotalScoreTable "PairId;Section;Names;TotalMP"]\n1 A a 5\n2 A b 4\n1 B c 3\n2 B d 2\n'
    event = pbn.loads(f'[Board "1"]\n{listed}{rows.format("1 2")}').event
    assert {id: known.name for id, known in event.contestants.items()} == {"A1": "a", "A2": "b", "B1": "c", "B2": "d"}


def test_a_list_without_sections_takes_the_only_one_there_is() -> None:
    text = (
        '[Board "1"]\n[TotalScoreTable "PairId;Names"]\n1 a\n7 b\n[ScoreTable "Section;PairId_NS;PairId_EW;Score_NS"]\n'
    )
    assert {id: known.section for id, known in pbn.loads(f"{text}A 1 2 50").event.contestants.items()} == {
        "1": "A", "2": "A", "7": "A",
    }  # fmt: skip


def test_a_list_that_does_not_say_which_of_two_pairs_it_means_is_left_out() -> None:
    totals = '[TotalScoreTable "PairId;TotalMP"]\n1 5\n1 4\n'
    rows = '[ScoreTable "Section;PairId_NS;PairId_EW;Score_NS"]\nA 1 2 50\nB 1 2 70\n'
    document = pbn.loads(f'[Board "1"]\n{totals}{rows}')
    assert list(document.event.contestants) == ["A1", "A2", "B1", "B2"]
    assert document.notes[0].words == "1 in the TotalScoreTable: of section A or B, left out"


def test_sessions_are_told_by_a_tag_or_by_another_day() -> None:
    game = '[Board "1"]{}\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50\n\n'
    tagged = pbn.loads(game.format('[Session "a"]') + game.format('[Session "b"]')).event
    assert [row.id for row in tagged.results] == ["a//1/1-2", "b//1/1-2"]
    days = pbn.loads(game.format('[Date "2026.11.06"]') + game.format('[Date "2026.11.07"]')).event
    assert [row.session for row in days.results] == ["1", "2"]
    other = game.replace('"1"', '"2"')
    same = pbn.loads(game.format('[Date "2026.11.06"]') + other.format('[Date "2026.11.07"]')).event
    assert [row.session for row in same.results] == ["", ""]


def test_a_board_that_comes_again_with_the_same_line_is_read_once() -> None:
    game = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50\n\n'
    document = pbn.loads(game + game)
    assert (len(document.event.results), kinds(document)) == (1, ["repeated"])


# Deals


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ('[Deal "N:AKQ"]', "the deal of board 1 cannot be read"),
        ('[Deal "N:AA... ... ... ..."]', "a card twice"),
        ('[Deal "N:A... A... - -"]', "SA with North and East"),
        ('[Deal "N:A... - - -"][Dealer "X"]', "dealer 'X': taken by the number"),
        ('[Vulnerable "maybe"]', "vulnerable 'maybe': taken by the number"),
    ],
)
def test_what_cannot_be_read_of_a_board_is_noted_and_its_tables_are_kept(tags: str, words: str) -> None:
    document = table("PairId_NS;PairId_EW;Score_NS", "1 2 50", more=tags)
    assert len(document.event.results) == 1
    assert words in document.notes[0].words


@pytest.mark.parametrize(
    ("text", "found"),
    [("None", {}), ("Love", {}), ("-", {}), ("love", {}), ("NS", {1: Vulnerable.NS}), ("EW", {1: Vulnerable.EW}),
     ("All", {1: Vulnerable.ALL}), ("Both", {1: Vulnerable.ALL}), ("N-S", {1: Vulnerable.NS}), ("?", {}), ("", {})],
)  # fmt: skip
def test_the_vulnerability_is_kept_where_it_is_not_by_the_number(text: str, found: dict[int, Vulnerable]) -> None:
    assert pbn.loads(f'[Board "1"][Vulnerable "{text}"]').event.vulnerable == found


def test_a_contract_is_judged_by_the_vulnerability_that_the_file_says() -> None:
    row = "1 2 4S N 10 620 -"
    assert str(only(table(CELLS, row, more='[Vulnerable "All"]'))[0].result) == "4S N ="
    assert kinds(table(CELLS, row)) == ["contract"]


def test_progress_is_told_every_ten_thousand_tables() -> None:
    rows = "\n".join(f"{pair} {pair + 6000} 50" for pair in range(1, 6001))
    text = "".join(f'[Board "{board}"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n{rows}\n\n' for board in (1, 2))
    told: list[int] = []
    assert len(pbn.loads(text, progress=told.append).event.results) == 12_000
    assert told == [10_000]


def test_an_individual_may_be_a_file_of_tables() -> None:
    seats = '[North "Player 1"][East "Player 2"][South "Player 3"][West ""]'
    document = pbn.loads(f'[Board "1"][Competition "Individuals"]{seats}[Contract "Pass"][Table "4"]')
    (row,) = document.event.results
    assert document.event.form is Form.INDIVIDUAL
    assert row.seats == BySide(("Player 1", "Player 3"), ("Player 2", "1.4W"))
