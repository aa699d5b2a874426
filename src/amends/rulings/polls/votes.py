"""Votes as people type them: "4H N =*3; 4H N -1*3", each action in one spelling."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from amends.awards import Mixture, parse_award
from amends.bridge import Outcome
from amends.faults import Fault, Faults, refuse
from amends.rulings.polls.poll import THEN, Poll, steps, tidy

MOST_VOTES = 200
"""The most votes in one stage: more than any poll has, and the exact interval stays quick."""
MOST_CHARACTERS = 200
"""The longest action."""

_VOTES = 'an action and its votes, such as "4H N =*3" or "pass"'
_PLAIN = str.maketrans("♠♤♥♡♦♢♣♧×", "SSHHDDCCx", "\ufe0e\ufe0f")
_CALL = re.compile(r"([1-7]) ?(NT|[CDHSN]) ?(X{0,2})(?: ?([NESW]))?", re.IGNORECASE)


def read_polls(stages: Sequence[Sequence[str]]) -> tuple[Poll, ...]:
    """The votes of each stage, in one text or in several; all that is wrong with them at once.

    >>> [poll.votes for poll in read_polls([['6♦*3', '3N*3'], ['6D S =*2; 6D S -1']])]
    [(('6D', 3), ('3NT', 3)), (('6D S =', 2), ('6D S -1', 1))]
    """
    faults: list[Fault] = []
    polls = []
    for number, texts in enumerate(stages, 1):
        counts: dict[str, int] = {}
        found: list[Fault] = []
        for piece in (piece for text in texts for piece in text.split(";")):
            try:
                action, count = read_votes(piece)
                counts[action] = counts.get(action, 0) + count
            except Faults as trouble:
                found += trouble.faults
        total = sum(counts.values())
        if total > MOST_VOTES:
            found.append(Fault(f"{total} votes", f"at most {MOST_VOTES} votes in a stage"))
        elif not total and not found:
            found.append(Fault("a poll without a vote", "at least one vote"))
        faults += Faults(found).at(f"stage {number}").faults if number > 1 else found
        if not faults:
            polls.append(Poll.of(counts))
    if faults:
        raise Faults(faults)
    return tuple(polls)


def read_votes(text: str) -> tuple[str, int]:
    """An action and its number of votes, which is one where it is not said.

    >>> read_votes('4♥ n 10 * 3'), read_votes('Double')
    (('4H N =', 3), ('Double', 1))
    """
    words, _, times = text.rpartition("*") if "*" in text else (text, "", "1")
    action = _read_action(words, text)
    if not re.fullmatch(r"[0-9]{1,6}", times.strip()):
        raise refuse(f"{times.strip()!r} votes in {text!r}", f"a whole number of votes, 0 to {MOST_VOTES}")
    return action, int(times)


def read_calls(texts: Sequence[str]) -> tuple[str, ...]:
    """Calls and contracts that are disallowed, each once, in the spelling of the actions.

    >>> read_calls(['6♠', '4s e', '6S'])
    ('6S', '4S E')
    """
    faults, calls = [], []
    for text in texts:
        try:
            calls.append(_read_action(text, text))
        except Faults as trouble:
            expected = 'a call or a contract, such as "6S" or "4S E"'
            faults += [Fault(fault.found, expected) for fault in trouble.faults]
    if faults:
        raise Faults(faults)
    return tuple(dict.fromkeys(calls))


def _read_action(words: str, text: str) -> str:
    """The action, in one spelling; `text` is what was typed."""
    action = tidy(words.translate(_PLAIN))
    if not action or "*" in action or not action.isprintable():
        raise refuse(repr(text) if text.strip() else "nothing", _VOTES)
    if any(sign.isnumeric() and not sign.isascii() for sign in action):
        raise refuse(repr(text), "the digits 0 to 9")
    if len(action) > MOST_CHARACTERS:
        raise refuse(repr(text), f"an action of at most {MOST_CHARACTERS} characters")
    return spelled(action)


def spelled(action: str) -> str:
    """An action in one spelling; what is neither a result nor a call or contract stays as it is.

    >>> spelled('4♥ n 10'), spelled('3N'), spelled('4h  n'), spelled('a  heart lead')
    ('4H N =', '3NT', '4H N', 'a heart lead')
    """
    action = tidy(action.translate(_PLAIN))
    if len(each := steps(action)) > 1:
        return f" {THEN} ".join(map(spelled, each))
    if (outcome := outcome_of(action)) is not None:
        return str(outcome)
    if found := _CALL.fullmatch(action):
        denomination = "NT" if found[2].upper() == "N" else found[2].upper()
        return f"{found[1]}{denomination}{found[3].lower()} {(found[4] or '').upper()}".strip()
    return action


@lru_cache(maxsize=1024)
def outcome_of(action: str) -> Outcome | None:
    """The result that an action is; None where it is a call, or something else.

    >>> print(outcome_of('4H N ='), outcome_of('4H'), outcome_of('pass > 4H N ='))
    4H N = None 4H N =
    """
    try:
        award = parse_award(steps(action)[-1])
    except Faults:
        return None
    return award.plain if isinstance(award, Mixture) else None
