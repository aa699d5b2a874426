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


# --- both rooms -------------------------------------------------------------------------------


def rulings(*entries: str) -> str:
    """Write rulings, each as "board room; keys", of a match between X (at home) and Y."""
    text = ""
    for place, entry in enumerate(entries):
        where, keys = entry.split(";", 1)
        board, room = where.split()
        text += f'[[ruling]]\nid = "{place}"\nboard = {board}\ntable = {{ room = "{room}" }}\n{keys.strip()}\n'
    return text


def teams_of_boards(*boards: tuple[str, str]) -> str:
    """Write a match of X and Y: the scores of the open and of the closed room, board by board."""
    lines = ["board,room,ns,ew,result"]
    for number, (opened, closed) in enumerate(boards, 1):
        lines += [f"{number},open,X,Y,{opened}", f"{number},closed,Y,X,{closed}"]
    return "\n".join(lines)


MIRRORED = 'self_inflicted = { side = "NS", normal = "-100", expected = "-420" }'


def test_mirrored_rulings() -> None:
    """-500 in both rooms, normal -100, expected -420: N = 0, A = -500 + 100 is -9, C = -420 + 100 is -8, so 1 was
    self-inflicted by each: -1 for both teams. In a knockout the average is 0."""
    rows = teams_of_boards(("-500", "-500"))
    both = rulings(f"1 open; {MIRRORED}", f"1 closed; {MIRRORED}")
    result = score(rows, both)
    assert figures(result, "X") == figures(result, "Y") == [-1]
    assert totals(score(rows, both, knockout=True)) == {"X": 0, "Y": 0}
    # One room alone: A = -500 + 500 is 0, B = +400 is 9, C = +80 is 2: 0 + 9 - 2.
    result = score(rows, rulings(f"1 open; {MIRRORED}"))
    assert figures(result, "X") + figures(result, "Y") == [7, -9]


def test_one_team_is_damaged_in_both_rooms() -> None:
    """X: -50 in the open room (normal +420), +420 for Y in the closed one (normal -50). N is +420 and +50, 10.
    C open = +170 + 50, 6; A open = -50 + 50, 0: s = 6. C closed = +420 - 420, 0 = A closed, s = 0: 4.
    Y is the offending side twice: -10."""
    rows = teams_of_boards(("-50", "+420"))
    both = rulings(
        '1 open; self_inflicted = { side = "NS", normal = "+420", expected = "+170" }',
        '1 closed; self_inflicted = { side = "EW", normal = "-50", expected = "+420" }',
    )
    result = score(rows, both)
    assert figures(result, "X") + figures(result, "Y") == [4, -10]
    # All of it self-inflicted, 1000 in each room: 0 - 14 - 14, but never less than the table results, -2000, -19.
    both = rulings(
        '1 open; self_inflicted = { side = "NS", normal = "0", expected = "0" }',
        '1 closed; self_inflicted = { side = "EW", normal = "0", expected = "0" }',
    )
    result = score(teams_of_boards(("-1000", "+1000")), both)
    assert figures(result, "X") + figures(result, "Y") == [-19, 0]


def test_assigned_in_one_room_and_12c1e_in_the_other() -> None:
    """Split in the closed room: X keeps +420 to Y (as -420), Y is assigned -50. Open: -50, normal +420, expected +170.
    X: N = 0, A = -470, -10, C = -250, -6: s = 4, -4. Y: normal, -420 and its own -50: -10."""
    rows = teams_of_boards(("-50", "+420"))
    both = rulings(
        '1 open; self_inflicted = { side = "NS", normal = "+420", expected = "+170" }', '1 closed; ns = "-50"'
    )
    result = score(rows, both)
    assert figures(result, "X") + figures(result, "Y") == [-4, -10]


def test_an_artificial_score_is_that_of_the_board() -> None:
    """X has A+ in the open and A in the closed room: A, once. Y has A- in the open room, whatever the closed one has.
    With a limit of one A+ the A on board 1 is none, so board 2 is still the first."""
    rows = teams_of_boards(("", "+420"), ("", "np"))
    all_of_them = rulings('1 open; ns = "A+"\new = "A-"', '1 closed; ew = "A"', '2 open; both = "A+"')
    result = score(rows, all_of_them, {"average_plus_limit": 1})
    assert figures(result, "X") == [0, 3]
    assert figures(result, "Y") == [-3, 3]


