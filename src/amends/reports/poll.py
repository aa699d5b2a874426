"""The report of polls: votes left out, tables of shares, proposed weights and findings; also as JSON data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from amends import exact
from amends.awards import Mixture
from amends.bridge import PassedOut, Side
from amends.faults import printable
from amends.laws.editions import clause
from amends.reports.layout.html import Table
from amends.rulings.polls.weights import Polled, PolledOutcome, Proposal
from amends.wording.figures import precise


class LineKind(StrEnum):
    """What a line says, so that each reader can set it in its own way."""

    LEFT_OUT = "left-out"
    METHOD = "method"
    PROPOSED = "proposed"
    EXACT = "exact"
    JUDGEMENT = "judgement"
    FINDING = "finding"


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A sentence."""

    kind: LineKind
    words: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", printable(self.words))


@dataclass(frozen=True, slots=True)
class PollReport:
    """The lines above the tables, the tables, and the lines below them."""

    above: tuple[ReportLine, ...]
    tables: tuple[Table, ...]
    below: tuple[ReportLine, ...]


def poll_report(polled: Polled) -> PollReport:
    """All that a director reads about polls; a table for each side to which weights lean, else one of the shares."""
    if not polled.polls:
        return PollReport((), (), (ReportLine(LineKind.METHOD, "Nobody was polled."),))
    tables = []
    for side in Side:
        leaning = [proposal for proposal in polled.proposals if proposal.leans is side]
        if leaning:
            tables.append(_leaning_table(leaning, polled))
    if not tables:
        rows, data = [(each.action, *_cells(each)) for each in polled.outcomes], list(map(_share_data, polled.outcomes))
        tables = [Table("Shares of the poll", ["action", "votes", "share", "95% interval"], rows, (0,), data)]
    findings = (f"{each.verdict}: {each.words}  [{each.clause}]" for each in polled.findings)
    return PollReport(
        tuple(_left_out(polled)),
        tuple(tables),
        (*_method(polled), *proposal_lines(polled), *(ReportLine(LineKind.FINDING, words) for words in findings)),
    )


# Lines


def _left_out(polled: Polled) -> list[ReportLine]:
    number = clause("12C1(c)", polled.regulation.edition)
    votes = [entry for stage in polled.left_out for entry in stage.items()]
    lines = [
        f"Left out: {exact.many(count, 'vote')} for {action}, which is disallowed  [{number}]"
        for action, count in votes
    ]
    lines += [f"Nobody voted for {call}, which is disallowed." for call in polled.nobody_chose]
    return [ReportLine(LineKind.LEFT_OUT, words) for words in lines]


def _method(polled: Polled) -> list[ReportLine]:
    rules = polled.regulation
    interval = ": the exact (Clopper-Pearson) interval of the votes of the poll"
    if any(len(each.stages) > 1 for each in polled.outcomes):
        interval = (
            " of the compound share: the product of the exact (Clopper-Pearson) intervals of its stages, of n stages"
            " each at the level 1 − 5%/n"
        )
    lines = [
        f"95% interval{interval}. Whatever the share among all such players is, intervals made in this way hold it at"
        " least 95 times in 100. It says how much a poll of this size can tell; no weight is made from it."
    ]
    if any(proposal.has_benefit and proposal.award for proposal in polled.proposals):
        lines.append(
            "Benefit of the doubt: a result and all above it may together have at most their share times"
            f" {rules.benefit_factor}; the limit binds"
            f" {'every' if rules.benefit_binds == 'every' else 'the favourable'} share"
            f"  [{clause('84D', rules.edition)}]"
        )
    elif rules.weighting == "true" and polled.proposals:
        lines.append("True weighting: the shares of the poll are the weights, without a benefit of the doubt.")
    return [ReportLine(LineKind.METHOD, words) for words in lines]


def proposal_lines(polled: Polled, award_text: Callable[[Mixture], str] = str) -> list[ReportLine]:
    """What is proposed for each side, the exact weights beside the rounded ones, and what the director judges."""
    proposals = polled.proposals
    if not proposals:
        calls = ", ".join(each.action for each in polled.outcomes if each.outcome in (None, PassedOut()))
        why = f", for want of results: {calls}"
        if polled.has_results:
            why = " until it is said who is non-offending."
        return [ReportLine(LineKind.JUDGEMENT, f"No weights are proposed{why}")]
    parts = [sorted(map(str, proposal.award.parts)) if proposal.award else None for proposal in proposals]
    if parts[0] is not None and parts[0] == parts[1] and not any(proposal.judged for proposal in proposals):
        return _side_lines(proposals[0], "both sides", award_text)
    lines = []
    for each in proposals:
        who = f"{each.side.words} ({'non-offending' if each.innocent else 'offending'})"
        lines += _side_lines(each, who, award_text)
    return lines


