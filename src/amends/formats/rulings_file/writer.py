"""Writes a rulings file as a director would by hand: one table each, the award near the top, nothing that is empty."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

from amends import exact
from amends.awards import Artificial, BetterOf, Mixture, NotScored, Redress
from amends.bridge import BySide, Points
from amends.event import Event, Ruling, TableReference, TableResult
from amends.event.rows import meant, reference_to, rows_by_board, ruled_tables
from amends.event.ruling import CarryOver, Penalty, SelfInflictedDamage, VictoryPointAward
from amends.faults import Fault, Faults
from amends.formats.common import loss_lines
from amends.formats.common.citations import with_laws
from amends.formats.rulings_file.tables import RulingsFile
from amends.journal.chain import Document
from amends.laws.law12 import by_responsibility
from amends.regulations.load import regulation_reference


def rulings_of(document: Document) -> RulingsFile:
    """The rulings, penalties, carry-overs and awards of an event, with its regulation.

    Awards that stand in the results are written as rulings too: the results may be written in a format that cannot
    hold them, and beside a file that does hold them a ruling takes their place.
    """
    event = document.event
    name, settings = regulation_reference(event.regulation)
    return RulingsFile(
        regulation=None if (name, settings) == ("exact", {}) else name,
        settings=settings or None,
        rulings=tuple(_rulings(event)),
        penalties=event.penalties,
        carry_overs=event.carry_overs,
        awards=event.awards,
    )


def losses(document: Document) -> Iterator[str]:
    """What a rulings file cannot hold, a line each."""
    event = document.event
    if event.results:
        yield "the results are left out, with names, deals and published figures: a rulings file stands beside them"
    for id, found in _unsaid(_own(event)).items():
        yield f"ruling {id} is left out: a rulings file has no words for {found}"
    for fault in with_laws(tuple(_rulings(event)), event.regulation.edition)[1]:
        yield f"{fault.where} cites {fault.found}: change it before the file is read again; expected {fault.expected}"
    name, _ = regulation_reference(event.regulation)
    if name != event.regulation.name:
        yield f"the regulation {event.regulation.name} is written as {name} with the settings that differ"
    yield from loss_lines.journal(document)


def _rulings(event: Event) -> Iterator[Ruling]:
    """The rulings that a rulings file can hold; `replaces` only where the replaced one is there."""
    own = _own(event)
    lost = _unsaid(own)
    written = {ruling.id: ruling for ruling in own if ruling.id not in lost}
    for ruling in written.values():
        yield ruling if ruling.replaces in (None, *written) else replace(ruling, replaces=None)


def _own(event: Event) -> list[Ruling]:
    """The rulings without those in the results whose place another has taken, each as a ruling of its own."""
    ruled, by_board = ruled_tables(event.results, event.rulings), rows_by_board(event.results)
    results = {row.id: row for row in event.results}
    tables = {ruling.id: results[table].result for table, ruling in ruled.items()}
    named = {ruling.replaces for ruling in event.rulings}
    own = []
    for ruling in event.rulings:
        if ruling.from_travellers and ruling.id not in tables and ruling.id not in named:
            continue
        row = results.get(ruling.table.result)  # it follows its table by the id of the row
        table = ruling.table if row is None else reference_to(row)
        ruling = replace(ruling, table=_with_needed_section(table, by_board[ruling.board]))
        ns, ew = ruling.awards
        if isinstance(ns, Redress) and ns == ew and ns.actual == tables.get(ruling.id):
            # 12C1(e) that stands as an award with its three results is said by its two results.
            damage = SelfInflictedDamage(ns.side, ns.normal, ns.expected)
            ruling = replace(ruling, awards=BySide(None, None), self_inflicted=damage)
        own.append(replace(ruling, from_travellers=False))
    return own


def _with_needed_section(table: TableReference, on_board: Sequence[TableResult]) -> TableReference:
    """The reference, with its section where it takes that to find the row: not every file of results has sections."""
    without = replace(table, section="")
    return without if len(meant(without, on_board)) == 1 else table


def _unsaid(own: Sequence[Ruling]) -> dict[str, str]:
    """The rulings that a rulings file has no words for, by id, and those they replace: these are out of force."""
    by_id = {ruling.id: ruling for ruling in own}
    found: dict[str, str] = {}
    for ruling in own:
        words = next((found for found, _ in unsaid(ruling)), None)
        here: Ruling | None = ruling if words is not None else None
        while here is not None and here.id not in found:
            found[here.id] = words if here is ruling and words else f"ruling {ruling.id}, which replaces it"
            here = by_id.get(here.replaces or "")
    return found


_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_UNITS = {"": "", "imps": " IMP", "vp": " VP", "matchpoints": " MP", "percent": "%"}
"""What stands behind the figure of a carry-over, by its unit."""


def write(file: RulingsFile) -> str:
    """The TOML of a rulings file; rulings that stand in the results themselves are left out.

    Whatever a rulings file has no words for is refused, all of it at once.
    """
    rulings = [ruling for ruling in file.rulings if not ruling.from_travellers]
    faults = [Fault(found, expected, f"ruling {ruling.id}") for ruling in rulings for found, expected in unsaid(ruling)]
    faults += [
        Fault(f"the unit {carried.unit!r}", "imps, vp, matchpoints, percent or nothing", f"carry-over for {who}")
        for carried in file.carry_overs
        for who in [carried.contestant]
        if carried.unit not in _UNITS
    ]
    if faults:
        raise Faults(faults)
    parts = [f"regulation = {_value(file.regulation)}"] if file.regulation is not None else []
    parts += [_table("[settings]", file.settings)] if file.settings else []
    parts += [_table("[[ruling]]", _ruling(ruling)) for ruling in rulings]
    parts += [_table("[[penalty]]", _penalty(penalty)) for penalty in file.penalties]
    parts += [_table("[[carry_over]]", _carry_over(carried)) for carried in file.carry_overs]
    parts += [_table("[[victory_points]]", _victory_points(award)) for award in file.awards]
    return "\n\n".join(parts) + "\n" if parts else ""


def beside(regulation: str | None, path: Path) -> str | None:
    """The regulation as the rulings file at a path names it: a file of one's own by the way to it from there."""
    if regulation is None or not regulation.endswith(".toml"):
        return regulation
    try:
        return Path(os.path.relpath(regulation, path.parent)).as_posix()
    except ValueError:  # another drive
        return Path(regulation).absolute().as_posix()


