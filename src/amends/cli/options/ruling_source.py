"""Which draft the options of `rule` and `preview` mean: a ruling by flags, those of a file, or one that was kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from amends.cli.options.ruling_flags import note_missing_facts, proposed_by_flags
from amends.cli.options.ruling_options import FROM_ELSEWHERE, RulingOptions, flag
from amends.cli.output import warn
from amends.desk import Desk, Draft, OpenEvent
from amends.desk.commands.rulings import Proposed
from amends.desk.desk import clashing
from amends.desk.guide import LeftOpen, Question, next_question
from amends.desk.importing.rulings_from_file import New, entering, new_in
from amends.desk.unfinished_rulings import KeptDraft, Unfinished, Work, kept_draft, proposed_by, take_up
from amends.event.rows import ruled_by_directors, table_of
from amends.faults import Faults, refuse
from amends.formats import rulings_file
from amends.formats.rulings_file.tables import RulingsFile


@dataclass(frozen=True, slots=True)
class Meant:
    """What is to be entered, and how it can be kept for later.

    `draft` is None where all of a file has been given, or where a draft still waits for answers.
    """

    draft: Draft | None
    works: tuple[Work, ...] = ()
    from_draft: KeptDraft | None = None
    placed: Callable[[Faults], Faults] = field(default=lambda trouble: trouble)
    """Faults found later, said to be where the ruling stands in its file."""

    @property
    def waits(self) -> bool:
        """Whether it is a draft that waits for answers."""
        return self.draft is None and self.from_draft is not None


def meant(options: RulingOptions, desk: Desk, opened: OpenEvent, *, take: bool = True) -> Meant | None:
    """What the options mean; None where they say nothing of a ruling. With `take` a draft changes hands."""
    given = options.given()
    others = [name for name in given if name not in FROM_ELSEWHERE]
    if options.rulings is not None:
        _alone("rulings", [*others, *(["from_draft"] if options.from_draft else [])])
        file, new = new_in_file(options.rulings, options.only or [], opened)
        works = tuple(Proposed(ruling) for ruling in new.rulings)
        entered = None if new.nothing else entering(new, replacing=options.replace)
        return Meant(entered, works, placed=file.placed)
    for name in ("only", "replace"):
        if name in given:
            raise refuse(f"{flag(name)} without --rulings", f"{flag(name)} for the rulings of a file")
    if options.from_draft is not None:
        _alone("from_draft", [name for name in others if name != "replaces"])
        draft = (take_up if take else kept_draft)(desk, opened, options.from_draft)
        if take and draft.author != desk.who:
            warn([f"draft {draft.id} was held by {draft.author or 'somebody else'}; now it is yours"])
        return from_kept(draft, opened, options.replaces)
    if not others:
        return None
    proposed = proposed_by_flags(options, opened)
    note_missing_facts(options, proposed.ruling, opened)
    return Meant(proposed.draft(), (proposed,))


def new_in_file(path: Path, only: list[str], opened: OpenEvent) -> tuple[RulingsFile, New]:
    """A rulings file, and what of it is not in the event yet; that its regulation is not looked at is said."""
    file = rulings_file.load(path)
    if file.regulation or file.settings:
        warn([f"{path.name}: the regulation is that of the event; what the file says of it is left out"])
    return file, new_in(file, opened, only)


def _alone(name: str, others: list[str]) -> None:
    if others:
        raise refuse(f"{flag(others[0])} beside {flag(name)}", "one of the two")


def from_kept(draft: KeptDraft, opened: OpenEvent, replaces: str | None = None) -> Meant:
    """A draft that was kept; what others have entered since about the same board is said."""
    proposed = proposed_by(draft, opened)
    if proposed is None:
        return Meant(None, (draft.work,), draft)
    ruling = proposed.ruling if replaces is None else replace(proposed.ruling, replaces=replaces, case="")
    warn(f"since draft {draft.id} was kept: {words}" for words in clashing(opened, draft.seen, ruling))
    row = table_of(ruling, opened.event.results)
    standing = ruled_by_directors(opened.event.results, opened.event.rulings).get(row.id)
    if standing is not None and standing.id != ruling.replaces:
        raise refuse(
            f"draft {draft.id} for a table where ruling {standing.id} is in force by now",
            f"--from-draft {draft.id} --replaces {standing.id}; or --drop-draft {draft.id}",
        )
    return Meant(replace(proposed, ruling=ruling).draft(), (draft.work,), draft)


def refuse_unanswered(draft: KeptDraft, opened: OpenEvent) -> Faults:
    """What is raised for a draft whose questions are not all answered, where nobody can be asked."""
    assert isinstance(draft.work, Unfinished)
    found = next_question(opened, draft.work.answers)
    left = found.words if isinstance(found, Question) else found.why if isinstance(found, LeftOpen) else "no ruling"
    again = f'amends rule "{opened.kept.name}" --from-draft {draft.id} --ask'
    return refuse(f"draft {draft.id}, which waits for an answer: {left}", f"the answers: {again}")
