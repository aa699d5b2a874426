"""`amends score`: rankings, travellers and score cards, each worked out by hand."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from amends.cli.commands.files.score import LARGE
from support.documents import exact_texts
from support.event_files import BEFORE, TABLES, WEIGHTED, WITH_WEIGHTED, Files

DATA = Path(__file__).parents[3] / "data"


def table(place: int, award_ns: str = "", award_ew: str = "", score: str | None = None, rows: str = TABLES) -> str:
    """The event with awards in one of its rows."""
    header, *lines = rows.splitlines()
    kept = [f"{line},," for line in lines]
    board, ns, ew, played = lines[place].split(",")
    kept[place] = f"{board},{ns},{ew},{played if score is None else score},{award_ns},{award_ew}"
    return "\n".join([f"{header},award_ns,award_ew", *kept]) + "\n"


# Places


def test_equal_totals_share_the_better_place(files: Files) -> None:
    """7, 6, 5, 5, 1 and 0 of 8 matchpoints: see TABLES."""
    ranking = files.ranking(TABLES)
    assert {entry["contestant"]: entry["percent"] for entry in ranking} == BEFORE
    assert [entry["place"] for entry in ranking] == [1, 2, 3, 3, 5, 6]
    assert [entry["tied"] for entry in ranking] == [False, False, True, True, False, False]
    assert [entry["total"] for entry in ranking] == ["7", "6", "5", "5", "1", "0"]
    assert {entry["boards"] for entry in ranking} == {2}


def test_people_are_shown_the_same_ranking(files: Files) -> None:
    shown = files.shown("score", TABLES, None)
    assert [line for line in shown.splitlines() if line[:1].isdigit()] == [
        "1 1 87.50 2",
        "2 6 75.00 2",
        "3= 2 62.50 2",
        "3= 4 62.50 2",
        "5 5 12.50 2",
        "6 3 0.00 2",
    ]
    assert "travellers" in shown.splitlines()[0]


def test_two_winners_have_a_list_for_each_direction(files: Files) -> None:
    rows = files.data("score", TABLES, None, "--winners", "2")["rows"]
    assert [(row["direction"], row["place"], row["contestant"]) for row in rows] == [
        *[("ns", 1, "1"), ("ns", 2, "2"), ("ns", 3, "3")],
        *[("ew", 1, "6"), ("ew", 2, "4"), ("ew", 3, "5")],
    ]


def test_pairs_that_share_a_number_are_told_apart_by_their_direction(files: Files) -> None:
    shared = TABLES.replace(",4,", ",1,").replace(",5,", ",2,").replace(",6,", ",3,")
    found = files.percent(shared, None, "--winners", "2")
    assert found == {"1NS": "87.5", "2NS": "62.5", "3NS": "0", "3EW": "75", "1EW": "62.5", "2EW": "12.5"}
    assert "two winners" in files.refused("score", shared, None)


SECTIONS = """\
section,board,ns,ew,score
A,1,1,3,+100
A,1,2,4,+50
B,1,1,3,+420
B,1,2,4,+400
"""


def test_sections_are_compared_together_or_apart(files: Files) -> None:
    """Together the top is 6: North-South have 2, 0, 6 and 4. Apart it is 2, and each section has a top and a zero."""
    together = files.percent(SECTIONS)
    assert [together[pair] for pair in ("A1", "A2", "B1", "B2")] == ["100/3", "0", "100", "200/3"]
    assert [together[pair] for pair in ("A3", "A4", "B3", "B4")] == ["200/3", "100", "0", "100/3"]
    apart = files.percent(SECTIONS, None, "--set", "field=section")
    assert [apart[pair] for pair in ("A1", "A2", "B1", "B2")] == ["100", "0", "100", "0"]


def test_sessions_are_compared_each_on_its_own(files: Files) -> None:
    """Of two tables a session: 1 wins in the first session and loses in the second, 50% in all."""
    rows = "session,board,ns,ew,score\n1,1,1,3,+100\n1,1,2,4,+50\n2,1,1,3,+300\n2,1,2,4,+400\n"
    assert set(files.percent(rows).values()) == {"50"}
    [traveller] = files.data("score", rows, None, "--board", "1", "--session", "2")["fields"]
    assert [row["figure"] for row in traveller["rows"]] == [{"ns": "2", "ew": "0"}, {"ns": "0", "ew": "2"}]
    assert "session 2" in traveller["title"]
    assert len(files.data("score", rows, None, "--board", "1")["fields"]) == 2


# Methods


def test_butler(files: Files) -> None:
    """Means of 263⅓ and 53⅓ make the datums 260 and 50.

    Board 1: +160 is 4 IMPs for 1 and 2, -310 is -7 for 3. Board 2: +60 and +50 are 2 for 1 and 2, -100 is -3 for 3.
    """
    found = files.totals(TABLES, None, "--scoring", "butler")
    assert found == {"1": "6", "2": "6", "6": "5", "4": "-1", "5": "-6", "3": "-10"}


def test_cross_imps(files: Files) -> None:
    """Board 1: 470 points are 10 IMPs: 1 and 2 have (0 + 10) / 2 = 5, 3 has -10.

    Board 2: 10 points are none, 160 and 150 are 4 IMPs: 1 and 2 have (0 + 4) / 2 = 2, 3 has -4.
    """
    found = files.totals(TABLES, None, "--scoring", "cross-imps")
    assert found == {"6": "8", "1": "7", "2": "7", "4": "-1", "5": "-7", "3": "-14"}


def test_total_points(files: Files) -> None:
    """1 has 420 + 110, 2 has 420 + 100, 3 has -50 - 50; 4 has -420 + 50, 5 has -420 - 110, 6 has 50 - 100."""
    found = files.totals(TABLES, None, "--scoring", "total-points")
    assert found == {"1": "530", "2": "520", "6": "-50", "3": "-100", "4": "-370", "5": "-530"}


def test_data_says_how_it_was_scored(files: Files) -> None:
    data = files.data("score", TABLES, None, "--scoring", "butler", "--regulation", "ebu")
    assert (data["form"], data["scoring"], data["regulation"]) == ("pairs", "butler", "ebu")


# Forms

TEAMS = """\
board,room,ns,ew,result
1,open,X,Y,4H N =
1,closed,Y,X,4H N -1
2,open,X,Y,4S N =
2,closed,Y,X,4S N =
"""


def test_teams_have_victory_points(files: Files) -> None:
    """420 + 50 are 10 IMPs for X, the second board is flat: a margin of 10 over 2 boards.

    WBF: 10 + 10 × (1 - τ^(3 × 10 / (15 × √2))) / (1 - τ³) = 10 + 10 × 0.49365 / 0.76393 = 16.46.
    """
    assert files.totals(TEAMS) == {"X": "16.46", "Y": "3.54"}
    assert files.data("score", TEAMS, None)["form"] == "teams"
    board = files.data("score", TEAMS, None, "--board", "1")
    assert {row["team"]: row["figure"] for row in board["teams"]} == {"X": "10", "Y": "-10"}
    assert [row["result"] for row in board["rooms"]] == ["4H N =", "4H N -1"]


def test_teams_at_board_a_match(files: Files) -> None:
    """A board won is 2, a flat one 1 each: 3 to 1."""
    assert files.totals(TEAMS, None, "--scoring", "bam") == {"X": "3", "Y": "1"}


def test_a_knockout_match_is_averaged(files: Files) -> None:
    """Board 1 is flat. On board 2 X has average plus, +3, and Y average, 0: 12C4 makes it ±(3 - 0) / 2 = ±1½."""
    rows = "board,room,ns,ew,score\n1,open,X,Y,+420\n1,closed,Y,X,+420\n2,open,X,Y,+620\n2,closed,Y,X,+100\n"
    rulings = '[[ruling]]\nboard = 2\ntable = { room = "open" }\nns = "A+"\new = "A"\noutside_agency = true\n'
    assert files.totals(rows, rulings, "--knockout") == {"X": "1.5", "Y": "-1.5"}
    apart = files.totals(rows, rulings, "--knockout", "--set", "knockout_average=false")
    assert apart == {"X": "3", "Y": "0"}


def test_an_award_in_victory_points_is_added(files: Files) -> None:
    """10 for the flat match, and 12, or 60% of the pool of 20, for the one that was not played."""
    rows = "board,room,ns,ew,score\n1,open,X,Y,+420\n1,closed,Y,X,+420\n"
    for amount in ("12", "60%"):
        rulings = f'[[victory_points]]\ncontestant = "X"\nround = "2"\namount = "{amount}"\n'
        assert files.totals(rows, rulings) == {"X": "22", "Y": "10"}


def test_an_individual(files: Files) -> None:
    """Two tables, a top of 2. Board 1: a, c, f, h have 2. Board 2: a, e, d, h have 2. a and h have all 4."""
    rows = "board,n,e,s,w,score\n1,a,b,c,d,+420\n1,e,f,g,h,-50\n2,a,b,e,f,+100\n2,c,d,g,h,+50\n"
    ranking = files.ranking(rows)
    assert [(entry["place"], entry["contestant"], entry["percent"]) for entry in ranking] == [
        *((1, player, "100") for player in "ah"),
        *((3, player, "50") for player in "cdef"),
        *((7, player, "0") for player in "bg"),
    ]
    assert files.data("score", rows, None)["form"] == "individual"


SWISS = """\
round,board,ns,ew,score
1,1,1,2,+420
1,1,3,4,-50
1,2,1,2,+100
1,2,3,4,+50
2,3,1,4,+100
2,3,3,2,+100
2,4,1,4,+100
2,4,3,2,+100
"""
SWISS_PAIRS = ("--form", "swiss-pairs", "--set", "vp_scale=ebu-swiss-pairs")


def test_swiss_pairs(files: Files) -> None:
    """Round 1: 1 and 4 have 100%, 20 victory points, the others none. Round 2 is flat: 50%, 10 victory points."""
    assert files.totals(SWISS, None, *SWISS_PAIRS) == {"1": "30", "4": "30", "2": "10", "3": "10"}
    assert [entry["place"] for entry in files.ranking(SWISS, None, *SWISS_PAIRS)] == [1, 1, 3, 3]


def test_swiss_pairs_have_a_traveller_for_each_round_of_a_board(files: Files) -> None:
    """As in docs/formats/travellers.md: numbers that begin anew are other deals."""
    rows = "round,table,board,ns,ew,result,vulnerable\n"
    rows += "2,1,1,1,2,+170,none\n1,1,1,1,8,4H N =,none\n1,2,1,2,7,4H N +1,none\n2,2,1,7,8,3NT S =,none\n"
    tables = files.data("score", rows, None, *SWISS_PAIRS, "--board", "1")["fields"]
    assert [table["title"] for table in tables] == [
        "Board 1, round 1 · North deals · nobody vulnerable",
        "Board 1, round 2 · North deals · nobody vulnerable",
    ]
    assert [[(row["ns"], row["round"]) for row in table["rows"]] for table in tables] == [
        [(["2"], "1"), (["1"], "1")],
        [(["7"], "2"), (["1"], "2")],
    ]


def test_swiss_pairs_take_a_scale_by_percentages_where_nobody_names_one(files: Files) -> None:
    ran = files.run("score", SWISS, None, "--form", "swiss-pairs")
    assert (ran.status, "by the scale ebu-swiss-pairs" in ran.err) == (0, True)
    assert ran.out == files.run("score", SWISS, None, *SWISS_PAIRS).out


def test_swiss_pairs_have_penalties_and_awards_in_victory_points(files: Files) -> None:
    """1 has 30 - 1½, 3 has 10 + 12 for a match that was not played, 2 has 10 and brings 5."""
    rulings = """
        [[penalty]]
        contestant = "1"
        amount = "1.5 VP"
        [[victory_points]]
        contestant = "3"
        round = "3"
        amount = "12"
        [[carry_over]]
        contestant = "2"
        amount = 5
    """
    assert files.totals(SWISS, rulings, *SWISS_PAIRS) == {"4": "30", "1": "28.5", "3": "22", "2": "15"}


def test_a_scale_that_does_not_fit_is_refused(files: Files) -> None:
    message = files.refused("score", SWISS, None, "--form", "swiss-pairs", "--set", "vp_scale=wbf-continuous")
    assert "ebu-swiss-pairs" in message


# Penalties and carry-over


def test_a_penalty_is_taken_from_the_contestant_alone(files: Files) -> None:
    """10% of a top of 4 is 0.4: 6 has 5.6 of 8, 70%; the others keep what they had."""
    rulings = '[[penalty]]\ncontestant = "6"\namount = "10%"\nlaw = "90B3"\nreason = "late"\n'
    assert files.percent(TABLES, rulings) == BEFORE | {"6": "70"}
    shown = files.shown("score", TABLES, rulings)
    assert "penalty" in shown
    assert "2 6 70.00 2 ⅖" in shown


def test_two_penalties_add_up(files: Files) -> None:
    """0.4 and 0.8: 6 has 4.8 of 8, 60%, and falls behind 2 and 4, which are second now."""
    rulings = '[[penalty]]\ncontestant = "6"\namount = "10%"\n[[penalty]]\ncontestant = "6"\namount = "20%"\n'
    ranking = files.ranking(TABLES, rulings)
    assert [(entry["place"], entry["contestant"]) for entry in ranking[1:4]] == [(2, "2"), (2, "4"), (4, "6")]
    assert ranking[3]["percent"] == "60"
    assert ranking[3]["penalty"] == "1.2"


def test_carry_over_is_added_in_the_unit_of_the_event(files: Files) -> None:
    """3 has 0 and brings 1 matchpoint: 1 of 8, 12.5%, as 5 has. At IMPs -10 and 4 are -6, again as 5 has."""
    matchpoints = '[[carry_over]]\ncontestant = "3"\namount = 1\n'
    assert files.percent(TABLES, matchpoints) == BEFORE | {"3": "12.5"}
    assert [entry["place"] for entry in files.ranking(TABLES, matchpoints)][-2:] == [5, 5]
    imps = '[[carry_over]]\ncontestant = "3"\namount = 4\n'
    assert files.totals(TABLES, imps, "--scoring", "butler")["3"] == "-6"


# Rulings


def test_a_weighted_ruling_changes_the_others_too(files: Files) -> None:
    """See WEIGHTED: on board 1 North-South have 2½, 2½ and 1, East-West 1½, 1½ and 3."""
    ranking = files.ranking(TABLES, WEIGHTED)
    assert {entry["contestant"]: entry["percent"] for entry in ranking} == WITH_WEIGHTED
    assert sorted(entry["contestant"] for entry in ranking if entry["ruled"]) == ["3", "6"]
    assert files.shown("score", TABLES, WEIGHTED).count("⚖") == 2


def test_a_ruling_that_was_replaced_is_out_of_force(files: Files) -> None:
    """4♥ made at all three tables of board 1: everybody has 2."""
    replaced = WEIGHTED + '[[ruling]]\nid = "8"\nreplaces = "7"\nboard = 1\ntable = { ns = "3" }\nboth = "4H N ="\n'
    expected = {"1": "75", "4": "75", "2": "50", "6": "50", "3": "25", "5": "25"}
    assert files.percent(TABLES, replaced) == expected


def test_awards_in_the_columns_are_in_force(files: Files) -> None:
    """Split: 3 has +420 like all North-South on board 1, so that each has 2; East-West stays 1, 1 and 4."""
    found = files.percent(table(2, award_ns="4H N ="))
    assert found == {"1": "75", "6": "75", "4": "62.5", "2": "50", "3": "25", "5": "12.5"}


def test_average_plus_and_minus(files: Files) -> None:
    """Two tied results where three were expected: (3 / 2) × (1 + 1) - 1 = 2 each. 3 has 2.4 and 6 has 1.6 of 4."""
    found = files.percent(table(2, "A+", "A-", score=""))
    assert found == {"1": "75", "4": "75", "2": "50", "6": "45", "3": "30", "5": "25"}


def test_average_plus_follows_a_better_session(files: Files) -> None:
    """12C2(c): 1 has 4 of 4 on its other board, so average plus is 100%; without the rule it is 60%, 6.4 of 8."""
    rows = table(0, "A+", "A-", score="")
    assert files.percent(rows)["1"] == "100"
    assert files.percent(rows, None, "--set", "session_score=off")["1"] == "80"


THREE = TABLES + "3,1,6,+50\n3,2,4,+50\n3,3,5,+50\n"
TWO_PLUS = "".join(
    f'[[ruling]]\nid = "{board}"\nboard = {board}\ntable = {{ ns = "1" }}\nns = "A+"\new = "A"\noutside_agency = true\n'
    for board in (1, 2)
)


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ([], "170/3"),
        (["average_plus_limit=1"], "160/3"),
        (["average_plus_limit=1", "after_limit=not-scored"], "55"),
        (["average_plus_limit=2"], "170/3"),
    ],
)
def test_averages_plus_beyond_the_limit(files: Files, limit: list[str], expected: str) -> None:
    """1 has 2 of 4 on board 3. Twice average plus: 6.8 of 12. The second an average: 6.4 of 12. Or none: 4.4 of 8."""
    options = [word for setting in limit for word in ("--set", setting)]
    assert files.percent(THREE, TWO_PLUS, *options)["1"] == expected


def test_the_offenders_of_self_inflicted_damage_get_the_normal_result(files: Files) -> None:
    """12C1(e): the offenders 6 get the normal +420, as if nothing had happened: East-West are all tied, 2 each."""
    rulings = """
        [[ruling]]
        board = 1
        table = { ns = "3" }
        non_offending = "NS"
        self_inflicted = { side = "NS", normal = "4H N =", expected = "3H N =" }
    """
    assert files.percent(TABLES, rulings)["6"] == "50"


# Rows that are no results


def test_a_sit_out_does_not_count(files: Files) -> None:
    for nobody in ("", "0", "phantom", "-"):
        ranking = files.ranking(TABLES + f"1,7,{nobody},\n2,{nobody},7,sit-out\n".replace("sit-out", ""))
        assert {entry["contestant"]: entry["percent"] for entry in ranking[:-1]} == BEFORE
        assert (ranking[-1]["contestant"], ranking[-1]["percent"], ranking[-1]["boards"]) == ("7", None, 0)
        assert not ranking[-1]["place"]


def test_a_cancelled_row_does_not_count(files: Files) -> None:
    header, *lines = TABLES.splitlines()
    rows = "\n".join([f"{header},remark", *(f"{line}," for line in lines), "1,7,8,+990,cancelled"]) + "\n"
    found = files.percent(rows)
    assert {pair: percent for pair, percent in found.items() if percent is not None} == BEFORE
    assert {pair for pair, percent in found.items() if percent is None} == {"7", "8"}


def test_a_board_played_in_the_wrong_direction_counts_for_the_seats(files: Files) -> None:
    """5 sat North-South on board 2 and has the best score there, 4; 1 has none. 1: 3 of 8; 5: 1 + 4 of 8."""
    header, *lines = TABLES.splitlines()
    rows = "\n".join([f"{header},remark", *(f"{line}," for line in lines)]) + "\n"
    rows = rows.replace("2,1,5,+110,", "2,1,5,+110,wrong direction")
    assert files.percent(rows) == BEFORE | {"1": "37.5", "5": "62.5"}
    ranked = files.data("score", rows, None, "--winners", "2")["rows"]
    lists = [sorted(row["contestant"] for row in ranked if row["direction"] == side) for side in ("ns", "ew")]
    assert lists == [["1", "2", "3"], ["4", "5", "6"]]


def test_contracts_scores_and_results_say_the_same(files: Files) -> None:
    """Board 2: North-South are vulnerable."""
    as_contracts = (
        "bd;N-S;E-W;contract;by;tricks;score\n"
        "1;1;4;4H;N;10;420\n1;2;5;4H;S;=;\n1;3;6;4♥;N;-1;-50\n2;1;5;2H;S;8;110\n2;2;6;3S;W;-2;+100\n2;3;4;1C;E;=;-70\n"
    )
    assert files.percent(as_contracts) == BEFORE


# Regulations


def test_a_flag_beats_the_rulings_file(files: Files) -> None:
    """Average plus is 80% by the file's own setting, 70% where the flag says so; 3 has no other matchpoint of 8."""
    head = 'regulation = "ebu"\n[settings]\naverage_plus_percent = 80\nsession_score = "off"\n'
    rows = table(2, "A+", "A-", score="")
    assert files.data("score", rows, head)["regulation"] == "ebu"
    assert files.data("score", rows, head, "--regulation", "acbl")["regulation"] == "acbl"
    assert files.percent(rows, head)["3"] == "40"
    assert files.percent(rows, head, "--set", "average_plus_percent=70")["3"] == "35"


