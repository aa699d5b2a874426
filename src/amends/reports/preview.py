"""What a ruling, or anything else that is drafted, would do: both sides, everybody else, the podium, the findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from amends.bridge import Side
from amends.event import Event, Ruling
from amends.exact import many
from amends.explain import Finding, Verdict
from amends.reports.layout.sheet import Heading, OnPaper, Part, Sheet, Words
from amends.reports.layout.table import Table
from amends.reports.movers import arrow, change, move_data, moves_table, places_of, scores_of, shown_size
from amends.rulings.consequences.at_table import BoardFigure
from amends.rulings.consequences.moves import Move, Podium
from amends.rulings.consequences.preview import Preview, Seated
from amends.scoring.standings import Standing
from amends.wording.figures import UNITS, percent, precise, shown, signed, total_unit
from amends.wording.names import number_and_names


@dataclass(frozen=True, slots=True)
class PreviewReport(OnPaper):
    """The heart of a ruling: what it does, before anybody confirms it."""

    preview: Preview
    event: Event

    @property
    def both(self) -> Table:
        """The contestants at the table, one to a column, non-offenders first."""
        return seated_table(self.preview, self.event)

    @property
    def others(self) -> list[Table]:
        """Everybody else who moves, a table for each list."""
        return moves_table(self.preview.others, self.event)

    def lines(self) -> list[str]:
        """How many others move, by how much, the podium where it changes, and what the ruling came too late for."""
        found = self.preview
        moved = others_words(found.scores_changed, found.ranks_changed, self.event)
        return [moved, *self.podium(), *found.notices]

    def podium(self) -> list[str]:
        """The podium of each list where it changes."""
        return [podium_words(each, self.event) for each in self.preview.podiums if each.changed]

    def findings(self) -> list[str]:
        """What the Laws say, the gravest first."""
        return finding_lines(self.preview.findings, self.preview.ruling)

    def sheet(self) -> Sheet:
        """The report in parts."""
        table = self.preview.table
        where = f"board {table.board}" + (f", table {table.table}" if table.table else "")
        where += f", {table.room} room" if table.room else ""
        parts: list[Part] = [self.both]
        first, *podium = self.lines()
        parts += [Words(first), *(Words(line, bold=True) for line in podium), *self.others]
        findings = self.findings()
        parts += [Heading("What the Laws say"), *(Words(line, bold=True) for line in findings)] if findings else []
        return Sheet(f"Ruling {self.preview.ruling.id} on {where}: what it changes", parts)

    def data(self) -> dict[str, object]:
        """The same for programs, with exact values."""
        found = self.preview
        return {
            "ruling": found.ruling.id,
            "board": found.table.board,
            "unit": found.unit,
            "sides": {side.value.lower(): [_seated_data(each) for each in found.sides[side]] for side in Side},
            "others": [{"contestant": move.contestant, **move_data(move)} for move in found.others],
            "scores_changed": len(found.scores_changed),
            "ranks_changed": len(found.ranks_changed),
            "podiums": [_podium_data(each) for each in found.podiums if each.changed],
            "notices": list(found.notices),
            "verdict": str(found.verdict),
            "findings": [finding_data(each, found.ruling) for each in found.findings],
        }


@dataclass(frozen=True, slots=True)
class EffectReport(OnPaper):
    """What a draft without a ruling does: a withdrawal, a penalty, an import."""

    moves: tuple[Move, ...]
    event: Event
    title: str = "What it changes"

    def sheet(self) -> Sheet:
        """The report in parts."""
        if not self.moves:
            return Sheet(self.title, [Words("No score and no place changes.")])
        scores = [move for move in self.moves if move.score_changed]
        places = [move for move in self.moves if move.rank_changed]
        changed = f"{many(len(scores), 'score changes', 'scores change')}, {many(len(places), 'place')}."
        return Sheet(self.title, [Words(changed), *moves_table(self.moves, self.event)])

    def data(self) -> dict[str, object]:
        """The same for programs, with exact values."""
        return {"moves": [{"contestant": move.contestant, **move_data(move)} for move in self.moves]}


# Those at the table


def in_order(ruling: Ruling) -> list[Side]:
    """The non-offending side first; N-S first where both are the same."""
    innocent = ruling.non_offending
    return sorted(Side, key=lambda side: bool(innocent and innocent[side.other] and not innocent[side]))


def side_words(ruling: Ruling, side: Side) -> str:
    """What a side is called: non-offending or offending, or N-S and E-W where both are the same."""
    innocent = ruling.non_offending
    if innocent is None or innocent.ns == innocent.ew:
        return side.words
    return f"{'Non-offending' if innocent[side] else 'Offending'} side, {side.words}"


def seated_table(preview: Preview, event: Event, blind: bool = False) -> Table:
    """The contestants at the table, one to a column: the board, the total, the place; blind: the board alone."""
    columns = [(side, each) for side in in_order(preview.ruling) for each in preview.sides[side]]
    if blind:
        columns = list({(side, each.board.before, each.board.after): (side, each) for side, each in columns}.values())
    heads = ["", *(side_words(preview.ruling, side) for side, _ in columns)]
    seated = [each for _, each in columns]
    tops = any(each.board.top for each in seated)
    rows = [["", *(number_and_names(event, each.contestant) for each in seated)]] * (not blind)
    rows.append([f"board, {UNITS[preview.unit]}", *(_board(each, preview.unit) for each in seated)])
    rows += [["board, %", *(_shares(each) for each in seated)]] * tops
    if not blind:
        percents = any(each.move.after and each.move.after.percent is not None for each in seated)
        rows.append([f"total, {total_unit(event, percents)}", *(_total(each.move) for each in seated)])
        rows.append(["place", *(f"{places_of(each.move)} {arrow(each.move)}".rstrip() for each in seated)])
    data = [] if blind else [_seated_data(each) for each in seated]
    return Table("", heads, rows, tuple(range(len(heads))), data, name="Effect at the table")


def _board(each: Seated, unit: str) -> str:
    top = f" of {shown(each.board.top)}" if each.board.top else ""
    show = signed if unit == "imps" else shown
    return f"{show(each.board.before.figure)} → {show(each.board.after.figure)}{top}"


def _shares(each: Seated) -> str:
    return f"{percent(each.board.before.percent)} → {percent(each.board.after.percent)}"


def _total(move: Move) -> str:
    changed = change(move)
    return f"{scores_of(move)}{f' ({changed})' if changed else ''}"


def _seated_data(each: Seated) -> dict[str, object]:
    def figures(figure: BoardFigure) -> dict[str, object]:
        return {"figure": precise(figure.figure), "top": precise(figure.top), "percent": precise(figure.percent)}

    board = {"before": figures(each.board.before), "after": figures(each.board.after)}
    return {"contestant": each.contestant, "board": board, **move_data(each.move)}


# Everybody else


def others_words(scores: Sequence[Move], ranks: Sequence[Move], event: Event) -> str:
    """How many others move, and by how much at the most: "Others changed: 7, largest +0.17 % (3 Ash & Birch)"."""
    if not scores and not ranks:
        return "Nobody else changes."
    words = f"Others changed: {len(scores)}"
    largest = max((move for move in scores if change(move)), key=shown_size, default=None)
    if largest is not None:
        unit = total_unit(event, bool(largest.after and largest.after.percent is not None))
        words += f", largest {change(largest)} {unit} ({number_and_names(event, largest.contestant)})"
    return f"{words}; places changed: {len(ranks)}."


def podium_words(podium: Podium, event: Event) -> str:
    """The podium before and after, in a line."""
    which = {"": "Podium", "NS": "Podium N-S", "EW": "Podium E-W"}[podium.list]
    return f"{which}: {_named(podium.before, event)} → {_named(podium.after, event)}"


def _named(standings: Sequence[Standing], event: Event) -> str:
    named = (f"{each.place}. {number_and_names(event, each.contestant)}" for each in standings)
    return ", ".join(named) or "nobody"


def _podium_data(podium: Podium) -> dict[str, object]:
    sides = (("before", podium.before), ("after", podium.after))
    return {"list": podium.list} | {
        name: [{"place": each.place, "contestant": each.contestant} for each in side] for name, side in sides
    }


# Findings


def finding_lines(findings: Iterable[Finding], ruling: Ruling) -> list[str]:
    """What there is to say about a ruling, the gravest first; an unusual one with the reason that was given for it."""
    grave = sorted(findings, key=lambda finding: finding.verdict is not Verdict.FORBIDDEN)
    return [finding_words(finding, ruling.accept.get(finding.clause, "")) for finding in grave]


def finding_words(finding: Finding, reason: str = "") -> str:
    """A finding in a line, with its clause."""
    accepted = f" Accepted: {reason}" if reason and finding.verdict is Verdict.UNUSUAL else ""
    return f"{str(finding.verdict).title()}: {finding.words} [{finding.clause}]{accepted}"


def finding_data(finding: Finding, ruling: Ruling) -> dict[str, object]:
    """A finding as plain data."""
    accepted = ruling.accept.get(finding.clause)
    data: dict[str, object] = {
        "verdict": str(finding.verdict),
        "clause": finding.clause,
        "words": finding.words,
    }
    return data | ({"accepted": accepted} if accepted else {})
