"""A preview: what a ruling does to its table, to everybody else, to the podium, and what there is to say about it."""

from __future__ import annotations

from dataclasses import dataclass

from amends.bridge import BySide
from amends.event import Ruling, TableResult
from amends.event.rows import table_of
from amends.explain import Finding, Verdict
from amends.rulings.checks.in_event import check_ruling
from amends.rulings.checks.of_ruling import verdict
from amends.rulings.consequences.late_rulings import late_rulings
from amends.rulings.consequences.moves import Move, Podium, move_of, moves, podium
from amends.rulings.consequences.on_board import AtTable, at_table
from amends.scoring.standings import Standings


@dataclass(frozen=True, slots=True)
class SeatedContestant:
    """A contestant at the table of the ruling: its figure on the board, and its total and place."""

    board: AtTable
    move: Move

    @property
    def contestant(self) -> str:
        """Who it is."""
        return self.board.contestant


@dataclass(frozen=True, slots=True)
class Preview:
    """What a ruling changes from the event as it stands. `unit` is that of the figures on the board."""

    ruling: Ruling
    table: TableResult
    unit: str
    sides: BySide[tuple[SeatedContestant, ...]]
    others: tuple[Move, ...]
    podiums: tuple[Podium, ...]
    findings: tuple[Finding, ...]
    notices: tuple[str, ...] = ()
    """What the ruling came too late for: a draw, a cut, a carry-over."""

    @property
    def scores_changed(self) -> tuple[Move, ...]:
        """The others whose score changes."""
        return tuple(move for move in self.others if move.score_changed)

    @property
    def ranks_changed(self) -> tuple[Move, ...]:
        """The others whose place changes."""
        return tuple(move for move in self.others if move.rank_changed)

    @property
    def verdict(self) -> Verdict:
        """The gravest of the findings."""
        return verdict(self.findings)


def preview_of(before: Standings, after: Standings, ruling: Ruling) -> Preview:
    """What a ruling does: `before` is the event as it stands, `after` the same event with the ruling in force.

    Where the ruling replaces another, that one is still in force before; the check of damage looks past it to the table
    result.
    """
    table = table_of(ruling, after.event.results)
    old, new = before.listed, after.listed
    sides = at_table(before, after, table).map(
        lambda seated: tuple(
            SeatedContestant(board, move_of(board.contestant, old.get(board.contestant), new.get(board.contestant)))
            for board in seated
        )
    )
    at_the_table = {contestant for seats in table.seats for contestant in seats}
    late = late_rulings(after.event)
    earlier = late_rulings(before.event) if late else []
    return Preview(
        ruling,
        table,
        after.unit,
        sides,
        tuple(move for move in moves(before, after) if move.contestant not in at_the_table),
        podium(before, after),
        check_ruling(after.event, ruling, before, after),
        tuple(words for words in late if words not in earlier),
    )
