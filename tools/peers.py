"""Holds other programs to the conformance suite and writes docs/conformance-peers.md: `make peers`.

A program that cannot be had on this machine is named with the reason. `python -m tools.peers --fetch` only fetches.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks import bridge_scorer

from amends import exact
from amends.conformance import CaseVerdict
from amends.conformance.holding import run_program
from amends.conformance.runner import GRADES
from amends.conformance.suite import read_suite

PROJECT = Path(__file__).resolve().parents[1]
PROGRAMS = PROJECT / "conformance" / "programs"
PAGE = PROJECT / "docs" / "conformance-peers.md"
SECONDS = 120
MOST_TROUBLES = 3

HEAD = """\
# What other programs answer

Programs that people use, held to the [conformance suite](conformance.md) by adapters of ours, which are in
`conformance/programs/`. `make peers` runs them and writes this page.

The suite is mostly about rulings. How many cases a program passes says how far its subject reaches into that, and
nothing about its quality.

- *Passed*: the figures are right, [compared as for every program](conformance-programs.md#how-figures-are-compared).
- *Failed*: the program took the case and gave another figure, or none.
- *Unsupported*: the program has no such thing, follows another convention than the settings of the case, or has it in a
  part that our adapter does not use.

If an adapter is unfair to a program, tell us.
"""


@dataclass(frozen=True)
class Peer:
    """A program: what it is, and how it is found and started; `find` gives its version and its command."""

    name: str
    about: str
    find: Callable[[], tuple[str, list[str]]]


class NotHere(Exception):
    """Why a program cannot be run on this machine."""


def find_bridge_scorer() -> tuple[str, list[str]]:
    """The npm package, in the folder of the benchmarks that git ignores."""
    try:
        bridge_scorer.install()
    except bridge_scorer.NotAvailable as reason:
        raise NotHere(str(reason)) from None
    return bridge_scorer.VERSION, ["node", str(PROGRAMS / "bridge_scorer.js"), str(bridge_scorer.CACHE)]


def find_salliere() -> tuple[str, list[str]]:
    """Debian's package."""
    if shutil.which("java") is None or not Path("/usr/share/salliere/salliere-0.10.jar").exists():
        raise NotHere("Debian's package salliere is not installed")
    asked = subprocess.run(
        ["dpkg-query", "-W", "-f=${Version}", "salliere"], capture_output=True, text=True, check=True
    )
    return asked.stdout, [sys.executable, str(PROGRAMS / "salliere_program.py")]


def find_endplay() -> tuple[str, list[str]]:
    """The Python package, which the tests of amends install."""
    try:
        return version("endplay"), [sys.executable, str(PROGRAMS / "endplay_program.py")]
    except PackageNotFoundError:
        raise NotHere("the Python package endplay is not installed") from None


def find_amends() -> tuple[str, list[str]]:
    """amends itself, through the same door."""
    return version("amends"), [sys.executable, str(PROGRAMS / "amends_program.py")]


PEERS = (
    Peer(
        "bridge-scorer",
        "a package for Node (npm): contracts, matchpoints, cross-IMPs, Butler, ranks",
        find_bridge_scorer,
    ),
    Peer(
        "salliere",
        "a program for club evenings (Debian): contracts, matchpoints, cross-IMPs, totals, teams",
        find_salliere,
    ),
    Peer("endplay", "for Python (PyPI): deals, double-dummy analysis, contracts", find_endplay),
    Peer("amends", "this program, through the same lines", find_amends),
)


@dataclass(frozen=True)
class PeerRun:
    """A program, its version, and the verdicts on it; or why it was not run."""

    peer: Peer
    version: str = ""
    verdicts: Sequence[CaseVerdict] = ()
    missing: str = ""

    @property
    def title(self) -> str:
        """Name and version."""
        return f"{self.peer.name} {self.version}"


def run(peer: Peer) -> PeerRun:
    """Hold a program to the whole suite."""
    try:
        number, command = peer.find()
    except NotHere as reason:
        return PeerRun(peer, missing=str(reason))
    return PeerRun(peer, number, list(run_program(read_suite(), shlex.join(command), SECONDS)))


def page(runs: Sequence[PeerRun]) -> Iterator[str]:
    """The lines of the page."""
    done = [each for each in runs if not each.missing]
    yield HEAD
    yield "| program | what it is | passed | failed | unsupported |"
    yield "| --- | --- | --- | --- | --- |"
    for each in runs:
        counts = Counter(verdict.grade for verdict in each.verdicts)
        figures = ["not run"] * 3 if each.missing else [str(counts[grade]) for grade in GRADES]
        yield f"| {each.title.strip()} | {each.peer.about} | {' | '.join(figures)} |"
    for each in runs:
        if each.missing:
            yield f"\n{each.peer.name} was not run: {each.missing}."
    yield "\n## By kind\n\nPassed, failed, unsupported. The kinds are [those of the suite](conformance.md#kinds).\n"
    yield f"| kind | {' | '.join(each.title for each in done)} |"
    yield "| --- |" + " --- |" * len(done)
    for kind in sorted({str(verdict.case.table["kind"]) for each in done for verdict in each.verdicts}):
        yield f"| `{kind}` | {' | '.join(counted(each, kind) for each in done)} |"
    for each in done:
        yield from details(each)


def counted(done: PeerRun, kind: str) -> str:
    """The three counts of a kind."""
    counts = Counter(verdict.grade for verdict in done.verdicts if verdict.case.table["kind"] == kind)
    return ", ".join(str(counts[grade]) for grade in GRADES)


def details(done: PeerRun) -> Iterator[str]:
    """What a program failed in, and why it has no answer."""
    failed = [verdict for verdict in done.verdicts if verdict.troubles]
    unsupported = [verdict for verdict in done.verdicts if verdict.unsupported]
    if not failed and not unsupported:
        return
    yield f"\n## {done.title}\n"
    for verdict in failed:
        more = len(verdict.troubles) - MOST_TROUBLES
        troubles = "; ".join(verdict.troubles[:MOST_TROUBLES]) + (f"; and {more} more" if more > 0 else "")
        yield f"- Failed, `{verdict.case.id}` ({verdict.case.table.get('title', '')}): {troubles}"
    whole = [each for each in unsupported if each.unsupported == f"the kind {each.case.table['kind']}"]
    kinds = Counter(str(verdict.case.table["kind"]) for verdict in whole)
    if kinds:
        names = ", ".join(f"`{kind}`" for kind in sorted(kinds))
        yield f"- Unsupported, {exact.many(kinds.total(), 'case')}: it has nothing for the kinds {names}"
    reasons = Counter(verdict.unsupported for verdict in unsupported if verdict not in whole)
    for reason, count in reasons.most_common():
        yield f"- Unsupported, {exact.many(count, 'case')}: {reason}"


def fetch() -> None:
    """Have the programs here, without running them: for the tests."""
    for peer in PEERS:
        try:
            peer.find()
        except NotHere as reason:
            print(f"{peer.name} is left out: {reason}.")


def main() -> None:
    """Run them all and write the page."""
    runs = []
    for peer in PEERS:
        print(f"{peer.name} ...", flush=True)
        runs.append(run(peer))
    PAGE.write_text("\n".join(page(runs)) + "\n", encoding="utf-8")
    for each in runs:
        counts = Counter(verdict.grade for verdict in each.verdicts)
        told = each.missing or ", ".join(f"{counts[grade]} {grade}" for grade in GRADES)
        print(f"{each.title.strip()}: {told}")
    print(f"Written: {PAGE.relative_to(PROJECT)}")


if __name__ == "__main__":
    fetch() if "--fetch" in sys.argv[1:] else main()
