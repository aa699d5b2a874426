"""`amends rule`: a ruling from options, from a file, from a draft, question by question; withdrawn and undone."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from amends.demo import demonstration
from support import desks
from support.documents import check_document
from support.running import Amends, Ran

pytestmark = pytest.mark.usefixtures("evening")

SPADES = ("rule", "friday", "--yes", "--board", "9", "--ns", "5", "--both", "4S S =", "--non-offending", "ew")
SELF_INFLICTED = (
    *("rule", "friday", "--board", "9", "--ns", "5"),
    *("--self-inflicted", "ew", "--normal", "4S S =", "--expected", "4S S +1", "--yes"),
)
FACTS = ("--self-inflicted-facts", "after=yes,unrelated=yes,serious=yes")
NOT_ON_RECORD = "the three facts of 12C1(e) are not on record; --self-inflicted-facts after=yes"
Asked = Callable[..., Ran]


@pytest.fixture
def asked(amends: Amends, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Runs the command with answers, one a line."""

    def run(answers: list[str], *arguments: str) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        return amends("rule", "friday", *arguments)

    return run


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sits there."""
    monkeypatch.setattr("amends.cli.asking.is_terminal", lambda: True)


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a store in which nothing was ruled yet, and the rulings file."""
    store = tmp_path / "fresh.db"
    with desks.desk_at(store) as desk:
        desks.begin(desk)
    monkeypatch.setenv("AMENDS_STORE", str(store))
    with demonstration() as (_, rulings):
        (tmp_path / "rulings.toml").write_bytes(rulings.read_bytes())
    return tmp_path


# From options


def test_the_preview_the_slip_and_the_new_places_are_printed(amends: Amends) -> None:
    shown = amends.shown(*SPADES, "--laws", "16B1, 12C1(b)", "--reason", "It could be suggested.")
    for line in (
        "board, MP 2 → 6 of 12 10 → 6 of 12",
        "Adjusted score 4♠ S = NS +420",
        "Laws 16B1, 12C1(b)",
        "Reason It could be suggested.",
        "Effect NS 10 → 6 of 12 EW 2 → 6 of 12",
        "2 → 1 ▲1 11 63.99",
    ):
        assert line in shown
    assert "by R. Fox" in shown


def test_data_has_the_ruling_its_entries_its_effect_and_the_findings(amends: Amends) -> None:
    data = amends.data(*SPADES)
    assert (data["given"], data["ruling"]) == (True, "5")
    assert [entry["words"].split(":")[0].split(" on ")[0] for entry in data["entries"]] == ["case 5 opened", "ruling 5"]
    [ruled] = data["effect"]["rulings"]
    assert ruled["sides"]["ew"][0]["board"]["after"]["figure"] == "6"
    assert data["findings"] == []


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--award-ns", "4S S =", "--award-ew", "4S S =", "--non-offending", "ew"], "Adjusted score 4♠ S ="),
        (["--fault", "ns=direct,ew=none", "--accept", "12C2(a)=why"], "Adjusted, N-S A−"),
        ([*SELF_INFLICTED[6:], *FACTS], "Without infraction 4♠ S ="),
        (["--stands", "--non-offending", "ew"], "Effect none: NS 10 of 12"),
        (["--both", "50% 4S S =; 50% 4S S -1", "--non-offending", "ew"], "+ 50% of NS −50 (4♠ S −1)"),
        (["--both", "50% 4S= S; 50% 4SS(9)", "--non-offending", "ew"], "+ 50% of NS −50 (4♠ S −1)"),
        (["--both", "A40/60", "--accept", "12C2(a)=why"], "Adjusted, N-S A−"),
    ],
)
def test_the_ways_to_say_a_score(amends: Amends, options: list[str], expected: str) -> None:
    assert expected in amends.shown("rule", "friday", "--yes", "--board", "9", "--ns", "5", *options)


