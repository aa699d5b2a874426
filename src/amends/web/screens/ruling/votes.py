"""Polls while players are asked: what would you call, and what happens then, how many tricks.

The two are two kinds of questions. What follows on a call is joined to it: "Pass > 4H E +1".
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from amends.bridge import Result
from amends.bridge.outcome import parse_outcome
from amends.faults import Faults, Refusal
from amends.rulings.checks.disallowed import is_disallowed
from amends.rulings.polls.poll import THEN, outcome_of, read_polls, spelled, steps
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.screens.ruling.effect import ASKED
from amends.web.screens.ruling.steps import BEING_SET

MOST_ACTIONS = 20
MOST_SENT = 100
"""Answers in one form: those to the question how many tricks count for each call."""
MOST_VOTES = 200
PASS = "Pass"
LEAST = 5
"""Fewer than these are said to be few."""

CALLS, RESULTS = "calls", "results"
"""The two kinds of polls, as the names of their fields begin."""


@dataclass(frozen=True, slots=True)
class Polling:
    """Actions with their votes so far, those nobody chose too; `order` has the places of the votes one by one."""

    votes: tuple[tuple[str, int], ...] = ()
    order: tuple[int, ...] = ()

    @property
    def asked(self) -> int:
        """How many have answered."""
        return sum(count for _, count in self.votes)

    @property
    def answer(self) -> str:
        """As an answer to the guide; "" where nobody was asked."""
        return "; ".join(f"{action}*{count}" for action, count in self.votes if count)

    @property
    def kept(self) -> str:
        """As a draft keeps it: with those nobody chose."""
        return "; ".join(f"{action}*{count}" for action, count in self.votes)

    def count(self, action: str) -> int:
        """The votes for an action."""
        return next((count for each, count in self.votes if each.casefold() == action.casefold()), 0)

    def with_action(self, action: str) -> Polling:
        """With one more action, without a vote; one that is there already stays."""
        name = " ".join(action.split())
        if not name or any(sign in name for sign in ";*"):
            raise Refusal(_("Type a call first, such as 4♠ or Pass."))
        if any(each.casefold() == name.casefold() for each, _ in self.votes):
            return self
        if len(self.votes) >= MOST_ACTIONS:
            raise Refusal(_("A poll has at most %(most)s answers.", most=MOST_ACTIONS))
        read_polls([[f"{name}*1"]])
        return replace(self, votes=(*self.votes, (name, 0)))

    def voted(self, action: str) -> Polling:
        """With one more vote for an action, which is added where it is missing."""
        added = self.with_action(action)
        if added.asked >= MOST_VOTES:
            raise Refusal(_("A poll has at most %(most)s votes.", most=MOST_VOTES))
        name = " ".join(action.split()).casefold()
        place = next(place for place, (each, _) in enumerate(added.votes) if each.casefold() == name)
        votes = tuple((each, count + (index == place)) for index, (each, count) in enumerate(added.votes))
        return Polling(votes, (*added.order, place))

    def undone(self) -> Polling:
        """Without the last vote."""
        places = [place for place in self.order if place < len(self.votes)]
        last = places[-1] if places else next((n for n in reversed(range(len(self.votes))) if self.votes[n][1]), None)
        if last is None:
            return self
        votes = tuple((each, max(0, count - (index == last))) for index, (each, count) in enumerate(self.votes))
        return Polling(votes, tuple(places[:-1]))


def polling_of(kept: str, order: str = "") -> Polling:
    """The poll that a draft keeps, or that was answered; an empty one where that cannot be read."""
    votes: list[tuple[str, int]] = []
    for piece in filter(None, (each.strip() for each in kept.split(";"))):
        action, _, count = piece.rpartition("*")
        if not action or not count.strip().isdecimal():
            return Polling()
        votes.append((action.strip(), int(count)))
    return Polling(tuple(votes), _places(order))


def _places(text: str) -> tuple[int, ...]:
    places = (each for each in text.split(",")[-MOST_VOTES:] if each.isascii() and each.isdecimal() and len(each) < 3)
    return tuple(map(int, places))


@dataclass(frozen=True, slots=True)
class PollSheet:
    """All that is being asked: calls, what follows on each of them, the words of both questions."""

    calls: Polling = Polling()
    results: Polling = Polling()
    asked: tuple[str, str] = ("", "")
    contracts: Mapping[str, str] = field(default_factory=dict)
    """The contract and declarer that each call leads to; that of "" is played whatever was called."""

    @classmethod
    def of(cls, answers: Mapping[str, str]) -> PollSheet:
        """As a draft keeps it; else as it was answered."""
        get = answers.get
        calls, results = get(f"{BEING_SET}calls"), get(f"{BEING_SET}results")
        if calls is None and results is None:
            told = [polling_of(text) for key in ("poll", "poll-2") if (text := get(key, ""))]
            found = {all(isinstance(outcome_of(action), Result) for action, _ in poll.votes): poll for poll in told}
            return cls(found.get(False, Polling()), found.get(True, Polling()), _asked(answers), {})
        return cls(
            polling_of(calls or "", get(f"{BEING_SET}calls-order", "")),
            polling_of(results or "", get(f"{BEING_SET}results-order", "")),
            _asked(answers),
            _kept_contracts(get(f"{BEING_SET}contracts", "")),
        )

    @property
    def kept(self) -> dict[str, str]:
        """As a draft keeps it."""
        first, second = self.asked if self.calls.asked else (self.asked[1], self.asked[0])
        return {
            f"{BEING_SET}calls": self.calls.kept,
            f"{BEING_SET}results": self.results.kept,
            f"{BEING_SET}calls-order": ",".join(map(str, self.calls.order)),
            f"{BEING_SET}results-order": ",".join(map(str, self.results.order)),
            f"{BEING_SET}contracts": ";".join(f"{call}={contract}" for call, contract in self.contracts.items()),
            f"{BEING_SET}asked-calls": self.asked[0],
            f"{BEING_SET}asked-results": self.asked[1],
            ASKED[0]: first,
            ASKED[1]: second,
        }

    def answers(self) -> dict[str, str]:
        """As answers to the guide: the calls, then what follows on each; results alone where no call was asked for."""
        results = [(action, count) for action, count in self.results.votes if count]
        if not self.calls.asked:
            alone = "; ".join(f"{steps(action)[-1]}*{count}" for action, count in results)
            return {"poll": alone, "poll-2": ""} if alone else {"poll": ""}
        for action, _count in results:
            call = steps(action)[0]
            if not self.calls.count(call):
                raise Refusal(
                    _("Nobody chose %(call)s, so what follows on it cannot count.", call=call), _("Undo those votes.")
                )
        return {
            "poll": self.calls.answer,
            "poll-2": "; ".join(f"{action}*{count}" for action, count in results),
            "poll-3": "",
        }


def _kept_contracts(kept: str) -> dict[str, str]:
    """The contracts that a draft keeps; one that cannot be read is asked for again."""
    contracts = {}
    for piece in kept.split(";"):
        call, _, contract = piece.partition("=")
        with suppress(Faults):
            contracts[call] = _contract(contract)
    return contracts


def _asked(answers: Mapping[str, str]) -> tuple[str, str]:
    return answers.get(f"{BEING_SET}asked-calls", ""), answers.get(f"{BEING_SET}asked-results", "")


def sent_sheet(form: SentForm) -> PollSheet:
    """The polls as a form has them, after the button that was pressed."""
    contracts = {
        name.removeprefix("contract "): form.text(name) for name in form.names() if name.startswith("contract ")
    }
    sheet = PollSheet(
        _sent(form, CALLS),
        _sent(form, RESULTS),
        (form.text("asked-calls"), form.text("asked-results")),
        {call: _contract(contract) for call, contract in contracts.items() if contract},
    )
    what, _colon, where = form.text("do").partition(":")
    match what:
        case "call":
            return replace(sheet, calls=sheet.calls.voted(where))
        case "result":
            return replace(sheet, results=sheet.results.voted(_result(where)))
        case "add-call":
            return replace(sheet, calls=sheet.calls.voted(_call(form)))
        case "undo" if where == CALLS:
            return replace(sheet, calls=sheet.calls.undone())
        case "undo":
            return replace(sheet, results=sheet.results.undone())
        case "contract":
            level, suit, by = (form.text(f"{key} {where}") for key in ("level", "suit", "by"))
            if not (level and suit and by):
                raise Refusal(_("Choose level, suit and declarer of the contract."))
            return replace(sheet, contracts={**sheet.contracts, where: _contract(f"{level}{suit} {by}")})
        case _:
            return sheet


def _sent(form: SentForm, name: str) -> Polling:
    actions, counts = form.texts(name), form.texts(f"{name}-votes")
    if len(actions) != len(counts) or not all(count.isdecimal() and len(count) < 4 for count in counts):
        raise Refusal(_("Each answer needs a number of votes."))
    if len(actions) > MOST_SENT:
        raise Refusal(_("A poll has at most %(most)s answers.", most=MOST_SENT))
    if any(not action or sign in action for action in actions for sign in ";*"):
        raise Refusal(_("An answer of a poll is a call or a result, such as 4♠ or Pass."))
    return Polling(tuple(zip(actions, map(int, counts), strict=True)), _places(form.text(f"{name}-order")))


def _call(form: SentForm) -> str:
    """The call that was typed, or pressed on the keys."""
    if typed := form.text("new-call"):
        return PASS if typed.casefold() in ("p", "pass") else spelled(typed)
    level, suit = form.text("call-level"), form.text("call-suit")
    if level in ("X", "XX", PASS):
        return level
    if not (level and suit):
        raise Refusal(_("Choose a call first: level and suit, or type it."))
    return f"{level}{suit}"


def _contract(text: str) -> str:
    result = _result(f"{text} =")
    return result.removesuffix(" =")


def _result(text: str) -> str:
    """A result, with the call that it follows on, in one spelling; refused where it is none."""
    call, then, last = text.rpartition(THEN)
    try:
        outcome = parse_outcome(last.strip())
    except Faults:
        outcome = None
    if not isinstance(outcome, Result):
        raise Refusal(_('"%(words)s" is no result.', words=last.strip()), _("Choose a number of tricks."))
    return f"{call.strip()} {THEN} {outcome}" if then else str(outcome)


@dataclass(frozen=True, slots=True)
class TrickVotes:
    """The question how many tricks, after one call: a tile for each number."""

    call: str
    contract: str
    """With its declarer; "" where it is not known yet."""
    tiles: tuple[tuple[int, str, int], ...] = ()
    """Tricks, the answer that says so, and its votes."""
    is_open: bool = True


def trick_votes(sheet: PollSheet, call: str, contract: str, is_open: bool) -> TrickVotes:
    """Five numbers of tricks around those that are needed, and any other that somebody said."""
    if not contract:
        return TrickVotes(call, "", is_open=is_open)
    made = parse_outcome(f"{contract} =")
    assert isinstance(made, Result)
    needed = 6 + made.contract.level
    first = max(0, min(needed - 2, 9))
    prefix = f"{call} {THEN} " if call else ""
    counted = {}
    for action, count in sheet.results.votes:
        outcome = outcome_of(action)
        if (
            isinstance(outcome, Result)
            and action == f"{prefix}{outcome}"
            and (outcome.contract, outcome.declarer) == (made.contract, made.declarer)
        ):
            counted[outcome.tricks] = count
    tricks = sorted({*range(first, first + 5), *counted})
    tiles = tuple((each, f"{prefix}{replace(made, tricks=each)}", counted.get(each, 0)) for each in tricks)
    return TrickVotes(call, contract, tiles, is_open)


def goes_on(call: str, disallowed: tuple[str, ...]) -> bool:
    """Whether what follows on a call matters: it is not the one that was not allowed."""
    return not is_disallowed(call, disallowed)
