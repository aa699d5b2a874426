"""`amends appeal`: an appeal against a ruling, from lodging to decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated

import typer

from amends import clock
from amends.bridge import Side
from amends.cli import asking, output
from amends.cli.effects import print_given, print_preview
from amends.cli.options.common import Json, Text, Texts, option
from amends.cli.options.ruling_flags import note_missing_facts, proposed_by_flags, read_statement
from amends.cli.options.ruling_options import AWARD, RulingOptions, flag, with_ruling_options
from amends.cli.pages import Force, Html, PageOptions, Pdf, free, put
from amends.cli.session import By, EventName, StorePlace, at_event, print_findings
from amends.desk import Desk, Draft, Effect, OpenEvent, Unlawful
from amends.desk.commands.appeals import deciding, instead_of, lodging, may_be_appealed, stating, until, waiting
from amends.desk.commands.cases import NOTHING_MORE
from amends.desk.commands.penalties import penalties_for, standard_penalty
from amends.desk.commands.rulings import Proposed
from amends.desk.views.as_data import appeal_data, appeals_touched, effect_data, open_to_appeal_data
from amends.desk.views.journal import entry_words
from amends.desk.views.rulings_log import event_of_appeal
from amends.event.case import AppealDecision
from amends.event.ruling import Penalty, Ruling
from amends.exact import many
from amends.faults import Fault, Faults, refuse
from amends.journal.entries import AppealDecided
from amends.journal.history import Appeal
from amends.reports.appeal_form import appeal_form
from amends.reports.layout.html import Table


@with_ruling_options(AWARD)
def command(
    event: EventName,
    ruling: Annotated[Text, option("--ruling", "Lodge an appeal against it.", "ID")] = None,
    side: Annotated[Text, option("--side", "The side that appeals: ns or ew.", "SIDE")] = None,
    grounds: Annotated[str, option("--grounds", "On what grounds.", "WORDS")] = "",
    who: Annotated[str, option("--who", "Who lodges it.", "NAME")] = "",
    deposit: Annotated[str, option("--deposit", "The deposit, such as 20 EUR.", "WORDS")] = "",
    late: Annotated[str, option("--late", "Why the appeal is accepted after the time limit (92B).", "WHY")] = "",
    statement: Annotated[Texts, option("--statement", '"N: words" or "EW: words"; may be repeated.', "WORDS")] = None,
    appeal: Annotated[Text, option("--appeal", "Which appeal, for --statement or --form.", "ID")] = None,
    decide: Annotated[Text, option("--decide", "Decide this appeal.", "ID")] = None,
    upheld: Annotated[bool, option("--upheld", "The ruling stands.")] = False,
    varied: Annotated[bool, option("--varied", "Another ruling takes its place: with an award.")] = False,
    withdrawn: Annotated[bool, option("--withdrawn", "The appeal was withdrawn.")] = False,
    without_merit: Annotated[
        bool, option("--without-merit", "The ruling stands, and there was no reason to appeal.")
    ] = False,
    reason: Annotated[str, option("--reason", "Why it was decided so.", "WORDS")] = "",
    reviewer: Annotated[Texts, option("--reviewer", "Who decided it; may be repeated.", "NAME")] = None,
    deposit_kept: Annotated[bool, option("--deposit-kept", "The deposit is not given back.")] = False,
    penalty: Annotated[
        bool, option("--penalty", "With --without-merit: give the side that appealed the standard penalty.")
    ] = False,
    *,
    options: RulingOptions,
    form: Annotated[
        bool, option("--form", "The appeal form, for the reviewers: of --appeal, or of the only one.")
    ] = False,
    blind: Annotated[bool, option("--blind", "The form without names, totals and places.")] = False,
    html: Html = None,
    pdf: Pdf = None,
    force: Force = False,
    list_: Annotated[bool, option("--list", "List all appeals, and the rulings that can still be appealed.")] = False,
    preview: Annotated[bool, option("--dry-run --preview", "Show what would change, and enter nothing.")] = False,
    yes: Annotated[bool, option("--yes", "Do not ask before a varied ruling is entered.")] = False,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Lodge an appeal (--ruling), decide one (--decide), or list them all.

    Example: amends appeal friday --ruling 2 --side ew --grounds "The board could have been played."
    """
    decisions = {
        AppealDecision.UPHELD: upheld,
        AppealDecision.VARIED: varied,
        AppealDecision.WITHDRAWN: withdrawn,
        AppealDecision.WITHOUT_MERIT: without_merit,
    }
    award = [flag(name) for name in options.given()]
    of_lodging = {"--grounds": grounds, "--who": who, "--deposit": deposit, "--late": late}
    of_deciding = {
        **{f"--{each.value}": said for each, said in decisions.items()},
        "--reason": reason,
        "--reviewer": reviewer,
        "--deposit-kept": deposit_kept,
        "--penalty": penalty,
        **dict.fromkeys(award, True),
    }
    told = tuple(map(read_statement, statement or ()))
    appealing = Side.parse(side) if side is not None else None
    if sum(map(bool, (ruling is not None, decide is not None, form, list_))) > 1:
        raise refuse("more than one of --ruling, --decide, --form and --list", "one of them at a time")
    if not form:
        _belong({"--blind": blind, "--html": html, "--pdf": pdf, "--force": force}, "--form")
    free(html, pdf, force=force)
    with at_event(event, store, by) as (desk, opened):
        if ruling is not None:
            _belong(of_deciding, "--decide")
            draft = lodging(
                ruling, side=appealing, grounds=grounds, who=who, deposit=deposit, late=late, statements=told
            )
            _finish(desk, opened, draft, preview, json)
        elif decide is not None:
            _belong(of_lodging, "--ruling")
            found = waiting(decide, opened)
            decision = _decision(decisions)
            if told:
                raise refuse("--statement beside --decide", "statements before the decision: --appeal with --statement")
            varies = decision is AppealDecision.VARIED
            if award and not varies:
                raise refuse(f"{', '.join(award)} for an appeal {decision.value}", "an award with --varied alone")
            ruled = varied_by(options, opened.history.ruling(found.ruling).ruling, opened, reason) if varies else None
            given = _penalties(found, opened, appealing, decision, penalty, asked=not (preview or json))
            new = ruled.ruling if ruled else None
            decided = AppealDecided(decide, decision, new, reason, tuple(reviewer or ()), deposit_kept)
            draft = deciding(decided, ruled.report if ruled else NOTHING_MORE, given)
            _finish(desk, opened, draft, preview, json, yes)
        elif form:
            _belong({**of_lodging, "--side": side, "--statement": told}, "--ruling")
            _belong(of_deciding, "--decide")
            about = appeal or _only(opened, decided=True)
            made = appeal_form(
                about, opened.history, event_of_appeal(about, opened), date=opened.kept.date, blind=blind
            )
            data = made.data()
            effect = data.pop("effect")
            data |= {"shown": effect} if blind else {"effect": effect}
            put(made, "appeal-form", data, PageOptions(html, pdf, force, json), opened.event)
        elif told:
            _belong(of_lodging, "--ruling")
            _belong(of_deciding, "--decide")
            _finish(desk, opened, stating(appeal or _only(opened), told), preview, json)
        else:
            _belong({**of_lodging, "--side": side}, "--ruling")
            _belong(of_deciding, "--decide")
            _belong({"--appeal": appeal}, "--statement or --form")
            _list(desk, opened, json)