def test_the_three_facts_of_12c1e_stand_in_the_case_and_on_the_slip(amends: Amends) -> None:
    ran = amends(*SELF_INFLICTED, *FACTS, "--facts", "A long pause.")
    facts = "E-W, after the irregularity: yes; unrelated to it: yes; extremely serious error or gambling action: yes"
    assert (ran.status, ran.err) == (0, "")
    assert facts in ran.text
    assert facts in amends.shown("case", "show", "friday", "5")
    recorded = amends.data("case", "show", "friday", "5")["facts"]
    assert recorded["own_damage"] == {"side": "EW", "afterwards": True, "unrelated": True, "serious": True}
    assert recorded["happened"] == "A long pause."
    again = amends(*SELF_INFLICTED[:2], *SELF_INFLICTED[6:], "--replaces", "5")
    assert (again.status, again.err) == (0, "")  # they are on record


@pytest.mark.parametrize("command", [("rule", "--yes"), ("preview",)])
def test_without_the_three_facts_a_note_says_that_they_are_not_on_record(
    amends: Amends, command: tuple[str, ...]
) -> None:
    ran = amends(*command, *SELF_INFLICTED[1:-1])
    assert ran.status == 0
    assert NOT_ON_RECORD in ran.err


@pytest.mark.parametrize(
    ("fact", "irregularity", "why"),
    [
        ("after", "ui", "it was not after the infraction"),
        ("unrelated", "directors-error", "it was related to the error"),
        ("serious", "ui", "it was not an extremely serious error or gambling action"),
    ],
)
def test_with_one_no_12c1e_does_not_apply(amends: Amends, fact: str, irregularity: str, why: str) -> None:
    option, answers = FACTS
    said = (option, answers.replace(f"{fact}=yes", f"{fact}=no"), "--irregularity", irregularity)
    assert amends.refused(*SELF_INFLICTED, *said) == f"amends: Not 12C1(e): {why}. E-W get full redress."


def test_beside_an_agreed_report_the_three_facts_are_a_statement(amends: Amends) -> None:
    amends.shown("case", "open", "friday", "--board", "9", "--ns", "5")
    for side in ("ns", "ew"):
        amends.shown("case", "agree", "friday", "5", side)
    assert amends(*SELF_INFLICTED, "--case", "5", *FACTS).status == 0
    assert "12C1(e): E-W, after the irregularity: yes" in amends.shown("case", "show", "friday", "5")
    again = amends(*SELF_INFLICTED[:2], *SELF_INFLICTED[6:], "--replaces", "5")
    assert (again.status, again.err) == (0, "")


def test_what_is_written_down_goes_into_the_case(amends: Amends) -> None:
    told = ["--irregularity", "ui, revoke", "--facts", "A long pause.", "--statement", "E: I had to."]
    amends.shown(*SPADES, *told, "--asked", "experts", "--poll", "4S S =*6")
    shown = amends.shown("case", "show", "friday", "5")
    for line in (
        "unauthorised information and a revoke",
        "A long pause.",
        "East: I had to.",
        "Poll 1: experts (6 asked",
    ):
        assert line in shown


def test_a_ruling_that_names_no_side_is_unusual_in_plain_words(amends: Amends) -> None:
    ran = amends(*SPADES[:-2])
    assert ran.status == 1
    words = "Nothing says which side is non-offending, so it was not tested whether there is damage."
    assert f"unusual by 12B1: {words}" in ran.message


def test_a_penalty_beside_a_ruling_is_told_before_and_after(amends: Amends) -> None:
    shown = amends.shown(*SPADES, "--penalty", "5 5%", "--yes")
    assert "With it: penalty 2: 5% from 5" in shown
    assert "Entered: penalty 2: 5% from 5" in shown


def test_a_penalty_goes_with_it_into_the_same_case(amends: Amends) -> None:
    data = amends.data(*SPADES, "--penalty", "15 10%", "--penalty", "5 5%")
    assert [entry["words"] for entry in data["entries"][2:]] == ["penalty 2: 10% from 15", "penalty 3: 5% from 5"]
    assert amends.data("case", "show", "friday", "5")["penalties"] == ["2", "3"]


