"""`amends slip`: the ruling slip in the Maastricht form."""

from __future__ import annotations

import pytest

from support.event_files import TABLES, WEIGHTED, Files

FULL = (
    WEIGHTED
    + """\
laws = ["16B1", "12C1(c)"]
poll = { "4H N =" = 3, "4H N -1" = 3 }
reason = "The hesitation suggested it."
director = "A. Director"
time = 2026-11-15T15:42:00Z
"""
)


REVIEW = (
    "Review A review may be asked for until 30 minutes after the official score with this ruling is first available."
)
"""Of a file nothing is published."""


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_lines_of_a_weighted_ruling_in_their_order(files: Files) -> None:
    """Before the ruling 3 has 0 and 6 has 4 of 4, after it 1 and 3: see WEIGHTED."""
    assert lines(files.shown("slip", TABLES, FULL)) == [
        "Board 1 NS 3 EW 6 Ruling 7, given 15:42 by A. Director",
        "Table result NS −50",
        "Non-offending N-S",
        "Adjusted score 50% of NS +420 (4♥ N =)",
        "+ 50% of NS −50 (4♥ N −1)",
        "Laws 16B1, 12C1(c)",
        "Poll 6 asked; 4♥ N =: 3, 4♥ N −1: 3",
        "Reason The hesitation suggested it.",
        "Effect NS 0 → 1 of 4 EW 4 → 3 of 4",
        REVIEW,
    ]


def test_the_best_for_north_south_comes_first(files: Files) -> None:
    turned = WEIGHTED.replace("50% 4H N =; 50% 4H N -1", "20% 4S E =; 30% 4H N -1; 50% 4H N =")
    found = [line for line in lines(files.shown("slip", TABLES, turned)) if "% of" in line]
    assert found == [
        "Adjusted score 50% of NS +420 (4♥ N =)",
        "+ 30% of NS −50 (4♥ N −1)",
        "+ 20% of NS −420 (4♠ E =)",
    ]


def test_scores_are_those_of_the_board_s_vulnerability(files: Files) -> None:
    """Board 2: North-South are vulnerable."""
    rulings = '[[ruling]]\nboard = 2\ntable = { ns = "3" }\nboth = "60% 4H N =; 40% 4H N -1"\n'
    shown = files.shown("slip", TABLES, rulings)
    assert "60% of NS +620 (4♥ N =)" in shown
    assert "+ 40% of NS −100 (4♥ N −1)" in shown


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        ("20", "20 minutes after the official score with this ruling is first available."),
        ("1", "1 minute after the official score with this ruling is first available."),
        ("0", "the official score with this ruling is first available."),
    ],
)
def test_the_time_for_a_review_follows_the_regulation(files: Files, minutes: str, words: str) -> None:
    shown = files.shown("slip", TABLES, FULL, "--set", f"appeal_minutes={minutes}")
    assert f"Review A review may be asked for until {words}" in shown


def test_a_ruling_without_a_time_has_its_review_too(files: Files) -> None:
    shown = files.shown("slip", TABLES, WEIGHTED)
    assert REVIEW in shown
    assert "given" not in shown
    assert "Poll" not in shown


def test_a_ruling_on_appeal_is_given_by_the_committee_and_invites_no_review(files: Files) -> None:
    """In a file the law tells: a ruling that replaces another and cites Law 92 or 93."""
    new = '[[ruling]]\nid = "8"\nreplaces = "7"\nboard = 1\ntable = { ns = "3" }\nboth = "4H N ="\nlaws = ["93B3"]\n'
    shown = files.shown("slip", TABLES, WEIGHTED + new)
    assert "Ruling 8, given by the appeals committee, replaces ruling 7" in shown
    assert "Review" not in shown
    assert "given by C. Chair" in files.shown("slip", TABLES, WEIGHTED + new + 'director = "C. Chair"\n')


def test_a_poll_in_stages(files: Files) -> None:
    staged = WEIGHTED + 'poll = [{ "pass" = 4, "4S" = 2 }, { "4H N =" = 3, "4H N -1" = 3 }]\n'
    shown = files.shown("slip", TABLES, staged)
    assert "Poll 6 asked; pass: 4, 4♠: 2" in shown
    assert "Then 6 asked; 4♥ N =: 3, 4♥ N −1: 3" in shown


def test_a_split_score_names_both_sides(files: Files) -> None:
    """North-South are all tied now, 2 each; East-West keep 4."""
    split = '[[ruling]]\nboard = 1\ntable = { ns = "3" }\nns = "4H N ="\nnon_offending = "NS"\n'
    found = lines(files.shown("slip", TABLES, split))
    assert found[2:6] == [
        "Non-offending side N-S",
        "Adjusted score 4♥ N = NS +420",
        "Offending side E-W",
        "Adjusted score NS −50",
    ]
    assert found[-2:] == ["Effect NS 0 → 2 of 4 EW 4 → 4 of 4", REVIEW]


