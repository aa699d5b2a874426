"""The rulings file of an event: what stands beside its results, and what a rulings file has no words for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from amends.awards import Award, Redress
from amends.bridge import BySide
from amends.event import Event, Ruling, TableResult
from amends.event.rows import reference_to, ruled_tables
from amends.event.ruling import SelfInflictedDamage
from amends.formats import left_out
from amends.formats.rulings_file import RulingsFile
from amends.formats.rulings_writer import unsaid
from amends.journal.document import Document
from amends.regulations.load import regulation_reference

_NO_AWARDS: BySide[Award | None] = BySide(None, None)


def rulings_of(document: Document) -> RulingsFile:
    """The rulings, penalties, carry-overs and awards of an event, with its regulation.

    Awards that stand in the results are written as rulings too: the results may be written in a format that cannot
    hold them, and beside a file that does hold them a ruling takes their place.
    """
    event = document.event
    name, settings = regulation_reference(event.regulation)
    return RulingsFile(
        regulation=None if (name, settings) == ("exact", {}) else name,
        settings=settings or None,
        rulings=tuple(_rulings(event)),
        penalties=event.penalties,
        carry_overs=event.carry_overs,
        awards=event.awards,
    )


def losses(document: Document) -> Iterator[str]:
    """What a rulings file cannot hold, a line each."""
    event = document.event
    if event.results:
        yield "the results are left out, with names, deals and published figures: a rulings file stands beside them"
    for id, found in _unsaid(_own(event)).items():
        yield f"ruling {id} is left out: a rulings file has no words for {found}"
    name, _ = regulation_reference(event.regulation)
    if name != event.regulation.name:
        yield f"the regulation {event.regulation.name} is written as {name} with the settings that differ"
    yield from left_out.journal(document)


def _rulings(event: Event) -> Iterator[Ruling]:
    """The rulings that a rulings file can hold; `replaces` only where the replaced one is there."""
    own = _own(event)
    lost = _unsaid(own)
    written = [ruling for ruling in own if ruling.id not in lost]
    ids = {ruling.id for ruling in written}
    for ruling in written:
        yield ruling if ruling.replaces is None or ruling.replaces in ids else replace(ruling, replaces=None)


def _own(event: Event) -> list[Ruling]:
    """The rulings without those in the results whose place another has taken, each as a ruling of its own."""
    ruled = ruled_tables(event.results, event.rulings)
    results = {row.id: row for row in event.results}
    tables = {ruling.id: results[table].result for table, ruling in ruled.items()}
    named = {ruling.replaces for ruling in event.rulings}
    return [
        replace(_in_words(_placed(ruling, results), tables.get(ruling.id)), from_travellers=False)
        for ruling in event.rulings
        if not ruling.from_travellers or ruling.id in tables or ruling.id in named
    ]


def _placed(ruling: Ruling, results: Mapping[str, TableResult]) -> Ruling:
    """The ruling; where it follows its table by the row's id, said by who sits there now."""
    row = results.get(ruling.table.result)
    return ruling if row is None else replace(ruling, table=reference_to(row))


def _in_words(ruling: Ruling, result: Award | None) -> Ruling:
    """The ruling; 12C1(e) that stands as an award with its three results is said by its two results."""
    ns, ew = ruling.awards
    if not isinstance(ns, Redress) or ns != ew or ns.actual != result:
        return ruling
    return replace(ruling, awards=_NO_AWARDS, self_inflicted=SelfInflictedDamage(ns.side, ns.normal, ns.expected))


def _unsaid(own: Sequence[Ruling]) -> dict[str, str]:
    """The rulings that a rulings file has no words for, by id, and those they replace: these are out of force."""
    by_id = {ruling.id: ruling for ruling in own}
    found: dict[str, str] = {}
    for ruling in own:
        words = next((found for found, _ in unsaid(ruling)), None)
        here: Ruling | None = ruling if words is not None else None
        while here is not None and here.id not in found:
            found[here.id] = words if here is ruling and words else f"ruling {ruling.id}, which replaces it"
            here = by_id.get(here.replaces or "")
    return found
