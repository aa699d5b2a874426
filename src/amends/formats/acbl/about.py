"""What the data say about the event as a whole: its form, its scoring, the club, the day."""

from __future__ import annotations

import re
from datetime import date

from amends.formats.acbl.node import Node

_SCORINGS = {
    **dict.fromkeys(("", "MATCHPOINTS", "MATCHPOINT", "MP", "MPS"), "matchpoints"),
    **dict.fromkeys(("IMP", "IMPS", "IMPPAIRS", "CROSSIMP", "CROSSIMPS", "XIMP", "XIMPS"), "cross-imps"),
    **dict.fromkeys(("BUTLER", "BUTLERIMP", "BUTLERIMPS"), "butler"),
    **dict.fromkeys(("TOTALPOINTS", "TOTALPOINT", "AGGREGATE"), "total-points"),
}
_AMERICAN = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?", re.ASCII)


def scoring(event: Node) -> str:
    """How the boards are scored."""
    text = event.text("board_scoring_method", 60)
    found = _SCORINGS.get(re.sub(r"[\s_-]", "", text).upper())
    if found is None:
        event.refuse("board_scoring_method", repr(text), "MATCH_POINTS, IMPS, BUTLER_IMPS or TOTAL_POINTS")
    return found or "matchpoints"


def check_form(event: Node) -> None:
    """Only the pages of pairs hold results of boards with those who sat there."""
    text = event.text("type", 60)
    if text and "PAIR" not in text.upper():
        event.refuse("type", repr(text), "PAIRS: for other events the page does not say who played a board")


def winners_of(event: Node) -> int | None:
    """1 or 2, where the file says it."""
    found = event.whole("winner_type") or None
    if found not in (None, 1, 2):
        event.refuse("winner_type", str(found), "1 or 2")
        return None
    return found


def about(event: Node) -> dict[str, str]:
    """What the file says of itself, by the keys of `amends.journal.document.ABOUT`."""
    uploads = event.items("uploads")[:1]
    if isinstance(event.value.get("latest_upload"), dict):
        uploads.append(event.child("latest_upload"))
    program = next((upload for upload in uploads if upload.text("program_name")), None)
    found = {
        "club": event.text("club_name"),
        "club_id": event.text("club_id_number"),
        "date": _date(event.text("start_date", 60)),
        "director": event.text("club_director_name"),
        "program": program.text("program_name") if program else event.text("program_name"),
        "program_version": program.text("program_version") if program else "",
        "event_id": event.text("id"),
        "description": event.text("bbo_event_description"),
    }
    return {key: value for key, value in found.items() if value}


def _date(text: str) -> str:
    """The day as YYYY-MM-DD; the file writes the month first.

    >>> _date('04/20/2026'), _date('2026-04-20 13:00:00')
    ('2026-04-20', '2026-04-20')
    """
    american, iso = _AMERICAN.fullmatch(text), _ISO.fullmatch(text)
    year, month, day = (
        (american[3], american[1], american[2]) if american else (iso[1], iso[2], iso[3]) if iso else ("0", "0", "0")
    )
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return text
