"""`amends publish`: pages in a folder, an entry in the journal, and words about both."""

from __future__ import annotations

from pathlib import Path

import pytest

from amends.desk.commands.rulings import withdrawing
from amends.event import Contestant, Player
from amends.journal.entries import ContestantsEntered
from support import desks
from support.published import Site
from support.running import Amends

pytestmark = pytest.mark.usefixtures("evening")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_it_says_what_was_written_what_was_lost_and_who_moved(amends: Amends) -> None:
    ran = amends("publish", "friday", "--provisional", "--to", "results", "--by", "R. Fox")
    assert ran.status == 0
    assert ran.text.splitlines() == [
        "written: results/index.html and 35 more pages, results.xml",
        "publication 2, provisional, 2026-11-13 19:11, entry 18",
        "No time for corrections or reviews begins with these results.",
        "nobody moved since 19:07",
    ]
    assert "usebio: board 15, pairs 7 and 16: weighted score written as its final matchpoints" in ran.message
    assert Site.at(Path("results")).broken_links() == []


def test_who_moved_is_listed(amends: Amends, evening: Path) -> None:
    amends.data("publish", "friday", "--provisional", "--to", "results")
    with desks.desk_at(evening, clock=desks.Clock(desks.START.replace(minute=9))) as desk:
        desk.confirm(desk.open(desks.NAME), withdrawing("2", "the facts were others"))
    shown = amends.shown("publish", "friday", "--provisional", "--to", "results", "--format", "json")
    assert "moved since 19:11: 2" in shown
    assert "7: 4, 52.50% → 4, 51.92%" in shown


def test_who_moved_has_a_name_where_it_is_known(amends: Amends, evening: Path) -> None:
    with desks.desk_at(evening, clock=desks.Clock(desks.START.replace(minute=9))) as desk:
        ivory = Contestant("7", players=(Player("A. Ivory"), Player("B. Jay")))
        desk.confirm(
            desk.open(desks.NAME), lambda drafting: [ContestantsEntered((drafting.register.contestant(ivory),))]
        )
        desk.confirm(desk.open(desks.NAME), withdrawing("2", "the facts were others"))
    shown = amends.shown("publish", "friday", "--provisional", "--to", "results", "--format", "json")
    assert "7 A. Ivory & B. Jay: 4, 52.50% → 4, 51.92%" in shown


def test_a_dry_run_writes_and_enters_nothing(amends: Amends) -> None:
    shown = amends.shown("publish", "friday", "--provisional", "--to", "results", "--format", "json", "--dry-run")
    assert "would be written: results/index.html" in shown
    assert not Path("results").exists()
    again = amends.data("publish", "friday", "--provisional", "--to", "results")
    assert (again["publication"], again["entry"]) == (2, 18)


def test_results_are_final_with_a_reason_alone_while_something_is_not_settled(amends: Amends) -> None:
    refused = amends.refused("publish", "friday", "--final", "--to", "results")
    assert "appeal 1 against ruling 1 is not decided" in refused
    assert "--anyway" in refused
    why = ("--anyway", "The hall closes.", "--format", "json")
    shown = amends.shown("publish", "friday", "--final", "--to", "results", *why)
    assert "publication 2, final" in shown
    assert "although appeal 1 against ruling 1 is not decided" in shown


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--to", "results"], "neither --provisional nor --final"),
        (["--to", "results", "--provisional", "--final"], "--provisional and --final"),
        (["--provisional"], "--to"),
        (["--to", "results", "--provisional", "--format", "word"], "'word' is no format"),
        (["--to", "amends.db", "--provisional"], "a file"),
        (["--to", ".", "--provisional"], "amends.db"),
    ],
)
def test_what_cannot_be_published_is_refused(amends: Amends, arguments: list[str], expected: str) -> None:
    assert expected in amends.refused("publish", "friday", *arguments)


def test_the_document_and_the_names_are_there_on_demand(amends: Amends) -> None:
    made = amends.data("publish", "friday", "--provisional", "--to", "results", "--names", "--with-document")
    assert "event.amends.json" in made["files"]
    assert "C. Cole" in Path("results/rulings.html").read_text(encoding="utf-8")
