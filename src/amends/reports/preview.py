"""The effect of a ruling, or of pending ones: both sides, everybody else, the podium, the findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from amends.bridge import Side
from amends.event import Event, Ruling
from amends.event.match import room_words
from amends.exact import many
from amends.explain import Finding, Verdict
from amends.reports.layout.html import Table
from amends.reports.layout.sheet import Heading, Paragraph, Part, Sheet, SheetReport
from amends.reports.movers import arrow, change, move_data, moves_table, places_of, scores_of, shown_size, standing_data
from amends.reports.ranking import list_title
from amends.rulings.consequences.moves import Move
from amends.rulings.consequences.on_board import BoardFigure
from amends.rulings.consequences.preview import Preview, SeatedContestant
from amends.rulings.consequences.scenarios import Blind, BlindAlternative, Range, Reached, Scenarios, Winners
from amends.scoring.standings import Standing
from amends.wording.award_text import ruling_award
from amends.wording.figures import UNITS, figure_text, percent, precise, score_of, signed, total_unit
from amends.wording.names import number_and_names, table_names


@dataclass(frozen=True, slots=True)
class PreviewReport(SheetReport):
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
        moved = others_words(self.preview.scores_changed, self.preview.ranks_changed, self.event)
        return [moved, *self.podium(), *self.preview.notices]

    def podium(self) -> list[str]:
        """The podium of each list where it changes."""
        titles = {"": "Podium", "NS": "Podium N-S", "EW": "Podium E-W"}
        return [
            f"{titles[each.list]}: {_named(each.before, self.event)} → {_named(each.after, self.event)}"
            for each in self.preview.podiums
            if each.changed
        ]

    def findings(self) -> list[str]:
        """What the Laws say, the gravest first."""
        return finding_lines(self.preview.findings, self.preview.ruling)

    def sheet(self) -> Sheet:
        """The report in parts."""
        table = self.preview.table
        where = f"board {table.board}" + (f", table {table.table}" if table.table else "")
        where += f", {room_words(table.room)}" if table.room else ""
        parts: list[Part] = [self.both]
        first, *podium = self.lines()
        parts += [Paragraph(first), *(Paragraph(line, bold=True) for line in podium), *self.others]
        findings = self.findings()
        parts += [Heading("What the Laws say"), *(Paragraph(line, bold=True) for line in findings)] if findings else []
        return Sheet(f"Ruling {self.preview.ruling.id} on {where}: what it changes", parts)

    def data(self) -> dict[str, object]:
        """The report as JSON data with exact values."""
        preview = self.preview
        return {
            "ruling": preview.ruling.id,
            "board": preview.table.board,
            "unit": preview.unit,
            "sides": {side.value.lower(): [_seated_data(each) for each in preview.sides[side]] for side in Side},
            "others": [{"contestant": move.contestant, **move_data(move)} for move in preview.others],
            "scores_changed": len(preview.scores_changed),
            "ranks_changed": len(preview.ranks_changed),
            "podiums": [
                {"list": each.list, "before": _places(each.before), "after": _places(each.after)}
                for each in preview.podiums
                if each.changed
            ],
            "notices": list(preview.notices),
            "verdict": str(preview.verdict),
            "findings": [finding_data(each, preview.ruling) for each in preview.findings],
        }


@dataclass(frozen=True, slots=True)
class EffectReport(SheetReport):
    """What a draft without a ruling does: a withdrawal, a penalty, an import."""

    moves: tuple[Move, ...]
    event: Event
    title: str = "What it changes"

    def sheet(self) -> Sheet:
        """The report in parts."""
        if not self.moves:
            return Sheet(self.title, [Paragraph("No score and no place changes.")])
        scores = [move for move in self.moves if move.score_changed]
        places = [move for move in self.moves if move.rank_changed]
        changed = f"{many(len(scores), 'score changes', 'scores change')}, {many(len(places), 'place')}."
        return Sheet(self.title, [Paragraph(changed), *moves_table(self.moves, self.event)])

    def data(self) -> dict[str, object]:
        """The report as JSON data with exact values."""
        return {"moves": [{"contestant": move.contestant, **move_data(move)} for move in self.moves]}


# Those at the table


def sides_in_order(ruling: Ruling) -> list[Side]:
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
    columns = [(side, each) for side in sides_in_order(preview.ruling) for each in preview.sides[side]]
    if blind:
        columns = list({(side, each.board.before, each.board.after): (side, each) for side, each in columns}.values())
    heads = ["", *(side_words(preview.ruling, side) for side, _ in columns)]
    seated = [each for _, each in columns]
    tops = any(each.board.top for each in seated)
    rows = [["", *(number_and_names(event, each.contestant) for each in seated)]] * (not blind)
    show = signed if preview.unit == "imps" else figure_text
    figures = (
        f"{show(each.board.before.figure)} → {show(each.board.after.figure)}"
        + (f" of {figure_text(each.board.top)}" if each.board.top else "")
        for each in seated
    )
    rows.append([f"board, {UNITS[preview.unit]}", *figures])
    shares = (f"{percent(each.board.before.percent)} → {percent(each.board.after.percent)}" for each in seated)
    rows += [["board, %", *shares]] * tops
    if not blind:
        percents = any(each.move.after and each.move.after.percent is not None for each in seated)
        totals = (scores_of(each.move) + (f" ({change(each.move)})" if change(each.move) else "") for each in seated)
        rows.append([f"total, {total_unit(event, percents)}", *totals])
        rows.append(["place", *(f"{places_of(each.move)} {arrow(each.move)}".rstrip() for each in seated)])
    data = [] if blind else [_seated_data(each) for each in seated]
    return Table("", heads, rows, tuple(range(len(heads))), data, name="Effect at the table")


def _seated_data(each: SeatedContestant) -> dict[str, object]:
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


def _named(standings: Sequence[Standing], event: Event) -> str:
    named = (f"{each.place}. {number_and_names(event, each.contestant)}" for each in standings)
    return ", ".join(named) or "nobody"


def _places(standings: Sequence[Standing]) -> list[dict[str, object]]:
    return [{"place": each.place, "contestant": each.contestant} for each in standings]


# Findings


def finding_lines(findings: Iterable[Finding], ruling: Ruling) -> list[str]:
    """What there is to say about a ruling, the gravest first; an unusual one with the reason that was given for it."""
    lines = []
    for finding in sorted(findings, key=lambda finding: finding.verdict is not Verdict.FORBIDDEN):
        reason = ruling.accept.get(finding.clause, "") if finding.verdict is Verdict.UNUSUAL else ""
        accepted = f" Accepted: {reason}" if reason else ""
        lines.append(f"{str(finding.verdict).title()}: {finding.words} [{finding.clause}]{accepted}")
    return lines


def finding_data(finding: Finding, ruling: Ruling) -> dict[str, object]:
    """A finding as plain data."""
    accepted = ruling.accept.get(finding.clause)
    data: dict[str, object] = {"verdict": str(finding.verdict), "clause": finding.clause, "words": finding.words}
    return data | ({"accepted": accepted} if accepted else {})


# Rulings that are not given yet


@dataclass(frozen=True, slots=True)
class ScenariosReport(SheetReport):
    """Every way in which pending rulings may go; the pending tables are called A, B, C."""

    scenarios: Scenarios
    event: Event

    @property
    def pending(self) -> Table:
        """The pending tables with what may be ruled there."""
        rows = []
        for index, table in enumerate(self.scenarios.tables):
            who = table_names(self.event, table.table)
            rows.append([letter(index), str(table.table.board), who, "–", "as it stands now"])
            edition = self.event.regulation.edition
            rows += [["", "", "", ruling.id, ruling_award(ruling, edition)] for ruling in table.rulings]
        data: list[dict[str, object]] = [
            {"board": table.table.board, "table": table.table.words, "rulings": [each.id for each in table.rulings]}
            for table in self.scenarios.tables
        ]
        return Table("Pending", ["", "board", "table", "ruling", "award"], rows, (0, 2, 3, 4), data)

    @property
    def ranges(self) -> list[Table]:
        """What each contestant can end with, a table for each list."""
        lists = dict.fromkeys(each.list for each in self.scenarios.ranges)
        return [self._ranges(name, [each for each in self.scenarios.ranges if each.list == name]) for name in lists]

    def _ranges(self, name: str, ranges: list[Range]) -> Table:
        percents = any(each.lowest and each.lowest.standing.percent is not None for each in ranges)
        heads = ["contestant", f"{total_unit(self.event, percents)} from", "to"]
        heads += ["place", "best decided by", "worst decided by"]
        rows, data = [], []
        for each in ranges:
            best, worst = ((reached.standing.place if reached else "") or "–" for reached in (each.best, each.worst))
            cells = [number_and_names(self.event, each.contestant), _figure(each.lowest), _figure(each.highest)]
            cells += [best if each.settled else f"{best} to {worst}", _letters(each.best_needs)]
            rows.append([*cells, _letters(each.worst_needs)] if not each.settled else [*cells[:-1], "", ""])
            data.append(_range_data(each))
        return Table(list_title(name), heads, rows, (0, 3, 4, 5), data)

    def winners(self) -> list[str]:
        """Who can win each list, and on which pending tables that depends."""
        return [self._winners(each) for each in self.scenarios.winners]

    def _winners(self, winners: Winners) -> str:
        possible = (" and ".join(number_and_names(self.event, each) for each in won) for won in winners.possible if won)
        names = ", or ".join(possible) or "nobody"
        if not winners.pivotal:
            return f"{list_title(winners.list)}: won by {names}, whatever is ruled."
        return f"{list_title(winners.list)}: may be won by {names}; it depends on {_letters(winners.pivotal)}."

    def sheet(self) -> Sheet:
        """The report in parts."""
        parts: list[Part] = [self.pending, *(Paragraph(line, bold=True) for line in self.winners()), *self.ranges]
        return Sheet(f"Pending rulings: {self.scenarios.combinations} ways in which they may go", parts)

    def data(self) -> dict[str, object]:
        """The report as JSON data with exact values."""
        winners = [
            {"list": each.list, "possible": [list(won) for won in each.possible], "pivotal": list(each.pivotal)}
            for each in self.scenarios.winners
        ]
        return {
            "combinations": self.scenarios.combinations,
            "tables": list(self.pending.data),
            "ranges": [_range_data(each) for each in self.scenarios.ranges],
            "winners": winners,
        }


def letter(index: int) -> str:
    """What a pending table is called: A, B, …, Z, A2.

    >>> letter(0), letter(25), letter(26)
    ('A', 'Z', 'A2')
    """
    times, place = divmod(index, len(ascii_uppercase))
    return f"{ascii_uppercase[place]}{times + 1 if times else ''}"


def _letters(indices: tuple[int, ...]) -> str:
    return ", ".join(map(letter, indices))


def _figure(reached: Reached | None) -> str:
    return score_of(reached.standing.percent, reached.standing.total)[0] if reached else "–"


def _range_data(each: Range) -> dict[str, object]:
    def data(reached: Reached | None) -> object:
        if reached is None:
            return None
        return {**(standing_data(reached.standing) or {}), "combination": list(reached.combination)}

    return {
        "contestant": each.contestant,
        "list": each.list,
        "lowest": data(each.lowest),
        "highest": data(each.highest),
        "best": data(each.best),
        "worst": data(each.worst),
        "best_needs": list(each.best_needs),
        "worst_needs": list(each.worst_needs),
        "settled": each.settled,
    }


# For a committee


@dataclass(frozen=True, slots=True)
class BlindReport(SheetReport):
    """Pending rulings by their numbers, with the board's figures for both sides: no names, no ids, no places."""

    blind: Blind

    @property
    def tables(self) -> list[Table]:
        """A table for each pending table, known by its board alone."""
        heads = ["ruling", *(f"{side.words}, {UNITS[self.blind.unit]}" for side in Side)]
        tables = []
        for table in self.blind.tables:
            rows = [
                [str(each.number), *(f"{_figures(each.before[side])} → {_figures(each.after[side])}" for side in Side)]
                for each in table.alternatives
            ]
            data = [_alternative_data(each) for each in table.alternatives]
            tables.append(Table(f"Board {table.board}", heads, rows, (0, 1, 2), data))
        return tables

    def sheet(self) -> Sheet:
        """The report in parts."""
        return Sheet("Pending rulings, for a committee", [Heading("Each ruling by itself"), *self.tables])

    def data(self) -> dict[str, object]:
        """The report as JSON data with exact values."""
        tables = zip(self.blind.tables, self.tables, strict=True)
        return {
            "unit": self.blind.unit,
            "tables": [{"board": each.board, "rulings": list(made.data)} for each, made in tables],
        }


def _figures(figures: tuple[BoardFigure, ...]) -> str:
    """One figure for a side, or both where the players of an individual have different ones."""
    tops = dict.fromkeys(figure_text(each.top) for each in figures if each.top)
    return " / ".join(figure_text(each.figure) for each in figures) + (f" of {', '.join(tops)}" if tops else "")


def _alternative_data(each: BlindAlternative) -> dict[str, object]:
    def figures(found: tuple[BoardFigure, ...]) -> list[dict[str, object]]:
        return [{"figure": precise(one.figure), "top": precise(one.top)} for one in found]

    return {
        "number": each.number,
        "before": {side.value.lower(): figures(each.before[side]) for side in Side},
        "after": {side.value.lower(): figures(each.after[side]) for side in Side},
    }
