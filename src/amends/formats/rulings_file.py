"""The rulings file (TOML): a director keeps it beside the results of any scoring program."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from amends.awards import Artificial, Award, Mixture, NotScored, parse_field
from amends.bridge import BySide, Vulnerable
from amends.bridge.outcome import parse_outcome
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
from amends.formats.reading import Given, read_number
from amends.laws.law12.c2_artificial import Responsibility, by_responsibility
from amends.laws.law90 import unit_named
from amends.rulings.disallowed import read_disallowed
from amends.toml import parse_toml, read_text

T = TypeVar("T")
SIDES = {
    "NS": BySide(True, False),
    "EW": BySide(False, True),
    "BOTH": BySide(True, True),
    "NONE": BySide(False, False),
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


def load(path: Path) -> RulingsFile:
    """The rulings file at a path; all its faults at once, each with its line."""
    return loads(read_text(path), str(path))


def loads(text: str, name: str = "rulings") -> RulingsFile:
    """The rulings file of a text."""
    data = parse_toml(text, name)
    faults: list[Fault] = []
    head = Given({key: value for key, value in data.items() if key in ("regulation", "settings")})
    unknown = [key for key in data if key not in (*_TABLES, "regulation", "settings")]
    for key in unknown:
        expected = f"regulation, settings, or one of {', '.join(f'[[{name}]]' for name in _TABLES)}"
        faults.append(Fault(f"the key {key!r}", expected, file=name, line=_line(text, None, 0, key)))
    read: dict[str, tuple[Any, ...]] = {
        table: tuple(_all(data.get(table, []), table, reader, text, name, faults)) for table, reader in _TABLES.items()
    }
    faults += _twice(read["ruling"], text, name)
    regulation, settings = head.raw("regulation"), head.raw("settings")
    if regulation is not None and not isinstance(regulation, str):
        faults.append(Fault(f"regulation = {regulation!r}", "the name of a regulation", file=name))
    if settings is not None and not isinstance(settings, Mapping):
        faults.append(Fault(f"settings = {settings!r}", "a table of settings", file=name))
    if faults:
        raise Faults(sorted(faults, key=lambda fault: fault.line or 0))
    return RulingsFile(
        regulation, settings, read["ruling"], read["penalty"], read["carry_over"], read["victory_points"]
    )


def _all(tables: object, kind: str, reader: Callable[[Given], T], text: str, name: str, faults: list[Fault]) -> list[T]:
    """Every table of a kind that can be read; what cannot be read is added to the faults."""
    if not isinstance(tables, list):
        faults.append(Fault(f"{kind} = {tables!r}", f"tables [[{kind}]]", file=name, line=_line(text, None, 0, kind)))
        return []
    found = []
    for place, table in enumerate(tables):
        where = f"{kind} {table.get('id', place + 1)}" if isinstance(table, Mapping) else f"{kind} {place + 1}"
        try:
            found.append(reader(Given(table)))
        except Faults as trouble:
            for fault in trouble.faults:
                key = (fault.where or fault.found).split(".")[0].split("[")[0].split(" =")[0].removeprefix("the key ")
                line = _line(text, kind, place, key.strip("'"))
                said = f"{where}, {fault.where}" if fault.where else where
                faults.append(replace(fault, where=said, file=name, line=line))
    return found


def _line(text: str, table: str | None, place: int, key: str) -> int | None:
    """The line of a key of the table that stands `place` tables of its kind down; at least that of the table."""
    seen, start = -1, 0 if table is None else None
    for number_, line in enumerate(text.splitlines(), 1):
        if table and re.match(rf"\s*\[\[\s*{re.escape(table)}\s*\]\]", line):
            seen += 1
            if seen == place:
                start = number_
            elif seen > place:
                break
        elif start is not None and re.match(rf"\s*(\[\[?\s*)?[\"']?{re.escape(key)}[\"']?\s*[=\].]", line):
            return number_
    return start or None


def _twice(rulings: tuple[Ruling, ...], text: str, name: str) -> list[Fault]:
    """Ids that stand twice, and `replaces` that leads nowhere."""
    ids = [ruling.id for ruling in rulings]
    faults = [
        Fault(
            f"the ruling {id!r} twice",
            "an id of its own for each ruling",
            file=name,
            line=_line(text, "ruling", place, "id"),
        )
        for place, id in enumerate(ids)
        if id in ids[:place]
    ]
    for place, ruling in enumerate(rulings):
        if ruling.replaces is not None and ruling.replaces not in ids:
            others = ", ".join(other for other in ids if other != ruling.id) or "there is none"
            known = f"the id of another ruling: {others}"
            line = _line(text, "ruling", place, "replaces")
            faults.append(Fault(f"replaces = {ruling.replaces!r}", known, f"ruling {ruling.id}", name, line))
    return faults


# The tables


def read_ruling(table: Given) -> Ruling:
    """One ruling; all that is wrong with it at once."""
    reader = _Gatherer()
    id = reader(lambda: str(table.raw("id", "1")))
    board = reader(lambda: _board(table))
    fault = reader(lambda: _fault(table))
    ruling = Ruling(
        id=id or "1",
        board=board or 1,
        table=reader(lambda: _reference(table)) or TableReference(),
        awards=reader(lambda: _awards(table, fault)) or BySide(None, None),
        self_inflicted=reader(lambda: _self_inflicted(table)),
        non_offending=reader(lambda: _non_offending(table)),
        fault=fault,
        laws=reader(lambda: _texts(table, "laws")) or (),
        disallowed=reader(lambda: _disallowed(table)) or (),
        legal_route=reader(lambda: _routes(table)) or {},
        poll=reader(lambda: _poll(table)) or (),
        claim=reader(lambda: _flag(table, "claim", False)) or False,
        outside_agency=reader(lambda: _flag(table, "outside_agency", False)) or False,
        obtainable=reader(lambda: _flag(table, "obtainable", False)) or False,
        scheduled=reader(lambda: _flag(table, "scheduled", True)) is not False,
        vulnerable=reader(lambda: Vulnerable.parse(table.text("vulnerable")) if table.has("vulnerable") else None),
        reason=reader(lambda: table.text("reason", "")) or "",
        director=reader(lambda: table.text("director", "")) or "",
        time=reader(lambda: _time(table)),
        accept=reader(lambda: _words(table, "accept")) or {},
        replaces=reader(lambda: str(table.raw("replaces")) if table.has("replaces") else None),
        result=reader(lambda: table.award("result")),
        field=reader(lambda: parse_field(table.text("field")) if table.has("field") else None),
    )
    table.asked += [*_KEYS]
    reader(table.done)
    reader(lambda: _something(ruling))
    reader.finish()
    return ruling


_KEYS = (
    "id", "board", "table", "laws", "non_offending", "both", "ns", "ew", "fault", "disallowed", "legal_route", "poll",
    "reason", "director", "time", "accept", "self_inflicted", "replaces", "vulnerable", "claim", "outside_agency",
    "obtainable", "scheduled", "result", "field",
)  # fmt: skip


class _Gatherer:
    """Runs readers and keeps their faults until all have run."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def __call__(self, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except Faults as trouble:
            self.faults += trouble.faults
            return None

    def finish(self) -> None:
        if self.faults:
            raise Faults(self.faults)


