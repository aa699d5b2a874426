"""The options of a ruling, which several commands share: where, what, on which facts and laws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import typer

from amends.cli.options.common import Text, Texts, with_options
from amends.event.ruling import TableReference


def _in_panel(panel: str) -> Callable[..., Any]:
    """Makes options that the help shows together under a heading."""
    return lambda name, help, metavar=None: typer.Option(name, help=help, metavar=metavar, rich_help_panel=panel)


_where, _score, _why = _in_panel("Where"), _in_panel("The score"), _in_panel("Facts and laws")
_place, _elsewhere = _in_panel("Links to other entries"), _in_panel("From a file or a draft")


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingOptions:
    """What the command line says about rulings."""

    board: Annotated[int | None, _where("--board", "The board.")] = None
    ns: Annotated[Text, _where("--ns", "Who sat North-South, or any pair that sat there.", "NUMBER")] = None
    ew: Annotated[Text, _where("--ew", "Who sat East-West.", "NUMBER")] = None
    table: Annotated[Text, _where("--table", "The table.")] = None
    round: Annotated[Text, _where("--round", "The round.")] = None
    section: Annotated[Text, _where("--section", "The section.")] = None
    session: Annotated[Text, _where("--session", "The session.")] = None
    match: Annotated[Text, _where("--match", "Teams: the match.")] = None
    room: Annotated[Text, _where("--room", "Teams: open or closed; teams of eight also open 2, closed 2.")] = None
    both: Annotated[Text, _score("--both", 'For both sides: "60% 4H N =; 40% 4H N -1", "+620", "A+".', "AWARD")] = None
    award_ns: Annotated[Text, _score("--award-ns", "For N-S alone.", "AWARD")] = None
    award_ew: Annotated[Text, _score("--award-ew", "For E-W alone.", "AWARD")] = None
    fault: Annotated[
        Text, _score("--fault", "An artificial score by fault: none, partly or direct.", "ns=none,ew=direct")
    ] = None
    assigned: Annotated[
        Text,
        _score("--assigned", '86B2, beside --fault: a result at this table, or IMPs for N-S: "+5 IMP".', "AWARD"),
    ] = None
    self_inflicted: Annotated[
        Text, _score("--self-inflicted", "12C1(e): the non-offending side; needs --normal and --expected.", "SIDE")
    ] = None
    self_inflicted_facts: Annotated[
        Text,
        _score(
            "--self-inflicted-facts",
            "12C1(e): was it after the irregularity, unrelated to it, and extremely serious or a gamble?",
            "after=yes,unrelated=yes,serious=yes",
        ),
    ] = None
    normal: Annotated[Text, _score("--normal", "12C1(e): the result without the infraction.", "RESULT")] = None
    expected: Annotated[Text, _score("--expected", "12C1(e): the result after it, with normal play.", "RESULT")] = None
    stands: Annotated[bool, _score("--stands", "The table result stands.")] = False
    non_offending: Annotated[Text, _why("--non-offending", "Who is non-offending: ns, ew, both or none.")] = None
    laws: Annotated[Texts, _why("--laws", 'The laws, such as "16B1, 12C1(c)"; may be repeated.')] = None
    disallowed: Annotated[
        Texts, _why("--disallowed", 'A contract from a call that is not allowed: "4S E".', "CONTRACT")
    ] = None
    legal_route: Annotated[
        Texts, _why("--legal-route", "How a disallowed result could be reached legally.", "RESULT=WHY")
    ] = None
    poll: Annotated[
        Texts, _why("--poll", 'A poll: "4H N =*3; 4H N -1*3"; repeat it for a follow-up poll.', "VOTES")
    ] = None
    asked: Annotated[Text, _why("--asked", "Who was polled, and their standard of play.", "WORDS")] = None
    irregularity: Annotated[
        Text,
        _why(
            "--irregularity",
            "ui, mi, revoke, claim, wrong-board, fouled-board, directors-error or another; several with commas.",
        ),
    ] = None
    facts: Annotated[Text, _why("--facts", "What happened.", "WORDS")] = None
    statement: Annotated[
        Texts, _why("--statement", 'What a player said: "S: I had a full opening."; may be repeated.', "SEAT: WORDS")
    ] = None
    reason: Annotated[Text, _why("--reason", "The reason, for the slip.", "WORDS")] = None
    accept: Annotated[
        Texts, _why("--accept", "Why something unusual is right here; may be repeated.", "CLAUSE=WHY")
    ] = None
    claim: Annotated[bool, _why("--claim", "It is about a claim (Law 70): one result, never weighted.")] = False
    outside_agency: Annotated[bool, _why("--outside-agency", "An outside agency was at fault (12C2(a)).")] = False
    obtainable: Annotated[bool, _why("--obtainable", "A result could have been obtained (12C2(a)).")] = False
    not_scheduled: Annotated[bool, _why("--not-scheduled", "The board was not scheduled for this table (12C2(a)).")] = (
        False
    )
    replaces: Annotated[Text, _place("--replaces", "The ruling that it takes the place of.", "RULING")] = None
    case: Annotated[Text, _place("--case", "The case that it belongs to.", "CASE")] = None
    penalty: Annotated[
        Texts, _place("--penalty", 'A penalty beside the ruling: "18 10%"; may be repeated.', "CONTESTANT AMOUNT")
    ] = None
    time: Annotated[Text, _place("--time", 'When it was given: "21:12", "2026-11-13 21:12".')] = None
    rulings: Annotated[Path | None, _elsewhere("--rulings", "Give the rulings of a file (TOML).", "FILE")] = None
    only: Annotated[Texts, _elsewhere("--only", "Give only this ruling of the file; may be repeated.", "RULING")] = None
    replace: Annotated[
        bool, _elsewhere("--replace", "Replace given rulings by their changed versions in the file.")
    ] = False
    from_draft: Annotated[Text, _elsewhere("--from-draft", "Take up a draft.", "NUMBER")] = None

    @property
    def reference(self) -> TableReference:
        """The table that they name."""
        said: dict[str, Any] = {name: getattr(self, name) or "" for name in PLACES}
        return TableReference(**said | {"room": said["room"].lower()})

    def given(self) -> dict[str, Any]:
        """The options that were used."""
        return {
            each.name: value for each in fields(self) if (value := getattr(self, each.name)) not in (None, False, [])
        }


EVERY = tuple(each.name for each in fields(RulingOptions))
PLACES = ("ns", "ew", "table", "round", "section", "session", "match", "room")
"""The options that say which table of a board is meant."""
AWARD = (
    *("both", "award_ns", "award_ew", "fault", "assigned", "self_inflicted", "self_inflicted_facts"),
    *("normal", "expected", "stands"),
    *("non_offending", "laws", "disallowed", "legal_route", "poll", "accept", "outside_agency"),
)
"""The options that say what is awarded and on which laws."""
FROM_ELSEWHERE = ("rulings", "only", "replace", "from_draft")
"""The options that bring a ruling from a file or a draft."""


def flag(name: str) -> str:
    """An option as it is typed.

    >>> flag('award_ns')
    '--award-ns'
    """
    return f"--{name.replace('_', '-')}"


def with_ruling_options(names: Sequence[str] = EVERY) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a command take these of the ruling's options, and have them in its parameter `options`."""
    return with_options(RulingOptions, names)
