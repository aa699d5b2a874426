"""Two pairs whose totals are off by opposite amounts: whether they sat the other way round where they met."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from amends.audit.computed import Scorer
from amends.audit.totals import Totals
from amends.bridge import BySide
from amends.event import Form, Row

_FIGURES = ("percentage", "total")


def turned_tables(scorer: Scorer, totals: Totals, again: Callable[[Scorer], Totals]) -> str:
    """What explains the totals of two pairs that do not follow, in words; "" where this does not.

    `again` compares the totals with what another scorer gives. Tried are all boards on which the two met, and each
    round by itself.
    """
    wrong = {finding.contestant for finding in totals.findings if finding.kind in _FIGURES}
    if len(wrong) != 2 or scorer.event.form is not Form.PAIRS:
        return ""
    met = [row for row in scorer.rows if {seat for seats in row.table.seats for seat in seats} == wrong]
    for rows in _candidates(met):
        turned = {row.table.id for row in rows}
        seated = [_turned(row) if row.table.id in turned else row for row in scorer.rows]
        if not any(
            finding.kind in _FIGURES for finding in again(Scorer(scorer.event, seated, scorer.phantoms)).findings
        ):
            boards = ", ".join(str(row.table.board) for row in rows)
            names = " and ".join(sorted(wrong))
            noun = "boards" if len(rows) > 1 else "board"
            return f"the totals of pairs {names} follow if they sat the other way round on {noun} {boards}"
    return ""


def _candidates(met: Sequence[Row]) -> Iterator[list[Row]]:
    rounds: dict[tuple[str, str], list[Row]] = {}
    for row in met:
        rounds.setdefault((row.table.session, row.table.round), []).append(row)
    if met:
        yield list(met)
    if len(rounds) > 1:
        yield from rounds.values()


def _turned(row: Row) -> Row:
    ns, ew = row.table.seats
    return replace(row, table=replace(row.table, seats=BySide(ew, ns)))
