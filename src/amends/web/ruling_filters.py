"""Filters of the templates that give a ruling: auctions, votes, weights, awards in large figures, places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from amends import exact
from amends.awards import Award, Mixture
from amends.bridge import Outcome, Points, Result, Side, Vulnerable
from amends.event import Event, Ruling, TableResult
from amends.laws import law77
from amends.rulings.consequences.moves import Move
from amends.rulings.consequences.on_board import board_figure
from amends.rulings.consequences.preview import Preview
from amends.rulings.polls.poll import outcome_of
from amends.scoring.standings import Standing
from amends.web.screens.ruling.effect import DraftEffect
from amends.wording.award_text import award_words, best_first, poll_words, result_line, ruling_award
from amends.wording.figures import precise
from amends.wording.names import names

# Words


def capitalize_first(words: str) -> str:
    """Words with a capital at the beginning, the others as they are.

    >>> capitalize_first("misinformation from East")
    'Misinformation from East'
    """
    return f"{words[:1].upper()}{words[1:]}"


def call_words(call: str) -> str:
    """A call as the table of an auction shows it: doubles have signs.

    >>> call_words("X"), call_words("XX"), call_words("4♥")
    ('×', '××', '4♥')
    """
    return {"X": "×", "XX": "××"}.get(call, call)


def votes_words(votes: Mapping[str, int]) -> str:
    """A poll in a line; nothing where nobody answered."""
    return poll_words(votes) if votes and sum(votes.values()) else ""


def over_or_down(result: str) -> str:
    """How a result stands to its contract, for short.

    >>> [over_or_down(text) for text in ("4H E =", "Pass > 4H E +1", "4H E -2")]
    ['=', '+1', '−2']
    """
    outcome = outcome_of(str(result))
    if not isinstance(outcome, Result):
        return ""
    more = outcome.tricks - 6 - outcome.contract.level
    return "=" if not more else f"{more:+d}".replace("-", "−")


def sides_at(row: TableResult) -> str:
    """Who sat at a table, by numbers: 15 v 32."""
    return " v ".join("-".join(side) or "–" for side in row.seats)


# Figures


def two(value: Fraction | None, sign: bool = False) -> Markup:
    """A figure with two decimals, the exact one in its title."""
    if value is None:
        return Markup("–")
    shown = exact.decimal(value).replace("-", "−")
    shown = f"+{shown}" if sign and value > 0 else shown
    return Markup('<span title="{}">{}</span>').format(precise(value) or shown, shown)


def bar_percent(share: Fraction) -> str:
    """A share of the width of a bar, as SVG writes it."""
    return exact.brief(share * 100)


def ns_points(award: Award, vulnerable: Vulnerable) -> str:
    """The N-S score of a table's result; "" where it has none."""
    plain = award.plain if isinstance(award, Mixture) else None
    return "" if plain is None else ns_points_of(plain, vulnerable)


def ns_points_of(outcome: Outcome, vulnerable: Vulnerable) -> str:
    """The N-S score of an outcome."""
    return exact.signed(law77.points(outcome, vulnerable))


def is_over(editor: Any) -> bool:
    """Whether some weight of an editor is outside what 84D allows."""
    return any(line.high is not None and not line.low <= line.weight <= line.high for line in editor.lines)


# Places and awards


def place_after(move: Move) -> str:
    """The place that somebody has afterwards: 3rd, 4th=."""
    return _place(move.after)


def place_before(move: Move) -> str:
    """The place that somebody had."""
    return _place(move.before)


def _place(standing: Standing | None) -> str:
    place = standing.place if standing else ""
    number, shared = place.rstrip("="), "=" if place.endswith("=") else ""
    return f"{_nth(int(number))}{shared}" if number.isascii() and number.isdecimal() else place


def _nth(number: int) -> str:
    """A place in figures: 1st, 2nd, 11th.

    >>> [_nth(number) for number in (1, 2, 3, 4, 11, 12, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '22nd']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def new_on_podium(preview: Preview, event: Event) -> Iterator[tuple[str, str, str]]:
    """Who stands on the podium of a list now and did not, or not there: place, list, and who it is."""
    for each in preview.podiums:
        before = {standing.contestant: standing.place for standing in each.before}
        for standing in each.after if each.changed else ():
            if before.get(standing.contestant) != standing.place:
                called = names(event, standing.contestant) or standing.contestant
                yield _place(standing), {"NS": "N-S", "EW": "E-W"}.get(each.list, each.list), called


def awards_in_parts(
    ruling: Ruling, event: Event, claimed: Award | None = None
) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """What a ruling awards, in lines of share, score and contract; under the side's name where each has its own."""
    vulnerable = event.conditions(ruling.board)
    if claimed is not None:
        yield "", _lines(claimed, vulnerable)
        return
    if ruling.self_inflicted is not None or ruling.stands or ruling.by_86b2:
        yield "", [("", ruling_award(ruling, event.regulation.edition), "")]
        return
    ns, ew = ruling.awards
    if ns == ew:
        yield "", _lines(ns, vulnerable)
        return
    for side in Side:
        yield side.words, _lines(ruling.awards[side], vulnerable)


def _lines(award: Award | None, vulnerable: Vulnerable) -> list[tuple[str, str, str]]:
    if award is None:
        return [("", "table result", "")]
    if not isinstance(award, Mixture):
        return [("", award_words(award), "")]
    return [
        (
            "" if weight == 1 else exact.percentage(weight),
            exact.signed(points),
            "" if isinstance(outcome, Points) else outcome.symbols,
        )
        for points, weight, outcome in best_first(award.checked(), vulnerable)
    ]


def figures_on(shown: DraftEffect, row: TableResult) -> list[tuple[str, Fraction | None, Fraction | None]]:
    """The figures of both sides on a board before and after, where no ruling is given."""
    effect = shown.effect
    return [
        (
            f"{side.words} {seat}",
            board_figure(effect.before.standings, seat, row).figure,
            board_figure(effect.after.standings, seat, row).figure,
        )
        for side in Side
        for seat in row.seats[side][:1]
    ]


RULING_FILTERS = {
    "awards_in_parts": awards_in_parts,
    "bar_percent": bar_percent,
    "call_words": call_words,
    "capitalize_first": capitalize_first,
    "figures_on": figures_on,
    "is_over": is_over,
    "new_on_podium": new_on_podium,
    "ns_points": ns_points,
    "ns_points_of": ns_points_of,
    "over_or_down": over_or_down,
    "place_after": place_after,
    "place_before": place_before,
    "result_of": result_line,
    "sides_at": sides_at,
    "two": two,
    "votes_words": votes_words,
}
