"""Prints what `make quick` tests: the core, and what belongs to the files that were changed.

Changed is what differs from the branch it came from (or from the last commit but one), and what is not committed.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
CORE = (
    *("tests/bridge", "tests/awards", "tests/regulations", "tests/laws", "tests/event", "tests/scoring"),
    *("tests/rulings", "tests/conformance", "tests/test_architecture.py"),
)
LARGE = {"web", "desk", "cli", "store", "formats", "reports"}
"""Rooms with so many tests that only those are run which speak of the changed module."""
NEVER = "tests/browser"
"""Takes minutes whatever was changed."""


def main() -> None:
    """Print the paths for pytest."""
    print(*selected(changed(), PROJECT))


def changed() -> set[str]:
    """The changed files that are still there."""
    since = next(filter(None, (_git("merge-base", "HEAD", "@{upstream}"), _git("rev-parse", "HEAD~1"))), ["HEAD"])[0]
    names = {*_git("diff", "--name-only", since), *_git("ls-files", "--others", "--exclude-standard")}
    return {name for name in names if (PROJECT / name).is_file()}


def selected(names: Iterable[str], project: Path) -> list[str]:
    """The core, and for each changed file its tests."""
    found = dict.fromkeys(path for path in CORE if (project / path).exists())
    for name in sorted(names):
        found |= dict.fromkeys(path for path in _tests_of(Path(name), project) if not path.startswith(NEVER))
    inside = [path for path in found if any(path.startswith(f"{folder}/") for folder in found)]
    return [path for path in found if path not in inside]


def _tests_of(file: Path, project: Path) -> Iterator[str]:
    match file.parts:
        case ("tests", *_, name) if name.startswith("test_") and name.endswith(".py"):
            yield file.as_posix()
        case ("tests", room, _, *_) if room not in LARGE and any((project / "tests" / room).glob("test_*.py")):
            yield f"tests/{room}"
        case ("src", "amends", room, _, *_) if room in LARGE:
            yield from _speaking_of(file.stem, project / "tests" / room, project)
        case ("src", "amends", room, _, *_) if (project / "tests" / room).is_dir():
            yield f"tests/{room}"
        case ("benchmarks", *_):
            yield "tests/test_benchmarks.py"
        case ("docs" | "README.md", *_):
            yield "tests/test_docs.py"


def _speaking_of(module: str, room: Path, project: Path) -> Iterator[str]:
    word = re.compile(rf"\b{re.escape(module)}\b")
    for test in sorted(room.rglob("test_*.py")):
        if module in test.stem or word.search(test.read_text(encoding="utf-8")):
            yield test.relative_to(project).as_posix()


def _git(*arguments: str) -> list[str]:
    """The lines that git prints; none where it cannot."""
    done = subprocess.run(["git", "-C", str(PROJECT), *arguments], capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


if __name__ == "__main__":
    main()
