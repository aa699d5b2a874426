"""Builds and checks all that a release consists of, and prints what is left to do: `make release`.

Nothing is published or tagged. The exit status is 1 where something is missing.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

PROJECT = Path(__file__).resolve().parents[1]
DIST = PROJECT / "dist"
IN_WHEEL = (
    "amends/web/assets/htmx.min.js",
    "amends/conformance/suite/suite.json",
    "amends/demo/travellers.csv",
    "amends/regulations/ebu.toml",
    "amends/py.typed",
)
IN_ARCHIVE = ("Makefile", "mkdocs.yml", "babel.cfg", "constraints.txt", "docs/index.md", "tests/conftest.py", "LICENSE")
"""Samples of what a package must hold: one of each kind."""


def version() -> str:
    """The version in pyproject.toml."""
    with (PROJECT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def changelog_problems(text: str, wanted: str) -> Iterator[str]:
    """What is wrong with the changelog for a release of this version.

    >>> list(changelog_problems('# Changelog\\n\\n## 1.2.0 (2026-11-18)\\n\\n- New.\\n', '1.2.0'))
    []
    >>> list(changelog_problems('# Changelog\\n\\n## Unreleased\\n\\n- New.\\n', '1.2.0'))
    ['CHANGELOG.md has no section "## 1.2.0 (YYYY-MM-DD)"', 'CHANGELOG.md has entries under "Unreleased"']
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", wanted):
        yield f"{wanted} is no version such as 1.2.0 or 1.2.0rc1"
    if not re.search(rf"^## {re.escape(wanted)} \(\d{{4}}-\d\d-\d\d\)$", text, re.MULTILINE):
        yield f'CHANGELOG.md has no section "## {wanted} (YYYY-MM-DD)"'
    unreleased = re.search(r"^## Unreleased\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if unreleased and unreleased[1].strip():
        yield 'CHANGELOG.md has entries under "Unreleased"'


def package_problems(dist: Path) -> Iterator[str]:
    """What is missing in the wheel and the source archive."""
    for wheel in dist.glob("*.whl"):
        held = set(zipfile.ZipFile(wheel).namelist())
        yield from (f"{wheel.name} lacks {name}" for name in IN_WHEEL if name not in held)
    for archive in dist.glob("*.tar.gz"):
        with tarfile.open(archive) as opened:
            names = {name.partition("/")[2] for name in opened.getnames()}
        yield from (f"{archive.name} lacks {name}" for name in IN_ARCHIVE if name not in names)
    if not (list(dist.glob("*.whl")) and list(dist.glob("*.tar.gz"))):
        yield "dist/ has no wheel and source archive"


def installs(wheel: Path) -> Iterator[str]:
    """Whether a fresh environment takes the wheel, and the command answers there."""
    with TemporaryDirectory() as folder:
        run("python3", "-m", "venv", folder)
        program = Path(folder, "bin")
        run(str(program / "pip"), "install", "--quiet", "--disable-pip-version-check", str(wheel))
        said = subprocess.run([program / "amends", "--version"], capture_output=True, text=True, check=True).stdout
        if said.strip() != f"amends {version()}":
            yield f"the installed command says {said.strip()!r}"


def run(*command: str) -> None:
    """Run a command in the project; its failure ends the release."""
    print("$", *command, flush=True)
    subprocess.run(command, cwd=PROJECT, check=True)


def main() -> int:
    """Build, check, and say what is left to do."""
    wanted = version()
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=PROJECT, capture_output=True, text=True).stdout
    problems = [f"not committed: {line[3:]}" for line in changed.splitlines()]
    problems += changelog_problems((PROJECT / "CHANGELOG.md").read_text(encoding="utf-8"), wanted)
    for target in ("wheel", "docs", "sbom", "try-constraints", "binary"):
        run("make", target)
    problems += package_problems(DIST)
    for wheel in DIST.glob("*.whl"):
        problems += installs(wheel)
    for problem in problems:
        print(f"missing: {problem}")
    print(f"""
Left to do for {wanted}:
  1. make test, on a clean clone
  2. git tag -s v{wanted} && git push --tags
  3. publish dist/*.whl and dist/*.tar.gz (uv publish), then: uv tool install amends=={wanted}
  4. attach the programs of the workflow "checks" and dist/amends.cdx.json to the release
  5. open a new section "Unreleased" in CHANGELOG.md""")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
