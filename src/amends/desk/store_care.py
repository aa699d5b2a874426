"""Looking after the store itself: where it is, a copy of it, what is left of a damaged one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import Path

from amends import clock
from amends.desk.desk import Desk
from amends.desk.importing.documents import taken_over
from amends.desk.open_event import BEHIND, OpenEvent
from amends.event.limits import limit_faults
from amends.faults import Fault, Faults, Refusal
from amends.formats import event_document
from amends.formats.common import files
from amends.journal.chain import BEGINNING, DIGITS, Entry
from amends.scoring.event import score
from amends.store import Salvaged, open_store, place_of, salvage
from amends.store.location import VARIABLE
from amends.store.private import put_private

_BEGINNING_OF_A_FILE = 4096
_MOST_OUT_OF_TIME = 50


@dataclass(frozen=True, slots=True)
class Verified:
    """What was looked at, how many entries it has, the digest of the last one, and all that is wrong."""

    name: str
    entries: int
    head: str
    faults: tuple[Fault, ...]
    noted: int | None = None
    """The number of the entry that has the digest somebody had noted."""
    beyond_limits: tuple[Fault, ...] = ()
    """What is beyond the limits: nothing is wrong with the journal because of it."""
    out_of_time: tuple[str, ...] = ()
    """Entries that are dated before an earlier one, a sentence each: a clock was set back, or a date was chosen."""
    guards: tuple[str, ...] = ()
    """The guards of the store that are missing or changed, by their names."""
    taken_over: tuple[str, ...] = ()
    """Entries that came with a file and carry its names and times, a sentence for each file."""

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults and not self.guards


@dataclass(frozen=True, slots=True)
class Noted:
    """What somebody has of a journal outside the store: a digest, or the beginning of it, and perhaps its entry."""

    digest: str = ""
    entry: int | None = None


def read_publication(path: Path) -> Noted:
    """The last entry that a publication shows, from its publication.json or from the data of one of its pages."""
    try:
        data = json.loads(files.read_bytes(path))
        data = data.get("publication", data)
        if isinstance(digest := data["digest"], str) and isinstance(entry := data["entries"], int):
            return Noted(_digits(digest), entry)
    except Faults:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    remedy = "Name the publication.json of a publication; those of older versions of amends have no digest."
    raise Refusal(f"{path} names no entry and digest of a journal.", remedy)


def verify_event(
    desk: Desk,
    name: str,
    noted: Noted = Noted(),  # noqa: B008  (frozen)
    known: OpenEvent | None = None,
) -> Verified:
    """Look through the journal of an event of the store: every entry, every link, every person, and what they come to.

    `noted` is what somebody wrote down or published earlier: an entry must have that digest. Where the store has just
    the entries of an event that is open already, `known`, nothing of it is worked out a second time.
    """
    kept = desk.store.find(name)
    found = desk.store.check(kept.key)
    guards = tuple(desk.store.missing_guards())
    verified = Verified(kept.name, found.entries, found.head, found.faults, guards=guards)
    if verified.faults:
        return verified
    is_known = known is not None and (known.kept.key, known.kept.head) == (kept.key, found.head)
    opened = known if known is not None and is_known else desk.open(kept.key)
    try:
        _ = opened.event, opened.history, opened.standings  # asked for, so that they are worked out
    except Faults as trouble:
        if trouble.is_unavailable:
            raise
        return replace(verified, faults=trouble.faults)
    beyond = tuple(limit_faults(opened.event, on_a_server=True))
    taken = tuple(each.words for each in taken_over(desk, opened))
    late = tuple(_out_of_time(opened.entries))
    verified = replace(verified, beyond_limits=beyond, out_of_time=late, taken_over=taken)
    return _noted(verified, noted, [entry.digest for entry in opened.entries])


def verify_document(path: Path, noted: Noted = Noted()) -> Verified:  # noqa: B008  (frozen)
    """Look through the journal of an event document in the same way."""
    content = files.read_bytes(path)
    if not event_document.FORMAT.recognises(content[:_BEGINNING_OF_A_FILE]):
        raise Faults([Fault("a file of another kind", "an event document (.amends.json)", file=str(path))])
    try:
        document = event_document.loads(content, str(path))
        score(document.event)
    except Faults as trouble:
        return Verified(path.name, 0, "", trouble.faults)
    journal = document.journal
    head = journal[-1].digest if journal else BEGINNING
    beyond = tuple(limit_faults(document.event, on_a_server=True))
    late = tuple(_out_of_time(journal))
    verified = Verified(path.name, len(journal), head, (), beyond_limits=beyond, out_of_time=late)
    return _noted(verified, noted, [entry.digest for entry in journal])


def _out_of_time(entries: Sequence[Entry]) -> Iterator[str]:
    """The entries with which time goes back, the first of them."""
    backwards = ((before, entry) for before, entry in pairwise(entries) if before.at - entry.at > BEHIND)
    for before, entry in islice(backwards, _MOST_OUT_OF_TIME):
        dated, then = (clock.shown_time(each.at) for each in (entry, before))
        yield f"Entry {entry.seq} is dated {dated}, the entry before it {then}."


def _noted(verified: Verified, noted: Noted, digests: list[str]) -> Verified:
    """Where a digest that was noted stands; a journal whose end was cut off or made anew does not have it."""
    wanted = _digits(noted.digest)
    if not wanted:
        return verified
    found = [place for place, digest in enumerate(digests, 1) if digest.startswith(wanted)]
    if noted.entry is not None and noted.entry not in found:
        there = f"this journal has {len(digests)}" if noted.entry > len(digests) else "here it has another digest"
        fault = Fault(f"no entry {noted.entry} with the digest {wanted[:DIGITS]}: {there}", "the entry as published")
        return replace(verified, faults=(fault,))
    if found:
        return replace(verified, noted=noted.entry or found[-1])
    fault = Fault(f"no entry with the digest {wanted}", "the entry that had it when it was noted")
    return replace(verified, faults=(fault,))


def _digits(text: str) -> str:
    """The digits of a digest as somebody has typed them; "" where nothing was typed."""
    wanted = text.strip().casefold()
    if wanted and (len(wanted) < 8 or not set(wanted) <= set("0123456789abcdef")):
        raise Refusal(f"{text!r} is no digest.", "A digest has 8 to 64 digits of 0–9 and a–f, as journals show it.")
    return wanted


@dataclass(frozen=True, slots=True)
class StorePlace:
    """Where a store is, and what is in it; `events` is None where there is none yet."""

    where: str
    exists: bool
    events: int | None
    size: int | None
    warnings: tuple[str, ...] = ()
    """What is not as safe as it should be, a sentence each with what to type."""


def whereabouts(where: str | None = None) -> StorePlace:
    """Where the store is; nothing is made there."""
    place = place_of(where)
    if place.path is not None and not place.path.exists():
        return StorePlace(place.shown, False, None, None)
    with open_store(where) as store:
        size = place.path.stat().st_size if place.path else None
        warnings = (*store.open_to_others(), *filter(None, [store.read_only]))
        return StorePlace(store.where, True, len(store.events()), size, warnings)


def backup(path: Path, where: str | None = None) -> StorePlace:
    """A whole copy of the store in one new file, while others may go on writing."""
    _refuse_without_store(where)
    with open_store(where) as store:
        store.backup(path)
    return whereabouts(str(path))


def _refuse_without_store(where: str | None) -> None:
    """A copy of a store that is not there would be an empty one, night after night."""
    place = place_of(where)
    if place.path is not None and not (place.path.exists() and place.path.stat().st_size):
        message = f"There is no store at {place.shown}: nothing was copied."
        raise Refusal(message, f"Name the store that amends serves, with --store or by {VARIABLE}.")


NOT_IN_A_BACKUP = (
    "Not in it: the key of sessions (with the copy in place of the store everybody signs in again), files that were"
    " sent to the app and not accepted yet, wrong tries to sign in."
)


def backup_into(folder: Path, keep: int, where: str | None = None) -> tuple[StorePlace, list[Path]]:
    """A copy in a folder, with date and time in its name; and the older copies that were removed for it."""
    if keep < 1:
        raise Refusal(f"{keep} copies cannot be kept.", "Keep at least 1.")
    _refuse_without_store(where)
    with open_store(where) as store:
        path, removed = store.backup_into(folder, keep)
    return whereabouts(str(path)), removed


def saved(source: Path, target: Path) -> tuple[Salvaged, Path | None]:
    """What can be saved of a damaged store, in a new one; entries beyond a gap go into a file beside it."""
    if not source.exists():
        raise Refusal(f"{source}: no such file.", "Name the file of the damaged store.")
    fragments = target.with_name(f"{target.name}.fragments.json")
    if fragments.exists():
        raise Refusal(f"{fragments} is already there.", "Choose another name for the new store.")
    found = salvage(source, target)
    beyond = {event.key: event.beyond for event in found.events if event.beyond}
    if not beyond and not found.loose:
        return found, None
    data = {"beyond_a_gap": beyond, "of_no_known_event": found.loose}
    put_private(fragments, (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode(), replace=False)
    return found, fragments
