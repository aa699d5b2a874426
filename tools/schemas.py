"""Writes the published schemas of the contract: `make schemas`.

A schema that only gains keys is written; one that changes or loses a key is refused, as it needs a new version.
"""

from __future__ import annotations

import sys
from pathlib import Path

from amends.contract import VERSION, schemas

FOLDER = Path(__file__).resolve().parents[1] / "src" / "amends" / "contract" / "published" / VERSION


def main() -> int:
    """Write them all, or say what breaks the contract."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    broken = []
    for name, made in schemas.models().items():
        if name in schemas.published_names():
            broken += [f"{name}{each}" for each in schemas.breaks(schemas.published(name), made, asked=name == "event")]
    broken += [f"{name}: removed" for name in schemas.published_names() if name not in schemas.models()]
    if broken:
        print(f"The contract {VERSION} does not allow this; it needs a new version:", *broken, sep="\n  ")
        return 1
    for name, made in schemas.models().items():
        (FOLDER / f"{name}.json").write_text(schemas.schema_text(made), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
