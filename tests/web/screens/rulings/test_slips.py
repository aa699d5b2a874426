"""A ruling: its slip, what it did, and undo, withdraw, replace, appeal by those who may."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from amends.desk import Desk, OpenEvent
from amends.desk.commands.contestants import substituting
from amends.desk.commands.corrections import erasing
from amends.desk.commands.rulings import giving, withdrawing
from amends.desk.demonstration import begin_demonstration
from amends.event import Substitute
from amends.event.rows import bound_to, table_of
from amends.event.ruling import Ruling, TableReference
from amends.journal.history import RulingState
from amends.web.security.addresses import path_part
from support.desks import NAME, publishing
from support.web.reading import links, words
from web.conftest import Visit, Visiting

HOSTILE = '<script>alert("x")</script>'


def newest(desk: Desk) -> OpenEvent:
    """The event as it stands."""
    return desk.open(NAME)


def ruled_again(desk: Desk, id: str = "2", **changes: object) -> str:
    """The id of a ruling that has just replaced another, and was not published."""
    earlier = newest(desk).history.ruling(id).ruling
    given = replace(earlier, id="", time=None, director="", replaces=id, **changes)  # type: ignore[arg-type]
    desk.confirm(newest(desk), giving(given))
    return newest(desk).history.rulings[-1].ruling.id


def new_ruling(desk: Desk, **changes: object) -> Ruling:
    """A ruling at a table without one, as it was given."""
    opened = newest(desk)
    ruled = set(opened.standings.ruled)
    row = next(each for each in opened.event.results if each.id not in ruled)
    ruling = replace(Ruling("", row.board, laws=("12C1",), reason="why"), **changes)  # type: ignore[arg-type]
    desk.confirm(opened, giving(replace(ruling, table=bound_to(row))))
    return newest(desk).history.rulings[-1].ruling


def seen(visitor: Visiting, path: str) -> str:
    """The state of the event that a page shows."""
    found = re.search(r'name="seen" value="([^"]+)"', visitor.get(path).text)
    assert found is not None
    return found[1]


# What is shown


def test_a_substitute_stands_on_the_slip_of_a_board_they_played_and_not_without_names(visit: Visit, desk: Desk) -> None:
    ruling = newest(desk).history.ruling("1").ruling
    [pair] = table_of(ruling, newest(desk).event.results).seats.ns
    for boards, name in (
        ((ruling.board, ruling.board), "S. Stork"),
        ((ruling.board + 1, ruling.board + 1), "E. Egret"),
    ):
        desk.confirm(newest(desk), substituting(pair, Substitute(name, 1, *boards)))
    director = words(visit("director").get("EV/rulings/1").text)
    assert (f"{pair}: S. Stork" in director, "E. Egret" in director) == (True, False)
    assert "S. Stork" not in words(visit().get("EV/rulings/1").text)
    assert "S. Stork" in words(visit("director").get("EV/print/cards").text)


def test_the_slip_has_the_ruling_in_the_maastricht_form(visit: Visit) -> None:
    said = words(visit("director").get("EV/rulings/1").text)
    for part in ("Adjusted score", "60%", "+620", "40%", "−100", "In place of", "What it does", "Why", "Review"):
        assert part in said
    assert "West passed after long thought" in said
    assert "I had a full opening." in said
    assert "How do you play 4♥?" in said or "How do you play 4H?" in said


def test_the_slip_leads_to_the_explanations_of_both_sides_the_board_and_its_case(visit: Visit, desk: Desk) -> None:
    visitor = visit("reviewer")
    row = newest(desk).history.ruling("2").ruling
    found = links(visitor.get("EV/rulings/2").text)
    for end in (f"why/{row.table.ns}/{row.board}", f"why/{row.table.ew}/{row.board}", f"boards/{row.board}", "cases/2"):
        assert f"{visitor.event}/{end}" in found


def test_a_slip_that_was_just_given_says_so(visit: Visit) -> None:
    visitor = visit("director")
    assert "Ruling 2 given." in visitor.get("EV/rulings/2", new=1).text
    assert "Ruling 2 given." not in visitor.get("EV/rulings/2").text


def test_before_it_is_published_the_slip_says_from_when_the_time_for_review_runs(visit: Visit, desk: Desk) -> None:
    id = new_ruling(desk).id
    said = words(visit("director").get(f"EV/rulings/{path_part(id)}").text)
    sentence = (
        "A review may be asked for until 30 minutes after the official score with this ruling is first available."
    )
    assert sentence in said
    assert sentence in words(visit("director").get(f"EV/rulings/{path_part(id)}/appeal").text)
    assert "left to ask for a review" not in said


@pytest.mark.parametrize(("minutes", "left"), [(0, "minutes left"), (600, "")])
def test_how_long_a_review_may_be_asked_for_is_said(visit: Visit, desk: Desk, minutes: int, left: str) -> None:
    id = new_ruling(desk).id
    desk.confirm(newest(desk), publishing())
    for _ in range(minutes):
        desk.clock()
    said = words(visit("director").get(f"EV/rulings/{path_part(id)}").text)
    assert ("left to ask for a review" in said) == bool(left)


@pytest.mark.parametrize("role", ["", "scorer"])
def test_others_see_the_slip_without_names_and_without_the_process(visit: Visit, role: str) -> None:
    answer = visit(role).get("EV/rulings/1")
    said = words(answer.text)
    assert answer.status_code == 200
    assert "60%" in said
    for hidden in ("R. Fox", "C. Cole", "full opening", "long thought", "6 asked", "Withdraw"):
        assert hidden not in said, hidden


def test_no_player_is_named_to_the_public(visit: Visit, desk: Desk) -> None:
    opened = begin_demonstration(desk, "Demonstration")
    key = opened.kept.key
    names = {player.name for each in opened.event.contestants.values() for player in each.players if player.name}
    visitor = visit()
    for given in opened.history.rulings:
        public = words(visitor.get(f"/e/{key[:8]}/rulings/{path_part(given.ruling.id)}").text)
        assert "Why" in public
        assert not [name for name in names if name in public]
    assert len(names) > 20


def test_the_public_sees_nothing_that_was_not_published_or_counts_no_more(visit: Visit, desk: Desk) -> None:
    id = new_ruling(desk).id
    desk.confirm(newest(desk), withdrawing("3", "a secret reason"))
    assert visit().get(f"EV/rulings/{path_part(id)}").status_code == 404
    assert visit().get("EV/rulings/3").status_code == 200  # as it was published
    desk.confirm(newest(desk), publishing())
    assert visit().get(f"EV/rulings/{path_part(id)}").status_code == 200
    gone = visit().get("EV/rulings/3")
    assert (gone.status_code, "secret" in gone.text) == (404, False)
    assert "a secret reason" in visit("reviewer").get("EV/rulings/3").text


def test_texts_from_anywhere_are_shown_as_texts(visit: Visit, desk: Desk) -> None:
    id = new_ruling(desk, id=f"{HOSTILE}/../?#", reason=HOSTILE, laws=(HOSTILE,)).id
    visitor = visit("director")
    address = f"EV/rulings/{path_part(id)}"
    for path in (address, f"{address}/effect", f"{address}/appeal", "EV/rulings", "EV/bulletin", "EV/journal"):
        answer = visitor.get(path)
        assert (answer.status_code, "<script>alert" in answer.text) == (200, False), path
    assert "&lt;script&gt;" in visitor.get(address).text
    assert visitor.post(f"{address}/undo", {"seen": seen(visitor, address)}).status_code == 303
    assert newest(desk).history.ruling(id).state is RulingState.WITHDRAWN


def test_a_ruling_that_is_not_there_is_not_found(visit: Visit) -> None:
    for path in ("EV/rulings/99", "EV/rulings/99/effect", "EV/rulings/99/appeal"):
        assert visit("director").get(path).status_code == 404


def test_what_it_did_is_shown_for_both_sides_and_everybody(visit: Visit) -> None:
    page = visit("reviewer").get("EV/rulings/1/effect").text
    assert "Everybody who moved" in page
    assert page.count('class="now"') == 2
    assert "<svg" in page


# Undo


def test_undo_makes_it_as_if_the_ruling_had_not_been_given(visit: Visit, desk: Desk) -> None:
    before = newest(desk).standings.lists
    id = new_ruling(desk).id
    visitor = visit("director")
    answer = visitor.post(f"EV/rulings/{path_part(id)}/undo", {"seen": seen(visitor, f"EV/rulings/{path_part(id)}")})
    assert answer.status_code == 303
    assert "Undone." in visitor.get(answer.headers["location"]).text
    assert newest(desk).standings.lists == before


def test_undo_of_a_replacement_gives_the_earlier_ruling_again(visit: Visit, desk: Desk) -> None:
    id = ruled_again(desk)
    visitor = visit("director")
    answer = visitor.post(f"EV/rulings/{path_part(id)}/undo", {"seen": seen(visitor, f"EV/rulings/{path_part(id)}")})
    page = visitor.get(answer.headers["location"]).text
    assert "is given again." in page
    assert newest(desk).history.rulings[-1].state is RulingState.GIVEN


def test_undo_is_there_until_something_is_published(visit: Visit, desk: Desk) -> None:
    id = new_ruling(desk).id
    visitor = visit("director")
    address = f"EV/rulings/{path_part(id)}"
    assert f"{path_part(id)}/undo" in visitor.get(address).text
    desk.confirm(newest(desk), publishing())
    assert f"{path_part(id)}/undo" not in visitor.get(address).text
    answer = visitor.post(f"{address}/undo", {"seen": seen(visitor, address)})
    assert (answer.status_code, "cannot be undone" in answer.text) == (422, True)
    assert newest(desk).history.ruling(id).state is RulingState.GIVEN


# Withdraw


def test_withdrawing_needs_a_reason(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    answer = visitor.post("EV/rulings/2/withdraw", {"seen": seen(visitor, "EV/rulings/2"), "withdraw-reason": " "})
    assert (answer.status_code, "why the ruling is withdrawn" in answer.text) == (422, True)
    fields = {"seen": seen(visitor, "EV/rulings/2"), "withdraw-reason": "The facts were others."}
    assert visitor.post("EV/rulings/2/withdraw", fields).status_code == 303
    why = "The facts were others; after the correction period [79C2]"
    assert newest(desk).history.ruling("2").why_withdrawn == why
    assert "It no longer counts" in visitor.get("EV/rulings/2").text


def test_who_was_slower_on_the_same_board_is_told_and_keeps_what_was_typed(visit: Visit, desk: Desk) -> None:
    one, other = visit("director"), visit("chief")
    known = seen(other, "EV/rulings/2")
    assert one.post("EV/rulings/2/withdraw", {"seen": known, "withdraw-reason": "first"}).status_code == 303
    answer = other.post("EV/rulings/2/withdraw", {"seen": known, "withdraw-reason": "second & last"})
    assert answer.status_code == 422
    assert "ruling 2 withdrawn: first" in words(answer.text)
    assert "second &amp; last" in answer.text
    assert newest(desk).history.ruling("2").why_withdrawn.startswith("first;")


def test_what_somebody_else_did_on_another_board_is_no_hindrance(visit: Visit, desk: Desk) -> None:
    one, other = visit("director"), visit("chief")
    known = seen(other, "EV/rulings/2")
    assert one.post("EV/rulings/3/withdraw", {"seen": known, "withdraw-reason": "first"}).status_code == 303
    assert other.post("EV/rulings/2/withdraw", {"seen": known, "withdraw-reason": "second"}).status_code == 303


def test_a_ruling_under_appeal_cannot_be_undone_withdrawn_or_replaced(visit: Visit) -> None:
    visitor = visit("director")
    page = visitor.get("EV/rulings/1").text
    assert all(f"rulings/1/{each}" not in page for each in ("undo", "withdraw"))
    answer = visitor.post("EV/rulings/1/withdraw", {"withdraw-reason": "why"})
    assert (answer.status_code, "under appeal" in answer.text) == (422, True)


def test_replacing_begins_a_draft_about_the_same_table(visit: Visit) -> None:
    visitor = visit("director")
    page = visitor.get("EV/rulings/2").text
    fields = dict(re.findall(r'name="(board|table|replace)" value="([^"]*)"', page))
    answer = visitor.post("EV/rule", fields)
    assert (answer.status_code, visitor.get(answer.headers["location"]).status_code) == (303, 200)


# Appeal


def test_an_appeal_is_lodged_in_its_time(visit: Visit, desk: Desk) -> None:
    id = new_ruling(desk).id
    visitor = visit("director")
    fields = {"side": "EW", "grounds": "It could be played.", "who": "T. Dean", "deposit": "20 EUR"}
    address = f"EV/rulings/{path_part(id)}/appeal"
    answer = visitor.post(address, {**fields, "seen": seen(visitor, address), "statement": "We were ready."})
    assert answer.headers["location"] == f"{visitor.event}/appeals/2"
    appeal = newest(desk).history.appeals["2"]
    assert (appeal.ruling, appeal.grounds, appeal.who, appeal.deposit) == (id, *list(fields.values())[1:])
    assert appeal.late == ""
    assert "We were ready." in visitor.get("EV/appeals/2").text


def test_a_late_appeal_needs_a_reason(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    fields = {"side": "EW", "grounds": "It could be played."}
    page = visitor.get("EV/rulings/2/appeal").text
    assert "The time for it has ended" in page
    answer = visitor.post("EV/rulings/2/appeal", fields)
    assert (answer.status_code, "It could be played." in answer.text) == (422, True)
    assert visitor.post("EV/rulings/2/appeal", {**fields, "late": "the list came late"}).status_code == 303
    assert newest(desk).history.appeals["2"].late == "the list came late"


# Who may


@pytest.mark.parametrize("role", ["", "scorer", "reviewer"])
@pytest.mark.parametrize("path", ["undo", "withdraw", "appeal"])
def test_nobody_else_may_do_anything_with_a_ruling(visit: Visit, desk: Desk, role: str, path: str) -> None:
    before = newest(desk).seen
    visitor = visit(role)
    assert visitor.post(f"EV/rulings/2/{path}", {"withdraw-reason": "x", "side": "NS"}).status_code in (401, 403)
    assert f"rulings/2/{path}" not in visitor.get("EV/rulings/2").text
    assert newest(desk).seen == before


def test_a_ruling_that_was_taken_back_has_a_slip_also_after_its_line_was_erased(visit: Visit, desk: Desk) -> None:
    ruling = new_ruling(desk, reason="The wrong table.")
    row = table_of(ruling, newest(desk).event.results)
    desk.confirm(newest(desk), withdrawing(ruling.id, "never played there"))
    desk.confirm(newest(desk), erasing(row.board, TableReference(result=row.id), "never played", late="seen late"))
    director = visit("director")
    for path in ("", "/effect", "/appeal"):
        assert director.get(f"EV/rulings/{ruling.id}{path}").status_code == 200, path
    page = words(director.get(f"EV/rulings/{ruling.id}").text)
    assert "The wrong table." in page
    assert "This ruling is withdrawn" in page
