"""What importing a file into an event comes to: as data, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from amends.bridge import Vulnerable
from amends.desk.commands.corrections import period_ended
from amends.desk.confirm import Draft, Effect
from amends.desk.importing.rulings_from_file import AwardChange
from amends.event import Contestant, DealtBoard, TableResult
from amends.exact import many
from amends.journal.chain import Entry
from amends.wording.award_text import award_words


@dataclass(frozen=True, slots=True)
class CorrectedLine:
    """A line that the file has otherwise."""

    old: TableResult
    new: TableResult

    @property
    def changes_score(self) -> bool:
        """Whether the score or those who have it are others."""
        return (self.old.result, self.old.seats) != (self.new.result, self.new.seats)

    @property
    def words(self) -> str:
        """Old → new, in a line."""
        names = ("seats", "session", "section", "round", "table", "match", "room", "group")
        pairs = [(name, getattr(self.old, name), getattr(self.new, name)) for name in names]
        changes = [_change(name, was, now) for name, was, now in pairs if was != now]
        if self.old.result != self.new.result:
            changes.insert(0, f"{award_words(self.old.result)} → {award_words(self.new.result)}")
        if self.old.record != self.new.record:
            changes.append("what is recorded of the auction, the play or the players")
        return f"{self.old.where}: {'; '.join(changes)}"


def _change(name: str, was: object, now: object) -> str:
    if name == "seats":
        return "seats → " + " against ".join("-".join(side) or "nobody" for side in now)  # type: ignore[attr-defined]
    return f"{name} {was or 'unsaid'} → {now or 'unsaid'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """What importing a file into an event comes to."""

    file: str = ""
    unchanged: int = 0
    corrected: tuple[CorrectedLine, ...] = ()
    entered: tuple[TableResult, ...] = ()
    missing: tuple[TableResult, ...] = ()
    """Lines of the event that are no longer in the file; they stay."""
    erased: tuple[TableResult, ...] = ()
    """Those of them that are erased, because that was asked for."""
    contestants: tuple[Contestant, ...] = ()
    deals: tuple[DealtBoard, ...] = ()
    vulnerable: Mapping[int, Vulnerable] = field(default_factory=dict)
    awards: tuple[AwardChange, ...] = ()
    """Awards that stand in the file itself: new, changed, gone."""
    kept: tuple[str, ...] = ()
    """What stays though the file, or whoever imports it, says otherwise: in words, a line each."""
    otherwise: tuple[str, ...] = ()
    """Where the file says otherwise of the event as a whole: in words."""
    further: tuple[Entry, ...] = ()
    """Entries that the file's own journal has after those of the event: they are added as they are."""
    rows: Mapping[str, TableResult] = field(default_factory=dict)
    """The rows of the event after it, by the file's own ids."""
    draft: Draft = lambda drafting: ()

    @property
    def changes(self) -> bool:
        """Whether anything would be entered."""
        return any(
            (self.corrected, self.entered, self.erased, self.contestants, self.deals, self.vulnerable, self.awards)
        ) or bool(self.further)

    @property
    def summary(self) -> str:
        """How many lines are what, in a line."""
        if self.further:
            return f"{many(len(self.further), 'further entry', 'further entries')} of the file's own journal"
        parts = [f"{self.unchanged} unchanged"]
        parts += (
            f"{len(each)} {what}"
            for each, what in (
                (self.corrected, "corrected"),
                (self.entered, "new"),
                (self.erased, "erased"),
                (self.missing, "no longer in the file"),
            )
            if each
        )
        lines = self.unchanged + len(self.corrected) + len(self.entered)
        return f"{many(lines, 'line')}: {', '.join(parts)}"

    def period_ended(self, effect: Effect) -> datetime | None:
        """When the correction period ended of scores that it changes; None where it changes none after that."""
        rows = [*(each.old for each in self.corrected if each.changes_score), *self.erased]
        ended = (period_ended(row, effect.before, entry.at) for entry in effect.new[:1] for row in rows)
        return max((each for each in ended if each is not None), default=None)

    def words(self) -> Iterator[str]:
        """What changes, and what stays though the file says otherwise: a line each; unchanged lines are silent."""
        yield from (f"corrected: {each.words}" for each in self.corrected)
        yield from (f"new: {row.where}: {award_words(row.result)}" for row in self.entered)
        if self.contestants:
            yield f"contestants: {', '.join(each.id for each in self.contestants)}"
        if self.deals:
            yield f"deals: {many(len(self.deals), 'board')}"
        if self.vulnerable:
            yield "vulnerability: " + ", ".join(f"board {board}" for board in self.vulnerable)
        yield from (f"award: {each.words}" for each in self.awards)
        yield from (f"erased: {row.where}: {award_words(row.result)}" for row in self.erased)
        yield from (f"no longer in the file, but kept: {row.where}: {award_words(row.result)}" for row in self.missing)
        yield from self.kept
        yield from self.otherwise
