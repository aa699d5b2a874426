"""Events, effects, entries, appeals and publications as plain data with exact values: what documents are made of."""

from __future__ import annotations

from datetime import datetime

from amends.desk.commands.appeals import until
from amends.desk.confirm import Effect
from amends.desk.open_event import OpenEvent
from amends.desk.publishing.publish import PublicationResult
from amends.desk.store_care import Verified
from amends.desk.unfinished_rulings import KeptDraft, draft_words
from amends.desk.views.journal import Logged, entry_words
from amends.desk.views.overview import overview
from amends.journal.codec import time_text
from amends.journal.history import Appeal, GivenRuling
from amends.reports.preview import EffectReport, PreviewReport, finding_data
from amends.rulings.consequences.moves import Move
from amends.wording.figures import precise


def event_data(opened: OpenEvent, *, process: bool = True) -> dict[str, object]:
    """An event and its big numbers as plain data; what waits for a director only with the process of rulings."""
    event, kept, numbers = opened.event, opened.kept, overview(opened)
    return {
        "event": kept.name,
        "date": kept.date,
        "key": kept.key,
        "entries": opened.seen,
        "last_entry": time_text(opened.entries[-1].at) if opened.entries else None,
        "form": event.form.value,
        "scoring": event.scoring,
        "winners": event.winners,
        "knockout": event.knockout,
        "regulation": numbers.regulation,
        "changed_settings": list(numbers.changed_settings),
        **{name: getattr(numbers, name) for name in ("contestants", "tables", "boards", "results", "expected")},
        "missing": [
            {"session": each.session, "section": each.section, "board": each.board, "lines": each.lines}
            for each in numbers.missing
        ],
        "rulings": numbers.rulings,
        "under_appeal": numbers.under_appeal if process else None,
        "open_cases": numbers.cases if process else None,
        "penalties": numbers.penalties,
        "beyond_limits": [str(fault) for fault in numbers.beyond_limits],
        "published": time_text(numbers.published.made.at) if numbers.published else None,
        "final": bool(numbers.published and numbers.published.final),
    }


def effect_data(effect: Effect, given: bool, *, sees_process: bool = True) -> dict[str, object]:
    """What a draft does, or has done, as plain data with exact values."""
    ids = [ruling.id for ruling in effect.rulings]
    event = effect.after.event
    return {
        "given": given,
        "ruling": ids[0] if len(ids) == 1 else None,
        "rulings": ids,
        "entries": entries_data(effect),
        "effect": EffectReport(effect.moves, event).data()
        | {"rulings": [PreviewReport(preview, event).data() for preview in effect.previews]},
        "findings": [{"ruling": ruling.id, **finding_data(finding, ruling)} for ruling, finding in effect.findings],
        "forbidden": forbidden_data(effect) if sees_process else [],
    }


def forbidden_data(effect: Effect) -> list[dict[str, object]]:
    """The rulings that the Laws forbid once a draft is entered, each with a finding."""
    return [
        {"ruling": ruling.id, "board": ruling.board, **finding_data(finding, ruling)}
        for ruling, finding in effect.after.forbidden
    ]


def entries_data(effect: Effect) -> list[dict[str, object]]:
    """The entries as plain data."""
    return [{"entry": entry.seq, "words": entry_words(entry, effect.after)} for entry in effect.new]


def change_data(effect: Effect, dry_run: bool, *, sees_process: bool = True) -> dict[str, object]:
    """What a draft without a ruling does, or has done; what the Laws say of rulings is part of their process."""
    scored = effect.before.event.results and effect.after.event.results
    return {
        "event": effect.after.kept.name,
        "entered": not dry_run,
        "entries": entries_data(effect),
        "effect": EffectReport(effect.moves, effect.after.event).data() if scored else None,
        "forbidden": forbidden_data(effect) if sees_process else [],
    }


def appeal_data(appeal: Appeal, opened: OpenEvent) -> dict[str, object]:
    """An appeal as plain data."""
    ends = until(appeal.ruling, opened)
    return {
        "appeal": appeal.id,
        "ruling": appeal.ruling,
        "side": appeal.side.value if appeal.side else None,
        "grounds": appeal.grounds,
        "who": appeal.who,
        "deposit": appeal.deposit,
        "lodged": time_text(appeal.lodged.at),
        "until": time_text(ends) if ends else None,
        "late": appeal.late,
        "decision": appeal.decision.value if appeal.decision else None,
        "varied_to": appeal.varied_to,
        "reason": appeal.reason,
        "reviewers": list(appeal.reviewers),
        "deposit_kept": appeal.deposit_kept,
    }


def appeals_touched(effect: Effect) -> list[Appeal]:
    """The appeals that a draft has lodged or decided."""
    new = {entry.seq for entry in effect.new}
    appeals = effect.after.history.appeals.values()
    return [each for each in appeals if any(made and made.seq in new for made in (each.lodged, each.decided))]


def logged_data(each: Logged) -> dict[str, object]:
    """A line of the journal."""
    return {
        "entry": each.seq,
        "at": time_text(each.at),
        "by": each.by,
        "what": each.kind,
        "words": each.words,
        "digest": each.digest,
    }


def publication_data(made: PublicationResult, dry_run: bool) -> dict[str, object]:
    """A publication: its files, what is not settled, and who moved."""
    return {
        "publication": made.number,
        "state": "final" if made.final else "provisional",
        "at": time_text(made.at),
        "entry": None if dry_run else made.entry,
        "folder": str(made.folder),
        "dry_run": dry_run,
        "files": list(made.files),
        "losses": list(made.losses),
        "unsettled": list(made.unsettled),
        "times": made.times,
        "since": time_text(made.since) if made.since else None,
        "moved": [move_since_data(move) for move in made.moved],
    }


def move_since_data(move: Move) -> dict[str, object]:
    """Who moved since the last publication."""
    places = [({"place": each.place} if each else None) for each in (move.before, move.after)]
    return {"contestant": move.contestant, "before": places[0], "after": places[1], "change": precise(move.change)}


def verification_data(verified: Verified) -> dict[str, object]:
    """Whether a journal is as it was written."""
    return {
        "name": verified.name,
        "verified": verified.whole,
        "entries": verified.entries,
        "digest": verified.head,
        **({"noted": verified.noted} if verified.noted else {}),
        "guards": list(verified.guards),
        "faults": [str(fault) for fault in verified.faults],
        "beyond_limits": [str(fault) for fault in verified.beyond_limits],
        **({"out_of_time": list(verified.out_of_time)} if verified.out_of_time else {}),
        **({"taken_over": list(verified.taken_over)} if verified.taken_over else {}),
    }


def draft_data(draft: KeptDraft, opened: OpenEvent) -> dict[str, object]:
    """A draft, and who holds it."""
    return {
        "draft": draft.id,
        "at": time_text(draft.at),
        "words": draft_words(draft, opened),
        "author": draft.author,
    }


def open_to_appeal_data(given: GivenRuling, ends: datetime | None) -> dict[str, object]:
    """A ruling that may still be appealed, and until when."""
    return {"ruling": given.ruling.id, "until": time_text(ends) if ends else None}
