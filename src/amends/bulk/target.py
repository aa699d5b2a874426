"""Where a run may write: into a new folder, or in the place of one that is to be replaced; never over its own input."""

from __future__ import annotations

import os
import shutil
from pathlib import Path, PurePath

from amends.faults import Fault, Faults

BEGUN = "prepared"
"""The folder that every work folder has: the first that is made there."""


def check_target(target: Path, work: Path, inputs: list[str], *, force: bool) -> None:
    """Refuse a target by which the input would be lost, and a work folder that no run has made."""
    if not target.name or target.name == "..":
        raise _refused("a folder without a name of its own", "a name, such as scored", target)
    if (target.exists() or target.is_symlink()) and not force:
        raise _refused("a folder that is there already", "a new name", target, "file that is there")
    if target.is_symlink():
        raise _refused("a link", "a folder", target)
    for each in inputs:
        refuse_place_of_input(target, _real(target), each, _real(each))
    if work.is_symlink() or (work.exists() and not _is_work_folder(work)):
        raise _refused("something that is not the work of an earlier run", "another name for --out", work)


def refuse_place_of_input(target: Path, place: PurePath, source: str, of_source: PurePath) -> None:
    """Refuse a target whose place is that of an input, or of a folder above it."""
    if place in (of_source, *of_source.parents):
        raise _refused(f"the place of the input, {source}", "a folder beside it", target)


def _real(path: str | Path) -> Path:
    """Where a path leads; a link in a circle is no error here, but what reads or writes there says so."""
    return Path(os.path.realpath(path))


def put_in_place(done: Path, target: Path) -> None:
    """Let a folder that is done be the target, in the place of what was there."""
    if target.exists():
        shutil.rmtree(target) if target.is_dir() else target.unlink()
    done.rename(target)


def _is_work_folder(path: Path) -> bool:
    return path.is_dir() and ((path / BEGUN).is_dir() or not any(path.iterdir()))


def _refused(found: str, expected: str, path: Path, kind: str = "") -> Faults:
    return Faults([Fault(found, expected, file=str(path), kind=kind)])
