"""`amends split`: collections become files, and the audit looks at each event."""

from __future__ import annotations

from pathlib import Path

import pytest

from formats.pbn.test_collections import COLLECTION, HEAD, match
from support.running import Amends


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    path = tmp_path / "finals.pbn"
    path.write_text(COLLECTION, encoding="utf-8")
    return path


def test_a_file_for_each_event(amends: Amends, collection: Path, tmp_path: Path) -> None:
    found = amends("split", str(collection), str(tmp_path / "finals"))
    assert found.status == 0
    assert sorted(path.name for path in (tmp_path / "finals").iterdir()) == ["autumn.pbn", "spring.pbn"]
    again = amends("split", str(collection), str(tmp_path / "finals"))
    assert again.status == 2
    assert "a file that is there already; expected --force" in again.err
    assert amends("split", str(collection), str(tmp_path / "finals"), "--force").status == 0


def test_what_cannot_be_split_is_said(amends: Amends, tmp_path: Path) -> None:
    one, other = tmp_path / "one.pbn", tmp_path / "other.csv"
    one.write_text(HEAD + match("Spring"), encoding="utf-8")
    other.write_text("board,ns,ew,result\n1,1,2,4H N =\n", encoding="utf-8")
    assert "holds one event; there is nothing to split" in amends("split", str(one), str(tmp_path / "x")).err
    assert "other formats hold one event" in amends("split", str(other), str(tmp_path / "x")).err
    assert not (tmp_path / "x").exists()


def test_each_event_is_audited_and_scoring_says_that_there_are_several(amends: Amends, collection: Path) -> None:
    found = amends("audit", str(collection)).out
    assert "finals.pbn, Spring" in found
    assert "finals.pbn, Autumn" in found
    said = amends("score", str(collection)).err
    assert "2 events (Spring, Autumn) are read as one; amends split makes a file of each" in said