def test_without_a_word_the_regulation_is_exact(files: Files) -> None:
    assert files.data("score", TABLES, WEIGHTED)["regulation"] == "exact"


def test_a_regulation_of_one_s_own(files: Files) -> None:
    """1 - ½ - 0: half the matchpoints, the same percentages."""
    (files.folder / "club.toml").write_text('base = "exact"\nmatchpoints_per_win = 1\n')
    ranking = files.ranking(TABLES, None, "--regulation", str(files.folder / "club.toml"))
    assert [(entry["total"], entry["percent"]) for entry in ranking[:2]] == [("3.5", "87.5"), ("3", "75")]


def test_a_regulation_named_in_the_rulings_file_stands_beside_it(files: Files) -> None:
    (files.folder / "club.toml").write_text('base = "exact"\nmatchpoints_per_win = 1\n')
    assert files.ranking(TABLES, 'regulation = "club.toml"\n')[0]["total"] == "3.5"


# Travellers and score cards


def test_a_traveller_with_its_frequencies(files: Files) -> None:
    """See WEIGHTED for the figures."""
    [traveller] = files.data("score", TABLES, WEIGHTED, "--board", "1")["fields"]
    [frequencies] = traveller["frequencies"]
    rows = [(row["ns"], row["figure"], row["ruling"]) for row in traveller["rows"]]
    assert rows == [
        (["1"], {"ns": "2.5", "ew": "1.5"}, None),
        (["2"], {"ns": "2.5", "ew": "1.5"}, None),
        (["3"], {"ns": "1", "ew": "3"}, "7"),
    ]
    assert traveller["rows"][2]["result"] == "-50"
    assert traveller["rows"][2]["award"]["ns"] == "50% 4H N =; 50% 4H N -1"
    assert [(row["score"], row["times"]["ns"], row["figure"]["ns"]) for row in frequencies["scores"]] == [
        (420, "2.5", "2.5"),
        (-50, "0.5", "-0.5"),
    ]
    shown = files.shown("score", TABLES, WEIGHTED, "--board", "1")
    assert "Board 1 · North deals · nobody vulnerable" in shown
    assert "3 6 50% of +420 (4♥ N =) 1 3 ⚖ 7\nplus 50% of −50 (4♥ N −1)" in shown
    assert "+420 2½ 2½ 2½ 1½" in shown


