"""The ruling slip in the Maastricht form: always N-S scores, descending, one weight to a line.

Where the deal and the auction are known, they stand between the head and the ruling.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from amends.bridge import BySide, Card, Side
from amends.clock import local
from amends.event import Event, Form, Row, Ruling, TableRecord, TableResult
from amends.event.case import OwnDamage
from amends.event.match import room_words
from amends.event.rows import awards_in_force, ruled_row, table_of
from amends.explain import Explained, Operation
from amends.journal.chain import DIGITS
from amends.journal.codec import plain, time_text
from amends.journal.history import History
from amends.laws import law86
from amends.laws.editions import clause
from amends.laws.law12 import Damage, SelfInflicted
from amends.reports.card import substitutes_at
from amends.reports.layout.diagram import AuctionRows, Diagram, diagrams, opening_lead, record_data
from amends.reports.layout.sheet import Labelled, Part, Preformatted, Sheet, SideBySide, part_lines
from amends.rulings.consequences.on_board import AtTable, at_table, without
from amends.rulings.time_limits import cites_appeal, has_review, review_ends
from amends.scoring.event import score
from amends.scoring.ruled import is_split
from amends.scoring.standings import Standings
from amends.wording.award_text import (
    NON_OFFENDING,
    Rows,
    adjusted_rows,
    entered_result,
    non_offending_words,
    own_damage_words,
    poll_words,
    result_words,
)
from amends.wording.figures import figure_text, precise, signed
from amends.wording.names import by_words, file_committee, side_names
from amends.wording.times import review_sentence, review_words


@dataclass(frozen=True, slots=True)
class Slip:
    """What the table is shown: labelled lines, the first of them the head, and the same as data."""

    lines: Rows
    data: dict[str, object]
    deal: Diagram | None = None
    auction: AuctionRows | None = None
    lead: Card | None = None
    title: str = ""
    where: Rows | None = None
    """The head of the page: event, table, both sides."""

    def text(self) -> str:
        """The slip as it is printed."""
        head, *lines = self.lines
        board = board_lines(self.deal, self.auction, self.lead)
        parts: list[Part] = [Labelled([head]), *board, Labelled(lines)]
        return "\n".join(line for part in parts for line in part_lines(part))

    def parts(self) -> list[Part]:
        """The parts below the title: where it was, the board, the ruling."""
        board = beside(board_lines(self.deal, self.auction, self.lead))
        return [Labelled(self.where or []), *board, Labelled(self.lines[1:])]

    def page(self) -> str:
        """The slip as one page, to be handed out."""
        return Sheet(self.title, self.parts(), "11pt").page()


def board_lines(deal: Diagram | None, auction: AuctionRows | None, lead: Card | None) -> list[Part]:
    """The deal, the auction and the lead, as far as they are known."""
    parts: list[Part] = [Preformatted("Deal", deal.lines())] if deal else []
    if auction:
        lines, calls = auction.lines(), len(auction.rows) + 1
        parts.append(Preformatted("Auction", lines[:calls], lines[calls:]))
    return parts + ([Labelled([("Lead", lead.symbols)])] if lead else [])


def beside(board: list[Part]) -> list[Part]:
    """The deal beside the rest of the board, where there is both."""
    return [SideBySide([board[:1], board[1:]])] if len(board) > 1 else board


def slip(standings: Standings, ruling: Ruling, history: History | None = None) -> Slip:
    """The slip of a ruling in force. Its `history` tells who gave it and which official score first contained it.

    Without a history nothing was published, and the ruling's director gave it.
    """
    event, edition = standings.event, standings.event.regulation.edition
    given = None if history is None else history.ruling(ruling.id)
    who = ruling.director or file_committee(ruling)
    by = f" by {who}" if who else ""
    until, review = None, "" if cites_appeal(ruling) else review_sentence(None, event.regulation)
    if history is not None and given is not None:
        by = by_words(history, given, event.regulation.edition) if given.by_appeal else by
        until = review_ends(history, given, event.regulation) if has_review(given) else None
        review = review_words(history, given, event.regulation)
    result = table_of(ruling, event.results)
    vulnerable = ruling.vulnerable or event.conditions(ruling.board, result)
    claimed = given.claimed if given is not None else None
    entered = entered_result(given, result) if given is not None else result.result
    effects = at_table(score(without(event, ruling).with_result(result, entered)), standings, result)
    deal = next(iter(diagrams(event, ruling.board, [result], vulnerable)), None)
    record = result.record or TableRecord()
    auction = AuctionRows.of(record.auction) if record.auction and record.auction.calls else None
    table = "".join(f"  {words}" for words in place_words(result))
    seats = [side_names(event, side) for side in result.seats]
    lines: Rows = [
        (
            "",
            f"Board {ruling.board}{table}   NS {seats[0]}   EW {seats[1]}      Ruling {ruling.id}{_given(ruling, by)}",
        ),
        ("Table result", result_words(entered, vulnerable)),
    ]
    award = adjusted_rows(ruling, result, vulnerable, edition, claimed)
    if claimed is None and all(label != NON_OFFENDING for label, _ in award):
        lines.append(("Non-offending", non_offending_words(ruling, edition)))
    lines += award
    own, row = _own_damage(ruling, history), ruled_row(Row(result, BySide.both(result.result)), ruling)
    if own is not None:
        lines.append((clause("12C1(e)", edition), own_damage_words(own, edition)))
    if ruling.self_inflicted is None and is_split(row) and event.form is not Form.TEAMS:
        lines.append(("", "Each direction is compared with its own awards."))
    if ruling.laws:
        lines.append(("Laws", ", ".join(ruling.laws)))
    lines += [("Poll" if stage == 0 else "Then", poll_words(votes)) for stage, votes in enumerate(ruling.poll)]
    if ruling.reason:
        lines.append(("Reason", ruling.reason))
    judged = standings.self_inflicted(result.id)
    if judged is not None and ruling.self_inflicted is not None:
        lines += _redress(judged, ruling.self_inflicted.side, standings.unit)
    lines.append(
        ("Effect", effect_words(effects[Side.NS], effects[Side.EW], standings.unit, ruling.stands and claimed is None))
    )
    lines += [("Note", words) for words in effect_notes(standings, result)]
    if ruling.replaces is not None and any(other.id == ruling.replaces for other in event.rulings):
        others = tuple(other for other in event.rulings if other.id != ruling.id)
        ns, ew = at_table(score(replace(event, rulings=others)), standings, result)
        lines.append((f"Since ruling {ruling.replaces}", effect_words(ns, ew, standings.unit)))
    if review:
        lines.append(("Review", review))
    lines += journal_rows(history)
    data: dict[str, object] = {
        "ruling": ruling.id,
        "board": ruling.board,
        "ns": list(result.seats.ns),
        "ew": list(result.seats.ew),
        "result": str(entered),
        "award": {side.value.lower(): str(awards_in_force(ruling, result)[side]) for side in Side},
        **({"own_damage": plain(own)} if own else {}),
        "stands": ruling.stands,
        "laws": list(ruling.laws),
        "reason": ruling.reason,
        "effect": {side.value.lower(): _effect_data(effects[side]) for side in Side},
        **({"replaces": ruling.replaces} if ruling.replaces is not None else {}),
        "by": by.removeprefix(" by "),
        "review": review,
        **({"until": time_text(until)} if until is not None else {}),
        **({"journal": {"entry": history.length, "digest": history.digest}} if history and history.digest else {}),
        **({"deal": deal.data()} if deal else {}),
        **record_data(record),
    }
    title = f"Ruling {ruling.id} · Board {ruling.board}"
    return Slip(lines, data, deal, auction, opening_lead(record), title, _where(ruling, result, event, by))


def journal_rows(history: History | None) -> Rows:
    """How long the journal was and how its last entry is sealed: an end that is cut off later can be told by it."""
    if history is None or not history.digest:
        return []
    return [("Journal", f"entry {history.length}, digest {history.digest[:DIGITS]}")]


def _own_damage(ruling: Ruling, history: History | None) -> OwnDamage | None:
    """The three facts of 12C1(e) that the case of a ruling has on record, where the ruling is by 12C1(e)."""
    case = history.cases.get(ruling.case) if history is not None else None
    own = case.facts.own_damage if case else None
    damage = ruling.self_inflicted
    return own if own is not None and damage is not None and own.side is damage.side else None


def _redress(judged: SelfInflicted, side: Side, unit: str) -> Rows:
    """12C1(e): what each side gets, and why."""
    show = figure_text if unit == "matchpoints" else signed
    rows = [("Damage", DAMAGE[judged.damage])]
    if judged.damage is Damage.NONE:
        return rows
    figures = ((judged.actual, "happened"), (judged.normal, "normal"), (judged.expected, "expected"))
    worth = ", ".join(f"{words} {show(figure.value)}" for figure, words in figures)
    rows.append((f"{side.words} get", f"{judged.non_offending.words}: {show(judged.non_offending.value)} ({worth})"))
    rows.append((f"{side.other.words} get", "the score without the infraction, as rectified"))
    return rows


def effect_notes(standings: Standings, result: TableResult) -> list[str]:
    """What 12C2(c), 12C2(d) and 12C4 have done to the figures of a table, each once."""
    edition = standings.event.regulation.edition
    wanted = {clause(number, edition): number for number in ("12C2(c)", "12C2(d)", "12C4")}
    found: dict[str, None] = {}
    for side in Side:
        for seat in result.seats[side]:
            line = standings.line_at(seat, result)
            figure = line.explain() if line else None
            for part in _own_steps(figure) if figure else ():
                number = wanted.get(part.clause)
                if number and _is_noted(part, number):
                    who = "" if number == "12C4" else f"{side.words}: "
                    found[f"{who}{part.words} ({part.clause})"] = None
    return list(found)


def _own_steps(figure: Explained) -> Iterator[Explained]:
    """The steps of a contestant's own figure; the complement of the opponents' figure (86B2) is theirs."""
    yield figure
    for part in figure.parts if figure.words != law86.COMPLEMENT else ():
        yield from _own_steps(part)


def _is_noted(part: Explained, number: str) -> bool:
    """Whether a step lifted, lowered, limited or averaged the figure; `number` is its clause in the edition of 2017."""
    if number == "12C2(c)":  # else the score on the other boards has changed nothing
        return part.operation in (Operation.GREATEST, Operation.LEAST) and part.value != part.parts[0].value
    # At 12C2(d) a product is the share of the top; the limit is named below it.
    return (part.operation is Operation.PRODUCT) == (number == "12C4")


DAMAGE = {
    Damage.NONE: "There is no damage: the table result stands.",
    Damage.SELF_INFLICTED: "All of it was self-inflicted: the non-offending side keeps its score.",
    Damage.CONSEQUENT: "All of it was caused by the infraction and is given back.",
    Damage.PARTIAL: "Part of it was self-inflicted: only what the infraction cost is given back.",
}
"""What 12C1(e) finds of the damage, in words for the table."""


# The head


def place_words(result: TableResult) -> list[str]:
    """Where a result was made: Session 2, Table 7, Open room."""
    named = (("Session", result.session), ("Section", result.section), ("Round", result.round), ("Table", result.table))
    words = [f"{name} {value}" for name, value in named if value]
    return words + ([room_words(result.room).capitalize()] if result.room else [])


def _given(ruling: Ruling, by: str) -> str:
    given = f", given {local(ruling.time):%H:%M}" if ruling.time else ", given" if by else ""
    instead = f", replaces ruling {ruling.replaces}" if ruling.replaces is not None else ""
    return f"{given}{by}{instead}"


def substitute_rows(event: Event, result: TableResult) -> Rows:
    """Who played for whom at the table."""
    return [("" if place else "Substitute", words) for place, words in enumerate(substitutes_at(event, result))]


def _where(ruling: Ruling, result: TableResult, event: Event, by: str) -> Rows:
    seats = [side_names(event, seats) for seats in result.seats]
    day = [f"{local(ruling.time):%Y-%m-%d}"] if ruling.time else []
    rows = [
        ("Event", ", ".join([*filter(None, [event.title]), *day])),
        ("Table", ", ".join(place_words(result))),
        ("N-S", seats[0]),
        ("E-W", seats[1]),
        *substitute_rows(event, result),
        ("Ruling", f"{ruling.id}{_given(ruling, by)}"),
    ]
    return [(label, words) for label, words in rows if words]


# What it does


def effect_words(
    ns: tuple[AtTable, ...], ew: tuple[AtTable, ...], unit: str = "matchpoints", stands: bool = False
) -> str:
    """Both sides' figures before and after, of the top or with their signs; once where the table result stands."""
    words = "   ".join(_effect(side, changes, unit, stands) for side, changes in ((Side.NS, ns), (Side.EW, ew)))
    words += {"imps": " IMPs", "points": " points"}.get(unit, "")
    return f"none: {words}" if stands else words


def _effect(side: Side, changes: tuple[AtTable, ...], unit: str, stands: bool) -> str:
    """A side's change; of an individual, each player's where they differ."""
    show = figure_text if unit == "matchpoints" else signed
    figures = []
    for change in changes:
        top = f" of {figure_text(change.top)}" if change.top else ""
        before = "" if stands else f"{show(change.before.figure)} → "
        figures.append(f"{before}{show(change.after.figure)}{top}")
    if len(set(figures)) <= 1:
        return f"{side.value} {figures[0] if figures else '–'}"
    each = ", ".join(f"{change.contestant} {figure}" for change, figure in zip(changes, figures, strict=True))
    return f"{side.value} {each}"


def _effect_data(changes: tuple[AtTable, ...]) -> dict[str, object]:
    """The first contestant's change, which is the side's; of an individual, each player's too."""
    each = {
        change.contestant: {"before": precise(change.before.figure), "after": precise(change.after.figure)}
        for change in changes
    }
    first: dict[str, object] = dict(next(iter(each.values()), {"before": None, "after": None}))
    return first | {"players": each} if len(each) > 1 else first
