"""Looking after the store itself: where it is, a copy of it, what is left of a damaged one."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from amends.desk.desk import Desk
from amends.event.limits import limit_faults
from amends.faults import Fault, Faults, Refusal
from amends.formats import event_document
from amends.formats.common import files
from amends.journal.chain import BEGINNING
from amends.scoring.event import score
from amends.store import Salvaged, open_store, place_of, salvage

_BEGINNING_OF_A_FILE = 4096


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

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def verify_event(desk: Desk, name: str, noted: str = "") -> Verified:
    """Look through the journal of an event of the store: every entry, every link, every person, and what they come to.

    `noted` is a digest that somebody wrote down earlier, or the beginning of it: an entry must have it.
    """
    kept = desk.store.find(name)
    found = desk.store.check(kept.key)
    verified = Verified(kept.name, found.entries, found.head, found.faults)
    if verified.faults:
        return verified
    opened = desk.open(kept.key)
    try:
        _ = opened.event, opened.history, opened.standings  # asked for, so that they are worked out
    except Faults as trouble:
        return replace(verified, faults=trouble.faults)
    verified = replace(verified, beyond_limits=tuple(limit_faults(opened.event, on_a_server=True)))
    return _noted(verified, noted, [entry.digest for entry in opened.entries])


def verify_document(path: Path, noted: str = "") -> Verified:
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
    verified = Verified(path.name, len(journal), head, (), beyond_limits=beyond)
    return _noted(verified, noted, [entry.digest for entry in journal])


def _noted(verified: Verified, noted: str, digests: list[str]) -> Verified:
    """Where a digest that was noted stands; a journal whose end was cut off or made anew does not have it."""
    wanted = noted.strip().casefold()
    if not wanted:
        return verified
    if len(wanted) < 8 or not set(wanted) <= set("0123456789abcdef"):
        raise Refusal(f"{noted!r} is no digest.", "A digest has 8 to 64 digits of 0–9 and a–f, as journals show it.")
    found = [place for place, digest in enumerate(digests, 1) if digest.startswith(wanted)]
    if found:
        return replace(verified, noted=found[-1])
    fault = Fault(f"no entry with the digest {noted}", "the entry that had it when it was noted")
    return replace(verified, faults=(fault,))


@dataclass(frozen=True, slots=True)
class StorePlace:
    """Where a store is, and what is in it; `events` is None where there is none yet."""

    where: str
    exists: bool
    events: int | None
    size: int | None


def whereabouts(where: str | None = None) -> StorePlace:
    """Where the store is; nothing is made there."""
    place = place_of(where)
    if place.path is not None and not place.path.exists():
        return StorePlace(place.shown, False, None, None)
    with open_store(where) as store:
        return StorePlace(store.where, True, len(store.events()), place.path.stat().st_size if place.path else None)


def backup(path: Path, where: str | None = None) -> StorePlace:
    """A whole copy of the store in one new file, while others may go on writing."""
    with open_store(where) as store:
        store.backup(path)
    return whereabouts(str(path))


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
    files.write(fragments, json.dumps(data, ensure_ascii=False, indent=1) + "\n")
    return found, fragments
