"""`--self-inflicted-facts`: the three facts of 12C1(e), as the guided ruling asks for them."""

from __future__ import annotations

import re
from dataclasses import replace

from amends.bridge import Side
from amends.cli.output import warn
from amends.cli.ruling_options import RulingOptions
from amends.desk import OpenEvent, Report
from amends.desk.commands.own_damage import (
    QUESTIONS,
    is_on_record,
    read_own_damage,
    refuse_unless_self_inflicted,
    report_of_facts,
)
from amends.event.case import Facts, OwnDamage
from amends.event.ruling import Ruling
from amends.faults import Faults, refuse
from amends.journal.history import Case
from amends.laws.editions import clause

OPTION = "--self-inflicted-facts"
_EXAMPLE = ",".join(f"{name}=yes" for name in QUESTIONS)


def read_facts(options: RulingOptions) -> OwnDamage | None:
    """The facts that the options give; None where they give none."""
    if options.self_inflicted_facts is None:
        return None
    if options.self_inflicted is None:
        raise refuse(f"{OPTION} without --self-inflicted", "the side with --self-inflicted")
    answers: dict[str, str] = {}
    for piece in re.split(r"[,;\s]+", options.self_inflicted_facts.strip()):
        name, _, answer = piece.partition("=")
        if name not in QUESTIONS or name in answers:
            raise refuse(repr(piece), f"each fact once, with yes or no: {_EXAMPLE}", OPTION)
        answers[name] = answer
    try:
        return read_own_damage(Side.parse(options.self_inflicted), answers)
    except Faults as trouble:
        raise trouble.at(OPTION) from None


def with_facts(report: Report, own: OwnDamage, ruling: Ruling, opened: OpenEvent) -> Report:
    """A report with the facts; refused where one of them is no."""
    case, edition = case_of(ruling, opened), opened.event.regulation.edition
    irregularities = case.irregularities if case else (report.irregularity, *report.facts.further)
    refuse_unless_self_inflicted(own, irregularities, edition)
    record = report_of_facts(Facts(own_damage=own), case, edition)
    facts, statements = report.facts.with_more(record.facts), (*report.statements, *record.statements)
    return replace(report, facts=facts, statements=statements)


def case_of(ruling: Ruling, opened: OpenEvent) -> Case | None:
    """The case that a ruling belongs to, or that of the ruling which it replaces."""
    history = opened.history
    id = ruling.case or (history.ruling(ruling.replaces).ruling.case if ruling.replaces else "")
    return history.cases.get(id)


def note_missing_facts(options: RulingOptions, ruling: Ruling, opened: OpenEvent) -> None:
    """Say that a ruling by 12C1(e) has no facts on record, where neither the options nor its case have them."""
    damage, edition = ruling.self_inflicted, opened.event.regulation.edition
    if damage is None or options.self_inflicted_facts is not None:
        return
    if not is_on_record(case_of(ruling, opened), damage.side, edition):
        law = clause("12C1(e)", edition)
        warn([f"the three facts of {law} are not on record; {OPTION} {_EXAMPLE} records them"])
