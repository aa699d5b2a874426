"""The head of an event as it is written: its type, its scoring, what is said about it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed

from amends.event import Event, Form

_TYPES = {
    Form.PAIRS: "PAIRS",
    Form.INDIVIDUAL: "INDIVIDUAL",
    Form.TEAMS: "TEAMS",
    Form.SWISS_PAIRS: "SWISS_PAIRS",
}
_OLD_TYPES = {
    "matchpoints": "MP_PAIRS",
    "butler": "BUTLER_PAIRS",
    "cross-imps": "CROSS_IMP",
    "total-points": "AGGREGATE",
}
_METHODS = {
    "matchpoints": "MATCH_POINTS",
    "butler": "BUTLER_IMPS",
    "cross-imps": "CROSS_IMPS",
    "total-points": "AGGREGATE",
    "imps": "IMPS",
    "bam": "PAB",
}


def document_type(version: str) -> str:
    """The line that names the document type; nobody needs to fetch it."""
    return f'<!DOCTYPE USEBIO SYSTEM "http://www.usebio.org/files/usebio_v{version.replace(".", "_")}.dtd">'


def event_type(event: Event, version: str) -> str:
    """The type of the event; the first versions put the scoring of pairs into it."""
    if version in ("1.2", "1.3"):
        return _TYPES[event.form]
    if event.form is Form.PAIRS:
        return _OLD_TYPES[event.scoring]
    return "KO" if event.knockout else _TYPES[event.form]


def before_counts(event: Event, about: Mapping[str, str], version: str) -> dict[str, object]:
    """What stands first: the program, the event, when and where."""
    return {
        "PROGRAM_NAME": "amends",
        "PROGRAM_VERSION": _program_version(),
        "EVENT_ID" if version == "1.3" else "EVENT_IDENTIFIER": about.get("event_id", ""),
        "EVENT_DESCRIPTION": about.get("description", "") or event.title,
        "TITLE": event.title,
        "DATE": _date(about.get("date", ""), version),
        "VENUE": about.get("venue", ""),
        "WINNER_TYPE": event.winners,
    }


def methods(event: Event) -> dict[str, object]:
    """How boards and matches are scored."""
    in_points = event.form is Form.SWISS_PAIRS or (event.form is Form.TEAMS and not event.knockout)
    by_match = ("PAB" if event.scoring == "bam" else "VPS") if in_points else ""
    return {"BOARD_SCORING_METHOD": _METHODS[event.scoring], "MATCH_SCORING_METHOD": by_match}


def _date(iso: str, version: str) -> str:
    """A day as the version has it: 31/12/2025, from 1.3 on 2025-12-31.

    >>> _date('2025-12-31', '1.2'), _date('2025-12-31', '1.3')
    ('31/12/2025', '2025-12-31')
    """
    year, _, rest = iso.partition("-")
    month, _, day = rest.partition("-")
    return f"{day}/{month}/{year}" if day and version != "1.3" else iso


def _program_version() -> str:
    try:
        return installed("amends")
    except PackageNotFoundError:
        return ""
