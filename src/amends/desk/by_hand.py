"""Results that a director has put right by hand: a file that still says what it said before does not undo that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from amends.awards import Award
from amends.desk.file_awards import AGAIN
from amends.event import TableResult
from amends.journal.chain import Entry
from amends.journal.entries import ResultCorrected, ResultErased, ResultsEntered


@dataclass(slots=True)
class ByHand:
    """What was put right since a file last said it."""

    corrected: dict[str, Award] = field(default_factory=dict)
    """For lines that were corrected, by their ids, what the file had said."""
    erased: dict[str, TableResult] = field(default_factory=dict)
    """Lines that were taken out, as they were."""


def put_right(entries: Iterable[Entry]) -> ByHand:
    """What a director has put right by hand in a journal."""
    found, now = ByHand(), dict[str, TableResult]()
    for entry in entries:
        match entry.payload:
            case ResultsEntered(results=results):
                for result in results:
                    _said(result.id, found)
                    now[result.id] = result
            case ResultCorrected(result=result, reason=reason):
                before = now[result.id]
                if not reason.startswith(AGAIN):
                    found.corrected.setdefault(result.id, before.result)
                elif result.result != before.result:  # else it was of something beside the result
                    _said(result.id, found)
                now[result.id] = result
            case ResultErased(result=id, reason=reason):
                _said(id, found)
                if not reason.startswith(AGAIN):
                    found.erased[id] = now[id]
    return found


def _said(id: str, found: ByHand) -> None:
    found.corrected.pop(id, None)
    found.erased.pop(id, None)
