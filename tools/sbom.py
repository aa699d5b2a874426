"""Writes the packages that amends runs with as a bill of materials: CycloneDX 1.6 in JSON.

Versions and hashes are those of constraints.txt; licences and what needs what come from the installed packages.
"""

from __future__ import annotations

import json
import re
import sys
import uuid
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
CONSTRAINTS = PROJECT / "constraints.txt"

_PINNED = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[^ ;]+)(?: ; (?P<marker>.+?))?(?= \\$|$)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_REQUIRED = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Pinned:
    """A package with the one version that is installed, where its marker holds."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    @property
    def purl(self) -> str:
        """The package URL, which names a package and no host."""
        return f"pkg:pypi/{self.name}@{self.version}"


def pinned(text: str) -> list[Pinned]:
    """The packages of a constraints file.

    >>> [each.purl for each in pinned('rich==15.0.0 ; os_name == "nt" \\\\\\n    --hash=sha256:' + 'a' * 64)]
    ['pkg:pypi/rich@15.0.0']
    """
    found = []
    for block in re.split(r"\n(?=\S)", text.strip()):
        head = _PINNED.match(block.splitlines()[0])
        if head is None:
            raise ValueError(f"{block.splitlines()[0]!r} pins no package")
        found.append(Pinned(head["name"], head["version"], head["marker"] or "", tuple(_HASH.findall(block))))
    return found


def normal(name: str) -> str:
    """A name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def bill_of_materials(packages: list[Pinned]) -> dict[str, Any]:
    """The document, the same for the same packages."""
    own = {"type": "application", "bom-ref": "amends", "name": "amends", "version": version("amends")}
    serial = uuid.uuid5(uuid.NAMESPACE_OID, "\n".join(each.purl for each in packages))
    refs: dict[str, list[str]] = {}
    for each in packages:
        refs.setdefault(each.name, []).append(each.purl)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": {**own, "licenses": [{"license": {"id": "MIT"}}]}},
        "components": [_component(each) for each in packages],
        "dependencies": [
            {"ref": "amends", "dependsOn": _needed("amends", refs)},
            *({"ref": each.purl, "dependsOn": _needed(each.name, refs)} for each in packages),
        ],
    }


def _component(package: Pinned) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "hashes": [{"alg": "SHA-256", "content": each} for each in package.hashes],
    }
    if package.marker:
        made["properties"] = [{"name": "amends:marker", "value": package.marker}]
    if licence := _licence(package.name):
        made["licenses"] = [{"license": {"name": licence}}]
    return made


def _licence(name: str) -> str:
    """The licence of an installed package in a line; "" where nothing says it."""
    try:
        about = distribution(name).metadata
    except PackageNotFoundError:  # of another system or another Python
        return ""
    said = next((about[key] for key in ("License-Expression", "License") if key in about), "")
    if said and "\n" not in said and len(said) < 100:
        return said
    classified = (each.rpartition(" :: ")[2] for each in about.get_all("Classifier") or () if "License ::" in each)
    return ", ".join(classified)


def _needed(name: str, refs: dict[str, list[str]]) -> list[str]:
    """The packages that an installed one requires, as far as they are pinned."""
    try:
        required = distribution(name).requires or ()
    except PackageNotFoundError:
        return []
    names = dict.fromkeys(normal(found[0]) for each in required if (found := _REQUIRED.match(each)))
    return sorted(ref for each in names if each != name for ref in refs.get(each, ()))


def main(out: Path) -> None:
    """Write the file."""
    out.parent.mkdir(parents=True, exist_ok=True)
    made = bill_of_materials(pinned(CONSTRAINTS.read_text(encoding="utf-8")))
    out.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    print(f"{len(made['components'])} packages in {out}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
