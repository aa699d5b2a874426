"""What somebody has chosen for a publication, as a form, an address and the name of a preview have it."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol
from urllib.parse import urlencode

from amends.desk.publishing.publication_files import JSON, USUAL, Wanted
from amends.faults import refuse

MOST_WORDS = 500
"""The most characters of a remark or a reason."""


class Says(Protocol):
    """A form or an address: its texts by their names."""

    def text(self, name: str, default: str = "") -> str:
        """One text."""
        ...

    def texts(self, name: str) -> list[str]:
        """All texts of a name."""
        ...


def chosen(said: Says) -> Wanted:
    """What was chosen; where nothing was, the usual: provisional, no names in rulings."""
    if not said.text("state"):
        return Wanted()
    state = said.text("state")
    if state not in ("provisional", "final"):
        raise refuse(repr(state), "provisional or final")
    return Wanted(
        final=state == "final",
        names_in_rulings=said.text("names") == "1",
        formats=tuple(said.texts("format")),
        remark=_short(said.text("remark"), "the remark"),
        anyway=_short(said.text("anyway"), "the reason"),
    )


def _short(words: str, where: str) -> str:
    if len(words) > MOST_WORDS:
        raise refuse(f"{len(words)} characters", f"at most {MOST_WORDS}", where)
    return words


def address_of(wanted: Wanted) -> str:
    """What was chosen, as it stands behind the question mark of an address."""
    pairs = [("state", "final" if wanted.final else "provisional")]
    pairs += [("names", "1")] * wanted.names_in_rulings + [("format", name) for name in wanted.formats]
    pairs += [(name, words) for name, words in (("remark", wanted.remark), ("anyway", wanted.anyway)) if words]
    return urlencode(pairs)


def preview_name(wanted: Wanted) -> str:
    """A name for the pages that follow from it: the links between them keep it.

    >>> preview_of(preview_name(Wanted(final=True, remark='Section B: 12⅓'))).remark
    'Section B: 12⅓'
    """
    parts = [wanted.final, wanted.names_in_rulings, JSON in wanted.formats, wanted.remark, wanted.anyway]
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


def preview_of(name: str) -> Wanted:
    """The publication that a name of a preview stands for."""
    try:
        parts = json.loads(base64.urlsafe_b64decode(name + "=" * (-len(name) % 4)))
        final, names, data, remark, anyway = parts
    except (binascii.Error, ValueError, TypeError):
        parts = None
    if not isinstance(parts, list) or [type(each) for each in parts] != [bool, bool, bool, str, str]:
        raise refuse("a preview that nobody has asked for", "one that the page of publishing leads to")
    formats = (JSON,) if data else ()
    return Wanted(final=final, names_in_rulings=names, formats=formats, remark=remark, anyway=anyway).checked()


def for_files(formats: Sequence[str], names: bool) -> Wanted:
    """What is asked for when the files of an earlier publication are downloaded."""
    return replace(Wanted(names_in_rulings=names), formats=tuple(formats) or USUAL).checked()
