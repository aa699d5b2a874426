"""The guided ruling without scripts: every way through the questions, by plain forms."""

from __future__ import annotations

import re
from html import unescape

import pytest
from httpx import Response

from amends.desk import Desk
from amends.desk.commands.regulation import choosing
from support.desks import NAME
from support.web.small_events import TEAMS, put
from web.conftest import Visit, Visiting


class Guided:
    """One draft that somebody works on."""

    def __init__(self, visiting: Visiting, **begun: str) -> None:
        self.visiting = visiting
        answer = visiting.post("EV/rule", begun)
        assert answer.status_code == 303
        self.address = answer.headers["location"]

    @property
    def page(self) -> str:
        """The page as it stands."""
        return unescape(self.visiting.get(self.address).text)

    @property
    def heading(self) -> str:
        """What is asked, without marks."""
        return words(re.search(r"<h1>(.*?)</h1>", self.page, re.S)[1])  # type: ignore[index]

    @property
    def chips(self) -> list[str]:
        """The answers so far."""
        return [words(each).removeprefix("Change: ") for each in re.findall(r'<a class="chip".*?>(.*?)</a>', self.page)]

    @property
    def key(self) -> str:
        """The question that is asked."""
        return re.search(r'name="key" value="([^"]*)"', self.page)[1]  # type: ignore[index]

    def press(self, **fields: str | list[str]) -> Response:
        """Send the form with these fields; the first answer makes the draft."""
        sent = self.visiting.post(self.address, {"key": self.key, **fields})
        if sent.status_code == 303 and self.address.endswith("/rule"):
            self.address = sent.headers["location"]
        return sent

    def answer(self, *answers: str) -> Guided:
        """Answer questions one after the other."""
        for each in answers:
            sent = self.press(answer=each)
            assert sent.status_code == 303, words(sent.text)
        return self

    def weigh(self, *parts: tuple[str, str]) -> Guided:
        """Answer with outcomes and weights."""
        weights, outcomes = [weight for weight, _ in parts], [outcome for _, outcome in parts]
        sent = self.press(do="answer", weight=weights, outcome=outcomes)
        assert sent.status_code == 303, words(sent.text)
        return self

    def give(self, **fields: str) -> Response:
        """Confirm it, with a reason for whatever is unusual."""
        unusual = re.findall(r'name="(answer-accept [^"]+)"', self.page)
        return self.last(**dict.fromkeys(unusual, "the cards were mixed up"), **fields)

    def last(self, do: str = "confirm", **fields: str) -> Response:
        """Send the last screen."""
        seen = re.search(r'name="seen" value="(\d+)"', self.page)[1]  # type: ignore[index]
        return self.visiting.post(f"{self.address}/last", {"seen": seen, "do": do, **fields})


