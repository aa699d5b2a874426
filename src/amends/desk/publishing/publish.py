"""Publishing: the event as it stands as pages and files in a folder, and the entry that says so."""

from __future__ import annotations

import io
import json
import os
import secrets
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from amends import clock
from amends.desk.confirm import Drafting, Effect
from amends.desk.desk import Desk
from amends.desk.importing.documents import exported
from amends.desk.open_event import OpenEvent
from amends.desk.publishing.publication_files import Issue, Progress, Wanted
from amends.desk.views.differences import EntryWords
from amends.faults import Fault, Faults, Refusal
from amends.journal.entries import PublishedStandings
from amends.rulings.consequences.moves import Move

MARKER = "publication.json"
"""The file by which a folder is known as a publication, and of which event."""

_OF_THE_SYSTEM = {".DS_Store", "Thumbs.db", "desktop.ini"}
"""Files that appear by themselves."""

_LARGEST_MARKER = 64 * 1024 * 1024


@dataclass
class PublicationFolder:
    """Where the pages of one event are put; opened by `publication_folder`."""

    place: Path
    event: str
    _beside: Path
    written: list[str] = field(default_factory=list)
    _number: int = 0
    _counts: bool = False
    """Whether the new pages are to stay, even where they cannot be put in place."""

    def write(self, files: Iterable[tuple[str, str | bytes]], about: dict[str, object]) -> None:
        """Write all files anew, beside the place where they will stand; `about` goes into the marker."""
        with _told(self.place, "a folder that can be written"):
            shutil.rmtree(self._beside, ignore_errors=True)
            self._beside.mkdir()
            self.written = []
            for name, content in files:
                data = content.encode(errors="replace") if isinstance(content, str) else content
                (self._beside / name).write_bytes(data)
                self.written.append(name)
            self.written.append(MARKER)
            self._number = int(str(about.get("number", 0)))
            (self._beside / MARKER).write_text(marker(self.event, about, self.written), encoding="utf-8")

    def list(self, files: Iterable[tuple[str, str | bytes]]) -> None:
        """Only note what would be written."""
        self.written = [*(name for name, _ in files), MARKER]

    def put_in_place(self) -> None:
        """The new pages instead of the earlier ones, which are kept until then."""
        later = _number_at(self.place)
        if later > self._number:
            expected = f"nothing more to be done: publication {self._number} is entered, and the later pages stay"
            raise _fault(self.place, f"publication {later}, made by somebody else meanwhile", expected)
        self._counts = True
        expected = f"a folder that can be replaced; the new pages are in {self._beside}"
        with _told(self.place, expected):
            self._refuse_what_came(expected)
            earlier = self._beside.with_suffix(".earlier")
            there = self.place.exists()
            if there:
                shutil.copymode(self.place, self._beside)
                self.place.rename(earlier)
            try:
                self._beside.rename(self.place)
            except BaseException:
                if there:
                    earlier.rename(self.place)
                raise
            if there:
                shutil.rmtree(earlier, ignore_errors=True)

    def _refuse_what_came(self, expected: str) -> None:
        """Making the pages takes time, in which somebody may have put something there."""
        try:
            refuse_strange(self.place, self.event)
        except Faults as trouble:
            raise _fault(self.place, "; ".join(fault.found for fault in trouble.faults), expected) from None


def marker(event: str, about: Mapping[str, object], files: Sequence[str]) -> str:
    """What the marker of a folder says: the publication, the key of its event, and all its files."""
    return json.dumps({**about, "event": event, "files": [*files]}, indent=1) + "\n"


@contextmanager
def publication_folder(folder: Path, event: str) -> Iterator[PublicationFolder]:
    """A folder for the publication of an event (its key); refused where it holds anything else."""
    with _told(folder, "the name of a folder"):
        place = Path(os.path.realpath(folder))  # which takes a link in a circle as it is
    refuse_strange(place, event)
    _refuse_own(place)
    beside = place.with_name(f".{place.name[:40]}.{secrets.token_hex(4)}.part")
    made = PublicationFolder(place, event, beside)
    try:
        yield made
    finally:
        if not made._counts:
            shutil.rmtree(beside, ignore_errors=True)


def refuse_strange(place: Path, event: str) -> None:
    """Refuse a place that is not free, empty, or a publication of this event with nothing else in it."""
    expected = "a new folder, an empty one, or an earlier publication of this event"
    with _told(place, expected):
        if not place.parent.is_dir():
            raise _fault(place.parent, "no such folder", "a folder that is there")
        if not place.exists():
            return
        if not place.is_dir():
            raise _fault(place, "a file", expected)
        if place.parent == place or place.is_mount():
            raise _fault(place, "the top of a disk", f"a folder on it, such as {place / 'results'}")
        there = sorted(each.name for each in place.iterdir() if each.name not in _OF_THE_SYSTEM)
        if not there:
            return
        ours = _ours(place, event)
        if ours is None:
            raise _fault(place, f"a folder with {_listed(there)}", expected)
        strange = [name for name in there if name not in ours or (place / name).is_dir()]
        if strange:
            raise _fault(place, f"{_listed(strange)} beside the pages of an earlier publication", expected)


