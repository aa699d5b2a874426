"""`amends rule`: gives a ruling, from options, from a rulings file, from a draft, or question by question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from amends.cli import asking, output
from amends.cli.effects import drafts_table, print_given, print_preview
from amends.cli.options.common import Json, Text, option
from amends.cli.options.ruling_options import PLACES, RulingOptions, flag, with_ruling_options
from amends.cli.options.ruling_source import Meant, meant, refuse_unanswered
from amends.cli.session import By, EventName, StorePlace, at_event, print_findings
from amends.desk import Desk, Draft, Effect, OpenEvent, Unlawful
from amends.desk.commands.rulings import undoing, withdrawing
from amends.desk.guide import Answers, Correction, LeftOpen, Ready
from amends.desk.unfinished_rulings import KeptDraft, Unfinished, Work, discard, drop, keep
from amends.desk.views.as_data import effect_data
from amends.faults import Faults, printable, refuse


@with_ruling_options()
def command(
    event: EventName,
    options: RulingOptions,
    ask: Annotated[bool, option("--ask", "Ask question by question; a pipe can answer, one answer per line.")] = False,
    draft: Annotated[bool, option("--draft", "Keep it as a draft instead of giving it.")] = False,
    drafts: Annotated[bool, option("--drafts", "List the drafts.")] = False,
    drop_draft: Annotated[Text, option("--drop-draft", "Throw a draft away.", "NUMBER")] = None,
    withdraw: Annotated[Text, option("--withdraw", "Take a ruling back; needs --reason.", "RULING")] = None,
    undo: Annotated[
        Text, option("--undo", "Undo a ruling that was not published yet; no reason needed.", "RULING")
    ] = None,
    yes: Annotated[bool, option("--yes", "Give it without asking once more.")] = False,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Give a ruling and print its slip.

    It shows the effect first. Without options it asks question by question.

    Example: amends rule friday --board 9 --ns 5 --both "4S S =" --non-offending ew --laws "16B1, 12C1(b)" --yes
    """
    modes = {"drafts": drafts, "drop_draft": drop_draft, "withdraw": withdraw, "undo": undo}
    _one_of(modes, options, ask or draft)
    with at_event(event, store, by) as (desk, opened):
        rule = _Ruling(desk, opened, yes=yes, json=json)
        if drafts:
            rule.list_drafts()
        elif drop_draft is not None:
            discard(desk, opened, drop_draft)
            rule.tell(f"Draft {drop_draft} is gone.", {"dropped": drop_draft})
        elif withdraw is not None:
            rule.enter(withdrawing(withdraw, options.reason or ""), f"Ruling {withdraw} withdrawn: what it changes")
        elif undo is not None:
            rule.enter(undoing(undo), f"Ruling {undo} undone: what it changes")
        else:
            rule.rule(options, ask, draft)


def _one_of(modes: Mapping[str, object], options: RulingOptions, other: bool) -> None:
    """Refuse two things at once."""
    used = [name for name, value in modes.items() if value]
    beside = [name for name in options.given() if not (name == "reason" and used == ["withdraw"])]
    if len(used) > 1:
        raise refuse(f"{flag(used[0])} beside {flag(used[1])}", "one of the two")
    if used and (beside or other):
        raise refuse(f"{flag(used[0])} beside {flag(beside[0]) if beside else '--ask or --draft'}", "one of the two")


