"""What PBN cannot hold of a document, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from amends.awards import Mixture
from amends.event.event import Event, Form
from amends.event.rows import in_force, rows_in_force
from amends.event.ruling import Ruling
from amends.event.table_result import Row
from amends.exact import many
from amends.formats import left_out
from amends.formats.scored import kind, where
from amends.journal.document import Document

_FINAL = ("weighted score", "split and weighted score", "score by 12C1(e)", "better of two scores", "awarded figure")
_UNITS = {"matchpoints": "matchpoints", "bam": "percentage of the board", "total-points": "points"}
_KEPT_IN_WORDS = ("reason", "laws")
_ABOUT = ("date", "venue", "description")


def lost(document: Document) -> Iterator[str]:
    """What writing it would lose, a line each."""
    event = document.event
    yield from _rulings(event)
    kept = ("lead", "auction", "play", "pairs", "players") if event.form is Form.TEAMS else ("lead",)
    yield from left_out.copies(event)
    yield from left_out.cards(replace(event, deals=()), kept)
    yield from _amounts(event)
    yield from _people(event)
    yield from left_out.regulation(event, "is left out: the figures that are written follow from it")
    if document.published:
        yield "the figures that were published are left out: those of this event are written"
    yield from left_out.journal(document)
    yield from left_out.about(document, _ABOUT)


def _rulings(event: Event) -> Iterator[str]:
    """Each adjusted score that is written as less than it is, and each ruling that is not written at all."""
    rulings = {ruling.id: ruling for ruling in event.rulings}
    standing = {ruling.id for ruling in in_force(event.rulings)}
    written: set[str] = set()
    for row in rows_in_force(event.results, event.rulings):
        written |= {row.ruling} if row.ruling else set()
        said = [*_award(event, row), *_grounds(rulings.get(row.ruling or ""))]
        if said:
            yield f"{where(row.table, event.form)}: {'; '.join(said)}"
    for ruling in event.rulings:
        if ruling.id not in written:
            why = "it has been replaced" if ruling.id not in standing else "another is in force in its place"
            yield f"ruling {ruling.id} is left out: {why}"


def _award(event: Event, row: Row) -> Iterator[str]:
    """What becomes of the award, and of what happened at the table."""
    found = kind(row)
    if found in _FINAL:
        yield f"{found} written as its final {_UNITS.get(event.scoring, 'IMPs')}, in words as commentary"
    elif found == "split score":
        yield "split score written as the points of each side"
    elif found == "assigned score":
        yield "assigned score written as if it were the result"
    result = row.table.result
    if isinstance(result, Mixture) and any(award != result for award in row.awards):
        silent = found in ("artificial score", "board without a score")
        yield f"the table result {result} {'is left out' if silent else 'stands in the commentary alone'}"


def _grounds(ruling: Ruling | None) -> Iterator[str]:
    if ruling is None:
        return
    bare = replace(ruling, **dict.fromkeys(_KEPT_IN_WORDS, ""))  # type: ignore[arg-type]
    if any(getattr(ruling, name) for name in _KEPT_IN_WORDS):
        yield f"the reason and the laws of ruling {ruling.id} stand as commentary"
    if grounds := left_out.grounds(bare):
        yield f"of ruling {ruling.id} left out: {grounds}"


def _amounts(event: Event) -> Iterator[str]:
    bare = replace(event, awards=())
    yield from left_out.amounts(bare, "is written as a sum, without its grounds")
    yield from left_out.amounts(replace(event, penalties=(), carry_overs=()), "is in the total alone")


def _people(event: Event) -> Iterator[str]:
    """What is known of contestants and players besides names and the federation's numbers."""
    everybody = event.contestants.values()
    clubs = sum(bool(player.club_id) for each in everybody for player in each.players)
    if clubs:
        yield f"the club numbers of {many(clubs, 'player')} are left out"
    pairs = sum(bool(each.pairs) for each in everybody)
    if pairs:
        yield f"the pairs of {many(pairs, 'team')} are left out"
