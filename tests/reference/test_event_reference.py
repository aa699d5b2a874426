"""Tiny events worked out by hand, with the working; they hold the reference for events to account."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from . import evaluate_event
from .make_events import EVENTS, remade


def score(travellers: str, rulings: str = "", settings: dict[str, Any] | None = None, **options: Any) -> dict[str, Any]:
    rows = "\n".join(line.strip() for line in travellers.strip().splitlines())
    return evaluate_event(rows, rulings, options | {"settings": settings or {}})


def totals(result: dict[str, Any], name: str = "") -> dict[str, Fraction | None]:
    return {entry["contestant"]: entry["total"] for entry in result["lists"][name]}


def percentages(result: dict[str, Any], name: str = "") -> dict[str, Fraction | None]:
    return {entry["contestant"]: entry["percent"] for entry in result["lists"][name]}


def places(result: dict[str, Any], name: str = "") -> list[str]:
    return [f"{entry['place']} {entry['contestant']}" for entry in result["lists"][name]]


def figures(result: dict[str, Any], contestant: str) -> list[Fraction | None]:
    return [line["figure"] for line in result["lines"][contestant]]


def exact(*numbers: str) -> list[Fraction]:
    return [Fraction(each) for each in numbers]


TWO_TABLES = """
    board,ns,ew,score
    1,1,3,420
    1,2,4,400
    2,1,3,420
    2,2,4,400
    3,1,3,
    3,2,4,420
