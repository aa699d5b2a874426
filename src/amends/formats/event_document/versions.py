"""The versions of the event document: an older one is made into the present one, step by step.

A step is a pure function from the data of version n to that of version n + 1. It changes what stands around the
entries; the entries themselves are sealed, and new fields in them have defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amends.faults import Faults, refuse
from amends.journal.codec.decode import shown

VERSION = 1
"""The version that is written."""

Upgrade = Callable[[Mapping[str, Any]], Mapping[str, Any]]

UPGRADES: Mapping[int, Upgrade] = {}
"""From each earlier version to the next one; they see data that may be wrong in any way."""


def upgraded(data: Any) -> dict[str, Any]:
    """The data as the present version has it; a newer version, or data without one, is refused."""
    if not isinstance(data, dict) or "amends" not in data:
        raise refuse(shown(data), 'an event document: an object with "amends" and the number of its version')
    number = data["amends"]
    if type(number) is not int:
        raise _unknown(shown(number))
    if number > VERSION:
        raise refuse(
            f"version {number} of the event document", f"version {VERSION} or older: a newer amends reads it", "amends"
        )
    while number < VERSION:
        if number not in UPGRADES:
            raise _unknown(str(number))
        number += 1
        data = {**UPGRADES[number - 1](data), "amends": number}
    return dict(data)


def _unknown(found: str) -> Faults:
    versions = ", ".join(map(str, (*sorted(UPGRADES), VERSION)))
    return refuse(f"the version {found}", f"a version that there is: {versions}", "amends")