def test_a_score_card(files: Files) -> None:
    card = files.data("score", TABLES, WEIGHTED, "--pair", "6")
    assert [(row["board"], row["side"], row["opponents"], row["figure"], row["top"]) for row in card["lines"]] == [
        (1, "ew", ["3"], "3", "4"),
        (2, "ew", ["2"], "2", "4"),
    ]
    assert (card["contestant"], card["place"], card["percent"]) == ("6", 3, "62.5")
    shown = files.shown("score", TABLES, WEIGHTED, "--pair", "6")
    assert "75.00" in shown
    assert "⚖ 7" in shown


def test_a_traveller_and_a_score_card_together(files: Files) -> None:
    data = files.data("score", TABLES, None, "--pair", "6", "--board", "2")
    assert [board["board"] for board in data["boards"]] == [2]
    assert [card["contestant"] for card in data["cards"]] == ["6"]


# Unlawful rulings


def test_a_forbidden_ruling_is_not_scored(files: Files) -> None:
    """12B1: 1, non-offending, would get less than its +420."""
    rulings = '[[ruling]]\nid = "9"\nboard = 1\ntable = { ns = "1" }\nnon_offending = "NS"\nboth = "4H N -1"\n'
    for command, *options in (["score"], ["score", "--board", "1"], ["explain", "--pair", "1"], ["slip"]):
        ran = files.run(command, TABLES, rulings, "--strict", *options)
        assert (ran.status, ran.out) == (1, "")
        assert "ruling 9: forbidden by 12B1" in ran.message
        assert "Traceback" not in ran.err