"""
ARTIFICIAL = '[[ruling]]\nid = "1"\nboard = 3\ntable = { ns = "1", ew = "3" }\nns = "A+"\new = "A-"\n'


def test_average_plus_and_minus_float_by_the_other_boards() -> None:
    """E = 2, top 2. Pair 1 has 4 of 4 on the others: A+ is 100% of 2; pair 3 has 0 of 4: A- is 0.
    The other table of board 3: E = 2, A = 1: (2/1)(0 + 1) - 1 = 1 for each side."""
    result = score(TWO_TABLES, ARTIFICIAL)
    assert figures(result, "1") == exact("2", "2", "2")
    assert figures(result, "2") == exact("0", "0", "1")
    assert figures(result, "3") == exact("0", "0", "0")
    assert percentages(result) == dict(zip("1423", exact("100", "250/3", "50/3", "0"), strict=True))
    assert places(result) == ["1 1", "2 4", "3 2", "4 3"]


def test_without_a_window_they_are_flat() -> None:
    """60% and 40% of 2: 1.2 and 0.8."""
    result = score(TWO_TABLES, ARTIFICIAL, {"session_score": "off"})
    assert totals(result) == dict(zip("1423", exact("26/5", "5", "1", "4/5"), strict=True))


def test_one_half_nought() -> None:
    """All figures and tops are halved; a penalty of 10% is of a top E - 1 = 1, one of 0.3 is 0.3."""
    penalties = '[[penalty]]\ncontestant = "4"\namount = "10%"\n[[penalty]]\ncontestant = "2"\namount = "0.3"\n'
    result = score(TWO_TABLES, ARTIFICIAL + penalties, {"matchpoints_per_win": 1})
    assert totals(result) == dict(zip("1423", exact("3", "12/5", "1/5", "0"), strict=True))


def test_penalties_and_carry_over_are_no_part_of_the_score_on_the_other_boards() -> None:
    """Pair 1: (6 + 1/2 - 1/5) / 6; the 10% are of a top of 2."""
    more = '[[penalty]]\ncontestant = "1"\namount = "10%"\n[[carry_over]]\ncontestant = "1"\namount = "0.5"\n'
    result = score(TWO_TABLES, ARTIFICIAL + more)
    assert percentages(result)["1"] == Fraction("63/10") / 6 * 100


def test_the_basis_of_other_boards() -> None:
    """Pair 1 has real 2 of 2 and two A+: each sees 2 + 1.2 of 4, 80%, which is 1.6."""
    rulings = '[[ruling]]\nid = "0"\nboard = 2\ntable = { ns = "1" }\nns = "A+"\new = "A"\n' + ARTIFICIAL
    result = score(TWO_TABLES, rulings, {"session_basis": "other-boards"})
    assert figures(result, "1") == exact("2", "8/5", "8/5")
    # Pair 3: 0 real, A = 1 (half of 2), A-: min(0.8, (0 + 1)/4 * 2).
    assert figures(result, "3") == exact("0", "1", "1/2")


def test_one_average_plus_a_session() -> None:
    """The second A+ in the order of the file is an average, or does not count; the first floats to 2."""
    rulings = '[[ruling]]\nid = "0"\nboard = 2\ntable = { ns = "1" }\nns = "A+"\new = "A"\n' + ARTIFICIAL
    result = score(TWO_TABLES, rulings, {"average_plus_limit": 1})
    assert figures(result, "1") == exact("2", "2", "1")
    result = score(TWO_TABLES, rulings, {"average_plus_limit": 1, "after_limit": "not-scored"})
    assert figures(result, "1") == [2, 2, None]
    assert result["lists"][""][0] == {"contestant": "1", "place": "1", "total": 4, "percent": 100, "boards": 2}


def test_wrong_direction_cancelled_and_sit_out() -> None:
    """Pairs 1 and 3 sat the other way round: 3 has +420 as N-S and beats pair 2; 1 is beaten by 4.
    The cancelled row is neither scheduled nor compared, pair 5 sits out."""
    result = score(
        """
        board,ns,ew,contract,declarer,tricks,remark
        1,1,3,4H,N,=,wrong direction
        1,2,4,3NT,S,9,
        1,2,3,7NT,S,13,cancelled
        1,5,phantom,,,,
        """
    )
    assert percentages(result) == {"3": 100, "4": 100, "1": 0, "2": 0, "5": None}
    assert places(result) == ["1= 3", "1= 4", "3= 1", "3= 2", " 5"]
    assert figures(result, "5") == [None]


def test_nobody_meets_a_board_twice() -> None:
    """Not even on the other side; but a row that was not played, a sit-out and a cancelled row do not count."""
    with pytest.raises(ValueError, match="twice: lines 2 and 3"):
        score("board,ns,ew,score\n1,1,3,420\n1,4,1,400")
    with pytest.raises(ValueError, match="twice"):
        score("round,board,ns,ew,score\n1,1,1,3,420\n2,1,1,4,400")
    with pytest.raises(ValueError, match="twice"):
        score("board,n,e,s,w,score\n1,1,2,3,4,420\n1,5,6,7,1,400")
    rows = "board,ns,ew,result,remark\n1,1,3,+420,\n1,2,4,+400,\n1,1,4,np,\n1,1,0,,\n1,1,4,+50,cancelled"
    assert figures(score(rows), "1") == [exact("7/2")[0], None, None]  # E = 3: (3/2)(2 + 1) - 1


def test_a_sit_out_may_be_scored() -> None:
    """E = 2, top 2: 50% is 1, 60% is 1.2; it counts as a board. At IMPs 50% is 0, 60% is average plus, 3."""
    rows = """
        board,ns,ew,score
        1,1,3,420
        1,2,4,400
        1,5,phantom,
        2,1,5,420
        2,2,4,400
        2,3,,
    """
    result = score(rows, settings={"sit_out": "50%"})
    assert figures(result, "5") == exact("1", "0")
    assert percentages(result)["5"] == 25
    result = score(rows, settings={"sit_out": "60%"})
    assert figures(result, "3") == exact("0", "6/5")
    assert result["lists"][""][0]["boards"] == 2
    for share, imps in (("50%", "0"), ("60%", "3"), ("40%", "-3")):
        assert figures(score(rows, settings={"sit_out": share}, scoring="cross-imps"), "3") == exact("-1", imps)
    with pytest.raises(ValueError, match="no value"):
        score(rows, settings={"sit_out": "55%"}, scoring="butler")
    assert figures(score(rows), "5") == [None, 0]


def test_a_sit_out_is_in_no_window() -> None:
    """Pair 1 sits out board 4 at 50%: A+ on board 3 is lifted by its 4 of 4 on boards 1 and 2; of the other boards
    with the artificial ones, by (4 + 1) / 6, 5/3."""
    rows = TWO_TABLES + "    4,1,0,\n"
    assert figures(score(rows, ARTIFICIAL, {"sit_out": "50%"}), "1") == exact("2", "2", "2", "1")
    settings = {"sit_out": "50%", "session_basis": "other-boards"}
    assert figures(score(rows, ARTIFICIAL, settings), "1") == exact("2", "2", "5/3", "1")


TWO_SECTIONS = """
    section,board,ns,ew,score
    A,1,1,2,420
    A,1,3,4,400
    B,1,1,2,450
    B,1,3,4,-50
