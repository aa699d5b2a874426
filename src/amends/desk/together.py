"""Several drafts in one confirmation: each is made on the event as the ones before it leave it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from amends.desk.drafting import PROGRAM, Draft, Drafting
from amends.event.chain import BEGINNING, sealed, with_people
from amends.event.entries import Payload


def together(drafts: Sequence[Draft]) -> Draft:
    """All of these drafts as one: it is entered as a whole or not at all."""
    if len(drafts) == 1:
        return drafts[0]

    def draft(drafting: Drafting) -> Iterable[Payload]:
        for each in drafts:
            payloads = list(each(drafting))
            yield from payloads
            drafting = _after(drafting, payloads)

    return draft


def _after(drafting: Drafting, payloads: Sequence[Payload]) -> Drafting:
    """With the event as these payloads leave it. Its entries only show it: those that count are sealed at the end."""
    opened, register = drafting.opened, drafting.register
    previous = opened.entries[-1].digest if opened.entries else BEGINNING
    new = []
    for number, payload in enumerate(payloads, opened.seen + 1):
        new.append(sealed(number, drafting.at, PROGRAM, register.payload(payload), previous))
        previous = new[-1].digest
    return replace(drafting, opened=opened.with_entries(with_people(new, register.people)))
