"""The journal as a page: every entry, one in full, verified; and the papers that are printed."""

from __future__ import annotations

import pytest

from amends.desk import Desk
from amends.desk.commands.penalties import penalising
from amends.desk.commands.rulings import withdrawing
from amends.web.screens.events import events
from support.desks import NAME, penalty
from support.web import small_events
from support.web.reading import links, rows, words
from web.conftest import Visit


def test_every_entry_has_a_line_the_newest_first(visit: Visit, desk: Desk) -> None:
    shown = rows(visit("reviewer").get("EV/journal").text)
    count = desk.open(NAME).seen
    assert [row[0] for row in shown[1:]] == [str(seq) for seq in range(count, 0, -1)]
    assert "Appeal 1 lodged against ruling 1" in shown[1]


def test_older_entries_stand_on_pages_of_their_own(visit: Visit, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "LINES", 5)
    visitor, seen, address = visit("reviewer"), [], "EV/journal"
    while address:
        page = visitor.get(address).text
        seen += [row[0] for row in rows(page)[1:]]
        older = [link for link in links(page) if "journal?to=" in link and int(link.partition("=")[2]) < int(seen[-1])]
        address = older[0] if older else ""
    assert seen == [str(seq) for seq in range(desk.open(NAME).seen, 0, -1)]


def test_one_entry_is_shown_in_full_with_names_and_as_text(visit: Visit, desk: Desk) -> None:
    desk.confirm(desk.open(NAME), penalising(penalty("7", "10%", "<script>alert(1)</script>")))
    page = visit("reviewer").get(f"EV/journal/{desk.open(NAME).seen}").text
    assert ("<script>alert" in page, "R. Fox" in page, '"10%"' in words(page)) == (False, True, True)


@pytest.mark.parametrize("seq", ["0", "999", "x", "9" * 30])
def test_an_entry_that_is_not_there_is_not_found(visit: Visit, seq: str) -> None:
    assert visit("reviewer").get(f"EV/journal/{seq}").status_code == 404


def test_the_journal_is_verified_and_a_noted_digest_found(visit: Visit, desk: Desk) -> None:
    visitor, entry = visit("reviewer"), desk.open(NAME).entries[4]
    assert "Verified." not in visitor.get("EV/journal").text
    page = visitor.get("EV/journal", verify="yes", digest=entry.digest[:12]).text
    assert ("Verified." in page, "Entry 5 has the digest" in page) == (True, True)
    assert "Not verified." in visitor.get("EV/journal", verify="yes", digest="0" * 12).text
    assert visitor.get("EV/journal", verify="yes", digest="<b>").status_code == 422


@pytest.mark.parametrize("path", ["journal", "journal/1", "bulletin", "corrections", "penalties", "cases/new"])
@pytest.mark.parametrize("role", ["", "scorer"])
def test_others_see_nothing_of_it(visit: Visit, path: str, role: str) -> None:
    answer = visit(role).get(f"EV/{path}")
    assert answer.status_code == (403 if role else 200)
    assert role or "Sign in" in answer.text


def test_the_bulletin_has_names_only_where_they_are_asked_for(visit: Visit) -> None:
    visitor = visit("director")
    plain, named = visitor.get("EV/bulletin").text, visitor.get("EV/bulletin", names="yes").text
    assert ("R. Fox by" in words(plain), "by R. Fox" in words(plain)) == (False, False)
    assert "by R. Fox" in words(named)
    assert "60% of" in words(plain)


def test_corrections_of_an_event_that_is_not_published_are_a_page_in_words(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.PAIRS)
    answer = visit("director").get(f"{address}/corrections")
    assert answer.status_code == 200
    assert "Nothing was published yet, so there are no corrections." in words(answer.text)


def test_corrections_are_those_since_the_last_publication(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    assert "No score and no place has changed" in visitor.get("EV/corrections").text
    desk.confirm(desk.open(NAME), withdrawing("3", "the facts were others"))
    assert "ruling 3 withdrawn: the facts were others" in words(visitor.get("EV/corrections").text)
