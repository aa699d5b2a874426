"""The standard penalty for an appeal without merit, in every unit, for whoever appealed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from amends import Event, Faults, Form, TableReference, load_regulation
from amends.bridge import Side
from amends.desk import OpenEvent
from amends.desk.commands.appeals import deciding, lodging
from amends.desk.commands.penalties import penalties_for, standard_penalty
from amends.event.case import AppealDecision
from amends.journal.chain import Document
from amends.journal.entries import AppealDecided
from amends.journal.from_event import journal_of
from support import desks
from support.ruled_events import PAIRS, individual, ruling, teams

EBU = load_regulation("ebu")


@pytest.mark.parametrize(
    ("event", "amount"),
    [
        (PAIRS, "10%"),
        (replace(PAIRS, regulation=EBU), "25%"),
        (replace(PAIRS, scoring="butler"), "3 IMP"),
        (replace(PAIRS, scoring="butler", regulation=EBU), "6 IMP"),
        (replace(PAIRS, form=Form.SWISS_PAIRS), "1 VP"),
        (teams(), "1 VP"),
        (teams(knockout=True), "3 IMP"),
        (replace(teams(), scoring="bam"), "10%"),
        (replace(PAIRS, scoring="total-points"), ""),
    ],
)
def test_the_standard_penalty_is_in_the_unit_of_the_totals(event: Event, amount: str) -> None:
    assert standard_penalty(event) == amount


def appealed(tmp_path: Path, event: Event, side: Side | None, ns: str, room: str = "") -> OpenEvent:
    """An event with a ruling on board 1 that was appealed."""
    with desks.desk_at(tmp_path / "amends.db") as desk:
        desk.store.begin("One", "", journal_of(Document(event=event), desk.clock(), "amends"))
        given = replace(ruling("1", 1, ns, "+430"), table=TableReference(ns=ns, room=room))
        desk.confirm(desk.open("one"), desks.accepting(given))
        desk.confirm(desk.open("one"), lodging("1", side=side, grounds="It is wrong."))
        return desk.open("one")


@pytest.mark.parametrize(
    ("event", "ns", "side", "who"),
    [
        (PAIRS, "2", Side.EW, ["12"]),
        (PAIRS, "2", Side.NS, ["2"]),
        (individual(), "A", Side.EW, ["B", "D"]),
        (teams(), "V", Side.EW, ["W"]),
    ],
)
def test_whoever_appealed_gets_it_and_the_event_can_be_scored(
    tmp_path: Path, event: Event, ns: str, side: Side, who: list[str]
) -> None:
    opened = appealed(tmp_path, event, side, ns, "open" if event.form is Form.TEAMS else "")
    penalties = penalties_for(opened.history.appeals["1"], opened)
    assert [each.contestant for each in penalties] == who
    with desks.desk_at(tmp_path / "amends.db") as desk:
        effect = desk.confirm(opened, deciding(AppealDecided("1", AppealDecision.WITHOUT_MERIT), penalties=penalties))
    assert list(effect.after.history.penalties) == [str(number) for number in range(1, len(who) + 1)]
    assert all(effect.after.standings.standing(each).penalty > 0 for each in who)


def test_a_side_that_nobody_wrote_down_has_to_be_said(tmp_path: Path) -> None:
    opened = appealed(tmp_path, PAIRS, None, "2")
    appeal = opened.history.appeals["1"]
    with pytest.raises(Faults, match="which side appealed"):
        penalties_for(appeal, opened)
    assert [each.contestant for each in penalties_for(appeal, opened, Side.NS)] == ["2"]


def test_where_there_is_no_standard_penalty_that_is_said(tmp_path: Path) -> None:
    opened = appealed(tmp_path, replace(PAIRS, scoring="total-points"), Side.NS, "2")
    with pytest.raises(Faults, match="no standard penalty"):
        penalties_for(opened.history.appeals["1"], opened)
