"""Publishing: the event as it stands as pages and files in a folder, and the entry that says so."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from amends import clock
from amends.desk.desk import Desk
from amends.desk.drafting import Drafting, Effect
from amends.desk.importing.documents import exported
from amends.desk.open_event import OpenEvent
from amends.desk.publishing.folder import MARKER, marker, publication_folder
from amends.desk.publishing.publication_files import USUAL, Issue, Progress, Wanted
from amends.desk.views.entry_text import entry_words
from amends.faults import Fault, Faults, refuse
from amends.journal.entries import PublishedStandings
from amends.rulings.consequences.moves import Move

Say = Callable[[Sequence[str]], None]


@dataclass(frozen=True, slots=True)
class Published:
    """What was published, or would be."""

    number: int
    """Which publication of the event it is."""
    at: datetime
    final: bool
    entry: int
    folder: Path
    files: tuple[str, ...]
    losses: tuple[str, ...] = ()
    """What the formats cannot hold, in words."""
    unsettled: tuple[str, ...] = ()
    """What is not settled although the results are called final."""
    since: datetime | None = None
    """When the publication before was made; None for the first one."""
    moved: tuple[Move, ...] = ()
    """Who stands otherwise than in the publication before."""
    times: str = ""
    """Until when what is new in it may be corrected and reviewed, in words."""


def publish(
    desk: Desk,
    opened: OpenEvent,
    folder: Path,
    *,
    final: bool = False,
    names_in_rulings: bool = False,
    formats: Sequence[str] = USUAL,
    remark: str = "",
    anyway: str = "",
    with_document: bool = False,
    dry_run: bool = False,
    say_losses: Say | None = None,
    progress: Progress | None = None,
) -> Published:
    """Write the event as it stands into a folder, and enter that it was published.

    All pages are written beside the folder first; then the entry is made, and only then do they take the place of an
    earlier publication. Whatever goes wrong before leaves the folder as it was. Where others enter something meanwhile
    the pages are made anew, so that they show exactly the entries before their own. `say_losses` is told what the
    formats cannot hold before anything is written; with `dry_run` nothing is written and nothing entered.
    """
    wanted = Wanted(
        final=final,
        names_in_rulings=names_in_rulings,
        formats=tuple(formats),
        remark=remark,
        anyway=anyway,
        with_document=with_document,
    ).checked()
    issues: list[Issue] = []
    with publication_folder(folder, opened.kept.key) as place:

        def draft(drafting: Drafting) -> Iterator[PublishedStandings]:
            issue = Issue(drafting.opened, exported(desk, drafting.opened), drafting.at, wanted)
            issues.append(issue)
            if say_losses is not None and (len(issues) == 1 or issue.losses != issues[-2].losses):
                say_losses(issue.losses)
            if dry_run:
                place.list(issue.files(progress))
            else:
                place.write(issue.files(progress), issue.about())
            yield issue.entry()

        effect = (desk.preview if dry_run else desk.confirm)(opened, draft)
        if not dry_run:
            place.put_in_place()
    return _published(issues[-1], effect.new[-1].seq, place.place, tuple(place.written))


def publish_entry(desk: Desk, opened: OpenEvent, wanted: Wanted) -> tuple[Issue, Effect]:
    """Only enter that the event was published as it stands: for who shows that state by other means than a folder.

    It is refused where anything was entered since the event was opened: what is published is what somebody has seen.
    """
    issues: list[Issue] = []
    wanted = wanted.checked()

    def draft(drafting: Drafting) -> Iterator[PublishedStandings]:
        since = drafting.opened.entries[opened.seen :]
        if since:
            words = (f"entry {entry.seq}, {entry_words(entry, drafting.opened)}" for entry in since)
            raise Faults([Fault(each, "nothing new since you looked; look again") for each in words])
        issues.append(Issue(drafting.opened, exported(desk, drafting.opened), drafting.at, wanted))
        yield issues[-1].entry()

    effect = desk.confirm(opened, draft)
    return issues[-1], effect


def issued(desk: Desk, opened: OpenEvent, number: int, wanted: Wanted = Wanted()) -> Issue:  # noqa: B008  (frozen)
    """A publication that was made before, from the event as it stood then; `wanted` says its formats and its names."""
    publications = opened.history.publications
    if not 1 <= number <= len(publications):
        known = f"one of 1 to {len(publications)}" if publications else "one that was made: there is none yet"
        raise refuse(f"publication {number}", known, opened.kept.name)
    found = publications[number - 1]
    then = opened.until(found.made.seq - 1)
    wanted = replace(wanted.checked(), final=found.final, remark=found.remark, anyway="")
    return Issue(then, exported(desk, then), found.made.at, wanted, again=True)


def zipped(issue: Issue) -> bytes:
    """The files of a publication in one archive: the same as in a folder."""
    held, names = io.BytesIO(), list[str]()
    local = clock.local(issue.at)
    time = (max(local.year, 1980), local.month, local.day, local.hour, local.minute, local.second)
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:

        def put(name: str, content: str | bytes) -> None:
            data = content.encode(errors="replace") if isinstance(content, str) else content
            archive.writestr(zipfile.ZipInfo(name, time), data, zipfile.ZIP_DEFLATED)

        for name, content in issue.files():
            put(name, content)
            names.append(name)
        put(MARKER, marker(issue.opened.kept.key, issue.about(), [*names, MARKER]))
    return held.getvalue()


def _published(issue: Issue, entry: int, folder: Path, files: tuple[str, ...]) -> Published:
    return Published(
        issue.number,
        issue.at,
        issue.wanted.final,
        entry,
        folder,
        files,
        issue.losses,
        issue.unsettled,
        issue.earlier.made.at if issue.earlier else None,
        tuple(each.whole for each in issue.difference.moved) if issue.difference else (),
        issue.times,
    )
