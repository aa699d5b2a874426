"""Older editions of the Laws: what is shown of a ruling has the clause numbers and words of its event's edition."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import desks
from support.running import Amends

ROWS = "board,ns,ew,result\n2,1,11,5Cx N -2\n2,2,12,3S E +1\n2,3,13,4S E =\n2,4,14,4S E +1\n"
RULING = (
    '[[ruling]]\nid = "1"\nboard = 2\ntable = { ns = "1" }\n'
    'self_inflicted = { side = "NS", normal = "3S E +1", expected = "4S E =" }\n'
)
EDITIONS = pytest.mark.parametrize(("edition", "clause"), [("2017", "12C1(e)"), ("2007", "12C1(b)"), ("1997", "12C2")])


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AMENDS_STORE", str(tmp_path / "amends.db"))
    monkeypatch.setenv("AMENDS_BY", desks.DIRECTOR)
    monkeypatch.setattr("amends.clock.now", desks.Clock())
    Path("old.csv").write_text(ROWS, encoding="utf-8")
    Path("old.toml").write_text(RULING, encoding="utf-8")


@EDITIONS
@pytest.mark.parametrize("where", [("--board", "2"), ("--pair", "1")])
def test_travellers_and_score_cards(amends: Amends, where: tuple[str, str], edition: str, clause: str) -> None:
    options = ("--rulings", "old.toml", "--winners", "2", "--set", f"edition={edition}")
    assert f"{clause}, happened: 5♣x N −2" in amends.shown("score", "old.csv", *options, *where)


@EDITIONS
def test_the_log_the_journal_and_the_case(amends: Amends, edition: str, clause: str) -> None:
    amends.shown("import", "old.csv", "--winners", "2", "--set", f"edition={edition}")
    facts = ("--self-inflicted-facts", "after=yes,unrelated=yes,serious=yes")
    award = ("--self-inflicted", "ns", *facts, "--normal", "3S E +1", "--expected", "4S E =")
    amends.shown("rule", "old", "--board", "2", "--ns", "1", *award, "--non-offending", "ns", "--yes")
    words = f"{clause} for N-S: normal 3♠ E +1, expected 4♠ E ="
    for command in (("rulings", "old"), ("journal", "show", "old"), ("case", "show", "old", "1")):
        assert words in amends.shown(*command), command


@EDITIONS
def test_published_pages_and_the_appeal_form(amends: Amends, edition: str, clause: str) -> None:
    amends.shown("import", "old.csv", "--rulings", "old.toml", "--winners", "2", "--set", f"edition={edition}")
    amends.shown("publish", "old", "--provisional", "--to", "pages", "--format", "json")
    pages = {path.name: path.read_text(encoding="utf-8") for path in Path("pages").glob("*.html")}
    for name in ("board-2.html", "pair-1.html", "rulings.html"):
        assert clause in pages[name], name
    amends.shown("appeal", "old", "--ruling", "1", "--side", "ew", "--grounds", "no error")
    form = amends.shown("appeal", "old", "--form")
    assert f"{clause} happened 0, normal 5, expected 3" in form
    for name, text in {**pages, "form": form}.items():
        assert edition == "2017" or "12C1(e)" not in text, name


def test_findings(amends: Amends) -> None:
    Path("split.toml").write_text(
        '[[ruling]]\nboard = 2\nnon_offending = "NS"\nns = "4S E -1"\new = "4S E -2"\n', encoding="utf-8"
    )
    words = "Two different results need a ground: 12C1(b)"
    assert words in amends.shown("check", "split.toml", "--set", "edition=2007")
