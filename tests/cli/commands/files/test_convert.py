"""`amends convert`: another format, and what it loses said in words first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.running import Amends

DATA = Path(__file__).parents[3] / "data"
TITLES = {"evening.xml": "usebio", "evening.pbn": "pbn", "evening.csv": "travellers", "evening.amends.json": "amends"}


@pytest.fixture(autouse=True)
def _here(event_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in event_folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)


def ranking(amends: Amends, file: str, *options: str) -> list[tuple[int, str, str]]:
    ran = amends("score", file, *options, "--json")
    assert ran.status == 0, ran.err
    rows = json.loads(ran.out)["rows"]
    return [(row["place"], row["contestant"], row["percent"]["exact"]) for row in rows]


@pytest.mark.parametrize("name", TITLES)
def test_the_ranking_is_the_same_in_every_format(amends: Amends, name: str) -> None:
    assert amends.data("convert", "travellers.csv", name, "--winners", "2")["format"] == TITLES[name]
    assert ranking(amends, name, "--winners", "2") == ranking(amends, "travellers.csv", "--winners", "2")


def test_the_event_document_keeps_rulings_and_all(amends: Amends) -> None:
    both = ("travellers.csv", "--rulings", "rulings.toml", "--winners", "2")
    assert amends.data("convert", both[0], "evening.amends.json", *both[1:])["losses"] == []
    assert ranking(amends, "evening.amends.json") == ranking(amends, *both)


@pytest.mark.parametrize("name", ["evening.xml", "evening.pbn", "evening.bridgewebs.csv"])
def test_what_is_lost_is_said_line_by_line_and_kept_beside_it(amends: Amends, name: str) -> None:
    ran = amends("convert", "travellers.csv", name, "--rulings", "rulings.toml", "--winners", "2", "--sidecar")
    assert ran.status == 0
    assert any("board 15, pairs 7 and 16: weighted score" in line for line in ran.err.splitlines())
    assert any("board 6, pairs 6 and 18: split score" in line for line in ran.err.splitlines())
    assert Path(name).exists()
    beside = "evening.amends.json" if name != "evening.bridgewebs.csv" else "evening.bridgewebs.amends.json"
    both = ("travellers.csv", "--rulings", "rulings.toml", "--winners", "2")
    assert ranking(amends, beside) == ranking(amends, *both)


def test_rulings_go_out_as_a_rulings_file_and_come_in_again(amends: Amends) -> None:
    amends("convert", "travellers.csv", "evening.amends.json", "--rulings", "rulings.toml", "--winners", "2")
    assert amends("convert", "evening.amends.json", "again.toml").status == 0
    one = ranking(amends, "travellers.csv", "--rulings", "again.toml", "--winners", "2")
    assert one == ranking(amends, "travellers.csv", "--rulings", "rulings.toml", "--winners", "2")


def test_a_file_that_is_there_is_not_replaced_without_force(amends: Amends) -> None:
    Path("evening.xml").write_text("mine")
    Path("evening.amends.json").write_text("mine too")
    arguments = ("convert", "travellers.csv", "evening.xml", "--sidecar")
    message = amends.refused(*arguments)
    assert "evening.xml" in message
    assert "evening.amends.json" in message
    assert Path("evening.xml").read_text() == "mine"
    assert amends(*arguments, "--force").status == 0
    assert "USEBIO" in Path("evening.xml").read_text()


def test_nothing_is_written_where_the_input_is_wrong(amends: Amends, tmp_path: Path) -> None:
    Path("wrong.csv").write_text("board,ns,ew,result\n7,3,11,9H N =\n")
    before = sorted(path.name for path in tmp_path.iterdir())
    assert "wrong.csv:2" in amends.refused("convert", "wrong.csv", "evening.xml", "--sidecar")
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.mark.parametrize(("out", "more", "said"), [
    ("evening.docx", (), "evening.docx"),
    ("evening.bws", (), "a name that ends in one of"),
    ("evening.xml", ("--to", "nothing"), "the format 'nothing'"),
    ("evening.xml", ("--to", "acbl"), "--to acbl"),
    ("nowhere/evening.xml", (), "nowhere"),
    (".", (), ""),
])  # fmt: skip
def test_a_format_or_place_that_cannot_be_written_is_refused(
    amends: Amends, out: str, more: tuple[str, ...], said: str
) -> None:
    assert said in amends.refused("convert", "travellers.csv", out, *more, "--json")


def test_a_forbidden_ruling_is_not_converted(amends: Amends) -> None:
    text = Path("rulings.toml").read_text().replace('disallowed = ["4S E"]', 'disallowed = ["4H N"]')
    Path("forbidden.toml").write_text(text)
    ran = amends("convert", "travellers.csv", "evening.xml", "--rulings", "forbidden.toml", "--winners", "2")
    assert (ran.status, Path("evening.xml").exists()) == (1, False)


def test_deals_without_results_are_converted(amends: Amends) -> None:
    assert amends("convert", str(DATA / "pbn" / "deals.pbn"), "deals.amends.json").status == 0
    assert amends("convert", "deals.amends.json", "again.pbn").status == 0
    assert "Deal" in Path("again.pbn").read_text()


def test_the_content_of_a_file_says_its_format_whatever_its_name(amends: Amends) -> None:
    amends("convert", "travellers.csv", "evening.xml", "--winners", "2")
    Path("evening.xml").rename("evening.txt")
    assert ranking(amends, "evening.txt") == ranking(amends, "travellers.csv", "--winners", "2")


@pytest.mark.parametrize("suffix", ["pbn", "csv"])
def test_an_event_with_every_kind_of_ruling_keeps_its_ranking(amends: Amends, tmp_path: Path, suffix: str) -> None:
    amends("demo", "--files", str(tmp_path / "demo"))
    before = [str(tmp_path / "demo" / "travellers.csv"), "--winners", "2"]
    rulings = ["--rulings", str(tmp_path / "demo" / "rulings.toml")]
    target = tmp_path / f"again.{suffix}"
    amends("convert", *before, *rulings, str(target))
    ranking = amends.data("score", *before, *rulings)
    again = amends.data("score", str(target), "--winners", "2")
    assert _places(again) == _places(ranking)
    assert amends.data("audit", str(target))["files"][0]["grade"] == "equal"


def _places(document: Any) -> Any:
    return [(each["contestant"], each["place"]) for each in document["rows"]]
