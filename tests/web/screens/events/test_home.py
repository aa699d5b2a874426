"""Home of an event: a list of work with a verb on each line, for each role what it can do; readers see the state."""

from __future__ import annotations

import re

import pytest

from amends.awards import parse_award
from amends.desk import Desk
from amends.desk.commands.cases import Report, opening
from amends.desk.commands.corrections import correcting
from amends.desk.unfinished_rulings import Unfinished, keep
from amends.desk.views.overview import newer_than_published
from amends.event.case import Irregularity
from amends.event.ruling import TableReference
from amends.web.preferences import Preferences
from amends.web.screens.ruling.steps import progress_of
from support.desks import NAME
from support.web.reading import links, words
from web.conftest import NAMES, Visit


def verbs(page: str) -> list[str]:
    """The verbs of the list of work, in their order."""
    return re.findall(r'<span class="verb">([^<]+)</span>', page)


def correct(desk: Desk, score: str) -> None:
    """A result that is changed after the standings were published."""
    row = next(row for row in desk.open(NAME).event.results if row.board == 3)
    place = TableReference(result=row.id)
    desk.confirm(desk.open(NAME), correcting(3, place, parse_award(score), "as both pairs say", late="beyond doubt"))


@pytest.mark.parametrize(("role", "verb"), [("director", "Look again"), ("reviewer", "See"), ("scorer", "")])
def test_a_ruling_that_a_correction_makes_unlawful_is_work_for_a_director(
    visit: Visit, desk: Desk, role: str, verb: str
) -> None:
    """Pair 7 is non-offending in ruling 1; by the result that was put right it would lose by the ruling."""
    before = verbs(visit(role).get("EV").text)
    row = next(row for row in desk.open(NAME).event.results if row.board == 15 and "7" in row.seats.ns)
    right = correcting(15, TableReference(result=row.id), parse_award("4H N +2"), "as both say", late="beyond doubt")
    desk.confirm(desk.open(NAME), right)
    page = visit(role).get("EV").text
    said = "Ruling 1 is not allowed any more Board 15 · N-S would get less than the table result, though non-offending"
    assert (said in words(page)) is bool(verb)
    added = [each for each in verbs(page) if each != "Publish"]
    assert added == [*filter(None, [verb]), *(each for each in before if each != "Publish")]
    if verb:
        count = re.findall(r'<span class="(?:dot|count hot)">([0-9]+)</span>', page)
        assert set(count) == {str(len(verbs(page)))}, "the bars count what the list has"


@pytest.mark.parametrize(
    ("role", "expected"),
    [("chief", ["Decide", "Go on", "Rule", "Publish"]), ("reviewer", ["See", "See", "See"]), ("scorer", ["Publish"])],
)
def test_each_role_is_told_what_it_can_do(visit: Visit, desk: Desk, role: str, expected: list[str]) -> None:
    row = next(row for row in desk.open(NAME).event.results if row.board == 4)
    claim = Report(irregularity=Irregularity.CLAIM)
    desk.confirm(desk.open(NAME), opening(4, TableReference(result=row.id, table=row.table), claim))
    correct(desk, "3NT N -1")
    keep_draft(desk)
    page = visit(role).get("EV").text
    assert verbs(page) == expected
    assert f">{len(expected)}</span>" in page
    count = re.findall(r'<span class="(?:dot|count hot)">([0-9]+)</span>', page)
    assert count == [str(len(expected))] * 2, "the bars count what the list has"


def keep_draft(desk: Desk, **answers: str) -> None:
    """A draft of the director, about the first table of board 9."""
    opened = desk.open(NAME)
    row = next(row for row in opened.event.results if row.board == 9)
    work = Unfinished({"board": "9", "table": row.id, **answers})
    keep(desk.for_form(NAMES["director"], None), opened, work)


def test_a_draft_says_where_it_stands_and_who_has_it(visit: Visit, desk: Desk) -> None:
    director = visit("director")
    keep_draft(desk)
    assert re.search(r"Board 9, table [0-9]+ ?What happened\? · you, ?[0-9:]+ ?Go on", words(director.get("EV").text))
    assert re.search(r"· C\. Cole, ?[0-9:]+ ?Go on", words(visit("chief").get("EV").text))


def test_a_poll_says_how_many_were_asked(visit: Visit, desk: Desk) -> None:
    opened = desk.open(NAME)
    answers = {"irregularity": "unauthorised-information"}
    while (question := progress_of(opened, answers_of(desk, answers)).question) is not None and question.key != "poll":
        answers[question.key] = question.default or (question.choices[0].value if question.choices else "")
    keep_draft(desk, **answers, **{"~calls": "pass*2; 4S*1"})
    assert "Poll: 3 of 5 asked · C. Cole" in words(visit("chief").get("EV").text)


def answers_of(desk: Desk, answers: dict[str, str]) -> dict[str, str]:
    """The answers of a draft about the first table of board 9."""
    row = next(row for row in desk.open(NAME).event.results if row.board == 9)
    return {"board": "9", "table": row.id, **answers}


def test_what_players_see_and_how_far_it_is_behind(visit: Visit, desk: Desk) -> None:
    chief = visit("chief")
    before = words(chief.get("EV").text)
    assert "Up to date" in before
    assert "Provisional since 19:07." in before
    assert "may be corrected until" in before
    assert "Publish now" not in before
    correct(desk, "3NT N -1")
    newer = newer_than_published(desk.open(NAME))
    assert (newer.rulings, newer.results, newer.others) == (0, 1, 0)
    after = words(chief.get("EV").text)
    assert "Behind Provisional since 19:07. Newer: one result." in after
    assert "Publish now" in after


@pytest.mark.parametrize(("readers", "said"), [("live", "Everything"), ("nobody", "Nothing")])
def test_home_says_what_the_club_lets_readers_see(visit: Visit, readers: str, said: str) -> None:
    chief = visit("chief")
    chief.post("/settings", {"club": "", "regulation": "", "readers": readers})
    for role in ("chief", "scorer"):
        assert f"Players see {said}" in words(visit(role).get("EV").text)


def test_readers_see_the_state_and_the_leaders_and_nothing_that_waits(visit: Visit) -> None:
    answer = visit().get("EV")
    page = words(answer.text)
    for said in ("Friday pairsProvisional", "Leading", "64.92", "may be asked for until", "Tables8"):
        assert said in page, said
    for said in ("To do now", "Appeal", "Just now", "Publish", "Players see"):
        assert said not in page, said
    assert {each.rsplit("/", 1)[-1] for each in links(answer.text)} >= {"ranking", "boards", "rulings", "5"}
    assert answer.headers["etag"]


def test_who_still_plays_reads_no_log(visit: Visit) -> None:
    director = visit("director")
    assert "Just now" in director.get("EV").text
    director.client.cookies.set("amends-look", Preferences(playing="nobody yet").cookie())
    assert "Just now" not in director.get("EV").text
