"""The Scoring tag: which method it names, and how a method is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from amends.event.event import Event, Form
from amends.event.published import Printed

_MATCHPOINTS = {"mp", "matchpoints", "matchpoint", "mp1", "mp2", "oldmp", "emp", "instant", "ascherman", "bastille"}
_BUTLER = {"butler", "butler-2", "mean", "median", "experts"}
_CROSS = {"cross", "cross1", "cross2", "cavendish"}
_TOTAL = {"totalpoints", "total points", "rubber", "chicago"}
_SETTINGS = {
    "mp2": "matchpoints_per_win = 1",
    "cross": 'cross_imps_divisor = "sum"',
    "cavendish": 'cross_imps_divisor = "sum"',
    "cross1": 'cross_imps_divisor = "tables"',
    "butler-2": 'butler_trim = "1"',
    "median": 'butler_trim = "median"',
}
"""What a field of the tag says about the settings of the regulation, where it is not the usual."""

_USUAL = (
    "mp", "matchpoints", "matchpoint", "mp1", "imp", "imps", "imp_1962", "butler", "mean", "cross2", "bam",
    "totalpoints", "total points",
)  # fmt: skip
"""Fields that say no more than the method."""

_UNKNOWN = {
    "ascherman": "where a result counts as equal to itself",
    "bastille": "the matchpoints of Bastille",
    "emp": "European matchpoints",
    "oldmp": "the old scale for doubled undertricks",
    "experts": "a datum that experts have set",
    "instant": "scores by a table that was made beforehand",
    "rubber": "rubber bridge",
    "chicago": "Chicago",
    "imp_1948": "the IMP scale of 1948",
    "imp_1961": "the IMP scale of 1961",
}


def fields(value: str) -> list[str]:
    """The fields of the tag, in small letters."""
    return [field.strip().lower() for field in value.split(";") if field.strip()]


def read_scoring(value: str, form: Form, columns: Iterable[str], imps: Iterable[Printed]) -> str:
    """The method that the tag names; without one, what the columns say; the usual of the form.

    >>> read_scoring('IMP;Cross2', Form.PAIRS, (), ())
    'cross-imps'
    """
    found = set(fields(value))
    heads = set(columns)
    if form is Form.TEAMS:
        return "bam" if found & ({"bam"} | _MATCHPOINTS) else "imps"
    if found & _CROSS:
        return "cross-imps"
    if found & _BUTLER:
        return "butler"
    if any(field.startswith("imp") for field in found):
        return _imps(heads, imps)
    if found & _TOTAL:
        return "total-points"
    if found or heads & {"mp_ns", "mp_north", "percentage_ns"}:
        return "matchpoints"
    return _imps(heads, imps) if "imp_ns" in heads else "matchpoints"


def _imps(heads: set[str], imps: Iterable[Printed]) -> str:
    """Butler or cross-IMPs, where the file does not say it: the average of many comparisons is seldom whole."""
    if "butlerdatum" in heads or "datum" in heads:
        return "butler"
    return "cross-imps" if any(figure.value.denominator > 1 for figure in imps) else "butler"


def remarks(value: str, form: Form) -> Iterator[str]:
    """What the tag says besides the method: a setting of the regulation, or something that is not known here."""
    for field in dict.fromkeys(fields(value)):
        if field in _SETTINGS:
            yield f"the Scoring tag says {field!r}: that is the setting {_SETTINGS[field]}"
        elif field in _UNKNOWN:
            yield f"the Scoring tag says {field!r}, {_UNKNOWN[field]}: not taken into account"
        elif field == "bam" and form is not Form.TEAMS:
            yield "the Scoring tag says 'bam' and there are no teams: scored as matchpoints"
        elif field not in _USUAL:
            yield f"the Scoring tag says {field!r}, which is not known here: not taken into account"


def written_scoring(event: Event) -> str:
    """The value of the tag for an event."""
    regulation = event.regulation
    if event.form is Form.TEAMS:
        return "BAM" if event.scoring == "bam" else "IMP"
    if event.scoring == "butler":
        datum = {"1": ";Butler-2", "median": ";Butler;Median"}.get(regulation.butler_trim, ";Butler")
        return f"IMP{datum}"
    if event.scoring == "cross-imps":
        return {"comparisons": "IMP;Cross2", "tables": "IMP;Cross1"}.get(regulation.cross_imps_divisor, "IMP;Cross")
    if event.scoring == "total-points":
        return "TotalPoints"
    return "MatchPoints;MP1" if regulation.matchpoints_per_win == 2 else "MatchPoints;MP2"
