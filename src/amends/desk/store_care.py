"""Looking after the store itself: where it is, a copy of it, what is left of a damaged one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from amends.faults import refuse
from amends.formats import files
from amends.store import Salvaged, open_store, place_of, salvage


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
        raise refuse(f"no file {source}", "the file of the damaged store")
    fragments = target.with_name(f"{target.name}.fragments.json")
    if fragments.exists():
        raise refuse(f"{fragments}, a file that is already there", "another name for the new store")
    found = salvage(source, target)
    beyond = {event.key: event.beyond for event in found.events if event.beyond}
    if not beyond and not found.loose:
        return found, None
    data = {"beyond_a_gap": beyond, "of_no_known_event": found.loose}
    files.write(fragments, json.dumps(data, ensure_ascii=False, indent=1) + "\n")
    return found, fragments
