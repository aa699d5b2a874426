"""The pairs of a teams event, scored across the field: cross-IMPs or Butler, as the file has them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

from amends import exact
from amends.audit.computed import Scorer
from amends.audit.conventions import Convention
from amends.audit.findings import Finding, Parts, Tally
from amends.audit.lines import audit_lines
from amends.bridge import BySide
from amends.event import Form, Row
from amends.event.published import unit_of
from amends.journal.document import Document


def audit_pairs(document: Document, rows: list[Row]) -> Parts:
    """What each pair was given at its table against the whole field: cross-IMPs or Butler."""
    lines = {id: line for id, line in document.published.lines.items() if any(line.points)}
    if not lines:
        return Parts()
    event = document.event
    seated = [
        replace(row, table=replace(row.table, seats=_pair_seats(row), room="", match=""))
        for row in rows
        if row.table.id in lines
    ]
    tried = []
    for scoring, choices in (
        ("cross-imps", {"cross_imps_divisor": ("comparisons", "tables", "sum")}),
        ("butler", {"butler_trim": ("1", "0", "2"), "butler_round_to": ("10", "1")}),
    ):
        field = replace(event, form=Form.PAIRS, scoring=scoring, rulings=(), penalties=(), carry_overs=(), awards=())
        scorer = Scorer(field, seated)
        tried.append((scorer, choices, audit_lines(scorer, lines, choices, "IMPs")))
        if tried[-1][2].tally.follow == tried[-1][2].tally.printed:
            break
    scorer, choices, found = max(tried, key=lambda entry: entry[2].tally.follow)
    words = [f"the pairs' IMPs are {scorer.event.scoring}", *found.convention.words(choices)]
    tallies = [replace(found.tally, what="pair IMPs")]
    findings = list(found.findings)
    totals = _pair_totals(document, scorer, found.convention)
    return Parts((*tallies, *totals.tallies), (*findings, *totals.findings), tuple(words))


def _pair_seats(row: Row) -> BySide[tuple[str, ...]]:
    record = row.table.record
    pairs = record.pairs if record else BySide("", "")
    return BySide(
        (pairs.ns or f"{row.table.id} NS",),
        (pairs.ew or f"{row.table.id} EW",),
    )


def _pair_totals(document: Document, scorer: Scorer, convention: Convention) -> Parts:
    """The pairs' own totals: of their lines as computed, or as printed where lines were rounded first."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    rounded: dict[str, Fraction] = defaultdict(Fraction)
    computed = scorer(convention)
    for row in scorer.rows:
        printed = document.published.lines[row.table.id].points
        for side, value in zip(row.table.seats, computed.lines[row.table.id], strict=True):
            sums[side[0]] += value or 0
        for side, text in zip(row.table.seats, printed, strict=True):
            rounded[side[0]] += text.value if text else 0
    findings = []
    column = unit_of(pair.imps for pair in document.published.pairs)
    for pair in document.published.pairs:
        if not any(pair.imps.agrees(each[pair.pair], column) for each in (sums, rounded)):
            gives = exact.decimal(sums[pair.pair])
            words = f"the file prints {pair.imps} IMPs, its lines give {gives}"
            findings.append(Finding("total", f"pair {pair.pair} of team {pair.team}", str(pair.imps), gives, words))
    printed_pairs = len(document.published.pairs)
    return Parts((Tally("pair totals", printed_pairs - len(findings), printed_pairs),), tuple(findings))
