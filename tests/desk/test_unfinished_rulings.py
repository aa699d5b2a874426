"""Drafts that are kept: both kinds come back as they were, are taken up by another director, and are dropped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from amends.awards import parse_award
from amends.bridge import BySide, Seat, Side
from amends.desk import Desk, Report
from amends.desk.commands.penalties import penalising
from amends.desk.commands.rulings import Proposed
from amends.desk.desk import FormOnce, HeldByAnother, together
from amends.desk.unfinished_rulings import (
    Unfinished,
    bring_back,
    discard,
    draft_words,
    drop,
    keep,
    kept_draft,
    kept_drafts,
    proposed_by,
    take_up,
)
from amends.desk.views.rulings_log import pending_drafts
from amends.event.case import Facts, Irregularity, PollAnswer, PollTaken, Statement
from amends.event.ruling import Penalty, Ruling, TableReference
from amends.faults import Faults, Refusal
from amends.store import Draft, Store, drafts
from support import desks

RULING = Ruling("", 15, TableReference(ns="7"), BySide.both(parse_award("60% 4H N =; 40% 4H N -1")), reason="It was.")
REPORT = Report(
    irregularity=Irregularity.UNAUTHORISED_INFORMATION,
    facts=Facts(happened="A pause.", screens=False),
    statements=(Statement("I had to.", Seat.EAST, Side.EW),),
    polls=(PollTaken("How?", votes={"4H N =": 3, "4H N -1": 3}),),
)
NAMED = Report(
    statements=(Statement("I had to.", who="C. Cole"), Statement("He had.", Seat.WEST)),
    polls=(PollTaken("How?", (PollAnswer("pass", who="D. Dean"), PollAnswer("4S"))), PollTaken(votes={"4H N =": 1})),
)
ANSWERS = {
    "board": "15",
    "table": "7",
    "irregularity": "claim",
    "claim": "4S E -1",
    "laws": "70",
    "reason": "ein Strich – ♠",
}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with the event before any ruling."""
    with desks.desk_at(tmp_path / "amends.db") as made:
        desks.begin(made)
        yield made


@pytest.mark.parametrize(
    "work",
    [
        Unfinished({}),
        Unfinished(ANSWERS),
        Proposed(RULING),
        Proposed(RULING, NAMED),
        Proposed(RULING, REPORT, (Penalty("16", "10%"), Penalty("7", "5%", "91"))),
    ],
)
def test_a_draft_comes_back_as_it_was(desk: Desk, work: Unfinished | Proposed) -> None:
    opened = desk.open("friday")
    number = keep(desk, opened, work)
    [kept] = kept_drafts(desk, opened)
    assert (kept.id, kept.work, kept.author, kept.seen) == (number, work, desks.DIRECTOR, opened.seen)
    if isinstance(work, Unfinished) and isinstance(kept.work, Unfinished):
        assert list(kept.work.answers) == list(work.answers)


