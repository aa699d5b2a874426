"""Several drafts in one confirmation: each is made on the event as the ones before it leave it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from amends.desk.drafting import PROGRAM, Draft, Drafting
from amends.journal.chain import entered
from amends.journal.entries import Payload


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
    opened = drafting.opened
    entries = entered(opened.entries, payloads, drafting.register, drafting.at, PROGRAM)
    return replace(drafting, opened=opened.with_entries(entries))