def test_a_ruling_takes_the_place_of_another(amends: Amends) -> None:
    shown = amends.shown("rule", "friday", "--yes", "--replaces", "3", "--stands")
    assert "Ruling 3.2" in shown
    assert "replaces ruling 3" in shown


def test_a_ruling_ends_a_case_and_takes_its_polls(amends: Amends) -> None:
    amends.shown("case", "open", "friday", "--board", "9", "--ns", "5")
    amends.shown("case", "poll", "friday", "5", "4S S =*6")
    shown = amends.shown("rule", "friday", "--yes", "--case", "5", "--both", "4S S =", "--non-offending", "ew")
    assert "Poll 6 asked; 4♠ S =: 6" in shown


def test_a_time_is_that_of_the_clock_on_the_wall(amends: Amends) -> None:
    assert "given 18:05 by" in amends.shown(*SPADES, "--time", "18:05")


def test_forbidden_is_said_and_nothing_is_entered(amends: Amends) -> None:
    ran = amends("rule", "friday", "--yes", "--board", "9", "--ns", "5", "--both", "4S S +2", "--non-offending", "ew")
    assert ran.status == 1
    assert "forbidden by 12B1" in ran.message
    assert "5" not in amends.data("case", "show", "friday")["cases"][-1]["case"]


def test_what_is_unusual_can_be_given_with_a_reason(amends: Amends) -> None:
    unusual = ("rule", "friday", "--yes", "--board", "9", "--ns", "5", "--both", "A")
    ran = amends(*unusual)
    assert ran.status == 1
    assert '--accept "12C2(a)=why"' in ran.message
    assert "Accepted: the board was taken away" in amends.shown(
        *unusual, "--accept", "12C2(a)=the board was taken away"
    )


