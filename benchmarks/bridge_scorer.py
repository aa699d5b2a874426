"""The npm package bridge-scorer, if it can be had: installed in a folder that git ignores, run by a small script."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from amends import Board, Mixture, Result, Row

CACHE = Path(__file__).parent / ".cache"
SCRIPT = Path(__file__).with_name("bridge_scorer.js")
COLUMNS_SCRIPT = Path(__file__).with_name("bulk_peer.js")
VERSION = "2.4.0"
_SECONDS = 60


class NotAvailable(Exception):
    """Why the package cannot be had."""


@dataclass(frozen=True, slots=True)
class Timed:
    """Seconds from contracts, seconds from points, and for each board each game's matchpoints of N-S and E-W."""

    from_contracts: float
    from_points: float
    figures: list[list[list[int]]]


def score(boards: list[Board], repetitions: int) -> Timed:
    """The boards scored by the package in a new process: the best of the repetitions, timed inside node."""
    script = str(shutil.copy(SCRIPT, CACHE))
    boards_as_data = [[_game(row, board) for row in board.rows] for board in boards]
    text = json.dumps({"repetitions": repetitions, "boards": boards_as_data})
    found = json.loads(_run(["node", script], text))
    return Timed(found["whole"] / 1000, found["alone"] / 1000, found["figures"])


@dataclass(frozen=True, slots=True)
class TimedColumns:
    """Seconds for matchpoints, totals and places, and the sum of all North-South matchpoints."""

    seconds: float
    sum: float


def score_columns(scores: bytes, tables: int, pairs: int, repetitions: int) -> TimedColumns:
    """Plain boards of equal size from 16-bit scores: the best of the repetitions, timed inside node."""
    script = str(shutil.copy(COLUMNS_SCRIPT, CACHE))
    file = CACHE / "scores.bin"
    file.write_bytes(scores)
    try:
        said = _run(["node", "--max-old-space-size=6000", script, str(file), *map(str, (tables, pairs, repetitions))])
    finally:
        file.unlink()
    found = json.loads(said)
    return TimedColumns(found["best"] / 1000, found["sum"])


def install(fetch: bool = True) -> None:
    """Have the package in the cache folder, or say why not; without `fetch`, only where it is there already."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise NotAvailable(f"{program} is not installed")
    if not (CACHE / "node_modules" / "bridge-scorer").is_dir():
        if not fetch:
            raise NotAvailable("the package was not fetched yet")
        CACHE.mkdir(exist_ok=True)
        _run(
            [
                "npm",
                "install",
                "--no-audit",
                "--no-fund",
                "--no-package-lock",
                "--prefix",
                str(CACHE),
                f"bridge-scorer@{VERSION}",
            ]
        )


def _run(command: list[str], text: str = "") -> str:
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=_SECONDS, cwd=CACHE)
    except subprocess.TimeoutExpired:
        raise NotAvailable(f"{command[0]} took more than {_SECONDS} seconds") from None
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["nothing"]
        raise NotAvailable(f"{command[0]} failed and said: {said[0]}")
    return done.stdout


def _game(row: Row, board: Board) -> dict[str, Any]:
    """A row in the package's own terms; a game that was passed out has a contract of level 0."""
    award = row.awards.ns
    outcome = award.plain if isinstance(award, Mixture) else None
    if not isinstance(outcome, Result):
        return {"contract": {"level": 0, "risk": ""}, "vulnerable": False, "over": 0}
    contract = {
        "level": outcome.contract.level,
        "denomination": outcome.contract.denomination.value,
        "risk": outcome.contract.doubling.value.upper(),
        "declaror": outcome.declarer.value,
    }
    vulnerable = board.vulnerable.includes(outcome.declarer.side)
    return {"contract": contract, "vulnerable": vulnerable, "over": outcome.over}
