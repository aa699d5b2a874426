"""The one schema of a regulation: every setting, the values it takes, and what it decides."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from typing import Any

from amends import discovery, exact
from amends.faults import Fault, Faults, one_of, refuse
from amends.regulations.club import check_scale, club_files, club_folder
from amends.toml import read_toml


@lru_cache(maxsize=1)
def scale_names() -> tuple[str, ...]:
    """The names of the victory point scales."""
    return tuple(sorted(_scales()))


@lru_cache(maxsize=1)
def _scales() -> dict[str, Traversable]:
    return toml_files("scales", "amends.scales")


@lru_cache(maxsize=1)
def _shipped_scales() -> dict[str, Traversable]:
    return _of_folder("scales")


def _of_folder(folder: str) -> dict[str, Traversable]:
    return {entry.name[:-5]: entry for entry in (files(__package__) / folder).iterdir() if entry.name.endswith(".toml")}


def is_scale(name: object) -> bool:
    """Whether there is such a scale. The club's are looked for only where one is named: their folder may be away."""
    return isinstance(name, str) and (name in _shipped_scales() or name in scale_names())


def toml_files(folder: str, group: str) -> dict[str, Traversable]:
    """The files of a folder of ours, of the club, and of packages: an entry point NAME names one with NAME.toml."""
    own = _of_folder(folder)
    club = club_files(group.partition(".")[2], own)
    return (
        own
        | club
        | {name: files(package) / f"{name}.toml" for name, package in discovery.from_packages(group, {*own, *club})}
    )


@lru_cache(maxsize=32)
def scale_data(name: str) -> Mapping[str, Any]:
    """The data of a victory point scale."""
    if not is_scale(name):
        raise refuse(f"the scale {name!r}", one_of(scale_names(), name))
    with as_file(_shipped_scales().get(name) or _scales()[name]) as path:
        data = read_toml(path)
        if path.is_relative_to(club_folder() or path.parent / "none"):
            check_scale(data, str(path))
        return data


def usable_scales() -> dict[str, Mapping[str, Any]]:
    """All scales that can be chosen; a file of the club that cannot be read is left out, and the log names it."""
    try:
        names = scale_names()
    except Faults as trouble:  # the club's folder is away, or a name is taken
        logging.getLogger(__name__).warning("the scales of the club are left out: %s", trouble)
        names = tuple(sorted(_shipped_scales()))
    return _readable(names)


def _readable(names: Iterable[str]) -> dict[str, Mapping[str, Any]]:
    found = {}
    for name in names:
        try:
            found[name] = scale_data(name)
        except Faults as trouble:
            logging.getLogger(__name__).warning("the scale %s is left out: %s", name, trouble)
    return found


def scales_of_the_club() -> dict[str, str]:
    """The club's own scales that can be read, each with a digest of what it says."""
    return {
        name: sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()
        for name, data in _readable(club_files("scales", _shipped_scales())).items()
    }


Reader = Callable[[object], Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """How one setting is read and what it is about."""

    key: str
    values: str
    words: str
    read: Reader


def _choice(words: str, *values: object) -> Any:
    shown = ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)

    def read(found: object) -> object:
        same = [value for value in values if value == found and type(value) is type(found)]
        if not same:
            raise refuse(repr(found), f"one of {shown}")
        return same[0]

    return field(metadata={"values": shown, "words": words, "read": read})


def _whole(words: str, least: int) -> Any:
    def read(found: object) -> int:
        if not isinstance(found, int) or isinstance(found, bool) or found < least:
            raise refuse(repr(found), f"a whole number, {least} or more")
        return found

    return field(metadata={"values": f"a whole number, {least} or more", "words": words, "read": read})


def _number(found: object, least: int = 0) -> Fraction:
    if not isinstance(found, int | str) or isinstance(found, bool):
        raise refuse(repr(found), 'a number, written as "6/5" or "0.5"')
    value = exact.number(found)
    if value < least:
        raise refuse(repr(found), f"a number, {least} or more")
    return value


def _exact(words: str, least: int = 0) -> Any:
    def read(found: object) -> Fraction:
        return _number(found, least)

    return field(metadata={"values": f'a number, {least} or more, such as "6/5"', "words": words, "read": read})


def _percent(words: str, least: int, most: int) -> Any:
    """A percentage that the Laws bound on one side: average plus at least 60, average minus at most 40."""
    values = f"a percentage, {least} to {most}"

    def read(found: object) -> Fraction:
        value = _number(found)
        if not least <= value <= most:
            raise refuse(f"{found}", f"{values} (12C2(a))")
        return value

    return field(metadata={"values": values, "words": words, "read": read})


