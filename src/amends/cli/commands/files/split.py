"""`amends split`: a file for each event of a collection."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from amends.cli import output
from amends.cli.options.common import argument, option
from amends.faults import Fault, Faults, Refusal
from amends.formats import pbn
from amends.formats.common import files
from amends.formats.pbn.collections import split

HEAD = 4096


def command(
    path: Annotated[Path, argument("FILE", "A PBN file with several events.")],
    folder: Annotated[Path, argument("FOLDER", "Where the files are written; it is made if it is not there.")],
    force: Annotated[bool, option("--force", "Replace files that are already there.")] = False,
) -> None:
    """Write a file for each event of a collection.

    A PBN file may hold several events, told apart by the tag Event; other commands read it as one.

    Example: amends split finals.pbn finals
    """
    data = files.read_bytes(path)
    if not pbn.recognises(data[:HEAD]):
        raise Faults([Fault("no PBN", "a PBN file: other formats hold one event", file=str(path))])
    events = split(data, str(path))
    if len(events) == 1:
        raise Refusal(f"{path} holds one event; there is nothing to split.")
    targets = _targets(folder, list(events))
    there = [target for target in targets.values() if target.exists()]
    if there and not force:
        raise Faults([Fault("a file that is there already", "--force", file=str(target)) for target in there])
    folder.mkdir(parents=True, exist_ok=True)
    for event, target in targets.items():
        files.write(target, events[event], force=force)
        output.say(f"written: {target}")


def _targets(folder: Path, events: list[str]) -> dict[str, Path]:
    """The files of the events; those whose names are the same but for signs have numbers."""
    found: dict[str, Path] = {}
    for event in events:
        name = re.sub(r"[^\w]+", "-", event).strip("-").lower()[:60] or "event"
        taken = {target.stem for target in found.values()}
        number = next(n for n in range(1, len(events) + 1) if (f"{name}-{n}" if n > 1 else name) not in taken)
        found[event] = folder / f"{name}-{number}.pbn" if number > 1 else folder / f"{name}.pbn"
    return found


COMMANDS = {"split": command}
