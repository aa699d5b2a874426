"""What a format cannot hold, in words: the lines that several formats have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from amends.event import Event, Ruling
from amends.event.rows import in_force
from amends.exact import and_list, many
from amends.journal.chain import ABOUT, Document
from amends.regulations import default, settings

_RULING = {
    "reason": "reason",
    "laws": "laws",
    "non_offending": "non-offending side",
    "fault": "responsibility",
    "disallowed": "disallowed contracts",
    "legal_route": "legal routes",
    "poll": "poll",
    "claim": "note of a claim",
    "outside_agency": "note of an outside agency",
    "obtainable": "note that a result could be had",
    "director": "director",
    "time": "time",
    "accept": "accepted findings",
    "vulnerable": "vulnerability",
    "field": "field",
}
"""What a ruling has besides its award, in words."""


def grounds(ruling: Ruling) -> str:
    """What a ruling rests on and a bare award does not have: "reason, laws and poll"; "" where there is nothing."""
    found = [words for key, words in _RULING.items() if getattr(ruling, key)]
    return and_list(found) if found else ""


def copies(event: Event) -> Iterator[str]:
    """The vulnerability and the dealer that the copies of a fouled board have for themselves."""
    for key, words in (("vulnerable", "vulnerability"), ("dealer", "dealer")):
        tables = sum(1 for result in event.results if getattr(result, key) is not None)
        if tables:
            yield f"the {words} of the copies of fouled boards is left out at {many(tables, 'table')}"


def cards(event: Event, kept: Collection[str] = ("lead",)) -> Iterator[str]:
    """The deals, and what is known of tables besides the result; `kept` are the parts that the format has."""
    if event.deals:
        yield f"the deals of {many(len(event.deals), 'board')} are left out"
    words = {"lead": "lead", "auction": "auction", "play": "play", "pairs": "pairs of the teams", "remark": "remark"}
    words |= {"players": "players at the table"}
    for key, thing in words.items():
        values = [getattr(each.record, key) for each in event.results if each.record is not None]
        tables = sum(any(value) if hasattr(value, "__iter__") else value is not None for value in values)
        if tables and key not in kept:
            yield f"{thing}: left out at {many(tables, 'table')}"


def amounts(event: Event, fate: str) -> Iterator[str]:
    """Penalties, carry-overs and awards of victory points; `fate` says what becomes of them."""
    for penalty in event.penalties:
        yield f"the penalty of {penalty.amount} for {penalty.contestant} {fate}"
    for carried in event.carry_overs:
        yield f"the carry-over of {carried.contestant} {fate}"
    for award in event.awards:
        where = f" in round {award.round}" if award.round else ""
        yield f"the award of victory points to {award.contestant}{where} {fate}"


def regulation(event: Event, fate: str = "is left out: name it when the event is scored") -> Iterator[str]:
    """The regulation, where it is not the one that is taken when nobody names one."""
    usual = default()
    same = all(getattr(event.regulation, key) == getattr(usual, key) for key in settings())
    if not same or event.regulation.name != usual.name:
        yield f"the regulation {event.regulation.name} {fate}"


def published(document: Document, fate: str = "are left out") -> Iterator[str]:
    """The published figures; `fate` says what becomes of them."""
    if document.published:
        yield f"the figures that were published {fate}"


def title(event: Event) -> Iterator[str]:
    """The title."""
    if event.title:
        yield f"the title is left out: {event.title}"


def journal(document: Document) -> Iterator[str]:
    """The journal."""
    if document.journal:
        yield "the journal is left out: who ruled, appealed and corrected when"


def rulings(event: Event) -> dict[str, str]:
    """For each ruling, by its id, the line that says why it is not written."""
    standing = {ruling.id for ruling in in_force(event.rulings)}
    why = {True: "another is in force in its place", False: "it has been replaced"}
    return {each.id: f"ruling {each.id} is left out: {why[each.id in standing]}" for each in event.rulings}


_OF_THE_FILE = ("program", "program_version", "version")
"""What is true of the file that was read, and of no other."""


def about(document: Document, kept: Collection[str] = ()) -> Iterator[str]:
    """What the file says of the event besides its results."""
    told = (*kept, *_OF_THE_FILE)
    left = [ABOUT.get(key, key).partition(",")[0] for key, text in document.about.items() if text and key not in told]
    if left:
        yield f"left out: {'; '.join(left)}"


def names(event: Event) -> Iterator[str]:
    """The names of contestants and players."""
    named = [each for each in event.contestants.values() if each.name or each.players or each.pairs]
    if named:
        yield f"the names of {many(len(named), event.form.noun)} are left out"
