"""Cases and rulings find each other, also where a ruling came in with a file; times as people say them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from amends.bridge import Side
from amends.demo import demonstration
from amends.desk.commands.appeals import deciding, lodging
from amends.desk.commands.cases import Report, read_time
from amends.desk.importing.documents import begin
from amends.event.case import AppealDecision, Facts, OwnDamage, Statement
from amends.formats import rulings_file, travellers_csv
from amends.formats.common.building import assembled
from amends.journal.chain import Document, verify
from amends.journal.entries import AppealDecided
from support import desks


def test_a_ruling_of_a_file_gets_a_case_when_something_is_said_about_it(tmp_path: Path) -> None:
    with demonstration() as (travellers, rulings), desks.desk_at(tmp_path / "a.db") as desk:
        event = assembled(travellers_csv.load(travellers), rulings_file.load(rulings))
        opened = begin(desk, Document(event=event), "Friday")
        assert opened.history.cases == {}
        said = (Statement("I had a full opening.", side=Side.EW),)
        lodged = desk.confirm(opened, lodging("1", side=Side.EW, statements=said)).after
        [case] = lodged.history.cases.values()
        assert (case.id, case.board, case.rulings) == ("1", 15, ("1",))
        assert [each.words for each, _ in case.statements] == ["I had a full opening."]
        assert lodged.history.ruling("1").ruling.case == "1"
        ruling = lodged.history.ruling("1").ruling
        decided = desk.confirm(lodged, deciding(AppealDecided("1", AppealDecision.VARIED, desks.anew(ruling)))).after
        assert decided.history.cases["1"].rulings == ("1", "1.2")
        assert verify(decided.entries) == []


def test_a_ruling_of_a_file_gets_a_case_for_the_facts_of_a_committee(tmp_path: Path) -> None:
    with demonstration() as (travellers, rulings), desks.desk_at(tmp_path / "a.db") as desk:
        event = assembled(travellers_csv.load(travellers), rulings_file.load(rulings))
        lodged = desk.confirm(begin(desk, Document(event=event), "Friday"), lodging("1", side=Side.EW)).after
        ruling, facts = lodged.history.ruling("1").ruling, Facts(own_damage=OwnDamage(Side.NS, True, True, True))
        decision = deciding(AppealDecided("1", AppealDecision.VARIED, desks.anew(ruling)), Report(facts=facts))
        decided = desk.confirm(lodged, decision).after
        [case] = decided.history.cases.values()
        assert (case.id, case.rulings, case.facts) == ("1", ("1", "1.2"), facts)


@pytest.mark.parametrize(
    ("now", "said", "meant"),
    [
        ("2026-11-14 00:10", "23:50", "2026-11-13T23:50"),
        ("2026-11-14 00:10", "0:05", "2026-11-14T00:05"),
        ("2026-11-14 00:10", "0:15", "2026-11-14T00:15"),
        ("2026-11-13 19:30", "19.02", "2026-11-13T19:02"),
        ("2026-11-13 19:30", "20:30", "2026-11-13T20:30"),
        ("2026-11-13 19:30", "20:31", "2026-11-12T20:31"),
        ("2026-11-14 00:10", "2026-11-14 23:50", "2026-11-14T23:50"),
    ],
)
def test_a_time_without_a_day_is_the_last_one(monkeypatch: pytest.MonkeyPatch, now: str, said: str, meant: str) -> None:
    monkeypatch.setattr("amends.clock.now", lambda: datetime.fromisoformat(f"{now}+00:00"))
    assert read_time(said) == datetime.fromisoformat(f"{meant}+00:00")


def test_a_time_of_yesterday_had_the_zone_of_yesterday(
    monkeypatch: pytest.MonkeyPatch, in_zone: Callable[[str], None]
) -> None:
    in_zone("CET-1CEST,M3.5.0,M10.5.0/3")
    monkeypatch.setattr("amends.clock.now", lambda: datetime.fromisoformat("2026-10-25T02:10+00:00"))
    assert read_time("1:50") == datetime.fromisoformat("2026-10-24T23:50+00:00")
    assert read_time("3:05") == datetime.fromisoformat("2026-10-25T02:05+00:00")