def test_a_split_score_for_sides_alike(files: Files) -> None:
    both = '[[ruling]]\nboard = 1\ntable = { ns = "3" }\nns = "4H N ="\nnon_offending = "both"\nlaws = ["82C"]\n'
    shown = files.shown("slip", TABLES, both)
    assert "Adjusted, N-S 4♥ N = NS +420" in shown
    assert "Adjusted, E-W NS −50" in shown


def test_self_inflicted_damage(files: Files) -> None:
    damage = """
        [[ruling]]
        board = 1
        table = { ns = "3" }
        non_offending = "NS"
        self_inflicted = { side = "NS", normal = "4H N =", expected = "3H N =" }
    """
    found = lines(files.shown("slip", TABLES, damage))
    assert found[2:6] == [
        "Non-offending N-S",
        "Self-inflicted 12C1(e): extremely serious error or gambling action by N-S",
        "Without infraction 4♥ N = NS +420",
        "Expected after it 3♥ N = NS +140",
    ]
    assert "EW 4 → 2 of 4" in found[-2]


def test_an_artificial_score(files: Files) -> None:
    """3 has 60% of 4 and nothing better elsewhere; 6 has 40% of 4, as 50% elsewhere is no less."""
    artificial = '[[ruling]]\nboard = 1\ntable = { ns = "3" }\nfault = { ns = "none", ew = "direct" }\n'
    found = lines(files.shown("slip", TABLES, artificial))
    assert found[2:5] == ["Non-offending N-S", "Adjusted, N-S A+", "Adjusted, E-W A−"]
    assert found[-2] == "Effect NS 0 → 2⅖ of 4 EW 4 → 1⅗ of 4"


def test_a_ruling_that_replaces_another_shows_the_effect_against_the_table(files: Files) -> None:
    replaced = WEIGHTED + '[[ruling]]\nid = "8"\nreplaces = "7"\nboard = 1\ntable = { ns = "3" }\nboth = "4H N ="\n'
    shown = files.shown("slip", TABLES, replaced)
    assert "Ruling 8" in shown
    assert "Ruling 7" not in shown
    assert "Effect NS 0 → 2 of 4 EW 4 → 2 of 4" in shown


def test_all_rulings_or_one(files: Files) -> None:
    two = WEIGHTED + '[[ruling]]\nid = "8"\nboard = 2\ntable = { ns = "3" }\nboth = "+110"\n'
    assert [slip["ruling"] for slip in files.data("slip", TABLES, two)["slips"]] == ["7", "8"]
    assert [slip["ruling"] for slip in files.data("slip", TABLES, two, "--ruling", "8")["slips"]] == ["8"]
    assert files.shown("slip", TABLES, two).count("Effect") == 2


@pytest.mark.parametrize("name", ["9", "", "a ruling"])
def test_a_ruling_that_is_not_there_is_answered_with_those_that_are(files: Files, name: str) -> None:
    message = files.refused("slip", TABLES, WEIGHTED, "--ruling", name)
    assert "7" in message
    assert "expected one in force" in message


def test_a_ruling_out_of_force_has_no_slip(files: Files) -> None:
    replaced = WEIGHTED + '[[ruling]]\nid = "8"\nreplaces = "7"\nboard = 1\ntable = { ns = "3" }\nboth = "4H N ="\n'
    assert "'7'" in files.refused("slip", TABLES, replaced, "--ruling", "7")


def test_a_file_without_rulings_has_no_slip(files: Files) -> None:
    assert "no ruling in force" in files.refused("slip", TABLES, "")


def test_data_has_award_and_effect(files: Files) -> None:
    [data] = files.data("slip", TABLES, FULL)["slips"]
    assert (data["board"], data["ns"], data["ew"], data["result"]) == (1, ["3"], ["6"], "-50")
    assert data["award"] == {"ns": "50% 4H N =; 50% 4H N -1", "ew": "50% 4H N =; 50% 4H N -1"}
    assert data["laws"] == ["16B1", "12C1(c)"]
    assert data["effect"] == {
        "ns": {"before": "0", "after": "1", "players": {}},
        "ew": {"before": "4", "after": "3", "players": {}},
    }


def test_teams_have_slips_in_imps(files: Files) -> None:
    """-50 and +420 in the other room are -10 IMPs for X; with 4♥ made the board is flat."""
    rows = "board,room,ns,ew,result\n1,open,X,Y,4H N -1\n1,closed,Y,X,4H N =\n"
    rulings = '[[ruling]]\nboard = 1\ntable = { room = "open" }\nboth = "4H N ="\nnon_offending = "NS"\n'
    found = lines(files.shown("slip", rows, rulings))
    assert found[0].startswith("Board 1 Open room NS X EW Y")
    assert found[-2] == "Effect NS −10 → 0 EW +10 → 0 IMPs"
    [data] = files.data("slip", rows, rulings)["slips"]
    assert data["effect"]["ns"] == {"before": "-10", "after": "0", "players": {}}
