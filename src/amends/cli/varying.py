"""The award of a committee: the ruling that the options of a ruling make of the one that was appealed."""

from __future__ import annotations

from dataclasses import replace

from amends.cli.own_damage import note_missing_facts
from amends.cli.ruling_flags import proposed_by_flags
from amends.cli.ruling_options import RulingOptions
from amends.desk import OpenEvent
from amends.desk.commands.committee import instead_of
from amends.desk.commands.proposal import Proposed
from amends.event.ruling import Ruling


def varied_by(options: RulingOptions, appealed: Ruling, opened: OpenEvent, reason: str) -> Proposed:
    """The ruling that takes the place of the appealed one, with what is written down beside it."""
    proposed = proposed_by_flags(replace(options, replaces=appealed.id), opened)
    note_missing_facts(options, proposed.ruling, opened)
    polls = tuple(poll.counted for poll in proposed.report.polls)
    ruling = instead_of(appealed, proposed.ruling, options.given(), reason, polls)
    return Proposed(ruling, replace(proposed.report, polls=()))
