"""The head of an event: its form, its scoring, how many winners, and what the file says of itself."""

from __future__ import annotations

import re
from datetime import date

from amends.event.event import Form
from amends.formats.usebio.elements import Element
from amends.formats.usebio.layout import Layout

_SWISS_PAIRS = "SWISS_PAIRS"
_KNOCKOUT = ("KO", "KNOCKOUT")

_METHODS = {
    **dict.fromkeys(("MATCH_POINTS", "MATCHPOINTS", "MP", "MPS"), "matchpoints"),
    **dict.fromkeys(("BUTLER_IMPS", "BUTLER"), "butler"),
    **dict.fromkeys(("CROSS_IMPS", "CROSS_IMP", "XIMPS", "XIMP"), "cross-imps"),
    "AGGREGATE": "total-points",
}
_BOARD_A_MATCH = ("PAB", "BAM", "MATCH_POINTS", "POINT_A_BOARD", "BOARD_A_MATCH")
_NO_IMPS = ("AGGREGATE", "HYBRID")


def word(text: str) -> str:
    """A word of the format: in capitals, with underscores."""
    return "_".join(text.upper().replace("-", " ").split())


def event_type(event: Element, layout: Layout) -> str:
    """The type of the event, which some programs say of its lists and boards alone."""
    parts = (event, *(placed.element for placed in (*layout.participants[:1], *layout.boards[:1], *layout.matches[:1])))
    return next((word(found) for part in parts if (found := part.text("EVENT_TYPE"))), "")


def form_of(kind: str, layout: Layout) -> Form:
    """The form of contest, by the type and by what stands in the file."""
    if kind.startswith(_SWISS_PAIRS):
        return Form.SWISS_PAIRS
    if kind.startswith("INDIVIDUAL"):
        return Form.INDIVIDUAL
    if "TEAM" in kind or kind in (*_KNOCKOUT, "LADDER"):
        return Form.TEAMS
    if "PAIRS" in kind:
        return Form.PAIRS
    matches = [placed.element for placed in layout.matches]
    if any(match.text("TEAM") for match in matches):
        return Form.TEAMS
    if matches:
        return Form.SWISS_PAIRS
    first = next(layout.lines(), None)
    return Form.INDIVIDUAL if first is not None and first.text("N_PLAYER_NUMBER") else Form.PAIRS


def is_knockout(kind: str) -> bool:
    """Whether the type says that it is a knockout."""
    return kind in _KNOCKOUT


def scoring_of(event: Element, kind: str, form: Form, layout: Layout) -> str:
    """The method of scoring: by the names of the points in the lines, else by the type, else as the head says."""
    names = ("BOARD_SCORING_METHOD", "SCORING_METHOD", "MATCH_SCORING_METHOD")
    said = [word(event.texts[name]) for name in names if event.texts.get(name)]
    if form is Form.TEAMS:
        points = any(board.text("TEAM_POINTS") for match in layout.matches for board in match.element.named("BOARD"))
        return "bam" if points or any(method in _BOARD_A_MATCH for method in said) else "imps"
    for tag, scoring in (("BUTLER_POINTS", "butler"), ("CROSS_IMP_POINTS", "cross-imps")):
        if any(f"NS_{tag}" in line.texts for line in layout.lines()):
            return scoring
    named = {"BUTLER": "butler", "CROSS_IMP": "cross-imps", "AGGREGATE": "total-points", "MP_": "matchpoints"}
    by_type = next((scoring for part, scoring in named.items() if part in kind), None)
    by_method = next((_METHODS[method] for method in said if method in _METHODS), None)
    if by_type or by_method:
        return by_type or by_method or ""
    if "IMPS" in said or any("NS_IMPS" in line.texts for line in layout.lines()):
        datum = any(placed.element.text("BOARD_AVERAGE") for placed in layout.boards)
        return "butler" if datum else "cross-imps"
    return "matchpoints"


def unknown_method(event: Element, form: Form) -> str:
    """A method of scoring that teams events here do not have; "" where there is none."""
    said = word(event.text("BOARD_SCORING_METHOD", "SCORING_METHOD"))
    return said if form is Form.TEAMS and said in _NO_IMPS else ""


def winners_of(event: Element) -> int | None:
    """One winner or two, where the file says so."""
    said = event.text("WINNER_TYPE")
    return int(said) if said in ("1", "2") else None


# What the file says of itself

_ABOUT = {
    "venue": ("VENUE",),
    "director": ("DIRECTOR",),
    "program": ("PROGRAM_NAME",),
    "program_version": ("PROGRAM_VERSION",),
    "event_id": ("EVENT_IDENTIFIER", "EVENT_ID"),
    "description": ("EVENT_DESCRIPTION",),
}


def about_of(root: Element, event: Element) -> dict[str, str]:
    """What the file says of itself, by the keys of `amends.journal.document.ABOUT`."""
    club = next(iter((*root.named("CLUB"), *event.named("CLUB"))), root)
    contact = next(event.named("CONTACT"), event)
    notes = [found for part in (event, root) if (found := part.text("NOTES"))]
    about = {
        "club": club.text("CLUB_NAME"),
        "club_id": club.text("CLUB_ID_NUMBER"),
        **{key: event.text(*names) for key, names in _ABOUT.items()},
        "date": iso_date(event.text("DATE")) or "",
        "scorer": contact.text("SCORER"),
        "contact": contact.text("FULL_NAME"),
        "notes": "\n".join(notes),
        "version": root.text("VERSION"),
    }
    about["director"] = about["director"] or contact.text("DIRECTOR")
    return {key: text for key, text in about.items() if text}


_DATES = (
    re.compile(r"(?P<day>\d{1,2})\s?[-/. ]\s?(?P<month>\d{1,2})\s?[-/. ]\s?(?P<year>\d{4}|\d\d)", re.ASCII),
    re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?:[T ].{0,40})?", re.ASCII),
    re.compile(r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)", re.ASCII),
)


def iso_date(text: str) -> str | None:
    """A day as YYYY-MM-DD; None where it cannot be read.

    >>> [iso_date(text) for text in ('09/04/2025', '7-10-2010', '2018-01-31', '31/02/2020')]
    ['2025-04-09', '2010-10-07', '2018-01-31', None]
    """
    for pattern in _DATES:
        found = pattern.fullmatch(text)
        if found:
            year = int(found["year"]) + (2000 if len(found["year"]) == 2 else 0)
            try:
                return date(year, int(found["month"]), int(found["day"])).isoformat()
            except ValueError:
                return None
    return None