def _sit_out(words: str) -> Any:
    values = 'none, or a percentage such as "50%"'

    def read(found: object) -> str:
        if found == "none":
            return "none"
        if not isinstance(found, str) or not found.strip().endswith("%") or not 0 <= exact.number(found) <= 1:
            raise refuse(repr(found), values)
        return exact.percentage(exact.number(found))

    return field(metadata={"values": values, "words": words, "read": read})


def _share(words: str) -> Any:
    def read(found: object) -> Fraction:
        value = _number(found)
        if not 0 < value <= 1:
            raise refuse(repr(found), "a share above 0, at most 1")
        return value

    return field(metadata={"values": 'a share above 0, at most 1, such as "1/5"', "words": words, "read": read})


def _table(words: str, shares: bool) -> Any:
    """A figure for each unit of scoring; with `shares`, a percentage of a top may stand for matchpoints."""
    units = ("matchpoints", "imps", "vp")

    def read(found: object) -> Mapping[str, Any]:
        if not isinstance(found, Mapping) or set(found) - set(units):
            raise refuse(repr(found), f"a table with the keys {', '.join(units)}")
        for value in found.values():
            if _number(value) == 0:
                raise refuse(repr(value), "a number above 0")
        return {unit: str(found[unit]) if shares else _number(found[unit]) for unit in units if unit in found}

    return field(metadata={"values": f"a table with {', '.join(units)}", "words": words, "read": read})


def _name(words: str) -> Any:
    def read(found: object) -> str:

        if not is_scale(found):
            raise refuse(f"the scale {found!r}", one_of(scale_names(), str(found)))
        return str(found)

    return field(metadata={"values": "the name of a scale", "words": words, "read": read})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Regulation:
    """All settings; `sources` says for each where its value stands. Compared by identity: it is a key of caches."""

    name: str
    title: str
    words: str
    sources: Mapping[str, str]

    edition: int = _choice("the edition of the Laws whose clauses are cited and checked", 2017, 2007, 1997)
    matchpoints_per_win: int = _choice("matchpoints for an inferior score (Law 78A)", 2, 1)
    field: str = _choice("what is compared with what when there are several sections", "event", "section")
    expected_results: str = _choice(
        "E, the results a full board has: those that were scheduled, or those that were obtained",
        "scheduled",
        "obtained",
    )
    factoring: str = _choice(
        "how a board with fewer comparable results is made worth a full one",
        "neuberg", "tie-with-average", "proportional", "none",
    )  # fmt: skip
    artificial_top: str = _choice("the top that an artificial percentage is of", "expected", "own")
    small_groups: str = _choice("how small groups of a fouled board are scored (Law 87)", "formula", "ebu", "acbl-1991")
    few_results: str = _choice(
        "one or two results where more were expected: factored like others, or fixed percentages around 60",
        "factored",
        "percentages",
    )
    adjusted_field: str = _choice(
        "how a weighted or split row enters the field: by its fractions, or not at all",
        "frequencies",
        "excluded",
    )
    split_field: str = _choice(
        "a chart for each direction, or one chart with each award at half weight",
        "two-charts",
        "half-weights",
    )
    self_inflicted_field: str = _choice(
        "what the field sees of a 12C1(e) row in the non-offenders' direction",
        "as-awarded",
        "normal",
        "actual",
    )
    rounding: str = _choice("how an assigned adjusted score is rounded", *exact.ROUNDINGS)
    rounding_unit: Mapping[str, Fraction] = _table("the unit to which it is rounded", shares=False)
    line_rounding: str = _choice("each line of a traveller, before lines are added up", "none", "0.1", "0.01")
    rank_on: str = _choice("places follow the exact totals, or the totals as printed", "exact", "rounded")
    average_plus_percent: Fraction = _percent("average plus at matchpoints, in percent (12C2(a))", 60, 100)
    average_minus_percent: Fraction = _percent("average minus at matchpoints, in percent (12C2(a))", 0, 40)
    average_plus_imps: Fraction = _exact("average plus at IMPs; average minus is its negative (12C2(b))")
    average_imps_per: str = _choice(
        "at cross-IMPs: that figure for the board, or for each comparison", "board", "comparison"
    )
    session_score: str = _choice("the boards 12C2(c) looks at", "session", "match", "stage", "off")
    session_basis: str = _choice(
        "12C2(c): the contestant's real boards, or all its other boards", "real-boards", "other-boards"
    )
    sit_out: str = _sit_out("what a pair or player that sits out gets; the WBF advises against a score for it")
    average_plus_limit: int = _whole("averages plus a contestant may have in a session, 0: no limit (12C2(d))", 0)
    after_limit: str = _choice("what takes their place beyond the limit", "average", "not-scored")
    weighting: str = _choice(
        "the school by which weights are proposed and checked",
        "sympathetic", "true", "skewed", "likely-probable",
    )  # fmt: skip
    benefit_factor: Fraction = _exact("the most by which the favourable share of a poll may be multiplied (84D)", 1)
    benefit_binds: str = _choice("whether the limit binds the favourable share or every share", "favourable", "every")
    poll_minimum: int = _whole("players a poll should have", 1)
    logical_alternative_share: Fraction = _share(
        "the share of those asked who must seriously consider an action for it to be a logical alternative (16B1(b))"
    )
    most_outcomes: int = _whole("outcomes of a weighted score before 12C1(d) is worth a thought", 1)
    butler_trim: str = _choice("what is left out at each end of a Butler", "0", "1", "2", "5%", "10%", "median")
    butler_round_to: int = _whole("the datum is rounded to this many points", 1)
    butler_tie: str = _choice("a mean half way between: away from zero, or to the even multiple", "away", "even")
    butler_weighted: str = _choice("a weighted table in the datum", "fractional", "excluded")
    cross_imps_divisor: str = _choice("cross-IMPs are divided by", "comparisons", "tables", "root", "sum")
    imp_factoring: str = _choice(
        "cross-IMPs and Butler on a board with fewer results: as they are, or raised to the expected results",
        "own",
        "expected",
    )
    imp_cap: int = _choice("the most IMPs in one comparison of cross-IMPs", 24, 17)
    vp_scale: str = _name("the victory point scale")
    vp_margin: str = _choice("a margin that is not whole", "formula", "round-board", "round-match", "interpolate")
    eights: str = _choice(
        "teams of eight and more: every table against each of the team-mates' by IMPs, averaged or added up; or the "
        "total of all tables",
        "average",
        "sum",
        "total",
    )
    aggregate_points: Fraction = _exact("Patton: the points of a match for the aggregate, for each of its boards")
    aggregate_unit: str = _choice("Patton: what the points for the aggregate are rounded to", "none", "1/2", "1")
    knockout_average: bool = _choice("12C4 in knockout matches", True, False)
    weighting_allowed: bool = _choice(
        "whether a score may be weighted; only editions before 2017 let it be forbidden", True, False
    )
    standard_penalty: Mapping[str, str] = _table("the usual penalty (Law 90)", shares=True)
    correction_minutes: int = _whole("minutes in which a score may be corrected (79C)", 0)
    appeal_minutes: int = _whole("minutes in which a ruling may be appealed (92B)", 0)

    def source(self, key: str) -> str:
        """Where the value of a setting stands; "unverified" where no source is known."""
        return self.sources.get(key, "unverified")

    def having(self, /, **values: object) -> Regulation:
        """The regulation with some settings changed; unknown keys and values are refused together."""
        read = merged(self, read_settings(values))
        changed = {**self.sources, **dict.fromkeys(read, "set for this calculation")}
        return consistent(replace(self, sources=changed, **read))


