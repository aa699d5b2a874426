"""The ruling of a committee: what takes the place of the ruling that was appealed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from amends.desk.guide.closing import read_laws
from amends.event.ruling import Ruling
from amends.faults import Faults, refuse
from amends.formats.reading import Given
from amends.formats.ruling_tables import read_ruling

_KEPT = ("non_offending", "laws", "disallowed", "legal_route")
"""What the appealed ruling says stays, where nothing else is said."""


def instead_of(
    appealed: Ruling, said: Ruling, given: Collection[str], reason: str, polls: tuple[Mapping[str, int], ...] = ()
) -> Ruling:
    """What a committee says with what stays of the appealed ruling; `given` is what it says something about."""
    kept = {name: getattr(appealed, name) for name in _KEPT if name not in given}
    if said.stands:  # a result that stands redresses nobody
        kept["non_offending"] = None
    if "fault" in given:  # an artificial score by fault says itself who is at fault
        kept.pop("non_offending", None)
    return replace(said, reason=reason, poll=polls, vulnerable=appealed.vulnerable, **kept)


def varied(
    appealed: Ruling,
    *,
    both: str = "",
    ns: str = "",
    ew: str = "",
    laws: str = "",
    reason: str = "",
    accept: Mapping[str, str] | None = None,
) -> Ruling:
    """The ruling that typed awards make of the appealed one: one for both sides, or one for each."""
    if bool(both) == bool(ns or ew):
        found = "an award for both sides and one for one side" if both else "no award"
        raise refuse(found, "an award for both sides, or one for each: 60% 4H N =; 40% 4H N -1", "the new award")
    said: dict[str, Any] = {"both": both, "ns": ns, "ew": ew, "accept": dict(accept or {})}
    try:
        said["laws"] = list(dict.fromkeys(read_laws(laws)))
    except Faults as trouble:
        raise trouble.at("laws") from None
    table = {"id": "1", "board": appealed.board, **{key: value for key, value in said.items() if value}}
    return instead_of(appealed, replace(read_ruling(Given(table)), id=""), [*filter(said.get, said)], reason)