def test_a_forbidden_ruling_blocks_itself_alone(files: Files) -> None:
    """Without --strict the table result stands there, which is said, and the other ruling counts."""
    forbidden = '[[ruling]]\nid = "9"\nboard = 1\ntable = { ns = "1" }\nnon_offending = "NS"\nboth = "4H N -1"\n'
    ran = files.run("score", TABLES, forbidden + WEIGHTED)
    assert ran.status == 0
    assert "ruling 9: forbidden by 12B1" in ran.err
    assert "The table result stands." in ran.err
    told = files.run("score", TABLES, forbidden + WEIGHTED, "--json")
    assert {row["contestant"]: row["percent"] for row in exact_texts(json.loads(told.out))["rows"]} == WITH_WEIGHTED


def test_a_forbidden_ruling_on_a_board_without_a_result_leaves_it_not_played(files: Files) -> None:
    rows = TABLES.replace("score", "result") + "3,1,6,np\n3,2,4,+420\n3,3,5,-50\n"
    rulings = '[[ruling]]\nid = "9"\nboard = 3\ntable = { ns = "1" }\nboth = "50% 4H N =; 40% 4H N -1"\n'
    ran = files.run("score", rows, rulings, "--json")
    assert "ruling 9: forbidden by 12C1(c)" in ran.err
    assert [row["percent"] for row in exact_texts(json.loads(ran.out))["rows"]] == list(files.percent(rows).values())