def test_a_result_of_a_disallowed_call_needs_a_legal_route(amends: Amends) -> None:
    ran = amends(*SPADES, "--disallowed", "4S S")
    assert (ran.status, "the call or play that was not allowed" in ran.message) == (1, True)
    legal = (*SPADES, "--disallowed", "4S S", "--legal-route", "4S S ==over a double")
    assert "has a legal route: over a double" in amends(*legal).message
    assert amends(*legal, "--accept", "12C1(c)=it is likely").status == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "nothing to rule on"),
        (["--board", "9", "--ns", "5"], "no score"),
        (["--both", "A"], "no --board"),
        (["--board", "9", "--both", "A"], "7 tables"),
        (["--board", "9", "--ns", "77", "--both", "A"], "5 against 15"),
        (["--board", "99", "--both", "A"], "1 to 16"),
        (["--board", "15", "--ns", "7", "--both", "A"], "--replaces 1"),
        (["--board", "9", "--ns", "5", "--both", "ZZ"], "--both: found 'ZZ'"),
        (["--board", "9", "--ns", "5", "--both", "60/40%"], "--both: found '60/40%'; expected \"60%/40%\"?"),
        (["--board", "9", "--ns", "5", "--award-ns", "A60/40"], "--award-ns: found 'A60/40', a pair of awards"),
        (["--board", "9", "--ns", "5", "--both", "A", "--stands"], "--both beside --stands"),
        (["--board", "9", "--ns", "5", "--both", "A", "--award-ns", "A"], "--both beside --award-ns"),
        (["--board", "9", "--ns", "5", "--fault", "ns=none"], "--fault: found nothing for ew"),
        (["--board", "9", "--ns", "5", "--fault", "ns=none,ew=much"], "none, partly, direct"),
        (["--board", "9", "--ns", "5", "--fault", "frog"], "--fault: found 'frog'"),
        (["--board", "9", "--ns", "5", "--self-inflicted", "ns"], "no --normal"),
        (["--board", "9", "--ns", "5", "--normal", "4S S ="], "no score"),
        (["--board", "9", "--ns", "5", "--both", "A", *FACTS], "--self-inflicted-facts without --self-inflicted"),
        ([*SELF_INFLICTED[2:], FACTS[0], "after=yes,serious=yes"], "no answer for 'unrelated'"),
        ([*SELF_INFLICTED[2:], FACTS[0], "after=perhaps"], "'perhaps' is no answer for 'after'"),
        ([*SELF_INFLICTED[2:], FACTS[0], "later=yes"], "--self-inflicted-facts: found 'later=yes'"),
        (["--board", "9", "--ns", "5", "--both", "A", "--non-offending", "us"], "--non-offending: found 'us'"),
        (["--board", "9", "--ns", "5", "--both", "A", "--poll", "4H*x"], "--poll: found 'x' votes"),
        (["--board", "9", "--ns", "5", "--both", "A", "--asked", "x"], "--asked without --poll"),
        (["--board", "9", "--ns", "5", "--both", "A", "--accept", "x"], "--accept: found 'x'"),
        (["--board", "9", "--ns", "5", "--both", "A", "--legal-route", "x"], "--legal-route: found 'x'"),
        (["--board", "9", "--ns", "5", "--both", "A", "--laws", "12C5"], "--laws: found 12C5"),
        (["--board", "9", "--ns", "5", "--both", "A", "--disallowed", "zz"], "--disallowed: found 'zz'"),
        (["--board", "9", "--ns", "5", "--both", "A", "--time", "25:00"], "--time: '25:00' is no time"),
        (["--board", "9", "--ns", "5", "--both", "A", "--irregularity", "x"], "--irregularity: found 'x'"),
        (["--board", "9", "--ns", "5", "--both", "A", "--statement", "E:"], "--statement: found 'E:'"),
        (["--board", "9", "--ns", "5", "--both", "A", "--penalty", "x"], "--penalty: found 'x'"),
        (["--board", "9", "--ns", "5", "--both", "A", "--case", "99"], "--case: found the case '99'"),
        (["--board", "9", "--ns", "5", "--both", "A", "--replaces", "99"], "the ruling '99'"),
        (["--from-draft", "9"], "no draft '9'"),
        (["--from-draft", "9", "--both", "A"], "--both beside --from-draft"),
        (["--drop-draft", "9"], "no draft '9'"),
        (["--only", "1"], "--only without --rulings"),
        (["--undo", "1", "--withdraw", "1"], "--withdraw beside --undo"),
        (["--undo", "1", "--both", "A"], "--undo beside --both"),
        (["--undo", "1", "--draft"], "--undo beside --ask or --draft"),
        (["--ask", "--both", "A"], "--both beside --ask"),
        (["--rulings", "none.toml"], "none.toml"),
        (["--board", "9", "--ns", "5", "--both", "A", "--assigned", "+5 IMP"], "--assigned: found no --fault"),
        (
            ["--board", "9", "--ns", "5", "--fault", "ns=none,ew=direct", "--assigned", "A+"],
            "--assigned: A+ cannot be assigned",
        ),
        (["--board", "9", "--ns", "5", "--fault", "ns=none,ew=direct", "--assigned", "+5 IMP"], "86B2 for teams"),
        (["--withdraw", "2"], "The reason is missing"),
        (["--withdraw", "99", "--reason", "x"], "'99'"),
        (["--withdraw", "1", "--reason", "x"], "under appeal"),
        (["--undo", "2"], "cannot be undone"),
    ],
)
def test_what_cannot_be_ruled_is_refused_in_a_directors_words(amends: Amends, options: list[str], message: str) -> None:
    assert message in amends.refused("rule", "friday", "--yes", *options)


def test_all_that_is_wrong_is_said_at_once(amends: Amends) -> None:
    message = amends.refused(
        "rule", "friday", "--yes", "--board", "99", "--both", "ZZ", "--laws", "12C5", "--poll", "4H*x"
    )
    for part in ("1 to 16", "'ZZ'", "--laws", "--poll"):
        assert part in message


