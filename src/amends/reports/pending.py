"""Rulings that are not given yet: what each contestant can still end with; and what a committee may see of them."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase

from amends.bridge import Side
from amends.event import Event
from amends.reports.layout.sheet import Heading, OnPaper, Part, Sheet, Words
from amends.reports.layout.table import Table
from amends.reports.movers import standing_data
from amends.reports.ranking import list_title
from amends.rulings.consequences.at_table import BoardFigure
from amends.rulings.consequences.scenarios import Blind, BlindAlternative, Range, Reached, Scenarios, Winners
from amends.wording.award_text import awarded
from amends.wording.figures import UNITS, precise, score_of, shown, total_unit
from amends.wording.names import number_and_names, table_names


@dataclass(frozen=True, slots=True)
class ScenariosReport(OnPaper):
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
            rows += [
                ["", "", "", ruling.id, awarded(ruling, self.event.regulation.edition)] for ruling in table.rulings
            ]
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
            best, worst = (_place(reached) for reached in (each.best, each.worst))
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
        parts: list[Part] = [self.pending, *(Words(line, bold=True) for line in self.winners()), *self.ranges]
        return Sheet(f"Pending rulings: {self.scenarios.combinations} ways in which they may go", parts)

    def data(self) -> dict[str, object]:
        """The same for programs, with exact values."""
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


def _place(reached: Reached | None) -> str:
    return (reached.standing.place if reached else "") or "–"


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
class BlindReport(OnPaper):
    """Pending rulings by their numbers, with the board's figures for both sides: no names, no ids, no places."""

    blind: Blind

    @property
    def tables(self) -> list[Table]:
        """A table for each pending table, known by its board alone."""
        made = []
        for table in self.blind.tables:
            heads = ["ruling", *(f"{side.words}, {UNITS[self.blind.unit]}" for side in Side)]
            rows = [[str(each.number), *(_sides(each, side) for side in Side)] for each in table.alternatives]
            data = [_alternative_data(each) for each in table.alternatives]
            made.append(Table(f"Board {table.board}", heads, rows, (0, 1, 2), data))
        return made

    def sheet(self) -> Sheet:
        """The report in parts."""
        return Sheet("Pending rulings, for a committee", [Heading("Each ruling by itself"), *self.tables])

    def data(self) -> dict[str, object]:
        """The same for programs, with exact values."""
        tables = zip(self.blind.tables, self.tables, strict=True)
        return {
            "unit": self.blind.unit,
            "tables": [{"board": each.board, "rulings": list(made.data)} for each, made in tables],
        }


def _sides(each: BlindAlternative, side: Side) -> str:
    return f"{_figures(each.before[side])} → {_figures(each.after[side])}"


def _figures(figures: tuple[BoardFigure, ...]) -> str:
    """One figure for a side, or both where the players of an individual have different ones."""
    tops = dict.fromkeys(shown(each.top) for each in figures if each.top)
    return " / ".join(shown(each.figure) for each in figures) + (f" of {', '.join(tops)}" if tops else "")


def _alternative_data(each: BlindAlternative) -> dict[str, object]:
    def figures(found: tuple[BoardFigure, ...]) -> list[dict[str, object]]:
        return [{"figure": precise(one.figure), "top": precise(one.top)} for one in found]

    return {
        "number": each.number,
        "before": {side.value.lower(): figures(each.before[side]) for side in Side},
        "after": {side.value.lower(): figures(each.after[side]) for side in Side},
    }
