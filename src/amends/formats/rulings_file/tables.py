"""The tables of a rulings file: rulings, penalties, carry-overs, awards in victory points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from amends.awards import Artificial, Award, BetterOf, Mixture, NotScored, Unit, parse_field
from amends.bridge import BySide, Vulnerable
from amends.bridge.outcome import parse_outcome
from amends.bridge.side import parse_sides
from amends.event.match import ROOM_NAMES
from amends.event.ruling import (
    CarryOver,
    Penalty,
    Ruling,
    SelfInflictedDamage,
    TableReference,
    VictoryPointAward,
    victory_points_of,
)
from amends.faults import Fault, Faults, refuse
from amends.formats.common.toml_table import Given, read_number
from amends.laws.clauses import EDITIONS, is_clause, nearest, parse, spell
from amends.laws.law12 import Responsibility, by_responsibility
from amends.laws.law90 import unit_named
from amends.regulations import Regulation
from amends.rulings.checks.disallowed import read_disallowed

T = TypeVar("T")


def read_ruling(table: Given) -> Ruling:
    """One ruling; all that is wrong with it at once."""
    faults: list[Fault] = []

    def attempt(read: Callable[..., T], *arguments: object) -> T | None:
        try:
            return read(*arguments)
        except Faults as trouble:
            faults.extend(trouble.faults)
            return None

    parts: dict[str, Any] = {}
    for name, read in _PARTS.items():
        parts[name] = attempt(read, table, *([parts["fault"]] if name in ("awards", "assigned") else []))
    # What is not in the table, or cannot be read, is as a ruling has it without.
    usual: dict[str, Any] = {"id": "1", "board": 1}
    ruling = Ruling(**usual | {name: part for name, part in parts.items() if part is not None})
    table.asked += [*_KEYS]
    attempt(table.done)
    attempt(_something, ruling, attempt(_flag("stands"), table) or False)
    if faults:
        raise Faults(faults)
    return ruling


_KEYS = (
    "id", "board", "table", "laws", "non_offending", "both", "ns", "ew", "fault", "disallowed", "legal_route", "poll",
    "reason", "director", "time", "accept", "self_inflicted", "replaces", "vulnerable", "claim", "outside_agency",
    "obtainable", "scheduled", "result", "field", "stands", "assigned",
)  # fmt: skip


def _something(ruling: Ruling, stands: bool) -> None:
    named = [award for award in ruling.awards if award is not None]
    damage, sides = ruling.self_inflicted, ruling.non_offending
    if damage and sides and not sides[damage.side]:
        found = f"self_inflicted for {damage.side.value}, which non_offending does not name"
        raise refuse(found, "12C1(e) for a side that is treated as non-offending", "self_inflicted")
    if ruling.self_inflicted and named:
        raise refuse("self_inflicted beside an award", "one of the two: self_inflicted takes the place of an award")
    if stands and not ruling.stands:
        raise refuse("stands beside an award", "one of the two: stands = true leaves the table result in force")
    if ruling.stands and not stands:
        raise refuse("no award", "both, ns, ew, fault, self_inflicted or stands = true")


def _board(table: Given) -> int:
    board = table.whole("board")
    if board < 1:
        raise refuse(f"board = {board}", "a board number of 1 or more")
    return board


def _reference(table: Given) -> TableReference:
    raw = table.raw("table")
    if raw is None:
        return TableReference()
    about = Given(raw, "table")
    texts = {
        key: str(about.raw(key, "")) for key in ("ns", "ew", "session", "section", "round", "table", "match", "room")
    }
    seats = [str(about.raw(key, "")) for key in ("n", "e", "s", "w")]
    about.done()
    if texts["room"].lower() not in ("", *ROOM_NAMES):
        raise refuse(f"room = {texts['room']!r}", "open or closed", "table")
    players = (seats[0], seats[1], seats[2], seats[3]) if any(seats) else None
    return TableReference(**{**texts, "room": texts["room"].lower()}, players=players)


def _awards(table: Given, fault: BySide[Responsibility] | None) -> BySide[Award | None]:
    both, ns, ew = table.awards("both"), table.award("ns"), table.award("ew")
    for key, award in (("both", both.ns), ("ns", ns), ("ew", ew)):
        if award is not None and not isinstance(award, Mixture | Artificial | NotScored | BetterOf):
            raise refuse(str(award), "a result, weighted results, an artificial score, or the better of two", key)
    if fault and (both.ns or ns or ew):
        raise refuse("fault beside an award", "one of the two: fault says the artificial scores", "fault")
    if fault:
        return fault.map(lambda responsibility: Artificial(by_responsibility(responsibility)))
    if both.ns and ns and ew:
        raise refuse("both, ns and ew", "both, or ns and ew")
    return BySide(ns or both.ns, ew or both.ew)


def _assigned(table: Given, fault: BySide[Responsibility] | None) -> Award | None:
    """86B2: what is assigned beside the fault: results at the table, or IMPs in the view of N-S."""
    award = table.award("assigned")
    if award is None:
        return None
    if fault is None:
        raise refuse(f"assigned = {str(award)!r} without fault", "fault = { ns, ew } beside it (86B2)", "assigned")
    in_imps = isinstance(award, Artificial) and award.unit is Unit.IMPS
    if not isinstance(award, Mixture) and not in_imps:
        expected = "a result, weighted results, or IMPs in the view of N-S such as +5 IMP"
        raise refuse(f"assigned = {str(award)!r}", expected, "assigned")
    if in_imps and not (table.has("table") and set(table.table["table"]) & {"ns", "ew", "room", "table"}):
        expected = "the table whose N-S have these IMPs: table = { ns, ew }, or { match, room }"
        raise refuse(f"assigned = {str(award)!r} without a side", expected, "assigned")
    return award


def _self_inflicted(table: Given) -> SelfInflictedDamage | None:
    raw = table.raw("self_inflicted")
    if raw is None:
        return None
    about = Given(raw, "self_inflicted")
    found = SelfInflictedDamage(about.side("side"), about.mixture("normal"), about.mixture("expected"))
    about.done()
    return found


def _non_offending(table: Given) -> BySide[bool] | None:
    if table.raw("non_offending") is None:
        return None
    try:
        return parse_sides(table.text("non_offending"))
    except Faults as trouble:
        raise trouble.at("non_offending") from None


def _fault(table: Given) -> BySide[Responsibility] | None:
    raw = table.raw("fault")
    if raw is None:
        return None
    about = Given(raw, "fault")
    known = [each.value for each in Responsibility]
    sides = []
    for side in ("ns", "ew"):
        word = about.text(side).lower()
        if word not in known:
            raise refuse(f"{side} = {word!r}", f"one of {', '.join(known)}", "fault")
        sides.append(Responsibility(word))
    about.done()
    return BySide(sides[0], sides[1])


def _texts(table: Given, key: str) -> tuple[str, ...]:
    found = table.raw(key, [])
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise refuse(f"{key} = {found!r}", "a list of texts", key)
    return tuple(found)


def _laws(table: Given) -> tuple[str, ...]:
    """The laws as they are written; a clause of no edition is a fault already here, one of another edition later."""
    laws, faults = _texts(table, "laws"), []
    for law in laws:
        parts = parse(law)
        if parts and not any(is_clause(parts, edition) for edition in EDITIONS):
            near = " or ".join(spell(each) for each in nearest(parts, EDITIONS[0]))
            faults.append(Fault(f"the law {law!r}", f"a clause of the Laws, such as {near}", "laws"))
    if faults:
        raise Faults(faults)
    return laws


def _disallowed(table: Given) -> tuple[str, ...]:
    texts = _texts(table, "disallowed")
    faults: list[Fault] = []
    for text in texts:
        try:
            read_disallowed(text)
        except Faults as trouble:
            faults += trouble.at("disallowed").faults
    if faults:
        raise Faults(faults)
    return texts


def _words(table: Given, key: str) -> dict[str, str]:
    found = table.raw(key, {})
    if not isinstance(found, Mapping) or not all(isinstance(text, str) for text in found.values()):
        raise refuse(f"{key} = {found!r}", "a table of texts", key)
    return dict(found)


def _routes(table: Given) -> dict[str, str]:
    routes = _words(table, "legal_route")
    for result in routes:
        parse_outcome(result)
    return routes


def _poll(table: Given) -> tuple[dict[str, int], ...]:
    raw = table.raw("poll", [])
    stages = raw if isinstance(raw, list) else [raw]
    for stage in stages:
        votes = stage.values() if isinstance(stage, Mapping) else [None]
        if not all(isinstance(count, int) and not isinstance(count, bool) and count >= 0 for count in votes):
            raise refuse(f"poll = {stage!r}", 'a table of actions and votes, such as { "4H N =" = 3 }', "poll")
    return tuple(dict(stage) for stage in stages)


def _flag(key: str, default: bool = False) -> Callable[[Given], bool]:
    """The reader of a key that is true or false."""

    def read(table: Given) -> bool:
        flag = table.raw(key, default)
        if not isinstance(flag, bool):
            raise refuse(f"{key} = {flag!r}", "true or false", key)
        return flag

    return read


def _time(table: Given) -> datetime | None:
    time = table.raw("time")
    if isinstance(time, str):  # as JSON has it
        with suppress(ValueError):
            time = datetime.fromisoformat(time)
    if time is not None and not isinstance(time, datetime):
        raise refuse(f"time = {time!r}", "a time such as 2026-11-15T15:42:00Z", "time")
    return time


_PARTS: dict[str, Callable[..., Any]] = {
    "id": lambda table: str(table.raw("id", "1")) or "1",
    "board": _board,
    "fault": _fault,
    "table": _reference,
    "awards": _awards,
    "self_inflicted": _self_inflicted,
    "non_offending": _non_offending,
    "laws": _laws,
    "disallowed": _disallowed,
    "legal_route": _routes,
    "poll": _poll,
    **{key: _flag(key) for key in ("claim", "outside_agency", "obtainable")},
    "scheduled": _flag("scheduled", default=True),
    "vulnerable": lambda table: Vulnerable.parse(table.text("vulnerable")) if table.has("vulnerable") else None,
    "reason": lambda table: table.text("reason", ""),
    "director": lambda table: table.text("director", ""),
    "time": _time,
    "accept": lambda table: _words(table, "accept"),
    "replaces": lambda table: str(table.raw("replaces")) if table.has("replaces") else None,
    "result": lambda table: table.award("result"),
    "field": lambda table: parse_field(table.text("field")) if table.has("field") else None,
    "assigned": _assigned,
}
"""The readers of what a ruling has, each by the name of its field; awards follow from the fault."""


def _penalty(table: Given) -> Penalty:
    penalty = Penalty(
        str(table.needed("contestant")),
        str(table.needed("amount")),
        table.text("law", "90"),
        table.text("reason", ""),
        str(table.raw("session", "")),
        match=str(table.raw("match", "")),
    )
    table.done()
    return penalty


def _carry_over(table: Given) -> CarryOver:
    text = str(table.needed("amount")).strip()
    amount, _, unit = (text.removesuffix("%").strip(), "", "percent") if text.endswith("%") else text.partition(" ")
    unit = unit if unit == "percent" else unit_named(unit)
    carried = CarryOver(
        str(table.needed("contestant")),
        read_number(amount, "amount"),
        table.text("reason", ""),
        unit,
        str(table.raw("match", "")),
    )
    table.done()
    return carried


def _victory_points(table: Given) -> VictoryPointAward:
    award = VictoryPointAward(
        str(table.needed("contestant")),
        str(table.raw("round", "")),
        str(table.needed("amount")),
        table.text("reason", ""),
    )
    victory_points_of(award.amount)
    table.done()
    return award


TABLES: dict[str, Callable[[Given], Any]] = {
    "ruling": read_ruling,
    "penalty": _penalty,
    "carry_over": _carry_over,
    "victory_points": _victory_points,
}


@dataclass(frozen=True, slots=True)
class RulingsFile:
    """What stands in a rulings file."""

    regulation: str | None = None
    settings: Mapping[str, object] | None = None
    rulings: tuple[Ruling, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    carry_overs: tuple[CarryOver, ...] = ()
    awards: tuple[VictoryPointAward, ...] = ()
    name: str = ""
    lines: Mapping[str, int | None] | None = None
    """The line of each table, by what faults call it."""

    def under(self, regulation: Regulation) -> Regulation:
        """The regulation with the settings of this file."""
        return regulation.having(**self.settings) if self.settings else regulation

    def placed(self, trouble: Faults) -> Faults:
        """Faults found later, said to be at the line of the table they are about."""
        lines = self.lines or {}
        return Faults(
            replace(fault, file=self.name, line=lines[fault.where]) if fault.where in lines else fault
            for fault in trouble.faults
        )
