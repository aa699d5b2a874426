"""What people install: the wheel in an empty home, the source archive, the program in a single file."""

from __future__ import annotations

import gzip
import importlib.util
import os
import runpy
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from hatch_build import for_index
from tools import binary, release, try_program

PROJECT = Path(__file__).resolve().parents[2]
UV = shutil.which("uv") or str(PROJECT / ".uv" / "bin" / "uv")
BWS = PROJECT / "tests" / "data" / "bws" / "club.bws.gz"

needs_uv = pytest.mark.skipif(not Path(UV).exists(), reason="uv is not installed")


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel, built from the source archive, and that archive."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([UV, "build", "--quiet", "--out-dir", folder], cwd=PROJECT, check=True)
    return folder


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A Bridgemate file."""
    path = tmp_path / "club.bws"
    path.write_bytes(gzip.decompress(BWS.read_bytes()))
    return path


@needs_uv
def test_the_packages_are_complete(dist: Path) -> None:
    assert list(release.package_problems(dist)) == []
    [wheel] = dist.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if name.startswith("tests/") or "__pycache__" in name]
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        assert not [name for name in archive.getnames() if "/.venv/" in name or name.endswith("uv.lock")]


@needs_uv
def test_the_wheel_is_installed_used_and_removed_in_an_empty_home(dist: Path, tmp_path: Path, club: Path) -> None:
    [wheel] = dist.glob("*.whl")
    home = tmp_path / "home"
    home.mkdir()
    places = {"XDG_DATA_HOME": f"{home}/data", "UV_TOOL_DIR": f"{home}/tools", "UV_TOOL_BIN_DIR": f"{home}/bin"}
    environment = os.environ | places | {"HOME": str(home), "UV_CACHE_DIR": _cache(), "UV_PYTHON_DOWNLOADS": "never"}
    subprocess.run([UV, "tool", "install", "--quiet", wheel], env=environment, check=True)
    try_program.main([f"{home}/bin/amends"], club)
    subprocess.run([UV, "tool", "uninstall", "--quiet", "amends"], env=environment, check=True)
    assert not list((home / "bin").iterdir())


def _cache() -> str:
    """The cache of this user, so that nothing is fetched twice."""
    return subprocess.run([UV, "cache", "dir"], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.long_only
def test_the_program_in_a_single_file_works_from_an_empty_home(tmp_path: Path, club: Path) -> None:
    if importlib.util.find_spec("PyInstaller") is None:
        pytest.skip("PyInstaller is not installed (uv sync --group binary)")
    try_program.main([str(binary.main(tmp_path / "program"))], club)


@pytest.mark.parametrize(("typed", "run"), [([], ["serve"]), (["score", "x.csv"], ["score", "x.csv"])])
def test_a_double_click_opens_the_app(typed: list[str], run: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", ["amends", *typed])
    monkeypatch.setattr("amends.cli.main", lambda: seen.append(sys.argv[1:]))
    runpy.run_path(str(PROJECT / "single_file" / "start.py"), run_name="__main__")
    assert seen == [run]


def test_the_readme_on_an_index_page_has_no_link_that_leads_nowhere() -> None:
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    assert "](docs/" not in for_index(text, "https://example.org/amends", "v1")
    assert "](docs/" not in for_index(text, "", "v1")
    assert "https://example.org/amends/raw/v1/docs/pictures/poll.png" in for_index(
        text, "https://example.org/amends", "v1"
    )