def _refuse_own(place: Path) -> None:
    """Refuse the folder that somebody works in: it would be gone under their feet, and a new one in its place."""
    with suppress(OSError):  # a folder to work in that is gone already
        if Path.cwd() == place:
            raise _fault(place, "the folder you are in", "the same from outside (cd ..): it is replaced as a whole")


def _number_at(place: Path) -> int:
    """Which publication a folder holds; 0 where it holds none."""
    try:
        return int(json.loads((place / MARKER).read_text(encoding="utf-8"))["number"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return 0


def _ours(place: Path, event: str) -> set[str] | None:
    """The files of an earlier publication of the event; None where the folder is not one."""
    marker = place / MARKER
    try:
        if marker.stat().st_size > _LARGEST_MARKER:
            return None
        found = json.loads(marker.read_text(encoding="utf-8"))
        if found["event"] != event:
            raise _fault(place, "the publication of another event", "a folder of its own for each event")
        return {str(name) for name in found["files"]}
    except Faults:
        raise
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _listed(names: list[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


@contextmanager
def _told(place: Path, expected: str) -> Iterator[None]:
    """Troubles of the disk as faults."""
    try:
        yield
    except Faults:
        raise
    except (OSError, ValueError, RuntimeError) as trouble:  # ValueError: a zero byte; RuntimeError: links in a circle
        raise _fault(place, getattr(trouble, "strerror", None) or str(trouble), expected) from None


def _fault(place: Path, found: str, expected: str) -> Faults:
    return Faults([Fault(found, expected, file=str(place))])


Say = Callable[[Sequence[str]], None]


@dataclass(frozen=True, slots=True)
class PublicationResult:
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
    wanted: Wanted = Wanted(),  # noqa: B008  (frozen)
    *,
    dry_run: bool = False,
    say_losses: Say | None = None,
    progress: Progress | None = None,
) -> PublicationResult:
    """Write the event as it stands into a folder, and enter that it was published.

    All pages are written beside the folder first; then the entry is made, and only then do they take the place of an
    earlier publication. Whatever goes wrong before leaves the folder as it was. Where others enter something meanwhile
    the pages are made anew, so that they show exactly the entries before their own. `say_losses` is told what the
    formats cannot hold before anything is written; with `dry_run` nothing is written and nothing entered.
    """
    wanted = wanted.checked()
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
    issue = issues[-1]
    return PublicationResult(
        issue.number,
        issue.at,
        issue.wanted.final,
        effect.new[-1].seq,
        place.place,
        tuple(place.written),
        issue.losses,
        issue.unsettled,
        issue.earlier.made.at if issue.earlier else None,
        tuple(each.whole for each in issue.difference.moved) if issue.difference else (),
        issue.times,
    )


def publish_entry(desk: Desk, opened: OpenEvent, wanted: Wanted) -> tuple[Issue, Effect]:
    """Only enter that the event was published as it stands: for who shows that state by other means than a folder.

    It is refused where anything was entered since the event was opened: what is published is what somebody has seen.
    """
    issues: list[Issue] = []
    wanted = wanted.checked()

    def draft(drafting: Drafting) -> Iterator[PublishedStandings]:
        since = drafting.opened.entries[opened.seen :]
        if since:
            words = EntryWords(drafting.opened, process=desk.sees_process)
            said = (f"entry {entry.seq}, {words(entry)}" for entry in since)
            raise Faults(Fault(f"New since you looked: {each}. Look again, then publish.", "") for each in said)
        issues.append(Issue(drafting.opened, exported(desk, drafting.opened), drafting.at, wanted))
        yield issues[-1].entry()

    effect = desk.confirm(opened, draft)
    return issues[-1], effect


def issued(desk: Desk, opened: OpenEvent, number: int, wanted: Wanted = Wanted()) -> Issue:  # noqa: B008  (frozen)
    """A publication that was made before, from the event as it stood then; `wanted` says its formats and its names."""
    publications = opened.history.publications
    if not 1 <= number <= len(publications):
        known = f"Publications: 1 to {len(publications)}." if publications else "Nothing was published yet."
        raise Refusal(f"There is no publication {number} of {opened.kept.name}.", known)
    found = publications[number - 1]
    then = opened.until(found.made.seq - 1)
    wanted = replace(wanted.checked(), final=found.final, remark=found.remark, anyway="")
    return Issue(then, exported(desk, then), found.made.at, wanted, again=True)


_ZIP_FIRST, _ZIP_LAST = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
"""The times that an archive can give its files."""


def zipped(issue: Issue) -> bytes:
    """The files of a publication in one archive: the same as in a folder."""
    held, names = io.BytesIO(), list[str]()
    local = clock.local(issue.at)
    time = min(max(local.timetuple()[:6], _ZIP_FIRST), _ZIP_LAST)
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:

        def put(name: str, content: str | bytes) -> None:
            data = content.encode(errors="replace") if isinstance(content, str) else content
            archive.writestr(zipfile.ZipInfo(name, time), data, zipfile.ZIP_DEFLATED)

        for name, content in issue.files():
            put(name, content)
            names.append(name)
        put(MARKER, marker(issue.opened.kept.key, issue.about(), [*names, MARKER]))
    return held.getvalue()
