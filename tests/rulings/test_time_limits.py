"""The periods of Laws 79C1 and 92B begin with the first official score that contains the result or the ruling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from amends import BySide, parse_award
from amends.event import Ruling, TableResult
from amends.journal.chain import Entry, append
from amends.journal.entries import (
    EventSetUp,
    Payload,
    PublishedStandings,
    ResultCorrected,
    ResultErased,
    ResultsEntered,
    RulingGiven,
    RulingWithdrawn,
)
from amends.journal.history import History, history
from amends.regulations import load
from amends.rulings.time_limits import correction_ends, last_correction_ends, review_ends
from support.desks import START

FIRST, SECOND = Ruling("1", 7), Ruling("2", 7, replaces="1")
ROW = TableResult("7/1-2", parse_award("4H N ="), BySide(("1",), ("2",)), board=7)
OTHER = replace(ROW, id="8/1-2", board=8)
PUBLISHED = PublishedStandings()
CORRECTED = ResultCorrected(replace(ROW, result=parse_award("4H N -1")), "misread")


def minute(number: int) -> datetime:
    return START + timedelta(minutes=number)


def after(payloads: Sequence[Payload]) -> History:
    """The history of entries of which each is made a minute after the one before it."""
    entries: tuple[Entry, ...] = ()
    for number, payload in enumerate((EventSetUp("Friday"), *payloads)):
        entries = append(entries, payload, minute(number), "Director")
    return history(entries)


@pytest.mark.parametrize(
    ("payloads", "ruling", "published"),
    [
        ([RulingGiven(FIRST)], "1", None),
        ([PUBLISHED, RulingGiven(FIRST)], "1", None),
        ([RulingGiven(FIRST), PUBLISHED], "1", 2),
        ([RulingGiven(FIRST), PUBLISHED, PUBLISHED], "1", 2),
        ([PUBLISHED, RulingGiven(FIRST), PUBLISHED, PUBLISHED], "1", 3),
        ([RulingGiven(replace(FIRST, time=minute(40))), PUBLISHED], "1", 2),
        ([RulingGiven(FIRST), PUBLISHED, RulingGiven(SECOND), PUBLISHED], "1", 2),
        ([RulingGiven(FIRST), PUBLISHED, RulingGiven(SECOND), PUBLISHED], "2", 4),
        ([RulingGiven(FIRST), RulingGiven(SECOND), PUBLISHED], "1", None),
        ([RulingGiven(FIRST), RulingWithdrawn("1", "wrong"), PUBLISHED], "1", None),
        ([RulingGiven(FIRST), PUBLISHED, RulingWithdrawn("1", "wrong"), PUBLISHED], "1", 2),
    ],
)
def test_a_review_may_be_asked_for_after_the_first_score_with_the_ruling(
    payloads: Sequence[Payload], ruling: str, published: int | None
) -> None:
    found = after(payloads)
    for regulation, minutes in (("exact", 30), ("ebu", 20)):
        ends = review_ends(found, found.ruling(ruling), load(regulation))
        assert ends == (None if published is None else minute(published + minutes))


@pytest.mark.parametrize(
    ("payloads", "published"),
    [
        ([ResultsEntered((ROW,))], None),
        ([ResultsEntered((ROW,)), PUBLISHED], 2),
        ([ResultsEntered((ROW,)), PUBLISHED, PUBLISHED], 2),
        ([ResultsEntered((ROW,)), PUBLISHED, CORRECTED], None),
        ([ResultsEntered((ROW,)), PUBLISHED, CORRECTED, PUBLISHED], 4),
        ([ResultsEntered((ROW,)), PUBLISHED, ResultErased(ROW.id, "nobody played it"), PUBLISHED], None),
    ],
)
def test_a_result_may_be_corrected_after_the_first_score_with_it(
    payloads: Sequence[Payload], published: int | None
) -> None:
    ends = correction_ends(after(payloads), ROW.id, load("exact"))
    assert ends == (None if published is None else minute(published + 30))


def test_the_last_period_is_that_of_the_newest_result_that_was_published() -> None:
    payloads: list[Payload] = [ResultsEntered((ROW,)), PUBLISHED, ResultsEntered((OTHER,)), PUBLISHED, PUBLISHED]
    assert last_correction_ends(after(payloads), load("exact")) == minute(4 + 30)
    assert last_correction_ends(after(payloads[:1]), load("exact")) is None


def test_the_calendar_has_an_end() -> None:
    entries = append((), EventSetUp("Friday"), datetime.max.replace(microsecond=0, tzinfo=START.tzinfo), "Director")
    for payload in (RulingGiven(FIRST), PUBLISHED):
        entries = append(entries, payload, entries[0].at, "Director")
    found = history(entries)
    assert review_ends(found, found.ruling("1"), load("exact")) == entries[0].at
