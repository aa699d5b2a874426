"""The notice beside corrected results: what has changed since they were published, whom it moved, and by what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from amends.clock import shown_time
from amends.event import Event
from amends.journal.codec import time_text
from amends.reports.layout.html import Table
from amends.reports.layout.sheet import Paragraph, Part, Sheet, SheetReport
from amends.reports.movers import move_data, moves_table
from amends.rulings.consequences.moves import Move, moves
from amends.scoring.standings import Standings


@dataclass(frozen=True, slots=True)
class NoticeChange:
    """An entry that changed something: when it was made, what it did in words, and whom it moved."""

    at: datetime
    words: str
    contestants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectionNotice(SheetReport):
    """Changes by their numbers, and everybody who moved with the numbers of what moved it."""

    event: Event
    since: datetime
    changes: tuple[NoticeChange, ...]
    moved: tuple[Move, ...]
    times: tuple[str, ...] = ()
    """Until when what was changed may be reviewed or corrected, a sentence each."""

    def by(self, contestant: str) -> list[int]:
        """The numbers of the changes that moved a contestant."""
        return [number for number, change in enumerate(self.changes, 1) if contestant in change.contestants]

    @property
    def entries(self) -> Table:
        """What was changed."""
        rows = [
            [str(number), shown_time(change.at, self.since), change.words]
            for number, change in enumerate(self.changes, 1)
        ]
        return Table("What was changed", ["", "time", "change"], rows, (1, 2))

    @property
    def tables(self) -> list[Table]:
        """Who moved, a table for each list."""
        because = {move.contestant: ", ".join(map(str, self.by(move.contestant))) for move in self.moved}
        return moves_table(self.moved, self.event, because)

    def sheet(self) -> Sheet:
        """The notice in parts."""
        title = f"Corrections since the results of {shown_time(self.since)}"
        parts: list[Part] = [Paragraph(self.event.title)] if self.event.title else []
        parts += [self.entries] if self.changes else []
        parts += self.tables or [Paragraph("No score and no place has changed.")]
        parts += map(Paragraph, self.times)
        return Sheet(title, parts)

    def data(self) -> dict[str, object]:
        """The report as JSON data with exact values."""
        return {
            "event": self.event.title,
            "since": time_text(self.since),
            "changes": [
                {"at": time_text(change.at), "words": change.words, "contestants": list(change.contestants)}
                for change in self.changes
            ],
            "moves": [
                {"contestant": move.contestant, **move_data(move), "by": self.by(move.contestant)}
                for move in self.moved
            ],
            "times": list(self.times),
        }


def correction_notice(
    event: Event,
    before: Standings,
    after: Standings,
    since: datetime,
    changes: Sequence[NoticeChange],
    times: tuple[str, ...] = (),
) -> CorrectionNotice:
    """What changed between two standings; `changes` are the entries between them, each with whom it moved.

    `times` say until when what was changed may be reviewed or corrected.

    Who was moved and moved back again stands as it stood, and is not listed.
    """
    return CorrectionNotice(event, since, tuple(changes), moves(before, after), times)