# What cannot be said


def unsaid(ruling: Ruling) -> Iterator[tuple[str, str]]:
    """What the reader of rulings files would refuse, or read otherwise: found and expected."""
    named = [award for award in ruling.awards if award is not None]
    for award in named:
        if not isinstance(award, Mixture | Artificial | NotScored | BetterOf):
            yield str(award), "a result, weighted results, an artificial score, or the better of two"
    damage, sides = ruling.self_inflicted, ruling.non_offending
    if damage and named:
        yield "self_inflicted beside an award", "one of the two"
    if damage and sides and not sides[damage.side]:
        yield f"12C1(e) for {damage.side.words}, which is not non-offending", "a side that is non-offending"
    if ruling.fault and ruling.awards != ruling.fault.map(lambda fault: Artificial(by_responsibility(fault))):
        yield f"awards that the responsibility does not give ({' and '.join(map(str, named))})", "one of the two"
    if not ruling.id:
        yield "no id", "an id of its own for each ruling"
    if ruling.field is not None and not (ruling.field and all(times > 0 for times in ruling.field.values())):
        yield "a field without scores", "at least one score, or no field"


# The tables: keys in the order in which a director thinks of them; what is None is not written


def _ruling(ruling: Ruling) -> dict[str, Any]:
    damage, sides, table = ruling.self_inflicted, ruling.non_offending, ruling.table
    players = dict(zip(("n", "e", "s", "w"), table.players or ("",) * 4, strict=True))
    places = _keys(table, "ns", "ew", "session", "section", "round", "table", "match", "room")
    field = [f"{Points(points)}{f'*{times}' if times > 1 else ''}" for points, times in (ruling.field or {}).items()]
    return {
        "id": ruling.id,
        "board": ruling.board,
        "table": {key: text for key, text in {**players, **places}.items() if text} or None,
        "laws": ruling.laws or None,
        "non_offending": None if sides is None else _SIDES[sides.ns, sides.ew],
        **_awards(ruling),
        "self_inflicted": {
            "side": damage.side.value, "normal": str(damage.normal), "expected": str(damage.expected),
        } if damage else None,
        **_keys(ruling, "stands", "disallowed", "legal_route"),
        "poll": (ruling.poll[0] if len(ruling.poll) == 1 else ruling.poll) if ruling.poll else None,
        **_keys(ruling, "claim", "outside_agency", "obtainable"),
        "scheduled": None if ruling.scheduled else False,
        "vulnerable": ruling.vulnerable.value if ruling.vulnerable else None,
        "result": None if ruling.result is None else str(ruling.result),
        "field": None if ruling.field is None else " ".join(field),
        **_keys(ruling, "reason", "director", "time", "accept"),
        "replaces": ruling.replaces,
    }  # fmt: skip