def test_an_event_of_teams_of_eight() -> None:
    """620-140 is 10 IMPs, 620+100 is 12, 170-140 is 1, 170+100 is 7: 30 over four. Board 2 lacks closed 2."""
    rows = """
        board,room,ns,ew,score
        1,open,X,Y,620
        1,closed,Y,X,140
        1,Open 2,X,Y,170
        1,closed 2,Y,X,-100
        2,open,X,Y,420
        2,closed,Y,X,-50
        2,open 2,X,Y,420
    """
    result = score(rows, knockout=True)
    assert figures(result, "X") == [Fraction(15, 2), None]
    assert totals(result) == {"X": Fraction(15, 2), "Y": Fraction(-15, 2)}
    split = '[[ruling]]\nid = "1"\nboard = 1\ntable = { room = "closed 2" }\new = "+140"\n'
    # 10, 10, 1 and 1 for X, which is E-W in the closed rooms.
    assert figures(score(rows, split), "X") == [Fraction(11, 2), None]


def test_a_patton_event_adds_up_its_matches() -> None:
    """1 and 2: boards 3 and 1, 250 of 690 points and a pool of 8/3: 4/3 + 4/3 * 25/69 = 376/207, and 176/207.
    1 and 3 have a board that was not played, and 2 a bye: no figure, and nothing for the aggregate."""
    rows = """
        board,match,room,ns,ew,score,result
        1,1,open,1,2,420,
        1,1,closed,2,1,170,
        2,1,open,1,2,-50,
        2,1,closed,2,1,-50,
        3,2,open,1,3,,np
        3,2,closed,3,1,,np
        3,3,open,2,,,
    """
    result = score(rows, scoring="patton")
    assert totals(result) == {"1": 3 + Fraction(376, 207), "2": 1 + Fraction(176, 207), "3": None}
    assert result["matches"][0]["margin"] == {"home": 3 + Fraction(376, 207), "away": 1 + Fraction(176, 207)}
    assert result["matches"][0]["winner"] == "1"


def test_rounding_for_two_non_offending_teams() -> None:
    """Open +420 or 0, half each, against 0 in the closed room: 4.5 and -4.5. One ruling favours X, the other Y (it
    changes nothing): each up, 5 and -4. One of them alone: 5 and -5, or 4 and -4."""
    rows = teams_of_boards(("-50", "0"))
    weighted = 'both = "50% +420; 50% 0"'
    settings = {"rounding": "favour-non-offending"}
    result = score(
        rows, rulings(f'1 open; non_offending = "NS"\n{weighted}', '1 closed; non_offending = "NS"'), settings
    )
    assert figures(result, "X") + figures(result, "Y") == [5, -4]
    for said, figure in (("NS", 5), ("EW", 4)):
        result = score(rows, rulings(f'1 open; non_offending = "{said}"\n{weighted}'), settings)
        assert figures(result, "X") + figures(result, "Y") == [figure, -figure]
    result = score(rows, rulings(f"1 open; {weighted}", '1 closed; non_offending = "none"'), settings)
    assert figures(result, "X") + figures(result, "Y") == [4, -5]


# --- Law 86B2 ---------------------------------------------------------------------------------


TWO_BOARDS = teams_of_boards(("+420", "-50"), ("np", "+140"))  # X is 10 IMPs up on board 1


def fault(ns: str, ew: str, more: str = "") -> str:
    return rulings(f'2 open; fault = {{ ns = "{ns}", ew = "{ew}" }}\n{more}')


