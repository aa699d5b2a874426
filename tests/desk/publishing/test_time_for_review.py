"""The time for review and corrections at the desk: before a publication, in the period, and after it (79C2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from amends import BySide, Faults, Ruling, parse_award
from amends.bridge import Side
from amends.desk import Desk, Draft, OpenEvent, Report
from amends.desk.commands.appeals import deciding, lodging, until
from amends.desk.commands.cases import opening
from amends.desk.commands.corrections import correcting, erasing
from amends.desk.commands.rulings import withdrawing
from amends.desk.importing.documents import exported
from amends.desk.publishing.publication_files import Issue, Wanted
from amends.desk.views.differences import diff, notice_of
from amends.desk.views.journal import entry_words
from amends.event import TableReference
from amends.event.case import AppealDecision
from amends.journal.entries import AppealDecided
from amends.reports.slip import slip
from support import desks

START = desks.START
TABLE = TableReference(ns="1", ew="11")
PLAIN = Ruling("", 1, TABLE, BySide.both(parse_award("4H N -1")), laws=("16B1",))
UNPUBLISHED = "A review may be asked for until 30 minutes after the official score with this ruling is first available."


class Evening:
    """The demonstration event at a desk whose clock is set by hand."""

    def __init__(self, desk: Desk) -> None:
        self.minute = 0
        self.desk = replace(desk, clock=lambda: START + timedelta(minutes=self.minute))

    def at(self, minute: int, draft: Draft) -> OpenEvent:
        self.minute = minute
        return self.desk.confirm(self.desk.open(desks.NAME), draft).after

    def words(self, minute: int, draft: Draft) -> str:
        opened = self.at(minute, draft)
        return entry_words(opened.entries[-1], opened)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        desks.begin(desk)
        yield Evening(desk)


def review(opened: OpenEvent, id: str) -> str:
    ruling = next(each for each in opened.event.rulings if each.id == id)
    return dict(slip(opened.standings, ruling, opened.history).lines).get("Review", "")


# Rulings and their time


def test_before_a_publication_an_appeal_is_taken_at_any_time(evening: Evening) -> None:
    opened = evening.at(1, desks.accepting(PLAIN))
    assert until("1", opened) is None
    assert review(opened, "1") == UNPUBLISHED
    opened = evening.at(600, lodging("1", side=Side.EW, late="a reason that nobody needs"))
    assert opened.history.appeals["1"].late == ""


def test_a_later_publication_leaves_the_time_of_a_ruling_alone(evening: Evening) -> None:
    evening.at(1, desks.accepting(PLAIN))
    evening.at(10, desks.publishing())
    evening.at(25, desks.accepting(Ruling("", 2, TableReference(ns="1"), BySide.both(parse_award("4H N -1")))))
    opened = evening.at(30, desks.publishing())
    assert review(opened, "1") == "A review may be asked for until 19:40."
    assert review(opened, "2") == "A review may be asked for until 20:00."
    with pytest.raises(Faults, match="ended at 2026-11-13 19:40"):
        evening.at(41, lodging("1", side=Side.EW))
    evening.at(41, lodging("2", side=Side.EW))


def test_a_ruling_in_the_place_of_another_has_its_own_time(evening: Evening) -> None:
    evening.at(1, desks.accepting(PLAIN))
    evening.at(10, desks.publishing())
    opened = evening.at(20, desks.accepting(Ruling("", 1, TABLE, BySide.both(parse_award("3H N =")), replaces="1")))
    assert review(opened, "1.2") == UNPUBLISHED
    assert review(evening.at(30, desks.publishing()), "1.2") == "A review may be asked for until 20:00."


def test_the_ruling_of_a_committee_has_no_review(evening: Evening) -> None:
    evening.at(1, desks.accepting(PLAIN))
    evening.at(2, lodging("1", side=Side.EW))
    award = Ruling("", 0, awards=BySide.both(parse_award("3H N =")), accept={"12B1": "x"})
    opened = evening.at(3, deciding(AppealDecided("1", AppealDecision.VARIED, award, reviewers=("A. Ash", "D. Dean"))))
    assert review(opened, "1.2") == ""
    with pytest.raises(Faults, match=r"Ruling 1\.2 was given by the appeals committee"):
        evening.at(4, lodging("1.2", side=Side.NS))


# After the period


@pytest.mark.parametrize(
    "draft",
    [
        lambda: correcting(1, TABLE, parse_award("1C N ="), "misread", "no doubt"),
        lambda: erasing(1, TABLE, "never played", "no doubt"),
    ],
)
def test_a_correction_after_the_period_says_by_which_law(evening: Evening, draft: Callable[[], Draft]) -> None:
    evening.at(10, desks.publishing())
    assert evening.words(41, draft()).endswith("; after the correction period [79C2]: no doubt")


def test_a_corrected_result_has_a_period_of_its_own(evening: Evening) -> None:
    evening.at(10, desks.publishing())
    evening.at(20, correcting(1, TABLE, parse_award("1C N ="), "misread"))
    evening.at(60, correcting(1, TABLE, parse_award("1C N +1"), "misread once more"))
    evening.at(70, desks.publishing())
    evening.at(100, correcting(1, TABLE, parse_award("1C N +2"), "and again"))
    evening.at(110, desks.publishing())
    with pytest.raises(Faults, match=r"The correction period ended at 2026-11-13 21:20 \(79C2\)"):
        evening.at(141, correcting(1, TABLE, parse_award("1C N ="), "misread"))
    with pytest.raises(Faults, match="ended at 2026-11-13 19:40"):
        evening.at(141, correcting(1, TableReference(ns="8"), parse_award("1C N ="), "misread"))


@pytest.mark.parametrize(
    ("minute", "report", "laws"),
    [(40, Report(), ("16B1",)), (41, Report(), ("16B1", "79C2")), (41, Report(called=START), ("16B1",))],
    ids=["in the period", "after it", "called in the period"],
)
def test_a_ruling_that_nobody_asked_for_in_time_cites_the_law(
    evening: Evening, minute: int, report: Report, laws: tuple[str, ...]
) -> None:
    evening.at(10, desks.publishing())
    assert evening.at(minute, desks.accepting(PLAIN, report)).history.ruling("1").ruling.laws == laws


def test_a_case_that_was_opened_in_time_is_ruled_on_at_any_time(evening: Evening) -> None:
    evening.at(10, desks.publishing())
    evening.at(30, opening(1, TABLE, Report()))
    given = evening.at(90, desks.accepting(Ruling("", 1, TABLE, PLAIN.awards, laws=("16B1",), case="1")))
    assert given.history.ruling("1").ruling.laws == ("16B1",)


def test_replacing_or_withdrawing_a_ruling_after_its_time(evening: Evening) -> None:
    evening.at(1, desks.accepting(PLAIN))
    evening.at(10, desks.publishing())
    replaced = evening.at(41, desks.accepting(Ruling("", 1, TABLE, BySide.both(parse_award("3H N =")), replaces="1")))
    assert replaced.history.ruling("1.2").ruling.laws == ("79C2",)
    evening.at(50, desks.publishing())
    assert evening.words(81, withdrawing("1.2", "a mistake")) == (
        "ruling 1.2 withdrawn: a mistake; after the correction period [79C2]"
    )


# Publications and notices


def test_a_publication_says_what_time_it_starts(evening: Evening) -> None:
    evening.at(1, desks.accepting(PLAIN))
    opened = evening.desk.open(desks.NAME)

    def issue(opened: OpenEvent, minute: int) -> Issue:
        return Issue(opened, exported(evening.desk, opened), START + timedelta(minutes=minute), Wanted())

    first = issue(opened, 10)
    assert first.times == (
        "Errors in these results may be corrected until 19:40 [79C1]."
        " A review of ruling 1 may be asked for until 19:40 [92B]."
    )
    pages = dict(first.files())
    assert str(pages["index.html"]).count(first.times) == 1
    assert "A review may be asked for until 19:40." in str(pages["rulings.html"])
    evening.at(10, desks.publishing())
    opened = evening.at(20, correcting(1, TableReference(ns="8"), parse_award("1C N ="), "misread"))
    second = issue(opened, 30)
    assert second.times == (
        "Errors in the results that are new here may be corrected until 20:00 [79C1]."
        " For everything else the time began with the results that showed it first."
    )
    assert "A review may be asked for until 19:40." in str(dict(second.files())["rulings.html"])


def test_a_notice_of_corrections_agrees_with_the_slip(evening: Evening) -> None:
    published = evening.at(10, desks.publishing()).seen
    evening.at(15, correcting(1, TableReference(ns="8"), parse_award("7C N -9"), "misread"))
    opened = evening.at(20, desks.accepting(PLAIN))
    notice = notice_of(diff(opened, published, opened.seen), opened.history)
    [ruling, correction] = notice.times
    assert ruling == f"Ruling 1: {UNPUBLISHED}"
    assert correction.endswith(
        ": An error may be corrected until 30 minutes after the official score with this result is first available"
        " [79C1]."
    )
    later = evening.at(30, desks.publishing())
    notice = notice_of(diff(later, published, later.seen - 1), later.history)
    assert notice.times[0] == f"Ruling 1: {review(later, '1')}" == "Ruling 1: A review may be asked for until 20:00."
    assert notice.times[1].endswith(": An error may be corrected until 20:00 [79C1].")
    assert notice.times[0] in notice.text()
