"""Cases and rulings find each other, also where a ruling came in with a file."""

from __future__ import annotations

from pathlib import Path

from amends.bridge import Side
from amends.demo import demonstration
from amends.desk.commands.appeals import deciding, lodging
from amends.desk.commands.cases import Report
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