def test_86b2_with_one_side_at_fault() -> None:
    """X: A+ is lifted to 10, so 12 IMPs are better and 9 are not; a result of +800 against +140 is 12. Y has A+ = 3.
    The side at fault has the complement, also where it was only partly at fault."""
    for assigned, figure in (("+12 IMP", 12), ("+9 IMP", 10), ("-2 IMP", 10), ("+800", 12), ("+620", 10)):
        result = score(TWO_BOARDS, fault("none", "partly", f'assigned = "{assigned}"'))
        assert figures(result, "X") + figures(result, "Y") == [10, figure, -10, -figure]
    for assigned, figure in (("-12 IMP", 12), ("-2 IMP", 3), ("+12 IMP", 3), ("-500", 12), ("0", 4)):
        result = score(TWO_BOARDS, fault("direct", "none", f'assigned = "{assigned}"'))
        assert figures(result, "X") + figures(result, "Y") == [10, -figure, -10, figure]
    for laws, figure in (("86B2", -10), ("86B", 0)):
        result = score(TWO_BOARDS, fault("none", "partly", f'laws = ["{laws}"]'))
        assert figures(result, "X") + figures(result, "Y") == [10, 10, -10, figure]


def test_86b2_with_none_or_both_at_fault() -> None:
    """Artificial scores, whatever was assigned: A+ is 10 for X and 3 for Y; A is 0; A- is -3 for X and -10 for Y."""
    for ns, ew, x, y in (("none", "none", 10, 3), ("partly", "partly", 0, 0), ("direct", "partly", -3, 0)):
        result = score(TWO_BOARDS, fault(ns, ew, 'assigned = "+12 IMP"'))
        assert figures(result, "X") + figures(result, "Y") == [10, x, -10, y]


def test_86b2_in_the_windows() -> None:
    """Board 3 is A+ for both. f = A+ on board 2: it is no real board, X has 10 and Y has 3 (by its -10). f = 12: X has
    (10 + 12) / 2 = 11 and Y 3. Of the other boards: f = A+: X (10 + 3) / 2 = 6.5 on board 3, but 10 on board 2, whose
    A+ is lifted by the real ones; Y has -10 and the complement of 3, -3: 3."""
    rows = teams_of_boards(("+420", "-50"), ("np", "+140"), ("np", "np"))
    third = '[[ruling]]\nid = "9"\nboard = 3\ntable = { room = "open" }\nboth = "A+"\n'
    other = {"session_basis": "other-boards"}
    for assigned, settings, x in (("+9", {}, 10), ("+12", {}, 11), ("+9", other, Fraction(13, 2)), ("+12", other, 11)):
        result = score(rows, fault("none", "direct", f'assigned = "{assigned} IMP"') + third, settings)
        assert figures(result, "X") == [10, 12 if assigned == "+12" else 10, x]
        assert figures(result, "Y") == [-10, -12 if assigned == "+12" else -10, 3]


def test_86b2_and_the_limit() -> None:
    """The one A+ of X was on board 1. Board 2 is the better of 9 and 0, or 9; with nothing assigned 0, or nothing."""
    rows = teams_of_boards(("np", "np"), ("np", "+140"), ("+420", "-50"))
    first = '[[ruling]]\nid = "9"\nboard = 1\ntable = { room = "open" }\nns = "A+"\new = "A"\n'
    limit: dict[str, Any] = {"average_plus_limit": 1}
    for assigned, after, f in (
        ("9", "average", 9),
        ("9", "not-scored", 9),
        ("", "average", 0),
        ("", "not-scored", None),
    ):
        more = f'assigned = "+{assigned} IMP"' if assigned else 'laws = ["86B2"]'
        result = score(rows, first + fault("none", "direct", more), limit | {"after_limit": after})
        # The A+ of board 1 sees 9 as a real board: (10 + 9) / 2.
        assert figures(result, "X") == [Fraction(19, 2) if f else 10, f, 10]
        assert figures(result, "Y") == [0, None if f is None else -f, -10]


def test_86b2_at_board_a_match() -> None:
    """X has 2 of 2 on board 1: A+ is 2. Y has A+ = 1.2: +100 against +140 is 2 for Y, +140 is 1."""
    assert figures(score(TWO_BOARDS, fault("none", "direct", 'laws = ["86B2"]'), scoring="bam"), "Y") == [0, 0]
    for assigned, figure in (("+100", "2"), ("+140", "6/5")):
        result = score(TWO_BOARDS, fault("direct", "none", f'assigned = "{assigned}"'), scoring="bam")
        assert figures(result, "Y") == [0, Fraction(figure)]
        assert figures(result, "X") == [2, 2 - Fraction(figure)]
    with pytest.raises(ValueError, match="no value"):
        score(TWO_BOARDS, fault("direct", "none", 'assigned = "+5 IMP"'), scoring="bam")


