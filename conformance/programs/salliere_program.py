"""Debian's salliere held to the suite: contracts, IMPs, and boards at matchpoints and cross-IMPs.

salliere reads a file of boards and one of names, and writes its figures into the first. Scores that a director gives
stand there with an exclamation mark, artificial ones as av+, av= and av-.
"""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from adapter import Outcome, PlainRow, Question, Unsupported, contract_results, plain_rows, serve
from amends.awards import Grade
from amends.bridge import PassedOut, Points, Result, Vulnerable
from amends.laws import law77

JAR = Path("/usr/share/salliere/salliere-0.10.jar")
AVERAGES = {Grade.PLUS: "av+", Grade.AVERAGE: "av=", Grade.MINUS: "av-"}
SECONDS = 60


class ScoredHand(NamedTuple):
    """A line of the file of boards as salliere leaves it: points and matchpoints (or IMPs) of both sides, as texts."""

    ns_points: str
    ew_points: str
    ns: str
    ew: str


def run(lines: Sequence[Sequence[str]], *commands: str) -> list[ScoredHand]:
    """The figures of lines [board, contract, declarer, tricks, points N-S, points E-W], in their order."""
    with TemporaryDirectory() as folder:
        boards, names = Path(folder, "boards.csv"), Path(folder, "names.csv")
        pairs = [(str(2 * place + 1), str(2 * place + 2)) for place in range(len(lines))]
        rows = [[board, *pair, *rest] for pair, (board, *rest) in zip(pairs, lines, strict=True)]
        boards.write_text("".join(",".join(row).rstrip(",") + "\n" for row in rows), encoding="ascii")
        names.write_text("".join(f"{number},North,South\n" for pair in pairs for number in pair), encoding="ascii")
        command = ["java", "-jar", str(JAR), *commands, "--", str(boards), str(names)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        if done.returncode != 0:
            sys.exit(f"salliere failed: {done.stdout.strip()} {done.stderr.strip()}")
        with boards.open(newline="") as file:
            found = {(row[1], row[2]): ScoredHand(*[*row[6:10], "", "", ""][:4]) for row in csv.reader(file)}
    return [found[pair] for pair in pairs]


def board_number(vulnerable: str, number: int = 1) -> str:
    """A board with a vulnerability of its own."""
    return f"{number};vul={vulnerable}"


def written(result: Result | PassedOut) -> tuple[str, str, str]:
    """Contract with its tricks over or under, declarer, and no tricks of their own."""
    if isinstance(result, PassedOut):
        return "P.O.", "N", ""
    made = "=" if result.over == 0 else f"{result.over:+d}"
    return f"{str(result.contract).upper()}{made}", result.declarer.value, ""


def contract(question: Question) -> Mapping[str, Any]:
    """The points of each result; salliere has a column for each side."""
    board = board_number(question.vulnerable)
    hands = run([(board, *written(result), "", "") for result in contract_results(question)], "score")
    return {"ns": [int(hand.ns_points) - int(hand.ew_points) for hand in hands]}


def imps(question: Question) -> Mapping[str, Any]:
    """A board of two tables for each difference: the cross-IMPs of the first are those of the difference."""
    lines = []
    for number, difference in enumerate(map(int, question.given["differences"]), 1):
        board = board_number("none", number)
        lines.append((board, "", "", "", str(max(difference, 0)), str(max(-difference, 0))))
        lines.append((board, "", "", "", "0", "0"))
    return {"imps": [hand.ns for hand in run(lines, "ximp")[::2]]}


def board(question: Question) -> Mapping[str, Any]:
    """The figures of each table."""
    scoring = question.given.get("scoring", "matchpoints")
    rows = plain_rows(question)
    if scoring == "matchpoints":
        question.require(
            matchpoints_per_win=2,
            factoring="neuberg",
            split_field="two-charts",
            average_plus_percent=60,
            average_minus_percent=40,
        )
    elif scoring == "cross-imps":
        given_average = any(isinstance(award, Grade) for row in rows for award in (row.ns, row.ew))
        if given_average and question.settings.get("average_plus_imps", 3) != 2:
            raise Unsupported("an average plus of 3 IMPs (it gives 2)")
        question.require(cross_imps_divisor="comparisons", imp_factoring="own", average_plus_imps=2)
    else:
        raise Unsupported(f"the scoring {scoring}")
    beyond = [key for key in question.want if key not in ("tables", "sum_ns", "sum_ew")]
    if beyond:
        raise Unsupported(f"other figures of a board ({', '.join(beyond)})")
    played = [row for row in rows if row.ns is not None and row.ew is not None]
    if any((row.ns is None) != (row.ew is None) for row in rows):
        raise Unsupported("a table that counts for one side only")
    lines = [(board_number(question.vulnerable), *row_cells(row, question.vulnerable)) for row in played]
    hands = run(lines, "score", "ximp" if scoring == "cross-imps" else "matchpoint")
    figures: dict[str, Any] = {row.id: {"ns": "np", "ew": "np"} for row in rows}
    for row, hand in zip(reversed(played), reversed(hands), strict=True):  # the first of several tables counts
        figures[row.id] = {"ns": hand.ns, "ew": hand.ew}
    if question.want == ("tables",):
        return {"tables": figures}
    if any("." in hand.ns + hand.ew for hand in hands):
        raise Unsupported("sums of figures that it prints with two decimals")
    return {
        "tables": figures,
        "sum_ns": sum(int(hand.ns) for hand in hands),
        "sum_ew": sum(int(hand.ew) for hand in hands),
    }


def row_cells(row: PlainRow, vulnerable: str) -> tuple[str, ...]:
    """What stands in the file for a table: a contract, or points or averages that the director gave."""
    if isinstance(row.ns, Result | PassedOut) and row.ns == row.ew:
        return (*written(row.ns), "", "")
    forced = (cell(row.ns, vulnerable, 1), cell(row.ew, vulnerable, -1))
    return ("1C=", "N", "", *forced)  # it wants a contract; what is forced counts


def cell(award: Outcome | Grade | None, vulnerable: str, sign: int) -> str:
    """An average, or points in the view of the side."""
    if isinstance(award, Grade):
        return AVERAGES[award]
    assert award is not None
    points = award.ns if isinstance(award, Points) else law77.points(award, Vulnerable.parse(vulnerable))
    return f"!{sign * points}"


def not_adapted(question: Question) -> Mapping[str, Any]:
    """salliere scores whole sessions of pairs and matches of teams, without rulings."""
    raise Unsupported(f"the kind {question.kind} (this adapter does not use its totals and team scores)")


if __name__ == "__main__":
    serve({"contract": contract, "imps": imps, "board": board, "match": not_adapted, "event": not_adapted})
