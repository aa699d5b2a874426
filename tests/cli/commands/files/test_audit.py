"""`amends audit` as a scorer uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.running import Amends


@pytest.fixture(autouse=True)
def _here(event_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, amends: Amends) -> None:
    for file in event_folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert amends("convert", "travellers.csv", "right.xml", "--winners", "2").status == 0
    text = Path("right.xml").read_text()
    line = text.index("<NS_MATCH_POINTS>")
    end = text.index("</NS_MATCH_POINTS>")
    Path("wrong.xml").write_text(text[:line] + "<NS_MATCH_POINTS>99" + text[end:])


def test_a_file_whose_figures_follow(amends: Amends) -> None:
    shown = amends.shown("audit", "right.xml")
    assert "matchpoint lines 111 of 111 follow" in shown
    assert "Everything that is printed follows from the scores." in shown


def test_a_figure_that_does_not_follow_is_listed_and_the_status_is_1(amends: Amends) -> None:
    ran = amends("audit", "wrong.xml")
    assert ran.status == 1
    assert "the file prints 99 for N-S" in ran.out
    data = json.loads(amends("audit", "wrong.xml", "--json").out)["files"][0]
    assert data["follows"] is False
    assert [finding["kind"] for finding in data["findings"]] == ["balance"]


def test_many_files_and_a_folder_have_a_table_at_the_end(amends: Amends, tmp_path: Path) -> None:
    folder = tmp_path / "archive" / "2026"
    folder.mkdir(parents=True)
    for name in ("right.xml", "wrong.xml"):
        Path(name).rename(folder / name)
    (folder / "notes.txt").write_text("nothing to read here")
    ran = amends("audit", "archive")
    assert ran.status == 1
    assert ran.err == ""
    assert "archive/2026/right.xml amends" in ran.text
    assert "110/111" in ran.text


def test_a_page_is_written_and_not_over_another(amends: Amends) -> None:
    assert amends("audit", "wrong.xml", "--html", "audit.html").status == 1
    page = Path("audit.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert "the file prints 99 for" in page
    assert "<script" not in page
    assert "audit.html" in amends.refused("audit", "wrong.xml", "--html", "audit.html")
    assert amends("audit", "wrong.xml", "--html", "audit.html", "--force").status == 1


def test_a_file_that_cannot_be_read_does_not_stop_the_others(amends: Amends) -> None:
    Path("broken.xml").write_text("<USEBIO><EVENT>")
    ran = amends("audit", "broken.xml", "right.xml")
    assert ran.status == 2
    assert "broken.xml" in ran.err
    assert "Everything that is printed follows" in ran.out


@pytest.mark.parametrize("paths", [["nowhere.xml"], ["nowhere.xml", "right.xml"]])
def test_a_file_that_is_not_there_is_refused_before_anything_is_done(amends: Amends, paths: list[str]) -> None:
    assert "nowhere.xml" in amends.refused("audit", *paths)


def test_a_folder_without_results_is_refused(amends: Amends, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "no file of results" in amends.refused("audit", "empty")


def test_with_the_event_document_beside_it_a_ruled_file_follows(amends: Amends) -> None:
    ruled = ("travellers.csv", "ruled.xml", "--rulings", "rulings.toml", "--winners", "2")
    assert amends("convert", *ruled).status == 0
    assert "Everything that is printed follows" in amends.shown("audit", "ruled.xml")
    ruled_file = Path("ruled.xml")
    others = ruled_file.read_text(encoding="utf-8").replace("<PROGRAM_NAME>amends", "<PROGRAM_NAME>Another")
    ruled_file.write_text(others, encoding="utf-8")
    alone = amends("audit", "ruled.xml")
    assert alone.status == 1
    assert "how the award to 8 against 17" in alone.out
    assert "board 15, 7 against 16: a weighted score, 60% of +620 and 40% of −100" in alone.out
    assert amends("convert", *ruled, "--sidecar", "--force").status == 0
    assert "results and rulings are those of ruled.amends.json" in amends.shown("audit", "ruled.xml")


def test_a_figure_a_director_has_put_into_the_file_is_kept_and_said(amends: Amends) -> None:
    kept = amends("score", "wrong.xml")
    assert kept.status == 0
    assert "the file awards 99 for N-S" in kept.err
    again = amends("score", "wrong.xml", "--recompute")
    assert again.err == ""
    assert again.out.replace("wrong", "right") == amends("score", "right.xml").out
    assert kept.out != again.out


def test_all_that_was_odd_is_listed_with_all_and_in_data(amends: Amends) -> None:
    rows = "".join(f"{2 * place - 1} {2 * place} 9Z N 9\n" for place in range(1, 31))
    text = f'[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n{rows}97 98 1NT N 7\n'
    Path("odd.pbn").write_text(text)
    ran = amends("score", "odd.pbn")
    assert "30 things were odd or left out; --all lists them" in ran.err
    assert amends("score", "odd.pbn", "--all").err.count("'9Z N 9'") == 30
    assert amends("score", "odd.pbn", "--json").out.count("'9Z N 9'") == 30
    short = amends("audit", "odd.pbn").out
    assert (short.count("'9Z N 9'"), "not readable: 10 more (--all lists them)" in short) == (20, True)
    whole = amends("audit", "odd.pbn", "--all").out
    assert (whole.count("'9Z N 9'"), "more (--all" in whole) == (30, False)
    (data,) = json.loads(amends("audit", "odd.pbn", "--json").out)["files"]
    assert sum("'9Z N 9'" in remark for remark in data["remarks"]) == 30


DEALS = """[Event "x"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]
"""


@pytest.mark.parametrize("command", [["audit"], ["score"], ["explain"], ["convert"], ["import"]])
def test_a_file_with_deals_alone_is_said_to_have_no_scores(amends: Amends, tmp_path: Path, command: list[str]) -> None:
    deals = tmp_path / "deals.pbn"
    deals.write_text(DEALS, encoding="utf-8")
    more = {"explain": ["--board", "1", "--pair", "1"], "convert": [str(tmp_path / "x.csv")]}.get(command[0], [])
    assert "and no scores" in amends.refused(*command, str(deals), *more)


TWICE = """[Event "x"]
[Board "1"]
[Scoring "MatchPoints"]
[Winners "1"]
[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;MP_NS;MP_EW"]
1 2 4H N 10 420 4 0
3 3 4H N 9 -50 1 3
5 6 4H N 9 -50 1 3
"""


def test_a_line_that_cannot_be_as_printed_is_a_finding_and_refused_by_strict(amends: Amends, tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    path.write_text(TWICE, encoding="utf-8")
    [found] = amends.data("audit", str(path), status=1)["files"]
    assert [finding["kind"] for finding in found["findings"]] == ["table"]
    assert "pair 3 against itself" in found["findings"][0]["words"]
    assert found["checked"][1] == {"what": "matchpoint lines", "follow": 3, "printed": 3}
    assert "pair 3 against itself" in amends.refused("score", str(path), "--strict")
    ran = amends("score", str(path))
    assert ran.status == 0
    assert "pair 3 against itself" in ran.err
