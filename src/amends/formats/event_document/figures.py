"""Figures that were printed before, as the event document writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from amends.event.published import (
    Printed,
    PublishedFigures,
    PublishedLine,
    PublishedMatch,
    PublishedPair,
    PublishedStanding,
)


@dataclass(frozen=True, slots=True)
class PublishedDatum:
    """The datum that was printed for a board."""

    board: int
    figure: Printed
    session: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Published:
    """What was published before: lines by the id of the table result, standings, datums, matches, pairs of teams."""

    lines: Mapping[str, PublishedLine] = field(default_factory=dict)
    standings: tuple[PublishedStanding, ...] = ()
    datums: tuple[PublishedDatum, ...] = ()
    matches: tuple[PublishedMatch, ...] = ()
    pairs: tuple[PublishedPair, ...] = ()

    @classmethod
    def of(cls, figures: PublishedFigures) -> Published:
        """The figures as they are written."""
        datums = tuple(
            PublishedDatum(board, figure, session, section)
            for (session, section, board), figure in figures.datums.items()
        )
        return cls(figures.lines, figures.standings, datums, figures.matches, figures.pairs)

    @property
    def figures(self) -> PublishedFigures:
        """The figures as the event has them."""
        datums = {(datum.session, datum.section, datum.board): datum.figure for datum in self.datums}
        return PublishedFigures(self.lines, self.standings, datums, self.matches, self.pairs)
