"""`amends case`: a call of the director, from the first note to the ruling."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated

import typer

from amends import clock
from amends.bridge import Side
from amends.cli import output
from amends.cli.effects import entered_lines
from amends.cli.options import common
from amends.cli.options.common import Gather, Json, Text, Texts, argument, option
from amends.cli.options.ruling_flags import read_statement, report_of
from amends.cli.options.ruling_options import PLACES, RulingOptions, with_ruling_options
from amends.cli.session import By, EventName, StorePlace, at_desk, at_event
from amends.desk import Desk, Draft, OpenEvent, Report
from amends.desk.commands.cases import (
    closing,
    opening,
    read_answer,
    read_auction,
    read_explanation,
    read_time,
    recording,
)
from amends.desk.views.as_data import entries_data
from amends.event.case import Facts, PollTaken
from amends.faults import printable, refuse
from amends.reports.case import case_report
from amends.rulings.polls.poll import read_calls, read_polls

CaseNumber = Annotated[str, argument("CASE", "The case, by its number.")]


def enter(desk: Desk, opened: OpenEvent, draft: Draft, json: bool) -> None:
    """Enter an addition to a case, and say what was entered."""
    effect = desk.confirm(opened, draft)
    output.answer(json, "entries", {"entries": entries_data(effect)}, *entered_lines(effect))


@with_ruling_options((*PLACES, "irregularity", "facts", "statement"))
def open_(
    event: EventName,
    board: Annotated[int, option("--board", "The board.")],
    options: RulingOptions,
    called: Annotated[Text, option("--called", 'When: "21:05".', "TIME")] = None,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Open a case about a table, with what is known already.

    The ruling that ends the case has the same number.

    Example: amends case open friday --board 9 --ns 5 --irregularity ui --facts "South passed after long thought."
    """
    report = replace(report_of(options), called=read_time(called) if called else None)
    with at_desk(store, by) as desk:
        after = desk.confirm(desk.open(event), opening(board, options.reference, report)).after
        case = list(after.history.cases.values())[-1]
        made = case_report(case, after.event, after.history)
        words = f"Case {case.id} is open: board {case.board}, {case.table}, {case.what_happened}."
        output.answer(json, "case", made.data(), printable(words))


