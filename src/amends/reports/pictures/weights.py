"""The weights of a ruling beside what was polled, and how far the benefit of the doubt lets them lean (84D).

The limit of the Law is on outcomes together: the best and all better ones may have so much. An outcome alone has no
limit of its own, so a bar that began anew for each would show one that is not there. Bars therefore go on from each
other like steps: each begins where those before it end, and its end is what the limit is about.

- light, from the end of all better outcomes: the share of the poll;
- hatched, from the end of the share: what the benefit of the doubt leaves room for;
- the dark line with a mark at its end: the weight, from the end of the better outcomes' weights.

The first bar begins at 0 and reads as one expects; where a mark stands beyond the hatched part, that part is barred.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from amends import exact
from amends.reports.layout.html import Markup, joined
from amends.reports.pictures import drawing as svg
from amends.rulings.polls.weights import Proposal
from amends.wording.award_text import action_words

_HIGH, _EDGE, _OVER = 16, 2, 4
"""A bar, the room left and right of it for a mark at its very end, and how far a mark stands out."""

_NONE = Fraction(0)


def weight_bar(
    share: Fraction,
    limit: Fraction | None,
    weight: Fraction | None,
    words: str,
    *,
    share_before: Fraction = _NONE,
    weight_before: Fraction = _NONE,
    name: str,
) -> Markup:
    """The bar of one outcome, without letters, to stand beside what sets its weight.

    `share_before` and `weight_before` are what all better outcomes have, `limit` what they and this one may have
    together (`Step.limit_so_far`); None where nothing limits, or no weight is chosen yet. `words` name the outcome.
    """
    patterns = [svg.hatched(f"{name}-doubt", "doubt"), svg.hatched(f"{name}-beyond", "beyond", steep=True)]
    parts = _bar(share, limit, weight, share_before, weight_before, Fraction(_OVER), name)
    says = [_said(share, limit, weight, share_before, weight_before)]
    return svg.drawing(name, f"{words}: poll and weight", says, _HIGH + 2 * _OVER, parts, patterns)


def weights_picture(proposal: Proposal, weights: Sequence[Fraction | None] | None = None, *, name: str = "") -> Markup:
    """All outcomes of a proposal, best for the side to which it leans first; `weights` where others are chosen."""
    chosen = [step.weight for step in proposal.band] if weights is None else list(weights)
    name = name or svg.named("weights", proposal.side.value)
    patterns = [svg.hatched(f"{name}-doubt", "doubt"), svg.hatched(f"{name}-beyond", "beyond", steep=True)]
    parts: list[Markup] = []
    says = []
    before = [_NONE, *accumulate(weight or _NONE for weight in chosen)]
    row = 26 + _HIGH + 2 * _OVER
    limited = proposal.has_benefit and any(weight is not None for weight in chosen)
    for place, (step, weight) in enumerate(zip(proposal.band, chosen, strict=True)):
        y = place * row
        limit = step.limit_so_far if limited else None
        share, share_before = step.polled.share, step.share_so_far - step.polled.share
        figures = f"poll {exact.percentage(share)}" + ("" if weight is None else f" → {exact.percentage(weight)}")
        result = f"{action_words(step.polled.action)}  {exact.signed(step.score * proposal.leans.sign)}"
        room = svg.WIDE - 2 * _EDGE - svg.width(figures, bold=True) - 8
        parts += [
            svg.lettered(_EDGE, y + 18, svg.fitted(result, Fraction(room))),
            svg.lettered(svg.WIDE - _EDGE, y + 18, figures, anchor="end", bold=True),
            *_bar(share, limit, weight, share_before, before[place], Fraction(y + 26), name),
        ]
        says.append(f"{result}: {_said(share, limit, weight, share_before, before[place])}")
    title = f"Poll and weights, best for {proposal.leans.words} first"
    drawn = svg.drawing(name, title, says, len(proposal.band) * row, parts, patterns)
    return svg.figure(drawn, _legend(name, limited, any(weight is not None for weight in chosen)))


def _legend(name: str, limited: bool, chosen: bool) -> Markup:
    parts: list[str] = [svg.sample("currentColor", "share"), "the share of the poll;"]
    parts += [svg.sample(f"url(#{name}-doubt)", "doubt"), "the benefit of the doubt (84D);"] if limited else []
    if chosen:
        parts += [svg.sampled(svg.stroke(0, 6, 16, 6, "mark", 4), svg.stroke(16, 0, 16, 12, "mark", 4)), "the weight;"]
    return joined([*parts, "each begins where the better ones end."], " ")


def _bar(
    share: Fraction,
    limit: Fraction | None,
    weight: Fraction | None,
    share_before: Fraction,
    weight_before: Fraction,
    y: Fraction,
    name: str,
) -> list[Markup]:
    """One bar whose upper edge is y."""
    scale = Fraction(svg.WIDE - 2 * _EDGE)
    most = max(Fraction(1), share_before + share, limit or _NONE, weight_before + (weight or _NONE))

    def at(part: Fraction) -> Fraction:
        return _EDGE + part * scale / most

    end = share_before + share
    drawn = [
        svg.bar(at(_NONE), y, scale, _HIGH, "track", "none"),
        svg.element(
            "rect", x=at(_NONE), y=y, width=scale, height=_HIGH, kind="frame", fill="none", stroke="currentColor"
        ),
        svg.outlined(at(share_before), y, at(end) - at(share_before), _HIGH, "share", "currentColor"),
    ]
    if limit is not None and limit > end:
        drawn.append(svg.outlined(at(end), y, at(limit) - at(end), _HIGH, "doubt", f"url(#{name}-doubt)"))
    if weight is not None:
        given, middle = weight_before + weight, y + Fraction(_HIGH, 2)
        if limit is not None and given > limit:
            drawn.append(svg.outlined(at(limit), y, at(given) - at(limit), _HIGH, "beyond", f"url(#{name}-beyond)"))
        drawn += [
            svg.stroke(at(weight_before), middle, at(given), middle, "mark", 4),
            svg.stroke(at(given), y - _OVER + 1, at(given), y + _HIGH + _OVER - 1, "mark", 4),
        ]
    return drawn


def _said(
    share: Fraction, limit: Fraction | None, weight: Fraction | None, share_before: Fraction, weight_before: Fraction
) -> str:
    """A bar in words."""
    polled = f"{exact.percentage(share)} of the poll"
    if weight is None:
        return f"{polled}."
    together = f", {exact.percentage(weight_before + weight)} with all better ones" if share_before else ""
    given = f"weight {exact.percentage(weight)}{together}"
    if limit is None:
        return f"{polled}; {given}."
    judged = "more than" if weight_before + weight > limit else "within"
    return f"{polled}; {given}, {judged} the {exact.percentage(limit)} that 84D allows."