def test_what_86b2_refuses() -> None:
    with pytest.raises(ValueError, match="sign"):
        score(TWO_BOARDS, fault("direct", "none", 'assigned = "5 IMP"'))
    with pytest.raises(ValueError, match="goes with"):
        score(TWO_BOARDS, rulings('2 open; assigned = "+5 IMP"'))
    with pytest.raises(ValueError, match="for teams"):
        score(TWO_TABLES, ARTIFICIAL + 'assigned = "+5 IMP"\n')
    with pytest.raises(ValueError, match="no result in the other room"):
        score(teams_of_boards(("+420", "0"), ("np", "np")), fault("direct", "none", 'assigned = "+420"'))
    closed = '[[ruling]]\nid = "9"\nboard = 2\ntable = { room = "closed" }\nns = "A+"\n'
    with pytest.raises(ValueError, match="in the other"):
        score(TWO_BOARDS, fault("direct", "none", 'laws = ["86B2"]') + closed)


# --- better of --------------------------------------------------------------------------------


THREE_TABLES = """
    board,ns,ew,score,award_ns
    1,1,2,420,
    1,3,4,400,
    1,5,6,100,
    2,1,2,-50,better of A+ | {}
    2,3,4,400,
    2,5,6,100,
"""


def test_the_better_of_average_plus_and_a_result() -> None:
    """E = 3, top 4; p0 of pair 1 is 4 of 4. +170 makes 2: A+ is better, and 3 and 5 are compared with each other:
    (3/2)(2 + 1) - 1 and (3/2)(0 + 1) - 1. Without a window A+ is 2.4: +420 makes 4, which is better, and stands in
    the field. Lifted to 4, A+ is as good, and does not."""
    result = score(THREE_TABLES.format("+170"))
    assert figures(result, "1") == exact("4", "4")
    assert figures(result, "3") + figures(result, "5") == exact("2", "7/2", "0", "1/2")
    assert figures(result, "2") == exact("0", "4")  # E-W keep the table result, -50 in their own chart
    result = score(THREE_TABLES.format("+170"), settings={"session_score": "off"})
    assert figures(result, "1") == exact("4", "12/5")
    result = score(THREE_TABLES.format("+420"), settings={"session_score": "off"})
    assert figures(result, "1") == exact("4", "4")
    assert figures(result, "3") + figures(result, "5") == exact("2", "2", "0", "0")
    result = score(THREE_TABLES.format("+420"))
    assert figures(result, "3") + figures(result, "5") == exact("2", "7/2", "0", "1/2")
    # Weighted: half of 4 and half of 0, which is less than 2.4.
    result = score(THREE_TABLES.format("50% +420; 50% -50"), settings={"session_score": "off"})
    assert figures(result, "1") == exact("4", "12/5")


PLAIN_PLUS = """
    9,1,2,100,A+
    9,3,4,100,
    9,5,6,100,
"""


def test_better_of_and_the_limit() -> None:
    """The limit is one, and board 9, the first in the file, was an A+. On board 2 +170 makes 2, the average is as good
    and is taken: outside the field. Not scored: the result stands, in the field, and is a real board: the A+ of board 9
    is lifted by 6 of 8. With a limit of two board 2 is an A+ as well."""
    heading, *others = THREE_TABLES.strip().splitlines()
    rows = "\n".join([heading, PLAIN_PLUS.strip(), *others]).format("+170")
    limit: dict[str, Any] = {"average_plus_limit": 1}
    result = score(rows, settings=limit)
    assert figures(result, "1") == exact("4", "4", "2")
    assert figures(result, "3")[-1] == Fraction("7/2")
    result = score(rows, settings=limit | {"after_limit": "not-scored"})
    assert figures(result, "1") == exact("3", "4", "2")
    assert figures(result, "3")[-1] == 4
    assert figures(score(rows, settings={"average_plus_limit": 2}), "1") == exact("4", "4", "4")
    # The A+ of a better-of award counts: after it board 9 is the second, and an average.
    result = score(THREE_TABLES.format("+170") + PLAIN_PLUS, settings=limit)
    assert figures(result, "1") == exact("4", "4", "2")
    # A result that was chosen does not count.
    rows = THREE_TABLES.replace("1,1,2,420", "1,1,2,400").format("+420") + PLAIN_PLUS
    assert figures(score(rows, settings=limit), "1") == exact("3", "4", "7/2")