# In a terminal


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(("answer", "given"), [("y", True), ("yes", True), ("n", False), ("", False)])
def test_a_terminal_is_asked_before_anything_is_entered(asked: Asked, amends: Amends, answer: str, given: bool) -> None:
    ran = asked([answer], *SPADES[3:])
    assert ran.status == 0
    assert "Give this ruling? [y/N]" in ran.out
    assert ("Nothing was entered." in ran.out) is not given
    assert ("5" in {case["case"] for case in amends.data("case", "show", "friday")["cases"]}) is given


@pytest.mark.usefixtures("terminal")
def test_yes_is_said_once(asked: Asked) -> None:
    assert "[y/N]" not in asked([], *SPADES[3:], "--yes").out


@pytest.mark.parametrize("answer", ["n", "y"])
def test_a_pipe_confirms_nothing(asked: Asked, amends: Amends, answer: str) -> None:
    ran = asked([answer], *SPADES[3:])
    assert ran.status == 1
    assert "add --yes to enter it.\nNothing was entered." in ran.text
    assert "4♠ S =" not in amends.shown("rulings", "friday")


def test_a_pipe_confirms_nothing_as_data_either(amends: Amends) -> None:
    ran = amends("rule", "friday", *SPADES[3:], "--json")
    assert check_document(json.loads(ran.out))["given"] is False


@pytest.mark.usefixtures("terminal")
def test_a_terminal_without_options_is_asked_question_by_question(asked: Asked) -> None:
    assert "Which board?" in asked([]).out


# Question by question

POLLED = ["9", "5", "1", "played", "yes", "ew", "", "4S S =*6", "", "", "", "Pass was an alternative."]


def test_answers_from_a_pipe_give_a_ruling(asked: Asked) -> None:
    ran = asked([*POLLED, "y"], "--ask")
    assert ran.status == 0, ran.err
    for line in ("Damage: E-W have 2 of 12", "4♠ S +1, NS +450   ×2", "Ruling 5", "16B, 12C1(a)", "Pass was an alter"):
        assert line in ran.out


def test_true_weighting_ends_with_the_offer_of_a_penalty(asked: Asked, amends: Amends) -> None:
    amends.shown("event", "regulation", "friday", "--set", "weighting=true")
    ran = asked([*POLLED, "y"], "--ask")
    assert ran.status == 0, ran.err
    assert "the standard one is 10% for 5." in ran.out
    assert 'It is given by: amends penalty "Friday pairs" "5" "10%" --case 5' in ran.out


def test_the_three_facts_of_12c1e_are_asked_and_shown_in_the_case(asked: Asked, amends: Amends) -> None:
    ran = asked([*POLLED[:9], "yes", "yes", "yes", "yes", "4S S +1", "", "", "y"], "--ask")
    assert ran.status == 0, ran.err
    assert "Was it unrelated to the infraction?" in ran.out
    assert "12C1(e) E-W, after the irregularity: yes; unrelated to it: yes" in amends.shown(
        "case", "show", "friday", "5"
    )


def test_without_three_times_yes_the_guide_says_why(asked: Asked) -> None:
    ran = asked([*POLLED[:9], "yes", "yes", "no", "yes"], "--ask")
    assert "Not 12C1(e): it was related to the infraction. E-W get full redress." in ran.out


def test_a_fielded_psyche_is_given_with_its_penalty(asked: Asked) -> None:
    why = ["the regulation"] * 2
    ran = asked(["9", "5", "psyche", "Blue Book on psyches", "ew", "", "", "", *why, "--yes"], "--ask", "--yes")
    assert ran.status == 0, ran.err
    assert "penalty 2: 10% from 5" in ran.out
    assert "the better of A+ and 4♠ S" in ran.out