def _something(ruling: Ruling) -> None:
    named = [award for award in ruling.awards if award is not None]
    if ruling.self_inflicted and named:
        raise refuse("self_inflicted beside an award", "one of the two: self_inflicted takes the place of an award")
    if not ruling.self_inflicted and not named:
        raise refuse("no award", "both, ns, ew, fault or self_inflicted")


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
    if texts["room"].lower() not in ("", "open", "closed"):
        raise refuse(f"room = {texts['room']!r}", "open or closed", "table")
    players = (seats[0], seats[1], seats[2], seats[3]) if any(seats) else None
    return TableReference(**{**texts, "room": texts["room"].lower()}, players=players)


def _awards(table: Given, fault: BySide[Responsibility] | None) -> BySide[Award | None]:
    both, ns, ew = (table.award(key) for key in ("both", "ns", "ew"))
    for key, award in (("both", both), ("ns", ns), ("ew", ew)):
        if award is not None and not isinstance(award, Mixture | Artificial | NotScored):
            raise refuse(str(award), "a result, weighted results or an artificial score", key)
    if fault and (both or ns or ew):
        raise refuse("fault beside an award", "one of the two: fault says the artificial scores", "fault")
    if fault:
        return fault.map(lambda responsibility: Artificial(by_responsibility(responsibility)))
    if both and ns and ew:
        raise refuse("both, ns and ew", "both, or ns and ew")
    return BySide(ns or both, ew or both)


def _self_inflicted(table: Given) -> SelfInflictedDamage | None:
    raw = table.raw("self_inflicted")
    if raw is None:
        return None
    about = Given(raw, "self_inflicted")
    found = SelfInflictedDamage(about.side("side"), about.mixture("normal"), about.mixture("expected"))
    about.done()
    return found


def _non_offending(table: Given) -> BySide[bool] | None:
    if not table.has("non_offending"):
        table.raw("non_offending")
        return None
    text = table.text("non_offending")
    short = text.upper().replace("-", "")
    if short not in SIDES:
        raise refuse(f"non_offending = {text!r}", "NS, EW, both or none", "non_offending")
    return SIDES[short]


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


def _disallowed(table: Given) -> tuple[str, ...]:
    texts = _texts(table, "disallowed")
    for text in texts:
        read_disallowed(text)
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


def _flag(table: Given, key: str, default: bool) -> bool:
    found = table.raw(key, default)
    if not isinstance(found, bool):
        raise refuse(f"{key} = {found!r}", "true or false", key)
    return found


def _time(table: Given) -> datetime | None:
    found = table.raw("time")
    if found is not None and not isinstance(found, datetime):
        raise refuse(f"time = {found!r}", "a time such as 2026-11-15T15:42:00Z", "time")
    return found


def _penalty(table: Given) -> Penalty:
    penalty = Penalty(
        str(table.needed("contestant")),
        str(table.needed("amount")),
        table.text("law", "90"),
        table.text("reason", ""),
        str(table.raw("session", "")),
    )
    table.done()
    return penalty


def _carry_over(table: Given) -> CarryOver:
    amount, _, unit = str(table.needed("amount")).strip().partition(" ")
    carried = CarryOver(
        str(table.needed("contestant")), read_number(amount, "amount"), table.text("reason", ""), unit_named(unit)
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


_TABLES: dict[str, Callable[[Given], Any]] = {
    "ruling": read_ruling,
    "penalty": _penalty,
    "carry_over": _carry_over,
    "victory_points": _victory_points,
}
