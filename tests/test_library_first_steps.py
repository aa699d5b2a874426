"""The library as somebody begins with it: load, rule, check, score, explain, save; and the pages about it."""

from __future__ import annotations

import json
import runpy
from importlib.resources import files
from pathlib import Path

import pytest

import amends
from amends.explain import Verdict
from amends.faults import Refusal
from support.notebook import ran
from support.running import Amends

PROJECT = Path(__file__).resolve().parents[1]
RESULTS = "board,ns,ew,result\n15,1,2,4S E =\n15,3,4,4H N -1\n15,5,6,4H N =\n"
AWARD = "60% 4H N =; 40% 4H N -1"


@pytest.fixture
def event() -> amends.LoadedEvent:
    return amends.loads(RESULTS)


@pytest.fixture
def demonstration() -> amends.LoadedEvent:
    folder = Path(str(files("amends.demo")))
    return amends.load(folder / "travellers.csv").with_rulings(folder / "rulings.toml")


def percents(event: amends.LoadedEvent) -> dict[str, str]:
    return {entry.contestant: str(entry.percent) for entry in event.score().standings.lists[""]}


def test_a_ruling_gives_another_event_and_leaves_the_first_as_it_is(event: amends.LoadedEvent) -> None:
    ruled = event.rule(board=15, ns="1", both=AWARD, non_offending="ns")
    assert percents(event)["1"] == "0"
    assert percents(ruled) == {"4": "90", "5": "85", "1": "55", "2": "45", "6": "15", "3": "10"}
    assert ruled.explain("1", board=15).value * 5 == 11
    again = ruled.rule(board=15, ns="3", award_ns="A+", award_ew="A-")
    assert [ruling.id for ruling in again.event.rulings] == ["1", "2"]
    assert percents(again)["3"] == "60"


def test_rulings_come_from_tables_too(event: amends.LoadedEvent) -> None:
    tables = {"ruling": [{"id": "7", "board": 15, "table": {"ew": "2"}, "both": AWARD}], "regulation": "ebu"}
    ruled = event.with_rulings(tables)
    assert ruled.event.regulation.name == "ebu"
    assert percents(ruled) == percents(event.rule(board=15, ew="2", both=AWARD))


def test_what_is_said_beats_the_rulings_file_which_beats_the_file() -> None:
    tables = {"regulation": "ebu", "settings": {"poll_minimum": 9}}
    said = amends.loads(RESULTS, regulation="wbf", settings={"most_outcomes": 3}).with_rulings(tables)
    regulation = said.event.regulation
    assert (regulation.name, regulation.poll_minimum, regulation.most_outcomes) == ("wbf", 9, 3)


def test_a_forbidden_ruling_has_no_effect_and_is_not_written(event: amends.LoadedEvent, tmp_path: Path) -> None:
    ruled = event.rule(board=15, ns="1", both=AWARD, disallowed=["4H N"])
    assert [checked.verdict for checked in ruled.check()] == [Verdict.FORBIDDEN]
    assert percents(ruled) == percents(event)
    assert {ruling.id for ruling, _ in ruled.score().forbidden} == {"1"}
    with pytest.raises(amends.Faults, match="forbidden award"):
        amends.save(ruled, tmp_path / "friday.pbn")
    assert list(tmp_path.iterdir()) == []


