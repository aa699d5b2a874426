"""Double-dummy analysis of deals in a background thread, so that no page waits for it.

Where several processes have one store, what one has worked out is there for the others too.
"""

from __future__ import annotations

import logging
import os
import sys
from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from threading import Condition, Thread, get_native_id
from types import MappingProxyType
from typing import Any

from amends import double_dummy
from amends.bridge import Denomination, Seat
from amends.bridge.outcome import parse_outcome
from amends.desk.desk import Desk
from amends.double_dummy import Makeable, Par
from amends.faults import Faults
from amends.reports.layout.diagram import Diagram

BEHIND_REQUESTS = 10
"""How nice the thread is: the solver takes all processors, and a deal can wait for those who ask for a page."""
MOST_DEALS = 4096
"""So many are remembered, and may wait; those that were worked out first go first."""


@dataclass(frozen=True, slots=True)
class Possible:
    """What can be made; nothing of it is known where the solver or a card is missing."""

    makes: Makeable | None = None
    par: Par | None = None
    waits: bool = False
    """Whether it is being worked out: who looks again will find it."""
    seats: tuple[Seat, ...] = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
    denominations: tuple[Denomination, ...] = tuple(Denomination)

    @property
    def most(self) -> int:
        """The most tricks that anybody can make."""
        return max(self.makes.tricks.values()) if self.makes else 0


NOT_YET = Possible(waits=True)


class Analyst:
    """Works deals out: at once for who asks, or, once started, in a thread of its own."""

    def __init__(self, shared: Desk | None = None) -> None:
        self._shared = shared
        self._changed = Condition()
        self._known: OrderedDict[Diagram, Possible] = OrderedDict()
        self._waiting: deque[Diagram] = deque()
        self._started = False
        self.finished = 0
        """How many deals were worked out: after each, pages that wait for one are other pages."""

    def start(self) -> None:
        """From now on nobody waits for it; the solver, which takes seconds to load, is loaded at once."""
        self._started = True
        Thread(target=self._work, name="double dummy", daemon=True).start()

    def possible(self, deals: Iterable[Diagram], then: Iterable[Diagram] = ()) -> dict[Diagram, Possible]:
        """What can be made on some deals, as far as it is known; they come first, and others after them."""
        wanted = list(deals)
        if not self._started:
            return {deal: _analysis(deal) for deal in wanted}
        self._take_shared(wanted)
        with self._changed:
            found = {deal: self._known.get(deal, NOT_YET) for deal in wanted}
            if missing := [deal for deal, each in found.items() if each.waits]:
                later = islice((deal for deal in then if deal not in self._known), MOST_DEALS)
                self._waiting = deque(islice(dict.fromkeys([*missing, *self._waiting, *later]), MOST_DEALS))
                self._changed.notify()
        return found

    def _work(self) -> None:
        if sys.platform == "linux":  # elsewhere it would be the priority of the whole process
            os.setpriority(os.PRIO_PROCESS, get_native_id(), BEHIND_REQUESTS)
        double_dummy.is_available()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                deal = self._waiting[0]
            try:
                with suppress(Faults):  # a store that is away: it is worked out here
                    self._take_shared([deal])
                found = self._known.get(deal) or self._worked_out(deal)
            except Exception:  # the others are still to be worked out, and nobody is to wait for this one for ever
                logging.getLogger(__name__).exception("the solver failed on board %s: %s", deal.board, deal.deal)
                found = Possible()
            with self._changed:
                if deal in self._waiting:  # others may stand before it by now, and so many that it was dropped
                    self._waiting.remove(deal)
                self._known[deal] = found
                self.finished += 1
                while len(self._known) > MOST_DEALS:
                    self._known.popitem(last=False)
                self._changed.notify_all()

    def _worked_out(self, deal: Diagram) -> Possible:
        found = _analysis(deal)
        if self._shared is not None and found.makes is not None and found.par is not None:
            with suppress(Faults):  # the others work it out themselves
                self._shared.store.keep_analysis(_key(deal), _body(found.makes, found.par))
        return found

    def _take_shared(self, deals: Iterable[Diagram]) -> None:
        """Take over what another process has worked out."""
        if self._shared is None:
            return
        unknown = {_key(deal): deal for deal in deals if deal not in self._known}
        there = self._shared.store.analyses(list(unknown)) if unknown else {}
        with self._changed:
            self._known.update({unknown[key]: _read(body) for key, body in there.items()})


def _key(deal: Diagram) -> str:
    return f"{deal.deal} {deal.dealer.value} {deal.vulnerable.value}"


def _body(makes: Makeable, par: Par) -> dict[str, Any]:
    tricks = {seat.value: [makes.tricks[seat, each] for each in Denomination] for seat in Seat}
    return {"tricks": tricks, "par": par.ns, "results": [str(result) for result in par.results]}


def _read(body: Mapping[str, Any]) -> Possible:
    tricks = {
        (seat, each): int(number)
        for seat in Seat
        for each, number in zip(Denomination, body["tricks"][seat.value], strict=True)
    }
    results = tuple(parse_outcome(str(result)) for result in body["results"])
    return Possible(Makeable(MappingProxyType(tricks)), Par(int(body["par"]), results))


def _analysis(deal: Diagram) -> Possible:
    return Possible(double_dummy.makeable(deal.deal), double_dummy.par(deal.deal, deal.dealer, deal.vulnerable))