def test_where_it_happened_can_be_said_before(asked: Asked) -> None:
    ran = asked(["1"], "--ask", "--board", "9", "--ns", "5")
    assert "Which board?" not in ran.out
    assert "What happened?" in ran.out


def test_who_stops_finds_a_draft(asked: Asked, amends: Amends) -> None:
    """The other director goes on with it; it is gone once it is given."""
    ran = asked(POLLED[:6], "--ask")
    assert "Kept as draft 1" in ran.out
    assert "waits for an answer: Which contracts came" in amends.shown("rule", "friday", "--drafts")
    refused = amends.refused("rule", "friday", "--yes", "--from-draft", "1")
    assert "--from-draft 1 --ask" in refused
    again = asked(["stop"], "--ask", "--from-draft", "1", "--by", "C. Cole")
    assert "Kept as draft 1" in again.out
    assert "C. Cole" in amends.shown("rule", "friday", "--drafts")
    ran = asked([*POLLED[6:], "y"], "--ask", "--from-draft", "1")
    assert "Ruling 5" in ran.out
    assert amends.shown("rule", "friday", "--drafts") == "There is no draft."


def test_not_sure_is_asked_again_later(asked: Asked) -> None:
    ran = asked([*POLLED[:4], "not-sure"], "--ask")
    assert "Not sure yet whether there was an infraction. Kept as draft 1" in ran.out
    assert "Was there an infraction?" in asked([], "--ask", "--from-draft", "1").out


def test_a_wrong_answer_is_asked_again_and_back_takes_one_back(asked: Asked) -> None:
    ran = asked(["99", "9", "back", "9", "5", "stop"], "--ask")
    assert "There is no board 99; the boards are" in ran.out
    assert ran.out.count("Which board?") == 3
    assert asked(["back"], "--ask").out.count("This is the first question.") == 1


def test_no_keeps_it(asked: Asked, amends: Amends) -> None:
    assert "Not given. Kept as draft 1" in asked([*POLLED, "n"], "--ask").out
    assert "Ruling 5" in amends.shown("rule", "friday", "--yes", "--from-draft", "1")


def test_answers_can_be_kept_instead(asked: Asked, amends: Amends) -> None:
    assert "Kept as draft 1" in asked(POLLED, "--ask", "--draft").out
    assert "4♠ S =" in amends.shown("rule", "friday", "--drafts")


def test_forbidden_answers_are_kept_and_the_reason_is_said(asked: Asked) -> None:
    forbidden = ["9", "5", "1", "cannot", "none", "direct", "", ""]
    ran = asked(forbidden, "--ask")
    assert ran.status == 1
    assert "Kept as draft 1" in ran.out
    assert "forbidden by 12B1" in ran.message


def test_a_claim_corrects_the_result(asked: Asked, amends: Amends) -> None:
    ran = asked(["9", "5", "claim", "4S S =", "70", "A trick was conceded.", "y"], "--ask")
    assert ran.status == 0, ran.err
    assert "Correct the result? [y/N]" in ran.out
    assert re.search(r"Table result +4♠ S \+1 +NS \+450\nAfter the claim +4♠ S = +NS \+420\nLaws +70\n", ran.out)
    assert "4♠ S =" in amends.shown("case", "show", "friday", "5")


def test_questions_do_not_get_into_the_data(asked: Asked) -> None:
    ran = asked([*POLLED, "y"], "--ask", "--json")
    assert json.loads(ran.out)["ruling"] == "5"
    assert "Which board?" in ran.err


# Drafts


def test_a_draft_is_kept_listed_and_given(amends: Amends) -> None:
    assert amends.shown(*SPADES, "--draft", "--penalty", "5 5%") == "Kept as draft 1."
    assert "4♠ S =" in amends.shown("rule", "friday", "--drafts")
    data = amends.data("rule", "friday", "--yes", "--from-draft", "1")
    assert [entry["words"].split()[0] for entry in data["entries"]] == ["case", "ruling", "penalty"]
    assert amends.shown("rule", "friday", "--drafts") == "There is no draft."


