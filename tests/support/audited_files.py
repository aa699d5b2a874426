"""Makes published files: an event scored in some program's way, its figures printed as that program prints them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

from amends import Event, TableResult, load_regulation
from amends.awards import Artificial, Award, Grade, Mixture, NotScored
from amends.bridge import BySide, Points, Side
from amends.event import Contestant, Ruling, TableReference
from amends.event.published import Printed, PublishedFigures, PublishedLine, PublishedStanding
from amends.exact import decimal
from amends.formats.common.scored_rows import ScoredRow, scored
from amends.journal.chain import Document

SCORES = (-500, -300, -200, -170, -150, -140, -120, -110, -100, 0, 80, 90, 100, 110, 120, 140, 150, 170, 200, 300, 800)
"""Possible whoever is vulnerable."""


def pairs(seed: int, tables: int = 6, boards: int = 8, *, sections: int = 1, short: bool = False) -> Event:
    """A Mitchell of so many tables in each section; with `short` some boards were not played everywhere."""
    chance = Random(seed)
    results: list[TableResult] = []
    contestants = {}
    for section in "ABC"[:sections] if sections > 1 else [""]:
        for number in range(1, 2 * tables + 1):
            contestants[f"{section}{number}"] = Contestant(f"{section}{number}", section=section)
        for board in range(1, boards + 1):
            for table in range(1, tables + 1):
                ew = tables + 1 + (table + board) % tables
                award: Award = Mixture.of(Points(chance.choice(SCORES)))
                if short and chance.random() < 0.15:
                    continue
                seats: BySide[tuple[str, ...]] = BySide((f"{section}{table}",), (f"{section}{ew}",))
                results.append(
                    TableResult(f"{section}/{board}/{table}-{ew}", award, seats, board=board, section=section)
                )
    return Event(results=tuple(results), contestants=contestants)


def artificial(event: Event, place: int, ns: Grade, ew: Grade) -> Event:
    """The event with an artificial score for one of its tables."""
    table = event.results[place]
    results = list(event.results)
    results[place] = replace(table, result=NotScored())
    where = TableReference(table.seats.ns[0], table.seats.ew[0], section=table.section)
    awards: BySide[Award | None] = BySide(Artificial(ns), Artificial(ew))
    ruling = Ruling(f"file {table.id}", table.board, where, awards, from_travellers=True)
    return replace(event, results=tuple(results), rulings=(*event.rulings, ruling))


def published(event: Event, settings: Mapping[str, object] | None = None, line_places: int = 2) -> Document:
    """What a program with these settings would have printed."""
    way = load_regulation("exact").having(**settings) if settings else load_regulation("exact")
    found = scored(replace(event, regulation=way))
    lines = {}
    for row in found.rows:

        def figure(side: Side, row: ScoredRow = row) -> Printed | None:
            value = row.figures[side]
            return None if value is None else Printed.parse(decimal(value, line_places))

        outcome = row.table.result.plain if isinstance(row.table.result, Mixture) else None
        score = Printed.parse(str(outcome.ns)) if isinstance(outcome, Points) else None
        lines[row.table.id] = PublishedLine(score, BySide.of(figure))
    standings = tuple(
        PublishedStanding(
            standing.contestant,
            standing.place,
            total=Printed.parse(decimal(standing.total or Fraction(0))),
            percent=None if standing.percent is None else Printed.parse(decimal(standing.percent)),
        )
        for each in found.standings.lists.values()
        for standing in each
        if standing.total is not None
    )
    return Document(event=event, published=PublishedFigures(lines, standings), source="test")


def changed(document: Document, table: str, ns: str | None = None, ew: str | None = None) -> Document:
    """The document with one printed line changed by hand."""
    line = document.published.lines[table]
    points = BySide(
        Printed.parse(ns) if ns else line.points.ns,
        Printed.parse(ew) if ew else line.points.ew,
    )
    lines = {**document.published.lines, table: replace(line, points=points)}
    return replace(document, published=replace(document.published, lines=lines))
