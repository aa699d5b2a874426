"""The award of a committee: the ruling that the options of a ruling make of the one that was appealed."""

from __future__ import annotations

from dataclasses import replace

from amends.cli.ruling_flags import proposed_by_flags
from amends.cli.ruling_options import RulingOptions
from amends.desk import OpenEvent
from amends.desk.varying import instead_of
from amends.event.ruling import Ruling


def varied_by(options: RulingOptions, appealed: Ruling, opened: OpenEvent, reason: str) -> Ruling:
    """The ruling that takes the place of the appealed one."""
    proposed = proposed_by_flags(replace(options, replaces=appealed.id), opened)
    polls = tuple(poll.counted for poll in proposed.report.polls)
    return instead_of(appealed, proposed.ruling, options.given(), reason, polls)
