"""Every part of the benchmarks runs, with tiny sizes: what it times is nobody's concern here."""

from __future__ import annotations

import sys

import pytest
from benchmarks import comparisons, part
from benchmarks.parts import PARTS
from benchmarks.report import Entry, Information, Measured, Missing, table
from benchmarks.running import command_of, run, run_all

from support import examples, spark

MAY_BE_MISSING = {"bridge-scorer"}
"""Parts that need another program; the web app is read without wrk here."""

LONG = {"bulk-cluster"}
"""Parts of `make test-long` alone: it starts a cluster, as tests/bulk/test_spark.py does for the command."""


@pytest.mark.parametrize("name", [name for name in PARTS if examples.HOW_MANY == "long" or name not in LONG])
def test_a_part_gives_its_lines_and_finds_the_same_figures(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "bulk-cluster":
        for variable, value in spark.for_few_rows().items():
            monkeypatch.setenv(variable, value)
    entries = PARTS[name].run(tiny=True)
    assert entries
    assert name in MAY_BE_MISSING or not any(isinstance(entry, Missing) for entry in entries)
    assert [entry.what for entry in entries if isinstance(entry, Measured) and not entry.agree] == []
    assert all(entry.what in table(entries) for entry in entries)


def test_one_part_runs_by_its_name(capfd: pytest.CaptureFixture[str]) -> None:
    assert run([sys.executable, "-m", "benchmarks", "--tiny", "folding"], 300) == ""
    assert "folding 100 : 25 entries" in capfd.readouterr().out
    assert run([sys.executable, "-m", "benchmarks", "frobnicate"], 300) == "failed (exit status 2)"
    assert "no such part: frobnicate" in capfd.readouterr().err


def test_a_part_that_fails_or_takes_too_long_is_said_and_the_others_go_on(capfd: pytest.CaptureFixture[str]) -> None:
    python = [sys.executable, "-c"]
    commands = {
        "fails": [*python, "raise SystemExit('a reason')"],
        "hangs": [*python, "import threading; threading.Event().wait()"],
        "works": [*python, "print('a line of the last part')"],
    }
    troubles = run_all(commands, {"fails": 300, "hangs": 1, "works": 300})
    assert troubles == ["fails failed (exit status 1)", "hangs took more than 1 s and was ended"]
    shown = capfd.readouterr()
    assert "a reason" in shown.err
    assert shown.out.endswith("a line of the last part\n\n")
    assert all(trouble in shown.out for trouble in troubles)


def test_what_is_found_different_fails_the_part(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: list[Entry] = [Information("of interest", "1", ""), Measured("figures", 9, 1, "", agree=False)]
    monkeypatch.setattr(comparisons, "fractions", lambda **_: wrong)
    monkeypatch.setattr(sys, "argv", ["part", "fractions"])
    with pytest.raises(SystemExit, match="fractions: what should be the same is not"):
        part.main()
    assert command_of("fractions", "--tiny")[-2:] == ["fractions", "--tiny"]
