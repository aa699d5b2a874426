"""Every command that says how many things of a file were odd lists all of them with --all, and in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.running import Amends

FILE = """\
<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS"><DATE>yesterday</DATE><WINNER_TYPE>2</WINNER_TYPE>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><CONTRACT>4S</CONTRACT>
<PLAYED_BY>N</PLAYED_BY><TRICKS>10</TRICKS><SCORE>999</SCORE></TRAVELLER_LINE>
<TRAVELLER_LINE><NS_PAIR_NUMBER>3</NS_PAIR_NUMBER><EW_PAIR_NUMBER>4</EW_PAIR_NUMBER><SCORE>50</SCORE></TRAVELLER_LINE>
</BOARD></EVENT></USEBIO>
"""


@pytest.mark.parametrize(
    "command",
    [
        "score odd.xml",
        "score odd.xml --json",
        "convert odd.xml odd.csv",
        "explain odd.xml --board 1 --pair 1",
        "check empty.toml --event odd.xml",
        "import odd.xml",
    ],
)
def test_all_lists_what_was_odd(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AMENDS_STORE", str(tmp_path / "amends.db"))
    (tmp_path / "odd.xml").write_text(FILE)
    (tmp_path / "empty.toml").write_text("")
    amends = Amends()
    few = amends(*command.split())
    assert "odd.xml: 2 things were odd or left out; --all lists them" in few.err
    (tmp_path / "amends.db").unlink(missing_ok=True)
    (tmp_path / "odd.csv").unlink(missing_ok=True)
    every = amends(*command.split(), "--all")
    assert "odd.xml: line 1: the date 'yesterday'" in every.err
    assert "4S N = with nobody vulnerable is +420, the file says +999; the score is kept" in every.err
    assert "lists them" not in every.err
    (tmp_path / "amends.db").unlink(missing_ok=True)
    (tmp_path / "odd.csv").unlink(missing_ok=True)
    assert len(json.loads(amends(*command.removesuffix(" --json").split(), "--json").out)["notes"]) == 2