def test_all_forbidden_rulings_are_named(files: Files) -> None:
    rulings = (
        '[[ruling]]\nid = "a"\nboard = 1\ntable = { ns = "3" }\nboth = "4S E ="\ndisallowed = ["4S E"]\n'
        '[[ruling]]\nid = "b"\nboard = 2\ntable = { ns = "3" }\nclaim = true\nboth = "50% 4H N =; 50% 4H N -1"\n'
    )
    ran = files.run("score", TABLES, rulings, "--strict")
    assert (ran.status, ran.out) == (1, "")
    assert "ruling a: forbidden by 12C1(c)" in ran.message
    assert "ruling b: forbidden by 70" in ran.message


def test_an_unusual_ruling_is_scored(files: Files) -> None:
    rulings = WEIGHTED + 'poll = { "4H N =" = 1, "4H N -1" = 1 }\n'
    assert files.percent(TABLES, rulings) == WITH_WEIGHTED


def test_a_forbidden_ruling_that_was_replaced_stands_in_nobody_s_way(files: Files) -> None:
    rulings = (
        '[[ruling]]\nid = "a"\nboard = 1\ntable = { ns = "3" }\nboth = "4S E ="\ndisallowed = ["4S E"]\n'
        + WEIGHTED
        + 'replaces = "a"\n'
    )
    assert files.percent(TABLES, rulings) == WITH_WEIGHTED