def test_an_event_has_so_many_drafts_and_those_that_were_discarded_make_room(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every page that says what waits reads all of them."""
    monkeypatch.setattr(drafts, "MOST_DRAFTS", 3)
    opened = desk.open(desks.NAME)
    first, second, _ = (keep(desk, opened, Unfinished({"board": str(board)})) for board in (1, 2, 3))
    with pytest.raises(Refusal, match=r"too many drafts in this event\. Give some of them, or discard them"):
        keep(desk, opened, Unfinished({"board": "4"}))
    keep(desk, opened, Unfinished({"board": "5"}), first)
    discard(desk, opened, second)
    bring_back(desk, opened, second)
    discard(desk, opened, second)
    form = FormOnce("a token", "what was sent")
    assert keep(desk.for_form(desk.who, form), opened, Unfinished({"board": "6"})) == "4"
    assert [each.id for each in kept_drafts(desk, opened)] == ["1", "3", "4"]
    assert len(desk.store.drafts(opened.kept.key)) == 3


def test_all_drafts_of_an_event_have_so_many_characters(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = desk.open(desks.NAME)
    ids = [keep(desk, opened, Unfinished({"said": "x" * 1000})) for _ in range(3)]
    monkeypatch.setattr(drafts, "MOST_CHARACTERS", 3_200)
    for id in (None, ids[1]):
        with pytest.raises(Refusal, match="too many drafts"):
            keep(desk, opened, Unfinished({"said": "x" * 2000}), id)
    keep(desk, opened, Unfinished({"said": "x" * 900}), ids[0])
    monkeypatch.setattr(drafts, "MOST_CHARACTERS", 100)  # what is too long already may become shorter
    keep(desk, opened, Unfinished({"said": "x" * 800}), ids[0])
    discard(desk, opened, ids[2])
    monkeypatch.setattr(drafts, "MOST_CHARACTERS", 3_200)
    keep(desk, opened, Unfinished({"said": "x" * 2000}), ids[1])
    assert [each.id for each in desk.store.drafts(opened.kept.key)] == ids[:2], "the one that was discarded made room"


def test_another_director_takes_a_draft_up(desk: Desk) -> None:
    opened = desk.open("friday")
    number = keep(desk, opened, Proposed(RULING))
    other = replace(desk, who="C. Cole")
    assert take_up(other, opened, number).author == desks.DIRECTOR
    assert kept_draft(desk, opened, number).author == "C. Cole"


def test_a_draft_that_is_not_there_is_answered_with_those_that_are(desk: Desk) -> None:
    opened = desk.open("friday")
    with pytest.raises(Faults, match="No draft is kept"):
        kept_draft(desk, opened, "1")
    keep(desk, opened, Unfinished({}))
    with pytest.raises(Faults, match="Drafts: 1"):
        kept_draft(desk, opened, "2")
    drop(desk, opened, "1")
    assert kept_drafts(desk, opened) == ()


def test_a_draft_that_cannot_be_read_is_refused_by_its_number(desk: Desk) -> None:
    opened = desk.open("friday")
    desk.store.keep_draft(opened.kept.key, {"ruling": {"board": "x"}}, "", 0)
    with pytest.raises(Faults, match=r"Draft 1 cannot be read .*Discard it"):
        kept_draft(desk, opened, "1")
    [draft] = kept_drafts(desk, opened)
    assert draft_words(draft, opened) == "cannot be read"
    assert proposed_by(draft, opened) is None
    discard(replace(desk, who="C. Cole"), opened, "1")
    assert kept_drafts(desk, opened) == ()


def test_a_draft_that_was_taken_over_in_the_same_moment_is_not_overwritten(desk: Desk) -> None:
    opened = desk.open("friday")
    id = keep(desk, opened, Unfinished({"board": "1"}))
    take_up(replace(desk, who="C. Cole"), opened, id)
    with pytest.raises(HeldByAnother, match=r"C\. Cole has draft 1 in hand"):
        keep(desk, opened, Unfinished({"board": "2"}), id)
    [draft] = kept_drafts(desk, opened)
    assert (draft.work, draft.author) == (Unfinished({"board": "1"}), "C. Cole")


def test_what_a_colleague_wrote_in_the_moment_of_a_takeover_is_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = desk.open("friday")
    id = keep(desk, opened, Unfinished({"board": "1"}))
    read = type(desk.store).drafts

    def read_before_a_press(store: Store, key: str) -> list[Draft]:
        drafts = read(store, key)
        monkeypatch.undo()
        keep(desk, opened, Unfinished({"board": "2"}), id)
        return drafts

    monkeypatch.setattr(type(desk.store), "drafts", read_before_a_press)
    take_up(replace(desk, who="C. Cole"), opened, id)
    [draft] = kept_drafts(desk, opened)
    assert (draft.work, draft.author) == (Unfinished({"board": "2"}), "C. Cole")


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (Unfinished({"board": "15"}), "board 15: waits for an answer: Which table?"),
        (Unfinished(ANSWERS), "board 15: the result is 4S E -1"),
        (Unfinished({"board": "99"}), "answers that do not fit the event any more"),
        (Proposed(RULING), "board 15, 7 against ?: 60% 4♥ N =; 40% 4♥ N −1"),
    ],
)
def test_a_draft_in_a_line(desk: Desk, work: Unfinished | Proposed, words: str) -> None:
    opened = desk.open("friday")
    keep(desk, opened, work)
    assert draft_words(kept_drafts(desk, opened)[0], opened) == words


def test_only_drafts_that_come_to_a_ruling_are_pending(desk: Desk) -> None:
    opened = desk.open("friday")
    keep(desk, opened, Unfinished({"board": "15"}))
    with pytest.raises(Faults, match="No draft of a ruling"):
        pending_drafts(desk, opened)
    assert proposed_by(kept_drafts(desk, opened)[0], opened) is None
    keep(desk, opened, Proposed(RULING))
    keep(desk, opened, Proposed(replace(RULING, awards=BySide(None, None))))
    [alternatives] = pending_drafts(desk, opened)
    assert [ruling.id for ruling in alternatives] == ["draft 2", "draft 3"]


def test_drafts_together_have_numbers_of_their_own(desk: Desk) -> None:
    other = replace(RULING, board=9, table=TableReference(ns="5"), awards=BySide(None, None))
    penalties = [penalising(Penalty(who, "10%")) for who in ("16", "7")]
    effect = desk.confirm(desk.open("friday"), together([desks.accepting(RULING), desks.accepting(other), *penalties]))
    assert [ruling.id for ruling in effect.rulings] == ["1", "2"]
    assert list(effect.after.history.penalties) == ["1", "2"]
    assert desk.open("friday").seen == effect.after.seen


def test_drafts_together_are_entered_as_a_whole_or_not_at_all(desk: Desk) -> None:
    before = desk.open("friday")
    with pytest.raises(Faults):
        desk.confirm(before, together([desks.accepting(RULING), penalising(Penalty("77", "10%"))]))
    assert desk.open("friday").seen == before.seen
