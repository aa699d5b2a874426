"""A club's own files, in a folder that AMENDS_CLUB names: regulations/NAME.toml, scales/NAME.toml, and its logo."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from amends.faults import Fault, Faults

VARIABLE = "AMENDS_CLUB"
LOGOS = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg"}
"""The endings that a logo may have, with their media types."""
LARGEST_LOGO = 200_000
"""The bytes of the largest logo that is taken: it stands on every page."""
_KEYS = ("title", "source", "by", "pool", "table")


def club_folder() -> Path | None:
    """The folder, if there is one."""
    named = os.environ.get(VARIABLE)
    return Path(named).expanduser() if named else None


def club_files(kind: str, taken: Collection[str]) -> dict[str, Path]:
    """The club's files of a kind ("regulations", "scales") by their names; names that amends has are not taken."""
    folder = club_folder()
    if folder is None:
        return {}
    if not folder.is_dir():
        raise Faults([Fault("no such folder", f"the folder of the club that {VARIABLE} names", file=str(folder))])
    found = {path.name.removesuffix(".toml"): path for path in sorted((folder / kind).glob("*.toml"))}
    if clashing := sorted(found.keys() & set(taken)):
        raise Faults(
            Fault(f"the name {name!r}, which amends has itself", "another name", file=str(found[name]))
            for name in clashing
        )
    return found


def club_logo() -> str:
    """The logo of the club, as an address that holds it whole (data:); "" where there is none that can be taken."""
    folder = club_folder()
    if folder is None:
        return ""
    for ending, kind in LOGOS.items():
        try:
            content = (folder / f"logo{ending}").read_bytes()
        except OSError:
            continue
        if len(content) <= LARGEST_LOGO:
            return f"data:{kind};base64,{b64encode(content).decode()}"
    return ""


def check_scale(data: Mapping[str, Any], file: str) -> None:
    """Refuse a scale of victory points that cannot be used, with all that is wrong with it."""
    faults = [
        Fault(f"no {key}" if key not in data else f"{key} = {data[key]!r}", expected, file=file)
        for key, expected, good in (
            ("title", "a title", isinstance(data.get("title"), str)),
            ("by", '"margin"', data.get("by") == "margin"),
            ("pool", "the victory points of a match, a whole number", _is_whole(data.get("pool")) and data["pool"] > 0),
            ("table", "one [[table]] or more", isinstance(data.get("table"), list) and bool(data["table"])),
        )
        if not good
    ]
    faults += [Fault(f"the key {key!r}", f"one of {', '.join(_KEYS)}", file=file) for key in data if key not in _KEYS]
    if not faults:
        for number, table in enumerate(data["table"], 1):
            faults += [
                Fault(found, expected, f"table {number}", file) for found, expected in _table(table, data["pool"])
            ]
    if faults:
        raise Faults(faults)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _table(table: object, pool: int) -> list[tuple[str, str]]:
    """What is wrong with a table, found and expected."""
    if not isinstance(table, Mapping):
        return [(repr(table), "a table with boards, margins and vp")]
    lists = {key: table.get(key) for key in ("boards", "margins", "vp")}
    for key, value in lists.items():
        if not isinstance(value, list) or not value or not all(map(_is_whole, value)):
            return [(f"{key} = {value!r}", "a list of whole numbers")]
    boards, margins, vp = lists["boards"] or [], lists["margins"] or [], lists["vp"] or []
    wrong = []
    if len(boards) != 2 or not 1 <= boards[0] <= boards[1]:
        wrong.append((f"boards = {boards}", "the least and the most boards of a match"))
    if len(margins) != len(vp):
        wrong.append((f"{len(margins)} margins and {len(vp)} victory points", "as many of both"))
    if margins[0] != 0 or sorted(set(margins)) != margins:
        wrong.append((f"margins = {margins}", "margins from 0 on, each larger than the one before"))
    if sorted(vp) != vp or not pool <= 2 * vp[0] <= 2 * vp[-1] <= 2 * pool:
        wrong.append((f"vp = {vp}", f"the winner's victory points, from half of {pool} to {pool}, never falling"))
    return wrong
