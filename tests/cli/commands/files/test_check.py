"""`amends check`: what is forbidden, unusual and allowed, with the clause."""

from __future__ import annotations

import pytest

from amends.demo import demonstration
from support.event_files import TABLES, WEIGHTED, Files
from support.running import Amends


def ruling(rest: str, id: str = "7", table: str = 'ns = "3", ew = "6"', board: int = 1) -> str:
    """A ruling for board 1, 3 against 6, where the result was -50."""
    return f'[[ruling]]\nid = "{id}"\nboard = {board}\ntable = {{ {table} }}\n{rest}\n'


FORBIDDEN = {
    "weights": ('both = "50% 4H N =; 40% 4H N -1"', "12C1(c)"),
    "an impossible score": ('both = "+415"', "12C1(c)"),
    "a disallowed call": ('both = "4S E ="\ndisallowed = ["4S E"]', "12C1(c)"),
    "a weighted claim": ('both = "50% 4H N =; 50% 4H N -1"\nclaim = true', "70"),
    "a split claim": ('ns = "4H N ="\new = "4H N -1"\nclaim = true', "70"),
    "no damage": ('both = "4H N -2"\nnon_offending = "NS"', "12B1"),
    "a gain for the offenders": ('both = "4H N ="\nnon_offending = "EW"', "12B1"),
}
UNUSUAL = {
    "a small poll": ('both = "4H N ="\npoll = { "4H N =" = 2 }', "12C1(c)"),
    "five outcomes": ('both = "20% +420; 20% +450; 20% +50; 20% -50; 20% -100"', "12C1(d)"),
    "too much benefit": (
        'both = "90% 4H N =; 10% 4H N -1"\nnon_offending = "NS"\npoll = { "4H N =" = 3, "4H N -1" = 3 }',
        "84D",
    ),
    "more than the board": ('ns = "A+"\new = "A+"\nlaws = ["12C1(d)"]', "12C2(a)"),
    "a result was there": ('fault = { ns = "none", ew = "direct" }', "12C2(a)"),
    "split and weighted": ('ns = "50% 4H N =; 50% 4H N -1"\new = "4H N ="\nnon_offending = "NS"', "12C1"),
}
ALLOWED = {
    "weighted": 'both = "50% 4H N =; 50% 4H N -1"\nnon_offending = "NS"',
    "split": 'ns = "4H N ="\new = "4H N +1"\nnon_offending = "NS"\nlaws = ["12C1(e)"]',
    "a claim with one result": 'both = "4H N ="\nclaim = true',
    "an outside agency": 'ns = "A+"\new = "A+"\noutside_agency = true\nlaws = ["12C1(d)"]',
}


@pytest.mark.parametrize(("rest", "clause"), FORBIDDEN.values(), ids=FORBIDDEN.keys())
def test_a_forbidden_ruling_has_exit_status_1(files: Files, rest: str, clause: str) -> None:
    [found] = files.data("check", TABLES, ruling(rest), status=1)["rulings"]
    assert found["verdict"] == "forbidden"
    assert found["findings"][0]["verdict"] == "forbidden"
    assert found["findings"][0]["clause"] == clause
    ran = files.run("check", TABLES, ruling(rest))
    assert (ran.status, ran.err) == (1, "")
    assert ran.text.splitlines()[0] == "Ruling 7, board 1, 3 against 6: forbidden"
    assert f"[{clause}]" in ran.text


@pytest.mark.parametrize(("rest", "clause"), UNUSUAL.values(), ids=UNUSUAL.keys())
def test_an_unusual_ruling_has_exit_status_0(files: Files, rest: str, clause: str) -> None:
    [found] = files.data("check", TABLES, ruling(rest))["rulings"]
    assert found["verdict"] == "unusual"
    assert clause in [finding["clause"] for finding in found["findings"]]
    assert {finding["verdict"] for finding in found["findings"]} == {"unusual"}
    assert "unusual: " in files.shown("check", TABLES, ruling(rest))


@pytest.mark.parametrize("rest", ALLOWED.values(), ids=ALLOWED.keys())
def test_an_allowed_ruling_has_no_finding(files: Files, rest: str) -> None:
    assert files.data("check", TABLES, ruling(rest))["rulings"] == [
        {"ruling": "7", "board": 1, "verdict": "allowed", "findings": []}
    ]
    assert files.shown("check", TABLES, ruling(rest)).strip() == "Ruling 7, board 1, 3 against 6: allowed"


def test_a_reason_for_what_is_unusual_is_shown(files: Files) -> None:
    why = 'accept = { "12C1(c)" = "nobody else was there" }'
    accepted = ruling(f'both = "4H N ="\nnon_offending = "NS"\npoll = {{ "4H N =" = 2 }}\n{why}')
    assert "(accepted: nobody else was there)" in files.shown("check", TABLES, accepted)
    [found] = files.data("check", TABLES, accepted)["rulings"]
    assert [finding["accepted"] for finding in found["findings"]] == ["nobody else was there"]


