"""What is written for a table: contract, score of each side, figures; artificial values have a caret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from amends import exact
from amends.awards import Artificial, Award, Mixture, NotScored, Unit
from amends.bridge import BySide, Outcome, PassedOut, Result, Side, Vulnerable
from amends.event.ruling import Ruling
from amends.event.table_result import Row
from amends.formats.pbn.scores import NOT_PLAYED, SIT_OUT
from amends.formats.pbn.values import ARTIFICIAL
from amends.formats.scored import ScoredRow, kind
from amends.laws import law77

_GRADES = (Fraction(60), Fraction(50), Fraction(40))
_EMPTY = BySide("", "")


@dataclass(frozen=True, slots=True)
class Written:
    """A table as it is written; each score in its side's own view."""

    contract: str = ""
    declarer: str = ""
    tricks: str = ""
    scores: BySide[str] = _EMPTY
    points: BySide[str] = _EMPTY
    percent: BySide[str] = _EMPTY


def written(scored: ScoredRow, vulnerable: Vulnerable) -> Written:
    """The cells of a table."""
    row = scored.row
    outcome = plain_outcome(row)
    ruled = outcome is None and not without_score(row)

    def figure(value: Fraction | None) -> str:
        return "" if value is None else f"{ARTIFICIAL if ruled else ''}{exact.brief(value)}"

    points = scored.figures.map(figure)
    percent = BySide.of(lambda side: figure(_share(scored.figures[side], scored.tops[side])))
    if outcome is None:
        return Written(scores=_scores(row, vulnerable), points=points, percent=percent)
    contract, declarer, tricks = _contract(outcome)
    return Written(contract, declarer, tricks, _plain_score(outcome, vulnerable), points, percent)


def plain_outcome(row: Row) -> Outcome | None:
    """The one result that counts for both sides, if it is that and both sides were there."""
    award, (ns, ew) = row.awards.ns, row.table.seats
    if len(ns) != len(ew):
        return None
    return award.plain if isinstance(award, Mixture) and award == row.awards.ew else None


def without_score(row: Row) -> bool:
    """Whether neither side has a score."""
    return all(isinstance(award, NotScored) for award in row.awards)


def _share(figure: Fraction | None, top: Fraction | None) -> Fraction | None:
    return figure / top * 100 if figure is not None and top else None


def _contract(outcome: Outcome) -> tuple[str, str, str]:
    if isinstance(outcome, Result):
        contract = outcome.contract
        name = f"{contract.level}{contract.denomination.value}{contract.doubling.value.upper()}"
        return name, outcome.declarer.value, str(outcome.tricks)
    return ("Pass", "", "") if isinstance(outcome, PassedOut) else ("", "", "")


def _plain_score(outcome: Outcome, vulnerable: Vulnerable) -> BySide[str]:
    points = law77.points(outcome, vulnerable)
    if points == 0:
        return BySide("0", "0")
    return BySide(str(points), "") if points > 0 else BySide("", str(-points))


def _scores(row: Row, vulnerable: Vulnerable) -> BySide[str]:
    """The score cells of a table that has no plain result."""
    seats = row.table.seats
    if without_score(row):
        cancelled = row.awards == BySide(SIT_OUT, SIT_OUT) and seats.ns and seats.ew
        return BySide("sit-out", "sit-out") if cancelled else _EMPTY
    return BySide.of(lambda side: _cell(row.awards[side], side, vulnerable) if seats[side] else "")


def _cell(award: Award, side: Side, vulnerable: Vulnerable) -> str:
    """An artificial value: what was awarded to a side, as far as a cell can say it."""
    if isinstance(award, Mixture) and award.plain is not None:
        return f"{ARTIFICIAL}{law77.points(award.plain, vulnerable) * side.sign}"
    if isinstance(award, Artificial):
        return f"{ARTIFICIAL}{_artificial(award)}"
    if award in (NOT_PLAYED, SIT_OUT):
        return f"{ARTIFICIAL}{award}"
    return f"{ARTIFICIAL}adj"


def _artificial(award: Artificial) -> str:
    """An artificial score; fixed shares of 60, 50 and 40% have a decimal, for without it they are the grades."""
    if isinstance(award.grade, Fraction) and award.unit is Unit.PERCENT:
        percent = award.grade * 100
        return f"{exact.decimal(percent, 1)}%" if percent in _GRADES else f"{exact.brief(percent, 6)}%"
    if isinstance(award.grade, Fraction):
        return f"{'+' if award.grade > 0 else ''}{exact.brief(award.grade, 6)} IMP"
    return str(award)


def remarks(row: Row, ruling: Ruling | None, where: str) -> Iterator[str]:
    """The ruling in words, where the cells do not say all of it."""
    ns, ew = row.awards
    said = kind(row) in ("result", "artificial score", "board without a score")
    if said and not (ruling and (ruling.reason or ruling.laws)):
        return
    awards = f"Both sides: {ns}." if ns == ew else f"N-S: {ns}. E-W: {ew}."
    words = [f"{where[:1].upper()}{where[1:]}: {kind(row)}.", awards]
    if isinstance(row.table.result, Mixture) and row.table.result != ns:
        words.append(f"At the table: {row.table.result}.")
    if ruling and ruling.laws:
        words.append(f"Law{'s' if len(ruling.laws) > 1 else ''} {', '.join(ruling.laws)}.")
    if ruling and ruling.reason:
        words.append(ruling.reason)
    yield " ".join(words)