def test_who_held_a_draft_is_said(amends: Amends) -> None:
    amends.shown(*SPADES, "--draft", "--by", "C. Cole")
    ran = amends("rule", "friday", "--yes", "--from-draft", "1")
    assert (ran.status, ran.message) == (0, "amends: draft 1 was held by C. Cole; now it is yours")


def test_a_draft_that_does_not_fit_is_not_kept(amends: Amends) -> None:
    assert "contestant" in amends.refused(*SPADES, "--draft", "--penalty", "77 5%")
    assert amends.data("rule", "friday", "--drafts")["drafts"] == []


def test_a_draft_can_be_dropped(amends: Amends) -> None:
    amends.shown(*SPADES, "--draft")
    assert amends.shown("rule", "friday", "--drop-draft", "1") == "Draft 1 is gone."


def test_a_draft_in_somebody_elses_hand_is_taken_up_before_it_is_dropped(amends: Amends) -> None:
    amends.shown(*SPADES, "--draft", "--by", "C. Cole")
    assert "C. Cole has draft 1 in hand" in amends.refused("rule", "friday", "--drop-draft", "1")
    assert [draft["author"] for draft in amends.data("rule", "friday", "--drafts")["drafts"]] == ["C. Cole"]


def test_a_ruling_joins_the_open_case_at_its_table(amends: Amends) -> None:
    amends.shown("case", "open", "friday", "--board", "9", "--ns", "5", "--irregularity", "ui")
    data = amends.data(*SPADES)
    assert data["ruling"] == "5"
    assert [entry["words"].split()[0] for entry in data["entries"]] == ["ruling"]


def test_of_two_open_cases_at_a_table_the_one_is_named(amends: Amends) -> None:
    for _ in range(2):
        amends.shown("case", "open", "friday", "--board", "9", "--ns", "5", "--irregularity", "ui")
    assert "Cases 5 and 6 are all open at this table" in amends.refused(*SPADES)
    assert amends.data(*SPADES, "--case", "6")["ruling"] == "6"


def test_a_draft_hears_what_was_ruled_since(amends: Amends) -> None:
    amends.shown(*SPADES, "--draft")
    amends.shown(*SPADES)
    ran = amends("rule", "friday", "--yes", "--from-draft", "1")
    assert ran.status == 2
    assert "since draft 1 was kept: entry" in ran.message
    assert "--from-draft 1 --replaces 5" in ran.message
    assert amends("rule", "friday", "--yes", "--from-draft", "1", "--replaces", "5").status == 0


# From a file


def test_a_file_is_given_once(amends: Amends, fresh: Path) -> None:
    file = str(fresh / "rulings.toml")
    data = amends.data("rule", "friday", "--yes", "--rulings", file)
    assert data["rulings"] == ["1", "2", "3", "4"]
    assert data["entries"][-1]["words"].startswith("penalty 1: 10% from 18")
    assert "Nothing new" in amends.shown("rule", "friday", "--yes", "--rulings", file)


def test_one_ruling_of_a_file(amends: Amends, fresh: Path) -> None:
    data = amends.data("rule", "friday", "--yes", "--rulings", str(fresh / "rulings.toml"), "--only", "3")
    assert (data["ruling"], len(data["entries"])) == ("3", 2)
    assert "'9'" in amends.refused("rule", "friday", "--yes", "--rulings", str(fresh / "rulings.toml"), "--only", "9")


def test_a_changed_ruling_of_a_file_is_refused_or_replaces(amends: Amends, fresh: Path) -> None:
    file = fresh / "rulings.toml"
    amends.shown("rule", "friday", "--yes", "--rulings", str(file))
    changed = file.read_text(encoding="utf-8").replace("60% 4H N =; 40% 4H N -1", "50% 4H N =; 50% 4H N -1")
    file.write_text(changed, encoding="utf-8")
    message = amends.refused("rule", "friday", "--yes", "--rulings", str(file))
    assert "ruling 1" in message
    assert "--replace" in message
    assert amends.data("rule", "friday", "--yes", "--rulings", str(file), "--replace")["ruling"] == "1.2"
    assert "Nothing new" in amends.shown("rule", "friday", "--yes", "--rulings", str(file))