def test_the_event_document_loses_nothing_and_other_formats_say_what(
    demonstration: amends.LoadedEvent, tmp_path: Path
) -> None:
    assert amends.save(demonstration, tmp_path / "friday.amends.json") == []
    assert percents(amends.load(tmp_path / "friday.amends.json")) == percents(demonstration)
    assert any("of the ruling, reason" in line for line in amends.save(demonstration, tmp_path / "friday.xml"))
    with pytest.raises(amends.Faults, match="already there"):
        amends.save(demonstration, tmp_path / "friday.xml")
    amends.save(demonstration, tmp_path / "friday.xml", force=True)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"board": 99, "ns": "1", "both": AWARD}, "board 99, which nobody played"),
        ({"board": 15, "ns": "9", "both": AWARD}, "no table for 9 against"),
        ({"board": 15, "ns": "1", "booth": AWARD}, "the key 'booth'"),
        ({"board": 15, "ns": "1", "table": {"ns": "1"}, "both": AWARD}, "ns or ew beside table"),
        ({"board": 15, "ns": "1", "both": "60% 4H Q ="}, "4H Q"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused_at_once(
    event: amends.LoadedEvent, keys: dict[str, object], words: str
) -> None:
    with pytest.raises(amends.Faults, match=words):
        event.rule(**keys)


def test_what_cannot_be_loaded_is_refused_in_words(event: amends.LoadedEvent, tmp_path: Path) -> None:
    with pytest.raises(amends.Faults, match="no such file"):
        amends.load(tmp_path / "nothing.csv")
    with pytest.raises(amends.Faults, match="no results"):
        amends.loads("board,ns,ew,result\n")
    with pytest.raises(amends.Faults, match="the form 'singles'"):
        amends.loads(RESULTS, form="singles")
    with pytest.raises(Refusal, match="The scoring of pairs"):
        amends.loads(RESULTS, scoring="imps")
    with pytest.raises(amends.Faults, match="twice"):
        event.rule(id="1", board=15, ns="1", both=AWARD).rule(id="1", board=15, ns="3", both=AWARD)
    with pytest.raises(amends.Faults, match="one of ranking, lines"):
        event.to_frame("boards")


def test_frames_have_exact_fractions_beside_decimal_numbers(demonstration: amends.LoadedEvent) -> None:
    places, lines = demonstration.to_frame(), demonstration.to_frame("lines")
    first = places.to_pylist()[0]
    assert (first["place"], first["contestant"], first["exact_percent"]) == ("1", "5", "4090/63")
    assert len(lines) == 2 * 112
    assert {row["ruling"] for row in lines.to_pylist()} == {None, "1", "2", "3", "4"}


def test_documents_are_those_of_the_commands(demonstration: amends.LoadedEvent) -> None:
    amends_command, folder = Amends(), files("amends.demo")
    given = (str(folder / "travellers.csv"), "--rulings", str(folder / "rulings.toml"), "--json")
    scores = demonstration.score()
    for document, arguments in (
        (demonstration.to_dict(), ()),
        (scores.to_dict(board=15), ("--board", "15")),
        (scores.to_dict(contestant="7"), ("--pair", "7")),
    ):
        assert document == json.loads(amends_command("score", *given, *arguments).out)
    checked = amends_command("check", given[2], "--event", given[0], "--json")
    assert demonstration.check().to_dict() == json.loads(checked.out)
    with pytest.raises(amends.Faults, match="one of the two"):
        scores.to_dict(board=15, contestant="7")


def test_everything_shows_itself(demonstration: amends.LoadedEvent) -> None:
    assert repr(demonstration).startswith("<travellers: pairs at matchpoints, 112 results on 16 boards, 4 rulings")
    assert "Ruling 1, board 15" in repr(demonstration.check())
    assert "<table>" in demonstration._repr_html_()
    assert "<script>" not in amends.loads(RESULTS.replace("15,1,2", "15,<script>,2"))._repr_html_()
    assert repr(amends.loads(RESULTS).check()) == "There is no ruling."
    assert demonstration.score().card("7").rows
    assert demonstration.score().board(15)[0].rows


@pytest.mark.parametrize("path", sorted((PROJECT / "docs" / "examples").glob("*.ipynb")), ids=lambda path: path.name)
def test_a_notebook_shows_what_it_gives(path: Path) -> None:
    for cell, outputs in ran(json.loads(path.read_text(encoding="utf-8"))):
        assert cell["outputs"] == outputs, "".join(cell["source"])


def test_the_reference_is_up_to_date() -> None:
    path = PROJECT / "tools" / "api_reference.py"
    if not path.exists():
        pytest.skip("a source distribution has no tools")
    page = (PROJECT / "docs" / "api-reference.md").read_text(encoding="utf-8")
    assert page == runpy.run_path(str(path))["text"](), "run python -m tools.api_reference"


def test_the_version_is_known() -> None:
    assert amends.__version__.count(".") == 2
