"""An event as table devices know it: the letters of its sections, the numbers of its pairs, its movement and names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from amends import clock
from amends.bridge import Seat, Side
from amends.desk.open_event import OpenEvent
from amends.devices.messages import (
    DevicePlace,
    DeviceRound,
    DeviceScoring,
    DeviceSeat,
    DeviceSection,
    DeviceSession,
)
from amends.event import Event, Form, TableResult
from amends.event.table_result import short
from amends.faults import Refusal
from amends.scoring.standings import natural

AUTHOR = "Bridgemate"
"""Whose name stands on entries that came from a table."""

FORMS = (Form.PAIRS, Form.SWISS_PAIRS)
"""What can be listened to: at teams and individuals the numbers of the devices are not those of the contestants."""

_LETTERS = re.compile(r"([A-Z])\1{0,2}")
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SEATS = {Seat.NORTH: (Side.NS, 0), Seat.SOUTH: (Side.NS, 1), Seat.EAST: (Side.EW, 0), Seat.WEST: (Side.EW, 1)}
"""The side of each seat, and which player of the pair sits there."""


def refuse_form(event: Event) -> None:
    """Refuse an event whose contestants the devices call by other numbers, and one of several sessions."""
    if event.form not in FORMS:
        raise Refusal(f"An event of {event.form.value} cannot be listened to.", "Enter its results by hand or by file.")
    if len({row.session for row in event.results}) > 1:
        raise Refusal("The event has several sessions; devices know one.", "Keep each session as an event of its own.")


def session_of(event: Event) -> str:
    """The session that the devices play: the only one of the event."""
    return next((row.session for row in event.results), "")


def section_letters(event: Event) -> dict[str, str]:
    """The sections by the letters of the devices: those that are such letters keep them, the others get free ones.

    >>> section_letters(Event())
    {'A': ''}
    """
    known = {row.section for row in event.results} | {each.section for each in event.contestants.values()}
    sections = sorted(known - {""} or {""}, key=natural)
    letters = {section: section for section in sections if _LETTERS.fullmatch(section)}
    free = (letter * times for times in (1, 2, 3) for letter in _ALPHABET if letter * times not in letters)
    for section in sections:
        if section not in letters:
            letters[section] = next(free)
    return {letters[section]: section for section in sections}


def section_of(event: Event, letters: str) -> str:
    """The section that letters of the devices mean."""
    known = section_letters(event)
    if letters not in known:
        raise Refusal(f"The event has no section {letters}.", f"Sections: {', '.join(known)}.")
    return known[letters]


def at_table(event: Event, place: DevicePlace) -> list[TableResult]:
    """The rows of a table in a round, board by board."""
    section, table, round = section_of(event, place.section), str(place.table), str(place.round)
    rows = [row for row in event.results if (row.section, row.table, row.round) == (section, table, round)]
    return sorted(rows, key=lambda row: row.board)


# A session that the control software is to make


def session_id(opened: OpenEvent) -> str:
    """The id of the session of an event, where amends makes it: the key of the event."""
    return opened.kept.key.upper()


def device_session(opened: OpenEvent) -> DeviceSession:
    """The movement of an event with the names that are known; refused where it has none that devices can play."""
    event = opened.event
    refuse_form(event)
    letters = {section: each for each, section in section_letters(event).items()}
    groups: dict[str, list[TableResult]] = {}
    for row in event.results:
        if not (row.table.isdecimal() and row.round.isdecimal()):
            raise Refusal(
                "The event has no movement: the tables and rounds of its results are not known.",
                "Begin it with a movement, or take over a session that the control software has.",
            )
        groups.setdefault(row.section, []).append(row)
    if not groups:
        raise Refusal(
            "The event has no movement.", "Begin it with one, or take over a session that the control software has."
        )
    sections = tuple(_section(letters[section], section, rows) for section, rows in groups.items())
    day = _day(opened.kept.date)
    return DeviceSession(
        session_id(opened),
        opened.kept.name,
        (day.year, day.month, day.day),
        _scoring(event.scoring),
        event.winners,
        sections,
        tuple(_seats(event, letters)),
    )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return clock.local(clock.now()).date()


def _scoring(scoring: str) -> DeviceScoring:
    if scoring.startswith("butler"):
        return DeviceScoring.BUTLER
    return DeviceScoring.CROSS_IMPS if "imp" in scoring else DeviceScoring.MATCHPOINTS


def _section(letters: str, section: str, rows: list[TableResult]) -> DeviceSection:
    rounds = range(1, 1 + max(int(row.round) for row in rows))
    met: dict[tuple[int, int], list[TableResult]] = {}
    for row in rows:
        met.setdefault((int(row.table), int(row.round)), []).append(row)
    tables = {
        table: tuple(_round(number, met.get((table, number), []), section) for number in rounds)
        for table in sorted({table for table, _ in met})
    }
    return DeviceSection(letters, tables, section)


def _round(number: int, rows: list[TableResult], section: str) -> DeviceRound:
    """A round of a table; devices have one meeting over boards that follow each other."""
    if not rows:
        return DeviceRound(number)
    boards = sorted({row.board for row in rows})
    if len({row.seats for row in rows}) > 1 or boards[-1] - boards[0] + 1 != len(boards):
        place = f"table {rows[0].table}, round {number}"
        raise Refusal(
            f"{place[0].upper()}{place[1:]} has more than one meeting, or boards with gaps between them.",
            "Devices cannot play that; make the session in the control software, and take it over.",
        )
    ns, ew = (_number(side, section) for side in rows[0].seats)
    return DeviceRound(number, ns, ew, boards[0], boards[-1]) if ns and ew else DeviceRound(number, ns, ew)


def _number(side: tuple[str, ...], section: str) -> int:
    if not side:
        return 0
    number = short(side[0], section)
    if not number.isdecimal() or not 0 < int(number) <= 9999:
        raise Refusal(f"Pair {side[0]} has no number that devices take.", "Make the session in the control software.")
    return int(number)


def _seats(event: Event, letters: dict[str, str]) -> Iterator[DeviceSeat]:
    """The players of the first round whose names are known."""
    first = {(row.section, row.table): row for row in event.results if row.round == "1"}
    for (section, table), row in first.items():
        for seat, (side, place) in SEATS.items():
            pair = event.contestants.get(row.seats[side][0]) if row.seats[side] else None
            players = pair.players if pair else ()
            if len(players) > place and players[place].name:
                yield DeviceSeat(DevicePlace(letters[section], int(table), 1), seat, players[place].name)
