"""What is added to and taken from totals and matches: carry-over, awards in victory points, penalties."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from amends import exact, explain
from amends.awards import Artificial, Award, NotScored, Unit
from amends.bridge import BySide
from amends.event import Event, Form, Row, TableResult
from amends.event.ruling import CarryOver, Penalty, victory_points_of
from amends.explain import Explained
from amends.faults import Fault, Faults, refuse
from amends.laws import law90
from amends.regulations import Regulation

SIT_OUT = NotScored(expected=False)


def is_sit_out(table: TableResult, form: Form) -> bool:
    """Whether somebody sat there and the table was not full; a cancelled row has everybody."""
    full = 4 if form is Form.INDIVIDUAL else 2
    return table.result == SIT_OUT and 0 < len(table.seats.ns) + len(table.seats.ew) < full


def with_sit_outs(event: Event, rows: Sequence[Row]) -> Sequence[Row]:
    """The rows with the regulation's score for those who sit out, where it has one."""
    if event.regulation.sit_out == "none" or event.form is Form.TEAMS:
        return rows
    award = sit_out_score(event.scoring, event.regulation)
    return [_scored(row, award) if row.ruling is None and is_sit_out(row.table, event.form) else row for row in rows]


def _scored(row: Row, award: Award) -> Row:
    return replace(row, awards=BySide.of(lambda side: award if row.table.seats[side] else SIT_OUT))


def sit_out_score(scoring: str, regulation: Regulation) -> Artificial:
    """The score for a board not played because of a sit-out; at IMPs the equivalent of the percentage."""
    share = exact.number(regulation.sit_out)
    if scoring == "matchpoints":
        return Artificial(share, Unit.PERCENT)
    plus = regulation.average_plus_imps
    equivalents = {
        Fraction(1, 2): Fraction(0),
        regulation.average_plus_percent / 100: plus,
        regulation.average_minus_percent / 100: -plus,
    }
    if scoring == "total-points" or share not in equivalents:
        known = ", ".join(exact.percentage(each) for each in equivalents)
        expected = "none" if scoring == "total-points" else f"none, or one of {known}"
        raise refuse(f"sit_out = {regulation.sit_out} at {scoring}", expected, "setting sit_out")
    return Artificial(equivalents[share], Unit.IMPS)


NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Matches:
    """How an event counts its matches: the unit before any scale, and the match that a penalty or carry-over names.

    `find` takes a contestant, a session and what stands in `match`, and raises where no match, or more than one, fits.
    `unscaled`: the matches themselves are the totals (a knockout), so that everything belongs to a match.
    """

    unit: str
    find: Callable[[str, str, str], Hashable]
    unscaled: bool = False