def words(markup: str) -> str:
    """What a reader reads."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", markup)).replace("\ufe0e", "").split())


def to_weights(guided: Guided) -> Guided:
    """As far as the score that is assigned, for a slow pass on board 9."""
    guided.answer("9", "3", "ui", "played", "yes", "ns")
    return guided.weigh(("100%", "4S S =")).answer("no", "")


def rulings(desk: Desk) -> list[str]:
    return [given.ruling.id for given in desk.open(NAME).history.rulings]


def test_a_weighted_ruling_from_the_first_question_to_the_slip(visit: Visit, desk: Desk) -> None:
    guided = to_weights(Guided(visit("director")))
    assert guided.heading == "What did the players say whom you asked?"
    guided.press(do="answer", action=["4S S =", "4S S +1"], votes=["3", "3"])
    assert "the share of the poll" in guided.page or "poll" in guided.page
    guided.weigh(("60%", "4S S +1"), ("40%", "4S S ="))
    assert guided.heading == "60% 4♠ S +1; 40% 4♠ S ="
    before = len(rulings(desk))
    given = guided.last(**{"answer-laws": "16B1, 12C1(c)", "answer-reason": "The pass was slow."})
    assert given.status_code == 303
    assert "/rulings/" in given.headers["location"]
    now = desk.open(NAME).history.rulings
    assert len(now) == before + 1
    assert (now[-1].ruling.laws, now[-1].ruling.reason, now[-1].made.by) == (
        ("16B1", "12C1(c)", "79C2"),  # the results were published long ago
        "The pass was slow.",
        "C. Cole",
    )
    assert guided.visiting.get(guided.address).status_code == 404, "the draft is gone"


def test_the_proposal_stands_above_the_weights_with_the_exact_one_beside_it(visit: Visit) -> None:
    guided = to_weights(Guided(visit("director")))
    guided.press(do="answer", action=["4S S =", "4S S +1"], votes=["3", "2"])
    page = words(guided.page)
    assert "Proposed for both sides: 45% 4♠ S +1; 55% 4♠ S =" in page
    assert "Before rounding to steps of 5% or of 1/6: 48% 4♠ S +1; 52% 4♠ S =" in page
    assert 'name="weight" value="45%"' in guided.page


def test_true_weighting_offers_a_penalty_to_the_offending_side_on_the_last_screen(visit: Visit, desk: Desk) -> None:
    opened = desk.open(NAME)
    desk.confirm(opened, choosing(opened.event.regulation.having(weighting="true")))
    guided = to_weights(Guided(visit("director")))
    guided.press(do="answer", action=["4S S =", "4S S +1"], votes=["3", "2"])
    guided.weigh(("40%", "4S S +1"), ("60%", "4S S ="))
    assert "the standard one is 10% for 11." in words(guided.page)
    assert re.findall(r"<option[^>]*>([^<]*)</option>", guided.page)[:2] == ["nobody", "11"]
    assert guided.give(**{"penalty-who": "11", "penalty-amount": "10%"}).status_code == 303
    history = desk.open(NAME).history
    case = history.case(history.rulings[-1].ruling.case)
    assert [history.penalties[each].penalty.amount for each in case.penalties] == ["10%"]


def test_skewed_weights_are_proposed_for_each_side(visit: Visit, desk: Desk) -> None:
    opened = desk.open(NAME)
    desk.confirm(opened, choosing(opened.event.regulation.having(weighting="skewed")))
    guided = to_weights(Guided(visit("director")))
    guided.press(do="answer", action=["4S S =", "4S S +1"], votes=["3", "2"])
    page = words(guided.page)
    assert "Proposed for N-S (non-offending): 45% 4♠ S +1; 55% 4♠ S =" in page
    assert "Proposed for E-W (offending): 4♠ S +1" in page
    guided.press(do="split")
    assert 'name="weight" value="45%"' in guided.page
    guided.weigh(("45%", "4S S +1"), ("55%", "4S S ="))
    assert 'name="outcome" value="4S S +1"' in guided.page


def test_the_answers_so_far_stand_above_and_lead_back(visit: Visit) -> None:
    guided = to_weights(Guided(visit("director")))
    assert guided.chips == [
        "Board 9",
        "Table 3: 3 v 11",
        "unauthorised information",
        "played",
        "infraction",
        "N-S non-offending",
        "expected 4♠ S =",
        "not self-inflicted",
        "no call struck",
    ]
    back = unescape(guided.visiting.get(f"{guided.address}?at=non-offending").text)
    assert "Who is non-offending?" in back


def test_an_earlier_answer_can_be_changed_and_the_later_ones_stay(visit: Visit) -> None:
    guided = to_weights(Guided(visit("director")))
    sent = guided.visiting.post(guided.address, {"key": "irregularity", "answer": "misinformation"})
    assert sent.status_code == 303
    assert "misinformation" in guided.chips
    assert "expected 4♠ S =" in guided.chips


def test_begun_from_the_wrong_row_board_and_table_are_known(visit: Visit, desk: Desk) -> None:
    row = next(each for each in desk.open(NAME).event.results if each.board == 9)
    guided = Guided(visit("director"), board="9", table=row.id)
    assert guided.heading == "What happened?"


def test_a_claim_leaves_for_law_70(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director")).answer("9", "3", "claim")
    guided.weigh(("100%", "3NT N -1"))
    assert "A claim gives a result, not an adjusted score" in guided.page
    before = rulings(desk)
    assert guided.last(**{"answer-reason": "a trick was conceded"}).status_code == 303
    assert rulings(desk) == before
    row = next(each for each in desk.open(NAME).event.results if each.board == 9 and "3" in each.seats.ns)
    assert str(row.result) == "3NT N -1"


def test_average_plus_and_minus_take_five_answers(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director")).answer("9", "3", "unplayable", "cannot", "none", "direct")
    assert guided.heading == "N-S A+, E-W A−"
    assert guided.give().status_code == 303
    assert str(desk.open(NAME).history.rulings[-1].ruling.awards.ns) == "A+"


def test_not_sure_yet_is_kept_as_a_draft(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director")).answer("9", "3", "ui", "played", "not-sure")
    assert guided.heading == "Kept for later"
    home = visit("chief").get("EV").text
    assert "draft" in home
    assert "C. Cole" in home


def test_self_inflicted_damage_is_one_small_table(visit: Visit) -> None:
    guided = Guided(visit("director")).answer("9", "3", "mi", "played", "yes", "ns")
    guided.weigh(("100%", "4S S +1")).answer("yes", "yes", "yes", "yes")
    guided.weigh(("100%", "4S S ="))
    assert guided.chips[-5:-1] == ["partly self-inflicted", "afterwards", "unrelated", "serious or gambling"]
    page = words(guided.page)
    for line in ("normal, without the infraction", "expected after the infraction", "happened"):
        assert line in page


def test_why_12c1e_does_not_apply_is_said_and_the_facts_are_kept(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director")).answer("9", "3", "mi", "played", "yes", "ns")
    guided.weigh(("100%", "4S S +1")).answer("yes", "yes", "no", "yes")
    assert "Not 12C1(e): it was related to the infraction. N-S get full redress." in words(guided.page)
    guided.answer("").weigh(("100%", "4S S +1"))
    assert guided.give(facts="A wrong explanation.").status_code == 303
    history = desk.open(NAME).history
    case = history.case(history.rulings[-1].ruling.case)
    assert case.facts.own_damage is not None
    assert case.facts.happened == "A wrong explanation."
    shown = words(guided.visiting.get(f"EV/cases/{case.id}").text)
    assert "after the irregularity: yes; unrelated to it: no" in shown


def test_a_directors_error_has_its_own_word(visit: Visit) -> None:
    guided = Guided(visit("director")).answer("9", "3", "directors-error", "played", "yes", "both")
    assert guided.heading.endswith("What was to be expected without the error?")
    assert "error" in guided.chips


def test_two_irregularities_and_an_award_for_each_side(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director")).answer("9", "3", "several", "ui", "mi", "no", "played", "yes", "none", "")
    guided.answer("")
    assert "each side has an award of its own" in words(guided.page)
    assert guided.press(do="split").status_code == 303
    guided.weigh(("50%", "3NT N -2"), ("50%", "3NT N -3")).weigh(("100%", "4S S +1"))
    assert guided.give().status_code == 303
    ruling = desk.open(NAME).history.rulings[-1].ruling
    assert ruling.laws == ("16B", "21B", "12C1(c)", "79C2")  # the results were published long ago
    assert [str(award) for award in ruling.awards] == ["50% 3NT N -2; 50% 3NT N -3", "4S S +1"]


def test_a_fielded_psyche_is_given_with_its_penalty(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director")).answer("9", "3", "psyche", "Blue Book on psyches", "ns", "standard")
    assert guided.heading.startswith("N-S the better of A+ and 3NT N")
    assert guided.give().status_code == 303
    history = desk.open(NAME).history
    case = history.case(history.rulings[-1].ruling.case)
    assert [history.penalties[id].penalty.contestant for id in case.penalties] == ["11"]


def test_a_fouled_board_at_teams_is_ruled_by_86b2(visit: Visit, desk: Desk) -> None:
    visiting = visit("director")
    visiting.event = put(desk, TEAMS)
    guided = Guided(visiting).answer("1", "open", "fouled-board", "none", "direct", "imps", "+5")
    assert guided.heading.startswith("86B2: N-S the better of A+ and +5 IMP")
    assert guided.give().status_code == 303
    ruling = desk.open("small").history.rulings[-1].ruling
    assert (str(ruling.assigned), ruling.laws) == ("+5 IMP", ("87", "86B2", "12C2(a)"))


def test_a_split_score_has_a_block_for_each_side(visit: Visit, desk: Desk) -> None:
    guided = to_weights(Guided(visit("director"))).answer("")
    assert guided.press(do="split").status_code == 303
    guided.weigh(("50%", "4S S +1"), ("50%", "4S S =")).weigh(("100%", "4S S +1"))
    assert guided.give().status_code == 303
    awards = desk.open(NAME).history.rulings[-1].ruling.awards
    assert (str(awards.ns), str(awards.ew)) == ("50% 4S S +1; 50% 4S S =", "4S S +1")


def test_a_press_of_a_button_changes_weights_and_shows_the_effect_at_once(visit: Visit) -> None:
    guided = to_weights(Guided(visit("director"))).answer("")
    pressed = guided.press(do="more:0", weight=["60%", "40%"], outcome=["4S S +1", "4S S ="], step="5")
    assert pressed.status_code == 200
    assert 'value="65%"' in pressed.text
    assert "non-offending" in words(pressed.text)
    assert "→" in words(pressed.text)
    assert 'value="65%"' in guided.page, "who comes back finds it as it was"


def test_weights_that_do_not_add_up_cannot_be_continued_with(visit: Visit) -> None:
    guided = to_weights(Guided(visit("director"))).answer("")
    sent = guided.press(do="answer", weight=["60%", "30%"], outcome=["4S S +1", "4S S ="])
    assert sent.status_code == 422
    assert 'value="30%"' in sent.text, "nothing has to be typed again"


def test_a_poll_that_takes_an_hour_is_kept_tap_by_tap(visit: Visit) -> None:
    guided = to_weights(Guided(visit("director")))
    guided.press(**{"do": "add", "action-typed": "pass"})
    guided.press(do="more:0", action=["pass"], votes=["1"])
    assert re.search(r'name="votes" value="2"', guided.page)
    assert "five are the least" in words(guided.page)


def test_a_disallowed_call_is_struck_and_asks_for_a_legal_way(visit: Visit) -> None:
    guided = Guided(visit("director")).answer("9", "3", "ui", "played", "yes", "ns")
    guided.weigh(("100%", "4S S =")).answer("no")
    assert guided.press(ticked=["3NT N"]).status_code == 303
    guided.answer("")
    assert "3NT N not allowed" in guided.chips
    guided.weigh(("50%", "4S S ="), ("50%", "3NT N ="))
    assert "How could it be reached legally?" in guided.heading


def test_what_the_laws_forbid_cannot_be_confirmed(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director")).answer("9", "3", "mi", "played", "yes", "ns")
    guided.weigh(("100%", "4S S +1")).answer("no", "").weigh(("100%", "7NT N -9"))
    assert "It cannot be given" in guided.page
    before = rulings(desk)
    assert guided.last().status_code != 303
    assert rulings(desk) == before


def test_what_is_unusual_wants_a_reason(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director")).answer("9", "3", "unplayable", "cannot", "none", "none", "no")
    assert "Unusual" in guided.page
    before = rulings(desk)
    assert guided.last().status_code != 303
    assert guided.give().status_code == 303
    assert len(rulings(desk)) == len(before) + 1


def test_facts_statements_and_a_penalty_go_into_the_same_case(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director")).answer("9", "3", "unplayable", "cannot", "none", "direct")
    more = {
        "facts": "The board was turned.",
        "said-ns": "We saw it late.",
        "penalty-who": "11",
        "penalty-amount": "10%",
    }
    assert guided.give(**more).status_code == 303
    history = desk.open(NAME).history
    case = history.case(history.rulings[-1].ruling.case)
    assert case.facts.happened == "The board was turned."
    assert [said.words for said, _ in case.statements] == ["We saw it late."]
    assert [history.penalties[each].penalty.contestant for each in case.penalties] == ["11"]


# Two at work


def test_a_draft_of_another_is_shown_with_who_has_it_and_can_be_taken_over(visit: Visit) -> None:
    guided = Guided(visit("director")).answer("9", "3")
    chief = visit("chief")
    assert "C. Cole has this draft in hand" in words(chief.get(guided.address).text)
    assert chief.post(guided.address, {"key": "irregularity", "answer": "ui"}).status_code == 422
    assert chief.post(f"{guided.address}/take").status_code == 303
    assert chief.post(guided.address, {"key": "irregularity", "answer": "ui"}).status_code == 303
    assert guided.visiting.post(guided.address, {"key": "result", "answer": "played"}).status_code == 422


def test_two_rule_on_the_same_table_and_the_second_is_told(visit: Visit, desk: Desk) -> None:
    first, second = (Guided(visit(role)).answer("9", "3", "unplayable", "cannot") for role in ("director", "chief"))
    for guided, fault in ((first, "direct"), (second, "direct")):
        guided.answer("none", fault)
        unusual = re.findall(r'name="(answer-accept [^"]+)"', guided.page)
        guided.last("look", **dict.fromkeys(unusual, "the cards were mixed up"))
    second_page = second.page
    assert first.give().status_code == 303
    before = rulings(desk)
    seen = re.search(r'name="seen" value="(\d+)"', second_page)[1]  # type: ignore[index]
    told = second.visiting.post(f"{second.address}/last", {"seen": seen, "do": "confirm"})
    assert told.headers["location"] == second.address, "back to the draft, not to a slip"
    assert second.heading.startswith("Ruling 5 is in force at this table: N-S A+, E-W A−.")
    assert rulings(desk) == before


def test_two_rule_on_different_boards_and_nothing_is_lost(visit: Visit, desk: Desk) -> None:
    first = Guided(visit("director")).answer("9", "3", "unplayable", "cannot", "none", "direct")
    second = Guided(visit("chief")).answer("10", "1", "unplayable", "cannot", "none", "direct")
    second.last("look", **dict.fromkeys(re.findall(r'name="(answer-accept [^"]+)"', second.page), "mixed up"))
    seen = re.search(r'name="seen" value="(\d+)"', second.page)[1]  # type: ignore[index]
    before = len(rulings(desk))
    assert first.give().status_code == 303
    assert second.visiting.post(f"{second.address}/last", {"seen": seen, "do": "confirm"}).status_code == 303
    assert len(rulings(desk)) == before + 2


@pytest.mark.parametrize("role", ["scorer", "reviewer"])
def test_who_may_not_rule_cannot_begin(visit: Visit, role: str) -> None:
    assert visit(role).post("EV/rule").status_code == 403


def test_a_draft_can_be_thrown_away(visit: Visit) -> None:
    guided = Guided(visit("director")).answer("9")
    assert guided.visiting.post(f"{guided.address}/drop").status_code == 303
    assert guided.visiting.get(guided.address).status_code == 404


def test_nothing_is_stored_before_the_first_answer(visit: Visit, desk: Desk) -> None:
    director = visit("director")
    begun = director.post("EV/rule")
    assert begun.headers["location"].endswith("/rule")
    assert "Which board?" in director.get("EV/rule").text
    assert director.post("EV/rule", {"key": "board", "answer": "99"}).status_code == 422
    key = desk.open(NAME).kept.key
    assert desk.store.drafts(key) == []
    assert "/drafts/" in director.post("EV/rule", {"key": "board", "answer": "4"}).headers["location"]
    assert len(desk.store.drafts(key)) == 1


def test_a_draft_that_a_colleague_has_in_hand_is_taken_over_before_it_is_thrown_away(visit: Visit, desk: Desk) -> None:
    draft = visit("director").post("EV/rule", {"board": "4"}).headers["location"]
    chief = visit("chief")
    assert "Throw it away" not in chief.get(draft).text
    assert chief.post(f"{draft}/drop").status_code in (409, 422)
    assert len(desk.store.drafts(desk.open(NAME).kept.key)) == 1
    chief.post(f"{draft}/take")
    assert chief.post(f"{draft}/drop").status_code == 303
    assert desk.store.drafts(desk.open(NAME).kept.key) == []


def test_a_press_that_is_refused_keeps_votes_and_what_was_typed(visit: Visit) -> None:
    guided = to_weights(Guided(visit("director")))
    guided.press(do="more:0", action=["4S S ="], votes=["3"])
    empty = guided.press(do="add", action=["4S S ="], votes=["4"])
    assert empty.status_code == 422
    assert 'name="votes" value="4"' in empty.text
    fields: dict[str, str | list[str]] = {"action": ["4S S ="], "votes": ["4"], "action-typed": "3NT"}
    other = guided.press(do="more:0", **fields)
    assert 'name="votes" value="5"' in other.text
    assert 'name="action-typed" value="3NT"' in other.text