"""


def test_sections_together_or_apart() -> None:
    """Together E = 4: A1 beats two of three. Apart E = 2: A1 beats the one other."""
    result = score(TWO_SECTIONS)
    assert figures(result, "A1") == [4]
    assert figures(result, "B1") == [6]
    result = score(TWO_SECTIONS, settings={"field": "section"})
    assert figures(result, "A1") == figures(result, "B1") == [2]


def test_not_played_counts_in_the_results_expected() -> None:
    """E = 3: of board 1, which one table did not play, A = 2: (3/2)(2 + 1) - 1 and (3/2)(0 + 1) - 1."""
    result = score("board,ns,ew,result\n1,1,2,+420\n1,3,4,+400\n1,5,6,np")
    assert figures(result, "1") == exact("7/2")
    assert figures(result, "3") == exact("1/2")
    assert places(result)[-2:] == [" 5", " 6"]


def test_results_obtained() -> None:
    """The row that was not played does not raise E: 2 and 0 of 2. One with an artificial score does."""
    rows = "board,ns,ew,result\n1,1,2,+420\n1,3,4,+400\n1,5,6,np"
    result = score(rows, settings={"expected_results": "obtained"})
    assert figures(result, "1") + figures(result, "3") == exact("2", "0")
    ruling = '[[ruling]]\nid = "1"\nboard = 1\ntable = { ns = "5" }\nns = "A"\n'
    result = score(rows, ruling, {"expected_results": "obtained"})
    assert figures(result, "1") + figures(result, "3") == exact("7/2", "1/2")


def test_a_group_of_one_floats_like_any_average_plus() -> None:
    """E = 3, top 4; board 1: the group of one is not above E/3, so average plus. N-S 1 have 4 of 4 on
    board 2 and get 4; E-W 2 have 0 of 4 and get 60%, 2.4. The group of two (tie): (3/2)(1 + 1) - 1 = 2."""
    result = score(
        """
        board,ns,ew,score,group
        1,1,2,420,b
        1,3,4,100,
        1,5,6,100,
        2,1,2,420,
        2,3,4,400,
        2,5,6,400,
        """,
        settings={"small_groups": "ebu"},
    )
    assert figures(result, "1") == exact("4", "4")
    assert figures(result, "2") == exact("12/5", "0")
    assert figures(result, "3") == exact("2", "1")


def test_two_winners_share_numbers() -> None:
    """Each direction has its own list, and the number has its direction."""
    result = score("board,ns,ew,score\n1,1,1,420\n1,2,2,400", winners=2)
    assert places(result, "NS") == ["1 1NS", "2 2NS"]
    assert places(result, "EW") == ["1 2EW", "2 1EW"]
    result = score("board,ns,ew,score\n1,1,3,420\n1,2,4,400", winners=2)
    assert places(result, "EW") == ["1 4", "2 3"]


def test_each_player_of_an_individual_has_his_own_score() -> None:
    """Board 1: 1 and 2 (N-S) have 2 of 2, 5 and 6 nothing. Board 2: 1 sits with 6, both get A+: 1 floats to
    100%, 6 gets 1.2. 2 and 5 were at fault: 2 has 40%, 0.8; 5 has nothing elsewhere, 0."""
    result = score(
        """
        board,n,s,e,w,score
        1,1,2,5,6,420
        1,3,4,7,8,400
        2,1,6,2,5,
        2,3,4,7,8,110
        """,
        '[[ruling]]\nid = "1"\nboard = 2\ntable = { n = "1", w = "5" }\nfault = { ns = "none", ew = "direct" }\n',
    )
    assert totals(result) == {
        "1": 4,
        "7": 3,
        "8": 3,
        "2": Fraction(14, 5),
        "6": Fraction(6, 5),
        "3": 1,
        "4": 1,
        "5": 0,
    }


def test_ranking_on_two_decimals() -> None:
    """Penalties of 0.0001 and 0.0002 of a top of 2: 49.995% and 49.990% are 50.00% and 49.99%."""
    rows = "board,ns,ew,score\n1,1,3,420\n1,2,4,420"
    penalties = "".join(
        f'[[penalty]]\ncontestant = "{who}"\namount = "{much}%"\n' for who, much in ((1, "0.005"), (2, "0.01"))
    )
    assert places(score(rows, penalties)) == ["1= 3", "1= 4", "3 1", "4 2"]
    assert places(score(rows, penalties, {"rank_on": "rounded"})) == ["1= 1", "1= 3", "1= 4", "4 2"]


def test_a_ruling_that_is_replaced_is_out_of_force() -> None:
    """In force: half +420, half -50 against +400. N-S: half of 2."""
    rulings = """
        [[ruling]]
        id = "1"
        board = 1
        table = { ns = "1", ew = "3" }
        both = "-50"
        [[ruling]]
        id = "2"
        board = 1
        table = { ns = "1", ew = "3" }
        both = "50% +420; 50% -50"
        replaces = "1"
    """
    result = score("board,ns,ew,score\n1,1,3,420\n1,2,4,400", rulings)
    assert figures(result, "1") == figures(result, "4") == [1]


def test_rows_are_named_once() -> None:
    with pytest.raises(ValueError, match="2 rows"):
        score(
            "session,board,ns,ew,score\n1,1,1,3,420\n2,1,1,4,400",
            '[[ruling]]\nid = "1"\nboard = 1\ntable = { ns = "1" }\nboth = "A"',
        )
    with pytest.raises(ValueError, match="do not agree"):
        score("board,ns,ew,contract,declarer,tricks,score\n1,1,3,4H,N,=,430")


MATCH = """
    round,room,board,ns,ew,score
    1,open,1,X,Y,420
    1,closed,1,Y,X,-50
    1,open,2,X,Y,
    1,closed,2,Y,X,140
