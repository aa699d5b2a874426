"""`amends explain`: the figures of a board and of a total, each with its law."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from support.event_files import TABLES, WEIGHTED, Files


def parts(figure: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An explanation and everything below it."""
    yield figure
    for part in figure.get("parts", ()):
        yield from parts(part)


def test_a_plain_result_is_explained_by_its_frequencies(files: Files) -> None:
    """Board 1: 1 has two for the one inferior score and one for the other +420: 2 + 2 - 1 = 3."""
    shown = files.shown("explain", TABLES, None, "--board", "1", "--pair", "1")
    assert shown.splitlines()[0] == "1: board 1 against 4: 3"
    for words in ("[78A]", "frequency of −50: 1", "frequency of +420, which ties: 2", "not compared with itself: −1"):
        assert words in shown


def test_a_weighted_score_is_explained_by_its_parts(files: Files) -> None:
    """½ × 2½ = 1¼ and ½ × -½ = -¼, together 1: see WEIGHTED."""
    shown = files.shown("explain", TABLES, WEIGHTED, "--board", "1", "--pair", "3")
    assert shown.splitlines()[0] == "3: board 1 against 6: 1"
    for words in (
        "weighted score: 1 [12C1(c)]",
        "50% of +420: 1¼",
        "50% of −50: −¼",
        "frequency of +420, which ties: 2½",
    ):
        assert words in shown


def test_another_pair_sees_what_the_ruling_did_to_it(files: Files) -> None:
    shown = files.shown("explain", TABLES, WEIGHTED, "--board", "1", "--pair", "1")
    assert shown.splitlines()[0] == "1: board 1 against 4: 2½"


@pytest.mark.parametrize(
    ("pair", "first", "last"),
    [
        ("1", "1: percentage: 87½", "Place 1: 0 have more than 87½."),
        ("4", "4: percentage: 62½", "Place 3=: 2 have more than 62½."),
        ("2", "2: percentage: 62½", "Place 3=: 2 have more than 62½."),
        ("3", "3: percentage: 0", "Place 6: 5 have more than 0."),
    ],
)
def test_a_total_and_its_place(files: Files, pair: str, first: str, last: str) -> None:
    lines = files.shown("explain", TABLES, None, "--pair", pair).splitlines()
    assert (lines[0], lines[-1]) == (first, last)


def test_a_total_names_the_lines_penalties_and_what_was_available(files: Files) -> None:
    """6 has 3 + 2 - 0.4 = 4.6 of 8, and brings 1: 5.6 of 8, 70%."""
    more = (
        '[[penalty]]\ncontestant = "6"\namount = "10%"\nlaw = "90B3"\nreason = "late"\n'
        '[[carry_over]]\ncontestant = "6"\namount = 1\nreason = "qualifying"\n'
    )
    shown = files.shown("explain", TABLES, WEIGHTED + more, "--pair", "6")
    assert shown.splitlines()[0] == "6: percentage: 70"
    for words in ("available: 8", "(ruling 7): 3", "board 2 against 2", "late", "[90B3]", "qualifying", "−⅖"):
        assert words in shown, shown


def test_the_direction_s_own_list_says_how_many_have_more(files: Files) -> None:
    shown = files.shown("explain", TABLES, None, "--pair", "4", "--winners", "2")
    assert shown.splitlines()[-1] == "Place 2: 1 have more than 62½."


def test_data_has_the_same_figures(files: Files) -> None:
    data = files.data("explain", TABLES, WEIGHTED, "--board", "1", "--pair", "3")
    assert (data["contestant"], data["board"], data["place"]) == ("3", 1, 6)
    assert data["explanation"]["value"] == "1"
    found = [(part["value"], part["clause"] or None) for part in parts(data["explanation"])]
    assert ("1.25", "12C1(c)") in found
    assert files.data("explain", TABLES, None, "--pair", "1")["explanation"]["value"] == "87.5"


@pytest.mark.parametrize("pair", ["1", "2", "3", "4", "5", "6"])
@pytest.mark.parametrize("scoring", ["matchpoints", "butler", "cross-imps", "total-points"])
def test_every_explanation_ends_in_the_figure_of_the_score_card(files: Files, pair: str, scoring: str) -> None:
    card = files.data("score", TABLES, WEIGHTED, "--pair", pair, "--scoring", scoring)
    for row in card["lines"]:
        board = str(row["board"])
        data = files.data("explain", TABLES, WEIGHTED, "--pair", pair, "--board", board, "--scoring", scoring)
        assert data["explanation"]["value"] == row["figure"]
    [entry] = [entry for entry in files.ranking(TABLES, WEIGHTED, "--scoring", scoring) if entry["contestant"] == pair]
    total = files.data("explain", TABLES, WEIGHTED, "--pair", pair, "--scoring", scoring)["explanation"]["value"]
    assert total == (entry["percent"] or entry["total"])


def test_average_plus_is_explained_with_its_session(files: Files) -> None:
    """12C2(c): 1 has 4 of 4 on board 2, so that average plus on board 1 is all of 4."""
    rulings = '[[ruling]]\nboard = 1\ntable = { ns = "1" }\nfault = { ns = "none", ew = "direct" }\nlaws = ["12A2"]\n'
    shown = files.shown("explain", TABLES, rulings, "--pair", "1", "--board", "1")
    assert shown.splitlines()[0] == "1: board 1 against 4: 4"
    assert "12C2(c)" in shown