def test_nothing_that_is_forbidden_can_be_accepted(files: Files) -> None:
    rest = FORBIDDEN["no damage"][0] + '\naccept = { "12B1" = "I want it so" }'
    ran = files.run("check", TABLES, ruling(rest))
    assert ran.status == 1
    assert "accepted" not in ran.out


def test_a_disallowed_call_with_a_legal_route_is_unusual(files: Files) -> None:
    rest = 'both = "4S E ="\ndisallowed = ["4S E"]\nlegal_route = { "4S E =" = "East may bid it later" }'
    assert "East may bid it later" in files.shown("check", TABLES, ruling(rest))


def test_all_findings_of_all_rulings_are_told_at_once(files: Files) -> None:
    many = (
        ruling('both = "50% 4S E =; 40% 4H N -1"\ndisallowed = ["4S E"]\nnon_offending = "NS"', "a")
        + ruling(ALLOWED["weighted"], "b", 'ns = "3"', board=2)
        + ruling('both = "+415"\nclaim = true', "c", 'ns = "1"', board=2)
    )
    found = files.data("check", TABLES, many, status=1)["rulings"]
    assert [(each["ruling"], each["verdict"]) for each in found] == [
        ("a", "forbidden"),
        ("b", "allowed"),
        ("c", "forbidden"),
    ]
    assert len(found[0]["findings"]) == 2


def test_the_edition_numbers_the_clauses(files: Files) -> None:
    [found] = files.data("check", TABLES, ruling('both = "+415"'), "--set", "edition=2007", status=1)["rulings"]
    assert found["findings"][0]["clause"].startswith("12C1")


def test_averages_plus_beyond_the_limit_are_unusual(files: Files) -> None:
    rest = 'ns = "A+"\new = "A"\noutside_agency = true\nlaws = ["12C1(d)"]'
    two = ruling(rest, "a", 'ns = "1"') + ruling(rest, "b", 'ns = "1"', board=2)
    found = files.data("check", TABLES, two, "--set", "average_plus_limit=1")["rulings"]
    assert [each["verdict"] for each in found] == ["allowed", "unusual"]
    assert found[1]["findings"][0]["clause"] == "12C2(d)"


def test_average_plus_of_a_team_match_is_not_to_be_varied(files: Files) -> None:
    rows = "board,room,ns,ew,score\n1,open,X,Y,+420\n1,closed,Y,X,+420\n"
    varied = ruling('ns = "+5 IMP"\new = "A-"\nlaws = ["12C1(d)"]', table='room = "open"')
    [found] = files.data("check", rows, varied, status=1)["rulings"]
    assert "12C2(b)" in [finding["clause"] for finding in found["findings"]]


def test_rulings_out_of_force_are_not_checked(files: Files) -> None:
    replaced = ruling(FORBIDDEN["no damage"][0], "a") + WEIGHTED + 'replaces = "a"\n'
    assert [found["ruling"] for found in files.data("check", TABLES, replaced)["rulings"]] == ["7"]


# Without an event


def test_a_lone_ruling_is_checked_by_what_it_says_itself(files: Files, amends: Amends) -> None:
    path = files.folder / "lone.toml"
    path.write_text(ruling(FORBIDDEN["weights"][0]))
    assert "12C1(c)" in amends("check", str(path)).out
    assert amends("check", str(path)).status == 1
    path.write_text(WEIGHTED)
    assert amends.data("check", str(path))["rulings"] == [
        {"ruling": "7", "board": 1, "verdict": "allowed", "findings": []}
    ]


def test_a_lone_ruling_may_bring_its_result_and_field(files: Files, amends: Amends) -> None:
    """-100 is less than the -50 of the table, for a side that is not offending."""
    path = files.folder / "lone.toml"
    path.write_text(ruling('both = "4H N -2"\nnon_offending = "NS"\nresult = "4H N -1"\nfield = "+420*3 -50"'))
    [found] = amends.data("check", str(path), status=1)["rulings"]
    assert found["findings"][0]["clause"] == "12B1"


def test_the_regulation_of_the_file_serves_where_no_flag_says_another(files: Files, amends: Amends) -> None:
    path = files.folder / "lone.toml"
    path.write_text("[settings]\npoll_minimum = 2\n" + ruling(UNUSUAL["a small poll"][0]))
    assert amends.data("check", str(path))["rulings"][0]["verdict"] == "allowed"
    assert amends.data("check", str(path), "--set", "poll_minimum=3")["rulings"][0]["verdict"] == "unusual"


def test_a_file_without_rulings_says_so(files: Files) -> None:
    assert files.shown("check", TABLES, "").strip() == "There is no ruling in this file."
    assert files.data("check", TABLES, "")["rulings"] == []


def test_the_rulings_of_the_demonstration_are_lawful(amends: Amends) -> None:
    with demonstration() as (travellers, rulings):
        found = amends.data("check", str(rulings), "--event", str(travellers), "--winners", "2")["rulings"]
    assert [each["ruling"] for each in found] == ["1", "2", "3", "4"]
    assert "forbidden" not in {each["verdict"] for each in found}