# Reading


def _belong(said: Mapping[str, object], beside: str) -> None:
    """Refuse options that say something about another step."""
    wrong = [option for option, value in said.items() if value]
    if wrong:
        raise Faults([Fault(f"{option} without {beside}", f"{option} beside {beside}") for option in wrong])


def _decision(said: Mapping[AppealDecision, bool]) -> AppealDecision:
    chosen = [decision for decision, value in said.items() if value]
    if len(chosen) != 1:
        every = ", ".join(f"--{each.value}" for each in said)
        found = " and ".join(f"--{each.value}" for each in chosen)
        raise refuse(f"{found} at once" if chosen else "--decide without a decision", f"one of {every}")
    return chosen[0]


def _only(opened: OpenEvent, decided: bool = False) -> str:
    """The appeal that is meant where there is only one that waits; `decided`: or only one at all."""
    every = opened.history.appeals
    waits = [id for id, each in every.items() if each.decision is None]
    ids = list(every) if decided and not waits else waits
    if len(ids) != 1:
        none = "an appeal; there is none" if decided else "an appeal that waits; there is none"
        raise refuse("no appeal in particular", f"one of {', '.join(ids)}, with --appeal" if ids else none)
    return ids[0]


def _penalties(
    appeal: Appeal, opened: OpenEvent, side: Side | None, decision: AppealDecision, wanted: bool, asked: bool
) -> tuple[Penalty, ...]:
    """The penalty for an appeal without merit: with --penalty, or where somebody in a terminal says so."""
    if decision is not AppealDecision.WITHOUT_MERIT:
        if wanted:
            raise refuse(f"--penalty for an appeal {decision.value}", "--penalty with --without-merit alone")
        return ()
    if wanted:
        return penalties_for(appeal, opened, side)
    if asked and asking.is_terminal() and standard_penalty(opened.event) and (appeal.side or side):
        offered = penalties_for(appeal, opened, side)
        words = " and ".join(f"{each.amount} from {each.contestant}" for each in offered)
        return offered if asking.confirmed(f"The standard penalty, {words}?", output.say) else ()
    return ()


# Doing it


