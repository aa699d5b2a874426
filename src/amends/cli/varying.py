"""The award of a committee on the command line: the flags of a ruling, and the ruling made of the one appealed."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, get_type_hints

from amends.cli.ruling_flags import proposed_by_flags
from amends.cli.ruling_options import RulingOptions, flag
from amends.desk import OpenEvent
from amends.event.ruling import Ruling

_HINTS = get_type_hints(RulingOptions, include_extras=True)


def _as_in_rule(name: str) -> Any:
    """The option as `amends rule` has it."""
    return _HINTS[name].__metadata__[0]


Both = Annotated[str | None, _as_in_rule("both")]
AwardNS = Annotated[str | None, _as_in_rule("award_ns")]
AwardEW = Annotated[str | None, _as_in_rule("award_ew")]
Fault = Annotated[str | None, _as_in_rule("fault")]
SelfInflicted = Annotated[str | None, _as_in_rule("self_inflicted")]
Normal = Annotated[str | None, _as_in_rule("normal")]
Expected = Annotated[str | None, _as_in_rule("expected")]
Stands = Annotated[bool, _as_in_rule("stands")]
NonOffending = Annotated[str | None, _as_in_rule("non_offending")]
Laws = Annotated[list[str] | None, _as_in_rule("laws")]
Disallowed = Annotated[list[str] | None, _as_in_rule("disallowed")]
LegalRoute = Annotated[list[str] | None, _as_in_rule("legal_route")]
Polls = Annotated[list[str] | None, _as_in_rule("poll")]
Accept = Annotated[list[str] | None, _as_in_rule("accept")]
OutsideAgency = Annotated[bool, _as_in_rule("outside_agency")]

_KEPT = ("non_offending", "laws", "disallowed", "legal_route")
"""What the appealed ruling says stays, where nothing else is said."""


def flags(options: RulingOptions) -> list[str]:
    """The flags that were used."""
    return [flag(name) for name in options.given()]


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