def test_what_waits_for_the_director_is_said_and_the_rest_is_counted(files: Files, tmp_path: Path) -> None:
    """A file of a scoring device with a score that the director has still to decide."""
    path = tmp_path / "club.bws"
    path.write_bytes(gzip.decompress((DATA / "bws" / "club.bws.gz").read_bytes()))
    ran = files.amends("score", str(path))
    assert ran.status == 0
    assert "Arbitral score: the director has still to decide" in ran.err
    assert "5 things were odd or left out; --all lists them" in ran.err


def test_a_traveller_of_a_fouled_board_has_each_copy_s_vulnerability(files: Files) -> None:
    """Group b was vulnerable: 4H made is +620 there, two down −200; each group is matchpointed alone."""
    rows = (
        "board,ns,ew,result,group,vulnerable\n1,1,11,4H N =,a,none\n1,2,12,4H N -1,a,none\n"
        "1,3,13,4H N =,b,all\n1,4,14,4H N -2,b,all\n"
    )
    shown = files.shown("score", rows, None, "--winners", "2", "--board", "1").splitlines()
    assert shown[0].endswith("nobody vulnerable in group a, all vulnerable in group b")
    assert {line.split()[0]: line.split()[-3] for line in shown[2:6]} == {
        "1": "+420",
        "2": "−50",
        "3": "+620",
        "4": "−200",
    }


