"""Requests that come again: each is answered as the first time, also where that answer was lost on its way.

What the request has entered stands in the journal, and how it is answered is known by its endpoint. So the endpoint
works once more on the event as it stood before those entries, at a desk that enters nothing and gives what was entered
then. Entries are told in whole seconds: of those that the same program made in one second, the ones of this request
are found by what its draft comes to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from amends.contract.documents import document
from amends.desk.confirm import Draft, Effect
from amends.desk.desk import Desk
from amends.desk.open_event import OpenEvent
from amends.desk.views.as_data import effect_data


class RepeatedPage(Protocol):
    """The page of a request that comes again."""

    @property
    def desk(self) -> Desk:
        """Where the request is worked on."""

    def as_of(self, then: OpenEvent, desk: Desk) -> None:
        """Work at another desk, on the event as it was then."""


@dataclass(frozen=True)
class _DeskOfThen(Desk):
    """A desk at which nothing is entered: what is confirmed there was entered before."""

    entered: OpenEvent | None = None
    """The event up to the last entry of the request."""

    def confirm(self, opened: OpenEvent, draft: Draft, *, has_looked: bool = True) -> Effect:
        """What was entered then; _From where the draft comes to another number of entries."""
        assert self.entered is not None
        effect, kinds = Effect(opened, self.entered), [type(entry.payload) for entry in self.preview(opened, draft).new]
        if kinds != [type(entry.payload) for entry in effect.new]:
            raise _From(self.entered.seen - len(kinds))
        return effect


class _From(Exception):
    """The entries of the request begin behind this one, by what its draft comes to."""

    def __init__(self, before: int) -> None:
        super().__init__(before)
        self.before = before


def answer_again(page: RepeatedPage, entered: OpenEvent, answer: Callable[[], Any]) -> Any:
    """What an endpoint gives for a request that was entered; the event is that up to its last entry.

    Where that cannot be worked out any more, it is what all entries of that second did.
    """
    last, earliest = entered.seen, _earliest(entered)
    desk = _DeskOfThen(
        page.desk.store,
        page.desk.who,
        lambda: entered.entries[-1].at,
        sees_process=page.desk.sees_process,
        entered=entered,
    )
    tried, untried = set[int](), [last - 1, earliest]
    while untried:
        before = untried.pop()
        tried.add(before)
        page.as_of(entered.until(before), desk)
        try:
            return answer()
        except _From as found:
            if found.before in range(earliest, last) and found.before not in tried:
                untried.append(found.before)
        except Exception:  # the entry is made: whatever goes wrong behind it, its effect is told
            continue
    effect = Effect(entered.until(earliest), entered)
    return document("effect", effect_data(effect, given=True, sees_process=desk.sees_process), effect.after.event)


def _earliest(entered: OpenEvent) -> int:
    """The last entry before those of the same second and the same author that end with the last one."""
    moment = entered.entries[-1].at, entered.entries[-1].author
    others = (entry.seq for entry in reversed(entered.entries) if (entry.at, entry.author) != moment)
    return next(others, 0)