def test_rulings_that_replace_each_other_may_stand_in_any_order(amends: Amends, fresh: Path) -> None:
    file = fresh / "two.toml"
    file.write_text(
        '[[ruling]]\nid = "b"\nreplaces = "a"\nboard = 9\ntable = { ns = "5" }\nstands = true\n'
        '[[ruling]]\nid = "a"\nboard = 9\ntable = { ns = "5" }\nboth = "4S S ="\n'
        '[[carry_over]]\ncontestant = "5"\namount = "3"\n',
        encoding="utf-8",
    )
    words = [
        entry["words"].split(" on ")[0]
        for entry in amends.data("rule", "friday", "--yes", "--rulings", str(file))["entries"]
    ]
    assert [each for each in words if each.startswith("ruling")] == ["ruling a", "ruling b"]
    assert words[-1] == "1 carry-over entered"
    assert "Nothing new" in amends.shown("rule", "friday", "--yes", "--rulings", str(file))


def test_a_fault_in_a_file_has_its_line(amends: Amends, fresh: Path) -> None:
    file = fresh / "bad.toml"
    file.write_text('[[ruling]]\nid = "a"\nboard = 99\nboth = "4S S ="\n', encoding="utf-8")
    assert "bad.toml:3, ruling a" in amends.refused("rule", "friday", "--yes", "--rulings", str(file))


def test_a_file_can_be_kept_as_drafts(amends: Amends, fresh: Path) -> None:
    shown = amends.shown("rule", "friday", "--yes", "--rulings", str(fresh / "rulings.toml"), "--draft")
    assert shown == "Kept as drafts 1, 2, 3, 4."


# Taking back


def test_a_ruling_is_withdrawn_with_a_reason(amends: Amends) -> None:
    shown = amends.shown("rule", "friday", "--yes", "--withdraw", "2", "--reason", "another table was meant")
    assert "Ruling 2 withdrawn: what it changes" in shown
    assert "withdrawn" in amends.shown("case", "show", "friday", "2")


def test_a_ruling_is_undone_until_it_is_published(amends: Amends) -> None:
    amends.shown(*SPADES)
    data = amends.data("rule", "friday", "--yes", "--undo", "5")
    assert [entry["words"] for entry in data["entries"]] == ["ruling 5 withdrawn: undone"]


# Penalties


def test_a_penalty_is_taken_and_given_back(amends: Amends) -> None:
    shown = amends.shown("penalty", "friday", "5", "10%", "--law", "90B3", "--reason", "late", "--case", "1")
    assert "Entered: penalty 2: 10% from 5: late" in shown
    assert "1 score changes" in shown
    assert "Penalty 2 10% from 5, Law 90B3" in amends.shown("case", "show", "friday", "1")
    assert "penalty 2 withdrawn: on time" in amends.shown("penalty", "friday", "--withdraw", "2", "--reason", "on time")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "no contestant"),
        (["5"], "no amount"),
        (["77", "10%"], "'77'"),
        (["5", "x"], "'x'"),
        (["5", "3 VP"], "matchpoints"),
        (["5", "-10%"], "without a sign"),
        (["5", "10%", "--case", "99"], "the case '99'"),
        (["--withdraw", "1"], "The reason is missing"),
        (["--withdraw", "9", "--reason", "x"], "no penalty '9'"),
        (["5", "--withdraw", "1", "--reason", "x"], "beside --withdraw"),
    ],
)
def test_a_wrong_penalty_is_refused(amends: Amends, arguments: list[str], message: str) -> None:
    assert message in amends.refused("penalty", "friday", *arguments)