_SIDES = {(True, True): "both", (True, False): "NS", (False, True): "EW", (False, False): "none"}


def _keys(source: object, *names: str) -> dict[str, Any]:
    """The values of these names; None for what is empty."""
    return {name: getattr(source, name) or None for name in names}


def _awards(ruling: Ruling) -> dict[str, Any]:
    """`fault`, or `both`, or `ns` and `ew` as far as there are awards."""
    if ruling.fault:
        assigned = None if ruling.assigned is None else str(ruling.assigned)
        return {"fault": {"ns": ruling.fault.ns.value, "ew": ruling.fault.ew.value}, "assigned": assigned}
    ns, ew = ruling.awards.map(lambda award: None if award is None else str(award))
    return {"both": ns} if ns == ew else {"ns": ns, "ew": ew}


def _penalty(penalty: Penalty) -> dict[str, Any]:
    needed = {"contestant": penalty.contestant, "amount": penalty.amount, "law": penalty.law}
    return {**needed, **_keys(penalty, "reason", "session", "match")}


def _victory_points(award: VictoryPointAward) -> dict[str, Any]:
    return {"contestant": award.contestant, **_keys(award, "round"), "amount": award.amount, **_keys(award, "reason")}


def _carry_over(carried: CarryOver) -> dict[str, Any]:
    amount = f"{exact.show(carried.amount)}{_UNITS[carried.unit]}"
    return {"contestant": carried.contestant, "amount": amount, **_keys(carried, "match", "reason")}


# TOML


def _table(head: str, keys: Mapping[str, Any]) -> str:
    lines = (f"{_key(key)} = {_value(value, alone=True)}" for key, value in keys.items() if value is not None)
    return "\n".join([head, *lines])


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: object, alone: bool = False) -> str:
    """The text of a value; `alone` on its line, a text may go over several."""
    import tomlkit

    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Fraction):
        return _value(exact.show(value))
    if isinstance(value, str):
        # What is no character (half of a pair of surrogates) could not be saved.
        text = value.encode(errors="replace").decode()
        return tomlkit.string(text, multiline=alone and "\n" in text and "\r" not in text).as_string()
    if isinstance(value, datetime) and (value.utcoffset() or timedelta(0)) % timedelta(minutes=1):
        value = value.astimezone(UTC)  # TOML has no seconds in an offset
    return str(tomlkit.item(value).as_string())