def test_the_windows_see_a_better_of_award_as_what_was_chosen() -> None:
    """Pair 1 has +50 on board 1, 0 of 4. Board 2, better of A+ and +420: p0 is 0, so 2.4 against 4: the result.
    Board 9 is an A+: 4 of 8 do not lift it."""
    low = THREE_TABLES.replace("1,1,2,420", "1,1,2,50").format("+420")
    assert figures(score(low + PLAIN_PLUS), "1") == exact("0", "4", "12/5")
    # 3 of 4 on board 1 (a tie with the best): p0 is 75%; board 2 is 4 as a result; board 9 sees 7 of 8.
    tied = THREE_TABLES.replace("1,1,2,420", "1,1,2,400")
    assert figures(score(tied.format("+420") + PLAIN_PLUS), "1") == exact("3", "4", "7/2")
    # +170 on board 2: A+ at 3; board 9 sees board 1 only, or also 2.4 of 4: 5.4 of 8.
    assert figures(score(tied.format("+170") + PLAIN_PLUS), "1") == exact("3", "3", "3")
    settings = {"session_basis": "other-boards"}
    assert figures(score(tied.format("+170") + PLAIN_PLUS, settings=settings), "1") == exact("3", "3", "27/10")


def test_each_player_chooses() -> None:
    """N-S 1 and 2 have 0 of 2 on board 1; on board 2 player 1 sits with 3 (2 of 2 on board 1): better of A+ and +400
    against +400, 1 of 2. Player 1 has 60%, 1.2; player 3 has 2: both take A+, nothing to compare with: 1 for the
    others. With +420, 2 of 2: player 1 takes the result, player 3 the A+ (as good), and the row shows the result."""
    rows = """
        board,n,s,e,w,score
        1,1,2,5,6,400
        1,3,4,7,8,420
        2,1,3,5,6,
        2,2,4,7,8,400
    """
    ruling = '[[ruling]]\nid = "1"\nboard = 2\ntable = {{ n = "1" }}\nns = "better of A+ | +4{}0"\new = "A"\n'
    result = score(rows, ruling.format(0))
    assert figures(result, "1") + figures(result, "3") == exact("0", "6/5", "2", "2")
    assert figures(result, "2") == exact("0", "1")
    result = score(rows, ruling.format(2))
    assert figures(result, "1") + figures(result, "3") == exact("0", "2", "2", "2")
    assert figures(result, "2") == exact("0", "0")
    assert figures(result, "7") == exact("0", "1")


def test_better_of_at_imps_and_two_results() -> None:
    """Cross-IMPs: +420 against +400 is 1, against +100 is 8: 4.5 on board 1, and as a result on board 2: A+ is as good,
    outside the field. Without a window 3 is worse. Of two results it is the better one that counts."""
    rows = THREE_TABLES.format("+420")
    assert figures(score(rows, scoring="cross-imps"), "3")[-1] == 7  # +400 against +100 alone
    assert figures(score(rows, settings={"session_score": "off"}, scoring="cross-imps"), "3")[-1] == 3  # (7 - 1) / 2
    result = score(THREE_TABLES.replace("A+ | {}", "-100 | +420"))
    assert figures(result, "1") == exact("4", "4")


