"""Calls of the director, and average scores that a director has typed into a device: each becomes a draft, once."""

from __future__ import annotations

from hashlib import sha256

from amends.awards import NotScored
from amends.bridge import BySide
from amends.desk.commands.rulings import Proposed
from amends.desk.desk import Desk, FormOnce, SentBefore
from amends.desk.devices.sections import AUTHOR, at_table
from amends.desk.open_event import OpenEvent
from amends.desk.unfinished_rulings import Unfinished, Work, keep
from amends.devices.messages import DeviceCall, DeviceResult
from amends.event import TableResult
from amends.event.rows import bound_to
from amends.event.ruling import Ruling
from amends.faults import Refusal


def called_row(opened: OpenEvent, call: DeviceCall) -> TableResult | None:
    """The board that a table has before it: the first of the round without a result, else the last."""
    rows = [row for row in at_table(opened.event, call.place) if all(row.seats)]
    waiting = [row for row in rows if row.result == NotScored(expected=True)]
    return next(iter(waiting or rows[-1:]), None)


def take_call(desk: Desk, opened: OpenEvent, call: DeviceCall, row: TableResult, session: str) -> str:
    """Keep a draft about the table that calls; its number, "" where the call has one already."""
    answers = {"board": str(row.board)}
    if sum(each.board == row.board for each in opened.event.results) > 1:
        answers["table"] = row.id
    place = call.place
    parts = ("call", session, place.section, str(place.table), str(place.round), call.time)
    return _kept_once(desk, opened, Unfinished(answers), parts)


def take_awards(desk: Desk, opened: OpenEvent, message: DeviceResult, session: str) -> str:
    """Keep a draft of the ruling by which average scores are given; its number, "" where there was one already."""
    rows = [row for row in at_table(opened.event, message.place) if row.board == message.board]
    if len(rows) != 1 or message.awards is None:
        raise Refusal("The event has no line for this table and board.", "Give the ruling by hand.")
    ruling = Ruling("", message.board, bound_to(rows[0]), BySide(message.awards.ns, message.awards.ew))
    place = message.place
    parts = ("award", session, place.section, str(place.table), str(place.round), str(message.board))
    return _kept_once(desk, opened, Proposed(ruling), (*parts, *map(str, message.awards)))


def _kept_once(desk: Desk, opened: OpenEvent, work: Work, parts: tuple[str, ...]) -> str:
    token = sha256("\n".join(("bridgemate", opened.kept.key, *parts)).encode()).hexdigest()
    try:
        return keep(desk.for_form(AUTHOR, FormOnce(token, token)), opened, work)
    except SentBefore:
        return ""
