"""The drafts of an event, as commands list them."""

from __future__ import annotations

from amends import clock
from amends.desk import Desk, OpenEvent
from amends.desk.commands.proposal import Proposed
from amends.desk.drafts import KeptDraft, draft_words, kept_drafts
from amends.journal.codec.notations import time_text
from amends.reports.table import Table


def drafts_table(desk: Desk, opened: OpenEvent, board: int | None = None) -> Table:
    """The drafts that wait, those on a board where one is said; with who holds them."""
    found = [draft for draft in kept_drafts(desk, opened) if board in (None, _board(draft))]
    rows = [[each.id, clock.shown_time(each.at), draft_words(each, opened), each.author or "–"] for each in found]
    data: list[dict[str, object]] = [
        {"draft": each.id, "at": time_text(each.at), "words": draft_words(each, opened), "author": each.author}
        for each in found
    ]
    return Table("Drafts", ["draft", "time", "what", "held by"], rows, (1, 2, 3), data)


def _board(draft: KeptDraft) -> int | None:
    if isinstance(draft.work, Proposed):
        return draft.work.ruling.board
    said = draft.work.answers.get("board", "")
    return int(said) if said.isdecimal() and len(said) < 9 else None
