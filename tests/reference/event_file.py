"""Decision 0003, travellers: a CSV file becomes rows, and contestants get their ids."""

import csv
import io
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from .awards import SIDES, Award, BetterOf, Part, Scores, award, same, scores, vulnerability
from .figures import plain, whole
from .options import Options, refuse_unknown
from .rooms import MOST_PAIRS, room_names

Cells: TypeAlias = dict[str, str]

COLUMNS = (
    "board ns ew n e s w result contract declarer tricks score session section round table match room "
    "vulnerable lead group award_ns award_ew remark"
)
# The columns that say who sat on each side.
SEATS_OF_PAIRS: dict[str, tuple[str, ...]] = {"ns": ("ns",), "ew": ("ew",)}
SEATS_OF_PLAYERS: dict[str, tuple[str, ...]] = {"ns": ("n", "s"), "ew": ("e", "w")}
PHANTOMS = ("", "0", "phantom", "-")


@dataclass(frozen=True)
class Traveller:
    """One row of the file. `named` holds the ids by column; `sitting` those who sat on each side."""

    place: int
    session: str
    section: str
    round: str
    table: str
    match: str
    room: str
    board: str
    vulnerable: str
    group: str
    named: dict[str, str]
    unprefixed: dict[str, str]
    sitting: dict[str, tuple[str, ...]]
    result: Award | None
    awards: dict[str, Award]
    sit_out: bool
    cancelled: bool

    def is_live(self) -> bool:
        """Tell whether a result was scheduled here."""
        return not (self.sit_out or self.cancelled)


@dataclass(frozen=True)
class Contest:
    """What the event is."""

    form: str
    scoring: str
    winners: int
    knockout: bool
    field: str
    rank_on: str
    options: Options


# --- reading ----------------------------------------------------------------------------------


def read_cells(text: str) -> list[Cells]:
    """Read the file as dictionaries, names in lower case, nothing with blanks around it."""
    lines = [line for line in csv.reader(io.StringIO(text.removeprefix("\ufeff"))) if any(map(str.strip, line))]
    if not lines:
        raise ValueError("an empty file")
    header = [name.strip().lower() for name in lines[0]]
    if len(set(header)) != len(header):
        raise ValueError("two columns have the same name")
    refuse_unknown(dict.fromkeys(header), COLUMNS)
    result: list[Cells] = []
    for line in lines[1:]:
        if len(line) > len(header):
            raise ValueError(f"more cells than columns: {line}")
        filled = [*line, *[""] * (len(header) - len(line))]
        cells = dict(zip(header, (each.strip() for each in filled), strict=True))
        result.append({name: cells.get(name, "") for name in COLUMNS.split()})
    return result


def form_of(text: str) -> str:
    """Tell the form by the columns: n, e, s, w an individual; a room, teams; else pairs."""
    header = {name.strip().lower() for name in next(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))}
    if {"n", "e", "s", "w"} <= header:
        return "individual"
    return "teams" if "room" in header else "pairs"


def is_phantom(raw: str) -> bool:
    """Tell whether nobody sits there."""
    return plain(raw).lower() in PHANTOMS


def read_travellers(text: str, form: str, winners: int) -> list[Traveller]:
    """Read all rows in the order of the file."""
    table = read_cells(text)
    seats = SEATS_OF_PLAYERS if form == "individual" else SEATS_OF_PAIRS
    several_sections = len({cells["section"] for cells in table}) > 1
    by_direction = winners == 2 and shared_numbers(table, seats)
    rows: list[Traveller] = []
    for place, cells in enumerate(table):
        named: dict[str, str] = {}
        for side in SIDES:
            for column in seats[side]:
                if not is_phantom(cells[column]):
                    prefix = cells["section"] if several_sections else ""
                    named[column] = prefix + cells[column] + (side.upper() if by_direction else "")
        rows.append(read_row(place, cells, seats, named))
    return rows


def shared_numbers(table: list[Cells], seats: dict[str, tuple[str, ...]]) -> bool:
    """Tell whether some number stands for a N-S pair and for an E-W pair of one section."""
    found = {side: {(cells["section"], cells[column]) for cells in table for column in seats[side]} for side in SIDES}
    return any(not is_phantom(raw) for _, raw in found["ns"] & found["ew"])


def read_row(place: int, cells: Cells, seats: dict[str, tuple[str, ...]], named: dict[str, str]) -> Traveller:
    """Read one row."""
    vulnerable = vulnerability(cells["vulnerable"] or by_number(cells["board"]))
    remark = cells["remark"].lower()
    sitting = {side: tuple(named[column] for column in seats[side] if column in named) for side in SIDES}
    if remark == "wrong direction":
        sitting = {"ns": sitting["ew"], "ew": sitting["ns"]}
    sit_out = len(named) < sum(len(each) for each in seats.values())
    sit_out = sit_out or cells["result"].lower() == "sit-out"
    return Traveller(
        place=place,
        session=cells["session"],
        section=cells["section"],
        round=cells["round"],
        table=cells["table"],
        match=cells["match"],
        room=read_room(cells["room"]),
        board=cells["board"],
        vulnerable=vulnerable,
        group=cells["group"],
        named=named,
        unprefixed={column: cells[column] for column in named},
        sitting=sitting,
        result=None if sit_out or remark == "cancelled" else read_result(cells, vulnerable),
        awards={side: award(cells[f"award_{side}"], vulnerable) for side in SIDES if cells[f"award_{side}"]},
        sit_out=sit_out,
        cancelled=remark == "cancelled",
    )


def by_number(board: str) -> str:
    """Return the vulnerability of a board number."""
    k = (whole(board) - 1) % 16
    return ("none", "ns", "ew", "all")[(k + k // 4) % 4]


def read_room(text: str) -> str:
    """Read open or closed, with the number of a second pair of rooms and so on, in either case."""
    room = " ".join(text.lower().split())
    if room not in ("", *room_names(MOST_PAIRS)):
        raise ValueError(f"not a room: {text}")
    return room


def read_result(cells: Cells, vulnerable: str) -> Award | None:
    """Read what happened, from whichever columns are filled; what is there twice must agree."""
    readings: list[Award] = []
    if cells["result"]:
        readings.append(award(cells["result"], vulnerable))
    if cells["contract"].lower() == "pass":
        readings.append(scores("pass", vulnerable))
    elif cells["contract"]:
        readings.append(scores(f"{cells['contract']} {cells['declarer']} {cells['tricks']}", vulnerable))
    if cells["score"]:
        text = plain(cells["score"])
        if not re.fullmatch(r"[+-]?\d+", text):
            raise ValueError(f"not a score: {text}")
        readings.append(Scores((Part(Fraction(1), int(text)),)))
    if any(isinstance(each, BetterOf) for each in readings):
        raise ValueError(f"board {cells['board']}: the better of two things is no table result")
    for each in readings[1:]:
        if not same(each, readings[0]):
            raise ValueError(f"board {cells['board']}: the contract and the score do not agree")
    return readings[0] if readings else None
