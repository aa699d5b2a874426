"""Asks the guided questions in a terminal, or with the lines of a pipe: one answer a line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import typer

from amends.cli import output
from amends.desk import OpenEvent
from amends.desk.guide import Answers, Correction, Kind, LeftOpen, Question, Ready, next_question
from amends.desk.guide.replay import CASE
from amends.event import Event
from amends.faults import Faults, printable

BACK, STOP = ("back", "<"), ("stop", "quit", "q")


class Stopped(Exception):
    """Nobody answers any more; `answers` are those so far."""

    def __init__(self, answers: Answers) -> None:
        super().__init__("stopped")
        self.answers = answers


def is_terminal() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def agreed(words: str, say: Callable[[str], None], yes: bool) -> bool:
    """Whether to go on: with --yes, or when somebody at a terminal says yes. Without a terminal nobody agrees."""
    if yes:
        return True
    if is_terminal():
        return confirmed(words, say)
    say("There is no terminal to confirm this at: add --yes to enter it.")
    return False


def printer(json: bool) -> Callable[[str], None]:
    """Where questions are printed: beside the data, where data is asked for."""
    return partial(print, file=sys.stderr) if json else output.say


def agree_or_exit(words: str, json: bool, yes: bool, data: Mapping[str, object], event: Event | None = None) -> None:
    """Ask before something is entered; without agreement the command ends, with status 1 where nobody could agree."""
    if not agreed(words, printer(json), yes):
        output.answer(json, "effect", data, "Nothing was entered.", event=event)
        raise typer.Exit(0 if is_terminal() else 1)


def confirmed(words: str, say: Callable[[str], None]) -> bool:
    """Whether somebody says yes; no line at all is no."""
    say(f"{words} [y/N]")
    return (_line() or "").strip().casefold() in ("y", "yes")


def dialogue(
    opened: OpenEvent, answers: Answers, say: Callable[[str], None]
) -> tuple[dict[str, str], Ready | Correction | LeftOpen]:
    """Ask until there is an end; the answers and the end. "back" takes the last answer back, "stop" stops."""
    given = dict(answers)
    say(f"{BACK[0]} takes an answer back; {STOP[0]} keeps a draft.")
    found = next_question(opened, given)
    while isinstance(found, Question):
        for line in question_lines(found):
            say(line)
        text = _line()
        if text is None or text.strip().casefold() in STOP:
            raise Stopped(given)
        if text.strip().casefold() in BACK:
            _take_back(given, say)
            found = next_question(opened, given)
            continue
        attempt = given | {found.key: _by_number(found, text)}
        try:
            found = next_question(opened, attempt)
        except Faults as trouble:
            for fault in trouble.faults:
                words = replace(fault, where="")
                say(printable(f"  {words}"))
            continue
        given = attempt
    return given, found


def _take_back(given: dict[str, str], say: Callable[[str], None]) -> None:
    """Drop the last answer; those of a draft too, but not the case."""
    last = next((key for key in reversed(given) if key != CASE), None)
    if last is None:
        say("  This is the first question.")
        return
    del given[last]


def question_lines(question: Question) -> list[str]:
    """A question as it is printed: its note, its words and law, its hint, its choices."""
    law = f"  [{question.law}]" if question.law else ""
    default = f"  (empty: {question.default})" if question.default else ""
    lines = ["", *([question.note] if question.note else []), f"{question.words}{law}{default}"]
    lines += [f"  {question.hint}"] if question.hint else []
    for number, choice in enumerate(question.choices, 1):
        lines.append(f"  {choice.words}" if question.kind is Kind.TABLE else f"  {number:>2}  {choice.words}")
    return [printable(line) for line in lines]


def _by_number(question: Question, text: str) -> str:
    """The choice with this number; numbers of tables are those of pairs."""
    said = text.strip()
    if question.kind is not Kind.TABLE and said.isascii() and said.isdigit() and len(said) < 4:
        number = int(said)
        if 1 <= number <= len(question.choices):
            return question.choices[number - 1].value
    return text.rstrip("\n")


def _line() -> str | None:
    """The next line; None where there is none any more."""
    line = sys.stdin.readline()
    return line if line else None