class _Ruling:
    """One call of the command: who is at the desk, the event, and how it is printed."""

    def __init__(self, desk: Desk, opened: OpenEvent, *, yes: bool, json: bool) -> None:
        self.desk, self.opened, self.yes, self.json = desk, opened, yes, json
        self.say = asking.printer(json)

    def tell(self, words: str, data: dict[str, object]) -> None:
        """A line for people, or data."""
        output.answer(self.json, "effect", data, printable(words))

    # What is given

    def rule(self, options: RulingOptions, ask: bool, draft: bool) -> None:
        """Give what the options mean, keep it, or ask."""
        answers = _prefilled(options) if ask else None
        found = None if answers is not None else meant(options, self.desk, self.opened)
        if found is None or found.waits:
            kept = found.from_draft if found else None
            if not ask and not asking.is_terminal():
                expected = "options such as --board, --ns and --both; or --ask for questions"
                raise refuse_unanswered(kept, self.opened) if kept else refuse("nothing to rule on", expected)
            self.ask(answers or (kept.work.answers if kept and isinstance(kept.work, Unfinished) else {}), kept, draft)
        elif found.draft is None:
            self.tell("Nothing new: all of it has been given.", {"given": False, "rulings": [], "entries": []})
        elif draft:
            self.keep_all(found)
        else:
            self.enter(found.draft, "All of them together", found)

    def enter(self, draft: Draft, title: str, found: Meant | None = None) -> None:
        """Show what a draft does, and enter it with --yes or when somebody at the terminal agrees."""
        try:
            effect = self.desk.preview(self.opened, draft)
            if not self.json:
                print_preview(effect, title)
                output.say()
            what = "Give this ruling?" if effect.rulings else "Enter this?"
            if not effect.in_the_way:
                asking.agree_or_exit(what, self.json, self.yes, {"given": False})
            effect = self.desk.confirm(self.opened, draft)
        except Faults as trouble:
            raise (found.placed(trouble) if found else trouble) from None
        self.given(effect, found.from_draft.id if found and found.from_draft else None)

    def given(self, effect: Effect, draft: str | None) -> None:
        """Show what was entered; the draft that it was is not kept any more."""
        if draft is not None:
            drop(self.desk, self.opened, draft)
        if self.json:
            output.print_json("effect", effect_data(effect, given=True), effect.after.event)
        else:
            print_given(effect)

    # Questions

    def ask(self, answers: Answers, kept: KeptDraft | None, draft: bool) -> None:
        """Ask question by question; whoever stops finds a draft."""
        id = kept.id if kept else None
        try:
            given, end = asking.dialogue(self.opened, answers, self.say)
        except asking.Stopped as stopped:
            self.keep(Unfinished(stopped.answers), id, "Stopped")
            return
        if isinstance(end, LeftOpen):
            self.keep(Unfinished({key: each for key, each in given.items() if key != end.at}), id, end.why.capitalize())
            return
        work = Unfinished(given)
        if draft:
            self.keep(work, id, "Not given")
            return
        effect = self.desk.preview(self.opened, end.draft())
        if not self.json:
            output.say()
            title = f"The result is {end.result.result} by Law 70" if isinstance(end, Correction) else ""
            print_preview(effect, title)
            output.say()
        if effect.in_the_way:
            self.keep(work, id, "Not given")
            print_findings(Unlawful(effect.in_the_way))
            raise typer.Exit(1)
        what = "Correct the result?" if isinstance(end, Correction) else "Give this ruling?"
        if not self.yes and not asking.confirmed(what, self.say):
            self.keep(work, id, "Not given")
            return
        effect = self.desk.confirm(self.opened, end.draft())
        self.given(effect, id)
        if isinstance(end, Ready) and end.offer:
            event, amount, case = self.opened.kept.name, end.offer.amount, effect.rulings[0].case
            commands = [f'amends penalty "{event}" "{who}" "{amount}" --case {case}' for who in end.offer.contestants]
            self.say(printable(f"{end.offer.words} It is given by: {'; '.join(commands)}"))

    # Drafts

    def keep(self, work: Work, id: str | None, why: str) -> None:
        """Keep a draft and say its number."""
        number = keep(self.desk, self.opened, work, id)
        again = f'amends rule "{self.opened.kept.name}" --from-draft {number}'
        words = f"{why}. Kept as draft {number}; go on with: {again}"
        self.tell(words, {"given": False, "drafts": [number], "why": why})

    def keep_all(self, found: Meant) -> None:
        """Keep each ruling as a draft of its own; one that does not fit is refused as if it were given."""
        assert found.draft is not None
        try:
            self.desk.preview(self.opened, found.draft)
        except Faults as trouble:
            raise found.placed(trouble) from None
        id = found.from_draft.id if found.from_draft else None
        numbers = [keep(self.desk, self.opened, work, id) for work in found.works]
        words = ", ".join(numbers)
        self.tell(f"Kept as draft{'s' if len(numbers) > 1 else ''} {words}.", {"given": False, "drafts": numbers})

    def list_drafts(self) -> None:
        """All drafts of the event, with who holds them."""
        drafts = drafts_table(self.desk, self.opened)
        if self.json:
            output.print_json("drafts", {"drafts": drafts.data})
        elif drafts.rows:
            output.report(drafts)
        else:
            output.say("There is no draft.")


def _prefilled(options: RulingOptions) -> dict[str, str] | None:
    """Answers that options give to the first questions; None where a draft or something else is meant."""
    given = options.given()
    if "from_draft" in given:
        return None
    places = [str(given[name]) for name in ("ns", "ew", "room") if name in given]
    places += [f"{name} {given[name]}" for name in ("table", "round", "section", "session", "match") if name in given]
    stray = [name for name in given if name not in ("board", "case", *PLACES)]
    if stray:
        raise refuse(f"{flag(stray[0])} beside --ask", "with --ask only where it happened: --board, --ns, --case")
    answers = {"case": options.case or "", "board": str(options.board or ""), "table": ", ".join(places)}
    return {key: answer for key, answer in answers.items() if answer}


COMMANDS = {"rule": command}
