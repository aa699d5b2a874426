"""`amends diff`: what moved, by which entry; and the notice beside the results."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import desks
from support.running import Amends


@pytest.fixture
def varied(amends: Amends, evening: Path) -> None:
    """After the publication, ruling 1 was varied on appeal: entry 18."""
    why = ("--accept", "84D=so it was", "--reason", "It went down.")
    amends.shown("appeal", "friday", "--yes", "--decide", "1", "--varied", "--both", "4H N -1", *why)


@pytest.mark.usefixtures("evening")
def test_nothing_has_changed_since_the_publication(amends: Amends) -> None:
    shown = amends.shown("diff", "friday").splitlines()
    assert shown == [
        "Friday pairs: from the provisional results of 2026-11-13 19:07 to entry 17 (2026-11-13 19:08)",
        "",
        "Nothing was entered between them that could change a score.",
    ]
    assert amends.data("diff", "friday")["moved"] == []


@pytest.mark.usefixtures("varied")
def test_who_moved_since_the_publication_and_by_which_entry(amends: Amends) -> None:
    lines = amends.shown("diff", "friday").splitlines()
    # 5 of 12 matchpoints on board 15 where there were 8: 3 of the 168 of 14 boards.
    assert "4 7 52.50 → 50.71 −1.79 entry 18" in lines
    assert lines[-1].startswith("18 2026-11-13 19:")
    assert "R. Fox appeal 1 decided: the ruling was varied: ruling 1.2 on board 15" in lines[-1]
    data = amends.data("diff", "friday")
    assert {by["entry"] for each in data["moved"] for by in each["by"]} == {18}
    [entry] = data["entries"]
    assert "16" in entry["moved"]
    assert entry["by"] == "R. Fox"


@pytest.mark.usefixtures("evening")
def test_several_entries_are_told_apart(amends: Amends) -> None:
    lines = amends.shown("diff", "friday", "--from", "8").splitlines()
    place = lines.index("4 7 52.56 → 52.50 −0.06")
    assert lines[place + 1 : place + 3] == ["4 52.56 → 53.10 +0.54 entry 10", "4 53.10 → 52.50 −0.60 entry 12"]


@pytest.mark.usefixtures("varied")
def test_what_went_back_is_said(amends: Amends) -> None:
    amends.shown("rule", "friday", "--yes", "--withdraw", "1.2", "--reason", "Given for the wrong board.", "--yes")
    again = ["--both", "60% 4H N =; 40% 4H N -1", "--non-offending", "ns", "--disallowed", "4S E", "--case", "1"]
    amends.shown("rule", "friday", *again, "--laws", "16B1, 12C1(c), 84D", "--yes")
    shown = amends.shown("diff", "friday")
    assert "0 with another score, 0 with another place; " in shown
    assert "Moved, and back again" in shown
    data = amends.data("diff", "friday")
    assert data["moved"] == []
    assert "7" in [each["contestant"] for each in data["moved_back"]]


@pytest.mark.usefixtures("varied")
def test_the_notice_beside_the_results(amends: Amends, tmp_path: Path) -> None:
    lines = amends.shown("diff", "friday", "--notice").splitlines()
    assert lines[0] == "Corrections since the results of 2026-11-13 19:07"
    assert any("ruling 1.2 on board 15" in line and "4♥ N −1" in line for line in lines)
    page, paper = tmp_path / "notice.html", tmp_path / "notice.pdf"
    written = amends.shown("diff", "friday", "--notice", "--html", str(page), "--pdf", str(paper))
    assert written.splitlines() == [f"written: {page}", f"written: {paper}"]
    assert "Corrections since the results" in page.read_text(encoding="utf-8")
    assert paper.read_bytes().startswith(b"%PDF")
    assert amends.data("diff", "friday", "--notice")["changes"]


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--from", "12", "--to", "8"], "the earlier moment first"),
        (["--from", "final"], "Publications: 1 (2026-11-13 19:07)"),
        (["--from", "teatime"], "teatime"),
        (["--from", "18"], "has 17 entries"),
        (["--from", "start", "--notice"], "There were no results at the start"),
    ],
)
def test_moments_that_are_not_there_are_refused(amends: Amends, arguments: list[str], words: str) -> None:
    assert words in amends.refused("diff", "friday", *arguments)


def test_an_event_that_was_never_published_asks_for_a_moment(amends: Amends, tmp_path: Path) -> None:
    with desks.desk_at(tmp_path / "new.db") as desk:
        desks.begin(desk)
    message = amends.refused("diff", "friday", "--store", str(tmp_path / "new.db"))
    assert "Nothing was published yet" in message
