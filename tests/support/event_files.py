"""Small events on disk, and the four commands that read them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.running import Amends, Ran

TABLES = """\
board,ns,ew,score
1,1,4,+420
1,2,5,+420
1,3,6,-50
2,1,5,+110
2,2,6,+100
2,3,4,-50
"""
"""Three tables, two boards, a top of 4.

Board 1: 1 and 2 beat 3 and tie: 2 + 1 = 3 each, 3 has 0; East-West 4 and 5 have 1, 6 has 4.
Board 2: 1 has 4, 2 has 2, 3 has 0; East-West 5 has 0, 6 has 2, 4 has 4.
Of 8: 1 has 7 (87.5%), 6 has 6 (75%), 2 and 4 have 5 (62.5%), 5 has 1 (12.5%), 3 has 0.
"""

BEFORE = {"1": "87.5", "6": "75", "2": "62.5", "4": "62.5", "5": "12.5", "3": "0"}

WEIGHTED = """\
[[ruling]]
id = "7"
board = 1
table = { ns = "3", ew = "6" }
non_offending = "NS"
both = "50% 4H N =; 50% 4H N -1"
"""
"""Of three results of board 1, 2½ are +420 and ½ is -50 once 3 against 6 is half of each.

+420 is worth 2 × ½ + 2½ - 1 = 2½, -50 is worth ½ - 1 = -½, and the weighted row ½ × 2½ - ½ × ½ = 1.
"""

WITH_WEIGHTED = {"1": "81.25", "4": "68.75", "6": "62.5", "2": "56.25", "5": "18.75", "3": "12.5"}


@dataclass(frozen=True)
class Files:
    """A folder with travellers.csv and rulings.toml, and the commands run on them."""

    amends: Amends
    folder: Path

    def arguments(self, command: str, rows: str | bytes, rulings: str | bytes | None, *options: str) -> list[str]:
        """Write the files; how the command is called with them."""
        travellers, ruled = self.folder / "travellers.csv", self.folder / "rulings.toml"
        travellers.write_bytes(rows if isinstance(rows, bytes) else rows.encode())
        if rulings is not None:
            ruled.write_bytes(rulings if isinstance(rulings, bytes) else rulings.encode())
        options = ("--accept-scores", *options)  # the figures are small, not lifelike
        if command in ("check", "slip"):
            return [command, str(ruled), "--event", str(travellers), *options]
        return [command, str(travellers), *(["--rulings", str(ruled)] if rulings is not None else []), *options]

    def run(self, command: str, rows: str | bytes, rulings: str | bytes | None, *options: str) -> Ran:
        """Run a command on the files."""
        return self.amends(*self.arguments(command, rows, rulings, *options))

    def shown(self, command: str, rows: str, rulings: str | None, *options: str) -> str:
        """What a command prints for people."""
        return self.amends.shown(*self.arguments(command, rows, rulings, *options))

    def data(self, command: str, rows: str, rulings: str | None, *options: str, status: int = 0) -> Any:
        """What a command prints as data."""
        return self.amends.data(*self.arguments(command, rows, rulings, *options), status=status)

    def refused(self, command: str, rows: str | bytes, rulings: str | bytes | None, *options: str) -> str:
        """What a command says about files it cannot read."""
        return self.amends.refused(*self.arguments(command, rows, rulings, *options))

    def percent(self, rows: str, rulings: str | None = None, *options: str) -> dict[str, str | None]:
        """Each contestant's percentage, the best first."""
        return {entry["contestant"]: entry["percent"] for entry in self.ranking(rows, rulings, *options)}

    def totals(self, rows: str, rulings: str | None = None, *options: str) -> dict[str, str | None]:
        """Each contestant's total, the best first."""
        return {entry["contestant"]: entry["total"] for entry in self.ranking(rows, rulings, *options)}

    def ranking(self, rows: str, rulings: str | None = None, *options: str) -> list[dict[str, Any]]:
        """The entries of the ranking."""
        found: list[dict[str, Any]] = self.data("score", rows, rulings, *options)["rows"]
        return found
