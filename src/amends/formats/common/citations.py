"""The laws that the rulings of a file cite, in the edition of the event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from amends.event import Ruling
from amends.faults import Fault, Faults
from amends.laws.editions import read_law


def with_laws(rulings: Sequence[Ruling], edition: int) -> tuple[tuple[Ruling, ...], list[Fault]]:
    """The rulings with their laws in one spelling; what is no clause of the edition is a fault."""
    spelt: list[Ruling] = []
    faults: list[Fault] = []
    for ruling in rulings:
        laws = []
        for law in ruling.laws:
            try:
                laws.append(read_law(law, edition))
            except Faults as trouble:
                where = f"ruling {ruling.id}"
                faults += [replace(each, found=f"the law {law!r}", where=where) for each in trouble.faults]
        spelt.append(replace(ruling, laws=tuple(laws)))
    return tuple(spelt), faults