def _finish(desk: Desk, opened: OpenEvent, draft: Draft, preview: bool, json: bool, yes: bool = True) -> None:
    """Show what a draft does; enter it unless it is only to be looked at."""
    effect = desk.preview(opened, draft)
    if (effect.rulings or preview) and not json:
        _show(effect)
    if preview:
        output.answer(json, "effect", _data(effect, given=False), "Nothing was entered.", event=effect.after.event)
        if effect.in_the_way:
            print_findings(Unlawful(effect.in_the_way))
            raise typer.Exit(1)
        return
    if effect.rulings and not effect.in_the_way:
        asking.agree_or_exit("Give this ruling?", json, yes, _data(effect, given=False), effect.after.event)
    effect = desk.confirm(opened, draft)
    if json:
        output.print_json("effect", _data(effect, given=True), effect.after.event)
        return
    if effect.rulings:
        print_given(effect)
        output.say()
    for entry in effect.new:
        output.say(f"entry {entry.seq}: {entry_words(entry, effect.after)}")
    for appeal in appeals_touched(effect):
        if appeal.decision is None:
            words = f"The appeal is in time: no official score contains ruling {appeal.ruling} yet."
            if ends := until(appeal.ruling, effect.after):
                words = f"Ruling {appeal.ruling} could be appealed until {clock.shown_time(ends, appeal.lodged.at)}."
            output.say(words)
        elif appeal.decision is AppealDecision.WITHOUT_MERIT and len(effect.new) == 1:
            amount = standard_penalty(effect.after.event)
            output.say(f"No penalty was given; the standard one is {amount}." if amount else "No penalty was given.")


def _show(effect: Effect) -> None:
    """What a draft would do, for somebody who has to decide."""
    if not effect.rulings:
        for entry in effect.new:
            output.say(entry_words(entry, effect.after))
    if effect.rulings or effect.moves:
        print_preview(effect)
    output.say()


def _data(effect: Effect, given: bool) -> dict[str, object]:
    appeals = [appeal_data(appeal, effect.after) for appeal in appeals_touched(effect)]
    return {"appeals": appeals, **effect_data(effect, given)}


def _list(desk: Desk, opened: OpenEvent, json: bool) -> None:
    tables = [appeals_table(opened), open_to_appeal(opened, desk.clock())]
    if json:
        data = {"event": opened.kept.name, "appeals": tables[0].data, "open_to_appeal": tables[1].data}
        output.print_json("appeals", data)
        return
    if not tables[0].rows:
        output.say(f"{opened.kept.name}: no appeal was lodged.")
        if tables[1].rows:
            output.say()
    output.report_all(table for table in tables if table.rows)


def appeals_table(opened: OpenEvent) -> Table:
    """Every appeal: against what, by whom, when, and how it ended."""
    rows = []
    for appeal in opened.history.appeals.values():
        given = opened.history.ruling(appeal.ruling)
        side = appeal.side.words if appeal.side else "–"
        ends = until(appeal.ruling, opened)
        in_time = f"in time, until {clock.shown_time(ends)}" if ends else "in time: the ruling is not published yet"
        time = f"late: {appeal.late}" if appeal.late else in_time
        outcome = appeal.decision.words if appeal.decision else "waits"
        outcome += f" (ruling {appeal.varied_to})" if appeal.varied_to else ""
        lodged = clock.shown_time(appeal.lodged.at)
        board = str(given.ruling.board)
        rows.append([appeal.id, appeal.ruling, board, side, appeal.who or "–", lodged, time, outcome])
    heads = ["appeal", "ruling", "board", "side", "by", "lodged", "clock", "outcome"]
    data = [appeal_data(appeal, opened) for appeal in opened.history.appeals.values()]
    return Table(f"Appeals · {opened.kept.name}", heads, rows, (3, 4, 5, 6, 7), data)


def open_to_appeal(opened: OpenEvent, now: datetime) -> Table:
    """The rulings that may still be appealed, with how long."""
    found = may_be_appealed(opened, now)
    waits = f"{many(opened.event.regulation.appeal_minutes, 'minute')} after it is published"
    rows = [
        [given.ruling.id, str(given.ruling.board), clock.shown_time(ends) if ends else waits, _left(ends, now)]
        for given, ends in found
    ]
    data = [open_to_appeal_data(*each) for each in found]
    return Table("May still be appealed", ["ruling", "board", "until", "left"], rows, (2,), data)


def _left(ends: datetime | None, now: datetime) -> str:
    if ends is None:
        return "–"
    minutes = int((ends - now).total_seconds()) // 60
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"


def varied_by(options: RulingOptions, appealed: Ruling, opened: OpenEvent, reason: str) -> Proposed:
    """The ruling that takes the place of the appealed one, with what is written down beside it."""
    proposed = proposed_by_flags(replace(options, replaces=appealed.id), opened)
    note_missing_facts(options, proposed.ruling, opened)
    polls = tuple(poll.counted for poll in proposed.report.polls)
    ruling = instead_of(appealed, proposed.ruling, options.given(), reason, polls)
    return Proposed(ruling, replace(proposed.report, polls=()))


COMMANDS = {"appeal": command}