def test_better_of_in_teams() -> None:
    """X is 10 up on board 1. Board 2, open room: better of A+ and +800 for X; +800 against +140 is 12, +420 is 7 and
    A+ 10. Y keeps its table result, 100 against 140: 1. In a knockout that is averaged afterwards."""
    rows = teams_of_boards(("+420", "-50"), ("+100", "+140"))
    for given, figure in (("+800", 12), ("+420", 10)):
        result = score(rows, rulings(f'2 open; ns = "better of A+ | {given}"'))
        assert figures(result, "X") + figures(result, "Y") == [10, figure, -10, 1]
    result = score(rows, rulings('2 open; ns = "better of A+ | +800"'), knockout=True)
    assert figures(result, "X") == [10, Fraction(11, 2)]
    # An artificial score from the other room is the score of the board.
    result = score(rows, rulings('2 open; ns = "better of A+ | +800"', '2 closed; ew = "A-"'))
    assert figures(result, "X") == [10, -3]


def test_better_of_for_both_sides_of_swiss_pairs() -> None:
    """The window is the round. Pairs 1 and 2 have 2 and 0 of 2 on board 1. On board 2, +400 against +400: pair 1 has 1
    of 2, and takes A+ at 2; pair 2 has 1, and takes A+ at 1.2."""
    rows = "round,board,ns,ew,score\n1,1,1,2,420\n1,1,3,4,400\n1,2,1,2,\n1,2,3,4,400"
    ruling = '[[ruling]]\nid = "1"\nboard = 2\ntable = { ns = "1" }\nboth = "better of A+ | 3NT N ="\n'
    result = score(rows, ruling, {"vp_scale": "ebu-swiss-pairs"}, form="swiss-pairs")
    assert figures(result, "1") + figures(result, "2") == exact("2", "2", "0", "6/5")


def test_the_better_of_two_artificial_scores_is_nobody_s_question() -> None:
    for award in ("better of A+ | 60%", "better of A+ | np", "better of A+"):
        with pytest.raises(ValueError, match="better of"):
            score(THREE_TABLES.replace("better of A+ | {}", award))


# --- matches ----------------------------------------------------------------------------------


def meetings(*matches: tuple[str, str, str, str]) -> str:
    """Write matches of one board: match, home, away, and the score of the open room against 0 in the closed one."""
    lines = ["match,round,board,room,ns,ew,score"]
    for place, (name, home, away, points) in enumerate(matches, 1):
        lines += [
            f"{name},{place},{place},open,{home},{away},{points}",
            f"{name},{place},{place},closed,{away},{home},0",
        ]
    return "\n".join(lines)


def amounts(key: str, *entries: str) -> str:
    """Write penalties or carry-overs, each as "contestant amount match" (the match may be missing)."""
    text = ""
    for entry in entries:
        name, amount, *match = entry.split(":")
        text += f'[[{key}]]\ncontestant = "{name}"\namount = "{amount}"\n'
        text += f'match = "{match[0]}"\n' if match else ""
    return text


def test_three_knockout_matches() -> None:
    """A beats B by 420, 9 IMPs; C and D are level; A loses to C by 10 (430). A had 2.5 IMPs carried over against B and
    a penalty of 3 against C: 11.5 and -13. D was carried over 1 against C (its only match), C has a penalty of 1 there:
    D has 2. B's penalty of 11.5 against A makes that 23, and the total of A 10."""
    rows = meetings(("1", "A", "B", "420"), ("2", "C", "D", "0"), ("3", "A", "C", "-430"))
    more = amounts("penalty", "A:3 IMP:3", "C:1:D", "B:11.5") + amounts("carry_over", "A:2.5:1", "D:1")
    result = score(rows, more, knockout=True)
    assert totals(result) == {"C": 11, "A": 10, "D": 2, "B": -23}
    assert [(match["winner"], match["margin"]["home"]) for match in result["matches"]] == [
        ("A", 23),
        ("D", -2),
        ("C", -13),
    ]
    assert result["matches"][2] == {
        "match": "3",
        "round": "3",
        "home": "A",
        "away": "C",
        "margin": {"home": -13, "away": 13},
        "winner": "C",
    }
    assert score(rows, "", knockout=True)["matches"][1]["winner"] is None
    for wrong in ("A:3", "A:3:D", "A:3:2"):
        with pytest.raises(ValueError, match="such matches"):
            score(rows, amounts("penalty", wrong), knockout=True)


