"""The constraints file pins what is installed, with hashes and without any host; the bill of materials lists it."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import distributions, requires, version

from packaging.markers import Marker
from packaging.requirements import Requirement
from tools.sbom import CONSTRAINTS, bill_of_materials, normal, pinned

TEXT = CONSTRAINTS.read_text(encoding="utf-8")
PACKAGES = pinned(TEXT)
ONLY_FOR_SPARK = {"py4j", "pyspark"}
"""What `make test-local` does without."""


def test_every_package_has_hashes_and_no_line_names_a_host() -> None:
    assert [each.name for each in PACKAGES if not each.hashes] == []
    others = [line for line in TEXT.splitlines() if not re.match(r"[a-z0-9-]+==|    --hash=sha256:", line)]
    assert others == []
    assert "/" not in TEXT
    assert "@" not in TEXT


def test_the_versions_are_those_that_are_installed() -> None:
    here = [each for each in PACKAGES if not each.marker or Marker(each.marker).evaluate()]
    absent = {each.name for each in here} - {normal(each.name) for each in distributions()}
    assert absent <= ONLY_FOR_SPARK
    there = [each for each in here if each.name not in absent]
    assert {each.name: each.version for each in there} == {each.name: version(each.name) for each in there}
    assert len({each.name for each in here}) == len(here)


def test_every_version_stands_in_the_pins_of_the_project_too() -> None:
    """A release of today must not change what a clean clone installs."""
    with (CONSTRAINTS.parent / "pyproject.toml").open("rb") as file:
        pins = [Requirement(each) for each in tomllib.load(file)["tool"]["uv"]["constraint-dependencies"]]
    versions = {(normal(each.name), str(each.specifier)) for each in pins}
    assert [each.name for each in PACKAGES if (each.name, f"=={each.version}") not in versions] == []


def test_all_that_amends_requires_is_pinned_for_every_system() -> None:
    for text in requires("amends") or ():
        required = Requirement(text)
        found = [each for each in PACKAGES if each.name == normal(required.name)]
        assert found
        assert [each for each in found if each.version not in required.specifier] == []
        assert [each for each in found if each.marker and "python" not in each.marker] == []
    assert ["win32" in each.marker for each in PACKAGES if each.name == "colorama"] == [True]


def test_the_bill_of_materials_has_every_package_once() -> None:
    made = bill_of_materials(PACKAGES)
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    refs = [each["bom-ref"] for each in made["components"]]
    assert refs == [each.purl for each in PACKAGES]
    assert len(set(refs)) == len(refs)
    needed = {each["ref"]: each["dependsOn"] for each in made["dependencies"]}
    assert set(needed) == {"amends", *refs}
    assert {ref for each in needed.values() for ref in each} <= set(refs)
    assert any(ref.startswith("pkg:pypi/starlette@") for ref in needed["amends"])
    assert made == bill_of_materials(PACKAGES)