def test_a_forbidden_ruling_on_a_board_without_a_result_is_said_to_leave_it_not_played(files: Files) -> None:
    rows = "board,ns,ew,result\n1,1,11,np\n1,2,12,4H N =\n1,3,13,4H N -1\n"
    rulings = '[[ruling]]\nboard = 1\ntable = { ns = "1" }\nclaim = true\nboth = "60% 4H N =; 40% 4H N -1"\n'
    ran = files.run("score", rows, rulings, "--winners", "2")
    assert ran.status == 0
    assert "never weighted. The board counts as not played." in ran.message


def test_margins_that_do_not_balance_are_shown_for_both_teams(files: Files) -> None:
    rows = "board,room,ns,ew,score\n2,open,X,Y,-500\n2,closed,Y,X,-500\n"
    rulings = "".join(
        f'[[ruling]]\nid = "{room}"\nboard = 2\ntable = {{ room = "{room}" }}\nlaws = ["12C1(e)"]\n'
        'self_inflicted = { side = "NS", normal = "-100", expected = "-420" }\n'
        for room in ("open", "closed")
    )
    assert "X Y 1 −1 / −1 8.80 8.80 equal" in files.shown("score", rows, rulings)
    assert "X Y 1 0 equal" in files.shown("score", rows, rulings, "--knockout")


# Large files


def test_a_large_file_is_scored_and_the_command_for_large_files_is_named_in_one_line(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = files.arguments("score", TABLES, None)
    few = files.amends(*arguments)
    assert (few.status, few.err) == (0, "")
    monkeypatch.setattr("amends.cli.commands.files.score.LARGE", TABLES.count("\n") - 2)
    many = files.amends(*arguments)
    assert (many.status, many.out) == (0, few.out)
    assert many.err == (
        "amends: travellers.csv has 6 rows; for large files there is: amends bulk travellers.csv --out TARGET\n"
    )
    monkeypatch.setattr("amends.cli.commands.files.score.LARGE", TABLES.count("\n") - 1)
    assert files.amends(*arguments).err == ""


def test_a_file_is_large_above_fifty_thousand_rows() -> None:
    assert LARGE == 50_000