def consistent(regulation: Regulation, file: str | None = None) -> Regulation:
    """The regulation itself; refuses settings that contradict its edition of the Laws."""
    if regulation.edition == 2017 and not regulation.weighting_allowed:
        found = "weighting_allowed = false with the Laws of 2017"
        expected = "true: since 2017 no authority can forbid weighted scores (12C1(c))"
        raise Faults([Fault(found, expected, "setting weighting_allowed", file)])
    return regulation


def merged(base: Regulation, values: dict[str, Any]) -> dict[str, Any]:
    """The values, tables of units completed from the base: who sets one unit keeps the others."""
    return {
        key: {**getattr(base, key), **value} if isinstance(value, Mapping) else value for key, value in values.items()
    }


def settings() -> dict[str, Setting]:
    """All settings by key, in the order of the schema."""
    found = {}
    for entry in fields(Regulation):
        if "read" in entry.metadata:
            about = entry.metadata
            found[entry.name] = Setting(entry.name, about["values"], about["words"], about["read"])
    return found


def read_settings(values: Mapping[str, object], file: str | None = None) -> dict[str, Any]:
    """The settings read and checked; all that is wrong with them at once."""
    schema = settings()
    read, faults = {}, []
    for key, value in values.items():
        if key not in schema:
            faults.append(Fault(f"the setting {key!r}", one_of(schema, key), file=file))
            continue
        try:
            read[key] = schema[key].read(value)
        except Faults as trouble:
            faults += [replace(fault, file=file) for fault in trouble.at(f"setting {key}").faults]
    if faults:
        raise Faults(faults)
    return read
