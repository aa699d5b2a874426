"""What a preview shows is what confirming then gives, and what the next one who opens the event finds."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from amends import Event, Faults, formats
from amends.awards import parse_award
from amends.bridge import BySide
from amends.desk import Desk, OpenEvent, Unlawful
from amends.desk.commands.penalties import penalising
from amends.desk.commands.rulings import undoing, withdrawing
from amends.journal.chain import Document, verify
from amends.journal.from_event import journal_of
from amends.scoring.event import score
from amends.scoring.standings import Standings
from support import desks
from support.events import events
from support.examples import examples
from support.ruled_events import FORMS, read


def shown(standings: Standings) -> Any:
    """Everything that people see of standings."""
    contestants = [entry.contestant for entries in standings.lists.values() for entry in entries]
    lines = {
        contestant: [
            (line.board, line.session, line.round, line.figure, line.ruling) for line in standings.lines(contestant)
        ]
        for contestant in contestants
    }
    return dict(standings.lists), lines


def begun(desk: Desk, event: Event) -> OpenEvent:
    kept = desk.store.begin("Try", "", journal_of(Document(event=event), desk.clock(), "amends"))
    return desk.open(kept.key)


@given(events())
@examples(15, long=60)
def test_a_preview_shows_what_confirming_gives(case: Any) -> None:
    event = read(case)
    if event is None:
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        desks.desk_at(Path(folder) / "a.db", clock=desks.Clock(minutes=0)) as desk,
    ):
        opened = begun(desk, replace(event, rulings=()))
        given: list[str] = []
        for ruling in event.rulings:
            draft = desks.accepting(replace(ruling, accept={}, from_travellers=False))
            try:
                looked = desk.preview(opened, draft)
            except Faults:
                with pytest.raises(Faults):
                    desk.confirm(opened, draft)
                continue
            if looked.in_the_way:
                with pytest.raises(Unlawful):
                    desk.confirm(opened, draft)
                accepted = {finding.clause: "seen" for _, finding in looked.in_the_way}
                draft = desks.accepting(replace(ruling, accept=accepted, from_travellers=False))
                looked = desk.preview(opened, draft)
                if looked.in_the_way:  # forbidden: no reason helps
                    continue
            assert desk.open("Try").seen == opened.seen, "a preview enters nothing"
            done = desk.confirm(opened, draft)
            assert shown(done.after.standings) == shown(looked.after.standings)
            assert done.moves == looked.moves
            assert done.findings == looked.findings
            assert [(each.sides, each.others, each.podiums) for each in done.previews] == [
                (each.sides, each.others, each.podiums) for each in looked.previews
            ]
            opened = desk.open("Try")
            assert shown(opened.standings) == shown(looked.after.standings)
            given.append(ruling.id)
        plain = replace(event, rulings=tuple(ruling for ruling in event.rulings if ruling.id in given))
        try:
            scored = score(plain)
        except Faults:  # a penalty or carry-over of a match that is not there
            with pytest.raises(Faults):
                _ = opened.standings
            return
        assert opened.standings.lists == scored.lists
        assert verify(opened.entries) == []


@pytest.mark.parametrize("form", FORMS)
def test_whatever_is_given_and_taken_back_leaves_the_standings_as_they_were(form: str, tmp_path: Path) -> None:
    event, ruling = FORMS[form]
    with desks.desk_at(tmp_path / "a.db") as desk:
        opened = begun(desk, event)
        before = shown(opened.standings)
        effect = desk.confirm(opened, desks.accepting(replace(ruling, id="")))
        [given] = effect.rulings
        assert effect.moves
        back = desk.confirm(effect.after, withdrawing(given.id, "a second thought"))
        assert shown(back.after.standings) == before
        assert {move.contestant for move in back.moves} == {move.contestant for move in effect.moves}


def test_what_replaced_another_is_undone_to_that_other(tmp_path: Path) -> None:
    event, ruling = FORMS["pairs"]
    with desks.desk_at(tmp_path / "a.db") as desk:
        first = desk.confirm(begun(desk, event), desks.accepting(replace(ruling, id="")))
        other = replace(ruling, id="", awards=ruling.awards.map(lambda _: None), replaces=first.rulings[0].id)
        second = desk.confirm(first.after, desks.accepting(other))
        assert second.rulings[0].id == "1.2"
        assert shown(second.after.standings)[0] == shown(score(event))[0]
        undone = desk.confirm(second.after, undoing("1.2"))
        assert shown(undone.after.standings)[0] == shown(first.after.standings)[0]
        desk.confirm(undone.after, desks.publishing())
        with pytest.raises(Faults, match="published"):
            desk.confirm(desk.open("Try"), undoing(undone.rulings[0].id))


def test_what_replaced_an_award_of_a_file_is_undone_though_that_award_is_unusual(tmp_path: Path) -> None:
    rows = "board,ns,ew,result,award_ns,award_ew\n1,1,2,4H N =,A+,A-\n1,3,4,4H N -1,,\n"
    with desks.desk_at(tmp_path / "a.db") as desk:
        opened = begun(desk, formats.loads(rows, "friday.csv").event)
        [award] = opened.event.rulings
        result = parse_award("4H N -1")
        ruling = replace(award, id="", awards=BySide(result, result), replaces=award.id, from_travellers=False)
        given = desk.confirm(opened, desks.accepting(ruling))
        undone = desk.confirm(given.after, undoing(given.rulings[0].id))
        assert shown(undone.after.standings)[0] == shown(opened.standings)[0]


def test_three_rulings_in_a_row_are_undone_one_after_the_other(tmp_path: Path) -> None:
    event, ruling = FORMS["pairs"]
    with desks.desk_at(tmp_path / "a.db") as desk:
        opened = begun(desk, event)
        seen = [shown(opened.standings)[0]]
        unchanged = replace(ruling, awards=ruling.awards.map(lambda _: None))
        for each in (ruling, unchanged, ruling):
            last = opened.history.rulings[-1].ruling.id if opened.history.rulings else None
            opened = desk.confirm(opened, desks.accepting(replace(each, id="", replaces=last))).after
            seen.append(shown(opened.standings)[0])
        for before in reversed(seen[:-1]):
            opened = desk.confirm(opened, undoing(opened.history.rulings[-1].ruling.id)).after
            assert shown(opened.standings)[0] == before
        assert not any(given.state.in_force for given in opened.history.rulings)


def test_a_penalty_moves_its_contestant_alone(tmp_path: Path) -> None:
    event, _ = FORMS["pairs"]
    with desks.desk_at(tmp_path / "a.db") as desk:
        effect = desk.confirm(begun(desk, event), penalising(desks.penalty("2", "10%")))
        assert [move.contestant for move in effect.moves if move.score_changed] == ["2"]
