"""Awards that stand in a file of results itself, when the file is imported again: what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from amends.desk.open_event import OpenEvent
from amends.event import Event, Ruling, TableResult
from amends.event.rows import bound_to, in_force, locate, rows_by_board, ruled_tables
from amends.event.ruling import TableReference
from amends.faults import Faults
from amends.journal.history import GivenRuling, RulingState
from amends.wording.award_text import ruling_award

AGAIN = "imported again"
"""How the reason of an entry begins that an import has made."""


@dataclass(frozen=True, slots=True)
class AwardChange:
    """An award of the file that is new (no `old`), another (both) or gone (no `new`); `row` as the event has it."""

    row: TableResult
    old: Ruling | None
    new: Ruling | None
    edition: int

    @property
    def words(self) -> str:
        """The change in a line."""
        was, now = (None if each is None else ruling_award(each, self.edition) for each in (self.old, self.new))
        where = self.row.where
        if was is None:
            return f"{where}: {now}"
        return f"{where}: {was} withdrawn" if now is None else f"{where}: {was} → {now}"


@dataclass(frozen=True, slots=True)
class AwardsCompared:
    """The changes that can be entered, and in words the ones in whose way a decision of the desk stands."""

    changes: tuple[AwardChange, ...]
    kept: tuple[str, ...]


@dataclass(slots=True)
class _Row:
    """What the event knows of one row: the file's last award, and the ruling of a director in force."""

    from_file: GivenRuling | None = None
    stands: bool = False
    directors: Ruling | None = None


def compared(opened: OpenEvent, file: Event, rows: Mapping[str, TableResult]) -> AwardsCompared:
    """The file's awards against those of the event; `rows` are the event's rows by the file's own ids."""
    known = _known(opened)
    own = [ruling for ruling in in_force(file.rulings) if ruling.from_travellers]
    awards = {rows[id].id: ruling for id, ruling in ruled_tables(file.results, own).items()}
    edition = opened.event.regulation.edition
    taken = {given.ruling.id for given in opened.history.rulings}
    changes, kept = list[AwardChange](), list[str]()
    for row in rows.values():
        outcome = _compare(row, awards.get(row.id), known.get(row.id, _Row()), edition)
        if isinstance(outcome, str):
            kept.append(f"{row.where}: {outcome}")
        elif outcome is not None:
            changes.append(_numbered(outcome, taken))
    return AwardsCompared(tuple(changes), tuple(kept))


def _compare(row: TableResult, new: Ruling | None, known: _Row, edition: int) -> AwardChange | str | None:
    """The change that a row needs; words where it cannot be made; None where there is nothing to do."""
    old = known.from_file
    if new is None:
        if old is None or not known.stands:
            return None
        if known.directors is not None:
            return f"the file awards nothing there any more; {_stays(known.directors, edition)}"
        return AwardChange(row, old.ruling, None, edition)
    if old is not None and _same(old.ruling, new):
        if known.stands or known.directors is not None:
            return None
        if old.state is RulingState.WITHDRAWN and old.why_withdrawn.startswith(AGAIN):
            return AwardChange(row, None, new, edition)
        return f"the file awards {ruling_award(new, edition)}, which was withdrawn here and stays so"
    if known.directors is not None:
        if known.directors.awards == new.awards:
            return None
        return f"the file awards {ruling_award(new, edition)}; {_stays(known.directors, edition)}"
    return AwardChange(row, old.ruling if old is not None and known.stands else None, new, edition)


def _stays(ruling: Ruling, edition: int) -> str:
    return f"ruling {ruling.id} stays: {ruling_award(ruling, edition)}"


def _same(one: Ruling, other: Ruling) -> bool:
    """Whether two awards of files say the same, wherever their lines stood."""
    first, second = (replace(each, id="", table=TableReference(), replaces=None, case="") for each in (one, other))
    return first == second


def _numbered(change: AwardChange, taken: set[str]) -> AwardChange:
    """The change with an id of its own for the new award, bound to its row."""
    if change.new is None:
        return change
    id, number = change.new.id, 2
    while id in taken:
        id, number = f"{change.new.id}.{number}", number + 1
    taken.add(id)
    replaces = change.old.id if change.old is not None else None
    return replace(change, new=replace(change.new, id=id, table=bound_to(change.row), replaces=replaces))


def _known(opened: OpenEvent) -> dict[str, _Row]:
    """What the event knows, by row. An award that was appealed, or has a case, is the desk's own."""
    event = opened.event
    counts = {ruling.id: ruling for ruling in in_force(event.rulings)}
    found: dict[str, _Row] = {}
    for given, row in _located(opened):
        here = found.setdefault(row, _Row())
        ruling = given.ruling
        if ruling.from_travellers:
            here.from_file, here.stands = given, ruling.id in counts
        if ruling.id in counts and (not ruling.from_travellers or given.appeals or ruling.case):
            here.directors = ruling
    return found


def _located(opened: OpenEvent) -> Iterator[tuple[GivenRuling, str]]:
    """Every ruling that was ever given, with the id of its row, as far as that row is there."""
    bound = {ruling.id: ruling.table.result for ruling in opened.event.rulings}
    by_board = rows_by_board(opened.event.results)
    for given in opened.history.rulings:
        id = given.ruling.table.result or bound.get(given.ruling.id, "")
        try:
            yield given, id or locate(given.ruling, by_board).id
        except Faults:
            continue
