"""Penalties (Laws 90, 91): taking one, giving it back, and the standard penalty of a regulation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from amends.bridge import Side
from amends.desk.confirm import Draft, Drafting, refusal
from amends.desk.open_event import OpenEvent
from amends.event import Event
from amends.event.rows import table_of
from amends.event.ruling import Penalty
from amends.faults import Refusal
from amends.journal.entries import Payload, PenaltyGiven, PenaltyWithdrawn
from amends.journal.history import Appeal
from amends.wording.figures import total_unit

SIDE = "side that appealed"
"""The kind of refusal where the side that appealed is not known."""

_UNITS = {"MP": ("matchpoints", "MP"), "IMPs": ("imps", "IMP"), "VP": ("vp", "VP")}
"""Totals as they are shown, with the key of the setting and the word behind a figure."""


def standard_penalty(event: Event) -> str:
    """The standard penalty of the event's regulation in the unit of its totals; "" where there is none for it."""
    key, word = _UNITS.get(total_unit(event, percent=False), ("", ""))
    amount = event.regulation.standard_penalty.get(key, "")
    return amount if amount.endswith("%") or not amount else f"{amount} {word}"


def penalties_for(appeal: Appeal, opened: OpenEvent, side: Side | None = None) -> tuple[Penalty, ...]:
    """The standard penalty for whoever appealed: one contestant, but for individuals, who sit as two."""
    who = appeal.side or side
    if who is None:
        raise refusal(SIDE, f"The side that lodged appeal {appeal.id} is not known.", "Say which side appealed.")
    amount = standard_penalty(opened.event)
    if not amount:
        message = "The regulation has no standard penalty in the unit of this event."
        raise Refusal(message, "Give a penalty with its amount.")
    ruling = opened.history.ruling(appeal.ruling).ruling
    table = table_of(ruling, opened.event.results)
    reason = f"appeal {appeal.id} without merit"
    return tuple(
        Penalty(contestant, amount, "90", reason, table.session, ruling.case) for contestant in table.seats[who]
    )


def penalising(penalty: Penalty) -> Draft:
    """Give a penalty (Laws 90, 91)."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        yield PenaltyGiven(next_penalty(drafting.opened), penalty)

    return draft


def free_penalties(opened: OpenEvent) -> Iterator[str]:
    """The free numbers of penalties, one after the other."""
    taken = opened.history.penalties
    return (str(number) for number in count(len(taken) + 1) if str(number) not in taken)


def withdrawing_penalty(id: str, reason: str) -> Draft:
    """Take a penalty back."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        standing = [each for each, given in drafting.opened.history.penalties.items() if given.withdrawn is None]
        if id not in standing:
            known = f"Penalties: {', '.join(standing)}." if standing else "No penalty stands."
            raise Refusal(f"There is no penalty {id!r}.", known)
        if not reason.strip():
            raise Refusal("The reason is missing.", "Say why the penalty is withdrawn.")
        yield PenaltyWithdrawn(id, reason)

    return draft


def next_penalty(opened: OpenEvent) -> str:
    """The next free number of a penalty."""
    return next(free_penalties(opened))
