"""The award of a committee: the ruling that the options of a ruling make of the one that was appealed."""

from __future__ import annotations

from dataclasses import replace

from amends.cli.ruling_flags import proposed_by_flags
from amends.cli.ruling_options import RulingOptions
from amends.desk import OpenEvent
from amends.event.ruling import Ruling

_KEPT = ("non_offending", "laws", "disallowed", "legal_route")
"""What the appealed ruling says stays, where nothing else is said."""


def varied_by(options: RulingOptions, appealed: Ruling, opened: OpenEvent, reason: str) -> Ruling:
    """The ruling that takes the place of the appealed one."""
    proposed = proposed_by_flags(replace(options, replaces=appealed.id), opened)
    said, given = proposed.ruling, options.given()
    kept = {name: getattr(appealed, name) for name in _KEPT if name not in given}
    if said.stands:  # a result that stands redresses nobody
        kept["non_offending"] = None
    if "fault" in given:  # an artificial score by fault says itself who is at fault
        kept.pop("non_offending", None)
    polls = tuple(poll.counted for poll in proposed.report.polls)
    return replace(said, reason=reason, poll=polls, vulnerable=appealed.vulnerable, **kept)