"""


def both_teams(award: str) -> str:
    return f'[[ruling]]\nid = "1"\nboard = 2\ntable = {{ room = "open" }}\n{award}\n'


def test_a_match_of_two_boards() -> None:
    """+470 is 10 IMPs. A+ floats to 10, A- sinks to -10: 20 IMPs over 2 boards, X = 15 * sqrt 2 = 21.21:
    R^(20/21.21) = 0.2564; 10 + 10 * 0.7436 / 0.7639 = 19.73."""
    result = score(MATCH, both_teams('ns = "A+"\new = "A-"'))
    assert figures(result, "X") == exact("10", "10")
    assert totals(result) == {"X": Fraction("19.73"), "Y": Fraction("0.27")}


def test_the_teams_need_not_balance() -> None:
    """X: 10 and A+ = 10; Y: -10 and A+ = 3, a margin of -7: R^(7/21.21) = 0.6210, 10 - 10 * 0.3790 / 0.7639 = 5.04."""
    result = score(MATCH, both_teams('both = "A+"'))
    assert figures(result, "Y") == exact("-10", "3")
    assert totals(result) == {"X": Fraction("19.73"), "Y": Fraction("5.04")}


def test_a_knockout_takes_the_average() -> None:
    """(10 - 3) / 2 = 3.5 on board 2."""
    result = score(MATCH, both_teams('both = "A+"'), knockout=True)
    assert totals(result) == {"X": Fraction("13.5"), "Y": Fraction("-13.5")}
    result = score(MATCH, both_teams('both = "A+"'), {"knockout_average": False}, knockout=True)
    assert totals(result) == {"X": 20, "Y": -7}


def test_board_a_match() -> None:
    """Board 1: 2 for X. Board 2: A+ floats to 2 of 2, Y gets 1.2."""
    result = score(MATCH, both_teams('both = "A+"'), scoring="bam")
    assert totals(result) == {"X": 4, "Y": Fraction("1.2")}


def test_a_bye_is_a_share_of_the_pool() -> None:
    """12 of the 20 besides the 19.73 of the match; VPs are deducted."""
    awards = '[[victory_points]]\ncontestant = "X"\namount = "60%"\n[[penalty]]\ncontestant = "Y"\namount = "1 VP"\n'
    result = score(MATCH, both_teams('ns = "A+"\new = "A-"') + awards)
    assert totals(result) == {"X": Fraction("31.73"), "Y": Fraction("-0.73")}


def test_the_boards_of_a_match() -> None:
    """Board 2 is scored for neither team: 10 IMPs over one board, X = 15: R^(2/3) = 0.3820,
    10 + 10 * 0.6180 / 0.7639 = 18.09. With A+ for board 1 too all is artificial: 3 IMPs over two boards:
    R^(3/21.21) = 0.8153, 12.42."""
    unplayed = MATCH.replace(",140", ",")
    nothing = '[[ruling]]\nid = "2"\nboard = 2\ntable = { room = "closed" }\nboth = "np"\n'
    result = score(unplayed, both_teams('both = "np"') + nothing)
    assert totals(result)["X"] == Fraction("18.09")
    first = '[[ruling]]\nid = "3"\nboard = 1\ntable = { room = "open" }\nns = "A+"\new = "A-"\n'
    result = score(unplayed, both_teams('both = "np"') + nothing + first)
    assert totals(result)["X"] == Fraction("12.42")


def test_swiss_pairs() -> None:
    """One round (E = 2, two boards): pair 1 has 2 + 1 of 4, 75%: 19 VPs (above 70.36, not above 75.95)."""
    rows = """
        round,board,ns,ew,score
        1,1,1,2,420
        1,1,3,4,400
        1,2,1,2,420
        1,2,3,4,420
    """
    result = score(rows, form="swiss-pairs", settings={"vp_scale": "ebu-swiss-pairs"})
    assert totals(result) == {"1": 19, "4": 19, "2": 1, "3": 1}


def test_swiss_pairs_whose_numbers_begin_anew() -> None:
    """Board 1 of round 2 is another deal: each pair is compared with one other table, E = 2. Together it would be
    a field of four with pair 1 on it twice, which is what it is in an ordinary pairs event."""
    rows = """
        round,board,ns,ew,score
        1,1,1,2,420
        1,1,3,4,400
        2,1,1,3,-50
        2,1,2,4,100
    """
    result = score(rows, form="swiss-pairs", settings={"vp_scale": "ebu-swiss-pairs"})
    assert figures(result, "1") == exact("2", "0")
    assert figures(result, "4") == exact("2", "0")
    assert totals(result) == {"1": 20, "2": 20, "3": 20, "4": 20}
    with pytest.raises(ValueError, match="twice"):
        score(rows)


def test_the_window_is_the_round_of_swiss_pairs() -> None:
    """Pair 1: nothing of 2 in round 1; in round 2 A+ and a real 2 of 2. The window is the match, whether that or the
    session is said: p is 100%, A+ is 2; pair 2 has A- and nothing, 0. Over the stage p is 2 of 4: A+ is 1.2, A- 0.8."""
    rows = """
        round,board,ns,ew,score
        1,1,1,2,380
        1,1,3,4,400
        2,2,1,2,
        2,2,3,4,100
        2,3,1,2,120
        2,3,3,4,110
    """
    ruling = '[[ruling]]\nid = "1"\nboard = 2\ntable = { ns = "1" }\nns = "A+"\new = "A-"\n'
    settings = {"vp_scale": "ebu-swiss-pairs"}
    for window in ("session", "match"):
        result = score(rows, ruling, settings | {"session_score": window}, form="swiss-pairs")
        assert figures(result, "1") == exact("0", "2", "2")
        assert figures(result, "2") == exact("2", "0", "0")
    result = score(rows, ruling, settings | {"session_score": "stage"}, form="swiss-pairs")
    assert figures(result, "1") == exact("0", "6/5", "2")
    assert totals(result)["1"] == 20
    assert figures(result, "2") == exact("2", "4/5", "0")


@pytest.mark.parametrize("name", sorted(path.name for path in EVENTS.iterdir() if path.is_dir()))
def test_the_expected_standings_are_up_to_date(name: str) -> None:
    assert (EVENTS / name / "expected.toml").read_text(encoding="utf-8") == remade(EVENTS / name)
