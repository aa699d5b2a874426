"""The ruling slip in the Maastricht form: always N-S scores, descending, one weight to a line.

Where the deal and the auction are known, they stand between the head and the ruling.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from amends import exact
from amends.awards import Award, Mixture, NotScored
from amends.bridge import Card, PassedOut, Points, Side, Vulnerable
from amends.bridge.outcome import parse_outcome
from amends.event import Event, Ruling, TableRecord, TableResult
from amends.event.rows import awards_in_force, table_of
from amends.faults import Faults, printable
from amends.laws import law77
from amends.laws.law12.c1e_self_inflicted import Damage
from amends.reports.diagram import AuctionRows, Diagram, diagrams, opening_lead, record_data
from amends.reports.figures import shown
from amends.rulings.at_table import AtTable, at_table, without
from amends.rulings.poll import Poll
from amends.scoring.event import score
from amends.scoring.standings import Standings


@dataclass(frozen=True, slots=True)
class Slip:
    """What the table is shown: labelled lines, the first of them the head, and the same as data."""

    lines: list[tuple[str, str]]
    data: dict[str, object]
    deal: Diagram | None = None
    auction: AuctionRows | None = None
    lead: Card | None = None

    def text(self) -> str:
        """The slip as it is printed."""
        head, *lines = self.lines
        return "\n".join(line for label, words in (head, *self._board(), *lines) for line in _labelled(label, words))

    def _board(self) -> list[tuple[str, str]]:
        """The deal, the auction and the lead, as far as they are known."""
        named = (
            ("Deal", self.deal.lines() if self.deal else []),
            ("Auction", self.auction.lines() if self.auction else []),
            ("Lead", [self.lead.symbols] if self.lead else []),
        )
        return [(name, "\n".join(lines)) for name, lines in named if lines]


def _labelled(label: str, words: str) -> list[str]:
    """The words beside their label, below each other where they have several lines.

    Reasons and names are what a file says: they must not write to a terminal.
    """
    first, *others = words.expandtabs(4).splitlines() or [""]
    return [
        f"{name:<18} {printable(line)}".rstrip() for name, line in ((label, first), *(("", line) for line in others))
    ]


def slip(standings: Standings, ruling: Ruling) -> Slip:
    """The slip of a ruling in force."""
    event = standings.event
    result = table_of(ruling, event.results)
    vulnerable = ruling.vulnerable or event.conditions(ruling.board)
    effects = at_table(score(without(event, ruling)), standings, result)
    deal = next(iter(diagrams(event, ruling.board, [result], vulnerable)), None)
    record = result.record or TableRecord()
    auction = AuctionRows.of(record.auction) if record.auction and record.auction.calls else None
    lines = [
        ("", _head(ruling, result)),
        ("Table result", _result(result.result, vulnerable)),
        *_adjusted(ruling, result, vulnerable),
    ]
    if ruling.laws:
        lines.append(("Laws", ", ".join(ruling.laws)))
    lines += [("Poll" if stage == 0 else "Then", _poll(votes)) for stage, votes in enumerate(ruling.poll)]
    if ruling.reason:
        lines.append(("Reason", ruling.reason))
    judged = standings.self_inflicted(result.id)
    if judged is not None:
        lines.append(("Damage", _DAMAGE[judged.damage]))
    unit = {"imps": " IMPs", "points": " points"}.get(standings.unit, "")
    lines.append(("Effect", "   ".join(_effect(side, effects[side]) for side in Side) + unit))
    if until := _until(ruling, event):
        lines.append(("Review", f"You may ask for a review until {until}."))
    data: dict[str, object] = {
        "ruling": ruling.id,
        "board": ruling.board,
        "ns": list(result.seats.ns),
        "ew": list(result.seats.ew),
        "result": str(result.result),
        "award": {side.value.lower(): str(awards_in_force(ruling, result.result)[side]) for side in Side},
        "laws": list(ruling.laws),
        "reason": ruling.reason,
        "effect": {side.value.lower(): _effect_data(effects[side]) for side in Side},
        **({"deal": deal.data()} if deal else {}),
        **record_data(record),
    }
    return Slip(lines, data, deal, auction, opening_lead(record))


_DAMAGE = {
    Damage.NONE: "There is no damage: the table result stands.",
    Damage.SELF_INFLICTED: "All of it was self-inflicted: the non-offending side keeps its score.",
    Damage.CONSEQUENT: "All of it was caused by the infraction and is given back.",
    Damage.PARTIAL: "Part of it was self-inflicted: only what the infraction cost is given back.",
}


def _head(ruling: Ruling, result: TableResult) -> str:
    named = (("Session", result.session), ("Section", result.section), ("Round", result.round), ("Table", result.table))
    table = "".join(f"  {name} {value}" for name, value in named if value)
    table += f"  {result.room.title()} room" if result.room else ""
    given = f", given {ruling.time:%H:%M}" if ruling.time else ""
    director = f" by {ruling.director}" if ruling.director else ""
    seats = [", ".join(seats) or "–" for seats in result.seats]
    return f"Board {ruling.board}{table}   NS {seats[0]}   EW {seats[1]}      Ruling {ruling.id}{given}{director}"


def _result(award: Award, vulnerable: Vulnerable) -> str:
    if not isinstance(award, Mixture) or award.plain is None:
        return "not scored" if isinstance(award, NotScored) else str(award).replace("-", "−")
    points = exact.signed(law77.points(award.plain, vulnerable))
    if isinstance(award.plain, Points):
        return f"NS {points}"
    return f"{award.plain.symbols:<13} NS {points}"


def _adjusted(ruling: Ruling, result: TableResult, vulnerable: Vulnerable) -> list[tuple[str, str]]:
    if ruling.self_inflicted:
        damage = ruling.self_inflicted
        return [
            ("Self-inflicted", f"12C1(e), {damage.side.words} treated as non-offending"),
            *_award("Without infraction", damage.normal, vulnerable),
            *_award("Expected after it", damage.expected, vulnerable),
        ]
    awards = awards_in_force(ruling, result.result)
    if awards.ns == awards.ew:
        return _award("Adjusted score", awards.ns, vulnerable)
    if ruling.non_offending is None or ruling.non_offending.ns == ruling.non_offending.ew:
        return [line for side in Side for line in _award(f"Adjusted, {side.words}", awards[side], vulnerable)]
    lines = []
    for side in sorted(Side, key=lambda side: not (ruling.non_offending and ruling.non_offending[side])):
        lines.append(("Non-offending side" if ruling.non_offending[side] else "Offending side", side.words))
        lines += _award("Adjusted score", awards[side], vulnerable)
    return lines


def _award(label: str, award: Award, vulnerable: Vulnerable) -> list[tuple[str, str]]:
    """An award, a weight to a line, best for N-S first."""
    if not isinstance(award, Mixture) or award.plain is not None:
        return [(label, _result(award, vulnerable))]
    scored = sorted(
        ((law77.points(outcome, vulnerable), weight, outcome) for weight, outcome in award.parts),
        key=lambda part: -part[0],
    )
    lines = []
    for place, (points, weight, outcome) in enumerate(scored):
        result = "" if isinstance(outcome, Points) else f"   ({outcome.symbols})"
        plus = "  " if place == 0 else "+ "
        lines.append(
            (label if place == 0 else "", f"{plus}{exact.percentage(weight)} of  NS {exact.signed(points)}{result}")
        )
    return lines


def _poll(votes: dict[str, int] | object) -> str:
    poll = Poll.of(votes)  # type: ignore[arg-type]
    shares = ", ".join(f"{_symbols(action)}: {count}" for action, count in poll.votes)
    return f"{poll.asked} asked; {shares}"


def _symbols(action: str) -> str:
    """An action of a poll as players write it, where it is a result."""
    try:
        outcome = parse_outcome(action)
        return action if isinstance(outcome, PassedOut) else outcome.symbols  # here a pass is a call
    except Faults:
        return action.replace("-", "−")


def _effect(side: Side, changes: tuple[AtTable, ...]) -> str:
    """A side's change; of an individual, each player's where they differ."""
    figures = []
    for change in changes:
        top = f" of {shown(change.top)}" if change.top else ""
        figures.append(f"{shown(change.before.figure)} → {shown(change.after.figure)}{top}")
    if len(set(figures)) <= 1:
        return f"{side.value} {figures[0] if figures else '–'}"
    each = ", ".join(f"{change.contestant} {figure}" for change, figure in zip(changes, figures, strict=True))
    return f"{side.value} {each}"


def _effect_data(changes: tuple[AtTable, ...]) -> dict[str, object]:
    """The first contestant's change, which is the side's; of an individual, each player's too."""
    each = {
        change.contestant: {"before": _data(change.before.figure), "after": _data(change.after.figure)}
        for change in changes
    }
    first: dict[str, object] = dict(next(iter(each.values()), {"before": None, "after": None}))
    return first | {"players": each} if len(each) > 1 else first


def _until(ruling: Ruling, event: Event) -> str:
    if ruling.time is None:
        return ""
    return f"{ruling.time + timedelta(minutes=event.regulation.appeal_minutes):%H:%M}"


def _data(value: Fraction | None) -> str | None:
    return None if value is None else exact.show(value)
