"""The rulings file (FORMATS section 0): which rulings are in force, on which row, and what they award."""

import tomllib
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from .awards import SIDES, Artificial, Award, Scores, award, real, vulnerability
from .board import Damage, Row, read_side
from .event_file import Traveller
from .figures import number, plain

FAULT = {"none": "A+", "partly": "A", "direct": "A-"}


@dataclass(frozen=True)
class Amount:
    """A penalty, a carry-over or an award in victory points."""

    contestant: str
    session: str
    value: Fraction
    unit: str  # "%" of a top or of the pool, "IMP", "VP", "MP", or "" for the unit of the event
    match: str = ""


@dataclass(frozen=True)
class Rulings:
    """The file. `rows` has one scored row for every live row of the travellers, by its place."""

    settings: dict[str, Any]
    rows: dict[int, Row]
    penalties: list[Amount]
    carry_over: list[Amount]
    victory_points: list[Amount]


def read_settings(text: str) -> dict[str, Any]:
    """Return the settings that the file itself gives."""
    given = tomllib.loads(text).get("settings", {})
    assert isinstance(given, dict)
    return given


def read_rulings(text: str, travellers: list[Traveller], form: str) -> Rulings:
    """Read the file and put its rulings on the rows."""
    given = tomllib.loads(text)
    found: dict[int, dict[str, Any]] = {}
    for ruling in in_force(given.get("ruling", [])):
        place = row_of(ruling, travellers)
        if place in found:
            raise ValueError(f"two rulings in force on one row: {found[place].get('id')}, {ruling.get('id')}")
        found[place] = ruling
        if "assigned" in ruling and form != "teams":
            raise ValueError(f"ruling {ruling.get('id')}: 86B2 is for teams")
    return Rulings(
        settings=given.get("settings", {}),
        rows={each.place: scored_row(each, found.get(each.place), form) for each in travellers if each.is_live()},
        penalties=[amount(each) for each in given.get("penalty", [])],
        carry_over=[amount(each) for each in given.get("carry_over", [])],
        victory_points=[amount(each) for each in given.get("victory_points", [])],
    )


def in_force(rulings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out every ruling that another one replaces, also if that one was replaced in its turn."""
    replaced: set[str] = set()
    for ruling in rulings:
        if "replaces" in ruling:
            several = ruling["replaces"] if isinstance(ruling["replaces"], list) else [ruling["replaces"]]
            replaced |= {str(each) for each in several}
    unknown = replaced - {str(ruling.get("id")) for ruling in rulings}
    if unknown:
        raise ValueError(f"there is no such ruling to replace: {sorted(unknown)}")
    return [ruling for ruling in rulings if str(ruling.get("id")) not in replaced]


def row_of(ruling: dict[str, Any], travellers: list[Traveller]) -> int:
    """Return the one live row that a ruling names."""
    places = [each.place for each in travellers if each.is_live() and is_named(each, ruling)]
    if len(places) != 1:
        raise ValueError(f"ruling {ruling.get('id')}: {len(places)} rows are named by it")
    return places[0]


def is_named(row: Traveller, ruling: dict[str, Any]) -> bool:
    """Tell whether everything that the ruling says about its table is so in this row."""
    if row.board != str(ruling["board"]):
        return False
    for key, value in ruling["table"].items():
        wanted = str(value).strip()
        if key in ("session", "section", "round", "table", "match", "room"):
            actual = {getattr(row, key)}
            if key == "room":
                wanted = wanted.lower()
        elif key in ("ns", "ew", "n", "e", "s", "w"):
            actual = {row.named.get(key), row.unprefixed.get(key)}
        else:
            raise ValueError(f"a table is not named by {key}")
        if wanted not in actual:
            return False
    return True


def scored_row(row: Traveller, ruling: dict[str, Any] | None, form: str) -> Row:
    """Put the award of each side in force: the ruling's, else the file's, else the table result."""
    given = {} if ruling is None else ruling
    vulnerable = vulnerability(given.get("vulnerable", row.vulnerable))
    awards: dict[str, Award] = {}
    for side in SIDES:
        found = side_award(given, side, vulnerable)
        if found is None and ruling is None:
            found = row.awards.get(side)
        if found is None:
            found = row.result if row.result is not None else row.awards.get(side)
        if found is None:
            raise ValueError(f"board {row.board}, row {row.place + 1}: no result and no award")
        awards[side] = found
    damage = None
    if "self_inflicted" in given:
        asked = given["self_inflicted"]
        if not isinstance(row.result, Scores) or {"both", "ns", "ew", "fault"} & given.keys():
            raise ValueError("12C1(e) needs the result at the table, and no other award")
        damage = Damage(
            read_side(asked["side"]), real(asked["normal"], vulnerable), real(asked["expected"], vulnerable)
        )
    innocent = damage.side if damage else None
    if "non_offending" in given:
        innocent = str(given["non_offending"]).lower()
        if innocent not in ("ns", "ew", "both", "none"):
            raise ValueError(f"not a side: {innocent}")
    scored = Row(str(row.place), row.group, row.result, awards["ns"], awards["ew"], damage, innocent)
    return with_86b2(scored, given, vulnerable) if form == "teams" else scored


def with_86b2(row: Row, ruling: dict[str, Any], vulnerable: str) -> Row:
    """86B2: who is at fault, where it is one side alone, and what the other side was assigned."""
    cited = any("".join(str(law).split()).upper().startswith("86B2") for law in ruling.get("laws", []))
    if "assigned" in ruling and "fault" not in ruling:
        raise ValueError(f"ruling {ruling.get('id')}: `assigned` goes with `fault`")
    if "fault" not in ruling or not (cited or "assigned" in ruling):
        return row
    if {"both", "ns", "ew", "self_inflicted"} & ruling.keys():
        raise ValueError(f"ruling {ruling.get('id')}: `fault` by 86B2 and another award")
    assigned = award(ruling["assigned"], vulnerable) if "assigned" in ruling else None
    if isinstance(assigned, Artificial) and assigned.name == "IMP":
        if plain(str(ruling["assigned"]))[0] not in "+-":
            raise ValueError(f"ruling {ruling.get('id')}: IMPs need a sign, they are those of N-S")
    elif not isinstance(assigned, Scores | None):
        raise ValueError(f"ruling {ruling.get('id')}: what is assigned is a result, or IMPs")
    at_fault = [side for side in SIDES if str(ruling["fault"].get(side, "none")).lower() != "none"]
    if len(at_fault) != 1:
        return row  # artificial scores, by responsibility
    return replace(row, at_fault=at_fault[0], assigned=assigned)


def side_award(ruling: dict[str, Any], side: str, vulnerable: str) -> Award | None:
    """Return what a ruling awards to a side, None where it says nothing about that side."""
    if side in ruling:
        return award(ruling[side], vulnerable)
    if "both" in ruling:
        return award(ruling["both"], vulnerable)
    if side in ruling.get("fault", {}):
        return Artificial(FAULT[str(ruling["fault"][side]).lower()])
    return None


def amount(given: dict[str, Any]) -> Amount:
    """Read "10%", "3 IMP", "1 VP" or "2.5"."""
    text = plain(str(given["amount"])).upper()
    unit = ""
    for ending in ("%", "IMPS", "IMP", "VPS", "VP", "MPS", "MP"):
        if text.endswith(ending):
            text, unit = text.removesuffix(ending).strip(), ending.removesuffix("S")
            break
    value = number(text)
    return Amount(
        contestant=str(given["contestant"]),
        session=str(given.get("session", "")),
        value=value / 100 if unit == "%" else value,
        unit=unit,
        match=str(given.get("match", "")).strip(),
    )