def facts_case(
    event: EventName,
    case: CaseNumber,
    happened: Annotated[str, option("--happened", "What happened.", "WORDS")] = "",
    auction: Annotated[str, option("--auction", 'From the dealer on: "1H pass 4H 4S".', "CALLS")] = "",
    explained: Annotated[
        Texts, option("--explained", 'What was said of a call: "2C=both majors"; may be repeated.', "CALL=WORDS")
    ] = None,
    play: Annotated[str, option("--play", "The play, as far as it matters.", "WORDS")] = "",
    methods: Annotated[str, option("--methods", "What the partnerships play.", "WORDS")] = "",
    screens: Annotated[
        bool | None, option("--screens/--no-screens", "Whether there were screens.", default=False)
    ] = None,
    found: Annotated[str, option("--found", "What is established as a fact.", "WORDS")] = "",
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Write down the facts of a case.

    They are added to those already there, until both sides have agreed the report.

    Example: amends case facts friday 2 --found "East had looked at the wrong hand; all agree."
    """
    with at_event(event, store, by) as (desk, opened):
        about = opened.history.case(case)
        facts = Facts(
            happened,
            read_auction(auction, opened, about, "--auction") if auction.strip() else None,
            tuple(read_explanation(each, "--explained") for each in explained or ()),
            play,
            methods,
            screens,
            found,
        )
        if facts == Facts():
            raise refuse("no facts", "--happened, --auction, --explained, --play, --methods, --screens or --found")
        enter(desk, opened, recording(case, Report(facts=facts)), json)


def statement(
    event: EventName,
    case: CaseNumber,
    words: Annotated[list[str], argument("SEAT: WORDS", 'Who and what: "S: I had a full opening."')],
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Write down what players say, before a ruling or for an appeal.

    Example: amends case statement friday 2 "E: I picked up the wrong board." "NS: We were ready to play."
    """
    with at_event(event, store, by) as (desk, opened):
        opened.history.case(case)
        enter(desk, opened, recording(case, Report(statements=tuple(map(read_statement, words)))), json)


def poll_case(
    event: EventName,
    case: CaseNumber,
    votes: Annotated[
        Texts, typer.Argument(help='Actions or results with their votes: "4H N =*3"; without *: one vote.')
    ] = None,
    question: Annotated[str, option("--question", "What was asked.", "WORDS")] = "",
    answer: Annotated[
        Texts,
        option("--answer", 'What one player said: "4H considered 4S / pass, expert"; once for each player.', "ACTION"),
    ] = None,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Write down a poll.

    A second poll of the same case refines an action of the first: the auction, then the play.

    Example: amends case poll friday 2 --question "What do you bid?" --answer "pass considered 4S, expert" --answer pass
    """
    if not votes and not answer:
        raise refuse("nobody who was asked", 'votes, such as "4H N =*3", or --answer for each player')
    reading = Gather()
    answers = [reading(partial(read_answer, text), f"--answer {number}") for number, text in enumerate(answer or (), 1)]
    counted = reading(lambda: dict(read_polls([votes])[0].votes)) if votes else {}
    reading.finish()
    with at_event(event, store, by) as (desk, opened):
        opened.history.case(case)
        poll = PollTaken(question, tuple(answers), counted)
        after = desk.confirm(opened, recording(case, Report(polls=(poll,)))).after
        made = case_report(after.history.cases[case], after.event, after.history)
        output.answer(json, "case", made.data(), made.text())


def agree(
    event: EventName,
    case: CaseNumber,
    side: Annotated[str, argument("SIDE", "ns, ew or both.")],
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Record that a side agrees with the report of a case.

    Once both sides have agreed, its facts and polls are closed.

    Example: amends case agree friday 1 ns
    """
    sides = tuple(Side) if side.strip().casefold() == "both" else (Side.parse(side),)
    with at_event(event, store, by) as (desk, opened):
        agreed = opened.history.case(case).agreed
        new = tuple(each for each in sides if each not in agreed)
        if not new:
            words = " and ".join(each.words for each in sides)
            raise refuse(f"{words}, who have agreed already", "a side that has not")
        enter(desk, opened, recording(case, Report(agreed=new)), json)


def close(
    event: EventName,
    case: CaseNumber,
    reason: Annotated[str, option("--reason", "Why no ruling is needed.", "WORDS")],
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Close a case.

    A later ruling in the case opens it again.

    Example: amends case close friday 4 --reason "both sides are content"
    """
    if not reason.strip():
        raise refuse("no reason", "why the case is closed")
    with at_event(event, store, by) as (desk, opened):
        if opened.history.case(case).closed is not None:
            raise refuse(f"case {case}, which is closed", "an open case")
        enter(desk, opened, closing(case, reason), json)


def show(
    event: EventName,
    case: Annotated[Text, argument("CASE", "The case; without it, all of them.")] = None,
    non_offending: Annotated[
        Text, option("--non-offending", "For whom weights are proposed: ns, ew, both or none.")
    ] = None,
    disallowed: Annotated[
        Texts, option("--disallowed", "A call whose votes do not count; may be repeated.", "CALL")
    ] = None,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Show a case with its facts, statements, polls and rulings.

    It also shows the weights that the polls propose together, and the times.

    Example: amends case show friday 1
    """
    with at_event(event, store, by) as (_, opened):
        if case is None:
            _all(opened, json)
            return
        sides, calls = common.read_sides(non_offending), read_calls(disallowed or [])
        made = case_report(opened.history.case(case), opened.event, opened.history, sides, calls)
        output.answer(json, "case", made.data(), made.text())


def _all(opened: OpenEvent, json: bool) -> None:
    cases = opened.history.cases.values()
    if json:
        reports = [case_report(case, opened.event, opened.history) for case in cases]
        output.print_json("cases", {"cases": [each.data() for each in reports]})
        return
    if not cases:
        output.say("No case is open: amends case open opens one.")
        return
    rows = []
    for case in cases:
        about = (case.board, case.table, case.what_happened, case.state)
        rows.append([case.id, clock.shown_time(case.opened.at), *(printable(str(cell)) for cell in about)])
    output.table("Cases", ["case", "opened", "board", "table", "what happened", "state"], rows, left=(1, 3, 4, 5))


COMMANDS = {
    "case open": open_,
    "case facts": facts_case,
    "case statement": statement,
    "case poll": poll_case,
    "case agree": agree,
    "case close": close,
    "case show": show,
}