def test_a_session_alone(files: Files) -> None:
    """1 has 2 in the first session and 0 in the second."""
    rows = "session,board,ns,ew,score\n1,1,1,3,+100\n1,1,2,4,+50\n2,1,1,3,+300\n2,1,2,4,+400\n"
    for session, figure in (("1", "2"), ("2", "0")):
        data = files.data("explain", rows, None, "--pair", "1", "--board", "1", "--session", session)
        assert data["explanation"]["value"] == figure


def test_a_contestant_without_a_board_has_no_place(files: Files) -> None:
    shown = files.shown("explain", TABLES + "1,7,,\n", None, "--pair", "7")
    assert shown.splitlines()[-1] == "7 has no board that is scored, and no place."


def test_teams_are_explained_match_by_match(files: Files) -> None:
    """470 points are 10 IMPs, over one board: 10 + 10 × (1 - τ²) / (1 - τ³) = 18.09."""
    rows = "board,room,ns,ew,result\n1,open,X,Y,4H N =\n1,closed,Y,X,4H N -1\n"
    shown = files.shown("explain", rows, None, "--pair", "X")
    assert shown.splitlines()[0] == "X: victory points: 18.09"
    assert "against Y" in shown
    data = files.data("explain", rows, None, "--pair", "Y", "--board", "1")
    assert Fraction(data["explanation"]["value"]) == -10


def test_a_better_of_beyond_the_limit_says_what_the_result_was_held_against(files: Files) -> None:
    """1 has 7 of 8 on boards 1 and 2, so that A+ is 87½%; board 3 takes it, and on board 4 the result (75%) is held
    against average, as one average plus is all that the regulation allows."""
    rows = (
        "board,ns,ew,score\n1,1,11,420\n1,2,12,170\n1,3,13,140\n2,1,12,620\n2,2,13,170\n2,3,11,620\n"
        "3,1,13,140\n3,2,11,400\n3,3,12,140\n4,1,11,620\n4,2,12,620\n4,3,13,170\n5,1,12,50\n5,2,13,100\n5,3,11,110\n"
    )
    rulings = "[settings]\naverage_plus_limit = 1\n" + "".join(
        f'[[ruling]]\nid = "{board}"\nboard = {board}\ntable = {{ ns = "1" }}\n'
        f'ns = "better of A+ | +{score}"\new = "A-"\nlaws = ["the regulation on psyches"]\n'
        for board, score in ((3, 140), (4, 620), (5, 50))
    )
    shown = files.shown("explain", rows, rulings, "--winners", "2", "--board", "4", "--pair", "1")
    assert "beyond the limit of averages plus, the result is better than average: 3 [12C2(d)]" in shown
    slip = files.shown("slip", rows, rulings, "--winners", "2", "--ruling", "5")
    notes = [line for line in slip.splitlines() if line.startswith("Note")]
    assert notes == ["Note N-S: second average plus of the session, counts as average (12C2(d))"]


def test_the_side_at_fault_by_86b2_has_no_note_about_average_plus(files: Files) -> None:
    rows = (
        "match,room,board,ns,ew,result\n1,open,1,A,B,np\n1,closed,1,B,A,np\n"
        "1,open,3,A,B,4H N =\n1,closed,3,B,A,4H N -1\n"
    )
    rulings = (
        '[[ruling]]\nid = "1"\nboard = 1\ntable = { match = "1", room = "open" }\n'
        'fault = { ns = "none", ew = "direct" }\nassigned = "+5 IMP"\n'
    )
    notes = [line for line in files.shown("slip", rows, rulings).splitlines() if line.startswith("Note")]
    assert notes == ["Note N-S: A+, at least the score on the other boards (12C2(c))"]


def test_both_sides_of_86b2_cite_it(files: Files) -> None:
    rows = (
        "match,room,board,ns,ew,result\n1,open,1,A,B,4H N =\n1,closed,1,B,A,np\n"
        "1,open,3,A,B,4H N =\n1,closed,3,B,A,4H N -1\n"
    )
    rulings = (
        '[[ruling]]\nid = "1"\nboard = 1\ntable = { room = "closed" }\n'
        'fault = { ns = "none", ew = "direct" }\nassigned = "4H N -1"\n'
    )
    for team, figure in (("B", "3"), ("A", "−3")):
        first = files.shown("explain", rows, rulings, "--board", "1", "--pair", team).splitlines()[1]
        assert first.startswith("└── ruling 1, no result")
        assert first.endswith(f": {figure} [86B2]")


def test_a_board_of_teams_has_no_notation_of_files(files: Files) -> None:
    rows = "board,room,ns,ew,result\n2,open,X,Y,4S E =\n2,closed,Y,X,4S E -1\n"
    rulings = (
        '[[ruling]]\nid = "1"\nboard = 2\ntable = { room = "open" }\n'
        'self_inflicted = { side = "NS", normal = "4S E -1", expected = "4S E +1" }\nlaws = ["12C1(e)"]\n'
    )
    shown = files.shown("score", rows, rulings, "--board", "2")
    assert "actual" not in shown
    assert "12C1(e), happened: 4♠ E =" in shown
