"""The adapters for other programs and the examples of the docs, each tried where its program is."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest
from benchmarks import bridge_scorer
from tools import peers

from amends.conformance import CaseVerdict, ConformanceCase
from amends.conformance.holding import run_program
from amends.conformance.suite import read_suite, selected

PROJECT = Path(__file__).resolve().parents[2]
PAGE = (PROJECT / "docs" / "conformance-programs.md").read_text(encoding="utf-8")
PATIENT = 120.0


def held(command: list[str], cases: list[ConformanceCase]) -> list[CaseVerdict]:
    return list(run_program(cases, shlex.join(command), PATIENT))


def grades(verdicts: list[CaseVerdict]) -> Counter[str]:
    return Counter(verdict.grade for verdict in verdicts)


def test_endplay_scores_contracts_and_knows_the_boards() -> None:
    _, command = peers.find_endplay()
    verdicts = held(command, selected(read_suite(), ["contract", "boards", "imps"]))
    counts = grades(verdicts)
    assert (counts["failed"], counts["unsupported"]) == (0, 4), verdicts
    assert counts["passed"] > 15


@pytest.mark.peer
def test_bridge_scorer_scores_boards_without_rulings() -> None:
    try:
        bridge_scorer.install(fetch=False)
    except bridge_scorer.NotAvailable as reason:
        pytest.skip(f"bridge-scorer: {reason}; `make peers` fetches it")
    command = ["node", str(PROJECT / "conformance" / "programs" / "bridge_scorer.js"), str(bridge_scorer.CACHE)]
    counts = grades(held(command, selected(read_suite(), ["contract", "imps", "board", "vp"])))
    assert counts["failed"] == 0
    assert counts["passed"] > 20


@pytest.mark.peer
def test_salliere_scores_contracts_imps_and_a_board_with_a_split_score() -> None:
    try:
        _, command = peers.find_salliere()
    except peers.NotHere as reason:
        pytest.skip(f"{reason}; `make peers` installs it")
    cases = selected(read_suite(), (), ["imps-negative", "split-one-side-lowered", "law77-part-scores"])
    assert [verdict.grade for verdict in held(command, cases)] == ["passed"] * 3


@pytest.mark.peer
@pytest.mark.parametrize(("language", "program"), [("javascript", "node")])
def test_the_example_of_the_docs_in_another_language(language: str, program: str, tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    [text] = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    script = tmp_path / "example"
    script.write_text(text, encoding="utf-8")
    counts = grades(held([program, str(script)], selected(read_suite(), ["imps", "vp"])))
    assert (counts["failed"], counts["passed"]) == (0, 3)


def test_the_page_of_the_peers_counts_by_kind_and_says_what_was_not_run() -> None:
    cases = selected(read_suite(), ["imps", "knockout"])
    verdicts = [
        CaseVerdict(cases[0], ("imps[1]: expected 1, came out 2", *["another"] * 4)),
        CaseVerdict(cases[1], ()),
        *(CaseVerdict(case, (), f"the kind {case.table['kind']}") for case in cases[2:]),
    ]
    one = peers.Peer("quick", "for tests", peers.find_amends)
    other = peers.Peer("slow", "for tests", peers.find_amends)
    text = "\n".join(peers.page([peers.PeerRun(one, "1.2", verdicts), peers.PeerRun(other, missing="no network")]))
    assert "| quick 1.2 | for tests | 1 | 1 | 2 |" in text
    assert "| slow | for tests | not run | not run | not run |" in text
    assert "slow was not run: no network." in text
    assert "| `imps` | 1, 1, 1 |" in text
    assert f"- Failed, `{cases[0].id}`" in text
    assert "came out 2; another; another; and 2 more" in text
    assert "it has nothing for the kinds `imps`, `knockout`" in text


def test_a_program_that_is_not_here_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> tuple[str, list[str]]:
        raise peers.NotHere("no network")

    assert peers.run(peers.Peer("slow", "for tests", gone)).missing == "no network"


def test_the_page_is_in_the_docs_with_every_program() -> None:
    text = peers.PAGE.read_text(encoding="utf-8")
    assert all(f"\n| {peer.name}" in text for peer in peers.PEERS)
    assert sys.prefix not in text
    assert str(PROJECT) not in text
