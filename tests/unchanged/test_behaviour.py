"""Every figure, place, finding, exit status, file and journal digest is as it was recorded.

A change of wording is recorded anew, with `AMENDS_RECORD=1 pytest tests/unchanged`, in the commit that makes it; its
difference is then read like any other.
"""

from __future__ import annotations

import difflib
import hashlib
import os
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

from amends.demo import demonstration
from support import desks
from support.running import Amends
from unchanged.behaviour import BAD_RULINGS, BAD_TRAVELLERS, CONFORMANCE, DATA, GROUPS, behave

RECORDED = Path(__file__).parent / "recorded"


@pytest.mark.parametrize("group", GROUPS)
def test_the_output_is_as_recorded(group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import_module("amends.web.request")  # which draws a token of its own when it is imported, whoever does that first
    numbers = count()
    monkeypatch.setattr(
        "secrets.token_hex", lambda size=32: hashlib.sha256(b"%d" % next(numbers)).hexdigest()[: 2 * size]
    )
    monkeypatch.setattr("amends.clock.now", desks.Clock(desks.START.replace(minute=10)))
    if group == "store":
        desks.evening(tmp_path / "amends.db")
        desks.add_accounts(tmp_path / "amends.db")
        monkeypatch.setenv("AMENDS_STORE", str(tmp_path / "amends.db"))
    with demonstration() as (travellers, rulings):
        (tmp_path / "travellers.csv").write_bytes(travellers.read_bytes())
        (tmp_path / "rulings.toml").write_bytes(rulings.read_bytes())
    (tmp_path / "bad.csv").write_text(BAD_TRAVELLERS)
    (tmp_path / "bad.toml").write_text(BAD_RULINGS)
    (tmp_path / "data").symlink_to(DATA)
    monkeypatch.chdir(CONFORMANCE if group == "conformance" else tmp_path)
    text = "".join(behave(Amends(), tmp_path, GROUPS[group]))
    file = RECORDED / f"{group}.txt"
    if os.environ.get("AMENDS_RECORD"):
        file.write_text(text, encoding="utf-8")
    recorded = file.read_text(encoding="utf-8")
    different = list(
        difflib.unified_diff(recorded.splitlines(), text.splitlines(), "recorded", "now", lineterm="", n=2)
    )
    assert not different, "\n".join(different[:80])
