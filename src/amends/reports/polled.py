"""What polls come to, for people: what was left out, tables, proposals and findings; and the same for programs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from amends import exact
from amends.bridge import PassedOut, Side
from amends.faults import printable
from amends.laws.editions import clause
from amends.reports.table import Table
from amends.rulings.weights import Polled, PolledOutcome, Proposal


class Kind(StrEnum):
    """What a line says, so that each reader can set it in its own way."""

    LEFT_OUT = "left-out"
    METHOD = "method"
    PROPOSED = "proposed"
    JUDGEMENT = "judgement"
    FINDING = "finding"


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence."""

    kind: Kind
    words: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", printable(self.words))


@dataclass(frozen=True, slots=True)
class PolledReport:
    """The lines above the tables, the tables, and the lines below them."""

    above: tuple[Line, ...]
    tables: tuple[Table, ...]
    below: tuple[Line, ...]


def polled_report(polled: Polled) -> PolledReport:
    """All that a director reads about polls; a table for each side to which weights lean, else one of the shares."""
    if not polled.polls:
        return PolledReport((), (), (Line(Kind.METHOD, "Nobody was polled."),))
    tables = []
    for side in Side:
        leaning = [proposal for proposal in polled.proposals if proposal.leans is side]
        if leaning:
            tables.append(_leaning_table(max(leaning, key=lambda proposal: proposal.award is not None), polled))
    return PolledReport(
        tuple(_left_out(polled)),
        tuple(tables or [_share_table(polled)]),
        (*_method(polled), *_proposed(polled), *_findings(polled)),
    )


# Lines


def _left_out(polled: Polled) -> list[Line]:
    number = clause("12C1(c)", polled.regulation.edition)
    votes = [entry for stage in polled.left_out for entry in stage.items()]
    lines = [
        f"Left out: {exact.many(count, 'vote')} for {action}, which is disallowed  [{number}]"
        for action, count in votes
    ]
    lines += [f"Nobody voted for {call}, which is disallowed." for call in polled.nobody_chose]
    return [Line(Kind.LEFT_OUT, words) for words in lines]


def _method(polled: Polled) -> list[Line]:
    rules = polled.regulation
    several = "last stage that asked about it, not of the compound share" if len(polled.polls) > 1 else "poll"
    lines = [
        f"95% interval: the exact (Clopper-Pearson) interval of the votes of the {several}. Whatever the share among"
        " all such players is, intervals made in this way hold it at least 95 times in 100. It says how much a poll"
        " of this size can tell; no weight is made from it."
    ]
    if any(proposal.award for proposal in polled.proposals):
        factor = "1, by true weighting" if rules.weighting == "true" else str(rules.benefit_factor)
        lines.append(
            f"Benefit of the doubt: a result and all above it may together have at most their share times {factor};"
            f" the limit binds {'every' if rules.benefit_binds == 'every' else 'the favourable'} share"
            f"  [{clause('84D', rules.edition)}]"
        )
    return [Line(Kind.METHOD, words) for words in lines]


def _proposed(polled: Polled) -> list[Line]:
    proposals = polled.proposals
    if not proposals:
        return _no_weights(polled)
    parts = [sorted(map(str, proposal.award.parts)) if proposal.award else None for proposal in proposals]
    if parts[0] is not None and parts[0] == parts[1]:
        return [Line(Kind.PROPOSED, f"Proposed for both sides: {proposals[0].award}")]
    return [_side_line(proposal) for proposal in proposals]


def _side_line(proposal: Proposal) -> Line:
    who = f"{proposal.side.words} ({'non-offending' if proposal.innocent else 'offending'})"
    if proposal.award:
        return Line(Kind.PROPOSED, f"Proposed for {who}: {proposal.award}")
    return Line(Kind.JUDGEMENT, f"{who}: {proposal.judgement}. No weights are proposed.")


def _no_weights(polled: Polled) -> list[Line]:
    if polled.has_results:
        return [Line(Kind.JUDGEMENT, "No weights are proposed until it is said who is non-offending.")]
    calls = ", ".join(each.action for each in polled.outcomes if each.outcome in (None, PassedOut()))
    return [Line(Kind.JUDGEMENT, f"No weights are proposed, for want of results: {calls}")]


def _findings(polled: Polled) -> list[Line]:
    return [Line(Kind.FINDING, f"{each.verdict}: {each.words}  [{each.clause}]") for each in polled.findings]


# Tables


def _share_table(polled: Polled) -> Table:
    heads = ["action", "votes", "share", "95% interval"]
    rows = [(each.action, *_cells(each)) for each in polled.outcomes]
    return Table("Shares of the poll", heads, rows, left=(0,), data=[_share_data(each) for each in polled.outcomes])


def _leaning_table(proposal: Proposal, polled: Polled) -> Table:
    heads = ["result", proposal.leans.words, "votes", "share", "95% interval"]
    rows = [[step.polled.action, exact.signed(step.score), *_cells(step.polled)] for step in proposal.band]
    if proposal.award:
        heads += [f"with all above at most [{clause('84D', polled.regulation.edition)}]", "proposed"]
        for row, step in zip(rows, proposal.band, strict=True):
            row += [exact.percentage(step.limit_so_far), "" if step.weight is None else exact.percentage(step.weight)]
    title = f"Best for {proposal.leans.words} first, {polled.vulnerable.words}"
    return Table(title, heads, rows, left=(0,), data=band_data(proposal))


def _cells(each: PolledOutcome) -> tuple[str, str, str]:
    low, high = (exact.percentage(bound) for bound in each.interval)
    return f"{each.votes} of {each.of}", exact.percentage(each.share), f"{low} to {high}"


# For programs


def polled_data(polled: Polled) -> dict[str, object]:
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
            "weight": None if step.weight is None else exact.show(step.weight),
            "weight_so_far": None if step.weight_so_far is None else exact.show(step.weight_so_far),
        }
        for step in proposal.band
    ]


def _share_data(each: PolledOutcome) -> dict[str, object]:
    return {
        "action": each.action,
        "share": exact.show(each.share),
        "votes": each.votes,
        "of": each.of,
        "interval": [exact.show(bound) for bound in each.interval],
    }


def _proposal_data(proposal: Proposal) -> dict[str, object]:
    results: list[dict[str, object]] = [
        {
            "result": step.polled.action,
            "score": step.score,
            "share": exact.show(step.polled.share),
            "allowed_with_better": exact.show(step.limit_so_far),
            **({} if step.weight is None else {"weight": exact.show(step.weight)}),
        }
        for step in proposal.band
    ]
    return {
        "side": proposal.side.value,
        "non_offending": proposal.innocent,
        "leans_to": proposal.leans.value,
        "award": str(proposal.award) if proposal.award else None,
        "results": results,
        **({} if proposal.award else {"judgement": proposal.judgement}),
    }
