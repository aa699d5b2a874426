"""`amends poll`: from the votes of a poll to shares and to proposed weights."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Annotated

import typer

from amends import exact
from amends.awards import Mixture, parse_award
from amends.bridge import BySide, Outcome, PassedOut, Side, Vulnerable
from amends.cli import options, output
from amends.cli.options import BoardNumber, Json, RegulationName, SettingList, Vulnerability
from amends.explain import Finding
from amends.faults import Fault, Faults, refuse
from amends.laws import law77, law84
from amends.laws.editions import clause
from amends.regulations import Regulation
from amends.rulings.disallowed import is_disallowed, read_disallowed
from amends.rulings.poll import Poll, interval, last_votes, poll_findings, proposed, tidy, tree

NAME = "poll"
MOST_VOTES = 200
"""The most votes in one stage: more than any poll has, and the exact interval stays quick."""
MOST_CHARACTERS = 200
"""The longest action."""

_VOTES = 'an action and its votes, such as "4H N =*3" or "pass"'
_PLAIN = str.maketrans("♠♤♥♡♦♢♣♧×", "SSHHDDCCx", "\ufe0e\ufe0f")
_INTERVAL = lru_cache(maxsize=1024)(interval)
_CALL = re.compile(r"([1-7]) ?(NT|[CDHSN]) ?(X{0,2})(?: ?([NESW]))?", re.IGNORECASE)


@dataclass(frozen=True)
class Line:
    """An action with its share, and its votes among all on the last question that asked about it."""

    action: str
    share: Fraction
    votes: int
    of: int

    @property
    def interval(self) -> tuple[Fraction, Fraction]:
        """The exact 95% interval of the votes of the last stage."""
        return _INTERVAL(self.votes, self.of)

    @property
    def outcome(self) -> Outcome | None:
        """The result that the action is; None where it is a call, or something else."""
        return _outcome(self.action)


@dataclass(frozen=True)
class Proposal:
    """What is proposed for a side; no weights where the school leaves them to the director's judgement.

    The lines are in the order in which the weights lean: those best for `leans` first, with that side's scores, and
    with what each and all above it may have together (84D).
    """

    side: Side
    innocent: bool
    leans: Side
    lines: tuple[Line, ...]
    scores: list[int]
    allowed: list[Fraction]
    weights: list[Fraction] | None
    award: Mixture | None

    @property
    def judgement(self) -> str:
        """What the director judges where nothing is proposed."""
        if self.innocent:
            return 'the best result that was likely; what was "likely" is the director\'s judgement'
        return 'the worst result that was at all probable; what was "at all probable" is the director\'s judgement'


@dataclass(frozen=True)
class Polled:
    """All that follows from the votes."""

    polls: tuple[Poll, ...]
    left_out: tuple[dict[str, int], ...]
    nobody_chose: tuple[str, ...]
    lines: tuple[Line, ...]
    proposals: tuple[Proposal, ...]
    findings: tuple[Finding, ...]


def command(
    votes: Annotated[
        list[str], typer.Argument(help='Actions or results with their votes: "4H N =*3"; without *: one vote.')
    ],
    non_offending: Annotated[
        str | None,
        typer.Option(help="Who is non-offending: ns, ew, both or none; needed where weights are to be proposed."),
    ] = None,
    then: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VOTES", help='A further stage that refines an action: "6D S =*2; 6D S -1*2"; may be repeated.'
        ),
    ] = None,
    disallowed: Annotated[
        list[str] | None,
        typer.Option(metavar="CALL", help='A call or contract that is not allowed, such as "6S"; may be repeated.'),
    ] = None,
    vulnerable: Vulnerability = None,
    board: BoardNumber = None,
    regulation: RegulationName = "exact",
    set: SettingList = None,
    json: Json = False,
) -> None:
    """The shares of a poll, and the weights they allow with the benefit of the doubt (12C1(c), 84D).

    Example: amends poll "4H N =*3" "4H N -1*3" --non-offending ns
    """
    rules, conditions = options.read_regulation(regulation, set), options.read_vulnerable(vulnerable, board)
    innocent, calls = options.read_sides(non_offending), _read_calls(disallowed or [])
    polls = _read_polls([votes, *([stage] for stage in then or [])])
    polled = _polled(polls, calls, innocent, conditions, rules)
    if json:
        output.print_json(_data(polled, innocent, conditions, rules))
    else:
        _print(polled, conditions, rules)


# Reading


def _read_polls(stages: Sequence[Sequence[str]]) -> tuple[Poll, ...]:
    """The votes of each stage; all that is wrong with them at once."""
    faults: list[Fault] = []
    polls = []
    for number, texts in enumerate(stages, 1):
        counts: dict[str, int] = {}
        found: list[Fault] = []
        for piece in (piece for text in texts for piece in text.split(";")):
            try:
                action, count = _read_votes(piece)
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


def _read_votes(text: str) -> tuple[str, int]:
    """An action and its number of votes."""
    if text.startswith("--"):
        raise refuse(f"the option {text!r}", "one of those that amends poll --help lists")
    words, _, times = text.rpartition("*") if "*" in text else (text, "", "1")
    action = _read_action(words, text)
    if not re.fullmatch(r"[0-9]{1,6}", times.strip()):
        raise refuse(f"{times.strip()!r} votes in {text!r}", f"a whole number of votes, 0 to {MOST_VOTES}")
    return action, int(times)


def _read_action(words: str, text: str) -> str:
    """An action in one spelling: "4♥ n 10" and "4H N =" meet, and so do "3N" and "3NT"."""
    action = tidy(words.translate(_PLAIN))
    if not action or "*" in action or not action.isprintable():
        raise refuse(repr(text) if text.strip() else "nothing", _VOTES)
    if any(sign.isnumeric() and not sign.isascii() for sign in action):
        raise refuse(repr(text), "the digits 0 to 9")
    if len(action) > MOST_CHARACTERS:
        raise refuse(repr(text), f"an action of at most {MOST_CHARACTERS} characters")
    if (outcome := _outcome(action)) is not None:
        return str(outcome)
    if found := _CALL.fullmatch(action):
        denomination = "NT" if found[2].upper() == "N" else found[2].upper()
        return f"{found[1]}{denomination}{found[3].lower()} {(found[4] or '').upper()}".strip()
    return action


def _read_calls(texts: list[str]) -> list[str]:
    """The disallowed calls, in the spelling of the actions."""
    try:
        return list(dict.fromkeys(_read_action(text, text) for text in texts))
    except Faults as trouble:
        expected = 'a call or a contract, such as "6S" or "4S E"'
        raise Faults(Fault(fault.found, expected, "--disallowed") for fault in trouble.faults) from None


@lru_cache(maxsize=1024)
def _outcome(action: str) -> Outcome | None:
    try:
        award = parse_award(action)
    except Faults:
        return None
    return award.plain if isinstance(award, Mixture) else None


# Judging


def _is_out(action: str, call: str) -> bool:
    """Whether an action is a disallowed call, or the result of a disallowed contract."""
    if action.upper() == call.upper():
        return True
    try:
        read_disallowed(call)
    except Faults:
        return False  # a call such as pass or double, which is no contract
    return is_disallowed(action, [call])


def _polled(
    polls: tuple[Poll, ...], calls: list[str], innocent: BySide[bool] | None, conditions: Vulnerable, rules: Regulation
) -> Polled:
    left_out = tuple(
        {action: count for action, count in poll.votes if any(_is_out(action, call) for call in calls)}
        for poll in polls
    )
    out = [action for stage in left_out for action in stage]
    leaves, counted = _leaves(polls, out), last_votes(polls, out)
    lines = tuple(Line(action, share, *counted[action]) for action, share in leaves.items())
    proposals: tuple[Proposal, ...] = ()
    outcomes = [line.outcome for line in lines]
    if None not in outcomes and outcomes != [PassedOut()]:  # where nothing but pass is left, it is a call
        if innocent is None:
            raise refuse("results, but no --non-offending", "--non-offending ns, ew, both or none, to propose weights")
        proposals = tuple(_proposal(side, innocent[side], lines, conditions, rules) for side in Side)
    nobody_chose = tuple(call for call in calls if not any(_is_out(action, call) for action in out))
    return Polled(polls, left_out, nobody_chose, lines, proposals, tuple(poll_findings(polls, rules)))


def _leaves(polls: tuple[Poll, ...], out: list[str]) -> dict[str, Fraction]:
    """The shares after all stages; a stage that changes nothing is a mistake."""
    leaves = tree(polls[:1], out)
    for stage in range(2, len(polls) + 1):
        try:
            refined = tree(polls[:stage], out)
        except Faults as trouble:
            raise trouble.at(f"stage {stage}") from None
        if refined == leaves:
            actions = ", ".join(action for action, _ in polls[stage - 1].votes)
            expected = f"actions that begin with one of {', '.join(leaves)} and go on from there"
            raise refuse(f"{actions}, which refines nothing", expected, f"stage {stage}")
        leaves = refined
    return leaves


def _proposal(
    side: Side, innocent: bool, lines: tuple[Line, ...], conditions: Vulnerable, rules: Regulation
) -> Proposal:
    """For one side; the weights lean to a non-offending side and away from an offending one."""
    leans = side if innocent else side.other
    points = {
        line.action: leans.sign * law77.points(line.outcome, conditions) for line in lines if line.outcome is not None
    }
    ordered = tuple(sorted(lines, key=lambda line: -points[line.action]))
    scores, shares = [points[line.action] for line in ordered], [line.share for line in ordered]
    limits = {score: law84.limit(total, rules) for score, total in zip(scores, accumulate(shares), strict=True)}
    weights, award = proposed(shares, scores, innocent, rules), None
    if weights is not None:
        parts = zip(weights, (line.outcome for line in ordered), strict=True)
        award = Mixture(tuple((weight, outcome) for weight, outcome in parts if weight and outcome)).checked()
    allowed = [limits[score] for score in scores]
    return Proposal(side, innocent, leans, ordered, scores, allowed, weights, award)


# For people


def _print(polled: Polled, conditions: Vulnerable, rules: Regulation) -> None:
    for action, count in (entry for stage in polled.left_out for entry in stage.items()):
        votes = "1 vote" if count == 1 else f"{count} votes"
        output.say(f"Left out: {votes} for {action}, which is disallowed  [{clause('12C1(c)', rules.edition)}]")
    for call in polled.nobody_chose:
        output.say(f"Nobody voted for {call}, which is disallowed.")
    if not polled.proposals:
        heads = ["action", "votes", "share", "95% interval"]
        output.table("Shares of the poll", heads, [(line.action, *_cells(line)) for line in polled.lines], left=(0,))
    for side in Side:
        leaning = [proposal for proposal in polled.proposals if proposal.leans is side]
        if leaning:
            _print_table(max(leaning, key=lambda proposal: proposal.weights is not None), conditions, rules)
    output.say()
    _print_words(polled, rules)
    _print_proposals(polled.proposals)
    if not polled.proposals:
        calls = ", ".join(line.action for line in polled.lines if line.outcome in (None, PassedOut()))
        output.say(f"No weights are proposed, for want of results: {calls}")
    for finding in polled.findings:
        output.say(f"{finding.verdict}: {finding.words}  [{finding.clause}]", style="yellow")


def _cells(line: Line) -> tuple[str, str, str]:
    low, high = (exact.percentage(bound) for bound in line.interval)
    return f"{line.votes} of {line.of}", exact.percentage(line.share), f"{low} to {high}"


def _print_table(proposal: Proposal, conditions: Vulnerable, rules: Regulation) -> None:
    heads = ["result", proposal.leans.words, "votes", "share", "95% interval"]
    rows = [
        [line.action, exact.signed(score), *_cells(line)]
        for line, score in zip(proposal.lines, proposal.scores, strict=True)
    ]
    if proposal.weights is not None:
        heads += [f"with all above at most [{clause('84D', rules.edition)}]", "proposed"]
        for row, allowed, weight in zip(rows, proposal.allowed, proposal.weights, strict=True):
            row += [exact.percentage(allowed), exact.percentage(weight)]
    output.table(f"Best for {proposal.leans.words} first, {conditions.words}", heads, rows, left=(0,))


def _print_words(polled: Polled, rules: Regulation) -> None:
    several = "last stage that asked about it, not of the compound share" if len(polled.polls) > 1 else "poll"
    output.say(
        f"95% interval: the exact (Clopper-Pearson) interval of the votes of the {several}. Whatever the share among"
        " all such players is, intervals made in this way hold it at least 95 times in 100. It says how much a poll"
        " of this size can tell; no weight is made from it."
    )
    if any(proposal.award for proposal in polled.proposals):
        factor = "1, by true weighting" if rules.weighting == "true" else str(rules.benefit_factor)
        output.say(
            f"Benefit of the doubt: a result and all above it may together have at most their share times {factor};"
            f" the limit binds {'every' if rules.benefit_binds == 'every' else 'the favourable'} share"
            f"  [{clause('84D', rules.edition)}]"
        )


def _print_proposals(proposals: tuple[Proposal, ...]) -> None:
    parts = [sorted(map(str, proposal.award.parts)) if proposal.award else None for proposal in proposals]
    if parts and parts[0] is not None and parts[0] == parts[1]:
        output.say(f"Proposed for both sides: {proposals[0].award}", style="bold")
        return
    for proposal in proposals:
        who = f"{proposal.side.words} ({'non-offending' if proposal.innocent else 'offending'})"
        if proposal.award:
            output.say(f"Proposed for {who}: {proposal.award}", style="bold")
        else:
            output.say(f"{who}: {proposal.judgement}. No weights are proposed.")


# For programs


def _data(polled: Polled, sides: BySide[bool] | None, conditions: Vulnerable, rules: Regulation) -> dict[str, object]:
    return {
        "regulation": rules.name,
        "weighting": rules.weighting,
        "vulnerable": conditions.value,
        "non_offending": None if sides is None else [side.value for side in Side if sides[side]],
        "stages": [
            {"asked": poll.asked, "votes": dict(poll.votes), "left_out": out}
            for poll, out in zip(polled.polls, polled.left_out, strict=True)
        ],
        "shares": [
            {"action": line.action, "share": exact.show(line.share), "votes": line.votes, "of": line.of}
            | {"interval": [exact.show(bound) for bound in line.interval]}
            for line in polled.lines
        ],
        "proposals": [_proposal_data(proposal) for proposal in polled.proposals],
        "findings": [
            {"verdict": str(found.verdict), "clause": found.clause, "words": found.words} for found in polled.findings
        ],
    }


def _proposal_data(proposal: Proposal) -> dict[str, object]:
    results = [
        {
            "result": line.action,
            "score": score,
            "share": exact.show(line.share),
            "allowed_with_better": exact.show(most),
        }
        for line, score, most in zip(proposal.lines, proposal.scores, proposal.allowed, strict=True)
    ]
    data: dict[str, object] = {
        "side": proposal.side.value,
        "non_offending": proposal.innocent,
        "leans_to": proposal.leans.value,
        "award": str(proposal.award) if proposal.award else None,
        "results": results,
    }
    if proposal.weights is None:
        return data | {"judgement": proposal.judgement}
    for result, weight in zip(results, proposal.weights, strict=True):
        result["weight"] = exact.show(weight)
    return data
