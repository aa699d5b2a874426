"""The polls of a case on a form: question, answers, what was considered, and the weights that followed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction

from amends import exact
from amends.awards import Mixture
from amends.bridge import Outcome
from amends.clock import shown_time
from amends.event.case import PollTaken
from amends.event.rows import awards_in_force
from amends.faults import Faults
from amends.laws.editions import clause
from amends.reports.dossier import Dossier
from amends.reports.layout.sheet import Paragraph, Part
from amends.reports.layout.table import Table
from amends.reports.poll import votes_text
from amends.rulings.polls.alternatives import logical_alternatives
from amends.rulings.polls.poll import Poll, last_question
from amends.rulings.polls.votes import outcome_of
from amends.rulings.polls.weights import Proposal, from_polls
from amends.wording.award_text import action_words


def poll_parts(dossier: Dossier) -> list[Part]:
    """Each poll with its question, who was asked and what they chose; then what the polls allow and what was given."""
    taken: list[tuple[PollTaken, datetime | None]] = []
    if dossier.case and dossier.case.polls:
        taken += [(poll, made.at) for poll, made in dossier.case.polls]
    else:
        taken += [(PollTaken(votes=votes), None) for votes in dossier.given.ruling.poll]
    parts: list[Part] = []
    for number, (poll, at) in enumerate(taken, 1):
        asked = sum(poll.counted.values())
        time = f", {shown_time(at, dossier.given.made.at)}" if at else ""
        title = f"Poll {number}: {poll.question or 'question not recorded'} ({asked} asked{time})"
        parts.append(_poll_table(title, poll, dossier))
    if band := weight_table(dossier, [poll.counted for poll, _ in taken]):
        parts.append(band)
    return parts or [Paragraph("Nobody was polled.")]


def _poll_table(title: str, poll: PollTaken, dossier: Dossier) -> Table:
    """Of each action how many chose it; where more is known, how many considered it, and of which standard they are."""
    if not poll.answers:
        rows = [[action_words(action), str(count)] for action, count in poll.counted.items()]
        return Table(title, ["action", "chose it"], rows, (0,))
    found = logical_alternatives(poll, dossier.event.regulation)
    calls = [outcome_of(each.action) is None or each.action == "pass" for each in found]
    heads = ["action", "chose it", "considered it", *["logical alternative"] * any(calls), "who chose it"]
    rows = []
    for each, is_call in zip(found, calls, strict=True):
        standards = Counter(
            answer.standard
            for answer in poll.answers
            if answer.standard and action_words(answer.chose).upper() == action_words(each.action).upper()
        )
        logical = ["yes" if each.is_logical else "no"] if is_call else [""]
        words = ", ".join(f"{times} {standard}" for standard, times in standards.items())
        rows.append([action_words(each.action), str(each.chosen), str(each.considered), *logical * any(calls), words])
    return Table(title, heads, rows, (0, *range(3, len(heads))))


def proposal_and_weights(
    dossier: Dossier, votes: Sequence[Mapping[str, int]]
) -> tuple[Proposal, dict[Outcome, Fraction]] | None:
    """What the polls propose for the non-offending side, and the weights that it was given; None where they do not."""
    ruling = dossier.given.ruling
    if not votes or ruling.non_offending is None:
        return None
    try:
        polls = last_question([Poll.of(each) for each in votes])
        polled = from_polls(
            polls, ruling.disallowed, ruling.non_offending, dossier.vulnerable, dossier.event.regulation
        )
        awards = awards_in_force(ruling, dossier.table)
    except Faults:
        return None  # the polls do not lead to results; what was asked stands above all the same
    proposal = next((each for each in polled.proposals if each.innocent), None)
    if proposal is None:
        return None
    award = awards[proposal.side]
    return proposal, {outcome: weight for weight, outcome in award.parts} if isinstance(award, Mixture) else {}


def weight_table(dossier: Dossier, votes: Sequence[Mapping[str, int]]) -> Table | None:
    """Shares of the poll, the most that the benefit of the doubt allows, and the weights that were given."""
    found = proposal_and_weights(dossier, votes)
    if found is None:
        return None
    proposal, weights = found
    limited = proposal.has_benefit
    rows = []
    for step in proposal.band:
        score = exact.signed(step.score * proposal.leans.sign)
        most = [exact.percentage(step.limit_so_far)] * limited
        given = exact.percentage(weights.get(step.outcome, Fraction(0)))
        share = exact.percentage(step.polled.share)
        rows.append([step.outcome.symbols, score, votes_text(step.polled), share, *most, given])
    law = clause("84D", dossier.event.regulation.edition)
    heads = ["result", "N-S", "votes", "share", *[f"at most [{law}]"] * limited, "weight given"]
    title = f"Weighed, best for {proposal.leans.words} first{'; at most: with all above it' if limited else ''}"
    return Table(title, heads, rows, (0,))
