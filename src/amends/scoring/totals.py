"""What is added to and taken from totals after scoring: carry-over, awards in victory points, penalties."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from fractions import Fraction

from amends import exact, explain
from amends.event import Event
from amends.event.ruling import CarryOver, victory_points_of
from amends.explain import Explained
from amends.faults import Fault, Faults
from amends.laws import law90

NOTHING = Fraction(0)


class Adjustments:
    """An event's carry-overs and penalties by contestant; all that cannot be read or placed is refused together."""

    def __init__(
        self, event: Event, unit: str, top_of: Callable[[str, str], Fraction], contestants: Container[str]
    ) -> None:
        self._carried: dict[str, list[CarryOver]] = {}
        self._penalties: dict[str, list[Explained]] = {}
        faults: list[Fault] = []
        for carried in event.carry_overs:
            where = f"carry-over for {carried.contestant}"
            if carried.contestant not in contestants:
                faults.append(Fault(f"contestant = {carried.contestant!r}", "a contestant of the event", where))
            if carried.unit not in ("", unit) and (carried.unit, unit) != ("percent", "matchpoints"):
                faults.append(Fault(f"a figure in {carried.unit}", f"a figure in {unit}", where))
            self._carried.setdefault(carried.contestant, []).append(carried)
        for given in event.penalties:
            where = f"penalty for {given.contestant}"
            if given.contestant not in contestants:
                faults.append(Fault(f"contestant = {given.contestant!r}", "a contestant of the event", where))
                continue
            words = f"penalty{f' ({given.reason})' if given.reason else ''}"
            try:
                top = top_of(given.contestant, given.session) if given.amount.strip().endswith("%") else None
                figure = law90.penalty(given.amount, unit, top, words, given.law)
                self._penalties.setdefault(given.contestant, []).append(figure)
            except Faults as trouble:
                faults += [replace(fault, where=where) for fault in trouble.faults]
        for award in event.awards:
            if unit != "vp" or award.contestant not in contestants:
                expected = "a contestant of an event with victory points"
                where = f"victory points for {award.contestant}"
                faults.append(Fault(f"contestant = {award.contestant!r}", expected, where))
        if faults:
            raise Faults(faults)

    def carried(self, contestant: str, available: Fraction = NOTHING) -> Fraction:
        """What the contestant brought along; points of the final percentage are a share of what was available."""
        return sum((figure.value for figure in self._brought(contestant, available)), NOTHING)

    def _brought(self, contestant: str, available: Fraction) -> Iterator[Explained]:
        for carried in self._carried.get(contestant, ()):
            words = f"carried over{f' ({carried.reason})' if carried.reason else ''}"
            if carried.unit == "percent":
                share = explain.given(carried.amount / 100, f"{exact.show(carried.amount)}% of what was available")
                yield explain.product(words, share, explain.given(available, "available"))
            else:
                yield explain.given(carried.amount, words)

    def penalty(self, contestant: str) -> Fraction:
        """What is taken from the contestant."""
        return sum((figure.value for figure in self._penalties.get(contestant, ())), NOTHING)

    def parts(self, contestant: str, available: Fraction = NOTHING) -> list[Explained]:
        """Both as parts of a total."""
        taken = [
            explain.negative("taken from the total", figure, figure.clause)
            for figure in self._penalties.get(contestant, ())
        ]
        return [*self._brought(contestant, available), *taken]


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
