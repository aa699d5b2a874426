"""What the cells of a traveller's row say: its columns, the board and what happened there."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple, TypeVar

from amends.awards import Award, Mixture, parse_award, parse_awards
from amends.awards.artificial import read_pair
from amends.bridge import Card, Outcome, PassedOut, Points, Seat, Vulnerable
from amends.bridge.outcome import parse_outcome
from amends.event.event import Form
from amends.event.table_result import TableRecord
from amends.exact import plain_minus, signed
from amends.faults import IMPOSSIBLE_SCORE, Fault, Faults, refuse
from amends.formats.common.building import NOT_PLAYED
from amends.formats.common.csv_table import CsvTable, Gathered
from amends.laws.law77 import is_possible, points

T = TypeVar("T")


class TravellerCells(NamedTuple):
    """The cells of a row by their columns; a column that the file does not have is empty."""

    board: str
    ns: str
    ew: str
    n: str
    e: str
    s: str
    w: str
    result: str
    contract: str
    declarer: str
    tricks: str
    score: str
    session: str
    section: str
    round: str
    table: str
    match: str
    room: str
    vulnerable: str
    dealer: str
    lead: str
    group: str
    award_ns: str
    award_ew: str
    remark: str


NAMES = {
    **{name.replace("_", ""): name for name in TravellerCells._fields},
    "bd": "board",
    "by": "declarer",
}
"""The columns by what a header may call them, in small letters without blanks and signs."""

WRONG_DIRECTION, CANCELLED = REMARKS = ("wrong direction", "cancelled")


def form_of(table: CsvTable) -> Form:
    """The form of contest that the columns say."""
    if "n" in table.columns:
        return Form.INDIVIDUAL
    return Form.TEAMS if "room" in table.columns else Form.PAIRS


def check_columns(table: CsvTable, faults: Gathered) -> None:
    """What a header must have besides known names."""
    there = table.columns.keys()
    pairs, players = there & {"ns", "ew"}, there & {"n", "e", "s", "w"}
    wrong = []
    if "board" not in there:
        wrong.append(Fault("no column board", "board"))
    if pairs and players:
        wrong.append(Fault("ns or ew beside n, e, s or w", "ns and ew, or n, e, s and w"))
    elif len(pairs) != 2 and len(players) != 4:
        wrong.append(Fault("no columns for all who sat at a table", "ns and ew, or n, e, s and w"))
    if players and "room" in there:
        wrong.append(Fault("room beside n, e, s and w", "ns and ew for teams"))
    if not there & {"result", "contract", "score"}:
        wrong.append(Fault("no column for what happened", "result, or contract with declarer and tricks, or score"))
    if "contract" in there and not {"declarer", "tricks"} <= there:
        wrong.append(Fault("contract without declarer or tricks", "contract, declarer and tricks"))
    faults.add(table.header, *wrong)


# The cells

_BOARD = re.compile(r"\d{1,9}", re.ASCII)
_SCORE = re.compile(r"[+-]?\s?\d{1,6}", re.ASCII)
_TRICKS = re.compile(r"=|[+-]?\s?\d{1,2}", re.ASCII)


def attempt(faults: list[Fault], read: Callable[..., T], *given: object) -> T | None:
    """What the reader gives; None where it cannot, with its faults added."""
    try:
        return read(*given)
    except Faults as trouble:
        faults += trouble.faults
        return None


@lru_cache(maxsize=4096)
def read_board(text: str) -> int:
    """The number of a board."""
    if not _BOARD.fullmatch(text) or int(text) < 1:
        raise refuse(repr(text) if text else "nothing", "a board number, 1 or more", "column board")
    return int(text)


@lru_cache(maxsize=64)
def read_vulnerable(text: str) -> Vulnerable:
    """Who is vulnerable."""
    return _in_column("vulnerable", Vulnerable.parse, text)


@lru_cache(maxsize=64)
def read_dealer(text: str) -> Seat:
    """Who dealt: N or North."""
    seat = next((seat for seat in Seat if text.lower() in (seat.value.lower(), seat.name.lower())), None)
    if seat is None:
        raise refuse(repr(text), "N, E, S or W", "column dealer")
    return seat


@lru_cache(maxsize=256)
def read_lead(text: str) -> TableRecord:
    """What is known of a table whose lead a file has; tables with the same lead share it."""
    return TableRecord(lead=_in_column("lead", Card.parse, text))


def read_award(text: str, column: str) -> Award:
    """An award whose weights add up."""
    return _in_column(column, lambda text: _checked(parse_award(text)), text)


def _checked(award: Award) -> Award:
    return award.checked() if isinstance(award, Mixture) else award


def with_pair(cells: TravellerCells) -> TravellerCells:
    """The cells of a row whose result is a pair of awards ("A60/40"): not played, with these awards.

    >>> row = TravellerCells._make([''] * len(TravellerCells._fields))._replace(result='A60/40')
    >>> with_pair(row).result, with_pair(row).award_ns, with_pair(row).award_ew
    ('np', 'A+', 'A-')
    """
    pair = None
    if "/" in cells.result or cells.result[:1] in ("A", "a"):
        with suppress(Faults):  # they are said when the result is read
            pair = read_pair(plain_minus(cells.result))
    if pair is None:
        return cells
    if cells.award_ns or cells.award_ew:
        found = f"{cells.result!r}, a pair of awards, beside award_ns or award_ew"
        raise refuse(found, "one of the two", "column result")
    return cells._replace(result=str(NOT_PLAYED), award_ns=str(pair.ns), award_ew=str(pair.ew))


def _in_column(column: str, read: Callable[[str], T], text: str) -> T:
    try:
        return read(text)
    except Faults as trouble:
        raise trouble.at(f"column {column}") from None


@lru_cache(maxsize=32768)
def read_result(
    result: str,
    contract: str,
    declarer: str,
    tricks: str,
    score: str,
    vulnerable: Vulnerable | None,
    accept_scores: bool = False,
) -> Award | None:
    """What happened, by the columns that say it, which must agree; None where all are empty.

    >>> str(read_result('', '4H', 'N', '10', '620', Vulnerable.NS))
    '4H N ='
    """
    faults: list[Fault] = []
    # The award of a row, for both sides; a pair has become the awards of the row before.
    award = (
        attempt(faults, _in_column, "result", lambda text: _checked(parse_awards(text).ns), result) if result else None
    )
    outcome = attempt(faults, _outcome, contract, declarer, tricks) if contract or declarer or tricks else None
    figure = attempt(faults, _points, score) if score else None
    if faults:
        raise Faults(faults)
    if outcome is not None:
        played = Mixture.of(outcome)
        if award not in (None, played):
            raise refuse(f"the contract {played} and the result {award}", "one of them, or both the same")
        award = played
    if award is None:
        award = Mixture.of(figure) if figure else None
    elif figure is not None:
        _agree(award, figure, vulnerable or Vulnerable.NONE)
    if not accept_scores and isinstance(award, Mixture):
        for _, each in award.parts:
            if isinstance(each, Points) and not is_possible(each.ns, vulnerable):
                raise impossible(each.ns, vulnerable, "column result" if result else "column score")
    return award


def impossible(score: int, vulnerable: Vulnerable | None, where: str = "") -> Faults:
    """The fault of a score that no contract gives."""
    conditions = f" with {vulnerable.words}" if vulnerable else ""
    found = f"{signed(score)}, which cannot occur{conditions}"
    return Faults([Fault(found, "a score that a contract can give", where, kind=IMPOSSIBLE_SCORE)])


def _outcome(contract: str, declarer: str, tricks: str) -> Outcome:
    """A contract with its declarer and tricks."""
    if contract.lower() == "pass":
        if declarer or tricks:
            raise refuse(f"pass with {declarer or tricks!r}", "no declarer and no tricks", "column contract")
        return PassedOut()
    cells = {"contract": contract, "declarer": declarer, "tricks": tricks}
    missing = [name for name, cell in cells.items() if not cell]
    if missing:
        there = " ".join(cell for cell in cells.values() if cell)
        raise refuse(f"{there!r} without {' and '.join(missing)}", "contract, declarer and tricks", "column contract")
    if declarer.upper() not in ("N", "E", "S", "W"):
        raise refuse(repr(declarer), "N, E, S or W", "column declarer")
    if not _TRICKS.fullmatch(plain_minus(tricks)):
        raise refuse(repr(tricks), 'the tricks taken, or "=", "+1", "-1"', "column tricks")
    return _in_column("contract", parse_outcome, f"{contract} {declarer} {tricks}")


def _points(score: str) -> Points:
    tidy = plain_minus(score)
    if not _SCORE.fullmatch(tidy):
        raise refuse(repr(score), 'a North-South score such as "-420", "+50" or "50"', "column score")
    return Points(int("".join(tidy.split())))


def _agree(award: Award, score: Points, vulnerable: Vulnerable) -> None:
    outcome = award.plain if isinstance(award, Mixture) else None
    if outcome is None:
        raise refuse(f"the score {score} beside {award}", "a score beside a contract, or alone", "column score")
    worth = Points(points(outcome, vulnerable))
    if worth != score:
        under = "" if isinstance(outcome, Points) else f" with {vulnerable.words}"
        found = f"{outcome}{under} is {worth}, the file says {score}"
        raise refuse(found, "a score that the result gives", "column score")