class Adjustments:
    """An event's carry-overs and penalties by contestant; all that cannot be read or placed is refused together."""

    def __init__(
        self,
        event: Event,
        unit: str,
        top_of: Callable[[str, str], Fraction],
        contestants: Container[str],
        matches: Matches | None = None,
    ) -> None:
        self._unit, self._top_of, self._contestants, self._matches = unit, top_of, contestants, matches
        self._is_unscaled = matches is not None and matches.unscaled
        self._carried: dict[str, list[CarryOver]] = {}
        self._penalties: dict[str, list[Explained]] = {}
        self._carried_in: dict[tuple[str, Hashable], list[Explained]] = {}
        self._taken_in: dict[tuple[str, Hashable], list[Explained]] = {}
        faults: list[Fault] = []
        for carried in event.carry_overs:
            self._try(faults, f"carry-over for {carried.contestant}", self._carry, carried)
        for given in event.penalties:
            self._try(faults, f"penalty for {given.contestant}", self._penalise, given)
        for award in event.awards:
            if unit != "vp" or award.contestant not in contestants:
                expected = "a contestant of an event with victory points"
                where = f"victory points for {award.contestant}"
                faults.append(Fault(f"contestant = {award.contestant!r}", expected, where))
        if faults:
            raise Faults(faults)
        # They are methods of the standings, which has this object: without them it is freed as soon as nobody has it.
        del self._top_of, self._matches

    def _try(
        self, faults: list[Fault], where: str, take: Callable[[CarryOver | Penalty], None], given: CarryOver | Penalty
    ) -> None:
        if given.contestant not in self._contestants:
            faults.append(Fault(f"contestant = {given.contestant!r}", "a contestant of the event", where))
            return
        try:
            take(given)
        except Faults as trouble:
            faults += [replace(fault, where=where) for fault in trouble.faults]

    def _carry(self, carried: CarryOver | Penalty) -> None:
        assert isinstance(carried, CarryOver)
        unit, matches = carried.unit or self._unit, self._matches
        inside = matches is not None and unit == matches.unit == "imps"
        match = self._match_of(carried, "", inside)
        if inside:
            words = f"carried over{f' ({carried.reason})' if carried.reason else ''}"
            figure = explain.given(carried.amount, words)
            self._carried_in.setdefault((carried.contestant, match), []).append(figure)
            return
        if unit != self._unit and (unit, self._unit) != ("percent", "matchpoints"):
            raise Faults([Fault(f"a figure in {unit}", f"a figure in {self._unit}")])
        self._carried.setdefault(carried.contestant, []).append(carried)

    def _penalise(self, given: CarryOver | Penalty) -> None:
        assert isinstance(given, Penalty)
        words = f"penalty{f' ({given.reason})' if given.reason else ''}"
        unit, matches = law90.unit_of(given.amount) or self._unit, self._matches
        top = self._top_of(given.contestant, given.session) if given.amount.strip().endswith("%") else None
        inside = matches is not None and unit == matches.unit and (matches.unscaled or unit != self._unit)
        match = self._match_of(given, given.session, inside)
        if inside:
            figure = law90.penalty(given.amount, unit, top, words, given.law)
            self._taken_in.setdefault((given.contestant, match), []).append(figure)
            return
        figure = law90.penalty(given.amount, self._unit, top, words, given.law)
        self._penalties.setdefault(given.contestant, []).append(figure)

    def _match_of(self, given: CarryOver | Penalty, session: str, inside: bool) -> Hashable:
        """The match that a figure names; None where it names none and is not `inside` a match."""
        if self._matches is None or not (inside or given.match):
            return None
        return self._matches.find(given.contestant, session, given.match)

    # Totals

    def carried(self, contestant: str, available: Fraction = NOTHING) -> Fraction:
        """What the contestant brought along; points of the final percentage are a share of what was available."""
        inside = self._inside(contestant, self._carried_in)
        return sum((figure.value for figure in [*self._brought(contestant, available), *inside]), NOTHING)

    def _brought(self, contestant: str, available: Fraction) -> Iterator[Explained]:
        for carried in self._carried.get(contestant, ()):
            words = f"carried over{f' ({carried.reason})' if carried.reason else ''}"
            if carried.unit == "percent":
                share = explain.given(carried.amount / 100, f"{exact.show(carried.amount)}% of what was available")
                yield explain.product(words, share, explain.given(available, "available"))
            else:
                yield explain.given(carried.amount, words)

    def penalty(self, contestant: str) -> Fraction:
        """What is taken from the contestant, in the unit of the totals."""
        inside = self._inside(contestant, self._taken_in)
        return sum((figure.value for figure in [*self._penalties.get(contestant, ()), *inside]), NOTHING)

    def _inside(self, contestant: str, found: dict[tuple[str, Hashable], list[Explained]]) -> list[Explained]:
        """The figures of a contestant's matches, where those are in the unit of the totals."""
        if not self._is_unscaled:
            return []
        return [figure for (name, _), figures in found.items() if name == contestant for figure in figures]

    def parts(self, contestant: str, available: Fraction = NOTHING) -> list[Explained]:
        """Both as parts of a total."""
        taken = [_taken("total", figure) for figure in self._penalties.get(contestant, ())]
        return [*self._brought(contestant, available), *taken]

    # Matches

    def taken_in(self, contestant: str, match: Hashable) -> list[Explained]:
        """The penalties of a contestant in a match, before any scale."""
        return [_taken("match", figure) for figure in self._taken_in.get((contestant, match), ())]

    def carried_in(self, contestant: str, match: Hashable) -> list[Explained]:
        """What a contestant carried into a match."""
        return list(self._carried_in.get((contestant, match), ()))


def _taken(place: str, figure: Explained) -> Explained:
    return explain.negative(f"taken from the {place}", figure, figure.clause)


def victory_point_awards(event: Event, contestant: str, pool: int) -> list[Explained]:
    """Victory points given for matches that were not played or are void: a figure, or a share of the pool."""
    found = []
    for award in event.awards:
        if award.contestant != contestant:
            continue
        words = (
            f"{f'round {award.round}, ' if award.round else ''}awarded{f' ({award.reason})' if award.reason else ''}"
        )
        figure, is_share = victory_points_of(award.amount)
        if is_share:
            share = explain.given(figure, award.amount)
            found.append(explain.product(words, share, explain.given(pool, "the pool"), clause="78D"))
        else:
            found.append(explain.given(figure, words, "78D"))
    return found