def test_imps_come_before_victory_points() -> None:
    """One board, X = 15. 9 IMPs: R^(9/15) = 0.42055, 17.59; a penalty of 3 leaves 6: R^(6/15) = 0.5613, 15.74, and B
    keeps its 2.41. A carry-over of 1 is the opponents' too: 10 is 18.09 and 1.91. VPs are taken from the total."""
    rows = meetings(("1", "A", "B", "420"), ("2", "A", "C", "0"))
    for more, a, b in (
        ("", "27.59", "2.41"),
        (amounts("penalty", "A:3 IMP:B"), "25.74", "2.41"),
        (amounts("carry_over", "A:1 IMP:1"), "28.09", "1.91"),
        (amounts("penalty", "A:3:1", "A:0.5 VP"), "24.09", "2.41"),
        (amounts("carry_over", "B:1"), "27.59", "3.41"),
    ):
        result = score(rows, more)
        assert totals(result) == {"A": Fraction(a), "C": 10, "B": Fraction(b)}
    result = score(rows, amounts("penalty", "A:3 IMP:B"))
    assert result["matches"][0]["margin"] == {"home": 6, "away": -9}
    assert result["matches"][0]["vp"] == {"home": Fraction("15.74"), "away": Fraction("2.41")}
    for key in ("penalty", "carry_over"):
        with pytest.raises(ValueError, match="such matches"):
            score(rows, amounts(key, "A:3 IMP"))
    # At board-a-match it is taken from the total, whatever the match.
    assert totals(score(rows, amounts("penalty", "A:1:B"), scoring="bam")) == {"A": 2, "C": 1, "B": 0}


def test_penalties_of_swiss_pairs() -> None:
    """Pair 1 has 2 + 1 of 4 in round 1, 75%, 19 VPs, and half of round 2, 10. Without 10% of a top, 0.2, it is 70%:
    18 VPs (above 66.61); without 0.5 MP 62.5%: 16 (above 61.08). A bare figure is in VPs."""
    rows = """
        round,board,ns,ew,score
        1,1,1,2,420
        1,1,3,4,400
        1,2,1,2,420
        1,2,3,4,420
        2,1,1,3,50
        2,1,2,4,50
    """
    settings = {"vp_scale": "ebu-swiss-pairs"}
    for amount, total in (("10%:1", 28), ("0.5 MP:1", 26), ("0.5", Fraction("28.5")), ("1 VP", 28)):
        result = score(rows, amounts("penalty", f"1:{amount}"), settings, form="swiss-pairs")
        assert totals(result)["1"] == total
        assert totals(result)["2"] == 11
    for amount in ("10%", "1 MP", "1 MP:9", "1 IMP:1"):
        with pytest.raises(ValueError, match=r"such matches|not the unit"):
            score(rows, amounts("penalty", f"1:{amount}"), settings, form="swiss-pairs")
    # At IMPs, 1 a board against the one other table (20 points): 1 of the two boards; 1 IMP off leaves none, 10 VPs.
    result = score(rows, amounts("penalty", "1:1 IMP:1"), form="swiss-pairs", scoring="cross-imps")
    assert totals(result)["1"] == 20


def test_the_window_is_the_match() -> None:
    """S3: +28 IMPs over the other 7 boards of the match, +4 each; A+ is 4. The session has another match, lost by 10:
    18 over 8 boards are less than 3."""
    rows = ["round,board,room,ns,ew,score"]
    for board in range(1, 9):
        rows += [f"1,{board},open,X,Y,{140 if board < 8 else ''}", f"1,{board},closed,Y,X,0"]
    rows += ["2,9,open,X,Z,-430", "2,9,closed,Z,X,0"]
    ruling = '[[ruling]]\nid = "1"\nboard = 8\ntable = { room = "open" }\nns = "A+"\new = "A-"\n'
    for window, plus in (("match", 4), ("session", 3)):
        result = score("\n".join(rows), ruling, {"session_score": window})
        assert figures(result, "X") == [4] * 7 + [plus, -10]
        assert figures(result, "Y") == [-4] * 8


@pytest.mark.parametrize("name", sorted(path.name for path in EVENTS.iterdir() if path.is_dir()))
def test_the_expected_standings_are_up_to_date(name: str) -> None:
    assert (EVENTS / name / "expected.toml").read_text(encoding="utf-8") == remade(EVENTS / name)