def _side_lines(proposal: Proposal, who: str, award_text: Callable[[Mixture], str]) -> list[ReportLine]:
    lines: list[tuple[LineKind, str]] = []
    if proposal.award:
        lines.append((LineKind.PROPOSED, f"Proposed for {who}: {award_text(proposal.award)}"))
    if proposal.judged:
        share = "" if proposal.award else " No result has so many: nothing is proposed."
        lines.append((LineKind.JUDGEMENT, f"{who}: {proposal.judgement}.{share}"))
    if proposal.is_rounded and proposal.exact:
        lines.append((LineKind.EXACT, f"Before rounding to steps of 5% or of 1/6: {award_text(proposal.exact)}"))
    if proposal.is_too_fine:
        words = "These weights are exact: no steps of 5% or of 1/6 lie between the shares of the poll and the limit."
        lines.append((LineKind.EXACT, words))
    return [ReportLine(*line) for line in lines]


# Tables


def _leaning_table(proposals: Sequence[Proposal], polled: Polled) -> Table:
    """The outcomes best for one side first, with what is proposed for it and for its opponents."""
    first = proposals[0]
    heads = ["result", first.leans.words, "votes", "share", "95% interval"]
    rows = [[step.polled.action, exact.signed(step.score), *_cells(step.polled)] for step in first.band]
    if limited := [each for each in proposals if each.has_benefit]:
        heads.append(f"with all above at most [{clause('84D', polled.regulation.edition)}]")
        for row, step in zip(rows, limited[0].band, strict=True):
            row.append(exact.percentage(step.limit_so_far))
    awarded = {each.award: each for each in proposals if each.award}  # one column where both sides have the same
    for proposal in awarded.values():
        heads.append("proposed" if len(awarded) == 1 else f"proposed for {proposal.side.words}")
        _add_weights(rows, [step.weight for step in proposal.band])
        if proposal.is_rounded:
            heads.append("before rounding")
            _add_weights(rows, [step.exact_weight for step in proposal.band])
    title = f"Best for {first.leans.words} first, {polled.vulnerable.words}"
    return Table(title, heads, rows, left=(0,), data=band_data(first))


def _add_weights(rows: Sequence[list[str]], weights: Sequence[Fraction | None]) -> None:
    for row, weight in zip(rows, weights, strict=True):
        row.append("" if weight is None else exact.percentage(weight))


def votes_text(each: PolledOutcome) -> str:
    """The votes of each stage: "5 of 6, 3 of 6"."""
    return ", ".join(f"{votes} of {asked}" for votes, asked in each.stages)


def _cells(each: PolledOutcome) -> tuple[str, str, str]:
    low, high = (exact.percentage(bound) for bound in each.interval)
    return votes_text(each), exact.percentage(each.share), f"{low} to {high}"


# For programs


def poll_data(polled: Polled) -> dict[str, object]:
    """All that follows from polls as plain data with exact values."""
    sides = polled.non_offending
    return {
        "regulation": polled.regulation.name,
        "weighting": polled.regulation.weighting,
        "vulnerable": polled.vulnerable.value,
        "non_offending": None if sides is None else [side.value for side in Side if sides[side]],
        "stages": [
            {"asked": poll.asked, "votes": dict(poll.votes), "left_out": out}
            for poll, out in zip(polled.polls, polled.left_out, strict=True)
        ],
        "shares": [_share_data(each) for each in polled.outcomes],
        "proposals": [_proposal_data(proposal) for proposal in polled.proposals],
        "findings": [
            {"verdict": str(found.verdict), "clause": found.clause, "words": found.words} for found in polled.findings
        ],
    }


def band_data(proposal: Proposal) -> list[dict[str, object]]:
    """The band as it is drawn: for each outcome what it has alone, and together with all before it."""
    return [
        {
            "result": step.polled.action,
            "score": step.score,
            "share": exact.show(step.polled.share),
            "share_so_far": exact.show(step.share_so_far),
            "limit_so_far": exact.show(step.limit_so_far),
            "weight": precise(step.weight),
            "exact_weight": precise(step.exact_weight),
            "weight_so_far": precise(step.weight_so_far),
        }
        for step in proposal.band
    ]


def _share_data(each: PolledOutcome) -> dict[str, object]:
    return {
        "action": each.action,
        "share": exact.show(each.share),
        "votes": each.votes,
        "of": each.of,
        "stages": [{"votes": votes, "of": asked} for votes, asked in each.stages],
        "interval": [exact.show(bound) for bound in each.interval],
    }


def _proposal_data(proposal: Proposal) -> dict[str, object]:
    results: list[dict[str, object]] = []
    for step in proposal.band:
        line: dict[str, object] = {
            "result": step.polled.action,
            "score": step.score,
            "share": exact.show(step.polled.share),
        }
        if not proposal.judged:
            line["allowed_with_better"] = exact.show(step.limit_so_far)
        if step.weight is not None and step.exact_weight is not None:
            line |= {"weight": exact.show(step.weight), "exact_weight": exact.show(step.exact_weight)}
        results.append(line)
    return {
        "side": proposal.side.value,
        "non_offending": proposal.innocent,
        "leans_to": proposal.leans.value,
        "award": str(proposal.award) if proposal.award else None,
        "exact_award": str(proposal.exact) if proposal.exact else None,
        "rounded": proposal.is_rounded,
        "results": results,
        **({"judgement": proposal.judgement} if proposal.judged else {}),
    }
